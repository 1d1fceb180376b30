"""The thumbnails of rows, and the words in them: asked for when they are to be painted."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPalette

from vaultsearch.core.values.note import FileKind
from vaultsearch.gui.looks.tokens import HAIRLINE_SHARE, mixed

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from vaultsearch.core.values.note import WordPlace
    from vaultsearch.core.values.search import Chunk, Result

_KINDS = frozenset({FileKind.IMAGE, FileKind.PDF, FileKind.CANVAS})
_MOST = 64
"""More only while more are in sight. Each takes up to .4 MB; those of further rows are on the disk."""


def paint_thumbnail(painter: QPainter, place: QRect, image: QImage, palette: QPalette) -> QRect:
    """Paint a thumbnail in the middle of ``place``, within a hairline; a blank ground until it comes.

    Return where it is.
    """
    ground, ink = palette.color(QPalette.ColorRole.Window), palette.color(QPalette.ColorRole.Text)
    if image.isNull():
        painter.fillRect(place, mixed(ground, ink, HAIRLINE_SHARE / 4))
        return place
    size = image.size()
    if size.width() > place.width() or size.height() > place.height():
        size.scale(place.size(), Qt.AspectRatioMode.KeepAspectRatio)
    shown = QRect(place.topLeft(), size.expandedTo(QSize(1, 1)))
    shown.moveCenter(place.center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(shown, image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(mixed(ground, ink, HAIRLINE_SHARE))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(shown.adjusted(0, 0, -1, -1))
    return shown


class PaintedDetails(QObject):
    """Details that rows are painted with: asked for by painting, one at a time, and kept for a while."""

    arrived = Signal()
    """Rows are to be painted again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._values: OrderedDict[Hashable, object] = OrderedDict()
        self._missing: dict[Hashable, Callable[[], None]] = {}
        self._in_sight: set[Hashable] = set()
        self._requested: Hashable | None = None
        self._painted = QTimer(self, singleShot=True, interval=0)
        self._painted.timeout.connect(self._request_next)

    def forget(self) -> None:
        """Forget all: another vault was opened."""
        self._values.clear()
        self._missing.clear()
        self._requested = None

    def _get(self, key: Hashable, request: Callable[[], None]) -> object | None:
        """Return the value of a key, None until `_keep` has taken the answer to its ``request``."""
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
        # Of a wall on a large screen, those in sight would drop one another, and be asked for again for ever.
        while len(self._values) > max(_MOST, len(self._in_sight)):
            self._values.popitem(last=False)
        self._in_sight.clear()
        self._requested = None
        self._missing.clear()  # those in sight are asked for again as they are painted
        self.arrived.emit()

    def _request_next(self) -> None:
        if self._requested is None and self._missing:
            self._requested, request = next(iter(self._missing.items()))
            request()


class Thumbnails(PaintedDetails):
    """The thumbnails that were painted last."""

    requested = Signal(str, int)
    """The path and the page, 1 of a picture, whose thumbnail `take` is to be given next."""

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
        """Take the one that was asked for last, as a JPEG; None if it cannot be drawn."""
        self._keep(image_of(content))


class WordsInPictures(PaintedDetails):
    """The words that were recognised in pictures, with those marked that answer the query."""

    requested = Signal(object)
    """The Result whose words `take` is to be given next."""

    def words(self, result: Result) -> tuple[WordPlace, ...]:
        """Return the words in a result's picture: () until they come, or if none were recognised."""
        if not result.chunk.is_recognised:
            return ()
        key = result.chunk.id, result.chunk.modified, result.terms
        words = self._get(key, partial(self.requested.emit, result))
        return words if isinstance(words, tuple) else ()

    def take(self, words: tuple[WordPlace, ...]) -> None:
        """Take those that were asked for last."""
        self._keep(words)


def has_picture(chunk: Chunk) -> bool:
    """Return whether a passage's file is of a kind that is drawn."""
    return chunk.kind in _KINDS


def image_of(content: bytes | None) -> QImage:
    """Return a JPEG as an image, a null one of None."""
    image = QImage()
    image.loadFromData(content or b"", "JPEG")
    return image
