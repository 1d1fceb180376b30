"""First start: what to do, said once, and two buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from vaultsearch.gui.tokens import GRID

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QIcon

_MARK = 72


class Welcome(QWidget):
    """Invites to drop a folder of notes, to choose one, or to look at the sample."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = QLabel()
        self._mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.choose = _button(actions["choose_folder"])
        self.choose.setDefault(True)
        self.sample = _button(actions["open_sample"])
        column = QVBoxLayout(self)
        column.setSpacing(3 * GRID)
        column.addStretch(2)
        column.addWidget(self._mark)
        column.addWidget(_label(self.tr("Drop a folder of notes here"), "heading"))
        column.addWidget(_label(self.tr("Then ask it anything. Your notes stay on this computer."), ""))
        column.addSpacing(GRID)
        column.addLayout(self._row())
        column.addStretch(3)

    def dress(self, mark: QIcon) -> None:
        """Show the application's mark."""
        self._mark.setPixmap(mark.pixmap(_MARK, _MARK))

    def _row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addStretch()
        row.addWidget(self.choose)
        row.addWidget(self.sample)
        row.addStretch()
        return row


def _label(text: str, size: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("scale", size)
    label.setProperty("tone", "" if size else "secondary")
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    return label


def _button(action: QAction) -> QPushButton:
    button = QPushButton(action.text())
    button.setAccessibleName(action.text())
    button.setToolTip(action.toolTip())
    button.setMinimumSize(button.sizeHint().width() + 6 * GRID, 9 * GRID)
    button.clicked.connect(action.trigger)
    return button
