"""Pictures in rows: thumbnails and recognised words, requested when painted; and marks on words."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPainterPath, QPalette, QPen

from vaultsearch.core.values.note import FileKind
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, HAIRLINE_SHARE, mixed

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from vaultsearch.core.values.note import WordPlace
    from vaultsearch.core.values.search import Chunk, Result


_KINDS = frozenset({FileKind.IMAGE, FileKind.PDF, FileKind.CANVAS})
_MOST = 64
"""More only while more are in sight. Each takes up to .4 MB; further ones stay on the disk."""


def paint_thumbnail(painter: QPainter, place: QRect, image: QImage, palette: QPalette) -> QRect:
    """Paint a thumbnail within a hairline in the middle of ``place``, or a blank ground if it is null.

    Return the painted rectangle.
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
        while len(self._values) > max(_MOST, len(self._in_sight)):
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
        self._keep(image_of(content))


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
    return chunk.kind in _KINDS


def image_of(content: bytes | None) -> QImage:
    """Decode a JPEG; None gives a null image."""
    image = QImage()
    image.loadFromData(content or b"", "JPEG")
    return image


_BOX, _THIN = 1.5, 0.75
_FOUND, _SELECTED = QColor("#ffe082"), QColor("#aacdff")
"""On paper, which is white in the dark, too."""
_TINT, _FAINT = QColor(255, 193, 7, 110), 0.45
"""In a picture, which may be dark."""


def paint_words(
    painter: QPainter, area: QRectF, words: Sequence[WordPlace], selected: Sequence[WordPlace]
) -> None:
    """Mark found and selected words on paper, and box the passage."""
    # Multiplied, the letters stay as dark as they are.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    for some, colour in (([word for word in words if word.is_match], _FOUND), (selected, _SELECTED)):
        for word in some:
            painter.fillRect(box_of(word, area).adjusted(-1, -1, 1, 1), colour)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    _stroke(painter, _outline([word for word in words if word.in_passage], area, GRID), _BOX)


def paint_found_words(painter: QPainter, area: QRectF, words: Sequence[WordPlace]) -> None:
    """Tint the found words in a picture."""
    for word in words:
        if word.is_match:
            painter.fillRect(box_of(word, area).adjusted(-1, -1, 1, 1), _TINT)


def marked_picture(image: QImage, words: Sequence[WordPlace], scale: float) -> QImage:
    """Return a picture with its recognised words marked: each line boxed, matches tinted.

    Args:
        image: The picture.
        words: The words recognised in it.
        scale: How many picture pixels make one on the page, for equally strong lines everywhere.
    """
    if not words:
        return image
    # Qt cannot paint on a picture with a palette of colours.
    marked = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(marked)
    area = QRectF(0, 0, image.width(), image.height())
    paint_found_words(painter, area, words)
    _stroke(painter, _outline(words, area, scale * 2), _THIN * scale, _FAINT)
    passage = [word for word in words if word.in_passage]
    if len(passage) < len(words):
        _stroke(painter, _outline(passage, area, scale * GRID), _BOX * scale)
    painter.end()
    return marked


def box_of(word: WordPlace, area: QRectF) -> QRectF:
    """Return a word's box on a page in ``area``."""
    left, top = area.left() + word.left * area.width(), area.top() + word.top * area.height()
    return QRectF(
        left, top, (word.right - word.left) * area.width(), (word.bottom - word.top) * area.height()
    )


def _stroke(painter: QPainter, path: QPainterPath, width: float, opacity: float = 1.0) -> None:
    colour = QGuiApplication.palette().color(ACCENT_ROLE)
    colour.setAlphaF(opacity)
    painter.setPen(QPen(colour, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawPath(path)


def _outline(words: Sequence[WordPlace], area: QRectF, space: float) -> QPainterPath:
    """Return the outline around the words' lines."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for _, line in groupby(words, key=lambda word: word.line):
        united = QRectF()
        for word in line:
            united = united.united(box_of(word, area))
        path.addRect(united.adjusted(-space, -space, space, space))
    return path.simplified()
