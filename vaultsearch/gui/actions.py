"""Declared actions, the source of menus, command palette, shortcuts sheet and tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QPalette
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from vaultsearch.core.values.search import Mode
from vaultsearch.gui.action_table import ActionSpec, Menu, NoteActions, PassageActions, user_keys
from vaultsearch.gui.rows.arrangement import Order
from vaultsearch.gui.theme import Icons
from vaultsearch.gui.translations import KEY_NAMES, keep_translated, tr
from vaultsearch.gui.window_actions import WITHOUT_VAULT, FileActions, HelpActions, SearchActions, ViewActions

MENUS: Mapping[Menu, tuple[ActionSpec, ...]] = {
    # Menus have the order of attributes in the class.
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

ACTION_SPECS = tuple(spec for specs in MENUS.values() for spec in specs)
_ALWAYS = (SearchActions.private, SearchActions.clear, ViewActions.beside)
PAGE_SPECS = tuple(
    spec
    for menu in (Menu.SEARCH, Menu.PASSAGE, Menu.NOTE, Menu.VIEW)
    for spec in MENUS[menu]
    if not spec.unavailable and spec not in _ALWAYS
)
"""Actions of the search page, without a condition of their own."""


class Actions(FileActions, SearchActions, PassageActions, NoteActions, ViewActions, HelpActions):
    """The actions of ``window``, at first without icons."""

    def __init__(self, window: QWidget) -> None:
        self.deeds: dict[ActionSpec, Callable[[], object]] = {}
        self._conditions: dict[ActionSpec, Callable[[], bool]] = {}
        self.built = {spec: _build_action(spec, window) for spec in ACTION_SPECS}
        self.modes = {spec.mode: action for spec, action in self.built.items() if spec.mode is not None}
        self.orders = {spec.order: action for spec, action in self.built.items() if spec.order is not None}
        for choices in (self.modes, self.orders):
            group = QActionGroup(window)
            for action in choices.values():
                group.addAction(action)
        self.orders[Order.RELEVANCE].setChecked(True)
        # By role, macOS moves these into the application menu.
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.set_texts()

    def bind(self, deeds: Mapping[ActionSpec, Callable[[], object]]) -> None:
        """Run each deed when its action is triggered; actions without one are followed by panes."""
        self.deeds |= deeds
        for spec, deed in deeds.items():
            self.built[spec].triggered.connect(lambda _=False, deed=deed: deed())

    def enable_if(self, conditions: Mapping[ActionSpec, Callable[[], bool]]) -> None:
        """Have `enable` ask these conditions; other actions stay enabled, unless a pane disables them."""
        self._conditions |= conditions

    def enable(self) -> None:
        """Enable or disable actions with a condition."""
        for spec, can_run in self._conditions.items():
            self.built[spec].setEnabled(can_run())

    def set_texts(self, *, editor_first: bool = False) -> None:
        """Set texts and tooltips in the current language; with ``editor_first``, Enter opens the editor."""
        pair = Actions.open_obsidian, Actions.open_editor
        # Keys stay in place while texts are swapped.
        swapped = dict(zip(pair, reversed(pair), strict=True)) if editor_first else {}
        for spec, action in self.built.items():
            shown = swapped.get(spec, spec)
            action.setText(tr(shown.text))
            action.setToolTip(_action_tooltip(shown, spec.keys))

    def set_keys(self, own: Mapping[str, str]) -> None:
        """Apply the user's keys, "" for none; call `set_texts` afterwards."""
        if dict(own) != user_keys:
            user_keys.clear()
            user_keys.update(own)
            for spec, action in self.built.items():
                action.setShortcuts([QKeySequence.fromString(keys) for keys in spec.keys])

    def set_icons(self, icons: Icons, palette: QPalette) -> None:
        """Set icons in the colours of ``palette``."""
        for spec, action in self.built.items():
            action.setIcon(icons.icon(spec.icon, palette))

    def fill_menu_bar(self, bar: QMenuBar) -> None:
        """Add menus with titles in the current language."""
        for menu, specs in MENUS.items():
            filled = QMenu(bar)
            keep_translated(filled, partial(lambda of, named: of.setTitle(tr(named.value)), filled, menu))
            bar.addMenu(filled)
            filled.setToolTipsVisible(True)
            for spec in specs:
                if spec.begins:
                    filled.addSeparator()
                filled.addAction(self.built[spec])


def why_disabled(action: QAction) -> str:
    """Return why an action is disabled, if known."""
    reasons = {spec.id: spec.unavailable or WITHOUT_VAULT for spec in ACTION_SPECS}
    return tr(reasons.get(action.objectName(), ""))


def mode_texts() -> tuple[tuple[Mode, str, str], ...]:
    """Return search modes in order: mode, text, tooltip with shortcut."""
    return tuple(
        (spec.mode, tr(spec.text), _action_tooltip(spec, spec.keys))
        for spec in ACTION_SPECS
        if spec.mode is not None
    )


def _build_action(spec: ActionSpec, window: QWidget) -> QAction:
    action = QAction(window)
    action.setObjectName(spec.id)
    action.setShortcuts([QKeySequence.fromString(keys) for keys in spec.keys])
    action.setCheckable(spec.checkable or spec.mode is not None or spec.order is not None)
    # Beside an icon, styles draw a pressed frame instead of a check or radio mark.
    action.setIconVisibleInMenu(not action.isCheckable())
    # The keys work only in widgets the action is added to: search page and list.
    if spec.local or spec.in_list:
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    return action


def _action_tooltip(spec: ActionSpec, keys: tuple[str, ...]) -> str:
    text = tr(spec.tooltip)
    return f"{text} ({native_keys(keys[0])})" if keys else text


def native_keys(*keys: str) -> str:
    """Return keys in the system's notation, each once: Enter on the number pad is like Return."""
    sequences = [QKeySequence.fromString(each.replace("Enter", "Return")) for each in keys]
    native = (sequence.toString(QKeySequence.SequenceFormat.NativeText) for sequence in sequences)
    # Also without translations, as when the manual's page of keys is written.
    named = (re.sub(r"\w+", lambda name: KEY_NAMES.get(name[0], name[0]), each) for each in native)
    return ", ".join(dict.fromkeys(named))
