"""The facts about vaults: notes, sizes, last changes; and the end of an index. For background threads."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.settings import settings
from vaultsearch.settings.values import VaultFacts

if TYPE_CHECKING:
    from pathlib import Path


def describe_vault(vault: Path) -> VaultFacts:
    """Look through the folder of a vault and at its index; a folder that is away keeps its index's facts."""
    from vaultsearch.core.index.manifest import read_manifest
    from vaultsearch.core.vault.readers.file_rules import FileRules
    from vaultsearch.core.vault.readers.reading import kind_of
    from vaultsearch.core.vault.source import ObsidianVault

    index = settings.index_folder(vault)
    manifest = read_manifest(index)
    size = folder_bytes(index)
    indexed, waiting = (manifest.found, manifest.waiting) if manifest else (0, 0)
    try:
        files = FileRules.of(Parameters(file=settings.load().parameters))
        revisions, _ = ObsidianVault(vault, user_rules=settings.user_rules(vault), files=files).scan()
    except (VaultSearchError, OSError):
        return VaultFacts(vault, indexed, size, None, is_there=False, waiting=waiting)
    latest = max((revision.mtime_ns for revision in revisions), default=None)
    changed = None if latest is None else datetime.fromtimestamp(latest / 1e9, UTC)
    notes = sum(kind_of(revision.path) in NOTE_KINDS for revision in revisions)
    return VaultFacts(
        vault,
        notes,
        size,
        changed,
        is_indexed=manifest is not None,
        waiting=waiting,
        is_complete=manifest is not None and manifest.last_sync is not None,
        files=len(revisions) - notes,
    )


def delete_index(vault: Path) -> None:
    """Delete the index of a vault.

    Raises:
        IndexInUseError: if another process writes it.
        VaultSearchError: if files could not be deleted.
    """
    from vaultsearch.core.index.writer_lock import WriterLock

    index = settings.index_folder(vault)
    if not index.is_dir():
        return
    lock = WriterLock(index)
    lock.acquire()
    lock.release()
    try:
        shutil.rmtree(index)
    except OSError as error:
        raise VaultSearchError(
            Message("The index in {} couldn't be deleted ({}).", index, error), "Delete the folder yourself."
        ) from error


def folder_bytes(place: Path) -> int:
    """Return the size of a file, or of all files in a folder; 0 if there is none."""
    files = place.rglob("*") if place.is_dir() else (place,)
    return sum(_file_bytes(file) for file in files)


def _file_bytes(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:  # a writer has just removed it
        return 0
