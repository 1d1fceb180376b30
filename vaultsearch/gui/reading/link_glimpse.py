"""Previews of links on the page, while the pointer or the focus of the keyboard rests on one."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QCursor, QTextDocumentFragment
from PySide6.QtWidgets import QToolTip

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QTextBrowser

    from vaultsearch.core.values.note import Preview

_RESTED_MS = 400
_MOST_CHARACTERS = 400


class LinkGlimpse(QObject):
    """Shows the beginning of what a link leads to, in a tooltip: a passage of another note, a footnote."""

    requested = Signal(str)
    """The address of a link within the vault whose note `take` is to be given."""

    def __init__(self, view: QTextBrowser) -> None:
        super().__init__(view)
        self._view = view
        self._address = ""
        self._rest = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rest.timeout.connect(self._look)
        view.highlighted.connect(self._come_to)

    def _come_to(self, link: QUrl) -> None:
        """Wait on a link that the pointer or Tab has come to; an empty one is that it was left."""
        if self._address and QToolTip.isVisible():
            QToolTip.hideText()
        self._address = link.toEncoded().toStdString()
        self._rest.stop()
        if self._address:
            self._rest.start()

    def _look(self) -> None:
        scheme, _, name = self._address.partition("#" if self._address.startswith("#") else ":")
        if scheme in ("note", "place"):
            self.requested.emit(self._address)
        elif scheme in ("http", "https"):
            self._show("", self._address)
        elif not scheme:
            self._show("", self._text_at(name))

    def take(self, address: str, preview: Preview | None) -> None:
        """Show the note that was asked for, unless the link was left meanwhile."""
        if preview is None or address != self._address:
            return
        before, _, behind = preview.html.partition(f"<a name='{escape(preview.anchor)}'>")
        text = QTextDocumentFragment.fromHtml(behind or before).toPlainText()
        self._show(preview.title, text.strip().removeprefix(f"{preview.title}\n"))

    def _text_at(self, name: str) -> str:
        """Return the text of the paragraph on the page that has an anchor."""
        block = self._view.document().begin()
        while block.isValid():
            fragments = block.begin()
            while not fragments.atEnd():
                if name in fragments.fragment().charFormat().anchorNames():
                    return block.text()
                fragments += 1
            block = block.next()
        return ""

    def _show(self, title: str, text: str) -> None:
        words = " ".join(text.replace("\N{OBJECT REPLACEMENT CHARACTER}", "").split())
        if len(words) > _MOST_CHARACTERS:
            words = f"{words[:_MOST_CHARACTERS].rpartition(' ')[0]} …"
        if not words:
            return
        head = f"<b>{escape(title)}</b><br>" if title else ""
        QToolTip.showText(self._place(), f"<p>{head}{escape(words)}</p>", self._view)

    def _place(self) -> QPoint:
        """Return the pointer's place if it is on the link, else that of the keyboard's focus."""
        viewport = self._view.viewport()
        if (
            self._view.anchorAt(viewport.mapFromGlobal(QCursor.pos()))
            == QUrl.fromEncoded(self._address.encode()).toString()
        ):
            return QCursor.pos()
        return viewport.mapToGlobal(self._view.cursorRect().bottomLeft())
