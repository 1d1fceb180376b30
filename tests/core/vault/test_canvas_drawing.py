"""A canvas: read in reading order, however its file is damaged, and drawn with cards and arrows in place."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER, write_notes
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.values.note import Heading, LinkKind, Note, ParsedLink, Revision
from vaultsearch.core.values.pictures import CanvasDrawing, CanvasKind
from vaultsearch.core.vault.canvas import parse_canvas, parse_drawing
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.links import LinkResolver
from vaultsearch.core.vault.rendering.page import NotePage
from vaultsearch.core.vault.source import ObsidianVault


def drawn(*nodes: dict[str, object], edges: Sequence[dict[str, object]] = ()) -> CanvasDrawing:
    return parse_drawing(json.dumps({"nodes": nodes, "edges": edges}).encode())


def _node(name: str, x: int, y: int, **more: object) -> dict[str, object]:
    return {"id": name, "type": "text", "x": x, "y": y, "width": 100, "height": 50, "text": name, **more}


@pytest.mark.parametrize(("written", "color"), [("4", "#08b94e"), ("red;url(x)", "")])
def test_cards_have_places_colors_and_text_without_scripts_and_pictures(written: str, color: str) -> None:
    text = "# Boat\n\n**oars** ![](x)<script>1</script>"
    [card] = drawn(_node("a", -5, 10, color=written, text=text)).cards
    assert (card.left, card.top, card.width, card.height) == (-5, 10, 100, 50)
    assert (card.colour, card.html) == (color, "<h1>Boat</h1>\n<p><strong>oars</strong> <i></i>1</p>")


def test_groups_lie_beneath_their_cards_the_largest_first() -> None:
    group = {"type": "group", "text": "", "label": "Plan"}
    inner, outer = (_node("", 0, 0, **group, width=side, height=side) for side in (200, 900))
    drawing = drawn(_node("card", 20, 20), inner, outer)
    assert [(card.kind, card.width, card.title) for card in drawing.cards] == [
        (CanvasKind.GROUP, 900, "Plan"), (CanvasKind.GROUP, 200, "Plan"), (CanvasKind.TEXT, 100, ""),
    ]  # fmt: skip


def test_a_card_knows_its_lines_in_the_text_that_is_searched() -> None:
    nodes = [_node("one", 0, 0, text="first\nsecond"), _node("two", 0, 100, text="third")]
    lines = parsed({"nodes": nodes}).text.split("\n")
    shown = {card.html: lines[card.lines[0] - 1 : card.lines[1]] for card in drawn(*nodes).cards}
    assert [text[-1] for text in shown.values()] == ["second", "third"]


def test_an_arrow_leaves_the_named_sides_else_those_that_face_each_other() -> None:
    nodes = [_node("a", 0, 0), _node("b", 300, 0), _node("c", 100, 104)]
    edges: list[dict[str, object]] = [
        {"fromNode": "a", "fromSide": "top", "toNode": "b", "toSide": "bottom", "label": "leads  to"},
        {"fromNode": "a", "toNode": "b", "fromEnd": "arrow", "toEnd": "none"},
        {"fromNode": "a", "toNode": "gone"}, {"fromNode": "a", "toNode": "c"},
    ]  # fmt: skip
    named, facing, below = drawn(*nodes, edges=edges).arrows
    assert (named.start, named.end) == ((50, 0, "top"), (350, 50, "bottom"))
    assert named.label == "leads to"
    assert (facing.start, facing.end) == ((100, 25, "right"), (300, 25, "left"))
    assert (below.start, below.end) == ((50, 50, "bottom"), (150, 104, "top"))
    assert (facing.points_to_start, facing.points_to_end) == (True, False)


def test_files_and_addresses_lead_to_what_they_name() -> None:
    nodes = [
        _node("a", 0, 0, type="file", file="Boats/Sail boat.md", subpath="#Mast"),
        _node("b", 0, 100, type="link", url="https://example.org/x"),
        _node("c", 0, 200, type="link", url="javascript:alert(1)"),
    ]
    cards = drawn(*nodes).cards
    assert [(card.title, card.address) for card in cards] == [
        ("Sail boat", "note:Boats%2FSail%20boat.md%23Mast"),
        ("https://example.org/x", "https://example.org/x"), ("javascript:alert(1)", ""),
    ]  # fmt: skip


def test_a_canvas_of_many_cards_is_cut_and_its_text_is_not_all_rendered() -> None:
    nodes = [_node(str(number), number, 0, text="# a") for number in range(6_000)]
    drawing = drawn(*nodes)
    assert len(drawing.cards) == 5_000
    assert sum("<h1>" in card.html for card in drawing.cards) == 400


BOX = {"width": 100, "height": 50}
PLAN: dict[str, Any] = {
    "nodes": [
        {"id": "late", "type": "text", "text": "Below, in no group #done", "x": 0, "y": 900, **BOX},
        {"id": "g", "type": "group", "label": "Launch", "x": -10, "y": -10, "width": 500, "height": 500},
        {"id": "in", "type": "group", "label": "Paint", "x": 200, "y": 200, "width": 200, "height": 200},
        {"id": "two", "type": "text", "text": "second coat\ndue:: 31 May", "x": 210, "y": 210, **BOX},
        {"id": "one", "type": "text", "text": "## Gland\r\nflax rings\n- [ ] order", "x": 0, "y": 0, **BOX},
        {"id": "file", "type": "file", "file": "Notes/List.md", "subpath": "#Day", "x": 0, "y": 60, **BOX},
        {"id": "odd", "type": "file", "file": "a #1 [x].md", "x": 0, "y": 120, **BOX},
        {"id": "url", "type": "link", "url": "https://example.org/flax", "x": 0, "y": 180, **BOX},
    ],
    "edges": [
        {"id": "e1", "fromNode": "one", "toNode": "file", "label": "then"},
        {"id": "e2", "fromNode": "one", "toNode": "two"},
        {"id": "e3", "fromNode": "in", "toNode": "gone", "label": "blocks"},
    ],
}


def parsed(content: object, path: str = "Plan.canvas") -> Note:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return parse_canvas(Revision(path, len(raw), 1_790_000_000_000_000_000), raw)


def preview_of(note: Note, words: str) -> str:
    page = NotePage(note.path, note.title, note.text)
    return page.around(next(c for c in CHUNKER.chunks(note) if words in c.text)).html


def test_cards_are_read_from_top_to_bottom_within_their_groups() -> None:
    note = parsed(PLAN)
    assert note.text.split("\n") == [
        "Below, in no group #done", "", "# Launch", "", "## Gland", "flax rings", "- [ ] order", "",
        "![[Notes/List.md#Day]]", "", "![a #1 [x]](<a%20%231%20%5Bx%5D.md>)", "",
        "<https://example.org/flax>", "", "## Paint", "", "second coat", "due:: 31 May", "",
        "- Gland → List: then", "- Paint: blocks",
    ]  # fmt: skip
    read = (note.title, note.tags, note.properties, note.problems)
    assert read == ("Plan", ("done",), {"due": "31 May"}, ())
    assert note.headings == (Heading(1, "Launch", 3), Heading(2, "Gland", 5), Heading(2, "Paint", 15))
    assert note.links == (
        ParsedLink(LinkKind.EMBED, "Notes/List.md", 9, ("Day",)),
        ParsedLink(LinkKind.EMBED, "a #1 [x].md", 11, alias="a #1 [x]"),
    )


def test_each_card_is_a_passage_under_its_groups_and_its_own_headings() -> None:
    note = parsed(PLAN)
    assert [(c.heading_path, c.line_start, c.line_end, c.text) for c in CHUNKER.chunks(note)] == [
        ((), 1, 1, "Below, in no group #done"),
        (("Launch", "Gland"), 6, 7, "flax rings\n\n[ ] order"),
        (("Launch",), 9, 11, "Notes/List.md > Day\n\na #1 [x]"),
        (("Launch",), 13, 13, "https://example.org/flax"),
        (("Launch", "Paint"), 17, 18, "second coat\ndue: 31 May"),
        ((), 20, 21, "- Gland → List: then\n- Paint: blocks"),
    ]


def test_the_preview_marks_the_card_that_was_found() -> None:
    html = preview_of(parsed(PLAN), "second coat")
    assert html.count("data-passage") == 1
    assert "<p data-passage>second coat" in html
    assert "flax rings" in html


def test_the_preview_shows_a_card_as_it_is_whatever_the_cards_before_it_left_open() -> None:
    first, second = "---\ntags: [x]\n---\nrules of the game", "~~~~ python\nopen fence\n~~~"
    cards = [first, second, "```\nclosed it is\n```", "plain words only"]
    note = parsed({"nodes": [_node("", 0, 100 * i, text=text) for i, text in enumerate(cards)]})
    for text in ("rules of the game", "plain words only"):
        assert f"<p data-passage>{text}</p>" in preview_of(note, text)
    assert note.text.endswith("\nopen fence\n~~~\n~~~~\n\n```\nclosed it is\n```\n\nplain words only")


def test_a_card_or_a_group_of_nothing_but_a_heading_is_found() -> None:
    lonely = {"type": "group", "label": "Someday perhaps", "x": 500, "y": 500, **BOX}
    masts, wire = _node("", 0, 0, text="# Masts of ash\n## Spars"), _node("", 0, 100, text="rigging of wire")
    cut = CHUNKER.chunks(parsed({"nodes": [masts, wire, lonely]}))
    assert [(c.heading_path, c.line_start, c.line_end, c.text) for c in cut] == [
        ((), 1, 2, "Masts of ash\nSpars"), ((), 4, 4, "rigging of wire"), ((), 6, 6, "Someday perhaps"),
    ]  # fmt: skip


def test_an_address_is_read_as_it_stands_and_an_odd_name_keeps_its_heading() -> None:
    nodes = [
        {"type": "link", "url": "https://x.org/?q=a*b*c&d=%%e%%#part", "y": 0},
        {"type": "file", "file": "a [1].md", "subpath": "#Two words", "y": 100},
    ]
    note = parsed({"nodes": nodes})
    assert CHUNKER.chunks(note)[0].text == "https://x.org/?q=a*b*c&d=%%e%%#part\n\na [1]"
    assert note.links == (ParsedLink(LinkKind.EMBED, "a [1].md", 3, ("Two words",), alias="a [1]"),)


def test_an_arrow_between_nameless_cards_is_its_label_alone() -> None:
    assert parsed({"edges": [{"label": "why"}]}).text == "- why"


def test_what_no_text_can_hold_costs_a_character_and_not_the_canvas() -> None:
    raw = rb'{"nodes": [{"type": "text", "text": "a\ud800b\u0000c \ud83d\ude00"}]}'
    assert parsed(raw).text == "a\ufffdbc \U0001f600"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"nodes": [{"type": "text", "text": "un été à la mer"}]}'.encode("latin-1"), "Not UTF-8"),
        ({"nodes": [3, {"type": "text"}, {"type": "file", "file": None}]}, "3 of its cards"),
        ({"edges": "x"}, "arrows can't be read"), ({"nodes": 7}, "cards can't be read"),
    ],
)  # fmt: skip
def test_what_is_wrong_within_a_canvas_is_reported(content: object, problem: str) -> None:
    (reported,) = parsed(content).problems
    assert problem in reported


def test_one_cards_syntax_does_not_reach_into_the_next() -> None:
    cards = [
        "```\nopen fence", "%% open comment", "---\ntags: [x]", "> a quote", "plain words only",
        "# Own heading", "the last card of all",
    ]  # fmt: skip
    note = parsed({"nodes": [_node("", 0, 100 * i, text=text) for i, text in enumerate(cards)]})
    texts = {c.text: c.heading_path for c in CHUNKER.chunks(note)}
    for words in ("plain words only", "the last card of all"):
        assert {path for text, path in texts.items() if words in text} == {()}
    assert note.tags == ()


def test_a_result_opens_the_canvas_and_no_heading_of_it() -> None:
    vault = ObsidianVaultName("V")
    assert vault.uri("a/Plan.canvas", ("Launch",)) == "obsidian://open?vault=V&file=a%2FPlan.canvas"


def test_a_link_with_the_ending_leads_to_the_canvas_and_one_without_to_the_note() -> None:
    resolver = LinkResolver({"Plan.canvas": (), "notes/Plan.md": ()})
    link = resolver.path_of(ParsedLink(LinkKind.WIKILINK, "Plan.canvas", 1), "x.md")
    other = resolver.path_of(ParsedLink(LinkKind.WIKILINK, "Plan", 1), "x.md")
    assert (link, other) == ("Plan.canvas", "notes/Plan.md")
    alone = LinkResolver({"Plan.canvas": ()})
    assert alone.path_of(ParsedLink(LinkKind.WIKILINK, "Plan", 1), "x.md") is None


def test_canvases_of_a_vault_are_listed_and_read_with_its_notes(vault: Path) -> None:
    write_notes(vault, {"a.md": "text", "b.canvas": json.dumps(PLAN), "c.CANVAS": "", "d.canvas": "{"})
    source = ObsidianVault(vault)
    revisions, failures = source.scan()
    assert ([r.path for r in revisions], failures) == (["a.md", "b.canvas", "c.CANVAS", "d.canvas"], [])
    assert source.read(revisions[1]).title == "b"
    assert [c.text for c in CHUNKER.chunks(source.read(revisions[2]))] == [""], "found by its name"
    with pytest.raises(UnreadableNoteError, match="Not a valid canvas"):
        source.read(revisions[3])


@pytest.mark.parametrize("raw", [b"[]", b"7", b"null", b'"text"', b"{", b"[" * 100_000])
def test_what_is_no_canvas_is_said_to_be_none(raw: bytes) -> None:
    with pytest.raises(UnreadableNoteError, match="Not a valid canvas"):
        parsed(raw)


characters = st.text(st.characters(), max_size=9)  # includes lone surrogates
numbers = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=2)
nodes = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "file", "link", "group", "new", None])},
    optional={
        **dict.fromkeys(("x", "y", "width", "height"), st.integers(-9, 9) | numbers),
        **dict.fromkeys(("id", "text", "file", "subpath", "url", "label"), characters | numbers),
    },
)
anything = st.recursive(numbers, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner))


@given(st.lists(nodes | anything, max_size=8) | anything, st.lists(nodes | anything, max_size=4) | anything)
def test_no_content_makes_it_raise_and_lines_lie_in_the_text(cards: object, edges: object) -> None:
    note = parsed({"nodes": cards, "edges": edges})
    note.text.encode()  # an index cannot hold text that UTF-8 cannot encode
    count = len(note.text.split("\n"))
    for passage in CHUNKER.chunks(note):
        assert 1 <= passage.line_start <= passage.line_end <= max(1, count)
    assert all(1 <= heading.line <= count for heading in note.headings)


@given(anything | st.dictionaries(st.sampled_from(["nodes", "edges"]), anything))
def test_any_json_is_a_note_or_is_said_to_be_no_canvas(content: object) -> None:
    if isinstance(content, dict):
        assert parsed(content).title == "Plan"
    else:
        with pytest.raises(UnreadableNoteError, match="Not a valid canvas"):
            parsed(content)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_note_or_are_said_to_be_none(raw: bytes) -> None:
    with contextlib.suppress(UnreadableNoteError):
        parsed(raw)


def test_groups_within_each_other_beyond_all_measure_give_each_card_the_nearest_of_them() -> None:
    groups = [
        {"type": "group", "label": f"G{i}", "x": i, "y": i, "width": 2000 - 2 * i, "height": 2000 - 2 * i}
        for i in range(500)
    ]
    note = parsed({"nodes": [*groups, _node("", 990, 990, text="deep down", width=20, height=20)]})
    (path,) = [section.heading_path for section in note.sections if section.blocks[0].text == "deep down"]
    assert path == tuple(f"G{i}" for i in range(500 - 32, 500))
