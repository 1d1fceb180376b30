"""The values of a base's expressions: what is true, the same, before another, added and written of them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from operator import add, mul, sub
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from vaultsearch.core.values.note import StoredNote

Value: TypeAlias = Any
"""None, bool, int, float, str, date, datetime, timedelta, list, dict, `NoteLink`, `NoteFile` or `This`."""

_DURATION = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*([a-zA-Z]+)\s*")
_DAYS = {"d": 1, "day": 1, "w": 7, "week": 7, "M": 30, "month": 30, "y": 365, "year": 365}
_SECONDS = {"s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600}
LONGEST = 10_000
"""Characters of a text, and items of a list."""


class ExpressionError(Exception):
    """An expression that cannot be evaluated: the message is its first part that is not known."""


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A link as a value. ``path`` is the file that it leads to, "" for none."""

    target: str
    path: str = field(compare=False)
    shown: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A file of the vault as a value."""

    note: StoredNote


@dataclass(frozen=True, slots=True)
class This:
    """The note that the base is embedded in, or the base itself: its properties, and ``.file``."""

    file: NoteFile


def is_true(value: Value) -> bool:
    """Return whether a value counts as true: neither empty, nor 0, nor nothing."""
    return bool(value) or isinstance(value, (NoteFile, NoteLink, This, time))


def identity(value: Value) -> Value:
    """Return what two values have in common that are the same: a file, and a link to it."""
    match value:
        case This(file):
            return ("file", file.note.path)
        case NoteFile(note):
            return ("file", note.path)
        case NoteLink(target, path):
            return ("file", path) if path else ("link", target.casefold())
        case datetime():
            return value.replace(tzinfo=None)
        case date():
            return datetime.combine(value, time())
        case list():
            return tuple(identity(item) for item in value)
        case dict():
            return repr(value)
    return value


def are_equal(first: Value, second: Value) -> bool:
    """Return whether two values are the same; a link is the same as its text, too."""
    for link, text in ((first, second), (second, first)):
        if isinstance(link, NoteLink) and isinstance(text, str):
            return text.casefold() in (link.target.casefold(), link.shown.casefold())
    return bool(identity(first) == identity(second))


def is_before(first: Value, second: Value) -> bool:
    """Return whether a value is less than another; nothing is neither less nor more."""
    return first is not None and second is not None and sort_key(first) < sort_key(second)


def sort_key(value: Value) -> tuple[int, Any]:
    """Return a key that orders any two values: first by kind, then by value."""
    match value:
        case bool() | int() | float():
            return 0, value
        case date() | datetime():
            return 1, identity(value)
        case None:
            return 9, 0
        case list():
            return 2, " ".join(str(sort_key(item)[1]).casefold() for item in value)
        case NoteLink(target, _, shown):
            return 2, (shown or target).casefold()
        case NoteFile(note):
            return 2, note.title.casefold()
    return 2, str(value).casefold()


_OF_NUMBERS = {"+": add, "-": sub, "*": mul}
_LARGEST = 2**53


def _bounded(number: float) -> float:
    if isinstance(number, float) or abs(number) <= _LARGEST:
        return number
    try:
        return float(number)
    except OverflowError:
        return math.copysign(math.inf, number)


def arithmetic(operator: str, first: Value, second: Value) -> Value:
    """Return what an operator makes of two values; nothing of nothing. Raise ExpressionError."""
    if operator == "+" and (isinstance(first, str) or isinstance(second, str)):
        if isinstance(first, date):
            return moved(first, second, 1)
        return f"{text_of(first)}{text_of(second)}"
    if first is None or second is None:
        return None
    if isinstance(first, date) and operator in "+-":
        return moved(first, second, 1 if operator == "+" else -1)
    if not isinstance(first, (int, float)) or not isinstance(second, (int, float)):
        raise ExpressionError(operator)
    if operator in _OF_NUMBERS:
        # Else formulas of formulas made integers of millions of digits.
        return _OF_NUMBERS[operator](_bounded(first), _bounded(second))
    if second == 0:
        return None
    return first / second if operator == "/" else first % second


def moved(day: date, by: Value, sign: int) -> Value:
    """Return a date moved by a duration, such as "2 weeks", or the time between two dates."""
    if isinstance(by, date):
        return identity(day) - identity(by)
    duration = duration_of(by)
    try:
        return identity(day) + sign * duration
    except OverflowError:
        return None


def duration_of(value: Value) -> timedelta:
    """Return a duration written as "1d" or "2 weeks"; months have 30 days. Raise ExpressionError."""
    if isinstance(value, timedelta):
        return value
    if isinstance(value, str) and (match := _DURATION.fullmatch(value)) is not None:
        unit = match[2] if match[2] in _DAYS or match[2] in _SECONDS else match[2].lower().removesuffix("s")
        seconds = _SECONDS[unit] if unit in _SECONDS else 86_400 * _DAYS.get(unit, 0)
        if seconds and abs(float(match[1])) < 1e9:
            return timedelta(seconds=float(match[1]) * seconds)
    raise ExpressionError(text_of(value)[:40])


def text_of(value: Value) -> str:
    """Return a value as it is written."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float():
            return f"{value:.10g}"
        case datetime():
            return f"{value:%Y-%m-%d}" if value.time() == time() else f"{value:%Y-%m-%d %H:%M}"
        case timedelta():
            return f"{value.total_seconds() / 86_400:.3g} d"
        case list():
            return ", ".join(text_of(item) for item in value)[:LONGEST]
        case dict():
            return ", ".join(f"{key}: {text_of(item)}" for key, item in value.items())[:LONGEST]
        case NoteLink(target, _, shown):
            return shown or target
        case NoteFile(note) | This(NoteFile(note)):
            return note.path
    return str(value)[:LONGEST]


def read_date(text: str) -> Value:
    """Return a date, or date and time, in ISO's form; None for other texts."""
    try:
        return (
            date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text).replace(tzinfo=None)
        )
    except ValueError:
        return None
