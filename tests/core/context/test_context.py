"""What is pasted: cited, within the budget, nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from tests.builders import WordCounter, chunk
from vaultsearch.core.context.context import ContextAssembler, cited
from vaultsearch.core.index.universal_sentence_encoder import UniversalTokenCounter

if TYPE_CHECKING:
    from vaultsearch.core.values import Chunk


def uri(chunk: Chunk) -> str:
    return f"obsidian://open?file={chunk.path}"


def test_a_passage_stands_under_its_citation_with_its_link() -> None:
    piece = chunk("Gift ideas.md:0", heading_path=("Family", "Anna"), content="- a *pottery* course\n")
    assert cited(piece, uri(piece)) == (
        "From Gift ideas (section: Family > Anna):\n\n- a *pottery* course\n\n"
        "obsidian://open?file=Gift ideas.md\n"
    )


def test_a_passage_before_any_heading_names_the_note_alone() -> None:
    assert cited(chunk("Home.md:0"), "u").startswith("From Home:\n\nsome words\n")


def test_a_note_without_a_body_is_cited_by_what_is_known_of_it() -> None:
    assert cited(chunk("Empty.md:0", content="", text=""), "u") == "From Empty:\n\nu\n"


def test_what_does_not_fit_is_left_out_and_counted() -> None:
    chunks = [chunk(f"{i}.md:0", content="word " * size) for i, size in enumerate((50, 500, 50))]
    context = ContextAssembler(WordCounter(), budget=200).assemble(chunks, uri)
    assert [c.path for c in context.pieces] == ["0.md", "2.md"]
    assert (context.left_out, context.budget) == (1, 200)
    assert context.text.index("From 0:") < context.text.index("From 2:")


@given(st.lists(st.text(max_size=400), max_size=8), st.integers(100, 300))
def test_the_budget_is_never_exceeded(texts: list[str], budget: int) -> None:
    chunks = [chunk(f"{i}.md:0", content=text) for i, text in enumerate(texts)]
    assembler = ContextAssembler(WordCounter(), budget)
    context = assembler.assemble(chunks, uri)
    assert assembler.tokens(context.text) == context.tokens <= budget
    assert len(context.pieces) + context.left_out == len(chunks)


def test_passages_in_other_languages_are_measured_in_tokens_that_know_them() -> None:
    thai = chunk("ชา.md:0", content="กาน้ำอยู่บนเตาและน้ำกำลังจะเดือด " * 20, language="th")
    english = chunk("Tea.md:0", content="The kettle is on the stove. " * 20, language="en")
    assembler = ContextAssembler(WordCounter(), 10_000, UniversalTokenCounter.installed())
    alone = assembler.assemble([english], uri)
    assert alone.tokens == ContextAssembler(WordCounter(), 10_000).assemble([english], uri).tokens
    both = assembler.assemble([english, thai], uri)
    assert both.tokens - alone.tokens > 20 * 8, "a sentence of some ten words is more than eight tokens"
    words_alone = ContextAssembler(WordCounter(), 10_000).assemble([thai], uri)
    assert assembler.assemble([thai], uri).tokens > words_alone.tokens
