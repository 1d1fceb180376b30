"""Notes are ranked as if no other file lay in the vault, and files find their places among them."""

from __future__ import annotations

from dataclasses import replace

import pytest
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
def test_the_more_files_lie_beside_the_notes_the_likelier_one_must_answer_to_stand_above(
    late: float, files_per_note: float, place: int
) -> None:
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


NOTES = passages(6, fulltext=1.0)
FILES = passages(4, PDF, fulltext=9.0)


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


async def test_the_same_list_comes_back_only_if_neither_notes_nor_files_were_read() -> None:
    class Reading(Reversing):
        async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
            return [*chunks] if chunks[0].kind == query else chunks

    both = [*FILES, *NOTES]
    is_same = {kind: await rerank_both_kinds(Reading(), kind, both) is both for kind in ("", "note", "pdf")}
    assert is_same == {"": True, "note": False, "pdf": False}
