"""What goes wrong in the database, told as known trouble: a full disk, or damage that is mended by itself."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.recovery import damaged, disk_full, is_marked, mark_damaged, unmark
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus

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
        await self._corpus.set_aside()
        await self._is_mended()

    async def mend(self) -> bool:
        """Make anew what can be without reading the notes, where damage was found; tells whether that was so.

        Raises IndexDamagedError where the tables themselves are damaged. It does not matter who found it:
        where only the process knew that a search had met it in, it stayed for ever.
        """
        if not await in_thread(is_marked, self._index) and await self._corpus.can_be_searched():
            return False
        if not await self._corpus.mend_indices():
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
            await self._corpus.open_again()
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
            if not await self._corpus.is_damaged():
                raise
            self._damaged = True
            await in_thread(mark_damaged, self._index)
            self._found_damage()
            raise damaged(self._index) from error
