"""Convert OpenDocument texts, sheets and slides (odt, ods, odp) to Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING
from zipfile import ZipFile

from vaultsearch.core.vault.documents import tables
from vaultsearch.core.vault.documents.document import (
    DocumentText,
    append_address,
    attribute_value,
    clean_text,
    escape_inline,
    escape_paragraph,
    first_text,
    format_heading,
    format_table,
    guard_reader,
    join_blocks,
    linearize_formula,
    local_name,
    open_archive,
    parse_iso_date,
    parse_number,
    parse_xml,
    password_error,
    properties_of,
    resolve_part_name,
    xml_or_none,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

# fmt: off
_IGNORED_ELEMENTS = frozenset((
    "tracked-changes", "table-of-content", "alphabetical-index", "illustration-index", "table-index", "forms",
    "annotation", "annotation-end", "scripts", "automatic-styles", "page-number",
))
# fmt: on
_MAX_FORMULA_CHARS = 5_000_000
"""Maximum characters for all formulas: 20,000 places can refer to the same megabyte."""
_TITLE_STYLES = {"Title": 1, "Subtitle": 2}
_MAX_LIST_DEPTH = 10
"""Maximum digits in a list number, as in Markdown."""


@guard_reader("an OpenDocument file")
def read_odf(raw: bytes) -> DocumentText:
    """Read a text, spreadsheet or presentation."""
    archive = open_archive(raw)
    manifest = xml_or_none(archive, "META-INF/manifest.xml")
    if manifest is not None and next(manifest.iter("{*}encryption-data"), None) is not None:
        raise password_error()
    content = parse_xml(archive, "content.xml")
    _inline_formulas(archive, content)
    writer = _OpenDocumentWriter(_parse_list_styles((xml_or_none(archive, "styles.xml"), content)))
    body = next(content.iter("{*}body"), content)
    text = join_blocks(writer.blocks(body))
    meta = xml_or_none(archive, "meta.xml")
    properties = properties_of(
        author=first_text(meta, "initial-creator") or first_text(meta, "creator"),
        subject=first_text(meta, "subject"),
        keywords=", ".join(word.text or "" for word in meta.iter("{*}keyword")) if meta is not None else "",
    )
    title = " ".join(first_text(meta, "title").split())
    created = parse_iso_date(first_text(meta, "creation-date"))
    problems = tables.CUT_PROBLEMS if writer.cells_left <= 0 else ()
    return DocumentText(text, title, properties, created, problems)


def _inline_formulas(archive: ZipFile, content: _Element) -> None:
    """Write formulas, stored as separate parts, as text where they belong."""
    # Read a part once, even if many places refer to it.
    written: dict[str, str | None] = {}
    left = _MAX_FORMULA_CHARS
    for element in content.iter("{*}object"):
        name = f"{resolve_part_name('content.xml', attribute_value(element, 'href'))}/content.xml"
        if name not in written:
            part = xml_or_none(archive, name)
            written[name] = (
                linearize_formula(part) if part is not None and local_name(part) == "math" else None
            )
        formula = written[name]
        if formula is not None and len(formula) <= left:
            element.text = formula
            left -= len(formula)


def _parse_list_styles(parts: Iterable[_Element | None]) -> dict[str, dict[int, int | None]]:
    """Map list style names to {level from 1: first number, or None if not numbered}."""
    levels: dict[str, dict[int, int | None]] = {}
    for style in chain.from_iterable(part.iter("{*}list-style") for part in parts if part is not None):
        first_numbers = levels[attribute_value(style, "name")] = {}
        for level in style:
            if depth := attribute_value(level, "level"):
                has_numbers = local_name(level) == "list-level-style-number"
                is_numbered = has_numbers and attribute_value(level, "num-format")
                start = parse_number(attribute_value(level, "start-value"), 1) if is_numbered else None
                first_numbers[parse_number(depth, 1)] = start
    return levels


class _OpenDocumentWriter:
    def __init__(self, numbered: Mapping[str, Mapping[int, int | None]]) -> None:
        self._numbered = numbered
        self._next_numbers: dict[str, int] = {}
        """Number following a list's last item, by list id, and by style for the latest list."""
        self._slides = 0
        self.cells_left = tables.MAX_CELLS

    def blocks(self, parent: _Element) -> Iterator[str]:
        """Yield the Markdown blocks within an element."""
        for element in parent:
            name = local_name(element)
            if name == "h":
                written = attribute_value(element, "outline-level")
                level = int(written) if written in list("123456") else 1
                yield format_heading(level, escape_inline(_line_of_paragraph(element)))
            elif name == "p":
                line = _line_of_paragraph(element)
                title = _TITLE_STYLES.get(attribute_value(element, "style-name"))
                yield format_heading(title, escape_inline(line)) if title else escape_paragraph(line)
                yield from self._text_box_blocks(element)
            elif name == "list":
                yield "\n".join(self._list_lines(element, "", 1, ""))
            elif name == "table":
                comments: list[tuple[str, str]] = []
                rows = format_table(self._table_rows(element, comments))
                content = join_blocks([rows, tables.format_comments(comments)])
                # People name only sheets; programs name the tables within a text.
                is_sheet = local_name(parent) == "spreadsheet"
                yield tables.format_sheet(attribute_value(element, "name"), content) if is_sheet else content
            elif name == "page":
                yield from self._slide(element)
            elif name and name not in _IGNORED_ELEMENTS:
                yield from self.blocks(element)

    def _text_box_blocks(self, element: _Element) -> Iterator[str]:
        # Only the outermost boxes: each writes the boxes inside. With 30 nested boxes, in 1 KB, each
        # was written again by every box around it, a billion times.
        for part in element:
            if local_name(part) == "text-box":
                yield from self.blocks(part)
            else:
                yield from self._text_box_blocks(part)

    def _list_lines(self, listed: _Element, above: str, depth: int, indent: str) -> Iterator[str]:
        """Yield a list's lines; nested lists inherit the style ``above``."""
        style = attribute_value(listed, "style-name") or above
        levels = self._numbered.get(style, {})
        # A level missing from a style is as the next lower level (OpenDocument 1.2, 16.30).
        number = levels.get(max((level for level in levels if level <= depth), default=0))
        if number is not None and depth == 1:
            if continued := attribute_value(listed, "continue-list"):
                number = self._next_numbers.get(f"#{continued}", number)
            elif attribute_value(listed, "continue-numbering") == "true":
                number = self._next_numbers.get(style, number)
        for item in listed:
            if number is not None:
                number = parse_number(attribute_value(item, "start-value"), number)
            marker = "- " if number is None or local_name(item) == "list-header" else f"{number}. "
            yield from self._item_lines(item, indent, marker, style, depth)
            if number is not None and local_name(item) == "list-item":
                number += 1
        if number is not None and depth == 1:
            self._next_numbers |= {f"#{attribute_value(listed, 'id')}": number, style: number}

    def _item_lines(self, item: _Element, indent: str, marker: str, style: str, depth: int) -> Iterator[str]:
        begun = indent + marker
        for part in item:
            if local_name(part) in ("p", "h") and (line := escape_paragraph(_line_of_paragraph(part))):
                yield f"{begun}{line}"
                begun = indent + " " * len(marker)
            elif local_name(part) == "list" and depth < _MAX_LIST_DEPTH:
                yield from self._list_lines(part, style, depth + 1, indent + " " * len(marker))

    def _slide(self, page: _Element) -> Iterator[str]:
        self._slides += 1
        titles = (frame for frame in page.iter("{*}frame") if attribute_value(frame, "class") == "title")
        title = next(titles, None)
        parts = title.iter("{*}p") if title is not None else ()
        named = " ".join(escape_inline(_line_of_paragraph(part)) for part in parts)
        yield from (format_heading(1, f"Slide {self._slides}"), format_heading(2, named))
        for element in page:
            if element is not title and local_name(element) != "notes":
                yield from self.blocks(element)
        spoken = join_blocks(block for notes in page.iterfind("{*}notes") for block in self.blocks(notes))
        if spoken:
            yield from (format_heading(3, "Notes"), spoken)

    def _table_rows(self, element: _Element, comments: list[tuple[str, str]]) -> Iterator[list[str]]:
        """Yield a table's rows, collecting the cell comments."""
        number = 1
        for row in element.iter("{*}table-row"):
            cells: list[str] = []
            for cell in row:
                annotations = cell.findall("{*}annotation")
                if annotations and len(comments) < tables.MAX_CELLS:
                    from openpyxl.utils import get_column_letter

                    name = f"{get_column_letter(len(cells) + 1)}{number}"
                    comments.append((name, _comment_text(annotations[0])))
                if local_name(cell) in ("table-cell", "covered-table-cell"):
                    repeated = parse_number(attribute_value(cell, "number-columns-repeated"), 1)
                    in_comments = {part for note in annotations for part in note.iter("{*}p")}
                    parts = (part for part in cell.iter("{*}p") if part not in in_comments)
                    text = " ".join(escape_inline(_line_of_paragraph(part)) for part in parts)
                    cells += [text] * min(repeated, tables.MAX_COLUMNS)
            # A repeated row contains empty cells down to the end of the sheet.
            number += parse_number(attribute_value(row, "number-rows-repeated"), 1)
            self.cells_left -= len(cells) + 1
            if self.cells_left <= 0:
                return
            yield cells


def _comment_text(element: _Element) -> str:
    return " ".join(_line_of_paragraph(part) for part in element.iter("{*}p"))


def _line_of_paragraph(element: _Element) -> str:
    """Return a paragraph's text, with footnotes, comments and link addresses in brackets."""
    return " ".join(clean_text("".join(_texts_of_paragraph(element))).split())


def _texts_of_paragraph(element: _Element) -> Iterator[str]:
    yield element.text or ""
    for part in element:
        name = local_name(part)
        if name in ("tab", "line-break", "s"):
            yield " "
        elif name == "note-body":
            yield f" ({_line_of_paragraph(part)})"
        elif name == "annotation":
            yield f" ({_comment_text(part)})"
        elif name == "a":
            yield append_address("".join(_texts_of_paragraph(part)), attribute_value(part, "href"))
        elif name and name not in _IGNORED_ELEMENTS and name not in ("note-citation", "text-box", "desc"):
            yield from _texts_of_paragraph(part)
        yield part.tail or ""
