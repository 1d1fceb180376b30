"""Excerpts as the window can write them at once, and as clipboard and drags carry them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QStringListModel, QUrl

from vaultsearch.core.values.context import Excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from PySide6.QtCore import QMimeData

    from vaultsearch.core.values.search import Chunk


def excerpt_at_hand(chunks: Sequence[Chunk], uris: Sequence[str] = ()) -> Excerpt:
    """Write passages as the window knows them, without waiting for the engine, which may be busy."""
    known = (*uris, *("" for _ in chunks[len(uris) :]))
    texts = [_cited(chunk, uri) for chunk, uri in zip(chunks, known, strict=True)]
    return Excerpt("\n\n".join(texts), "\n".join(map(literal_html, texts)))


def literal_html(text: str) -> str:
    """Return HTML that shows a text as it is written."""
    lines = "<br>\n".join(escape(text).split("\n"))
    return f"<p>{lines}</p>"


def mime_of(excerpt: Excerpt, files: Iterable[Path] = ()) -> QMimeData:
    """Return an excerpt as text and HTML, with the files that it was taken from."""
    mime = _empty_mime()
    write_excerpt(mime, excerpt)
    if urls := [QUrl.fromLocalFile(str(file)) for file in dict.fromkeys(files)]:
        mime.setUrls(urls)
    return mime


def write_excerpt(mime: QMimeData, excerpt: Excerpt) -> None:
    """Replace the text and the HTML of ``mime``."""
    mime.setText(excerpt.text)
    mime.setHtml(excerpt.html)


def _empty_mime() -> QMimeData:
    """Return data made by Qt itself.

    WORKAROUND PySide6 6.11: the clipboard may delete its data after Python has ended, and the program then
    crashed in the destructor of data made in Python (seen with the offscreen platform).
    """
    model = QStringListModel([""])
    mime = model.mimeData([model.index(0)])
    for kind in mime.formats():
        mime.removeFormat(kind)
    return mime


def _cited(chunk: Chunk, uri: str) -> str:
    """Return a passage, and below it its note and headings, and the link that opens it."""
    source = f"({' > '.join((chunk.title, *chunk.heading_path))})"
    return "\n\n".join(filter(None, (chunk.content or chunk.text, source, uri)))
