"""Office documents -> Markdown: those of Word and PowerPoint (docx, pptx), and OpenDocument (odt, ods, odp).

A docx goes through the HTML that mammoth makes of it, after what mammoth leaves out is rewritten. Of
slides, each has a heading, its texts, tables and speaker's notes; python-pptx is not used: it brings Pillow
and XlsxWriter, 27 MB besides lxml, and serves to make slides.
"""

from __future__ import annotations

import re
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING
from zipfile import ZipFile

from vaultsearch.core.vault.documents.document import (
    DocumentText,
    attribute,
    beside,
    cleaned,
    escaped,
    first_text,
    heading,
    in_a_line,
    joined,
    local,
    locked,
    moment,
    open_archive,
    paragraph,
    properties_of,
    reads,
    related,
    table,
    with_address,
    with_core_properties,
    xml,
    xml_or_none,
)
from vaultsearch.core.vault.documents.tables import CUT, MOST_CELLS, MOST_COLUMNS, commented, sheet
from vaultsearch.core.vault.documents.web_pages import markdown_of, tree_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lxml.etree import _Element

_WORD = "{{http://schemas.openxmlformats.org/wordprocessingml/2006/main}}{}"
_REWRITTEN = re.compile(
    rb"[<:](?:oMath|fldSimple|ruby|txbxContent|dir|bdo|cr|ptab|softHyphen|noBreakHyphen)[ />]"
)
_KNOWN_AS = {"fldSimple": "ins", "dir": "ins", "bdo": "ins", "cr": "br", "ptab": "tab", "noBreakHyphen": "t"}
"""Elements, and those of the same content and namespace that mammoth knows."""
_NOT_SHOWN = frozenset(("instrText", "delText", "Fallback", "del", "moveFrom"))


def _rewrite(tree: _Element) -> None:
    """Replace what mammoth leaves out by what it reads."""
    _write_formulas(tree)
    _move_text_boxes(tree)
    for element in list(tree.iter("{*}ruby", "{*}softHyphen")):
        _replace(element, [run for base in element.iterfind("{*}rubyBase") for run in base])
    for element in list(tree.iter(*(f"{{*}}{name}" for name in _KNOWN_AS))):
        name = local(element)
        element.tag = f"{element.tag.partition('}')[0]}}}{_KNOWN_AS[name]}"
        if name == "noBreakHyphen":
            # The sign that people type, so that they find the word.
            element.text = "-"


def _paragraph_lines(tree: _Element) -> Iterator[str]:
    """Yield the text of each element of a rewritten part as it is, without formatting."""
    for element in tree.iter("{*}p"):
        if line := " ".join("".join(_texts(element)).split()):
            yield line


def _texts(element: _Element) -> Iterator[str]:
    for child in element:
        name = local(child)
        if name == "t":
            yield child.text or ""
        elif name in ("tab", "br"):
            yield " "
        elif name not in _NOT_SHOWN and name != "p":
            yield from _texts(child)


def _replace(element: _Element, by: list[_Element]) -> None:
    """Put other elements into an element's place."""
    parent = element.getparent()
    if parent is None:
        return
    index = parent.index(element)
    parent[index : index + 1] = by


def _write_formulas(tree: _Element) -> None:
    from lxml import etree

    for formula in list(tree.iter("{*}oMath")):
        parent = formula.getparent()
        if parent is None:
            continue
        run = etree.Element(_WORD.format("r"))
        text = etree.SubElement(run, _WORD.format("t"))
        text.text, run.tail = in_a_line(formula), formula.tail
        parent.replace(formula, run)
        if local(parent) == "oMathPara":
            parent.tag = _WORD.format("ins")


def _move_text_boxes(tree: _Element) -> None:
    """Move the paragraphs of text boxes behind those in which the boxes stand.

    A box is often written twice, for newer and for older versions of Word, which mammoth takes alone.
    """
    for twice in list(tree.iter("{*}AlternateContent")):
        if next(twice.iterfind("{*}Choice//{*}txbxContent"), None) is not None:
            for older in twice.findall("{*}Fallback"):
                twice.remove(older)
    last: dict[_Element, _Element] = {}
    for box in list(tree.iter("{*}txbxContent")):
        host = next(box.iterancestors("{*}p"), None)
        if host is None:
            continue
        for element in list(box):
            last.get(host, host).addnext(element)
            last[host] = element


_PAGE_EDGES = "Header and footer"
_BODY_PARTS = re.compile(r"word/(?:document|footnotes|endnotes|comments)\d*\.xml")
_DOCUMENT = re.compile(r"word/document\d*\.xml")
_EDGES = ("header", "footer")
"""Types of parts that are repeated on each page."""
_PICTURES = "word/media/"
_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh\ncomment-reference => sup"


@reads("a Word document")
def read_docx(raw: bytes) -> DocumentText:
    """Read a docx with its headings by style, lists, tables, notes, comments, text boxes, and page edges."""
    import mammoth

    archive = open_archive(raw)
    # Only the alternative texts of pictures are used, so the pictures are not read.
    pictures = mammoth.images.img_element(lambda image: {})  # noqa: ARG005 - called with the picture
    made = mammoth.convert_to_html(_rewritten(archive, raw), style_map=_STYLES, convert_image=pictures)
    tree = tree_of(made.value)
    text = markdown_of(tree) if tree is not None else ""
    edges = [paragraph(line) for line in dict.fromkeys(_edges(archive))]
    # Last, below a heading of their own: they belong to no section, and a letter begins with its text.
    footer = [heading(1, _PAGE_EDGES), *edges] if edges else []
    return with_core_properties(archive, joined([text, *footer]))


def _rewritten(archive: ZipFile, raw: bytes) -> BytesIO:
    """Return the document without its pictures, and with what mammoth leaves out as what it reads."""
    from lxml import etree

    changed: dict[str, bytes] = {}
    for name in archive.NameToInfo:
        if _BODY_PARTS.fullmatch(name) and _REWRITTEN.search(archive.read(name)):
            tree = xml(archive, name)
            _rewrite(tree)
            changed[name] = etree.tostring(tree)
    # Most documents need nothing rewritten.
    if not changed:
        return BytesIO(raw)
    rewritten = BytesIO()
    with ZipFile(rewritten, "w") as target:
        for name in archive.NameToInfo:
            if not name.startswith(_PICTURES):
                target.writestr(name, changed.get(name) or archive.read(name))
    return rewritten


def _edges(archive: ZipFile) -> Iterator[str]:
    """Yield the paragraphs of headers and footers that have words: others number the pages."""
    main = next((name for name in archive.NameToInfo if _DOCUMENT.fullmatch(name)), "word/document.xml")
    for part in related(archive, main).values():
        if part.kind in _EDGES and (tree := xml_or_none(archive, part.part)) is not None:
            _rewrite(tree)
            yield from (line for line in _paragraph_lines(tree) if any(map(str.isalpha, line)))


_REPEATED_PLACEHOLDERS = ("sldNum", "dt", "ftr", "hdr", "sldImg")
"""Placeholders that repeat on each slide."""
_TITLE_PLACEHOLDERS = ("title", "ctrTitle")


@reads("a PowerPoint presentation")
def read_pptx(raw: bytes) -> DocumentText:
    """Read a pptx slide by slide, with the speaker's notes."""
    archive = open_archive(raw)
    # Each slide once, and the notes of each: a file of 30 KB that named one slide 100,000 times took hours.
    spoken: set[str] = set()
    names = enumerate(dict.fromkeys(_slides(archive)), start=1)
    slides = (_slide(archive, name, number, spoken) for number, name in names)
    return with_core_properties(archive, joined(slides))


def _slides(archive: ZipFile) -> Iterator[str]:
    """Yield the names of the slides' parts in the order of the presentation."""
    root = "ppt/presentation.xml"
    targets = {key: part.part for key, part in related(archive, root).items()}
    for element in xml(archive, root).iter("{*}sldId"):
        # The attribute "id" without a prefix is the slide's own number; the one with it names the part.
        identifier = next((value for key, value in element.attrib.items() if key.endswith("}id")), "")
        if targets.get(identifier) in archive.NameToInfo:
            yield targets[identifier]


def _slide(archive: ZipFile, name: str, number: int, read: set[str]) -> str:
    """Return a slide with its notes, unless they were ``read`` for another one."""
    title, blocks = _shapes(xml(archive, name))
    notes = [part.part for part in related(archive, name).values() if part.kind == "notesSlide"]
    for part in notes[:1]:
        if part in read:
            break
        read.add(part)
        tree = xml_or_none(archive, part)
        spoken = joined(_shapes(tree)[1]) if tree is not None else ""
        blocks += [heading(3, "Notes"), spoken] if spoken else []
    return joined([heading(1, f"Slide {number}"), heading(2, title), *blocks])


def _shapes(slide: _Element) -> tuple[str, list[str]]:
    """Return the title of a slide and its further texts in the order of its shapes."""
    title, blocks = "", []
    for shape in slide.iter("{*}sp", "{*}graphicFrame"):
        placeholder = next(shape.iter("{*}ph"), None)
        kind = attribute(placeholder, "type") if placeholder is not None else ""
        if kind in _TITLE_PLACEHOLDERS and not title:
            title = " ".join(escaped(text) for _, text in _paragraphs(shape))
        elif local(shape) == "graphicFrame":
            rows = ([_line(cell) for cell in row.iter("{*}tc")] for row in shape.iter("{*}tr"))
            blocks.append(table(rows))
        elif kind not in _REPEATED_PLACEHOLDERS:
            blocks.append(_text(list(_paragraphs(shape)), is_list=kind in ("", "body", "obj")))
    return title, blocks


def _text(paragraphs: list[tuple[int, str]], is_list: bool) -> str:
    if is_list and len(paragraphs) > 1:
        return "\n".join(f"{'  ' * level}- {paragraph(text)}" for level, text in paragraphs)
    return "\n\n".join(paragraph(text) for _, text in paragraphs)


def _paragraphs(shape: _Element) -> Iterator[tuple[int, str]]:
    """Yield the level and text of each paragraph that has a text."""
    for element in shape.iter("{*}p"):
        runs = (" " if local(run) == "br" else run.text or "" for run in element.iter("{*}t", "{*}br"))
        if text := " ".join(cleaned("".join(runs)).split()):
            properties = element.find("{*}pPr")
            level = attribute(properties, "lvl") if properties is not None else ""
            yield (int(level) if level in list("12345678") else 0), text


def _line(cell: _Element) -> str:
    return " ".join(escaped(text) for _, text in _paragraphs(cell))


# OpenDocument texts, sheets and slides (odt, ods, odp) -> Markdown.

# fmt: off
_LEFT_OUT = frozenset((
    "tracked-changes", "table-of-content", "alphabetical-index", "illustration-index", "table-index", "forms",
    "annotation", "annotation-end", "scripts", "automatic-styles",
))
# fmt: on
_MOST_OF_FORMULAS = 5_000_000
"""Characters of all formulas: 20,000 places can name one of a megabyte."""
_TITLE_STYLES = {"Title": 1, "Subtitle": 2}
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
    _place_formulas(archive, content)
    writer = _OpenDocumentWriter(_list_numbers((xml_or_none(archive, "styles.xml"), content)))
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


def _place_formulas(archive: ZipFile, content: _Element) -> None:
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


def _list_numbers(parts: Iterable[_Element | None]) -> dict[str, dict[int, int | None]]:
    """Map the styles of lists, by name, to their levels from 1 on: the first number, None without numbers."""
    levels: dict[str, dict[int, int | None]] = {}
    for style in chain.from_iterable(part.iter("{*}list-style") for part in parts if part is not None):
        levels[attribute(style, "name")] = {
            _parse_number(attribute(level, "level"), 1): _first_number(level)
            for level in style
            if attribute(level, "level")
        }
    return levels


def _first_number(level: _Element) -> int | None:
    is_numbered = local(level) == "list-level-style-number" and attribute(level, "num-format")
    return _parse_number(attribute(level, "start-value"), 1) if is_numbered else None


def _parse_number(written: str, otherwise: int) -> int:
    return int(written) if len(written) <= _MOST_DIGITS and written.isdecimal() else otherwise


class _OpenDocumentWriter:
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
                yield heading(int(level) if level in list("123456") else 1, escaped(_text_line(element)))
            elif name == "p":
                line = _text_line(element)
                title = _TITLE_STYLES.get(attribute(element, "style-name"))
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
                number = _parse_number(attribute(item, "start-value"), number)
            marker = "- " if number is None or local(item) == "list-header" else f"{number}. "
            begun = indent + marker
            for part in item:
                if local(part) in ("p", "h") and (line := paragraph(_text_line(part))):
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
        parts = title.iter("{*}p") if title is not None else ()
        named = " ".join(escaped(_text_line(part)) for part in parts)
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
                    comments.append((f"{_column_letters(len(cells))}{number}", _comment_text(annotation)))
                cells += self._repeated(cell)
            # A repeated row is one of empty cells down to the end of the sheet.
            number += _parse_number(attribute(row, "number-rows-repeated"), 1)
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
        parts = (part for part in cell.iter("{*}p") if part not in comment_texts)
        return [" ".join(escaped(_text_line(part)) for part in parts)] * count


def _column_letters(index: int) -> str:
    """Return the letters of a column, 0-based."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _comment_text(element: _Element) -> str:
    return " ".join(_text_line(part) for part in element.iter("{*}p"))


def _text_line(element: _Element) -> str:
    """Return the text of a paragraph with its footnotes, comments and the addresses of links in brackets."""
    return " ".join(cleaned("".join(_open_texts(element))).split())


def _open_texts(element: _Element) -> Iterator[str]:
    yield element.text or ""
    for part in element:
        name = local(part)
        if name in ("tab", "line-break", "s"):
            yield " "
        elif name == "note-body":
            yield f" ({_text_line(part)})"
        elif name == "annotation":
            yield f" ({_comment_text(part)})"
        elif name == "a":
            yield with_address("".join(_open_texts(part)), attribute(part, "href"))
        elif name and name not in _LEFT_OUT and name not in ("note-citation", "text-box", "desc"):
            yield from _open_texts(part)
        yield part.tail or ""
