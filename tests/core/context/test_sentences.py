"""The sentences of a note, their places, and their text for a model."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.context.formats import NoteBlocks
from vaultsearch.core.context.quotes import sentences_of


def cut(text: str) -> list[tuple[int, str, str]]:
    """Return the first line, the text as it stands, and without markup, of each sentence."""
    return [(s.line_start, text[s.start : s.end], s.read) for s in sentences_of(NoteBlocks.of(text))]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "---\na: b\n---\n# Keel\n\nOak, **one** piece. See [[Tom|the sawyer]]!\n\n- [ ] ==Bolt== it\n",
            [
                (6, "Oak, **one** piece.", "Oak, one piece."),
                (6, "See [[Tom|the sawyer]]!", "See the sawyer!"),
                (8, "- [ ] ==Bolt== it", "[ ] Bolt it"),
            ],
        ),
        (
            "| part | wood |\n| --- | --- |\n| keel | oak |\n| plank | **larch** |\n",
            [
                (3, "| keel | oak |", "part: keel, wood: oak"),
                (4, "| plank | **larch** |", "part: plank, wood: larch"),
            ],
        ),
        ("```sh\nmake fair\nmake tight\n```\n", [(2, *["make fair\nmake tight"] * 2)]),
        ("水要烧开。泡两分钟。", [(1, "水要烧开。", "水要烧开。"), (1, "泡两分钟。", "泡两分钟。")]),
    ],
)
def test_sentences_stand_where_they_are_written_and_are_read_without_syntax(
    text: str, sentences: list[tuple[int, str, str]]
) -> None:
    assert cut(text) == sentences


def test_a_sentence_goes_on_in_the_next_line_where_the_line_is_full() -> None:
    wrapped = "The garboard is the plank next to the keel, and it is the one\nthat rots first. Then the next."
    assert [text for _, text, _ in cut(wrapped)] == [
        "The garboard is the plank next to the keel, and it is the one\nthat rots first.",
        "Then the next.",
    ]
    assert [text for _, text, _ in cut("Oak\nLarch\nElm")] == ["Oak", "Larch", "Elm"]


@pytest.mark.parametrize(
    ("n_lines", "blank", "parts"),
    [
        (30, (), [(2, 12), (14, 12), (26, 6)]),  # after so many lines
        (14, (3, 9), [(2, 3), (6, 5), (12, 4)]),  # at blank lines
        (8, (3,), [(2, 8)]),  # short code is whole
    ],
)
def test_long_code_is_cut(n_lines: int, blank: tuple[int, ...], parts: list[tuple[int, int]]) -> None:
    code = "\n".join("" if at in blank else f"step {at}" for at in range(n_lines))
    assert [(line, text.count("\n") + 1) for line, text, _ in cut(f"```sh\n{code}\n```\n")] == parts


@given(
    st.lists(
        st.sampled_from(
            [
                "# H", "- item. And more", "> [!note] Look\n> here. There", "```\ncode\n\nmore\n```",
                "| a |\n| - |\n| b |",
            ]
        )
        | st.text(max_size=80),
        max_size=12,
    ).map("\n\n".join)
)  # fmt: skip
def test_every_sentence_stands_in_the_note_at_its_line(text: str) -> None:
    note = NoteBlocks.of(text)
    found = sentences_of(note)
    for one in found:
        standing = text[one.start : one.end]
        assert standing.strip()
        assert note.lines_of(one.start, one.end) == (one.line_start, one.line_end)
    assert [one.start for one in found] == sorted(one.start for one in found)
    assert all(one.end <= after.start for one, after in pairwise(found))


def test_a_sentence_on_a_page_of_a_pdf_is_under_the_section_that_was_begun_on_an_earlier_page() -> None:
    text = (
        "# Page 1\n\n## Drying\n\nIt takes a summer.\n\n# Page 2\n\nOak takes two.\n\n## Sawing\n\nBy hand.\n"
    )
    found = sentences_of(NoteBlocks.of(text, "Wood.pdf"))
    assert [(one.heading_path, one.read) for one in found] == [
        (("Page 1", "Drying"), "It takes a summer."),
        (("Page 2", "Drying"), "Oak takes two."),
        (("Page 2", "Sawing"), "By hand."),
    ]
    assert sentences_of(NoteBlocks.of(text, "Wood.md"))[1].heading_path == ("Page 2",)
