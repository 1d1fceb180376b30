"""A query's conditions -> the filter for all retrievers, or the newest matching notes."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TypeAlias

from vaultsearch.core.errors import QueryError
from vaultsearch.core.filters import (
    AllOf,
    AnyOf,
    AtPaths,
    DatedBetween,
    Filter,
    HasTag,
    InLanguages,
    Not,
    OfKind,
    WithIds,
)
from vaultsearch.core.index.tables.stored_notes import StoredNotes
from vaultsearch.core.languages.names import UNDETERMINED, language_code
from vaultsearch.core.query.conditions import (
    PARTS_OF_A_NOTE,
    Condition,
    ConditionPlace,
    Dated,
    DateOf,
    Holds,
    InPassage,
    Past,
    Within,
    conjuncts,
    held_texts,
    walk_conditions,
)
from vaultsearch.core.query.lookup import (
    Deadline,
    LinkNames,
    MatchedLines,
    NoteText,
    TextView,
    normalize_composed,
    passage_at,
)
from vaultsearch.core.query.matching import first_line, matched_lines, text_test
from vaultsearch.core.query.query import Query
from vaultsearch.core.text import fold_case
from vaultsearch.core.threads import giving_way, in_thread, still_wanted
from vaultsearch.core.values.note import FileKind, StoredNote, StoredPlace, differing_notes
from vaultsearch.core.values.search import Chunk, LegRank
from vaultsearch.core.vault.note_dates import learn_month_first

_KINDS = frozenset(map(str, FileKind))
_MAX_SAMPLED_NOTES, _SAMPLE_CHARS = 1_000, 5_000
_MAX_MATCHES = 8
"""Conditions whose matches are kept, to be renewed by changed notes: each may have a few MB."""

GetNames: TypeAlias = "Callable[[], Awaitable[Mapping[str, Sequence[str]]]]"
"""Returns names by note path; the same mapping until they change."""
Notes: TypeAlias = "tuple[StoredNote, ...]"
View: TypeAlias = "Callable[[StoredNote], TextView]"


_Matches: TypeAlias = "tuple[Notes, Mapping[str, Sequence[MatchedLines]], Filter, object]"
"""Notes, the lines a condition matches in each for which it holds, the filter made from these, the basis."""


class QueryScope:
    """Evaluates a query's conditions on the stored notes.

    Regular expressions may take ``patience_s`` seconds per query, for all notes together.
    """

    def __init__(self, notes: StoredNotes, *, patience_s: float = 2.0) -> None:
        self._notes = notes
        self._deadline = Deadline(patience_s)
        self.path_prefix = ""
        self._get_names: dict[ConditionPlace, GetNames] = {}
        self._known_names: dict[ConditionPlace, Mapping[str, Sequence[str]]] = {}
        self.forget()

    def set_vault_names(self, get_names: Mapping[ConditionPlace, GetNames]) -> None:
        """Set the names, by note path, for conditions on places such as topics."""
        self._get_names = dict(get_names)

    def set_path_prefix(self, folder: str) -> None:
        """Prefix paths with ``folder`` when evaluating `path:` conditions, as for a vault among several."""
        above = f"{folder}/" if folder else ""
        # Views and cached filters depend on the prefix.
        if above != self.path_prefix:
            self.path_prefix = above
            self.forget()

    def forget(self) -> None:
        """Drop the texts and matches in memory."""
        self._seen: Notes = ()
        self._links = LinkNames(())
        self._texts: dict[str, NoteText] = {}
        self._matches: dict[tuple[object, ...], _Matches] = {}
        self._month_first: tuple[bool | None, ...] = ()

    async def filter(self, query: Query) -> Filter:
        """Return the filter for a query. Raise QueryError if a regular expression times out.

        Conditions known to the index are passed on. The others are evaluated note by note, and become
        the set of matching notes or, for a note that matches only in some lines, of the passages with these
        lines.
        """
        parts, rest = _split_conditions(query)
        if rest is not None:
            parts.append((await self._filter_of(rest))[0])
        return AllOf(tuple(parts))

    async def newest(self, query: Query, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return a passage from each of the n newest matching notes: the first with a text in the query.

        Notes are evaluated from the newest on and, if most match, only as far as needed. Raise QueryError as
        `filter` does.
        """
        narrowed = () if where is None else (where,)
        parts, rest = _split_conditions(query)
        is_whole = True
        if rest is not None:
            by_text, is_whole = await self._filter_of(rest, n)
            parts.append(by_text)
        newest_notes = await self._notes.newest(AllOf((*parts, *narrowed)), n)
        # Other conditions may exclude the first notes that match by text: then evaluate all notes.
        if len(newest_notes) < n and not is_whole:
            newest_notes = await self._notes.newest(AllOf((await self.filter(query), *narrowed)), n)
        texts = [text for condition in query.conditions for text in held_texts(condition)]
        texts = [fold_case(normalize_composed(text)) for text in texts if text.strip()]
        views = dict[str, TextView]()
        if rest is not None:
            (view, _), listed = await self._viewer(rest), {chunks[0].path for chunks in newest_notes}
            views = {note.path: view(note) for note in self._seen if note.path in listed}
        self._deadline.begin()
        listed_chunks = await in_thread(
            lambda: [_first_with(chunks, texts, rest, views.get(chunks[0].path)) for chunks in newest_notes]
        )
        return [
            replace(chunk, ranks={"newest": LegRank(rank, 0.0)})
            for rank, chunk in enumerate(listed_chunks, start=1)
        ]

    async def _filter_of(self, condition: Condition, most: int | None = None) -> tuple[Filter, bool]:
        """Evaluate a condition, for one of the latest only on changed notes: mostly, words alone change.

        With ``most``, the filter may be limited to the ``most`` newest matching notes: then, return False.
        """
        notes = await self._notes.all()
        if (former := self._seen) is not notes:
            links = await in_thread(self._links.renewed, former, notes)
            self._seen, self._links = notes, links
        view, basis = await self._viewer(condition)
        # By identity, while each of the matches keeps what they depend on.
        key = condition, *map(id, basis)
        known = matches = self._matches.get(key)
        if matches is None or matches[0] is not notes:
            self._deadline.begin()
            lines = await in_thread(self._matching_lines, condition, view, notes, known, most)
            matches = notes, lines, await self._filter_of_lines(lines, notes, condition), basis
        is_whole = known is not None or most is None or len(matches[1]) < most
        if is_whole:
            others = (each for each in self._matches.items() if each[0] != key)
            self._matches = dict([*others, (key, matches)][-_MAX_MATCHES:])
        return matches[2], is_whole

    def _matching_lines(
        self, condition: Condition, view: View, notes: Notes, known: _Matches | None, most: int | None
    ) -> dict[str, Sequence[MatchedLines]]:
        """Return the lines in ``notes``, evaluating those not among the known, or all, newest first."""
        former, held = known[:2] if known else ((), {})
        gone, new = differing_notes(former, notes)
        left = {note.path for note in gone}
        lines = {path: held[path] for path in held if path not in left}
        check = still_wanted()
        for note in giving_way(sorted(new, key=lambda note: (-note.date.timestamp(), note.path))):
            check()
            seen = view(note)
            if (matched := matched_lines(condition, seen)) is not None:
                lines[note.path] = matched or ()
            if seen.whole.composed is not None:
                self._texts[note.path] = seen.whole
            if len(lines) == most and not known:
                break
        return lines

    async def _viewer(self, condition: Condition) -> tuple[View, list[object]]:
        """Return a function that makes a note's view, and what a condition depends on besides the note."""
        parts: list[Condition] = [*walk_conditions(condition)]
        named = {part.place for part in parts if isinstance(part, Within)}
        places = await self._notes.places() if named & PARTS_OF_A_NOTE else {}
        is_dated = any(isinstance(part, Dated) and part.of is DateOf.ABOUT for part in parts)
        month_first = await self.month_first() if is_dated else None
        basis: list[object] = [self._links] if ConditionPlace.LINK in named else []
        for place in sorted(named & self._get_names.keys()):
            names = self._known_names[place] = await self._get_names[place]()  # all views share the dict
            basis.append(names)
        links, of_vault = self._links, (self.path_prefix, self._known_names, month_first)

        def view(note: StoredNote) -> TextView:
            whole = self._texts.get(note.path)
            if whole is None or whole.note is not note:
                whole = NoteText(note)
            return TextView(note, whole, self._deadline, links, places.get(note.path, ()), *of_vault)

        return view, basis

    async def month_first(self) -> bool | None:
        """Return whether 3/4/2025 is in March in this vault, None if the notes don't tell."""
        if not self._month_first and (notes := await self._notes.all()):
            some = notes[:: 1 + len(notes) // _MAX_SAMPLED_NOTES]
            texts = (f"{note.path}\n{note.text[:_SAMPLE_CHARS]}" for note in some)
            self._month_first = (await in_thread(learn_month_first, texts),)
        return next(iter(self._month_first), None)

    async def _filter_of_lines(
        self, lines: Mapping[str, Sequence[MatchedLines]], notes: Sequence[StoredNote], condition: Condition
    ) -> Filter:
        """Return the filter for the matched lines by note path; no lines mean the whole note."""
        paths = frozenset(lines)
        some = frozenset(path for path, ranges in lines.items() if ranges)
        if not some:
            return _by_paths(paths, notes)
        all_places = await self._notes.places()
        places = [place for path in sorted(some) for place in all_places.get(path, ())]
        overlapping = _overlapping_ids(lines, places)
        overlapping -= await self._ids_without(condition, lines, [p for p in places if p.id in overlapping])
        # A line outside passages, such as a property's, matches the note as a whole.
        whole = paths - {place.path for place in places if place.id in overlapping}
        others = [p for p in places if p.id not in overlapping and p.path not in whole]
        # Filter notes that match as a whole by path: a predicate on all passage ids is slow to parse.
        partly = {place.path for place in others}
        some_of_them = frozenset(p.id for p in places if p.id in overlapping and p.path in partly)
        # Use the shorter list of ids, since the index parses them all.
        if len(some_of_them) <= len(others):
            return AnyOf((_by_paths(paths - partly, notes), WithIds(some_of_them)))
        return AllOf((_by_paths(paths, notes), Not(WithIds(frozenset(p.id for p in others)))))

    async def _ids_without(
        self, condition: Condition, lines: Mapping[str, Sequence[MatchedLines]], places: Iterable[StoredPlace]
    ) -> set[str]:
        """Return passages without a word each must contain, if others cut from the same long line have it."""
        parts = condition.parts if isinstance(condition, AllOf) else (condition,)
        required = [part.parts[0] for part in parts if isinstance(part, InPassage)]
        cut_from: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
        for place in places if required else ():
            for start, end in lines[place.path]:
                if place.line_start <= start == end <= place.line_end:
                    cut_from[place.path, start].add(place.id)
        cut = [ids for ids in cut_from.values() if len(ids) > 1]
        if not cut:
            return set()
        (view, _), paths = await self._viewer(condition), {path for path, _ in cut_from}
        views = {note.path: view(note) for note in self._seen if note.path in paths}
        having = {
            chunk.id
            for chunk in await self._notes.chunks_in_order(WithIds(frozenset[str]().union(*cut)))
            if all(
                text_test(part.part, views[chunk.path])(
                    text := normalize_composed(chunk.content), fold_case(text)
                )
                for part in required
                if isinstance(part, Within)
            )
        }
        return {passage for ids in cut if ids & having for passage in ids - having}


def _split_conditions(query: Query) -> tuple[list[Filter], Condition | None]:
    """Return the filters for the index, and the conjunction of the other conditions, if any.

    Raise QueryError for a past that not all conditions are about: past and present are searched apart.
    """
    of_notes = [condition for condition in conjuncts(query.conditions) if not isinstance(condition, Past)]
    if any(isinstance(part, Past) for condition in of_notes for part in walk_conditions(condition)):
        raise QueryError(
            "The past can't be one side of an OR, or within another operator.",
            "Put the other filters in parentheses: asof:2025-06-01 (tag:a OR tag:b).",
        )
    pairs = [(condition, as_filter(condition)) for condition in of_notes]
    rest = tuple(condition for condition, direct in pairs if direct is None)
    return [direct for _, direct in pairs if direct is not None], AllOf(rest) if rest else None


def as_filter(condition: Condition) -> Filter | None:
    """Convert a condition to a filter, or return None if the index cannot decide it."""
    combined: Filter | None = None
    match condition:
        case Within(ConditionPlace.TAG, Holds(text)) if text.strip("#/"):
            combined = HasTag(text)
        case Within(ConditionPlace.LANG, Holds(text)) if text:
            combined = InLanguages(frozenset({language_code(text)} - {UNDETERMINED}))
        case Within(ConditionPlace.TYPE, Holds(text)) if text.lower() in _KINDS:
            combined = OfKind(text.lower())
        case Dated(_, start, end, DateOf.NOTE, yearly=False):
            combined = DatedBetween(start, end)
        case Not(part):
            inner = as_filter(part)
            combined = Not(inner) if inner is not None else None
        case AllOf(parts) | AnyOf(parts):
            inners = [as_filter(part) for part in parts]
            decided = tuple(inner for inner in inners if inner is not None)
            if len(decided) == len(inners):
                combined = AllOf(decided) if isinstance(condition, AllOf) else AnyOf(decided)
    return combined


def _by_paths(paths: frozenset[str], notes: Sequence[StoredNote]) -> Filter:
    """Return a filter by path with the shorter list: matching notes, or the others."""
    if 2 * len(paths) <= len(notes):
        return AtPaths(paths)
    return Not(AtPaths(frozenset(note.path for note in notes) - paths))


def _overlapping_ids(lines: Mapping[str, Sequence[MatchedLines]], places: Iterable[StoredPlace]) -> set[str]:
    reach: dict[str, tuple[list[int], list[int]]] = {}
    overlapping = set()
    for place in places:
        if place.path not in reach:
            ordered = sorted(lines[place.path])
            # Maximum end among the ranges that start here or before.
            ends = list(accumulate((end for _, end in ordered), max))
            reach[place.path] = [start for start, _ in ordered], ends
        starts, ends = reach[place.path]
        begun = bisect_right(starts, place.line_end)
        if begun and ends[begun - 1] >= place.line_start:
            overlapping.add(place.id)
    return overlapping


def _first_with(
    chunks: Sequence[Chunk], folded_texts: Sequence[str], condition: Condition | None, view: TextView | None
) -> Chunk:
    """Return the first passage with a text, else the one at the first line with what a condition names."""
    for chunk in chunks if folded_texts else ():
        folded = fold_case(normalize_composed(chunk.text))
        if any(text in folded for text in folded_texts):
            return chunk
    line = first_line(condition, view) if condition is not None and view is not None else None
    return chunks[0] if line is None else passage_at(chunks, line)
