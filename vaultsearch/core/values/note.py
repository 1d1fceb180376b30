"""Values of a note: as parsed from disk, as stored, and as shown on a page."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from itertools import dropwhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, cast
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from vaultsearch.core.values.times import PastNote

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

NOTE_ENDINGS = (".md", ".markdown", ".mdx", ".qmd", ".rmd")
"""Note filename endings, in any case: Obsidian's, and other programs' Markdown."""
CANVAS_ENDING = ".canvas"
"""A canvas's filename ending, in any case."""

EMPTY_NOTE, NO_TEXT = "(empty note)", "(no text)"
"""Shown for a note without text or properties, and for another file without text."""

TEXT_IN_PICTURE = "Text in picture"
"""The heading above recognised text: it shows wherever a passage is shown or cited under its headings."""

_PAGE = re.compile(r"(?:Page|Slide) (\d{1,6})(?: \(.*\))?")


def page_of(path: str, heading_path: Sequence[str]) -> int | None:
    """Return the 1-based page a passage's headings begin with; notes have no pages."""
    if not heading_path or path.lower().endswith((*NOTE_ENDINGS, CANVAS_ENDING)):
        return None
    page = _PAGE.fullmatch(heading_path[0])
    return int(page[1]) if page else None


PropertyValue: TypeAlias = (
    "str | int | float | bool | date | datetime | list[PropertyValue] | dict[str, PropertyValue] | None"
)


@dataclass(frozen=True, slots=True)
class NoteAddress:
    """A note by vault folder, path within it, short id, and link to open it in Obsidian."""

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
    MEDIA = "media"
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
EMBEDDED_KINDS = frozenset({FileKind.IMAGE, FileKind.MEDIA})
"""Kinds found by name and by the paragraphs in notes around their embeds or links, not by their own text."""
ESCAPED_KINDS = frozenset(map(FileKind, ("document", "book", "web", "slides", "sheet", "mail")))
"""Kinds that are read as Markdown in which the file's own characters are escaped."""


class LinkKind(StrEnum):
    """A link's syntax: ``[[...]]``, ``![[...]]`` or ``[...](...)``."""

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
    """A note's heading: level 1 to 6, text without Markdown, 1-based line in the file."""

    level: int
    text: str
    line: int


def headings_above(path: str, headings: Sequence[Heading], line: int) -> list[Heading]:
    """Return the headings above a line, topmost first.

    In a PDF, sections begun on earlier pages continue below the page's heading, until others at their level
    begin; recognised text is in none.
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
            above = [*(outer for outer in above if outer.level < heading.level), heading]
    return [*page, *(recognised or above)]


@dataclass(frozen=True, slots=True)
class ParsedLink:
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
    """A section's top-level block, not split if avoidable.

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
class NoteSection:
    """The blocks under a heading, up to the next; ``heading_path`` is () before the first.

    ``page`` is their 1-based page; the first heading is then the page's.
    """

    heading_path: tuple[str, ...]
    blocks: tuple[Block, ...]
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """A file's state according to metadata, comparable without reading the file.

    ``state`` combines the file's inode and last change, including metadata changes; 0 if unknown. A program
    copying times along with content changes nothing else.
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
        text: The file's text or, for other kinds, Markdown generated from it; lines refer to this.
        tags: Tags as written, without ``#``.
        problems: Sentences on unreadable parts.
        leads_out: Whether a link at or above the path leads out of the vault.
        unread: 1-based pages that are pictures with unrecognised text; 1 for a picture.
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
    links: tuple[ParsedLink, ...] = ()
    headings: tuple[Heading, ...] = ()
    sections: tuple[NoteSection, ...] = ()
    problems: tuple[str, ...] = ()
    leads_out: bool = False
    kind: FileKind = FileKind.NOTE
    unread: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """A note as safe HTML, part by part.

    Attributes:
        starts: First lines of all parts, 1-based.
        passage: First and last marked line.
        anchor: Where to scroll to, "" for the top.
        begins: The passage's first words, as read: the block may be taller than a screen.
        digest: Differs if title or text do; valid within a process.
        past: The note's origin if shown as it was.
        is_gone: Whether the note was deleted or moved after it was shown.
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
    is_gone: bool = False


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
    """Return whether a reference points into the SVG, or to an embedded raster image."""
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
    """A word on a page or in a picture, with the box as shares of width and height from the upper left.

    ``line`` numbers the page's lines; ``is_match`` is set if the query has the word.
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
    """A page, by 1-based number: 32 bits a pixel (blue, green, red, unused), rows of ``stride`` bytes.

    ``is_recognised`` is set if the words were recognised in a picture, "text in picture".
    """

    number: int
    width: int
    height: int
    stride: int
    pixels: bytes
    words: tuple[WordPlace, ...]
    is_recognised: bool = False


FOLD_ADDRESS = "fold:"
"""The scheme of links that fold and unfold something on the page."""
PROPERTIES = 0
"""The fold number of a note's properties; a callout's is the line, negative if the note has it open."""
FOLD_SIGN = f"<a class='fold' href='{FOLD_ADDRESS}{{line}}'>▸</a>"
FOLD_BEGIN, FOLD_END = "<!--fold {line}-->", "<!--end of fold {line}-->"
FOLD_SUMMARY = "<span class='status' title='{line}'>{text}</span>"
"""The text beside a closed fold's sign; it disappears on opening."""
_SIGN_OF_OPEN = "▾"
_FOLDS = re.compile(r"<!--fold (-?\d+)-->(.*?)<!--end of fold \1-->", re.DOTALL)
PASSAGE_MARK = " data-passage"
"""Follows the name and class of the passage's elements."""
_PASSAGE = re.compile(f"<[^<>]*{PASSAGE_MARK}\\b")


def with_folds(html: str, is_open: Callable[[int, bool], bool]) -> str:
    """Return a part's HTML without closed folds; ``is_open`` takes a number and if it has the passage."""
    while (fold := _FOLDS.search(html)) is not None:
        number, content = int(fold[1]), fold[2]
        if is_open(number, _PASSAGE.search(content) is not None):
            sign = FOLD_SIGN.format(line=number)
            html = html.replace(fold[0], content).replace(sign, sign.replace("▸", _SIGN_OF_OPEN))
            html = re.sub(FOLD_SUMMARY.format(line=number, text="[^<]*"), "", html)
        else:
            html = html.replace(fold[0], "")
    return html


_SCHEME = "math"


@dataclass(frozen=True, slots=True)
class Formula:
    """A drawable formula.

    Args:
        latex: The source, without dollar signs.
        is_block: Whether it stands by itself, on lines of its own.
        width: In multiples of the font size, like the others.
        ascent: The extent above the baseline.
        descent: The extent below the baseline.
    """

    latex: str
    is_block: bool
    width: float
    ascent: float
    descent: float

    @property
    def source(self) -> str:
        """The source as written in a note."""
        return f"$${self.latex}$$" if self.is_block else f"${self.latex}$"

    @property
    def address(self) -> str:
        """The picture's address on a page, which encodes everything."""
        extent = ",".join(f"{number:.3f}" for number in (self.width, self.ascent, self.descent))
        return f"{_SCHEME}:{'block' if self.is_block else 'line'}:{extent}:{quote(self.latex, safe='')}"

    @classmethod
    def of_address(cls, address: str) -> Formula | None:
        """Parse a formula's address; return None for other addresses."""
        scheme, _, rest = address.partition(":")
        if scheme != _SCHEME:
            return None
        kind, extent, latex = rest.split(":", 2)
        return cls(unquote(latex), kind == "block", *map(float, extent.split(",")))


_DIAGRAM_SCHEME = "mermaid"


@dataclass(frozen=True, slots=True)
class Diagram:
    """A Mermaid diagram, drawn with ``scale`` pixels a unit, on a dark or light ground."""

    source: str
    scale: float = 1.0
    is_dark: bool = False

    @property
    def written(self) -> str:
        """The diagram as written in a note."""
        return f"```mermaid\n{self.source}\n```"

    @property
    def address(self) -> str:
        """The picture's address on a page, which encodes everything."""
        ground = "dark" if self.is_dark else "light"
        return f"{_DIAGRAM_SCHEME}:{self.scale:.2f}:{ground}:{quote(self.source, safe='')}"

    @classmethod
    def of_address(cls, address: str) -> Diagram | None:
        """Parse a diagram's address; return None for other addresses."""
        scheme, _, rest = address.partition(":")
        if scheme != _DIAGRAM_SCHEME:
            return None
        scale, ground, source = rest.split(":", 2)
        return cls(unquote(source), float(scale), ground == "dark")


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note for evaluating conditions; ``properties`` hold JSON values, dates in ISO's form.

    ``date`` is the note's own, ``modified`` when the file was saved. ``tags`` are those of `index_tags`. For
    ``text``, a function may be given, which reads the UTF-8 each time.
    """

    path: str
    title: str
    date: datetime
    text: str
    tags: tuple[str, ...]
    properties: Mapping[str, Any]
    aliases: tuple[str, ...]
    links: tuple[ParsedLink, ...]
    headings: tuple[Heading, ...]
    modified: datetime | None = None
    kind: FileKind = FileKind.NOTE
    written_tags: tuple[str, ...] = ()

    @property
    def named_headings(self) -> tuple[Heading, ...]:
        """The headings somebody wrote: all but pages'."""
        return tuple(heading for heading in self.headings if page_of(self.path, (heading.text,)) is None)

    def heading_path(self, line: int) -> tuple[str, ...]:
        """Return the headings above a 1-based line, including any on it, topmost first."""
        # By the levels alone, so without the path: sections of a PDF begun on earlier pages are left out.
        return tuple(heading.text for heading in headings_above("", self.headings, line))


_TEXT: Any = vars(StoredNote)["text"]
StoredNote.text = property(  # type: ignore[assignment,misc]
    lambda note: held if isinstance(held := _TEXT.__get__(note), str) else held().decode(), _TEXT.__set__
)


_MAX_CHANGES, _MAX_CHANGED_NOTES = 16, 200
"""Changes known of a list, and the notes in one: the notes that are gone stay in memory until then."""


class ListedNotes(tuple["StoredNote", ...]):
    """All notes of an index, with the latest changes: each from a former list, by token, to the next."""

    def __new__(cls, notes: Iterable[StoredNote] = ()) -> Self:
        """Make a list whose former lists are unknown."""
        listed = super().__new__(cls, notes)
        listed.token, listed.changes = object(), ()
        return listed

    token: object
    changes: tuple[tuple[object, Sequence[StoredNote], Sequence[StoredNote]], ...]

    def followed_by(
        self, notes: Iterable[StoredNote], gone: Sequence[StoredNote], new: Sequence[StoredNote]
    ) -> ListedNotes:
        """Return the next list, in which ``new`` notes replace those ``gone``."""
        listed = ListedNotes(notes)
        if max(len(gone), len(new)) <= _MAX_CHANGED_NOTES:
            listed.changes = (*self.changes[1 - _MAX_CHANGES :], (self.token, gone, new))
        return listed

    def differences(self, former: ListedNotes) -> tuple[list[StoredNote], list[StoredNote]] | None:
        """Return the notes only in a former list, and those only in this one; None if not known."""
        if former.token is self.token:
            return [], []
        later = list(dropwhile(lambda change: change[0] is not former.token, self.changes))
        gone, new = dict[int, StoredNote](), dict[int, StoredNote]()
        for _, left, came in later:
            gone |= {id(note): note for note in left if new.pop(id(note), None) is None}
            new |= {id(note): note for note in came if gone.pop(id(note), None) is None}
        return ([*gone.values()], [*new.values()]) if later else None


def differing_notes(
    former: Collection[StoredNote], notes: Collection[StoredNote]
) -> tuple[list[StoredNote], list[StoredNote]]:
    """Return the notes only among the former ones, and those only among the present ones.

    Compared by identity: a note that did not change is the same object.
    """
    # To compare 50,000 takes 20 ms of CPU, for each of the five values that are derived from them.
    are_listed = isinstance(former, ListedNotes) and isinstance(notes, ListedNotes)
    if are_listed and (known := cast("ListedNotes", notes).differences(cast("ListedNotes", former))):
        return known
    same = {*map(id, former)}.intersection(map(id, notes))
    gone, new = ([note for note in each if id(note) not in same] for each in (former, notes))
    return gone, new


def are_named_alike(gone: Iterable[StoredNote], new: Iterable[StoredNote]) -> bool:
    """Return whether notes in place of others have their paths and aliases: no link leads elsewhere."""
    before, now = ({note.path: note.aliases for note in notes} for notes in (gone, new))
    return before == now


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """A passage's place, in 1-based lines, and language."""

    id: str
    path: str
    line_start: int
    line_end: int
    language: str
