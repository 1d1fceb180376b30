"""A note and its parts as they are read from disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


CANVAS_ENDING = ".canvas"
"""The end of a canvas's name, in any case."""


EMPTY_NOTE = "(empty note)"
"""Stands for the text of a note that has none, not even properties."""


PropertyValue: TypeAlias = (
    "str | int | float | bool | date | datetime | list[PropertyValue] | dict[str, PropertyValue] | None"
)


class LinkKind(StrEnum):
    """How a link is written: ``[[...]]``, ``![[...]]`` or ``[...](...)``."""

    WIKILINK = "wikilink"
    EMBED = "embed"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character offsets."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a note: level 1 to 6, its text as read, its 1-based line in the file."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written: ``target`` without heading or block ("" means the note itself)."""

    kind: LinkKind
    target: str
    line: int
    heading: tuple[str, ...] = ()
    block: str | None = None
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block of a section: what must not be cut where it can be helped.

    ``content`` is the block as it stands in the file, ``text`` as the reader sees it. Lines are
    1-based and inclusive. ``kind`` is the construct (paragraph, list, fence, table, callout ...).
    """

    kind: str
    line_start: int
    line_end: int
    content: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """The blocks under one heading, up to the next one; ``heading_path`` is () before the first."""

    heading_path: tuple[str, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """What the disk says of a file: cheap to compare without reading it."""

    path: str
    size: int
    mtime_ns: int

    @property
    def modified(self) -> datetime:
        """When the file was saved last."""
        try:
            return _EPOCH + timedelta(microseconds=self.mtime_ns // 1000)
        except OverflowError:  # a clock that was set to the year 20,000
            return datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Note:
    """A note as read from the vault. ``path`` is relative to the vault, with ``/``.

    ``tags`` are lower case, without ``#``, each followed by its parents; ``problems`` are sentences
    about parts that could not be read although the rest was. ``leads_out`` tells that its path is a
    link, or below one, that leads out of the vault.
    """

    path: str
    title: str
    text: str
    content_hash: str
    revision: Revision
    modified: datetime
    created: datetime | None = None
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    headings: tuple[Heading, ...] = ()
    sections: tuple[Section, ...] = ()
    problems: tuple[str, ...] = ()
    leads_out: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """A note as safe HTML: the one of its parts that is wanted first; the others can be asked for.

    ``starts`` are the 1-based lines that the parts begin with; ``html`` is that of number ``part``, from 0.
    The lines of ``passage``, first and last, are marked. ``anchor`` names the place to show, "" the top.
    """

    path: str
    title: str
    html: str
    part: int = 0
    starts: tuple[int, ...] = (1,)
    outline: tuple[Heading, ...] = ()
    heading_path: tuple[str, ...] = ()
    passage: tuple[int, int] | None = None
    anchor: str = ""
