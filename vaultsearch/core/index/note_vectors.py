"""Store note summaries: their sentences, and their vectors."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.chunking.chunker import split_into_sentences
from vaultsearch.core.filters import AllOf, AtPaths, Filter
from vaultsearch.core.index.backlog import Backlog
from vaultsearch.core.index.stored_vectors import PassageVectors, to_matrix
from vaultsearch.core.index.tables.index_tables import (
    CHUNKS,
    NOTES,
    SUMMARIES,
    IndexTables,
    ReadBehind,
    places_among,
)
from vaultsearch.core.index.tables.passage_cache import PASSAGE, passages_of
from vaultsearch.core.index.tables.predicates import is_in, of_notes
from vaultsearch.core.index.tables.stored_notes import StoredNotes
from vaultsearch.core.models.tokens import unit_length
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    import pyarrow as pa
    from lancedb import AsyncTable


_MAX_BYTES_IN_MEMORY = 16_000_000
"""Memory for a table's vectors: some twenty thousand rows.

Among 15,000 notes, the 200 nearest take 10 ms CPU along the graph, and 2 in memory.
"""
_READ_AT_ONCE, _COMPARED_AT_ONCE = 1000, 256
"""Rows read at a time, and rows converted to float32: few, to stay in the processor's cache."""
_MIN_COMPONENT = 1e-12
_MAX_INT16 = 32767
"""The int16 value for a row's largest component."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A table's vectors and row keys.

    Attributes:
        rows: The rows' keys, and their numbers in the table.
        vectors: int16 (n, dimension). NumPy converts these as fast as it multiplies; float16 takes six times
            as long.
        units: float32 (n,). The value of 1 in each row, for a unit-length vector; cosines are off by less
            than 0.00001.
    """

    rows: pa.Table  # the key first
    vectors: NDArray[np.int16]
    units: NDArray[np.float32]

    def nearest(self, vector: Vectors, n: int) -> list[tuple[str, float]]:
        """Compare with all rows; equal ones stay in table order."""
        question, cosines = unit_length(vector), np.empty(len(self.rows), dtype=np.float32)
        for start in range(0, len(cosines), _COMPARED_AT_ONCE):
            rows = slice(start, start + _COMPARED_AT_ONCE)
            # Not by a product of matrices: OpenBLAS spins on all cores for milliseconds after each.
            np.einsum("ij,j->i", self.vectors[rows].astype(np.float32), question, out=cosines[rows])
        cosines *= self.units
        # To sort all of them would take longer than to compare them.
        first = np.argpartition(-cosines, n - 1)[:n] if n < len(cosines) else np.arange(len(cosines))
        best = first[np.lexsort((first, -cosines[first]))]
        keys = self.rows[0]
        return [(keys[index].as_py(), float(cosines[index])) for index in best.tolist()]


class VectorsInMemory:
    """Searches a table's vectors exactly, while it does not change.

    They are read in the background: see `ReadBehind`.

    Args:
        name: The table's.
        key: The column naming a row.
        times: Seconds for `ReadBehind`, by name.
    """

    def __init__(self, tables: IndexTables, name: str, key: str, **times: float) -> None:
        self._tables, self._name, self._key = tables, name, key
        self._held = ReadBehind(tables, name, self._of, **times)
        self._former: _Held | None = None
        tables.register_cache(self.forget)

    async def nearest(self, vector: Vectors, n: int) -> list[tuple[str, float]] | None:
        """Return the n keys nearest to ``vector``, and their cosines, or None if not in memory."""
        held = await self._held.get()
        return held.nearest(vector, n) if held is not None else None

    async def nearest_anywhere(self, vector: Vectors, n: int) -> list[tuple[str, float]]:
        """Return like `nearest`, from the table if not in memory; nothing without a table."""
        if self._name not in self._tables:
            return []
        if (near := await self.nearest(vector, n)) is not None:
            return near
        query = await self._tables.searches[self._name].nearest(self._tables[self._name], vector, n, None)
        rows: list[dict[str, Any]] = await query.select([self._key, "_distance"]).limit(n).to_list()
        return [(row[self._key], 1.0 - row["_distance"]) for row in rows]

    async def _of(self, table: AsyncTable) -> _Held | None:
        dimension: int = (await table.schema()).field("vector").type.list_size
        n_rows, former, self._former = await table.count_rows(), self._former, None
        if not self.has_room(n_rows, dimension):
            return None
        rows: Any = (await table.query().with_row_id().select([self._key]).to_arrow()).combine_chunks()
        numbers = np.asarray(rows["_rowid"])
        held = _Held(rows, np.empty((len(rows), dimension), np.int16), np.zeros(len(rows), np.float32))
        lacking = np.arange(len(rows))
        if former is not None and former.vectors.shape[1] == dimension:
            lacking = await _copy_unchanged(former, held, table)
        lacking = lacking[np.argsort(numbers[lacking])]  # in whatever order LanceDB reads them
        # Page by page into their place: read at once, they would take three times the memory for a moment.
        for start in range(0, len(lacking), _READ_AT_ONCE):
            page = lacking[start : start + _READ_AT_ONCE]
            held.vectors[page], held.units[page] = await _read_vectors(table, numbers[page])
        self._former = held
        return held

    def has_room(self, count: int, dimension: int) -> bool:
        """Return whether so many vectors with this length fit."""
        return count * dimension * 2 <= _MAX_BYTES_IN_MEMORY

    def forget(self) -> None:
        """Drop the vectors, and give up reading them."""
        self._former = None
        self._held.forget()


async def _copy_unchanged(former: _Held, held: _Held, table: AsyncTable) -> NDArray[np.intp]:
    """Copy the vectors of rows that were held before, and return the places of all others.

    A row that is written anew has another number. After a save all were read: of 20,000, for a tenth of a
    second of CPU.
    """
    places = places_among(former.rows, held.rows)
    same = np.flatnonzero(places >= 0)
    if len(same):
        # Another process may have made the table anew for another model, with the same numbers.
        first, _ = await _read_vectors(table, np.asarray(held.rows["_rowid"])[same[:1]])
        if not np.array_equal(first[0], former.vectors[places[same[0]]]):
            return np.arange(len(held.rows))
        held.vectors[same], held.units[same] = former.vectors[places[same]], former.units[places[same]]
    return np.flatnonzero(places < 0)


async def _read_vectors(table: AsyncTable, numbers: NDArray[np.uint64]) -> tuple[Any, Any]:
    """Read the vectors of rows, by their numbers and in this order, with each one's unit: see `_Held`."""
    rows: Any = await table.take_row_ids(numbers.tolist()).select(["vector"]).to_arrow()
    exact = unit_length(to_matrix(rows["vector"].combine_chunks()))
    units = np.maximum(np.abs(exact).max(axis=1), _MIN_COMPONENT) / _MAX_INT16
    return np.rint(exact / units[:, None]), units


SUMMARIES_FINGERPRINT = "summaries-2"
"""Raise with every change to how summaries are made, so that all are made anew."""

_SENTENCES_PER_SUMMARY = 6
_MIN_SENTENCE_CHARS = 20
_LENGTH_DAMPING = 5
"""Words added to a sentence's length, so that a single rare word does not win."""
# Words of four letters and more: most of the shorter ones are in every sentence.
_LONG_WORD = re.compile(r"\w{4,}")
_STATE_COLUMNS = ["path", "content_hash"]
"""A note's state, as summarized or as it is now."""


@dataclass(frozen=True, slots=True)
class WholeNote:
    """A note to summarize: passages in order, with vectors (passages, dimension)."""

    path: str
    content_hash: str
    passages: tuple[str, ...]
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class SentenceSummary:
    """A note's most telling sentences, and a vector: float32 (dimension,), unit length."""

    path: str
    content_hash: str
    text: str
    vector: Vectors


def summarize_notes(notes: Sequence[WholeNote]) -> list[SentenceSummary]:
    """Summarize notes; each vector is the mean over passages, weighted by length.

    Encoding the summary as well, and going half the way there, was measured to find no better: semantic
    nDCG@10 on cranfield .3959 against .3965 for passages alone, on English xquad .9341 against .9345.
    """
    summaries = []
    for note in notes:
        lengths = np.array([[len(passage)] for passage in note.passages], dtype=np.float32)
        mean = unit_length((note.vectors * np.maximum(lengths, 1)).sum(axis=0))
        summaries.append(
            SentenceSummary(note.path, note.content_hash, telling_sentences(note.passages), mean)
        )
    return summaries


def telling_sentences(passages: Sequence[str]) -> str:
    """Return the sentences with most of the note's frequent words, in text order.

    After SumBasic (Nenkova and Vanderwende, 2005), counting a sentence's words once each.
    """
    candidates = [sentence.strip() for passage in passages for sentence in split_into_sentences(passage)]
    candidates = list(dict.fromkeys(text for text in candidates if len(text) >= _MIN_SENTENCE_CHARS))
    words = [_LONG_WORD.findall(sentence.casefold()) for sentence in candidates]
    often = Counter(word for of_one in words for word in of_one)

    def telling(i: int) -> float:
        # Sorted: a sum of floats depends on its order, and that of a set differs from process to process.
        weight = sum(math.log1p(often[word]) for word in sorted(set(words[i])))
        return weight / math.sqrt(len(words[i]) + _LENGTH_DAMPING)

    best = sorted(range(len(candidates)), key=lambda i: (-telling(i), i))[:_SENTENCES_PER_SUMMARY]
    return "\n".join(candidates[i] for i in sorted(best))


class SummaryTable:
    """Reads and writes note summaries; without their table, there are none."""

    def __init__(self, tables: IndexTables, notes: StoredNotes, backlog: Backlog) -> None:
        self._tables = tables
        self._notes = notes
        self._backlog = backlog
        self._in_memory = VectorsInMemory(tables, SUMMARIES, "path")

    async def renew(self, dimension: int) -> None:
        """Remove all summaries, for others with vectors of this length."""
        from vaultsearch.core.index.tables.schema import summaries_schema

        self._in_memory.forget()
        await self._tables.create(SUMMARIES, summaries_schema(dimension))

    async def unsummarized(
        self, without: Filter | None = None, only: Collection[str] | None = None
    ) -> dict[str, str]:
        """Map notes with a missing or outdated summary to their content hash.

        Notes with a passage matching ``without`` get none, and lose any former summary: they were emptied,
        say, or are in another language now. With ``only``, restrict to notes at these paths.
        """
        where = None if only is None else is_in("path", only)
        known = set(await self._tables.tuples(SUMMARIES, _STATE_COLUMNS, where))
        none: frozenset[str] = frozenset()
        if without is not None:
            condition = without if only is None else AllOf((without, AtPaths(frozenset(only))))
            none = await self._notes.paths(condition)
        await self.forget({path for path, _ in known} & none)
        notes = await self._tables.tuples(NOTES, _STATE_COLUMNS, where)
        return {path: of for path, of in notes if (path, of) not in known and path not in none}

    async def whole_notes(self, states: Mapping[str, str]) -> list[WholeNote]:
        """Read the text and vectors for making summaries.

        Args:
            states: Content hashes by path. Notes not fully encoded are left out.
        """
        where = is_in("path", list(states))
        passages = passages_of(await self._tables.arrow(CHUNKS, PASSAGE, of_notes(states)))
        vectors = await PassageVectors(self._tables, Space.MAIN).matching(where)
        of_note: dict[str, list[tuple[str, str]]] = {}
        for passage in sorted(passages, key=lambda passage: (passage.path, passage.position)):
            of_note.setdefault(passage.path, []).append((passage.id, passage.text))
        return [
            WholeNote(
                path, states[path], tuple(text for _, text in of), np.stack([vectors[i] for i, _ in of])
            )
            for path, of in of_note.items()
            # A mean of half the passages would be that of another note; it is made once all are there.
            if all(i in vectors for i, _ in of)
        ]

    async def write(self, summaries: Sequence[SentenceSummary]) -> None:
        """Write summaries, replacing the notes' former ones."""
        if SUMMARIES not in self._tables:  # an older version made none
            await self.renew(len(summaries[0].vector))
        rows = [{**asdict(one), "vector": one.vector.astype(np.float16)} for one in summaries]
        await self._tables.upsert(SUMMARIES, "path", await self._tables.batch(SUMMARIES, rows))
        self._backlog.note_written()

    async def forget(self, paths: Collection[str] | None) -> None:
        """Remove these notes' summaries, or all for None, so that they are made anew."""
        if (paths or paths is None) and SUMMARIES in self._tables:
            which = "true" if paths is None else is_in("path", sorted(paths))
            await self._tables[SUMMARIES].delete(which)

    async def of(self, path: str) -> SentenceSummary | None:
        """Return a note's summary, or None."""
        columns = ["path", "content_hash", "text", "vector"]
        for row in await self._tables.rows(SUMMARIES, columns, where=is_in("path", [path])):
            vector = np.asarray(row["vector"], dtype=np.float32)
            return SentenceSummary(row["path"], row["content_hash"], row["text"], vector)
        return None

    async def nearest(self, vector: Vectors, n: int) -> dict[str, float]:
        """Map the n notes nearest to ``vector``, float32 (dimension,), to their cosine, nearest first."""
        return dict(await self._in_memory.nearest_anywhere(vector, n))
