"""A passage that was kept, against its note as it is now: unchanged, changed, or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz.distance import Indel

from vaultsearch.core.values.context import PassageState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.search import Chunk

_LEAST_ALIKE = 0.4
"""The share of common letters from which a passage of another section may be the one that was kept."""


def passage_state(chunk: Chunk, text: str | None) -> PassageState:
    """Compare a passage with the text of its note, None if there is no such note any more.

    A passage that has moved within its note is unchanged.
    """
    if text is None:
        return PassageState.GONE
    lines = [line for line in chunk.content.split("\n") if line.strip()]
    stands = chunk.content in text or all(line in text for line in lines)
    return PassageState.CURRENT if stands else PassageState.CHANGED


def passage_now(chunk: Chunk, now: Sequence[Chunk]) -> Chunk | None:
    """Return the passage that stands in the place of one that was kept, among those ``now`` in its note."""
    alike = {candidate.id: Indel.normalized_similarity(chunk.text, candidate.text) for candidate in now}
    under_heading = [candidate for candidate in now if candidate.heading_path == chunk.heading_path]
    candidates = under_heading or [candidate for candidate in now if alike[candidate.id] >= _LEAST_ALIKE]
    return max(candidates, key=lambda candidate: alike[candidate.id], default=None)
