"""The interval that a question speaks of: where its words stand, and from when to when it goes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.query.intervals.calendar import Calendar, Interval
from vaultsearch.core.query.intervals.grammar import interval_of
from vaultsearch.core.query.intervals.vocabulary import (
    AGO,
    COUNTED,
    FILLER,
    LANGUAGES,
    NUMBER,
    ORDINAL,
    RELATIVE,
    Word,
    first_weekday,
    vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_Read: TypeAlias = "Word | Interval"

_MOST_WORDS = 12
_MOST_READINGS = 512
_LONGEST = 1_000
_WRITTEN = re.compile(
    r"""
      (?P<iso>(?<!\d)(?:19|20)\d\d-\d\d(?:-\d\d)?(?![\d-]))
    | (?P<slashed>(?<!\d)(?:19|20)\d\d/\d{1,2}/\d{1,2}(?!\d))
    | (?P<dotted>(?<![\d.])\d{1,2}\.\s?\d{1,2}\.\s?(?:(?:19|20)\d\d)?(?!\d))
    | (?P<decade>(?<![\w])(?:années|años|anos|anni|lata|jaren|годы)\s+(?:19|20)?\d0(?!\d)
        |(?<!\w)['’]?(?:19|20)?\d0(?:s|['’]s|er(?:n|jahren?)?|-[хе])(?!\w)|(?<!\d)(?:19|20)?\d0(?:年代|년대))
    | (?P<quarter>(?<!\w)[qt][1-4](?!\w))
    | (?P<ordinal>第\s?\d{1,2}|第[一二三四五六七八九十]{1,2}
        |(?<!\w)\d{1,2}(?:st|nd|rd|th|er|º|ª|-го|-е|e)(?!\w)|(?<![\w.])\d{1,2}\.(?=\s|$))
    | (?P<year>(?<!\d)(?:19|20)\d\d(?![\d%]))
    | (?P<number>(?<![\d.,])\d{1,3}(?!\d|[.,]\d|\s?%))
    | (?P<dash>\s?[-–—~〜]\s?)
    """,
    re.VERBOSE,
)
_DIGITS = {digit: number for number, digit in enumerate("一二三四五六七八九十", start=1)}
_KINDS = {"decade": "e", "quarter": "q", "ordinal": "o", "year": "y", "number": NUMBER, "dash": "T"}
_VERBATIM = re.compile(r"(?<!\S)\+\S+")
_BETWEEN_WORDS = re.compile(r"[\s,]*|\.\s")


_SCRIPTS = {
    re.compile("[a-z]|[0-9]{4}"): frozenset({"en", "de", "fr", "es", "it", "pt", "nl", "pl"}),
    re.compile("[\u0400-\u04ff]"): frozenset({"ru"}),
    re.compile("[\uac00-\ud7af]"): frozenset({"ko"}),
    re.compile("[\u3040-\u30ff\u4e00-\u9fff]"): frozenset({"zh", "ja"}),
}
"""The languages of a script: the words of others need not be looked for."""


@dataclass(frozen=True, slots=True)
class When:
    """The interval that a question speaks of; its words are from ``start`` to ``end``.

    It is ``relative`` if none of its words names a month, year or date that notes may hold, too.
    """

    start: int
    end: int
    interval: Interval
    relative: bool


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    read: tuple[_Read, ...]


def question_interval(question: str, today: date) -> When | None:
    """Find the interval of a question where this computer is; a ``+word`` is of none."""
    return find_interval(_VERBATIM.sub(_blank, question), today, first_weekday())


def _blank(match: re.Match[str]) -> str:
    return "\0" * len(match.group())


@lru_cache(maxsize=256)
def find_interval(question: str, today: date, first_weekday: int = 0) -> When | None:
    """Find the words of a question that mean an interval, the longest first; None if there are none.

    Args:
        question: As it was typed.
        today: What "last month" counts from.
        first_weekday: What weeks begin with: 0 for Monday, 6 for Sunday.
    """
    text = question[:_LONGEST].casefold()
    if len(text) != len(question[:_LONGEST]):
        return None  # a letter whose small form is longer: offsets would be wrong
    calendar = Calendar(today, first_weekday)
    written_in = {language for script, those in _SCRIPTS.items() if script.search(text) for language in those}
    best: When | None = None
    for language in LANGUAGES:
        if language in written_in:
            longest = _longest(text, calendar, language)
            if longest is not None and (best is None or longest.end - longest.start > best.end - best.start):
                best = longest
    return best


def _longest(text: str, calendar: Calendar, language: str) -> When | None:
    best: When | None = None
    for run in _runs(text, language) if vocabulary(language).may_occur(text) else ():
        for first in range(len(run)):
            for last in range(min(len(run), first + _MOST_WORDS), first, -1):
                start, end = run[first].start, run[last - 1].end
                if best is not None and end - start <= best.end - best.start:
                    break
                if (found := _interval(run[first:last], calendar, language)) is not None:
                    best = When(start, end, *found)
                    break
    return best


def _interval(tokens: Sequence[_Token], calendar: Calendar, language: str) -> tuple[Interval, bool] | None:
    """Return the interval that the words mean, and whether it is relative."""
    readings = 1
    for token in tokens:
        readings *= len(token.read)
    if readings > _MOST_READINGS:
        return None
    for words in product(*(token.read for token in tokens)):
        if FILLER in (_kind(words[0]), _kind(words[-1])):
            continue
        spoken = [word for word in words if isinstance(word, Interval) or word.kind != FILLER]
        if not spoken or all(isinstance(word, Word) and word.is_weak for word in spoken):
            continue
        if _is_bare_number(spoken):
            continue
        if (interval := interval_of(spoken, calendar, language)) is not None:
            return interval, _is_relative(spoken)
    return None


def _is_relative(spoken: Sequence[_Read]) -> bool:
    """Return whether no word names a month, year or date; 月 does beside a number, and not in 上个月."""
    kinds = {_kind(word) for word in spoken}
    if AGO in kinds and kinds <= RELATIVE | COUNTED:
        return True
    return kinds <= RELATIVE or (kinds <= RELATIVE | COUNTED and kinds.isdisjoint((NUMBER, ORDINAL)))


def _kind(word: _Read) -> str:
    return word.kind if isinstance(word, Word) else ""


def _is_bare_number(spoken: Sequence[_Read]) -> bool:
    """Return whether a year or a month stands alone: it may be a version, a part number, a flower."""
    kinds = [word.kind for word in spoken if isinstance(word, Word)]
    return len(kinds) == len(spoken) and kinds in (["y"], [NUMBER], [NUMBER, "k"])


def _runs(text: str, language: str) -> Iterator[list[_Token]]:
    """Yield the runs of words of time with nothing but spaces between them."""
    run: list[_Token] = []
    for token in _tokens(text, language):
        if run and not _BETWEEN_WORDS.fullmatch(text, run[-1].end, token.start):
            yield run
            run = []
        run.append(token)
    if run:
        yield run


def _tokens(text: str, language: str) -> Iterator[_Token]:
    known = vocabulary(language)
    position = 0
    while position < len(text):
        word, written = known.pattern.search(text, position), _WRITTEN.search(text, position)
        match = min(
            (m for m in (written, word) if m is not None), key=lambda m: (m.start(), -m.end()), default=None
        )
        if match is None:
            return
        if read := known.words[match.group()] if match is word else _written(match):
            yield _Token(match.start(), match.end(), read)
        position = match.end()


def _written(match: re.Match[str]) -> tuple[_Read, ...]:
    """Return what digits and signs mean; () for a day that there is not."""
    kind = match.lastgroup or ""
    numbers = [int(number) for number in re.findall(r"\d+", match.group())]
    if kind in ("iso", "slashed", "dotted"):
        dated = _dated(kind, numbers)
        return () if dated is None else (dated,)
    if kind == "ordinal" and not numbers:
        digits = match.group().removeprefix("第").strip()
        numbers = [sum(_DIGITS[digit] for digit in digits)]
    return (Word(_KINDS[kind], next(iter(numbers), 0)),)


def _dated(kind: str, numbers: Sequence[int]) -> Interval | None:
    try:
        if kind == "dotted":
            if len(numbers) < 3:
                return None
            day = date(numbers[2], numbers[1], numbers[0])
        elif len(numbers) == 2:
            return Calendar(date(numbers[0], numbers[1], 1)).unit("month", 0)
        else:
            day = date(*numbers[:3])
    except ValueError:
        return None
    return Interval(day, day)
