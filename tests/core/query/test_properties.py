"""Properties as cells: numbers, flags, dates and texts, and the order among them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from vaultsearch.core.query.narrowing import MAX_CELL_LENGTH, cell_of, cells_of
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import CellKind


def note(path: str, **properties: object) -> StoredNote:
    return StoredNote(path, path, datetime(2026, 5, 1, tzinfo=UTC), "", (), properties, (), (), ())


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (4, CellKind.NUMBER, "4"),
        (4.0, CellKind.NUMBER, "4"),
        ("12.5", CellKind.NUMBER, "12.5"),
        (True, CellKind.FLAG, "true"),
        ("2024-02-03", CellKind.DATE, "2024-02-03"),
        ("2024-02-03T10:20:00", CellKind.DATE, "2024-02-03T10:20:00"),
        ("done", CellKind.TEXT, "done"),
        ("nan", CellKind.TEXT, "nan"),
        ("[[People/Anna|Anna]] and ![[Tom]]", CellKind.TEXT, "Anna and Tom"),
        (["[[Tom]]", 3, "two\nlines"], CellKind.TEXT, "Tom, 3, two lines"),
        ([7], CellKind.NUMBER, "7"),
    ],
)
def test_a_value_is_shown_on_one_line_as_its_kind(value: object, kind: CellKind, text: str) -> None:
    cell = cell_of(value)
    assert cell is not None
    assert (cell.kind, cell.text) == (kind, text)


@pytest.mark.parametrize("value", [None, "", [], [None], [[], ""]])
def test_an_empty_value_has_no_cell(value: object) -> None:
    assert cell_of(value) is None


def test_a_long_value_is_cut() -> None:
    cell = cell_of("word " * 1000)
    assert cell is not None
    assert len(cell.text) == MAX_CELL_LENGTH


def test_numbers_and_dates_are_sorted_as_such_and_texts_without_case() -> None:
    def ordered(*values: object) -> list[str]:
        cells = [cell for value in values if (cell := cell_of(value)) is not None]
        return [cell.text for cell in sorted(cells, key=lambda cell: cell.sort_key)]

    assert ordered(10, 9, "8.5", -1) == ["-1", "8.5", "9", "10"]
    assert ordered("2024-10-01", "2024-09-30T23:00", "2023-01-01") == [
        "2023-01-01",
        "2024-09-30T23:00",
        "2024-10-01",
    ]
    assert ordered("beta", "Alpha", "gamma") == ["Alpha", "beta", "gamma"]
    assert ordered("text", 3, "2024-01-01") == ["3", "2024-01-01", "text"]


def test_cells_are_those_of_the_asked_notes_and_names_whatever_the_case() -> None:
    notes = [note("a.md", Rating=4, status="done"), note("b.md", rating=None), note("c.md", rating=1)]
    found = cells_of(notes, ["a.md", "b.md"], ["rating"])
    assert {path: {name: cell.text for name, cell in cells.items()} for path, cells in found.items()} == {
        "a.md": {"rating": "4"}
    }
