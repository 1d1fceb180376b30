"""Facet counts of notes: trees of tags and folders, and dates by periods that suit their range."""

from __future__ import annotations

import asyncio
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from vaultsearch.core.query.intervals.calendar import Calendar
from vaultsearch.core.query.intervals.vocabulary import first_weekday
from vaultsearch.core.query.matching import items, moment_of, number_of, values_of, written
from vaultsearch.core.query.names import no_names
from vaultsearch.core.query.narrowing import key_of, named_in, period_of
from vaultsearch.core.query.query import parse
from vaultsearch.core.values.query import CellKind, Counted, Facet, FacetKind, Facets, PropertyCell
from vaultsearch.core.values.search import Mode
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence

    from vaultsearch.core.query.narrowing import Named
    from vaultsearch.core.values.note import StoredNote


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
    """The facet values of one note: tags with their parents, folders, kind, and its day in local time.

    ``day`` is None if no query can name it.
    """

    tags: tuple[str, ...]
    folders: tuple[str, ...]
    day: date | None
    kind: str
    title: str

    @classmethod
    def of(cls, note: StoredNote) -> NoteFacets:
        """Extract the facet values from a stored note."""
        names = normalize("NFC", note.path).split("/")[:-1]
        folders = tuple("/".join(names[:depth]) for depth in range(1, len(names) + 1))
        return cls(
            tuple(filter(_can_be_asked_for, note.tags)), folders, _local_day(note), note.kind, note.title
        )


@dataclass(frozen=True, slots=True)
class FacetTable:
    """The facet values of every note in a vault, by path."""

    notes: dict[str, NoteFacets] = field(default_factory=dict)

    @classmethod
    def of(cls, notes: Iterable[StoredNote]) -> FacetTable:
        """Extract the facet values of all notes; slow for thousands of notes."""
        return cls({note.path: NoteFacets.of(note) for note in notes})

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
            if note.day is not None:
                days.setdefault(note.day, []).append(note.title)
        kinds = Counter(note.kind for note in notes)
        return Facets(
            len(notes),
            counted,
            _tree(FacetKind.TAG, tags, conditions, by_count=True),
            _tree(FacetKind.FOLDER, folders, conditions, by_count=False),
            periods(days, conditions),
            _asked_period(days, conditions),
            _tree(FacetKind.TYPE, kinds, conditions, by_count=True),
            _tree(FacetKind.TOPIC, on_topics, conditions, by_count=True),
            topics,
        )


class FacetCounter:
    """Counter of facets over the notes from ``get_notes``; each tuple of notes is read once, in a thread."""

    def __init__(
        self,
        get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]],
        get_topics: Callable[[], Awaitable[Mapping[str, Sequence[str]]]] = no_names,
    ) -> None:
        self._get_notes, self._get_topics = get_notes, get_topics
        self._notes: tuple[StoredNote, ...] = ()
        self._reading: asyncio.Task[FacetTable] | None = None

    async def __call__(self, query: str, paths: Collection[str] | None, counted: Counted) -> Facets:
        """Count the facets of the notes at ``paths``, or of all if None; mark those in ``query``."""
        table, topics = await self._table(), await self._get_topics()
        return await in_thread(lambda: table.count(paths, counted, named_in(query), topics))

    async def paths(self) -> Collection[str]:
        """Return the paths of all notes."""
        return (await self._table()).notes.keys()

    def close(self) -> None:
        """Cancel the reading in progress."""
        if self._reading is not None:
            self._reading.cancel()

    async def _table(self) -> FacetTable:
        notes = await self._get_notes()
        if self._reading is None or self._notes is not notes:
            self._notes = notes
            self._reading = asyncio.ensure_future(in_thread(FacetTable.of, notes))
        # The next call cancels this one, but not the reading, which it needs too.
        return await asyncio.shield(self._reading)


def counted(query: str, mode: Mode) -> Counted:
    """Return the notes to count: all for no query, all matches for mere conditions, else the results."""
    if not query.strip():
        return Counted.VAULT
    read = parse(query)
    is_ranked = mode is Mode.GREP or bool(read.words) or not read.conditions or read.past is not None
    return Counted.LISTED if is_ranked else Counted.MATCHING


def periods(days: Mapping[date, Sequence[str]], conditions: Collection[Named] = ()) -> tuple[Facet, ...]:
    """Count notes by day, week, month or year, depending on the range; very old ones share one period.

    Args:
        days: The titles of the notes of each day.
        conditions: The facets of the query.
    """
    if not days:
        return ()
    keys, key_of_day = _keys(min(days), max(days))
    titles: dict[str, list[str]] = {key: [] for key in keys}
    older: list[str] = []
    for day in sorted(days):
        titles.get(key_of_day(day), older).extend(days[day])
    named = [(f"<{keys[0]}", older)] if older else []
    return tuple(_period(key, len(held), conditions, held) for key, held in (*named, *titles.items()))


def _keys(first: date, last: date) -> tuple[list[str], Callable[[date], str]]:
    """Return the periods of a range of days, and the function that returns the period of a day."""
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
    return _period(values[0], sum(map(len, days.values())), conditions) if values else None


def _period(value: str, count: int, conditions: Collection[Named], titles: Sequence[str] = ()) -> Facet:
    is_chosen = (FacetKind.PERIOD, value) in conditions
    return Facet(FacetKind.PERIOD, value, value, count, is_chosen, names=tuple(titles[-MOST_NAMES:][::-1]))


def _months(day: date) -> int:
    return day.year * 12 + day.month - 1


def _can_be_asked_for(tag: str) -> bool:
    return tag != "" and tag == tag.strip("#/") == " ".join(tag.split())


def _local_day(note: StoredNote) -> date | None:
    """Return the local day of a note, or None for years 1 and 9999, which no query can name."""
    try:
        day = note.date.astimezone().date()
    except (OverflowError, ValueError, OSError):
        return None
    return day if date.min.year < day.year < date.max.year else None
