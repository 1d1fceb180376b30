"""The index folder, except tables: manifest, damage mark, and languages for questions.

The manifest says how the tables were made, and how far.
"""

from __future__ import annotations

import contextlib
import errno
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path

from vaultsearch.core.errors import DiskFullError, IndexDamagedError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.messages import Message, load_message, store_message
from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.sync import EndingCount, Failure

MANIFEST = "manifest.json"
MODEL_TEXTS = "model-texts.jsonl"
"""Texts written by a language model, one per line."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of the file beside the tables.

    Attributes:
        fingerprint: The tables' schema.
        last_sync: When the last whole sync ended, or None.
        token_fingerprint: The fingerprint of token vectors, or "".
        made_by: The fingerprints of the chunker, the summaries and each space's model, "" for none.
        tables: An id that changes whenever the tables are made anew.
        n_files: The vault's notes.
        waiting: Notes not read yet when the manifest was written.
        unread: Unreadable notes missing from the index.
        unread_endings: Files without a reader, by filename ending.
        refused: Failed notes not tried again until they change, by path.
        moved_from: The vault's former folders.
        compared: The tables' state if a sync left nothing to derive in it, else ().
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
    moved_from: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()


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
            failed=tuple(Failure(f["path"], load_message(f["reason"])) for f in content["failed"]),
            token_fingerprint=content.get("token_fingerprint", ""),
            made_by=dict(content.get("made_by", {})),
            tables=content.get("tables", ""),
            # The file keeps the name that older versions have given it.
            n_files=int(content.get("found", 0)),
            waiting=int(content.get("waiting", 0)),
            refused={
                f["path"]: Revision(f["path"], *f["refused"]) for f in content["failed"] if f.get("refused")
            },
            unread_endings=tuple(EndingCount(*pair) for pair in content.get("unread_endings", ())),
            unread=int(content.get("unread", 0)),
            moved_from=tuple(map(str, content.get("moved_from", ()))),
            compared=tuple(map(str, content.get("compared", ()))),
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
        known, last_sync=None, failed=(), n_files=0, waiting=0, unread=0, refused={}, unread_endings=(),
        compared=(),
    )  # fmt: skip


def write_manifest(index: Path, manifest: Manifest) -> None:
    """Write the manifest atomically."""
    content = {of.name: getattr(manifest, of.name) for of in fields(manifest) if of.name != "refused"}
    content["last_sync"] = manifest.last_sync.isoformat() if manifest.last_sync else None
    content["found"] = content.pop("n_files")
    content["unread_endings"] = [[ending.ending, ending.files] for ending in manifest.unread_endings]
    content["failed"] = [{"path": f.path, "reason": store_message(f.reason)} for f in manifest.failed]
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


def set_question_language(index: Path, language: str, *, enabled: bool = True) -> None:
    """Add a language for questions, or remove it; readers may, too. Raise OSError on failure."""
    languages = question_languages(index) - {language} | frozenset([language] * enabled)
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
    """Mark an index that cannot be searched, for the next sync; any process may find damage."""
    # On a disk that cannot be written to, nobody could mend the index either.
    with contextlib.suppress(OSError):
        (index / DAMAGE_MARK).touch()


def is_marked(index: Path) -> bool:
    """Return whether damage was found and not repaired yet."""
    return (index / DAMAGE_MARK).exists()


def clear_damage_mark(index: Path) -> None:
    """Remove the damage mark."""
    (index / DAMAGE_MARK).unlink(missing_ok=True)


def damaged_index_error(index: Path) -> IndexDamagedError:
    """Return the error for an unreadable index."""
    return IndexDamagedError(
        Message("The index in {} is damaged.", index),
        "Index the vault again, or ask a published index again: what is damaged is made anew.",
    )


def disk_full_error(error: Exception, index: Path) -> DiskFullError | None:
    """Translate an error for a full disk, else return None; LanceDB only says ``(os error 28)``."""
    is_full = isinstance(error, OSError) and error.errno in NO_SPACE
    if not is_full and not any(f"(os error {number})" in str(error) for number in NO_SPACE):
        return None
    return DiskFullError(
        Message("No disk space left for the index in {}.", index),
        "Free some space; notes indexed so far are searchable, the rest follows later.",
    )
