"""The date of a note: its properties, then its name, then the modification date."""

from datetime import UTC, date, datetime

import pytest

from tests.builders import CHUNKER, parsed
from vaultsearch.core.dates.days import Interval
from vaultsearch.core.values.times import (
    DateOrigin,
    NoteDate,
    first_moment,
    interval_in_name,
    last_moment,
    note_date,
)

DATED: dict[date | None, tuple[str, ...]] = {
    date(2026, 5, 12): (
        "2026-05-12", "Daily/2026-05-12 Tuesday", "Meeting 2026_05_12", "2026.05.12", "20260512",
        "20260512 Call", "202605121430 A thought", "12 May 2026", "Tuesday, 12th May 2026", "May 12, 2026",
        "Journal/2026/05/12", "2026/05-May/12 Tuesday", "2026/2026-05/12", "2026-05-12 to 2026-05-19",
    ),
    date(2026, 9, 3): ("Sept. 3rd 2026",),
    date(2025, 3, 7): ("07.03.2025", "7. 3. 2025 Zahnarzt", "7 mars 2025"), date(2024, 12, 31): ("31.12.24",),
    date(2025, 3, 25): ("25-03-2025", "03-25-2025"), date(2025, 3, 31): ("2025-3-31", "2025-3-31 Call"),
    date(2025, 4, 4): ("2025.4.4",), date(2025, 3, 29): ("29-Mar-2025", "29_March_2025"),
    date(2025, 3, 8): ("8. März 2025", "8. Ma\u0308rz 2025", "8 de março de 2025", "zaterdag 8 maart 2025"),
    date(2025, 3, 9): (
        "Sonntag, 9. März 2025", "domenica 9 marzo 2025", "2025-03-09.sync-conflict-20260101-120000-ABCDEFG",
    ),
    date(2025, 1, 1): ("1er janvier 2025", "Pasted image 20250101123456"),
    date(2025, 3, 24): ("24 de marzo de 2025",), date(2025, 3, 26): ("26 марта 2025",),
    date(2025, 3, 12): ("12 marca 2025", "2025年3月12日 星期三", "2025年3月12日(水)", "2025년 3월 12일"),
    None: (
        "2026-13-45", "31.02.2025", "12.31.2025", "Version 1.2.24", "Editor 2024.1.2 crash", "RFC 2119",
        "1299 €", "1299", "2119", "1984", "EN 1991-1-4", "CVE-2024-1234", "Top 10 of 2024",
        "Meeting of 2024 with 12 people", "Budget 2010-12", "Winter 2024", "2022年，我读了书",
        "20630805 Histone phosphorylation", "2024-2025", "2026-05_12", "ISBN 9783161484100", "12026-05-12",
        "99990512", "2026/05/notes", "2026-05-12/Notes", "May we", "",
        "Trip.sync-conflict-20260101-120000-ABCDEFG", "Trip (Ann's conflicted copy 2026-01-01)",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "day"), [(f"{name}.md", day) for day, names in DATED.items() for name in names]
)
def test_a_date_in_the_name_of_a_note_is_read_as_people_write_it(path: str, day: date | None) -> None:
    assert interval_in_name(path) == (Interval(day, day) if day else None)


PERIODS = {
    (date(2025, 1, 13), date(2025, 1, 19)): ("2025-W03",),
    (date(2024, 12, 30), date(2025, 1, 5)): ("2025-W01 Review",),
    (date(2025, 3, 10), date(2025, 3, 16)): ("2025W11",),
    (date(2010, 3, 22), date(2010, 3, 28)): ("Review of 2010W12",),
    (date(2025, 2, 17), date(2025, 2, 23)): (
        "KW 8 2025", "2025-KW08", "Week 8, 2025", "2025 Week 08", "Semaine 8 2025", "2025年第8周",
    ),
    (date(2025, 2, 1), date(2025, 2, 28)): ("2025-02",),
    (date(2025, 3, 1), date(2025, 3, 31)): (
        "2025-03 March", "Review 2025-03", "March 2025", "März 2025", "март 2025", "2025年3月",
    ),
    (date(2012, 12, 1), date(2012, 12, 31)): ("Review 2012-12",),
    (date(2010, 12, 1), date(2010, 12, 31)): ("2010-12",),
    (date(2025, 4, 1), date(2025, 6, 30)): (
        "2025-Q2", "Review of 2025-Q2", "Q2 2025", "2025-T2", "2. Quartal 2025",
    ),
    (date(2024, 1, 1), date(2024, 12, 31)): ("2024", "2024年"),
    (date(1990, 1, 1), date(1990, 12, 31)): ("1990",), (date(2049, 1, 1), date(2049, 12, 31)): ("2049",),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "first", "last"), [(name, *days) for days, names in PERIODS.items() for name in names]
)
def test_the_name_of_a_periodic_note_is_its_period(name: str, first: date, last: date) -> None:
    assert interval_in_name(f"Reviews/{name}.md") == Interval(first, last)


@pytest.mark.parametrize(
    "name",
    [
        "Budget 2011-12", "2025-W54", "2025-W00", "2025-Q5", "2025-13", "2025-00", "FY2025-Q1", "1989",
        "2050", "KW 8",
    ],
)  # fmt: skip
def test_what_is_no_period_has_none(name: str) -> None:
    assert interval_in_name(f"{name}.md") is None


@pytest.mark.parametrize(("month_first", "day"), [(True, date(2025, 3, 4)), (False, date(2025, 4, 3))])
def test_the_order_of_day_and_month_is_given(month_first: bool, day: date) -> None:
    april, december = date(2025, 4, 3), date(2025, 3, 12) if month_first else date(2025, 12, 3)
    days = {"03-04-2025": day, "03.04.2025": april, "03-12-2025": december, "03-13-2025": date(2025, 3, 13)}
    days |= dict.fromkeys(("12-13-2025", "13-12-2025"), date(2025, 12, 13))
    found = {name: interval_in_name(f"{name}.md", month_first) for name in days}
    assert {name: interval and interval.first for name, interval in found.items()} == days


def test_a_period_begins_with_its_first_midnight_and_lasts_until_its_last_day() -> None:
    begins = first_moment(Interval(date(2024, 1, 1), date(2024, 12, 31)))
    assert begins == datetime(2024, 1, 1, 0, 0, 0, 365)
    assert last_moment(begins) == datetime(2024, 12, 31, 12, 0, 0, 365)
    assert first_moment(Interval(date(2024, 1, 1), date(2024, 1, 1))) == datetime(2024, 1, 1)
    assert first_moment(Interval(None, date(2024, 1, 1))) is None


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2024, 1, 1), datetime(2024, 1, 1, 0, 0, 0, 366), datetime(2024, 1, 1, 0, 0, 1, 30),
        datetime(2024, 1, 1, 0, 5, 0, 30),
    ],
)  # fmt: skip
def test_another_moment_is_of_one_day(moment: datetime) -> None:
    assert last_moment(moment) == moment


SAVED = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("path", "text", "dated"),
    [
        ("Day 2026-05-12.md", "---\ncreated: 2024-02-03\n---\n",
         NoteDate(date(2024, 2, 3), DateOrigin.PROPERTY)),
        ("2026-05-11.md", "walked", NoteDate(date(2026, 5, 11), DateOrigin.NAME)),
        ("2026-05-12.md", "---\ncreated: 2024-02-03\n---\n", NoteDate(date(2026, 5, 12), DateOrigin.NAME)),
        ("2026-05-12.md", "---\ncreated: soon\n---\n", NoteDate(date(2026, 5, 12), DateOrigin.NAME)),
        ("2025-W03.md", "walked", NoteDate(date(2025, 1, 13), DateOrigin.NAME, date(2025, 1, 19))),
        ("Walks.md", "---\ndate: 2025-02\n---\n",
         NoteDate(date(2025, 2, 1), DateOrigin.PROPERTY, date(2025, 2, 28))),
        ("Walk.md", "walked", NoteDate(date(2026, 5, 12), DateOrigin.SAVED)),
    ],
)  # fmt: skip
def test_properties_precede_the_name_and_that_precedes_saving(path: str, text: str, dated: NoteDate) -> None:
    (chunk,) = CHUNKER.chunks(parsed(path, text))
    assert chunk.date == dated


def test_without_any_date_there_is_none() -> None:
    moments = ((None, None), (datetime.max.replace(tzinfo=UTC), None), (None, SAVED))
    assert [note_date("a.md", *each) is None for each in moments] == [True, False, False]
