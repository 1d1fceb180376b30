"""A Mermaid diagram -> PNG, by JavaScript, in a process of its own that its caller ends in time."""

from __future__ import annotations

import logging
import re
import sys
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import Diagram, picture_format

if TYPE_CHECKING:
    from collections.abc import Iterator

_log = logging.getLogger(__name__)

_LONGEST = 4_000  # a longer fence may be cut among the parts of a page
_MOST_PIXELS = 16_000_000
_MOST_ADDRESSES = 2 << 30
"""Bytes that the process may reserve; a diagram of twenty boxes takes a tenth of a gigabyte."""
_UNDRAWN = re.compile(r"[\u0590-\u1dff\u2e80-\ud7ff\uf900-\ufdff\ufe30-\uffef\U00010000-\U0010ffff]")
"""Letters that the library leaves out: it looks for none in other fonts than its first."""
_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_ADDRESS = re.compile(r"<img src='(mermaid:[^']*)'")


def is_drawable(source: str) -> bool:
    """Return whether to try: what would be drawn without its words, or for seconds, stays source."""
    return bool(source.strip()) and len(source) <= _LONGEST and not _UNDRAWN.search(source)


def diagrams_in(html: str) -> Iterator[Diagram]:
    """Yield the diagrams that a page shows."""
    for match in _ADDRESS.finditer(html):
        if (diagram := Diagram.of_address(unescape(match[1]))) is not None:
            yield diagram


def draw_diagram(diagram: Diagram) -> bytes | None:
    """Draw a diagram as PNG; None if it cannot be read, or would show a file from the disk."""
    limit_addresses()
    try:
        from mermaidx import render, svg_to_png

        drawing = render(diagram.source, theme="dark" if diagram.is_dark else "default").svg()
        # A node may name a picture, which the library would read from anywhere.
        if picture_format(drawing.encode()) != "svg" or (box := _BOX.search(drawing)) is None:
            return None
        width, height = float(box[1]), float(box[2])
        scale = min(diagram.scale, (_MOST_PIXELS / max(1.0, width * height)) ** 0.5)
        png: bytes = svg_to_png(drawing, width=max(1.0, width * scale))
    except Exception as error:  # whatever the engine meets: its own errors, a lack of memory
        _log.info("diagram not drawn because=%s", type(error).__name__)
        return None
    return png


def limit_addresses() -> None:
    """Limit what this process may reserve; macOS accepts a limit and ignores it, and Windows has none."""
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_ADDRESSES, hard))


def for_paper(diagram: Diagram) -> Diagram:
    """Return a diagram as it is drawn for a document, sharp on any screen."""
    return replace(diagram, scale=2.0, is_dark=False)
