"""What is drawn of a canvas: cards in their places, arrows between their sides, nothing that is not there."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.pictures import CanvasKind
from vaultsearch.core.vault.canvas import (
    Point,
    Rectangle,
    first_rectangles_around,
    parse_canvas,
    parse_drawing,
)


def _content(nodes: list[dict[str, object]], edges: list[dict[str, object]]) -> bytes:
    return json.dumps({"nodes": nodes, "edges": edges}).encode()


def _node(name: str, x: int, y: int, **more: object) -> dict[str, object]:
    return {"id": name, "type": "text", "x": x, "y": y, "width": 100, "height": 50, "text": name, **more}


def test_cards_have_their_places_colours_and_text_without_scripts_and_pictures() -> None:
    raw = _content([_node("a", -5, 10, color="4", text="# Boat\n\n**oars** ![](x)<script>1</script>")], [])

    [card] = parse_drawing(raw).cards

    assert (card.left, card.top, card.width, card.height) == (-5, 10, 100, 50)
    assert card.colour == "#08b94e"
    assert "<b>oars</b>" in card.html or "<strong>oars</strong>" in card.html
    assert "<script" not in card.html
    assert "<img" not in card.html


def test_a_colour_that_is_none_is_left_out() -> None:
    [card] = parse_drawing(_content([_node("a", 0, 0, color="red;url(x)")], [])).cards

    assert card.colour == ""


def test_groups_lie_beneath_their_cards_the_largest_first() -> None:
    group = {"type": "group", "text": "", "label": "Plan"}
    raw = _content(
        [
            _node("card", 20, 20),
            _node("inner", 10, 10, **group, width=200, height=200),
            _node("outer", 0, 0, **group, width=900, height=900),
        ],
        [],
    )

    cards = parse_drawing(raw).cards

    assert [(card.kind, card.width) for card in cards] == [
        (CanvasKind.GROUP, 900),
        (CanvasKind.GROUP, 200),
        (CanvasKind.TEXT, 100),
    ]
    assert cards[0].title == "Plan"


def test_a_card_knows_its_lines_in_the_text_that_is_searched() -> None:
    raw = _content([_node("one", 0, 0, text="first\nsecond"), _node("two", 0, 100, text="third")], [])
    lines = parse_canvas(Revision("a.canvas", 0, len(raw)), raw).text.split("\n")

    shown = {card.html: lines[card.lines[0] - 1 : card.lines[1]] for card in parse_drawing(raw).cards}

    assert [text[-1] for text in shown.values()] == ["second", "third"]


def test_an_arrow_leaves_the_named_sides_else_those_that_face_each_other() -> None:
    nodes = [_node("a", 0, 0), _node("b", 300, 0)]
    edges: list[dict[str, object]] = [
        {"fromNode": "a", "fromSide": "top", "toNode": "b", "toSide": "bottom", "label": "leads  to"},
        {"fromNode": "a", "toNode": "b", "fromEnd": "arrow", "toEnd": "none"},
        {"fromNode": "a", "toNode": "gone"},
    ]

    named, facing = parse_drawing(_content(nodes, edges)).arrows

    assert (named.start, named.end) == ((50, 0, "top"), (350, 50, "bottom"))
    assert named.label == "leads to"
    assert (facing.start, facing.end) == ((100, 25, "right"), (300, 25, "left"))
    assert (facing.points_to_start, facing.points_to_end) == (True, False)


def test_files_and_addresses_lead_to_what_they_name() -> None:
    nodes = [
        _node("a", 0, 0, type="file", file="Boats/Sail boat.md", subpath="#Mast"),
        _node("b", 0, 100, type="link", url="https://example.org/x"),
        _node("c", 0, 200, type="link", url="javascript:alert(1)"),
    ]

    file, link, script = parse_drawing(_content(nodes, [])).cards

    assert file.title == "Sail boat"
    assert file.address.startswith("note:")
    assert link.address == "https://example.org/x"
    assert not script.address.startswith("javascript")


def test_a_canvas_of_many_cards_is_cut_and_its_text_is_not_all_rendered() -> None:
    nodes = [_node(str(number), number, 0, text="# a") for number in range(6_000)]

    drawing = parse_drawing(_content(nodes, []))

    assert len(drawing.cards) == 5_000
    assert sum("<h1>" in card.html for card in drawing.cards) == 400


_sides = st.integers(-6, 6).map(float)
_rectangles = st.lists(st.builds(Rectangle, _sides, _sides, _sides, _sides), max_size=12)
_points = st.lists(st.builds(Point, _sides, _sides, st.integers(0, 12)), max_size=12)


@given(_rectangles, _points)
def test_a_point_finds_its_first_rectangle(rectangles: list[Rectangle], points: list[Point]) -> None:
    def around(point: Point) -> int | None:
        return next(
            (
                number
                for number, one in enumerate(rectangles)
                if number >= point.least
                and one.left <= point.x <= one.right
                and one.top <= point.y <= one.bottom
            ),
            None,
        )

    assert first_rectangles_around(rectangles, points) == [around(point) for point in points]
