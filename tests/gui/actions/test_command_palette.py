"""Ctrl+P: an action is found by letters, run by Enter, and the keyboard focus returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from tests.gui.conftest import Desk

KEY = Qt.Key


def listed(desk: Desk) -> list[str]:
    commands = desk.window.command_palette.list
    model = commands.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_a_command_is_found_by_its_words_and_done(desk: Desk) -> None:
    desk.open()
    desk.ask("pottery")
    QTest.keyClick(desk.field, KEY.Key_P, Qt.KeyboardModifier.ControlModifier)
    palette = desk.window.command_palette
    assert palette.isVisible()
    assert palette.field.hasFocus()
    QTest.keyClicks(palette.field, "group")
    assert listed(desk)[0] == "Group by note"
    QTest.keyClick(palette.field, KEY.Key_Return)
    assert not palette.isVisible()
    assert desk.field.hasFocus()
    assert desk.list.model().rowCount() == 2


def test_what_cannot_be_done_now_is_not_offered(desk: Desk) -> None:
    desk.trigger("palette")
    assert "Stop indexing" not in listed(desk)
    assert "Choose a folder…" in listed(desk)
    assert "Find a command…" not in listed(desk)


def test_escape_closes_it_and_leaves_the_query_alone(desk: Desk) -> None:
    desk.open()
    desk.ask("pottery")
    desk.trigger("palette")
    palette = desk.window.command_palette
    QTest.keyClick(palette.field, KEY.Key_Down)
    QTest.keyClick(palette.field, KEY.Key_Escape)
    assert not palette.isVisible()
    assert desk.field.text() == "pottery"
    assert desk.field.hasFocus()


def test_words_of_the_explanation_find_a_command_after_those_of_its_name(desk: Desk) -> None:
    desk.trigger("palette")
    QTest.keyClicks(desk.window.command_palette.field, "search")
    found = listed(desk)
    assert found[0] in ("Go to the search field", "Clear search")
    assert "Choose a folder…" in found
