"""From a query's conditions to the filter that every leg is asked with, and to the list of notes alone."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate, islice
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
from vaultsearch.core.query.conditions import Condition, Dated, Holds, Place, Within, held_texts
from vaultsearch.core.query.lookup import Deadline, Lines, LinkNames, Looking, Passage, composed, looking
from vaultsearch.core.query.matching import matched
from vaultsearch.core.values.search import Chunk, LegRank
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultsearch.core.index.stored_notes import StoredNote, StoredPlace
    from vaultsearch.core.query.query import Query


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

    def set_path_prefix(self, folder: str) -> None:
        """Have ``path:`` take every note to lie in ``folder``, as in that of its vault among several."""
        above = f"{folder}/" if folder else ""
        if above != self._above:
            self._above, self._looked_at, self._found = above, ((), []), None

    async def filter(self, query: Query) -> Filter:
        """Give the filter for a query; raises QueryError for a regular expression that never ends.

        What the index can decide is left to it. The rest is decided here, note by note, and becomes
        the set of those notes; of a note that matches in some of its lines, the passages that hold them.
        """
        parts, rest = _decided(query)
        if rest is not None:
            parts.append(await self._searched_once(rest))
        return AllOf(tuple(parts))

    async def newest(self, query: Query, n: int, where: Filter | None = None) -> list[Chunk]:
        """Give a passage of each of n notes, the newest first: the first that shows the words asked for.

        The notes are looked at from the newest on, and where most match, only as far as is needed.
        Raises QueryError as `filter` does.
        """
        narrowed = () if where is None else (where,)
        parts, rest = _decided(query)
        if rest is not None:
            parts.append(await self._searched_once(rest, n))
        found = await self._corpus.get_newest(AllOf((*parts, *narrowed)), n)
        if len(found) < n and rest is not None and not self._is_known(rest):
            found = await self._corpus.get_newest(AllOf((await self.filter(query), *narrowed)), n)
        texts = [text for condition in query.conditions for text in held_texts(condition)]
        return [
            replace(_shown(chunks, texts), ranks={"newest": LegRank(rank, 0.0)})
            for rank, chunks in enumerate(found, start=1)
        ]

    async def _searched_once(self, condition: Condition, most: int | None = None) -> Filter:
        """Search for a condition, unless it is the last one still: mostly the words are typed on.

        With ``most``, the filter may hold for the ``most`` newest of the notes alone.
        """
        notes, looked_at = await self._looked()
        if self._found is not None and self._is_known(condition):
            return self._found[2]
        self._deadline.begin()
        lines = await in_thread(_matching, condition, looked_at, most)
        found = await self._holding(lines, notes)
        if most is None or len(lines) < most:
            self._found = (notes, condition, found)
        return found

    def _is_known(self, condition: Condition) -> bool:
        """Tell whether it is known of all notes as they are where a condition holds."""
        return (
            self._found is not None and self._found[0] is self._looked_at[0] and self._found[1] == condition
        )

    async def _looked(self) -> tuple[tuple[StoredNote, ...], list[Looking]]:
        """Give the notes, and what is looked at of each, the newest first."""
        notes = await self._corpus.get_notes()
        if self._looked_at[0] is not notes:
            places = await self._corpus.get_places()
            self._looked_at = (notes, await in_thread(self._look_at, notes, places))
        return self._looked_at

    async def _holding(self, lines: Mapping[str, list[Lines]], notes: Sequence[StoredNote]) -> Filter:
        """Give the filter for what holds these lines, by path; for the whole note where there are none."""
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
        newest_first = sorted(notes, key=lambda note: (-note.date.timestamp(), note.path))
        return [
            looking(note, self._deadline, links, sorted(passages[note.path]), self._above)
            for note in newest_first
        ]


def _decided(query: Query) -> tuple[list[Filter], Condition | None]:
    """Give what the index can decide of a query, and the rest, if there is any."""
    pairs = [(condition, as_filter(condition)) for condition in query.conditions]
    rest = tuple(condition for condition, direct in pairs if direct is None)
    return [direct for _, direct in pairs if direct is not None], AllOf(rest) if rest else None


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
        case Not(part):
            inner = as_filter(part)
            found = Not(inner) if inner is not None else None
        case AllOf(parts) | AnyOf(parts):
            inners = [as_filter(part) for part in parts]
            decided = tuple(inner for inner in inners if inner is not None)
            if len(decided) == len(inners):
                found = AllOf(decided) if isinstance(condition, AllOf) else AnyOf(decided)
    return found


def _matching(condition: Condition, notes: Sequence[Looking], most: int | None) -> dict[str, list[Lines]]:
    """Give the first ``most`` notes for which a condition holds, each with the lines that it asks for."""
    found = ((where.note.path, matched(condition, where)) for where in notes)
    return dict(islice(((path, lines) for path, lines in found if lines is not None), most))


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
