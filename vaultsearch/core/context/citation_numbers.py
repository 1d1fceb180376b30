"""Citation numbers: the notes of the context, or search, that was printed or copied last, kept on disk."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from vaultsearch.core.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NUMBERS = "numbers.json"
"""Beside the manifest, in the index's folder."""


def read_numbers(index: Path) -> tuple[str, ...]:
    """Return the paths of the notes numbered last, from number 1 on; () if none can be read."""
    try:
        content = json.loads((index / NUMBERS).read_text(encoding="utf-8"))
        paths = content["paths"]
    except (OSError, ValueError, KeyError, TypeError):
        return ()
    usable = isinstance(paths, list) and all(isinstance(path, str) for path in paths)
    return tuple(paths) if usable else ()


def write_numbers(index: Path, paths: Sequence[str]) -> None:
    """Replace the file of numbers by those of ``paths``. Raise OSError if it cannot be written.

    Readers of the index may write it, too: the index's lock does not guard it.
    """
    write_atomically(index / NUMBERS, json.dumps({"paths": list(paths)}, ensure_ascii=False))
