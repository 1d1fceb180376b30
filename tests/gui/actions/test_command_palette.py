"""Actions: what holds for all of them, the palette of Ctrl+P, and the menus."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.builders import present
from tests.gui.conftest import KEY, Desk, press_keys, texts
from tests.gui.test_looks import contrast_ratio
from vaultsearch.gui.actions import ACTION_SPECS, MENUS, why_disabled


def rows(desk: Desk) -> list[str]:
    return texts(desk.window.command_palette.list)


def test_a_command_is_found_by_its_words_and_done(listed: Desk) -> None:
    QTest.keyClick(listed.field, KEY.Key_P, Qt.KeyboardModifier.ControlModifier)
    palette = listed.window.command_palette
    assert palette.isVisible()
    assert palette.field.hasFocus()
    QTest.keyClicks(palette.field, "group")
    assert rows(listed)[0] == "Group by note"
    QTest.keyClick(palette.field, KEY.Key_Return)
    assert not palette.isVisible()
    assert listed.field.hasFocus()
    assert listed.list.model().rowCount() == 2


def test_what_cannot_be_done_now_is_grey_at_the_end_and_says_why(ready: Desk) -> None:
    ready.trigger("palette")
    palette = ready.window.command_palette
    assert "Choose a folder…" in rows(ready)
    assert "Find a command…" not in rows(ready)
    built = ready.window.menu_actions.built.values()
    disabled = [one.text().replace("&", "") for one in built if not one.isEnabled()]
    assert "Stop indexing" in disabled
    assert rows(ready)[-len(disabled) :] == disabled
    QTest.keyClicks(palette.field, "stop indexing")
    item = present(palette.list.topLevelItem(0))
    assert item.text(1) == "Nothing is being indexed"
    assert item.foreground(0).color() != palette.palette().color(palette.foregroundRole())
    QTest.keyClick(palette.field, KEY.Key_Return)
    assert palette.isVisible()


def test_every_command_that_is_ever_disabled_has_a_reason(desk: Desk) -> None:
    built = desk.window.menu_actions.built.values()
    disabled = [one for one in built if not one.isEnabled()]  # without a vault
    assert [one.objectName() for one in disabled if not why_disabled(one)] == []
    desk.trigger("table")
    assert not desk.window.menu_actions.table.isChecked(), "the list was a table once a vault was open"
    names = {"focus_field", "table", "timeline", "mode_words", "copy_passage", "toggle_sidebar", "zoom_in"}
    assert names <= {one.objectName() for one in disabled}
    assert not {"choose_folder", "private", "clear", "manual"} & {one.objectName() for one in disabled}
    desk.open()
    assert not names & {one.objectName() for one in built if not one.isEnabled()}


def test_words_of_the_explanation_find_a_command_after_those_of_its_name(desk: Desk) -> None:
    desk.trigger("palette")
    QTest.keyClicks(desk.window.command_palette.field, "search")
    found = rows(desk)
    assert found[0] in ("Go to the search field", "Clear search")
    assert "Choose a folder…" in found
    QTest.keyClicks(desk.window.command_palette.field, "ess")
    assert rows(desk) == ["No matching command"], "the box was blank"
    press_keys(desk.window.command_palette.field, KEY.Key_Down, KEY.Key_Return)
    QTest.mouseClick(desk.window.command_palette.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    assert desk.window.command_palette.isVisible()


def test_right_on_a_row_lists_what_can_be_done_with_its_passage_and_typing_filters_it(listed: Desk) -> None:
    listed.page.results.enter()
    QTest.keyClick(listed.list, KEY.Key_Right)
    offered = rows(listed)
    assert "Copy passage" in offered
    assert "Settings…" not in offered
    assert "Actions for the passage…" not in offered

    QTest.keyClicks(listed.window.command_palette.field, "basket")
    QTest.keyClick(listed.window.command_palette.field, KEY.Key_Return)
    assert len(listed.window.basket.ids) == 1
    assert listed.list.hasFocus()


def test_escape_leaves_the_query_alone_and_the_palette_has_all_commands_again(listed: Desk) -> None:
    listed.trigger("passage_actions")
    palette, offered = listed.window.command_palette, rows(listed)
    press_keys(palette.field, KEY.Key_Down, KEY.Key_Escape)
    assert not palette.isVisible()
    assert listed.field.text() == "pottery"
    assert listed.field.hasFocus()
    listed.trigger("palette")
    assert {*offered} < {*rows(listed)}


def menus(desk: Desk) -> list[QMenu]:
    found = [action.menu() for action in desk.window.menuBar().actions()]
    return [menu for menu in found if isinstance(menu, QMenu)]


def test_menus_are_divided_as_the_table_says_and_never_at_an_end(desk: Desk) -> None:
    for menu, specs in zip(menus(desk), MENUS.values(), strict=True):
        lines = [action.isSeparator() for action in menu.actions()]
        assert (sum(lines), lines[0], lines[-1]) == (sum(spec.begins for spec in specs), False, False)


def test_modes_and_orders_are_marked_as_choices_of_which_one_holds(ready: Desk) -> None:
    built = ready.window.menu_actions.built
    modes = [built[spec] for spec in ACTION_SPECS if spec.mode]
    for actions in (modes, [built[spec] for spec in ACTION_SPECS if spec.order is not None]):
        assert len({action.actionGroup() for action in actions}) == 1
        assert actions[0].actionGroup().isExclusive()
        assert not any(action.isIconVisibleInMenu() for action in actions)  # the mark has its place
        last = [action for action in actions if action.isEnabled()][-1]
        last.trigger()
        assert [action for action in actions if action.isChecked()] == [last]


def test_icons_have_the_colour_of_the_text_on_the_highlight(desk: Desk) -> None:
    palette = menus(desk)[0].palette()
    assert palette.highlightedText().color() == palette.windowText().color()
    assert contrast_ratio(palette.highlightedText().color(), palette.highlight().color()) >= 4.5
    assert palette.highlight().color() != QApplication.palette().highlight().color()


def test_no_icon_stands_for_two_things() -> None:
    """Related notes wore the sign of sharing, and a refresh meant three things."""
    deeds: dict[str, set[str]] = {}
    for spec in ACTION_SPECS:
        deeds.setdefault(spec.icon, set()).add(spec.text.split()[0].rstrip("s…"))
    assert {icon: words for icon, words in deeds.items() if len(words) > 1} == {}
