"""The text of snippets: as a reader sees it, with every mark on its words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.search.results import make_snippet, snippet_text
from vaultsearch.core.values.note import Span

MARKS = ("- ", "[x] ", "`", "``", "**", "](", ")", "![[", "[[", "]]", "!", "[", "|", " | ", "- - ")
WORDS = ("\n", " ", "word", "x.png", "她说", "🚂", "loaf of bread", "Note")
PIECES = st.sampled_from((*MARKS, *WORDS))
WHOLE = r"(?<!\S)(?:word|loaf of bread)(?!\S)"
TEXTS = st.lists(PIECES, max_size=40).map("".join)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("- flour\n- water\n  - salt", "flour\n· water\n· salt"),
        ("- [x] call Anna\n- [ ] paint", "call Anna\n· paint"),
        ("Run `git rebase` **now**", "Run git rebase now"),
        ("x**2 stays", "x**2 stays"),
        ("see [the list](lists.md) and [[Notes|mine]]", "see the list and mine"),
        ("![[icon.svg]] Garden", " Garden"),
        ("Pasted image 20240102.png\nThe garden", "\nThe garden"),
        ("as in home.png here", "as in  here"),
        ("a | b", "a · b"),
        ("| a | b |\n| --- | :---: |\n|  | d |", "a · b\n\nd"),
        ("a |  | c\n--- | ---\n--x", "a · c\n\n--x"),
        ("x || y |z", "x || y |z"),
        ("[!info] Title\n- [!quote]+ body", "Title\n· body"),
        ("see [!info] there", "see [!info] there"),
        ("![250](a (1).png) after ![x|250](b.png)", " after "),
        ("well - no list", "well - no list"),
    ],
)
def test_a_snippet_reads_as_text(text: str, read: str) -> None:
    assert snippet_text(text).text == read


def test_a_pictures_name_stays_if_it_was_searched_for() -> None:
    assert make_snippet("see harbour.png there", ["harbour"]).text == "see harbour.png there"
    assert make_snippet("see harbour.png there", ["there"]).text == "see there"


def test_a_passage_of_marks_alone_is_shown_as_it_is() -> None:
    assert make_snippet("harbour.png", ()).text == "harbour.png"


@given(TEXTS)
def test_no_raw_mark_is_left(text: str) -> None:
    read = snippet_text(text).text
    assert not re.search(r"`|\]\(|!\[\[", read)
    assert not re.search(r"(?m)^\s*- ", read)
    assert not re.search(r"(?<!\w)\*\*|\*\*(?!\w)", read)


@given(TEXTS, st.data())
def test_each_character_that_is_kept_is_where_its_place_says(text: str, data: st.DataObject) -> None:
    read = snippet_text(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = read.span(Span(start, end))
    assert 0 <= span.start <= span.end <= len(read.text)
    words = [match.span() for match in re.finditer(WHOLE, text)]
    for at, until in words:
        kept = read.span(Span(at, until))
        assert read.text[kept.start : kept.end] in (text[at:until], "")


@given(TEXTS)
def test_marks_stand_on_the_words_that_they_mark(text: str) -> None:
    spans = [Span(*match.span()) for match in re.finditer(WHOLE, text) if match.group() != "word"]
    shown = make_snippet(text, ["word"], meant=spans)
    assert {shown.text[one.start : one.end] for one in shown.matches} <= {"word"}
    assert {shown.text[one.start : one.end] for one in shown.semantic_spans} <= {"loaf of bread"}


@pytest.mark.parametrize(
    ("lead", "begins"),
    [
        ("Rent a shed before you buy the ", "Rent a shed"),
        ("By the way, rent a shed before you buy a ", "… way, rent a shed"),
        ("她说她想要一个陶艺课" * 3 + "，", "她说她想要"),
    ],
)
def test_a_snippet_never_begins_within_the_first_word(lead: str, begins: str) -> None:
    text = f"{lead}boat. {'A boat out of doors rots as quickly as one person can mend it. ' * 5}"
    assert " ".join(make_snippet(text, ("boat",)).text.split()).startswith(begins)
