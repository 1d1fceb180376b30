"""Waits until a burst of changes has settled, so that a storm of events is one sync."""

from __future__ import annotations

import asyncio

SETTLED_S = 0.25
"""Quiet for as long as this, a burst is over: a safe-save is a delete and a create."""
LONGEST_S = 2.0
"""A burst that goes on is not waited for any longer."""


class ChangeSignal:
    """Notes changes on the event loop; `settled` waits for one and for the end of its burst."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def note(self) -> None:
        """Note a change; for the loop's thread."""
        self._changed.set()

    async def settled(self, quiet: float = SETTLED_S, longest: float = LONGEST_S) -> None:
        """Return when something has changed and nothing more for ``quiet`` seconds, or after ``longest``."""
        await self._changed.wait()
        loop = asyncio.get_running_loop()
        end = loop.time() + longest
        while self._changed.is_set() and loop.time() < end:
            self._changed.clear()
            await asyncio.sleep(min(quiet, max(0.0, end - loop.time())))
        self._changed.clear()
