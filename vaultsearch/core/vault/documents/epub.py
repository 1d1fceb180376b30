"""An EPUB -> Markdown: its chapters in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.vault.decoding import UnreadableNoteError
from vaultsearch.core.vault.documents.archive import (
    attribute,
    beside,
    first_text,
    local,
    moment,
    open_archive,
    properties_of,
    reads,
    xml,
    xml_or_none,
)
from vaultsearch.core.vault.documents.document_text import DocumentText, escaped, heading, joined
from vaultsearch.core.vault.documents.html_markdown import markdown_of
from vaultsearch.core.vault.documents.pages import text_of, tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zipfile import ZipFile

    from lxml.etree import _Element

_HARMLESS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""Methods that disguise fonts alone."""


@reads("an e-book in the EPUB format")
def read_epub(raw: bytes) -> DocumentText:
    """Read an epub; the table of contents names chapters that have no heading of their own."""
    archive = open_archive(raw)
    _refuse_protected(archive)
    root = next(xml(archive, "META-INF/container.xml").iter("{*}rootfile")).get("full-path", "")
    package = xml(archive, root)
    items = {item.get("id", ""): item for item in package.iter("{*}item")}
    titles = _titles(archive, root, items)
    chapters = [_chapter(archive, name, titles.get(name, "")) for name in _spine(package, root, items)]
    date = first_text(package, "date")
    properties = properties_of(
        author=", ".join("".join(element.itertext()) for element in package.iter("{*}creator")),
        publisher=first_text(package, "publisher"),
        language=first_text(package, "language"),
        subject=", ".join("".join(element.itertext()) for element in package.iter("{*}subject")),
    )
    created = moment(f"{date}-01-01" if len(date.strip()) == 4 else date)
    return DocumentText(joined(chapters), " ".join(first_text(package, "title").split()), properties, created)


def _spine(package: _Element, root: str, items: dict[str, _Element]) -> dict[str, None]:
    """Return the names of the chapters in reading order, each once (EPUB 3.3, 5.7.3).

    A book of 20 KB whose spine named one chapter 100,000 times was read for hours.
    """
    named = (items.get(reference.get("idref", "")) for reference in package.iter("{*}itemref"))
    chapters = (
        item for item in named if item is not None and "nav" not in (item.get("properties") or "").split()
    )
    return dict.fromkeys(beside(root, chapter.get("href", "")) for chapter in chapters)


def _refuse_protected(archive: ZipFile) -> None:
    encryption = xml_or_none(archive, "META-INF/encryption.xml")
    methods = encryption.iter("{*}EncryptionMethod") if encryption is not None else ()
    if any(attribute(method, "Algorithm") not in _HARMLESS for method in methods):
        raise UnreadableNoteError("Its shop's copy protection keeps it from being read.", "Exclude the file.")


def _titles(archive: ZipFile, root: str, items: dict[str, _Element]) -> dict[str, str]:
    """Return the titles of chapters by the names of their parts."""
    titles: dict[str, str] = {}
    read: set[str] = set()
    for item in items.values():
        name = beside(root, item.get("href", ""))
        is_contents = "nav" in (item.get("properties") or "").split()
        is_table = is_contents or "ncx" in item.get("media-type", "")
        if is_table and name in archive.NameToInfo and name not in read:
            read.add(name)
            for target, title in _entries(archive, name, is_contents):
                titles.setdefault(beside(name, target), " ".join(title.split()))
    return titles


def _entries(archive: ZipFile, name: str, is_contents: bool) -> Iterator[tuple[str, str]]:
    if is_contents:
        tree = tree_of(text_of(archive.read(name)))
        for link in tree.iter("a") if tree is not None else ():
            yield link.get("href") or "", "".join(link.itertext())
        return
    for point in xml(archive, name).iter("{*}navPoint"):
        content = next((part for part in point if local(part) == "content"), None)
        yield (attribute(content, "src") if content is not None else ""), first_text(point, "text")


def _chapter(archive: ZipFile, name: str, title: str) -> str:
    """Return a chapter, "" if it is missing: the other ones are worth reading."""
    if name not in archive.NameToInfo:
        return ""
    tree = tree_of(text_of(archive.read(name)))
    if tree is None:
        return ""
    has_heading = next(tree.iter("h1", "h2", "h3"), None) is not None
    text = markdown_of(tree)
    return joined([heading(1, escaped(title)), text]) if text and title and not has_heading else text
