"""The basket area: its passages on the disk, and what has become of them in the notes."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from vaultsearch.core.context.assembler import note_texts
from vaultsearch.core.context.basket import OWN, SHARED, passage_now, passage_state, read_basket, write_basket
from vaultsearch.core.filters import AtPath
from vaultsearch.core.values.context import PassageState
from vaultsearch.core.worker import in_thread
from vaultsearch.service.index_guard import guarded
from vaultsearch.service.operations.merge_rules import about_each_note, about_note, joined, of_several

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.values.search import Chunk
    from vaultsearch.service.group.members import Members
    from vaultsearch.service.index_guard import Guard

_log = logging.getLogger(__name__)


class Basket:
    """Keeps the basket of one vault in its index's folder. Writes happen in the order of the calls."""

    def __init__(self, index: Path, corpus: LanceCorpus, guard: Guard) -> None:
        self.guard = guard
        self._index = index
        self._corpus = corpus
        self._in_order = asyncio.Lock()
        self._writes: set[asyncio.Task[None]] = set()

    async def load(self) -> tuple[Chunk, ...]:
        """Return the passages in the basket."""
        return tuple(chunk for _, chunk in await self.places(OWN))

    async def save(self, chunks: Sequence[Chunk]) -> None:
        """Keep the passages in the basket."""
        await self.set_places(OWN, list(enumerate(chunks)))

    async def places(self, name: str) -> tuple[tuple[int, Chunk], ...]:
        """Return the passages in the basket file ``name``, each with its place."""
        async with self._in_order:
            return await in_thread(read_basket, self._index, name)

    async def set_places(self, name: str, passages: Sequence[tuple[int, Chunk]]) -> None:
        """Replace the basket file ``name``; the write is finished even if this call is cancelled."""
        write = asyncio.create_task(self._write(name, passages))
        self._writes.add(write)
        write.add_done_callback(self._writes.discard)
        await asyncio.shield(write)

    @about_each_note("chunks", joined, missing=(PassageState.GONE,))
    @guarded
    async def states(self, chunks: Sequence[Chunk]) -> tuple[PassageState, ...]:
        """Compare passages with their notes as they are indexed now."""
        texts = await note_texts(self._corpus, (chunk.path for chunk in chunks))
        return await in_thread(_states, chunks, texts)

    @about_note("chunk", missing=None)
    @guarded
    async def current_passage(self, chunk: Chunk) -> Chunk | None:
        """Return the passage that stands in the place of a changed one; None if there is none."""
        now = await self._corpus.get_chunks(AtPath(chunk.path))
        return await in_thread(passage_now, chunk, now)

    @about_note("path", missing=None)
    @guarded
    async def first_passage(self, path: str) -> Chunk | None:
        """Return the passage a note begins with; None if it is not indexed."""
        return next(iter(await self._corpus.get_chunks(AtPath(path))), None)

    async def close(self) -> None:
        """Wait for the last write."""
        await asyncio.gather(*self._writes)

    async def _write(self, name: str, passages: Sequence[tuple[int, Chunk]]) -> None:
        async with self._in_order:
            try:
                await in_thread(write_basket, self._index, name, passages)
            except OSError as error:  # the basket in the window is worth more than its copy on the disk
                _log.warning("basket not kept index=%s because=%s", self._index, error)


class SharedBasket:
    """Keeps the basket of several vaults: each keeps its own passages, with their places.

    A passage of a vault that is not open waits for it.
    """

    def __init__(self, members: Members) -> None:
        self._members = members
        basket = of_several(members, Basket, lambda vault: vault.basket)
        self.states, self.current_passage = basket.states, basket.current_passage
        self.first_passage = basket.first_passage

    async def load(self) -> tuple[Chunk, ...]:
        """Return the passages of the open vaults, in the basket's order."""
        places = joined(
            [member.outward(await member.vault.basket.places(SHARED)) for member in self._members]
        )
        return tuple(chunk for _, chunk in sorted(places, key=lambda place: place[0]))

    async def save(self, chunks: Sequence[Chunk]) -> None:
        """Keep the passages in the basket, each with its vault."""
        for member in self._members:
            own = [
                (place, member.inward(chunk))
                for place, chunk in enumerate(chunks)
                if self._members.has(chunk.path) and self._members.owner(chunk.path) is member
            ]
            await member.vault.basket.set_places(SHARED, own)


def _states(chunks: Sequence[Chunk], texts: dict[str, str]) -> tuple[PassageState, ...]:
    return tuple(passage_state(chunk, texts.get(chunk.path)) for chunk in chunks)
