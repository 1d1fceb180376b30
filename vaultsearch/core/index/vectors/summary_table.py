"""Summaries of notes: their table, and the sentences and vectors they consist of."""

from __future__ import annotations

import logging
import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.chunking.chunker import sentences
from vaultsearch.core.filters import AllOf, AtPaths
from vaultsearch.core.index.tables.index_tables import CHUNKS, NOTES, SUMMARIES
from vaultsearch.core.index.tables.passage_cache import PASSAGE, passages_of
from vaultsearch.core.index.tables.predicates import is_in
from vaultsearch.core.index.vectors.passage_vectors import PassageVectors
from vaultsearch.core.index.vectors.vectors_in_memory import VectorsInMemory
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.backlog import Backlog
    from vaultsearch.core.index.tables.index_tables import IndexTables
    from vaultsearch.core.index.tables.stored_notes import StoredNotes
    from vaultsearch.core.protocols import Vectors


MADE_BY = "summaries-2"
"""To be raised with every change to the making of summaries, so that all are made anew."""

_SENTENCES = 6
_SHORTEST_SENTENCE = 20
_EVEN_LENGTH = 5
"""Words added to a sentence's length, so that a single rare word is not the most telling sentence."""
# Words of four letters and more: most of the shorter ones are in every sentence.
_WORD = re.compile(r"\w{4,}")
_STATE = ["path", "content_hash"]
"""Of a note, as it was summarized or is now."""


@dataclass(frozen=True, slots=True)
class WholeNote:
    """A note as a summary is made from it: passages in order, with their vectors (passages, dimension)."""

    path: str
    content_hash: str
    passages: tuple[str, ...]
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Summary:
    """A note's most telling sentences, and its vector: float32 (dimension,), unit length."""

    path: str
    content_hash: str
    text: str
    vector: Vectors


def summarize(notes: Sequence[WholeNote]) -> list[Summary]:
    """Summarize notes, of vectors that are there already.

    Encoding the summary besides, and going half the way to it, was measured to find no better: semantic
    nDCG@10 on cranfield .3959, of the passages alone .3965, on xquad in English .9341 and .9345.
    """
    return [
        Summary(note.path, note.content_hash, telling_sentences(note.passages), _whole(note))
        for note in notes
    ]


def telling_sentences(passages: Sequence[str]) -> str:
    """Return the sentences with most of the note's frequent words, in their order.

    After SumBasic (Nenkova and Vanderwende, 2005), with a sentence's words counted once each.
    """
    candidates = [sentence.strip() for passage in passages for sentence in sentences(passage)]
    candidates = list(
        dict.fromkeys(sentence for sentence in candidates if len(sentence) >= _SHORTEST_SENTENCE)
    )
    words = [_WORD.findall(sentence.casefold()) for sentence in candidates]
    often = Counter(word for of_one in words for word in of_one)

    def telling(i: int) -> float:
        weight = sum(math.log1p(often[word]) for word in sorted(set(words[i])))
        return weight / math.sqrt(len(words[i]) + _EVEN_LENGTH)

    best = sorted(range(len(candidates)), key=lambda i: (-telling(i), i))[:_SENTENCES]
    return "\n".join(candidates[i] for i in sorted(best))


def _whole(note: WholeNote) -> Vectors:
    """Return the mean of the passages, each as heavy as it is long."""
    lengths = np.array([[len(passage)] for passage in note.passages], dtype=np.float32)
    mean = (note.vectors * np.maximum(lengths, 1)).sum(axis=0)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-12), dtype=np.float32)


class SummaryTable:
    """Reads and writes the summaries of notes; without their table, there are none."""

    def __init__(self, tables: IndexTables, notes: StoredNotes, backlog: Backlog) -> None:
        self._tables = tables
        self._notes = notes
        self._backlog = backlog
        self._in_memory = VectorsInMemory(tables.path, "path")
        tables.register_cache(self._in_memory.forget)

    async def prepare(self, dimension: int) -> None:
        """Create the table if it is missing: an older version made none."""
        from vaultsearch.core.index.tables.schema import summaries_schema

        if SUMMARIES not in self._tables:
            await self._tables.create(SUMMARIES, summaries_schema(dimension))

    async def renew(self, dimension: int) -> None:
        """Remove all summaries, for others with vectors of this length."""
        from vaultsearch.core.index.tables.schema import summaries_schema

        if SUMMARIES in self._tables:
            self._tables.summary_search.close()
            self._in_memory.forget()
            await self._tables.replace(SUMMARIES, summaries_schema(dimension))

    async def unsummarized(
        self, without: Filter | None = None, only: Collection[str] | None = None
    ) -> dict[str, str]:
        """Map the notes whose summary is of another state, or missing, to their content's hash.

        Notes with a passage that ``without`` holds for have none, and lose a former one: they were emptied,
        say, or are in another language now. With ``only``, at these paths.
        """
        where = None if only is None else is_in("path", only)
        known = set(await self._tables.tuples(SUMMARIES, _STATE, where))
        none = await self._holding(without, only) if without else frozenset()
        await self.forget({path for path, _ in known} & none)
        notes = await self._tables.tuples(NOTES, _STATE, where)
        return {path: of for path, of in notes if (path, of) not in known and path not in none}

    async def _holding(self, condition: Filter, only: Collection[str] | None) -> frozenset[str]:
        """Return the notes with a passage that a condition holds for."""
        return await self._notes.paths(
            condition if only is None else AllOf((condition, AtPaths(frozenset(only))))
        )

    async def whole_notes(self, states: Mapping[str, str]) -> list[WholeNote]:
        """Read the text and vectors that summaries are made from.

        Args:
            states: The content hash of each note, by path. Notes that are not fully encoded are left out.
        """
        where = is_in("path", list(states))
        passages = passages_of(await self._tables[CHUNKS].query().where(where).select(PASSAGE).to_arrow())
        vectors = await PassageVectors(self._tables, Space.MAIN).that(where)
        of_note: dict[str, list[tuple[str, str]]] = {}
        for passage in sorted(passages, key=lambda passage: (passage.path, passage.position)):
            of_note.setdefault(passage.path, []).append((passage.id, passage.text))
        return [
            WholeNote(
                path, states[path], tuple(text for _, text in of), np.stack([vectors[i] for i, _ in of])
            )
            for path, of in of_note.items()
            if all(i in vectors for i, _ in of)
        ]

    async def write(self, summaries: Sequence[Summary]) -> None:
        """Write summaries in place of the notes' former ones."""
        import pyarrow as pa

        if SUMMARIES not in self._tables:
            return
        rows = [
            {
                "path": s.path,
                "content_hash": s.content_hash,
                "text": s.text,
                "vector": s.vector.astype(np.float16),
            }
            for s in summaries
        ]
        table = self._tables[SUMMARIES]
        insert = table.merge_insert("path").when_matched_update_all().when_not_matched_insert_all()
        async with self._tables.whole_write(SUMMARIES):
            await insert.execute(pa.Table.from_pylist(rows, schema=await table.schema()))
        self._backlog.note_written()

    async def forget(self, paths: Collection[str] | None) -> None:
        """Remove the summaries of notes, None for those of all, so that they are made anew."""
        if (paths or paths is None) and SUMMARIES in self._tables:
            which = "true" if paths is None else is_in("path", sorted(paths))
            await self._tables[SUMMARIES].delete(which)

    async def of(self, path: str) -> Summary | None:
        """Return a note's summary, None if it has none."""
        columns = ["path", "content_hash", "text", "vector"]
        for row in await self._tables.rows(SUMMARIES, columns, where=is_in("path", [path])):
            vector = np.asarray(row["vector"], dtype=np.float32)
            return Summary(row["path"], row["content_hash"], row["text"], vector)
        return None

    async def nearest(self, vector: Vectors, n: int) -> dict[str, float]:
        """Map the n notes nearest to ``vector``, float32 (dimension,), to their cosine, the nearest first."""
        if SUMMARIES not in self._tables:
            return {}
        table = self._tables[SUMMARIES]
        if near := await self._in_memory.nearest(table, vector, n):
            return dict(zip(near.keys, near.cosines, strict=True))
        query = await self._tables.summary_search.nearest(table, vector, n, None)
        rows: list[dict[str, Any]] = await query.select(["path", "_distance"]).limit(n).to_list()
        return {row["path"]: 1.0 - row["_distance"] for row in rows}

    async def vectors_read(self) -> None:
        """Wait until the vectors are in memory, if a search began to read them."""
        await self._in_memory.read()


_log = logging.getLogger(__name__)
