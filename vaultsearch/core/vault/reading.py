"""The reader of a file, by its ending, checked against its content; which kinds are read, and how large.

Readers of documents take 35 ms to import and their libraries 400, which a search has no use for: each is
imported when a file of its kind is read.
"""

from __future__ import annotations

import hashlib
import re
from codecs import BOM_UTF8
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import FILE_KINDS, Parameters
from vaultsearch.core.values.note import CANVAS_ENDING, NOTE_ENDINGS, NOTE_KINDS, FileKind, Note, Revision
from vaultsearch.core.vault.file_content import UnreadableNoteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from vaultsearch.core.values.sync import Failure
    from vaultsearch.core.vault.documents.document import DocumentText

READERS = "readers-7"
"""To be raised when readers read more, or better: other files than notes are read again.

Passages that come out the same keep their vectors. What could not be read is tried again, too.
"""
NOTE_READER = "notes-3"
"""The same for notes, to be raised when other properties, tags, links or texts are found in them."""

_MB = 2**20
_DOCUMENTS = (FileKind.PDF, FileKind.BOOK, FileKind.SLIDES)
_CODE_MB = 1
"""A larger file of code was generated: nobody asks for its passages."""


@dataclass(frozen=True, slots=True)
class FileRules:
    """The largest size of a file, in bytes, of each kind that is switched on; notes have a limit of theirs.

    Without arguments, notes alone are read.
    """

    sizes: Mapping[FileKind, int] = field(default_factory=dict)

    @classmethod
    def of(cls, parameters: Parameters) -> FileRules:
        """Return the rules of the parameters of the step ``files``."""
        files = parameters.files
        largest = dict.fromkeys(_DOCUMENTS, files.document_mb) | {FileKind.CODE: _CODE_MB}
        chosen = (kind for kind in FILE_KINDS if kind.value in files.kinds)
        return cls({kind: largest.get(kind, files.other_mb) * _MB for kind in chosen})

    def allows(self, kind: FileKind) -> bool:
        """Return whether files of a kind are read."""
        return kind in NOTE_KINDS or kind in self.sizes

    def limit(self, kind: FileKind | None, of_notes: int) -> int:
        """Return the largest size of a file of a kind; that of notes if the kind has none of its own."""
        return self.sizes.get(kind, of_notes) if kind is not None else of_notes


class Reader(Protocol):
    """Read the bytes of a file. Raise UnreadableNoteError with the reason if they cannot be.

    A heavy library is imported when called: that is in the worker process.
    """

    def __call__(self, revision: Revision, raw: bytes) -> Note: ...  # noqa: D102


class Format(NamedTuple):
    """The files of an ending: their kind and their reader.

    Attributes:
        begins: What one begins with, one of these; () for plain text.
        head: How many bytes of it are read, 0 for all.
    """

    kind: FileKind
    read: Reader
    begins: tuple[bytes, ...] = ()
    head: int = 0


# Parsers are imported when the first file is read: a search reads none, and they take 60 ms to import.
def read_note(revision: Revision, raw: bytes) -> Note:
    """Read a note of Markdown."""
    from vaultsearch.core.vault.markdown import parse_note

    return parse_note(revision, raw)


def read_canvas(revision: Revision, raw: bytes) -> Note:
    """Read a canvas."""
    from vaultsearch.core.vault.canvas import parse_canvas

    return parse_canvas(revision, raw)


def read_pdf(revision: Revision, raw: bytes) -> Note:
    """Read the texts of a PDF."""
    from vaultsearch.core.vault.pdf import parse_pdf

    return parse_pdf(revision, raw)


def read_name(revision: Revision, raw: bytes) -> Note:
    """Make a note of the first bytes of a picture: without text, it is found by its name."""
    from vaultsearch.core.vault.markdown import title_of
    from vaultsearch.core.vault.note_dates import created_of

    # The first bytes alone are read; the size tells another picture with the same beginning.
    seen = hashlib.blake2b(raw, digest_size=16)
    seen.update(b"%d" % revision.size)
    return Note(
        path=revision.path,
        title=title_of(revision.path, {}),
        text="",
        content_hash=seen.hexdigest(),
        revision=revision,
        modified=revision.modified,
        created=created_of(revision.path, {}) or _photographed(raw),
        kind=FileKind.IMAGE,
    )


def _photographed(raw: bytes) -> datetime | None:
    """Return when a picture was taken, by its Exif data: the earliest moment in them, in local time."""
    start = raw.find(_EXIF)
    moments = [_moment(match) for match in _EXIF_MOMENT.finditer(raw, start)] if start >= 0 else []
    return min((moment for moment in moments if moment is not None), default=None)


def _moment(match: re.Match[bytes]) -> datetime | None:
    try:
        return datetime(*map(int, match.groups())).astimezone(UTC)  # type: ignore[arg-type]  # six numbers
    except (ValueError, OverflowError, OSError):
        return None


def document_reader(kind: FileKind, read: Callable[[bytes], DocumentText]) -> Reader:
    """Make a reader of notes of a reader of documents."""

    def reader(revision: Revision, raw: bytes) -> Note:
        from vaultsearch.core.vault.markdown import note_of_document

        # Every reader tells UTF-8 without its mark, which hid the head of a mail.
        return note_of_document(revision, raw, read(raw.removeprefix(BOM_UTF8)), kind)

    return reader


# An encrypted document lies within a compound file, as one of the old formats does: its reader says which.
_OFFICE_FILE = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """The documents of an ending; ``read`` names a function of a module in `documents`."""

    kind: FileKind
    module: str
    read: str
    begins: tuple[bytes, ...] = ()

    def __call__(self, raw: bytes) -> DocumentText:
        """Read a document. Raise UnreadableNoteError if it cannot be."""
        module = import_module(f"vaultsearch.core.vault.documents.{self.module}")
        read: DocumentText = getattr(module, self.read)(raw)
        return read


class _Source(DocumentFormat):
    """Source code, of which ``read`` is the language."""

    def __call__(self, raw: bytes) -> DocumentText:
        from vaultsearch.core.vault.documents.source_code import read_source

        return read_source(raw, self.read)


_DOCUMENT_READERS = {
    ".docx .docm": DocumentFormat(FileKind.DOCUMENT, "word", "read_docx", _OFFICE_FILE),
    ".odt": DocumentFormat(FileKind.DOCUMENT, "open_document", "read_odf", _OFFICE_FILE),
    ".rtf": DocumentFormat(FileKind.DOCUMENT, "texts", "read_rtf", (b"{\\",)),
    ".txt": DocumentFormat(FileKind.DOCUMENT, "texts", "read_txt"),
    ".org": DocumentFormat(FileKind.DOCUMENT, "texts", "read_org"),
    ".rst": DocumentFormat(FileKind.DOCUMENT, "texts", "read_rst"),
    ".tex": DocumentFormat(FileKind.DOCUMENT, "texts", "read_tex"),
    ".adoc .asciidoc": DocumentFormat(FileKind.DOCUMENT, "texts", "read_adoc"),
    ".typ": DocumentFormat(FileKind.DOCUMENT, "texts", "read_typ"),
    ".epub": DocumentFormat(FileKind.BOOK, "web_pages", "read_epub", _OFFICE_FILE),
    ".html .htm .xhtml": DocumentFormat(FileKind.WEB, "web_pages", "read_html"),
    ".mhtml .mht": DocumentFormat(FileKind.WEB, "web_pages", "read_mhtml"),
    ".pptx .pptm .ppsx": DocumentFormat(FileKind.SLIDES, "powerpoint", "read_pptx", _OFFICE_FILE),
    ".odp": DocumentFormat(FileKind.SLIDES, "open_document", "read_odf", _OFFICE_FILE),
    ".xlsx .xlsm": DocumentFormat(FileKind.SHEET, "tables", "read_xlsx", _OFFICE_FILE),
    ".ods": DocumentFormat(FileKind.SHEET, "open_document", "read_odf", _OFFICE_FILE),
    ".csv .tsv": DocumentFormat(FileKind.SHEET, "tables", "read_csv"),
    ".eml": DocumentFormat(FileKind.MAIL, "mail", "read_eml"),
    ".ipynb": DocumentFormat(FileKind.NOTEBOOK, "notebooks", "read_ipynb"),
    ".base": DocumentFormat(FileKind.BASE, "obsidian", "read_base"),
    ".excalidraw": DocumentFormat(FileKind.DRAWING, "excalidraw", "read_excalidraw"),
    ".excalidraw.md": DocumentFormat(FileKind.DRAWING, "excalidraw", "read_excalidraw_note"),
}
_SOURCES = {
    "python": ".py .pyw", "javascript": ".js .mjs .cjs", "jsx": ".jsx", "typescript": ".ts", "tsx": ".tsx",
    "java": ".java", "kotlin": ".kt", "scala": ".scala", "swift": ".swift", "go": ".go", "rust": ".rs",
    "c": ".c .h", "cpp": ".cc .cpp .hpp", "csharp": ".cs", "php": ".php", "ruby": ".rb", "lua": ".lua",
    "perl": ".pl", "r": ".r", "julia": ".jl", "bash": ".sh .bash .zsh", "powershell": ".ps1", "sql": ".sql",
    "haskell": ".hs", "elixir": ".ex .exs", "dart": ".dart", "css": ".css .scss",
}  # fmt: skip
"""The endings of source code by its language, as Markdown names it."""


def _by_ending() -> Iterator[tuple[str, DocumentFormat]]:
    sources = {endings: _Source(FileKind.CODE, "source_code", name) for name, endings in _SOURCES.items()}
    for endings, read_as in (_DOCUMENT_READERS | sources).items():
        for ending in endings.split():
            yield ending, read_as


DOCUMENT_FORMATS: Mapping[str, DocumentFormat] = dict(_by_ending())

_PDF = b"%PDF-"
_PDF_WITHIN = 1024
"""A PDF begins within so many bytes, by the specification."""
_PDF_FORMAT = Format(FileKind.PDF, read_pdf, (_PDF,))
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif", ".tif", ".tiff", ".heic")
_HEAD = 64 * 1024
_EXIF = b"Exif\0\0"
_EXIF_MOMENT = re.compile(rb"((?:19|20)\d\d):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)\0")

FORMATS: Mapping[str, Format] = {
    **dict.fromkeys(NOTE_ENDINGS, Format(FileKind.NOTE, read_note)),
    CANVAS_ENDING: Format(FileKind.CANVAS, read_canvas),
    ".pdf": _PDF_FORMAT,
    **dict.fromkeys(_PICTURES, Format(FileKind.IMAGE, read_name, head=_HEAD)),
    **{
        ending: Format(document.kind, document_reader(document.kind, document), document.begins)
        for ending, document in DOCUMENT_FORMATS.items()
    },
}
"""By ending, in lower case."""


def kind_of(path: str) -> FileKind | None:
    """Return the kind of a file by its name, None if there is no reader for it."""
    format_name = format_of(path)
    return format_name.kind if format_name else None


def with_kinds(failures: Iterable[Failure]) -> tuple[Failure, ...]:
    """Add the kinds of files that could not be read."""
    return tuple(replace(failure, kind=kind_of(failure.path)) for failure in failures)


def format_of(path: str) -> Format | None:
    """Return the format of a file by its name, None if there is no reader for it."""
    return FORMATS.get(_ending(path))


def _ending(path: str) -> str:
    """Return the ending of a file's name in lower case, of two parts if there is a format of both."""
    # By hand, as `PurePosixPath.suffixes` tells them: of 100,000 files, a sweep asks twice for each.
    name = path.lower().rstrip("/").rpartition("/")[2]
    parts = [] if name.endswith(".") else name.lstrip(".").split(".")[1:][-2:]
    # Two endings decide for `.excalidraw.md`, which is a drawing and no note.
    both = "." + ".".join(parts) if parts else ""
    return both if both in FORMATS or len(parts) < 2 else "." + parts[-1]


def read_file(revision: Revision, raw: bytes) -> Note:
    """Read a file. Raise UnreadableNoteError if its content is not of its kind, or cannot be read."""
    ending = _ending(revision.path)
    format_read = FORMATS[ending]
    # A PDF is read as one, whatever its name ends in.
    if format_read.kind not in NOTE_KINDS and not format_read.head and raw.startswith(_PDF):
        format_read = _PDF_FORMAT
    elif format_read.begins:
        _require_content(ending, format_read, raw)
    note = format_read.read(revision, raw)
    return note if note.kind is not FileKind.NOTE else replace(note, kind=format_read.kind)


def _require_content(ending: str, file_format: Format, raw: bytes) -> None:
    if not raw:
        raise UnreadableNoteError("The file is empty.", "Delete it, or restore it from a backup.")
    head = raw[:_PDF_WITHIN].removeprefix(BOM_UTF8).lstrip()
    if any(begin in head if begin == _PDF else head.startswith(begin) for begin in file_format.begins):
        return
    raise UnreadableNoteError(
        Message("Its name ends in {}, but its content is something else.", ending), "Rename it."
    )
