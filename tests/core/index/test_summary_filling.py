"""Summaries that are missing: made by themselves, told as they are made, gone on with where it stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from tests.builders import CHUNKER, HashEncoder, write_notes
from vaultsearch.core.errors import IndexInUseError, NotIndexedError, WorkerDiedError
from vaultsearch.core.index.sync import filling
from vaultsearch.core.index.sync.filling import SummaryFilling
from vaultsearch.core.index.sync.passage_encoding import PassageEncoding, Watch
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

P = ParamSpec("P")
T = TypeVar("T")

NOTES = {f"n{i}.md": f"# Heading {i}\n\nWord{i} and more of it.\n\n# Other\n\nThe rest.\n" for i in range(10)}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ComponentFactory, "encoder", HashEncoder())
    monkeypatch.setattr(ComponentFactory, "chunker", CHUNKER)
    monkeypatch.setattr(filling, "_SUMMARIES_PER_COMMIT", 4)


async def opened(folder: Path, *, write: bool = True, runners: Workers | None = None) -> Vault:
    runners = runners or Workers(in_thread, in_thread)
    parameters = Parameters(command={"embedding.multilingual_model": "none"})
    return await Vault.open(folder / "vault", folder / "index", parameters, runners, write=write)


@pytest.fixture
async def older(tmp_path: Path) -> Path:
    """An index that holds no summaries, as one that was made before there were any."""
    write_notes(tmp_path / "vault", NOTES)
    session = await opened(tmp_path)
    await session.index.sync(lambda _: None)
    await session._corpus.tables.drop("summaries")
    await session.close()
    return tmp_path


async def test_an_older_index_gets_its_summaries_and_tells_of_each_step(older: Path) -> None:
    session, told = await opened(older), list[tuple[str, int, int]]()

    def tell(progress: Progress) -> None:
        told.append((progress.phase, progress.chunks_done, progress.chunks_total))

    assert (await session.relations.summary("n3")).text is None
    assert await session.index.fill_summaries(tell) == len(NOTES)
    assert told == [("summarizing", 4, 10), ("summarizing", 8, 10), ("summarizing", 10, 10)]
    assert (await session.relations.summary("n3")).text == "Word3 and more of it."
    assert await session.index.fill_summaries(tell) == 0
    await session.close()


async def test_what_was_made_before_it_was_cancelled_is_not_made_again(older: Path) -> None:
    pages = 0

    async def second_never_ends(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        nonlocal pages
        pages += 1
        if pages == 2:
            reached.set()
            await asyncio.Event().wait()
        return await in_thread(function, *args, **kwargs)

    reached = asyncio.Event()
    session = await opened(older, runners=Workers(second_never_ends, in_thread))
    filling = asyncio.create_task(session.index.fill_summaries(lambda _: None))
    await reached.wait()
    filling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await filling
    assert await session.index.fill_summaries(lambda _: None) == len(NOTES) - 4
    await session.close()


async def test_cancelling_a_process_is_no_warning(older: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The window had opened another vault, and the log said that 21 notes could not be summarized."""
    is_cancelled = False

    async def ended(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        nonlocal is_cancelled
        is_cancelled = True
        raise WorkerDiedError("The worker process stopped unexpectedly.", "It is being restarted.")

    session = await opened(older)
    encoding = PassageEncoding(session._corpus, {Space.MAIN: HashEncoder()}, in_thread, in_thread)
    summaries = SummaryFilling(session._corpus, encoding, ended, ended)
    assert await summaries.fill(Watch(is_cancelled=lambda: is_cancelled)) == 0
    assert caplog.records == []
    await session.close()


async def test_only_the_writer_fills_by_the_same_model(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = await opened(older, write=False)
    with pytest.raises(IndexInUseError):
        await reader.index.fill_summaries(lambda _: None)
    await reader.close()
    monkeypatch.setattr(ComponentFactory, "encoder", HashEncoder(fingerprint="hash-2"))
    writer = await opened(older)
    with pytest.raises(NotIndexedError):
        await writer.index.fill_summaries(lambda _: None)
    await writer.close()


async def test_an_emptied_note_loses_the_summary_that_it_had(tmp_path: Path) -> None:
    """It was found for ever by what it had been about: a note of no language was never summarized anew."""
    write_notes(
        tmp_path / "vault", {"a.md": "Dugongs graze on the seagrass meadows of the bay.\n" * 3, **NOTES}
    )
    parameters = Parameters(command={"language.notes": "auto"})
    runners = Workers(in_thread, in_thread)
    session = await Vault.open(tmp_path / "vault", tmp_path / "index", parameters, runners, write=True)
    await session.index.sync(lambda _: None)
    assert (await session.relations.summary("a")).text
    write_notes(tmp_path / "vault", {"a.md": ""})
    await session.index.sync(lambda _: None)
    summary = await session.relations.summary("a")
    assert not summary.text
    await session.close()
