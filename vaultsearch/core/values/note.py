"""A note and its parts as parsed from disk, as it is stored, and as it is shown on a page."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from vaultsearch.core.values.pictures import TEXT_IN_PICTURE

if TYPE_CHECKING:
    from vaultsearch.core.values.times import PastNote

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

NOTE_ENDINGS = (".md", ".markdown", ".mdx", ".qmd", ".rmd")
"""Endings of the names of notes, in any case: those of Obsidian, and Markdown of other programs."""
CANVAS_ENDING = ".canvas"
"""Suffix of a canvas's file name, in any case."""

EMPTY_NOTE = "(empty note)"
"""Placeholder for the text of a note without text or properties."""

_PAGE = re.compile(r"(?:Page|Slide) (\d{1,6})(?: \(.*\))?")


def page_of(path: str, heading_path: Sequence[str]) -> int | None:
    """Return the 1-based page that the headings of a passage begin with; notes have no pages."""
    if not heading_path or path.lower().endswith((*NOTE_ENDINGS, CANVAS_ENDING)):
        return None
    page = _PAGE.fullmatch(heading_path[0])
    return int(page[1]) if page else None


PropertyValue: TypeAlias = (
    "str | int | float | bool | date | datetime | list[PropertyValue] | dict[str, PropertyValue] | None"
)


@dataclass(frozen=True, slots=True)
class NoteAddress:
    """A note by its vault's folder, its path in it, its short id, and the link that opens it in Obsidian."""

    vault: Path
    path: str
    id: str
    uri: str

    @property
    def file(self) -> Path:
        """Return the note's file."""
        return self.vault / self.path


class FileKind(StrEnum):
    """Kind of a file that is read, by the name that queries and parameters have for it."""

    NOTE = "note"
    CANVAS = "canvas"
    PDF = "pdf"
    IMAGE = "image"
    DOCUMENT = "document"
    BOOK = "book"
    WEB = "web"
    SLIDES = "slides"
    SHEET = "sheet"
    MAIL = "mail"
    NOTEBOOK = "notebook"
    BASE = "base"
    DRAWING = "drawing"
    CODE = "code"


NOTE_KINDS = frozenset({FileKind.NOTE, FileKind.CANVAS})
"""Kinds that are always read."""


class LinkKind(StrEnum):
    """Syntax of a link: ``[[...]]``, ``![[...]]`` or ``[...](...)``."""

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
    """A heading of a note: level 1 to 6, its text without Markdown, its 1-based line in the file."""

    level: int
    text: str
    line: int


def headings_above(path: str, headings: Sequence[Heading], line: int) -> list[Heading]:
    """Return the headings above a line, the top one first.

    Of a PDF, the sections that were begun on earlier pages go on below the page's heading, until others of
    their level begin; recognised text is in none of them.
    """
    of_pdf = path.lower().endswith(".pdf")
    page: list[Heading] = []
    above: list[Heading] = []
    recognised: list[Heading] = []
    for heading in headings:
        # A page's own line is that of the section which begins right below it.
        begins_page = of_pdf and page and heading.level > 1 and page[0].line == line == heading.line - 2
        if heading.line > line and not begins_page:
            break
        recognised = []
        if of_pdf and heading.level == 1:
            page = [heading]
        elif of_pdf and heading.text == TEXT_IN_PICTURE:
            recognised = [heading]
        else:
            above = [*(above_it for above_it in above if above_it.level < heading.level), heading]
    return [*page, *(recognised or above)]


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written; ``target`` excludes heading, block and 1-based page, "" is the note itself."""

    kind: LinkKind
    target: str
    line: int
    heading: tuple[str, ...] = ()
    block: str | None = None
    alias: str | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block of a section, which is not split if avoidable.

    Attributes:
        kind: The construct (paragraph, list, fence, table, callout ...).
        line_start: First line, 1-based.
        line_end: Last line, inclusive.
        content: The block as in the file.
        text: The block as the reader sees it.
    """

    kind: str
    line_start: int
    line_end: int
    content: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """The blocks under one heading, up to the next one; ``heading_path`` is () before the first.

    ``page`` is the 1-based page that they are on; the first heading is that of the page then.
    """

    heading_path: tuple[str, ...]
    blocks: tuple[Block, ...]
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """A file's state according to its metadata, comparable without reading the file.

    ``state`` is a number made of the file's inode and the time of its last change, of its metadata too; 0 if
    unknown. A program that copies times with a file's content changes nothing else.
    """

    path: str
    size: int
    mtime_ns: int
    state: int = 0

    @property
    def modified(self) -> datetime:
        """Return the modification date."""
        try:
            return _EPOCH + timedelta(microseconds=self.mtime_ns // 1000)
        except OverflowError:
            # Such as from a clock set to the year 20,000.
            return datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Note:
    """A note, or another file, as read from the vault.

    Attributes:
        path: Path relative to the vault, with ``/``.
        text: The file's text or, of a file of another kind, Markdown generated of it; lines are of this.
        tags: Tags in lower case without ``#``, each followed by its parents.
        problems: Sentences on parts that could not be read.
        leads_out: Whether a link at or above its path leads out of the vault.
        unread: Its 1-based pages that are pictures, whose text is not recognised; 1 for a picture.
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
    kind: FileKind = FileKind.NOTE
    unread: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """A note as safe HTML, one part at a time.

    Attributes:
        html: The HTML of the part.
        part: Index of the part.
        starts: First lines of all parts, 1-based.
        passage: First and last marked line.
        anchor: Name of the place to scroll to, "" for the top.
        begins: The passage's first words, as they are read: its block may be taller than a screen.
        digest: Differs if title or text of the note do; valid within a process.
        past: Where the note is from if it is shown as it was.
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
    digest: int = 0
    begins: str = ""
    past: PastNote | None = None


_LARGEST_DRAWING = 2 * 2**20
_MAGICS = (
    (b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"), (b"BM", "bmp"),
    (b"II*\0", "tiff"), (b"MM\0*", "tiff"), (b"\0\0\1\0", "ico"),
)  # fmt: skip
_REFERENCE = re.compile(r"(?:href\s*=|url\()[\s\"']*+", re.IGNORECASE)
_EMBEDDED = re.compile(r"data:image/[a-z]+;base64,([a-z0-9+/=\s]*)[\"')]", re.IGNORECASE)
_ENTITY = re.compile(r"<!(?:ENTITY|DOCTYPE[^>]*\[)", re.IGNORECASE)
_ENCODING = re.compile(r"<\?xml[^>]*\sencoding\s*=\s*[\"']([^\"']*)")


def picture_format(content: bytes) -> str | None:
    """Return Qt's name for the format of ``content``, or None if it must not be displayed.

    Not displayed are unknown formats and SVGs that may reference other files.
    """
    # By content, not by name: an SVG called x.png once passed for a raster image, and displayed files from
    # outside of the vault.
    return _raster_format(content) or ("svg" if _is_harmless_drawing(content) else None)


def _raster_format(content: bytes) -> str | None:
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    return next((name for magic, name in _MAGICS if content.startswith(magic)), None)


def _is_harmless_drawing(content: bytes) -> bool:
    """Return whether an SVG references nothing but itself."""
    if len(content) > _LARGEST_DRAWING:
        return False
    # Plain UTF-8 alone: references in compressed or UTF-16 content could not be checked here, but Qt reads
    # them.
    try:
        text = content.decode("utf-8-sig").lstrip()
    except UnicodeDecodeError:
        return False
    declared = _ENCODING.match(text)
    if declared is not None and declared[1].lower() not in ("utf-8", "us-ascii", "ascii"):
        return False
    # An entity can stand for any text, also for a reference that the search below would not see.
    if not text.startswith("<") or "\0" in text or _ENTITY.search(text):
        return False
    return all(_stays_within(text, match.end()) for match in _REFERENCE.finditer(text))


def _stays_within(text: str, position: int) -> bool:
    """Return whether a reference is to a place in the SVG, or to a raster image embedded in it."""
    embedded = _EMBEDDED.match(text, position)
    if embedded is None:
        return text.startswith("#", position)
    # Whole groups of four characters, which can be decoded by themselves.
    begins = "".join(embedded[1].split())[:64]
    try:
        return _raster_format(base64.b64decode(begins)) is not None
    except ValueError:
        return False


class WordPlace(NamedTuple):
    """A word on a page or in a picture, its box as shares of width and height from the upper left corner.

    ``line`` numbers the lines of the page; ``is_match`` is set if the query has the word.
    """

    text: str
    line: int
    left: float
    top: float
    right: float
    bottom: float
    in_passage: bool = False
    is_match: bool = False


class PagePicture(NamedTuple):
    """A page, by its 1-based number: 32 bits a pixel (blue, green, red, unused), rows of ``stride`` bytes.

    ``is_recognised`` is set if its words were recognised in a picture, "text in picture".
    """

    number: int
    width: int
    height: int
    stride: int
    pixels: bytes
    words: tuple[WordPlace, ...]
    is_recognised: bool = False


FOLD_ADDRESS = "fold:"
"""The beginning of the address of a link that folds something on the page, and unfolds it again."""
PROPERTIES = 0
"""The number of a note's properties among what can be folded; that of a callout is its line."""
FOLD_SIGN = f"<a class='fold' href='{FOLD_ADDRESS}{{line}}'>▸</a>"
FOLD_BEGIN, FOLD_END = "<!--fold {line}-->", "<!--end of fold {line}-->"
FOLD_SUMMARY = "<span class='status' title='{line}'>{text}</span>"
"""The text beside the sign of what is folded; it goes once that is open."""
_SUMMARY = "<span class='status' title='{line}'>[^<]*</span>"
_SIGN_OF_OPEN = "▾"
_FOLDS = re.compile(r"<!--fold (\d+)-->(.*?)<!--end of fold \1-->", re.DOTALL)
_PASSAGE = re.compile(r"class='[^']*\bpassage\b")


def with_folds(html: str, is_open: Callable[[int], bool]) -> str:
    """Return the HTML of a part without what is folded in it; what holds the passage is open."""
    while (fold := _FOLDS.search(html)) is not None:
        number, content = int(fold[1]), fold[2]
        # A passage that was found must be seen, whatever the note folds.
        if is_open(number) or _PASSAGE.search(content):
            sign = FOLD_SIGN.format(line=number)
            html = html.replace(fold[0], content).replace(sign, sign.replace("▸", _SIGN_OF_OPEN))
            html = re.sub(_SUMMARY.format(line=number), "", html)
        else:
            html = html.replace(fold[0], "")
    return html


_SCHEME = "math"


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that can be drawn.

    Args:
        latex: Its source, without dollar signs.
        is_block: Whether it stands by itself, on lines of its own.
        width: In multiples of the font's size, as the others.
        ascent: How far it reaches above the baseline.
        descent: How far it reaches below the baseline.
    """

    latex: str
    is_block: bool
    width: float
    ascent: float
    descent: float

    @property
    def source(self) -> str:
        """The source as it is written in a note."""
        return f"$${self.latex}$$" if self.is_block else f"${self.latex}$"

    @property
    def address(self) -> str:
        """The address of its picture on a page, which says all of it."""
        extent = ",".join(f"{number:.3f}" for number in (self.width, self.ascent, self.descent))
        return f"{_SCHEME}:{'block' if self.is_block else 'line'}:{extent}:{quote(self.latex, safe='')}"

    @classmethod
    def of_address(cls, address: str) -> Formula | None:
        """Return the formula that has an address, None if it is that of something else."""
        scheme, _, rest = address.partition(":")
        if scheme != _SCHEME:
            return None
        kind, extent, latex = rest.split(":", 2)
        return cls(unquote(latex), kind == "block", *map(float, extent.split(",")))


_DIAGRAM_SCHEME = "mermaid"


@dataclass(frozen=True, slots=True)
class Diagram:
    """A Mermaid diagram, to be drawn with ``scale`` pixels a unit, on a dark ground or on a light one."""

    source: str
    scale: float = 1.0
    is_dark: bool = False

    @property
    def written(self) -> str:
        """The diagram as it is written in a note."""
        return f"```mermaid\n{self.source}\n```"

    @property
    def address(self) -> str:
        """The address of its picture on a page, which says all of it."""
        ground = "dark" if self.is_dark else "light"
        return f"{_DIAGRAM_SCHEME}:{self.scale:.2f}:{ground}:{quote(self.source, safe='')}"

    @classmethod
    def of_address(cls, address: str) -> Diagram | None:
        """Return the diagram that has an address, None if it is that of something else."""
        scheme, _, rest = address.partition(":")
        if scheme != _DIAGRAM_SCHEME:
            return None
        scale, ground, source = rest.split(":", 2)
        return cls(unquote(source), float(scale), ground == "dark")


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
