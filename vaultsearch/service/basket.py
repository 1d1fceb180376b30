"""The basket area of an open vault: its passages on the disk, and what has become of them in the notes."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from vaultsearch.core.context.assembler import note_texts
from vaultsearch.core.context.basket_file import OWN, read_basket, write_basket
from vaultsearch.core.context.passage_state import passage_now, passage_state
from vaultsearch.core.filters import AtPath
from vaultsearch.core.worker import in_thread
from vaultsearch.service.index_guard import guarded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.values.context import PassageState
    from vaultsearch.core.values.search import Chunk
    from vaultsearch.service.index_guard import Guard

_log = logging.getLogger(__name__)


class VaultBasket:
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

    @guarded
    async def states(self, chunks: Sequence[Chunk]) -> tuple[PassageState, ...]:
        """Compare passages with their notes as they are indexed now."""
        texts = await note_texts(self._corpus, (chunk.path for chunk in chunks))
        return await in_thread(_states, chunks, texts)

    @guarded
    async def renewed(self, chunk: Chunk) -> Chunk | None:
        """Return the passage that stands in the place of a changed one; None if there is none."""
        now = await self._corpus.get_chunks(AtPath(chunk.path))
        return await in_thread(passage_now, chunk, now)

    async def close(self) -> None:
        """Wait for the last write."""
        await asyncio.gather(*self._writes)

    async def _write(self, name: str, passages: Sequence[tuple[int, Chunk]]) -> None:
        async with self._in_order:
            try:
                await in_thread(write_basket, self._index, name, passages)
            except OSError as error:  # the basket in the window is worth more than its copy on the disk
                _log.warning("basket not kept index=%s because=%s", self._index, error)


def _states(chunks: Sequence[Chunk], texts: dict[str, str]) -> tuple[PassageState, ...]:
    return tuple(passage_state(chunk, texts.get(chunk.path)) for chunk in chunks)
