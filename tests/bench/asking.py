"""The latency of a question: at rest, and while the vault is indexed in the same loop, as in the window."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict

from tests.bench.figures import Figure, percentile
from tests.bench.generated_vault import questions
from tests.bench.ground import Ground, opened
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

_WARM_UP = 10
_TYPED_EVERY_S = 0.2
_LISTED = 50
_FOR_CPU = 40


def measure_queries(ground: Ground) -> list[Figure]:
    """Ask one question after the other of an index at rest."""
    ground.ensure_index()
    took, chunks, legs = asyncio.run(_at_rest(ground))
    peer = f"{len(took)} questions of {chunks:,} passages"
    return [
        Figure("query-p50", percentile(took, 0.5), peer, f"p50 of the legs: {legs}"),
        Figure("query-p95", percentile(took, 0.95), peer, f"longest {max(took):.0f} ms"),
    ]


def measure_query_cpu(ground: Ground) -> list[Figure]:
    """Ask one question after the other with every stage, the models in this process."""
    ground.ensure_index()
    used = asyncio.run(_cpu_seconds(ground))
    detail = f"{len(used)} questions, p95 {percentile(used, 0.95):.2f} s, longest {max(used):.2f} s"
    return [Figure("query-cpu", percentile(used, 0.5), "", detail)]


def measure_queries_during_index(ground: Ground) -> list[Figure]:
    """Ask a question now and then while the vault is indexed from nothing."""
    ground.forget_index()
    took = asyncio.run(_during_index(ground))
    phases = (f"{phase} {_spread(times)}" for phase, times in took.items() if times)
    everything = [each for times in took.values() for each in times]
    if not everything:
        return [Figure("query-indexing", None, "", "the index was done before a question was")]
    ground.forget_index()
    return [Figure("query-indexing", percentile(everything, 0.95), "", "; ".join(phases))]


def _spread(took: list[float]) -> str:
    return f"{len(took)} questions p50 {percentile(took, 0.5):.0f} p95 {percentile(took, 0.95):.0f} ms"


async def _at_rest(ground: Ground) -> tuple[list[float], int, str]:
    legs: dict[str, list[float]] = {}
    async with opened(ground.vault) as session:
        await session.warm_up()
        asked = questions(_WARM_UP + ground.effort.questions, ground.notes)
        for question in asked[:_WARM_UP]:
            await ask(session, question, {})
        took = [await ask(session, question, legs) for question in asked[_WARM_UP:]]
        chunks = (await session.status()).chunks
    shown = ", ".join(f"{name} {percentile(times, 0.5):.0f}" for name, times in legs.items())
    return took, chunks, f"{shown} ms"


async def _cpu_seconds(ground: Ground) -> list[float]:
    used = []
    here = Workers(in_thread, in_thread)
    async with opened(ground.vault, workers=here) as session:
        await session.warm_up()
        for question in questions(_WARM_UP + _FOR_CPU, ground.notes, seed=4):
            before = time.process_time()
            _ = [stage async for stage in session.search_stages(question, _LISTED, Mode.HYBRID)]
            used.append(time.process_time() - before)
    return used[_WARM_UP:]


async def ask(session: Vault, question: str, legs: dict[str, list[float]], mode: Mode = Mode.HYBRID) -> float:
    """Ask as the window does, and give the milliseconds until the last answer."""
    start = time.perf_counter()
    steps = [stage.steps async for stage in session.search_stages(question, _LISTED, mode, rerank=False)][-1]
    took = (time.perf_counter() - start) * 1000
    for step in steps:
        legs.setdefault(step.name, []).append(step.seconds * 1000)
    return took


async def _during_index(ground: Ground) -> dict[str, list[float]]:
    """Ask up to half of the questions while notes are read, and half while passages are encoded."""
    took: defaultdict[str, list[float]] = defaultdict(list)
    phase = "scanning"

    def follow(progress: Progress) -> None:
        nonlocal phase
        phase = progress.phase
        ground.say_progress(progress)

    each = ground.effort.questions // 2
    async with opened(ground.vault) as session:
        await session.warm_up()
        sync = asyncio.ensure_future(session.index.sync(follow))
        for question in questions(10_000, ground.notes, seed=2):
            if len(took[phase]) < each:
                before = phase
                milliseconds = await ask(session, question, {})
                if not sync.done():
                    took[before].append(milliseconds)
            if sync.done() or len(took["embedding"]) >= each:
                break
            await asyncio.sleep(_TYPED_EVERY_S)
        sync.cancel()
        (outcome,) = await asyncio.gather(sync, return_exceptions=True)
    if isinstance(outcome, Exception):
        raise outcome
    return took
