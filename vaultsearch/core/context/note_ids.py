"""Short ids of notes, made from their paths: `a1b2c3` means the same note after any number of searches."""

from __future__ import annotations

import re
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHORTEST = 6
_ID = re.compile(rf"#?([0-9a-f]{{{_SHORTEST},32}})")


def note_ids(paths: Iterable[str]) -> dict[str, str]:
    """Return the ids of all notes of a vault, by path; ids that would be the same are lengthened.

    They were printed with a ``#``, which begins a comment in a shell.
    """
    ordered = sorted((_digest(path), path) for path in set(paths))
    lengths = dict.fromkeys((path for _, path in ordered), _SHORTEST)
    for (digest, path), (following, other) in pairwise(ordered):
        needed = next(index for index in range(len(digest)) if digest[index] != following[index]) + 1
        lengths[path], lengths[other] = max(lengths[path], needed), max(lengths[other], needed)
    return {path: digest[: lengths[path]] for digest, path in ordered}


def has_id(path: str, name: str) -> bool:
    """Return whether the id of a note begins like this; a ``#`` may stand before it."""
    written = _ID.fullmatch(name.strip().lower())
    return written is not None and _digest(path).startswith(written[1])


def _digest(path: str) -> str:
    return blake2b(path.encode(), digest_size=16).hexdigest()
