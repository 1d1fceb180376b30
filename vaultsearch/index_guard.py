"""What goes wrong in the database, told as known trouble: a full disk, or damage that is mended by itself."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.recovery import damaged, disk_full

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus

WAS_DAMAGED = "The index was damaged: it was set aside and built anew."


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
        self._damaged = False

    @asynccontextmanager
    async def explained(self) -> AsyncGenerator[None, None]:
        """Turn the database's errors into a known trouble, where they mean a full disk or damage."""
        if self._damaged:
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
            self._found_damage()
            raise damaged(self._index) from error
