"""The search engine: turns a query into stages of results, quick answers before better ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace

from vaultsearch.core.analyzer import find_words, fold_word, tokenize_text
from vaultsearch.core.dates.days import first_dated
from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.filters import AllOf, Filter
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_client import Messages
from vaultsearch.core.protocols import NamedReranker, Retriever, SupportsWarmUp
from vaultsearch.core.query.expansion import Expansion, WordExpander, spelling_of
from vaultsearch.core.query.lookup import names_day
from vaultsearch.core.query.query import (
    Query,
    literal_query,
    parse_filter,
    parse_query,
    replaced_words,
    require_present,
    require_short,
)
from vaultsearch.core.query.question_language import QueryLanguages, describe_unread
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.query.words import find_terms
from vaultsearch.core.search.by_language_model import ask_variants, fuse_variants
from vaultsearch.core.search.files_beside_notes import (
    drop_borrowed,
    interleave_files,
    lift_notes_above_copies,
    lower_copies,
    rerank_both_kinds,
    split_by_kind,
)
from vaultsearch.core.search.fusion import answer_probability, is_unanswered
from vaultsearch.core.search.literal import (
    LITERAL_LEG,
    LiteralFloor,
    LiteralMatch,
    literal_first,
    with_others,
)
from vaultsearch.core.search.results import ObsidianVaultName, make_result, mark_related, named_among
from vaultsearch.core.search.retrieval import N_CANDIDATES, HybridRetriever, RetrieverAnswer
from vaultsearch.core.search.whole_notes import (
    HELD_LEG,
    NO_WORDS,
    HeldWords,
    WholeNotes,
    begin_with_first_passages,
    boost_by_words,
    holders_first,
)
from vaultsearch.core.tracing import Trace, question_timeout
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.query import Correction
from vaultsearch.core.values.search import (
    Chunk,
    Completeness,
    Mode,
    ReadingPlan,
    SearchStage,
    Spelling,
    UnreadNotes,
    clamp_descending,
)

Marker = Callable[[str, Sequence[Chunk]], Awaitable[Mapping[str, Sequence[Span]]]]
"""Marks the words of passages that answer by meaning: spans of the text, by passage id."""

_NOTHING_MEANT: Mapping[str, Sequence[Span]] = {}
UNANSWERED_NOTICE = "No clear answer in your notes. Closest matches:"
"""The notice of a last stage in which probably no passage answers."""


_COUNTED_WITHIN_S = 3.0
"""Seconds a question waits, after its first answer, for the vault's vocabulary to be counted."""


_DAY_PATIENCE_S = 0.15
"""Seconds the first answer to a query of a day waits for the texts to be read."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A query in progress: language, filter, trace and completeness so far."""

    query: Query
    mode: Mode
    n: int
    where: Filter | None
    trace: Trace
    completeness: Completeness = Completeness()  # noqa: RUF009 - a frozen value
    unread: UnreadNotes | None = None
    unread_file: str | None = None
    """Why the file that the query names couldn't be read."""
    files_per_note: float = 1.0
    spelling: Spelling | None = None
    literal: tuple[Chunk, ...] = ()
    """Passages containing the query as typed."""
    held: HeldWords = NO_WORDS
    """The query's words, and the notes containing them."""
    tagged: tuple[Chunk, ...] = ()
    """One passage per tagged note, if the query consists of tags alone."""
    of_day: tuple[Chunk, ...] = ()
    """One passage per note of, or with, the day that is all the query names, however it is written."""
    month_first: bool | None = None
    """Whether 3/4/2025 is in March in this vault."""
    wholes: tuple[str, ...] = ()
    """Words the whole query may stand for, if no passage contains it as typed."""

    @property
    def settled(self) -> bool:
        """Whether the index is complete for this question."""
        by_words = self.mode.is_by_words or not self.query.words
        # Passages not embedded for the question's language are not on their way, unless the user wants it.
        by_words = by_words or self.is_unread
        return self.completeness.of_words if by_words else self.completeness.of_meaning

    @property
    def is_settled_by_words(self) -> bool:
        """Whether the query is a word notes hold, or a single note contains it: these lead without models."""
        # Without them, of 180 typed questions and of 155, none had another first row or nDCG@10.
        is_held_word = bool(self.held.best) and len(self.query.words.split()) == 1
        is_whole = all(chunk.ranks[LITERAL_LEG].score > LiteralMatch.PART for chunk in self.literal)
        return is_held_word or (is_whole and len({chunk.path for chunk in self.literal}) == 1)

    @property
    def is_unread(self) -> bool:
        """Whether no note is embedded for the question's language, nor will be."""
        return self.unread is not None and self.unread.reading is ReadingPlan.OFFERED


@dataclass(frozen=True, slots=True, eq=False)
class SearchEngine:
    """Answer queries over one vault.

    Only hybrid and semantic answers are reranked: whoever searches by words wants words.

    Args:
        retriever: returns a mode's retriever, so unused modes load nothing.
        scope: resolves a query's conditions to a filter.
        vault: the name under which Obsidian opens results.
        rerankers: returns the rerankers, quick ones first; each yields a stage.
        marker: marks the words that answer by meaning, in the last stage.
        completeness: counts the notes searchable at the moment by questions in a language.
        files_per_note: returns how many passages of other files there are per passage of a note.
        literal: finds the passages containing what was typed.
        whole_notes: finds the notes containing the query's words.
        complete: calls a language model for other wordings of a question; the last stage then includes their
            passages.
        describe_unread_file: says why a file with these words in its name couldn't be read.
    """

    retriever: Callable[[Mode], Retriever]
    _: KW_ONLY
    scope: QueryScope
    vault: ObsidianVaultName
    rerankers: Callable[[], Sequence[NamedReranker]] = tuple
    expand: WordExpander | None = None
    languages: QueryLanguages | None = None
    marker: Marker | None = None
    completeness: Callable[[str], Awaitable[Completeness]] | None = None
    files_per_note: Callable[[], Awaitable[float]] | None = None
    literal: LiteralFloor | None = None
    whole_notes: WholeNotes | None = None
    complete: Callable[[Messages], Awaitable[str]] | None = None
    describe_unread_file: Callable[[str], Awaitable[str | None]] | None = None

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
        """Yield better and better answers to a query; the last is ``final``.

        Closing the iterator cancels the remaining stages.

        Args:
            where: a filter on notes besides the query's own conditions.
            operators: whether to parse operators; if not, they are words of the question.

        Raises:
            QueryError: if the query cannot be answered.
            ModelUnavailableError: if the mode needs a missing model.
        """
        if operators:  # else it is a segment of a long text
            require_short(query)
        is_literal = mode is Mode.GREP
        parsed = operators and not is_literal
        read = parse_query(query) if parsed else literal_query(query.strip(), within_words=is_literal)
        question = _Question(read, mode, n, where, Trace())
        if not read.words:
            listed: list[Chunk] = []
            # Conditions alone have nothing to rank by: the newest notes come first.
            if read.conditions or where is not None:
                question = await self._with_completeness(await self._with_option_hint(question))
                listed = await question.trace.awaited("newest", self.scope.newest(read, n, where))
            yield self._make_stage(question, "fused", listed, final=True)
            return
        if (tagged := read.tagged) is not None:
            question = replace(question, tagged=tuple(await self.scope.newest(tagged, n, where)))
        if mode not in (Mode.HYBRID, Mode.FULLTEXT) or read.day is None:
            async for stage in self._narrowed_stages(question, rerank=rerank):
                yield stage
            return
        of_day = asyncio.ensure_future(self._with_day(question))
        try:
            await asyncio.wait((of_day,), timeout=question_timeout(_DAY_PATIENCE_S))
            # The texts of a large vault are read for seconds: what the index finds comes first.
            if not of_day.done():
                async for stage in self._narrowed_stages(question, rerank=False):
                    yield replace(stage, final=False)
            async for stage in self._narrowed_stages(await of_day, rerank=rerank):
                yield stage
        finally:
            of_day.cancel()

    async def _with_day(self, question: _Question) -> _Question:
        """Read the day in the vault's order of day and month; list the notes if nothing else is asked for."""
        query, order = question.query, await self.scope.month_first()
        day = None if order is None else first_dated(query.words, order)
        question = replace(question, query=replace(query, interval=day or query.interval), month_first=order)
        if not query.is_only_time:
            return question
        of_day = await self.scope.newest(question.query.of_day, question.n, question.where)
        return replace(question, of_day=tuple(of_day))

    async def _narrowed_stages(self, question: _Question, *, rerank: bool) -> AsyncIterator[SearchStage]:
        """Yield the answers to a question with words, narrowed by conditions."""
        read, where = question.query, question.where
        if self.describe_unread_file is not None:
            question = replace(question, unread_file=await self.describe_unread_file(read.words))
        # Words must not wait for the language detector's model: the language is detected again at the end.
        question = await self._with_completeness(await self._with_language(question, soon=True))
        if read.conditions:  # narrows all legs before any of them cuts off its best
            by_query = await self.scope.filter(question.query)
            question = replace(question, where=by_query if where is None else AllOf((where, by_query)))
        async for stage in self._ranked_stages(question, rerank=rerank):
            yield stage

    async def _ranked_stages(self, typed: _Question, *, rerank: bool) -> AsyncIterator[SearchStage]:
        """Yield the answers to a question with words."""
        question = await self._with_spelling(typed)
        has_meaning = typed.mode in (Mode.HYBRID, Mode.SEMANTIC) and not is_wordless(typed.query.words)
        rerankers = self.rerankers() if rerank and has_meaning else ()
        # At the same time as the other legs.
        matches = asyncio.gather(self._literal_chunks(question), self._held_words(question))
        # If the other legs fail first, for the same reason, nobody asks for these.
        matches.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            async for answer in self._answers(question):
                literal_chunks, held = await matches
                question = replace(question, literal=literal_chunks, held=held)
                if question.is_settled_by_words:
                    rerankers = [each for each in rerankers if not isinstance(each, SupportsWarmUp)]
                if answer.complete:
                    known = await self._with_language(question)
                    if known is not question:
                        known = await self._with_completeness(known)
                    question = await self._with_hints(known)
                name = "fused" if answer.complete else "words"
                has_more = bool(rerankers and answer.chunks) or (has_meaning and rerank and self.complete)
                final = answer.complete and not has_more
                fused = self._make_stage(question, name, answer.chunks, final=final, notice=answer.notice)
                yield fused
                if answer.complete and not final:
                    # The first answer did not wait for the words of the vault to be counted. If they show a
                    # slip, all is searched again as corrected.
                    is_corrected = await self._is_corrected_now(question, typed)
                    reranked = self._reranked_stages(question, rerankers, answer)
                    better = self._better_stages(question, reranked, fused)
                    async for stage in self._ranked_stages(typed, rerank=rerank) if is_corrected else better:
                        yield stage
        finally:
            matches.cancel()

    async def where(self, conditions: str, *, of_past: bool = False) -> Filter:
        """Return the filter for a query of conditions alone; raise QueryError for any other query."""
        read = parse_filter(conditions)
        if not of_past:
            require_present(read)
        return await self.scope.filter(read)

    async def _with_language(self, question: _Question, *, soon: bool = False) -> _Question:
        """Detect and set a question's language; if ``soon``, only if it is known within a moment."""
        if self.languages is None or not question.query.words:
            return question
        detect = self.languages.detect_soon if soon else self.languages
        language = await detect(question.query.words)
        if language is None or language == question.query.language:
            return question
        return replace(question, query=replace(question.query, language=language))

    async def _with_completeness(self, question: _Question) -> _Question:
        """Record how complete the index is before searching: notes indexed meanwhile may be missed."""
        if self.completeness is None:
            return question
        return replace(question, completeness=await self.completeness(question.query.language))

    async def _with_spelling(self, question: _Question) -> _Question:
        """Correct unknown words for every leg; offer other corrections as hints."""
        if self.expand is None or question.mode is Mode.GREP:
            return question
        query = question.query
        expansion = await self.expand(query.retrieval_text)
        corrections = await self._confirm_corrections(query.words, expansion)
        corrected = query.corrected(corrections)
        written = {fold_word(match.group()): match.group() for match in find_words(query.words)}
        missing = (each for each in corrections if not (each.known or each.replaces))
        beside = [str(replace(each, typed=written.get(each.typed, each.typed))) for each in missing]
        corrected = replace(corrected, hints=tuple(dict.fromkeys((*query.hints, *beside))))
        spelling = spelling_of(query, corrections)
        return replace(question, query=corrected, spelling=spelling, wholes=expansion.wholes)

    async def _confirm_corrections(self, words: str, expansion: Expansion) -> tuple[Correction, ...]:
        """Keep the corrections the passages confirm: the vocabulary covers only their texts.

        Drop corrections for words found elsewhere, such as in a link's address. If part of a name is
        misspelt, prefer the correction that makes an existing name.
        """
        corrections = {each.typed: each for each in expansion.corrections if not each.known or each.is_part}
        if self.literal is None or not corrections:
            return expansion.corrections
        for token in tokenize_text(words):
            text = words[token.start : token.end]
            for typed in corrections.keys() & set(token.words):
                if await self.literal.is_held(text):
                    del corrections[typed]
                elif (correction := corrections[typed]).is_part:
                    del corrections[typed]
                    begun = [word for word in expansion.begun if word.startswith(typed)]
                    if named := await self._correct_name(text, correction, begun, self.literal):
                        corrections[typed] = named
        others = (each for each in expansion.corrections if each.known and not each.is_part)
        return (*corrections.values(), *others)

    async def _correct_name(
        self, name: str, correction: Correction, begun: Sequence[str], floor: LiteralFloor
    ) -> Correction | None:
        """Choose the correction that makes an existing name; return None if the name is unfinished."""

        async def is_held(word: str) -> bool:
            return await floor.is_held(replaced_words(name, {correction.typed: word}))

        for word in begun:
            if await is_held(word):
                return None
        for word in correction.words:
            if await is_held(word):
                others = (other for other in correction.words if other != word)
                return replace(correction, words=(word, *others), replaces=True)
        return None if begun else correction

    async def _with_option_hint(self, question: _Question) -> _Question:
        """Hint if a query excludes a word, such as ``-x``, which passages contain with the hyphen."""
        query = question.query
        if self.literal is None or not query.option:
            return question
        holding = await self.literal(query.option, question.where)
        if not any(chunk.ranks[LITERAL_LEG].score == LiteralMatch.EXACT for chunk in holding):
            return question
        named = query.option
        hint = Message("Notes without “{}”; for “{}” itself, put it in quotation marks.", named[1:], named)
        return replace(question, query=replace(query, hints=(*query.hints, hint)))

    async def _with_hints(self, question: _Question) -> _Question:
        """Hint if notes are missing from an answer by meaning because of the question's language."""
        if self.languages is None or question.mode not in (Mode.HYBRID, Mode.SEMANTIC):
            return question
        unread = await self.languages.unread(question.query.words)
        if unread is None or unread == question.unread:
            return question
        hints = (*question.query.hints, describe_unread(unread))
        return replace(question, query=replace(question.query, hints=hints), unread=unread)

    async def _is_corrected_now(self, question: _Question, typed: _Question) -> bool:
        """Return whether the vocabulary, once counted, shows a misspelt or unfinished word."""
        if self.expand is None or question.spelling is not None:
            return False
        if not self.expand.is_ready:  # else a count after each save would put off the best answer
            await self.expand.prepare(_COUNTED_WITHIN_S)
        later = await self._with_spelling(typed)
        return (later.query.words, later.wholes) != (question.query.words, question.wholes)

    async def _literal_chunks(self, question: _Question) -> tuple[Chunk, ...]:
        """Return the passages containing what was typed; they lead every stage."""
        if self.literal is None or question.mode is Mode.GREP or question.n < 1:
            return ()
        # As typed, then without what only places or carries it: "notes on birds" may be a title.
        for text in dict.fromkeys((question.query.typed_words or question.query.words, question.query.words)):
            literal_chunks = self.literal(text, question.where, question.wholes)
            if chunks := tuple(await question.trace.awaited(LITERAL_LEG, literal_chunks)):
                return with_others(chunks, question.of_day)
        return with_others((), question.of_day)

    async def _held_words(self, question: _Question) -> HeldWords:
        """Return the query's words and the notes containing them, or nothing if the mode ignores words."""
        by_words = question.mode in (Mode.HYBRID, Mode.FULLTEXT) and not is_wordless(question.query.words)
        # Notes of the days asked for lead: whoever names a month does not mean its number. A year may be any.
        is_date = question.query.is_only_time and not question.query.words.isdecimal()
        if self.whole_notes is None or not by_words or is_date:
            return NO_WORDS
        with question.trace.step(HELD_LEG, 0) as step:
            held = await self.whole_notes(question.query.words, question.n, question.where)
            step.count_out = len(held.best)
        return held

    async def _answers(self, question: _Question) -> AsyncIterator[RetrieverAnswer]:
        # At the same time as the other legs, though it is needed only for the complete answer.
        dated = asyncio.ensure_future(self._retrieve_dated(question))
        try:
            async for answer in self._retrieve(question):
                if not answer.complete:
                    yield answer
                    continue
                known, chunks = {chunk.id for chunk in answer.chunks}, answer.chunks
                # Those that only a question's days have found score no more than the last passage.
                least = min((chunk.score or 0.0 for chunk in chunks), default=0.0)
                more = (chunk for chunk in await dated if chunk.id not in known)
                chunks = [*chunks, *(chunk.scored(min(least, chunk.score or 0.0)) for chunk in more)]
                yield replace(answer, chunks=boost_interval(question.query, chunks))
        finally:
            dated.cancel()

    async def _retrieve(self, question: _Question) -> AsyncIterator[RetrieverAnswer]:
        if is_wordless(question.query.words):
            yield RetrieverAnswer(await self._retrieve_signs(question), complete=True)
            return
        retriever = self.retriever(question.mode)
        most = max(question.n, N_CANDIDATES)
        text, where = question.query.retrieval_text, question.where
        if isinstance(retriever, HybridRetriever):
            async for answer in retriever.answers(text, most, where, question.trace):
                yield answer
        else:
            ranking = retriever(text, most, where)
            yield RetrieverAnswer(await question.trace.awaited(question.mode.value, ranking), complete=True)

    async def _retrieve_dated(self, question: _Question) -> list[Chunk]:
        """Return the best passages from a question's days: better ones elsewhere may hide them."""
        query, where = question.query, question.where
        is_asked = query.is_relative or query.is_only_time or query.day
        if not (is_asked and query.dated) or is_wordless(query.words):
            return []
        dated = await self.scope.filter(replace(query, conditions=(query.dated,)))
        where = dated if where is None else AllOf((where, dated))
        ranking = self.retriever(question.mode)(query.retrieval_text, question.n, where)
        return await question.trace.awaited("dated", ranking)

    async def _retrieve_signs(self, question: _Question) -> list[Chunk]:
        """Answer a query without letters, such as an emoji, by terms, else by exact text."""
        most = max(question.n, N_CANDIDATES)
        modes = (Mode.GREP,) if question.mode is Mode.GREP else (Mode.FULLTEXT, Mode.GREP)
        for mode in modes:
            ranking = self.retriever(mode)(question.query.retrieval_text.strip(), most, question.where)
            if chunks := await question.trace.awaited(mode.value, ranking):
                return chunks
        return []

    async def _better_stages(
        self, question: _Question, reranked: AsyncIterator[SearchStage], last: SearchStage
    ) -> AsyncIterator[SearchStage]:
        """Yield the rerankers' stages, then a stage with the passages found for variants of the question."""
        async for stage in reranked:
            last = stage if self.complete is None else replace(stage, final=False)
            yield last
        if self.complete is not None:
            yield await self._with_variants(question, last, self.complete)

    async def _with_variants(
        self, question: _Question, last: SearchStage, complete: Callable[[Messages], Awaitable[str]]
    ) -> SearchStage:
        """Add the passages found for other wordings of the question to the last stage, and a notice."""
        retriever, chunks = self.retriever(question.mode), [result.chunk for result in last.results]
        try:
            queries, passages = await ask_variants(question.query.words, complete)
            found = [
                await question.trace.awaited(text[:20], retriever(text, N_CANDIDATES, question.where))
                for text in filter(None, (*queries, *passages))
            ]
        # The answer stands already; a server that is down costs only the addition.
        except ModelUnavailableError as trouble:
            return replace(last, final=True, notice=Message.joined((last.notice, trouble.message)) or None)
        if not any(found):
            return replace(last, final=True)
        notice = Message("Also searched for {}.", " · ".join(queries)) if queries else None
        fused = fuse_variants(chunks, found)
        stage = self._make_stage(question, "variants", fused, final=True)
        # The former results have marks of words by meaning, which are not made again.
        marked = {result.chunk.id: result for result in last.results}
        results = clamp_descending(marked.get(result.chunk.id, result) for result in stage.results)
        joined = Message.joined((last.notice, notice)) or None
        return replace(stage, results=results, notice=joined, unanswered=last.unanswered)

    async def _reranked_stages(
        self, question: _Question, rerankers: Sequence[NamedReranker], answer: RetrieverAnswer
    ) -> AsyncIterator[SearchStage]:
        """Yield a stage per reranker; if a model is missing, the next reranker takes the order as it is."""
        chunks, notices = answer.chunks, [answer.notice] if answer.notice else []
        # Counted only if both kinds are there to be compared.
        if self.files_per_note is not None and all(split_by_kind(chunks)):
            question = replace(question, files_per_note=await self.files_per_note())
        for reranker in rerankers:
            before, final = chunks, reranker is rerankers[-1]
            ordered = rerank_both_kinds(reranker, question.query.words, chunks)
            try:
                chunks = await question.trace.awaited(reranker.name, ordered)
            except (ModelUnavailableError, WorkerDiedError) as trouble:
                notices.append(trouble.message)
            if chunks is before and not final:
                continue  # it reads none of these passages
            query = question.query
            settled = question.settled and not question.is_unread
            # What was typed, or the one telling word in any form, answers: models know nothing of an address.
            held = question.held
            is_held = question.literal or held.best or (len(held.forms) == 1 and held.lifts)
            is_doubtful = final and settled and not is_held
            # Models can't tell whether a note answers "last week": its date does.
            unanswered = is_doubtful and (
                not any(query.is_of_days(chunk) for chunk in chunks)
                if query.is_only_time
                else is_unanswered(chunks, query.words, query.language)
            )
            if unanswered:
                notices.append(UNANSWERED_NOTICE)
            # Rerankers know nothing of days, and have taken back what the first stage raised.
            chunks = boost_interval(question.query, chunks) if final else chunks
            meant = await self._mark_meant(question, self._interleave(question, chunks)) if final else {}
            notice = Message.joined(notices) or None
            stage = self._make_stage(question, "reranked", chunks, final=final, notice=notice, meant=meant)
            yield replace(stage, unanswered=unanswered)

    async def _mark_meant(self, question: _Question, chunks: Sequence[Chunk]) -> Mapping[str, Sequence[Span]]:
        """Return the words that answer by meaning; none if the marker's model is missing."""
        if self.marker is None:
            return {}
        try:
            with question.trace.step("marks", len(chunks)) as step:
                meant = await self.marker(question.query.words, chunks)
                step.count_out = sum(map(bool, meant.values()))
                return meant
        except (ModelUnavailableError, WorkerDiedError):
            return {}

    def _interleave(self, question: _Question, chunks: list[Chunk]) -> list[Chunk]:
        """Place files among notes; both were ranked apart."""
        if question.mode is not Mode.HYBRID:
            return drop_borrowed(lift_notes_above_copies(chunks))
        words, language = question.query.words, question.query.language
        return drop_borrowed(interleave_files(chunks, words, language, question.files_per_note))

    def _make_stage(
        self,
        question: _Question,
        name: str,
        chunks: list[Chunk],
        *,
        final: bool,
        notice: str | None = None,
        meant: Mapping[str, Sequence[Span]] = _NOTHING_MEANT,
    ) -> SearchStage:
        if question.is_settled_by_words:
            chunks = begin_with_first_passages(chunks, question.query.terms)
        # No ranking may bury a note whose exact title or alias is the query.
        chunks = self._interleave(question, boost_by_words(chunks, question.held))
        chunks = holders_first(chunks, question.held)
        chunks = literal_first(chunks, with_others(question.literal, _holders_of_day(question, chunks)))
        chunks = _tagged_first(chunks, question.tagged)
        named = named_among(chunks, question.query)
        others = [chunk for chunk in chunks if chunk not in named]
        top = max((chunk.score or 0.0 for chunk in chunks), default=0.0)
        listed = [*(replace(chunk, score=top) for chunk in named), *others]
        ordered = lower_copies(listed, len(named), question.query.terms)[: question.n]
        query, vault = question.query, self.vault
        results = [make_result(chunk, query, vault, meant.get(chunk.id, ())) for chunk in ordered]
        if question.held.places:
            results = [replace(each, elsewhere=question.held.elsewhere(each.chunk)) for each in results]
        results[: len(named)] = [replace(each, is_exact_title=True) for each in results[: len(named)]]
        if query.words and question.mode in (Mode.HYBRID, Mode.SEMANTIC):
            results = mark_related(results)
        return SearchStage(
            query.text.strip(),
            question.mode,
            name,
            clamp_descending(results),
            final,
            tuple(question.trace.steps),
            Message.joined((question.unread_file, notice)) or None,
            query.reading or None,
            query.hints,
            completeness=question.completeness,
            settled=question.settled,
            unread=question.unread,
            spelling=question.spelling,
            more=len(chunks) >= question.n,
        )


def is_wordless(words: str) -> bool:
    """Return whether a query has neither letters nor digits."""
    return not any(map(str.isalnum, words))


def _holders_of_day(question: _Question, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the passages of, or with, the day in a query whose notes have most of the other words."""
    query, held, order = question.query, question.held, question.month_first
    if (day := query.day) is None or not held.forms:
        return []
    words = {fold_word(word): frozenset(holders.documents) for word, holders in held.forms.items()}
    counts = [
        # "meeting 12 march" is in a folder of meetings, whose notes need not say so.
        sum(held.document_of(each) in own or bool(find_terms(each.folder, (w,))) for w, own in words.items())
        for each in chunks
    ]
    holding = (each for each, count in zip(chunks, counts, strict=True) if count == max(counts))
    return [each for each in holding if query.is_of_days(each) or names_day(each, day, order)]


def _tagged_first(chunks: list[Chunk], tagged: Sequence[Chunk]) -> list[Chunk]:
    """Move passages of tagged notes to the top, adding missing notes; falling scores fix the order."""
    if not tagged:
        return chunks
    paths, paths_found = {chunk.path for chunk in tagged}, {chunk.path for chunk in chunks}
    first = [chunk for chunk in chunks if chunk.path in paths]
    first += [chunk for chunk in tagged if chunk.path not in paths_found]
    top = max((chunk.score or 0.0 for chunk in chunks), default=0.0)
    above = (chunk.scored(top + len(first) - place) for place, chunk in enumerate(first))
    return [*above, *(chunk for chunk in chunks if chunk.path not in paths)]


_RANK_CONSTANT = 60
_RELATIVE_WEIGHT, _WRITTEN_WEIGHT = 0.3, 0.03
"""The weight of a relative interval such as "last month", and of a date notes may contain, as a leg beside
the ranking (of weight 1). Over 40 dated questions about dated conversations (locomo), .02 to .05 gave the
same figures, and .1 and more lower ones: people tell later what happened on a day.
"""

_ONLY_WEIGHT = 10.0
"""The weight if nothing else is asked for: notes of the days stand before all others."""
_MIN_PROBABILITY_SHARE = 0.25
"""The share of the best passage's probability a passage of the interval needs to be boosted: for "what about
the rigging last month", a diary of last month outranked everything about the rigging."""


def boost_interval(query: Query, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Boost the passages dated in a query's interval by reciprocal ranks; scores stay with the ranks.

    An interval without a first day, such as "before March", covers nearly everything, and boosts nothing.
    """
    if query.interval is None or query.interval.first is None:
        return list(chunks)
    return [chunk for ranked in split_by_kind(chunks) for chunk in _boost_ranking(query, ranked)]


def _boost_ranking(query: Query, chunks: Sequence[Chunk]) -> list[Chunk]:
    weight = _RELATIVE_WEIGHT if query.is_relative else _WRITTEN_WEIGHT
    weight, share = (_ONLY_WEIGHT, 0.0) if query.is_only_time else (weight, _MIN_PROBABILITY_SHARE)
    values: list[float] = []
    n_inside = 0
    likely = [answer_probability(chunk) for chunk in chunks]
    least = share * max((each for each in likely if each is not None), default=0.0)
    for rank, (chunk, chance) in enumerate(zip(chunks, likely, strict=True), start=1):
        value = 1 / (_RANK_CONSTANT + rank)
        # Passages found by words alone have no probability, and are not held back.
        if query.is_of_days(chunk) and (chance is None or chance >= least):
            n_inside += 1
            value += weight / (_RANK_CONSTANT + n_inside)
        values.append(value)
    order = sorted(range(len(chunks)), key=lambda place: -values[place])
    return [chunks[rank].scored(chunks[place].score) for place, rank in enumerate(order)]
