"""The dates that a query may name: a year, a month, a day, ``today``, ``last week``."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

_WRITTEN = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?", re.ASCII)
_DAYS = {"today": 0, "yesterday": 1}
WORDS = (
    *_DAYS,
    *(f"{which} {unit}" for unit in ("week", "month", "year") for which in ("this", "last")),
)
"""What is said in words, from the shortest time ago."""


def moments(text: str, today: date) -> tuple[datetime, datetime] | None:
    """Give the first moment of what is named, in local time, and the first one after it; None for no date.

    Weeks begin on Monday.
    """
    try:
        days = _days(" ".join(text.lower().split()), today)
        return (_midnight(days[0]), _midnight(days[1])) if days else None
    except (OverflowError, ValueError, OSError):  # the first and the last year, and what the platform lacks
        return None


def _days(text: str, today: date) -> tuple[date, date] | None:
    if text in _DAYS:
        day = today - timedelta(days=_DAYS[text])
        return day, day + timedelta(days=1)
    which, _, unit = text.partition(" ")
    if which in ("this", "last") and unit in ("week", "month", "year"):
        return _period(unit, today, back=which == "last")
    match = _WRITTEN.fullmatch(text)
    return _written(*(int(part) if part else None for part in match.groups())) if match else None


def _period(unit: str, today: date, *, back: bool) -> tuple[date, date]:
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return monday, monday + timedelta(days=7)
    first = today.replace(day=1) if unit == "month" else today.replace(month=1, day=1)
    if back:
        before = first - timedelta(days=1)
        first = before.replace(day=1) if unit == "month" else before.replace(month=1, day=1)
    return first, _next(first, unit)


def _written(year: int | None, month: int | None = None, day: int | None = None) -> tuple[date, date] | None:
    try:
        first = date(year or 0, 1 if month is None else month, 1 if day is None else day)
        return first, _next(first, "day" if day is not None else "month" if month is not None else "year")
    except (ValueError, OverflowError):
        return None


def _next(first: date, unit: str) -> date:
    if unit == "day":
        return first + timedelta(days=1)
    if unit == "year" or first.month == 12:
        return date(first.year + 1, 1, 1)
    return date(first.year, first.month + 1, 1)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time()).astimezone()
