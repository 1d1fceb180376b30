"""A document's text, and the tools its readers share: escaping, damage, archives, XML, formulas.

Zipped documents (Office, OpenDocument, EPUB) are opened within size limits.
"""

from __future__ import annotations

import errno
import functools
import posixpath
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import unquote
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import PropertyValue
from vaultsearch.core.vault.file_content import UnreadableNoteError

if TYPE_CHECKING:
    from lxml.etree import _Element


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as Markdown with headings, lists and tables, without front matter.

    Attributes:
        title: Title in the document, "" to use the file name.
        properties: Metadata such as the author.
        created: Creation date, None if unknown.
        problems: Sentences on unreadable parts.
        is_note: Whether tags and inline fields count, as in a note.
    """

    text: str
    title: str = ""
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    created: datetime | None = None
    problems: tuple[str, ...] = ()
    is_note: bool = False


_INLINE_SYNTAX = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])"  # an escape
    r"|[`*\[$]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w+;)"
    r"|~(?=~)|=(?==)|%(?=%)|:(?=:)"  # struck out, highlight, comment, field
    r"|(?<![^\s(])#(?=\w)|\^(?=[A-Za-z0-9-]+\s*$)",  # tag, block id
    re.MULTILINE,
)
_LINE_START = re.compile(
    r"(?m)^([ \t]*)(?:(?=[>+-](?:\s|$)|#{1,6}(?:\s|$)|-{2,}\s*$)|(\d{1,9})(?=[.)](?:\s|$)))"
)
_ESCAPED = re.compile(r"(?ms)^(`{3,})[^`\n]*\n.*?(?:^\1$|\Z)|\\([!-/:-@\[-`{-~])")
_WEB_OR_MAIL = re.compile(r"(https?://[^\s<>]{1,2000})|mailto:([^\s<>?]{1,300}).*", re.IGNORECASE)
_CONTROL_CHARACTERS = dict.fromkeys([*range(9), *range(11, 13), *range(14, 32), 127, *range(0xD800, 0xE000)])
_LINE_ENDS = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")


def clean_text(text: str) -> str:
    """Normalize line ends to line feeds; drop control characters and lone surrogates."""
    return _LINE_ENDS.sub("\n", text).translate(_CONTROL_CHARACTERS)


def escape_inline(text: str) -> str:
    """Escape the characters within a line taken for syntax by Markdown or Obsidian."""
    return _INLINE_SYNTAX.sub(r"\\\g<0>", text)


def escape_paragraph(text: str) -> str:
    """Escape a paragraph, including line starts taken for lists, quotes or headings."""
    return escape_line_starts(escape_inline(text))


def escape_line_starts(text: str) -> str:
    """Escape line starts only."""
    return _LINE_START.sub(lambda match: f"{match[2]}\\" if match[2] else "\\", text)


def unescape(text: str) -> str:
    """Undo the escapes outside of code blocks."""
    return _ESCAPED.sub(lambda match: match[2] or match[0], text)


def append_address(text: str, link: str) -> str:
    """Append a web or mail address to the text, unless the text already has it; ignore other links."""
    match = _WEB_OR_MAIL.fullmatch(link.strip())
    address = (match[1] or match[2]) if match else ""
    return text if address in text else f"{text} ({address})" if text else address


def format_heading(level: int, text: str) -> str:
    """Format a heading with a level clamped to 1 to 6; return "" without a text."""
    line = " ".join(text.split())
    return f"{'#' * max(1, min(6, level))} {line}" if line else ""


def format_code_block(code: str, language: str = "") -> str:
    """Format a code block with a fence longer than any inside; return "" without code."""
    longest = max((len(run) for run in re.findall(r"^ {0,3}(`{3,})", code, re.MULTILINE)), default=2)
    marks = "`" * (longest + 1)
    lines = code.rstrip().lstrip("\n")
    return f"{marks}{language}\n{lines}\n{marks}" if lines else ""


def format_table(rows: Iterable[Sequence[str]]) -> str:
    """Format a table from cells in Markdown, with the first row as the header.

    Drops empty rows and columns; a single column becomes a list of paragraphs.
    """
    filled_rows = [row for row in rows if any(cell.strip() for cell in row)]
    columns = sorted({i for row in filled_rows for i, cell in enumerate(row) if cell.strip()})
    width = len(columns)
    if width < 2:
        return "\n\n".join(row[columns[0]].strip() for row in filled_rows)
    padded = ([row[i] if i < len(row) else "" for i in columns] for row in filled_rows)
    cells = ((" ".join(cell.split()).replace("|", r"\|") for cell in row) for row in padded)
    lines = [f"| {' | '.join(row)} |" for row in cells]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def join_blocks(blocks: Iterable[str]) -> str:
    """Join the blocks that are not blank with a blank line between them."""
    return "\n\n".join(block for block in blocks if block.strip())


_DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
"""Errors never caused by a file's content; libraries raise others for damaged bytes."""
SAVE_AGAIN_REMEDY = "Open it in the program that made it, and save it again."

_RawReader: TypeAlias = "Callable[[bytes], DocumentText]"


def guard_reader(kind: str) -> Callable[[_RawReader], _RawReader]:
    """Make a reader raise UnreadableNoteError for any error raised by a library on damaged bytes.

    Memory and disk errors pass through: the file is not to blame for those.

    Args:
        kind: The document with an article, as in a sentence: "a Word document".
    """
    # openpyxl opens the pictures of chart sheets with any decoder that fits: keep Pillow from running
    # Ghostscript on them. Done here since every reader is declared with this decorator before any import.
    sys.modules.setdefault("PIL.EpsImagePlugin", None)  # type: ignore[arg-type]  # an import that fails

    def guarded(read: _RawReader) -> _RawReader:
        @functools.wraps(read)
        def reader(raw: bytes) -> DocumentText:
            if not raw.strip(b"\0 \t\r\n"):
                raise UnreadableNoteError("The file is empty.", "Remove it, or restore an older version.")
            try:
                with warnings.catch_warnings():
                    # Libraries warn of styles and extensions they leave out; tests fail on warnings.
                    warnings.simplefilter("ignore")
                    return read(raw)
            except (UnreadableNoteError, MemoryError):
                raise
            # The libraries raise KeyError, IndexError, zlib.error, RecursionError ... on damaged files.
            except Exception as error:
                if isinstance(error, OSError) and error.errno in _DISK_ERRORS:
                    raise
                sentence = Message("It isn't {}, or is damaged, so it can't be read.", Message(kind))
                raise UnreadableNoteError(sentence, SAVE_AGAIN_REMEDY) from error

        return reader

    return guarded


def parse_iso_date(written: str | None) -> datetime | None:
    """Parse an ISO 8601 date as UTC, which is also the default zone; return None if invalid."""
    try:
        moment = datetime.fromisoformat((written or "").strip())
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def properties_of(**named: str | None) -> dict[str, PropertyValue]:
    """Collect the properties with a value, each on one line."""
    return {name: " ".join(value.split()) for name, value in named.items() if value and value.strip()}


_MAX_ENTRIES = 20_000
_MAX_UNPACKED_BYTES = 1 << 30
_MAX_PART_BYTES = 32 << 20
"""Maximum bytes of a markup part. The tree takes some ten times as much memory."""
_MAX_COMPRESSION = 200
_MIN_BYTES_FOR_RATIO = 8 << 20
"""Unpacked bytes above which the ratio counts: a small empty table also shrinks to a two-hundredth."""
_PROLOG_BYTES = 1 << 16
_MAX_DIGITS = 9
_STREAMED_PARTS = "xl/worksheets/"
_HTML_ENDINGS = ("html", ".htm")
_MARKUP_ENDINGS = (".xml", ".rels", ".opf", ".ncx", *_HTML_ENDINGS)
_COMPOUND_FILE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTION_MARK = "EncryptedPackage".encode("utf-16-le")


def open_archive(raw: bytes) -> ZipFile:
    """Open a zipped document after checking sizes, and the XML for entities.

    Raises:
        UnreadableNoteError: It is encrypted, in an older format, no archive, or would unpack beyond limits.
    """
    if raw.startswith(_COMPOUND_FILE_MAGIC):
        if _ENCRYPTION_MARK in raw:
            raise password_error()
        raise UnreadableNoteError(
            "It is in the format of Office before 2007, which isn't read.", "Save it as docx, xlsx or pptx."
        )
    try:
        archive = ZipFile(BytesIO(raw))
    except (BadZipFile, NotImplementedError, ValueError, EOFError) as error:
        sentence = "It is damaged, incomplete, or of another type than its name says."
        raise UnreadableNoteError(sentence, SAVE_AGAIN_REMEDY) from error
    entries = archive.infolist()
    if any(entry.flag_bits & 1 for entry in entries):
        raise password_error()
    size = sum(entry.file_size for entry in entries)
    # The sizes are claims, but zipfile reads no more from a part.
    is_bomb = size > _MIN_BYTES_FOR_RATIO and size > _MAX_COMPRESSION * len(raw)
    markup = [entry for entry in entries if entry.filename.lower().endswith(_MARKUP_ENDINGS)]
    trees = (entry for entry in markup if not entry.filename.startswith(_STREAMED_PARTS))
    is_large = any(entry.file_size > _MAX_PART_BYTES for entry in trees)
    if len(entries) > _MAX_ENTRIES or size > _MAX_UNPACKED_BYTES or is_bomb or is_large:
        sentence = "It would unpack to more than can be read safely."
        raise UnreadableNoteError(sentence, "Split it into smaller documents.")
    for entry in markup:
        # EPUB pages declare HTML entities, and are parsed as HTML.
        if not entry.filename.lower().endswith(_HTML_ENDINGS):
            with archive.open(entry) as part:
                _refuse_entities(part.read(_PROLOG_BYTES))
    return archive


def password_error() -> UnreadableNoteError:
    """Return the error for an encrypted document."""
    remedy = "Save a copy without one to have it indexed."
    return UnreadableNoteError("It is protected by a password.", remedy)


def _refuse_entities(prolog: bytes) -> None:
    """Raise UnreadableNoteError if XML declares entities, which can expand exponentially or name files."""

    def refuse(*_: object) -> None:
        raise UnreadableNoteError("Its XML declares entities, which may be harmful.", SAVE_AGAIN_REMEDY)

    def end(*_: object) -> None:
        raise StopIteration

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = end
    # The reader of a damaged part will report the damage.
    with suppress(StopIteration, expat.ExpatError, LookupError, ValueError):
        parser.Parse(prolog, True)


def parse_xml(archive: ZipFile, name: str) -> _Element:
    """Parse a part. Raise KeyError if missing, lxml's XMLSyntaxError if damaged."""
    return parse_xml_file(archive.read(name))


def parse_xml_file(raw: bytes) -> _Element:
    """Parse XML. Raise UnreadableNoteError if it declares entities, lxml's XMLSyntaxError if damaged."""
    from lxml import etree

    _refuse_entities(raw[:_PROLOG_BYTES])
    # Nothing is fetched or expanded; libxml2 limits depth and text length.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(raw, parser)


def xml_or_none(archive: ZipFile, name: str) -> _Element | None:
    """Parse a part, or return None if missing."""
    return parse_xml(archive, name) if name in archive.NameToInfo else None


def resolve_part_name(part: str, target: str) -> str:
    """Resolve a part name written relative to another part."""
    path = unquote(target.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(part), path)).lstrip("/")


class PartReference(NamedTuple):
    """A reference in an Office document: the type's last word, the address, the part."""

    kind: str
    target: str
    part: str


def part_references(archive: ZipFile, part: str) -> dict[str, PartReference]:
    """Map a part's reference ids to their targets."""
    folder, _, file = part.rpartition("/")
    tree = xml_or_none(archive, f"{folder}/_rels/{file}.rels")
    parts_by_key = {}
    for element in tree if tree is not None else ():
        kind, target = element.get("Type", "").rpartition("/")[2], element.get("Target", "")
        parts_by_key[element.get("Id", "")] = PartReference(kind, target, resolve_part_name(part, target))
    return parts_by_key


def local_name(element: _Element) -> str:
    """Return an element's name without namespace; "" for a comment or instruction."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute_value(element: _Element, name: str) -> str:
    """Return an attribute in any namespace, else ""."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def parse_number(written: str, otherwise: int) -> int:
    """Return the number in an attribute, ``otherwise`` if there is something else."""
    return int(written) if len(written) <= _MAX_DIGITS and written.isdecimal() else otherwise


def first_text(tree: _Element | None, name: str) -> str:
    """Return the text in the first element with a name, in any namespace, else ""."""
    if tree is None:
        return ""
    return next(("".join(element.itertext()) for element in tree.iter(f"{{*}}{name}")), "")


def add_core_properties(archive: ZipFile, text: str) -> DocumentText:
    """Add an Office document's title, author and date from docProps."""
    core = xml_or_none(archive, "docProps/core.xml")
    names = {"author": "creator", "subject": "subject", "keywords": "keywords"}
    properties = properties_of(**{name: first_text(core, element) for name, element in names.items()})
    title = " ".join(first_text(core, "title").split())
    return DocumentText(text, title, properties, parse_iso_date(first_text(core, "created")))


_FORMULA_IGNORED = frozenset(("annotation", "annotation-xml", "chr", "rPr"))
_FORMULA_BETWEEN = {
    "msup": "^", "msub": "_", "mfrac": "/", "mover": "^", "munder": "_", "msubsup": "_^",
    "munderover": "_^",
}  # fmt: skip
"""MathML element -> signs between the parts."""
_FORMULA_BEFORE = {"sup": "^", "sub": "_", "num": "", "den": "/"}
"""Office formula element -> sign before the part."""
_FORMULA_AROUND = {"d": "({})", "mtext": " {} ", "a": " [{}] "}
"""Element -> format around it; a footnote number is not part of the word before."""
_INTEGRAL = "∫"
"""Default sign for n-ary operators in Office formulas (ECMA-376, 22.1.2.20)."""


def linearize_formula(formula: _Element) -> str:
    """Write a formula on one line, with powers, indices and fractions as typed by hand."""
    name = local_name(formula)
    if name in _FORMULA_IGNORED:
        return ""
    parts = [f"{linearize_formula(part)}{' '.join((part.tail or '').split())}" for part in formula]
    if signs := _FORMULA_BETWEEN.get(name):
        signed_parts = zip(("", *signs), parts, strict=False)
        return "".join(sign + _parenthesize(part) for sign, part in signed_parts)
    line = "".join([" ".join((formula.text or "").split()), *parts])
    if name in _FORMULA_BEFORE:
        return _FORMULA_BEFORE[name] + _parenthesize(line) if line else ""
    if name in ("msqrt", "rad"):
        return f"√{_parenthesize(line)}"
    if name == "nary":
        chosen = formula.find("{*}naryPr/{*}chr")
        return f"{attribute_value(chosen, 'val') if chosen is not None else _INTEGRAL}{line}"
    return _FORMULA_AROUND.get(name, "{}").format(line)


def _parenthesize(line: str) -> str:
    line = line.strip()
    return line if line.isalnum() or len(line) <= 1 else f"({line})"
