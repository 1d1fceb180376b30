"""Previews of links on the page, while the pointer or the focus of the keyboard rests on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QCursor

from vaultsearch.gui.glimpse import Glimpse

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QTextBrowser

    from vaultsearch.core.values.note import Preview


class LinkGlimpse(QObject):
    """Shows the beginning of what a link leads to, in a tooltip: a passage of another note, a footnote."""

    requested = Signal(str)
    """The address of a link within the vault whose note `take` is to be given."""

    def __init__(self, view: QTextBrowser) -> None:
        super().__init__(view)
        self._view = view
        self._glimpse = Glimpse(view, self._look)
        # An empty address is that a link was left.
        view.highlighted.connect(lambda link: self._glimpse.come_to(link.toEncoded().toStdString() or None))

    @property
    def _address(self) -> str:
        return str(self._glimpse.subject or "")

    def _look(self) -> None:
        scheme, _, name = self._address.partition("#" if self._address.startswith("#") else ":")
        if scheme in ("note", "place"):
            self.requested.emit(self._address)
        elif scheme in ("http", "https"):
            self._glimpse.show(self._place(), "", self._address)
        elif not scheme:
            self._glimpse.show(self._place(), "", self._text_at(name))

    def take(self, address: str, preview: Preview | None) -> None:
        """Show the note that was asked for, unless the link was left meanwhile."""
        if preview is not None and address == self._address:
            self._glimpse.show_note(self._place(), preview)

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

    def _place(self) -> QPoint:
        """Return the pointer's place if it is on the link, else that of the keyboard's focus."""
        viewport = self._view.viewport()
        if (
            self._view.anchorAt(viewport.mapFromGlobal(QCursor.pos()))
            == QUrl.fromEncoded(self._address.encode()).toString()
        ):
            return QCursor.pos()
        return viewport.mapToGlobal(self._view.cursorRect().bottomLeft())
