"""The excerpts area: passages with citations, and links to them, for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.context.excerpts import compare, context_html, excerpt_of, joined_excerpts
from vaultsearch.core.filters import AtPath
from vaultsearch.core.search.results import snippet
from vaultsearch.core.values.note import EMPTY_NOTE
from vaultsearch.core.values.search import Result
from vaultsearch.core.vault.links import wikilink
from vaultsearch.core.worker import in_thread
from vaultsearch.service.index_guard import guarded
from vaultsearch.service.operations.merge_rules import about_each_note, about_note, joined, of_any_vault

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.search.results import ObsidianVaultName
    from vaultsearch.core.values.context import Comparison, ContextFormat, Excerpt
    from vaultsearch.core.values.search import Chunk
    from vaultsearch.core.vault.links import LinkResolver
    from vaultsearch.service.index_guard import Guard


class Excerpts:
    """Cites the passages of one vault. ``get_resolver`` resolves links among all its notes."""

    def __init__(
        self,
        obsidian: ObsidianVaultName,
        corpus: LanceCorpus,
        get_resolver: Callable[[], Awaitable[LinkResolver]],
        guard: Guard,
    ) -> None:
        self.guard = guard
        self._obsidian = obsidian
        self._corpus = corpus
        self._get_resolver = get_resolver

    @about_each_note("chunks", joined_excerpts)
    async def cited(self, chunks: Sequence[Chunk]) -> Excerpt:
        """Return passages under their citations."""
        return await in_thread(self._cited, chunks)

    @of_any_vault
    async def context_html(self, text: str, style: ContextFormat) -> str:
        """Render the text of a context."""
        return await in_thread(context_html, text, style)

    @about_each_note("chunks", joined)
    @guarded
    async def wikilinks(self, chunks: Sequence[Chunk]) -> tuple[str, ...]:
        """Return the shortest links to the headings of passages, as Obsidian writes them."""
        resolver, prefix = await self._get_resolver(), self._obsidian.prefix
        return tuple(wikilink(chunk.path, chunk.heading_path, resolver, prefix) for chunk in chunks)

    @of_any_vault
    async def compared(self, first: str, second: str) -> Comparison:
        """Compare two texts sentence by sentence."""
        return await in_thread(compare, first, second)

    @about_note("path")
    @guarded
    async def link_to(self, path: str) -> str:
        """Return the shortest link to a note, as Obsidian writes it."""
        return wikilink(path, (), await self._get_resolver(), self._obsidian.prefix)

    @about_note("path", missing=None)
    @guarded
    async def passage_at(self, path: str, line: int) -> Result | None:
        """Return the passage of a note at a line of it, or the one before; None if there is none."""
        chunks = await self._corpus.get_chunks(AtPath(path))
        above = [chunk for chunk in chunks if chunk.line_start <= line] or chunks[:1]
        if not above:
            return None
        chunk = above[-1]
        return Result(chunk, snippet(chunk.text or EMPTY_NOTE, ()), self._uri(chunk), "")

    def _cited(self, chunks: Sequence[Chunk]) -> Excerpt:
        link_uri = self._obsidian.link_uri
        return joined_excerpts([excerpt_of(chunk, self._uri(chunk), link_uri) for chunk in chunks])

    def _uri(self, chunk: Chunk) -> str:
        return self._obsidian.uri(chunk.path, chunk.heading_path)
