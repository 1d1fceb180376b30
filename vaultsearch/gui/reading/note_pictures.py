"""The pictures on the page: blank and without size until their bytes have arrived and are decoded."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetrics,
    QGuiApplication,
    QImage,
    QImageReader,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)

from vaultsearch.core.values.note import Diagram, Formula, WordPlace, picture_format
from vaultsearch.gui.reading.page_style import FormulaPlace
from vaultsearch.gui.rows.word_boxes import marked_picture

if TYPE_CHECKING:
    # Not for the process that decodes: it needs no widgets.
    from vaultsearch.gui.reading.note_document import Picture

DECODE_LIMIT_S = 5.0
"""Seconds allowed for a picture. An SVG with 1.6 KB of uses within uses takes for ever."""

_STARTED_WITHIN_S = 30.0
_POLLED_EVERY_S = 0.1
_IDLE_S = 30.0
"""How long the idle process is kept; it holds about 60 MB."""
_LONGEST_SIDE = 30_000
_MAX_PIXELS = 250_000_000
_MAX_HEIGHT_FACTOR = 4
"""The greatest height, as a multiple of the column's width."""
_LINE_SEPARATOR = "\u2028"

PicturePixels: TypeAlias = "tuple[int, int, int, bytes]"
"""Width, height, bytes per line, and the pixels as premultiplied ARGB."""


class PictureDecoder(QObject):
    """Decodes pictures one at a time.

    A broken picture, or one over the limit in seconds, becomes a null image.
    """

    decoded = Signal(str, QImage)
    """Address and image; emitted on this object's thread."""
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None, limit: float = DECODE_LIMIT_S) -> None:
        super().__init__(parent)
        self._process = PictureProcess(limit)
        self._queue: SimpleQueue[tuple[str, bytes, int, threading.Event] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._given_up = threading.Event()
        self._finished.connect(self._emit_decoded, Qt.ConnectionType.QueuedConnection)
        # A page that is gone must not leave its process behind, nor its thread.
        self.destroyed.connect(self._process.end)
        self.destroyed.connect(partial(self._queue.put, None))

    def decode(self, address: str, content: bytes, width: int) -> None:
        """Decode to at most ``width`` physical pixels across; drop the previous picture."""
        self._given_up.set()
        self._given_up = threading.Event()
        # Once: a start returns when the thread has got a core, beside busy ones after 60 to 160 ms a formula.
        if self._thread is None:
            self._thread = threading.Thread(target=self._decode_each, name="picture", daemon=True)
            self._thread.start()
        self._queue.put((address, content, width, self._given_up))

    def _decode_each(self) -> None:
        while True:
            try:
                picture = self._queue.get(timeout=_IDLE_S)
            except Empty:
                self._process.end()
                continue
            if picture is None:
                return self._process.end()
            address, content, width, given_up = picture
            pixels = self._process.decode(content, width, given_up)
            # The page may have gone meanwhile, and this object with it.
            with suppress(RuntimeError):
                self._finished.emit((address, pixels))

    @Slot(object)
    def _emit_decoded(self, finished: tuple[str, PicturePixels | None]) -> None:
        address, pixels = finished
        image = QImage()
        if pixels is not None:
            width, height, line, content = pixels
            # Copied: an image over bytes lives no longer than they do.
            image = QImage(content, width, height, line, QImage.Format.Format_ARGB32_Premultiplied).copy()
        self.decoded.emit(address, image)


class PictureProcess:
    """Decodes pictures for one thread; starts on first use, and again after it ended."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def decode(self, content: bytes, width: int, given_up: threading.Event) -> PicturePixels | None:
        """Return a picture at most ``width`` pixels across.

        Return None if it fails, exceeds the limit, or as soon as ``given_up`` is set.
        """
        # It fails if the picture broke the decoder.
        with suppress(EOFError, OSError):
            connection = self._running()
            connection.send((content, width))
            until = time.monotonic() + self._limit
            while not given_up.is_set() and time.monotonic() < until:
                if connection.poll(_POLLED_EVERY_S):
                    pixels: PicturePixels | None = connection.recv()
                    return pixels
        self.end()
        return None

    def end(self) -> None:
        """Kill the process, even in the middle of a picture; the caller of `decode` gets None."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()

    def _running(self) -> Connection:
        if self._process is None or self._connection is None:
            context = get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(
                target=_serve_pictures, args=(theirs,), name="pictures", daemon=True
            )
            self._process.start()
            theirs.close()
            if not self._connection.poll(_STARTED_WITHIN_S):
                raise EOFError
            self._connection.recv()
        return self._connection


def decode_picture(content: bytes, width: int) -> QImage:
    """Decode a picture, scaled down to ``width`` pixels; return a null image if this fails.

    There is no time limit here.
    """
    name = picture_format(content)
    if name is None:
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    # By content, as in the check on drawings, not by name: an SVG called x.png once passed that check and
    # drew files from outside the vault.
    reader = QImageReader(buffer, QByteArray(name.encode()))
    reader.setAutoDetectImageFormat(False)
    # Photos say in their data which way up they are.
    reader.setAutoTransform(True)
    size = reader.size()
    across, down = size.width(), size.height()
    if not size.isValid() or max(across, down) > _LONGEST_SIDE or across * down > _MAX_PIXELS:
        return QImage()
    if across > width or down > _MAX_HEIGHT_FACTOR * width:
        room = QSize(width, _MAX_HEIGHT_FACTOR * width)
        reader.setScaledSize(size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _serve_pictures(connection: Connection) -> None:
    """Decode pictures from the pipe until the other end closes. Runs in the picture process."""
    # Ctrl+C in the terminal reaches all of its processes; the window ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    # No display is needed, but fonts are, for words in drawings.
    application = QGuiApplication(["pictures", "-platform", "minimal:enable_fonts"])
    # Signals readiness: the start must not count against the first picture's time.
    connection.send(application.platformName())
    while True:
        try:
            content, width = connection.recv()
        except (EOFError, OSError):
            return
        image = decode_picture(content, width).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        pixels = image.width(), image.height(), image.bytesPerLine(), bytes(image.constBits())
        connection.send(None if image.isNull() else pixels)


def _end_with_parent() -> None:
    """Exit when the parent was killed, even in the middle of an endless picture."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_ICON_SCHEME = "icon:"
_MISSING_ICON = f"{_ICON_SCHEME}image"
_MAX_ICON_LINES = 3
"""A picture among words is as high as they are, unless it is higher than so many lines."""


class NotePictures(QObject):
    """Requests the pictures in ``document`` one at a time, and inserts each wherever it belongs."""

    requested = Signal(str)
    """A picture's address: pass the bytes to `take`."""
    arrived = Signal()
    """A picture was decoded; `place` inserts it."""
    appeared = Signal()
    """A picture was decoded whose words stand on the page: the page is to be shown again."""

    def __init__(self, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._decoder = PictureDecoder(self)
        self._decoder.decoded.connect(self._keep_decoded)
        self._images: dict[str, QImage] = {}
        self._digests: dict[str, int] = {}
        self._plain: dict[str, QImage] = {}
        self._words: tuple[WordPlace, ...] = ()
        self._places: dict[str, list[Picture]] = {}
        self._waiting: list[str] = []
        self._requested = ""
        self._ready: list[str] = []
        self._widest = 700.0
        self._ratio = self._zoom = 1.0
        self._column = 0.0
        self._colour = "#000000"
        self._formulas: dict[str, FormulaPlace] = {}

    def forget(self) -> None:
        """Forget all pictures: in another note, the same addresses mean others."""
        self._images, self._plain, self._digests = {}, {}, {}
        self.take_off()

    def take_off(self) -> None:
        """Take all off the page; decoded pictures are kept, and shown at once when added again."""
        self._places, self._waiting, self._ready, self._requested = {}, [], [], ""

    def renew(self) -> None:
        """Request the vault's pictures on the page again, whose files may have come, changed or gone."""
        shown = [address for address in self._places if address in self._images.keys() - set(self._waiting)]
        self._waiting += [a for a in shown if not (Formula.of_address(a) or Diagram.of_address(a))]
        self._request_next()

    def measure(self, widest: float, ratio: float, zoom: float = 1.0, colour: str = "#000000") -> None:
        """Decode for a column at most ``widest`` device-independent pixels wide, on a screen of ``ratio``.

        ``zoom`` scales the pictures; the column is scaled already. Formulas are drawn in ``colour``.
        """
        self._widest, self._ratio, self._zoom, self._colour = widest / zoom, ratio, zoom, colour

    def add(self, pictures: Sequence[Picture], column: float) -> None:
        """Show more pictures, decoded ones at once, in a column of ``column`` pixels."""
        self._column = column
        self._finish_layout()
        for picture in pictures:
            if picture.address.startswith(_ICON_SCHEME):
                self._fit_to_text(picture)
                continue
            known = self._places.setdefault(picture.address, [])
            known.append(picture)
            if (formula := Formula.of_address(picture.address)) is not None:
                self._reserve(picture, formula, column)
            if picture.address in self._images:
                self._insert(picture, column)
            elif len(known) == 1:
                self._waiting.append(picture.address)
        self._request_next()

    def take(self, content: bytes | None) -> None:
        """Take the requested picture's bytes, None if they cannot be read."""
        if not self._requested:
            return
        former, self._digests[self._requested] = self._digests.get(self._requested), hash(content)
        if former == hash(content) and self._requested in self._images:
            self._requested = ""
            self._request_next()
        elif content is None:
            self._keep_decoded(self._requested, QImage())
        else:
            sharp = self._widest * self._ratio * max(1.0, self._zoom)
            if (formula := Formula.of_address(self._requested)) is not None:
                place = self._formulas[self._requested]
                content = place.svg(content, formula, self._colour, self._ratio)
            self._decoder.decode(self._requested, content, round(sharp))

    def mark(self, words: Sequence[WordPlace]) -> None:
        """Mark the words recognised in the page's only picture, from now on; () for other notes."""
        if self._words != (words := tuple(words)):
            self._words = words
            self._images = {address: self._marked(image) for address, image in self._plain.items()}
            self._ready += [address for address, image in self._images.items() if not image.isNull()]
            self.arrived.emit()

    def place(self, column: float) -> None:
        """Insert decoded pictures into the page, at most ``column`` pixels wide."""
        ready, self._ready = self._ready, []
        self._finish_layout()
        for address in ready:
            for picture in self._places.get(address, []):
                self._insert(picture, column)

    def fit(self, column: float) -> None:
        """Fit the pictures to another column width, in pixels."""
        narrowest, self._column = min(self._column, column), column
        self._finish_layout()
        for address, image in self._images.items():
            known = self._formulas.get(address)
            if image.isNull() or (known is not None and known.width < narrowest):
                # Neither column limits its width.
                continue
            formula = Formula.of_address(address)
            for picture in self._places.get(address, ()):
                if formula is None:
                    self._insert(picture, column)
                else:
                    self._reserve(picture, formula, column)

    def image(self, address: str) -> QImage | None:
        """Return a decoded picture, None if there is none yet."""
        return self._images.get(address)

    def _finish_layout(self) -> None:
        # Of blocks that wait to be laid out, Qt leaves some empty when a picture above them is resized.
        self._document.documentLayout().documentSize()

    def _request_next(self) -> None:
        if not self._requested and self._waiting:
            address = self._requested = self._waiting.pop(0)
            if (diagram := Diagram.of_address(address)) is not None:
                is_dark = QColor(self._colour).lightnessF() > 0.5
                scale = self._ratio * max(1.0, self._zoom)
                address = replace(diagram, scale=scale, is_dark=is_dark).address
            self.requested.emit(address)

    def _keep_decoded(self, address: str, image: QImage) -> None:
        if address != self._requested:
            # A picture from the note shown before.
            return
        self._requested = ""
        former = self._images.get(address)
        self._plain[address], self._images[address] = image, self._marked(image)
        self._ready.append(address)
        self.arrived.emit()
        if former is not None and former.isNull():
            self.appeared.emit()
        self._request_next()

    def _marked(self, image: QImage) -> QImage:
        return marked_picture(image, self._words, max(1.0, image.width() / self._widest))

    def _insert(self, picture: Picture, column: float) -> None:
        image = self._images[picture.address]
        cursor, shape = _select_picture(picture)
        if not shape.isValid():
            return
        if image.isNull():
            self._put_text_instead(picture, cursor)
            return
        kind = QTextDocument.ResourceType.ImageResource.value
        self._document.addResource(kind, QUrl(picture.address), image)
        if (formula := Formula.of_address(picture.address)) is not None:
            self._reserve(picture, formula, column)
        else:
            enlarged = 1.0 if Diagram.of_address(picture.address) is None else max(1.0, self._zoom)
            width = picture.width or min(image.width() / self._ratio / enlarged, self._widest)
            width = min(width * self._zoom, column)
            height = width * image.height() / image.width()
            line = QFontMetrics(self._font_at(picture)).height()
            if picture.is_in_text and not picture.width and height <= _MAX_ICON_LINES * line:
                self._fit_to_text(picture, width / height)
            else:
                _resize(picture, width, height)
        # If the room has not changed, nothing else repaints it.
        self._document.markContentsDirty(cursor.selectionStart(), 1)

    def _fit_to_text(self, picture: Picture, aspect: float = 1.0) -> None:
        """Make a picture as high as the words of its line, which it leaves as high as it is."""
        height = QFontMetrics(self._font_at(picture)).height()
        _resize(picture, height * aspect, height, QTextCharFormat.VerticalAlignment.AlignBaseline)

    def _reserve(self, picture: Picture, formula: Formula, column: float) -> None:
        """Reserve a formula's room on the line before it is drawn: nothing moves when it comes."""
        place = self._formulas[picture.address] = FormulaPlace.of(formula, self._font_at(picture), column)
        _resize(picture, place.width, place.height, place.alignment)

    def _font_at(self, picture: Picture) -> QFont:
        return _select_picture(picture)[1].font().resolve(self._document.defaultFont())

    def _put_text_instead(self, picture: Picture, cursor: QTextCursor) -> None:
        """Show an icon and the alternative text in place of a picture, or a diagram's source."""
        if (diagram := Diagram.of_address(picture.address)) is not None:
            code = QTextCharFormat()
            code.setFontFamilies([QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()])
            cursor.insertText(diagram.source.replace("\n", _LINE_SEPARATOR), code)
            return
        unseen = QTextImageFormat()
        unseen.setName(_MISSING_ICON)
        cursor.setCharFormat(unseen)
        self._fit_to_text(picture)
        cursor.clearSelection()
        words = QTextCharFormat()
        words.setFontItalic(True)
        cursor.insertText(f"\N{NO-BREAK SPACE}{picture.words}", words)


def _select_picture(picture: Picture) -> tuple[QTextCursor, QTextImageFormat]:
    """Return a cursor with the picture selected, and its format, invalid if text has replaced it."""
    cursor = QTextCursor(picture.cursor)
    cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
    return cursor, QTextImageFormat(cursor.charFormat().toImageFormat())


def _resize(
    picture: Picture,
    width: float,
    height: float,
    alignment: QTextCharFormat.VerticalAlignment = QTextCharFormat.VerticalAlignment.AlignNormal,
) -> None:
    cursor, shape = _select_picture(picture)
    # Each format change lays out the paragraph again.
    former = shape.width(), shape.height(), shape.verticalAlignment()
    if shape.isValid() and former != (width, height, alignment):
        shape.setWidth(width)
        shape.setHeight(height)
        shape.setVerticalAlignment(alignment)
        cursor.setCharFormat(shape)
