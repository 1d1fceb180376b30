"""Editing a query's text by its conditions: list them, remove one, toggle a facet, hide a folder."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING
from unicodedata import normalize

import regex

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
from vaultsearch.core.query.intervals.calendar import Calendar, Interval
from vaultsearch.core.query.intervals.reading import question_interval
from vaultsearch.core.query.reading import as_term, located, quoted
from vaultsearch.core.today import today as this_day
from vaultsearch.core.values.query import Edit, FacetKind, ProposedInterval, QueryPart

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from vaultsearch.core.query.reading import Located
    from vaultsearch.core.values.query import Facet

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
    bare = _PHRASE.sub(_blank, text)
    for part in _conditions(text, today):
        bare = bare[: part.start] + " " * (part.end - part.start) + bare[part.end :]
    when = question_interval(bare, today or this_day())
    if when is None:
        return None
    interval = when.interval
    acceptance = Edit(when.start, when.end, conditions_for(interval))
    proposed = ProposedInterval(interval.first, interval.last, acceptance)
    written = text[when.start : when.end]
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


def _blank(match: regex.Match[str]) -> str:
    return " " * len(match.group())


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
    return _added(query, condition, toggled_key, day)


def _named(facet: Facet) -> Named:
    """Return what `named_by` says of the facet's condition; several months are written as days there."""
    value = facet.value
    if facet.kind is FacetKind.PERIOD and "/" in value:
        value = period_of(Interval(*days_of(value)))
    return facet.kind, key_of(value)


def _without_dates(query: str, today: date) -> Edit:
    """Return the edit that removes each condition on the date."""
    text = query
    for part in reversed(located(query, today)):
        if isinstance(part.condition, Dated):
            text = removal_of(part, text).applied(text)
    return Edit(0, len(query), text) if text != query else Edit(0, 0)


def hiding(query: str, folder: str, paths: Iterable[str] = (), today: date | None = None) -> Edit:
    """Return the edit that excludes the notes of a folder and of those beneath it."""
    day, condition = today or this_day(), f"-{condition_of(FacetKind.FOLDER, folder, paths)}"
    space = " " if query and not query[-1].isspace() else ""
    at_end = Edit(len(query), len(query), f"{space}{condition} ")
    before, after = located(query, day), located(at_end.applied(query), day)
    hides = bool(after) and after[-1].condition == located(condition, day)[-1].condition
    # At an unfinished end, such as an open phrase, it would become a part of that.
    return at_end if hides and len(after) > len(before) else Edit(0, 0, f"{condition} ")


def _added(query: str, condition: str, name: Named, today: date) -> Edit:
    """Append a condition, or prepend it if the end of the query is unfinished."""
    space = " " if query and not query[-1].isspace() else ""
    at_end = Edit(len(query), len(query), f"{space}{condition} ")
    parts = located(at_end.applied(query), today)
    if parts and named_by(parts[-1].condition) == name and len(parts) > len(located(query, today)):
        return at_end
    return Edit(0, 0, f"{condition} ")


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
