"""Positions at which a text may be split."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.text import break_after, break_before

FAMILY = "👨‍👩‍👧"
LETTERS = st.sampled_from(["a", " ", "，", "字", "e\u0301", "นี้", FAMILY, "क्ष", "\n", "7", "."])
TEXTS = st.lists(LETTERS, max_size=60).map("".join)


@pytest.mark.parametrize(
    ("text", "at", "before", "after"),
    [
        ("one two three", 5, "one ", "one two"),
        ("我喜欢，在海边散步。再见", 6, "我喜欢，", "我喜欢，在海边散步。"),
        ("我喜欢在海边", 3, "我喜欢", "我喜欢"),
        ("๑นี้นี้", 3, "๑", "๑"),
        (FAMILY + "ab", 2, FAMILY, ""),
        ("3,141 592", 2, "3,", "3,141"),
        ("short", 9, "short", "short"),
    ],
)
def test_a_cut_follows_signs_else_letters(text: str, at: int, before: str, after: str) -> None:
    assert text[: break_before(text, at, 20)] == before
    assert text[: break_after(text, at, 20)] == after


@given(TEXTS, st.integers(1, 60), st.integers(0, 30))
def test_no_cut_is_within_a_letter(text: str, at: int, reach: int) -> None:
    edges = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    assert break_before(text, at, reach) in edges
    assert break_after(text, at, reach) in edges
