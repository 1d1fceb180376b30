"""Conditions of a query as removable parts, the facets of the notes, and property cells.

A facet is a tag, a folder, a period, a kind or a topic, with the number of notes; choosing a facet edits
the query's text.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any
from unicodedata import normalize

import regex

from vaultsearch.core.dates.days import Calendar, Interval, first_weekday
from vaultsearch.core.dates.intervals import question_interval
from vaultsearch.core.query.conditions import (
    Condition,
    ConditionPlace,
    Dated,
    Holds,
    Matches,
    Within,
    describe_condition,
    moments_of_date,
    number_of,
)
from vaultsearch.core.query.matching import flat_items, moment_of, values_of, write_scalar
from vaultsearch.core.query.names import folders_of, no_names, tags_of
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.reading import LocatedPart, as_term, locate_parts, quote_phrase
from vaultsearch.core.text import lower_text, with_parent_tags
from vaultsearch.core.threads import MadeOnce, giving_way, in_thread
from vaultsearch.core.today import today as this_day
from vaultsearch.core.values.note import StoredNote, differing_notes
from vaultsearch.core.values.query import (
    CellKind,
    CountedNotes,
    Facet,
    FacetKind,
    Facets,
    PropertyCell,
    ProposedInterval,
    QueryPart,
)
from vaultsearch.core.values.search import Edit, Mode
from vaultsearch.core.values.times import last_moment

FacetKey = tuple[FacetKind, str]
"""A facet's kind and its normalized value."""
_PHRASE = regex.compile(r'"[^"]*"?')
_DAY = timedelta(days=1)
_ESCAPED = regex.compile(r"\\(.)", regex.DOTALL)
_ANCHORED = regex.compile(r"\^((?:[^\\]|\\.)*)\\/", regex.DOTALL)


def query_parts(text: str, today: date | None = None) -> tuple[QueryPart, ...]:
    """List a query's conditions in order, each with the edit to remove it; never fail.

    An interval found in the words comes last.
    """
    proposal = proposed_interval(text, today)
    return _condition_parts(text, today) + (() if proposal is None else (proposal,))


def proposed_interval(text: str, today: date | None = None) -> QueryPart | None:
    """Return the words of a query for an interval, such as "last month", or None."""
    # Blanked rather than cut out, so that the remaining words keep their positions.
    bare = _PHRASE.sub(lambda phrase: " " * len(phrase.group()), text)
    for part in _condition_parts(text, today):
        bare = bare[: part.start] + " " * (part.end - part.start) + bare[part.end :]
    when = question_interval(bare, today or this_day())
    if when is None:
        return None
    interval = when.interval
    acceptance = Edit(when.start, when.end, conditions_for(interval))
    proposed = ProposedInterval(interval.first, interval.last, acceptance)
    written = text[when.start : when.end]
    # A plus makes each word literal, which declines the proposal for good.
    plain = Edit(when.start, when.end, " ".join(f"+{word}" for word in written.split()))
    return QueryPart(written, "", when.start, when.end, plain, proposed)


def conditions_for(interval: Interval) -> str:
    """Write an interval as a date condition."""
    first, last = interval.first, interval.last
    if last is None:
        return f"after:{first - _DAY}" if first is not None else ""
    return f"before:{last + _DAY}" if first is None else f"on:{period_of(interval)}"


def period_of(interval: Interval) -> str:
    """Write a closed interval: ``2026``, ``2026-05``, ``2026-05-12``, ``2026-05-04/2026-05-10``."""
    first, last = interval.first, interval.last
    if first is None or last is None:
        return ""
    # Facets and chips compare the shortest form for exactly these days.
    calendar = Calendar(first)
    for unit, length in (("day", 10), ("month", 7), ("year", 4)):
        if interval == calendar.unit(unit, 0):
            return first.isoformat()[:length]
    return f"{first}/{last}"


def days_of(period: str) -> tuple[date | None, date]:
    """Return the first and last day of a facet's period; ``<2026`` has no first day."""
    if period.startswith("<"):
        return None, date(int(period[1:]) - 1, 12, 31)
    interval = moments_of_date(period, date.min)
    if interval is None:
        raise ValueError(period)
    return interval[0].date(), interval[1].date() - _DAY


def _condition_parts(text: str, today: date | None) -> tuple[QueryPart, ...]:
    return tuple(
        QueryPart(
            " ".join(text[part.start : part.end].split()),
            describe_condition(part.condition),
            part.start,
            part.end,
            removal_of(part, text),
        )
        for part in locate_parts(text, today or this_day())
        if part.condition is not None
    )


def removal_of(part: LocatedPart, text: str) -> Edit:
    """Return the edit to remove a part, with any dangling operators before it.

    White space still separates the text before and after.
    """
    before, after = text[: part.begin], text[part.end :]
    begins_a_word = not before or before[-1].isspace()
    if begins_a_word:
        return Edit(part.begin, part.end + len(after) - len(after.lstrip()))
    ends_a_word = not after or after[0].isspace()
    return Edit(part.begin, part.end, "" if ends_a_word else " ")


def condition_of(kind: FacetKind, value: str, paths: Iterable[str] = ()) -> str:
    """Write the condition for the notes counted by a facet.

    If a folder's name also occurs further on in any of all notes' ``paths``, the condition is a regular
    expression anchored to the start of the path.
    """
    match kind:
        case FacetKind.TAG:
            return f"tag:{as_term(value)}"
        case FacetKind.FOLDER:
            # `path:` matches a folder's name anywhere in a path; anchor it only if that is ambiguous.
            folder_key = facet_key_of(f"{value}/")
            if any(folder_key in key and not key.startswith(folder_key) for key in map(facet_key_of, paths)):
                return "path:/^" + regex.escape(normalize("NFC", value)).replace("/", r"\/") + r"\//"
            return f"path:{quote_phrase(f'{value}/')}"
        case FacetKind.TYPE:
            return f"type:{value}"
        case FacetKind.TOPIC:
            return f"topic:{as_term(value)}"
        case FacetKind.PERIOD:
            return f"before:{value[1:]}" if value.startswith("<") else f"on:{value}"


def facet_of_condition(condition: Condition | None) -> FacetKey | None:
    """Return the facet equivalent to a condition, or None."""
    match condition:
        case Within(ConditionPlace.TAG, Holds(text)):
            return FacetKind.TAG, facet_key_of(text.lstrip("#").rstrip("/"))
        case Within(ConditionPlace.TYPE | ConditionPlace.TOPIC as place, Holds(text)):
            return FacetKind(place.value), facet_key_of(text)
        case Within(ConditionPlace.PATH, Holds(text)) if text.endswith("/"):
            return FacetKind.FOLDER, facet_key_of(text[:-1])
        case Within(ConditionPlace.PATH, Matches(pattern)) if match := _ANCHORED.fullmatch(pattern):
            return FacetKind.FOLDER, facet_key_of(_ESCAPED.sub(r"\1", match[1]))
        case Dated(_, start, end) if end and (start or (end.month, end.day) == (1, 1)):
            period = period_of(Interval(start.date(), end.date() - _DAY)) if start else f"<{end.year:04}"
            return FacetKind.PERIOD, period
        case _:
            return None


def facet_key_of(value: str) -> str:
    """Normalize a facet's value for comparison with `facet_of_condition`."""
    return normalize("NFC", value).casefold()


def facets_in_query(query: str, today: date | None = None) -> frozenset[FacetKey]:
    """Return the facets in a query."""
    facets = (facet_of_condition(part.condition) for part in locate_parts(query, today or this_day()))
    return frozenset(named for named in facets if named is not None)


def toggle_facet(query: str, facet: Facet, paths: Iterable[str] = (), today: date | None = None) -> Edit:
    """Return the edit to add a facet, or to remove it if the query has it.

    The facet replaces an ancestor or descendant in the same tree. A query has at most a period and a
    type; a period without a value stands for any time.
    """
    day = today or this_day()
    if facet.kind is FacetKind.PERIOD and not facet.value:
        text = query
        # From the end, so that earlier positions stay valid.
        for part in reversed(locate_parts(query, day)):
            if isinstance(part.condition, Dated):
                text = removal_of(part, text).applied(text)
        return Edit(0, len(query), text) if text != query else Edit(0, 0)
    # `facet_of_condition` writes a period of several months as days.
    is_range = facet.kind is FacetKind.PERIOD and "/" in facet.value
    value = period_of(Interval(*days_of(facet.value))) if is_range else facet.value
    toggled_key = facet.kind, facet_key_of(value)
    parts = [(part, facet_of_condition(part.condition)) for part in locate_parts(query, day)]
    for part, named in parts:
        if named == toggled_key:
            return removal_of(part, query)
    condition = condition_of(facet.kind, facet.value, paths)
    for part, named in parts:
        if named is None or named[0] != facet.kind:
            continue
        # An ancestor or descendant; periods and types replace each other.
        toggled, other = f"{toggled_key[1]}/", f"{named[1]}/"
        is_single = facet.kind in (FacetKind.PERIOD, FacetKind.TYPE)
        if is_single or other.startswith(toggled) or toggled.startswith(other):
            return Edit(part.start, part.end, condition)
    return _add_condition(query, condition, day)


def exclude_folder(query: str, folder: str, paths: Iterable[str] = (), today: date | None = None) -> Edit:
    """Return the edit to exclude the notes in a folder and below."""
    return _add_condition(query, f"-{condition_of(FacetKind.FOLDER, folder, paths)}", today or this_day())


def _add_condition(query: str, condition: str, today: date) -> Edit:
    """Append a condition, or prepend it if the query's end is unfinished."""
    space = " " if query and not query[-1].isspace() else ""
    at_end = Edit(len(query), len(query), f"{space}{condition} ")
    before, after = locate_parts(query, today), locate_parts(at_end.applied(query), today)
    is_added = bool(after) and after[-1].condition == locate_parts(condition, today)[-1].condition
    # It would become part of an unfinished end, such as an open phrase.
    return at_end if is_added and len(after) > len(before) else Edit(0, 0, f"{condition} ")


MAX_CELL_LENGTH = 200
_LINK = re.compile(r"!?\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")


def cells_of(
    notes: Iterable[StoredNote], paths: Collection[str], names: Sequence[str]
) -> dict[str, dict[str, PropertyCell]]:
    """Return the property cells of notes by path, then by the given names, compared without case."""
    wanted_paths = frozenset(paths)
    cells_by_path: dict[str, dict[str, PropertyCell]] = {}
    for note in (note for note in notes if note.path in wanted_paths):
        cells = ((name, cell_of([*values_of(note.properties, name)])) for name in names)
        if cells_by_name := {name: cell for name, cell in cells if cell is not None}:
            cells_by_path[note.path] = cells_by_name
    return cells_by_path


def cell_of(value: Any) -> PropertyCell | None:
    """Return the cell for a value, or None if it is empty; several values are joined as text."""
    held = [item for item in flat_items(value) if item is not None and item != ""]
    if len(held) != 1:
        texts = ", ".join(map(_cell_text, held))
        return PropertyCell(CellKind.TEXT, texts[:MAX_CELL_LENGTH]) if held else None
    (item,) = held
    if isinstance(item, bool):
        return PropertyCell(CellKind.FLAG, _cell_text(item), float(item))
    number = number_of(item)
    # "nan" and "inf" are numbers to Python, but words to their author; nor can they be sorted.
    if number is not None and math.isfinite(number):
        return PropertyCell(CellKind.NUMBER, _cell_text(item), number)
    moment = moment_of(item)
    if moment is not None:
        return PropertyCell(CellKind.DATE, _cell_text(item), moment.timestamp())
    return PropertyCell(CellKind.TEXT, _cell_text(item)[:MAX_CELL_LENGTH])


def _cell_text(item: Any) -> str:
    """Write a value on a single line, with links as they are displayed."""
    if isinstance(item, bool | int | float):
        return write_scalar(item)
    return " ".join(_LINK.sub(lambda link: link[2] or link[1], str(item)).split())


MAX_DAY_BARS = 31
MAX_WEEK_BARS = 20
MAX_MONTH_BARS = 36
MAX_YEAR_BARS = 30
"""Maximum bars per kind of period; older notes share one more bar."""
MAX_PERIOD_TITLES = 6


@dataclass(frozen=True, slots=True)
class NoteFacets:
    """A note's facet values: tags with their parents, folders, kind, and local days.

    ``days`` is empty if no query can name them; a weekly note has seven.
    """

    tags: tuple[str, ...]
    folders: tuple[str, ...]
    days: tuple[date, ...]
    kind: str
    title: str

    @classmethod
    def of(cls, note: StoredNote) -> NoteFacets:
        """Extract the facet values from a stored note."""
        days: tuple[date, ...] = ()
        try:
            day, last = (moment.astimezone().date() for moment in (note.date, last_moment(note.date)))
        except (OverflowError, ValueError, OSError):
            pass
        else:
            # No query can name days in the years 1 and 9999.
            if date.min.year < day.year < date.max.year:
                days = tuple(day + index * _DAY for index in range((last - day).days + 1))
        return cls(tuple(tags_of(note)), tuple(folders_of(note)), days, note.kind, note.title)


_VALUES_OF: Mapping[FacetKind, Callable[[NoteFacets], Iterable[str]]] = {
    FacetKind.TAG: attrgetter("tags"),
    FacetKind.FOLDER: attrgetter("folders"),
    FacetKind.TYPE: lambda note: (note.kind,),
}


@dataclass(frozen=True, slots=True)
class FacetTable:
    """The facet values of every note in a vault, by path and counted, and how most notes write each tag.

    ``days`` has the notes by first day, or None, then by path.
    """

    notes: Mapping[str, NoteFacets] = field(default_factory=dict)
    counts: Mapping[FacetKind, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    days: Mapping[date | None, Mapping[str, NoteFacets]] = field(default_factory=dict)
    written: Counter[str] = field(default_factory=Counter)
    spellings: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, notes: Iterable[StoredNote]) -> FacetTable:
        """Extract the facet values of all notes; slow for thousands of notes."""
        return cls.renewed((), cls(), tuple(notes))

    @classmethod
    def renewed(
        cls, former: Sequence[StoredNote], table: FacetTable, notes: Sequence[StoredNote]
    ) -> FacetTable:
        """Extract the facet values of changed notes; ``table`` has those of the ``former`` ones."""
        gone, new = differing_notes(former, notes)
        written, spellings = _recount(table.written, _written_tags(gone), _written_tags(new)), table.spellings
        if written != table.written:
            # The most common last, to replace the others.
            ascending = sorted(sorted(written, reverse=True), key=written.__getitem__)
            spellings = {lower_text(tag): tag for tag in ascending}
        facets = {note.path: NoteFacets.of(note) for note in giving_way(new)}
        counted = table._recounted({note.path: table.notes[note.path] for note in gone}, facets)
        return replace(counted, written=written, spellings=spellings)

    def _recounted(self, gone: Mapping[str, NoteFacets], new: Mapping[str, NoteFacets]) -> FacetTable:
        """Return a table with ``new`` notes for those ``gone``; this one, perhaps in use, stays as it is."""
        notes, changed = {**self.notes}, [each.values() for each in (gone, new)]
        first_days = {_first_day(note) for each in changed for note in each}
        days = {day: {**self.days.get(day, {})} for day in first_days}
        for path, note in gone.items():
            del notes[path], days[_first_day(note)][path]
        for path, note in new.items():
            notes[path] = days[_first_day(note)][path] = note
        counts = {
            kind: _recount(self.counts[kind], *(chain.from_iterable(map(values, each)) for each in changed))
            for kind, values in _VALUES_OF.items()
        }
        return FacetTable(notes, counts, {**self.days, **days})

    def count(
        self,
        paths: Collection[str] | None,
        counted: CountedNotes,
        conditions: Collection[FacetKey] = (),
        topics: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> Facets:
        """Count the facets of the notes at ``paths`` (None: all notes); mark those in ``conditions``.

        ``topics`` maps each note's path to topics.
        """
        counted_paths = self.notes if paths is None else set(paths)
        on_topics = Counter(chain.from_iterable(topics.get(path, ()) for path in counted_paths if topics))
        table = self
        if paths is not None:
            listed = {path: self.notes[path] for path in counted_paths if path in self.notes}
            table = FacetTable()._recounted({}, listed)
        days = {day: [note.title for note in of.values()] for day, of in table.days.items() if day and of}
        lasting = [(note.days, note.title) for note in table.notes.values() if len(note.days) > 1]
        chosen = [value for kind, value in conditions if kind is FacetKind.PERIOD]
        tags, folders, kinds = table.counts.values()
        return Facets(
            len(table.notes),
            counted,
            _facet_tree(FacetKind.TAG, tags, conditions, by_count=True, spellings=self.spellings),
            _facet_tree(FacetKind.FOLDER, folders, conditions, by_count=False),
            count_periods(days, conditions, lasting),
            _period_facet(chosen[0], sum(map(len, days.values())), conditions) if chosen else None,
            _facet_tree(FacetKind.TYPE, kinds, conditions, by_count=True),
            _facet_tree(FacetKind.TOPIC, on_topics, conditions, by_count=True),
            topics,
        )


def _first_day(note: NoteFacets) -> date | None:
    return next(iter(note.days), None)


def _written_tags(notes: Iterable[StoredNote]) -> Iterator[str]:
    return (name for note in notes for tag in note.written_tags for name in with_parent_tags(tag))


def _recount(counts: Counter[str], gone: Iterable[str], new: Iterable[str]) -> Counter[str]:
    """Return the counts with ``new`` values instead of those ``gone``."""
    counted, less = counts.copy(), Counter(gone)
    counted.update(new)
    counted.subtract(less)
    for value in less:
        if not counted[value]:
            del counted[value]
    return counted


class FacetCounter:
    """Counts facets over the notes from ``get_notes``; ``get_topics`` returns topics by path."""

    def __init__(
        self,
        get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]],
        get_topics: Callable[[], Awaitable[Mapping[str, Sequence[str]]]] = no_names,
    ) -> None:
        self._get_topics = get_topics
        self._table = MadeOnce(get_notes, FacetTable.of, FacetTable.renewed)

    async def __call__(self, query: str, paths: Collection[str] | None, counted: CountedNotes) -> Facets:
        """Count the facets of the notes at ``paths`` (None: all notes); mark those in ``query``."""
        table, topics = await self._table(), await self._get_topics()
        return await in_thread(lambda: table.count(paths, counted, facets_in_query(query), topics))

    async def paths(self) -> Collection[str]:
        """Return the paths of all notes."""
        return (await self._table()).notes.keys()

    def close(self) -> None:
        """Cancel the reading in progress."""
        self._table.close()


def notes_to_count(query: str, mode: Mode) -> CountedNotes:
    """Return which notes to count: all without a query, all matches of mere conditions, else the results."""
    if not query.strip():
        return CountedNotes.VAULT
    read = parse_query(query)
    is_ranked = mode is Mode.GREP or bool(read.words) or not read.conditions or read.past is not None
    return CountedNotes.LISTED if is_ranked else CountedNotes.MATCHING


def count_periods(
    days: Mapping[date, Sequence[str]],
    conditions: Collection[FacetKey] = (),
    lasting: Sequence[tuple[Sequence[date], str]] = (),
) -> tuple[Facet, ...]:
    """Count notes by day, week, month or year, depending on the range; very old notes share a period.

    ``lasting`` has days and title of each note for a period; ``days`` counts it on the first day.
    """
    if not days:
        return ()
    keys, key_of_day = _period_keys(min(days), max(days))
    titles: dict[str, list[str]] = {key: [] for key in keys}
    older: list[str] = []
    # In order, so that a period's latest titles come last.
    for day in sorted(days):
        titles.get(key_of_day(day), older).extend(days[day])
    for held_days, title in lasting:
        for key in {*map(key_of_day, held_days)} - {key_of_day(held_days[0])}:
            titles.get(key, []).append(title)
    named = [(f"<{keys[0]}", older)] if older else []
    return tuple(_period_facet(key, len(held), conditions, held) for key, held in (*named, *titles.items()))


def _period_keys(first: date, last: date) -> tuple[list[str], Callable[[date], str]]:
    """Return the periods in a range of days, and a function from day to period."""
    # The finest unit whose bars still fit side by side.
    if (last - first).days < MAX_DAY_BARS:
        days = [first + timedelta(days=index) for index in range((last - first).days + 1)]
        return [day.isoformat() for day in days], date.isoformat
    calendar = Calendar(first, first_weekday())
    n_weeks = (last - (calendar.week(first).first or first)).days // 7 + 1
    if n_weeks <= MAX_WEEK_BARS:
        weeks = [period_of(calendar.unit("week", index)) for index in range(n_weeks)]
        return weeks, lambda day: period_of(calendar.week(day))
    if _month_number(last) - _month_number(first) < MAX_MONTH_BARS:
        months = range(_month_number(first), _month_number(last) + 1)
        return [f"{index // 12:04}-{index % 12 + 1:02}" for index in months], lambda day: day.isoformat()[:7]
    years = range(max(first.year, last.year - MAX_YEAR_BARS + 1), last.year + 1)
    return [f"{year:04}" for year in years], lambda day: day.isoformat()[:4]


def _facet_tree(
    kind: FacetKind,
    counts: Counter[str],
    conditions: Collection[FacetKey],
    *,
    by_count: bool,
    spellings: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Facet, ...]:
    """Arrange names with slashes as a tree: ``a/b`` under ``a``, whose count includes it.

    ``spellings`` are their labels, whole, if not the names themselves.
    """
    beneath: dict[str, list[str]] = {}
    for value in counts:
        parent = value.rpartition("/")[0]
        # The child of an uncounted parent has no row to hang beneath, so it moves to the top.
        beneath.setdefault(parent if parent in counts else "", []).append(value)

    def label(value: str, above: str) -> str:
        shown = spellings.get(value, value)
        return shown.rpartition("/")[2] if above else shown

    def grown(values: Sequence[str], above: str) -> tuple[Facet, ...]:
        ordered = sorted(values, key=lambda v: (-counts[v] if by_count else 0, v.casefold(), v))
        return tuple(
            Facet(
                kind,
                value,
                label(value, above),
                counts[value],
                (kind, facet_key_of(value)) in conditions,
                grown(beneath.get(value, ()), value),
            )
            for value in ordered
        )

    return grown(beneath.get("", ()), "")


def _period_facet(
    value: str, count: int, conditions: Collection[FacetKey], titles: Sequence[str] = ()
) -> Facet:
    is_chosen = (FacetKind.PERIOD, value) in conditions
    newest = tuple(titles[-MAX_PERIOD_TITLES:][::-1])
    return Facet(FacetKind.PERIOD, value, value, count, is_chosen, names=newest)


def _month_number(day: date) -> int:
    return day.year * 12 + day.month - 1
