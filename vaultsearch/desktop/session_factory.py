"""Opens the vaults that the window shows, on the engine's thread."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from vaultsearch import settings
from vaultsearch.core.errors import VaultSearchError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultsearch.core.index.manifest import Manifest
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.gui.engine.service import VaultService
    from vaultsearch.session import VaultSession

LOOKED_AFTER_S = 2.0
"""How often it is looked whether the process that writes an index has made it anew, or has ended."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Opened:
    """An open session, where its index is, and of which tables it is."""

    session: VaultSession
    index: Path
    made: Manifest | None


class SessionFactory:
    """Opens vaults by the ``parameters`` of the moment. Its heavy imports happen when it is first called."""

    def __init__(self, parameters: Callable[[], Parameters], *, looked_after: float = LOOKED_AFTER_S) -> None:
        self._parameters = parameters
        self._looked_after = looked_after
        self._latest: _Opened | None = None
        self._warming: set[asyncio.Task[None]] = set()

    async def __call__(self, folder: Path) -> VaultSession:
        """Open a vault to write its index if nobody else does, and begin to load the model.

        Gives the open session for another name of the folder that it is of.
        """
        vault = await asyncio.to_thread(folder.resolve)
        if self._latest is not None and self._latest.session.is_open and self._latest.session.vault == vault:
            return self._latest.session
        return await self._open(vault)

    async def renewed(self, service: VaultService) -> VaultSession:
        """Wait until the index of a vault that is read only was made anew or is written no more; open it.

        The former session stays open. What cannot be opened yet is tried again.
        """
        opened = self._latest
        while True:
            await asyncio.sleep(self._looked_after)
            try:
                if await asyncio.to_thread(_is_past, opened):
                    return await self._open(service.vault)
            except VaultSearchError as error:  # its tables are being made at this very moment
                _log.info("not opened again because=%s", error)

    async def _open(self, vault: Path) -> VaultSession:
        from vaultsearch.core.index.manifest import read_made
        from vaultsearch.parts import Runners
        from vaultsearch.session import VaultSession

        index = await asyncio.to_thread(settings.index_folder, vault)
        made = await asyncio.to_thread(read_made, index)
        session = await VaultSession.open(
            vault,
            index,
            self._parameters(),
            Runners.processes(),
            write=True,
            models=settings.models_folder(),
            user_rules=partial(settings.user_rules, vault),
        )
        self._latest = _Opened(session, index, made)
        task = asyncio.ensure_future(self._warm_up(session))
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)
        return session

    async def _warm_up(self, session: VaultSession) -> None:
        """Load the model; a trouble with it is told by the search that needs it."""
        with contextlib.suppress(VaultSearchError, asyncio.CancelledError):
            await session.warm_up()


def _is_past(opened: _Opened | None) -> bool:
    """Tell whether a session that reads only is of tables that are no more, or could write by now."""
    from vaultsearch.core.index.manifest import read_made
    from vaultsearch.core.index.writer_lock import writer_of

    if opened is None or opened.session.writes:
        return False
    made = read_made(opened.index)
    return (made is not None and made != opened.made) or writer_of(opened.index) is None
