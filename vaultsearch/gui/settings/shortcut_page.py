"""Settings, Shortcuts: the keys of commands, and those that show and hide the window from anywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QCheckBox, QKeySequenceEdit, QLineEdit

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.own_keys import OwnKeys
from vaultsearch.gui.settings.widgets import SettingsPage, button, in_a_row, label
from vaultsearch.gui.widgets import ignore_drops

if TYPE_CHECKING:
    from vaultsearch.settings.protocol import Preferences, SettingsStore

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText


class ShortcutPage(SettingsPage):
    """Edits the keys of commands, and the global shortcut; the desktop's answer is shown beneath."""

    preferred = Signal(object)
    """The new Preferences."""

    def __init__(self, store: SettingsStore, *, can_bind: bool) -> None:
        super().__init__(QCoreApplication.translate("ShortcutPage", "Shortcuts"))
        self._store = store
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
        self.column.addWidget(in_a_row(self.keys, self.remove))
        self.answer = label(tone="secondary")
        self.column.addWidget(self.answer)
        self.explain(
            self.tr(
                "Or bind the command vaultsearch --toggle to a shortcut in your desktop's keyboard settings."
            )
        )
        self.compact = QCheckBox(self.tr("Open as a small window: search field and results only"))
        self.column.addWidget(self.compact)
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
        self.keys.setKeySequence(QKeySequence.fromString(known.global_shortcut, _PORTABLE))
        self.keys.setEnabled(self._can_bind)
        self.compact.setChecked(known.compact)
        self.remove.setEnabled(bool(known.global_shortcut))
        self._show_answer()

    def show_answer(self, keys: str, trouble: str) -> None:
        """Show which keys the desktop has bound, or why none."""
        self._answer = keys, trouble
        if self.built:
            self._show_answer()

    def commit(self) -> None:
        """Commit the keys that were typed last."""
        if self.built:
            self._commit()

    def _show_answer(self) -> None:
        keys, trouble = self._answer
        if not self._can_bind:
            sentence = self.tr("This desktop lets no program bind a shortcut.")
        elif trouble:
            sentence = trouble
        elif keys:
            native = QKeySequence.fromString(keys, _PORTABLE).toString(_NATIVE)
            sentence = self.tr("Active: {}").format(native or keys)
        else:
            sentence = self.tr("No shortcut. Click the field and press the keys.")
        self.answer.setText(sentence)

    def _remove(self) -> None:
        self.keys.clear()
        self._commit()

    def _commit(self) -> None:
        known = self._store.preferences
        keys = self.keys.keySequence().toString(_PORTABLE)
        preferences = replace(known, global_shortcut=keys, compact=self.compact.isChecked())
        if preferences != known:
            self._prefer(preferences)

    def _prefer(self, preferences: Preferences) -> None:
        self._store.set_preferences(preferences)
        self.remove.setEnabled(bool(preferences.global_shortcut))
        self.preferred.emit(preferences)
