"""What the worker process does with a batch of files: read, parse, cut. One bad note stops no other."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import OutsideVaultError, VaultSearchError
from vaultsearch.core.values.sync import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.index.chunking import Chunker
    from vaultsearch.core.protocols import Source
    from vaultsearch.core.values.note import Note, Revision
    from vaultsearch.core.values.search import Chunk

_log = logging.getLogger(__name__)

_COARSEST_CLOCK_NS = 2_000_000_000
"""A file may be saved again within this without getting a new date: FAT counts in steps of two seconds."""


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A note, without its sections, and the passages that it was cut into."""

    note: Note
    chunks: tuple[Chunk, ...]


def read_batch(source: Source, chunker: Chunker, revisions: Sequence[Revision]) -> list[ReadNote | Failure]:
    """Read each note, or say why it could not be; a note that has just been deleted is left out."""
    read = [_read_one(source, chunker, revision) for revision in revisions]
    return [one for one in read if one is not None]


def _read_one(source: Source, chunker: Chunker, revision: Revision) -> ReadNote | Failure | None:
    try:
        note = source.read(revision)
        chunks = tuple(chunker.chunks(note))
        # What crosses to the other process is read there in one go, while the window waits.
        return ReadNote(replace(_settled(note), sections=()), chunks)
    except FileNotFoundError:
        return None
    except PermissionError:
        return Failure(revision.path, "No permission to read this file.")
    except OutsideVaultError as error:
        return Failure(revision.path, str(error), kept=False)
    except VaultSearchError as error:
        return Failure(revision.path, str(error))
    except Exception as error:
        # A bug in the parser must cost one note, not the vault; the log has what is needed to mend it.
        _log.exception("read failed path=%s", revision.path)
        return Failure(
            revision.path, f"An unexpected trouble while reading ({type(error).__name__}: {error})."
        )


def _settled(note: Note) -> Note:
    """Give a note that was saved just now a revision that no file has, so that the next sync reads it again.

    A second edit of the same length within the clock's step could not be told from the first one.
    """
    if abs(time.time_ns() - note.revision.mtime_ns) > _COARSEST_CLOCK_NS:
        return note
    return replace(note, revision=replace(note.revision, size=-1))
