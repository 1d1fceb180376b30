"""Notes are ranked as if no other file lay in the vault, and files find their places among them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.filters import Filter
from vaultsearch.core.protocols import Retriever
from vaultsearch.core.search.files_beside_notes import (
    interleave_files,
    rerank_both_kinds,
    retrieve_both_kinds,
)
from vaultsearch.core.search.retrieval import HybridRetriever
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Chunk, LegRank

ASKED = "which spar holds the topsail"


def passage(at: int, kind: FileKind = FileKind.NOTE, **scores: float) -> Chunk:
    name = f"n{at}.md" if kind is FileKind.NOTE else f"f{at}.{kind}"
    ranks = {leg: LegRank(1, score) for leg, score in scores.items()}
    return chunk(f"{name}:0", text=f"{kind} {at} says nothing", kind=kind, score=-float(at), ranks=ranks)


def order(chunks: list[Chunk], asked: str = ASKED) -> list[str]:
    return [one.path for one in interleave_files(chunks, asked)]


def test_a_file_that_answers_clearly_likelier_stands_first() -> None:
    notes = [passage(at, late=0.45, cross=-8.0) for at in range(3)]
    file = passage(0, FileKind.PDF, late=0.7, cross=4.0)
    assert order([*notes, file]) == ["f0.pdf", "n0.md", "n1.md", "n2.md"]


def test_a_file_that_answers_as_likely_stands_below_five_notes_and_takes_turns_with_the_rest() -> None:
    notes = [passage(at, late=0.4, cross=-10.0) for at in range(7)]
    files = [passage(at, FileKind.PDF, late=0.42, cross=-9.9) for at in range(2)]
    expected = ["n0.md", "n1.md", "n2.md", "n3.md", "n4.md", "f0.pdf", "n5.md", "f1.pdf", "n6.md"]
    assert order([*notes, *files]) == expected


def test_a_file_that_answers_less_likely_than_each_note_stands_below_them() -> None:
    notes = [passage(at, late=0.5, cross=-4.0) for at in range(7)]
    file = passage(0, FileKind.PDF, late=0.4, cross=-9.0)
    assert order([file, *notes])[-1] == "f0.pdf"


def test_the_more_files_lie_beside_the_notes_the_likelier_one_must_answer_to_stand_above() -> None:
    notes = [passage(at, late=0.45, cross=-9.0) for at in range(6)]
    likelier, sure = (passage(0, FileKind.PDF, late=late, cross=-7.0) for late in (0.6, 0.8))
    as_many = [one.path for one in interleave_files([*notes, likelier], ASKED, files_per_note=1.0)]
    crowded = [one.path for one in interleave_files([*notes, likelier], ASKED, files_per_note=20.0)]
    assert (as_many.index("f0.pdf"), crowded.index("f0.pdf")) == (0, 5)
    assert interleave_files([*notes, sure], ASKED, files_per_note=20.0)[0].path == "f0.pdf"


def test_a_note_that_no_model_reads_is_compared_by_vectors_and_words() -> None:
    foreign = chunk("n.md:0", text=ASKED, ranks={"multilingual": LegRank(1, 0.6)})
    notes = [passage(at, late=0.3, cross=-11.0, semantic=0.2) for at in range(2)]
    file = passage(0, FileKind.PDF, late=0.5, cross=-6.0, semantic=0.3)
    assert order([foreign, *notes, file])[:2] == ["n.md", "f0.pdf"]


def test_before_models_have_read_a_file_with_all_of_the_words_stands_above_notes_with_none() -> None:
    notes = [passage(at, semantic=0.4) for at in range(3)]
    spoken = chunk("f.pdf:0", text=ASKED, kind=FileKind.PDF, ranks={"fulltext": LegRank(1, 9.0)})
    assert order([*notes, spoken])[0] == "f.pdf"
    assert order([*notes, passage(0, FileKind.PDF, semantic=0.41)])[0] == "n0.md"


def test_a_file_in_a_language_that_no_model_reads_is_compared_by_vectors_and_words() -> None:
    notes = [passage(at, late=0.3, cross=-11.0, semantic=0.2) for at in range(3)]
    foreign = chunk("f.web:0", text=ASKED, kind=FileKind.WEB, ranks={"multilingual": LegRank(1, 0.6)})
    assert order([*notes, foreign])[0] == "f.web"


_LIKELY = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), max_size=12)


@given(_LIKELY)
def test_notes_keep_their_order_nothing_is_lost_and_scores_fall(likely: list[tuple[bool, float]]) -> None:
    chunks = [
        passage(at, FileKind.PDF if is_file else FileKind.NOTE, late=late)
        for at, (is_file, late) in enumerate(likely)
    ]
    found = interleave_files(chunks, ASKED)
    assert [one.id for one in found if one.kind is FileKind.NOTE] == [
        one.id for one in chunks if one.kind is FileKind.NOTE
    ]
    assert sorted(one.id for one in found) == sorted(one.id for one in chunks)
    if any(not is_file for is_file, _ in likely):
        scores = [one.score or 0.0 for one in found]
        assert scores == sorted(scores, reverse=True)


NOTES = [passage(at, fulltext=1.0) for at in range(6)]
FILES = [passage(at, FileKind.PDF, fulltext=9.0) for at in range(4)]


async def crowded(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
    """Find many passages of files before the notes, unless files are filtered out."""
    return (NOTES if where is not None else [*FILES, *NOTES])[:n]


async def test_files_take_no_note_its_place_among_the_candidates() -> None:
    found = await retrieve_both_kinds(crowded, "q", 5, None)
    assert [one.path for one in found if one.kind is FileKind.NOTE] == [f"n{at}.md" for at in range(5)]
    assert [one.path for one in found if one.kind is FileKind.PDF] == [f"f{at}.pdf" for at in range(4)]


async def alone(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
    return NOTES[:n]


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
    ordered = await rerank_both_kinds(reranker, "q", [files[0], *NOTES, *files[1:]])
    assert reranker.read == [[one.path for one in NOTES], [one.path for one in files[:8]]]
    assert [one.path for one in ordered[:6]] == [one.path for one in NOTES[::-1]]
    assert len(ordered) == 26
    assert await rerank_both_kinds(reranker, "q", files) == files[::-1]
