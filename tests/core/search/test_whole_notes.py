"""Notes that hold the query's words come first, and files beside the notes find their places among them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from tests.core.search.indexed_notes import engine_of, indexed, last_stage, synced_vault, write_passages
from tests.core.search.test_literal import Backwards
from vaultsearch.core.filters import AtPath, Filter, Not
from vaultsearch.core.protocols import Retriever
from vaultsearch.core.search.files_beside_notes import (
    interleave_files,
    lower_copies,
    rerank_both_kinds,
    retrieve_both_kinds,
)
from vaultsearch.core.search.retrieval import HybridRetriever, blend_whole_notes
from vaultsearch.core.search.whole_notes import (
    HELD_LEG,
    NO_WORDS,
    HeldWords,
    WholeNotes,
    begin_with_first_passages,
    boost_by_words,
    holders_first,
)
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Chunk, Holders, LegRank, SearchStage

NOTES = {
    "Liberty.md": "# On freedom\n\nThe statue of liberty stands in the harbour.\n",
    "Harbour.md": "# Harbour\n\nLiberty was painted on the boat.\n\n# Later\n\nThe anchor was lost.\n",
    "Two.md": "# One\n\nThe anchor holds.\n\n# Other\n\nSome varnish was left.\n",
    "Anchor.md": "An anchor, and another anchor of the harbour.\n",
    "Varnish.md": "Varnish and paint.\n",
} | {f"Filler {at}.md": f"What people say about the notes of day {at}." for at in range(12)}


async def search(folder: Path, query: str) -> SearchStage:
    async with indexed(folder / "index", NOTES) as corpus:
        ranked_backwards = Backwards(corpus)
        engine = engine_of(corpus, None, lambda _: ranked_backwards, whole_notes=WholeNotes(corpus))
        return await last_stage(engine, query, n=10)


def paths(stage: SearchStage) -> list[str]:
    return list(dict.fromkeys(result.path for result in stage.results))


async def test_a_word_that_several_notes_hold_stands_in_the_first_rows(tmp_path: Path) -> None:
    assert set(paths(await search(tmp_path, "anchor"))[:3]) == {"Anchor.md", "Two.md", "Harbour.md"}
    # Of two words, a note whose passages hold one each is among the first three.
    assert "Two.md" in paths(await search(tmp_path, "anchor varnish"))[:3]


async def test_of_a_question_with_one_telling_word_the_notes_that_hold_it_come_first(tmp_path: Path) -> None:
    # A year says when, as "last year" does.
    for query in ("what people say about liberty", "liberty in 2023"):
        stage = await search(tmp_path, query)
        assert set(paths(stage)[:2]) == {"Liberty.md", "Harbour.md"}
        assert all("holds the words" in result.why for result in stage.results[:2])
    # A month is no number that notes hold, such as a day 3.
    assert not any(
        "holds the words" in result.why for result in (await search(tmp_path, "2022年3月")).results
    )


async def hold(folder: Path, query: str, where: Filter | None = None) -> HeldWords:
    async with indexed(folder / "index", NOTES) as corpus:
        return await WholeNotes(corpus)(query, 10, where)


async def test_conditions_hold_for_what_is_found_by_whole_notes(tmp_path: Path) -> None:
    # Where none holds the word as written, another form is as near.
    for query in ("anchor", "anchoring"):
        held = await hold(tmp_path, query, Not(AtPath("Anchor.md")))
        assert held.shares == {"Two.md": 1.0, "Harbour.md": 1.0}
        assert {each.path for each in held.best} == {"Two.md", "Harbour.md"}


async def test_a_picture_holds_a_word_by_name_alone(tmp_path: Path) -> None:
    notes = {"Trip.md": "The bay of Chania:\n\n![[pier.png]]", **dict.fromkeys("bc", "")}
    async with synced_vault(tmp_path, notes) as vault:
        (tmp_path / "vault" / "pier.png").write_bytes(b"\x89PNG")
        await vault.index.sync()
        looked_up = [await WholeNotes(vault._corpus)(query, 10) for query in ("chania", "pier")]
    assert [[each.path for each in held.best] for held in looked_up] == [["Trip.md"], ["Trip.md", "pier.png"]]


async def test_words_that_nothing_holds_weigh_and_are_held_by_none(tmp_path: Path) -> None:
    held = await hold(tmp_path, "anchor zymurgy")
    assert list(held.weights) == ["anchor", "zymurgy"]
    assert held.weights["zymurgy"] > held.weights["anchor"] > 0
    assert held.shares["Anchor.md"] == pytest.approx(0.27, abs=0.02)  # the word that says most is nowhere
    # "em forster" found films: beside a name, only what is held weighs.
    assert (await hold(tmp_path, "varnishing zymurgy")).lifts == {"Two.md": 1.0, "Varnish.md": 1.0}


WORDS = {
    "a.md": "gardens and boats", "b.md": "a garden in Zürich", "c.md": "16 GB of it",
    "d.md": "that garden in zurich, 16gb",
}  # fmt: skip


@pytest.mark.parametrize("place", ["in the index", "scanned", "in memory"])
@pytest.mark.parametrize(
    ("word", "as_written", "in_another_form"),
    [
        ("garden", "bd", "a"), ("gardens", "a", "bd"), ("boats", "a", ""), ("boat", "", "a"),
        ("Zürich", "bd", ""), ("16gb", "cd", ""), ("16", "cd", ""), ("keel", "", ""),
    ],
)  # fmt: skip
async def test_those_that_hold_a_word_as_written_are_told_from_those_with_other_forms(
    tmp_path: Path, word: str, as_written: str, in_another_form: str, place: str
) -> None:
    async with indexed(tmp_path / "index", {}) as corpus:
        if place == "in memory":
            await corpus.writer.follow_words()
        await write_passages(corpus, WORDS)
        if place == "in the index":
            await corpus.upkeep.tidy()
        holders = (await corpus.query_holders([word]))[word]
    found = [name.removesuffix(".md") for name in holders.documents]
    assert sorted(found[: len(as_written)]) == list(as_written)
    assert sorted(found[len(as_written) :]) == list(in_another_form)
    assert sorted(holders.as_written().ids) == [f"{name}.md:0" for name in as_written]
    if word == "Zürich" and place != "in memory":
        assert found[0] == "b", "those with its accents come first"


async def test_a_clause_of_a_script_without_spaces_is_no_word(tmp_path: Path) -> None:
    async with indexed(tmp_path / "index", {"茶.md": "今天喝了乌龙茶。", "水.md": "水。"}) as corpus:
        assert (await WholeNotes(corpus)("乌龙茶", 10)).shares == {"茶.md": 1.0}
        assert (await WholeNotes(corpus)("今天喝了乌龙茶 水", 10)).weights == {}


async def test_of_many_words_those_that_say_most_are_looked_up_in_any_form(tmp_path: Path) -> None:
    held = await hold(tmp_path, "things of the day also anchors varnishing")
    assert list(held.weights) == ["anchors", "varnishing", "also"]
    assert held.lifts["Two.md"] == pytest.approx(0.83, abs=0.01)  # an anchor and varnish
    assert (held.as_written, held.best) == ({}, ())
    assert await hold(tmp_path, "anchors varnishing statue paints") == NO_WORDS, "none of them tells most"


def held(weights: dict[str, float], **holders: list[str]) -> HeldWords:
    passages = {passage for passages in holders.values() for passage in passages}
    holding = {
        word: Holders(passages, [passage.partition(":")[0] for passage in passages])
        for word, passages in holders.items()
    }
    return HeldWords(weights, holding, holding, tuple(map(chunk, sorted(passages))))


LISTED = [chunk(f"{name}.md:0", score=9.0 - place) for place, name in enumerate("abcde")]


def test_holders_of_all_words_come_before_those_of_most_of_their_weight() -> None:
    one_telling = held({"keel": 5.0, "days": 0.5}, keel=["d.md:0", "e.md:0"], days=["e.md:0", "a.md:0"])
    assert one_telling.effective_words == pytest.approx(1.198, abs=0.001)
    first, second, *others = holders_first(LISTED, one_telling)
    ranks = {each.path: each.ranks[HELD_LEG] for each in (first, second)}
    assert ranks == {"e.md": LegRank(1, 1.0), "d.md": LegRank(2, 5.0 / 5.5)}
    assert [each.path for each in others] == ["a.md", "b.md", "c.md"]


TELLING, BOTH = {"keel": 5.0, "days": 0.5}, {"keel": 5.0, "mast": 4.0}
KEEL_AND_MAST = held(BOTH, keel=["d.md:0"], mast=["d.md:0"])


@pytest.mark.parametrize(
    ("words", "order"),
    [
        (held(TELLING, keel=[], days=["e.md:0"]), "abcde"),  # little of the weight
        (held({"keel": 5.0}, keel=["d.md:0", "x.md:3"]), "dxabce"),  # x was found by no leg
        (held({"keel": 5.0}, keel=["d.md:0", "d.md:3"]), "dabce"),  # one passage of each note
        # Of two telling words, a holder of both becomes the third note at the least.
        (KEEL_AND_MAST, "abdce"),
        (held(BOTH, keel=["b.md:0"], mast=["b.md:0"]), "abcde"),
        (held(BOTH, keel=["b.md:0"], mast=["a.md:0"]), "abcde"),
        # While notes are written, a holder's best passage may be gone.
        (replace(KEEL_AND_MAST, best=(chunk("x.md:0"),)), "abdce"),
        # Of three telling words the order stays.
        (held({**BOTH, "boom": 4.0}, keel=["e.md:0"], mast=["e.md:0"], boom=["e.md:0"]), "abcde"),
    ],
)
def test_holders_rise_as_far_as_their_words_tell(words: HeldWords, order: str) -> None:
    assert "".join(each.path[0] for each in holders_first(LISTED, words)) == order


def test_a_holder_of_both_words_that_was_not_found_is_the_third_of_four() -> None:
    assert "".join(each.path[0] for each in holders_first(LISTED[:3], KEEL_AND_MAST)) == "abdc"


def test_a_note_that_holds_more_of_the_words_rises_the_more_of_their_weight_it_holds() -> None:
    listed = [chunk(f"{name}.md:0", score=score) for name, score in zip("abc", (1.6, 1.0, 0.9), strict=True)]
    deviation = 0.3091
    words = {"keel": 3.0, "mast": 1.0}

    def order_of(*holding: str) -> str:
        by_word = held(words, keel=[f"{name}.md:0" for name in holding], mast=[])
        return "".join(each.path[0] for each in boost_by_words(listed, by_word))

    assert 0.75 * 0.5 * deviation > 0.1  # three quarters of the weight lift by more than c lacks to b
    assert order_of("c") == "acb"
    assert order_of("a") == order_of("b") == order_of("b", "c") == "abc"
    assert [each.score for each in boost_by_words(listed, held(words, keel=["c.md:0"]))] == [1.6, 1.0, 0.9]


async def test_a_row_says_where_its_note_has_the_other_word(tmp_path: Path) -> None:
    rows = [each for each in (await search(tmp_path, "anchor varnish")).results if each.path == "Two.md"]
    assert {each.chunk.heading_path[-1]: list(each.elsewhere) for each in rows} == {
        "One": [("varnish", "Other")],
        "Other": [("anchor", "One")],
    }
    whole = (await search(tmp_path, "anchor holds")).results[0]
    assert (whole.path, whole.elsewhere) == ("Two.md", ())


def test_a_note_about_it_lifts_its_passages_and_says_so() -> None:
    near = [chunk("far.md:0", score=0.52), chunk("about.md:3", score=0.5), chunk("other.md:0", score=0.1)]
    lifted = blend_whole_notes(near, {"about.md": 0.8, "far.md": 0.35, "other.md": 0.2}, 0.15)
    assert [c.score for c in lifted] == pytest.approx([0.545, 0.4945, 0.1])
    assert [*(c.id for c in lifted), lifted[0].ranks["note"].rank] == [
        "about.md:3", "far.md:0", "other.md:0", 1,
    ]  # fmt: skip
    assert "note" not in lifted[2].ranks, "a note further away than 0.3 is not about it"


@given(st.lists(st.floats(-1, 1), max_size=8))
def test_without_weight_the_scores_stay(scores: list[float]) -> None:
    near = [chunk(f"n{i}.md:0", score=score) for i, score in enumerate(sorted(scores, reverse=True))]
    lifted = blend_whole_notes(near, {c.path: 0.9 for c in near}, 0.0)
    assert [(c.id, c.score) for c in lifted] == [(c.id, c.score) for c in near]


@pytest.mark.parametrize(
    ("text", "leg", "nearness", "order"),
    [
        ("without it", "meaning", 0.5, "a0 b1 a2 b0"), ("without it", "semantic", 0.5, "a0 b1 a2 b0"),
        ("an anchor", "meaning", 0.5, "a2 b1 a0 b0"), ("without it", "meaning", 0.4, "a2 b1 a0 b0"),
    ],
)  # fmt: skip
def test_a_title_word_shows_a_nearer_first_passage(text: str, leg: str, nearness: float, order: str) -> None:
    lead = chunk("a:2", score=0.9, text=text, ranks={leg: LegRank(2, 0.4)})
    near = chunk("a:0", score=0.2, ranks={leg: LegRank(1, nearness)})
    ranked = [lead, chunk("b:1", score=0.8), near, chunk("b:0", score=0.1)]
    shown = begin_with_first_passages(ranked, ("anchor",))
    assert [each.id.replace(":", "") for each in shown] == order.split()
    assert [each.score for each in shown] == [0.9, 0.8, 0.2, 0.1]


ASKED = "which spar holds the topsail"


def passage(at: int, kind: FileKind = FileKind.NOTE, **scores: float) -> Chunk:
    name = f"n{at}.md" if kind is FileKind.NOTE else f"f{at}.{kind}"
    ranks = {leg: LegRank(1, score) for leg, score in scores.items()}
    return chunk(f"{name}:0", text=f"{kind} {at} says nothing", kind=kind, score=-float(at), ranks=ranks)


def passages(count: int, kind: FileKind = FileKind.NOTE, **scores: float) -> list[Chunk]:
    return [passage(at, kind, **scores) for at in range(count)]


def spoken(kind: FileKind, **scores: float) -> Chunk:
    """Return a passage with all words of the question."""
    return replace(passage(9, kind, **scores), text=ASKED)


NOTE, PDF = FileKind.NOTE, FileKind.PDF
FAR = {"late": 0.3, "cross": -11.0, "semantic": 0.2}


@pytest.mark.parametrize(
    ("chunks", "order"),
    [
        # A file that answers clearly likelier stands first, one less likely than each note last.
        (passages(3, late=0.45, cross=-8.0) + passages(1, PDF, late=0.7, cross=4.0), "f0 n0 n1 n2"),
        (passages(1, PDF, late=0.4, cross=-9.0) + passages(4, late=0.5, cross=-4.0), "n0 n1 n2 n3 f0"),
        # One that answers as likely stands below five notes and takes turns with the rest.
        (passages(7, late=0.4, cross=-10.0) + passages(2, PDF, late=0.42, cross=-9.9),
         "n0 n1 n2 n3 n4 f0 n5 f1 n6"),
        # Before models have read, a file with all of the words stands above notes with none.
        ([*passages(3, semantic=0.4), spoken(PDF, fulltext=9.0)], "f9 n0 n1 n2"),
        (passages(3, semantic=0.4) + passages(1, PDF, semantic=0.41), "n0 n1 n2 f0"),
        # In a language that no model reads, a note or file is compared by vectors and words.
        ([spoken(NOTE, multilingual=0.6), *passages(2, NOTE, **FAR),
          *passages(1, PDF, late=0.5, cross=-6.0, semantic=0.3)], "n9 f0 n0 n1"),
        ([*passages(3, NOTE, **FAR), spoken(FileKind.WEB, multilingual=0.6)], "f9 n0 n1 n2"),
    ],
)  # fmt: skip
def test_a_file_stands_among_notes_by_how_likely_it_answers(chunks: list[Chunk], order: str) -> None:
    assert " ".join(one.path.partition(".")[0] for one in interleave_files(chunks, ASKED)) == order


@pytest.mark.parametrize(("late", "files_per_note", "place"), [(0.6, 1.0, 0), (0.6, 20.0, 5), (0.8, 20.0, 0)])
def test_among_more_files_one_must_answer_likelier(late: float, files_per_note: float, place: int) -> None:
    (file,) = passages(1, PDF, late=late, cross=-7.0)
    chunks = [*passages(6, late=0.45, cross=-9.0), file]
    ranked = interleave_files(chunks, ASKED, files_per_note=files_per_note)
    assert [one.path for one in ranked].index("f0.pdf") == place


_LIKELY = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), max_size=12)


@given(_LIKELY)
def test_notes_keep_their_order_nothing_is_lost_and_scores_fall(likely: list[tuple[bool, float]]) -> None:
    chunks = [
        passage(at, FileKind.PDF if is_file else FileKind.NOTE, late=late)
        for at, (is_file, late) in enumerate(likely)
    ]
    found = interleave_files(chunks, ASKED)
    before, after = ([one.id for one in some if one.kind is FileKind.NOTE] for some in (chunks, found))
    assert after == before
    assert sorted(one.id for one in found) == sorted(one.id for one in chunks)
    if any(not is_file for is_file, _ in likely):
        scores = [one.score or 0.0 for one in found]
        assert scores == sorted(scores, reverse=True)


BESIDE_NOTES = passages(6, fulltext=1.0)
FILES = passages(4, PDF, fulltext=9.0)


async def crowded(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
    """Find many passages of files before the notes, unless files are filtered out."""
    return (BESIDE_NOTES if where is not None else [*FILES, *BESIDE_NOTES])[:n]


async def test_files_take_no_note_its_place_among_the_candidates() -> None:
    found = await retrieve_both_kinds(crowded, "q", 5, None)
    assert [one.path for one in found if one.kind is FileKind.NOTE] == [f"n{at}.md" for at in range(5)]
    assert [one.path for one in found if one.kind is FileKind.PDF] == [f"f{at}.pdf" for at in range(4)]


async def alone(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
    return BESIDE_NOTES[:n]


async def test_fused_notes_have_the_scores_that_they_have_without_files() -> None:
    def scores(chunks: list[Chunk]) -> dict[str, float | None]:
        return {one.path: one.score for one in chunks if one.kind is FileKind.NOTE}

    async def fused(leg: Retriever) -> list[Chunk]:
        return await HybridRetriever({"fulltext": (leg, 5), "semantic": (leg, 5)})("q", 10)

    beside, before = await fused(crowded), await fused(alone)
    assert {one.kind for one in beside} == {FileKind.NOTE, FileKind.PDF}
    assert scores(beside).items() <= scores(before).items()


class Reversing:
    """A reranker that reverses what it is given, and remembers it."""

    name = "reversing"

    def __init__(self) -> None:
        self.read: list[list[str]] = []

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        self.read.append([one.path for one in chunks])
        return chunks[::-1][:n]


async def test_a_reranker_reads_notes_as_if_there_were_no_files_and_few_files_beside_notes() -> None:
    reranker = Reversing()
    files = [passage(at, FileKind.PDF) for at in range(20)]
    ordered = await rerank_both_kinds(reranker, "q", [files[0], *BESIDE_NOTES, *files[1:]])
    assert reranker.read == [[one.path for one in BESIDE_NOTES], [one.path for one in files[:8]]]
    assert [one.path for one in ordered[:6]] == [one.path for one in BESIDE_NOTES[::-1]]
    assert len(ordered) == 26
    assert await rerank_both_kinds(reranker, "q", files) == files[::-1]


async def test_the_same_list_comes_back_only_if_neither_notes_nor_files_were_read() -> None:
    class Reading(Reversing):
        async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
            return [*chunks] if chunks[0].kind == query else chunks

    both = [*FILES, *BESIDE_NOTES]
    is_same = {kind: await rerank_both_kinds(Reading(), kind, both) is both for kind in ("", "note", "pdf")}
    assert is_same == {"": True, "note": False, "pdf": False}


@pytest.mark.parametrize("case", Path(__file__).with_name("copies.txt").read_text("utf-8").splitlines())
def test_copies_stand_below_what_else_answers_unless_they_have_a_word_of_their_own(case: str) -> None:
    listed, order = (part.split(", ") for part in case.split(" -> "))
    texts = {"o": "other", "c 1": "keel one", "c 2": "keel two", "c": "keel"}
    chunks = [chunk(f"{name}.md:0", text=texts.get(name, "the keel")) for name in listed]
    assert [each.path[:-3] for each in lower_copies(chunks, 0, ("keel", "new"))] == order
    assert lower_copies(chunks, len(chunks), ("keel",)) == chunks, "named by the query"
