"""Ctrl+C in the terminal, and the end of the session, as the window learns of them."""

from __future__ import annotations

import signal
import socket
from typing import TYPE_CHECKING

from PySide6.QtCore import QSocketNotifier

if TYPE_CHECKING:
    from collections.abc import Callable


class ClosesOnSignals:
    """Calls ``quit_`` on Ctrl+C in the terminal, and when the session ends.

    Python's handlers run between two bytecodes, and Qt's loop runs none: the wake-up socket makes it.
    """

    def __init__(self, quit_: Callable[[], object]) -> None:
        self._reading, self._writing = socket.socketpair()
        self._writing.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._writing.fileno())
        self._former = {s: signal.signal(s, lambda *_: quit_()) for s in (signal.SIGINT, signal.SIGTERM)}
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(lambda *_: self._reading.recv(64))

    def stop(self) -> None:
        """Put back what was there before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_fd)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        self._reading.close()
        self._writing.close()
