"""The search for what lies one or two links away from the answers to a question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.filters import AllOf, AtPaths
from vaultsearch.core.messages import Message
from vaultsearch.core.query.query import parse
from vaultsearch.core.relations.vault_graph import reached_notes
from vaultsearch.core.search.results import result_of
from vaultsearch.core.values.search import LegRank, Mode
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.query.query import Query
    from vaultsearch.core.relations.related import Nearness
    from vaultsearch.core.relations.vault_graph import ReachedNote, VaultGraph
    from vaultsearch.core.search.results import ObsidianVaultName
    from vaultsearch.core.values.search import Chunk, Result, SearchStage
    from vaultsearch.service.search import SearchService

_HITS = 10
"""Answers that the links are followed from."""
_LEAST_SHARE = 0.2
"""The least probability of an answer whose links are followed, relative to the best one's."""
_WITH_LIKENESS = 3
"""Answers whose nearest notes are followed as well."""
_NEAREST = 5
_LEG = "links"


class ExploreSearch:
    """Searches along the links of the best answers; those answers themselves are not listed."""

    def __init__(self, search: SearchService, corpus: LanceCorpus, vault: ObsidianVaultName) -> None:
        self._search, self._corpus, self._vault = search, corpus, vault

    async def stages(
        self, query: str, n: int, *, where: Filter | None = None, rerank: bool = True
    ) -> AsyncGenerator[SearchStage, None]:
        """Yield what is reached from each complete answer by meaning and words."""
        hits = self._search.engine.search(query, Mode.HYBRID, _HITS, where=where, rerank=rerank)
        async for stage in hits:
            if stage.name != "words":
                results = await self._reached(query, stage.results, n, where) if stage.results else ()
                notice = stage.notice if not stage.results else None if results else _NOWHERE
                yield replace(
                    stage, mode=Mode.EXPLORE, results=results, notice=notice, unanswered=False, more=False
                )

    async def _reached(
        self, typed: str, hits: Sequence[Result], n: int, where: Filter | None
    ) -> tuple[Result, ...]:
        relations, query = self._search.relations, parse(typed)
        graph = await relations.graphs()
        seeds = {path: weight for path, weight in _weights(hits).items() if path in graph.notes}
        if not seeds:
            return ()
        best = sorted(seeds, key=lambda path: -seeds[path])[:_WITH_LIKENESS]
        near = {path: _nearest(await relations.related.near(path)) for path in best}
        reached = await in_thread(reached_notes, graph, seeds, near)
        if not reached:
            return ()
        chunks = await self._passages(query, [note.path for note in reached[: 4 * n]], where)
        listed = [note for note in reached if note.path in chunks][:n]
        best_weight = max(seeds.values())  # several vaults are compared by it
        return tuple(
            _result(note, chunks[note.path].scored(note.score * best_weight), rank, query, graph, self._vault)
            for rank, note in enumerate(listed, start=1)
        )

    async def _passages(self, query: Query, paths: Sequence[str], where: Filter | None) -> dict[str, Chunk]:
        """Map each of these notes to its passage nearest to the question, or else to its first one."""
        conditions = [AtPaths(frozenset(paths)), *([where] if where is not None else [])]
        if query.conditions:
            conditions.append(await self._search.scope.filter(query))
        narrowed = AllOf(tuple(conditions))
        first: dict[str, Chunk] = {}
        near = await self._search.retriever(Mode.SEMANTIC)(query.retrieval_text, 4 * len(paths), narrowed)
        for chunk in (*near, *await self._corpus.get_chunks(narrowed)):
            first.setdefault(chunk.path, chunk)
        return first


def _nearest(near: Mapping[str, Nearness]) -> dict[str, float]:
    """Map the notes nearest to one to their shares of a link's weight, which all together have."""
    best = sorted(near, key=lambda path: (-near[path].best, path))[:_NEAREST]
    return {path: near[path].best / _NEAREST for path in best}


_NOWHERE = Message("No links lead on from the answers to this.")


def _weights(hits: Sequence[Result]) -> Mapping[str, float]:
    """Return the weight of each note among the answers: its probability or, without one, its place."""
    probabilities = [result.probability for result in hits]
    weights: dict[str, float] = {}
    for rank, (result, probability) in enumerate(zip(hits, probabilities, strict=True)):
        weight = 1 / (1 + rank) if probability is None else probability
        weights[result.path] = max(weight, weights.get(result.path, 0.0))
    most = max(weights.values())
    return {path: weight for path, weight in weights.items() if weight >= _LEAST_SHARE * most > 0}


def _result(
    note: ReachedNote, chunk: Chunk, rank: int, query: Query, graph: VaultGraph, vault: ObsidianVaultName
) -> Result:
    scored = chunk.scored(chunk.score, {_LEG: LegRank(rank, note.score)})
    via = tuple(
        graph.notes[node].title if node in graph.notes else node.removeprefix("?") for node in note.via
    )
    return replace(result_of(scored, query, vault), via=via, probability=None)
