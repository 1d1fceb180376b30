"""The menus: dividing lines, radio marks for choices, icons that are legible on the highlight."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QMenu

from tests.gui.conftest import Desk
from tests.gui.contrast import contrast_ratio
from vaultsearch.gui.actions import ACTION_SPECS, MENUS


def menus(desk: Desk) -> list[QMenu]:
    found = [action.menu() for action in desk.window.menuBar().actions()]
    return [menu for menu in found if isinstance(menu, QMenu)]


def test_menus_are_divided_as_the_table_says_and_never_at_an_end(desk: Desk) -> None:
    for menu, specs in zip(menus(desk), MENUS.values(), strict=True):
        lines = [action for action in menu.actions() if action.isSeparator()]
        assert len(lines) == sum(spec.begins for spec in specs)
        assert not menu.actions()[0].isSeparator()
        assert not menu.actions()[-1].isSeparator()


def test_modes_and_orders_are_marked_as_choices_of_which_one_holds(desk: Desk) -> None:
    for group in (
        [one for one in ACTION_SPECS if one.mode],
        [one for one in ACTION_SPECS if one.order is not None],
    ):
        actions = [desk.window.menu_actions.built[spec] for spec in group]
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
