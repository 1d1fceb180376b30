"""Decode a picture's bytes to an image no larger than the page can show, in a process of its own.

A process, as a picture that decodes for ever, or crashes its decoder, must end that and not the window.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QImage, QImageReader

from vaultsearch.core.values.picture_formats import picture_format

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

LIMIT_S = 5.0
"""Seconds that one picture may take. An SVG of 1.6 KB, of uses within uses, takes for ever."""

_STARTED_WITHIN_S = 30.0
_POLLED_EVERY_S = 0.1
_IDLE_MS = 30_000
"""How long the process is kept for further pictures; it holds about 60 MB."""
_LONGEST_SIDE = 30_000
_MOST_PIXELS = 250_000_000
_TALLEST = 4
"""Pictures are scaled down to this many times the width of the column."""

Pixels: TypeAlias = "tuple[int, int, int, bytes]"
"""width, height, bytes a line, and the pixels as premultiplied ARGB"""


class PictureDecoder(QObject):
    """Decodes one picture at a time.

    A picture that is broken, or takes over ``limit`` seconds, becomes a null image.
    """

    decoded = Signal(str, QImage)
    """address, image; emitted on the thread that this object lives on"""
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None, limit: float = LIMIT_S) -> None:
        super().__init__(parent)
        self._process = PictureProcess(limit)
        self._waiting = 0
        self._given_up = threading.Event()
        self._finished.connect(self._emit_decoded, Qt.ConnectionType.QueuedConnection)
        self._idle = QTimer(self, interval=_IDLE_MS, singleShot=True)
        self._idle.timeout.connect(self._process.end)
        self.destroyed.connect(self._process.end)

    def decode(self, address: str, content: bytes, width: int) -> None:
        """Decode ``content`` to at most ``width`` physical pixels across; a former picture is given up."""
        self._given_up.set()
        self._given_up = threading.Event()
        self._waiting += 1
        self._idle.stop()
        arguments = (address, content, width, self._given_up)
        threading.Thread(target=self._decode, args=arguments, name="picture", daemon=True).start()

    def _decode(self, address: str, content: bytes, width: int, given_up: threading.Event) -> None:
        pixels = self._process.decode(content, width, given_up)
        with suppress(RuntimeError):  # the page has gone meanwhile
            self._finished.emit((address, pixels))

    @Slot(object)
    def _emit_decoded(self, finished: tuple[str, Pixels | None]) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._idle.start()
        address, pixels = finished
        self.decoded.emit(address, QImage() if pixels is None else _image(pixels))


class PictureProcess:
    """Decodes one picture at a time, for any thread; started on first use, and again after it ended."""

    def __init__(self, limit: float = LIMIT_S) -> None:
        self._limit = limit
        self._using = threading.Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def decode(self, content: bytes, width: int, given_up: threading.Event) -> Pixels | None:
        """Return a picture at most ``width`` pixels across.

        None if that fails, takes longer than the limit, or as soon as ``given_up`` is set.
        """
        with self._using:
            try:
                connection = self._running()
                connection.send((content, width))
                if self._has_answered(connection, given_up):
                    pixels: Pixels | None = connection.recv()
                    return pixels
            except (EOFError, OSError):  # the picture broke the decoder
                pass
            self.end()
            return None

    def _has_answered(self, connection: Connection, given_up: threading.Event) -> bool:
        until = time.monotonic() + self._limit
        while not given_up.is_set() and time.monotonic() < until:
            if connection.poll(_POLLED_EVERY_S):
                return True
        return False

    def end(self) -> None:
        """Kill the process, whatever it is doing; a picture that is waited for comes to nothing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()

    def _running(self) -> Connection:
        if self._process is None or self._connection is None:
            context = get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), name="pictures", daemon=True)
            self._process.start()
            theirs.close()
            if not self._connection.poll(_STARTED_WITHIN_S):
                raise EOFError
            self._connection.recv()
        return self._connection


def decoded(content: bytes, width: int) -> QImage:
    """Decode a picture, scaled down to ``width`` pixels; return a null image if that fails.

    There is no time limit in here.
    """
    name = picture_format(content)
    if name is None:
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    # Format by content, as the check of drawings has it, not by name: an SVG called x.png once passed that
    # check and drew files from outside of the vault.
    reader = QImageReader(buffer, QByteArray(name.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    across, down = size.width(), size.height()
    if not size.isValid() or max(across, down) > _LONGEST_SIDE or across * down > _MOST_PIXELS:
        return QImage()
    if across > width or down > _TALLEST * width:
        reader.setScaledSize(size.scaled(QSize(width, _TALLEST * width), Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _image(pixels: Pixels) -> QImage:
    width, height, line, content = pixels
    # Copied, as an image made of bytes lives no longer than they do.
    return QImage(content, width, height, line, QImage.Format.Format_ARGB32_Premultiplied).copy()


def _serve(connection: Connection) -> None:
    """Decode each picture that is sent, until the other end is closed. Runs in the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal reaches all; the window ends this
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    # No display is needed, but fonts are, for words in drawings.
    application = QGuiApplication(["pictures", "-platform", "minimal:enable_fonts"])
    connection.send(application.platformName())
    while True:
        try:
            content, width = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(_pixels(decoded(content, width)))


def _pixels(image: QImage) -> Pixels | None:
    if image.isNull():
        return None
    plain = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return plain.width(), plain.height(), plain.bytesPerLine(), bytes(plain.constBits())


def _end_with_parent() -> None:
    """Exit when the parent was killed, even in the middle of a picture that never ends."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
