"""Search, in memory, words of passages LanceDB has not indexed yet, while a vault is read.

LanceDB scans such passages in each search, and updating the index keeps both cores busy for a second. While
10,000 notes were first read and somebody searched, 17 of 40 s went into updates, and word searches took twice
as long.
"""

from __future__ import annotations

import math
import threading
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from vaultsearch.core.chunking.embedded_text import FILE_COLUMNS, NOTE_COLUMNS

_K1, _B = 1.2, 0.75
"""BM25's constants, as in LanceDB: both scores are ranked together."""
_BUCKETS = 1 << 18
"""Counters for passages holding a term, by the term's hash: exact counts would take 15 MB more."""


class Clause(NamedTuple):
    """Terms searched in a column, the weight of a match, and whether all must match."""

    column: str
    terms: Sequence[str]
    weight: float
    every: bool = False


class _Part:
    """Passages written between two updates of LanceDB's index, by row.

    Terms are stored as hashes, row after row: writing a passage takes some 20 microseconds, a third of lists
    by term, and nobody may ever ask.
    """

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.lengths = array("I")
        self.rows_of: defaultdict[str, list[int]] = defaultdict(list)
        self.hashes = array("q")
        self._frequencies = array("I")
        # Where each row's terms end.
        self._ends = array("I")

    def add(self, path: str, passage_id: str, terms: Counter[str]) -> None:
        self.rows_of[path].append(len(self.ids))
        self.ids.append(passage_id)
        self.lengths.append(terms.total())
        self.hashes.extend(map(hash, terms))
        self._frequencies.extend(terms.values())
        self._ends.append(len(self.hashes))

    def rows_holding(self, term: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return the rows holding a term, and how often each does."""
        places = np.flatnonzero(np.asarray(self.hashes) == hash(term))
        frequencies = np.asarray(self._frequencies)[places]
        return np.searchsorted(np.asarray(self._ends), places, side="right"), frequencies


class _Column:
    """A column's terms in all passages written so far, and the parts searched here."""

    def __init__(self) -> None:
        self.parts = [_Part()]
        self._n_passages = self._n_terms = 0
        self._n_holding = np.zeros(_BUCKETS, np.uint32)

    def add(self, path: str, passage_id: str, words: str) -> None:
        terms = Counter(words.split())
        self.parts[-1].add(path, passage_id, terms)
        self._n_passages += 1
        self._n_terms += terms.total()

    def remove(self, path: str) -> None:
        for part in self.parts:
            for row in part.rows_of.pop(path, ()):
                part.ids[row] = ""

    def drop(self, n_parts: int) -> None:
        for part in self.parts[:n_parts]:
            hashes = np.array(part.hashes, dtype=np.int64)
            self._n_holding += np.bincount(hashes % _BUCKETS, minlength=_BUCKETS).astype(np.uint32)
        del self.parts[:n_parts]

    def scores(self, clauses: Sequence[Clause]) -> Iterable[tuple[str, float]]:
        """Yield ids and BM25 for passages matching a clause."""
        parts = [part for part in self.parts if part.ids]
        terms = {term for clause in clauses for term in clause.terms}
        rows = {term: [part.rows_holding(term) for part in parts] for term in terms}
        rarity: dict[str, float] = {}
        for term, holders in rows.items():
            n_here = sum(len(of_part) for of_part, _ in holders)
            n_holding = min(self._n_passages, n_here + int(self._n_holding[hash(term) % _BUCKETS]))
            rarity[term] = math.log(1 + (self._n_passages - n_holding + 0.5) / (n_holding + 0.5))
        mean_length = max(1.0, self._n_terms / max(1, self._n_passages))
        for number, part in enumerate(parts):
            damping = _K1 * (1 - _B + _B * np.array(part.lengths, dtype=np.float32) / mean_length)
            scores = np.zeros(len(damping))
            for clause in clauses:
                of_clause, held = np.zeros(len(damping)), np.zeros(len(damping), dtype=int)
                for term in clause.terms:
                    holding, frequency = rows[term][number]
                    weight = clause.weight * (_K1 + 1) * rarity[term]
                    of_clause[holding] += weight * frequency / (frequency + damping[holding])
                    held[holding] += 1
                if clause.every:
                    of_clause[held < len(clause.terms)] = 0.0
                scores += of_clause
            for row in np.flatnonzero(scores):
                if part.ids[row]:
                    yield part.ids[row], float(scores[row])


class RecentWords:
    """Follows the words written to a table, from the first passage on.

    ``is_complete`` says whether this holds every passage LanceDB has not indexed. Words are followed only
    during a sync, when a single process writes; at any other time, LanceDB scans.
    """

    def __init__(self) -> None:
        self._columns: dict[str, _Column] = {}
        # Notes are added in a thread.
        self._lock = threading.Lock()

    @property
    def is_complete(self) -> bool:
        """Whether a search in LanceDB's index and another here find everything."""
        return bool(self._columns)

    def begin(self) -> None:
        """Follow an empty table."""
        self._columns = {columns.words: _Column() for columns in (NOTE_COLUMNS, FILE_COLUMNS)}

    def end(self) -> None:
        """Forget everything: other processes may write from now on."""
        self._columns = {}

    def replace(self, paths: Collection[str], rows: Iterable[Mapping[str, Any]] = ()) -> None:
        """Add passage rows, replacing those of the notes at ``paths``."""
        with self._lock:
            for column in self._columns.values():
                for path in paths:
                    column.remove(path)
            for row in rows:
                for name, column in self._columns.items():
                    if row.get(name) is not None:
                        column.add(row["path"], row["id"], row[name])

    def mark(self) -> int:
        """Begin a new part, before LanceDB indexes those so far. Return their number, for `drop`."""
        with self._lock:
            n_parts = 0
            for column in self._columns.values():
                n_parts = len(column.parts)
                column.parts.append(_Part())
            return n_parts

    def drop(self, n_parts: int) -> None:
        """Forget the first parts: LanceDB has indexed them."""
        with self._lock:
            for column in self._columns.values():
                column.drop(n_parts)

    def best(self, clauses: Sequence[Clause], n: int) -> dict[str, float]:
        """Map the ids of the n best passages matching any clause to their BM25."""
        scores: dict[str, float] = {}
        with self._lock:
            for name, column in self._columns.items():
                of_column = [clause for clause in clauses if clause.column == name]
                if of_column:
                    scores |= column.scores(of_column)
        return dict(sorted(scores.items(), key=lambda pair: -pair[1])[:n])
