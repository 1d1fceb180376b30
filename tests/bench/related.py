"""Measure related notes: `python -m tests.bench.related VAULT ...`, for vaults that have been indexed.

A link that a person made between two notes says that they belong together. For a sample of notes with
links, the related ones are found without regard to those links: measured are how often one of the linked
notes is among the first ten, and which share of them; beside it the same for tags and shared links alone,
and for chance; and the time for one note, with its links and mentions.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from tests.bench.relation_speed import speeds
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.relations.related import RelatedNotesRanker, RelationWeights
from vaultsearch.core.relations.vault_graph import VaultGraphs
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Sequence

_AT = 10
_WAYS = {
    "all but the links themselves": RelationWeights(direct_links=0),
    "meaning alone": RelationWeights(shared_links=0, shared_tags=0, direct_links=0),
    "shared links and tags": RelationWeights(meaning=0, direct_links=0),
    "tags alone": RelationWeights(meaning=0, shared_links=0, direct_links=0),
}


def main() -> int:
    """Measure and print. Return 1 if meaning finds no more than chance, or a request takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vaults", type=Path, nargs="+")
    parser.add_argument("--notes", type=int, default=200, help="notes that are asked for (default 200)")
    options = parser.parse_args()
    return max([asyncio.run(_measured(vault, options.notes)) for vault in options.vaults])


async def _measured(vault: Path, count: int) -> int:
    corpus = await LanceCorpus.open(settings.index_folder(vault))
    graphs, chooser = VaultGraphs(corpus.notes), random.Random(1)
    graph = await graphs()
    linked = [path for path in graph.notes if graph.links.neighbours(path)]
    asked = chooser.sample(linked, min(count, len(linked)))
    found: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    scale = ComponentFactory(Parameters()).cosine_scale
    ways = {way: RelatedNotesRanker(corpus, graphs, scale, weights) for way, weights in _WAYS.items()}
    for path in asked:
        truth = graph.links.neighbours(path)
        for way, related in ways.items():
            best = await related(path, _AT)
            found[way].append(_hits([one.path for one in best], truth))
        others = [other for other in graph.notes if other != path]
        found["chance"].append(_hits(chooser.sample(others, min(_AT, len(others))), truth))
    corpus.close()
    print(f"{vault.name}: {len(asked)} linked notes of {len(graph.notes):,}")
    for way, hits in found.items():
        hit, recall = mean(one for one, _ in hits), mean(one for _, one in hits)
        print(f"{way:<30} hit@{_AT} {hit:.3f}  recall@{_AT} {recall:.3f}")
    measured = await speeds(vault, sorted(graph.notes), count)
    print(*measured, sep="\n")
    better = mean(hit for hit, _ in found["meaning alone"]) > mean(hit for hit, _ in found["chance"])
    return int(not better or any(one.is_slow for one in measured))


def _hits(found: Sequence[str], truth: Sequence[str]) -> tuple[bool, float]:
    hits = len(set(found) & set(truth))
    return hits > 0, hits / min(_AT, len(truth))


if __name__ == "__main__":
    sys.exit(main())
