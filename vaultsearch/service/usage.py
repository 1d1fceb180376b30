"""What one open vault learns from use: past questions recalled, results raised, uses noted and forgotten.

The window's alone: what asks on the command line or over MCP neither leaves a trace here nor profits from
one, so that a script's answers do not depend on what somebody clicked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.learning.raising import raised
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
"""At the end of a question, these are not read: to the multilingual model of 16 languages, a question mark
alone takes a question to a cosine of 0.77 from itself."""


def learns(parts: ComponentFactory) -> bool:
    """Tell whether use is to be noted, and to raise anything: not where no query is to be kept, either."""
    parameters = parts.parameters
    return parameters.flag("learning", "enabled") and parameters.integer("window", "recent_queries") > 0


class VaultUsage:
    """Learns from the use of one vault's notes, by the models that read its questions.

    ``run`` computes where the models are; ``store`` is asked in a thread. Lives on one event loop.
    """

    def __init__(
        self, store: UsageStore, vault: Path, parts: ComponentFactory, languages: QueryLanguages, run: Runner
    ) -> None:
        self._store = store
        self._vault = str(vault)
        self._parts = parts
        self._languages = languages
        self._run = run
        self._recalled: tuple[int, Recall] = (-1, Recall())

    async def history(self, query: str, *, by_words: bool) -> History:
        """Give what raises the results of a query; ``by_words``, no model is asked what it is near to."""
        words = parse(query).words
        if not words or not learns(self._parts):
            return History()
        recall = await self._recall()
        if not recall:
            return History()
        asked = AskedQuestion(words) if by_words else await self._asked(words, recall)
        return recall.history(asked, self._store.clock())

    async def note(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Note that a passage was used that stood at a rank (1 is best) of a query's results.

        What is asked literally is a pattern, and no question: only the note's use is counted.
        """
        if not learns(self._parts):
            return
        words = "" if mode is Mode.GREP else parse(query).words
        asked = await self._asked(words) if words and rank > 1 else AskedQuestion(words)
        place = (chunk.path, chunk.heading_path)
        await in_thread(self._store.note, self._vault, asked, *place, use, raises=rank > 1)

    async def forget(self, query: str, path: str | None) -> None:
        """Forget that a note, or any, was used for a query and those near it; raises VaultSearchError."""
        words = parse(query).words
        recall = await self._recall()
        near = recall.near(await self._asked(words, recall)) if words else []
        await in_thread(self._store.forget, self._vault, [one.words for one in near], path)

    async def frequent(self, n: int) -> tuple[str, ...]:
        """Give the paths of the notes that are used most lately, for the empty field."""
        return await in_thread(self._store.frequent, self._vault, n) if learns(self._parts) else ()

    async def _recall(self) -> Recall:
        """Give the past questions, read again where something was noted or forgotten since."""
        version = self._store.version
        if self._recalled[0] != version:
            questions = await in_thread(self._store.recall, self._vault)
            self._recalled = version, Recall(questions, self._parts.parameters.number("learning", "near"))
        return self._recalled[1]

    async def _asked(self, words: str, recall: Recall | None = None) -> AskedQuestion:
        """Have a question read by the model that its language calls for, if ``recall`` holds any by that."""
        routing = await self._languages.routing()
        reads = routing.reads(await self._languages(words))
        try:
            encoder = self._parts.encoder if reads else self._parts.multilingual or self._parts.encoder
            if recall is not None and not recall.reads(encoder.name):
                return AskedQuestion(words)
            vectors = await self._run(encoder.encode_queries, [words.rstrip(_MARKS) or words])
        except (ModelUnavailableError, WorkerDiedError):  # the very words are known all the same
            return AskedQuestion(words)
        return AskedQuestion(words, encoder.name, tuple(vectors[0].tolist()))


async def with_raised(
    stages: AsyncIterator[SearchStage], history: Callable[[str, bool], Awaitable[History]]
) -> AsyncGenerator[SearchStage, None]:
    """Raise in every stage what was used before, so that a row that rises does so at once and stays.

    Only of answers that are ranked by meaning: those who ask for words want words. ``history`` gives what
    raises a query's results; with True, without waiting for a model: matches by words come first.
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
        yield replace(stage, results=raised(stage.results, found))
