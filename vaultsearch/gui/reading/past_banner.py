"""The strip above a page that is not the note of today: when it was so, what has changed, the old text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from vaultsearch.core.values.times import PastKind
from vaultsearch.gui import phrases
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.times import PastNote


class PastBanner(QWidget):
    """Hidden unless a note of the past is shown."""

    changes_asked = Signal()
    """The changes since then were asked for."""
    text_asked = Signal()
    """The old text was asked for, to be copied."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("past_banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._past: PastNote | None = None
        self.sentence = plain_label(wraps=True)
        self.changes, self.copy = QPushButton(), QPushButton()
        self.changes.clicked.connect(self.changes_asked)
        self.copy.clicked.connect(self.text_asked)
        self._row = row = QHBoxLayout(self)
        self.indent(6 * GRID)
        row.setSpacing(2 * GRID)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.changes)
        row.addWidget(self.copy)
        keep_translated(self, self._set_texts)

    def indent(self, side: int) -> None:
        """Begin as many pixels from the edge as the text below."""
        self._row.setContentsMargins(side, GRID, 3 * GRID, GRID)

    def show_past(self, past: PastNote | None) -> None:
        """Say of when the shown note is; None hides the strip."""
        self._past = past
        self.setVisible(past is not None)
        self.copy.setVisible(past is not None and past.kind is not PastKind.CHANGED)
        self._set_texts()

    def _set_texts(self) -> None:
        sentence = "" if self._past is None else phrases.past_note(self._past)
        self.sentence.setText(sentence[:1].upper() + sentence[1:])
        is_change = self._past is not None and self._past.kind is PastKind.CHANGED
        self.changes.setText(self.tr("This change") if is_change else self.tr("Changes since"))
        self.copy.setText(self.tr("Copy the old text"))
