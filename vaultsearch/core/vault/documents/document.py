"""A document as its readers hand it over, and what they share: escaping, damage, archives, XML, formulas.

Zipped documents (Office, OpenDocument, EPUB) are opened within limits of size.
"""

from __future__ import annotations

import errno
import functools
import posixpath
import re
import sys
import warnings
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import unquote
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from vaultsearch.core.messages import Message
from vaultsearch.core.vault.file_content import UnreadableNoteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lxml.etree import _Element

    from vaultsearch.core.values.note import PropertyValue


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as Markdown: its headings, lists and tables, without front matter.

    Attributes:
        text: The Markdown.
        title: Its own title, "" for the file's name.
        properties: What its metadata say of it, such as the author.
        created: When it was made, None if it doesn't say.
        problems: Sentences on parts that could not be read.
        is_note: Whether it is a note as well, in which tags and inline fields count.
    """

    text: str
    title: str = ""
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    created: datetime | None = None
    problems: tuple[str, ...] = ()
    is_note: bool = False


_INLINE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])"  # an escape
    r"|[`*\[$]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w+;)"
    r"|~(?=~)|=(?==)|%(?=%)|:(?=:)"  # struck out, highlight, comment, field
    r"|(?<![^\s(])#(?=\w)|\^(?=[A-Za-z0-9-]+\s*$)",  # tag, block id
    re.MULTILINE,
)
_LINE_START = re.compile(
    r"(?m)^([ \t]*)(?:(?=[>+-](?:\s|$)|#{1,6}(?:\s|$)|-{2,}\s*$)|(\d{1,9})(?=[.)](?:\s|$)))"
)
_OUTER = re.compile(r"(https?://[^\s<>]{1,2000})|mailto:([^\s<>?]{1,300}).*", re.IGNORECASE)
_CONTROL = dict.fromkeys([*range(9), *range(11, 13), *range(14, 32), 127, *range(0xD800, 0xE000)])
_LINES = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")


def cleaned(text: str) -> str:
    """Return text with line feeds as line ends, without control characters and lone surrogates."""
    return _LINES.sub("\n", text).translate(_CONTROL)


def escaped(text: str) -> str:
    """Escape the characters within a line that Markdown, or Obsidian, would take for syntax."""
    return _INLINE.sub(r"\\\g<0>", text)


def paragraph(text: str) -> str:
    """Escape a paragraph, also the beginnings of lines that would make lists, quotes or headings of it."""
    return escape_starts(escaped(text))


def escape_starts(text: str) -> str:
    """Escape the beginnings of lines; leave what is within them."""
    return _LINE_START.sub(lambda match: f"{match[2]}\\" if match[2] else "\\", text)


def outer_address(link: str) -> str:
    """Return the web or mail address that a link leads to, "" if it leads nowhere else."""
    match = _OUTER.fullmatch(link.strip())
    return match[1] or match[2] if match else ""


def with_address(text: str, link: str) -> str:
    """Return a text with the address that it links to, unless it says it."""
    address = outer_address(link)
    return text if address in text else f"{text} ({address})" if text else address


def heading(level: int, text: str) -> str:
    """Return a heading of a level from 1 to 6; "" without a text."""
    line = " ".join(text.split())
    return f"{'#' * max(1, min(6, level))} {line}" if line else ""


def fence(code: str, language: str = "") -> str:
    """Return code within a fence that is longer than any in it."""
    longest = max((len(run) for run in re.findall(r"^ {0,3}(`{3,})", code, re.MULTILINE)), default=2)
    marks = "`" * (longest + 1)
    lines = code.rstrip().lstrip("\n")
    return f"{marks}{language}\n{lines}\n{marks}" if lines else ""


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are Markdown; the first row is its head.

    Empty rows and columns at the right are left out, and a single column is a list of paragraphs.
    """
    filled_rows = [row for row in rows if any(cell.strip() for cell in row)]
    width = max((i + 1 for row in filled_rows for i, cell in enumerate(row) if cell.strip()), default=0)
    if width < 2:
        return "\n\n".join(row[0].strip() for row in filled_rows)
    lines = [_row([*row[:width], *[""] * (width - len(row))]) for row in filled_rows]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", r"\|") for cell in cells) + " |"


def joined(blocks: Iterable[str]) -> str:
    """Return blocks with a blank line between them."""
    return "\n\n".join(block for block in blocks if block.strip())


_OF_THE_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
"""Errors that no content causes; a library raises others for damaged bytes."""
SAVE_AGAIN = "Open it in the program that made it, and save it again."


_Read: TypeAlias = "Callable[[bytes], DocumentText]"


def reads(kind: str) -> Callable[[_Read], _Read]:
    """Make a reader raise UnreadableNoteError, whatever its library raises on damaged bytes.

    Want of memory and errors of the disk pass through: the file is not to blame for those.

    Args:
        kind: The document in a sentence, with its article: "a Word document".
    """
    # Before any library is imported, since each reader is declared with this decorator.
    _refuse_postscript()

    def guarded(read: _Read) -> _Read:
        @functools.wraps(read)
        def reader(raw: bytes) -> DocumentText:
            if not raw.strip(b"\0 \t\r\n"):
                raise UnreadableNoteError("The file is empty.", "Remove it, or restore an older version.")
            try:
                with warnings.catch_warnings():
                    # Libraries warn of styles and extensions that they leave out, and the tests take a
                    # warning for an error.
                    warnings.simplefilter("ignore")
                    return read(raw)
            except (UnreadableNoteError, MemoryError):
                raise
            # The libraries raise KeyError, IndexError, zlib.error, RecursionError ... on damaged files.
            except Exception as error:
                if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
                    raise
                raise UnreadableNoteError(
                    Message("It isn't {}, or is damaged, so it can't be read.", kind), SAVE_AGAIN
                ) from error

        return reader

    return guarded


def _refuse_postscript() -> None:
    """Keep Pillow, if a library uses it, from running Ghostscript on what a file holds.

    openpyxl opens the pictures of chart sheets with whatever decoder fits; no reader needs this decoder.
    """
    sys.modules.setdefault("PIL.EpsImagePlugin", None)  # type: ignore[arg-type]  # an import that fails


def moment(written: str | None) -> datetime | None:
    """Return an ISO 8601 date in UTC, or None; without a zone it is taken for UTC."""
    try:
        moment_read = datetime.fromisoformat((written or "").strip())
        return moment_read.astimezone(UTC) if moment_read.tzinfo else moment_read.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def properties_of(**named: str | None) -> dict[str, PropertyValue]:
    """Return the properties that have a value, each on one line."""
    return {name: " ".join(value.split()) for name, value in named.items() if value and value.strip()}


_MOST_ENTRIES = 20_000
_MOST_BYTES = 1 << 30
_LARGEST_PART = 32 << 20
"""Maximum bytes of one part of markup. A tree takes some ten times as much memory."""
_HIGHEST_RATIO = 200
_RATIO_FROM = 8 << 20
"""Bytes from which on the ratio counts: a small empty table also shrinks to a two-hundredth."""
_PROLOG = 1 << 16
_STREAMED = "xl/worksheets/"
_PAGES = ("html", ".htm")
_MARKUP = (".xml", ".rels", ".opf", ".ncx", *_PAGES)
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


class _EntityError(Exception):
    pass


class _PrologEndError(Exception):
    pass


def open_archive(raw: bytes) -> ZipFile:
    """Open a zipped document after checking its sizes, and its XML for entities.

    Raises:
        UnreadableNoteError: It is encrypted, of an older format, no archive, or would unpack beyond limits.
    """
    if raw.startswith(_COMPOUND_FILE):
        raise _of_compound_file(raw)
    try:
        archive = ZipFile(BytesIO(raw))
    except (BadZipFile, NotImplementedError, ValueError, EOFError) as error:
        raise UnreadableNoteError(
            "It is damaged, incomplete, or of another type than its name says.", SAVE_AGAIN
        ) from error
    entries = archive.infolist()
    if any(entry.flag_bits & 1 for entry in entries):
        raise locked()
    size = sum(entry.file_size for entry in entries)
    # The sizes are those that the archive claims; zipfile reads no more of a part than that.
    is_bomb = size > _RATIO_FROM and size > _HIGHEST_RATIO * len(raw)
    markup = [entry for entry in entries if entry.filename.lower().endswith(_MARKUP)]
    trees = (entry for entry in markup if not entry.filename.startswith(_STREAMED))
    is_large = any(entry.file_size > _LARGEST_PART for entry in trees)
    if len(entries) > _MOST_ENTRIES or size > _MOST_BYTES or is_bomb or is_large:
        raise UnreadableNoteError(
            "It would unpack to more than can be read safely.", "Split it into smaller documents."
        )
    for entry in markup:
        # Pages of an EPUB declare the entities of HTML, and are read by a parser of HTML.
        if not entry.filename.lower().endswith(_PAGES):
            with archive.open(entry) as part:
                _refuse_entities(part.read(_PROLOG))
    return archive


def locked() -> UnreadableNoteError:
    """Return the error of a document that is encrypted."""
    return UnreadableNoteError(
        "It is protected by a password.", "Save a copy without one to have it indexed."
    )


def _of_compound_file(raw: bytes) -> UnreadableNoteError:
    if _ENCRYPTED in raw:
        return locked()
    return UnreadableNoteError(
        "It is in the format of Office before 2007, which isn't read.", "Save it as docx, xlsx or pptx."
    )


def _refuse_entities(prolog: bytes) -> None:
    """Raise UnreadableNoteError if XML declares entities, which can expand exponentially or name files."""

    def refuse(*_: object) -> None:
        raise _EntityError

    def end(*_: object) -> None:
        raise _PrologEndError

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = end
    try:
        parser.Parse(prolog, True)
    except _PrologEndError:
        return
    except _EntityError as error:
        raise UnreadableNoteError("Its XML declares entities, which may be harmful.", SAVE_AGAIN) from error
    except (expat.ExpatError, LookupError, ValueError):
        # Whoever needs this part will find it damaged.
        return


def xml(archive: ZipFile, name: str) -> _Element:
    """Parse a part. Raise KeyError if there is none, lxml's XMLSyntaxError if it is damaged."""
    from lxml import etree

    # Nothing is fetched or expanded; depth and the length of texts have libxml2's limits.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(archive.read(name), parser)


def xml_or_none(archive: ZipFile, name: str) -> _Element | None:
    """Parse a part that a document may lack."""
    return xml(archive, name) if name in archive.NameToInfo else None


def beside(part: str, target: str) -> str:
    """Return the name of the part that another one names relative to itself."""
    path = unquote(target.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(part), path)).lstrip("/")


class Related(NamedTuple):
    """A reference of a part of an Office document: the last word of its type, its address, its part."""

    kind: str
    target: str
    part: str


def related(archive: ZipFile, part: str) -> dict[str, Related]:
    """Map the identifiers of a part's references to what they refer to."""
    folder, _, file = part.rpartition("/")
    tree = xml_or_none(archive, f"{folder}/_rels/{file}.rels")
    parts_by_key = {}
    for element in tree if tree is not None else ():
        kind, target = element.get("Type", "").rpartition("/")[2], element.get("Target", "")
        parts_by_key[element.get("Id", "")] = Related(kind, target, beside(part, target))
    return parts_by_key


def local(element: _Element) -> str:
    """Return an element's name without its namespace; "" for a comment or an instruction."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: _Element, name: str) -> str:
    """Return an attribute whatever its namespace, else ""."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def first_text(tree: _Element | None, name: str) -> str:
    """Return the text of the first element of a name, whatever its namespace, else ""."""
    if tree is None:
        return ""
    return next(("".join(element.itertext()) for element in tree.iter(f"{{*}}{name}")), "")


def with_core_properties(archive: ZipFile, text: str) -> DocumentText:
    """Add the title, author and date that an Office document keeps in docProps."""
    core = xml_or_none(archive, "docProps/core.xml")
    properties = properties_of(
        author=first_text(core, "creator"),
        subject=first_text(core, "subject"),
        keywords=first_text(core, "keywords"),
    )
    title = " ".join(first_text(core, "title").split())
    return DocumentText(text, title, properties, moment(first_text(core, "created")))


_FORMULA_LEFT_OUT = frozenset(("annotation", "annotation-xml", "chr", "rPr"))
_FORMULA_BETWEEN = {
    "msup": "^", "msub": "_", "mfrac": "/", "mover": "^", "munder": "_", "msubsup": "_^",
    "munderover": "_^",
}  # fmt: skip
"""Between the parts of an element of MathML."""
_FORMULA_BEFORE = {"sup": "^", "sub": "_", "num": "", "den": "/"}
"""Before a part of a formula of Office."""
_FORMULA_AROUND = {"d": "({})", "mtext": " {} ", "a": " [{}] "}
"""Around a part; the number of a footnote is none of the word that it stands behind."""
_INTEGRAL = "∫"
"""The sign of a sum or the like in a formula of Office that names none (ECMA-376, 22.1.2.20)."""


def in_a_line(formula: _Element) -> str:
    """Return a formula's signs in their order, powers, indices and fractions as they are typed."""
    name = local(formula)
    if name in _FORMULA_LEFT_OUT:
        return ""
    parts = [f"{in_a_line(part)}{' '.join((part.tail or '').split())}" for part in formula]
    if signs := _FORMULA_BETWEEN.get(name):
        further = zip(signs, parts[1:], strict=False)
        return "".join([*map(_grouped, parts[:1]), *(sign + _grouped(part) for sign, part in further)])
    line = "".join([" ".join((formula.text or "").split()), *parts])
    if name in _FORMULA_BEFORE:
        return _FORMULA_BEFORE[name] + _grouped(line) if line else ""
    if name in ("msqrt", "rad"):
        return f"√{_grouped(line)}"
    if name == "nary":
        chosen = next((attribute(sign, "val") for sign in formula.iterfind("{*}naryPr/{*}chr")), _INTEGRAL)
        return f"{chosen}{line}"
    return _FORMULA_AROUND.get(name, "{}").format(line)


def _grouped(line: str) -> str:
    line = line.strip()
    return line if line.isalnum() or len(line) <= 1 else f"({line})"
