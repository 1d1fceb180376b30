"""What a note is about as a whole: telling sentences, their vector, and how missing ones are made."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER, HashEncoder, present, write_notes
from tests.core.index.indexing import small_pipeline
from tests.core.search.indexed_notes import synced_vault
from vaultsearch.core.errors import IndexInUseError, NotIndexedError, WorkerDiedError
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import read_manifest, write_manifest
from vaultsearch.core.index.note_vectors import WholeNote, summarize_notes, telling_sentences
from vaultsearch.core.index.sync import filling
from vaultsearch.core.index.sync.filling import SummaryFilling
from vaultsearch.core.index.sync.passage_encoding import PassageEncoding, Watch
from vaultsearch.core.index.tables.lancedb_loading import load_lancedb
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

KEEL = (
    "The keel bolts of the boat are bronze and were replaced in 1998.", "Yesterday it rained.",
    "Bronze keel bolts last longer than iron bolts on a boat in salt water.", "Lunch was good.",
    "The boat goes back into the water when the bolts of the keel are tight.",
)  # fmt: skip


def test_the_telling_sentences_are_those_that_hold_what_the_note_speaks_of_often() -> None:
    aside = ("Anna called in the evening.", "Nobody knows why she did.", "Her dog barks at cats.")
    told = telling_sentences((*aside[:1], *KEEL, *aside[1:])).split("\n")
    assert {KEEL[0], KEEL[2], KEEL[4]} <= set(told)
    assert "Lunch was good." not in told


@given(st.lists(st.text(max_size=200), max_size=6))
def test_a_summary_holds_sentences_of_the_note_in_their_order(passages: list[str]) -> None:
    text, at = "\n".join(passages), 0
    for sentence in filter(None, telling_sentences(passages).split("\n")):
        at = text.find(sentence, at)
        assert at >= 0


def test_the_vector_of_a_long_note_is_near_to_questions_about_all_of_it(models_folder: Path) -> None:
    encoder = OnnxEncoder.installed(models_folder)
    bread = ("Feed the starter with rye flour.", "Bake the sourdough bread at 240 degrees.", "Let it cool.")
    notes = [
        WholeNote("boat.md", "1", KEEL, encoder.encode_passages(KEEL)),
        WholeNote("bread.md", "2", bread, encoder.encode_passages(bread)),
    ]
    vectors = np.stack([summary.vector for summary in summarize_notes(notes)])
    questions = encoder.encode_queries(["repairing a sailing boat", "how to bake a loaf"])
    assert (questions @ vectors.T).argmax(axis=1).tolist() == [0, 1]
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_a_note_is_about_what_its_passages_are_about_the_long_ones_more() -> None:
    vectors, passages = HashEncoder().encode_passages(["alpha beta", "gamma"]), ("alpha beta " * 30, "gamma")
    notes = [WholeNote("a.md", "1", passages[:1], vectors[:1]), WholeNote("b.md", "2", passages, vectors)]
    only, both = summarize_notes(notes)
    np.testing.assert_allclose(only.vector, vectors[0], atol=1e-6)
    long, short = vectors @ both.vector
    assert long > short


@pytest.fixture
async def corpus(vault: Path, tmp_path: Path) -> LanceCorpus:
    text = "# One\nalpha text of a note\n# Two\nand some more of it\n"
    write_notes(vault, {"a.md": text, "b.md": "beta text\n"})
    opened = await LanceCorpus.open(tmp_path / "index")
    await small_pipeline(vault, opened).sync()
    return opened


async def test_a_sync_keeps_a_vector_for_each_note_as_it_is(vault: Path, corpus: LanceCorpus) -> None:
    assert await corpus.summaries.unsummarized() == {}
    question = HashEncoder().encode_queries(["b\nbeta text"])[0]
    before = await corpus.summaries.nearest(question, 5)
    assert next(iter(before)) == "b.md"
    (vault / "b.md").write_text("something else\n")
    (vault / "a.md").unlink()
    await small_pipeline(vault, corpus).sync()
    after = await corpus.summaries.nearest(question, 5)
    assert list(after) == ["b.md"]
    assert after["b.md"] < before["b.md"]


async def test_unchanged_notes_are_compared_once_unless_a_process_died(
    vault: Path, corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dying(function: Callable[..., Any], /, *args: Any, **options: Any) -> Any:
        if function is summarize_notes:
            raise WorkerDiedError("The worker process stopped unexpectedly.", "It is being restarted.")
        return await in_thread(function, *args, **options)

    read, query = list[str](), load_lancedb().AsyncTable.query

    def queried(of: Any) -> Any:
        read.append(of.name)
        return query(of)

    monkeypatch.setattr(load_lancedb().AsyncTable, "query", queried)
    for name in ("a.md", "b.md"):
        os.utime(vault / name, (1, 1_700_000_000))
    await small_pipeline(vault, corpus).sync()
    read.clear()
    await small_pipeline(vault, corpus).sync()
    assert "chunks" not in read
    (vault / "b.md").write_text("something else\n")
    await small_pipeline(vault, corpus, run=dying).sync(only=frozenset({"b.md"}))
    await small_pipeline(vault, corpus, run=dying).sync()
    assert await corpus.summaries.unsummarized() != {}
    await small_pipeline(vault, corpus).sync()
    assert await corpus.summaries.unsummarized() == {}


async def test_those_of_an_older_version_alone_are_made_anew(vault: Path, corpus: LanceCorpus) -> None:
    made = present(await corpus.summaries.of("a.md"))
    await corpus.summaries.write([replace(made, text="as it was made formerly")])
    manifest = present(read_manifest(corpus.path))
    write_manifest(corpus.path, replace(manifest, made_by={**manifest.made_by, "summaries": ""}))
    report = await small_pipeline(vault, corpus).sync()
    assert present(await corpus.summaries.of("a.md")).text == made.text
    assert (report.embedded, report.changed, report.rebuilt) == (0, 0, None)


async def test_a_passage_without_its_vector_lets_the_note_wait(corpus: LanceCorpus) -> None:
    await corpus.summaries.forget({"a.md"})
    states = await corpus.summaries.unsummarized()
    assert list(states) == ["a.md"]
    (whole,) = await corpus.summaries.whole_notes(states)
    assert (whole.passages, whole.vectors.shape[0]) == (("alpha text of a note", "and some more of it"), 2)
    await corpus.tables["vectors"].delete("id = 'a.md:1'")
    assert await corpus.summaries.whole_notes(states) == []


NOTES = {f"n{i}.md": f"# Heading {i}\n\nWord{i} and more of it.\n\n# Other\n\nThe rest.\n" for i in range(10)}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ComponentFactory, "encoder", HashEncoder())
    monkeypatch.setattr(ComponentFactory, "chunker", CHUNKER)
    monkeypatch.setattr(filling, "_SUMMARIES_PER_COMMIT", 4)


async def opened(folder: Path, *, write: bool = True, runners: Workers | None = None) -> Vault:
    parameters = Parameters(command={"embedding.multilingual_model": "none"})
    return await Vault.open(folder / "vault", folder / "index", parameters, runners, write=write)


@pytest.fixture
async def older(tmp_path: Path) -> Path:
    """An index that holds no summaries, as one that was made before there were any."""
    write_notes(tmp_path / "vault", NOTES)
    async with await opened(tmp_path) as session:
        await session.index.sync(lambda _: None)
        await session._corpus.tables.drop("summaries")
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

    async def second_never_ends(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        nonlocal pages
        pages += 1
        if pages == 2:
            reached.set()
            await asyncio.Event().wait()
        return await in_thread(function, *args, **kwargs)

    reached = asyncio.Event()
    async with await opened(older, runners=Workers(second_never_ends, in_thread)) as session:
        filling = asyncio.create_task(session.index.fill_summaries(lambda _: None))
        await reached.wait()
        filling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await filling
        assert await session.index.fill_summaries(lambda _: None) == len(NOTES) - 4


async def test_cancelling_a_process_is_no_warning(older: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The window had opened another vault, and the log said that 21 notes could not be summarized."""
    is_cancelled = False

    async def ended(*_: object, **__: object) -> Any:
        nonlocal is_cancelled
        is_cancelled = True
        raise WorkerDiedError("The worker process stopped unexpectedly.", "It is being restarted.")

    async with await opened(older) as session:
        encoding = PassageEncoding(session._corpus, {Space.MAIN: HashEncoder()}, in_thread, in_thread)
        summaries = SummaryFilling(session._corpus, encoding, ended, ended)
        assert await summaries.fill(Watch(is_cancelled=lambda: is_cancelled)) == 0
        assert caplog.records == []


async def test_only_the_writer_fills_by_the_same_model(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await opened(older, write=False) as reader:
        with pytest.raises(IndexInUseError):
            await reader.index.fill_summaries(lambda _: None)
    monkeypatch.setattr(ComponentFactory, "encoder", HashEncoder(fingerprint="hash-2"))
    async with await opened(older) as writer:
        with pytest.raises(NotIndexedError):
            await writer.index.fill_summaries(lambda _: None)


async def test_an_emptied_note_loses_the_summary_that_it_had(tmp_path: Path) -> None:
    """It was found for ever by what it had been about: a note of no language was never summarized anew."""
    notes = {"a.md": "Dugongs graze on the seagrass meadows of the bay.\n" * 3, **NOTES}
    async with synced_vault(tmp_path, notes, Parameters(command={"language.notes": "auto"})) as session:
        assert (await session.relations.summary("a")).text
        write_notes(tmp_path / "vault", {"a.md": ""})
        await session.index.sync(lambda _: None)
        assert not (await session.relations.summary("a")).text
