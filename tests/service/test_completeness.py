"""No search says that nothing was found, or that nothing answers, before every note is indexed."""

import asyncio
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from tests.builders import last_stage, write_notes
from vaultsearch.cli.program import app
from vaultsearch.core.index.index_folder import read_manifest, write_manifest
from vaultsearch.core.index.tables.writing import IndexWriter
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search.engine import UNANSWERED_NOTICE
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Completeness, Mode, SearchStage
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.vault import Vault
from vaultsearch.service.wire import not_indexed_yet
from vaultsearch.settings import settings

pytestmark = pytest.mark.usefixtures("token_parts")
NOTES = {f"n{i}.md": f"# Heading {i}\nword{i} and more\n" for i in range(12)}
NOWHERE = "how to mend a bicycle"


@pytest.fixture
def index(vault: Path) -> Path:
    write_notes(vault, NOTES)
    return settings.index_folder(vault)


@pytest.fixture
async def session(vault: Path, index: Path) -> AsyncIterator[Vault]:
    async with await Vault.open(vault, index, Parameters(command={"reranker.chain": "recency"})) as session:
        yield session


LATER = {f"later/{path}": text.replace("word", "later") for path, text in NOTES.items()}


async def half_read(vault: Path, session: Vault, later: dict[str, str] = LATER) -> Completeness:
    """Add notes, and cancel the sync as soon as their words are indexed."""
    await session.index.sync(lambda _: None)
    write_notes(vault, later)

    def told(progress: Progress) -> None:
        if progress.phase == "reading" and progress.notes_done == progress.notes_total:
            task.cancel()

    task = asyncio.create_task(session.index.sync(told))
    assert (await task).cancelled
    return (await session.status()).completeness


async def test_nothing_is_no_verdict_before_the_vault_was_looked_through(session: Vault) -> None:
    for mode in Mode:
        stage = await last_stage(session, NOWHERE, mode=mode)
        told = not_indexed_yet(stage.completeness, settled=stage.settled)
        verdict = (stage.settled, stage.completeness.of_words, told)
        assert verdict == (False, False, "The notes are not indexed yet."), mode


async def test_answers_tell_how_many_notes_are_read(session: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[SearchStage] = []
    replace_notes = IndexWriter.replace_notes

    async def asked(writer: IndexWriter, *args: object) -> None:
        seen.append(await last_stage(session, NOWHERE, mode=Mode.FULLTEXT))
        await replace_notes(writer, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(IndexWriter, "replace_notes", asked)
    await session.index.sync(lambda _: None)
    assert [(stage.settled, stage.completeness) for stage in seen] == [(False, Completeness(12, 0, 0))]
    stage = await last_stage(session, NOWHERE, mode=Mode.FULLTEXT)
    assert (stage.settled, stage.completeness) == (True, Completeness(12, 12, 12))


async def test_no_answer_is_no_verdict_while_meaning_is_being_read(session: Vault, vault: Path) -> None:
    held = await half_read(vault, session)
    assert (held, held.of_words, held.of_meaning) == (Completeness(24, 24, 12), True, False)
    stage = await last_stage(session, NOWHERE)
    assert (stage.settled, stage.unanswered, stage.notice) == (False, False, None)
    assert stage.completeness == held
    by_words = await last_stage(session, NOWHERE, mode=Mode.FULLTEXT)
    assert (by_words.settled, by_words.results) == (True, ()), "all words were read"
    assert (await last_stage(session, "path:n3")).settled, "conditions ask for nothing that is not read"
    await session.index.sync(lambda _: None)
    stage = await last_stage(session, NOWHERE)
    assert (stage.settled, stage.unanswered, stage.notice) == (True, True, UNANSWERED_NOTICE)


async def test_a_passage_without_a_vector_does_not_stand_behind_others(session: Vault, vault: Path) -> None:
    # In a half-read vault, fused answers began with what had been read, whatever it was about.
    await half_read(vault, session, {"new.md": "marmot things here\n"})
    first = (await last_stage(session, "and more about heading marmot", rerank=False)).results[0].chunk
    assert (first.path, "semantic" in first.ranks) == ("new.md", False), "it alone holds the rare word"


async def test_commands_tell_what_an_unfinished_index_holds(session: Vault, vault: Path, index: Path) -> None:
    await half_read(vault, session)
    await session.close()
    text = "- How is a bicycle mended at home?\n- Which bread is baked on Sundays by Anna?\n"
    for question in ((NOWHERE, "--no-rerank"), ("--from-file", "-")):
        ask = partial(CliRunner().invoke, app, ["search", *question, "--vault", str(vault)], input=text)
        assert "12 of 24 files can be found by meaning" in (await in_thread(ask)).stderr
    meant = (("related", "later/n3.md"), ("topics",), ("duplicates",))
    manifest = read_manifest(index)
    assert manifest is not None
    for waiting in (6, 0):
        write_manifest(index, replace(manifest, n_files=24 + waiting, waiting=waiting))
        for words in (*meant, ("orphans",), ("stats", "--json")):
            asked = await in_thread(CliRunner().invoke, app, [*words, "--vault", str(vault)])
            expected = "12 of 24 files can be found by meaning." if words in meant else ""
            expected = "24 of 30 files by keywords, 12 by meaning." if waiting else expected
            told = next((line for line in asked.stderr.split("\n") if line.startswith("Indexed so far")), "")
            assert told == (f"Indexed so far: {expected}" if expected else ""), words
    printed = await in_thread(CliRunner().invoke, app, ["status", "--vault", str(vault)])
    assert "24 of 24 files by keywords, 12 by meaning" in printed.stdout


def write_pictures_and_broken_files(vault: Path) -> None:
    """Write notes with a picture each, and broken PDFs, saved so long ago that no sync reads them twice."""
    write_notes(vault, {f"p{i}.md": f"A paragraph around ![[p{i}.png]] number{i}\n" for i in range(20)})
    write_notes(vault, {f"broken/{number}.pdf": "no PDF" for number in range(3)})
    for number in range(20):
        Image.new("RGB", (1, 1)).save(vault / f"p{number}.png")
    for file in vault.rglob("*.*"):
        os.utime(file, (0, 0))  # one that was saved just now is read again by the second sync


async def test_no_count_exceeds_the_whole_or_falls(session: Vault, vault: Path, index: Path) -> None:
    # "-232 files not indexed yet", "2,770 of 1,806 files indexed", "636 of 404 by keywords" were told, also
    # of pictures that are read again for the paragraphs that show them.
    write_pictures_and_broken_files(vault)
    counts: list[tuple[int, int]] = []
    seen: list[Completeness] = []
    manifest_was_read = asyncio.Event()

    def count(_: Progress) -> None:
        if (manifest := read_manifest(index)) is not None:
            counts.append((manifest.n_files, manifest.waiting))
        manifest_was_read.set()

    async def observe() -> None:
        while True:
            manifest_was_read.clear()
            await manifest_was_read.wait()
            if (held := (await session.status()).completeness).scanned:
                seen.append(held)

    for _ in range(2):
        counts.clear()
        seen.clear()
        observing = asyncio.create_task(observe())
        await session.index.sync(count)
        observing.cancel()
        status = await session.status()
        assert all(0 <= waiting <= found for found, waiting in counts)
        by_words = [found - waiting for found, waiting in counts if found]
        assert by_words == sorted(by_words)
        seen.append(status.completeness)
        assert {held.files for held in seen} == {55}
        assert all(0 <= held.by_meaning <= held.by_words <= held.files - held.failed for held in seen)
        for name in ("by_words", "by_meaning", "failed"):
            values = [getattr(held, name) for held in seen]
            assert values == sorted(values), name
        assert seen[-1] == Completeness(55, 52, 52, failed=3)
        assert seen[-1].of_meaning
        assert (status.files, status.notes, status.documents) == (52, 32, 20)
        assert sum(kind.total for kind in status.kinds) == 55


async def test_a_note_that_fails_later_is_counted_once(session: Vault, vault: Path) -> None:
    await session.index.sync(lambda _: None)
    (vault / "n0.md").unlink()  # its name becomes a folder's: root may read any file
    write_notes(vault, {"n1.md": "# Heading 1\nchanged\n", "n0.md/inner.pdf": "no PDF"})
    await session.index.sync(lambda _: None)
    status = await session.status()
    assert sum(kind.total for kind in status.kinds) == status.completeness.files
