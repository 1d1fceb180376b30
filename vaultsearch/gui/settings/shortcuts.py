"""Shortcuts: the global shortcut, the settings page with custom keys, and the sheet listing all keys."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QGridLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTreeWidgetItem,
    QWidget,
)

from vaultsearch.gui.actions import ACTIONS, MENUS, native_keys
from vaultsearch.gui.settings.widgets import SettingsPage, button, in_a_row, label, plain_tree
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr
from vaultsearch.gui.widgets import (
    Dialog,
    DialogButtons,
    column_of,
    ignore_drops,
    plain_label,
    row_of,
    text_field,
)
from vaultsearch.gui.window_actions import MOVES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent

    from vaultsearch.gui.action_table import ActionSpec
    from vaultsearch.gui.background import Background
    from vaultsearch.settings.protocol import Preferences, SettingsStore


@dataclass(frozen=True, slots=True)
class ShortcutState:
    """The bound keys, or "", and ``trouble``: why binding failed.

    ``keys`` is a portable key sequence or, if chosen by the desktop, the desktop's description.
    """

    keys: str = ""
    trouble: str = ""


class GlobalShortcut(QObject):
    """Bind a desktop-wide shortcut; this base class is for desktops without support.

    Implementations live in `desktop`; their methods return immediately, and ``changed`` carries the outcome.
    """

    pressed = Signal()
    """The keys were pressed, in whichever program."""
    changed = Signal(object)
    """The new ShortcutState."""

    is_available = False
    """Whether this desktop offers a way to bind shortcuts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = ShortcutState()

    def bind(self, keys: str) -> None:
        """Replace the bound keys by a portable key sequence; "" for none."""

    def release(self) -> None:
        """Release the keys when the program ends."""

    def set_state(self, state: ShortcutState) -> None:
        """Record and emit the outcome."""
        self.state = state
        self.changed.emit(state)


class OwnKeys(QWidget):
    """List commands with their keys, and edit the selected command's keys."""

    changed = Signal(dict)
    """The user's keys by action id, "" for none."""

    def __init__(self, own: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own = dict(own)
        self._rows: list[tuple[QTreeWidgetItem, ActionSpec]] = []
        columns = self.tr("Command"), self.tr("Keys")
        self.list = plain_tree(self.tr("Commands and their keys"), columns)
        self.list.setUniformRowHeights(True)
        self.list.setMinimumHeight(60 * GRID)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setFixedWidth(55 * GRID)
        for named in (self.edit, *self.edit.findChildren(QLineEdit)):
            named.setAccessibleName(self.tr("Keys of the selected command"))
            ignore_drops(named)
        self.remove = button(self.tr("No keys"), lambda: self._choose(""))
        self.reset = button(self.tr("Default"), self._reset)
        self.message = label(tone="secondary")
        column_of(
            (self.list, 1), in_a_row(self.edit, self.remove, self.reset), self.message, within=self, margins=0
        )
        for spec in ACTIONS:
            if spec.can_have_own_keys:
                item = QTreeWidgetItem([_command_name(spec), ""])
                item.setToolTip(0, tr(spec.tooltip))
                self.list.addTopLevelItem(item)
                self._rows.append((item, spec))
                self._show_keys(item, spec)
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        self.edit.editingFinished.connect(
            lambda: self._choose(self.edit.keySequence().toString(_PORTABLE_TEXT))
        )
        self.list.setCurrentItem(self._rows[0][0])

    def _show_keys(self, item: QTreeWidgetItem, spec: ActionSpec) -> None:
        item.setText(1, ", ".join(map(native_keys, spec.keys_with(self._own))))
        font = item.font(0)
        font.setBold(spec.id in self._own)
        for part in (0, 1):
            item.setFont(part, font)

    def _current(self) -> tuple[QTreeWidgetItem, ActionSpec]:
        return self._rows[self.list.currentIndex().row()]

    def _show_current(self) -> None:
        _, spec = self._current()
        keys = spec.keys_with(self._own)
        self.edit.setKeySequence(QKeySequence(next(iter(keys), "")))
        self.remove.setEnabled(bool(keys))
        self.reset.setEnabled(spec.id in self._own)
        self.message.clear()

    def _choose(self, keys: str) -> None:
        item, spec = self._current()
        typed = QKeySequence(keys)
        if typed in map(QKeySequence, spec.keys_with(self._own) or ("",)):
            return
        others = (other for other in ACTIONS if keys and other is not spec)
        taken = (other for other in others if typed in map(QKeySequence, other.keys_with(self._own)))
        if (other := next(taken, None)) is not None:
            self._show_current()
            self.message.setText(
                self.tr("{} already stands for “{}”.").format(native_keys(keys), _command_name(other))
            )
            return
        self._own[spec.id] = keys
        self._change(item, spec)

    def _reset(self) -> None:
        item, spec = self._current()
        # The default keys themselves are not stored: another version may have others.
        del self._own[spec.id]
        self._change(item, spec)

    def _change(self, item: QTreeWidgetItem, spec: ActionSpec) -> None:
        self._show_keys(item, spec)
        self._show_current()
        self.changed.emit(dict(self._own))


def _command_name(spec: ActionSpec) -> str:
    return tr(spec.text).removesuffix("…")


_PORTABLE_TEXT = QKeySequence.SequenceFormat.PortableText
_NATIVE_TEXT = QKeySequence.SequenceFormat.NativeText


class ShortcutPage(SettingsPage):
    """Edit commands' keys and the global shortcut; show the desktop's answer below."""

    preferred = Signal(object)
    """The new Preferences."""

    def __init__(self, store: SettingsStore, background: Background, *, can_bind: bool) -> None:
        super().__init__(tr("Shortcuts"), store, background)
        self._can_bind = can_bind
        self._answer: tuple[str, str] = ("", "")

    def build(self) -> None:
        """Build the page."""
        self.explain(self.tr("Show or hide vaultsearch from any program by these keys."))
        self.keys = QKeySequenceEdit()
        self.keys.setMaximumSequenceLength(1)
        self.keys.setAccessibleName(self.tr("Global shortcut"))
        self.keys.setFixedWidth(55 * GRID)
        for line in self.keys.findChildren(QLineEdit):
            line.setAccessibleName(self.tr("Global shortcut"))
            ignore_drops(line)
        self.remove = button(self.tr("Remove"), self._remove)
        self.append(in_a_row(self.keys, self.remove))
        self.answer = label(tone="secondary")
        self.append(self.answer)
        self.explain(
            self.tr(
                "Or bind the command vaultsearch --toggle to a shortcut in your desktop's keyboard settings."
            )
        )
        self.compact = QCheckBox(self.tr("Open as a small window: search field and results only"))
        self.append(self.compact)
        self.explain(
            self.tr("Esc hides it, Enter opens the note and hides it. Also applies to vaultsearch --toggle.")
        )
        self.section(self.tr("Keys in the window"))
        self.own = OwnKeys(self._store.preferences.keys)
        self.column.addWidget(self.own, 1)
        self.own.changed.connect(lambda own: self._prefer(replace(self._store.preferences, keys=own)))
        self.refresh()
        self.keys.editingFinished.connect(self._commit)
        self.compact.clicked.connect(self._commit)

    def refresh(self) -> None:
        """Show the stored keys."""
        known = self._store.preferences
        self.keys.setKeySequence(QKeySequence.fromString(known.global_shortcut, _PORTABLE_TEXT))
        self.keys.setEnabled(self._can_bind)
        self.compact.setChecked(known.compact)
        self.remove.setEnabled(bool(known.global_shortcut))
        self._show_answer()

    def show_answer(self, keys: str, trouble: str) -> None:
        """Show the keys bound by the desktop, or why binding failed."""
        self._answer = keys, trouble
        if self.built:
            self._show_answer()

    def commit(self) -> None:
        """Commit the last typed keys."""
        if self.built:
            self._commit()

    def _show_answer(self) -> None:
        keys, trouble = self._answer
        if not self._can_bind:
            sentence = self.tr("This desktop lets no program bind a shortcut.")
        elif trouble:
            sentence = trouble
        elif keys:
            native = QKeySequence.fromString(keys, _PORTABLE_TEXT).toString(_NATIVE_TEXT)
            sentence = self.tr("Active: {}").format(native or keys)
        else:
            sentence = self.tr("No shortcut. Click the field and press the keys.")
        self.answer.setText(sentence)

    def _remove(self) -> None:
        self.keys.clear()
        self._commit()

    def _commit(self) -> None:
        known = self._store.preferences
        keys = self.keys.keySequence().toString(_PORTABLE_TEXT)
        preferences = replace(known, global_shortcut=keys, compact=self.compact.isChecked())
        if preferences != known:
            self._prefer(preferences)

    def _prefer(self, preferences: Preferences) -> None:
        self._store.set_preferences(preferences)
        self.remove.setEnabled(bool(preferences.global_shortcut))
        self.preferred.emit(preferences)


_SHEET_SIZE = (880, 620)
_SHEET_COLUMNS = 2
_KEYS_WIDTH = 28 * GRID


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """A menu's keys, or navigation keys: pairs of keys and effect."""

    title: str
    lines: tuple[tuple[str, str], ...]


class ShortcutsSheet(Dialog):
    """List keys and actions in menu order, with a filter field above."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Keyboard shortcuts"), *_SHEET_SIZE, parent)
        self.field = text_field(self.tr("Filter by key or command"), clearable=True)
        self.field.textChanged.connect(self._filter)
        self.groups = [_KeyGroupView(group) for group in key_groups()]
        self.nothing = plain_label(self.tr("No matching shortcut"), tone="secondary")
        self.nothing.hide()
        buttons = DialogButtons(self)
        column_of(
            self.field,
            self.nothing,
            (self._scrolled(), 1),
            buttons,
            within=self,
            margins=(6 * GRID, 4 * GRID, 6 * GRID, 4 * GRID),
            spacing=3 * GRID,
        )
        # Its keys scroll the sheet as well, see `keyPressEvent`.
        self.field.setFocus()

    def _scrolled(self) -> QScrollArea:
        content = QWidget()
        row = row_of(within=content, margins=(0, 0, 3 * GRID, 0), spacing=10 * GRID)
        for groups in _balance_columns(self.groups):
            column = column_of(*groups, 0, spacing=5 * GRID)
            row.addLayout(column, 1)
        area = QScrollArea()
        area.setWidget(content)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar = area.verticalScrollBar()
        return area

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by keys unused in the field."""
        steps = {
            Qt.Key.Key_Down: self._bar.singleStep(),
            Qt.Key.Key_Up: -self._bar.singleStep(),
            Qt.Key.Key_PageDown: self._bar.pageStep(),
            Qt.Key.Key_PageUp: -self._bar.pageStep(),
        }
        if (step := steps.get(Qt.Key(event.key()))) is not None:
            self._bar.setValue(self._bar.value() + step)
        else:
            super().keyPressEvent(event)

    def _filter(self, typed: str) -> None:
        shown_groups = [group.filter(typed) for group in self.groups]
        self.nothing.setVisible(not any(shown_groups))


class _KeyGroupView(QWidget):
    """A heading with a line for each key."""

    def __init__(self, group: KeyGroup) -> None:
        super().__init__()
        self.rows: list[tuple[QLabel, QLabel]] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.setColumnMinimumWidth(0, _KEYS_WIDTH)
        grid.setColumnStretch(1, 1)
        grid.addWidget(plain_label(group.title, scale="section"), 0, 0, 1, 2)
        for number, (keys, text) in enumerate(group.lines, start=1):
            shown, description = plain_label(keys, scale="title", wraps=True), plain_label(text, wraps=True)
            grid.addWidget(shown, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(description, number, 1, Qt.AlignmentFlag.AlignTop)
            self.rows.append((shown, description))

    def filter(self, typed: str) -> bool:
        """Show the lines containing every typed word; return whether there are any."""
        words = typed.casefold().split()
        is_shown = False
        for keys, text in self.rows:
            line = f"{keys.text()} {text.text()}".casefold()
            fits = all(word in line for word in words)
            is_shown = is_shown or fits
            keys.setVisible(fits)
            text.setVisible(fits)
        self.setVisible(is_shown)
        return is_shown


_MNEMONIC = re.compile(r"\(&.\)|&")
"""A menu letter's mark; in Chinese, the letter follows the title in parentheses."""


def key_groups() -> tuple[KeyGroup, ...]:
    """Return keys with effects by menu, preceded by the navigation keys."""
    moves = tuple((_format_keys((keys,)), tr(text)) for keys, text in MOVES)
    groups = [KeyGroup(tr("Moving around"), moves)]
    for menu, specs in MENUS.items():
        lines = ((_format_keys(spec.keys), tr(spec.tooltip)) for spec in specs if spec.keys)
        groups.append(KeyGroup(_MNEMONIC.sub("", tr(menu.value)), tuple(lines)))
    return tuple(group for group in groups if group.lines)


def _balance_columns(groups: list[_KeyGroupView]) -> list[list[_KeyGroupView]]:
    """Divide groups, in order, into columns with similar numbers of lines."""
    columns: list[list[_KeyGroupView]] = [[] for _ in range(_SHEET_COLUMNS)]
    # A group takes two lines more than its rows: its title and a gap.
    total = sum(len(group.rows) + 2 for group in groups)
    done = 0
    for group in groups:
        lines = len(group.rows) + 2
        columns[min(_SHEET_COLUMNS - 1, (done + lines // 2) * _SHEET_COLUMNS // total)].append(group)
        done += lines
    return columns


def _format_keys(keys: tuple[str, ...]) -> str:
    # Enter on the number pad does the same as Return, so only one of them is listed.
    listed = [key for key in keys if "Enter" not in key]
    return ", ".join(map(native_keys, listed))
