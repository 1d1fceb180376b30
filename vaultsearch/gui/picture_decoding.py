"""The bytes of a picture -> an image no larger than the page can show, on threads of its own."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QRunnable, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader

_LONGEST_SIDE = 30_000
_TALLEST = 4


class PictureDecoder(QObject):
    """Decodes one picture after the other; what is no picture gives a null image."""

    decoded = Signal(str, QImage)
    """address, image; emitted on the thread that this object lives on"""
    _done = Signal(str, QImage)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._done.connect(self.decoded, Qt.ConnectionType.QueuedConnection)

    def decode(self, address: str, content: bytes, width: int) -> None:
        """Decode ``content`` to at most ``width`` physical pixels across."""
        self._pool.start(_Decoding(self._done.emit, address, content, width))

    def end(self) -> None:
        """Wait for what is being decoded; the rest is given up."""
        self._pool.clear()
        self._pool.waitForDone()


class _Decoding(QRunnable):
    def __init__(self, done: object, address: str, content: bytes, width: int) -> None:
        super().__init__()
        self._done, self._address, self._content, self._width = done, address, content, width

    def run(self) -> None:
        self._done(self._address, decoded(self._content, self._width))  # type: ignore[operator]


def decoded(content: bytes, width: int) -> QImage:
    """Decode a picture, scaled down to ``width`` pixels; a null image where that cannot be done."""
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > _LONGEST_SIDE:
        return QImage()
    if size.width() > width or size.height() > _TALLEST * width:
        reader.setScaledSize(size.scaled(QSize(width, _TALLEST * width), Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()
