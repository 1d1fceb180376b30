"""Resolve pictures in a vault like links, and collect the paragraphs around them, by which search finds them.

Only reads pictures within the vault.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from vaultsearch.core.errors import OutsideVaultError
from vaultsearch.core.values.note import (
    EMBEDDED_KINDS,
    NOTE_KINDS,
    Note,
    ParsedLink,
    StoredNote,
    differing_notes,
    picture_format,
)
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.links import LinkResolver, remove_size
from vaultsearch.core.vault.reading import kind_of
from vaultsearch.core.vault.rendering.inline_html import is_picture

MAX_PICTURE_BYTES = 40 * 2**20
"""Maximum bytes in a displayed picture."""

_LIST_LIFETIME_S = 20.0
"""Seconds to reuse the list of pictures."""


class VaultPictures:
    """Reads a vault's pictures, scanning folders only to resolve a bare name."""

    def __init__(self, containment: Containment) -> None:
        self._containment = containment
        self._resolver: LinkResolver | None = None
        self._looked_at = 0.0
        self._looking = threading.Lock()

    def read(self, link: ParsedLink, source: str, indexed: str | None = None) -> bytes | None:
        """Return the picture ``link`` refers to in the note ``source``, or None; ``indexed`` is tried early.

        None also if the file is outside the vault, not a regular file, too large, unreadable or not a
        picture, and for an SVG with references to other files.
        """
        for path in self._candidates(link, source, indexed):
            # A missing file, a NUL in the name, a loop of links.
            with suppress(OSError, ValueError, OutsideVaultError):
                with self._containment.open(path.lstrip("/")) as opened:
                    content = opened.file.read(MAX_PICTURE_BYTES + 1)
                if len(content) <= MAX_PICTURE_BYTES and picture_format(content) is not None:
                    return content
        return None

    def _candidates(self, link: ParsedLink, source: str, indexed: str | None) -> Iterator[str]:
        if not is_picture(link.target):
            return
        folder = source.rpartition("/")[0]
        # The two likely places first: listing a large vault's folders is slow.
        yield link.target
        yield f"{folder}/{link.target}" if folder else link.target
        # The list below may be older than the index.
        if indexed is not None:
            yield indexed
        with self._looking:
            if self._resolver is None or time.monotonic() - self._looked_at > _LIST_LIFETIME_S:
                self._resolver = LinkResolver(dict.fromkeys(_pictures_below(self._containment.root), ()))
                self._looked_at = time.monotonic()
            resolver = self._resolver
        if (target_path := resolver.path_of(link, source)) is not None:
            yield target_path


def _pictures_below(root: Path) -> Iterator[str]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        within = Path(folder).relative_to(root).as_posix()
        for name in files:
            if is_picture(name) and not name.startswith("."):
                yield name if within == "." else f"{within}/{name}"


_EMBED = re.compile(r"!\[\[[^\[\]|]*(?:\|([^\[\]]*))?\]\]|!\[([^\]]{0,500})\]\([^)]{0,999}\)")
_MAX_PARAGRAPHS, _MAX_PARAGRAPH_CHARS = 12, 1_500
"""Maximum paragraphs for a picture, such as an icon embedded by many notes, and characters in a paragraph."""


def picture_texts(notes: Sequence[Note | StoredNote]) -> dict[str, str]:
    """Map picture paths to the paragraphs around, as Markdown below the notes' titles."""
    resolver = LinkResolver({note.path: () for note in notes if note.kind in EMBEDDED_KINDS})
    texts_by_picture: dict[str, list[str]] = defaultdict(list)
    for note in sorted(notes, key=lambda note: note.path):
        for link in _picture_links(note):
            path = resolver.path_of(link, note.path)
            paragraph_text = _paragraph_about(note.text.split("\n"), link.line - 1) if path else ""
            if path and paragraph_text and len(texts_by_picture[path]) < _MAX_PARAGRAPHS:
                texts_by_picture[path].append(f"# {' '.join(note.title.split())}\n\n{paragraph_text}")
    return {path: "\n\n".join(dict.fromkeys(texts)) for path, texts in texts_by_picture.items() if texts}


def renew_picture_texts(
    former: Sequence[StoredNote], texts: dict[str, str], notes: Sequence[StoredNote]
) -> dict[str, str]:
    """Return the texts for other notes: the same mapping if no picture, nor a note with one, differs."""
    gone, new = differing_notes(former, notes)
    concerns = any(note.kind in EMBEDDED_KINDS or any(_picture_links(note)) for note in (*gone, *new))
    return picture_texts(notes) if concerns else texts


def _picture_links(note: Note | StoredNote) -> Iterator[ParsedLink]:
    if note.kind in NOTE_KINDS:
        yield from (link for link in note.links if kind_of(link.target) in EMBEDDED_KINDS)


def _paragraph_about(lines: Sequence[str], index: int) -> str:
    """Return the paragraph around a line, with the neighboring paragraphs if it only has the picture."""
    paragraph = _paragraph_around(lines, index)
    parts = [paragraph]
    # A picture alone on a line is described above or below.
    if not any(_EMBED.sub("", lines[line_number]).strip() for line_number in paragraph):
        parts = [_paragraph_beside(lines, paragraph, -1), paragraph, _paragraph_beside(lines, paragraph, 1)]

    def alternative(embed: re.Match[str]) -> str:
        return remove_size(embed[1] or embed[2] or "")

    texts = ("\n".join(_EMBED.sub(alternative, lines[i]) for i in part).strip() for part in parts)
    return "\n\n".join(filter(None, texts))[:_MAX_PARAGRAPH_CHARS]


def _paragraph_beside(lines: Sequence[str], paragraph: range, step: int) -> range:
    i = paragraph.start - 1 if step < 0 else paragraph.stop
    while 0 <= i < len(lines) and not lines[i].strip():
        i += step
    is_text = 0 <= i < len(lines) and not lines[i].startswith("#")
    return _paragraph_around(lines, i) if is_text else range(0)


def _paragraph_around(lines: Sequence[str], index: int) -> range:
    start = end = index
    while start > 0 and lines[start - 1].strip() and not lines[start - 1].startswith("#"):
        start -= 1
    while end < len(lines) and lines[end].strip():
        end += 1
    return range(start, end)


def paragraphs_digest(paragraphs: str) -> str:
    """Return the digest that follows a colon in a picture's content hash, "" without a text."""
    return hashlib.blake2b(paragraphs.encode(), digest_size=8).hexdigest() if paragraphs else ""


def add_paragraphs(note: Note, paragraphs: str) -> Note:
    """Put the picture, to be shown, and the notes' paragraphs into a picture's note."""
    # The bare name resolves, since the note is in the picture's folder.
    shown = f"![]({quote(PurePosixPath(note.path).name)})"
    if not paragraphs:
        return replace(note, text=shown)
    # Imported late, like all parsers: a search reads no file.
    from vaultsearch.core.vault.markdown import parse_body

    text = f"{shown}\n\n{paragraphs}"
    body = parse_body(text.split("\n"), 2)
    hashed = f"{note.content_hash}:{paragraphs_digest(paragraphs)}"
    return replace(note, text=text, headings=body.headings, sections=body.sections, content_hash=hashed)


def find_changed_pictures(hashes: Iterable[tuple[str, str]], paragraphs: dict[str, str]) -> dict[str, str]:
    """Return the current texts for pictures stored with another text, given paths and content hashes."""
    pictures = ((path, content) for path, content in hashes if kind_of(path) in EMBEDDED_KINDS)
    return {
        path: paragraphs.get(path, "")
        for path, content in pictures
        # A stored hash ends in ":digest", perhaps with words after a space.
        if content.partition(" ")[0].partition(":")[2] != paragraphs_digest(paragraphs.get(path, ""))
    }
