"""Pictures in rows: thumbnails and recognised words, requested when painted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial

from PySide6.QtCore import QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPalette

from vaultsearch.core.values.note import FileKind, WordPlace
from vaultsearch.core.values.search import Chunk, Result
from vaultsearch.gui.theme import HAIRLINE_SHARE, mix_colors

_DRAWN_KINDS = frozenset({FileKind.IMAGE, FileKind.PDF, FileKind.CANVAS})
_MAX_KEPT = 64
"""More only while more are in sight. Each takes up to .4 MB; further ones stay on the disk."""


def paint_thumbnail(painter: QPainter, place: QRect, image: QImage, palette: QPalette) -> QRect:
    """Paint a thumbnail within a hairline in the middle of ``place``, or a blank ground if it is null.

    Return the painted rectangle.
    """
    ground, ink = palette.color(QPalette.ColorRole.Window), palette.color(QPalette.ColorRole.Text)
    if image.isNull():
        painter.fillRect(place, mix_colors(ground, ink, HAIRLINE_SHARE / 4))
        return place
    size = image.size()
    if size.width() > place.width() or size.height() > place.height():
        size.scale(place.size(), Qt.AspectRatioMode.KeepAspectRatio)
    shown = QRect(place.topLeft(), size.expandedTo(QSize(1, 1)))
    shown.moveCenter(place.center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(shown, image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(mix_colors(ground, ink, HAIRLINE_SHARE))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(shown.adjusted(0, 0, -1, -1))
    return shown


class PaintedDetails(QObject):
    """Details for painting rows: requested by painting, one at a time, and kept for a while."""

    arrived = Signal()
    """Rows are to be painted again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._values: OrderedDict[Hashable, object] = OrderedDict()
        self._missing: dict[Hashable, Callable[[], None]] = {}
        self._in_sight: set[Hashable] = set()
        self._requested: Hashable | None = None
        # Fires behind the event that paints: by then, all rows in sight have said what they lack.
        self._painted = QTimer(self, singleShot=True, interval=0)
        self._painted.timeout.connect(self._request_next)

    def forget(self) -> None:
        """Forget all: another vault was opened."""
        self._values.clear()
        self._missing.clear()
        self._requested = None

    def _get(self, key: Hashable, request: Callable[[], None]) -> object | None:
        """Return a key's value, or None until `_keep` has taken the answer to ``request``."""
        self._in_sight.add(key)
        if (value := self._values.get(key)) is not None:
            self._values.move_to_end(key)
            return value
        self._missing[key] = request
        self._painted.start()
        return None

    def _keep(self, value: object) -> None:
        """Keep the answer to the last request."""
        if self._requested is None:
            return
        self._values[self._requested] = value
        # On a large screen, pictures in sight dropped one another, and were requested again for ever.
        while len(self._values) > max(_MAX_KEPT, len(self._in_sight)):
            self._values.popitem(last=False)
        self._in_sight.clear()
        self._requested = None
        # Those in sight are asked for again as they are painted.
        self._missing.clear()
        self.arrived.emit()

    def _request_next(self) -> None:
        if self._requested is None and self._missing:
            self._requested, request = next(iter(self._missing.items()))
            request()


class Thumbnails(PaintedDetails):
    """The thumbnails painted last."""

    requested = Signal(str, int)
    """Path and page, 1 for a picture: pass the thumbnail to `take`."""

    def image(self, chunk: Chunk) -> QImage | None:
        """Return a passage's thumbnail: a null image until it comes, None if there is none."""
        if not has_picture(chunk):
            return None
        place = chunk.path, chunk.page or 1
        image = self._get((*place, chunk.modified), partial(self.requested.emit, *place))
        if isinstance(image, QImage):
            return None if image.isNull() else image
        return QImage()

    def take(self, content: bytes | None) -> None:
        """Take the requested thumbnail as a JPEG; None if it cannot be drawn."""
        self._keep(decode_jpeg(content))


class WordsInPictures(PaintedDetails):
    """The words recognised in pictures, with the query's matches marked."""

    requested = Signal(object)
    """A Result: pass the words in its picture to `take`."""

    def words(self, result: Result) -> tuple[WordPlace, ...]:
        """Return the words in a result's picture: () until they come, or if none were recognised."""
        if not result.chunk.is_recognised:
            return ()
        key = result.chunk.id, result.chunk.modified, result.terms
        words = self._get(key, partial(self.requested.emit, result))
        return words if isinstance(words, tuple) else ()

    def take(self, words: tuple[WordPlace, ...]) -> None:
        """Take the requested words."""
        self._keep(words)


def has_picture(chunk: Chunk) -> bool:
    """Return whether the passage's file is drawn: a picture, PDF or canvas."""
    return chunk.kind in _DRAWN_KINDS


def decode_jpeg(content: bytes | None) -> QImage:
    """Decode a JPEG; None gives a null image."""
    image = QImage()
    image.loadFromData(content or b"", "JPEG")
    return image
