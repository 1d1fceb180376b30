"""A process that decodes pictures: what never ends, or breaks a decoder, ends it and not the window."""

from __future__ import annotations

import signal
import threading
import time
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.values.picture_formats import picture_format

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from PySide6.QtGui import QImage

LIMIT_S = 5.0
"""How long one picture may take. A drawing of 1.6 KB, of uses within uses, takes for ever."""

_STARTED_WITHIN_S = 30.0
_LOOKED_AT_S = 0.1
_LONGEST_SIDE = 30_000
_MOST_DOTS = 250_000_000
_TALLEST = 4

Dots: TypeAlias = "tuple[int, int, int, bytes]"
"""width, height, bytes a line, and the dots as premultiplied ARGB"""


class PictureProcess:
    """Decodes one picture at a time, for any thread; started when first used, again after it ended."""

    def __init__(self, limit: float = LIMIT_S) -> None:
        self._limit = limit
        self._using = threading.Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def decode(self, content: bytes, width: int, given_up: threading.Event) -> Dots | None:
        """Return a picture at most ``width`` across; None where that cannot be done within the limit.

        None also as soon as ``given_up`` is set.
        """
        with self._using:
            try:
                connection = self._running()
                connection.send((content, width))
                if self._has_answered(connection, given_up):
                    found: Dots | None = connection.recv()
                    return found
            except (EOFError, OSError):  # the picture broke the decoder
                pass
            self.end()
            return None

    def _has_answered(self, connection: Connection, given_up: threading.Event) -> bool:
        until = time.monotonic() + self._limit
        while not given_up.is_set() and time.monotonic() < until:
            if connection.poll(_LOOKED_AT_S):
                return True
        return False

    def end(self) -> None:
        """End the process, whatever it is doing; a picture that is waited for comes to nothing."""
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
    """Decode a picture, scaled down to ``width`` pixels; a null image where that cannot be done.

    Runs for as long as the picture has it.
    """
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
    from PySide6.QtGui import QImage, QImageReader

    name = picture_format(content)
    if name is None:
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(name.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    across, down = size.width(), size.height()
    if not size.isValid() or max(across, down) > _LONGEST_SIDE or across * down > _MOST_DOTS:
        return QImage()
    if across > width or down > _TALLEST * width:
        reader.setScaledSize(size.scaled(QSize(width, _TALLEST * width), Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _serve(connection: Connection) -> None:
    """Decode what comes, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    from PySide6.QtGui import QGuiApplication

    # No display is needed, but fonts are, for words in drawings.
    application = QGuiApplication(["pictures", "-platform", "minimal:enable_fonts"])
    connection.send(application.platformName())
    while True:
        try:
            content, width = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(_dots(decoded(content, width)))


def _dots(image: QImage) -> Dots | None:
    from PySide6.QtGui import QImage

    if image.isNull():
        return None
    plain = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return plain.width(), plain.height(), plain.bytesPerLine(), bytes(plain.constBits())


def _end_with_parent() -> None:
    """End when the parent was killed, in the middle of a picture that never ends, too."""
    import os

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
