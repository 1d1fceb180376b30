"""The time left of a sync: foretold while notes are read, and measured while passages are encoded."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultsearch.core.chunking.embedded_text import encode_embedded
from vaultsearch.core.index.sync.file_limits import bytes_read
from vaultsearch.core.models.device import cores
from vaultsearch.core.vault.reading import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vaultsearch.core.chunking.embedded_text import EmbeddedText
    from vaultsearch.core.index.tables.schema import NoteRows
    from vaultsearch.core.protocols import Encoder
    from vaultsearch.core.values.note import FileKind, Revision

# Seconds until a rate is told: the first batches include starts and caches.
_BELIEVABLE_S = 2.0
_BYTES_OF_OPENING = 2000
"""Opening a file and writing its row take as long as reading so many bytes of it."""
_MOSTLY_IDLE = 4
"""The clock ran so many times longer than the processor worked: the model computes elsewhere, on a GPU."""
_WRITING_TOO = 1.25
"""The time of encoding with that of reading the passages and writing their vectors, measured."""


@dataclass(slots=True)
class ReadingClock:
    """Foretells, while notes are read, when all of them can be searched by meaning.

    By their bytes of each kind: a megabyte of pictures holds fewer passages than one of notes.

    Attributes:
        cost: Returns the cost of encoding passages, given their number by language, in passages of the
            default model.
        seconds: Of the clock, for a passage of cost 1; None until a sample was encoded.
    """

    cost: Callable[[Mapping[str, int]], float]
    seconds: float | None = None
    _left: Counter[FileKind | None] = field(default_factory=Counter)
    _read: Counter[FileKind | None] = field(default_factory=Counter)
    _passages: Counter[FileKind | None] = field(default_factory=Counter)
    _languages: Counter[str] = field(default_factory=Counter)
    _begun: float = 0.0

    def begin(self, waiting: Iterable[Revision]) -> None:
        """Begin to read these files."""
        for revision in waiting:
            self._left[kind_of(revision.path)] += _effort(revision)
        self._begun = time.perf_counter()

    def advance(self, revision: Revision, rows: NoteRows | None) -> None:
        """Count a file that was read, and its passages; None if it could not be."""
        kind = kind_of(revision.path)
        self._left[kind] -= _effort(revision)
        self._read[kind] += _effort(revision)
        if rows is not None:
            self._passages[kind] += len(rows.passages)
            self._languages.update(passage["language"] for passage in rows.passages)

    @property
    def seconds_left(self) -> float | None:
        """The remaining seconds of reading and encoding, None before they can be told."""
        elapsed = time.perf_counter() - self._begun
        passages, read = self._passages.total(), self._read.total()
        if self.seconds is None or elapsed < _BELIEVABLE_S or not passages:
            return None
        # A kind of which no file was read yet is expected to hold as many passages as the others do.
        ahead = sum(
            left * (self._passages[kind] / self._read[kind] if self._read[kind] else passages / read)
            for kind, left in self._left.items()
        )
        encoding = self.seconds * self.cost(self._languages) * (1 + ahead / passages)
        # Reading and encoding follow one another, so that their times add up.
        return elapsed * self._left.total() / read + encoding


def _effort(revision: Revision) -> int:
    return bytes_read(revision) + _BYTES_OF_OPENING


def seconds_of(encoder: Encoder, texts: Sequence[EmbeddedText]) -> float:
    """Return the seconds of the clock that these passages will take; to be run where questions are encoded.

    The processes that read notes meanwhile take turns with this one, so that the clock alone would tell up to
    three times as much: the processor's time is counted.
    """
    clock, processor = time.perf_counter(), time.process_time()
    encode_embedded(encoder, texts)
    elapsed, computed = time.perf_counter() - clock, (time.process_time() - processor) / cores()
    return _WRITING_TOO * computed if computed * _MOSTLY_IDLE > elapsed else elapsed


@dataclass(slots=True)
class EncodingClock:
    """The progress of encoding, and its rate since the first batch: the model's loading is not counted.

    ``done`` are those whose vectors are written, so that a search finds them. Told as soon as they were
    encoded, 491 of 1,309 passages were ready beside a list that said 0 of 803 notes.
    """

    total: int
    done: int = 0
    encoded: int = 0
    ready: int = 0
    """Passages that had their vectors before: after a restart, 3,686 of 4,638 were told to be none."""
    _left: float = 0.0
    """The work left, in passages of the model that encodes now."""
    _first: tuple[int, float] | None = None
    _expected_end: float | None = None
    """As a sample or the former model's rate promised it, until the rate of this one is reliable."""

    def __post_init__(self) -> None:
        self._left = self.total

    def expect(self, seconds: float) -> None:
        """Promise this until the rate is reliable."""
        self._expected_end = time.perf_counter() + seconds

    def begin(self, left: float) -> None:
        """Begin to measure a model, with so much work left, in passages of it.

        Timed by the first model's passages, the others' seemed as quick: an hour's work was told to be ten
        minutes.
        """
        expected = self.seconds_left
        self._expected_end = None if expected is None else time.perf_counter() + expected
        self._left, self._first = left, None

    def advance(self, count: int) -> None:
        """Count passages that have been encoded."""
        self.encoded += count
        self._left -= count
        # Counted from the end of the first batch, which has loaded the model.
        if self._first is None:
            self._first = (self.encoded, time.perf_counter())

    def note_written(self, encoded: int) -> None:
        """Note that the vectors of the first ``encoded`` passages are written."""
        self.done = encoded

    @property
    def rate(self) -> float:
        """Passages a second, 0 until it can be measured."""
        if self._first is None or self.encoded == self._first[0]:
            return 0.0
        return (self.encoded - self._first[0]) / (time.perf_counter() - self._first[1])

    @property
    def seconds_left(self) -> float | None:
        """The remaining seconds at this rate, None before it is reliable."""
        now = time.perf_counter()
        if self._first is None or now - self._first[1] < _BELIEVABLE_S or not self.rate:
            return None if self._expected_end is None else max(0.0, self._expected_end - now)
        return max(0.0, self._left) / self.rate
