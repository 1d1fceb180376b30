"""Spreadsheets (xlsx, csv) -> Markdown tables, a heading for each sheet."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date, datetime, time
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, TypeVar

from vaultsearch.core.messages import Message
from vaultsearch.core.vault.decoding import decode
from vaultsearch.core.vault.documents.archive import open_archive
from vaultsearch.core.vault.documents.document_text import DocumentText
from vaultsearch.core.vault.documents.docx import with_core_properties
from vaultsearch.core.vault.documents.guarding import reads
from vaultsearch.core.vault.documents.markdown_writing import (
    cleaned,
    escaped,
    heading,
    joined,
    paragraph,
    table,
    with_address,
)
from vaultsearch.core.vault.documents.number_formats import formatted
from vaultsearch.core.vault.documents.sheet_parts import SheetParts, sheet_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell

_Cell = TypeVar("_Cell")
MOST_CELLS = 200_000
"""Maximum cells of a document, read in about three seconds. More are data, not text."""
MOST_COLUMNS = 256
CUT = (Message("Only its first {} cells were read.", f"{MOST_CELLS:,}"),)
_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 20


@reads("an Excel workbook")
def read_xlsx(raw: bytes) -> DocumentText:
    """Read an xlsx: its cells as they are shown, those of formulas as last calculated, and their comments."""
    from openpyxl import load_workbook

    archive = open_archive(raw)
    book = load_workbook(BytesIO(raw), read_only=True, data_only=True)
    parts = sheet_parts(archive)
    budget = _Budget()
    sheets = []
    for page in book.worksheets:
        page.reset_dimensions()  # the ones that it claims may be a million rows
        comments, links = parts.get(page.title, SheetParts({}, {}))
        cells = page.iter_rows(max_col=MOST_COLUMNS)
        rows = budget.of([_shown(cell, links) for cell in row] for row in cells)
        content = table([cell or "" for cell in row] for row in rows)
        sheets.append(sheet(page.title, joined([content, commented(comments.items())])))
    document = with_core_properties(archive, joined(sheets))
    return replace(document, problems=CUT) if budget.is_cut else document


def _shown(cell: ReadOnlyCell | EmptyCell, links: Mapping[str, str]) -> str | None:
    """Return a cell's text with the address that it links to, None of an empty one."""
    value = cell.value
    if value is None:
        return None
    text = None if isinstance(value, str) else formatted(value, _format_of(cell))
    text = _written(value if text is None else text)
    # Most sheets have no links, and a cell's name takes as long as its text.
    link = links.get(cell.coordinate) if links else None
    return with_address(text, escaped(link)) if link else text


def _format_of(cell: ReadOnlyCell | EmptyCell) -> str:
    try:
        return cell.number_format or ""
    except (IndexError, TypeError):  # the style that the cell names is missing
        return ""


def commented(comments: Iterable[tuple[str, str]]) -> str:
    """Return the comments on cells, by the names of these, as a list."""
    return "\n".join(f"- {cell}: {paragraph(' '.join(cleaned(text).split()))}" for cell, text in comments)


@reads("a table of comma-separated values")
def read_csv(raw: bytes) -> DocumentText:
    """Read a csv or tsv, its delimiter found by counting."""
    decoded = decode(raw)
    text = decoded.text
    budget = _Budget()
    rows = budget.of(csv.reader(StringIO(text), delimiter=_delimiter(text)))
    try:
        content = table([_written(cell) for cell in row[:MOST_COLUMNS]] for row in rows)
    except csv.Error:  # a quotation mark that opens and is not closed
        content = table([_written(line)] for line in text.split("\n")[:MOST_CELLS])
    problem = (decoded.problem,) if decoded.problem else ()
    return DocumentText(content, problems=(*problem, *(CUT if budget.is_cut else ())))


def sheet(name: str, content: str) -> str:
    """Return a sheet below its name; "" without content."""
    return joined([heading(1, escaped(name)), content]) if content else ""


class _Budget:
    """Rows within the maximum of cells; empty ones count as a cell."""

    def __init__(self) -> None:
        self.is_cut = False
        self._left = MOST_CELLS

    def of(self, rows: Iterable[Sequence[_Cell]]) -> Iterator[Sequence[_Cell]]:
        for row in rows:
            self._left -= 1 + sum(cell is not None for cell in row)
            if self._left < 0:
                self.is_cut = True
                return
            yield row


def _written(value: object) -> str:
    """Return the value of a cell as people write it."""
    if value is None:
        return ""
    if isinstance(value, str) and value.isalnum():
        return value
    if isinstance(value, datetime):
        whole = value.isoformat(" ", "seconds")
        return whole.removesuffix(" 00:00:00")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float):
        return f"{value:.15g}"
    return escaped(" ".join(cleaned(str(value)).split()))


def _delimiter(text: str) -> str:
    """Return the delimiter that most lines of the beginning have equally often, the first of equal ones."""
    lines = [line for line in text[: 1 << 16].split("\n")[:_SAMPLE_LINES] if line.strip()]

    def agreement(delimiter: str) -> tuple[int, int]:
        counts = [line.count(delimiter) for line in lines]
        usual = max(set(counts), key=counts.count, default=0)
        return (counts.count(usual) if usual else 0), usual

    return max(_DELIMITERS, key=agreement)
