"""Measure what grows how: `python -m tests.bench.scaling --notes 3000,10000,30000,100000`.

Over generated notes of about five passages each, with vectors of a stand-in encoder: no model is measured.
Each size is indexed and asked in processes of their own. The exponent is that of the power of the number of
notes that fits best: 1 grows as the vault does, 0 not at all.
"""

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

import numpy as np

from tests.bench.figures import percentile
from tests.bench.generated_vault import questions, write_vault
from tests.bench.processes import pss_bytes
from tests.builders import HashEncoder, WordCounter, bytes_of
from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.filters import HasTag
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import VectorPipeline
from vaultsearch.core.index.upkeep import VERSIONS_KEPT_FOR
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.narrowing import FacetCounter
from vaultsearch.core.values.query import CountedNotes
from vaultsearch.core.vault.links import LinkGraph
from vaultsearch.core.vault.source import ObsidianVault

_CHUNK_SIZE = 105
"""Words of a passage at most, for about five of a note."""
_WANTED = 50


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.bench.scaling", description=__doc__)
    parser.add_argument("--notes", default="1000,3000,10000", help="sizes of the vaults, with commas")
    parser.add_argument("--questions", type=int, default=40)
    options = parser.parse_args()
    found: dict[int, dict[str, float]] = {}
    for notes in map(int, options.notes.split(",")):
        with tempfile.TemporaryDirectory(prefix="vaultsearch-scaling-") as temporary:
            folder = Path(temporary)
            write_vault(folder / "vault", notes)
            found[notes] = {}
            for measure in (indexed, answered):
                with multiprocessing.get_context("spawn").Pool(1) as process:
                    found[notes] |= process.apply(measure, (folder, notes, options.questions))
        print(f"\n{notes:,} notes")
        print(*(f"{name:<44}{value:>12,.2f}" for name, value in found[notes].items()), sep="\n", flush=True)
    if len(found) > 1:
        _print_exponents(found)


def indexed(folder: Path, _notes: int, _questions: int) -> dict[str, float]:
    """Index the vault from nothing, in this process."""
    return asyncio.run(_indexed(folder))


def answered(folder: Path, notes: int, count: int) -> dict[str, float]:
    """Open the index and ask it everything, in this process."""
    return asyncio.run(_answered(folder, questions(count, notes)))


async def _indexed(folder: Path) -> dict[str, float]:
    corpus = await LanceCorpus.open(folder / "index")
    start, begun = time.perf_counter(), time.process_time()
    report = await _pipeline(folder, corpus).sync()
    found = {"passages": float(report.chunks), "first index, s": time.perf_counter() - start}
    found |= {f"  {step.name}, s": step.seconds for step in report.steps}
    found["first index, CPU s"] = time.process_time() - begun
    start = time.perf_counter()
    await corpus.upkeep.vectors_indexed()
    found["vector index, s"] = time.perf_counter() - start
    found["memory after it, MB"] = pss_bytes([os.getpid()]) / 2**20
    for _ in range(2):  # as a program does that goes on running
        await asyncio.sleep(VERSIONS_KEPT_FOR.total_seconds())
        await corpus.upkeep.drop_former()
    found["index, MB"] = bytes_of(folder / "index") / 1e6
    corpus.close()
    return found


async def _answered(folder: Path, asked: list[str]) -> dict[str, float]:
    begun = time.perf_counter()
    corpus = await LanceCorpus.open(folder / "index")
    await corpus.query_text(asked[0], _WANTED)
    found = {"opened and first words, ms": (time.perf_counter() - begun) * 1000}
    start = time.perf_counter()
    await _pipeline(folder, corpus).sync()
    found["sweep, nothing changed, s"] = time.perf_counter() - start
    vectors = HashEncoder().encode_queries(asked)
    tag = next(note.tags[0] for note in await corpus.notes.all() if note.tags)
    legs: dict[str, Callable[[int], Awaitable[object]]] = {
        "words": lambda at: corpus.query_text(asked[at], _WANTED),
        "words with a tag": lambda at: corpus.query_text(asked[at], _WANTED, HasTag(tag)),
        "meaning": lambda at: corpus.query_embeddings(vectors[at], _WANTED),
        "meaning with a tag": lambda at: corpus.query_embeddings(vectors[at], _WANTED, HasTag(tag)),
    }
    for name, ask in legs.items():
        taken = [await _milliseconds(ask, at) for at in range(len(asked))][1:]
        found |= {f"{name}, p50 ms": median(taken), f"{name}, p95 ms": percentile(taken, 0.95)}
    counter, expander = FacetCounter(corpus.notes.all), WordExpander(corpus.notes, rested_s=0)
    found["facets, ms"] = await _milliseconds(lambda _: counter("", None, CountedNotes.VAULT))
    found["term list, s"] = await _milliseconds(lambda _: expander.prepare()) / 1000
    notes = await corpus.notes.all()
    start = time.perf_counter()
    LinkGraph.of(notes)
    found["links resolved, s"] = time.perf_counter() - start
    found["memory with all of this, MB"] = pss_bytes([os.getpid()]) / 2**20
    counter.close()
    note = next((folder / "vault").rglob("*.md"))
    note.write_text(f"{note.read_text('utf-8')}\nSaved.\n", "utf-8")
    await _pipeline(folder, corpus).sync()
    found["term list after a save, s"] = await _milliseconds(lambda _: expander.prepare()) / 1000
    corpus.close()
    return found


async def _milliseconds(ask: Callable[[int], Awaitable[object]], at: int = 0) -> float:
    start = time.perf_counter()
    await ask(at)
    return (time.perf_counter() - start) * 1000


def _pipeline(folder: Path, corpus: LanceCorpus) -> VectorPipeline:
    chunker = Chunker(WordCounter(), _CHUNK_SIZE)
    return VectorPipeline(ObsidianVault(folder / "vault"), corpus, encoder=HashEncoder(), chunker=chunker)


def _print_exponents(found: dict[int, dict[str, float]]) -> None:
    print("\nexponents of growth")
    sizes = np.log(list(found))
    for name in found[next(iter(found))]:
        values = [figures.get(name, 0.0) for figures in found.values()]
        if min(values) > 0:
            print(f"{name:<44}{np.polyfit(sizes, np.log(values), 1)[0]:>6.2f}")


if __name__ == "__main__":
    main()
