"""The date of a note: its properties, then its name, then the modification date."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.builders import CHUNKER, parsed
from vaultsearch.core.values.times import DateOrigin, NoteDate, date_in_name, note_date


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2026-05-12.md", date(2026, 5, 12)),
        ("Daily/2026-05-12 Tuesday.md", date(2026, 5, 12)),
        ("Meeting 2026_05_12.md", date(2026, 5, 12)),
        ("2026.05.12.md", date(2026, 5, 12)),
        ("20260512.md", date(2026, 5, 12)),
        ("20260512 Call.md", date(2026, 5, 12)),
        ("202605121430 A thought.md", date(2026, 5, 12)),
        ("12 May 2026.md", date(2026, 5, 12)),
        ("Tuesday, 12th May 2026.md", date(2026, 5, 12)),
        ("May 12, 2026.md", date(2026, 5, 12)),
        ("Sept. 3rd 2026.md", date(2026, 9, 3)),
        ("Journal/2026/05/12.md", date(2026, 5, 12)),
        ("2026/05-May/12 Tuesday.md", date(2026, 5, 12)),
        ("2026/2026-05/12.md", date(2026, 5, 12)),
        ("2026-05-12 to 2026-05-19.md", date(2026, 5, 12)),
        ("2026-13-45.md", None),
        ("2026-05.md", None),
        ("2026-W20.md", None),
        ("2026-05_12.md", None),
        ("ISBN 9783161484100.md", None),
        ("12026-05-12.md", None),
        ("99990512.md", None),
        ("2026/05/notes.md", None),
        ("2026-05-12/Notes.md", None),
        ("May we.md", None),
        ("", None),
    ],
)
def test_a_date_in_the_name_of_a_note_is_read_as_people_write_it(path: str, day: date | None) -> None:
    assert date_in_name(path) == day


SAVED = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("path", "text", "dated"),
    [
        ("2026-05-12.md", "---\ncreated: 2024-02-03\n---\n", NoteDate(date(2024, 2, 3), DateOrigin.PROPERTY)),
        ("2026-05-11.md", "walked", NoteDate(date(2026, 5, 11), DateOrigin.NAME)),
        ("2026-05-12.md", "---\ncreated: soon\n---\n", NoteDate(date(2026, 5, 12), DateOrigin.NAME)),
        ("Walk.md", "walked", NoteDate(date(2026, 5, 12), DateOrigin.SAVED)),
    ],
)
def test_properties_come_before_the_name_and_the_name_before_the_day_it_was_saved(
    path: str, text: str, dated: NoteDate
) -> None:
    (chunk,) = CHUNKER.chunks(parsed(path, text))
    assert chunk.date == dated


def test_without_any_date_there_is_none() -> None:
    assert note_date("a.md", None, None) is None
    assert note_date("a.md", datetime.max.replace(tzinfo=UTC), None) is not None
    assert note_date("a.md", None, SAVED) is not None
