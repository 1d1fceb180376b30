"""The pictures on the page: blank and without size until their bytes have arrived and are decoded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QImage, QTextCharFormat, QTextCursor, QTextDocument, QTextImageFormat

from vaultsearch.gui.reading.picture_decoding import PictureDecoder
from vaultsearch.gui.reading.word_boxes import marked_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.pages import WordPlace
    from vaultsearch.gui.reading.note_document import Picture

_UNSEEN = "icon:image"
_ICON = 16.0


class NotePictures(QObject):
    """Requests the pictures in ``document`` one after the other, and inserts each at its positions."""

    wanted = Signal(str)
    """The address of the picture whose bytes are requested next."""
    arrived = Signal()
    """A picture has been decoded and can be inserted by `place`."""

    def __init__(self, document: QTextDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._decoder = PictureDecoder(self)
        self._decoder.decoded.connect(self._keep_decoded)
        self._images: dict[str, QImage] = {}
        self._plain: dict[str, QImage] = {}
        self._words: tuple[WordPlace, ...] = ()
        self._places: dict[str, list[Picture]] = {}
        self._waiting: list[str] = []
        self._requested = ""
        self._ready: list[str] = []
        self._widest = 700.0
        self._ratio = self._zoom = 1.0

    def forget(self) -> None:
        """Forget all pictures: another note is shown, and its addresses mean other pictures."""
        self._images, self._plain = {}, {}
        self.take_off()

    def take_off(self) -> None:
        """Take all off the page; decoded ones are kept, and shown at once when they are added again."""
        self._places, self._waiting, self._ready, self._requested = {}, [], [], ""

    def measure(self, widest: float, ratio: float, zoom: float = 1.0) -> None:
        """Decode for a column of at most ``widest`` device-independent pixels on a screen of ``ratio``.

        ``zoom`` scales the pictures; the column is scaled already.
        """
        self._widest, self._ratio, self._zoom = widest / zoom, ratio, zoom

    def add(self, pictures: Sequence[Picture], column: float) -> None:
        """Show more pictures: decoded ones at once, in a column of ``column`` pixels."""
        for picture in pictures:
            known = self._places.setdefault(picture.address, [])
            known.append(picture)
            if picture.address in self._images:
                self._put(picture, column)
            elif len(known) == 1:
                self._waiting.append(picture.address)
        self._request_next()

    def take(self, content: bytes | None) -> None:
        """Take the bytes of the picture requested last, None if it cannot be read."""
        if not self._requested:
            return
        if content is None:
            self._keep_decoded(self._requested, QImage())
        else:
            sharp = self._widest * self._ratio * max(1.0, self._zoom)
            self._decoder.decode(self._requested, content, round(sharp))

    def mark(self, words: Sequence[WordPlace]) -> None:
        """Mark the words recognised in the one picture on the page, from now on; () for other notes."""
        if self._words != (words := tuple(words)):
            self._words = words
            self._images = {address: self._marked(image) for address, image in self._plain.items()}
            self._ready += [address for address, image in self._images.items() if not image.isNull()]
            self.arrived.emit()

    def place(self, column: float) -> None:
        """Insert the decoded pictures into the page, at most ``column`` pixels wide."""
        ready, self._ready = self._ready, []
        for address in ready:
            for picture in self._places.get(address, []):
                self._put(picture, column)

    def fit(self, column: float) -> None:
        """Fit the pictures into a column of another width, in pixels."""
        for address, image in self._images.items():
            if not image.isNull():
                for picture in self._places.get(address, []):
                    self._put(picture, column)

    def image(self, address: str) -> QImage | None:
        """Return a decoded picture, None if there is none yet."""
        return self._images.get(address)

    def _request_next(self) -> None:
        if not self._requested and self._waiting:
            self._requested = self._waiting.pop(0)
            self.wanted.emit(self._requested)

    def _keep_decoded(self, address: str, image: QImage) -> None:
        if address != self._requested:
            return  # a picture of the note shown before
        self._requested = ""
        self._plain[address], self._images[address] = image, self._marked(image)
        self._ready.append(address)
        self.arrived.emit()
        self._request_next()

    def _marked(self, image: QImage) -> QImage:
        return marked_picture(image, self._words, max(1.0, image.width() / self._widest))

    def _put(self, picture: Picture, column: float) -> None:
        image = self._images[picture.address]
        cursor = QTextCursor(picture.cursor)
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
        shape = QTextImageFormat(cursor.charFormat().toImageFormat())
        if not shape.isValid():
            return
        if image.isNull():
            self._put_words(picture, cursor)
            return
        width = picture.width or min(image.width() / self._ratio, self._widest)
        width = min(width * self._zoom, column)
        self._document.addResource(
            QTextDocument.ResourceType.ImageResource.value, QUrl(picture.address), image
        )
        shape.setWidth(width)
        shape.setHeight(width * image.height() / image.width())
        cursor.setCharFormat(shape)
        self._document.markContentsDirty(cursor.selectionStart(), 1)

    def _put_words(self, picture: Picture, cursor: QTextCursor) -> None:
        """Show an icon and the alternative text instead of a picture that cannot be shown."""
        unseen = QTextImageFormat()
        unseen.setName(_UNSEEN)
        unseen.setWidth(_ICON)
        unseen.setHeight(_ICON)
        cursor.setCharFormat(unseen)
        cursor.clearSelection()
        words = QTextCharFormat()
        words.setFontItalic(True)
        cursor.insertText(f"\N{NO-BREAK SPACE}{picture.words}", words)
