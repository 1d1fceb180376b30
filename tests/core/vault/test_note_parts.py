"""A note in parts: nothing is lost or torn apart, headings and places are found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.vault.reading import parse
from vaultsearch.core.values.note import LinkKind, ParsedLink
from vaultsearch.core.vault.rendering.note_parts import MIN_PART_CHARS, NoteParts
from vaultsearch.core.vault.rendering.page import NotePage

WORDS = "some words that go on for a while until there are enough of them " * 4


def link(*heading: str, block: str | None = None) -> ParsedLink:
    return ParsedLink(LinkKind.WIKILINK, "", 0, heading, block)


def test_a_short_note_is_one_part() -> None:
    assert NoteParts.of("# A\n\nwords\n").starts == (1,)
    assert NoteParts.of("").starts == (1,)


def test_a_long_note_is_cut_at_headings_and_every_line_is_in_one_part() -> None:
    text = "\n".join(f"## Heading {i}\n\n{WORDS}\n" for i in range(200))
    parts = NoteParts.of(text)
    assert len(parts.parts) > 5
    assert all(part.lines[0].startswith("## ") for part in parts.parts)
    assert max(sum(map(len, part.lines)) for part in parts.parts) < 2 * MIN_PART_CHARS
    assert [n for part in parts.parts for n in part.numbers] == list(range(1, text.count("\n") + 2))
    assert [parts.part_of(start) for start in parts.starts] == list(range(len(parts.starts)))


def test_a_long_table_is_shown_as_a_table_in_every_part() -> None:
    rows = "\n".join(f"| {i} | {WORDS} |" for i in range(200))
    page = NotePage("a.md", "a", f"| n | words |\n|---|---|\n{rows}\n")
    htmls = [page.html(number, None) for number in range(len(page.parts.parts))]
    assert len(htmls) > 2
    assert all("<th align='left'>words</th>" in html for html in htmls)
    assert "<td align='left'>199</td>" in htmls[-1]


def test_a_line_of_a_megabyte_is_several_paragraphs() -> None:
    page = NotePage("a.md", "a", "word " * 200_000)
    htmls = [page.html(number, None) for number in range(len(page.parts.parts))]
    assert max(map(len, htmls)) < 4 * MIN_PART_CHARS
    assert sum(html.count("word") for html in htmls) == 200_000


def test_the_outline_holds_headings_and_not_what_only_looks_like_one() -> None:
    text = (
        "---\na: 1\n---\n# **One** [[x|y]]\n```\n# code\n```\n%%\n# hidden\n%%\n"
        "## Two ##\nSetext\n======\n\n$$\n# x\n$$\n\n####### seven\n#tag\n"
    )
    found = [(heading.level, heading.text, heading.line) for heading in NoteParts.of(text).outline]
    assert found == [(1, "One y", 4), (2, "Two", 11), (1, "Setext", 12)]


@pytest.mark.parametrize(
    "text",
    [
        "<h2>Fungi</h2>\n\nwords",
        "- item\nTitle\n=====\n\nwords",
        "of two\nlines\n=====\n\nwords",
        "of two\nlines\n-----\n\nwords",
        "- item\nmore\n-----\n\nwords",
    ],
)
def test_the_outline_is_that_of_the_note(text: str) -> None:
    assert NoteParts.of(text).outline == parse(text).headings


def test_what_a_note_defines_at_its_end_is_known_in_its_beginning() -> None:
    text = f"a[^1] and [there][ref]\n\n{(WORDS + chr(10) * 2) * 60}\n\n[^1]: the note\n[ref]: https://e.org\n"
    page = NotePage("a.md", "a", text)
    assert len(page.parts.starts) > 1
    line = text[: text.index("[^1]: ")].count("\n") + 1
    assert f"<a href='#line-{line}'>1</a>" in page.html(0, None)
    assert "<a href='https://e.org'>there</a>" in page.html(0, None)
    assert f"<a name='line-{line}'></a>1. the note" in page.html(len(page.parts.starts) - 1, None)


def test_a_link_to_a_heading_leads_to_it_through_the_headings_above_it() -> None:
    page = NotePage("a.md", "A", "# One\n\n## Same\n\n# Two\n\n## Same\n\nwords\n")
    assert page.at_link(link("same")).anchor == "line-3"
    found = page.at_link(link("Two", "Same"))
    assert (found.anchor, found.heading_path) == ("line-7", ("Two", "Same"))
    assert "<a name='line-7'></a>Same" in found.html
    assert page.at_link(link("nowhere")).anchor == ""


@pytest.mark.parametrize("name", ["The `foo_bar` function", "the foo_bar function", "The foo_bar function"])
def test_a_link_to_a_heading_with_code_in_it_leads_there(name: str) -> None:
    page = NotePage("a.md", "A", "# One\n\n## The `foo_bar` function\n\nwords\n")
    assert page.at_link(link(name)).anchor == "line-3"


def test_a_link_to_a_page_of_a_pdf_leads_to_it_and_one_to_no_page_to_the_first() -> None:
    text = "# Page 1\n\nrye\n\n# Page 2 (iv)\n\n## Sowing\n\noats\n\n# Page 3\n\nbarley\n"
    pdf = NotePage("Grain.pdf", "Grain", text)
    found = pdf.at_link(ParsedLink(LinkKind.WIKILINK, "Grain.pdf", 0, page=2))
    assert (found.anchor, found.heading_path) == ("line-5", ("Page 2 (iv)", "Sowing"))
    assert pdf.at_link(ParsedLink(LinkKind.WIKILINK, "Grain.pdf", 0, page=3)).anchor == "line-11"
    assert pdf.at_link(ParsedLink(LinkKind.WIKILINK, "Grain.pdf", 0, page=4)).anchor == ""
    note = NotePage("Grain.md", "Grain", text)
    assert note.at_link(ParsedLink(LinkKind.WIKILINK, "Grain.md", 0, page=2)).anchor == "", (
        "notes have no pages"
    )


def test_a_link_to_a_block_marks_the_block() -> None:
    page = NotePage("a.md", "A", "# One\n\nfirst ^one\n\n- item\n\n^two\n")
    assert "<p data-passage>first " in page.at_link(link(block="one")).html
    assert page.at_link(link(block="two")).passage == (5, 5)
    assert page.at_link(link(block="three")).passage is None


LINES = ("# H", "", "text", "```", "~~~", "$$", "%%", "| a |", "|--|", "<!--", "- x", "  y", "===", "[^1]: n")


@given(st.lists(st.sampled_from(LINES), max_size=60))
def test_no_line_is_lost_whatever_is_left_open(lines: list[str]) -> None:
    text = "\n".join(lines)
    parts = NoteParts.of(text)
    numbers = [number for part in parts.parts for number in part.numbers if number]
    assert numbers == list(range(numbers[0], text.count("\n") + 2)) if numbers else not text
    assert len(parts.starts) == len(parts.parts)
