"""What a session takes: questions at rest and during an index, saves until they are found, and indexing."""

import asyncio
import os
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path

from tests.bench.figures import Figure, percentile
from tests.bench.generated_vault import marker, path_of, questions
from tests.bench.ground import Ground, opened
from tests.bench.vocabulary import prose
from tests.builders import bytes_of
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

_WARM_UP, _TYPED_EVERY_S = 10, 0.2
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
    async with opened(ground.vault, workers=Workers(in_thread, in_thread)) as session:
        await session.warm_up()
        for question in questions(_WARM_UP + _FOR_CPU, ground.notes, seed=4):
            before = time.process_time()
            _ = [stage async for stage in session.search_stages(question, mode=Mode.HYBRID)]
            used.append(time.process_time() - before)
    return used[_WARM_UP:]


async def ask(session: Vault, question: str, legs: dict[str, list[float]], mode: Mode = Mode.HYBRID) -> float:
    """Ask as the window does, and give the milliseconds until the last answer."""
    start = time.perf_counter()
    steps = [stage.steps async for stage in session.search_stages(question, mode=mode, rerank=False)][-1]
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


_POLLED_EVERY_S, _GIVEN_UP_S = 0.02, 60.0
_LOOKED_THROUGH = 50
_LETTERS = "bdfgklmnprstvz"


def measure_saves(ground: Ground) -> list[Figure]:
    """Save notes one after the other, and look for the new words and the new meaning of each."""
    ground.ensure_index()
    words, meaning = asyncio.run(_saves(ground))
    return [
        Figure("save-words", percentile(words, 0.95), "", _spread_s(words)),
        Figure("save-meaning", percentile(meaning, 0.95), "", _spread_s(meaning)),
    ]


def _spread_s(seconds: list[float]) -> str:
    return f"{len(seconds)} edits, median {percentile(seconds, 0.5):.2f} s, longest {max(seconds):.2f} s"


async def _saves(ground: Ground) -> tuple[list[float], list[float]]:
    chooser = random.Random("edits")
    run = f"{time.time_ns() % 10_000_000:07}"
    words, meaning = [], []
    async with opened(ground.vault) as session:
        await session.warm_up()
        await session.index.sync(ground.say_progress)
        async with kept_fresh(session) as at_rest:
            for number in range(ground.effort.edits):
                ground.say(f"edit {number + 1} of {ground.effort.edits}")
                name = path_of(chooser.randrange(ground.notes))
                word = _new_word(f"{run}{number:04}")
                sentence = " ".join([*prose(chooser, number, 8), word])
                saved = await in_thread(_append, ground.vault / name, f"\n## {word}\n\n{sentence}.\n")
                words.append(await found(session, word, Mode.FULLTEXT, word) - saved)
                await _all_encoded(session)
                meaning.append(await found(session, sentence, Mode.SEMANTIC, word) - saved)
                await at_rest.wait()
    return words, meaning


@asynccontextmanager
async def kept_fresh(session: Vault) -> AsyncIterator[asyncio.Event]:
    """Sync whenever the notes change, as `EngineThread.watch` does; the event is set between two syncs."""
    at_rest, watching = asyncio.Event(), asyncio.Event()
    at_rest.set()

    async def follow() -> None:
        async with aclosing(session.index.changes()) as changes:
            watching.set()
            async for _ in changes:
                at_rest.clear()
                await session.index.sync(lambda _: None, changes=True)
                at_rest.set()

    task = asyncio.ensure_future(follow())
    await watching.wait()
    # The generator begins with its first step; the watch is set up a moment later.
    await asyncio.sleep(1.0)
    try:
        yield at_rest
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def found(session: Vault, query: str, mode: Mode, word: str) -> float:
    """Ask until a passage that holds ``word`` comes, and give the moment; raises TimeoutError.

    It need not be among the very first: title and headings of the note may say something else.
    """
    end = time.perf_counter() + _GIVEN_UP_S
    while time.perf_counter() < end:
        async for stage in session.search_stages(query, _LOOKED_THROUGH, mode, rerank=False):
            if any(word in result.chunk.text for result in stage.results):
                return time.perf_counter()
        await asyncio.sleep(_POLLED_EVERY_S)
    raise TimeoutError(f"what was saved was not found within {_GIVEN_UP_S:.0f} s (asked: {mode})")


async def _all_encoded(session: Vault) -> None:
    """Wait until every passage has its vector; raises TimeoutError.

    Asked for by meaning all the while, the questions would take the cores from what they wait for.
    """
    end = time.perf_counter() + _GIVEN_UP_S
    while time.perf_counter() < end:
        status = await session.status()
        if status.embedded == status.chunks:
            return
        await asyncio.sleep(_POLLED_EVERY_S)
    raise TimeoutError(f"what was saved was not encoded within {_GIVEN_UP_S:.0f} s")


def _append(file: Path, text: str) -> float:
    with file.open("a", encoding="utf-8") as stream:
        stream.write(text)
    return time.perf_counter()


def _new_word(digits: str) -> str:
    """Spell a number as a word that no note holds yet, ending in no English suffix."""
    return "".join(_LETTERS[int(digit)] + "aeiou"[at % 5] for at, digit in enumerate(digits)) + "x"


def measure_first_index(ground: Ground) -> list[Figure]:
    """Index from nothing, until the words of the last note are found."""
    ground.forget_index()
    words = asyncio.run(_first_index(ground))
    detail = f"{ground.notes / words:,.0f} notes/s, start of the worker included"
    return [Figure("words-searchable", words, "", detail)]


def measure_size(ground: Ground) -> list[Figure]:
    ground.ensure_index()
    index, notes = bytes_of(ground.index), bytes_of(ground.vault)
    return [Figure("size", index / notes, f"notes {notes / 1e6:.1f} MB", f"index {index / 1e6:.1f} MB")]


def measure_second_sync(ground: Ground) -> list[Figure]:
    """Sync a vault in which nothing has changed."""
    ground.ensure_index()
    report, seconds = asyncio.run(_second_sync(ground))
    start = time.perf_counter()
    files = [(Path(folder) / name).stat() for folder, _, names in os.walk(ground.vault) for name in names]
    walk = time.perf_counter() - start
    steps = ", ".join(f"{step.name} {step.seconds:.2f}" for step in report.steps)
    unchanged = report.unchanged == len(files) == ground.notes and not report.embedded
    detail = f"{steps} s" if unchanged else f"not unchanged: {report}"
    return [Figure("second-sync", seconds if unchanged else None, f"bare walk and stat {walk:.2f} s", detail)]


async def _first_index(ground: Ground) -> float:
    """Index, but no further than the words if the vectors are a stand-in's; return the seconds until then."""
    all_read = asyncio.Event()

    def follow(progress: Progress) -> None:
        ground.say_progress(progress)
        if progress.notes_total and progress.notes_done == progress.notes_total:
            all_read.set()

    start = time.perf_counter()
    async with opened(ground.vault) as session:
        found = asyncio.ensure_future(_found_last(session, all_read, ground.notes - 1))
        sync = asyncio.ensure_future(session.index.sync(follow))
        if ground.stand_in:
            found.add_done_callback(lambda _: sync.cancel())
        await sync
        return await found - start


async def _found_last(session: Vault, all_read: asyncio.Event, number: int) -> float:
    """Return the time when the oldest note, which is read last, is found by a word of its own."""
    await all_read.wait()
    while True:
        async for stage in session.search_stages(marker(number), 5, Mode.FULLTEXT):
            if any(result.chunk.path == path_of(number) for result in stage.results):
                return time.perf_counter()
        await asyncio.sleep(_POLLED_EVERY_S)


async def _second_sync(ground: Ground) -> tuple[SyncReport, float]:
    async with opened(ground.vault) as session:
        start = time.perf_counter()
        return await session.index.sync(ground.say_progress), time.perf_counter() - start
