"""The usage area: record which results are used, and raise them for similar queries.

For the window alone: questions on the command line and over MCP neither leave a trace here nor profit, so
scripts get the same answers whatever somebody clicks.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import itemgetter
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.protocols import Runner
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.recall import Recall, boost_used
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.query import AskedQuestion, UseHistory
from vaultsearch.core.values.search import Chunk, Mode, SearchStage, Use
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.merge_rules import about_note, join_answers, of_all_vaults, unite_answers

if TYPE_CHECKING:
    from vaultsearch.core.usage_store import UsageStore


_FINAL_MARKS = " ?!.,;:？！。，；：…"
"""Punctuation that is not encoded at a question's end: to the multilingual model of 16 languages, a question
mark alone takes a question to a cosine of 0.77 from itself."""


@dataclass(slots=True)
class Usage:
    """Records how a vault's notes are used, and recalls it for later queries, by the models reading them.

    ``run`` computes in the process with the models; ``store`` is called in a thread. Without a store, such as
    on the command line, nothing is recorded or recalled. Lives on a single event loop.
    """

    store: UsageStore | None
    vault: str
    components: ComponentFactory
    languages: QueryLanguages
    run: Runner
    _recalled: tuple[int, Recall] = (-1, Recall())

    @property
    def _enabled_store(self) -> UsageStore | None:
        """The store if use is to be recorded and to raise results: not if no query may be kept either."""
        parameters = self.components.parameters
        return self.store if parameters.learning.enabled and parameters.window.recent_queries > 0 else None

    @of_all_vaults(
        lambda histories: UseHistory(
            tuple(sorted(join_answers([each.uses for each in histories]), key=lambda use: -use.used_at)),
            unite_answers([each.worths for each in histories]),
        ),
        guarded=False,
    )
    async def recalled_uses(self, query: str, by_words: bool) -> UseHistory:
        """Return recorded uses raising a query's results.

        With ``by_words``, only the same words recall a past question, without waiting for a model.
        """
        words, store = parse_query(query).words, self._enabled_store
        if not words or store is None:
            return UseHistory()
        recall = await self._recall(store)
        if not recall:
            return UseHistory()
        question = AskedQuestion(words) if by_words else await self._encoded(words, recall)
        return recall.history(question, store.clock())

    @about_note("chunk", guarded=False)
    async def note(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Record a passage used at ``rank`` (1 is best) among a query's results, if enabled.

        A literal search is a pattern and no question: only the note's use is counted.
        """
        store = self._enabled_store
        if store is None:
            return
        words = "" if mode is Mode.GREP else parse_query(query).words
        # The first result needs no raising: its question is recorded without waiting for a model.
        question = await self._encoded(words) if words and rank > 1 else AskedQuestion(words)
        place = (chunk.path, chunk.heading_path)
        await in_thread(store.note, self.vault, question, *place, use, raises=rank > 1)

    @about_note("path", guarded=False)
    async def note_opened(self, path: str) -> None:
        """Record a note opened without a query, if enabled."""
        if store := self._enabled_store:
            await in_thread(store.note_opened, self.vault, path)

    async def follow_moves(self, moved: Mapping[str, str]) -> None:
        """Record moved notes under their new paths, by former path."""
        if self.store is not None:
            await in_thread(self.store.move, self.vault, moved)

    @of_all_vaults(
        lambda opened, n: dict(nlargest(n, unite_answers(opened).items(), key=itemgetter(1))), guarded=False
    )
    async def opened(self, n: int) -> dict[str, float]:
        """Return up to ``n`` opened notes' paths with times, latest first."""
        store = self._enabled_store
        opened = await in_thread(store.opened, self.vault, n) if store else ()
        return {path: time for time, path in opened}

    @of_all_vaults(unless_about="path", guarded=False)
    async def forget(self, query: str, path: str | None = None) -> None:
        """Delete the record for a note, or for all notes, with a query and those near it.

        Raise VaultSearchError if the record cannot be written.
        """
        if self.store is None:
            return
        words, recall = parse_query(query).words, await self._recall(self.store)
        # Also what was recorded for questions of nearly the same meaning: it would raise the note again.
        near = recall.near(await self._encoded(words, recall)) if words else []
        await in_thread(self.store.forget, self.vault, [question.words for question in near], path)

    async def _recall(self, store: UsageStore) -> Recall:
        """Return the past questions, read again if the record has changed."""
        version = store.version
        if self._recalled[0] != version:
            questions = await in_thread(store.recall, self.vault)
            self._recalled = version, Recall(questions)
        return self._recalled[1]

    async def _encoded(self, words: str, recall: Recall | None = None) -> AskedQuestion:
        """Encode a question by the language's model, unless ``recall`` holds a vector from it."""
        # By the model that reads the language: cosines of different models are not comparable.
        routing = await self.languages.routing()
        reads = routing.reads(await self.languages(words))
        components = self.components
        try:
            encoder = components.encoder if reads else components.multilingual or components.encoder
            if recall is not None and not recall.reads(encoder.name):
                return AskedQuestion(words)
            vectors = await self.run(encoder.encode_queries, [words.rstrip(_FINAL_MARKS) or words])
        except (ModelUnavailableError, WorkerDiedError):
            # Without the model, a question is still recalled by its very words.
            return AskedQuestion(words)
        return AskedQuestion(words, encoder.name, tuple(vectors[0].tolist()))


async def boost_used_notes(
    stages: AsyncIterator[SearchStage], history: Callable[[str, bool], Awaitable[UseHistory]]
) -> AsyncGenerator[SearchStage, None]:
    """Raise previously used results in every stage, so a rising row does so at once and stays.

    Only answers ranked by meaning change: a search by words asks for words. ``history`` returns the uses
    raising a query's results; with True, without waiting for a model: matches by words come first.
    """
    known: UseHistory | None = None
    async for stage in stages:
        # A search by words asks for words, not for what was opened before.
        if stage.mode not in (Mode.HYBRID, Mode.SEMANTIC) or not stage.results:
            yield stage
            continue
        if stage.name == "words":
            used = await history(stage.query, True)
        else:
            used = known = await history(stage.query, False) if known is None else known
        if not used.uses and not used.worths:
            yield stage
            continue
        yield replace(stage, results=boost_used(stage.results, used))
