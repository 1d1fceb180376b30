"""Choose a file's reader by name ending, and check the content; also which kinds to read, and how large.

Document readers take 35 ms to import and their libraries 400, useless for a search: each is imported when a
file needs it.
"""

from __future__ import annotations

import hashlib
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import FILE_KINDS, Parameters
from vaultsearch.core.values.note import CANVAS_ENDING, NOTE_ENDINGS, NOTE_KINDS, FileKind, Note, Revision
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.vault.file_content import UnreadableNoteError

if TYPE_CHECKING:
    from vaultsearch.core.vault.documents.document import DocumentText

READERS_VERSION = "readers-12"
"""Increase when readers read more, or better: all files except notes are read again.

Unchanged passages keep their vectors. Retries unreadable files, too.
"""
NOTE_READER_VERSION = "notes-8"
"""The same for notes: increase when the reader yields other properties, tags, links or texts."""

_MB = 2**20
_LARGE_KINDS = (FileKind.PDF, FileKind.BOOK, FileKind.SLIDES)
_MAX_CODE_MB = 1
"""Larger code files are generated: nobody asks for their passages."""


@dataclass(frozen=True, slots=True)
class FileRules:
    """The maximum file size, in bytes, for each enabled kind; notes have a separate limit.

    Without arguments, only notes are read.
    """

    sizes: Mapping[FileKind, int] = field(default_factory=dict)

    @classmethod
    def of(cls, parameters: Parameters) -> FileRules:
        """Return the rules for the parameters under ``files``."""
        files = parameters.files
        largest = dict.fromkeys(_LARGE_KINDS, files.document_mb) | {FileKind.CODE: _MAX_CODE_MB}
        chosen = (kind for kind in FILE_KINDS if kind.value in files.kinds)
        return cls({kind: largest.get(kind, files.other_mb) * _MB for kind in chosen})

    def allows(self, kind: FileKind) -> bool:
        """Return whether to read files with this kind."""
        return kind in NOTE_KINDS or kind in self.sizes

    def limit(self, kind: FileKind | None, of_notes: int) -> int:
        """Return the maximum file size for a kind, ``of_notes`` without a separate limit."""
        return self.sizes.get(kind, of_notes) if kind is not None else of_notes


class FileFormat(NamedTuple):
    """How to read files with a name ending.

    Attributes:
        read: Raises UnreadableNoteError with the reason if a file cannot be read. Imports heavy libraries
            when called, in the worker process.
        begins: Possible first bytes; () for plain text.
        head: Number of bytes to read, 0 for all.
    """

    kind: FileKind
    read: Callable[[Revision, bytes], Note]
    begins: tuple[bytes, ...] = ()
    head: int = 0


# Parsers are imported with the first file: a search reads none, and they take 60 ms.
def read_note(revision: Revision, raw: bytes) -> Note:
    """Read a Markdown note."""
    from vaultsearch.core.vault.markdown import parse_note

    return parse_note(revision, raw)


def read_canvas(revision: Revision, raw: bytes) -> Note:
    """Read a canvas."""
    from vaultsearch.core.vault.canvas import parse_canvas

    return parse_canvas(revision, raw)


def read_pdf(revision: Revision, raw: bytes) -> Note:
    """Read the text in a PDF."""
    from vaultsearch.core.vault.pdf import parse_pdf

    return parse_pdf(revision, raw)


def read_name(revision: Revision, raw: bytes) -> Note:
    """Make a note from the first bytes of a picture or recording: without text, search finds it by name."""
    from vaultsearch.core.vault.markdown import title_of
    from vaultsearch.core.vault.note_dates import find_created_date

    # Only the first bytes are read; the size tells apart pictures with the same beginning.
    seen = hashlib.blake2b(raw, digest_size=16)
    seen.update(b"%d" % revision.size)
    created = find_created_date(revision.path, {})
    if created is None and (start := raw.find(_EXIF_MAGIC)) >= 0:
        moments = []
        for match in _EXIF_DATE.finditer(raw, start):
            with suppress(ValueError, OverflowError, OSError):
                numbers = map(int, match.groups())
                moments.append(datetime(*numbers).astimezone(UTC))  # type: ignore[arg-type]  # six numbers
        # Local times: the picture was taken at the earliest.
        created = min(moments, default=None)
    return Note(
        path=revision.path,
        title=title_of(revision.path, {}),
        text="",
        content_hash=seen.hexdigest(),
        revision=revision,
        modified=revision.modified,
        created=created,
        kind=kind_of(revision.path) or FileKind.IMAGE,
    )


# Both encrypted documents and the old formats are compound files; the reader tells them apart.
_OFFICE_MAGIC = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """How to read documents with a name ending; ``read`` names a function in a `documents` module."""

    kind: FileKind
    module: str
    read: str
    begins: tuple[bytes, ...] = ()
    languages: tuple[str, ...] = ()
    """The language of source code."""

    def __call__(self, raw: bytes) -> DocumentText:
        """Read a document. Raise UnreadableNoteError if it cannot be read."""
        if not raw.strip() and not self.begins:
            # Nothing is written in it yet, as in an empty note.
            return import_module("vaultsearch.core.vault.documents.document").DocumentText("")  # type: ignore[no-any-return]
        module = import_module(f"vaultsearch.core.vault.documents.{self.module}")
        read: DocumentText = getattr(module, self.read)(raw, *self.languages)
        return read

    def read_note(self, revision: Revision, raw: bytes) -> Note:
        """Read a document as a note."""
        from vaultsearch.core.vault.markdown import build_document_note

        # Every reader detects UTF-8 without the byte order mark, which hid a mail's headers.
        return build_document_note(revision, raw, self(raw.removeprefix(BOM_UTF8)), self.kind)


_DOCUMENT_READERS = {
    ".docx .docm": DocumentFormat(FileKind.DOCUMENT, "word", "read_docx", _OFFICE_MAGIC),
    ".odt": DocumentFormat(FileKind.DOCUMENT, "open_document", "read_odf", _OFFICE_MAGIC),
    ".rtf": DocumentFormat(FileKind.DOCUMENT, "texts", "read_rtf", (b"{\\",)),
    ".txt .log .srt .vtt": DocumentFormat(FileKind.DOCUMENT, "texts", "read_txt"),
    ".ics .vcf": DocumentFormat(FileKind.DOCUMENT, "mail", "read_entries"),
    ".org": DocumentFormat(FileKind.DOCUMENT, "texts", "read_org"),
    ".rst": DocumentFormat(FileKind.DOCUMENT, "texts", "read_rst"),
    ".tex": DocumentFormat(FileKind.DOCUMENT, "texts", "read_tex"),
    ".adoc .asciidoc": DocumentFormat(FileKind.DOCUMENT, "texts", "read_adoc"),
    ".opml": DocumentFormat(FileKind.DOCUMENT, "outlines", "read_opml"),
    ".typ": DocumentFormat(FileKind.DOCUMENT, "texts", "read_typ"),
    ".epub": DocumentFormat(FileKind.BOOK, "web_pages", "read_epub", _OFFICE_MAGIC),
    ".html .htm .xhtml": DocumentFormat(FileKind.WEB, "web_pages", "read_html"),
    ".mhtml .mht": DocumentFormat(FileKind.WEB, "web_pages", "read_mhtml"),
    ".pptx .pptm .ppsx": DocumentFormat(FileKind.SLIDES, "powerpoint", "read_pptx", _OFFICE_MAGIC),
    ".odp": DocumentFormat(FileKind.SLIDES, "open_document", "read_odf", _OFFICE_MAGIC),
    ".xlsx .xlsm": DocumentFormat(FileKind.SHEET, "tables", "read_xlsx", _OFFICE_MAGIC),
    ".ods": DocumentFormat(FileKind.SHEET, "open_document", "read_odf", _OFFICE_MAGIC),
    ".csv .tsv": DocumentFormat(FileKind.SHEET, "tables", "read_csv"),
    ".eml": DocumentFormat(FileKind.MAIL, "mail", "read_eml"),
    ".ipynb": DocumentFormat(FileKind.NOTEBOOK, "notebooks", "read_ipynb"),
    ".base": DocumentFormat(FileKind.BASE, "obsidian", "read_base"),
    ".excalidraw": DocumentFormat(FileKind.DRAWING, "excalidraw", "read_excalidraw"),
    ".excalidraw.md": DocumentFormat(FileKind.DRAWING, "excalidraw", "read_excalidraw_note"),
}
_SOURCE_ENDINGS = {
    "python": ".py .pyw", "javascript": ".js .mjs .cjs", "jsx": ".jsx", "typescript": ".ts", "tsx": ".tsx",
    "java": ".java", "kotlin": ".kt", "scala": ".scala", "swift": ".swift", "go": ".go", "rust": ".rs",
    "c": ".c .h", "cpp": ".cc .cpp .hpp", "csharp": ".cs", "php": ".php", "ruby": ".rb", "lua": ".lua",
    "perl": ".pl", "r": ".r", "julia": ".jl", "bash": ".sh .bash .zsh", "powershell": ".ps1", "sql": ".sql",
    "haskell": ".hs", "elixir": ".ex .exs", "dart": ".dart", "css": ".css .scss", "json": ".json",
    "yaml": ".yaml .yml", "toml": ".toml", "xml": ".xml",
}  # fmt: skip
"""Source code endings by language, as named in Markdown."""

DOCUMENT_FORMATS: Mapping[str, DocumentFormat] = {
    **{ending: read_as for endings, read_as in _DOCUMENT_READERS.items() for ending in endings.split()},
    **{
        ending: DocumentFormat(FileKind.CODE, "source_code", "read_source", languages=(language,))
        for language, endings in _SOURCE_ENDINGS.items()
        for ending in endings.split()
    },
}

_PDF_MAGIC = b"%PDF-"
_PDF_MAGIC_WITHIN = 1024
"""Bytes within which a PDF begins, by the specification."""
_PDF_FORMAT = FileFormat(FileKind.PDF, read_pdf, (_PDF_MAGIC,))
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif", ".tif", ".tiff", ".heic")
_MEDIA = (
    *(".mp3", ".m4a", ".wav", ".ogg", ".oga", ".opus", ".flac", ".aac", ".wma", ".amr", ".3gp"),
    *(".mp4", ".m4v", ".mov", ".mkv", ".webm", ".ogv", ".avi"),
)
_HEAD_BYTES = 64 * 1024
_EXIF_MAGIC = b"Exif\0\0"
_EXIF_DATE = re.compile(rb"((?:19|20)\d\d):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)\0")

FORMATS: Mapping[str, FileFormat] = {
    **dict.fromkeys(NOTE_ENDINGS, FileFormat(FileKind.NOTE, read_note)),
    CANVAS_ENDING: FileFormat(FileKind.CANVAS, read_canvas),
    ".pdf": _PDF_FORMAT,
    **dict.fromkeys(_PICTURES, FileFormat(FileKind.IMAGE, read_name, head=_HEAD_BYTES)),
    **dict.fromkeys(_MEDIA, FileFormat(FileKind.MEDIA, read_name, head=_HEAD_BYTES)),
    **{
        ending: FileFormat(document.kind, document.read_note, document.begins)
        for ending, document in DOCUMENT_FORMATS.items()
    },
}
"""Formats by ending, in lower case."""


def kind_of(path: str) -> FileKind | None:
    """Return a file's kind by name, None without a reader."""
    known = format_of(path)
    return known.kind if known else None


def with_kinds(failures: Iterable[Failure]) -> tuple[Failure, ...]:
    """Add the kinds of files to reading failures."""
    return tuple(replace(failure, kind=kind_of(failure.path)) for failure in failures)


def format_of(path: str) -> FileFormat | None:
    """Return a file's format by name, None without a reader."""
    return FORMATS.get(_ending_of(path))


def _ending_of(path: str) -> str:
    """Return a name's ending in lower case, with two parts if such a format exists."""
    # By hand, not `PurePosixPath.suffixes`: with 100,000 files, a scan asks twice for each.
    stem, dot, last = path.lower().rstrip("/").rpartition("/")[2].lstrip(".").rpartition(".")
    # Two parts decide for `.excalidraw.md`, which is a drawing and no note.
    if "." in stem and (both := f".{stem.rpartition('.')[2]}.{last}") in FORMATS:
        return both
    return dot + last if dot and last else ""


def read_file(revision: Revision, raw: bytes) -> Note:
    """Read a file. Raise UnreadableNoteError if the content does not fit the kind, or cannot be read."""
    ending = _ending_of(revision.path)
    format_read = FORMATS[ending]
    # Read a PDF as such, whatever the name.
    if format_read.kind not in NOTE_KINDS and not format_read.head and raw.startswith(_PDF_MAGIC):
        format_read = _PDF_FORMAT
    elif format_read.begins:
        if not raw:
            raise UnreadableNoteError("The file is empty.", "Delete it, or restore it from a backup.")
        head = raw[:_PDF_MAGIC_WITHIN].removeprefix(BOM_UTF8).lstrip()
        has_magic = _PDF_MAGIC in format_read.begins and _PDF_MAGIC in head
        if not has_magic and not head.startswith(format_read.begins):
            sentence = Message("Its name ends in {}, but its content is something else.", ending)
            raise UnreadableNoteError(sentence, "Rename it.")
    note = format_read.read(revision, raw)
    return note if note.kind is not FileKind.NOTE else replace(note, kind=format_read.kind)
