"""The text to paste: cited, within the budget, nothing twice, no block broken; excerpts of passages."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER, WordCounter, chunk, parsed
from vaultsearch.core.context.assembler import (
    ContextAssembler,
    Extent,
    apportion_tokens,
    context_html,
    excerpt_of,
    extent_as_found,
    join_excerpts,
    whole_section,
)
from vaultsearch.core.context.blocks import NoteBlocks
from vaultsearch.core.models.universal_sentence_encoder import UniversalTokenCounter
from vaultsearch.core.values.context import Context, ContextFormat
from vaultsearch.core.values.note import FileKind, Note
from vaultsearch.core.values.search import Chunk, LegRank
from vaultsearch.core.vault.canvas import parse_canvas

SMALL = replace(CHUNKER, chunk_size=16)
ROWS = "\n".join(f"| plank {n} | {n * 10} mm of larch |" for n in range(30))
BOAT = f"""---
tags: [boat]
---
# Planks

Larch for the garboards, ten of them, all from the same tree.

Oak for the frames, steamed, green, and never kiln dried at all.

Cedar for nothing, whatever the yard may say about it.

## Sizes

| part | size |
| --- | --- |
{ROWS}

## Cutting list

```python
for plank in planks:
    # Sizes are those of the table

    cut(plank, at=plank.mark, with_saw=True)
    plane(plank, until="it fits")
    # And what every yard leaves to the owner

    varnish(plank, coats=7, between_coats=sand)
    clamp(plank, to=frames, hands=what_is_left)
```
"""


def uri(path: str, heading_path: Sequence[str]) -> str:
    return f"obsidian://open?file={path}" + (f"#{heading_path[-1]}" if heading_path else "")


def assembled(
    chunks: Sequence[Chunk],
    notes: Sequence[Note] = (),
    budget: int = 4000,
    style: ContextFormat = ContextFormat.MARKDOWN,
    *,
    keep_order: bool = False,
) -> Context:
    texts = {note.path: note.text for note in notes}
    return ContextAssembler(WordCounter(), budget).assemble(chunks, texts, uri, style, keep_order=keep_order)


@pytest.fixture
def boat() -> Note:
    return parsed("Projects/Boat.md", BOAT)


def passages(note: Note, *words: str) -> list[Chunk]:
    """Return the passages of a note, cut small, that hold these words."""
    return [next(one for one in SMALL.chunks(note) if word in one.content) for word in words]


def test_each_note_has_a_number_and_says_what_is_known_of_it(boat: Note) -> None:
    found = replace(passages(boat, "Larch")[0], ranks={"semantic": LegRank(1, 0.7149)})
    other = chunk("People/Tom.md:0", content="He has a saw.", text="He has a saw.")
    text = assembled([found, other], [boat]).text
    assert text.startswith(
        "### [1] Boat\nProjects · 2026-05-12 · #boat\n"
        "obsidian://open?file=Projects/Boat.md#Planks\n\n"
        "Section: Planks\n\nLarch for"
    )
    assert text.endswith(
        "\n\n### [2] Tom\nPeople · 2026-05-12\nobsidian://open?file=People/Tom.md\n\nHe has a saw.\n"
    )


@pytest.mark.parametrize("style", list(ContextFormat))
def test_a_context_repeats_no_title_and_tells_no_scores(boat: Note, style: ContextFormat) -> None:
    (larch,) = passages(boat, "Larch")
    found = replace(larch, ranks={"semantic": LegRank(1, 0.7149)}, heading_path=("Boat", "Planks"))
    text = assembled([found], [boat], style=style).text
    assert ["similarity" in text, "0.71" in text] == [False, False]
    if style is not ContextFormat.XML:
        assert text.split("obsidian://")[0].count("Boat") == 1
        assert "Section: Planks" in text


def test_a_note_whose_file_is_called_otherwise_tells_its_path() -> None:
    other = chunk("People/tom-2.md:0", title="Tom", content="He has a saw.", text="He has a saw.")
    assert assembled([other], []).text.startswith("### [1] Tom\nPeople/tom-2.md · 2026-05-12\n")


def test_passages_of_one_section_that_do_not_adjoin_are_divided_by_an_omission() -> None:
    one = chunk("People/Tom.md:0", content="He has a saw.", text="He has a saw.")
    other = chunk("People/Tom.md:1", content="And a dog.", text="And a dog.")
    assert "He has a saw.\n\n[…]\n\nAnd a dog.\n" in assembled([one, other], []).text


@given(st.integers(0, 9_000), st.lists(st.integers(0, 500), min_size=1, max_size=30))
def test_shares_add_up_to_the_total(total: int, weights: list[int]) -> None:
    shares = apportion_tokens(total, weights)
    assert sum(shares) == (total if any(weights) else 0)
    assert all(share >= 0 for share in shares)


def test_passages_of_a_note_are_gathered_in_its_own_order_and_completed_to_their_section(boat: Note) -> None:
    late, early = passages(boat, "Cedar", "Larch")
    context = assembled([late, chunk("Tom.md:0"), early], [boat])
    lines = [(piece.number, piece.line_start, piece.line_end) for piece in context.pieces]
    assert lines == [(1, 6, 10), (2, 1, 1)]
    assert context.pieces[0].text == "\n".join(BOAT.split("\n")[5:10])
    assert set(context.pieces[0].chunk_ids) == {late.id, early.id}
    assert context.text.count("Oak for the frames") == 1


def test_a_passage_that_reaches_into_the_next_section_stays_as_it_was_found() -> None:
    note = parsed("Yard.md", "# Pump\n\nRed.\n\nIt leaks.\n\n# Crane\n\nBlue.\n\nIt creaks.\n")
    content = "It leaks.\n\n# Crane\n\nBlue."
    both = chunk("Yard.md:0", line_start=5, line_end=9, content=content, text=content)
    (piece,) = assembled([both], [note]).pieces
    assert (piece.line_start, piece.line_end, piece.text) == (5, 9, content)


def test_what_was_taken_in_when_others_were_completed_is_not_listed_as_left_out() -> None:
    note = parsed("Yard.md", "# Pump\n\nRed.\n\n# Open\n\nStart.\n\nMiddle.\n\nEnd.\n\n# Crane\n\nBlue.\n")
    lines = {line: chunk(f"Yard.md:{line}", line_start=line, line_end=line) for line in (3, 7, 9, 11, 15)}
    found = {line: replace(one, content=note.text.split("\n")[line - 1]) for line, one in lines.items()}
    blocks = NoteBlocks.of(note.text)
    section = whole_section(extent_as_found(found[9], blocks), blocks)
    assert [line for line, one in found.items() if section.holds(extent_as_found(one, blocks))] == [7, 9, 11]


def test_overlapping_passages_are_there_once(boat: Note) -> None:
    context = assembled(replace(SMALL, overlap=8).chunks(boat)[:3], [boat], budget=60)
    assert context.text.count("Larch for the garboards") == 1
    assert len({piece.line_start for piece in context.pieces}) == len(context.pieces)


def test_where_there_is_no_room_a_passage_is_not_completed(boat: Note) -> None:
    context = assembled(passages(boat, "Oak"), [boat], budget=60)
    assert context.pieces[0].text.startswith("Oak for the frames")
    assert ("Larch" in context.text, context.left_out) == (False, ())
    joined = assembled(passages(boat, "Larch", "Oak"), [boat], budget=60).pieces
    assert [(one.line_start, one.line_end) for one in joined] == [(6, 8)]


def test_a_fence_is_taken_whole(boat: Note) -> None:
    inside = passages(boat, "cut(plank")[0]
    assert "```python" not in inside.content, "the passage was cut out of the fence"
    assert BOAT[BOAT.index("```python") :].strip() in assembled([inside], [boat]).text


def test_a_table_around_the_first_passage_leaves_room_for_the_second(boat: Note) -> None:
    row, answer = passages(boat, "plank 17", "Cedar")  # all thirty rows were taken, and the answer left out
    context = assembled([row, answer], [boat], budget=300)
    assert "Cedar for nothing" in context.text
    assert "| part | size |\n| --- | --- |\n| plank" in context.text
    assert context.left_out == ()
    assert "plank 29" in assembled([row, answer], [boat]).text, "completed where there is room"


def test_what_is_cut_out_of_a_block_that_does_not_fit_is_a_block_by_itself(boat: Note) -> None:
    text = assembled([passages(boat, "plank 17")[0]], [boat], budget=60).text
    assert ["| part | size |\n| --- | --- |\n| plank" in text, "plank 29" in text] == [True, False]
    small = assembled([passages(boat, "cut(plank")[0]], [boat], budget=75).pieces[0].text
    assert (small[:10], small[-4:], "for plank" in small) == ("```python\n", "\n```", False)
    part = assembled([passages(boat, "cut(plank")[0]], [boat], budget=75, style=ContextFormat.PLAIN).text
    assert ["cut(plank" in part, "for plank" in part] == [True, False]


def test_a_fence_that_its_note_never_closes_does_not_swallow_the_next_note() -> None:
    open_note = parsed("Open.md", "```sh\nmake fair\n")
    context = assembled([SMALL.chunks(open_note)[0], chunk("Tom.md:0")], [open_note])
    assert "```sh\nmake fair\n```\n" in context.text


def test_what_does_not_fit_is_left_out_and_listed() -> None:
    chunks = [chunk(f"{i}.md:0", content="word " * size) for i, size in enumerate((50, 500, 50))]
    context = assembled(chunks, budget=250)
    assert [(piece.path, piece.number) for piece in context.pieces] == [("0.md", 1), ("2.md", 2)]
    (left_out,) = context.left_out
    assert (left_out.path, left_out.number, left_out.tokens > 250, context.least) == ("1.md", 0, True, 0)
    assert assembled(chunks, budget=context.tokens).pieces == context.pieces, "a budget is used up"
    assert context.text.index("[1] 0\n") < context.text.index("[2] 2\n")


def test_the_order_is_kept_where_that_is_asked_for(boat: Note) -> None:
    table, larch = passages(boat, "plank 17", "Larch")
    given_order = [table, chunk("Tom.md:0"), larch]
    kept, by_line = (assembled(given_order, [boat], keep_order=keep) for keep in (True, False))
    numbers = [[piece.number for piece in context.pieces] for context in (kept, by_line)]
    assert numbers == [[1, 2, 1], [1, 1, 2]]
    assert kept.text.count("### [1] Boat") == 2
    assert by_line.text.index("Larch") < by_line.text.index("plank 17")


def test_a_note_that_was_saved_since_gives_what_was_found(boat: Note) -> None:
    cedar, written = passages(boat, "Cedar")[0], "Cedar for nothing.\nVarnish."
    found = replace(cedar, content=written, line_start=3, line_end=4)
    for now in ("", "All of it from\nlarch now.", "Cedar for nothing.\nlarch now.", "larch now.\nVarnish."):
        text = assembled([found], [parsed(boat.path, f"# Planks\n\n{now}")]).text
        assert [line in text for line in (written, "larch now")] == [True, False], now


def test_a_canvas_has_no_lines() -> None:
    raw = b'{"nodes": [{"id": "a", "type": "text", "text": "# Keel\\n\\nOak, one piece.", "x": 0, "y": 0}]}'
    canvas = parse_canvas(replace(parsed("Boat.canvas", "").revision, path="Boat.canvas"), raw)
    (piece,) = assembled(SMALL.chunks(canvas), [canvas]).pieces
    assert (piece.line_start, piece.line_end, piece.text) == (None, None, "Oak, one piece.")
    assert "lines=" not in assembled(SMALL.chunks(canvas), [canvas], style=ContextFormat.XML).text


def test_plain_is_what_a_reader_sees() -> None:
    note = parsed("Plain.md", "# One\n\nSee **[[Tom|the sawyer]]** about ==larch==.\n")
    text = assembled(SMALL.chunks(note), [note], style=ContextFormat.PLAIN).text
    assert "Section: One\n\nSee the sawyer about larch.\n" in text
    assert text.startswith("[1] Plain\n")


COMMENTED = "Rye %%sic%% bread.\n\n%%no%% Oats.\n\n%%\n\n%%\n\n%%one%%\n\n- dough %%x%%\n  %%\n  y\n  %%\n"
HTML = "Rye <!--%--> bread.\n\n<!--%--> Oats.\n\n<!--\n\n%-->\n\n- dough <!--x%-->\n  <!--\n  y%\n  -->\n"


@pytest.mark.parametrize("style", ContextFormat)
@pytest.mark.parametrize("text", [COMMENTED, HTML])
def test_comments_that_no_reader_sees_are_in_no_context(text: str, style: ContextFormat) -> None:
    note = parsed("Rye.md", text)
    context = assembled(SMALL.chunks(note), [note], style=style)
    assert context.pieces[0].text.rstrip() == "Rye bread.\n\nOats.\n\n- dough"
    assert "Rye bread.\n\nOats.\n\n- dough\n" in context.text
    assert "%" not in context.text


def test_xml_holds_whatever_a_note_does() -> None:
    note = parsed('A "b" & <c>.md', "# a & b ]]>\n\n```xml\n<a b='1'>]]></a>\n```\n\nbell \x07 & \"that\"\n")
    text = assembled(SMALL.chunks(note), [note], style=ContextFormat.XML).text
    (read,) = ElementTree.fromstring(text)  # noqa: S314 - our own
    (passage,) = read
    assert read.attrib["title"] == 'A "b" & <c>'
    assert (passage.attrib["section"], passage.attrib["lines"]) == ("a & b ]]>", "3-7")
    body = note.text.partition("b ]]>\n\n")[2].strip()
    assert (passage.text or "").strip() == body.replace("\x07", "\ufffd")


_MARKDOWN = st.lists(
    st.sampled_from(
        ["# H", "## I", "word and word", "- item", "```", "| a | b |", "| - | - |", "> [!note] c", ""]
    )
    # Many control characters would be a binary file, which is no note.
    | st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60),
    max_size=30,
).map("\n".join)


@given(st.lists(_MARKDOWN, max_size=4), st.integers(20, 300), st.sampled_from(ContextFormat), st.booleans())
def test_the_budget_is_kept(texts: list[str], budget: int, style: ContextFormat, keep_order: bool) -> None:
    notes = [parsed(f"{i}.md", text) for i, text in enumerate(texts)]
    chunks = [one for note in notes for one in SMALL.chunks(note)][::-1]
    context = assembled(chunks, notes, budget, style, keep_order=keep_order)
    assert ContextAssembler(WordCounter(), budget).tokens(context.text) == context.tokens <= budget
    assert sum(piece.tokens for piece in context.pieces) == context.tokens
    held = {one for piece in context.pieces for one in piece.chunk_ids}
    left = {one for piece in context.left_out for one in piece.chunk_ids}
    assert left <= {one.id for one in chunks}
    assert len(held | left) <= len(chunks)
    if style is ContextFormat.XML and context.text:
        ElementTree.fromstring(context.text)  # noqa: S314 - our own


def test_passages_in_other_languages_are_measured_in_tokens_that_know_them() -> None:
    thai = chunk("ชา.md:0", content="กาน้ำอยู่บนเตาและน้ำกำลังจะเดือด " * 20, language="th")
    english = chunk("Tea.md:0", content="The kettle is on the stove. " * 20, language="en")
    unsure = replace(english, id="Note.md:0", path="Note.md", language="")

    def tokens(*chunks: Chunk, other: UniversalTokenCounter | None = None) -> int:
        return ContextAssembler(WordCounter(), 10_000, other).assemble(chunks, {}, uri).tokens

    knowing = partial(tokens, other=UniversalTokenCounter.installed())
    assert knowing(english) == tokens(english)
    assert knowing(english, unsure) == tokens(english, unsure), "what is in no other language"
    assert knowing(thai) > tokens(thai)
    more = knowing(english, thai) - knowing(english)
    assert more > 20 * 8, "a sentence of some ten words is more than eight tokens"


def test_pages_are_cited_by_their_file_and_number() -> None:
    one = chunk("Papers/moths.pdf:0", heading_path=("Page 3", "Of Insects"), kind=FileKind.PDF, page=3)
    markdown = assembled([one])
    assert "\nmoths.pdf, page 3 · Section: Of Insects\n\nsome words" in markdown.text
    assert (markdown.pieces[0].line_start, markdown.pieces[0].heading_path) == (None, one.heading_path)


URI = "obsidian://open?vault=V&file=Gift%20ideas"


def test_a_passage_stands_under_its_citation_with_its_link() -> None:
    piece = chunk("Gift ideas.md:0", heading_path=("Family", "Anna"), content="- a *pottery* course\n")
    excerpt = excerpt_of(piece, URI)
    assert excerpt.text == (f"From Gift ideas (section: Family > Anna):\n\n- a *pottery* course\n\n{URI}\n")
    assert excerpt.html.startswith(
        '<p>From <a href="obsidian://open?vault=V&amp;file=Gift%20ideas">Gift ideas</a>'
        " (section: Family &gt; Anna):</p>"
    )
    assert "<li>a <em>pottery</em> course</li>" in excerpt.html


@pytest.mark.parametrize(
    ("id", "changes", "name", "section"),
    [
        ("moths.pdf:0", {"heading_path": ("Page 3 (iii)", "Insects")}, "moths.pdf, page 3", "Insects"),
        ("x.md:0", {"title": "<img src=//e/x>", "heading_path": ("<b>",)}, "<img src=//e/x>", "<b>"),
        ("Gift ideas.md:0", {"heading_path": ("Gift Ideas", "Anna")}, "Gift ideas", "Anna"),
        ("Empty.md:0", {"content": "", "text": ""}, "Empty", ""), ("Home.md:0", {}, "Home", ""),
    ],
)  # fmt: skip
def test_a_passage_is_cited_by_its_place(id: str, changes: dict[str, Any], name: str, section: str) -> None:
    excerpt = excerpt_of(chunk(id, **changes), "u")
    below = f" (section: {section})" if section else ""
    body = changes.get("content", "some words") or "(empty note)"
    assert excerpt.text == f"From {name}{below}:\n\n{body}\n\nu\n"
    assert excerpt.html.startswith(f'<p>From <a href="u">{escape(name)}</a>{escape(below)}:</p>')


@pytest.mark.parametrize(
    ("written", "end"),
    [
        ("```python\nprint(1)", "print(1)\n```"), ("1. ```sh\n   ls", "ls\n   ```"),
        ("> ~~~~\n> ~~~", "~~~\n> ~~~~"), ("1. ```sh\n   ls\n   ```", "ls\n   ```"), ("```ls```", "```ls```"),
    ],
)  # fmt: skip
def test_a_fence_that_a_passage_leaves_open_does_not_swallow_the_next_one(written: str, end: str) -> None:
    cut = chunk("Code.md:0", content=written)
    excerpt = join_excerpts([excerpt_of(cut, "u"), excerpt_of(chunk("Home.md:0"), "u")])
    assert f"{end}\n\nu\n\nFrom Home:" in excerpt.text


@pytest.mark.parametrize(("word", "begins", "ends", "html"), [
    ("plank in planks", "```python\nfor plank", "# Sizes are those of the table\n```", "<pre>"),
    ("varnish", "```python\n    varnish", "between_coats=sand)\n```", "<pre><code>    varnish"),
    ("plank 9 ", "| part | size |\n| --- | --- |\n| plank 9", " |", "<th>part</th>"),
    ("Larch", "Larch", "same tree.", "<p>Larch"),
    ("ropes", "Rope:\n\n```\nropes", "# tar 3\n```", "<p>Rope:</p>\n<pre><code>ropes"),
])  # fmt: skip
def test_a_copied_passage_has_its_own_frame(boat: Note, word: str, begins: str, ends: str, html: str) -> None:
    """Without the fence, a comment was a heading, and the columns of a table had no names."""
    tar = "\n".join(f"# tar {n}" for n in range(30))
    boat = parsed(boat.path, f"{boat.text}\n## Ropes\n\nRope:\n\n```\nropes\n{tar}\n```\n")
    (cut,) = passages(boat, word)
    excerpt = excerpt_of(cut, "u", note=NoteBlocks.of(boat.text))
    text = excerpt.text.partition(":\n\n")[2].removesuffix("\n\nu\n")
    assert (text[: len(begins)], text[-len(ends) :]) == (begins, ends)
    assert html in excerpt.html
    changed = NoteBlocks.of(boat.text.replace(cut.content.split("\n")[-1], "saved since"))
    assert excerpt_of(cut, "u", note=changed) == excerpt_of(cut, "u")


def test_a_context_is_rendered_only_if_it_is_markdown() -> None:
    html = context_html(f"### [1] Gifts\n{URI}\n\n**a course**", ContextFormat.MARKDOWN)
    assert "<strong>a course</strong>" in html
    assert '<a href="obsidian://open?vault=V&amp;file=Gift%20ideas">' in html
    assert context_html("<note/> & **x**", ContextFormat.XML) == "<pre>&lt;note/&gt; &amp; **x**</pre>"
    assert context_html("**x**", ContextFormat.PLAIN) == "<pre>**x**</pre>"


def test_passages_are_compared_with_each_other_at_most_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 800 passages was looked for among all others, for each of these anew: that took 97 seconds."""
    compare, compared = Extent.__eq__, []

    def compare_counted(extent: Extent, other: object) -> bool:
        compared.append(extent.path)
        return compare(extent, other)

    notes = [parsed(f"{n:02}.md", f"The plank {n}.") for n in range(30)]
    chunks = [passage for note in notes for passage in SMALL.chunks(note)]
    monkeypatch.setattr(Extent, "__eq__", compare_counted)
    assert [piece.path for piece in assembled(chunks, notes).pieces] == [note.path for note in notes]
    assert len(compared) <= 2 * 30**2
