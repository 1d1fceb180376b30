"""Shortcuts: the global shortcut, and the settings page with custom keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTreeWidgetItem,
    QWidget,
)

from vaultsearch.gui.action_table import ActionSpec
from vaultsearch.gui.actions import ACTION_SPECS, native_keys
from vaultsearch.gui.settings.widgets import SettingsPage, in_a_row, plain_tree, push_button, wrapped_label
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr
from vaultsearch.gui.widgets import column_of, ignore_drops
from vaultsearch.settings.protocol import Preferences


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


class OwnKeysEditor(QWidget):
    """List commands with their keys, and edit the selected command's keys."""

    changed = Signal(dict)
    """The user's keys by action id, "" for none."""

    def __init__(self, own: Mapping[str, str]) -> None:
        super().__init__()
        self._own = dict(own)
        self._rows: list[tuple[QTreeWidgetItem, ActionSpec]] = []
        columns = self.tr("Command"), self.tr("Keys")
        self.list = plain_tree(self.tr("Commands and their keys"), columns)
        self.list.setMinimumHeight(60 * GRID)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.edit = _keys_field(self.tr("Keys of the selected command"))
        self.remove = push_button(self.tr("No keys"), lambda: self._choose(""))
        self.reset = push_button(self.tr("Default"), self._reset)
        self.message = wrapped_label(tone="secondary")
        row = in_a_row(self.edit, self.remove, self.reset)
        column_of((self.list, 1), row, self.message, within=self, margins=0)
        for spec in ACTION_SPECS:
            if spec.can_have_own_keys:
                item = QTreeWidgetItem([_command_name(spec), ""])
                item.setToolTip(0, tr(spec.tooltip))
                self.list.addTopLevelItem(item)
                self._rows.append((item, spec))
                self._show_keys(item, spec)
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        typed = self.edit.keySequence
        self.edit.editingFinished.connect(lambda: self._choose(typed().toString(_PORTABLE_TEXT)))
        self.list.setCurrentItem(self._rows[0][0])

    def _show_keys(self, item: QTreeWidgetItem, spec: ActionSpec) -> None:
        item.setText(1, native_keys(*spec.keys_with(self._own)))
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
        others = (other for other in ACTION_SPECS if keys and other is not spec)
        taken = (other for other in others if typed in map(QKeySequence, other.keys_with(self._own)))
        if (other := next(taken, None)) is not None:
            self._show_current()
            stands = self.tr("{} already stands for “{}”.")
            self.message.setText(stands.format(native_keys(keys), _command_name(other)))
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


def _keys_field(name: str) -> QKeySequenceEdit:
    field = QKeySequenceEdit()
    field.setMaximumSequenceLength(1)
    field.setFixedWidth(55 * GRID)
    for named in (field, *field.findChildren(QLineEdit)):
        named.setAccessibleName(name)
        ignore_drops(named)
    return field


def _command_name(spec: ActionSpec) -> str:
    return tr(spec.text).removesuffix("…")


_PORTABLE_TEXT = QKeySequence.SequenceFormat.PortableText
_NATIVE_TEXT = QKeySequence.SequenceFormat.NativeText


class ShortcutPage(SettingsPage):
    """Edit commands' keys and the global shortcut; show the desktop's answer below."""

    can_bind = False
    """Whether the desktop offers a way to bind shortcuts."""
    _answer = ShortcutState()

    def build(self) -> None:
        """Build the page."""
        self.explain(self.tr("Show or hide vaultsearch from any program by these keys."))
        self.keys = _keys_field(self.tr("Global shortcut"))
        self.remove = push_button(self.tr("Remove"), self.keys.clear)
        self.remove.clicked.connect(self.commit)
        self.form((self.tr("Global shortcut"), in_a_row(self.keys, self.remove)))
        self.answer = wrapped_label(tone="secondary")
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
        self.own = OwnKeysEditor(self._store.preferences.keys)
        self.column.addWidget(self.own, 1)
        self.own.changed.connect(lambda own: self._prefer(replace(self._store.preferences, keys=own)))
        self.refresh()
        self.keys.editingFinished.connect(self.commit)
        self.compact.clicked.connect(self.commit)

    def refresh(self) -> None:
        """Show the stored keys."""
        known = self._store.preferences
        self.keys.setKeySequence(QKeySequence.fromString(known.global_shortcut, _PORTABLE_TEXT))
        self.keys.setEnabled(self.can_bind)
        self.compact.setChecked(known.compact)
        self.remove.setEnabled(bool(known.global_shortcut))
        self._show_answer()

    def show_answer(self, answer: ShortcutState) -> None:
        """Show the keys bound by the desktop, or why binding failed."""
        self._answer = answer
        if self.built:
            self._show_answer()

    def commit(self) -> None:
        """Commit the last typed keys."""
        known = self._store.preferences
        keys = self.keys.keySequence().toString(_PORTABLE_TEXT)
        preferences = replace(known, global_shortcut=keys, compact=self.compact.isChecked())
        if preferences != known:
            self._prefer(preferences)

    def _show_answer(self) -> None:
        keys = self._answer.keys
        if not self.can_bind:
            sentence = self.tr("This desktop lets no program bind a shortcut.")
        elif self._answer.trouble:
            sentence = self._answer.trouble
        elif keys:
            native = QKeySequence.fromString(keys, _PORTABLE_TEXT).toString(_NATIVE_TEXT)
            sentence = self.tr("Active: {}").format(native or keys)
        else:
            sentence = self.tr("No shortcut. Click the field and press the keys.")
        self.answer.setText(sentence)

    def _prefer(self, preferences: Preferences) -> None:
        self.remove.setEnabled(bool(preferences.global_shortcut))
        self.signals.shortcut_chosen.emit(preferences.global_shortcut)
        self.prefer(preferences)
