"""Times in plain speech: phrases at three todays, weeks from Monday and Sunday; and sentences without."""

from calendar import monthrange
from datetime import date, timedelta
from pathlib import Path

import pytest

from vaultsearch.core.dates.intervals import find_interval, whole_interval
from vaultsearch.core.query.narrowing import period_of

HERE = Path(__file__).parent / "dates"
TODAYS = (date(2026, 1, 1), date(2028, 2, 29), date(2026, 11, 25))
_DAY = timedelta(days=1)
_FROM_MONDAY = {"de", "fr", "it", "nl", "pl", "ru", "sv", "da", "no", "fi", "cs", "uk", "tr", "el", "vi"}
_MISTAKEN = [("sunday roast", "sunday"), ("70s is not enough: 75 s", "70s"), ("el nivel de mar", "de mar")]
"""Sentences that are read as times, and are none."""


def _later(day: date, months: int) -> date:
    """Return the same day some months later, or the last of that month."""
    year, month = divmod(12 * day.year + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _expected(meaning: str, today: date, first_weekday: int) -> tuple[date | None, date | None]:
    """Evaluate a phrase's meaning, apart from the program."""
    kind, *values = meaning.split()
    if kind == "days":
        first, last = (None if value == "-" else date.fromisoformat(value) for value in values)
        return first, last
    if kind == "last":
        unit, count = values[0], int(values[1])
        return (_later(today, -count) if unit == "month" else today - count * _DAY), today
    if kind == "latest":
        month = int(values[0])
        first = date(today.year if month <= today.month else today.year - 1, month, 1)
        return first, _later(first, 1) - _DAY
    return _counted(kind, [int(value) for value in values], today, first_weekday)


def _counted(kind: str, numbers: list[int], today: date, first_weekday: int) -> tuple[date, date]:
    steps = numbers[0]
    units = {"month": today.replace(day=1), "quarter": date(today.year, 3 * ((today.month - 1) // 3) + 1, 1)}
    week = today - timedelta(days=(today.weekday() - first_weekday) % 7)
    if kind in units:
        months = 3 if kind == "quarter" else 1
        first = _later(units[kind], months * steps)
        return first, _later(first, months) - _DAY
    if kind in ("months", "season"):
        year, count = (steps, numbers[2]) if kind == "months" else (today.year + steps, 3)
        first = date(year, numbers[1], 1)
        return first, _later(first, count) - _DAY
    if kind in ("year", "years"):
        year, count = (steps, numbers[1]) if kind == "years" else (today.year + steps, 1)
        return date(year, 1, 1), date(year + count - 1, 12, 31)
    saturday, monday = today + timedelta(days=5 - today.weekday(), weeks=steps), date.min
    if kind == "isoweek":
        monday = date.fromisocalendar(steps, numbers[1], 1)
        monday -= timedelta(days=(monday.weekday() - first_weekday) % 7)
    day = today + steps * _DAY if kind == "day" else today - timedelta(days=(today.weekday() - steps) % 7)
    spans = {"week": (week + timedelta(weeks=steps), 7), "isoweek": (monday, 7), "weekend": (saturday, 2)}
    spans |= dict.fromkeys(("day", "weekday"), (day, 1))
    first, days = spans[kind]
    return first, first + (days - 1) * _DAY


@pytest.mark.parametrize("first_weekday", [0, 6])
@pytest.mark.parametrize("today", TODAYS, ids=str)
def test_phrases_mean_their_intervals(today: date, first_weekday: int) -> None:
    wrong, phrases = [], (HERE / "phrases.tsv").read_text(encoding="utf-8").splitlines()
    assert len(phrases) >= 200
    for language, question, words, meaning in (line.split("\t") for line in phrases):
        found = find_interval(question, today, first_weekday)
        read = None if found is None else (found.interval.first, found.interval.last)
        if (
            found is None
            or read != _expected(meaning, today, 0 if language in _FROM_MONDAY else first_weekday)
            or question[found.start : found.end].casefold() != words.casefold()
        ):
            wrong.append((language, question, found and question[found.start : found.end], read))
    assert wrong == []


def test_sentences_without_a_time_have_no_interval() -> None:
    sentences = (HERE / "traps.txt").read_text(encoding="utf-8").splitlines()
    assert len(sentences) >= 150
    false = [
        (sentence, sentence[found.start : found.end])
        for sentence in sentences
        if (found := find_interval(sentence, TODAYS[2])) is not None
    ]
    assert false == _MISTAKEN


def test_operands_of_filters_are_dates_as_people_write_them() -> None:
    cases = [line.split("\t") for line in (HERE / "operands.tsv").read_text(encoding="utf-8").splitlines()]
    read = [whole_interval(written, TODAYS[2]) for written, _ in cases]
    assert [days and period_of(days) for days in read] == [days for _, days in cases]
