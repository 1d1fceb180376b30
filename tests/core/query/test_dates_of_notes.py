"""Operators on the dates of notes, of their tasks, and on those that their texts speak of."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.builders import stored
from vaultsearch.core.query.lookup import Deadline, LinkNames, note_view
from vaultsearch.core.query.matching import matched_lines
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.values.note import StoredNote

TODAY, SPRING = date(2026, 11, 25), datetime(2026, 5, 2, 12, tzinfo=UTC)
TEXT = """# Harbour

The meeting on 3 May was long; the next one is on May 17th, 2027.
Am 4. Juni 2025 und am 5.6.2025 war Regen. 2025年7月8日 too, and 2025-08-09.
- [ ] paint the keel 📅 2026-11-30
- [x] buy paint 📅 2026-11-20
- [ ] call Anna [due:: 2026-12-24]
> - [/] sand the hull 📅 2026-11-27
May the wind be with you, 12 May flowers in 2,026 vases.
"""


def lines(query: str, note: StoredNote | None = None) -> list[int] | None:
    note = note or replace(stored("Harbour.md", TEXT), date=SPRING)
    (condition,) = parse_query(query, TODAY).conditions
    found = matched_lines(condition, note_view(note, Deadline(2), LinkNames([note]), ()))
    return None if found is None else [start for start, _ in found]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("about:2026-05-03", [3]),
        ("about:2027-05", [3]),
        ("about:2025-06", [4]),
        ("about:2025-07-08", [4]),
        ("about:2025-08-09", [4]),
        ("about:2024", None),
        ("due:2026-11-30", [5]),
        ("due:2026-11-20", None),
        ("due:2026-11", [5, 8]),
        ("due:2026-12-24", [7]),
        ('due:"next week"', [5]),
        ("due:next week", [5]),
        ('due:"until 28 November 2026"', [8]),
    ],
)
def test_a_date_of_a_line_is_that_of_the_line(query: str, found: list[int] | None) -> None:
    assert lines(query) == found


def test_a_note_that_was_saved_later_was_created_when_it_says() -> None:
    note = replace(stored("2026-05-02.md", ""), date=SPRING, modified=SPRING + timedelta(days=200))
    assert lines("created:2026-05", note) == []
    assert lines("wrote:2026-05", note) == []
    assert lines("edited:2026-05", note) is None
    assert lines("edited:2026-11", note) == []


def test_a_note_without_a_date_of_its_own_was_created_nobody_knows_when() -> None:
    note = replace(stored("Harbour.md", ""), date=SPRING, modified=SPRING)
    assert lines("created:2026", note) is None
    assert lines("edited:2026-05", note) == []


def test_words_behind_a_space_are_words() -> None:
    query = parse_query("about: keel bolts", TODAY)
    assert query.words == "keel bolts"
    assert str(query.hints[0]).startswith("about: needs a date")


def test_an_operator_without_a_date_says_so() -> None:
    (hint,) = parse_query("due:soon", TODAY).hints
    assert str(hint).startswith("due: needs a date")
