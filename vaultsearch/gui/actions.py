"""The declared actions, from which menus, command palette, shortcuts sheet and tests are made."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QPalette
from PySide6.QtWidgets import QMenu

from vaultsearch.gui.action_table import ActionSpec, Menu, NoteActions, PassageActions, own_keys
from vaultsearch.gui.rows.arrangement import Order
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.window_actions import FileActions, HelpActions, SearchActions, ViewActions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QMenuBar

    from vaultsearch.core.values.search import Mode
    from vaultsearch.gui.theme import Icons
    from vaultsearch.gui.window.main_window import MainWindow

MENUS: Mapping[Menu, tuple[ActionSpec, ...]] = {
    # The order of a menu is that of the attributes in its class.
    menu: tuple(spec for spec in vars(declared).values() if isinstance(spec, ActionSpec))
    for menu, declared in (
        (Menu.FILE, FileActions),
        (Menu.SEARCH, SearchActions),
        (Menu.PASSAGE, PassageActions),
        (Menu.NOTE, NoteActions),
        (Menu.VIEW, ViewActions),
        (Menu.HELP, HelpActions),
    )
}

ACTIONS = tuple(spec for specs in MENUS.values() for spec in specs)


class Actions(FileActions, SearchActions, PassageActions, NoteActions, ViewActions, HelpActions):
    """The actions of ``window``, its children; without icons at first."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.built = {spec: _build(spec, window) for spec in ACTIONS}
        self.modes = {spec.mode: action for spec, action in self.built.items() if spec.mode is not None}
        self.orders = {spec.order: action for spec, action in self.built.items() if spec.order is not None}
        for choices in (self.modes, self.orders):
            group = QActionGroup(window)
            for action in choices.values():
                group.addAction(action)
        self.orders[Order.RELEVANCE].setChecked(True)
        # By their roles, macOS moves these two into the menu of the application.
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.set_texts()

    def enable(self) -> None:
        """Enable the actions whose conditions hold, and disable the others that have one."""
        for spec, action in self.built.items():
            if spec.can_run is not None:
                action.setEnabled(spec.can_run(self._window))

    def set_texts(self, *, editor_first: bool = False) -> None:
        """Set texts and tooltips in the current language; with ``editor_first``, Enter opens the editor."""
        pair = Actions.open_obsidian, Actions.open_editor
        # The keys stay where they are, and the texts change places.
        swapped = dict(zip(pair, reversed(pair), strict=True)) if editor_first else {}
        for spec, action in self.built.items():
            shown = swapped.get(spec, spec)
            action.setText(translated(shown.text))
            action.setToolTip(_tooltip(shown, spec.keys))

    def set_keys(self, own: Mapping[str, str]) -> None:
        """Set the keys that the user has chosen, "" for none; `set_texts` is to follow."""
        if dict(own) != own_keys:
            own_keys.clear()
            own_keys.update(own)
            for spec, action in self.built.items():
                action.setShortcuts([QKeySequence(keys) for keys in spec.keys])

    def set_icons(self, icons: Icons, palette: QPalette) -> None:
        """Set the icons in the colours of ``palette``."""
        for spec, action in self.built.items():
            action.setIcon(icons.icon(spec.icon, palette))

    def fill_menu_bar(self, bar: QMenuBar) -> None:
        """Add the menus, with their titles in the current language."""
        for menu, specs in MENUS.items():
            filled = QMenu(bar)
            keep_translated(filled, partial(_set_title, filled, menu))
            bar.addMenu(filled)
            filled.setToolTipsVisible(True)
            for spec in specs:
                if spec.begins:
                    filled.addSeparator()
                filled.addAction(self.built[spec])


def translated(text: str) -> str:
    """Translate a declared text."""
    return tr(text)


def reason_of(action: QAction) -> str:
    """Return why a disabled action cannot be run, as far as that is known."""
    return next((translated(spec.unavailable) for spec in ACTIONS if spec.id == action.objectName()), "")


def mode_texts() -> tuple[tuple[Mode, str, str], ...]:
    """Return the modes of searching in their order: mode, text, tooltip with its shortcut."""
    return tuple(
        (spec.mode, translated(spec.text), _tooltip(spec, spec.keys))
        for spec in ACTIONS
        if spec.mode is not None
    )


def _set_title(filled: QMenu, menu: Menu) -> None:
    filled.setTitle(translated(menu.value))


def _build(spec: ActionSpec, window: MainWindow) -> QAction:
    action = QAction(window)
    action.setObjectName(spec.id)
    action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
    action.setCheckable(spec.checkable or spec.mode is not None or spec.order is not None)
    # Beside an icon, a style draws no check mark nor radio mark of its own, but a pressed frame.
    action.setIconVisibleInMenu(not action.isCheckable())
    # Search page and list add the action to themselves: there alone its keys hold.
    if spec.local or spec.in_list:
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    if (run := spec.run) is not None:
        action.triggered.connect(lambda _=False: run(window))
    return action


def _tooltip(spec: ActionSpec, keys: tuple[str, ...]) -> str:
    text = translated(spec.tooltip)
    return f"{text} ({native_keys(keys[0])})" if keys else text


def native_keys(keys: str) -> str:
    """Return keys as the system writes them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
