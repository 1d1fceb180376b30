"""Convert PowerPoint presentations (pptx) to Markdown: for each slide a heading, texts, tables and notes.

python-pptx is not used: it brings Pillow and XlsxWriter, 27 MB besides lxml, and is meant for making slides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from zipfile import ZipFile

from vaultsearch.core.vault.documents import document

if TYPE_CHECKING:
    from lxml.etree import _Element

_REPEATED_PLACEHOLDERS = ("sldNum", "dt", "ftr", "hdr", "sldImg")
"""Placeholders repeated on each slide."""
_TITLE_PLACEHOLDERS = ("title", "ctrTitle")
_GRAPHIC_KINDS = ("diagramData", "chart")
_GRAPHIC_TEXTS = "//*[local-name()='p'] | //*[local-name()='tx' or local-name()='cat']//*[local-name()='v']"
"""The paragraphs in a diagram or chart, and the names of series and categories."""


@document.guard_reader("a PowerPoint presentation")
def read_pptx(raw: bytes) -> document.DocumentText:
    """Read the slides with the speaker's notes."""
    archive = document.open_archive(raw)
    root = "ppt/presentation.xml"
    targets = {key: part.part for key, part in document.part_references(archive, root).items()}
    # Read slides and notes once: a file of 30 KB that repeated a slide 100,000 times took hours.
    names: dict[str, None] = {}
    for element in document.parse_xml(archive, root).iter("{*}sldId"):
        # "id" without a prefix is the slide number; the prefixed attribute names the part.
        identifier = next((value for key, value in element.attrib.items() if key.endswith("}id")), "")
        if targets.get(identifier) in archive.NameToInfo:
            names[targets[identifier]] = None
    spoken: set[str] = set()
    slides = (_format_slide(archive, name, number, spoken) for number, name in enumerate(names, start=1))
    return document.add_core_properties(archive, document.join_blocks(slides))


def _format_slide(archive: ZipFile, name: str, number: int, read: set[str]) -> str:
    """Format a slide with diagrams, charts and notes, except parts already in ``read``."""
    title, blocks = _read_shapes(document.parse_xml(archive, name))
    notes: list[str] = []
    for kind, _, part in document.part_references(archive, name).values():
        if kind not in ("notesSlide", *_GRAPHIC_KINDS) or part in read:
            continue
        read.add(part)
        tree = document.xml_or_none(archive, part)
        if tree is not None and kind in _GRAPHIC_KINDS:
            texts = ("".join(text.itertext()).split() for text in tree.xpath(_GRAPHIC_TEXTS))
            lines = dict.fromkeys(document.escape_paragraph(" ".join(words)) for words in texts if words)
            blocks.append("\n".join(f"- {line}" for line in lines))
        elif tree is not None:
            notes += _read_shapes(tree)[1]
    spoken = document.join_blocks(notes)
    headings = document.format_heading(1, f"Slide {number}"), document.format_heading(2, title)
    blocks += [document.format_heading(3, "Notes"), spoken] if spoken else []
    return document.join_blocks([*headings, *blocks])


def _read_shapes(slide: _Element) -> tuple[str, list[str]]:
    """Return a slide's title, and the other texts in shape order."""
    title, blocks = "", []
    for shape in slide.iter("{*}sp", "{*}graphicFrame"):
        placeholder = next(shape.iter("{*}ph"), None)
        kind = document.attribute_value(placeholder, "type") if placeholder is not None else ""
        if kind in _TITLE_PLACEHOLDERS and not title:
            title = _line_of_shape(shape)
        elif document.local_name(shape) == "graphicFrame":
            rows = ([_line_of_shape(cell) for cell in row.iter("{*}tc")] for row in shape.iter("{*}tr"))
            blocks.append(document.format_table(rows))
        elif kind not in _REPEATED_PLACEHOLDERS:
            items = list(_read_paragraphs(shape))
            is_list = kind in ("", "body", "obj") and len(items) > 1
            marks = ("  " * level + "- " if is_list else "" for level, _ in items)
            texts = (document.escape_paragraph(text) for _, text in items)
            lines = map("".join, zip(marks, texts, strict=True))
            blocks.append(("\n" if is_list else "\n\n").join(lines))
    return title, blocks


def _read_paragraphs(shape: _Element) -> Iterator[tuple[int, str]]:
    """Yield the level and text for each paragraph with text."""
    for element in shape.iter("{*}p"):
        parts = element.iter("{*}t", "{*}br")
        runs = (" " if document.local_name(part) == "br" else part.text or "" for part in parts)
        if text := " ".join(document.clean_text("".join(runs)).split()):
            properties = element.find("{*}pPr")
            level = document.attribute_value(properties, "lvl") if properties is not None else ""
            yield (int(level) if level in list("12345678") else 0), text


def _line_of_shape(cell: _Element) -> str:
    return " ".join(document.escape_inline(text) for _, text in _read_paragraphs(cell))
