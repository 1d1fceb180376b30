"""Ctrl+P: an action is found by letters, run by Enter, and the keyboard focus returns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import Desk
from vaultsearch.gui.actions import why_disabled

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


def test_what_cannot_be_done_now_is_grey_at_the_end_and_says_why(desk: Desk) -> None:
    desk.open()
    desk.trigger("palette")
    palette = desk.window.command_palette
    assert "Choose a folder…" in listed(desk)
    assert "Find a command…" not in listed(desk)
    disabled = [
        one.text().replace("&", "") for one in desk.window.menu_actions.built.values() if not one.isEnabled()
    ]
    assert "Stop indexing" in disabled
    assert listed(desk)[-len(disabled) :] == disabled
    QTest.keyClicks(palette.field, "stop indexing")
    item = palette.list.topLevelItem(0)
    assert item is not None
    assert item.text(1) == "Nothing is being indexed"
    assert item.foreground(0).color() != palette.palette().color(palette.foregroundRole())
    QTest.keyClick(palette.field, KEY.Key_Return)
    assert palette.isVisible()


def test_every_command_that_is_ever_disabled_has_a_reason(desk: Desk) -> None:
    disabled = [one for one in desk.window.menu_actions.built.values() if not one.isEnabled()]
    assert len(disabled) > 5  # without a vault
    assert [one.objectName() for one in disabled if not why_disabled(one)] == []


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


def test_right_on_a_row_lists_what_can_be_done_with_its_passage_and_typing_filters_it(desk: Desk) -> None:
    desk.open()
    desk.ask("pottery")
    desk.window.page.results.enter()
    QTest.keyClick(desk.list, KEY.Key_Right)
    offered = listed(desk)
    assert "Copy passage" in offered
    assert "Settings…" not in offered
    assert "Actions for the passage…" not in offered

    QTest.keyClicks(desk.window.command_palette.field, "basket")
    QTest.keyClick(desk.window.command_palette.field, KEY.Key_Return)
    assert len(desk.window.basket.ids) == 1
    assert desk.list.hasFocus()


def test_the_palette_has_all_commands_again_after_those_of_a_passage(desk: Desk) -> None:
    desk.open()
    desk.ask("pottery")
    desk.trigger("passage_actions")
    fewer = len(listed(desk))
    QTest.keyClick(desk.window.command_palette.field, KEY.Key_Escape)
    desk.trigger("palette")

    assert len(listed(desk)) > fewer
