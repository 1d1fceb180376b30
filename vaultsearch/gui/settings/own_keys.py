"""The keys of the window's commands, and the user's own in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui.actions.actions import ACTIONS, native_keys, translated
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.widgets import button, in_a_row, label
from vaultsearch.gui.widgets import ignore_drops

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.gui.actions.action_spec import ActionSpec

_PORTABLE = QKeySequence.SequenceFormat.PortableText


class OwnKeys(QWidget):
    """Lists the commands with their keys; those of the selected one can be typed anew."""

    changed = Signal(dict)
    """The user's own keys, by the ids of actions, "" for none."""

    def __init__(self, own: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own = dict(own)
        self._rows: list[tuple[QTreeWidgetItem, ActionSpec]] = []
        self.list = QTreeWidget()
        self.list.setHeaderLabels([self.tr("Command"), self.tr("Keys")])
        self.list.setAccessibleName(self.tr("Commands and their keys"))
        self.list.setRootIsDecorated(False)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list, 1)
        column.addWidget(in_a_row(self.edit, self.remove, self.reset))
        column.addWidget(self.message)
        for spec in ACTIONS:
            if spec.can_have_own_keys:
                self._add(spec)
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        self.edit.editingFinished.connect(lambda: self._choose(self.edit.keySequence().toString(_PORTABLE)))
        self.list.setCurrentItem(self._rows[0][0])

    def _add(self, spec: ActionSpec) -> None:
        item = QTreeWidgetItem([_name_of(spec), ""])
        item.setToolTip(0, translated(spec.tooltip))
        self.list.addTopLevelItem(item)
        self._rows.append((item, spec))
        self._show_keys(item, spec)

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
                self.tr("{} already stands for “{}”.").format(native_keys(keys), _name_of(other))
            )
            return
        self._own[spec.id] = keys
        self._change(item, spec)

    def _reset(self) -> None:
        item, spec = self._current()
        del self._own[spec.id]
        self._change(item, spec)

    def _change(self, item: QTreeWidgetItem, spec: ActionSpec) -> None:
        self._show_keys(item, spec)
        self._show_current()
        self.changed.emit(dict(self._own))


def _name_of(spec: ActionSpec) -> str:
    return translated(spec.text).removesuffix("…")
