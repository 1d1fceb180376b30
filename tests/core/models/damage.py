"""Damage to a model's files."""

from __future__ import annotations

from pathlib import Path


def flip_byte(file: Path, place: int = -1) -> None:
    """Flip the lowest bit of a byte; a negative place counts from the end."""
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
