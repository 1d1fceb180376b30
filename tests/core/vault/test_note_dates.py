"""The date of a note by its properties, in the forms of people and of their vaults."""

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.builders import clocks_in, parsed, present, write_notes
from tests.core.search.indexed_notes import indexed
from vaultsearch.core.dates.days import Interval
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import as_filter
from vaultsearch.core.values.note import Note
from vaultsearch.core.values.times import NoteDate, note_date
from vaultsearch.core.vault.note_dates import DateFormats
from vaultsearch.core.vault.source import ObsidianVault


def dated(note: Note) -> NoteDate | None:
    return note_date(note.path, note.created, None)


def moment(*numbers: int) -> datetime:
    return datetime(*numbers).astimezone(UTC)  # type: ignore[arg-type]  # six at most


NINE = datetime(2025, 3, 23, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "created"),
    [
        ("20250314", moment(2025, 3, 14)), ("07.03.2025", moment(2025, 3, 7)),
        ("2025-3-5", moment(2025, 3, 5)), ("21/03/2025", moment(2025, 3, 21)),
        ("03/21/2025", moment(2025, 3, 21)), ("3/21/25", moment(2025, 3, 21)),
        ("March 9, 2025", moment(2025, 3, 9)), ("8. März 2025 um 14:30 Uhr", moment(2025, 3, 8, 14, 30)),
        ("2025年3月12日", moment(2025, 3, 12)),
        ("Sat, 22 Mar 2025 10:00:05 +0130", datetime(2025, 3, 22, 8, 30, 5, tzinfo=UTC)),
        ("Sat, 22 Mar 2025 10:00:00 GMT", datetime(2025, 3, 22, 10, tzinfo=UTC)),
        ("Tue Mar 25 2025 10:00:00 GMT-0100 (-01)", datetime(2025, 3, 25, 11, tzinfo=UTC)),
        ("Tue Mar 25 10:00:00 2025", moment(2025, 3, 25, 10)),
        *((number, NINE) for number in ("1742720400", "1742720400000", "1742720400.5", "'1742720400'")),
        ("202503141530", moment(2025, 3, 14, 15, 30)), ("20250314153001", moment(2025, 3, 14, 15, 30, 1)),
        *((f"2025-03-28 3:15{space}PM", moment(2025, 3, 28, 15, 15)) for space in (" ", "", "\u202f")),
        ("2025-03-28 12:15 a.m.", moment(2025, 3, 28, 0, 15)), ("2025-03-28 25:15", moment(2025, 3, 28)),
        ("Wednesday, March 19th 2025, 10:11:12 am", moment(2025, 3, 19, 10, 11, 12)),
        *((link, moment(2025, 3, 25)) for link in ("[[Daily/2025-03-25#Evening]]", "[[Mar 25th, 2025]]")),
        *((both, moment(2025, 3, 25)) for both in ('"[[2025-03-25|Tuesday]]"', "[2025-03-25, 2025-03-26]")),
        *(
            (times, moment(2025, 3, 28, 20))
            for day in ("2025-03-28", "March 28, 2025")
            for times in (f"{day} 20:00-24:00", f"{day} 20:00-22:00", f"{day} 20:00:00 - 22:00")
        ),
        ("2025-03-28 10:00-12:00", moment(2025, 3, 28, 10)),
        ("2025-03-28T10:00+14:30", moment(2025, 3, 28, 10)),
        ("2025-03-28T20:00+14:00", datetime(2025, 3, 28, 6, tzinfo=UTC)),
        ("28.03.2025 10:00-11:30", datetime(2025, 3, 28, 21, 30, tzinfo=UTC)),
        ("2025-03-28T10:00:00.000030Z", datetime(2025, 3, 28, 10, tzinfo=UTC)),
        *(
            (word, None)
            for word in ("true", "soon", "'2025-02-30'", "<% tp.date.now() %>", "RFC 2119", "1299 €")
        ),
        *((number, None) for number in ("12.50", "1899", "2100", "12345678", "999999999", "202411111")),
        *((number, None) for number in ("4000000000", "9" * 30, "'" + "9" * 5000 + "'")),
    ],
)  # fmt: skip
def test_a_date_in_a_property_is_read_as_people_write_it(written: str, created: datetime | None) -> None:
    assert parsed("a.md", f"---\ndate: {written}\n---\n").created == created


@pytest.mark.parametrize(
    "key",
    [
        "datum", "Erstellt", "erstellt am", "date created", "Creation-Date", "createdAt", "fecha", "日期",
        "ctime", "作成日時",
    ],
)  # fmt: skip
def test_the_property_has_the_names_that_people_give_it(key: str) -> None:
    assert parsed("a.md", f"---\n{key}: 2025-03-30\n---\n").created == moment(2025, 3, 30)
    assert parsed("a.md", f"---\nnot {key}: 2025-03-30\n---\n").created is None


def test_a_number_beyond_all_is_no_date() -> None:
    assert parsed("a.md", "date:: 1e999\n\ntext").created is None


@pytest.mark.parametrize("text", ["date:: [[Mar 25th, 2025]]\n\ntext", "- date:: 25.03.2025\n- text"])
def test_logseq_writes_properties_into_the_text(text: str) -> None:
    assert parsed("a.md", text).created == moment(2025, 3, 25)


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("2025-W03", date(2025, 1, 13), date(2025, 1, 19)), ("2025-02", date(2025, 2, 1), date(2025, 2, 28)),
        ("March 2025", date(2025, 3, 1), date(2025, 3, 31)), ("2025-Q2", date(2025, 4, 1), date(2025, 6, 30)),
        ("2024", date(2024, 1, 1), date(2024, 12, 31)),
    ],
)  # fmt: skip
def test_a_period_in_a_property_is_an_interval(written: str, first: date, last: date) -> None:
    assert present(dated(parsed("a.md", f"---\ndate: {written}\n---\n"))).interval == Interval(first, last)


# --- the forms of a vault -------------------------------------------------------------------------


def days(vault: Path, notes: dict[str, str]) -> dict[str, str]:
    """Return the days of the notes of a vault that have a date, and "-" for others."""
    write_notes(vault, notes)
    source = ObsidianVault(vault)
    read = [dated(source.read(revision)) for revision in source.scan()[0]]
    return {
        revision.path: "-"
        if when is None
        else f"{when.day:%m-%d}" + (f"/{when.last:%m-%d}" if when.last else "")
        for revision, when in zip(source.scan()[0], read, strict=True)
    }


def test_the_formats_of_the_vault_are_read_before_all_others(tmp_path: Path) -> None:
    notes = {
        ".obsidian/daily-notes.json": '{"format": "DDMMYY", "folder": "/Daily/"}',
        ".obsidian/plugins/periodic-notes/data.json": """{"showGettingStartedBanner": false,
            "weekly": {"format": "[Woche] ww, gggg", "folder": "W", "enabled": true},
            "monthly": {"format": "MMMM YY"}, "quarterly": {"format": "YYYY/[Q]Q"},
            "calendarSets": [{"day": {"format": "YYYY-DDDD"}, "year": {"format": ""}}]}""",
        "Daily/040325.md": "", "Daily/320325.md": "", "Other/040325.md": "", "W/Woche 08, 2025.md": "",
        "W/Woche 60, 2025.md": "", "März 25.md": "", "Merz 25.md": "", "2025/Q2.md": "", "2025-032.md": "",
        "2025-366.md": "", "0000-001.md": "", "9999-400.md": "",
        "2025-04-01.md": (imported := "---\ndate: 2025-07-18\n---\n"), "2025-04-01 Boat.md": imported,
    }  # fmt: skip
    assert days(tmp_path, notes) == {
        "0000-001.md": "-", "9999-400.md": "-", "2025-366.md": "-", "2025-032.md": "02-01",
        "2025-04-01.md": "04-01", "2025-04-01 Boat.md": "07-18", "2025/Q2.md": "04-01/06-30",
        "Daily/040325.md": "03-04", "Daily/320325.md": "-", "Merz 25.md": "-", "März 25.md": "03-01/03-31",
        "Other/040325.md": "-", "W/Woche 08, 2025.md": "02-17/02-23", "W/Woche 60, 2025.md": "-",
    }  # fmt: skip


@pytest.mark.parametrize(
    "settings", ["", "{", "[]", '{"format": 3}', '{"format": "DD-MM"}', '{"format": "[("}']
)
def test_settings_that_name_no_date_change_nothing(settings: str, tmp_path: Path) -> None:
    notes = {".obsidian/daily-notes.json": settings, "2025-03-04.md": "", "03-04.md": ""}
    assert days(tmp_path, notes) == {"03-04.md": "-", "2025-03-04.md": "03-04"}


def test_a_format_of_many_names_of_days_is_matched_at_once(tmp_path: Path) -> None:
    settings = json.dumps({"format": "dddd-" * 40 + "YYYY"})
    name = "-".join(["Friday"] * 35)
    assert days(tmp_path, {".obsidian/daily-notes.json": settings, f"{name}.md": ""}) == {f"{name}.md": "-"}


PROPERTY = "---\ndate: {}\n---\n{}"
GERMAN = "Wir haben heute im Garten gearbeitet und danach die Blumen gegossen, weil es so warm war."


@pytest.mark.parametrize(
    ("other", "day"),
    [
        ({}, "03-04"), ({"b.md": PROPERTY.format("25.03.2025", "")}, "04-03"),
        ({"b.md": "Bought on 25/03/2025."}, "04-03"), ({"b.md": "Bought on 03/25/2025."}, "03-04"),
        ({"25-03-2025.md": ""}, "04-03"),
        ({"03-25-2025.md": "", "25.03.2025.md": "", "26.03.2025.md": ""}, "04-03"),
        ({".obsidian/daily-notes.json": '{"format": "DD-MM-YYYY"}', "b.md": "03/25/2025"}, "04-03"),
        ({".obsidian/daily-notes.json": '{"format": "MM-DD-YYYY"}', "b.md": "25/03/2025"}, "03-04"),
        ({".obsidian/daily-notes.json": '{"format": "MMMM Do, YYYY"}', "b.md": "25/03/2025"}, "04-03"),
    ],
)  # fmt: skip
def test_the_vault_shows_whether_the_day_comes_first(other: dict[str, str], day: str, tmp_path: Path) -> None:
    assert days(tmp_path, {"a.md": PROPERTY.format("03/04/2025", ""), **other})["a.md"] == day


def test_else_the_language_of_the_note_says_so(tmp_path: Path) -> None:
    notes = {
        "de.md": PROPERTY.format("03/04/2025", GERMAN),
        "en.md": PROPERTY.format("03/04/2025", "We have been in the garden today, as it was so warm there."),
    }
    assert days(tmp_path, notes) == {"de.md": "04-03", "en.md": "03-04"}


def test_of_a_vault_without_forms_there_are_none(tmp_path: Path) -> None:
    texts = ["1.2.2025 is no sign", "25.13.1", "01/02/2025"]
    assert DateFormats.of_vault(tmp_path, texts) == DateFormats((), False)
    assert DateFormats.of_vault(tmp_path, ["2025-03-25", "version 25.3.1"]) == DateFormats()


def test_an_order_holds_until_the_vault_is_another(tmp_path: Path) -> None:
    learned = DateFormats.of_vault(tmp_path, ["3/25/2025"], 20)
    later = [DateFormats.of_vault(tmp_path, ["25/3/2025"], n, learned).month_first for n in (18, 22, 23)]
    assert later == [True, True, False]
    write_notes(tmp_path, {".obsidian/daily-notes.json": '{"format": "DD-MM-YYYY"}'})
    assert DateFormats.of_vault(tmp_path, [], 20, learned).month_first is False


# --- conditions on a period -----------------------------------------------------------------------


async def test_a_condition_holds_for_a_period_if_it_does_for_one_of_its_days(tmp_path: Path) -> None:
    notes = {f"{name}.md": "text" for name in ("2025-10", "2025-W44", "2025-03", "2025", "2025-10-31")}
    expected = {
        "on:2025-10-01": {"2025-10", "2025"}, "on:2025-10-27": {"2025-10", "2025-W44", "2025"},
        "on:2025-10-31": {"2025-10", "2025-W44", "2025", "2025-10-31"}, "on:2025-11": {"2025-W44", "2025"},
        "on:2025-11-03": {"2025"}, "on:2025-03-31": {"2025-03", "2025"}, "on:2025-04-01": {"2025"},
        "before:2025-03-01": {"2025"}, "before:2025-03-02": {"2025-03", "2025"},
        "after:2025-10-31": {"2025-W44", "2025"}, "on:2025-12-31": {"2025"}, "on:2026-01-01": set(),
    }  # fmt: skip
    with clocks_in("Europe/Berlin"):  # they are changed within March and October
        async with indexed(tmp_path, notes) as corpus:
            stored = {note.path: note for note in await corpus.notes.all()}
            for query, held in expected.items():
                (condition,) = parse_query(query).conditions
                files = {f"{name}.md" for name in held}
                assert await corpus.notes.paths(as_filter(condition)) == files, query
                in_memory = {path for path, note in stored.items() if condition.holds(note.date)}  # type: ignore[union-attr]
                assert in_memory == files, query
