"""The answer above the list: only a sure one, of the standing query, and a click goes to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import PASSAGES
from tests.gui.fake_script import passage
from vaultsearch.core.values.context import Answer
from vaultsearch.core.values.search import Mode, SearchStage

if TYPE_CHECKING:
    from tests.gui.conftest import Desk
    from tests.gui.fake_script import Script
    from vaultsearch.gui.results.results_head import AnswerLine


@pytest.fixture
def answered(desk: Desk, script: Script) -> Desk:
    script.sure = True
    desk.open()
    with desk.answering("answer"):
        desk.ask("pottery")
    return desk


def line(desk: Desk) -> AnswerLine:
    return desk.window.page.results.head.answer


def test_the_sentence_that_answers_stands_above_the_list_with_its_source(answered: Desk) -> None:
    assert line(answered).isVisible()
    assert line(answered).text() == "“She would love a pottery course”"
    assert line(answered).accessibleDescription() == "Gift ideas  ›  Anna"
    assert line(answered).height() <= answered.window.page.results.head.height()
    line(answered).grab()


def test_unless_it_is_sure_nothing_is_said(desk: Desk, script: Script) -> None:
    script.sure = False
    desk.open()
    with desk.answering("answer"):
        desk.ask("pottery")
    assert not line(desk).isVisible()


def test_a_click_goes_to_it_and_so_does_its_key(answered: Desk) -> None:
    for go in (line(answered).click, lambda: answered.trigger("go_to_answer")):
        with answered.answering("preview"):
            go()
        shown = answered.window.page.preview.shown
        assert shown is not None
        assert shown.title == "Gift ideas"


def test_the_next_letter_takes_it_away(answered: Desk) -> None:
    answered.field.insert("x")
    assert not line(answered).isVisible()


def test_of_what_answers_nothing_no_sentence_is_read(desk: Desk, script: Script) -> None:
    script.sure, script.nearest = True, ("pottery",)
    desk.open()
    with desk.answering("relax"):
        desk.ask("pottery")
    assert not desk.window.page.answer._resting.isActive()
    assert not line(desk).isVisible()


def test_a_notice_has_precedence(answered: Desk) -> None:
    head = answered.window.page.results.head
    head.say("Keyword matches. Searching by meaning…")
    assert not line(answered).isVisible()
    head.show_answer(Answer("It is.", "a.md", "a", (), 1, 0.9))
    assert not line(answered).isVisible()


def test_the_keyboard_reaches_it_and_leaves_it(answered: Desk) -> None:
    line(answered).setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(line(answered), Qt.Key.Key_Down)
    assert answered.list.hasFocus()
    line(answered).setFocus(Qt.FocusReason.TabFocusReason)
    with answered.answering("preview"):
        QTest.keyClick(line(answered), Qt.Key.Key_Return)


def test_the_same_answer_asked_again_keeps_its_sentence(answered: Desk) -> None:
    results = answered.list.results
    stage = SearchStage("pottery", Mode.HYBRID, "reranked", results, final=True)
    answered.window.page.answer.handle_stage(stage)
    assert line(answered).isVisible()


def test_quotes_are_shown_from_the_field_by_their_key(answered: Desk) -> None:
    answered.field.setFocus()
    with answered.answering("related"):
        QTest.keyClick(answered.field, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert answered.window.page.preview.related.isVisible()


def test_it_follows_a_renamed_note(answered: Desk, script: Script) -> None:
    """The line kept the former title, and a click said "No note with that name"."""
    index = answered.service.index
    index.passages = tuple(replace(one, path=f"Moved/{one.path}", title="Presents") for one in PASSAGES)
    script.added_by_sync = (passage("New", "something"),)
    answered.trigger("sync")
    answered.bot.waitUntil(lambda: line(answered).accessibleDescription().startswith("Presents"))
    assert line(answered).isVisible()
    with answered.answering("preview"):
        line(answered).click()
    shown = answered.window.page.preview.shown
    assert shown is not None
    assert shown.path == "Moved/People/Gift ideas.md"
