"""Tooltips with the beginning of what the pointer rests on: a passage, or a link's target."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QCursor, QTextDocumentFragment
from PySide6.QtWidgets import QToolTip, QWidget

from vaultsearch.core.values.note import Preview
from vaultsearch.gui.engine_thread import EngineThread

GLIMPSE_JOB = "glimpse of a note"
_LOOK_AFTER_MS = 400
_MAX_CHARACTERS = 400


class Glimpse(QObject):
    """Watches for the pointer's rest on a subject in ``widget``, and hides the tooltip on leaving."""

    rested = Signal()
    """The pointer has rested on the subject."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self.subject: object = None
        """The subject under the pointer, or None."""
        self._rest = QTimer(self, singleShot=True, interval=_LOOK_AFTER_MS)
        self._rest.timeout.connect(self.rested)

    def come_to(self, subject: object) -> None:
        """Wait on the subject under the pointer, None if the pointer has left."""
        if subject == self.subject:
            return
        # Without a subject, a tooltip that is shown is another widget's.
        if self.subject is not None and QToolTip.isVisible():
            QToolTip.hideText()
        self.subject = subject
        self._rest.stop()
        if subject is not None:
            self._rest.start()

    def show(self, place: QPoint, title: str, text: str) -> None:
        """Show a title and the text's beginning at a screen position."""
        # This character stands for a picture, which a tooltip does not show.
        words = " ".join(text.replace("\N{OBJECT REPLACEMENT CHARACTER}", "").split())
        if len(words) > _MAX_CHARACTERS:
            words = f"{words[:_MAX_CHARACTERS].rpartition(' ')[0]} …"
        if words:
            head = f"<b>{escape(title)}</b><br>" if title else ""
            QToolTip.showText(place, f"<p>{head}{escape(words)}</p>", self._widget)

    def ask_note(self, engine: EngineThread, path: str, line: int) -> None:
        """Show a note at a line beside the pointer, unless this has left the subject when the note comes."""
        subject = self.subject

        def show(preview: Preview | None) -> None:
            if preview is not None and self.subject == subject:
                self.show_note(QCursor.pos(), preview)

        engine.ask(GLIMPSE_JOB, lambda vault: vault.pages.preview_at(path, line), show)

    def show_note(self, place: QPoint, preview: Preview) -> None:
        """Show the note's text from the passage on, without the title."""
        before, _, behind = preview.html.partition(f"<a name='{escape(preview.anchor)}'>")
        text = QTextDocumentFragment.fromHtml(behind or before).toPlainText()
        self.show(place, preview.title, text.strip().removeprefix(f"{preview.title}\n"))
