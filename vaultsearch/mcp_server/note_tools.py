"""The tools that read and list notes: a language model reads their docstrings and fields."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.mcpserver import Context
from pydantic import Field

from vaultsearch.core.errors import NoteNotFoundError, QueryError
from vaultsearch.mcp_server import answers
from vaultsearch.mcp_server.arguments import Filter, Note, NotesToRead, Offset
from vaultsearch.mcp_server.linked_notes import further_notes
from vaultsearch.mcp_server.note_paths import within_vault
from vaultsearch.mcp_server.shapes import (
    Document,
    Documents,
    Fetched,
    Links,
    NoteList,
    RelatedNotes,
    ServedStatus,
    Tags,
)
from vaultsearch.service.serialization import status_json

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from vaultsearch.core.index.stored_notes import StoredNote
    from vaultsearch.mcp_server.served_vaults import OpenNotes, ServedVaults
    from vaultsearch.mcp_server.sessions import CitationNumbers

_RANGE = re.compile(r"(.+?):(\d{1,7})(?:-(\d{1,7}))?", re.DOTALL)
_AT_ONCE = 20


class NoteTools:
    """The tools that read notes, follow their links and list them. They raise VaultSearchError."""

    def __init__(self, vaults: ServedVaults, numbers: CitationNumbers) -> None:
        self._vaults = vaults
        self._numbers = numbers

    async def read_document(
        self,
        ctx: Context[Any, Any],
        note: NotesToRead,
        question: Annotated[str, Field(description="Quote only the sentences that answer this.")] = "",
        page: Annotated[int, Field(ge=1, description="Page of the text, if no lines are asked for.")] = 1,
    ) -> Documents:
        """Read notes: their text in pages, lines of it or, with a question, the sentences that answer it."""
        wanted = [note] if isinstance(note, str) else note
        if not 1 <= len(wanted) <= _AT_ONCE:
            raise QueryError(f"{len(wanted)} notes can't be read at once.", f"Ask for 1 to {_AT_ONCE}.")
        async with self._vaults.opened() as notes:
            return {"documents": [await self._read(ctx, notes, one, question, page) for one in wanted]}

    async def fetch(
        self, ctx: Context[Any, Any], id: Annotated[str, Field(description="id of a result.")]
    ) -> Fetched:
        """Fetch the whole text of a note that search has found."""
        async with self._note(ctx, id) as (notes, path):
            read = await notes.vault.read(path)
            return {
                "id": id,
                "title": read.title,
                "text": read.text,
                "url": read.uri,
                "metadata": {"path": read.path},
            }

    async def related(
        self,
        ctx: Context[Any, Any],
        note: Note,
        n: Annotated[int, Field(ge=1, le=100, description="Number of notes.")] = 10,
    ) -> RelatedNotes:
        """List related notes, and why they are related."""
        async with self._note(ctx, note) as (notes, path):
            found = await notes.vault.relations.related(path, n)
            uri = notes.vault.obsidian.uri
            return {"path": path, "related": [answers.relation(one, uri) for one in found]}

    async def links(
        self,
        ctx: Context[Any, Any],
        note: Note,
        depth: Annotated[int, Field(ge=1, le=3, description="How many links away notes may be.")] = 1,
    ) -> Links:
        """List a note's backlinks, links and unlinked mentions; with depth, the notes behind them."""
        async with self._note(ctx, note) as (notes, path):
            links_of = notes.vault.relations.links_of
            found = await links_of(path)
            further = await further_notes(found, depth, links_of)
        return {
            "path": found.note.path,
            "title": found.note.title,
            "backlinks": list(map(answers.link, found.backlinks)),
            "outgoing": list(map(answers.link, found.outgoing)),
            "unresolved": list(map(answers.link, found.unresolved)),
            "mentions": list(map(answers.link, found.mentions)),
            "further": further,
        }

    async def list_notes(
        self,
        filter: Filter = "",
        offset: Offset = 0,
        n: Annotated[int, Field(ge=1, le=200, description="Number of notes.")] = 50,
    ) -> NoteList:
        """List and count the notes, or those that match filters, newest first."""
        async with self._vaults.opened() as notes:
            listed = await notes.vault.query.list_notes(filter)
            return answers.listed(listed, offset, n, notes.vault.obsidian.uri, await notes.ids())

    async def recent(
        self,
        days: Annotated[int, Field(ge=1, le=3660, description="Saved within so many days.")] = 7,
        filter: Filter = "",
        offset: Offset = 0,
        n: Annotated[int, Field(ge=1, le=200, description="Number of notes.")] = 50,
    ) -> NoteList:
        """List the notes that were saved lately, the last one first."""
        since = datetime.now().astimezone() - timedelta(days=days)
        async with self._vaults.opened() as notes:
            listed = await notes.vault.query.list_notes(filter)
            saved = [one for one in listed if one.modified and _zoned(one.modified) >= since]
            saved.sort(key=_saved_last)
            return answers.listed(saved, offset, n, notes.vault.obsidian.uri, await notes.ids())

    async def tags(
        self,
        filter: Filter = "",
        n: Annotated[int, Field(ge=1, le=1000, description="Number of tags.")] = 100,
    ) -> Tags:
        """List the tags with the number of their notes, of all notes or of those that match filters."""
        async with self._vaults.opened() as notes:
            return answers.tags(await notes.vault.query.list_notes(filter), n)

    async def status(self) -> ServedStatus:
        """Show how many notes are indexed, by which models, which couldn't be read, and work under way."""
        async with self._vaults.opened() as notes:
            status = await notes.vault.status()
        return {
            **status_json(status),
            "vaults": {one.name: one.trouble or str(one.folder) for one in status.members},
            "under_way": self._vaults.under_way(),
        }

    async def _read(
        self, ctx: Context[Any, Any], notes: OpenNotes, written: str, question: str, page: int
    ) -> Document:
        ranged = _RANGE.fullmatch(written.strip())
        try:
            path = await self._find(ctx, notes, written)
        except NoteNotFoundError:
            if ranged is None:
                raise
            path = await self._find(ctx, notes, ranged[1])
            first = int(ranged[2])
            return answers.lines(await notes.vault.read(path), first, int(ranged[3] or first))
        read = await notes.vault.read(path, question)
        return answers.page(read, page) if read.question is None else answers.quotes(read)

    @asynccontextmanager
    async def _note(self, ctx: Context[Any, Any], name: str) -> AsyncGenerator[tuple[OpenNotes, str]]:
        """Hold the vaults open for one call, and resolve a note's name to its path."""
        async with self._vaults.opened() as notes:
            yield notes, await self._find(ctx, notes, name)

    async def _find(self, ctx: Context[Any, Any], notes: OpenNotes, name: str) -> str:
        return await notes.vault.find_note(within_vault(name, notes.folders), self._numbers.of(ctx))


def _zoned(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.astimezone()


def _saved_last(note: StoredNote) -> float:
    return -note.modified.timestamp() if note.modified else 0.0
