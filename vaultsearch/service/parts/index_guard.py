"""Guard an open index: calls reading it run under the guard, which detects damage and mends it."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from vaultsearch.core.errors import VaultClosedError, VaultSearchError
from vaultsearch.core.index import index_folder
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.threads import in_thread

Guard: TypeAlias = "Callable[[], AbstractAsyncContextManager[None]]"
"""Makes the context in which an index may be read; `IndexGuard.explained` is one."""

_log = logging.getLogger(__name__)


class _Guarded(Protocol):
    """An area in an open vault, and the guard for the index it reads."""

    @property
    def guard(self) -> Guard: ...


_A = TypeVar("_A", bound=_Guarded)
_P = ParamSpec("_P")
_T = TypeVar("_T")


def run_guarded(
    method: Callable[Concatenate[_A, _P], Awaitable[_T]],
) -> Callable[Concatenate[_A, _P], Coroutine[Any, Any, _T]]:
    """Run an area's method under the area's guard."""

    @wraps(method)
    async def run(area: _A, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        async with area.guard():
            return await method(area, *args, **kwargs)

    return run


class IndexGuard:
    """Watches an open index for damage; ``found_damage`` is called once for each damage."""

    def __init__(self, index: Path, corpus: LanceCorpus, found_damage: Callable[[], None]) -> None:
        self._index = index
        self._corpus = corpus
        self._found_damage = found_damage
        self._damaged = self.is_closed = False

    def close(self) -> None:
        """Let no further call read the index."""
        # A search of a closed vault took its closed tables for damaged ones: the next sync built all anew.
        self.is_closed = True

    async def set_aside(self) -> None:
        """Move the damaged index away: the next sync builds another."""
        await self._corpus.tables.set_aside()
        await self._clear()

    async def mend(self) -> bool:
        """Rebuild damaged indices from the tables, without reading notes; return False if none is damaged.

        Raise IndexDamagedError if the tables themselves are damaged.
        """
        # The mark on the disk counts as well as this process's own findings: when only the process knew that
        # had met the damage in a search, the damage stayed for ever.
        if (
            not await in_thread(index_folder.is_marked, self._index)
            and await self._corpus.upkeep.can_be_searched()
        ):
            return False
        if not await self._corpus.upkeep.mend_indices():
            self._damaged = True
            raise index_folder.damaged_index_error(self._index)
        await self._clear()
        return True

    async def _clear(self) -> None:
        await in_thread(index_folder.clear_damage_mark, self._index)
        self._damaged = False

    @asynccontextmanager
    async def explained(self) -> AsyncGenerator[None, None]:
        """Raise database errors as DiskFullError or IndexDamagedError if those are the cause.

        Raise VaultClosedError if the vault is closed.
        """
        if self.is_closed:
            raise VaultClosedError.closed()
        # Another process may have repaired it meanwhile; a folder that is gone has no mark either.
        if self._damaged and not await in_thread(index_folder.is_marked, self._index):
            self._damaged = not await self._corpus.upkeep.open_again()
        if self._damaged:
            raise index_folder.damaged_index_error(self._index)
        try:
            yield
        except (VaultSearchError, KeyError):
            # Known trouble, and a note or passage that is not in the index: neither says anything about the
            # index's health, and to look into that takes a while.
            raise
        except Exception as error:
            # The tables were closed beneath a running search, whose error says nothing about the index.
            if self.is_closed:
                raise VaultClosedError.closed() from error
            if full := index_folder.disk_full_error(error, self._index):
                raise full from error
            # Not every error of the database is damage: a bug of ours must surface as such, not as a rebuilt
            # index.
            if not await self._corpus.upkeep.is_damaged():
                raise
            self._damaged = True
            await in_thread(index_folder.mark_damaged, self._index)
            self._found_damage()
            raise index_folder.damaged_index_error(self._index) from error
