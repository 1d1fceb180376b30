"""Subscriptions to notes: who subscribed to a note's resource is told when the note has changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mcp.server.subscriptions import InMemorySubscriptionBus, ResourcesListChanged, ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, EmptyResult

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.mcp_server.arguments import ON_PIPES, SESSION_HEADER

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import ServerRequestContext
    from mcp.server.session import ServerSession
    from mcp.server.subscriptions import ServerEvent
    from mcp.types import SubscribeRequestParams, UnsubscribeRequestParams

    from vaultsearch.core.values.note import StoredNote
    from vaultsearch.mcp_server.served_vault import ServedVaults

LOOKED_AFTER_S = 1.0
"""Seconds between two looks at the index while somebody has subscribed; whoever writes it."""
_MOST, _MOST_EACH = 10_000, 1_000
"""Subscriptions by handshake that are kept, the latest: clients that vanish do not unsubscribe. And those of
one session.
"""
_SHOWN = 200


class SubscribedNotes(InMemorySubscriptionBus):
    """Compares the notes with those of the last look, and tells the subscribers of both kinds.

    Clients of the protocol of 2026 hold a stream open (`subscribe`); those with a handshake name resources.
    """

    def __init__(self, vaults: ServedVaults) -> None:
        super().__init__()
        self._vaults = vaults
        self._streams: set[Callable[[], None]] = set()
        self._sessions: dict[tuple[str, str], ServerSession] = {}
        self._changed = asyncio.Event()
        self._seen: tuple[StoredNote, ...] | None = None

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Register a stream, and return the callable that ends it."""
        end = super().subscribe(listener)
        self._streams.add(end)
        self._changed.set()

        def unsubscribe() -> None:
            self._streams.discard(end)
            end()

        return unsubscribe

    async def add(self, ctx: ServerRequestContext[Any, Any], params: SubscribeRequestParams) -> EmptyResult:
        """Subscribe a session to a note: changes after this call are told.

        Raise MCPError if there is no such note, or the session has too many subscriptions.
        """
        if self._seen is None:
            self._seen = await self._notes()
        if params.uri not in {note_uri(note.path) for note in self._seen or ()}:
            raise MCPError(INVALID_PARAMS, f"There is no note {params.uri[:_SHOWN]}.")
        session = _session(ctx)
        if sum(subscriber == session for subscriber, _ in self._sessions) >= _MOST_EACH:
            raise MCPError(INVALID_PARAMS, f"No more than {_MOST_EACH:,} notes can be subscribed to.")
        self._sessions[session, params.uri] = ctx.session
        if len(self._sessions) > _MOST:
            del self._sessions[next(iter(self._sessions))]
        self._changed.set()
        return EmptyResult()

    async def remove(
        self, ctx: ServerRequestContext[Any, Any], params: UnsubscribeRequestParams
    ) -> EmptyResult:
        """End a session's subscription to a resource."""
        self._sessions.pop((_session(ctx), params.uri), None)
        return EmptyResult()

    async def follow(self) -> None:
        """Look at the notes again and again while somebody has subscribed."""
        while True:
            if not self._streams and not self._sessions:
                self._seen = None
                self._changed.clear()
                await self._changed.wait()
            await self._look()
            await asyncio.sleep(LOOKED_AFTER_S)

    async def _look(self) -> None:
        notes, former = await self._notes(), self._seen
        self._seen = notes
        if notes is None or former is None or notes is former:
            return
        before, now = ({note.path: note.text for note in some} for some in (former, notes))
        for path in before.keys() | now.keys():
            if before.get(path) != now.get(path):
                await self._tell(note_uri(path))
        if before.keys() != now.keys():
            await self.publish(ResourcesListChanged())

    async def _tell(self, uri: str) -> None:
        await self.publish(ResourceUpdated(uri=uri))
        for (name, wanted), session in list(self._sessions.items()):
            if wanted == uri:
                try:
                    await session.send_resource_updated(uri)
                except Exception:  # a session that expired has a stream that is closed, of anyio
                    self._sessions.pop((name, wanted), None)

    async def _notes(self) -> tuple[StoredNote, ...] | None:
        try:
            async with self._vaults.opened() as notes:
                return await notes.vault.query.notes()
        except VaultSearchError:
            return self._seen


def note_uri(path: str) -> str:
    """Return the resource of a note."""
    return "note:///" + quote(path)


def _session(ctx: ServerRequestContext[Any, Any]) -> str:
    headers = getattr(ctx.request, "headers", None) or {}
    return str(headers.get(SESSION_HEADER, ON_PIPES))
