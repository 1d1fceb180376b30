"""The tools that search: a language model reads their docstrings and fields, and calls them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.mcpserver import Context
from pydantic import Field

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.query.patience import patient
from vaultsearch.core.query.query import parse
from vaultsearch.core.search.fusion import reciprocal_rank_fusion
from vaultsearch.core.values.long_queries import LongQueryOutcome
from vaultsearch.core.values.search import Mode, Result, SearchStage, with_descending_scores
from vaultsearch.mcp_server import answers
from vaultsearch.mcp_server.answers import NoteReferences
from vaultsearch.mcp_server.arguments import (
    Filter,
    MinProbability,
    Phrasings,
    Query,
    Rerank,
    SearchMode,
    without_commands,
)
from vaultsearch.mcp_server.budgeted_context import BudgetedContext
from vaultsearch.mcp_server.shapes import Found, FoundByTopic

if TYPE_CHECKING:
    from vaultsearch.mcp_server.arguments import CitationNumbers
    from vaultsearch.mcp_server.served_vaults import OpenNotes, ServedVaults

_CONTEXT_PASSAGES = 20
_MORE = "Only the best {}; raise n for more."
_UNSCORED = "min_probability was not applied: no model has read these passages."


class SearchTools:
    """The tools that search the served vaults. They raise VaultSearchError."""

    def __init__(self, vaults: ServedVaults, numbers: CitationNumbers) -> None:
        self._vaults = vaults
        self._numbers = numbers

    async def search(
        self,
        ctx: Context[Any, Any],
        query: Query,
        also: Phrasings = [],  # noqa: B006  # pydantic copies it
        mode: SearchMode = "hybrid",
        filter: Filter = "",
        n: Annotated[int, Field(ge=1, le=50, description="Passages.")] = 8,
        min_probability: MinProbability = 0.0,
        rerank: Rerank = True,
    ) -> Found:
        """Find the passages of the user's notes that answer a question or contain words, best first.

        For one text within a budget use context, for a long text search_passage, by filters alone list_notes.
        """
        async with self._vaults.opened() as notes:
            stages = await self._ask(ctx, notes, [query, *also], Mode(mode), n + 1, filter, rerank=rerank)
            results, limits_told = _at_least(_fused(stages, n + 1), min_probability)
            more = _MORE.format(n) if len(results) > n else None
            references = await self._references(ctx, notes, results[:n])
        return {
            "results": answers.passages(results[:n], references),
            "reading": stages[0].reading if parse(query).conditions else None,
            "notice": self._notice(stages, limits_told, more),
        }

    async def search_passage(
        self,
        ctx: Context[Any, Any],
        text: Annotated[str, Field(min_length=1, description="The text, of any length.")],
        n: Annotated[int, Field(ge=1, le=20, description="Notes in all, and per subject.")] = 5,
    ) -> FoundByTopic:
        """Find notes for each subject of a long text, such as a draft or chat. For a question use search."""
        async with self._vaults.opened() as notes:
            with patient():
                answer = await notes.vault.search_passage(text, n)
            if answer.outcome is LongQueryOutcome.FAILED:
                raise VaultSearchError(answer.trouble or "The search failed.", answer.remedy or "Try again.")
            more = _MORE.format(n) if answer.counts.deduplicated > answer.counts.given else None
            everything = chain(answer.results, *(topic.results for topic in answer.topics))
            references = await self._references(ctx, notes, everything)
        return {
            "results": answers.passages(answer.results, references),
            "topics": answers.topics(answer.topics, references),
            "notice": " ".join(filter(None, (without_commands(answer.notice or ""), more))) or None,
        }

    async def context(
        self,
        ctx: Context[Any, Any],
        query: Query,
        also: Phrasings = [],  # noqa: B006  # pydantic copies it
        filter: Filter = "",
        budget: Annotated[int, Field(ge=50, le=100_000, description="Most tokens of the answer.")] = 4000,
    ) -> str:
        """Gather the best passages for a question as one cited text within a budget of tokens.

        For single results use search, for whole notes read_document.
        """
        async with self._vaults.opened() as notes:
            stages = await self._ask(ctx, notes, [query, *also], Mode.HYBRID, _CONTEXT_PASSAGES, filter)
            chunks = [result.chunk for result in _fused(stages, _CONTEXT_PASSAGES)]
            answer = BudgetedContext(notes.vault, chunks, self._numbers.of(ctx), self._notice(stages))
            text, paths = await answer.within(budget)
            self._numbers.assign(ctx, paths)
        return text

    async def _references(
        self, ctx: Context[Any, Any], notes: OpenNotes, results: Iterable[Result]
    ) -> NoteReferences:
        numbered = self._numbers.assign(ctx, (result.chunk.path for result in results))
        return NoteReferences(numbered, await notes.ids())

    async def _ask(
        self,
        ctx: Context[Any, Any],
        notes: OpenNotes,
        phrasings: list[str],
        mode: Mode,
        n: int,
        filter: str,
        *,
        rerank: bool = True,
    ) -> list[SearchStage]:
        """Return the last stage for each phrasing, and report each stage as progress."""
        all_stages: list[SearchStage] = []
        done = 0
        for phrasing in dict.fromkeys(phrasings):
            # The space marks the last word as complete: in the window, it may still be typed.
            search_stages = notes.vault.search_stages(
                phrasing.rstrip() + " ", n, mode, within=filter, rerank=rerank
            )
            stage = None
            with patient():
                async with aclosing(search_stages) as stages:
                    async for stage in stages:
                        done += 1
                        await ctx.report_progress(
                            done, message=f"{stage.name}: {len(stage.results)} passages"
                        )
            if stage is not None:
                all_stages.append(stage)
        return all_stages

    def _notice(self, stages: list[SearchStage], *others: str | None) -> str | None:
        waits = any(stage.unread is not None or not stage.settled for stage in stages)
        hints = (answers.notice(stage) for stage in stages)
        notices = dict.fromkeys(filter(None, (*hints, *others, self._vaults.under_way() if waits else None)))
        return " ".join(notices) or None


def _fused(stages: list[SearchStage], n: int) -> list[Result]:
    """Fuse the answers to several phrasings by reciprocal ranks; each passage keeps its best probability."""
    if len(stages) == 1:
        return list(stages[0].results)
    best: dict[str, Result] = {}
    for result in chain.from_iterable(stage.results for stage in stages):
        former = best.get(result.chunk.id)
        if former is None or (result.probability or 0.0) > (former.probability or 0.0):
            best[result.chunk.id] = result
    fused = reciprocal_rank_fusion([[result.chunk for result in stage.results] for stage in stages])
    return list(with_descending_scores(replace(best[chunk.id], chunk=chunk) for chunk in fused[:n]))


def _at_least(results: list[Result], least: float) -> tuple[list[Result], str | None]:
    """Leave out the less probable results; the sentence tells if no model has given probabilities."""
    if not least or not results:
        return results, None
    if all(result.probability is None for result in results):
        return results, _UNSCORED
    return [result for result in results if (result.probability or 0.0) >= least], None
