"""A small preview in a tooltip, while the pointer or the focus of the keyboard rests on something."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QToolTip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from vaultsearch.core.values.note import Preview

_RESTED_MS = 400
_MOST_CHARACTERS = 400


class Glimpse(QObject):
    """Calls ``look`` once the pointer rests on one thing of ``widget``; hides what was shown on leaving."""

    def __init__(self, widget: QWidget, look: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._subject: object = None
        self._rest = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rest.timeout.connect(look)

    def come_to(self, subject: object) -> None:
        """Wait on what the pointer has come to, None if it has left."""
        if subject == self._subject:
            return
        if self._subject is not None and QToolTip.isVisible():
            QToolTip.hideText()
        self._subject = subject
        self._rest.stop()
        if subject is not None:
            self._rest.start()

    @property
    def subject(self) -> object:
        """The thing that the pointer is on, or None."""
        return self._subject

    def show(self, place: QPoint, title: str, text: str) -> None:
        """Show a title and the beginning of a text at a place of the screen."""
        words = " ".join(text.replace("\N{OBJECT REPLACEMENT CHARACTER}", "").split())
        if len(words) > _MOST_CHARACTERS:
            words = f"{words[:_MOST_CHARACTERS].rpartition(' ')[0]} …"
        if words:
            head = f"<b>{escape(title)}</b><br>" if title else ""
            QToolTip.showText(place, f"<p>{head}{escape(words)}</p>", self._widget)

    def show_note(self, place: QPoint, preview: Preview) -> None:
        """Show the beginning of a note from its passage on, without its title."""
        before, _, behind = preview.html.partition(f"<a name='{escape(preview.anchor)}'>")
        text = QTextDocumentFragment.fromHtml(behind or before).toPlainText()
        self.show(place, preview.title, text.strip().removeprefix(f"{preview.title}\n"))
