"""Rerankers that know English alone, among passages and questions in other languages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hypothesis import given

from tests.builders import LanguageCounts, chunk
from tests.core.search.reranking.candidates import ordered_chunks
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search.reranker_chain import EnglishReranker
from vaultsearch.core.values.search import Chunk

ENGLISH, GERMAN = "what did we say about the mast", "Was haben wir über den Mast gesagt?"


@dataclass
class Backwards:
    """Turns the order round, and notes what it was given."""

    name: str = "backwards"
    read: list[str] = field(default_factory=list)

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        self.read += [c.id for c in chunks]
        scores = sorted((10 * (c.score or 0.0) for c in chunks), reverse=True)
        return [replace(c, score=s) for c, s in zip(reversed(chunks), scores, strict=True)][:n]


def english_reranker(inner: Backwards, **counts: int) -> EnglishReranker:
    return EnglishReranker(inner, QueryLanguages(LanguageCounts(counts)))


@given(ordered_chunks())
async def test_where_all_is_english_it_does_what_the_other_does(chunks: list[Chunk]) -> None:
    found = await english_reranker(Backwards(), en=9)(ENGLISH, chunks, len(chunks))
    assert found == await Backwards()(ENGLISH, chunks, len(chunks))


@given(ordered_chunks())
async def test_a_question_in_another_language_leaves_the_order(chunks: list[Chunk]) -> None:
    inner = Backwards()
    assert await english_reranker(inner, en=9)(GERMAN, chunks, len(chunks)) is chunks
    assert inner.read == []


async def test_passages_in_other_languages_keep_their_place_between_those_that_are_read() -> None:
    chunks = [
        chunk("a.md:0", score=0.9, language="en"),
        chunk("b.md:0", score=0.6, language="de"),
        chunk("c.md:0", score=0.3, language="en"),
    ]
    inner = Backwards()
    found = await english_reranker(inner, en=6, de=4)(ENGLISH, chunks, 3)
    assert inner.read == ["a.md:0", "c.md:0"]
    assert [c.id for c in found] == ["c.md:0", "b.md:0", "a.md:0"]
    assert [round(c.score or 0, 6) for c in found] == [9.0, 6.0, 3.0]


async def test_among_passages_of_one_score_nothing_is_divided_by_nothing() -> None:
    chunks = [chunk(f"{i}.md:0", score=0.5, language="de" if i else "en") for i in range(3)]
    found = await english_reranker(Backwards(), en=6, de=4)(ENGLISH, chunks, 3)
    assert {c.id for c in found} == {c.id for c in chunks}
