"""The window's end of the socket that further starts of the program connect to."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from vaultsearch.gui.window.request import MOST_BYTES, PATIENCE_S, Request


class InstanceServer(QObject):
    """Answers further starts of the program, and emits their requests."""

    requested = Signal(object)
    """A Request."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        if sys.platform == "win32":  # elsewhere it lies in a folder of this user alone
            self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        # Requests that arrived before there was a window.
        self._waiting: list[Request] = []
        self._ready = False

    def listen(self, name: str) -> None:
        """Listen at ``name``, for the process that holds the `WindowPlace`.

        So an existing socket is a dead one's, and is removed. If listening fails, this window takes no
        requests, and works otherwise.
        """
        QLocalServer.removeServer(name)
        self._server.listen(name)

    def begin(self) -> None:
        """Emit requests from now on, first those that waited."""
        self._ready = True
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self.requested.emit(request)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(MOST_BYTES + 1)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            # A client that sends nothing is dropped.
            QTimer.singleShot(round(2000 * PATIENCE_S), socket, socket.abort)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MOST_BYTES:
                socket.abort()
            return
        request = Request.decode(bytes(socket.readLine(MOST_BYTES).data()))
        socket.write(b"no\n" if request is None else b"yes\n")
        socket.flush()  # at once: the client must not wait until its request is carried out
        socket.disconnectFromServer()
        if request is not None and self._ready:
            self.requested.emit(request)
        elif request is not None:
            self._waiting.append(request)
