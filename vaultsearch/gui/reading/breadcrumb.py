"""The headings that one reads below, each a link to it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from vaultsearch.gui.retranslation import keep_translated
from vaultsearch.gui.rows.row_text import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.note import Heading


class Breadcrumb(QLabel):
    """One line of links, wrapped where it must be; takes no room while there is nothing to say."""

    asked = Signal(int)
    """The line of the heading that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = ""
        self._shown: tuple[Heading, ...] = ()
        self.setProperty("scale", "small")
        self.setProperty("tone", "secondary")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        keep_translated(self, lambda: self.setAccessibleName(self.tr("The headings above")))
        self.linkActivated.connect(lambda line: self.asked.emit(int(line)))

    def dress(self, colour: str) -> None:
        """Take the colour of secondary text."""
        self._colour = colour
        self.show_headings(self._shown)

    def show_headings(self, path: Sequence[Heading]) -> None:
        """Show the path, the top heading first; a heading of line 0 is shown and leads nowhere."""
        self._shown = tuple(path)
        self.setText(SEPARATOR.join(self._link(heading) for heading in path))
        self.setAccessibleDescription(SEPARATOR.join(heading.text for heading in path))
        self.setVisible(bool(path))

    @property
    def said(self) -> str:
        """The path as text."""
        return SEPARATOR.join(heading.text for heading in self._shown)

    def _link(self, heading: Heading) -> str:
        text = escape(heading.text)
        if not heading.line:
            return text
        style = f"color: {self._colour}; text-decoration: none"
        return f'<a href="{heading.line}" style="{style}">{text}</a>'
