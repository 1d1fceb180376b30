"""Passages of several short sections: each line is shown under its own heading, and no heading is lost."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.builders import CHUNKER, parsed
from vaultsearch.core.chunking.embedded_text import SearchedText
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.words import query_terms
from vaultsearch.core.search.results import ObsidianVaultName, choose_section, make_result, narrow_to_section
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk

VAULTS = (
    Path(__file__).parents[3] / "resources" / "Sample vault",
    Path(__file__).parents[2] / "golden" / "vault_languages",
)


def in_its_section(chunk: Chunk, terms: Sequence[str]) -> Chunk:
    section = choose_section(chunk, tuple(terms))
    return narrow_to_section(chunk, section) if section else chunk


def headings_by_line(text: str) -> dict[int, tuple[str, ...]]:
    """Return the headings above each line, by another parser than ours."""
    above: list[tuple[int, str]] = []
    by_line, lines = {}, text.split("\n")
    starts = {}
    for token, inline in pairwise(MarkdownIt("commonmark").parse(text)):
        if token.type == "heading_open" and token.level == 0 and token.map:
            starts[token.map[0] + 1] = (int(token.tag[1]), inline.content)
    for number in range(1, len(lines) + 1):
        if number in starts:
            level, title = starts[number]
            above = [*(one for one in above if one[0] < level), (level, title)]
        by_line[number] = tuple(title for _, title in above if title)
    return by_line


def test_short_sections_are_shown_under_their_own_headings() -> None:
    note = parsed("n.md", "## Tasks\n\nbuy\n\n## Gratitude\n\nsunshine\n\n## Mood\n\nfine\n")
    (only,) = CHUNKER.chunks(note)
    shown = [in_its_section(only, [word]) for word in ("buy", "sunshine", "fine")]
    places = [(*one.heading_path, one.line_start) for one in shown]
    assert places == [("Tasks", 1), ("Gratitude", 5), ("Mood", 9)]


def test_a_heading_without_text_is_searched_and_named_with_the_passage_before_it() -> None:
    """The words of such a heading were in no passage, and found nothing."""
    text = "# Install\n\nsome words that are long enough\n\n## Install Inkscape\n\n## Other\n\nyes\n"
    (first, *_) = CHUNKER.chunks(parsed("n.md", text))
    assert "Install Inkscape" in SearchedText.of(first).rest
    shown = in_its_section(first, ["inkscape"])
    assert (shown.heading_path, shown.line_start) == (("Install", "Install Inkscape"), 5)
    assert in_its_section(first, ["enough"]).heading_path == ("Install",)


SECTIONS = "# Trip\n\n## Tasks\n\nbuy tea\n\n## Mood\n\nfine tea\n\n## Proxy settings\n\n## End\n\nsun\n"


@pytest.mark.parametrize(
    ("query", "heading", "line", "shown", "text"),
    [
        ("proxy settings", "Proxy settings", 11, "Proxy settings", "Proxy settings"),
        ("nothing", "Trip", 3, "Tasks buy tea Mood fine tea End sun", ""), ("buy", "Tasks", 3, "buy tea", ""),
        ("fine", "Mood", 7, "fine tea", ""), ("mood", "Mood", 7, "fine tea", ""),
    ],
)  # fmt: skip
def test_a_row_shows_the_section_named(query: str, heading: str, line: int, shown: str, text: str) -> None:
    """A heading without text was named, and the text of another section shown under it."""
    (only,) = CHUNKER.chunks(parsed("n.md", SECTIONS))
    result = make_result(only, parse_query(query), ObsidianVaultName("v"))
    assert (result.heading_path[-1], result.chunk.line_start) == (heading, line)
    assert (result.snippet.text, result.text) == (shown, text or only.shown)
    marked = [result.snippet.text[span.start : span.end] for span in result.snippet.matches]
    assert marked == [word for word in shown.split() if word.lower() in query]


def test_words_that_answer_by_meaning_are_marked_in_the_section_that_is_shown() -> None:
    (only,) = CHUNKER.chunks(parsed("n.md", SECTIONS))
    spans = [Span(start, start + 3) for start in (only.text.index("buy"), only.text.rindex("tea"))]
    result = make_result(only, parse_query("drinks"), ObsidianVaultName("v"), spans[1:])
    assert (result.heading_path[-1], result.snippet.text) == ("Mood", "fine tea")
    assert [result.snippet.text[s.start : s.end] for s in result.snippet.semantic_spans] == ["tea"]
    first = make_result(only, parse_query("drinks"), ObsidianVaultName("v"), spans)
    assert (first.heading_path[-1], first.snippet.text) == ("Tasks", "buy tea")


SHOP = "# Shop\n\n## walnuts\n### saffron\n\n# After\n\nend\n"
TRIP = "# Trip\n## bergen\n### ferry\n#### cabin\n# Later\nbody\n"


@pytest.mark.parametrize(
    ("text", "word", "heading_path", "line"),
    [
        (SHOP, "walnuts", ("Shop", "walnuts"), 3), (SHOP, "saffron", ("Shop", "walnuts", "saffron"), 4),
        (TRIP, "bergen", ("Trip", "bergen"), 2), (TRIP, "trip", ("Trip",), 1),
        ("## soups\n### leek\n## cakes\n### plum\n## bread\nrye\n", "cakes", ("cakes",), 3),
    ],
)  # fmt: skip
def test_an_empty_heading_is_named(text: str, word: str, heading_path: tuple[str, ...], line: int) -> None:
    """Only the last of them was: in an outline without a text, half of the words found nothing."""
    (chunk,) = CHUNKER.chunks(parsed("n.md", text))
    shown = in_its_section(chunk, [word])
    assert (shown.heading_path, shown.line_start) == (heading_path, line)


def test_headings_that_hide_their_text_are_none() -> None:
    (chunk,) = CHUNKER.chunks(parsed("n.md", "# %%secret%%\n## walnuts\n#\n"))
    assert (chunk.text, chunk.content, chunk.line_start) == ("walnuts", "## walnuts", 2)
    (chunk,) = CHUNKER.chunks(parsed("n.md", "# %%secret%%\n"))
    assert (chunk.text, chunk.content) == ("", "")


@pytest.mark.parametrize("vault", VAULTS, ids=lambda vault: vault.name)
def test_each_line_is_shown_under_the_heading_that_another_parser_gives(vault: Path) -> None:
    wrong = []
    for file in sorted(vault.rglob("*.md")):
        text = file.read_text(encoding="utf-8")
        if text.startswith("---\n"):
            text = "\n" * text[: text.index("\n---\n", 3) + 5].count("\n") + text.split("\n---\n", 1)[1]
        note = parsed(file.name, text)
        above, lines = headings_by_line(text), text.split("\n")
        for chunk in CHUNKER.chunks(note):
            for number in range(chunk.line_start, chunk.line_end + 1):
                line, terms = lines[number - 1], query_terms(lines[number - 1])
                own = [other for other in lines[chunk.line_start - 1 : chunk.line_end] if other == line]
                if not terms or len(own) > 1 or line.startswith(("#", "|", ">")):
                    continue
                shown = in_its_section(chunk, terms)
                if shown.heading_path != above[number] or not shown.line_start <= number <= shown.line_end:
                    wrong.append((file.name, number, line, shown.heading_path, above[number]))
    assert wrong == []
