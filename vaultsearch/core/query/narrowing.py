"""Narrowing a search: the conditions of a query as parts that can be removed, and facets of its notes.

A facet is a tag, a folder, a period, a kind or a topic, with the number of its notes: to choose one is an
edit of the query's text.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import regex

from vaultsearch.core.dates.days import Calendar, Interval, first_weekday
from vaultsearch.core.dates.intervals import question_interval
from vaultsearch.core.query.conditions import (
    Condition,
    Dated,
    Holds,
    Matches,
    Place,
    Within,
    describe,
    moments,
)
from vaultsearch.core.query.matching import items, moment_of, number_of, values_of, written
from vaultsearch.core.query.names import folders_of, no_names, tags_of
from vaultsearch.core.query.query import parse
from vaultsearch.core.query.reading import as_term, located, quoted
from vaultsearch.core.threads import MadeOnce, giving_way, in_thread
from vaultsearch.core.today import today as this_day
from vaultsearch.core.values.query import (
    CellKind,
    Counted,
    Edit,
    Facet,
    FacetKind,
    Facets,
    PropertyCell,
    ProposedInterval,
    QueryPart,
)
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.times import last_moment

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from vaultsearch.core.query.reading import Located
    from vaultsearch.core.values.note import StoredNote


Named = tuple[FacetKind, str]
"""A facet's kind and its normalized value."""
_PHRASE = regex.compile(r'"[^"]*"?')
_DAY = timedelta(days=1)
_ESCAPED = regex.compile(r"\\(.)", regex.DOTALL)
_ANCHORED = regex.compile(r"\^((?:[^\\]|\\.)*)\\/", regex.DOTALL)


def query_parts(text: str, today: date | None = None) -> tuple[QueryPart, ...]:
    """List the conditions of a query in order, each with the edit that removes it. Never fail.

    Last comes the interval that its words speak of, if they do.
    """
    proposal = proposed_interval(text, today)
    return _conditions(text, today) + (() if proposal is None else (proposal,))


def proposed_interval(text: str, today: date | None = None) -> QueryPart | None:
    """Return the words of a query that speak of an interval, such as "last month"; None if there are none."""
    # Blanked rather than cut out: the positions of the words that are left stay those in the query.
    bare = _PHRASE.sub(lambda phrase: " " * len(phrase.group()), text)
    for part in _conditions(text, today):
        bare = bare[: part.start] + " " * (part.end - part.start) + bare[part.end :]
    when = question_interval(bare, today or this_day())
    if when is None:
        return None
    interval = when.interval
    acceptance = Edit(when.start, when.end, conditions_for(interval))
    proposed = ProposedInterval(interval.first, interval.last, acceptance)
    written = text[when.start : when.end]
    # A plus before each word takes them as typed, which declines the proposal for good.
    plain = Edit(when.start, when.end, " ".join(f"+{word}" for word in written.split()))
    return QueryPart(written, "", when.start, when.end, plain, proposed)


def conditions_for(interval: Interval) -> str:
    """Write the condition that holds on the days of an interval."""
    first, last = interval.first, interval.last
    if last is None:
        return f"after:{first - _DAY}" if first is not None else ""
    return f"before:{last + _DAY}" if first is None else f"on:{period_of(interval)}"


def period_of(interval: Interval) -> str:
    """Write an interval with both ends: ``2026``, ``2026-05``, ``2026-05-12``, ``2026-05-04/2026-05-10``."""
    first, last = interval.first, interval.last
    if first is None or last is None:
        return ""
    # The shortest form that means exactly these days is the one that facets and chips compare.
    calendar = Calendar(first)
    for unit, length in (("day", 10), ("month", 7), ("year", 4)):
        if interval == calendar.unit(unit, 0):
            return first.isoformat()[:length]
    return f"{first}/{last}"


def days_of(period: str) -> tuple[date | None, date]:
    """Return the first and the last day of a facet's period; no first one of ``<2026``."""
    if period.startswith("<"):
        return None, date(int(period[1:]) - 1, 12, 31)
    interval = moments(period, date.min)
    if interval is None:
        raise ValueError(period)
    return interval[0].date(), interval[1].date() - _DAY


def _conditions(text: str, today: date | None) -> tuple[QueryPart, ...]:
    return tuple(
        QueryPart(
            " ".join(text[part.start : part.end].split()),
            describe(part.condition),
            part.start,
            part.end,
            removal_of(part, text),
        )
        for part in located(text, today or this_day())
        if part.condition is not None
    )


def removal_of(part: Located, text: str) -> Edit:
    """Return the edit that removes a part with the dangling operators before it.

    The text before and after it stays separated by white space.
    """
    before, after = text[: part.begin], text[part.end :]
    begins_a_word = not before or before[-1].isspace()
    if begins_a_word:
        return Edit(part.begin, part.end + len(after) - len(after.lstrip()))
    ends_a_word = not after or after[0].isspace()
    return Edit(part.begin, part.end, "" if ends_a_word else " ")


def condition_of(kind: FacetKind, value: str, paths: Iterable[str] = ()) -> str:
    """Write the condition that holds for the notes counted by a facet.

    Args:
        kind: The facet's kind.
        value: The facet's value.
        paths: Paths of all notes. If one contains the folder's name further on, the condition is a regular
            expression anchored to the start of the path.
    """
    match kind:
        case FacetKind.TAG:
            return f"tag:{as_term(value)}"
        case FacetKind.FOLDER:
            # `path:` finds a folder's name anywhere in a path; only if that is ambiguous an expression must
            # anchor it.
            return f"path:{_anchored(value) if _stands_elsewhere(value, paths) else quoted(f'{value}/')}"
        case FacetKind.TYPE:
            return f"type:{value}"
        case FacetKind.TOPIC:
            return f"topic:{as_term(value)}"
        case FacetKind.PERIOD:
            return f"before:{value[1:]}" if value.startswith("<") else f"on:{value}"


def named_by(condition: Condition | None) -> Named | None:
    """Return the facet that a condition stands for, or None."""
    match condition:
        case Within(Place.TAG, Holds(text)):
            return FacetKind.TAG, key_of(text.lstrip("#").rstrip("/"))
        case Within(Place.TYPE | Place.TOPIC as place, Holds(text)):
            return FacetKind(place.value), key_of(text)
        case Within(Place.PATH, Holds(text)) if text.endswith("/"):
            return FacetKind.FOLDER, key_of(text[:-1])
        case Within(Place.PATH, Matches(pattern)) if match := _ANCHORED.fullmatch(pattern):
            return FacetKind.FOLDER, key_of(_ESCAPED.sub(r"\1", match[1]))
        case Dated(_, start, end) if period := _period(start, end):
            return FacetKind.PERIOD, period
        case _:
            return None


def key_of(value: str) -> str:
    """Normalize a facet's value, to compare it with those of `named_by`."""
    return normalize("NFC", value).casefold()


def named_in(query: str, today: date | None = None) -> frozenset[Named]:
    """Return the facets that a query contains."""
    facets = (named_by(part.condition) for part in located(query, today or this_day()))
    return frozenset(named for named in facets if named is not None)


def toggled(query: str, facet: Facet, paths: Iterable[str] = (), today: date | None = None) -> Edit:
    """Return the edit that adds a facet, or removes it if the query contains it.

    It replaces a facet above or beneath it in the same tree; a query contains at most one period
    and one type. A period without a value is any time.
    """
    day = today or this_day()
    if facet.kind is FacetKind.PERIOD and not facet.value:
        return _without_dates(query, day)
    toggled_key = _named(facet)
    parts = [(part, named_by(part.condition)) for part in located(query, day)]
    for part, named in parts:
        if named == toggled_key:
            return removal_of(part, query)
    condition = condition_of(facet.kind, facet.value, paths)
    for part, named in parts:
        if named is not None and _is_in_line(named, toggled_key):
            return Edit(part.start, part.end, condition)
    return _added(query, condition, day)


def _named(facet: Facet) -> Named:
    """Return what `named_by` says of the facet's condition; several months are written as days there."""
    value = facet.value
    if facet.kind is FacetKind.PERIOD and "/" in value:
        value = period_of(Interval(*days_of(value)))
    return facet.kind, key_of(value)


def _without_dates(query: str, today: date) -> Edit:
    """Return the edit that removes each condition on the date."""
    text = query
    # From the end, so that the positions of the parts before stay right.
    for part in reversed(located(query, today)):
        if isinstance(part.condition, Dated):
            text = removal_of(part, text).applied(text)
    return Edit(0, len(query), text) if text != query else Edit(0, 0)


def hiding(query: str, folder: str, paths: Iterable[str] = (), today: date | None = None) -> Edit:
    """Return the edit that excludes the notes of a folder and of those beneath it."""
    return _added(query, f"-{condition_of(FacetKind.FOLDER, folder, paths)}", today or this_day())


def _added(query: str, condition: str, today: date) -> Edit:
    """Append a condition, or prepend it if the end of the query is unfinished."""
    space = " " if query and not query[-1].isspace() else ""
    at_end = Edit(len(query), len(query), f"{space}{condition} ")
    before, after = located(query, today), located(at_end.applied(query), today)
    is_added = bool(after) and after[-1].condition == located(condition, today)[-1].condition
    # At an unfinished end, such as an open phrase, it would become a part of that.
    return at_end if is_added and len(after) > len(before) else Edit(0, 0, f"{condition} ")


def _is_in_line(condition: Named, other: Named) -> bool:
    """Return whether one facet is an ancestor of the other; two periods or types replace each other."""
    if condition[0] != other[0]:
        return False
    return (
        condition[0] in (FacetKind.PERIOD, FacetKind.TYPE)
        or f"{condition[1]}/".startswith(f"{other[1]}/")
        or f"{other[1]}/".startswith(f"{condition[1]}/")
    )


def _stands_elsewhere(folder: str, paths: Iterable[str]) -> bool:
    folder_key = key_of(f"{folder}/")
    return any(folder_key in key and not key.startswith(folder_key) for key in map(key_of, paths))


def _anchored(folder: str) -> str:
    return "/^" + regex.escape(normalize("NFC", folder)).replace("/", r"\/") + r"\//"


def _period(start: datetime | None, end: datetime | None) -> str:
    """Write the interval of a condition, or "" if it has an end that no facet has."""
    if end is None:
        return ""
    if start is None:
        return f"<{end.year:04}" if (end.month, end.day) == (1, 1) else ""
    return period_of(Interval(start.date(), end.date() - _DAY))


LONGEST_CELL = 200
"""Characters of a value that a cell shows."""
_LINK = re.compile(r"!?\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")


def cells_of(
    notes: Iterable[StoredNote], paths: Collection[str], names: Sequence[str]
) -> dict[str, dict[str, PropertyCell]]:
    """Return the cells of some notes by path, then by the names as given; names are compared without case."""
    wanted_paths = frozenset(paths)
    cells_by_path = {note.path: _cells(note.properties, names) for note in notes if note.path in wanted_paths}
    return {path: cells for path, cells in cells_by_path.items() if cells}


def _cells(properties: Mapping[str, Any], names: Sequence[str]) -> dict[str, PropertyCell]:
    cells = ((name, cell_of([*values_of(properties, name)])) for name in names)
    return {name: cell for name, cell in cells if cell is not None}


def cell_of(value: Any) -> PropertyCell | None:
    """Return the cell of a value; None if it is empty. Of several values, the texts are joined."""
    held = [item for item in items(value) if item is not None and item != ""]
    if len(held) == 1:
        return _single(held[0])
    texts = [_text(item) for item in held]
    return PropertyCell(CellKind.TEXT, ", ".join(texts)[:LONGEST_CELL]) if texts else None


def _single(item: Any) -> PropertyCell:
    if isinstance(item, bool):
        return PropertyCell(CellKind.FLAG, _text(item), float(item))
    number = number_of(item)
    # "nan" and "inf" are numbers to Python, but words to whoever wrote them; they cannot be sorted either.
    if number is not None and math.isfinite(number):
        return PropertyCell(CellKind.NUMBER, _text(item), number)
    moment = moment_of(item)
    if moment is not None:
        return PropertyCell(CellKind.DATE, str(item).strip(), moment.timestamp())
    return PropertyCell(CellKind.TEXT, _text(item)[:LONGEST_CELL])


def _text(item: Any) -> str:
    """Return a value on one line; a link as the reader sees it."""
    if isinstance(item, bool | int | float):
        return written(item)
    return " ".join(_LINK.sub(lambda link: link[2] or link[1], str(item)).split())


MOST_DAYS = 31
MOST_WEEKS = 20
MOST_MONTHS = 36
MOST_YEARS = 30
"""Limit of bars per kind of period; older notes share one more bar."""
MOST_NAMES = 6
"""Titles that a period lists."""


@dataclass(frozen=True, slots=True)
class NoteFacets:
    """The facet values of one note: tags with their parents, folders, kind, and its days in local time.

    ``days`` are none if no query can name them; a weekly note has seven.
    """

    tags: tuple[str, ...]
    folders: tuple[str, ...]
    days: tuple[date, ...]
    kind: str
    title: str

    @classmethod
    def of(cls, note: StoredNote) -> NoteFacets:
        """Extract the facet values from a stored note."""
        return cls(tuple(tags_of(note)), tuple(folders_of(note)), _local_days(note), note.kind, note.title)


@dataclass(frozen=True, slots=True)
class FacetTable:
    """The facet values of every note in a vault, by path."""

    notes: dict[str, NoteFacets] = field(default_factory=dict)

    @classmethod
    def of(cls, notes: Iterable[StoredNote]) -> FacetTable:
        """Extract the facet values of all notes; slow for thousands of notes."""
        return cls({note.path: NoteFacets.of(note) for note in giving_way(notes)})

    def count(
        self,
        paths: Collection[str] | None,
        counted: Counted,
        conditions: Collection[Named] = (),
        topics: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> Facets:
        """Count the facets of the notes at ``paths``, or of all if None, and the query's ``conditions``.

        ``topics`` are those of each note, by path.
        """
        counted_paths = self.notes if paths is None else set(paths)
        on_topics = Counter(chain.from_iterable(topics.get(path, ()) for path in counted_paths))
        if paths is None:
            notes = list(self.notes.values())
        else:
            notes = [self.notes[path] for path in set(paths) if path in self.notes]
        tags = Counter(chain.from_iterable(note.tags for note in notes))
        folders = Counter(chain.from_iterable(note.folders for note in notes))
        days: dict[date, list[str]] = {}
        for note in notes:
            if note.days:
                days.setdefault(note.days[0], []).append(note.title)
        kinds = Counter(note.kind for note in notes)
        return Facets(
            len(notes),
            counted,
            _tree(FacetKind.TAG, tags, conditions, by_count=True),
            _tree(FacetKind.FOLDER, folders, conditions, by_count=False),
            periods(days, conditions, [(note.days, note.title) for note in notes if len(note.days) > 1]),
            _asked_period(days, conditions),
            _tree(FacetKind.TYPE, kinds, conditions, by_count=True),
            _tree(FacetKind.TOPIC, on_topics, conditions, by_count=True),
            topics,
        )


class FacetCounter:
    """Counter of facets over the notes from ``get_notes``; ``get_topics`` returns those of each, by path."""

    def __init__(
        self,
        get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]],
        get_topics: Callable[[], Awaitable[Mapping[str, Sequence[str]]]] = no_names,
    ) -> None:
        self._get_topics = get_topics
        self._table = MadeOnce(get_notes, FacetTable.of)

    async def __call__(self, query: str, paths: Collection[str] | None, counted: Counted) -> Facets:
        """Count the facets of the notes at ``paths``, or of all if None; mark those in ``query``."""
        table, topics = await self._table(), await self._get_topics()
        return await in_thread(lambda: table.count(paths, counted, named_in(query), topics))

    async def paths(self) -> Collection[str]:
        """Return the paths of all notes."""
        return (await self._table()).notes.keys()

    def close(self) -> None:
        """Cancel the reading in progress."""
        self._table.close()


def counted(query: str, mode: Mode) -> Counted:
    """Return the notes to count: all for no query, all matches for mere conditions, else the results."""
    if not query.strip():
        return Counted.VAULT
    read = parse(query)
    is_ranked = mode is Mode.GREP or bool(read.words) or not read.conditions or read.past is not None
    return Counted.LISTED if is_ranked else Counted.MATCHING


def periods(
    days: Mapping[date, Sequence[str]],
    conditions: Collection[Named] = (),
    lasting: Sequence[tuple[Sequence[date], str]] = (),
) -> tuple[Facet, ...]:
    """Count notes by day, week, month or year, depending on the range; very old ones share one period.

    Args:
        days: The titles of the notes of each day.
        conditions: The facets of the query.
        lasting: The days and the title of each note of a period: it counts on its first one already.
    """
    if not days:
        return ()
    keys, key_of_day = _keys(min(days), max(days))
    titles: dict[str, list[str]] = {key: [] for key in keys}
    older: list[str] = []
    # In order, so that the latest titles of a period are the last of its list.
    for day in sorted(days):
        titles.get(key_of_day(day), older).extend(days[day])
    for held_days, title in lasting:
        for key in {*map(key_of_day, held_days)} - {key_of_day(held_days[0])}:
            titles.get(key, []).append(title)
    named = [(f"<{keys[0]}", older)] if older else []
    return tuple(_period_facet(key, len(held), conditions, held) for key, held in (*named, *titles.items()))


def _keys(first: date, last: date) -> tuple[list[str], Callable[[date], str]]:
    """Return the periods of a range of days, and the function that returns the period of a day."""
    # The finest unit whose bars still fit beside one another.
    if (last - first).days < MOST_DAYS:
        days = [first + timedelta(days=index) for index in range((last - first).days + 1)]
        return [day.isoformat() for day in days], date.isoformat
    calendar = Calendar(first, first_weekday())
    n_weeks = (last - (calendar.week(first).first or first)).days // 7 + 1
    if n_weeks <= MOST_WEEKS:
        return [period_of(calendar.unit("week", index)) for index in range(n_weeks)], (
            lambda day: period_of(calendar.week(day))
        )
    if _months(last) - _months(first) < MOST_MONTHS:
        months = range(_months(first), _months(last) + 1)
        return [f"{index // 12:04}-{index % 12 + 1:02}" for index in months], lambda day: day.isoformat()[:7]
    years = range(max(first.year, last.year - MOST_YEARS + 1), last.year + 1)
    return [f"{year:04}" for year in years], lambda day: day.isoformat()[:4]


def _tree(
    kind: FacetKind, counts: Counter[str], conditions: Collection[Named], *, by_count: bool
) -> tuple[Facet, ...]:
    """Arrange names with slashes as a tree: ``a/b`` under ``a``, whose count includes it."""
    beneath: dict[str, list[str]] = {}
    for value in counts:
        parent = value.rpartition("/")[0]
        # A parent that was not counted has no row to hang beneath; its child stands at the top.
        beneath.setdefault(parent if parent in counts else "", []).append(value)

    def grown(values: Sequence[str], above: str) -> tuple[Facet, ...]:
        ordered = sorted(values, key=lambda value: (-counts[value] if by_count else 0, value.casefold()))
        return tuple(
            Facet(
                kind,
                value,
                value.removeprefix(f"{above}/") if above else value,
                counts[value],
                (kind, key_of(value)) in conditions,
                grown(beneath.get(value, ()), value),
            )
            for value in ordered
        )

    return grown(beneath.get("", ()), "")


def _asked_period(days: Mapping[date, Sequence[str]], conditions: Collection[Named]) -> Facet | None:
    values = [value for kind, value in conditions if kind is FacetKind.PERIOD]
    return _period_facet(values[0], sum(map(len, days.values())), conditions) if values else None


def _period_facet(value: str, count: int, conditions: Collection[Named], titles: Sequence[str] = ()) -> Facet:
    is_chosen = (FacetKind.PERIOD, value) in conditions
    return Facet(FacetKind.PERIOD, value, value, count, is_chosen, names=tuple(titles[-MOST_NAMES:][::-1]))


def _months(day: date) -> int:
    return day.year * 12 + day.month - 1


def _local_days(note: StoredNote) -> tuple[date, ...]:
    """Return the local days of a note; none in the years 1 and 9999, which no query can name."""
    try:
        day, last = (moment.astimezone().date() for moment in (note.date, last_moment(note.date)))
    except (OverflowError, ValueError, OSError):
        return ()
    is_named = date.min.year < day.year < date.max.year
    return tuple(day + index * _DAY for index in range((last - day).days + 1)) if is_named else ()
