"""The program as a process of its own, in a home of its own, and what its window tells on a socket."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

_WINDOW = "tests.monkey.watched_window:WatchedWindow"
DEAD_S = 60.0
END_S = 30.0
_OTHERS = (
    *("xdg-open", "xdg-mime", "gio", "kde-open", "kde-open5", "gnome-open", "obsidian", "firefox"),
    *("chromium", "google-chrome", "x-www-browser", "www-browser", "sensible-browser"),
    *("evince", "okular", "code"),
)
"""Programs outside, in whose place a script notes that it was called."""


class ProgramEndedError(Exception):
    """The program is gone."""


class Program:
    """Starts the program with all that it writes in ``folder``: home, output, stacks of its threads.

    Args:
        display: that of an X server, "" for no screen.
    """

    def __init__(self, folder: Path, display: str) -> None:
        self.home, self.output = folder / "home", folder / "output.txt"
        self.log = self.home / "logs" / "vaultsearch.log"
        self.outside = folder / "outside.txt"
        self._stacks = folder / "stacks.txt"
        self._environment = self._make_environment(folder / "programs", display)
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._heard = b""

    def _make_environment(self, stubs: Path, display: str) -> dict[str, str]:
        (self.home / "runtime").mkdir(parents=True, mode=0o700)
        stubs.mkdir()
        for name in _OTHERS:
            stub = stubs / name
            stub.write_text(f'#!/bin/sh\necho "$0 $*" >>"{self.outside}"\n')
            stub.chmod(0o755)
        passed = ("LANG", "LC_ALL", "PYTHONPATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
        home, nowhere = str(self.home), "http://127.0.0.1:9"
        return {
            **{name: os.environ[name] for name in passed if name in os.environ},
            "HOME": home,
            "VAULTSEARCH_HOME": home,
            "XDG_RUNTIME_DIR": str(self.home / "runtime"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "PATH": str(stubs),
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            "HTTP_PROXY": nowhere,
            "HTTPS_PROXY": nowhere,
            "MONKEY_STACKS": str(self._stacks),
            # Memory is overwritten as it is freed, so that what is used afterwards ends the program.
            "MALLOC_PERTURB_": "165",
            "PYTHONMALLOC": "malloc",
            "QT_QPA_PLATFORM": "xcb" if display else "offscreen",
            **({"DISPLAY": display} if display else {}),
        }

    @property
    def runs(self) -> bool:
        """Whether it was started and its end was not seen yet."""
        return self._process is not None

    @property
    def cpu_seconds(self) -> float:
        """The processor's time that it has taken, without its worker processes; 0 if it does not run."""
        if self._process is None:
            return 0.0
        times = psutil.Process(self._process.pid).cpu_times()
        return float(times.user + times.system)

    def start(self, *arguments: str) -> None:
        """Start the window with arguments of the command line."""
        ours, theirs = socket.socketpair()
        self._line, self._heard = ours, b""
        words = (_WINDOW, str(theirs.fileno()), "open", *arguments)
        with theirs, self.output.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.real_window", *words], env=self._environment,
                pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            )  # fmt: skip

    def tell(self, ask: str, *arguments: object) -> None:
        """Have the window do something; raise `ProgramEndedError` if it has ended."""
        message = json.dumps({"ask": ask, "arguments": arguments}).encode() + b"\n"
        try:
            if self._line is None:
                raise ProgramEndedError
            self._line.sendall(message)
        except OSError as error:
            raise ProgramEndedError from error

    def state(self, seconds: float) -> dict[str, Any] | None:
        """Return the state of the window, None if it does not answer in time; then see `answer`."""
        self.tell("state")
        return self.answer(seconds)

    def answer(self, seconds: float) -> dict[str, Any] | None:
        """Return the answer to the question that is open, None if it does not come in time."""
        until = time.monotonic() + seconds
        while b"\n" not in self._heard:
            left = until - time.monotonic()
            if self._line is None or left <= 0 or not select.select([self._line], [], [], left)[0]:
                return None
            try:
                content = self._line.recv(65536)
            except OSError as error:
                raise ProgramEndedError from error
            if not content:
                raise ProgramEndedError
            self._heard += content
        line, self._heard = self._heard.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def send(self, number: signal.Signals) -> None:
        """Send a signal; SIGUSR1 has it write the stacks of its threads."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def wait(self, seconds: float) -> int | None:
        """Return the exit code, None if it does not end in time."""
        if self._process is None:
            return None
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        self._process = None
        if self._line is not None:
            self._line.close()
            self._line = None
        return code

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.wait(END_S)
