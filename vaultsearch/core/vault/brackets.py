"""What stands between brackets within a line, as rules for markdown-it read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

# Brackets in brackets up to a depth: a balanced scan to the end from every "[" would be quadratic.
WITHIN_BRACKETS = r"(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*\])*"


def nest(state: StateInline, start: int, end: int, kind: str, meta: dict[str, str]) -> None:
    """Push an open and a close token around the tokens of what lies between."""
    maximum = state.posMax
    state.pos, state.posMax = start, end
    state.push(f"{kind}_open", "", 1).meta.update(meta)
    state.md.inline.tokenize(state)
    state.push(f"{kind}_close", "", -1)
    state.posMax = maximum
