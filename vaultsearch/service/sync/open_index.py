"""A vault's index on the disk, opened for writing or for reading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from vaultsearch.core import errors
from vaultsearch.core.files import expand_home, require_unicode, restrict_folder
from vaultsearch.core.index.corpus import FINGERPRINT, MADE_ANEW, LanceCorpus
from vaultsearch.core.index.index_folder import mark_damaged, read_manifest, set_aside
from vaultsearch.core.index.published import another_version_error, remove_snapshots
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.messages import Message
from vaultsearch.core.threads import in_thread
from vaultsearch.service.parts.replicas import is_replica, name_of

WAS_DAMAGED = "The index was damaged and has been rebuilt."
WAS_MENDED = "The keyword index was damaged and has been rebuilt."


class OpenIndex(NamedTuple):
    """A vault's open index."""

    vault: Path
    """The folder of the notes, resolved."""
    corpus: LanceCorpus
    lock: WriterLock | None
    """Held if this process writes the index, else None."""
    anew: str | None
    """The reason to build all of the index at the next sync, None if there is none."""


async def open_index(
    folder: Path,
    index: Path,
    *,
    write: bool,
    hides_links_out: bool = False,
    require_files: Callable[[Path], None] = lambda _: None,
) -> OpenIndex:
    """Open the index for the vault at ``folder``; see `Vault.open` for arguments and errors.

    ``require_files`` raises VaultNotFoundError for a folder without a vault, before there is an index. A
    process allowed to write sets a damaged index aside. An index on a read-only disk is opened for reading.
    """
    manifest = await in_thread(read_manifest, index)
    # An index can be searched while the drive with the notes is away.
    vault = await in_thread(_resolve_folder if manifest else vault_folder, folder)
    if not write and manifest is None:
        raise errors.NotIndexedError(
            Message("{} has not been indexed yet.", vault),
            Message("Run: vaultsearch index {}", quote(str(vault))),
        )
    if manifest is None:
        await in_thread(require_files, vault)
    await in_thread(restrict_folder, index)
    lock = await in_thread(_lock_if_free, index, manifest is not None) if write else None
    if lock is not None:
        await in_thread(remove_snapshots, index)
    is_outdated = manifest is not None and manifest.fingerprint != FINGERPRINT
    if is_outdated and lock is None:
        raise await in_thread(_outdated_index_error, vault)
    try:
        try:
            corpus = await LanceCorpus.open(index, hides_links_out=hides_links_out)
            # The old columns are not those that are asked for; only tables that are made anew have them.
            if is_outdated:
                await corpus.tables.drop_all()
            return OpenIndex(vault, corpus, lock, MADE_ANEW if is_outdated else None)
        except errors.IndexDamagedError:
            if lock is None:
                # What was published is then copied anew.
                await in_thread(mark_damaged, index)
                raise
            await in_thread(set_aside, index)
            corpus = await LanceCorpus.open(index, hides_links_out=hides_links_out)
            return OpenIndex(vault, corpus, lock, WAS_DAMAGED)
    except BaseException:
        if lock is not None:
            lock.release()
        raise


def _outdated_index_error(vault: Path) -> errors.VaultSearchError:
    if is_replica(vault):
        return another_version_error(name_of(vault))
    return errors.NotIndexedError(
        Message("The index of {} was made by an older version.", vault),
        Message("Run: vaultsearch index {}", quote(str(vault))),
    )


def _resolve_folder(folder: Path) -> Path:
    return expand_home(folder).resolve()


def vault_folder(folder: Path) -> Path:
    """Return a vault's resolved folder. Raise VaultNotFoundError if there is none."""
    vault = _resolve_folder(folder)
    if not vault.exists():
        raise errors.VaultNotFoundError(
            Message("{} doesn't exist.", folder), "Check the path, or connect its drive."
        )
    if not vault.is_dir():
        raise errors.VaultNotFoundError(
            Message("{} is not a folder.", folder), "Choose the folder with your notes."
        )
    require_unicode(vault)
    return vault


def _lock_if_free(index: Path, can_be_read: bool) -> WriterLock | None:
    lock = WriterLock(index)
    try:
        lock.acquire()
    except errors.IndexReadOnlyError:
        if not can_be_read:
            raise
        return None
    except errors.IndexInUseError:
        return None
    return lock
