"""F1: the sheet of all shortcuts, from the table of actions."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from vaultsearch.gui.actions.actions import ACTIONS, MOVES
from vaultsearch.gui.actions.built_actions import translated
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.widgets import plain_label


class ShortcutsSheet(QDialog):
    """Lists keys and their actions, in the order of the menus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout()
        grid.setHorizontalSpacing(6 * GRID)
        grid.setVerticalSpacing(2 * GRID)
        for row, (keys, text) in enumerate(key_lines()):
            grid.addWidget(plain_label(keys, scale="title"), row, 0, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(plain_label(text), row, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in buttons.buttons():
            button.setAccessibleName(button.text())
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * GRID, 4 * GRID, 6 * GRID, 4 * GRID)
        column.setSpacing(4 * GRID)
        column.addLayout(grid)
        column.addWidget(buttons)


def key_lines() -> tuple[tuple[str, str], ...]:
    """Return pairs of keys and the sentence on their effect."""
    actions = [(tuple(spec.shortcuts), translated(spec.tooltip)) for spec in ACTIONS if spec.shortcuts]
    moves = [((keys,), translated(text)) for keys, text in MOVES]
    return tuple((_format_keys(keys), text) for keys, text in moves + actions)


def _format_keys(keys: tuple[str, ...]) -> str:
    form = QKeySequence.SequenceFormat.NativeText
    # Enter on the number pad does the same as Return, so only one of them is listed.
    listed = [key for key in keys if "Enter" not in key]
    return ", ".join(QKeySequence(key).toString(form) for key in listed)
