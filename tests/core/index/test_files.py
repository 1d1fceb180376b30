"""Files of other kinds in an index: pages are passages' places, bad files cost themselves alone, and once."""

import errno
import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests.builders import CHUNKER, HashEncoder, present, write_notes
from tests.core.index.indexing import RecordingEncoder, small_pipeline, synced
from tests.core.vault.documents.files import EVERY as DOCUMENTS
from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import read_made, read_manifest, write_manifest
from vaultsearch.core.index.sync import note_sync
from vaultsearch.core.index.sync.file_limits import limit_process
from vaultsearch.core.index.sync.preparation import IndexPreparation
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Runner
from vaultsearch.core.query.conditions import ConditionPlace
from vaultsearch.core.query.names import NameCounts
from vaultsearch.core.query.narrowing import FacetTable, toggle_facet
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.query import CountedNotes
from vaultsearch.core.values.search import Mode, Space
from vaultsearch.core.values.sync import Changes, EndingCount, SyncReport
from vaultsearch.core.vault import source
from vaultsearch.core.vault.links import LinkGraph
from vaultsearch.core.vault.reading import FileRules
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.service.vault import Vault

FILES = FileRules.of(Parameters())


def paged(*pages: str) -> bytes:
    """Make a PDF, a line of ten words after the other."""
    written = []
    for page in pages:
        words = page.split()
        lines = [" ".join(words[at : at + 10]) for at in range(0, len(words), 10)]
        written.append(PdfPage([TextLine(50, 780 - 12 * at, line) for at, line in enumerate(lines)]))
    return Pdf(written).written()


async def sync(vault: Path, index: Path, run: Runner = in_thread, **parts: Any) -> SyncReport:
    return await synced(ObsidianVault(vault, files=FILES), index, run=run, run_small=in_thread, **parts)


PAGES = [" ".join(f"{name}{at}" for at in range(60)) for name in ("alder", "birch", "cedar")]


async def test_a_page_that_changed_is_encoded_alone_and_keeps_its_number(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "a note"})
    (vault / "trees.pdf").write_bytes(paged(*PAGES))
    whole = await sync(vault, tmp_path / "index")
    (vault / "trees.pdf").write_bytes(paged("a page before", PAGES[0], PAGES[1] + " more", PAGES[2]))
    encoder = RecordingEncoder()
    again = await sync(vault, tmp_path / "index", encoder=encoder)
    assert (whole.added, whole.chunks, again.changed) == (2, 4, 1)
    assert again.embedded == 2, "the page that is new, and the one that changed; the others only moved"
    assert sorted(text.split()[-1] for text in encoder.encoded) == ["before", "more"]
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        found = [one async for one in corpus.get_all_text() if one.kind is FileKind.PDF]
    pages = {one.page: (one.position, one.heading_path, one.text.split()[0]) for one in found}
    first_words = enumerate(("a", "alder0", "birch0", "cedar0"), start=1)
    assert pages == {page: (page - 1, (f"Page {page}",), word) for page, word in first_words}


async def test_a_word_is_as_rare_among_notes_as_without_files(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "an alder and a birch", "b.md": "a birch", "c.md": "a cedar"})

    async def asked(index: Path) -> dict[str, float | None]:
        await sync(vault, index)
        with closing(await LanceCorpus.open(index)) as corpus:
            found = await corpus.query_text("alder birch", 2)
            mentioning = await corpus.notes.paths_mentioning("alder birch", None)
        assert {one.path for one in found} <= mentioning
        return {one.path: one.score for one in found}

    alone = await asked(tmp_path / "alone")
    for at in range(3):
        (vault / f"{at}.pdf").write_bytes(paged(f"the alder {at}"))
    beside = await asked(tmp_path / "beside")
    assert list(alone) == ["a.md", "b.md"]
    assert beside.items() > alone.items()
    assert len(beside) == 4, "two notes and two of the three files"


async def test_passages_of_files_are_counted_for_each_of_a_note(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "an alder", "b.md": "a birch"})
    (vault / "trees.pdf").write_bytes(paged("alder", "birch", "cedar"))
    counted = []
    for _ in range(2):
        await sync(vault, tmp_path / "index")
        with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
            counted.append(await corpus.notes.files_per_note())
        (vault / "trees.pdf").unlink(missing_ok=True)
    assert counted == [1.5, 0.0]


ASKED: dict[str, set[str]] = {
    "type:pdf": {"trees.pdf"}, "type:NOTE": {"a.md"}, "-type:pdf": {"a.md", "moth.png"},
    "type:(image OR note)": {"a.md", "moth.png"}, "type:png": {"moth.png"}, "type:no": set(),
    "file:trees.pdf": {"trees.pdf"}, "path:moth.p": {"moth.png"}, "link:trees.pdf": {"a.md"},
}  # fmt: skip


async def test_files_are_asked_for_by_type_name_and_link(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "a note on [[trees.pdf#page=2]]", ".obsidian/x.pdf": "hidden", "big.py": "x"})
    (vault / "trees.pdf").write_bytes(paged(*PAGES))
    (vault / "moth.png").write_bytes(b"\x89PNG")
    await sync(vault, tmp_path / "index")
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        scope = QueryScope(corpus.notes)
        found = {query: await corpus.notes.paths(await scope.filter(parse_query(query))) for query in ASKED}
        notes = await corpus.notes.all()
    assert found == ASKED
    named = NameCounts.of(notes).names.names
    assert {one.name: one.count for one in named[ConditionPlace.TYPE]} == {"note": 1, "pdf": 1, "image": 1}
    assert named[ConditionPlace.HEADING] == (), "nobody asks for a page by its number alone"
    (pdf,) = [one for one in FacetTable.of(notes).count(None, CountedNotes.VAULT).types if one.value == "pdf"]
    added = toggle_facet("trees", pdf).applied("trees")
    assert (pdf.count, added, toggle_facet(added, pdf).applied(added)) == (1, "trees type:pdf ", "trees ")
    assert LinkGraph.of(notes).sources["trees.pdf"] == ("a.md",)


async def test_a_recording_is_found_by_name_and_by_what_notes_say_of_it(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "Marta on her olive grove:\n\n![[voice-memo.m4a]]", "Alps.MOV": "\0"})
    (vault / "voice-memo.m4a").write_bytes(b"\0\0\0 ftypM4A ")
    await sync(vault, tmp_path / "index")
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        scope = QueryScope(corpus.notes)
        assert await corpus.notes.paths(await scope.filter(parse_query("type:media"))) == {
            "voice-memo.m4a",
            "Alps.MOV",
        }
        texts = {chunk.path: (chunk.title, chunk.shown) async for chunk in corpus.get_all_text()}
    assert texts["Alps.MOV"] == ("Alps", "(no text)")
    assert texts["voice-memo.m4a"] == ("voice-memo", "Marta on her olive grove:")


async def test_a_bad_file_is_told_each_time_and_tried_once(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "a note", "b.pdf": "no PDF", "c.pdf": ""})
    for name in ("a.md", "b.pdf", "c.pdf"):
        os.utime(vault / name, (1_700_000_000, 1_700_000_000))
    read: list[str] = []

    async def run(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        read.extend(one.path for one in args[-1] if function.__name__ == "read_batch")
        return await in_thread(function, *args, **kwargs)

    first = await sync(vault, tmp_path / "index", run)
    assert sorted(read) == ["a.md", "b.pdf", "c.pdf"]
    second = await sync(vault, tmp_path / "index", run)
    assert len(read) == 3, "neither is tried again"
    assert {one.path: one.reason for one in second.failed} == {one.path: one.reason for one in first.failed}
    assert [one.path for one in second.failed] == ["b.pdf", "c.pdf"]
    (vault / "b.pdf").write_bytes(paged("a page"))
    os.utime(vault / "b.pdf", (1_700_000_000, 1_700_000_000))
    third = await sync(vault, tmp_path / "index", run)
    assert (third.added, [one.path for one in third.failed], read[3:]) == (1, ["c.pdf"], ["b.pdf"])
    await sync(vault, tmp_path / "index", run, file_seconds=90.0)
    assert read[4:] == ["c.pdf"], "another limit may be enough"


REINDEXED = "Notes were re-indexed for keywords because of a new version; their meaning is kept."


@pytest.mark.parametrize(("part", "maker", "changed", "rebuilt"), [
    ("readers", "readers-1", 1, None),  # the PDF alone
    ("notes", None, 1, None),  # the note alone
    ("words", None, 2, REINDEXED),
])  # fmt: skip
async def test_what_a_better_reader_reads_again_keeps_the_vectors_of_the_same_text(
    vault: Path, tmp_path: Path, part: str, maker: str | None, changed: int, rebuilt: str | None
) -> None:
    write_notes(vault, {"a.md": "a note on robots.txt"})
    (vault / "trees.pdf").write_bytes(paged(*PAGES))
    await sync(vault, tmp_path / "index")
    made = present(read_manifest(tmp_path / "index"))
    former = {key: by for key, by in made.made_by.items() if key != part} | ({part: maker} if maker else {})
    write_manifest(tmp_path / "index", replace(made, made_by=former))
    again, settled = [await sync(vault, tmp_path / "index") for _ in range(2)]
    assert (again.changed, again.embedded, again.rebuilt, settled.changed) == (changed, 0, rebuilt, 0)


async def test_files_without_a_reader_are_counted_and_stay_counted(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "a note", "b.doc": "", "c.doc": ""})
    index = tmp_path / "index"
    await sync(vault, index)
    counted = (EndingCount(".doc", 2),)
    known, made = present(read_manifest(index)), present(read_made(index))
    assert (known.unread_endings, made.unread_endings) == (counted, ()), "other files make no other tables"
    corpus = await LanceCorpus.open(index)
    not_scanned = ObsidianVault(vault, files=FILES)
    preparation = IndexPreparation(not_scanned, corpus, {Space.MAIN: HashEncoder()}, CHUNKER, None)
    preparation.write_manifest(preparation.manifest)
    assert present(read_manifest(index)).unread_endings == counted


async def test_reading_too_long_ends_the_worker_and_costs_the_file(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "a note"})
    (vault / "long.pdf").write_bytes(paged(*PAGES * 1_000))
    with closing(WorkerProcess()) as worker:
        report = await sync(vault, tmp_path / "index", worker, file_seconds=2.0)
    reasons = {failure.path: failure.reason for failure in report.failed}
    assert reasons == {"long.pdf": "Reading took longer than 2 s; it was skipped."}
    assert (report.added, report.embedded) == (1, 1)


def test_limits_end_no_other_process_than_a_worker() -> None:
    with limit_process(0.0):
        pass


async def test_documents_are_of_their_kind_and_bad_ones_told(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": "a note", "off.py": "def off(): pass"})
    for ending, raw in DOCUMENTS.items():
        (vault / f"doc{ending}").write_bytes(raw)
    (vault / "cut.docx").write_bytes(DOCUMENTS[".docx"][:-99])
    (vault / "page.docx").write_bytes(b"<html>no document</html>")
    report = await sync(vault, tmp_path / "index")
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        kinds = {one.path: one.kind async for one in corpus.get_all_text()}
        pages = await corpus.notes.paths(await QueryScope(corpus.notes).filter(parse_query("type:web")))
    assert len(kinds) == len(DOCUMENTS), "a.md and all of them, except for source code"
    assert {kinds[f"doc{ending}"] for ending in (".docx", ".odt", ".rtf", ".txt")} == {FileKind.DOCUMENT}
    assert (kinds["doc.excalidraw.md"], kinds["doc.pptx"]) == (FileKind.DRAWING, FileKind.SLIDES)
    assert pages == {"doc.html", "doc.mhtml"}
    assert {failure.path: failure.reason for failure in report.failed} == {
        "cut.docx": "It is damaged, incomplete, or of another type than its name says. "
        "Open it in the program that made it, and save it again.",
        "page.docx": "Its name ends in .docx, but its content is something else. Rename it.",
    }


NOTE = "# Trip\nThe old harbour\nat dusk ![[harbour.png|lighthouse|300]] in June.\n\nElsewhere.\n"


async def of_picture(index: Path) -> list[tuple[tuple[str, ...], str]]:
    with closing(await LanceCorpus.open(index)) as corpus:
        passages = [one async for one in corpus.get_all_text() if one.path.endswith("harbour.png")]
    return [(one.heading_path, one.text) for one in passages]


async def test_a_picture_holds_paragraphs_that_embed_it(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"trip.md": NOTE, "other.md": "A caption\nabove.\n\n![[harbour.png]]\n\nAnd below.\n"})
    (vault / "harbour.png").write_bytes(b"\x89PNG not really")
    os.utime(vault / "harbour.png", (0, 0))  # one saved just now is read again by the next sync
    index = tmp_path / "index"
    report = await sync(vault, index)
    assert (report.added, report.changed) == (3, 0)
    assert await of_picture(index) == [
        (("other",), "A caption\nabove.\n\nAnd below."),
        (("trip",), "The old harbour\nat dusk lighthouse in June."),
    ]
    write_notes(vault, {"other.md": "Nothing of pictures."})
    assert (await sync(vault, index)).changed == 1
    assert await of_picture(index) == [(("trip",), "The old harbour\nat dusk lighthouse in June.")]
    assert (await sync(vault, index)).embedded == 0
    (vault / "trip.md").unlink()
    await sync(vault, index)
    ((headings, text),) = await of_picture(index)
    assert headings == ()
    assert "dusk" not in text


async def test_pictures_are_compared_again_only_if_a_note_with_one_changes(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among 16,000 files, comparing all took half of the time of each save."""
    write_notes(vault, {"trip.md": NOTE, "other.md": "Nothing of pictures."})
    (vault / "harbour.png").write_bytes(b"\x89PNG not really")
    for name in ("harbour.png", "trip.md"):
        os.utime(vault / name, (0, 0))
    by_trip = (("trip",), "The old harbour\nat dusk lighthouse in June.")
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:

        async def said_after(notes: dict[str, str]) -> list[tuple[tuple[str, ...], str]]:
            write_notes(vault, notes)
            await small_pipeline(ObsidianVault(vault, files=FILES), corpus).sync()
            return await of_picture(tmp_path / "index")

        assert await said_after({}) == [by_trip]
        await said_after({"other.md": "Nothing, [[trip]]."})
        with monkeypatch.context() as patched:
            patched.setattr(note_sync, "find_changed_pictures", pytest.fail)
            assert await said_after({"other.md": "Still nothing, [[trip]].", "new.md": "New."}) == [by_trip]
        embedding = {"other.md": "Seen from the quay at noon. ![[harbour.png]]"}
        assert await said_after(embedding) == [(("other",), "Seen from the quay at noon."), by_trip]
        assert await said_after({"other.md": "Nothing again."}) == [by_trip]
        (vault / "harbour.png").rename(vault / "old harbour.png")
        assert await said_after({}) == [((), "")]
        (vault / "pictures").mkdir()
        (vault / "old harbour.png").rename(vault / "pictures" / "harbour.png")
        assert await said_after({}) == [by_trip]


@pytest.mark.parametrize("ended_by", ["cancelled", "unreadable"])
async def test_a_picture_left_without_its_paragraphs_gets_them_from_the_next_sync(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended_by: str
) -> None:
    """After Stop, or one error of a drive, no word of a note found its pictures, whatever was synced then."""
    write_notes(vault, {"trip.md": "Nothing yet."})
    (vault / "harbour.png").write_bytes(b"\x89PNG not really")
    os.utime(vault / "harbour.png", (0, 0))
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        await small_pipeline(ObsidianVault(vault, files=FILES), corpus).sync()
        write_notes(vault, {"trip.md": NOTE})

        def note_changes(_: Changes) -> None:
            if ended_by == "cancelled":
                pipeline.cancel()

        pipeline = small_pipeline(ObsidianVault(vault, files=FILES), corpus, on_changes=note_changes)
        with monkeypatch.context() as patched:
            # Only pictures are read by it.
            patched.setattr(
                source, "add_paragraphs", Mock(side_effect=OSError(errno.EIO, "Input/output error"))
            )
            assert (await pipeline.sync()).changed == 1
        assert "dusk" not in str(await of_picture(tmp_path / "index"))
        await small_pipeline(ObsidianVault(vault, files=FILES), corpus).sync()
    ((_, text),) = await of_picture(tmp_path / "index")
    assert text == "The old harbour\nat dusk lighthouse in June."


async def test_pictures_read_again_for_paragraphs_are_counted_once(vault: Path, tmp_path: Path) -> None:
    """2,770 of 1,806 files were told to be indexed, and 636 of 404 found by keywords."""
    embedded = "\n\n".join(f"Paragraph {at} has a picture: ![[{at}.png]]" for at in range(300))
    write_notes(vault, {"album.md": embedded})
    for at in range(300):
        (vault / f"{at}.png").write_bytes(b"\x89PNG not really")
        os.utime(vault / f"{at}.png", (0, 0))
    index = tmp_path / "index"
    counts: list[tuple[int, int]] = []

    def note(_: object) -> None:
        if (manifest := read_manifest(index)) is not None:
            counts.append((manifest.waiting, manifest.n_files))

    await sync(vault, index, on_changes=note, on_progress=note)
    assert counts
    assert all(0 <= waiting <= found for waiting, found in counts)


async def test_a_note_is_listed_without_the_picture_it_embeds(vault: Path, tmp_path: Path) -> None:
    harbour = "The old harbour at dusk in June, as the boats came home.\n\n![[harbour.png]]\n"
    meadow = "A meadow with ![[meadow.png|a red gate]] behind the mill.\n\nIts grass is cut in August.\n"
    other = "The boats of the harbour are old, too."
    write_notes(vault, {"trip.md": harbour, "walk.md": meadow, "other.md": other})
    for name in ("harbour", "meadow"):
        (vault / f"{name}.png").write_bytes(b"\x89PNG not really")
    saved = "<html><body><p>Whoever mends nets wants tar and patience and a long winter.</p></body></html>"
    (vault / "nets.html").write_text(saved)
    write_notes(vault, {"work.md": "Whoever mends nets wants tar and patience and a long winter."})
    parameters = Parameters(command={"embedding.multilingual_model": "none"})
    async with await Vault.open(vault, tmp_path / "index", parameters) as opened:
        await opened.index.sync()
        for mode in (Mode.HYBRID, Mode.FULLTEXT):
            for words, first, beside in (
                ("harbour at dusk", "trip.md", "harbour.png"),
                ("red gate behind the mill", "walk.md", "meadow.png"),
            ):
                async for stage in opened.search_stages(words, mode=mode):
                    paths = [result.chunk.path for result in stage.results]
                    assert (paths[0], beside in paths) == (first, False)
                async for stage in opened.search_stages(f"{words} type:image", mode=mode):
                    assert stage.results[0].chunk.path == beside
            async for stage in opened.search_stages("tar and patience", mode=mode):
                assert [one.chunk.path for one in stage.results][:2] == ["work.md", "nets.html"]
