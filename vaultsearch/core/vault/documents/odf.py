"""OpenDocument texts, sheets and slides (odt, ods, odp) -> Markdown."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from vaultsearch.core.vault.documents.document import (
    DocumentText,
    attribute,
    beside,
    cleaned,
    escaped,
    first_text,
    heading,
    joined,
    local,
    locked,
    moment,
    open_archive,
    paragraph,
    properties_of,
    reads,
    table,
    with_address,
    xml,
    xml_or_none,
)
from vaultsearch.core.vault.documents.html_markdown import in_a_line
from vaultsearch.core.vault.documents.tables import CUT, MOST_CELLS, MOST_COLUMNS, commented, sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from zipfile import ZipFile

    from lxml.etree import _Element

# fmt: off
_LEFT_OUT = frozenset((
    "tracked-changes", "table-of-content", "alphabetical-index", "illustration-index", "table-index", "forms",
    "annotation", "annotation-end", "scripts", "automatic-styles",
))
# fmt: on
_MOST_OF_FORMULAS = 5_000_000
"""Characters of all formulas: 20,000 places can name one of a megabyte."""
_TITLES = {"Title": 1, "Subtitle": 2}
_DEEPEST_LIST = 10
_MOST_DIGITS = 9
"""Maximum digits of a number of a list, as in Markdown."""


@reads("an OpenDocument file")
def read_odf(raw: bytes) -> DocumentText:
    """Read an odt, ods or odp."""
    archive = open_archive(raw)
    manifest = xml_or_none(archive, "META-INF/manifest.xml")
    if manifest is not None and next(manifest.iter("{*}encryption-data"), None) is not None:
        raise locked()
    content = xml(archive, "content.xml")
    _write_formulas(archive, content)
    writer = _Writer(_numbered((xml_or_none(archive, "styles.xml"), content)))
    body = next(content.iter("{*}body"), content)
    text = joined(writer.blocks(body))
    meta = xml_or_none(archive, "meta.xml")
    properties = properties_of(
        author=first_text(meta, "initial-creator") or first_text(meta, "creator"),
        subject=first_text(meta, "subject"),
        keywords=", ".join(word.text or "" for word in meta.iter("{*}keyword")) if meta is not None else "",
    )
    title = " ".join(first_text(meta, "title").split())
    return DocumentText(text, title, properties, moment(first_text(meta, "creation-date")), writer.problems)


def _write_formulas(archive: ZipFile, content: _Element) -> None:
    """Write the formulas, each of which is a part of its own, as text into their places."""
    # A part that many places name is read once.
    written: dict[str, str | None] = {}
    left = _MOST_OF_FORMULAS
    for element in content.iter("{*}object"):
        name = f"{beside('content.xml', attribute(element, 'href'))}/content.xml"
        if name not in written:
            part = xml_or_none(archive, name)
            written[name] = in_a_line(part) if part is not None and local(part) == "math" else None
        formula = written[name]
        if formula is not None and len(formula) <= left:
            element.text = formula
            left -= len(formula)


def _numbered(parts: Iterable[_Element | None]) -> dict[str, dict[int, int | None]]:
    """Map the styles of lists, by name, to their levels from 1 on: the first number, None without numbers."""
    levels: dict[str, dict[int, int | None]] = {}
    for style in chain.from_iterable(part.iter("{*}list-style") for part in parts if part is not None):
        levels[attribute(style, "name")] = {
            _number(attribute(level, "level"), 1): _first(level)
            for level in style
            if attribute(level, "level")
        }
    return levels


def _first(level: _Element) -> int | None:
    is_numbered = local(level) == "list-level-style-number" and attribute(level, "num-format")
    return _number(attribute(level, "start-value"), 1) if is_numbered else None


def _number(written: str, otherwise: int) -> int:
    return int(written) if len(written) <= _MOST_DIGITS and written.isdecimal() else otherwise


class _Writer:
    def __init__(self, numbered: Mapping[str, Mapping[int, int | None]]) -> None:
        self._numbered = numbered
        self._next: dict[str, int] = {}
        """The number after a list's last one by its identifier, and by its style for the latest of it."""
        self._slides = 0
        self._cells = MOST_CELLS

    @property
    def problems(self) -> tuple[str, ...]:
        """Return a sentence if the cells were too many."""
        return CUT if self._cells <= 0 else ()

    def blocks(self, parent: _Element) -> Iterator[str]:
        """Yield the Markdown blocks within an element."""
        for element in parent:
            name = local(element)
            if name == "h":
                level = attribute(element, "outline-level")
                yield heading(int(level) if level in list("123456") else 1, escaped(_line(element)))
            elif name == "p":
                line = _line(element)
                title = _TITLES.get(attribute(element, "style-name"))
                yield heading(title, escaped(line)) if title else paragraph(line)
                yield from self._framed(element)
            elif name == "list":
                yield "\n".join(self._items(element))
            elif name == "table":
                yield self._table(element)
            elif name == "page":
                yield from self._slide(element)
            elif name and name not in _LEFT_OUT:
                yield from self.blocks(element)

    def _framed(self, element: _Element) -> Iterator[str]:
        # The outermost boxes alone: each writes those within it. Of 30 boxes one in another, in 1 KB, each
        # was written again by each around it, a billion times.
        for part in element:
            if local(part) == "text-box":
                yield from self.blocks(part)
            else:
                yield from self._framed(part)

    def _items(self, listed: _Element, above: str = "", depth: int = 1, indent: str = "") -> Iterator[str]:
        """Yield the lines of a list; one within another has its style unless it names its own."""
        style = attribute(listed, "style-name") or above
        levels = self._numbered.get(style, {})
        # A level that a style leaves out is as the next lower one (OpenDocument 1.2, 16.30).
        number = levels.get(max((level for level in levels if level <= depth), default=0))
        if number is not None and depth == 1:
            number = self._continued(listed, style, number)
        for item in listed:
            if number is not None:
                number = _number(attribute(item, "start-value"), number)
            marker = "- " if number is None or local(item) == "list-header" else f"{number}. "
            begun = indent + marker
            for part in item:
                if local(part) in ("p", "h") and (line := paragraph(_line(part))):
                    yield f"{begun}{line}"
                    begun = indent + " " * len(marker)
                elif local(part) == "list" and depth < _DEEPEST_LIST:
                    yield from self._items(part, style, depth + 1, indent + " " * len(marker))
            if number is not None and local(item) == "list-item":
                number += 1
        if number is not None and depth == 1:
            self._next |= {f"#{attribute(listed, 'id')}": number, style: number}

    def _continued(self, listed: _Element, style: str, first: int) -> int:
        """Return the first number of a list: the next one of the list that it continues, else ``first``."""
        if of := attribute(listed, "continue-list"):
            return self._next.get(f"#{of}", first)
        return self._next.get(style, first) if attribute(listed, "continue-numbering") == "true" else first

    def _slide(self, page: _Element) -> Iterator[str]:
        self._slides += 1
        titles = (frame for frame in page.iter("{*}frame") if attribute(frame, "class") == "title")
        title = next(titles, None)
        named = " ".join(escaped(_line(part)) for part in title.iter("{*}p")) if title is not None else ""
        yield from (heading(1, f"Slide {self._slides}"), heading(2, named))
        for element in page:
            if element is not title and local(element) != "notes":
                yield from self.blocks(element)
        spoken = joined(block for notes in page.iterfind("{*}notes") for block in self.blocks(notes))
        if spoken:
            yield from (heading(3, "Notes"), spoken)

    def _table(self, element: _Element) -> str:
        comments: list[tuple[str, str]] = []
        rows = table(self._rows(element, comments))
        content = joined([rows, commented(comments)])
        # Only sheets are named by people; tables within a text are named by the program.
        is_sheet = (parent := element.getparent()) is not None and local(parent) == "spreadsheet"
        return sheet(attribute(element, "name"), content) if is_sheet else content

    def _rows(self, element: _Element, comments: list[tuple[str, str]]) -> Iterator[list[str]]:
        """Yield the rows of a table, and add the comments on its cells."""
        number = 1
        for row in element.iter("{*}table-row"):
            cells: list[str] = []
            for cell in row:
                if (annotation := cell.find("{*}annotation")) is not None and len(comments) < MOST_CELLS:
                    comments.append((f"{_column(len(cells))}{number}", _paragraphs(annotation)))
                cells += self._repeated(cell)
            # A repeated row is one of empty cells down to the end of the sheet.
            number += _number(attribute(row, "number-rows-repeated"), 1)
            self._cells -= len(cells) + 1
            if self._cells <= 0:
                return
            yield cells

    @staticmethod
    def _repeated(cell: _Element) -> list[str]:
        if local(cell) not in ("table-cell", "covered-table-cell"):
            return []
        times = attribute(cell, "number-columns-repeated")
        count = min(int(times), MOST_COLUMNS) if times[:9].isdecimal() else 1
        comment_texts = {part for note in cell.iterfind("{*}annotation") for part in note.iter("{*}p")}
        return [
            " ".join(escaped(_line(part)) for part in cell.iter("{*}p") if part not in comment_texts)
        ] * count


def _column(index: int) -> str:
    """Return the letters of a column, 0-based."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _paragraphs(element: _Element) -> str:
    return " ".join(_line(part) for part in element.iter("{*}p"))


def _line(element: _Element) -> str:
    """Return the text of a paragraph with its footnotes, comments and the addresses of links in brackets."""
    return " ".join(cleaned("".join(_texts(element))).split())


def _texts(element: _Element) -> Iterator[str]:
    yield element.text or ""
    for part in element:
        name = local(part)
        if name in ("tab", "line-break", "s"):
            yield " "
        elif name == "note-body":
            yield f" ({_line(part)})"
        elif name == "annotation":
            yield f" ({_paragraphs(part)})"
        elif name == "a":
            yield with_address("".join(_texts(part)), attribute(part, "href"))
        elif name and name not in _LEFT_OUT and name not in ("note-citation", "text-box", "desc"):
            yield from _texts(part)
        yield part.tail or ""
