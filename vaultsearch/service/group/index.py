"""The index area of several vaults: their syncs one after the other, and the changes of any."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexInUseError, VaultSearchError
from vaultsearch.service.group.merging import summed_report

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from vaultsearch.core.values.sync import Progress, SyncReport
    from vaultsearch.service.group.members import Member, Members


class GroupIndex:
    """Keeps the indexes of a group up to date.

    ``not_synced`` holds, by vault, why the last sync failed.
    """

    def __init__(self, members: Members) -> None:
        self._members = members
        self.not_synced: dict[str, str] = {}

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        """Bring the indexes up to date, one by one; those that another process writes are passed over.

        Because of ``changes``, only those of the vaults that changed.
        A known trouble with one is told in the report and in the status.

        Raises:
            IndexInUseError: Other processes write all of them.
        """
        reports: dict[Member, SyncReport] = {}
        in_use: IndexInUseError | None = None
        due = {member.name: member for member in self._members if not changes or member.vault.index.is_due}
        self.not_synced = {name: why for name, why in self.not_synced.items() if name not in due}
        for member in due.values():
            try:
                reports[member] = await member.vault.index.sync(on_progress, anew=anew, changes=changes)
            except IndexInUseError as error:
                in_use = error
            except VaultSearchError as error:
                self.not_synced[member.name] = error.message
            else:
                if reports[member].cancelled:
                    break
        if in_use is not None and not reports and not self.not_synced:
            raise in_use
        return summed_report(reports, self.not_synced)

    async def changes(self) -> AsyncGenerator[None, None]:
        """Yield each time one of the vaults has changed and come to rest."""
        arrivals: asyncio.Queue[bool] = asyncio.Queue()
        followers = [asyncio.create_task(_follow(member, arrivals)) for member in self._members]
        going = len(followers)
        try:
            while going:
                if await arrivals.get():
                    yield
                else:
                    going -= 1
            for follower in followers:
                await follower  # raises the error that ended it
        finally:
            for follower in followers:
                follower.cancel()
            await asyncio.gather(*followers, return_exceptions=True)

    async def read_for(self, language: str, *, enabled: bool = True) -> None:
        """Embed passages of all vaults for questions in a language, by code, or no longer."""
        for member in self._members:
            await member.vault.index.read_for(language, enabled=enabled)

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make the missing summaries of all vaults that this process writes, and return their number."""
        made = 0
        for member in self._members:
            with suppress(IndexInUseError):
                made += await member.vault.index.fill_summaries(on_progress)
        return made


async def _follow(member: Member, arrivals: asyncio.Queue[bool]) -> None:
    """Put True for each change of a vault, and False at the end of its changes."""
    try:
        async for _ in member.vault.index.changes():
            arrivals.put_nowait(True)
    finally:
        arrivals.put_nowait(False)
