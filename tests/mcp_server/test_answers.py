"""The tools' answers: pages of a note, lists of notes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.errors import QueryError
from vaultsearch.core.values.context import ReadNote
from vaultsearch.mcp_server.answers import PAGE_CHARACTERS, convert_page, split_pages


@given(text=st.text(st.sampled_from("ab \n\r\u2028ü"), max_size=200), most=st.integers(1, 30))
def test_pages_put_together_are_the_text_and_none_is_too_long(text: str, most: int) -> None:
    cut = split_pages(text, most)
    assert "".join(cut) == text
    assert all(len(one) <= most for one in cut)
    assert all(cut) or cut == [""]


def test_a_page_ends_with_a_line() -> None:
    assert split_pages("one\ntwo\nthree\n", 9) == ["one\ntwo\n", "three\n"]


def test_a_page_that_is_not_there_is_an_error_that_says_which_are() -> None:
    note = ReadNote("a.md", "a", "obsidian://a", "x" * PAGE_CHARACTERS + "y")
    second = convert_page(note, 2)
    assert (second.text, second.page, second.pages) == ("y", 2, 2)
    with pytest.raises(QueryError, match="has no page 3") as missing:
        convert_page(note, 3)
    assert missing.value.remedy == "It has pages 1 to 2."
