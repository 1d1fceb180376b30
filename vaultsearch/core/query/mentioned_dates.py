"""The dates that stand in a text, and those by which its tasks are due, each with its line."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

import regex

from vaultsearch.core.query.intervals.vocabulary import MONTH, vocabulary
from vaultsearch.core.values.times import DUE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LineDate: TypeAlias = tuple[int, datetime]
"""A 1-based line, and the midnight in local time with which its date begins."""

_TASK = re.compile(r"^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[[^\]xX-]\][ \t]+(.+)$", re.MULTILINE)
_LANGUAGES = ("en", "de")


def due_dates(text: str) -> Iterator[LineDate]:
    """Yield the dates by which open tasks are due, as the Tasks plugin and Dataview write them."""
    if "[" in text and DUE.search(text) is not None:
        for task in _TASK.finditer(text):
            if (due := DUE.search(task[1])) is not None:
                yield from _begun(text, task.start(), [*map(int, due[1].split("-"))])


def mentioned_dates(text: str, year: int) -> Iterator[LineDate]:
    """Yield the dates in a text in ISO's form and as English, German and Chinese write them.

    Args:
        text: Casefolded.
        year: That of dates without one.
    """
    months = _months()
    for match in _pattern().finditer(text):
        parts = match.groupdict()
        year_digits = parts["y1"] or parts["y2"] or parts["y3"] or parts["y4"] or parts["y5"]
        month = parts["m1"] or parts["m2"] or parts["m5"]
        number = int(month) if month else months[parts["m3"] or parts["m4"]]
        day = parts["d1"] or parts["d2"] or parts["d3"] or parts["d4"] or parts["d5"]
        yield from _begun(text, match.start(), [int(year_digits or year), number, int(day)])


def _begun(text: str, start: int, numbers: Sequence[int]) -> Iterator[LineDate]:
    try:
        yield text.count("\n", 0, start) + 1, _midnight(date(*numbers))
    except (ValueError, OverflowError, OSError):  # the 32nd of a month
        return


@lru_cache(maxsize=10_000)
def _midnight(day: date) -> datetime:
    return datetime.combine(day, time()).astimezone()


@cache
def _months() -> dict[str, int]:
    return {
        name: word.value
        for language in _LANGUAGES
        for name, words in vocabulary(language).words.items()
        for word in words
        if word.kind == MONTH and isinstance(word.value, int)
    }


@cache
def _pattern() -> regex.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _months()), key=len, reverse=True))
    # Twice as quick as `re` with this one.
    return regex.compile(
        rf"""
          (?<!\d)(?P<y1>\d{{4}})-(?P<m1>\d\d)-(?P<d1>\d\d)(?!\d)
        | (?<![\d.])(?P<d2>\d{{1,2}})\.[ ]?(?P<m2>\d{{1,2}})\.[ ]?(?P<y2>\d{{4}})(?!\d)
        | (?<!\d)(?P<d3>\d{{1,2}})(?:st|nd|rd|th|\.)?[ ](?:of[ ])?(?P<m3>{names})\b\.?
          (?:,?[ ](?P<y3>\d{{4}})(?!\d))?
        | \b(?P<m4>{names})\.?[ ](?P<d4>\d{{1,2}})(?:st|nd|rd|th)?(?![\d.:])(?:,?[ ](?P<y4>\d{{4}})(?!\d))?
        | (?:(?P<y5>\d{{4}})[ ]?年[ ]?)?(?<!\d)(?P<m5>\d{{1,2}})[ ]?月[ ]?(?P<d5>\d{{1,2}})[ ]?[日号號]
        """,
        regex.VERBOSE,
    )
