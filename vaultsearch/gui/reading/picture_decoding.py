"""The bytes of a picture -> an image no larger than the page can show, decoded in another process."""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Thread

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage

from vaultsearch.gui.reading.picture_process import LIMIT_S, Dots, PictureProcess

_KEPT_MS = 30_000
"""How long the process is kept for further pictures; it holds about 60 MB."""


class PictureDecoder(QObject):
    """Decodes one picture at a time; what is none, or takes over ``limit`` seconds, gives a null image."""

    decoded = Signal(str, QImage)
    """address, image; emitted on the thread that this object lives on"""
    _done = Signal(object)

    def __init__(self, parent: QObject | None = None, limit: float = LIMIT_S) -> None:
        super().__init__(parent)
        self._process = PictureProcess(limit)
        self._waiting = 0
        self._given_up = Event()
        self._done.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self._idle = QTimer(self, interval=_KEPT_MS, singleShot=True)
        self._idle.timeout.connect(self._process.end)
        self.destroyed.connect(self._process.end)

    def decode(self, address: str, content: bytes, width: int) -> None:
        """Decode ``content`` to at most ``width`` physical pixels across; a former picture is given up."""
        self._given_up.set()
        self._given_up = Event()
        self._waiting += 1
        self._idle.stop()
        arguments = (address, content, width, self._given_up)
        Thread(target=self._decode, args=arguments, name="picture", daemon=True).start()

    def _decode(self, address: str, content: bytes, width: int, given_up: Event) -> None:
        dots = self._process.decode(content, width, given_up)
        with suppress(RuntimeError):  # the page has gone meanwhile
            self._done.emit((address, dots))

    @Slot(object)
    def _tell(self, done: tuple[str, Dots | None]) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._idle.start()
        address, dots = done
        self.decoded.emit(address, QImage() if dots is None else _image(dots))


def _image(dots: Dots) -> QImage:
    width, height, line, content = dots
    # Copied, as an image made of bytes lives no longer than they do.
    return QImage(content, width, height, line, QImage.Format.Format_ARGB32_Premultiplied).copy()
