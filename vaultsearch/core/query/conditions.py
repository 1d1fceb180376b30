"""A query's conditions, which filter and do not rank, and their descriptions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache, partial, reduce
from typing import Any, Self, TypeAlias

import regex

from vaultsearch.core.dates.days import Interval
from vaultsearch.core.dates.intervals import whole_interval
from vaultsearch.core.filters import AllOf, AnyOf, Not
from vaultsearch.core.messages import Message
from vaultsearch.core.values.times import PastKind, last_moment

Condition: TypeAlias = (
    "Holds | Equals | Matches | Within | Cased | HasProperty | Dated | Past"
    " | AllOf[Condition] | AnyOf[Condition] | Not[Condition]"
)


class ConditionPlace(StrEnum):
    """The scope of a condition: the operator's name as typed.

    ``phrase`` describes it, to be followed by an operand.
    """

    phrase: str

    def __new__(cls, name: str, phrase: str = "") -> Self:
        """Make a place from the operator's name and the description."""
        place = str.__new__(cls, name)
        place._value_, place.phrase = name, phrase
        return place

    FILE = "file", "file name contains"
    PATH = "path", "path contains"
    CONTENT = "content", "content contains"
    TITLE = "title", "title contains"
    HEADING = "heading", "a heading contains"
    TAG = "tag", "tagged"
    LINK = "link", "links to"
    LINE = "line", "a line contains"
    BLOCK = "block", "a block contains"
    SECTION = "section", "a section contains"
    TASK = "task", "a task contains"
    TASK_TODO = "task-todo", "an open task contains"
    TASK_DONE = "task-done", "a finished task contains"
    LANG = "lang", "a passage is in"
    TYPE = "type", "is a file of the type"
    TOPIC = "topic", "is on the topic"
    ENTITY = "entity", "speaks of"
    UNDER = "under", "hangs beneath"


PARTS_OF_A_NOTE = frozenset(
    map(ConditionPlace, ("line", "block", "section", "task", "task-todo", "task-done", "lang"))
)
"""Places made of line ranges: only a note's matching passages are results."""


@dataclass(frozen=True, slots=True)
class Holds:
    """The text occurs, ignoring case, with any white space between words; "" always holds."""

    text: str


@dataclass(frozen=True, slots=True)
class Equals:
    """A property's value equals the text, ignoring case."""

    text: str


@dataclass(frozen=True, slots=True)
class Matches:
    """The regular expression, known to compile, matches somewhere."""

    pattern: str

    @property
    def shown(self) -> str:
        """Return the expression as typed."""
        return f"/{self.pattern}/"


@dataclass(frozen=True, slots=True)
class Wildcard(Matches):
    """The same for a word ``written`` with ``*``, which stands for any signs but spaces."""

    written: str = ""

    @property
    def shown(self) -> str:
        """Return the word as typed."""
        return self.written

    @classmethod
    def of(cls, written: str) -> Self:
        """Translate the word to a regular expression, which begins and ends where the word does."""
        inner = r"\S*".join(map(regex.escape, written.strip("*").split("*")))
        begin = "" if written.startswith("*") else r"(?<!\w)"
        return cls(begin + inner + ("" if written.endswith("*") else r"(?!\w)"), written)


@dataclass(frozen=True, slots=True)
class Within:
    """The part holds in some such place in the note."""

    place: ConditionPlace
    part: Condition


@dataclass(frozen=True, slots=True)
class Cased:
    """The part holds with case-sensitive (``minded``) or case-insensitive comparison."""

    minded: bool
    part: Condition


@dataclass(frozen=True, slots=True)
class HasProperty:
    """The note has the property and, with ``value``, a matching value.

    ``named`` is a condition on property names, used if ``name`` stands for several.
    """

    name: str
    value: Condition | Compared | Empty | None = None
    named: Condition | None = None


@dataclass(frozen=True, slots=True)
class Empty:
    """The property exists without a value; an empty string or list is a value."""


_AMOUNT = regex.compile(
    r"[€$£¥]?\s?([+-]?(?:\d+|\d{1,3}(?:([.,' ])\d{3})(?:\2\d{3})*))(?:(?!\2)[.,](\d+))?\s?[€$£¥%]?"
)
"""A number as people write it, also in groups of thousands: 1.200,50 €."""


def number_of(value: Any) -> float | None:
    """Return a number, or the number in a text; None for anything else, including flags."""
    # A bool is an int to Python, but `true` is not 1 to the author of properties.
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        amount = _AMOUNT.fullmatch(value.strip()) if isinstance(value, str) else None
    return None if amount is None else float(regex.sub(r"[^\d+-]", "", amount[1]) + f".{amount[3] or 0}")


@dataclass(frozen=True, slots=True)
class Compared:
    """A property's value compares so; ``days`` is the half-open interval if ``text`` is a date."""

    sign: str
    text: str
    days: tuple[datetime, datetime] | None = None


class DateOf(StrEnum):
    """Which date is compared: the operator's name as typed, except `NOTE`."""

    NOTE = "wrote"
    """The note's own date, else the last change."""
    EDITED = "edited"
    """The note's last change."""
    CREATED = "created"
    """The note's own date, from a property or the file name."""
    DUE = "due"
    """A due date of a task in the note."""
    ABOUT = "about"
    """A date in the note's text."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A date is in the half-open interval [start, end); if ``yearly``, in that of any year."""

    description: str
    start: datetime | None = None
    end: datetime | None = None
    of: DateOf = DateOf.NOTE
    yearly: bool = False

    def holds(self, moment: datetime) -> bool:
        """Return whether a moment, or any day in the period it begins, is in the interval."""
        if self.yearly and self.start:
            day = moment.astimezone()
            return (day.month, day.day) == (self.start.month, self.start.day)
        begins = self.start is None or last_moment(moment) >= self.start
        return begins and (self.end is None or moment < self.end)


@dataclass(frozen=True, slots=True)
class Past:
    """The query asks for past notes; every past note meets this condition.

    ``days`` are the first and last day, None if open; ``invalid`` is the text if it is no date, else "".
    """

    kind: PastKind
    description: str
    days: tuple[date | None, date | None] = (None, None)
    invalid: str = ""


PAST_PHRASES = {PastKind.AS_OF: "as it was on", PastKind.CHANGED: "changed", PastKind.DELETED: "deleted"}
DATE_PHRASES = {
    DateOf.NOTE: "dated",
    DateOf.EDITED: "edited",
    DateOf.CREATED: "created",
    DateOf.DUE: "with a task due",
    DateOf.ABOUT: "about",
}
VAULT_PLACES = frozenset({ConditionPlace.TOPIC, ConditionPlace.ENTITY, ConditionPlace.UNDER})
"""Places named by the whole vault, not by single notes."""
_NAME_PLACES = VAULT_PLACES.union(map(ConditionPlace, ("tag", "link", "path", "lang", "type")))
"""Places whose operands are names, which occur in no text."""


class InPassage(AnyOf[Condition]):
    """A word is in the passage itself, or in the note's title."""

    __slots__ = ()


def walk_conditions(condition: Condition) -> Iterator[Condition]:
    """Yield a condition and all nested conditions."""
    yield condition
    match condition:
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from walk_conditions(part)
        case Within(_, part) | Not(part) | Cased(_, part):
            yield from walk_conditions(part)


def map_parts(condition: Condition, change: Callable[[Condition], Condition]) -> Condition:
    """Return a condition with the immediate parts changed, unless in a place."""
    match condition:
        case AllOf(parts) | AnyOf(parts):
            changed = tuple(map(change, parts))
            return AllOf(changed) if isinstance(condition, AllOf) else AnyOf(changed)
        case Not(part):
            return Not(change(part))
        case Cased(minded, part):
            return Cased(minded, change(part))
        case _:
            return condition


def conjuncts(conditions: Iterable[Condition]) -> Iterator[Condition]:
    """Yield the conditions that must all hold, also those in parentheses."""
    for condition in conditions:
        if isinstance(condition, AllOf):
            yield from conjuncts(condition.parts)
        else:
            yield condition


def describe_condition(condition: Condition) -> str:
    """Describe a condition in words, such as ``path contains Sub``."""
    words: str
    match condition:
        case Holds() | Equals() | Matches():
            words = Message("contains {}", _describe_operand(condition))
        case Within(place, part):
            words = Message("{} {}", Message(place.phrase), _describe_operand(part))
        case Dated(words) | Past(description=words):
            pass
        case HasProperty(name, value):
            words = _describe_property(name, value)
        case Cased(minded, part):
            part_words = describe_condition(part)
            words = Message("{} (matching case)" if minded else "{} (ignoring case)", part_words)
        case Not(part):
            words = Message("not ({})", describe_condition(part))
        case AllOf(parts):
            words = _join("{} and {}", map(_describe_in_brackets, parts))
        case InPassage():
            words = Message("each passage contains {}", held_texts(condition)[0])
        case AnyOf(parts):
            words = _join("{} or {}", map(_describe_in_brackets, parts))
    return words


def held_texts(condition: Condition) -> list[str]:
    """List the texts to mark in a matching note: all outside a negation."""
    match condition:
        case Holds(text):
            return [text]
        case AllOf(parts) | AnyOf(parts):
            return [text for part in parts for text in held_texts(part)]
        case Within(place, part) if place not in _NAME_PLACES:
            return held_texts(part)
        case Cased(_, part):
            return held_texts(part)
        case _:
            return []


def _describe_in_brackets(condition: Condition) -> str:
    written = describe_condition(condition)
    return Message("({})", written) if isinstance(condition, (AllOf, AnyOf)) else written


def _join(template: str, parts: Iterable[str]) -> str:
    return reduce(partial(Message, template), parts)


def _describe_operand(condition: Condition) -> str:
    match condition:
        case Holds(text) | Equals(text):
            # Quoted as it would have to be typed.
            plain = isinstance(condition, Holds) and text and not set(text) & set(' ()"')
            return text if plain else Message("“{}”", text)
        case Matches():
            return condition.shown
        case AllOf(parts):
            return Message("({})", _join("{} and {}", map(_describe_operand, parts)))
        case AnyOf(parts):
            return Message("({})", _join("{} or {}", map(_describe_operand, parts)))
        case Not(part):
            return Message("not {}", _describe_operand(part))
        case _:
            return Message("({})", describe_condition(condition))


def _describe_property(name: str, value: Condition | Compared | Empty | None) -> str:
    match value:
        case None:
            return Message("has the property {}", name)
        case Empty():
            return Message("the property {} has no value", name)
        case Compared(sign, text):
            return Message("the property {} {} {}", name, sign, text)
        case Equals(text):
            return Message("the property {} is “{}”", name, text)
        case _:
            return Message("the property {} contains {}", name, _describe_operand(value))


RELATIVE_DATES = (
    *("today", "yesterday"),
    *(f"{which} {unit}" for unit in ("week", "month", "year") for which in ("this", "last")),
)
"""Relative dates, the most recent first."""


def moments_of_date(text: str, today: date) -> tuple[datetime, datetime] | None:
    """Return a named date's half-open interval in local time, or None if it is no date.

    Weeks begin on Monday.
    """
    start, end = open_moments(text, today) or (None, None)
    return None if start is None or end is None else (start, end)


def open_moments(text: str, today: date) -> tuple[datetime | None, datetime | None] | None:
    """Return the same as `moments_of_date`, but also read "since 3 May"; an open end is None."""
    interval = whole_interval(text, today)
    found = (None, None) if interval is None else moments_of(interval)
    return found if any(found) else None


def past_of(operator: str, written: str, today: date) -> Past:
    """Parse the operand of a past operator; only `PastKind.DELETED` needs no date."""
    kind = PastKind(operator)
    phrase = (
        Message("{} {}", Message(PAST_PHRASES[kind]), written) if written else Message(PAST_PHRASES[kind])
    )
    if not written and kind is PastKind.DELETED:
        return Past(kind, phrase)
    interval = open_moments(written, today)
    if interval is None:
        # Kept as a condition, so that the window can say which text is no date.
        return Past(kind, phrase, invalid=written or operator)
    start, end = interval
    # Days of a history are inclusive, intervals of conditions half-open.
    last = None if end is None else end.date() - timedelta(days=1)
    return Past(kind, phrase, (None if start is None else start.date(), last))


def is_slashed_pattern(text: str) -> bool:
    """Return whether exact text is a regular expression between slashes."""
    return len(text) > 2 and text.startswith("/") and text.endswith("/")


def last_day(text: str, today: date) -> date | None:
    """Return the last day of a named date (2026-05: the 31st), or None if it is no date."""
    interval = moments_of_date(text, today)
    return None if interval is None else interval[1].date() - timedelta(days=1)


def moments_of(interval: Interval) -> tuple[datetime | None, datetime | None]:
    """Return the half-open interval of some days in local time; an open end is None."""
    first, last = interval.first, interval.last
    try:
        end = None if last is None else local_midnight(last + timedelta(days=1))
        return None if first is None else local_midnight(first), end
    except (OverflowError, ValueError, OSError):
        # Years 1 and 9999 have no neighbours, and platforms reject some dates.
        return None, None


@lru_cache(maxsize=10_000)
def local_midnight(day: date) -> datetime:
    """Return the beginning of a day in local time."""
    return datetime.combine(day, time()).astimezone()
