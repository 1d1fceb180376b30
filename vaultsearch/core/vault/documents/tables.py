"""Spreadsheets (xlsx, csv) -> Markdown tables, a heading for each sheet."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date, datetime, time
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

from vaultsearch.core.vault.decoding import decode
from vaultsearch.core.vault.documents.archive import open_archive
from vaultsearch.core.vault.documents.document_text import DocumentText
from vaultsearch.core.vault.documents.docx import with_core_properties
from vaultsearch.core.vault.documents.guarding import reads
from vaultsearch.core.vault.documents.markdown_writing import cleaned, escaped, heading, joined, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST_CELLS = 200_000
"""Maximum cells of a document, read in about three seconds. More are data, not text."""
MOST_COLUMNS = 256
CUT = (f"Only its first {MOST_CELLS:,} cells were read.",)
_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 20


@reads("an Excel workbook")
def read_xlsx(raw: bytes) -> DocumentText:
    """Read an xlsx: the values of its cells, with those of formulas as last calculated."""
    from openpyxl import load_workbook

    archive = open_archive(raw)
    book = load_workbook(BytesIO(raw), read_only=True, data_only=True)
    budget = _Budget()
    sheets = []
    for page in book.worksheets:
        page.reset_dimensions()  # the ones that it claims may be a million rows
        rows = budget.of(page.iter_rows(max_col=MOST_COLUMNS, values_only=True))
        sheets.append(sheet(page.title, table([_written(cell) for cell in row] for row in rows)))
    document = with_core_properties(archive, joined(sheets))
    return replace(document, problems=CUT) if budget.is_cut else document


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

    def of(self, rows: Iterable[Sequence[object]]) -> Iterator[Sequence[object]]:
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
