"""Measure a search with a text of 10,000 words: `python -m tests.bench.passages --notes 10000`.

The vault is the generated one, read, cut and written as usual. Its vectors are random unit vectors, since
encoding ten thousand notes takes long and the time of a search does not depend on their directions; the
text is encoded by the real model, in a process of its own, as in the window. No similarity is required, so
that every segment finds as many passages as it may. Exits with 1 if the 95th percentile is over the limit.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import TokenCounter, Vectors
    from vaultsearch.core.values.search import LongQueryAnswer

_LIMIT_S = 3.0
_DIMENSION = 384
_PARAGRAPH = 100


@dataclass(frozen=True, slots=True)
class MadeUpEncoder:
    """An `Encoder` under another's name, whose vectors for passages are random directions."""

    name: str
    fingerprint: str
    counter: TokenCounter
    dimension: int = _DIMENSION

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Return random vectors, float32 (n, 384), unit length."""
        vectors = np.random.default_rng(len(texts[0])).standard_normal((len(texts), _DIMENSION))
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)

    encode_queries = encode_passages


def text_of(words: int, notes: int, seed: int) -> str:
    """Return a text of so many words, in paragraphs of a hundred like those of the notes."""
    from tests.bench.vocabulary import prose

    chooser = random.Random(f"passage {seed}")
    paragraphs = [
        " ".join(prose(chooser, chooser.randrange(notes), _PARAGRAPH)).capitalize() + "."
        for _ in range(words // _PARAGRAPH)
    ]
    return "\n\n".join(paragraphs)


async def _index(vault: Path, index: Path) -> None:
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.threads import in_thread
    from vaultsearch.service.parts.workers import Workers
    from vaultsearch.service.vault import Vault

    parameters = Parameters(command={"language.notes": "en"})
    session = await Vault.open(vault, index, parameters, Workers(in_thread, in_thread), write=True)
    real = session._components.encoder
    session._components.encoder = MadeUpEncoder(real.name, real.fingerprint, real.counter)  # type: ignore[assignment]  # as far as it is asked
    await session.index.sync(lambda _: None)
    await session.close()


async def _measure(vault: Path, index: Path, models: Path, texts: Sequence[str]) -> list[LongQueryAnswer]:
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.service.parts.workers import Workers
    from vaultsearch.service.vault import Vault

    parameters = Parameters(command={"passages.min_similarity_threshold": -0.99})
    session = await Vault.open(vault, index, parameters, Workers.processes(), write=False, models=models)
    try:
        await session.warm_up()
        await session.search_passage(texts[0])
        return [await session.search_passage(text) for text in texts[1:]]
    finally:
        await session.close()


def main() -> int:
    """Measure and judge."""
    parser = argparse.ArgumentParser("python -m tests.bench.passages", description=__doc__)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--words", type=int, default=10_000)
    parser.add_argument("--texts", type=int, default=20)
    parser.add_argument("--folder", type=Path, help="make vault and index there, and keep them")
    parser.add_argument("--models", type=Path, help="the folder to lay models out in")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vaultsearch-passages-") as temporary:
        folder = (options.folder or Path(temporary)).resolve()
        os.environ["VAULTSEARCH_HOME"] = str(folder / "home")
        return _run(options, folder)


def _run(options: argparse.Namespace, folder: Path) -> int:
    from tests.bench.figures import percentile
    from tests.bench.generated_vault import write_vault
    from tests.bench.machine import cores, load

    vault, index = folder / "vault", folder / "index"
    begun = time.perf_counter()
    if not index.exists():
        write_vault(vault, options.notes)
        asyncio.run(_index(vault, index))
    print(f"{options.notes:,} notes are indexed after {time.perf_counter() - begun:.0f} s", flush=True)
    texts = [text_of(options.words, options.notes, seed) for seed in range(options.texts + 1)]
    before = load()
    answers = asyncio.run(_measure(vault, index, options.models or folder / "models", texts))
    took = [answer.counts.seconds for answer in answers]
    steps: dict[str, list[float]] = {step.name: [] for step in answers[0].steps}
    for answer in answers:
        for step in answer.steps:
            steps[step.name].append(step.seconds)
    p50, p95 = percentile(took, 0.5), percentile(took, 0.95)
    print(f"{cores()} cores, load {before} before and {load()} after, of whatever else runs")
    print(f"{answers[0].counts.segments} pieces, {answers[0].counts.collected} passages found")
    print(
        f"p50 {p50:.2f} s, p95 {p95:.2f} s, limit {_LIMIT_S} s, {len(took)} texts of {options.words:,} words"
    )
    print("p50 of " + ", ".join(f"{name} {percentile(times, 0.5):.3f} s" for name, times in steps.items()))
    return 0 if p95 < _LIMIT_S and all(answer.results for answer in answers) else 1


if __name__ == "__main__":
    sys.exit(main())
