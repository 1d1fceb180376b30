"""Measure links in the ranking: `python -m tests.bench.linked_ranking VAULT ...`.

Questions are made of each vault's own notes and asked of an index without what they were made of. Of the
whole chain's answers, each note gains a share of the score of the best note that it is linked with, less with
that one's links. Listed is the gain of nDCG@5 with its interval, by paired bootstrap, for several shares:
links would be a part of the ranking if it were above 0 in the mean, and its lower end at least -.002 in each
vault.
"""

from __future__ import annotations

import argparse
import asyncio
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.evaluation.figures import paired_difference
from vaultsearch.core.evaluation.generated_questions import RIGHT_UNIT, GeneratedQuestion, generate_questions
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.values.search import Chunk
from vaultsearch.service.evaluation import facts_of, run_legs
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

_SHARES = (0.05, 0.1, 0.15, 0.2)
_RANK = 10
"""The constant of the reciprocal ranks that stand for scores."""


def with_links(passages: Sequence[Chunk], graph: VaultGraph, share: float) -> list[Chunk]:
    """Order passages by their places and those of the notes that theirs are linked with."""
    places: dict[str, float] = {}
    for rank, chunk in enumerate(passages):
        places.setdefault(chunk.path, 1 / (_RANK + rank))
    gains = {
        path: max(
            (
                places[other] / len(graph.links.neighbours(other))
                for other in graph.links.neighbours(path)
                if other in places
            ),
            default=0.0,
        )
        for path in places
        if path in graph.notes
    }
    scored = [
        (1 / (_RANK + rank) + share * gains.get(chunk.path, 0.0), chunk)
        for rank, chunk in enumerate(passages)
    ]
    return [chunk for _, chunk in sorted(scored, key=lambda pair: -pair[0])]


def ndcg(questions: Sequence[GeneratedQuestion], rankings: Sequence[Sequence[Chunk]]) -> NDArray[np.float64]:
    """Return nDCG@5 of each question, of which one unit is right."""
    values = []
    for question, passages in zip(questions, rankings, strict=True):
        first = question.ranking(passages)[:5]
        values.append(1 / math.log2(2 + first.index(RIGHT_UNIT)) if RIGHT_UNIT in first else 0.0)
    return np.array(values)


async def measured(folder: Path, most: int) -> None:
    """Print the gains for one vault, which is indexed first if need be."""
    parameters = Parameters()
    facts = await facts_of(folder, parameters, Workers.one_process(), lambda _: None)
    questions = generate_questions(facts, most)
    (run,) = await run_legs(folder, parameters, ("chain",), questions, lambda _: None, Workers.one_process)
    async with await Vault.open(folder, write=False) as vault:
        graph = VaultGraph.of(await vault.query.notes())
    before = [list(answer.passages) for answer in run.answers]
    base = ndcg(questions, before)
    print(f"{folder.name}: {len(questions)} questions, nDCG@5 {base.mean():.4f}")
    for share in _SHARES:
        after = ndcg(questions, [with_links(passages, graph, share) for passages in before])
        gain, _ = paired_difference([after], [base])
        print(f"  a share of {share}: {gain.mean:+.4f} ({gain.low:+.4f} to {gain.high:+.4f})")


def main() -> None:
    """Measure the vaults that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=50, help="questions of each kind (default 50)")
    given = parser.parse_args()
    for vault in given.vaults:
        asyncio.run(measured(vault, given.most))


if __name__ == "__main__":
    main()
