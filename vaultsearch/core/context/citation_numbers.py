"""Which note a number means: those of the context, or the search, that was printed or copied last."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NUMBERS = "numbers.json"
"""Beside the manifest, in the index's folder."""


def read_numbers(index: Path) -> tuple[str, ...]:
    """Give the paths of the notes numbered last, the first of them number 1; () where none can be read."""
    try:
        content = json.loads((index / NUMBERS).read_text(encoding="utf-8"))
        paths = content["paths"]
    except (OSError, ValueError, KeyError, TypeError):
        return ()
    usable = isinstance(paths, list) and all(isinstance(path, str) for path in paths)
    return tuple(paths) if usable else ()


def write_numbers(index: Path, paths: Sequence[str]) -> None:
    """Keep the notes that were numbered, by renaming over; raises OSError.

    Whoever reads the index may write this: it is no part of what the index's lock guards.
    """
    temporary = index / f"numbers.{os.getpid()}.tmp"
    temporary.write_text(json.dumps({"paths": list(paths)}, ensure_ascii=False), encoding="utf-8")
    temporary.replace(index / NUMBERS)
