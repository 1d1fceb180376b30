"""The window's end of the socket by which a second start asks for it."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from vaultsearch.gui.window.window_request import MOST_BYTES, PATIENCE_S, Request


class SingleInstance(QObject):
    """Answers those who start the program again, and tells what they want."""

    asked = Signal(object)
    """A Request."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        if sys.platform == "win32":  # elsewhere it lies in a folder that is the user's alone
            self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        # What was asked before there was a window to ask.
        self._waiting: list[Request] = []
        self._ready = False

    def listen(self, name: str) -> None:
        """Answer at ``name`` from now on, for the process that has the place of the one window.

        So a socket that is there already is a dead one's, and is taken away. Where listening fails, this
        window cannot be asked for, and works as well.
        """
        QLocalServer.removeServer(name)
        self._server.listen(name)

    def begin(self) -> None:
        """From now on tell what is asked, and what was asked meanwhile."""
        self._ready = True
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self.asked.emit(request)

    def close(self) -> None:
        """Answer nobody any more."""
        self._server.close()

    def _greet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(MOST_BYTES + 1)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            # Who says nothing is not waited for.
            QTimer.singleShot(round(2000 * PATIENCE_S), socket, socket.abort)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MOST_BYTES:
                socket.abort()
            return
        request = Request.read(bytes(socket.readLine(MOST_BYTES).data()))
        socket.write(b"no\n" if request is None else b"yes\n")
        socket.flush()  # at once: whoever waits for it must not wait for what is done of it
        socket.disconnectFromServer()
        if request is not None and self._ready:
            self.asked.emit(request)
        elif request is not None:
            self._waiting.append(request)
