"""Ctrl+P: the command palette, which finds an action by a few letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from vaultsearch.gui.actions.actions import reason_of
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.overlay import FieldOverlay
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH = 130 * GRID
_ROWS = 10


class CommandPalette(FieldOverlay):
    """Lists ``actions`` over ``window``, and runs the chosen one."""

    def __init__(self, actions: Sequence[QAction], window: QWidget) -> None:
        self.list = _list_of_commands()
        super().__init__("command_palette", self.list, _WIDTH, window)
        self._actions = self._offered = actions
        self.field.textChanged.connect(self._list)
        self.list.itemClicked.connect(self._run)
        keep_translated(self, self._set_texts)

    def open(self) -> None:
        """Open with all actions, or close if it is open."""
        self.open_with(self._actions)

    def open_with(self, actions: Sequence[QAction]) -> None:
        """Open with some actions only, or close if it is open."""
        self._offered = actions
        super().open()

    def fill(self) -> None:
        """List the actions; those that cannot be run now at the end."""
        self._list("")

    def usual_height(self) -> int:
        """Return room for ten commands."""
        row = self.list.sizeHintForRow(0) + GRID
        return self.field.sizeHint().height() + _ROWS * row + 5 * GRID

    def choose(self, _event: QKeyEvent) -> None:
        """Run the selected action."""
        if (item := self.list.currentItem()) is not None:
            self._run(item)

    def _set_texts(self) -> None:
        self.field.setPlaceholderText(self.tr("Type a command"))
        self.field.setAccessibleName(self.tr("Type a command"))
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.header().setAccessibleName(self.tr("Commands and their shortcuts"))

    def _list(self, typed: str) -> None:
        self.list.clear()
        matching_actions = matching(self._offered, typed)
        for action in sorted(matching_actions, key=lambda action: not action.isEnabled()):
            self.list.addTopLevelItem(self._item(action))
        self.select(0)

    def _item(self, action: QAction) -> QTreeWidgetItem:
        """Return a line with the keys; a disabled action's is grey and says why it cannot be run."""
        can_run = action.isEnabled()
        beside = _keys(action) if can_run else reason_of(action)
        item = QTreeWidgetItem([_text(action), beside])
        item.setToolTip(0, action.toolTip())
        item.setData(0, Qt.ItemDataRole.UserRole, action)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if not can_run:
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{_text(action)}: {beside}")
            grey = self.palette().brush(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
            for column in (0, 1):
                item.setForeground(column, grey)
        return item

    def _run(self, item: QTreeWidgetItem) -> None:
        action: QAction = item.data(0, Qt.ItemDataRole.UserRole)
        if action.isEnabled():
            self.dismiss()
            action.trigger()


def matching(actions: Sequence[QAction], typed: str) -> list[QAction]:
    """Return the actions that contain all typed words, those whose text begins with them first."""
    words = typed.casefold().split()

    def place(action: QAction) -> int | None:
        text, hint = _text(action).casefold(), action.toolTip().casefold()
        if not all(word in text or word in hint for word in words):
            return None
        begun = all(any(part.startswith(word) for part in text.split()) for word in words)
        return 0 if begun else 1 if all(word in text for word in words) else 2

    ranked = [(rank, action) for action in actions if (rank := place(action)) is not None]
    return [action for _, action in sorted(ranked, key=lambda rank_and_action: rank_and_action[0])]


def _text(action: QAction) -> str:
    return action.text().replace("&", "")


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _list_of_commands() -> QTreeWidget:
    tree = QTreeWidget()
    tree.setObjectName("commands")
    tree.setColumnCount(2)
    tree.setHeaderHidden(True)
    tree.setRootIsDecorated(False)
    tree.setUniformRowHeights(True)
    tree.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    tree.header().setStretchLastSection(False)
    # A command is read in full; the reason why it cannot be run is cut off if there is no room for both.
    tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    return tree
