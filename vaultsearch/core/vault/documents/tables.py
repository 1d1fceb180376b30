"""Convert spreadsheets (xlsx, csv) to Markdown tables, with a heading for each sheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from io import BytesIO, StringIO
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZipFile

from vaultsearch.core.messages import Message
from vaultsearch.core.vault.documents.document import (
    DocumentText,
    PartReference,
    add_core_properties,
    append_address,
    attribute_value,
    clean_text,
    escape_inline,
    escape_paragraph,
    format_heading,
    format_table,
    guard_reader,
    join_blocks,
    open_archive,
    part_references,
    xml_or_none,
)
from vaultsearch.core.vault.file_content import decode_text

if TYPE_CHECKING:
    from lxml.etree import _Element
    from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell


_TOKEN = re.compile(
    r"""\[(?P<elapsed>h+|m+|s+)\]|\[(?P<bracket>[^\]]{0,99})\]|"(?P<text>[^"]*)"|\\(?P<escaped>.)|[_*](?P<space>.)"""
    r"""|(?P<noon>AM/PM|A/P)|(?P<part>y+|m+|d+|h+|s+)|(?P<tenths>\.0+)|(?P<sign>.)""",
    re.IGNORECASE | re.DOTALL,
)
_PERCENT = re.compile(r"(?<![#0?,])(?P<whole>[#0?,]++)(?:\.(?P<places>[#0?]++))?\s*%")
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]{0,99}\]|[_*].')
_SYSTEM_FORMAT = re.compile(
    r"mm-dd-yy|m/d/yy(?: h:mm)?|.*\[\$-[fx](?:400|800|sysdate|systime)\].*", re.IGNORECASE
)
_LOCALE = re.compile(r"\$[^-]*-([0-9a-f]+)", re.IGNORECASE)
_ENGLISH, _GERMAN = 0x09, 0x07
# In a Windows locale identifier, the lower ten bits are the language, the others the country.
_LANGUAGE_BITS = 0x3FF
_MONTHS = {
    _ENGLISH: "January February March April May June July August September October November December",
    _GERMAN: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}
_DAYS = {
    _ENGLISH: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    _GERMAN: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
}
_AT_MIDNIGHT = re.compile(r" 0?0:00(?::00)?$")
_MAX_PLACES = 10


class _FormatToken(NamedTuple):
    """A token in a number format: the kind, named after a pattern group, and the characters."""

    kind: str
    written: str


def format_value(value: object, code: str) -> str | None:
    """Format a cell's value with a number format code; return None if the format is unknown."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        places = _percent_places(code)
        if places is None:
            return None
        number = f"{value * 100:.{len(places)}f}"
        for _ in range(len(places) - len(places.rstrip("#?"))):
            number = number.removesuffix("0")
        return f"{number.removesuffix('.')}%"
    if isinstance(value, date | time | timedelta) and not _SYSTEM_FORMAT.fullmatch(code):
        return _format_date(value, code)
    return None


@lru_cache(maxsize=256)
def _percent_places(code: str) -> str | None:
    """Return a percentage format's decimal places, such as "0#"; None for other formats."""
    match = _PERCENT.search(_QUOTED.sub("", code.partition(";")[0]))
    return (match["places"] or "")[:_MAX_PLACES] if match else None


@lru_cache(maxsize=256)
def _tokenize_format(code: str) -> tuple[_FormatToken, ...]:
    """Split a format's first section, with "minute" tokens told apart from months, which look alike."""
    tokens_found = []
    for match in _TOKEN.finditer(code):
        # Further sections are for negative numbers, zero and text.
        if match[0] == ";":
            break
        kind = match.lastgroup or ""
        tokens_found.append(_FormatToken(kind, match[kind]))
    parts = [index for index, token in enumerate(tokens_found) if token.kind in ("part", "elapsed")]
    units = ["", *(tokens_found[index].written[0].lower() for index in parts), ""]
    for index, before, unit, after in zip(parts, units, units[1:], units[2:], strict=False):
        if unit == "m" and tokens_found[index].kind == "part" and (before == "h" or after == "s"):
            tokens_found[index] = _FormatToken("minute", tokens_found[index].written)
    return tuple(tokens_found)


def _format_date(value: date | time | timedelta, code: str) -> str | None:
    tokens = _tokenize_format(code)
    if not any(token.kind in ("part", "minute", "elapsed") for token in tokens):
        return None
    locales = (_LOCALE.match(token.written) for token in tokens if token.kind == "bracket")
    codes = (int(match[1], 16) & _LANGUAGE_BITS for match in locales if match and len(match[1]) <= 8)
    language = next(codes, _ENGLISH)
    written = [_format_token(token, value, tokens, language) for token in tokens]
    if any(part is None for part in written):
        return None
    line = " ".join("".join(part for part in written if part).split())
    is_day = isinstance(value, datetime) and value.time() == time()
    return _AT_MIDNIGHT.sub("", line) if is_day else line


def _format_token(
    token: _FormatToken, value: date | time | timedelta, tokens: tuple[_FormatToken, ...], language: int
) -> str | None:
    """Format a value with a single token, or return None if impossible."""
    if token.kind in ("text", "escaped", "sign"):
        return token.written if token.written != "@" else ""
    if token.kind in ("bracket", "space"):
        return " " if token.kind == "space" else ""
    if token.kind in ("noon", "tenths", "minute", "elapsed") or token.written[0] in "hHsS":
        return _format_clock(token, value, has_noon=any(token.kind == "noon" for token in tokens))
    return _format_calendar_part(token.written.lower(), value, language) if isinstance(value, date) else None


def _format_clock(token: _FormatToken, value: date | time | timedelta, *, has_noon: bool) -> str:
    """Format hours, minutes, seconds or their fraction, of a day or, as in ``[h]:mm``, elapsed."""
    if not isinstance(value, timedelta):
        day_time = (
            value if isinstance(value, time) else value.time() if isinstance(value, datetime) else time()
        )
        value = datetime.combine(date.min, day_time) - datetime.min
    # A day's fraction is a float: half an hour may lack a microsecond.
    value = timedelta(milliseconds=round(value / timedelta(milliseconds=1)))
    seconds, width, unit = value // timedelta(seconds=1), len(token.written), token.written[0].lower()
    hour = seconds // 3600 % 24
    if token.kind == "noon":
        return "AM" if hour < 12 else "PM"
    if token.kind == "tenths":
        return f".{value.microseconds:06}"[:width]
    if token.kind == "elapsed":
        return f"{seconds // {'h': 3600, 'm': 60, 's': 1}[unit]:0{width}}"
    numbers = {"h": (hour + 11) % 12 + 1 if has_noon else hour, "m": seconds // 60 % 60, "s": seconds % 60}
    return f"{numbers[unit]:0{min(2, width)}}"


def _format_calendar_part(written: str, value: date, language: int) -> str | None:
    width = len(written)
    if written[0] == "y":
        return f"{value.year:04}" if width > 2 else f"{value.year % 100:02}"
    number, names = (value.month, _MONTHS) if written[0] == "m" else (value.day, _DAYS)
    if width <= 2:
        return f"{number:0{width}}"
    if language not in names:
        return None
    index = number - 1 if written[0] == "m" else value.weekday()
    name = names[language].split()[index]
    short = 2 if names is _DAYS and language == _GERMAN else 3
    return name if width == 4 else name[:1] if width > 4 else name[:short]


_MAX_SHEET_BYTES = 64 << 20
"""Maximum unpacked bytes in a sheet searched for links."""
_MAX_PER_SHEET = 20_000
"""Maximum comments, and maximum links, for a sheet."""
_LINK_FORMULA = re.compile(r'\s*HYPERLINK\(\s*"([^"]+)"', re.IGNORECASE)
_CELL_NAME = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")


class SheetParts(NamedTuple):
    """Comments and link addresses, each by cell, such as "B2"."""

    comments: Mapping[str, str]
    links: Mapping[str, str]


def sheet_parts(archive: ZipFile) -> dict[str, SheetParts]:
    """Map sheet names to comments and links."""
    root = "xl/workbook.xml"
    book, parts = xml_or_none(archive, root), part_references(archive, root)
    parts_by_sheet = {}
    for element in book.iter("{*}sheet") if book is not None else ():
        # Not by local name: "id" without a prefix is the sheet's number.
        identifier = next((value for key, value in element.attrib.items() if key.endswith("}id")), "")
        if identifier in parts and parts[identifier].part in archive.NameToInfo:
            part = parts[identifier].part
            beside = part_references(archive, part)
            parts_by_sheet[element.get("name", "")] = SheetParts(
                dict(_read_comments(archive, beside)),
                dict(islice(_read_links(archive, part, beside), _MAX_PER_SHEET)),
            )
    return parts_by_sheet


def _read_comments(archive: ZipFile, beside: Mapping[str, PartReference]) -> Iterator[tuple[str, str]]:
    """Yield cells and comments; threaded comments (newer Excel) replace their copy for older versions."""
    kinds = {part.kind: xml_or_none(archive, part.part) for part in beside.values() if "omment" in part.kind}
    threads: dict[str, list[str]] = {}
    if (newer := kinds.get("threadedComment")) is not None:
        for comment in newer.iter("{*}threadedComment"):
            threads.setdefault(comment.get("ref", ""), []).append(_text_of_comment(comment))
    older = kinds.get("comments")
    notes = older.iter("{*}comment") if older is not None else ()
    said_of = {comment.get("ref", ""): _text_of_comment(comment) for comment in notes}
    said_of |= {cell: " / ".join(texts) for cell, texts in threads.items()}
    for cell, text in list(said_of.items())[:_MAX_PER_SHEET]:
        if cell and text:
            yield cell, text


def _text_of_comment(element: _Element) -> str:
    # Leave out phonetic guides.
    texts = element.iter("{*}t", "{*}text")
    parts = (part.text or "" for part in texts if next(part.iterancestors("{*}rPh"), None) is None)
    return " ".join("".join(parts).split())


def _read_links(
    archive: ZipFile, part: str, beside: Mapping[str, PartReference]
) -> Iterator[tuple[str, str]]:
    """Yield cells and addresses, for links laid on a cell and HYPERLINK formulas."""
    from lxml import etree

    if archive.NameToInfo[part].file_size > _MAX_SHEET_BYTES:
        return
    raw = archive.read(part)
    if not any(part.kind == "hyperlink" for part in beside.values()) and b"HYPERLINK(" not in raw:
        return
    walk = etree.iterparse(
        BytesIO(raw), tag=("{*}row", "{*}hyperlink"), resolve_entities=False, no_network=True, load_dtd=False
    )
    for _, element in walk:
        if element.tag.endswith("}hyperlink"):
            linked_part = beside.get(attribute_value(element, "id"))
            cell = _CELL_NAME.match(element.get("ref", ""))
            if linked_part is not None and cell:
                yield cell[1] + cell[2], linked_part.target
            continue
        for formula in element.iter("{*}f"):
            link = _LINK_FORMULA.match(formula.text or "")
            owner = formula.getparent()
            if link and owner is not None:
                yield owner.get("r", ""), link[1]
        # Otherwise the whole sheet's tree would stay in memory.
        element.clear()


MAX_CELLS = 200_000
"""Maximum cells in a document, read in about three seconds. More are data, not text."""
MAX_COLUMNS = 256
CUT_PROBLEMS = (Message("Only its first {} cells were read.", f"{MAX_CELLS:,}"),)
_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 20
_QUOTED_FIELD = re.compile(r'"[^"\n]*"')
_NAMED_DELIMITER = re.compile(r"sep=([^\n\r\w\"])\n", re.IGNORECASE)


@guard_reader("an Excel workbook")
def read_xlsx(raw: bytes) -> DocumentText:
    """Read cells as displayed, formulas as last calculated, and comments."""
    from openpyxl import load_workbook

    archive = open_archive(raw)
    book = load_workbook(BytesIO(raw), read_only=True, data_only=True)
    parts = sheet_parts(archive)
    budget = _CellBudget()
    sheets = []
    for page in book.worksheets:
        # A sheet may claim a million empty rows.
        page.reset_dimensions()
        comments, links = parts.get(page.title, SheetParts({}, {}))
        cells = page.iter_rows(max_col=MAX_COLUMNS)
        rows = budget.limit_rows([_display_cell(cell, links) for cell in row] for row in cells)
        content = format_table([cell or "" for cell in row] for row in rows)
        sheets.append(format_sheet(page.title, join_blocks([content, format_comments(comments.items())])))
    document = add_core_properties(archive, join_blocks(sheets))
    return replace(document, problems=CUT_PROBLEMS) if budget.is_cut else document


def _display_cell(cell: ReadOnlyCell | EmptyCell, links: Mapping[str, str]) -> str | None:
    """Return a cell's text with the link address, None for an empty cell."""
    value = cell.value
    if value is None:
        return None
    text = None
    if not isinstance(value, str):
        try:
            text = format_value(value, cell.number_format or "")
        except (IndexError, TypeError):
            # The cell's style is missing.
            text = format_value(value, "")
    text = _write_value(value if text is None else text)
    # Most sheets have no links, and a cell's coordinate takes as long as the text.
    link = links.get(cell.coordinate) if links else None
    return append_address(text, escape_inline(link)) if link else text


def format_comments(comments: Iterable[tuple[str, str]]) -> str:
    """Format the comments on cells as a list."""
    lines = ((cell, " ".join(clean_text(text).split())) for cell, text in comments)
    return "\n".join(f"- {cell}: {escape_paragraph(line)}" for cell, line in lines)


@guard_reader("a table of comma-separated values")
def read_csv(raw: bytes) -> DocumentText:
    """Read comma- or tab-separated values with a detected delimiter."""
    decoded = decode_text(raw)
    # The line by which Excel is told the delimiter.
    named = _NAMED_DELIMITER.match(decoded.text)
    text = decoded.text[named.end() :] if named else decoded.text
    delimiter = named[1] if named else _detect_delimiter(text)
    budget = _CellBudget()
    rows = budget.limit_rows(csv.reader(StringIO(text), delimiter=delimiter))
    try:
        content = format_table([_write_value(cell) for cell in row[:MAX_COLUMNS]] for row in rows)
    # An unclosed quotation mark turns the rest of the file into a single field.
    except csv.Error:
        content = format_table([_write_value(line)] for line in text.split("\n")[:MAX_CELLS])
    return DocumentText(content, problems=(*decoded.problems, *(CUT_PROBLEMS if budget.is_cut else ())))


def format_sheet(name: str, content: str) -> str:
    """Format a sheet below a heading; return "" without content."""
    return join_blocks([format_heading(1, escape_inline(name)), content]) if content else ""


class _CellBudget:
    """Limits rows to the maximum number of cells; an empty row counts as a cell."""

    def __init__(self) -> None:
        self.is_cut = False
        self._left = MAX_CELLS

    def limit_rows(self, rows: Iterable[Sequence[str | None]]) -> Iterator[Sequence[str | None]]:
        for row in rows:
            self._left -= 1 + sum(cell is not None for cell in row)
            if self._left < 0:
                self.is_cut = True
                return
            yield row


def _write_value(value: object) -> str:
    """Write a cell's value as people do."""
    if value is None:
        return ""
    if isinstance(value, str) and value.isalnum():
        return value
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds").removesuffix(" 00:00:00")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float):
        # Fifteen digits, as in Excel: 0.1 + 0.2 is 0.3.
        return f"{value:.15g}"
    return escape_inline(" ".join(clean_text(str(value)).split()))


def _detect_delimiter(text: str) -> str:
    """Return the delimiter found equally often in most lines at the beginning, outside quotation marks."""
    unquoted = _QUOTED_FIELD.sub("", text[: 1 << 16])
    lines = [line for line in unquoted.split("\n")[:_SAMPLE_LINES] if line.strip()]

    def agreement(delimiter: str) -> tuple[int, int]:
        counts = [line.count(delimiter) for line in lines]
        usual = max(set(counts), key=counts.count, default=0)
        return (counts.count(usual) if usual else 0), usual

    return max(_DELIMITERS, key=agreement)
