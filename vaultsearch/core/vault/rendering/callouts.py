"""The kinds of callouts, as far as they look alike, and the quotes that they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

_ALIKE = {
    "note": ("note", "info", "todo", "abstract", "summary", "tldr"),
    "tip": ("tip", "hint", "important"),
    "done": ("success", "check", "done"),
    "question": ("question", "help", "faq"),
    "warning": ("warning", "caution", "attention"),
    "danger": ("danger", "error", "failure", "fail", "missing", "bug"),
    "example": ("example",),
    "quote": ("quote", "cite"),
}
_LOOKS = {kind: look for look, kinds in _ALIKE.items() for kind in kinds}

LOOKS = tuple(_ALIKE)
"""The looks there are: each has its colour and its icon."""


def look_of(kind: str) -> str:
    """Give the look of a kind of callout; one that nobody knows looks like a note."""
    return _LOOKS.get(kind, "note")


def part_titles(tokens: Sequence[Token]) -> None:
    """Have a callout's first line as a paragraph's own title, ``meta["title"]`` of its inline token."""
    for opening, inline in zip(tokens, tokens[2:], strict=False):
        if "callout" not in opening.meta or inline.type != "inline" or not inline.children:
            continue
        breaks = (i for i, child in enumerate(inline.children) if child.type in ("softbreak", "hardbreak"))
        end = next(breaks, len(inline.children))
        inline.meta["title"] = inline.children[:end]
        inline.children = inline.children[end + 1 :]
