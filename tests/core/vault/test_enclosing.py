"""Point location in rectangles agrees with brute force."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.vault.canvas import Point, Rectangle, first_rectangles_around

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
