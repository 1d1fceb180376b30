"""From a query's conditions to the filter that every leg is asked with, and to the list of notes alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.filters import AllOf, AnyOf, AtPaths, DatedBetween, Filter, HasTag, Not, WithIds
from vaultsearch.core.search.query_conditions import (
    Condition,
    Dated,
    Each,
    Either,
    Holds,
    Place,
    Within,
    Without,
    held_texts,
)
from vaultsearch.core.search.query_matching import Deadline, Looking, holds, looking, matching_lines
from vaultsearch.core.values import Chunk, LegRank
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultsearch.core.index.stored import StoredNote, StoredPlace
    from vaultsearch.core.search.query import Query


class SupportsConditions(Protocol):
    """A corpus that conditions can be asked of."""

    async def get_notes(self) -> tuple[StoredNote, ...]:
        """Give every note with its text."""
        ...

    async def get_places(self, where: Filter) -> list[StoredPlace]:
        """Give where the passages stand that a condition holds for."""
        ...

    async def get_chunks(self, where: Filter) -> list[Chunk]:
        """Give the passages that a condition holds for."""
        ...


class QueryScope:
    """Finds where in a corpus the conditions of a query hold.

    Regular expressions may take ``patience_s`` seconds, all notes together.
    """

    def __init__(self, corpus: SupportsConditions, *, patience_s: float = 2.0) -> None:
        self._corpus = corpus
        self._deadline = Deadline(patience_s)
        self._looked_at: tuple[tuple[StoredNote, ...], list[Looking]] = ((), [])

    async def filter(self, query: Query) -> Filter:
        """Give the filter for a query; raises QueryError for a regular expression that never ends.

        What the index can decide is left to it. The rest is decided here, note by note, and becomes
        the set of those notes; of a note that matches in some of its lines, the passages that hold them.
        """
        parts: list[Filter] = []
        rest: list[Condition] = []
        for condition in query.conditions:
            direct = as_filter(condition)
            parts.append(direct) if direct is not None else rest.append(condition)
        if rest:
            parts.append(await self._searched(Each(tuple(rest))))
        return AllOf(tuple(parts))

    async def newest(self, query: Query, where: Filter, n: int) -> list[Chunk]:
        """Give a passage of each note, the newest first: the first passage that shows the words asked for."""
        ids: dict[str, list[str]] = {}
        for place in await self._corpus.get_places(where):
            ids.setdefault(place.path, []).append(place.id)
        dates = {note.path: note.date for note in await self._corpus.get_notes() if note.path in ids}
        newest = sorted(sorted(dates), key=lambda path: dates[path], reverse=True)[:n]
        texts = [text for condition in query.conditions for text in held_texts(condition)]
        shown: dict[str, list[Chunk]] = {path: [] for path in newest}
        wanted = frozenset(chain.from_iterable(ids[path] for path in newest))
        for chunk in await self._corpus.get_chunks(WithIds(wanted)):
            shown[chunk.path].append(chunk)
        return [
            replace(_shown(chunks, texts), ranks={"newest": LegRank(rank, 0.0)})
            for rank, chunks in enumerate(filter(None, shown.values()), start=1)
        ]

    async def _searched(self, condition: Condition) -> Filter:
        notes = await self._corpus.get_notes()
        if self._looked_at[0] is not notes:
            self._looked_at = (notes, await in_thread(self._look_at, notes))
        self._deadline.begin()
        lines = await in_thread(_matching, condition, self._looked_at[1])
        paths = frozenset(lines)
        some = frozenset(path for path, ranges in lines.items() if ranges)
        if not some:
            return _at(paths, notes)
        places = await self._corpus.get_places(_at(some, notes))
        standing = {place.id for place in places if _stands_in(lines[place.path], place)}
        # A line that no passage holds, such as a property's, is matched by the note as a whole.
        whole = paths - {place.path for place in places if place.id in standing}
        others = frozenset(p.id for p in places if p.id not in standing and p.path not in whole)
        if len(standing) <= len(others):
            return AnyOf((AtPaths(whole), WithIds(frozenset(standing))))
        return AllOf((_at(paths, notes), Not(WithIds(others))))

    def _look_at(self, notes: Sequence[StoredNote]) -> list[Looking]:
        return [looking(note, self._deadline) for note in notes]


def as_filter(condition: Condition) -> Filter | None:
    """Give a condition as the index can decide it, None where it cannot."""
    match condition:
        case Within(Place.TAG, Holds(text)) if text.strip("#/"):
            return HasTag(text)
        case Dated(_, start, end):
            return DatedBetween(start, end)
        case Without(part):
            inner = as_filter(part)
            return None if inner is None else Not(inner)
        case Each(parts):
            inners = [as_filter(part) for part in parts]
            return AllOf(tuple(inner for inner in inners if inner)) if all(inners) else None
        case Either(parts):
            inners = [as_filter(part) for part in parts]
            return AnyOf(tuple(inner for inner in inners if inner)) if all(inners) else None
        case _:
            return None


def _matching(condition: Condition, notes: Sequence[Looking]) -> dict[str, list[tuple[int, int]]]:
    """Give the notes for which a condition holds, each with the lines that it asks for."""
    return {
        where.note.path: list(matching_lines(condition, where)) for where in notes if holds(condition, where)
    }


def _at(paths: frozenset[str], notes: Sequence[StoredNote]) -> Filter:
    """Name the notes by the shorter list: those that match, or the others."""
    if 2 * len(paths) <= len(notes):
        return AtPaths(paths)
    return Not(AtPaths(frozenset(note.path for note in notes) - paths))


def _stands_in(lines: Iterable[tuple[int, int]], place: StoredPlace) -> bool:
    return any(start <= place.line_end and end >= place.line_start for start, end in lines)


def _shown(chunks: Sequence[Chunk], texts: Iterable[str]) -> Chunk:
    wanted = [text.casefold() for text in texts if text]
    return next((c for c in chunks if any(text in c.text.casefold() for text in wanted)), chunks[0])
