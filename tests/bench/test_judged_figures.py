"""The span of a passage in its note covers all its text, wherever it was cut; figures of excerpts by hand."""

import itertools
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.judged_figures import covered, excerpt_figures, length, merged, passage_span
from tests.bench.judged_sets import Excerpt, Question
from tests.builders import WordCounter, chunk, parsed, present
from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.values.note import Span

WORDS = st.lists(
    st.sampled_from(["sea", "cow", "graze", "meadow", "[[Ebb|tides]]", "*calm*", "`reef`", "moon"]),
    min_size=1,
)
LINES = st.lists(
    st.one_of(
        WORDS.map(" ".join),
        WORDS.map(lambda words: ". ".join(words) + "."),
        WORDS.map(lambda words: "- " + " ".join(words)),
        st.sampled_from(["", "", "## Habits", "> quoted. And more.", "海牛吃草。它们很慢。月亮很远。"]),
    ),
    max_size=25,
)
SPANS = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 20)).map(lambda s: Span(s[0], s[0] + s[1])), max_size=8
)


def told_apart(text: str) -> str:
    """Number the words at both ends, which a cut may part: of repeated ones, more than one may be meant."""
    count = itertools.count(1)
    return re.sub(r"[a-z]{3,}", lambda word: f"{(n := next(count)):03}{word[0]}{n:03}", text)


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def follows(wanted: str, stream: str) -> bool:
    """Return whether the stream holds the letters in this order, with or without others between them."""
    left = iter(stream)
    return all(letter in left for letter in wanted)


@given(LINES, st.sampled_from([3, 8, 40]), st.sampled_from([0, 4]))
def test_a_span_covers_the_passage(lines: list[str], size: int, overlap: int) -> None:
    text = told_apart("\n".join(lines))
    for passage in Chunker(WordCounter(), size, overlap).chunks(parsed("a.md", text)):
        span = passage_span(passage, text)
        if span is None:
            assert not passage.content.strip()
        else:
            assert follows(letters(passage.content), letters(text[span.start : span.end]))


def test_a_passage_that_stands_there_to_the_letter_is_found_there() -> None:
    found = passage_span(chunk(line_start=3, line_end=3, content="Same."), "Same.\n\nSame.\n\nSame.\n")
    assert found == Span(7, 12)


def test_sentences_of_a_long_line_are_found_by_their_letters() -> None:
    text = 'First, one.  See [the tides](https://example.org/moon) "here". Last.'
    content = 'First, one. See the tides "here".'
    found = present(passage_span(chunk(line_start=1, line_end=1, content=content), text))
    assert text[found.start : found.end] == text.removesuffix(" Last.")


def test_the_middle_of_a_long_line_is_found_where_it_is_and_not_where_its_first_word_comes_first() -> None:
    text = (
        "The tide rises. " * 20
        + "The reef, *at last*, lies bare.  The crabs come. "
        + "The tide falls. " * 20
    )
    found = present(passage_span(chunk(content="The reef, at last, lies bare. The crabs come."), text))
    assert text[found.start : found.end] == "The reef, *at last*, lies bare.  The crabs come."


def test_a_passage_without_text_stands_nowhere() -> None:
    assert passage_span(chunk(content=""), "# Only a heading\n") is None
    assert passage_span(chunk("b.canvas:0", content="A card."), '{"nodes": []}') is None


@given(SPANS)
def test_merged_spans_are_apart_and_hold_the_same(spans: list[Span]) -> None:
    found = merged(spans)
    assert all(one.end < other.start for one, other in pairwise(found))
    held = {at for span in spans for at in range(span.start, span.end)}
    assert {at for span in found for at in range(span.start, span.end)} == held
    assert length(spans) == len(held)


@given(SPANS, SPANS)
def test_what_two_share_is_the_same_either_way(spans: list[Span], others: list[Span]) -> None:
    held = {at for span in spans for at in range(span.start, span.end)}
    other = {at for span in others for at in range(span.start, span.end)}
    assert covered(spans, others) == covered(others, spans) == len(held & other)


@pytest.mark.parametrize("first", [1, 2])
def test_lines_beyond_the_end_are_none(first: int) -> None:
    assert passage_span(chunk(line_start=first, line_end=9, content="no"), "one\ntwo") is not None


def asked(*excerpts: Excerpt) -> Question:
    return Question("1", "?", {"a.md": 1}, excerpts)


def test_excerpt_figures_count_each_character_once() -> None:
    question = asked(Excerpt("a.md", Span(0, 10)), Excerpt("b.md", Span(100, 110)))
    passages = [("a.md", Span(5, 25)), ("a.md", Span(0, 15)), ("c.md", Span(0, 25)), ("b.md", None)]
    found = excerpt_figures([question], [passages])
    assert found["Chars@1"][0] == 5 / 20
    assert found["Chars@5"][0] == found["Chars@10"][0] == 10 / 20
    assert (found["CharP@1"][0], found["CharP@5"][0]) == (5 / 20, 10 / 50)


def test_nothing_found_holds_nothing() -> None:
    found = excerpt_figures([asked(Excerpt("a.md", Span(0, 10)))], [[]])
    assert {values[0] for values in found.values()} == {0}
