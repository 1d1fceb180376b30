"""A recogniser for tests, light enough for the process that it is started in."""

from __future__ import annotations

import errno
import os
import signal
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.values.pictures import RecognisedLine, RecognisedText

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.pictures import Pixels

HEAD = b"\x89PNG\r\n\x1a\n"
DEADLY, ENDED, FULL, HELD, LARGE, SCANNED = (
    "deadly", "ended", "full", "held", "large", "scanned sheet of a page",
)  # fmt: skip
_AS_MUCH_AS_A_SCAN = 950 << 20
"""Bytes that the real models and a page of 300 dpi take."""


@dataclass(frozen=True, slots=True)
class PlainRecogniser:
    """Reads the words that are written into the bytes of a picture, and logs each.

    A ``deadly`` one ends the process, an ``ended`` one has the system end it; a ``held`` one waits until it
    may go on, and a ``full`` one meets a full disk until then; a ``large`` one takes memory.
    """

    log: Path

    def __call__(self, picture: bytes | Pixels) -> RecognisedText:
        words = picture[8:].split(b"\0")[0].decode() if isinstance(picture, bytes) else SCANNED
        if DEADLY in words:
            self._note("deaths", words)
            os._exit(9)
        if ENDED in words:
            self._note("deaths", words)
            os.kill(os.getpid(), signal.SIGKILL)
        if FULL in words and not (self.log / "go on").exists():
            self._note("refused", words)
            raise OSError(errno.ENOSPC, "No space left on device")
        while HELD in words and not (self.log / "go on").exists():
            (self.log / str(os.getpid())).touch()
            time.sleep(0.01)
        if LARGE in words:
            time.sleep(0.5)  # the limit's own thread has begun to look
            taken = b"x" * _AS_MUCH_AS_A_SCAN
            time.sleep(0.1)
            del taken
        self._note("read", words)
        return RecognisedText((RecognisedLine(words, 0.9, (0, 0, 100, 20)),), seconds=0.5)

    def _note(self, name: str, words: str) -> None:
        with (self.log / name).open("a") as log:
            log.write(words + "\n")

    def _noted(self, name: str) -> list[str]:
        log = self.log / name
        return log.read_text().splitlines() if log.exists() else []

    @property
    def read(self) -> list[str]:
        return self._noted("read")

    @property
    def refused(self) -> list[str]:
        return self._noted("refused")

    @property
    def deaths(self) -> list[str]:
        return self._noted("deaths")
