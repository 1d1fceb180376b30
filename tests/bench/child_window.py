"""A window in a process of its own that reports its events to the benchmark."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

_ENDS_WITHIN_S = 30.0


class WindowFailedError(Exception):
    """Raised if the window ended, or did not report the expected event in time."""


class ChildWindow:
    """Runs the program with the window of a class, of `tests.bench`, on ``vault`` or its welcome page.

    ``started`` is the moment before it was, ``story`` all that it has reported so far.
    """

    def __init__(
        self, vault: Path | None, task: dict[str, object], window: str = "observed_window:ObservedWindow"
    ) -> None:
        words = (f"tests.bench.{window}", json.dumps(task), "open", *([str(vault)] if vault else []))
        environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
        # Python keeps what it compiles, as where the program is installed; else each start compiles all.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        # The window's own log must not fill a pipe that nobody reads.
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed at the exit
        self._heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self._events: dict[str, dict[str, Any]] = {}
        self.story: list[dict[str, Any]] = []
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.real_window", *words], stdout=subprocess.PIPE, stderr=self._errors,
            text=True, env=environment,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, name="child-window")
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_for(self, event: str, seconds: float) -> dict[str, Any]:
        """Return the first event of a kind. Raise WindowFailedError if there is none in time."""
        end = time.monotonic() + seconds
        while event not in self._events:
            try:
                heard = self._heard.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise WindowFailedError(f"no {event!r} within {seconds:.0f} s") from None
            if heard["event"] == "ended":
                self._errors.seek(0)
                raise WindowFailedError(f"the window ended before {event!r}: {self._errors.read()[-500:]}")
            self._events.setdefault(heard["event"], heard)
        return self._events[event]

    def seconds_until(self, event: str, seconds: float = 120.0) -> float:
        """Return the time from before the start of the process until an event."""
        return float(self.wait_for(event, seconds)["at"]) - self.started

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                self.story.append(json.loads(line))
                self._heard.put(self.story[-1])
        self._heard.put({"event": "ended"})

    def __enter__(self) -> ChildWindow:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()
