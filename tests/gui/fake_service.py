"""A vault in memory that fulfils VaultService: it searches words, counts, marks and cites."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import quote

from tests.gui import fake_areas
from tests.gui.fake_script import Script
from vaultsearch.core.errors import NoteNotFoundError, VaultNotFoundError, VaultSearchError
from vaultsearch.core.query.question_language import describe_unread
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.values import context as context_values
from vaultsearch.core.values import search as search_values
from vaultsearch.core.values.context import Context, ContextFormat, ContextPiece, ReadNote, SentenceAnswer
from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk, LongQueryAnswer, LongQueryOutcome, Mode, Result, SearchStage
from vaultsearch.core.values.sync import ALL_VAULTS, IndexStatus
from vaultsearch.service.areas.passages import Excerpts
from vaultsearch.service.protocol import VaultService

if TYPE_CHECKING:
    from vaultsearch.core.index.corpus import LanceCorpus


class FakeService:
    def __init__(self, folder: Path, script: Script) -> None:
        self.folder, self._script = folder, script
        self.index = fake_areas.FakeIndex(script)
        self.notes = fake_areas.FakeNotes(self.index, script)
        self.pages = fake_areas.FakePages(self.index, script)
        self.query = fake_areas.FakeQuery(self.index, script)
        corpus, vault = fake_areas.FakeCorpus(self.index, script), ObsidianVaultName(folder.name)
        self.excerpts = Excerpts(vault, cast("LanceCorpus", corpus), corpus.resolver, nullcontext)
        self.history = fake_areas.FakeHistory(self.index, script)
        self.ask = fake_areas.FakeAsk(self.index, script)
        self.relations = fake_areas.FakeRelations(self.index, script)
        self.usage = fake_areas.FakeUsage(self.index, script)
        self.basket = fake_areas.FakeBasket(folder, self.index, script)
        self.closed = False
        self.holds = 1
        self.used: dict[str, object] | None = None
        self.asked: list[tuple[str, Mode]] = []

    async def search_stages(
        self, query: str, n: int | None = None, mode: Mode = Mode.HYBRID, *, rerank: bool = True
    ) -> AsyncIterator[SearchStage]:
        assert not self.closed
        self.asked.append((query, mode))
        n, count = n or self._script.listed, self._script.completeness
        if self._script.search_error is not None:
            raise self._script.search_error
        if query in self._script.unanswered:
            await asyncio.Event().wait()
        words = query.casefold().split()
        found = [self._result(chunk, words) for chunk in self.index.passages]
        hits = tuple(result for result in found if result.snippet.matches)
        notice, unread, spelling = self._script.notice, self._script.unread, self._script.spelling
        hints = (describe_unread(unread),) if unread else ("It needs a value.",) if query[-1] == ":" else ()
        first = SearchStage(query, mode, "words", hits[:n], final=False, notice=notice, hints=hints)
        first = replace(first, completeness=count, settled=count.of_meaning, more=len(hits) >= n)
        first = replace(first, unread=unread, spelling=spelling)
        yield first
        await (self._script.meaning.wait() if self._script.meaning else asyncio.sleep(0))
        best = tuple(sorted(map(self._with_meant, hits), key=lambda result: -len(result.snippet.matches)))
        last = replace(first, name="reranked", results=best[:n], final=True)
        yield replace(last, unanswered=query in self._script.nearest)

    async def search_passage(self, source: str) -> LongQueryAnswer:
        """Treat each paragraph as a topic, labelled by its first word."""
        assert not self.closed
        if isinstance(self._script.passage_answer, VaultSearchError):
            raise self._script.passage_answer
        if self._script.passage_answer is not None:
            return self._script.passage_answer
        topics = []
        for paragraph in filter(str.strip, source.split("\n\n")):
            words, line = paragraph.casefold().split(), source[: source.index(paragraph)].count("\n") + 1
            found = [self._result(chunk, words) for chunk in self.index.passages]
            hits = tuple(result for result in found if result.snippet.matches)
            if hits:
                topics.append(
                    search_values.LongQueryTopic(words[0], line, line + paragraph.count("\n"), hits)
                )
        outcome = LongQueryOutcome.FOUND if topics else LongQueryOutcome.NO_HITS
        return LongQueryAnswer(outcome, tuple(topic.results[0] for topic in topics), tuple(topics), source)

    @staticmethod
    def _noted(chunk: Chunk) -> str:
        section = " > ".join(chunk.heading_path)
        return f"{chunk.text}\n({chunk.title}{', ' + section if section else ''})"

    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        style: ContextFormat = ContextFormat.MARKDOWN,
        keep_order: bool = False,
    ) -> Context:
        """Take passages in their order as long as they fit; a word is a token."""
        most, left = budget or 4000, budget or 4000
        numbers = {path: n for n, path in enumerate(dict.fromkeys(chunk.path for chunk in chunks), start=1)}
        pieces: list[ContextPiece] = []
        left_out: list[ContextPiece] = []
        for chunk in chunks:
            text = self._noted(chunk)
            fits = len(text.split()) <= left
            left -= len(text.split()) if fits else 0
            (pieces if fits else left_out).append(_piece(chunk, text, numbers[chunk.path] if fits else 0))
        text = "\n\n".join(piece.text for piece in pieces)
        return Context(text, most - left, most, tuple(pieces), tuple(left_out))

    async def read(self, path: str, question: str = "") -> ReadNote:
        """Quote the passages that hold a word of the question."""
        held = [chunk for chunk in self.index.passages if chunk.path == path]
        if not held:
            raise NoteNotFoundError.missing(path)
        words = question.casefold().split()
        quotes = tuple(
            context_values.Quote(
                f"- **{one.text}**", one.line_start, one.line_end, 0.9, one.heading_path, one.text
            )
            for one in [chunk for chunk in held if any(word in chunk.text.casefold() for word in words)]
        )
        text = "\n\n".join(chunk.text for chunk in held)
        uri = f"obsidian://open?file={quote(path, safe='')}"
        return ReadNote(path, held[0].title, uri, text, question or None, quotes)

    async def answers(self, question: str, chunks: Sequence[Chunk]) -> tuple[SentenceAnswer, ...]:
        """Quote the passages that hold a word of the question, if the script is sure of answers."""
        words = question.casefold().split()
        return tuple(
            SentenceAnswer(chunk.text, chunk.path, chunk.title, chunk.heading_path, chunk.line_start, 0.9)
            for chunk in chunks
            if self._script.sure and any(word in chunk.text.casefold() for word in words)
        )

    async def status(self) -> IndexStatus:
        count = len(self.index.passages)
        return IndexStatus(
            vault=self.folder, files=len({chunk.path for chunk in self.index.passages}), chunks=count,
            embedded=count, failed=self._script.failed, kinds=self._script.kinds,
            unread_endings=self._script.unread_endings, recognition=self._script.recognition,
            last_sync=self.index.synced, embedding_model="none", reranker="late interaction", index_bytes=0,
            writer=None, read_only=self.index.read_only, readers=self._script.readers,
            completeness=self._script.completeness,
            members=self._script.members if self.folder == ALL_VAULTS else (),
        )  # fmt: skip

    async def use(self, parameters: Mapping[str, object]) -> None:
        self.used = dict(parameters)

    def hold(self) -> None:
        self.holds += 1

    async def close(self) -> None:
        self.holds -= 1
        if self.holds > 0:
            return
        self.closed = self.index.closed = True
        self._script.when_closed()

    def _result(self, chunk: Chunk, words: list[str]) -> Result:
        text = chunk.text.casefold()
        starts = [(text.find(word), word) for word in words]
        spans = tuple(Span(start, start + len(word)) for start, word in sorted(starts) if start >= 0)
        uri = ObsidianVaultName(self.folder.name).uri(chunk.path, chunk.heading_path)
        why = f"{len(spans)} of {len(words)} words"
        found = Result(
            replace(chunk, score=float(len(spans))), search_values.Snippet(chunk.text, spans), uri, why
        )
        probability, used = None if self._script.sure is None else 0.9, self._script.before.get(chunk.title)
        past = self._script.past
        return replace(found, probability=probability, terms=tuple(words), last_used=used, past=past)

    def _with_meant(self, result: Result) -> Result:
        """Treat the script's words as matches by meaning."""
        text = result.chunk.text
        meant = tuple(Span(text.index(w), text.index(w) + len(w)) for w in self._script.meant if w in text)
        snippet = replace(result.snippet, semantic_spans=meant)
        return replace(result, snippet_source=snippet, semantic_spans=meant)


def _piece(chunk: Chunk, text: str, number: int) -> ContextPiece:
    place = (chunk.path, chunk.title, chunk.heading_path, chunk.line_start, chunk.line_end)
    uri = f"obsidian://open?file={quote(chunk.path, safe='')}"
    return ContextPiece(*place, len(text.split()), uri, number, text, (chunk.id,))


class FakeFactory:
    """Opens any path except those that the script declares not to be folders."""

    def __init__(self, script: Script) -> None:
        self._script = script

    async def __call__(self, folder: Path) -> VaultService:
        if folder.name in self._script.not_folders:
            raise VaultNotFoundError(f"{folder.name} is not a folder.", "Drop the folder with your notes.")
        service = FakeService(folder, self._script)
        self._script.opened.append(service)
        return cast("VaultService", service)

    async def renewed(self, service: VaultService) -> VaultService:
        """Open the vault again once the script says that its index was rebuilt."""
        await self._script.remade.wait()
        self._script.remade.clear()
        return await self(service.folder)

    async def find_moved(self, service: VaultService) -> Path | None:
        """Return, once, where the script says that a vault's folder is."""
        return self._script.moved.pop(service.folder, None)

    async def evaluate_own(
        self, service: VaultService, on_progress: Callable[[EvaluationProgress], None]
    ) -> OwnReport:
        """Report the script's progress, then raise its error or return its report; without both, wait."""
        for progress in self._script.evaluation_progress:
            on_progress(progress)
        if self._script.evaluation_error is not None:
            raise self._script.evaluation_error
        if self._script.report is not None:
            return self._script.report
        try:
            raise AssertionError(await asyncio.Event().wait())
        finally:
            self._script.evaluations_cancelled += 1
