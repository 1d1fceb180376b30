"""Areas for chosen passages: excerpts, with citations for other programs, and the stored basket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vaultsearch.core.context.assembler import context_html, excerpt_of, join_excerpts, note_texts
from vaultsearch.core.context.basket import (
    OWN_BASKET_FILE,
    SHARED_BASKET_FILE,
    passage_now,
    passage_state,
    read_basket,
    write_basket,
)
from vaultsearch.core.context.blocks import NoteBlocks
from vaultsearch.core.context.comparison import compare_texts
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.filters import AtPath
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.messages import Message
from vaultsearch.core.search.results import ObsidianVaultName, make_snippet
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import ContextFormat, Excerpt, PassageState, TextComparison
from vaultsearch.core.values.search import Chunk, Result
from vaultsearch.core.vault.links import LinkResolver, format_wikilink
from vaultsearch.service.parts import merge_rules
from vaultsearch.service.parts.index_guard import Guard
from vaultsearch.service.parts.members import Members


@dataclass(frozen=True, slots=True)
class Excerpts:
    """Cites a vault's passages. ``get_resolver`` resolves links among all notes."""

    obsidian: ObsidianVaultName
    corpus: LanceCorpus
    get_resolver: Callable[[], Awaitable[LinkResolver]]
    guard: Guard

    @merge_rules.about_each_note("chunks", join_excerpts)
    async def cited(self, chunks: Sequence[Chunk]) -> Excerpt:
        """Return passages under their citations."""
        texts = await note_texts(self.corpus, (chunk.path for chunk in chunks))
        link_uri = self.obsidian.link_uri

        def cite() -> Excerpt:
            notes = {path: NoteBlocks.of(text, path) for path, text in texts.items()}
            return join_excerpts(
                [excerpt_of(chunk, self._uri(chunk), link_uri, notes.get(chunk.path)) for chunk in chunks]
            )

        return await in_thread(cite)

    @merge_rules.of_any_vault
    async def context_html(self, text: str, style: ContextFormat) -> str:
        """Render a context's text."""
        return await in_thread(context_html, text, style)

    @merge_rules.about_each_note("chunks", merge_rules.join_answers)
    async def wikilinks(self, chunks: Sequence[Chunk]) -> tuple[str, ...]:
        """Return the shortest links to passages' headings, as Obsidian writes them."""
        resolver, prefix, links = await self.get_resolver(), self.obsidian.prefix, []
        for chunk in chunks:
            of_note = await self.corpus.get_chunks(AtPath(chunk.path))
            paths = [each.heading_path for each in of_note]
            paths += [section.heading_path for each in of_note for section in each.sections]
            known = {path[:end] for path in paths for end in range(1, len(path) + 1)}
            links.append(format_wikilink(chunk.path, chunk.heading_path, resolver, prefix, known))
        return tuple(links)

    @merge_rules.of_any_vault
    async def compared(self, first: str, second: str) -> TextComparison:
        """Compare two texts sentence by sentence."""
        return await in_thread(compare_texts, first, second)

    @merge_rules.about_note("path")
    async def link_to(self, path: str) -> str:
        """Return the shortest link to a note, as Obsidian writes it."""
        return format_wikilink(path, (), await self.get_resolver(), self.obsidian.prefix)

    @merge_rules.about_note("path", missing=None)
    async def passage_at(self, path: str, line: int) -> Result | None:
        """Return the passage at or before a note's line, or None."""
        chunks = await self.corpus.get_chunks(AtPath(path))
        above = [chunk for chunk in chunks if chunk.line_start <= line] or chunks[:1]
        if not above:
            return None
        chunk = above[-1]
        return Result(chunk, make_snippet(chunk.text or chunk.placeholder, ()), self._uri(chunk), "")

    def _uri(self, chunk: Chunk) -> str:
        return self.obsidian.uri(chunk.path, chunk.heading_path)


class Basket:
    """Stores a vault's basket in the index folder, in the calls' order."""

    def __init__(self, index: Path, corpus: LanceCorpus, guard: Guard) -> None:
        self.guard = guard
        self._index = index
        self._corpus = corpus
        self._in_order = asyncio.Lock()
        self._writes: set[asyncio.Task[None]] = set()

    async def load(self) -> tuple[Chunk, ...]:
        """Return the passages in the basket."""
        return tuple(chunk for _, chunk in await self.places(OWN_BASKET_FILE))

    async def save(self, chunks: Sequence[Chunk]) -> None:
        """Keep the passages in the basket."""
        await self.set_places(OWN_BASKET_FILE, list(enumerate(chunks)))

    async def places(self, name: str) -> tuple[tuple[int, Chunk], ...]:
        """Return the passages in the basket file ``name``, each with a place."""
        async with self._in_order:
            return await in_thread(read_basket, self._index, name)

    async def set_places(self, name: str, passages: Sequence[tuple[int, Chunk]]) -> None:
        """Replace the basket file ``name``, even if cancelled. Raise VaultSearchError if that fails."""

        async def write_in_order() -> None:
            async with self._in_order:
                try:
                    await in_thread(write_basket, self._index, name, passages)
                except OSError as error:
                    raise VaultSearchError(
                        Message("The basket can't be saved in {} ({}).", self._index, error.strerror),
                        "Free some space, or check the folder's permissions.",
                    ) from error

        # A task of its own, which outlives the cancellation of its caller; `finish_writes` waits for it.
        writing = asyncio.create_task(write_in_order())
        self._writes.add(writing)
        writing.add_done_callback(self._writes.discard)
        await asyncio.shield(writing)

    async def follow_moves(self, moved: Mapping[str, str]) -> None:
        """Store passages of moved notes under their new paths, by former path."""
        for name in (OWN_BASKET_FILE, SHARED_BASKET_FILE):
            passages = await self.places(name)
            if any(chunk.path in moved for _, chunk in passages):
                # A sync does not fail because of it: the window saves its basket itself, and says so.
                with suppress(VaultSearchError):
                    await self.set_places(name, [(place, chunk.moved(moved)) for place, chunk in passages])

    @merge_rules.about_each_note("chunks", merge_rules.join_answers, missing=(PassageState.GONE,))
    async def states(self, chunks: Sequence[Chunk]) -> tuple[PassageState, ...]:
        """Compare passages with their notes as they are indexed now."""
        texts = await note_texts(self._corpus, (chunk.path for chunk in chunks))
        return await in_thread(lambda: tuple(passage_state(chunk, texts.get(chunk.path)) for chunk in chunks))

    @merge_rules.about_note("chunk", missing=None)
    async def current_passage(self, chunk: Chunk) -> Chunk | None:
        """Return the passage now in a changed passage's place, or None."""
        return await in_thread(passage_now, chunk, await self._corpus.get_chunks(AtPath(chunk.path)))

    @merge_rules.about_note("path", missing=None)
    async def first_passage(self, path: str) -> Chunk | None:
        """Return the passage a note begins with; None if it is not indexed."""
        return next(iter(await self._corpus.get_chunks(AtPath(path))), None)

    async def finish_writes(self) -> None:
        """Wait for the last write."""
        await asyncio.gather(*self._writes, return_exceptions=True)


class SharedBasket:
    """Stores several vaults' basket: each vault stores the passages it owns, with their places.

    A passage from a vault not open waits for it.
    """

    def __init__(self, members: Members[Any]) -> None:
        self._members = members
        basket = merge_rules.of_several(members, Basket, lambda vault: vault.basket)
        self.states, self.current_passage = basket.states, basket.current_passage
        self.first_passage = basket.first_passage

    async def load(self) -> tuple[Chunk, ...]:
        """Return the open vaults' passages, in the basket's order."""
        places = merge_rules.join_answers(
            [member.outward(await member.vault.basket.places(SHARED_BASKET_FILE)) for member in self._members]
        )
        return tuple(chunk for _, chunk in sorted(places, key=lambda place: place[0]))

    async def save(self, chunks: Sequence[Chunk]) -> None:
        """Store each passage in the vault it came from."""
        for member in self._members:
            own = [
                (place, member.inward(chunk))
                for place, chunk in enumerate(chunks)
                if self._members.has(chunk.path) and self._members.owner(chunk.path) is member
            ]
            await member.vault.basket.set_places(SHARED_BASKET_FILE, own)
