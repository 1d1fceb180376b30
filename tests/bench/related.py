"""Measures related notes: ``python -m tests.bench.related VAULT``, a vault that has been indexed.

A link that a person made between two notes says that they belong together. Of each of some notes with links,
the related ones are found without those links having a say: how often one of the linked notes is among the
first ten, and which share of them. Beside it what tags and shared links alone find, and what chance does; and
how long it takes for one note.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import mean, median, quantiles
from typing import TYPE_CHECKING

from vaultsearch import settings
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.relations.note_links import LinkReader
from vaultsearch.core.relations.related import RelatedNotes, RelationWeights
from vaultsearch.core.relations.vault_graph import VaultGraphs
from vaultsearch.parts import Parts

if TYPE_CHECKING:
    from collections.abc import Sequence

_AT = 10
_LIMIT_MS = 150
_WAYS = {
    "all but the links themselves": RelationWeights(direct_links=0),
    "meaning alone": RelationWeights(shared_links=0, shared_tags=0, direct_links=0),
    "shared links and tags": RelationWeights(meaning=0, direct_links=0),
    "tags alone": RelationWeights(meaning=0, shared_links=0, direct_links=0),
}


def main() -> int:
    """Measure and print; gives 1 where meaning finds no more than chance, or a question takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--notes", type=int, default=200, help="notes that are asked for (default 200)")
    options = parser.parse_args()
    return asyncio.run(_measured(options.vault, options.notes))


async def _measured(vault: Path, count: int) -> int:
    corpus = await LanceCorpus.open(settings.index_folder(vault))
    graphs, chooser = VaultGraphs(corpus), random.Random(1)
    graph = await graphs()
    linked = [path for path in graph.notes if graph.links.neighbours(path)]
    asked = chooser.sample(linked, min(count, len(linked)))
    found: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    taken: dict[str, list[float]] = defaultdict(list)
    scale = Parts(Parameters()).cosine_scale
    ways = {way: RelatedNotes(corpus, graphs, scale, weights) for way, weights in _WAYS.items()}
    read_links = LinkReader(corpus, graphs)
    for path in asked:
        truth = graph.links.neighbours(path)
        for way, related in ways.items():
            start = time.perf_counter()
            best = await related(path, _AT)
            taken["related"].append((time.perf_counter() - start) * 1000)
            found[way].append(_hits([one.path for one in best], truth))
        start = time.perf_counter()
        await read_links(path)
        taken["links"].append((time.perf_counter() - start) * 1000)
        others = [other for other in graph.notes if other != path]
        found["chance"].append(_hits(chooser.sample(others, min(_AT, len(others))), truth))
    corpus.close()
    print(f"{len(asked)} linked notes of {len(graph.notes):,}")
    for way, hits in found.items():
        hit, recall = mean(one for one, _ in hits), mean(one for _, one in hits)
        print(f"{way:<30} hit@{_AT} {hit:.3f}  recall@{_AT} {recall:.3f}")
    slow = False
    for what, times in taken.items():
        middle, late = median(times), quantiles(times, n=20)[-1]
        slow |= late > _LIMIT_MS
        print(f"{what:<30} median {middle:.0f} ms, p95 {late:.0f} ms, limit {_LIMIT_MS} ms")
    better = mean(hit for hit, _ in found["meaning alone"]) > mean(hit for hit, _ in found["chance"])
    return int(slow or not better)


def _hits(found: Sequence[str], truth: Sequence[str]) -> tuple[bool, float]:
    hits = len(set(found) & set(truth))
    return hits > 0, hits / min(_AT, len(truth))


if __name__ == "__main__":
    sys.exit(main())
