"""Recognize a vault whose folder was renamed or moved; index, basket and all records follow.

It is recognized by files, never by name. The same files, by inode and last change, are the same vault,
wherever their drive is mounted. On another disk or computer, paths and content count, if the former folder is
gone. A copy beside the former folder is another vault.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from vaultsearch.core.errors import (
    IndexDamagedError,
    QueryError,
    SettingsError,
    VaultNotFoundError,
    VaultSearchError,
)
from vaultsearch.core.files import expand_home, file_identity, is_folder, is_unicode
from vaultsearch.core.index.index_folder import MANIFEST, read_manifest, write_manifest
from vaultsearch.core.index.tables.stored_notes import StoredRevision
from vaultsearch.core.index.writer_lock import WRITER_FILES, WriterLock, read_only_error
from vaultsearch.core.messages import Message
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.service.parts.replicas import is_replica
from vaultsearch.settings import settings
from vaultsearch.settings.vault_records import follow_move

_log = logging.getLogger(__name__)

_SAMPLED_FILES, _MAX_SAMPLED_BYTES, _MAX_FOLDERS = 32, 1 << 20, 1_000
_MIN_SHARE, _MIN_SAME_CONTENT = 0.5, 3
"""Files may have been edited since they were indexed; Obsidian begins each vault with the same note."""
_DRIVES = tuple(map(Path, ("/media", "/run/media", "/mnt", "/Volumes")))


class VaultMove(NamedTuple):
    """A vault's former folder, and where it is now."""

    former: Path
    vault: Path


def follow_vault(folder: Path) -> VaultMove | None:
    """Have index and records follow the vault at ``folder``, if it was moved there or from there.

    The next call finishes what a dying process leaves. Not for a thread with a running event loop.

    Raises:
        IndexInUseError: Another process writes the index.
        IndexReadOnlyError: The index cannot be moved.
    """
    vault = expand_home(folder).resolve()
    if is_replica(folder) or not is_unicode(vault):
        return None
    index, former = settings.index_folder(vault), vault
    known = read_manifest(index)
    if known is None and not _is_there(vault):
        manifests = (read_manifest(file.parent) for file in settings.indexes_folder().glob(f"*/{MANIFEST}"))
        moved = (Path(each.vault) for each in manifests if each and str(vault) in each.moved_from)
        if now := next(filter(_is_there, moved), None):
            return VaultMove(vault, now)
    if known is not None and not _is_there(vault):
        vault = find_near(vault) or vault
    elif known is not None:
        former = Path(known.vault)
    elif _is_there(vault):
        former, index = _find_former(vault) or (vault, index)
    if former == vault or not former.is_absolute() or not _is_gone(former, vault):
        return None
    move = VaultMove(former, vault)
    _take_over(move, index)
    return move


def move_vault(former: Path, vault: Path) -> None:
    """Have the index made for ``former`` serve ``vault``, whose files were not recognized.

    Raises:
        VaultNotFoundError: The former vault is unknown.
        QueryError: It is still there, or the other one has an index of its own.
        IndexInUseError: Another process writes the index.
        IndexReadOnlyError: The index cannot be moved.
    """
    index = settings.index_folder(former)
    if read_manifest(index) is None:
        raise VaultNotFoundError(Message("{} is not a known vault.", former), "Run: vaultsearch vaults")
    if not _is_gone(former, vault):
        raise QueryError(
            Message("{} is still there.", former), Message("Run: vaultsearch index {}", quote(str(vault)))
        )
    if read_manifest(settings.index_folder(vault)) is not None:
        remedy = Message("Run first: vaultsearch vaults forget {}", quote(str(vault)))
        raise QueryError(Message("{} has an index of its own.", vault), remedy)
    _take_over(VaultMove(former, vault), index)


def find_near(vault: Path) -> Path | None:
    """Return where a vault's files are if its folder, or a folder above it, was renamed; else None."""
    above = next(parent for parent in vault.parents if is_folder(parent))
    sample, below = _sample(settings.index_folder(vault)), vault.relative_to(above).parts[1:]
    found = []
    with suppress(OSError), os.scandir(above) as entries:
        for _, entry in zip(range(_MAX_FOLDERS), entries, strict=False):
            place = Path(entry.path, *below)
            if not entry.is_symlink() and _is_there(place) and _has_same_files(place, sample):
                found += [place] * (read_manifest(settings.index_folder(place)) is None)
    return found[0] if len(found) == 1 else None


def _find_former(vault: Path) -> tuple[Path, Path] | None:
    """Return a vault's former folder and the index made there; None if unknown or uncertain."""
    same_files, same_content, source = [], [], ObsidianVault(vault)
    for file in sorted(settings.indexes_folder().glob(f"*/{MANIFEST}")):
        manifest, index = read_manifest(file.parent), file.parent
        former = Path(manifest.vault if manifest is not None else "")
        if not former.is_absolute() or is_replica(former) or not _is_gone(former, vault):
            continue
        sample = _sample(index)
        if _has_same_files(vault, sample):
            same_files.append((former, index))
        elif not _may_be_away(former):
            same = sum(source.holds(each.revision, each.content_hash) for each in sample)
            same_content += [(former, index)] * (same >= max(_MIN_SAME_CONTENT, _MIN_SHARE * len(sample)))
    candidates = same_files or same_content
    if len(candidates) > 1:
        _log.warning("moved_from_unclear vault=%s candidates=%s", vault, candidates)
    return candidates[0] if len(candidates) == 1 else None


def _is_there(folder: Path) -> bool:
    """Return whether there is such a folder, and anything in it: an unmounted drive leaves it empty."""
    with suppress(OSError):
        return is_folder(folder) and any(folder.iterdir())
    return False


def _is_gone(former: Path, vault: Path) -> bool:
    # Also if only the name's case has changed, or a link was left in its place.
    return not _is_there(former) or file_identity(former) == file_identity(vault)


def _may_be_away(former: Path) -> bool:
    """Return whether the drive with a folder may be unmounted: then a copy elsewhere is another vault."""
    above = next((folder for folder in (former, *former.parents) if is_folder(folder)), None)
    # At home, an empty folder is what a vault has left; elsewhere, what a drive has.
    if above is None or not (_is_there(above) or above.is_relative_to(Path.home())):
        return True
    return above in _DRIVES or (above.parent in _DRIVES and not above.is_mount())


def _sample(index: Path) -> Sequence[StoredRevision]:
    """Return some small files of an index, spread over the vault."""
    from vaultsearch.core.index.corpus import LanceCorpus

    async def read() -> Sequence[StoredRevision]:
        corpus = await LanceCorpus.open(index)
        try:
            stored = sorted((await corpus.notes.revisions()).items())
        finally:
            corpus.close()
        small = [known for _, known in stored if 0 < known.revision.size <= _MAX_SAMPLED_BYTES]
        return small[:: 1 + len(small) // _SAMPLED_FILES]

    try:
        return asyncio.run(read())
    except IndexDamagedError:
        return ()


def _has_same_files(vault: Path, sample: Sequence[StoredRevision]) -> bool:
    revisions = {each.revision for each in sample}
    with suppress(OSError, VaultSearchError):
        listed, _ = ObsidianVault(vault).scan_files({each.path for each in revisions}) or ((), ())
        same = sum(each.state != 0 for each in revisions.intersection(listed))
        return same >= max(1, _MIN_SHARE * len(sample))
    return False


def _take_over(move: VaultMove, former: Path) -> None:
    """Move the index from ``former``, then all records; the manifest names the new folder last."""
    from filelock import FileLock

    index = settings.index_folder(move.vault)
    try:
        # Of two processes that meet a moved vault, the second finds it done.
        with FileLock(settings.data_folder() / "moving.lock"):
            if read_manifest(index) is None:
                lock = WriterLock(former)
                # Only to see that nobody writes it: Windows moves no folder with an open file.
                lock.acquire()
                lock.release()
                # Begun by a process that then wrote nothing.
                for name in WRITER_FILES:
                    (index / name).unlink(missing_ok=True)
                with suppress(FileNotFoundError):
                    index.rmdir()
                former.rename(index)
            manifest = read_manifest(index)
            if manifest is not None and manifest.vault != str(move.vault):
                follow_move(*move)
                former_folders = dict.fromkeys((*manifest.moved_from, str(move.former)))
                moved_from = tuple(each for each in former_folders if each != str(move.vault))
                write_manifest(index, replace(manifest, vault=str(move.vault), moved_from=moved_from))
    except SettingsError as error:
        # Nothing is indexed until the settings can be read: the rest follows then.
        _log.warning("move_unfinished vault=%s because=%s", move.vault, error)
    except OSError as error:
        raise read_only_error(former, error.strerror) from error
