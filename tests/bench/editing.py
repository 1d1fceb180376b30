"""The time from a save until the new text is found, watched and synced as the window does."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path

from tests.bench.figures import Figure, percentile
from tests.bench.generated_vault import path_of
from tests.bench.ground import Ground, opened
from tests.bench.vocabulary import prose
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.service.vault import Vault

_POLLED_EVERY_S = 0.02
_GIVEN_UP_S = 60.0
_LOOKED_THROUGH = 50
_LETTERS = "bdfgklmnprstvz"


def measure_saves(ground: Ground) -> list[Figure]:
    """Save notes one after the other, and look for the new words and the new meaning of each."""
    ground.ensure_index()
    words, meaning = asyncio.run(_saves(ground))
    return [
        Figure("save-words", percentile(words, 0.95), "", _spread(words)),
        Figure("save-meaning", percentile(meaning, 0.95), "", _spread(meaning)),
    ]


def _spread(seconds: list[float]) -> str:
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
