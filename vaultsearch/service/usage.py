"""The usage area of an open vault: record which results are used, and raise them for similar queries.

The window's alone: questions on the command line and over MCP neither leave a trace here nor profit from one,
so that a script's answers do not depend on somebody's clicks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.learning.raising import boost_used
from vaultsearch.core.learning.recall import Recall
from vaultsearch.core.query.query import parse
from vaultsearch.core.values.learning import AskedQuestion, History
from vaultsearch.core.values.search import Mode
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from vaultsearch.core.learning.usage_store import UsageStore
    from vaultsearch.core.protocols import Runner
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.values.search import Chunk, SearchStage, Use
    from vaultsearch.service.factory import ComponentFactory


_MARKS = " ?!.,;:？！。，；：…"
"""Punctuation that is not encoded at a question's end: to the multilingual model of 16 languages, a question
mark alone takes a question to a cosine of 0.77 from itself."""


class NoUsage:
    """The usage area of a vault that keeps no record of use, such as the command line's."""

    async def history(self, query: str, by_words: bool) -> History:  # noqa: ARG002  # as VaultUsage has them
        """Return an empty history."""
        return History()

    async def note(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Record nothing."""

    async def note_opened(self, path: str) -> None:
        """Record nothing."""

    async def opened(self, n: int) -> tuple[tuple[float, str], ...]:  # noqa: ARG002  # as VaultUsage has it
        """Return nothing."""
        return ()

    async def forget(self, query: str, path: str | None = None) -> None:
        """Forget nothing: there is nothing."""


class VaultUsage:
    """Records the use of one vault's notes, and recalls it for later queries, by the models that read them.

    ``run`` computes in the process that holds the models; ``store`` is asked in a thread. Lives on one event
    loop.
    """

    def __init__(
        self,
        store: UsageStore,
        vault: Path,
        components: ComponentFactory,
        languages: QueryLanguages,
        run: Runner,
    ) -> None:
        self._store = store
        self._vault = str(vault)
        self._components = components
        self._languages = languages
        self._run = run
        self._recalled: tuple[int, Recall] = (-1, Recall())

    @property
    def _is_enabled(self) -> bool:
        """Return True if use is to be recorded and to raise results: not if no query may be kept either."""
        parameters = self._components.parameters
        return parameters.learning.enabled and parameters.window.recent_queries > 0

    async def history(self, query: str, by_words: bool) -> History:
        """Return the recorded uses that raise a query's results.

        With ``by_words``, only the same words recall a past question: no model is waited for.
        """
        words = parse(query).words
        if not words or not self._is_enabled:
            return History()
        recall = await self._recall()
        if not recall:
            return History()
        asked = AskedQuestion(words) if by_words else await self._encoded(words, recall)
        return recall.history(asked, self._store.clock())

    async def note(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Record the use of a passage at ``rank`` (1 is best) of a query's results, if that is enabled.

        A literal search is a pattern and no question: only the note's use is counted.
        """
        if not self._is_enabled:
            return
        words = "" if mode is Mode.GREP else parse(query).words
        asked = await self._encoded(words) if words and rank > 1 else AskedQuestion(words)
        place = (chunk.path, chunk.heading_path)
        await in_thread(self._store.note, self._vault, asked, *place, use, raises=rank > 1)

    async def note_opened(self, path: str) -> None:
        """Record that a note was opened without a query, if that is enabled."""
        if self._is_enabled:
            await in_thread(self._store.note_opened, self._vault, path)

    async def opened(self, n: int) -> tuple[tuple[float, str], ...]:
        """Return the times and paths of up to ``n`` notes that were opened, the latest first."""
        return await in_thread(self._store.opened, self._vault, n) if self._is_enabled else ()

    async def forget(self, query: str, path: str | None = None) -> None:
        """Delete the record of a note's use, or of all use, for a query and those near it.

        Raises:
            VaultSearchError: The record cannot be written.
        """
        words = parse(query).words
        recall = await self._recall()
        near = recall.near(await self._encoded(words, recall)) if words else []
        await in_thread(self._store.forget, self._vault, [one.words for one in near], path)

    async def _recall(self) -> Recall:
        """Return the past questions, read again if the record has changed."""
        version = self._store.version
        if self._recalled[0] != version:
            questions = await in_thread(self._store.recall, self._vault)
            self._recalled = version, Recall(questions)
        return self._recalled[1]

    async def _encoded(self, words: str, recall: Recall | None = None) -> AskedQuestion:
        """Encode a question by its language's model, unless ``recall`` holds no vector of that model."""
        routing = await self._languages.routing()
        reads = routing.reads(await self._languages(words))
        components = self._components
        try:
            encoder = components.encoder if reads else components.multilingual or components.encoder
            if recall is not None and not recall.reads(encoder.name):
                return AskedQuestion(words)
            vectors = await self._run(encoder.encode_queries, [words.rstrip(_MARKS) or words])
        except (ModelUnavailableError, WorkerDiedError):  # the very words are known all the same
            return AskedQuestion(words)
        return AskedQuestion(words, encoder.name, tuple(vectors[0].tolist()))


async def boost_used_notes(
    stages: AsyncIterator[SearchStage], history: Callable[[str, bool], Awaitable[History]]
) -> AsyncGenerator[SearchStage, None]:
    """Raise in every stage the results used before, so that a row that rises does so at once and stays.

    Only answers ranked by meaning are changed: a search by words asks for words. ``history`` returns the uses
    that raise a query's results; with True, without waiting for a model: matches by words come first.
    """
    known: History | None = None
    async for stage in stages:
        if stage.mode not in (Mode.HYBRID, Mode.SEMANTIC) or not stage.results:
            yield stage
            continue
        if stage.name == "words":
            found = await history(stage.query, True)
        else:
            found = known = await history(stage.query, False) if known is None else known
        if not found.uses and not found.worths:
            yield stage
            continue
        yield replace(stage, results=boost_used(stage.results, found))
