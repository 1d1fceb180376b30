"""Notes and the places of passages as the index holds them: what conditions are evaluated on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vaultsearch.core.values.note import FileKind, page_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from vaultsearch.core.values.note import Heading, Link


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note as conditions are evaluated on it; values of ``properties`` are JSON's, dates in ISO's form.

    ``date`` is the note's own, ``modified`` when its file was saved.
    """

    path: str
    title: str
    date: datetime
    text: str
    tags: tuple[str, ...]
    properties: Mapping[str, Any]
    aliases: tuple[str, ...]
    links: tuple[Link, ...]
    headings: tuple[Heading, ...]
    modified: datetime | None = None
    kind: FileKind = FileKind.NOTE

    @property
    def named_headings(self) -> tuple[Heading, ...]:
        """The headings that somebody wrote: all but those of pages."""
        return tuple(heading for heading in self.headings if page_of(self.path, (heading.text,)) is None)

    def heading_path(self, line: int) -> tuple[str, ...]:
        """Return the headings above a 1-based line, that of the line itself included, the topmost first."""
        above: list[Heading] = []
        for heading in self.headings:
            if heading.line > line:
                break
            above = [*(above_it for above_it in above if above_it.level < heading.level), heading]
        return tuple(heading.text for heading in above)


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """The place of a passage, in 1-based lines, and its language."""

    id: str
    path: str
    line_start: int
    line_end: int
    language: str
