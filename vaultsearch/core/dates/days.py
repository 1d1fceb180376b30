"""Days and periods written in digits, and calendar arithmetic; for words, see `intervals`."""

from __future__ import annotations

import os
import re
import tomllib
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Interval:
    """The days from ``first`` to ``last``, both inclusive; None for an open end."""

    first: date | None
    last: date | None

    def meets(self, other: Interval) -> bool:
        """Return whether both share a day."""
        begins = self.first is None or other.last is None or self.first <= other.last
        return begins and (self.last is None or other.first is None or other.first <= self.last)


@dataclass(frozen=True, slots=True)
class Calendar:
    """Today, and the first weekday: 0 for Monday, 6 for Sunday.

    With ``is_exact``, "a month ago" is a single day.
    """

    today: date
    first_weekday: int = 0
    is_exact: bool = False

    def week(self, day: date) -> Interval:
        """Return the week around a day."""
        first = day - timedelta(days=(day.weekday() - self.first_weekday) % 7)
        return Interval(first, first + timedelta(days=6))

    def months(self, year: int, month: int, count: int = 1) -> Interval:
        """Return ``count`` months from ``month`` on, which may exceed 12."""
        begins = 12 * year + month - 1
        (first_year, first), (last_year, last) = divmod(begins, 12), divmod(begins + count - 1, 12)
        days = monthrange(last_year, last + 1)[1]
        return Interval(date(first_year, first + 1, 1), date(last_year, last + 1, days))

    def years(self, year: int, count: int = 1) -> Interval:
        """Return ``count`` years from ``year`` on."""
        return Interval(date(year, 1, 1), date(year + count - 1, 12, 31))

    def unit(self, unit: str, steps: int) -> Interval:
        """Return a day, week, weekend, month, quarter or year, so many steps from the current."""
        today = self.today
        match unit:
            case "day":
                day = today + timedelta(days=steps)
                return Interval(day, day)
            case "week":
                return self.week(today + timedelta(weeks=steps))
            case "weekend":
                # On a Sunday, "this weekend" is the current weekend.
                saturday = today + timedelta(days=5 - today.weekday(), weeks=steps)
                return Interval(saturday, saturday + timedelta(days=1))
            case "month":
                return self.months(today.year, today.month + steps)
            case "quarter":
                return self.months(today.year, 3 * ((today.month - 1) // 3 + steps) + 1, 3)
            case _:
                return self.years(today.year + steps)

    def span(self, unit: str, count: int) -> Interval:
        """Return the last ``count`` units up to today, or the next units if negative."""
        today = self.today
        if unit in ("day", "week", "weekend"):
            other = today - timedelta(days=count * (1 if unit == "day" else 7))
        else:
            months = count * {"month": 1, "quarter": 3}.get(unit, 12)
            first = self.months(today.year, today.month - months)
            # A month before the 31st of May ends on the 30th of April.
            day = min(today.day, first.last.day if first.last else today.day)
            other = first.first.replace(day=day) if first.first else today
        return Interval(min(today, other), max(today, other))

    def ago(self, unit: str, count: int) -> Interval:
        """Return the unit so many units ago."""
        if self.is_exact and count == 1:
            day = self.span(unit, 1).first
            return Interval(day, day)
        return self.unit(unit, -count)

    def latest_year(self, month: int, day: int = 1) -> int:
        """Return the latest year in which this month and day has come."""
        return self.today.year - ((self.today.month, self.today.day) < (month, day))

    def weekday(self, weekday: int, steps: int | None) -> Interval:
        """Return the latest such weekday up to today; with steps, before today (-1) or after (1)."""
        back = (self.today.weekday() - weekday) % 7
        if steps is not None and steps < 0:
            back = (back or 7) - 7 * (steps + 1)
        elif steps == 1:
            back -= 7
        # "This Monday" is in this week, past or future.
        elif steps == 0:
            return self.weekday_in(weekday, 0)
        day = self.today - timedelta(days=back)
        return Interval(day, day)

    def weekday_in(self, weekday: int, weeks: int) -> Interval:
        """Return the weekday in the week so many weeks from the current."""
        first = self.unit("week", weeks).first or self.today
        day = first + timedelta(days=(weekday - first.weekday()) % 7)
        return Interval(day, day)


_YEAR_FIRST = re.compile(r"(\d{4})(?:([-/._ ])(\d\d?)(?:\2(\d\d?))?|(\d\d)(\d\d))?", re.ASCII)
_YEAR_LAST = re.compile(
    r"(?:(\d\d?)([-/._ ]) ?)?(\d\d?)[-/._ ] ?(\d{4})|(\d\d)(\.)(\d\d)\.(\d\d)|(\d\d?)(/)(\d\d?)/(\d\d)",
    re.ASCII,
)
_PART_OF_YEAR = re.compile(
    r"(?:(\d{4})[-_/ ]?)?(?:([qth])|k?w|cw)[-_ ]?(\d\d?)(?:[-_/ ](\d{4}))?", re.ASCII | re.IGNORECASE
)
_LAST_OF_THIS_CENTURY = 69
"""The year 69 is 2069, and 70 is 1970, as in POSIX."""
DAY_DIGITS = r"""
        (?<!\d)(?:19|20)\d\d(?:(?P<s>[-_.])\d\d(?P=s)\d\d|/\d{1,2}/\d{1,2})(?!\d)
        |(?<![\d.])\d{1,2}\.\s?\d{1,2}\.\s?(?:19|20)\d\d(?!\d)
        |(?<![\d/-])\d{1,2}(?P<t>[-_/])\d{1,2}(?P=t)(?:19|20)\d\d(?!-?\d)"""
"""A verbose pattern for a day within a text."""
_WRITTEN_PART = r"(?:k?w|cw|[qt](?=[1-4](?!\d))|h(?=[12](?!\d)))[-_ ]?\d\d?"
DATED_DIGITS = rf"""
      (?P<dated>{DAY_DIGITS}
        |(?<!\d)(?:19|20)\d\d-\d\d(?![-_.]?\d)
        |(?<![^\W_])(?:(?:19|20)\d\d[-_/ ]?{_WRITTEN_PART}|{_WRITTEN_PART}[-_/ ](?:19|20)\d\d)(?![^\W_]))
"""
"""A verbose pattern for a date within a text."""
_YEAR_AND_MONTH = re.compile(r"\d\d(\d\d)-(\d\d)")
_DATED = re.compile(DATED_DIGITS, re.VERBOSE | re.IGNORECASE)


def first_dated(text: str, month_first: bool | None = None) -> Interval | None:
    """Return the first day or period written in digits within a text."""
    for match in _DATED.finditer(text):
        # 2010-12 within a text may be three years; 2012-12 is none.
        month = _YEAR_AND_MONTH.fullmatch(match[0]) if match.start() else None
        may_be = month is None or month[1] >= month[2]
        if may_be and (interval := interval_of_numbers(match[0], month_first)) is not None:
            return interval
    return None


def interval_of_numbers(text: str, month_first: bool | None = None) -> Interval | None:
    """Return the day, week, month, quarter or year written in nothing but digits and signs, or None.

    ``month_first`` tells whether 3/4/2025 is in March; None follows the computer's region.
    """
    text = " ".join(text.split())
    try:
        if match := _YEAR_FIRST.fullmatch(text):
            year, _, month, day, *compact = match.groups()
            return _day_month_or_year(*(int(part) for part in (year, month, day, *compact) if part))
        if match := _YEAR_LAST.fullmatch(text):
            groups = match.groups()
            first, sign, second, year = next(groups[i : i + 4] for i in (0, 4, 8) if groups[i + 3])
            if first is None:
                return _day_month_or_year(full_year(year), int(second))
            one, other = int(first), int(second)
            if month_first is None:
                month_first = is_month_first()
            # Nobody writes 3.4.2025 for the fourth of March; in 3/25/2025, only 3 can be the month.
            is_month = sign != "." and (other > 12 or (month_first and one <= 12))
            return _day_month_or_year(full_year(year), *((one, other) if is_month else (other, one)))
        if (match := _PART_OF_YEAR.fullmatch(text)) and (match[1] is None) != (match[4] is None):
            year, number = int(match[1] or match[4]), int(match[3])
            if match[2]:
                n_months = 6 if match[2] in "hH" else 3
                first = n_months * (number - 1) + 1
                return Calendar(date.min).months(year, first, n_months) if 1 <= first <= 12 else None
            return Calendar(date.min).week(date.fromisocalendar(year, number, 1))
    except (ValueError, OverflowError):
        pass
    return None


def _day_month_or_year(year: int, month: int | None = None, day: int | None = None) -> Interval:
    first = date(year, 1 if month is None else month, 1 if day is None else day)
    unit = "day" if day is not None else "year" if month is None else "month"
    return Calendar(first).unit(unit, 0)


def full_year(year: str) -> int:
    """Return the year written with two or four digits."""
    if len(year) == 4:
        return int(year)
    return int(year) + (2000 if int(year) <= _LAST_OF_THIS_CENTURY else 1900)


_VARIABLES = ("LC_TIME", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LANG")


@cache
def first_weekday() -> int:
    """Return the first day of the week in the computer's region: 0 for Monday, 6 for Sunday."""
    return next((int(day) for day in "654" if _read_locale()[1] in _territories(day)), 0)


@cache
def is_month_first() -> bool:
    """Return whether 3/4/2025 is in March in the computer's region, as in the United States."""
    language, territory = _read_locale()
    return territory in _territories("month_first") or (
        not territory and language in ("", "C", "POSIX", "en")
    )


def _territories(which: str) -> list[str]:
    listed: str = tomllib.loads(Path(__file__).with_name("regions.toml").read_text("utf-8"))[which]
    return listed.split()


def _read_locale() -> tuple[str, str]:
    """Return the computer's language and territory, each "" if unknown."""
    named = next(filter(None, map(os.environ.get, _VARIABLES)), "").partition(":")[0]
    territory = re.search(r"[_-]([A-Z]{2})(?![A-Za-z])", named)
    return re.split("[_.@-]", named)[0], territory[1] if territory else ""
