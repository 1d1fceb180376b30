"""The bytes of a picture -> an image no larger than the page can show, on a thread that ends with it."""

from __future__ import annotations

from threading import Thread

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QImage, QImageReader

_LONGEST_SIDE = 30_000
_TALLEST = 4


class PictureDecoder(QObject):
    """Decodes pictures; what is none gives a null image."""

    decoded = Signal(str, QImage)
    """address, image; emitted on the thread that this object lives on"""
    _done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._done.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def decode(self, address: str, content: bytes, width: int) -> None:
        """Decode ``content`` to at most ``width`` physical pixels across."""
        arguments = (address, content, width)
        Thread(target=self._decode, args=arguments, name="picture", daemon=True).start()

    def _decode(self, address: str, content: bytes, width: int) -> None:
        self._done.emit((address, decoded(content, width)))

    @Slot(object)
    def _tell(self, done: tuple[str, QImage]) -> None:
        self.decoded.emit(*done)


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
