"""Tools for searching: a language model reads their docstrings and fields, and calls them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from pydantic import Field

from vaultsearch.core.errors import QueryError
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.search.fusion import reciprocal_rank_fusion
from vaultsearch.core.search.note_limit import limit_rows
from vaultsearch.core.tracing import without_timeouts
from vaultsearch.core.values.context import Context as PassageContext
from vaultsearch.core.values.context import ModelAnswer
from vaultsearch.core.values.search import (
    PER_NOTE,
    Chunk,
    Mode,
    Result,
    SearchStage,
    clamp_descending,
    unfold_results,
)
from vaultsearch.mcp_server import answers, arguments, shapes
from vaultsearch.mcp_server.arguments import CitationNumbers
from vaultsearch.mcp_server.served_vault import OpenNotes, ServedVaults
from vaultsearch.service import commands
from vaultsearch.service.serialization import answer_json
from vaultsearch.service.several.group import VaultGroup
from vaultsearch.service.shapes import Asked
from vaultsearch.service.vault import Vault
from vaultsearch.service.wire import Answer, fill_answer, number_notes


class ProgramContext(Context[None, Any]):
    """A call by a program: no session and no progress, but answers as they get better, if it listens."""

    send: Callable[[Answer], Awaitable[None]] | None = None

    @property
    def headers(self) -> Mapping[str, str]:
        """No headers, so note numbers belong to this answer alone."""
        return {}

    async def report_progress(self, *_: Any, **__: Any) -> None:
        """Do nothing: nobody waits for it."""


_MAX_ASSEMBLIES = 6
"""Assemblies until the passages have made room for their places: two are usual."""


@dataclass(frozen=True, slots=True)
class BudgetedContext:
    """Passages to gather, best first, paths already numbered, and the search's notice."""

    vault: Vault | VaultGroup
    chunks: Sequence[Chunk]
    numbered: Sequence[str]
    notice: str | None

    async def within(self, budget: int) -> tuple[str, tuple[str, ...]]:
        """Return the whole answer within ``budget`` tokens, and the notes' paths in order."""
        room, context = budget, await self._assembled(budget)
        for _ in range(_MAX_ASSEMBLIES):
            text = self._written(context)
            excess = await self._count(text) - budget
            if context.pieces and excess <= 0:
                return text, tuple(piece.path for piece in context.pieces)
            if not context.pieces:
                break
            # Places, omissions and the notice count, too: a budget of 60 was once answered with 856 tokens.
            room = min(room, context.tokens) - excess
            context = await self._assembled(max(1, room))
        # Which budget the smallest passage needs; the notice is added if it fits.
        sentence = "No results."
        if self.chunks:
            least = context.least or (await self._assembled(1)).least
            needed = await self._count(self._written(await self._assembled(least)))
            sentence = f"Nothing fits: the smallest passage takes a budget of {needed:,}."
        whole = "\n".join(filter(None, (sentence, self._notice_line)))
        return (whole if await self._count(whole) <= budget else sentence), ()

    async def _assembled(self, budget: int) -> PassageContext:
        return await self.vault.context(self.chunks, budget=budget, numbered=self.numbered)

    async def _count(self, text: str) -> int:
        languages = {chunk.language for chunk in self.chunks}
        return await self.vault.count_tokens(text, is_english=languages <= {ENGLISH, UNDETERMINED})

    def _written(self, context: PassageContext) -> str:
        """Write the passages, their places and what is left out.

        Places are the notes' numbers, paths and lines, as `read_document` takes them.
        """
        lines: dict[tuple[int, str], list[str]] = {}
        for piece in context.pieces:
            of_note = lines.setdefault((piece.number, piece.path), [])
            if piece.line_start is not None:
                of_note.append(f"{piece.line_start}-{piece.line_end}")
        places = (f"[{number}] {path}:{','.join(of)}".rstrip(":") for (number, path), of in lines.items())
        left = f"Left out, over the budget: {len(context.left_out)} passages." if context.left_out else ""
        parts = context.text, f"Lines: {'; '.join(places)}", left, self._notice_line
        return "\n".join(filter(None, parts))

    @property
    def _notice_line(self) -> str:
        return f"Notice: {self.notice}" if self.notice else ""


_CONTEXT_PASSAGES = 20
HowMany = Annotated[int, Field(ge=1, le=50, description="Suggestions.")]
_UNLIKELY_NOTICE = "Less probable passages are left out; the best has {:.2f}."


@dataclass(frozen=True, slots=True)
class SearchTools:
    """Tools for searching the served vaults. They raise VaultSearchError."""

    vaults: ServedVaults
    numbers: CitationNumbers

    async def search(  # noqa: PLR0913, PLR0917  # the tool's arguments, each by name
        self,
        ctx: Context[Any, Any],
        query: arguments.Query,
        also: arguments.Phrasings = [],  # noqa: B006  # pydantic copies it
        mode: arguments.SearchMode = "hybrid",
        filter: arguments.Filter = "",
        when: arguments.When = "",
        as_of: arguments.AsOf = "",
        n: Annotated[int, Field(ge=1, le=50, description="Passages.")] = 6,
        offset: Annotated[int, Field(ge=0, description="To skip.")] = 0,
        vault: Annotated[str, Field(description="One of several.")] = "",
        min_probability: arguments.MinProbability = 0.0,
        rerank: arguments.Rerank = True,
    ) -> shapes.FoundPassages:
        """Find the passages of the user's notes that answer a question or hold words, best first.

        For one text within a budget use context, for a long text search_passage, by filters alone list_notes.
        """
        phrasings, where = [query, *also], arguments.narrowed_to(when, filter, as_of)
        if as_of and any(parse_query(phrasing).past for phrasing in phrasings):
            raise QueryError("The query names a past, and so does as_of.", "Leave out one of them.")
        narrowed = partial(self._found, offset=offset, vault=vault, least=min_probability)
        return await narrowed(ctx, phrasings, Mode(mode), n, where, rerank=rerank)

    async def suggest(
        self, query: Annotated[str, Field(description="What was typed so far.")], n: HowMany = 8
    ) -> shapes.Continuations:
        """List ways to go on with a query: filters, and the names of tags, folders, notes and properties."""
        async with self.vaults.opened() as notes:
            completions = await notes.vault.query.completions(query, len(query))
        before, after = query[: completions.start], query[completions.end :]
        return shapes.Continuations(
            [
                shapes.Continuation(f"{before}{each.text}{after}", each.label, each.kind.value, each.count)
                for each in completions.proposals[:n]
            ]
        )

    async def ask(
        self,
        ctx: Context[Any, Any],
        question: arguments.Question,
        anyway: Annotated[bool, Field(description="Ask even if probably no passage answers.")] = False,
    ) -> Asked:
        """Have the user's own language model answer from the notes, and check each sentence."""
        send, sent = getattr(ctx, "send", None), None
        async with (
            self.vaults.opened() as notes,
            aclosing(notes.vault.ask.answers(question, anyway=anyway)) as answers_so_far,
        ):
            async for answer in answers_so_far:
                # Every word is a state of its own; a listener gets the checked sentences.
                checked = [sentence for sentence in answer.sentences if sentence.verdict is not None]
                if send is not None and sent != (sent := (answer.state, len(checked))):
                    await send(await _convert_answer(notes, replace(answer, sentences=tuple(checked))))
            return await _convert_answer(notes, answer)

    async def explore(
        self,
        ctx: Context[Any, Any],
        query: arguments.Question,
        filter: arguments.Filter = "",
        n: Annotated[int, Field(ge=1, le=50, description="Passages.")] = 8,
    ) -> shapes.FoundPassages:
        """Find notes one or two links away from a question's answers. For those use search."""
        return await self._found(ctx, [query], Mode.EXPLORE, n, arguments.narrowed_to("", filter))

    async def search_passage(
        self,
        ctx: Context[Any, Any],
        text: Annotated[str, Field(min_length=1, description="The text, of any length.")],
        n: Annotated[int, Field(ge=1, le=20, description="Notes in all, and per subject.")] = 5,
    ) -> shapes.FoundByTopic:
        """Find notes for each subject of a long text, such as a draft or chat. For a question use search."""
        async with self.vaults.opened() as notes:
            answer = await commands.answer_text(notes.vault, text, n)
            more = answers.MORE_NOTICE.format(n) if answer.counts.deduplicated > answer.counts.given else None
            everything = chain(answer.results, *(topic.results for topic in answer.topics))
            references = await self._references(ctx, notes, everything)
        return shapes.FoundByTopic(
            results=answers.convert_passages(answer.results, references),
            topics=[
                fill_answer(
                    shapes.PassagesOfTopic, topic, results=answers.convert_passages(topic.results, references)
                )
                for topic in answer.topics
            ],
            notice=self._notice(notes, [], arguments.without_commands(answer.notice or ""), more),
        )

    async def context(
        self,
        ctx: Context[Any, Any],
        query: arguments.Question,
        also: arguments.Phrasings = [],  # noqa: B006  # pydantic copies it
        filter: arguments.Filter = "",
        when: arguments.When = "",
        budget: Annotated[int, Field(ge=50, le=100_000, description="Most tokens of the answer.")] = 4000,
    ) -> str:
        """Gather the best passages for a question as one cited text within a budget of tokens.

        For single results use search, for whole notes read_document.
        """
        async with self.vaults.opened() as notes:
            where = arguments.narrowed_to(when, filter)
            stages = await self._ask(
                ctx, notes, [query, *also], Mode.HYBRID, _CONTEXT_PASSAGES, where, per_note=0
            )
            chunks = [result.chunk for result in _fuse_stages(stages)[:_CONTEXT_PASSAGES]]
            answer = BudgetedContext(notes.vault, chunks, self.numbers.of(ctx), self._notice(notes, stages))
            text, paths = await answer.within(budget)
            self.numbers.assign(ctx, paths)
        return text

    async def _found(
        self,
        ctx: Context[Any, Any],
        phrasings: list[str],
        mode: Mode,
        n: int,
        where: str,
        *,
        offset: int = 0,
        vault: str = "",
        least: float = 0.0,
        **options: Any,
    ) -> shapes.FoundPassages:
        """Answer a question in several phrasings by passages, each at least as likely to answer."""
        end = offset + n
        async with self.vaults.opened() as notes:

            async def convert(stages: list[SearchStage], others: str | None = None) -> shapes.FoundPassages:
                results, limits_told = _drop_unlikely(limit_rows(_fuse_stages(stages), PER_NOTE), least)
                more = answers.MORE_NOTICE.format(end) if len(results) > end else None
                if 0 < len(results) <= offset:
                    more = f"Passages in all: {len(results)}; none from offset {offset} on."
                listed = results[offset:end]
                references = await self._references(ctx, notes, listed)
                return shapes.FoundPassages(
                    results=answers.convert_passages(listed, references),
                    reading=stages[0].reading if parse_query(phrasings[0]).conditions else None,
                    notice=self._notice(notes, stages, limits_told, more, others),
                )

            notes.require_open(vault)
            names = [begin.rstrip("/") or folder.name for begin, folder in notes.folders.items()]
            if vault and vault not in names:
                raise QueryError(f"There is no vault {vault}.", f"The vaults: {', '.join(names)}.")
            only = {"vault": vault} if vault and len(names) > 1 else {}
            # One more than asked for tells whether the limit cut something.
            asked = self._ask(ctx, notes, phrasings, mode, end + 1, where, convert, **options, **only)
            stages = await asked
            if any(stage.results for stage in stages):
                return await convert(stages)
            query = f"{phrasings[0]} {where}".strip()
            relaxed = await notes.vault.query.relaxations(query, mode)
            tries = "; ".join(each.edit.applied(query).strip() for each in relaxed if each.mode is mode)
            return await convert(stages, f"This finds something: {tries}." if tries else None)

    async def _references(
        self, ctx: Context[Any, Any], notes: OpenNotes, results: Iterable[Result]
    ) -> answers.NoteReferences:
        return self.numbers.assign(ctx, (result.chunk.path for result in results)), await notes.ids()

    async def _ask(
        self,
        ctx: Context[Any, Any],
        notes: OpenNotes,
        phrasings: list[str],
        mode: Mode,
        n: int,
        filter: str,
        convert: Callable[[list[SearchStage]], Awaitable[Answer]] | None = None,
        **options: Any,
    ) -> list[SearchStage]:
        """Return the last stage for each phrasing, and report each stage as progress."""
        if not any(map(str.strip, (*phrasings, filter))):
            raise QueryError("No query.", "Give a question, words or a filter.")
        all_stages: list[SearchStage] = []
        done, send = 0, getattr(ctx, "send", None)
        for phrasing in dict.fromkeys(phrasings):
            # The window's vault learns from use: the answers of a program do not depend on somebody's clicks.
            answering = notes.vault.search_stages(phrasing, n, mode, within=filter, learned=False, **options)
            stage = None
            with without_timeouts():
                async with aclosing(answering) as stages:
                    async for stage in stages:
                        done += 1
                        told = f"{stage.name}: {len(stage.results)} passages"
                        await ctx.report_progress(done, message=told)
                        if send is not None and convert is not None and not stage.final:
                            await send(await convert([*all_stages, stage]))
            if stage is not None:
                all_stages.append(stage)
        return all_stages

    def _notice(self, notes: OpenNotes, stages: list[SearchStage], *others: str | None) -> str | None:
        waits = any(stage.unread is not None or not stage.settled for stage in stages)
        hints = (answers.compose_notice(stage) for stage in stages)
        under_way = self.vaults.under_way() if waits else None
        skipped = (f"{name} was not searched: {trouble}" for name, trouble in notes.skipped.items())
        return " ".join(dict.fromkeys(filter(None, (*skipped, *hints, *others, under_way)))) or None


async def _convert_answer(notes: OpenNotes, answer: ModelAnswer) -> Asked:
    return answer_json(
        answer, number_notes(await notes.vault.addresses(piece.path for piece in answer.passages))
    )


def _fuse_stages(stages: list[SearchStage]) -> tuple[Result, ...]:
    """Fuse answers to several phrasings by reciprocal ranks; each passage keeps the best probability."""
    if len(stages) == 1:
        return stages[0].results
    rankings = [unfold_results(stage.results) for stage in stages]
    best: dict[str, Result] = {}
    for result in chain.from_iterable(rankings):
        former = best.get(result.chunk.id)
        if former is None or (result.probability or 0.0) > (former.probability or 0.0):
            best[result.chunk.id] = result
    fused = reciprocal_rank_fusion([[result.chunk for result in ranking] for ranking in rankings])
    return clamp_descending(replace(best[chunk.id], chunk=chunk) for chunk in fused)


def _drop_unlikely(results: Sequence[Result], least: float) -> tuple[Sequence[Result], str | None]:
    """Leave out the less probable results; the sentence says so, or that no model has read them."""
    if not least or not results:
        return results, None
    if all(result.probability is None for result in results):
        return results, "min_probability was not applied: no model has read these passages."
    likely = [result for result in results if (result.probability or 0.0) >= least]
    left = [result.probability or 0.0 for result in results if result not in likely]
    return likely, _UNLIKELY_NOTICE.format(max(left)) if left else None
