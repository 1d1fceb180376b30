"""The comments and links of a workbook's sheets, which openpyxl leaves out when it reads row by row.

A sheet of which it reads them is held as a whole, which takes fifty times the file's size.
"""

from __future__ import annotations

import re
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.vault.documents.archive import attribute, related, xml_or_none

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from zipfile import ZipFile

    from lxml.etree import _Element

    from vaultsearch.core.vault.documents.archive import Related

_LARGEST_SHEET = 64 << 20
"""Bytes of a sheet, unpacked, up to which it is looked through for links."""
_MOST = 20_000
"""Comments, and links, of a sheet."""
_LINK_FORMULA = re.compile(r'\s*HYPERLINK\(\s*"([^"]+)"', re.IGNORECASE)
_CELL = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")


class SheetParts(NamedTuple):
    """Comments and addresses of links, each by its cell, such as "B2"."""

    comments: Mapping[str, str]
    links: Mapping[str, str]


def sheet_parts(archive: ZipFile) -> dict[str, SheetParts]:
    """Return the comments and links of each sheet by its name."""
    root = "xl/workbook.xml"
    book, parts = xml_or_none(archive, root), related(archive, root)
    parts_by_kind = {}
    for element in book.iter("{*}sheet") if book is not None else ():
        # Its own id has no prefix, so an attribute by its local name would be that.
        identifier = next((value for key, value in element.attrib.items() if key.endswith("}id")), "")
        if identifier in parts and parts[identifier].part in archive.NameToInfo:
            part = parts[identifier].part
            beside = related(archive, part)
            parts_by_kind[element.get("name", "")] = SheetParts(
                dict(_comments(archive, beside)), dict(_links(archive, part, beside))
            )
    return parts_by_kind


def _comments(archive: ZipFile, beside: Mapping[str, Related]) -> Iterator[tuple[str, str]]:
    """Yield comments, those of newer versions of Excel as they are and not as older ones are told of them."""
    kinds = {part.kind: xml_or_none(archive, part.part) for part in beside.values() if "omment" in part.kind}
    threads: dict[str, list[str]] = {}
    if (newer := kinds.get("threadedComment")) is not None:
        for comment in newer.iter("{*}threadedComment"):
            threads.setdefault(comment.get("ref", ""), []).append(_text(comment))
    older = kinds.get("comments")
    notes = (
        {comment.get("ref", ""): _text(comment) for comment in older.iter("{*}comment")}
        if older is not None
        else {}
    )
    said_of = {**notes, **{cell: " / ".join(texts) for cell, texts in threads.items()}}
    for cell, text in list(said_of.items())[:_MOST]:
        if cell and text:
            yield cell, text


def _text(element: _Element) -> str:
    # Phonetic guides are within the text, too.
    parts = (part.text or "" for part in element.iter("{*}t", "{*}text") if not _is_phonetic(part))
    return " ".join("".join(parts).split())


def _is_phonetic(part: _Element) -> bool:
    return next(part.iterancestors("{*}rPh"), None) is not None


def _links(archive: ZipFile, part: str, beside: Mapping[str, Related]) -> Iterator[tuple[str, str]]:
    """Yield the addresses that cells link to, whether a link is laid on them or a formula makes it."""
    if archive.NameToInfo[part].file_size > _LARGEST_SHEET:
        return
    raw = archive.read(part)
    if not any(part.kind == "hyperlink" for part in beside.values()) and b"HYPERLINK(" not in raw:
        return
    yield from islice(_addresses(raw, beside), _MOST)


def _addresses(raw: bytes, beside: Mapping[str, Related]) -> Iterator[tuple[str, str]]:
    from lxml import etree

    walk = etree.iterparse(
        BytesIO(raw), tag=("{*}row", "{*}hyperlink"), resolve_entities=False, no_network=True, load_dtd=False
    )
    for _, element in walk:
        if element.tag.endswith("}hyperlink"):
            linked_part = beside.get(attribute(element, "id"))
            cell = _CELL.match(element.get("ref", ""))
            if linked_part is not None and cell:
                yield cell[1] + cell[2], linked_part.target
            continue
        for formula in element.iter("{*}f"):
            link = _LINK_FORMULA.match(formula.text or "")
            of_cell = formula.getparent()
            if link and of_cell is not None:
                yield of_cell.get("r", ""), link[1]
        element.clear()
