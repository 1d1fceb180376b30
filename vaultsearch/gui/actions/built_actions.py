"""QActions built from the table: translated texts, tooltips with keys, icons."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QPalette
from PySide6.QtWidgets import QMenu

from vaultsearch.gui.actions.actions import ACTIONS, MENUS
from vaultsearch.gui.rows.arrangement import Order
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from vaultsearch.core.values.search import Mode
    from vaultsearch.gui.actions.action_spec import ActionSpec, Menu
    from vaultsearch.gui.looks.icons import Icons


def build_actions(parent: QObject) -> dict[str, QAction]:
    """Build the table's actions, without icons, as children of ``parent``."""
    modes, orders = QActionGroup(parent), QActionGroup(parent)
    actions = {spec.id: _build(spec, parent) for spec in ACTIONS}
    for spec in ACTIONS:
        action = actions[spec.id]
        action.setCheckable(spec.checkable or spec.mode is not None or spec.order is not None)
        # Beside an icon, a style draws no check mark nor radio mark of its own, but a pressed frame.
        action.setIconVisibleInMenu(not action.isCheckable())
        if spec.mode is not None:
            modes.addAction(action)
        if spec.order is not None:
            orders.addAction(action)
            action.setChecked(spec.order is Order.RELEVANCE)
    set_action_texts(actions)
    actions["quit"].setMenuRole(QAction.MenuRole.QuitRole)
    actions["settings"].setMenuRole(QAction.MenuRole.PreferencesRole)
    return actions


def set_action_texts(actions: dict[str, QAction], *, editor_first: bool = False) -> None:
    """Set the texts and tooltips in the current language; with ``editor_first``, Enter opens the editor."""
    swapped = {"open_obsidian": "open_editor", "open_editor": "open_obsidian"} if editor_first else {}
    specs = {spec.id: spec for spec in ACTIONS}
    for spec in ACTIONS:
        shown = specs[swapped.get(spec.id, spec.id)]
        actions[spec.id].setText(translated(shown.text))
        actions[spec.id].setToolTip(_tooltip(replace(shown, shortcuts=spec.shortcuts)))


def set_action_icons(actions: dict[str, QAction], icons: Icons, palette: QPalette) -> None:
    """Set the icons in the colours of ``palette``."""
    for spec in ACTIONS:
        actions[spec.id].setIcon(icons.icon(spec.icon, palette))


def fill_menu_bar(bar: QMenuBar, actions: dict[str, QAction]) -> None:
    """Add the table's menus, with their titles in the current language."""
    for menu, specs in MENUS.items():
        filled = QMenu(bar)
        keep_translated(filled, partial(_set_title, filled, menu))
        bar.addMenu(filled)
        filled.setToolTipsVisible(True)
        for spec in specs:
            if spec.begins:
                filled.addSeparator()
            filled.addAction(actions[spec.id])


def translated(text: str) -> str:
    """Translate a text of the table."""
    return QCoreApplication.translate("Actions", text)


def reason_of(action: QAction) -> str:
    """Return why a disabled action of the table cannot be run, as far as that is known."""
    return next((translated(spec.unavailable) for spec in ACTIONS if spec.id == action.objectName()), "")


def mode_texts() -> tuple[tuple[Mode, str, str], ...]:
    """Return the modes of searching in their order: mode, text, tooltip with its shortcut."""
    return tuple(
        (spec.mode, translated(spec.text), _tooltip(spec)) for spec in ACTIONS if spec.mode is not None
    )


def _set_title(filled: QMenu, menu: Menu) -> None:
    filled.setTitle(translated(menu.value))


def _build(spec: ActionSpec, parent: QObject) -> QAction:
    action = QAction(parent)
    action.setObjectName(spec.id)
    action.setShortcuts([QKeySequence(keys) for keys in spec.shortcuts])
    if spec.local or spec.in_list:
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    return action


def _tooltip(spec: ActionSpec) -> str:
    text = translated(spec.tooltip)
    if not spec.shortcuts:
        return text
    keys = QKeySequence(spec.shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText)
    return f"{text} ({keys})"
