"""Execute a command under the filter and hand over the listener: `under_filter.py SOCKET COMMAND...`."""

import os
import socket
import sys
import threading
from pathlib import Path


def main(handed_over: int, command: list[str]) -> None:
    """Install the filter, and give its listener to whoever started this.

    That is done by a thread that the filter does not hold for: handing over is a call that would wait for an
    answer, which only one who has the listener can give.
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
    os.execv(command[0], command)  # noqa: S606


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
