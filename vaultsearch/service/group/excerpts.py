"""The excerpts area of a group of vaults: each passage is cited and linked as in its own vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.context.excerpts import context_html, joined_excerpts
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.context import ContextFormat, Excerpt
    from vaultsearch.core.values.search import Chunk, Result
    from vaultsearch.service.group.members import Members


class GroupExcerpts:
    """Cites the passages of a group."""

    def __init__(self, members: Members) -> None:
        self._members = members

    async def cited(self, chunks: Sequence[Chunk]) -> Excerpt:
        """Return passages under their citations."""
        excerpts = []
        for chunk in chunks:
            member = self._members.owner(chunk.path)
            excerpts.append(await member.vault.excerpts.cited([member.inner_chunk(chunk)]))
        return joined_excerpts(excerpts)

    async def context_html(self, text: str, style: ContextFormat) -> str:
        """Render the text of a context."""
        return await in_thread(context_html, text, style)

    async def wikilinks(self, chunks: Sequence[Chunk]) -> tuple[str, ...]:
        """Return the shortest links to the headings of passages, as Obsidian writes them in their vaults."""
        links: list[str] = []
        for chunk in chunks:
            member = self._members.owner(chunk.path)
            links += await member.vault.excerpts.wikilinks([member.inner_chunk(chunk)])
        return tuple(links)

    async def passage_at(self, path: str, line: int) -> Result | None:
        """Return the passage of a note at a line of it, or the one before; None if there is none."""
        try:
            member = self._members.owner(path)
        except NoteNotFoundError:
            return None
        passage = await member.vault.excerpts.passage_at(member.inner(path), line)
        return None if passage is None else member.result(passage)
