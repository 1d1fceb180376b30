"""Convert Word documents (docx) to Markdown, through the HTML made by mammoth.

Content ignored by mammoth is first rewritten to elements it reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

from vaultsearch.core.vault.documents import document
from vaultsearch.core.vault.documents.web_pages import html_to_markdown, parse_html

if TYPE_CHECKING:
    from lxml.etree import _Element

_WORD = "{{http://schemas.openxmlformats.org/wordprocessingml/2006/main}}{}"
_NEEDS_REWRITING = re.compile(
    rb"[<:](?:(?:oMath|fldSimple|ruby|txbxContent|dir|bdo|cr|ptab|softHyphen|noBreakHyphen)[ />]|br )"
)
_KNOWN_AS = {"fldSimple": "ins", "dir": "ins", "bdo": "ins", "cr": "br", "ptab": "tab", "noBreakHyphen": "t"}
"""Element ignored by mammoth -> element it reads, with the same content and namespace."""
_HIDDEN_ELEMENTS = frozenset(("instrText", "delText", "Fallback", "del", "moveFrom"))


def _rewrite_elements(tree: _Element) -> None:
    """Replace elements ignored by mammoth with elements it reads."""
    _write_formulas(tree)
    _move_text_boxes(tree)
    for element in list(tree.iter("{*}ruby", "{*}softHyphen")):
        if (parent := element.getparent()) is not None:
            index = parent.index(element)
            parent[index : index + 1] = [run for base in element.iterfind("{*}rubyBase") for run in base]
    for element in list(tree.iter(*(f"{{*}}{name}" for name in _KNOWN_AS))):
        name = document.local_name(element)
        element.tag = f"{element.tag.partition('}')[0]}}}{_KNOWN_AS[name]}"
        if name == "noBreakHyphen":
            # The hyphen people type when they search for the word.
            element.text = "-"
    for page_break in tree.iter("{*}br"):
        # mammoth leaves out breaks of pages and columns, which joined the words around them.
        page_break.attrib.clear()


def _texts_of_runs(element: _Element) -> Iterator[str]:
    """Yield the unformatted text runs in a rewritten paragraph."""
    for child in element:
        name = document.local_name(child)
        if name == "t":
            yield child.text or ""
        elif name in ("tab", "br"):
            yield " "
        elif name not in _HIDDEN_ELEMENTS and name != "p":
            yield from _texts_of_runs(child)


def _write_formulas(tree: _Element) -> None:
    """Replace formulas with runs of plain text."""
    from lxml import etree

    for formula in list(tree.iter("{*}oMath")):
        parent = formula.getparent()
        if parent is None:
            continue
        run = etree.Element(_WORD.format("r"))
        text = etree.SubElement(run, _WORD.format("t"))
        text.text, run.tail = document.linearize_formula(formula), formula.tail
        parent.replace(formula, run)
        if document.local_name(parent) == "oMathPara":
            parent.tag = _WORD.format("ins")


def _move_text_boxes(tree: _Element) -> None:
    """Move the paragraphs in text boxes behind the paragraph holding the box.

    Word often writes a box twice, for newer and older versions; mammoth reads only the older.
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
_EDGE_TYPES = ("header", "footer")
"""Part types repeated on each page."""
_PICTURE_FOLDER = "word/media/"
_STYLE_MAP = (
    "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh\ncomment-reference => sup"
)


@document.guard_reader("a Word document")
def read_docx(raw: bytes) -> document.DocumentText:
    """Read headings by style, lists, tables, notes, comments, text boxes, and page headers and footers."""
    import mammoth

    archive = document.open_archive(raw)
    # Only the pictures' alternative texts are used, so skip reading the pictures.
    pictures = mammoth.images.img_element(lambda image: {})  # noqa: ARG005 - called with the picture
    rewritten = _rewrite_document(archive, raw)
    made = mammoth.convert_to_html(rewritten, style_map=_STYLE_MAP, convert_image=pictures)
    tree = parse_html(made.value)
    text = html_to_markdown(tree) if tree is not None else ""
    lines: dict[str, None] = {}
    main = next((name for name in archive.NameToInfo if _DOCUMENT.fullmatch(name)), "word/document.xml")
    for part in document.part_references(archive, main).values():
        if part.kind in _EDGE_TYPES and (edge := document.xml_or_none(archive, part.part)) is not None:
            _rewrite_elements(edge)
            lines |= dict.fromkeys(" ".join("".join(_texts_of_runs(p)).split()) for p in edge.iter("{*}p"))
    # Lines without words only number the pages.
    edges = [document.escape_paragraph(line) for line in lines if any(map(str.isalpha, line))]
    # Last, below a separate heading: they belong to no section, and a letter should begin with the text.
    footer = [document.format_heading(1, _PAGE_EDGES), *edges] if edges else []
    return document.add_core_properties(archive, document.join_blocks([text, *footer]))


def _rewrite_document(archive: ZipFile, raw: bytes) -> BytesIO:
    """Return the document without pictures, rewritten for mammoth."""
    from lxml import etree

    changed: dict[str, bytes] = {}
    for name in archive.NameToInfo:
        if _BODY_PARTS.fullmatch(name) and _NEEDS_REWRITING.search(archive.read(name)):
            tree = document.parse_xml(archive, name)
            _rewrite_elements(tree)
            changed[name] = etree.tostring(tree)
    # Most documents need no rewriting.
    if not changed:
        return BytesIO(raw)
    rewritten = BytesIO()
    with ZipFile(rewritten, "w") as target:
        for name in archive.NameToInfo:
            if not name.startswith(_PICTURE_FOLDER):
                target.writestr(name, changed.get(name) or archive.read(name))
    return rewritten
