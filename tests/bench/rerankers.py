"""Measure the rerankers against their limits, set for two cores: `python -m tests.bench.rerankers`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.encoders import passages_of_143_tokens
from tests.builders import chunk
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.device import usable_cores
from vaultsearch.core.models.encoder_choice import encoder_for, token_encoder
from vaultsearch.core.models.model_files import CROSS_ENCODER
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search.cross_encoder import CrossEncoderReranker
from vaultsearch.core.search.late_interaction import LateInteractionReranker

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from vaultsearch.core.values.search import Chunk

_QUESTION = "where did I write about the pottery course"
_CANDIDATES, _ROUNDS = 30, 5


def main() -> int:
    """Measure each and print a table with the limits. Return 1 if one is exceeded."""
    print(f"{usable_cores()} cores; passages of about 143 tokens; median of {_ROUNDS}")
    rows = asyncio.run(_measured())
    for name, milliseconds, limit in rows:
        shown = f"limit {limit:.0f} ms" if limit is not None else ""
        print(f"{name:<48}{milliseconds:>8.0f} ms   {shown}")
    return int(any(limit is not None and taken > limit for _, taken, limit in rows))


async def _measured() -> list[tuple[str, float, float | None]]:
    rows: list[tuple[str, float, float | None]] = []
    with tempfile.TemporaryDirectory() as folder:
        late = LateInteractionReranker(token_encoder(encoder_for(Parameters(), Path(folder))))
        await late("warm", _candidates(0, 1), 1)
        without = [await _ms(late, _QUESTION, _candidates(i, _CANDIDATES)) for i in range(1, _ROUNDS + 1)]
        known = _candidates(1, _CANDIDATES)
        await late(_QUESTION, known, _CANDIDATES)
        cached = [await _ms(late, f"{_QUESTION} {i}", known) for i in range(_ROUNDS)]
    rows.append((f"late interaction, {_CANDIDATES} candidates", median(without), 350))
    rows.append((f"late interaction, {_CANDIDATES} candidates, cached", median(cached), 60))
    try:
        cross = CrossEncoderReranker(CROSS_ENCODER.name)
    except ModelUnavailableError as error:
        print(error, error.remedy)
        return rows
    await cross("warm", _candidates(0, 1), 1)
    read = Parameters().cross_encoder.n_candidates
    for count in (1, 8, read):
        taken = median([await _ms(cross, _QUESTION, _candidates(i, count)) for i in range(_ROUNDS)])
        limit = 400 if count == read else None
        rows.append((f"cross-encoder, {count} pairs ({taken / count:.1f} ms each)", taken, limit))
    return rows


async def _ms(
    reranker: Callable[[str, list[Chunk], int], Awaitable[list[Chunk]]], query: str, chunks: list[Chunk]
) -> float:
    start = time.perf_counter()
    await reranker(query, chunks, len(chunks))
    return (time.perf_counter() - start) * 1000


def _candidates(round_: int, count: int) -> list[Chunk]:
    """Return passages that no other round has."""
    texts = passages_of_143_tokens()[round_ * _CANDIDATES :][:count]
    return [chunk(f"{i}.md:0", text=text, score=1.0 - i / 100) for i, text in enumerate(texts)]


if __name__ == "__main__":
    sys.exit(main())
