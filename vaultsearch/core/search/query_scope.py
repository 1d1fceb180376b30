"""From a query's conditions to the filter that every leg is asked with, and to the list of notes alone."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.filters import (
    AllOf,
    AnyOf,
    AtPaths,
    DatedBetween,
    Filter,
    HasTag,
    InLanguages,
    Not,
    WithIds,
)
from vaultsearch.core.languages.names import UNDETERMINED, language_code
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
from vaultsearch.core.search.query_links import LinkNames
from vaultsearch.core.search.query_looking import Deadline, Lines, Looking, Passage, composed, looking
from vaultsearch.core.search.query_matching import matched
from vaultsearch.core.values import Chunk, LegRank
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultsearch.core.index.stored import StoredNote, StoredPlace
    from vaultsearch.core.search.query import Query


class SupportsConditions(Protocol):
    """A corpus that conditions can be asked of."""

    async def get_notes(self) -> tuple[StoredNote, ...]:
        """Give every note with its text."""
        ...

    async def get_places(self) -> tuple[StoredPlace, ...]:
        """Give where the passages stand."""
        ...

    async def get_newest(self, where: Filter, n: int) -> list[list[Chunk]]:
        """Give the passages that a condition holds for, those of a note together, of the n newest notes."""
        ...


class QueryScope:
    """Finds where in a corpus the conditions of a query hold.

    Regular expressions may take ``patience_s`` seconds, all notes together.
    """

    def __init__(self, corpus: SupportsConditions, *, patience_s: float = 2.0) -> None:
        self._corpus = corpus
        self._deadline = Deadline(patience_s)
        self._looked_at: tuple[tuple[StoredNote, ...], list[Looking]] = ((), [])
        self._found: tuple[tuple[StoredNote, ...], Condition, Filter] | None = None
        self._above = ""

    def stand_under(self, folder: str) -> None:
        """Have ``path:`` take every note to lie in ``folder``, as in that of its vault among several."""
        above = f"{folder}/" if folder else ""
        if above != self._above:
            self._above, self._looked_at, self._found = above, ((), []), None

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
            parts.append(await self._searched_once(Each(tuple(rest))))
        return AllOf(tuple(parts))

    async def newest(self, query: Query, where: Filter, n: int) -> list[Chunk]:
        """Give a passage of each note, the newest first: the first passage that shows the words asked for."""
        texts = [text for condition in query.conditions for text in held_texts(condition)]
        notes = await self._corpus.get_newest(where, n)
        return [
            replace(_shown(chunks, texts), ranks={"newest": LegRank(rank, 0.0)})
            for rank, chunks in enumerate(notes, start=1)
        ]

    async def _searched_once(self, condition: Condition) -> Filter:
        """Search for a condition, unless it is the last one still: mostly the words are typed on."""
        notes = await self._corpus.get_notes()
        last = self._found
        if last is not None and last[0] is notes and last[1] == condition:
            return last[2]
        if self._looked_at[0] is not notes:
            places = await self._corpus.get_places()
            self._looked_at = (notes, await in_thread(self._look_at, notes, places))
        found = await self._searched(condition, *self._looked_at)
        self._found = (notes, condition, found)
        return found

    async def _searched(
        self, condition: Condition, notes: Sequence[StoredNote], looked_at: Sequence[Looking]
    ) -> Filter:
        self._deadline.begin()
        lines = await in_thread(_matching, condition, looked_at)
        paths = frozenset(lines)
        some = frozenset(path for path, ranges in lines.items() if ranges)
        if not some:
            return _at(paths, notes)
        places = [place for place in await self._corpus.get_places() if place.path in some]
        standing = _standing(lines, places)
        # A line that no passage holds, such as a property's, is matched by the note as a whole.
        whole = paths - {place.path for place in places if place.id in standing}
        others = [p for p in places if p.id not in standing and p.path not in whole]
        # What notes say as a whole is said by their paths: a filter of all passages' ids is slow to read.
        partly = {place.path for place in others}
        some_of_them = frozenset(p.id for p in places if p.id in standing and p.path in partly)
        if len(some_of_them) <= len(others):
            return AnyOf((_at(paths - partly, notes), WithIds(some_of_them)))
        return AllOf((_at(paths, notes), Not(WithIds(frozenset(p.id for p in others)))))

    def _look_at(self, notes: Sequence[StoredNote], places: Iterable[StoredPlace]) -> list[Looking]:
        passages: dict[str, list[Passage]] = {note.path: [] for note in notes}
        for place in places:
            if place.path in passages:
                passages[place.path].append(Passage((place.line_start, place.line_end), place.language))
        links = LinkNames(notes)
        return [
            looking(note, self._deadline, links, sorted(passages[note.path]), self._above) for note in notes
        ]


def as_filter(condition: Condition) -> Filter | None:
    """Give a condition as the index can decide it, None where it cannot."""
    found: Filter | None = None
    match condition:
        case Within(Place.TAG, Holds(text)) if text.strip("#/"):
            found = HasTag(text)
        case Within(Place.LANG, Holds(text)) if text:
            found = InLanguages(frozenset({language_code(text)} - {UNDETERMINED}))
        case Dated(_, start, end):
            found = DatedBetween(start, end)
        case Without(part):
            inner = as_filter(part)
            found = Not(inner) if inner is not None else None
        case Each(parts) | Either(parts):
            inners = [as_filter(part) for part in parts]
            decided = tuple(inner for inner in inners if inner is not None)
            if len(decided) == len(inners):
                found = AllOf(decided) if isinstance(condition, Each) else AnyOf(decided)
    return found


def _matching(condition: Condition, notes: Sequence[Looking]) -> dict[str, list[Lines]]:
    """Give the notes for which a condition holds, each with the lines that it asks for."""
    found = ((where.note.path, matched(condition, where)) for where in notes)
    return {path: lines for path, lines in found if lines is not None}


def _at(paths: frozenset[str], notes: Sequence[StoredNote]) -> Filter:
    """Name the notes by the shorter list: those that match, or the others."""
    if 2 * len(paths) <= len(notes):
        return AtPaths(paths)
    return Not(AtPaths(frozenset(note.path for note in notes) - paths))


def _standing(lines: Mapping[str, list[Lines]], places: Iterable[StoredPlace]) -> set[str]:
    """Name the passages that hold some of the lines of their note."""
    reach: dict[str, tuple[list[int], list[int]]] = {}
    standing = set()
    for place in places:
        if place.path not in reach:
            ordered = sorted(lines[place.path])
            # How far the lines reach that begin here or before.
            ends = list(accumulate((end for _, end in ordered), max))
            reach[place.path] = [start for start, _ in ordered], ends
        starts, ends = reach[place.path]
        begun = bisect_right(starts, place.line_end)
        if begun and ends[begun - 1] >= place.line_start:
            standing.add(place.id)
    return standing


def _shown(chunks: Sequence[Chunk], texts: Iterable[str]) -> Chunk:
    wanted = [composed(text).casefold() for text in texts if text]
    return next((c for c in chunks if any(text in composed(c.text).casefold() for text in wanted)), chunks[0])
