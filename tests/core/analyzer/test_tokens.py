"""Tokens: what is typed and what is indexed are cut alike, whatever connects words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.analyzer import LONGEST_TERM, joined_numbers, split_token, tokens


@pytest.mark.parametrize(
    ("written", "words", "compounds"),
    [
        ("harbour", ("harbour",), ()),
        ("(harbour),", ("harbour",), ()),
        ("harbour.toml", ("harbour", "toml"), ("harbour.toml",)),
        ("7.13.2,", ("7", "13", "2"), ("7.13.2",)),
        ("48.85837", ("48", "85837"), ("48.85837",)),
        ("Rev.B4711", ("rev", "b4711"), ("rev.b4711",)),
        ("my_zebra_flag", ("my", "zebra", "flag"), ("myzebraflag",)),
        ("tired.Quietly", ("tired", "quietly"), ("tired.quietly",)),
        ("wi-fi", ("wi", "fi"), ("wifi",)),
        ("lena@post.example", ("lena", "post", "example"), ("lena@post.example", "post.example")),
        ("src/core/text.py", ("src", "core", "text", "py"), ("src/core/text.py", "text.py")),
        ("getUserName", ("getusername", "get", "user", "name"), ()),
        ("HEAD~3", ("head", "3"), ("head~3",)),
        ("C++", ("c",), ("c++",)),
        ("C#", ("c",), ("c#",)),
        (".NET", ("net",), (".net",)),
        ("§", (), ("§",)),
        ("🔥", (), ("🔥",)),
        ("€50", ("50",), ("€",)),
    ],
)
def test_a_token_has_words_and_is_one_term_as_a_whole(
    written: str, words: tuple[str, ...], compounds: tuple[str, ...]
) -> None:
    found = split_token(written)
    assert (found[0], set(found[1])) == (words, set(compounds))


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("l'orologio", ("orologio",)),
        ("L’école", ("ecole",)),
        ("dell'armadio", ("armadio",)),
        ("aujourd'hui", ("aujourdhui",)),
        ("O’Brien", ("o", "brien")),
        ("O'Brien's", ("o", "brien")),
        ("don't", ("dont",)),
        ("Don’t", ("dont",)),
        ("boat's", ("boat",)),
        ("'n'", ("n",)),
        ("rock'n'roll", ("rock", "n", "roll")),
    ],
)
def test_elisions_and_possessives_leave_the_word(written: str, words: tuple[str, ...]) -> None:
    """`orologio` found no note that has it behind an article alone."""
    assert split_token(written)[0] == words


@pytest.mark.parametrize(
    ("one", "other"),
    [("1,249.50", "1.249,50"), ("1,249.50", "1249.50"), ("wifi", "Wi-Fi"), ("O'Brien", "O’Brien")],
)
def test_other_spellings_share_a_term(one: str, other: str) -> None:
    mine, theirs = ({*split_token(written)[0], *split_token(written)[1]} for written in (one, other))
    assert mine & theirs


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("call +49 30 1234567 today", ["49301234567"]),
        ("DE89 3704 0044 0532 0130 00", ["de89370400440532013000"]),
        ("12 34", []),
        ("no digits", []),
    ],
)
def test_numbers_that_spaces_part_are_one_term(text: str, joined: list[str]) -> None:
    assert list(joined_numbers(text)) == joined


@given(st.text(max_size=120))
def test_tokens_lie_within_the_text_and_their_terms_are_bounded_and_without_spaces(text: str) -> None:
    reached = 0
    for token in tokens(text):
        assert reached <= token.start < token.end <= len(text)
        reached = token.end
        for term in (*token.words, *token.compounds):
            assert 0 < len(term) <= LONGEST_TERM
            assert not any(map(str.isspace, term))
