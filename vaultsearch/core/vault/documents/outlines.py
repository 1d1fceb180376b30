"""Convert outlines (OPML), as outliners and feed readers export them, to headings and nested lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaultsearch.core.vault.documents import document

if TYPE_CHECKING:
    from lxml.etree import _Element

_MAX_LIST_DEPTH = 12
"""Maximum depth of a nested list; deeper items stay at this depth."""


@document.guard_reader("an outline")
def read_opml(raw: bytes) -> document.DocumentText:
    """Read items with their notes and addresses: items that all have others below them are headings."""
    tree = document.parse_xml_file(raw)
    body = next(tree.iter("{*}body"))
    title = " ".join(document.first_text(tree, "title").split())
    properties = document.properties_of(author=document.first_text(tree, "ownerName"))
    return document.DocumentText("\n\n".join(_format_items(body, 1)), title, properties)


def _format_items(parent: _Element, level: int) -> Iterator[str]:
    """Yield blocks for the items below an element, with headings of a level, else a list."""
    items = parent.findall("{*}outline")
    if not all(item.find("{*}outline") is not None for item in items):
        yield "\n".join(line for item in items for line in _list_lines(item, 0))
        return
    for item in items:
        text, note = _item_texts(item)
        yield from filter(None, (document.format_heading(level, document.escape_inline(text)), note))
        yield from _format_items(item, level + 1)


def _list_lines(item: _Element, depth: int) -> Iterator[str]:
    """Yield an item's line, its note's, and those of the items below it."""
    indent = "  " * min(depth, _MAX_LIST_DEPTH)
    text, note = _item_texts(item)
    yield f"{indent}- {text}"
    yield from (f"{indent}  {line}" for line in note.splitlines())
    for below in item.findall("{*}outline"):
        yield from _list_lines(below, depth + 1)


def _item_texts(item: _Element) -> tuple[str, str]:
    """Return an item's text on one line, with its web address, and its note."""
    text = " ".join((item.get("text") or item.get("title") or "").split())
    address = item.get("htmlUrl") or item.get("url") or item.get("xmlUrl") or ""
    note = document.clean_text(item.get("_note") or "")
    return document.append_address(document.escape_paragraph(text), address), document.escape_paragraph(note)
