"""How much of a sync is done at once, and how fast it goes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vaultsearch.core.values.note import Revision

ENCODED_AT_ONCE = 128
FEW_NOTES = 8
"""Up to so many are read where questions are, which has its model at hand."""
FEW_PASSAGES = 32
FEW_AT_ONCE = 8
"""So that a question that comes meanwhile to the same process waits no longer than it takes to read this."""
_NOTES_AT_ONCE = 64
_BYTES_AT_ONCE = 1_000_000
_BELIEVABLE_S = 2.0


@dataclass(slots=True)
class EncodingClock:
    """How fast the encoding goes, since its first batch ended: the model's loading is not counted.

    ``done`` are those whose vectors are written, so that a search finds them. Told as soon as they were
    encoded, 491 of 1,309 passages were ready beside a list that said 0 of 803 notes.
    """

    total: int
    done: int = 0
    encoded: int = 0
    _first: tuple[int, float] | None = None

    def advance(self, count: int) -> None:
        """Count passages that have been encoded."""
        self.encoded += count
        if self._first is None:
            self._first = (self.encoded, time.perf_counter())

    def note_written(self, encoded: int) -> None:
        """Note that of so many passages, counted from the first one, the vectors are written."""
        self.done = encoded

    @property
    def rate(self) -> float:
        """Passages a second, 0 until there is something to go by."""
        if self._first is None or self.encoded == self._first[0]:
            return 0.0
        return (self.encoded - self._first[0]) / (time.perf_counter() - self._first[1])

    @property
    def seconds_left(self) -> float | None:
        """What is left at this rate; None before it can be believed."""
        if self._first is None or time.perf_counter() - self._first[1] < _BELIEVABLE_S or not self.rate:
            return None
        return (self.total - self.encoded) / self.rate


def batches(revisions: Iterable[Revision]) -> Iterator[list[Revision]]:
    """Cut into batches that are neither many notes nor many bytes."""
    batch: list[Revision] = []
    size = 0
    for revision in revisions:
        if batch and (len(batch) == _NOTES_AT_ONCE or size + revision.size > _BYTES_AT_ONCE):
            yield batch
            batch, size = [], 0
        batch.append(revision)
        size += revision.size
    if batch:
        yield batch
