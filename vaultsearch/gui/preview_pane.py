"""The right half: title and heading path, always in sight, above the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from vaultsearch.gui.note_view import NoteView
from vaultsearch.gui.row_text import heading_line
from vaultsearch.gui.tokens import GRID, Tokens

if TYPE_CHECKING:
    from vaultsearch.core.values import Preview


class PreviewPane(QWidget):
    """Shows the note around a passage."""

    link_asked = Signal(QUrl)
    """A link out of the vault was clicked."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preview_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._shown: Preview | None = None
        self.title = _label(size="title")
        self.headings = _label(size="small", tone="secondary")
        self.view = NoteView(tokens)
        self.view.link_asked.connect(self.link_asked)
        self.setMinimumWidth(280)
        self._place()
        self.clear()

    @property
    def shown(self) -> Preview | None:
        """What is shown."""
        return self._shown

    def show_preview(self, preview: Preview) -> None:
        """Show the note, scrolled to its passage."""
        self._shown = preview
        line = heading_line(preview.chunk)
        self.title.setText(preview.chunk.title)
        self.title.setToolTip(preview.chunk.path)
        self.headings.setText(line)
        self.headings.setVisible(bool(line))
        self.view.show_note(preview)

    def clear(self) -> None:
        """Show nothing."""
        self._shown = None
        self.title.clear()
        self.headings.hide()
        self.view.clear()

    def dress(self, tokens: Tokens) -> None:
        """Take the colours of a theme."""
        self.view.dress(tokens)
        if self._shown is not None:
            self.view.show_note(self._shown)

    def _place(self) -> None:
        header = QWidget()
        header.setObjectName("preview_header")
        lines = QVBoxLayout(header)
        lines.setContentsMargins(6 * GRID, 3 * GRID, 6 * GRID, 2 * GRID)
        lines.setSpacing(2)
        lines.addWidget(self.title)
        lines.addWidget(self.headings)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.view)


def _label(size: str, tone: str = "") -> QLabel:
    label = QLabel()
    label.setProperty("scale", size)
    label.setProperty("tone", tone)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    # A title of one long word must not widen the pane.
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
