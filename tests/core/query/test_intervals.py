"""Conditions on dates: proposed intervals, operators that take the same words, and dates in texts."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from babel import Locale

from tests.builders import present, stored
from vaultsearch.core.dates import intervals
from vaultsearch.core.dates.days import first_weekday, is_month_first
from vaultsearch.core.dates.interval_words import LANGUAGES, time_vocabulary
from vaultsearch.core.dates.intervals import find_interval
from vaultsearch.core.query.lookup import Deadline, LinkNames, NoteText, TextView
from vaultsearch.core.query.matching import matched_lines
from vaultsearch.core.query.narrowing import proposed_interval
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.today import today
from vaultsearch.core.values.note import StoredNote

TODAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("query", "filtered"),
    [
        ("boat last month", "boat on:2026-10"), ("boat last year", "boat on:2025"),
        ("boat yesterday", "boat on:2026-11-24"), ("boat spring 2025", "boat on:2025-03-01/2025-05-31"),
        ("boat since 3 May 2026", "boat after:2026-05-02"), ("boat before 2020", "boat before:2020-01-01"),
        ("in the 90s music", "on:1990-01-01/1999-12-31 music"),
        ("in the 5th week", "on:2026-01-26/2026-02-01"), ("in the week 49", "on:2025-12-01/2025-12-07"),
        ("in the 30s", "on:1930-01-01/1939-12-31"), ("in the 20s", "on:2020-01-01/2029-12-31"),
        ("tax H1 2024", "tax on:2024-01-01/2024-06-30"), ("2024-H2 goals", "on:2024-07-01/2024-12-31 goals"),
    ],
)  # fmt: skip
def test_accepting_an_interval_puts_conditions_in_the_place_of_its_words(query: str, filtered: str) -> None:
    part = present(proposed_interval(query, TODAY))
    assert part.proposed is not None
    assert part.proposed.acceptance.applied(query) == filtered


def test_few_readings_of_a_line_of_ambiguous_words_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    # A line of them took a minute.
    tried: list[object] = []
    monkeypatch.setattr(intervals, "interval_of", lambda *words: tried.append(words))
    for line in ("이 일 " * 250, "前" * 900):
        tried.clear()
        assert find_interval(line, TODAY) is None
        assert 0 < len(tried) <= 2_000


def test_today_can_be_held_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTSEARCH_TODAY", "2024-02-29")
    assert today() == date(2024, 2, 29)
    monkeypatch.setenv("VAULTSEARCH_TODAY", "tomorrow")
    assert today() == date.today()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_months_and_weekdays_are_those_of_cldr(language: str) -> None:
    words, locale = time_vocabulary(language).words, Locale.parse(language)
    for kind, names in (("w", locale.days), ("m", locale.months)):
        for context in ("format", "stand-alone"):
            for number, name in names[context]["wide"].items():
                # In Chinese and Japanese, a month is also a number and a unit.
                if not (kind == "m" and name[0].isdigit() and language in ("zh", "ja")):
                    readings = words[name.casefold()]
                    assert (kind, number) in [(word.kind, word.value) for word in readings], name


@pytest.mark.parametrize(
    "territory", ["en_US", "en_GB", "de_DE", "pt_BR", "ar_EG", "dv_MV", "zh_Hans_CN", "ja_JP", "he_IL", "de"]
)
def test_weeks_begin_as_the_territory_has_it(territory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = Locale.parse(territory).first_week_day if territory != "dv_MV" else 4
    for written in (f"{territory}.UTF-8", f"{territory}@euro", f"{territory}:en"):
        monkeypatch.setenv("LC_TIME", written)
        assert first_weekday.__wrapped__() == expected


def test_without_a_region_weeks_are_those_of_iso(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_TIME", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert first_weekday.__wrapped__() == 0
    monkeypatch.setenv("LANG", "C.UTF-8")
    assert first_weekday.__wrapped__() == 0
    assert is_month_first.__wrapped__()


@pytest.mark.parametrize(
    ("locale", "is_first"), [("en_US.UTF-8", True), ("en", True), ("en_GB.UTF-8", False), ("de", False)]
)
def test_month_and_day_by_country(locale: str, is_first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_TIME", locale)
    assert is_month_first.__wrapped__() is is_first


SPRING = datetime(2026, 5, 2, 12, tzinfo=UTC)
TEXT = Path(__file__).with_name("dates.md").read_text(encoding="utf-8")


def lines(query: str, note: StoredNote | None = None) -> list[int] | None:
    note = note or replace(stored("Harbour.md", TEXT), date=SPRING)
    (condition,) = parse_query(query, TODAY).conditions
    found = matched_lines(condition, TextView(note, NoteText(note), Deadline(2), LinkNames([note])))
    return None if found is None else [start for start, _ in found]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("about:2026-05-03", [3]), ("about:2027-05", [3]), ("about:2025-06", [4]), ("about:2025-07-08", [4]),
        ("about:2025-08-09", [4]), ("about:2024", None), ("due:2026-11-30", [5]), ("due:2026-11-20", None),
        ("about:2026-08-07", [10]), ("about:2026-08-09", [10]), ("about:2026-08-11/2026-08-12", None),
        ("due:2026-11", [5, 8]), ("due:2026-12-24", [7]), ('due:"next week"', [5]), ("due:next week", [5]),
        ('due:"until 28 November 2026"', [8]),
    ],
)  # fmt: skip
def test_a_date_of_a_line_is_that_of_the_line(query: str, found: list[int] | None) -> None:
    assert lines(query) == found


def test_a_note_that_was_saved_later_was_created_when_it_says() -> None:
    note = replace(stored("2026-05-02.md", ""), date=SPRING, modified=SPRING + timedelta(days=200))
    queries = ("created:2026-05", "wrote:2026-05", "edited:2026-05", "edited:2026-11")
    assert [lines(query, note) for query in queries] == [[], [], None, []]


def test_a_note_without_a_date_of_its_own_was_created_nobody_knows_when() -> None:
    note = replace(stored("Harbour.md", ""), date=SPRING, modified=SPRING)
    assert lines("created:2026", note) is None
    assert lines("edited:2026-05", note) == []


@pytest.mark.parametrize(("typed", "words", "hint"), [
    ("about: keel bolts", "keel bolts", "about: "),  # words behind a space are words
    ("what does about: do", "what does about do", ""), ("due:soon", "", "due: "),
])  # fmt: skip
def test_an_operator_without_a_date_says_so(typed: str, words: str, hint: str) -> None:
    query, remedy = parse_query(typed, TODAY), "needs a date such as 2026-05-12, 2026-05, today or last week"
    assert (query.words, query.hints) == (words, (f"{hint}{remedy}, and is ignored.",) if hint else ())
