"""Text found in a note as a browser finds it: case and accents do not matter, offsets are the text's own."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.page_marks import count_occurrences, find_occurrences
from vaultsearch.core.text import fold_text


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
