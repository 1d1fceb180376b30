"""Intervals of days, counted from today."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class Interval:
    """The days from ``first`` to ``last``, both inclusive; None for an open end."""

    first: date | None
    last: date | None

    def holds(self, day: date) -> bool:
        """Return whether a day is one of them."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


@dataclass(frozen=True, slots=True)
class Calendar:
    """Today, and the weekday that weeks begin with: 0 for Monday, 6 for Sunday."""

    today: date
    first_weekday: int = 0

    def week(self, day: date) -> Interval:
        """Return the week of a day."""
        first = day - timedelta(days=(day.weekday() - self.first_weekday) % 7)
        return Interval(first, first + timedelta(days=6))

    def months(self, year: int, month: int, count: int = 1) -> Interval:
        """Return ``count`` months from one on; ``month`` may lie beyond its year."""
        begins = 12 * year + month - 1
        (first_year, first), (last_year, last) = divmod(begins, 12), divmod(begins + count - 1, 12)
        days = monthrange(last_year, last + 1)[1]
        return Interval(date(first_year, first + 1, 1), date(last_year, last + 1, days))

    def years(self, year: int, count: int = 1) -> Interval:
        """Return ``count`` years from one on."""
        return Interval(date(year, 1, 1), date(year + count - 1, 12, 31))

    def unit(self, unit: str, steps: int) -> Interval:
        """Return a day, week, weekend, month, quarter or year, so many steps from the current one."""
        today = self.today
        match unit:
            case "day":
                day = today + timedelta(days=steps)
                return Interval(day, day)
            case "week":
                return self.week(today + timedelta(weeks=steps))
            case "weekend":
                # On a Sunday, "this weekend" is the one that is.
                saturday = today + timedelta(days=5 - today.weekday(), weeks=steps)
                return Interval(saturday, saturday + timedelta(days=1))
            case "month":
                return self.months(today.year, today.month + steps)
            case "quarter":
                return self.months(today.year, 3 * ((today.month - 1) // 3 + steps) + 1, 3)
            case _:
                return self.years(today.year + steps)

    def span(self, unit: str, count: int) -> Interval:
        """Return the last ``count`` units up to today, or the next ones for a negative count."""
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

    def latest_year(self, month: int, day: int = 1) -> int:
        """Return the year of the latest day with this month and day that has come."""
        return self.today.year - ((self.today.month, self.today.day) < (month, day))

    def weekday(self, weekday: int, steps: int | None) -> Interval:
        """Return the latest day of a weekday up to today; with steps, the one before today, or after it."""
        back = (self.today.weekday() - weekday) % 7
        if steps == -1:
            back = back or 7
        elif steps == 1:
            back -= 7
        # "This Monday" may be past or to come, but is in this week.
        elif steps == 0:
            return self.weekday_in(weekday, 0)
        day = self.today - timedelta(days=back)
        return Interval(day, day)

    def weekday_in(self, weekday: int, weeks: int) -> Interval:
        """Return the day of a weekday in the week that is so many weeks from the current one."""
        first = self.unit("week", weeks).first or self.today
        day = first + timedelta(days=(weekday - first.weekday()) % 7)
        return Interval(day, day)
