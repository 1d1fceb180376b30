"""Diagrams: drawn from Mermaid's source, never from a file, and source where they cannot be drawn."""

from __future__ import annotations

import pytest

from vaultsearch.core.values.note import Diagram, picture_format
from vaultsearch.core.vault.rendering.drawn_parts import diagrams_in, draw_diagram, is_drawable
from vaultsearch.core.vault.rendering.page import NotePage, render_parts
from vaultsearch.core.worker import WorkerProcess

FLOW = 'graph TD\n  A["Start & go"] --> B{Is it?}\n  B -->|Yes| C[Ready]'


async def test_a_diagram_is_drawn_at_the_screens_scale() -> None:
    process = WorkerProcess()
    try:
        single, double = [await process(draw_diagram, Diagram(FLOW, scale)) for scale in (1.0, 2.0)]
        assert single is not None
        assert double is not None
        assert picture_format(single) == "png"
        widths = [int.from_bytes(png[16:20], "big") for png in (single, double)]
        assert widths[1] == pytest.approx(2 * widths[0], abs=2)
        assert await process(draw_diagram, Diagram("no diagram at all")) is None
        # The library would read the picture of a node from anywhere.
        picture = 'flowchart TD\n  A@{ img: "file:///etc/hostname.png", label: "x" }'
        assert await process(draw_diagram, Diagram(picture)) is None
    finally:
        process.close()


def test_a_page_has_the_address_of_a_diagram_and_its_source_as_words() -> None:
    page = NotePage("a.md", "a", f"Text.\n\n```mermaid\n{FLOW}\n```\n")
    html = render_parts(page)
    assert list(diagrams_in(html)) == [Diagram(FLOW)]
    assert "alt='```mermaid\ngraph TD" in html
    assert Diagram.of_address(Diagram(FLOW, 1.5, is_dark=True).address) == Diagram(FLOW, 1.5, is_dark=True)


@pytest.mark.parametrize("source", ["graph TD\n  A[中文]", "  \n", "graph TD\n" + "A --> B\n" * 600])
def test_what_would_be_drawn_without_its_words_or_for_seconds_stays_source(source: str) -> None:
    assert not is_drawable(source)
    assert not list(diagrams_in(render_parts(NotePage("a.md", "a", f"```mermaid\n{source}\n```\n"))))
