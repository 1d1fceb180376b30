"""Word documents and PowerPoint slides (docx, pptx) -> Markdown.

A document goes through the HTML that mammoth makes of it, after what mammoth leaves out is rewritten. Of
slides, each has a heading, its texts, tables and speaker's notes; python-pptx is not used: it brings Pillow
and XlsxWriter, 27 MB besides lxml, and serves to make slides.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

from vaultsearch.core.vault.documents.document import (
    DocumentText,
    attribute,
    cleaned,
    escaped,
    first_text,
    heading,
    joined,
    local,
    moment,
    open_archive,
    paragraph,
    properties_of,
    reads,
    related,
    table,
    xml,
    xml_or_none,
)
from vaultsearch.core.vault.documents.html_markdown import in_a_line, markdown_of
from vaultsearch.core.vault.documents.web_pages import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element


_WORD = "{{http://schemas.openxmlformats.org/wordprocessingml/2006/main}}{}"
_REWRITTEN = re.compile(
    rb"[<:](?:oMath|fldSimple|ruby|txbxContent|dir|bdo|cr|ptab|softHyphen|noBreakHyphen)[ />]"
)
_KNOWN_AS = {"fldSimple": "ins", "dir": "ins", "bdo": "ins", "cr": "br", "ptab": "tab", "noBreakHyphen": "t"}
"""Elements, and those of the same content and namespace that mammoth knows."""
_NOT_SHOWN = frozenset(("instrText", "delText", "Fallback", "del", "moveFrom"))


def is_rewritten(part: bytes) -> bool:
    """Return whether a part holds anything that mammoth leaves out."""
    return _REWRITTEN.search(part) is not None


def rewrite(tree: _Element) -> None:
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


def paragraphs(tree: _Element) -> Iterator[str]:
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
    return with_core_properties(
        archive, joined([text, *([heading(1, _PAGE_EDGES), *edges] if edges else [])])
    )


def _rewritten(archive: ZipFile, raw: bytes) -> BytesIO:
    """Return the document without its pictures, and with what mammoth leaves out as what it reads."""
    from lxml import etree

    changed: dict[str, bytes] = {}
    for name in archive.NameToInfo:
        if _BODY_PARTS.fullmatch(name) and is_rewritten(archive.read(name)):
            tree = xml(archive, name)
            rewrite(tree)
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
            rewrite(tree)
            yield from (line for line in paragraphs(tree) if any(map(str.isalpha, line)))


def with_core_properties(archive: ZipFile, text: str) -> DocumentText:
    """Add the title, author and date that an Office document keeps in docProps."""
    core = xml_or_none(archive, "docProps/core.xml")
    properties = properties_of(
        author=first_text(core, "creator"),
        subject=first_text(core, "subject"),
        keywords=first_text(core, "keywords"),
    )
    title = " ".join(first_text(core, "title").split())
    return DocumentText(text, title, properties, moment(first_text(core, "created")))


_LEFT_OUT = ("sldNum", "dt", "ftr", "hdr", "sldImg")
"""Placeholders that repeat on each slide."""
_TITLES = ("title", "ctrTitle")


@reads("a PowerPoint presentation")
def read_pptx(raw: bytes) -> DocumentText:
    """Read a pptx slide by slide, with the speaker's notes."""
    archive = open_archive(raw)
    # Each slide once, and the notes of each: a file of 30 KB that named one slide 100,000 times took hours.
    spoken: set[str] = set()
    slides = (
        _slide(archive, name, i, spoken) for i, name in enumerate(dict.fromkeys(_slides(archive)), start=1)
    )
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
        if kind in _TITLES and not title:
            title = " ".join(escaped(text) for _, text in _paragraphs(shape))
        elif local(shape) == "graphicFrame":
            rows = ([_line(cell) for cell in row.iter("{*}tc")] for row in shape.iter("{*}tr"))
            blocks.append(table(rows))
        elif kind not in _LEFT_OUT:
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
