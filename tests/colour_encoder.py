"""An encoder of pictures for tests: a picture is its first colour, and a text the colours that it names."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vaultsearch.core.pictures import TooManyPixelsError
from vaultsearch.core.protocols import Vectors

COLOURS = {"red": (220, 20, 20), "green": (20, 200, 20), "blue": (20, 20, 220), "white": (250, 250, 250)}
DEADLY, HUGE = (1, 2, 3), (4, 5, 6)


def draw(file: Path, colour: tuple[int, int, int], side: int = 16) -> None:
    """Write a picture of one colour, as a bitmap."""
    pixels = bytes(reversed(colour)) * side * side
    head = struct.pack("<2sIHHI", b"BM", 54 + len(pixels), 0, 0, 54)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(head + struct.pack("<IiiHHIIiiII", 40, side, side, 1, 24, 0, 0, 0, 0, 0, 0) + pixels)


@dataclass(frozen=True, slots=True)
class ColourEncoder:
    """Logs each picture. A `DEADLY` one ends the process, a `HUGE` one has too many pixels."""

    log: Path
    fingerprint: str = "colours"

    def encode_text(self, text: str) -> Vectors:
        named = [np.array(COLOURS[word]) for word in text.split() if word in COLOURS]
        return _unit(np.sum(named, axis=0) if named else np.ones(3))

    def encode_picture(self, picture: bytes) -> Vectors:
        colour = tuple(reversed(picture[54:57]))
        if colour == DEADLY:
            os._exit(9)
        if colour == HUGE:
            raise TooManyPixelsError("100,000 x 100,000")
        with (self.log / "encoded").open("a") as log:
            log.write(f"{self.fingerprint} {colour}\n")
        return _unit(np.array(colour))

    def warm_up(self) -> None: ...

    @property
    def encoded(self) -> list[str]:
        log = self.log / "encoded"
        return log.read_text().splitlines() if log.exists() else []


def _unit(colour: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Vectors:
    return np.asarray(colour / np.linalg.norm(colour), dtype=np.float32)
