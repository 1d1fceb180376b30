"""What is read back from the index besides passages: for the sync, and for the conditions of a query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from vaultsearch.core.index.embedded_text import EmbeddedText
    from vaultsearch.core.values.note import Heading, Link, Revision


@dataclass(frozen=True, slots=True)
class StoredRevision:
    """What the index knows of a note: enough to tell whether the disk has something newer."""

    revision: Revision
    content_hash: str


@dataclass(frozen=True, slots=True)
class PendingChunk:
    """A passage that has no vector yet, or one that was made under another title."""

    id: str
    embedded: EmbeddedText


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that has no token vectors yet, its key, and a note that it stands in."""

    key: str
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredNote:
    """What conditions may ask of a note; values of ``properties`` are JSON's, dates in ISO's form."""

    path: str
    title: str
    date: datetime
    text: str
    tags: tuple[str, ...]
    properties: Mapping[str, Any]
    aliases: tuple[str, ...]
    links: tuple[Link, ...]
    headings: tuple[Heading, ...]

    def heading_path(self, line: int) -> tuple[str, ...]:
        """Give the headings above a 1-based line, that of the line itself included, the topmost first."""
        above: list[Heading] = []
        for heading in self.headings:
            if heading.line > line:
                break
            above = [*(one for one in above if one.level < heading.level), heading]
        return tuple(heading.text for heading in above)


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """Where a passage stands, and in which language."""

    id: str
    path: str
    line_start: int
    line_end: int
    language: str
