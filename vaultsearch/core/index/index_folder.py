"""The index folder, but for tables: manifest, damage mark, and the single writer's lock.

The manifest says how the tables were made, and how far. The system releases the lock if the process dies.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from vaultsearch.core.errors import DiskFullError, IndexDamagedError, IndexInUseError, IndexReadOnlyError
from vaultsearch.core.files import identity_of, write_atomically
from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.messages import Message, read_stored, stored
from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.sync import EndingCount, Failure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from filelock import BaseFileLock


MANIFEST = "manifest.json"
MODEL_TEXTS = "model-texts.jsonl"
"""Texts written by a language model, one per line."""
MODEL_SUMMARIES = "model-summaries.jsonl"
"""A former version's file, which is read and not written."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of the file beside the tables.

    Attributes:
        vault: The folder of the notes.
        fingerprint: The tables' schema.
        embedding_model: The embedding model's name.
        last_sync: When the last whole sync ended, or None.
        failed: The notes which could not be read or encoded.
        token_fingerprint: The fingerprint of token vectors, or "".
        made_by: The fingerprints of the chunker, the summaries and each space's model, "" for none.
        tables: An id which changes whenever the tables are made anew.
        n_files: The vault's notes.
        waiting: Notes not read yet when the manifest was written.
        unread: Unreadable notes missing from the index.
        unread_endings: Files without a reader, by filename ending.
        refused: Failed notes not tried again until they change, by path.
    """

    vault: str
    fingerprint: str
    embedding_model: str
    last_sync: datetime | None = None
    failed: tuple[Failure, ...] = ()
    token_fingerprint: str = ""
    made_by: Mapping[str, str] = field(default_factory=dict)
    tables: str = ""
    n_files: int = 0
    waiting: int = 0
    refused: Mapping[str, Revision] = field(default_factory=dict)
    unread_endings: tuple[EndingCount, ...] = ()
    unread: int = 0


def read_manifest(index: Path) -> Manifest | None:
    """Read the manifest, or return None if it is missing or unusable, so that the index is made anew."""
    try:
        content = json.loads((index / MANIFEST).read_text(encoding="utf-8"))
        last_sync = content["last_sync"]
        return Manifest(
            vault=content["vault"],
            fingerprint=content["fingerprint"],
            embedding_model=content["embedding_model"],
            last_sync=datetime.fromisoformat(last_sync) if last_sync else None,
            failed=tuple(Failure(f["path"], read_stored(f["reason"])) for f in content["failed"]),
            token_fingerprint=content.get("token_fingerprint", ""),
            made_by=dict(content.get("made_by", {})),
            tables=content.get("tables", ""),
            # The file keeps the name that older versions have given it.
            n_files=int(content.get("found", 0)),
            waiting=int(content.get("waiting", 0)),
            refused={
                f["path"]: Revision(f["path"], *f["refused"]) for f in content["failed"] if f.get("refused")
            },
            unread_endings=tuple(
                EndingCount(*counted_ending) for counted_ending in content.get("unread_endings", ())
            ),
            unread=int(content.get("unread", 0)),
        )
    # Whatever is wrong with the file, a new index is the remedy: it may be half synced, of another version,
    # or another program's.
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def read_made(index: Path) -> Manifest | None:
    """Read the manifest without the fields changed by every sync.

    If it differs from an earlier result, the tables were made anew and must be reopened.
    """
    known = read_manifest(index)
    return known and replace(
        known, last_sync=None, failed=(), n_files=0, waiting=0, unread=0, refused={}, unread_endings=()
    )


def write_manifest(index: Path, manifest: Manifest) -> None:
    """Write the manifest atomically."""
    content: dict[str, Any] = {
        "vault": manifest.vault,
        "fingerprint": manifest.fingerprint,
        "embedding_model": manifest.embedding_model,
        "last_sync": manifest.last_sync.isoformat() if manifest.last_sync else None,
        "token_fingerprint": manifest.token_fingerprint,
        "made_by": dict(manifest.made_by),
        "tables": manifest.tables,
        "found": manifest.n_files,
        "waiting": manifest.waiting,
        "unread": manifest.unread,
        "unread_endings": [[ending.ending, ending.files] for ending in manifest.unread_endings],
        "failed": [{"path": f.path, "reason": stored(f.reason)} for f in manifest.failed],
    }
    for failure in content["failed"]:
        if refused := manifest.refused.get(failure["path"]):
            failure["refused"] = [refused.size, refused.mtime_ns, refused.state]
    write_atomically(index / MANIFEST, json.dumps(content, ensure_ascii=False, indent=1))


_LANGUAGES_FILE = "asked_languages.txt"


def question_languages(index: Path) -> frozenset[str]:
    """Return the codes of languages the user set for questions."""
    try:
        lines = (index / _LANGUAGES_FILE).read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return frozenset()
    # Anybody may have edited the file, and an unknown code would find no model.
    return frozenset(lines) & LANGUAGE_NAMES.keys()


def remove_question_language(index: Path, language: str) -> None:
    """Stop asking in this language. Raise OSError if the file cannot be written."""
    _write_languages(index, question_languages(index) - {language})


def add_question_language(index: Path, language: str) -> None:
    """Add a language for questions; readers may, too. Raise OSError on failure."""
    _write_languages(index, question_languages(index) | {language})


def _write_languages(index: Path, languages: frozenset[str]) -> None:
    write_atomically(index / _LANGUAGES_FILE, "\n".join(sorted(languages)) + "\n")


_ASIDE = "damaged"
DAMAGE_MARK = "found_damaged"
NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def set_aside(index: Path) -> Path:
    """Move unreadable tables out of the way, replacing those moved earlier. Return their folder."""
    aside = index / _ASIDE
    shutil.rmtree(aside, ignore_errors=True)
    # The texts of the notes lie in there.
    aside.mkdir(parents=True, mode=0o700)
    # Only what a sync makes anew: the basket, saved versions and the lock stay in the folder.
    for part in (*index.glob("*.lance"), index / MANIFEST):
        if part.exists():
            part.replace(aside / part.name)
    return aside


def mark_damaged(index: Path) -> None:
    """Mark an index which cannot be searched, for the next sync; any process may find damage."""
    # On a disk that cannot be written to, nobody could mend the index either.
    with contextlib.suppress(OSError):
        (index / DAMAGE_MARK).touch()


def is_marked(index: Path) -> bool:
    """Return whether damage was found and not repaired yet."""
    return (index / DAMAGE_MARK).exists()


def unmark(index: Path) -> None:
    """Remove the damage mark."""
    (index / DAMAGE_MARK).unlink(missing_ok=True)


def damaged(index: Path) -> IndexDamagedError:
    """Return the error for an unreadable index."""
    return IndexDamagedError(
        Message("The index in {} is damaged.", index), "Index the vault again; a new index is built."
    )


def disk_full(error: Exception, index: Path) -> DiskFullError | None:
    """Return the DiskFullError for an error meaning a full disk, else None.

    LanceDB passes the system's error on only in words: ``(os error 28)``.
    """
    is_full = isinstance(error, OSError) and error.errno in NO_SPACE
    if not is_full and not any(f"(os error {number})" in str(error) for number in NO_SPACE):
        return None
    return DiskFullError(
        Message("No disk space left for the index in {}.", index),
        "Free some space; notes indexed so far are searchable, the rest follows later.",
    )


# The lock of an index's one writer, released by the system if its process dies, and the holder's id.

_PATIENCE_S = 0.5
"""Longer than `writer_of` may hold the lock, so that asking keeps nobody out."""

_LOCK, _HOLDER = WRITER_FILES = ("writer.lock", "writer.pid")
"""The lock's files, which come and go with a writer."""
_NOT_WRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)


class WriterLock:
    """Held while this process writes the index; the operating system frees it at exit.

    It guards the present folder: if that was deleted, the lock is acquired anew. A lock on a deleted folder's
    file let a second writer in, and both wrote into the folder the first had recreated.
    """

    def __init__(self, index: Path) -> None:
        self._file = index / _LOCK
        self._holder = index / _HOLDER
        self._lock: BaseFileLock | None = None
        self._identity: tuple[int, int] | None = None
        self._count = 0

    @property
    def is_current(self) -> bool:
        """Return whether the lock is held, on the file now in the index folder."""
        return self._identity is not None and self._identity == identity_of(self._file)

    def acquire(self) -> None:
        """Acquire the lock, which is reentrant. Raise IndexInUseError if another process holds it.

        Raise IndexReadOnlyError if nothing can be written.
        """
        if not self.is_current:
            self._drop()
            self._acquire_anew()
        self._count += 1

    def _acquire_anew(self) -> None:
        from filelock import FileLock, Timeout

        # With a count for each thread, another thread than the one that acquired it could not release it.
        lock = FileLock(self._file, thread_local=False)
        try:
            self._holder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock.acquire(timeout=_PATIENCE_S)
            self._holder.write_text(str(os.getpid()), encoding="ascii")
        except Timeout:
            holder = _recorded(self._holder)
            raise IndexInUseError(
                Message("The index is being updated by another program (process {}).", holder or "unknown"),
                "Close the other window or wait for the other command; you can keep searching.",
            ) from None
        except OSError as error:
            # The process id may not fit on a full disk, after the lock was acquired.
            if lock.is_locked:
                lock.release()
            if error.errno not in _NOT_WRITABLE:
                raise
            raise read_only(self._holder.parent, error.strerror) from error
        self._lock, self._identity = lock, identity_of(self._file)

    def release(self) -> None:
        """Release the lock, once for each acquire."""
        self._count = max(0, self._count - 1)
        if not self._count:
            # If the folder was deleted and made anew, the file may be another writer's.
            if self.is_current:
                self._holder.unlink(missing_ok=True)
            self._drop()

    def _drop(self) -> None:
        if self._lock is not None:
            self._lock.release()
        self._lock = self._identity = None


def read_only(index: Path, why: str | None = None) -> IndexReadOnlyError:
    """Return the error for an index which cannot be written."""
    return IndexReadOnlyError(
        Message("The index in {} can't be written{}.", index, f" ({why})" if why else ""),
        "Notes indexed so far are searchable; check the folder's permissions or its disk.",
    )


def in_use(index: Path) -> IndexInUseError:
    """Return the error for an index another process writes, or which cannot be written."""
    holder = writer_of(index)
    # A lock cannot be acquired where nothing can be written, although nobody holds it.
    if holder is None and not os.access(index, os.W_OK):
        return read_only(index)
    return IndexInUseError(
        Message("The index is being updated by another program ({}).", holder or "unknown"),
        "Close the other window or wait for the other command; you can keep searching.",
    )


def writer_of(index: Path) -> int | None:
    """Return the id of the process writing this index now, or None."""
    # Each writer leaves its id behind; where there is none, the lock's library need not be imported.
    if not (index / _HOLDER).exists():
        return None
    from filelock import FileLock, Timeout

    lock = FileLock(index / _LOCK, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return _recorded(index / _HOLDER)
    except OSError:  # on a read-only disk, nobody writes
        return None
    lock.release()
    return None


def _recorded(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
