"""Which lines of a Markdown text are code between fences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FENCE = re.compile(r"[>\s]*(`{3,}|~{3,})")


def with_fences(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Give each line, and whether a fence that began above it goes on in it."""
    opened = ""
    for line in lines:
        fence = _FENCE.match(line)
        yield line, bool(opened)
        if fence and not opened:
            opened = fence[1]
        elif fence and fence[1].startswith(opened) and not line[fence.end() :].strip():
            opened = ""
