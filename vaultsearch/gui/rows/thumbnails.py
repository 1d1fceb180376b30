"""The thumbnails of rows: asked for when they are to be painted, one at a time, and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPalette

from vaultsearch.core.values.note import FileKind
from vaultsearch.gui.looks.tokens import HAIRLINE_SHARE, mixed

if TYPE_CHECKING:
    from datetime import datetime

    from vaultsearch.core.values.search import Chunk

_KINDS = frozenset({FileKind.IMAGE, FileKind.PDF, FileKind.CANVAS})
_MOST = 64
"""More only while more are in sight. Each takes up to .4 MB; those of further rows are on the disk."""

_Key: TypeAlias = "tuple[str, int, datetime | None]"
"""path, page, when the file was changed"""


def paint_thumbnail(painter: QPainter, place: QRect, image: QImage, palette: QPalette) -> None:
    """Paint a thumbnail in the middle of ``place``, within a hairline; a blank ground until it comes."""
    ground, ink = palette.color(QPalette.ColorRole.Window), palette.color(QPalette.ColorRole.Text)
    if image.isNull():
        painter.fillRect(place, mixed(ground, ink, HAIRLINE_SHARE / 4))
        return
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


class Thumbnails(QObject):
    """Holds the thumbnails that were painted last."""

    requested = Signal(str, int)
    """The path and the page, 1 of a picture, whose thumbnail `take` is to be given next."""
    arrived = Signal()
    """Rows are to be painted again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._images: OrderedDict[_Key, QImage] = OrderedDict()
        self._missing: dict[_Key, None] = {}
        self._in_sight: set[_Key] = set()
        self._requested: _Key | None = None
        self._painted = QTimer(self, singleShot=True, interval=0)
        self._painted.timeout.connect(self._request_next)

    def image(self, chunk: Chunk) -> QImage | None:
        """Return a passage's thumbnail: a null image until it comes, None if its kind has none."""
        if chunk.kind not in _KINDS:
            return None
        key = chunk.path, chunk.page or 1, chunk.modified
        self._in_sight.add(key)
        if (image := self._images.get(key)) is not None:
            self._images.move_to_end(key)
            return image
        self._missing[key] = None
        self._painted.start()
        return QImage()

    def take(self, content: bytes | None) -> None:
        """Take the one that was asked for last, as a JPEG; None if it cannot be drawn."""
        if self._requested is None:
            return
        image = QImage()
        image.loadFromData(content or b"", "JPEG")
        self._images[self._requested] = image
        # Of a wall on a large screen, those in sight would drop one another, and be asked for again for ever.
        while len(self._images) > max(_MOST, len(self._in_sight)):
            self._images.popitem(last=False)
        self._in_sight.clear()
        self._requested = None
        self._missing.clear()  # those in sight are asked for again as they are painted
        self.arrived.emit()

    def forget(self) -> None:
        """Forget all: another vault was opened."""
        self._images.clear()
        self._missing.clear()
        self._requested = None

    def _request_next(self) -> None:
        if self._requested is None and self._missing:
            self._requested = next(iter(self._missing))
            path, page, _ = self._requested
            self.requested.emit(path, page)
