"""Segments: the parts of a long text that it is searched by."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER
from vaultsearch.core.long_queries.segments import cut_into_segments

_LONG = " ".join(f"Sentence number {i} has seven words here." for i in range(100))


def test_each_paragraph_is_a_segment() -> None:
    segments = cut_into_segments("One two three four five.\n\nSix seven eight nine ten.\n", CHUNKER, 0.08, 5)
    assert [(segment.line_start, segment.line_end) for segment in segments] == [(1, 1), (3, 3)]


def test_short_ones_are_joined_with_what_follows() -> None:
    segments = cut_into_segments(
        "Yes.\n\nNo.\n\nOne two three four five six seven.\n\nEight nine ten.\n", CHUNKER, 0.08, 8
    )
    assert [segment.text for segment in segments] == [
        "Yes.\nNo.\nOne two three four five six seven.",
        "Eight nine ten.",
    ]


def test_a_long_paragraph_is_cut_with_an_overlap() -> None:
    segments = cut_into_segments(_LONG, CHUNKER, 0.08, 8, by_sentences=False)
    assert len(segments) > 2
    for before, after in pairwise(segments):
        last = before.text.rsplit(". ", 1)[-1].rstrip(".")
        assert last in after.text


def test_a_long_paragraph_of_three_subjects_is_cut_at_its_sentences() -> None:
    """Pasted without blank lines, three subjects were one topic, and only the first was found."""
    subjects = [
        "I want to bake rye bread, and the dough should rest overnight in a cold room until it has risen.",
        "The mast of the boat needs to be sanded, and varnished with seven coats before\nthe launch in May.",
        "For my sister's birthday I look for a present, maybe a course in pottery on Tuesday evenings soon.",
    ]
    segments = cut_into_segments(" ".join(subjects), CHUNKER, 0.08, 8)
    assert [segment.text for segment in segments] == subjects
    assert [(one.line_start, one.line_end) for one in segments] == [(1, 1), (1, 2), (2, 2)]
    (whole,) = cut_into_segments(" ".join(subjects), CHUNKER, 0.08, 8, by_sentences=False)
    assert whole.text == " ".join(subjects)


def test_a_short_paragraph_and_a_table_stay_whole() -> None:
    table = "| a | b |\n| - | - |\n" + "| One. Two. Three. | Four. Five. Six. |\n" * 6
    for text in ("One two three. Four five six. Seven.", table):
        assert len(cut_into_segments(text, CHUNKER, 0.0, 8)) == len(
            cut_into_segments(text, CHUNKER, 0.0, 8, by_sentences=False)
        )


def test_headings_stand_before_what_is_under_them_and_frontmatter_is_left_out() -> None:
    (segment,) = cut_into_segments(
        "---\ntags: [a]\n---\n# Supper\n\nSoup of lentils.\n\nAnd bread.\n", CHUNKER, 0.08, 16
    )
    assert segment.text == "Supper\nSoup of lentils.\nAnd bread."


def test_headings_alone_are_a_text() -> None:
    """A question typed as a heading was answered with "There is no text to search with"."""
    (segment,) = cut_into_segments("# How do I embed a note?\n", CHUNKER, 0.08, 16)
    assert (segment.text, segment.line_start) == ("How do I embed a note?", 1)
    (segment,) = cut_into_segments("---\ntags: [a]\n---\n# One\n## Two\n", CHUNKER, 0.08, 16)
    assert segment.text == "One\nTwo"
    assert cut_into_segments("---\ntags: [a]\n---\n", CHUNKER, 0.08, 16) == []


def test_the_number_of_a_message_is_no_heading() -> None:
    chat = "## Message 1 (Anna, 10:02)\n\nAre you coming?\n\n## Message 2 (Bob, 10:03)\n\nYes.\n"
    (segment,) = cut_into_segments(chat, CHUNKER, 0.08, 16, is_chat=True)
    assert (segment.text, segment.messages) == ("Are you coming?\nYes.", (1, 2))


@given(st.lists(st.text(alphabet="abc .\n#", min_size=1, max_size=60), max_size=8))
def test_no_word_is_lost(paragraphs: list[str]) -> None:
    text = "\n\n".join(f"word{at} {one}" for at, one in enumerate(paragraphs))
    read = " ".join(segment.text for segment in cut_into_segments(text, CHUNKER, 0.0, 16))
    assert all(f"word{at}" in read for at in range(len(paragraphs)))
