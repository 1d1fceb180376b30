"""The vault that is served: opened when it is first asked, and again when its index was made anew."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch import settings
from vaultsearch.commands.options import last_vault, open_session
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.manifest import Manifest, read_made

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.session import VaultSession

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Opened:
    """An open session, of which tables it is, and how many calls are at it."""

    session: VaultSession
    made: Manifest | None
    calls: int = 0


class ServedVault:
    """One vault, read only. ``folder`` is None for the one that was used last when it is first asked.

    Other processes may index meanwhile. Notes that lead out of the vault are hidden, unless it is to
    ``follow_links_out``. Lives on one event loop.
    """

    def __init__(
        self, folder: Path | None, parameters: Parameters, *, follow_links_out: bool = False
    ) -> None:
        self._folder = folder
        self._follow_links_out = follow_links_out
        self._parameters = parameters
        self._opening = asyncio.Lock()
        self._opened: _Opened | None = None

    @asynccontextmanager
    async def session(self) -> AsyncGenerator[VaultSession, None]:
        """Give the session for one call; raises VaultSearchError where there is no index to read yet."""
        opened = await self._current()
        opened.calls += 1
        try:
            yield opened.session
        finally:
            opened.calls -= 1
            if opened is not self._opened and not opened.calls:
                await opened.session.close()

    async def warm_up(self) -> None:
        """Open the vault and load the models, so that the first call need not wait for them."""
        try:
            async with self.session() as session:
                await session.warm_up()
        except VaultSearchError as error:  # it is told at the first call, unless it is mended by then
            _log.info("not warmed up because=%s", error)

    async def close(self) -> None:
        """Let go of the index."""
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.session.close()

    async def _current(self) -> _Opened:
        async with self._opening:
            if self._folder is None:
                self._folder = await asyncio.to_thread(last_vault)
            folder = self._folder
            made = await asyncio.to_thread(read_made, settings.index_folder(folder))
            former = self._opened
            if former is not None and former.made == made:
                return former
            session = await open_session(
                folder, self._parameters, write=False, hides_links_out=not self._follow_links_out
            )
            current = self._opened = _Opened(session, made)
        if former is not None and not former.calls:
            await former.session.close()
        return current
