"""What the pages of the settings window are made of: headings, explanations, rows, sizes in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui.looks.tokens import GRID

if TYPE_CHECKING:
    from collections.abc import Callable

MARGIN = 6 * GRID
_MEASURE = 640
"""Explanations are no wider than this, in device-independent pixels: longer lines are hard to follow."""


class SettingsPage(QWidget):
    """One page, in the list at the left by its title; its parts stand in a column.

    They are made when the page first comes to the front: most are never looked at.
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.made = False
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(MARGIN, 5 * GRID, MARGIN, MARGIN)
        self.column.setSpacing(2 * GRID)
        self.column.addWidget(label(title, scale="page"))
        self.column.addSpacing(GRID)

    def come(self) -> None:
        """Come to the front."""
        if not self.made:
            self.make()
            self.made = True
        self.entered()

    def make(self) -> None:
        """Put the parts of the page into it."""

    def entered(self) -> None:
        """Look up anew what may have changed: the page has come to the front."""

    def left(self) -> None:
        """Take up what was typed: the page is left, or the window closed."""

    def section(self, title: str) -> None:
        """Begin a part of the page."""
        self.column.addSpacing(3 * GRID)
        self.column.addWidget(label(title, scale="section"))

    def explain(self, text: str) -> QLabel:
        """Say something in secondary text."""
        explained = label(text, tone="secondary")
        self.column.addWidget(explained)
        return explained


def label(text: str = "", *, scale: str = "", tone: str = "") -> QLabel:
    """Make a label of plain text that breaks its lines."""
    made = QLabel(text)
    made.setProperty("scale", scale)
    made.setProperty("tone", tone)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setMaximumWidth(_MEASURE)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return made


def button(text: str, deed: Callable[[], object], tooltip: str = "") -> QPushButton:
    """Make a button."""
    made = QPushButton(text)
    made.setAccessibleName(text.replace("&", ""))
    made.setToolTip(tooltip)
    made.setAutoDefault(False)
    made.clicked.connect(lambda _=False: deed())
    return made


def in_a_row(*parts: QWidget) -> QWidget:
    """Put widgets beside each other, and nothing after them."""
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(2 * GRID)
    for part in parts:
        line.addWidget(part)
    line.addStretch()
    return row


class Scrolled(QScrollArea):
    """A page that may be longer than the window."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__()
        self.page = page
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def minimumSizeHint(self) -> QSize:
        """Leave the page the width that it needs: there is no scrolling sideways."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self.page.minimumSizeHint().width() + bar, 10 * GRID)


def size_text(count: int) -> str:
    """Say how many bytes in a unit that a person reads: 90 MB."""
    return QLocale().formattedDataSize(count, 0 if count >= 1_000_000 else 1, _SI)


_SI = QLocale.DataSizeFormat.DataSizeSIFormat
