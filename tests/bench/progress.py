"""Progress of the measurements, on stderr."""

from __future__ import annotations

import sys
import time

_EVERY_S = 5.0


class ProgressLine:
    """Reports progress: one line that changes on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._last = 0.0
        self._terminal = sys.stderr.isatty()

    def begin(self, what: str) -> None:
        """Report the next measurement, at once."""
        self._last = 0.0
        self.tell(what)

    def tell(self, what: str) -> None:
        """Report the progress, unless something was reported just now."""
        now = time.monotonic()
        if now - self._last < (0.2 if self._terminal else _EVERY_S):
            return
        self._last = now
        line = f"[{now - self._start:6.1f} s] {what}"
        sys.stderr.write(f"\r\x1b[K{line[:110]}" if self._terminal else f"{line}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Leave the terminal as it was."""
        if self._terminal:
            sys.stderr.write("\r\x1b[K")
