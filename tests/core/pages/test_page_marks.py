"""Marks on a page: words, meanings, and what is typed into its search."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk, parsed
from vaultsearch.core.page_marks import carry_over, count_occurrences, find_occurrences, page_marks
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Result, Snippet


def result(text: str, terms: tuple[str, ...], *meant: str) -> Result:
    """Make a result whose passage reads ``text``; of ``meant``, the first of each word is marked."""
    spans = tuple(Span(text.index(word), text.index(word) + len(word)) for word in meant)
    return Result(replace(chunk(), text=text), Snippet(""), "", "", terms=terms, semantic_spans=spans)


def marked(shown: Snippet) -> tuple[list[str], list[str]]:
    of_query, of_meaning = (
        [shown.text[span.start : span.end] for span in spans]
        for spans in (shown.matches, shown.semantic_spans)
    )
    return of_query, of_meaning


def test_words_are_marked_in_every_block_and_meanings_in_the_passage_alone() -> None:
    blocks = ["Bread", "The loaf was heavy.", "Our bread, a loaf."]
    shown = page_marks(blocks, {1}, result("The loaf was heavy.", ("bread",), "loaf", "heavy"))
    assert [marked(block) for block in shown] == [
        (["Bread"], []),
        ([], ["loaf", "heavy"]),
        (["bread"], []),
    ]


def test_a_word_that_the_query_names_is_not_marked_twice() -> None:
    shown = page_marks(["bread and loaves"], {0}, result("bread and loaves", ("bread",), "bread", "loaves"))
    assert marked(shown[0]) == (["bread"], ["loaves"])


@pytest.mark.parametrize(
    ("text", "spans", "blocks", "expected"),
    [
        pytest.param("a loaf", ["loaf"], ["• a loaf"], [(0, 4, 8)], id="a sign stands before it"),
        pytest.param(
            "first heavy, last heavy", ["last heavy"], ["first heavy,", "last heavy"], [], id="no whole word"
        ),
        pytest.param("one loaf\ntwo loaf", ["two"], ["one loaf", "two loaf"], [(1, 0, 3)], id="over blocks"),
        pytest.param("the loaf", ["loaf"], ["the bun"], [], id="not shown"),
        pytest.param("", [], ["loaf"], [], id="nothing"),
        pytest.param("a loaf here", ["loaf"], ["a loaf1 here"], [(0, 2, 6)], id="a footnote's number"),
        pytest.param("🍞 loaf", ["loaf"], ["🍞🍞 the loaf"], [(0, 7, 11)], id="emoji are one character"),
    ],
)
def test_spans_are_carried_over_by_the_words_around_them(
    text: str, spans: list[str], blocks: list[str], expected: list[tuple[int, int, int]]
) -> None:
    asked = [Span(text.index(span), text.index(span) + len(span)) for span in spans]
    carried = carry_over(text, asked, blocks)
    assert [(n, span.start, span.end) for n, found in enumerate(carried) for span in found] == expected


def test_of_a_word_that_stands_twice_the_one_that_was_meant_is_marked() -> None:
    text = "A loaf for us. Nothing else. A loaf for them."
    second = text.rindex("loaf")
    carried = carry_over(text, [Span(second, second + 4)], ["Before: a loaf.", text, "A loaf after."])
    assert carried == [[], [Span(second, second + 4)], []]


def test_a_passage_within_a_longer_block_is_found_there() -> None:
    long = "Nothing happened that day. " * 60
    text = "The loaf was heavy. Nothing happened."
    carried = carry_over(text, [Span(4, 8)], [long + text + long])
    assert carried == [[Span(len(long) + 4, len(long) + 8)]]


def test_markdown_that_the_page_does_not_show_shifts_nothing() -> None:
    written = "- [ ] The **loaf** in [[Ovens|the oven]] was `heavy` ==indeed==[^1]"
    read = parsed("a.md", written).sections[0].blocks[0].text
    page = ["The loaf in the oven was heavy indeed1"]
    spans = [Span(read.index(word), read.index(word) + len(word)) for word in ("loaf", "oven", "heavy")]
    assert [page[0][span.start : span.end] for span in carry_over(read, spans, page)[0]] == [
        "loaf",
        "oven",
        "heavy",
    ]


def found(text: str, wanted: str) -> list[str]:
    return [text[span.start : span.end] for span in find_occurrences(text, wanted)]


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("Pottery, pottery and pots", "pot", ["Pot", "pot", "pot"]),
        ("Café, cafe\u0301 and CAFE", "cafe", ["Café", "cafe\u0301", "CAFE"]),
        ("a café", "Café", ["café"]),
        ("Straße und STRASSE", "strasse", ["Straße", "STRASSE"]),
        ("陶艺课程,陶艺", "陶艺", ["陶艺", "陶艺"]),
        ("ＦＵＬＬ width", "full", ["ＦＵＬＬ"]),
        ("one\u00a0two", "one two", ["one\u00a0two"]),
        ("👍🏽 pots 👍🏽", "pots", ["pots"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("words", "", []),
        ("words", "sword", []),
    ],
)
def test_what_is_typed_is_found_as_it_stands_in_the_text(text: str, wanted: str, expected: list[str]) -> None:
    assert found(text, wanted) == expected
    assert count_occurrences(text, wanted) == len(expected)


@given(st.text(max_size=60), st.text(min_size=1, max_size=3))
def test_what_is_found_folds_to_what_was_typed_and_never_overlaps(text: str, wanted: str) -> None:
    spans = find_occurrences(text, wanted)
    assert all(one.end <= other.start or one == other for one, other in itertools.pairwise(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


@given(st.text("abcdefgh ÄäÖöÉé", max_size=40))
def test_a_word_of_the_text_is_found_in_it(text: str) -> None:
    for word in text.split():
        assert fold_text(word) in [fold_text(one) for one in found(text, word)]
