"""An index at rest: memory and caches go, the indexing process ends, and the tables are tidied."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.upkeep import VERSIONS_KEPT_FOR
from vaultsearch.core.memory import give_back
from vaultsearch.core.threads import in_thread
from vaultsearch.service.parts.workers import Workers

_RELEASED_AFTER_S = 3.0
"""Seconds after a sync until freed memory goes back to the system. Every sync starts the count anew."""
_RESTED_AFTER_S = 15.0
"""Seconds after a sync until the indexing process ends, which holds a model, and the tables are tidied."""
_CACHES_DROPPED_AFTER_S = 600.0
"""Seconds after a question until caches go: of 10,000 notes, 26 MB of LanceDB and 42 of filters."""
_FORMER_AFTER_S = VERSIONS_KEPT_FOR.total_seconds() + 1.0
"""Seconds until the versions that the last tidying left because they were young are old enough to go."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class IndexRest:
    """Waits until no sync has run for a while, and then puts the index in order; ``syncing`` is held for it.

    ``drop_unheld`` drops what lies beside the tables and nothing in the index refers to.
    """

    index: Path
    corpus: LanceCorpus
    workers: Workers
    syncing: asyncio.Lock
    drop_unheld: Callable[[], Awaitable[None]]
    on_unasked: Callable[[], object] = bool
    _task: asyncio.Task[None] | None = None
    _unasked: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to wait, anew if a wait or the tidying is under way."""
        self.cancel()
        self._task = asyncio.create_task(self._run())

    def cancel(self) -> None:
        """Wait no longer."""
        if self._task is not None:
            self._task.cancel()

    def wait_unasked(self) -> None:
        """Begin to wait, anew with each question, until nobody has asked for long."""

        async def drop_caches() -> None:
            await asyncio.sleep(_CACHES_DROPPED_AFTER_S)
            self.on_unasked()
            async with self.syncing:
                await self.tidy(self.corpus.tables.renew())
            await in_thread(give_back)

        if self._unasked is not None:
            self._unasked.cancel()
        self._unasked = asyncio.create_task(drop_caches())

    async def end(self) -> None:
        """Stop waiting, and wait until running tidying has stopped."""
        tasks = [task for task in (self._task, self._unasked) if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _run(self) -> None:
        await asyncio.sleep(_RELEASED_AFTER_S)
        await in_thread(give_back)
        await asyncio.sleep(_RESTED_AFTER_S - _RELEASED_AFTER_S)
        async with self.syncing:
            await in_thread(self.workers.stop_indexing)
            await self.tidy(self.corpus.upkeep.tidy_at_rest())
            await self.tidy(self.drop_unheld())
        # Once more: after a start, the words of all notes are counted for a while.
        await in_thread(give_back)
        # What the first round left because it was too young goes in the second.
        for _ in range(2):
            await asyncio.sleep(_FORMER_AFTER_S)
            async with self.syncing:
                await self.tidy(self.corpus.upkeep.drop_former())

    async def tidy(self, tidying: Awaitable[None]) -> None:
        """Await some tidying; trouble with it is logged."""
        try:
            await tidying
        except (OSError, RuntimeError, ValueError) as error:
            # Such as a full disk. Searching goes on, and the next rest tries again.
            _log.warning("not tidied index=%s because=%s", self.index, error)
