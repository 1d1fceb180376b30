"""From a query to results, in stages: first what is quick, then what is better."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError, QueryError, WorkerDiedError
from vaultsearch.core.filters import AllOf
from vaultsearch.core.query.query import Query, literal, parse, require_short
from vaultsearch.core.query.question_language import describe_unread
from vaultsearch.core.search.calibration import is_unanswered
from vaultsearch.core.search.results import ObsidianVaultName, named_among, result_of
from vaultsearch.core.search.retrieval import Answer, HybridRetriever
from vaultsearch.core.tracing import Trace
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk, Completeness, Mode, ReadingPlan, SearchStage, UnreadNotes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import NamedReranker, Retriever
    from vaultsearch.core.query.expansion import Expansion
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.query.scope import QueryScope


Marker = Callable[[str, Sequence[Chunk]], Awaitable[Mapping[str, Sequence[Span]]]]
"""Finds the words of passages that answer a question by meaning: by passage, spans of its text."""

_NOTHING_MEANT: Mapping[str, Sequence[Span]] = {}
UNANSWERED = "Nothing in your notes seems to answer this; these come nearest."
"""What the last answer says where most likely no passage answers."""


_COMPLETE = Completeness()


@dataclass(frozen=True, slots=True)
class _Question:
    """A query as it is asked."""

    query: Query
    mode: Mode
    n: int
    where: Filter | None
    trace: Trace
    completeness: Completeness = _COMPLETE
    unread: UnreadNotes | None = None
    tagged: tuple[Chunk, ...] = ()
    """Of notes with the tags that the question is made of alone, a passage each."""

    @property
    def settled(self) -> bool:
        """Whether the index holds all that this asks."""
        by_words = self.mode in (Mode.FULLTEXT, Mode.GREP) or not self.query.words
        # What is not read for the question's language is not on its way, unless the user wants it.
        by_words = by_words or self.is_unread
        return self.completeness.of_words if by_words else self.completeness.of_meaning

    @property
    def is_unread(self) -> bool:
        """Whether no note is read for the question's language, nor will be."""
        return self.unread is not None and self.unread.reading is ReadingPlan.OFFERED


class SearchEngine:
    """Answers queries over one vault.

    ``retriever`` gives the one for a mode, so that a mode that is not asked for loads nothing.
    ``scope`` finds where a query's conditions hold; what is asked literally has none.
    ``expand`` tells what the words leg reads a query's words as besides, ``languages`` its language.
    ``marker`` finds the words that answer by meaning, for the last answer. ``completeness`` tells what of
    the notes can be found at the moment, by questions in a language.
    ``rerankers`` order an answer one after the other, the quick ones first; each gives a stage. Only
    hybrid and semantic answers are reranked: those who ask for words want words.
    """

    def __init__(  # noqa: PLR0913  # its parts, each by name
        self,
        retriever: Callable[[Mode], Retriever],
        *,
        scope: QueryScope,
        vault: ObsidianVaultName,
        candidates: Mapping[Mode, int],
        rerankers: Callable[[], Sequence[NamedReranker]] = tuple,
        expand: Callable[[str], Awaitable[Expansion]] | None = None,
        languages: QueryLanguages | None = None,
        marker: Marker | None = None,
        completeness: Callable[[str], Awaitable[Completeness]] | None = None,
    ) -> None:
        self._retriever = retriever
        self._scope = scope
        self._vault = vault
        self._candidates = candidates
        self._rerankers = rerankers
        self._expand = expand
        self._languages = languages
        self._marker = marker
        self._completeness = completeness

    async def search(
        self,
        query: str,
        mode: Mode = Mode.HYBRID,
        n: int = 10,
        *,
        where: Filter | None = None,
        rerank: bool = True,
        operators: bool = True,
    ) -> AsyncIterator[SearchStage]:
        """Yield better and better answers to a query; the last one is ``final``.

        Without ``operators``, what looks like one is a part of the question.
        Raises QueryError for a query that cannot be asked, ModelUnavailableError where the mode
        needs a model that is not there. Closing the iterator gives up the rest.
        """
        if operators:  # else it is a piece of a text, which has been cut already
            require_short(query)
        is_literal = mode is Mode.GREP
        parsed = operators and not is_literal
        read = parse(query) if parsed else literal(query.strip(), within_words=is_literal)
        question = _Question(read, mode, n, where, Trace())
        if not read.words and not read.conditions:
            yield self._stage(question, "fused", [], final=True)
            return
        if not read.words:
            question = await self._measured(question)
            listed = await question.trace.awaited("newest", self._scope.newest(read, n, where))
            yield self._stage(question, "fused", listed, final=True)
            return
        if (tagged := read.tagged) is not None:
            question = replace(question, tagged=tuple(await self._scope.newest(tagged, n, where)))
        # Words wait for nothing that waits for a model: what tells the language is asked again at the end.
        question = await self._scoped(await self._measured(await self._told_soon(question)))
        rerankers = self._rerankers() if rerank and mode in (Mode.HYBRID, Mode.SEMANTIC) else ()
        async for answer in self._answers(question):
            question = await self._corrected(question)
            if answer.complete:
                question = await self._hinted(await self._told(question))
            name = "fused" if answer.complete else "words"
            final = answer.complete and not (rerankers and answer.chunks)
            yield self._stage(question, name, answer.chunks, final=final, notice=answer.notice)
            if answer.complete and not final:
                async for stage in self._reranked(question, rerankers, answer):
                    yield stage

    async def where(self, conditions: str) -> Filter:
        """Give the filter for a query that is made of conditions alone; raises QueryError for any other."""
        require_short(conditions)
        read = parse(conditions)
        if read.words:
            raise QueryError(
                f"“{read.words}” is no condition: plain words rank, and exclude no note.",
                'Leave it out, or write it as a condition, such as "a phrase", content:word or tag:name.',
            )
        return await self._scope.filter(read)

    async def _told_soon(self, question: _Question) -> _Question:
        """Tell in which language a question is asked, where that is known within a moment."""
        if self._languages is None or not question.query.words:
            return question
        language = await self._languages.detect_soon(question.query.words)
        if language is None:
            return question
        return replace(question, query=replace(question.query, language=language))

    async def _told(self, question: _Question) -> _Question:
        """Tell in which language a question is asked."""
        if self._languages is None or not question.query.words:
            return question
        language = await self._languages(question.query.words)
        if language == question.query.language:
            return question
        return await self._measured(replace(question, query=replace(question.query, language=language)))

    async def _measured(self, question: _Question) -> _Question:
        """Note what can be found, before it is looked for: what comes in meanwhile may be missed."""
        if self._completeness is None:
            return question
        return replace(question, completeness=await self._completeness(question.query.language))

    async def _scoped(self, question: _Question) -> _Question:
        """Narrow a question to where its conditions hold, before any leg takes its best."""
        if not question.query.conditions:
            return question
        where = await self._scope.filter(question.query)
        return replace(question, where=where if question.where is None else AllOf((question.where, where)))

    async def _corrected(self, question: _Question) -> _Question:
        """Note what the words were read as, once the words leg has found it out."""
        if self._expand is None or question.mode not in (Mode.HYBRID, Mode.FULLTEXT):
            return question
        query = question.query
        corrections = (await self._expand(query.asked)).corrections
        if corrections == query.corrections:
            return question
        hints = dict.fromkeys((*query.hints, *map(str, corrections)))
        return replace(question, query=replace(query, corrections=corrections, hints=tuple(hints)))

    async def _hinted(self, question: _Question) -> _Question:
        """Say what an answer by meaning lacks because of the question's language."""
        if self._languages is None or question.mode not in (Mode.HYBRID, Mode.SEMANTIC):
            return question
        unread = await self._languages.unread(question.query.words)
        if unread is None or unread == question.unread:
            return question
        hints = (*question.query.hints, describe_unread(unread))
        return replace(question, query=replace(question.query, hints=hints), unread=unread)

    async def _answers(self, question: _Question) -> AsyncIterator[Answer]:
        retriever = self._retriever(question.mode)
        most = max(question.n, self._candidates[question.mode])
        if isinstance(retriever, HybridRetriever):
            async for answer in retriever.answers(question.query.asked, most, question.where, question.trace):
                yield answer
        else:
            found = retriever(question.query.asked, most, question.where)
            yield Answer(await question.trace.awaited(question.mode.value, found), complete=True)

    async def _reranked(
        self, question: _Question, rerankers: Sequence[NamedReranker], answer: Answer
    ) -> AsyncIterator[SearchStage]:
        """Yield the answer as each reranker leaves it; one that cannot work leaves it to the next."""
        chunks, notices = answer.chunks, [answer.notice] if answer.notice else []
        for reranker in rerankers:
            before, final = chunks, reranker is rerankers[-1]
            ordered = reranker(question.query.words, chunks, len(chunks))
            try:
                chunks = await question.trace.awaited(reranker.name, ordered)
            except (ModelUnavailableError, WorkerDiedError) as trouble:
                notices.append(f"{trouble} {trouble.remedy}")
            if chunks is before and not final:
                continue  # there was nothing in it that this one reads
            query = question.query
            settled = question.settled and not question.is_unread
            unanswered = final and settled and is_unanswered(chunks, query.words, query.language)
            if unanswered:
                notices.append(UNANSWERED)
            meant = await self._meant(question, chunks) if final else {}
            notice = " ".join(notices) or None
            stage = self._stage(question, "reranked", chunks, final=final, notice=notice, meant=meant)
            yield replace(stage, unanswered=unanswered)

    async def _meant(self, question: _Question, chunks: Sequence[Chunk]) -> Mapping[str, Sequence[Span]]:
        """Find the words that answer by meaning; an answer without them is one, too."""
        if self._marker is None:
            return {}
        try:
            with question.trace.step("marks", len(chunks)) as step:
                meant = await self._marker(question.query.words, chunks)
                step.count_out = sum(map(bool, meant.values()))
                return meant
        except (ModelUnavailableError, WorkerDiedError):
            return {}

    def _stage(
        self,
        question: _Question,
        name: str,
        chunks: list[Chunk],
        *,
        final: bool,
        notice: str | None = None,
        meant: Mapping[str, Sequence[Span]] = _NOTHING_MEANT,
    ) -> SearchStage:
        # An exact title or alias is what was asked for: not for any ranking to bury.
        chunks = _tagged_first(chunks, question.tagged)
        named = named_among(chunks, question.query)
        others = [chunk for chunk in chunks if chunk not in named]
        top = max((chunk.score or 0.0 for chunk in chunks), default=0.0)
        ordered = [*(replace(chunk, score=top) for chunk in named), *others][: question.n]
        query, vault = question.query, self._vault
        results = tuple(
            replace(result_of(chunk, query, vault, meant.get(chunk.id, ())), named=at < len(named))
            for at, chunk in enumerate(ordered)
        )
        steps = tuple(question.trace.steps)
        typed, reading = query.text.strip(), query.reading or None
        return SearchStage(
            typed,
            question.mode,
            name,
            results,
            final,
            steps,
            notice,
            reading,
            query.hints,
            completeness=question.completeness,
            settled=question.settled,
            unread=question.unread,
            more=len(chunks) >= question.n,
        )


def _tagged_first(chunks: list[Chunk], tagged: Sequence[Chunk]) -> list[Chunk]:
    """Put the passages of tagged notes first, and add a passage of those that no leg has found."""
    paths, found = {chunk.path for chunk in tagged}, {chunk.path for chunk in chunks}
    first = [chunk for chunk in chunks if chunk.path in paths]
    first += [chunk for chunk in tagged if chunk.path not in found]
    return [*first, *(chunk for chunk in chunks if chunk.path not in paths)]
