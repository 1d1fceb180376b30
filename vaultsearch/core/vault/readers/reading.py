"""The reader of a file, chosen by its ending and checked against its content."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import CANVAS_ENDING, NOTE_ENDINGS, NOTE_KINDS, FileKind, Note, Revision
from vaultsearch.core.vault.decoding import UnreadableNoteError
from vaultsearch.core.vault.readers.document_formats import DOCUMENT_FORMATS, Reader, document_reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vaultsearch.core.values.sync import Failure


READERS = "readers-6"
"""To be raised when readers read more, or better: other files than notes are read again.

Passages that come out the same keep their vectors. What could not be read is tried again, too.
"""
NOTE_READER = "notes-2"
"""Likewise of notes, to be raised when other properties, tags, links or texts are found in them."""


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
    from vaultsearch.core.vault.readers.pdf import parse_pdf

    return parse_pdf(revision, raw)


def read_name(revision: Revision, raw: bytes) -> Note:
    """Make a note of the first bytes of a picture: without text, it is found by its name."""
    from vaultsearch.core.vault.markdown import created_of, title_of

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


_PDF, _ZIP = b"%PDF-", b"PK\x03\x04"
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
    parts = PurePosixPath(path.lower()).suffixes[-2:]
    return both if (both := "".join(parts)) in FORMATS else "".join(parts[-1:])


def read_file(revision: Revision, raw: bytes) -> Note:
    """Read a file. Raise UnreadableNoteError if its content is not of its kind, or cannot be read."""
    ending = _ending(revision.path)
    format_read = FORMATS[ending]
    if format_read.kind not in NOTE_KINDS and not format_read.head and raw.startswith(_PDF):
        format_read = _PDF_FORMAT  # whatever its name ends in
    elif format_read.begins:
        _require_content(ending, format_read, raw)
    note = format_read.read(revision, raw)
    return note if note.kind is not FileKind.NOTE else replace(note, kind=format_read.kind)


def _require_content(ending: str, file_format: Format, raw: bytes) -> None:
    if not raw:
        raise UnreadableNoteError("The file is empty.", "Delete it, or restore it from a backup.")
    head = raw[:_PDF_WITHIN]
    if any(begin in head if begin == _PDF else head.startswith(begin) for begin in file_format.begins):
        return
    raise UnreadableNoteError(
        Message("Its name ends in {}, but its content is something else.", ending), "Rename it."
    )
