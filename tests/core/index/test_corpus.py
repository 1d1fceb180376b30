"""The index itself, and what it decides in memory as the database does: real LanceDB in a folder."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER, MOMENT, HashEncoder, parsed, write_notes
from tests.core.index.indexing import small_pipeline
from tests.core.search.indexed_notes import encode_pending, indexed, write_passages
from vaultsearch.core.filters import AllOf, AnyOf, AtPath, AtPaths, DatedBetween, Filter, HasTag, Not, WithIds
from vaultsearch.core.index import backlog, stored_vectors
from vaultsearch.core.index.corpus import LanceCorpus, measure_completeness
from vaultsearch.core.index.index_folder import Manifest, write_manifest
from vaultsearch.core.index.stored_vectors import PassageVectors
from vaultsearch.core.index.tables.predicates import is_in, split_places
from vaultsearch.core.languages.names import Routing
from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.search import Space

NOTES = {
    "Sea/Dugongs.md": "---\ntags: [sea/mammal]\n---\n# Habits\nDugongs graze on seagrass meadows.\n",
    "Sea/Reefs.md": "---\ntags: sea\n---\nCoral reefs bleach in warm water.\n",
    "Land/It's 100% odd_name.md": "#land Numbats eat termites; bilbies dig burrows.\n",
    "水/笔记.md": "我喜欢在海边学习中文。\n",
}


async def fill(corpus: LanceCorpus, notes: Mapping[str, str]) -> None:
    await corpus.writer.prepare(HashEncoder().dimension)
    await write_passages(corpus, notes)
    await encode_pending(corpus)


@pytest.fixture
async def corpus(tmp_path: Path) -> AsyncIterator[LanceCorpus]:
    with closing(await LanceCorpus.open(tmp_path / "index")) as opened:
        await fill(opened, NOTES)
        yield opened


async def test_the_rest_of_large_files_is_encoded_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultsearch.core.index.stored_vectors._FIRST_OF_FILE", 1)
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        await corpus.writer.prepare(HashEncoder().dimension)
        rows = "".join(f"# Part {part}\n{'word ' * 150}\n" for part in range(2))
        await write_passages(corpus, {"Zoo.md": "Dugongs graze.\n", "Table.md": rows})
        assert (await corpus.vectors.pending_ids())[-1] == "Table.md:1"


async def test_an_index_that_was_never_written_reads_as_empty(corpus: LanceCorpus, tmp_path: Path) -> None:
    empty, question = await LanceCorpus.open(tmp_path / "none"), HashEncoder().encode_queries(["x"])
    assert (await empty.notes.all(), await empty.query_text("words", 5)) == ((), [])
    near, holding = await empty.query_embeddings(question[0], 5), await empty.notes.places_holding("coral", 5)
    assert (near, holding, [chunk async for chunk in empty.get_all_text()]) == ([], [], [])
    assert await empty.summaries.of("a.md") is None
    assert await empty.vectors[Space.MAIN].near(question, 2) == [{}]
    # So does a space of vectors that nothing was written to.
    assert await corpus.vectors[Space.MULTILINGUAL].near(question, 2) == [{}]
    assert [page async for page in corpus.vectors[Space.MULTILINGUAL].pages()] == []


async def test_what_was_written_is_read_back_whole(corpus: LanceCorpus) -> None:
    assert sorted(note.path for note in await corpus.notes.all()) == sorted(NOTES)
    assert await corpus.get_document("Sea/Dugongs.md") == NOTES["Sea/Dugongs.md"]
    (chunk,) = [c async for c in corpus.get_all_text() if c.path == "Sea/Dugongs.md"]
    assert chunk == CHUNKER.chunks(parsed("Sea/Dugongs.md", NOTES["Sea/Dugongs.md"]))[0]
    with pytest.raises(KeyError):
        await corpus.get_document("no such.md")


async def test_words_find_title_headings_and_text_in_any_form(corpus: LanceCorpus) -> None:
    for query in ("dugong", "DUGONGS", "habits", "grazing seagrass", "dugongs and unheard-of things"):
        found = await corpus.query_text(query, 5)
        assert (found[0].path, found[0].ranks["fulltext"].rank) == ("Sea/Dugongs.md", 1), query
    assert [c.path for c in await corpus.query_text("学习", 5)] == ["水/笔记.md"], "within a sentence"


async def test_the_users_words_are_never_syntax(corpus: LanceCorpus) -> None:
    for query in ('"', "AND OR", "\u00ad", "ـ", "？。", "\u0301", "(a", "a:b", "-", "'", "*", "\\", "𝔞\x00"):
        assert await corpus.query_text(query, 5) == [], query
    assert [c.path for c in await corpus.query_text("dugong~", 5)] == ["Sea/Dugongs.md"]


async def test_the_nearest_vector_comes_first_with_its_cosine(corpus: LanceCorpus) -> None:
    query = HashEncoder().encode_queries(["Reefs\nCoral reefs bleach in warm water."])[0]
    found = await corpus.query_embeddings(query, 2)
    assert found[0].path == "Sea/Reefs.md"
    assert found[0].score == pytest.approx(1.0, abs=1e-3)
    assert [c.ranks["semantic"].rank for c in found] == [1, 2]


SEA, ODD, WATER = {"Sea/Dugongs.md", "Sea/Reefs.md"}, {"Land/It's 100% odd_name.md"}, {"水/笔记.md"}


async def test_conditions_hold_in_every_leg(corpus: LanceCorpus, capfd: pytest.CaptureFixture[str]) -> None:
    conditions: list[tuple[Filter, set[str]]] = [
        (HasTag("sea"), SEA), (HasTag("#Sea/Mammal"), {"Sea/Dugongs.md"}),
        (AtPaths(frozenset({"Sea/Dugongs.md", "Sea"})), {"Sea/Dugongs.md"}), (AtPaths(frozenset()), set()),
        (AtPath(*ODD), ODD), (Not(AtPaths(frozenset(SEA))), ODD | WATER),
        (AllOf((HasTag("sea"), Not(HasTag("sea/mammal")))), {"Sea/Reefs.md"}),
        (AnyOf((HasTag("land"), AtPath(*WATER))), ODD | WATER), (AllOf(()), set(NOTES)), (AnyOf(()), set()),
        (DatedBetween(start=MOMENT), set(NOTES)), (DatedBetween(end=MOMENT), set()),
        (DatedBetween(MOMENT, MOMENT + timedelta(seconds=1)), set(NOTES)),
    ]  # fmt: skip
    for where, paths in conditions:
        scanned = {c.path async for c in corpus.get_all_text(where)}
        near = await corpus.query_embeddings(HashEncoder().encode_queries(["sea"])[0], 10, where)
        worded = await corpus.query_text("dugongs reefs numbats 学习", 10, where)
        assert scanned == {c.path for c in near} == {c.path for c in worded} == paths, where
    assert capfd.readouterr() == ("", "")


async def test_a_condition_is_asked_before_the_best_are_taken(tmp_path: Path) -> None:
    corpus = await LanceCorpus.open(tmp_path / "index")
    crowd = {f"Crowd/{i}.md": "termites termites termites" for i in range(40)}
    await fill(corpus, crowd | {"Rare/one.md": "a word on termites, once, among many other words"})
    where, vector = AtPath("Rare/one.md"), HashEncoder().encode_queries(["termites termites termites"])[0]
    assert [c.path for c in await corpus.query_text("termites", 1, where)] == ["Rare/one.md"]
    assert [c.path for c in await corpus.query_embeddings(vector, 1, where)] == ["Rare/one.md"]


_odd = st.text(alphabet=st.sampled_from("ab'\"%_\\;-/()*# \n\té水\U0001f353"), min_size=1, max_size=12)


@given(names=st.lists(_odd.map(str.strip).filter(bool), min_size=1, max_size=4, unique=True), asked=_odd)
async def test_odd_values_are_plain(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], asked: str
) -> None:
    notes = {f"{name}/n.md": "text" for name in names}
    async with indexed(tmp_path_factory.mktemp("odd") / "index", notes) as corpus:
        for name in [*names, asked]:
            path = f"{name}/n.md"
            at = {c.path for c in await corpus.get_chunks(AtPath(path))}
            assert at == ({path} if name in names else set())
            assert await corpus.get_chunks(HasTag(name)) == []
        await corpus.writer.delete_notes([f"{names[0]}/n.md"])
        assert {note.path for note in await corpus.notes.all()} == {f"{name}/n.md" for name in names[1:]}


async def test_a_note_is_replaced_whole(corpus: LanceCorpus) -> None:
    await fill(corpus, {"Sea/Dugongs.md": "# One\nfirst\n# Two\nsecond\n"})
    await fill(corpus, {"Sea/Dugongs.md": "only this\n"})
    chunks = await corpus.get_chunks(AtPath("Sea/Dugongs.md"))
    assert [(c.id, c.text) for c in chunks] == [("Sea/Dugongs.md:0", "only this")]
    assert len(await corpus.notes.all()) == len(NOTES)


async def test_a_passage_whose_text_is_known_keeps_its_vector(corpus: LanceCorpus) -> None:
    text = "---\ntags: sea\n---\nCoral reefs bleach in warm water.\n\n# New\nmore words about them\n"
    await write_passages(corpus, {"Sea/Reefs.md": text})
    assert await corpus.vectors.pending_ids() == ["Sea/Reefs.md:1"]


@pytest.mark.parametrize("is_listed_again", [False, True])
async def test_vectors_made_twice_replace_earlier_ones(corpus: LanceCorpus, *, is_listed_again: bool) -> None:
    await write_passages(corpus, {"Sea/Krill.md": "small words\n\n# More\nof them\n"})
    ids = await corpus.vectors.pending_ids()
    chunks = await corpus.vectors.pending(ids)
    first, second = (HashEncoder().encode_queries([word] * len(ids)) for word in ("first", "second"))
    await corpus.vectors[Space.MAIN].fill(chunks, first)
    assert not is_listed_again or await corpus.vectors.pending_ids() == []
    await corpus.vectors.fill(chunks, second)
    assert await corpus.tables["vectors"].count_rows(is_in("id", ids)) == len(ids)
    stored = await corpus.vectors[Space.MAIN].of(ids)
    assert [float(stored[passage_id] @ second[0]) > 0.99 for passage_id in ids] == [True] * len(ids)


async def test_vectorless_notes_are_counted(corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a large index, to count them took each question a second while vectors were written."""
    monkeypatch.setattr(stored_vectors, "_COUNT_EXPENSIVE_S", -1.0)

    async def lacking() -> frozenset[str]:
        return (await corpus.vectors.lacking(Space.MAIN, None)).paths

    async def write(*paths: str) -> None:
        await write_passages(corpus, {path: f"more about {path}\n" for path in paths})

    assert await lacking() == set()
    await write("Sea/Eels.md", "Sea/Rays.md")
    assert await lacking() == {"Sea/Eels.md", "Sea/Rays.md"}
    assert await corpus.vectors.count_without(frozenset({"Sea/Eels.md", "Sea/Reefs.md"})) == 1
    await encode_pending(corpus, "Sea/Eels.md:0")
    assert await lacking() == {"Sea/Eels.md", "Sea/Rays.md"}, "for a moment"
    corpus.vectors.note_complete()
    assert await lacking() == {"Sea/Rays.md"}
    await encode_pending(corpus, "Sea/Rays.md:0")
    corpus.vectors.note_complete()
    assert await lacking() == set()
    await write("Sea/Crabs.md")
    assert await lacking() == {"Sea/Crabs.md"}


async def test_notes_written_while_vectors_are_counted_are_not_found_by_meaning(
    corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, routing = PassageVectors.paths_missing, Routing.of({}, multilingual=False)
    await write_passages(corpus, {"first.md": "one without a vector\n"})

    async def then_write(vectors: PassageVectors, where: None) -> frozenset[str]:
        counted = await count(vectors, where)
        await write_passages(corpus, {f"{n}.md": f"more about {n}\n" for n in range(3)})
        return counted

    monkeypatch.setattr(PassageVectors, "paths_missing", then_write)
    write_manifest(corpus.path, Manifest("", "", "", n_files=9, waiting=1))
    assert (await measure_completeness(corpus, routing)).by_meaning == len(NOTES)
    assert (await measure_completeness(corpus, routing)).by_meaning == len(NOTES)


async def test_words_find_a_passage_that_has_no_vector_yet(tmp_path: Path) -> None:
    async with indexed(tmp_path / "index", {"a.md": "numbats eat termites"}) as corpus:
        assert [c.path for c in await corpus.query_text("numbats", 5)] == ["a.md"]
        assert await corpus.query_embeddings(HashEncoder().encode_queries(["numbats"])[0], 5) == []
        assert await corpus.notes.counts() == (1, 1, 0)


async def test_passages_whose_revision_a_crash_lost_go_and_are_not_there_twice(corpus: LanceCorpus) -> None:
    await corpus.tables["notes"].delete("path = 'Sea/Reefs.md'")  # what a crash between two commits leaves
    await corpus.writer.delete_orphans()
    assert await corpus.get_chunks(AtPath("Sea/Reefs.md")) == []
    await corpus.tables["notes"].delete("path = 'Sea/Dugongs.md'")
    await fill(corpus, NOTES | {"new.md": "a new one\n"})
    chunks = [chunk.id async for chunk in corpus.get_all_text()]
    assert sorted(chunks) == sorted(f"{path}:0" for path in (*NOTES, "new.md"))
    assert sorted(note.path for note in await corpus.notes.all()) == sorted((*NOTES, "new.md"))


async def test_passages_wait_for_more_to_come(corpus: LanceCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backlog, "_SCANNED_AT_LEAST", 1)
    monkeypatch.setattr(backlog, "_SCANNED_TILL_DONE", 2)
    await corpus.upkeep.tidy()
    await fill(corpus, {"a.md": "alpha\n"})
    assert corpus.backlog.is_slow()
    assert not corpus.backlog.is_slow(soon_done=True)
    await fill(corpus, {"b.md": "beta\n", "c.md": "gamma\n", "d.md": "delta\n"})
    assert corpus.backlog.is_slow(soon_done=True)


async def test_a_new_size_leaves_rows_of_passages_and_a_new_date_their_vectors(corpus: LanceCorpus) -> None:
    async def touch(revision: Revision) -> list[int]:
        await corpus.writer.touch([revision])
        assert (await corpus.notes.revisions())["Sea/Reefs.md"].revision == revision
        return [await corpus.tables[name].version() for name in ("chunks", "vectors")]

    revision = (await corpus.notes.revisions())["Sea/Reefs.md"].revision
    later = datetime(2027, 1, 1, tzinfo=UTC)
    assert await touch(replace(revision, size=12)) == await touch(replace(revision, size=13))
    before = await touch(revision)
    assert await touch(replace(revision, mtime_ns=round(later.timestamp() * 1e9))) != before
    (chunk,) = await corpus.get_chunks(AtPath("Sea/Reefs.md"))
    assert (chunk.modified, await corpus.vectors.pending_ids()) == (later, [])


async def test_tags_are_kept_as_written_and_found_in_any_case_and_by_parents(corpus: LanceCorpus) -> None:
    await fill(corpus, {"Boat.md": "---\ntags: [Project/Boat]\n---\nThe keel. #CamelCase #STRAẞE\n"})
    for tag in ("camelcase", "CAMELCASE", "project", "Project/boat", "strasse", "straße"):
        (found,) = await corpus.query_text("keel", 9, HasTag(tag))
        assert found.tags == ("Project/Boat", "CamelCase", "STRAẞE")
        assert await corpus.notes.paths(HasTag(tag)) == {"Boat.md"}, tag
        vector = HashEncoder().encode_queries(["keel"])[0]
        assert [c.path for c in await corpus.query_embeddings(vector, 9, HasTag(tag))] == ["Boat.md"]
    (note,) = [note for note in await corpus.notes.all() if note.path == "Boat.md"]
    assert note.tags == ("project/boat", "project", "camelcase", "straße")
    assert note.written_tags == ("Project/Boat", "CamelCase", "STRAẞE")


async def test_many_tags_and_links_are_not_repeated_in_each_passage(corpus: LanceCorpus) -> None:
    tags, links = " ".join(f"#t{n}" for n in range(300)), " ".join(f"[[n{n}]]" for n in range(300))
    sections = "".join(f"\n\n# Section {n}\nneedles and thread {n}" for n in range(9))
    await fill(corpus, {"Many.md": f"{tags}\n\n{links}{sections}\n"})
    found = await corpus.query_text("needles", 20, HasTag("T299"))
    assert {chunk.path for chunk in found} == {"Many.md"}
    assert max(len(one) for chunk in found for one in (chunk.tags, chunk.links)) < 100
    vector = HashEncoder().encode_queries(["needles"])[0]
    assert {c.path for c in await corpus.query_embeddings(vector, 9, HasTag("t299"))} == {"Many.md"}
    assert await corpus.notes.paths(HasTag("t299")) == {"Many.md"}
    assert "Many.md" not in await corpus.notes.paths(Not(HasTag("t299")))
    assert await corpus.notes.paths(AllOf((HasTag("t299"), AtPath("Many.md")))) == {"Many.md"}
    assert await corpus.notes.paths(HasTag("t300")) == frozenset()


HOLDING: dict[str, list[str]] = {
    **{text: [] for text in ("coral dugongs", "海里", "…", '"coral" AND (', "logseq 插件")},
    "coral reefs": ["Sea/Reefs.md"],
    "reefs coral": ["Sea/Reefs.md"],
    "海边": ["水/笔记.md"],
    "风起陇西": ["row.md"],  # many letters without spaces are one row of letters
    "Obsidian 插件": ["mixed.md"],
}


async def test_passages_with_every_word_are_found(tmp_path: Path) -> None:
    notes = NOTES | {
        "row.md": "昨天看了风起陇西的第一集。\n", "apart.md": "西风从陇上吹起。\n",
        "mixed.md": "Obsidian插件 and Obsidian 的插 件\n",
    }  # fmt: skip
    async with indexed(tmp_path / "index", notes) as corpus:
        places = {text: await corpus.notes.places_holding(text, 5) for text in HOLDING}
    assert {text: [place.path for place in held] for text, held in places.items()} == HOLDING


async def test_letters_find_passages_before_and_after_they_are_in_the_index(tmp_path: Path) -> None:
    notes = {f"{i}.md": "风起陇西，otter's “tail”。\n" if i % 2 else "陇西风起。\n" for i in range(6)}
    async with indexed(tmp_path / "index", notes) as corpus:
        before = await corpus.notes.places_holding("风起陇西", 50)
        await corpus.upkeep.tidy()
        after = await corpus.notes.places_holding("风起陇西", 50)
    assert [one.path for one in before] == [one.path for one in after] == ["1.md", "3.md", "5.md"]


async def test_many_vectors_are_asked_at_once_and_each_is_told_its_own(corpus: LanceCorpus) -> None:
    pages = [page async for page in corpus.vectors[Space.MAIN].pages()]
    ids = [one for of_page, _ in pages for one in of_page]
    vectors = np.concatenate([of_page for _, of_page in pages])
    assert {one.rpartition(":")[0] for one in ids} == set(NOTES)
    together = await corpus.vectors[Space.MAIN].near(vectors, 2)
    alone = [(await corpus.vectors[Space.MAIN].near(vectors[at : at + 1], 2))[0] for at in range(len(ids))]
    for own, found, same in zip(ids, together, alone, strict=True):
        assert next(iter(found)) == own
        assert found[own] == pytest.approx(1.0, abs=1e-5)
        assert same == pytest.approx(found, abs=1e-5)
        assert len(found) == 2


async def test_notes_and_places_that_are_asked_for_at_once_are_read_once(corpus: LanceCorpus) -> None:
    notes, same_notes = await asyncio.gather(corpus.notes.all(), corpus.notes.all())
    places, same_places = await asyncio.gather(corpus.notes.places(), corpus.notes.places())
    assert notes is same_notes
    assert places is same_places


async def test_only_notes_that_changed_are_read_from_their_table_again(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {f"{name}.md": f"of {name}" for name in "abcd"})
    for name in "abcd":  # what was saved just now is read once more
        os.utime(vault / f"{name}.md", (9, 9))
    with closing(await LanceCorpus.open(tmp_path / "index")) as corpus:
        await small_pipeline(vault, corpus).sync()
        before = {note.path: note for note in await corpus.notes.all()}
        write_notes(vault, {"b.md": "of b and more", "e.md": "of e"})
        (vault / "c.md").unlink()
        os.utime(vault / "d.md", (0, 0))
        await small_pipeline(vault, corpus).sync()
        now = {note.path: note for note in await corpus.notes.all()}
        assert {path: note.text for path, note in now.items()} == {
            "a.md": "of a", "b.md": "of b and more", "d.md": "of d", "e.md": "of e",
        }  # fmt: skip
        assert now["a.md"] is before["a.md"]
        assert now["d.md"].modified == datetime.fromtimestamp(0, UTC)
        notes = await corpus.notes.all()
        await corpus.upkeep.tidy()
        assert await corpus.notes.all() is notes, "merging moves rows, and changes none"
        write_notes(vault, {"b.md": "of b again"})
        await small_pipeline(vault, corpus).sync()
        assert {note.text for note in await corpus.notes.all() if note not in notes} == {"of b again"}
        (vault / "a.md").rename(vault / "z.md")
        await small_pipeline(vault, corpus).sync()
        assert {note.path for note in await corpus.notes.all()} == {"b.md", "d.md", "e.md", "z.md"}
        await corpus.writer.delete_notes(["b.md", "d.md", "e.md", "z.md"])
        assert await corpus.notes.all() == ()


def test_an_index_that_cannot_be_opened_leaves_no_folder_behind(tmp_path: Path) -> None:
    # LanceDB makes the folders before it fails: a slip in a path left them on the disk.
    with pytest.raises(OSError, match="File name too long"):
        asyncio.run(LanceCorpus.open(tmp_path / "new" / "folders" / ("x" * 300)))
    assert [*tmp_path.iterdir()] == []
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError, match="Not a directory"):
        asyncio.run(LanceCorpus.open(tmp_path / "file" / "index"))
    assert [*tmp_path.iterdir()] == [tmp_path / "file"]


_NOTES = {
    "a.md": "---\ndate: 2024-01-01\n---\n# One\n\nfirst #x\n\n# Two\n\nsecond\n",
    "b.md": "---\ndate: 2025-01-01\n---\nthird #x\n",
    "it's/c.md": "---\ndate: 2023-01-01\n---\n# Three\n\nfourth\n\n# Four\n\nfifth #y\n",
}
_A, _NONE = AtPaths(frozenset({"a.md"})), AtPaths(frozenset())
_C = AtPaths(frozenset({"it's/c.md", "gone.md"}))
_FIRST = WithIds(frozenset({"a.md:0", "it's/c.md:1"}))
_TAGGED = HasTag("x")


async def test_the_newest_are_those_that_the_index_finds(tmp_path: Path) -> None:
    filters: list[Filter] = [_A, _NONE, _FIRST, Not(_FIRST), AllOf(()), AnyOf(()), AnyOf((_A, _FIRST))]
    filters += [AllOf((Not(_A), _FIRST)), AllOf((AllOf((_TAGGED,)), AnyOf((_A, _C))))]
    filters += [AnyOf((_TAGGED, _C)), Not(AnyOf((_TAGGED, _A)))]
    async with indexed(tmp_path, _NOTES) as corpus:
        for where in filters:
            expected = await corpus.get_chunks(where)
            listed = await corpus.notes.newest(where, 10)
            ids = sorted(one.id for some in listed for one in some)
            assert ids == sorted(one.id for one in expected), where
            paths = {chunk.path for chunk in expected}
            newest_first = [path for path in ("b.md", "a.md", "it's/c.md") if path in paths]
            assert [some[0].path for some in listed] == newest_first, where
            assert await corpus.notes.newest(where, 1) == listed[:1], where


_FILTERS = st.recursive(
    st.sampled_from([_A, _C, _NONE, _FIRST, _TAGGED]),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        *(st.builds(kind, st.lists(inner, max_size=3).map(tuple)) for kind in (AllOf, AnyOf)),
    ),
    max_leaves=6,
)


@given(_FILTERS)
def test_what_asks_for_more_than_a_place_is_left_to_the_index(where: Filter) -> None:
    decided, naming = split_places(where)
    assert "HasTag" not in repr(naming)
    whole = where.parts if isinstance(where, AllOf) else (where,)
    assert isinstance(decided, AllOf)
    assert isinstance(naming, AllOf)
    assert sorted(map(repr, (*decided.parts, *naming.parts))) == sorted(map(repr, whole))
