"""The hint line: an example beneath the list while the field is empty, the next after each use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from vaultsearch.core.values.query import Example, Teaching

if TYPE_CHECKING:
    from tests.gui.conftest import Desk
    from vaultsearch.gui.asking.hint_line import HintLine

EXAMPLES = (Example(Teaching.TAG, "tag:craft"), Example(Teaching.WITHOUT, "-bread"))


def taught(desk: Desk) -> HintLine:
    desk.script.examples = EXAMPLES
    with desk.answering("examples"):
        desk.open()
    return desk.window.page.search.hint


def test_an_example_of_the_vault_stands_beneath_the_list_and_moves_no_row(desk: Desk) -> None:
    hint, results = taught(desk), desk.window.page.results
    assert hint.isVisible()
    assert results.rect().contains(hint.geometry())
    assert hint.geometry().bottom() == results.rect().bottom()
    assert any(f"Try {example.query} · " in hint.sentence for example in EXAMPLES)
    assert hint.accessibleName() == hint.sentence


def test_it_gives_way_to_what_is_typed_and_teaches_the_next_thing_after_it(desk: Desk) -> None:
    hint = taught(desk)
    first = hint.sentence
    QTest.keyClicks(desk.field, "po")
    assert not hint.isVisible()
    desk.field.clear()
    assert hint.isVisible()
    assert hint.sentence != first
    QTest.keyClicks(desk.field, "p")
    desk.field.clear()
    assert hint.sentence == first


def test_what_is_typed_before_the_vault_is_open_waits_for_no_example(desk: Desk) -> None:
    desk.script.examples = EXAMPLES
    QTest.keyClicks(desk.field, "po")
    with desk.answering("marks"):
        desk.open()
    hint = desk.window.page.search.hint
    assert hint.sentence == ""
    with desk.answering("examples"):
        desk.field.clear()
    assert hint.isVisible()
    assert hint.sentence.startswith("Try ")


def test_a_click_puts_it_into_the_field_and_asks_it(desk: Desk) -> None:
    hint = taught(desk)
    query = next(example.query for example in EXAMPLES if f" {example.query} ·" in hint.sentence)
    with desk.bot.waitSignal(desk.engine.stage_arrived, check_params_cb=lambda _, stage: stage.final):
        QTest.mouseClick(hint, Qt.MouseButton.LeftButton)
    assert desk.field.text() == f"{query} "
    assert desk.field.hasFocus()
    assert desk.service.asked[-1][0] == query
    desk.field.undo()
    assert desk.field.text() == ""


def test_without_a_vault_it_says_nothing(desk: Desk) -> None:
    assert not desk.window.page.search.hint.isVisible()


def test_every_lesson_has_its_words(desk: Desk) -> None:
    hint = desk.window.page.search.hint
    for teaching in Teaching:
        hint.set_examples((Example(teaching, "x"),))
        assert hint.sentence.startswith("Try x · ")


def test_where_there_is_no_room_it_is_shortened(desk: Desk) -> None:
    hint = taught(desk)
    hint.set_examples((Example(Teaching.PROPERTY, f"[{'long' * 60}]"),))
    assert hint.text() == "Try…"
    assert hint.minimumSizeHint().width() == 0
