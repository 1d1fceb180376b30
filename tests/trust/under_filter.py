"""Becomes a command under the filter: ``python under_filter.py SOCKET COMMAND...``; hands over the listener."""

from __future__ import annotations

import os
import socket
import sys
import threading
from pathlib import Path


def main(handed_over: int, command: list[str]) -> None:
    """Install the filter, and give its listener to whoever started this, by a thread that it does not hold for.

    Handing it over is a call that waits for an answer, which only one who has the listener can give.
    """
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from tests.trust.seccomp import install_filter

    installed = threading.Event()
    listeners: list[int] = []

    def hand_over() -> None:
        installed.wait()
        with socket.socket(fileno=handed_over) as connection:
            socket.send_fds(connection, [b"listener"], listeners)

    thread = threading.Thread(target=hand_over)
    thread.start()
    try:
        listeners.append(install_filter())
    finally:
        installed.set()
        thread.join()
    os.execv(command[0], command)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
