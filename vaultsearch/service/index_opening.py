"""Opening a vault's index: to write it where nobody else does, else to read it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.errors import (
    IndexDamagedError,
    IndexInUseError,
    IndexReadOnlyError,
    NotIndexedError,
    VaultNotFoundError,
    VaultSearchError,
)
from vaultsearch.core.files import expand_home, require_unicode, restrict_folder
from vaultsearch.core.index.corpus import FINGERPRINT, LanceCorpus
from vaultsearch.core.index.damage import damaged, disk_full, is_marked, mark_damaged, set_aside, unmark
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path


WAS_DAMAGED = "The index was damaged: it was set aside and built anew."
WAS_MENDED = "The index of words was damaged, and was made anew from what was read before."


class IndexGuard:
    """Stands around whatever asks the corpus. ``found_damage`` is called once, where the index is broken."""

    def __init__(self, index: Path, corpus: LanceCorpus, found_damage: Callable[[], None]) -> None:
        self._index = index
        self._corpus = corpus
        self._found_damage = found_damage
        self._damaged = False

    async def set_aside(self) -> None:
        """Put the damaged index out of the way: the next sync builds another."""
        await self._corpus.tables.set_aside()
        await self._is_mended()

    async def mend(self) -> bool:
        """Make anew what can be without reading the notes, where damage was found; tells whether that was so.

        Raises IndexDamagedError where the tables themselves are damaged. It does not matter who found it:
        where only the process knew that a search had met it in, it stayed for ever.
        """
        if not await in_thread(is_marked, self._index) and await self._corpus.upkeep.can_be_searched():
            return False
        if not await self._corpus.upkeep.mend_indices():
            self._damaged = True
            raise damaged(self._index)
        await self._is_mended()
        return True

    async def _is_mended(self) -> None:
        await in_thread(unmark, self._index)
        self._damaged = False

    async def _is_damaged(self) -> bool:
        """Tell whether it still is: another process may have mended it."""
        if self._damaged and not await in_thread(is_marked, self._index):
            self._damaged = False
            await self._corpus.upkeep.open_again()
        return self._damaged

    @asynccontextmanager
    async def explained(self) -> AsyncGenerator[None, None]:
        """Turn the database's errors into a known trouble, where they mean a full disk or damage."""
        if await self._is_damaged():
            raise damaged(self._index)
        try:
            yield
        except (VaultSearchError, KeyError):
            raise
        except Exception as error:
            if full := disk_full(error, self._index):
                raise full from error
            if not await self._corpus.upkeep.is_damaged():
                raise
            self._damaged = True
            await in_thread(mark_damaged, self._index)
            self._found_damage()
            raise damaged(self._index) from error


class OpenIndex(NamedTuple):
    """An index, ready for use."""

    vault: Path
    """The folder of the notes, resolved."""
    corpus: LanceCorpus
    lock: WriterLock | None
    """Held where this process writes the index."""
    anew: str | None
    """Why all of it is to be built at the next sync, if so."""


async def open_index(folder: Path, index: Path, *, write: bool, hides_links_out: bool = False) -> OpenIndex:
    """Open the index of the vault at ``folder``; a damaged one is set aside by the one who may write.

    One that is there and cannot be written, such as on a read-only disk, is opened for reading. Raises
    VaultNotFoundError, NotIndexedError where it is only to be read and is not there, IndexReadOnlyError where
    it would have to be made, and IndexDamagedError where it is only read.
    """
    await in_thread(restrict_folder, index)
    known = await in_thread(read_manifest, index)
    # What is indexed can be searched while the drive with the notes is away.
    vault = await in_thread(_resolved if known and not write else _vault_folder, folder)
    if not write and known is None:
        raise NotIndexedError(f"{vault} has not been indexed yet.", f"Run: vaultsearch index {vault}")
    if hides_links_out and known is not None and known.fingerprint != FINGERPRINT:
        raise NotIndexedError(
            f"The index of {vault} was made by another version, which does not tell links out of the vault.",
            f"Run: vaultsearch index {vault}",
        )
    lock = await in_thread(_lock_if_free, index, known is not None) if write else None
    try:
        try:
            return OpenIndex(
                vault, await LanceCorpus.open(index, hides_links_out=hides_links_out), lock, None
            )
        except IndexDamagedError:
            if lock is None:
                raise
            await in_thread(set_aside, index)
            return OpenIndex(
                vault, await LanceCorpus.open(index, hides_links_out=hides_links_out), lock, WAS_DAMAGED
            )
    except BaseException:
        if lock is not None:
            lock.release()
        raise


def _resolved(folder: Path) -> Path:
    return expand_home(folder).resolve()


def _vault_folder(folder: Path) -> Path:
    vault = _resolved(folder)
    if not vault.exists():
        raise VaultNotFoundError(
            f"{folder} is not there.", "Check the path, or connect the drive that it is on."
        )
    if not vault.is_dir():
        raise VaultNotFoundError(f"{folder} is not a folder.", "Name the folder that holds the notes.")
    require_unicode(vault)
    return vault


def _lock_if_free(index: Path, can_be_read: bool) -> WriterLock | None:
    lock = WriterLock(index)
    try:
        lock.acquire()
    except IndexReadOnlyError:
        if not can_be_read:
            raise
        return None
    except IndexInUseError:
        return None
    return lock
