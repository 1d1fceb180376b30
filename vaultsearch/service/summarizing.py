"""Filling in the summaries that an index lacks, and nothing else: of telling sentences, or by a model."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from vaultsearch.core.errors import IndexInUseError, NotIndexedError
from vaultsearch.core.generation.prompts import SUMMARIES_FILE, SummaryStore, summary_messages
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.index.sync.filling import SummaryFilling
from vaultsearch.core.index.sync.passage_encoding import PassageEncoding
from vaultsearch.core.messages import Message
from vaultsearch.core.values.context import ContextPiece
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import Progress
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.models.chat_client import ChatClient
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.workers import Workers


async def summarize_notes(
    vault: Path,
    index: Path,
    corpus: LanceCorpus,
    components: ComponentFactory,
    workers: Workers,
    on_progress: Callable[[Progress], None],
) -> int:
    """Make the missing summaries; return how many. Raise NotIndexedError if another model made the index."""
    encoder, multilingual = components.encoder, components.multilingual
    manifest = await in_thread(read_manifest, index)
    if manifest is None or manifest.made_by.get(Space.MAIN) != encoder.fingerprint:
        raise NotIndexedError(
            "The index was made by another version or model.",
            Message("Run: vaultsearch index {}", quote(str(vault))),
        )
    encoders = {Space.MAIN: encoder} | ({Space.MULTILINGUAL: multilingual} if multilingual else {})
    run, run_small = workers.indexing, workers.small or workers.indexing
    encoding = PassageEncoding(corpus, encoders, run, run_small)
    await corpus.summaries.prepare(encoder.dimension)
    return await SummaryFilling(corpus, encoding, run, run_small).fill(
        on_progress=lambda clock: on_progress(Progress("summarizing", 0, 0, clock.done, clock.total)),
        is_cancelled=lambda: False,
    )


_LONGEST_NOTE = 12_000
"""Characters of a note that its summary is made from: some three thousand tokens."""


class ModelSummaries:
    """Makes and finds the summaries of an index by a language model."""

    def __init__(self, index: Path, corpus: LanceCorpus) -> None:
        self._index, self._corpus = index, corpus
        self._store = SummaryStore(index)

    async def of(self, path: str) -> str | None:
        """Return the summary of a note's text as it is indexed now, None if there is none."""
        states = await self._corpus.notes.revisions([path])
        if path not in states:
            return None
        return (await in_thread(self._store.load)).get(states[path].content_hash)

    async def missing(self, paths: Collection[str] | None = None) -> dict[str, str]:
        """Map one note for each text without a summary to the hash of the text; of all, or of some notes."""
        known = await in_thread(self._store.load)
        states = await self._corpus.notes.revisions(paths)
        of_hash = {
            state.content_hash: path for path, state in states.items() if state.content_hash not in known
        }
        return {path: content_hash for content_hash, path in of_hash.items()}

    async def characters(self, paths: Collection[str]) -> int:
        """Count the characters that would be sent for some notes."""
        return sum([len(await self._text(path)) for path in paths])

    async def fill(
        self,
        client: ChatClient,
        paths: Collection[str] | None,
        on_progress: Callable[[Progress], None],
    ) -> int:
        """Make the missing summaries, of all notes or of some, and return how many were made.

        Cancelled or killed, the next call goes on from there.

        Raises:
            IndexInUseError: Another process is making them.
            EndpointError: The model cannot be asked.
        """
        lock = FileLock(self._index / f"{SUMMARIES_FILE}.lock", timeout=0)
        try:
            await in_thread(lock.acquire)
        except Timeout:
            raise IndexInUseError(
                "Another process is making these summaries.", "Wait for it, or stop it."
            ) from None
        try:
            missing = await self.missing(paths)
            for made, (path, content_hash) in enumerate(sorted(missing.items())):
                on_progress(Progress("summarizing", 0, 0, made, len(missing)))
                text = await self._text(path)
                if text.strip():
                    piece = ContextPiece(path, path.rpartition("/")[2], (), 1, 1, 0, "", 1, text)
                    text = " ".join((await client.complete(summary_messages(piece))).split())
                await in_thread(self._store.add, content_hash, text.strip(), client.endpoint.model)
            return len(missing)
        finally:
            await in_thread(lock.release)

    async def _text(self, path: str) -> str:
        try:
            return (await self._corpus.get_document(path))[:_LONGEST_NOTE]
        except KeyError:
            return ""
