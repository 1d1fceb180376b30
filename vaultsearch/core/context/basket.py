"""The basket: its passages on the disk, and their state in the notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import msgspec
from rapidfuzz.distance import Indel

from vaultsearch.core.files import write_atomically
from vaultsearch.core.values.context import PassageState
from vaultsearch.core.values.search import Chunk

_MIN_SIMILARITY = 0.4
"""The least share of common letters for a passage of another section to replace a saved one."""


def passage_state(chunk: Chunk, text: str | None) -> PassageState:
    """Compare a passage with the note's text, or None if the note is gone; a moved one is unchanged."""
    if text is None:
        return PassageState.GONE
    # Line by line: the file may have been saved with other blank lines.
    stands = all(line in text for line in chunk.content.split("\n") if line.strip())
    return PassageState.CURRENT if stands else PassageState.CHANGED


def passage_now(chunk: Chunk, now: Sequence[Chunk]) -> Chunk | None:
    """Return the passage replacing a saved one, among those ``now`` in the note."""
    alike = {candidate.id: Indel.normalized_similarity(chunk.text, candidate.text) for candidate in now}
    under_heading = [candidate for candidate in now if candidate.heading_path == chunk.heading_path]
    candidates = under_heading or [candidate for candidate in now if alike[candidate.id] >= _MIN_SIMILARITY]
    return max(candidates, key=lambda candidate: alike[candidate.id], default=None)


OWN_BASKET_FILE = "basket.json"
"""The vault's basket, in the index folder."""

SHARED_BASKET_FILE = "basket-all-vaults.json"
"""The vault's passages in the basket of all vaults, deleted with the index."""

# What depends on the question or on the index, and not on the passage.
_DROPPED_FIELDS = ("score", "ranks", "window_start")


def read_basket(index: Path, name: str) -> tuple[tuple[int, Chunk], ...]:
    """Return the passages in a file with their places in the basket; () if unreadable."""
    try:
        entries = msgspec.json.decode((index / name).read_bytes())["passages"]
        chunks = msgspec.convert(entries, tuple[Chunk, ...])
        return tuple((int(entry["place"]), chunk) for entry, chunk in zip(entries, chunks, strict=True))
    except (OSError, ValueError, KeyError, TypeError, RecursionError, msgspec.MsgspecError):
        return ()


def write_basket(index: Path, name: str, passages: Iterable[tuple[int, Chunk]]) -> None:
    """Replace a basket's file, or delete it if there are no passages.

    Raise OSError if it cannot be written. Index readers may write it, too: the index lock does not guard it.
    """
    entries = []
    for place, chunk in passages:
        fields = {name: value for name, value in asdict(chunk).items() if name not in _DROPPED_FIELDS}
        entries.append({"place": place, **fields})
    if entries:
        write_atomically(index / name, msgspec.json.encode({"passages": entries}))
    else:
        (index / name).unlink(missing_ok=True)
