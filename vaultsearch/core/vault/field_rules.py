"""Inline fields of Dataview, as rules for markdown-it: ``key:: value``, alone or in brackets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.vault.brackets import WITHIN_BRACKETS, nest

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_KEY = r"[^\W\d_][\w \-/]{0,59}"
_LINE_FIELD = re.compile(rf"(?:\A|(?<=\n))[*_]{{0,3}}({_KEY}?)[*_]{{0,3}}\Z")
_BRACKET_FIELD = re.compile(rf"\[\s*({_KEY}?)\s*::\s*({WITHIN_BRACKETS})\]", re.DOTALL)
_PAREN_FIELD = re.compile(rf"\(\s*({_KEY}?)\Z")
_LONGEST_KEY = 70
_CODE_PATH = re.compile(r"[A-Za-z_]\w*(?:::|[(<])")


def install(md: MarkdownIt) -> None:
    """Add the rules to a parser."""
    md.inline.ruler.before("link", "bracket_field", _bracket_field)
    md.inline.ruler.before("link", "line_field", _line_field)


def _bracket_field(state: StateInline, silent: bool) -> bool:
    """``[key:: value]`` of Dataview."""
    src, start = state.src, state.pos
    if src[start] != "[":
        return False
    match = _BRACKET_FIELD.match(src, start, state.posMax)
    if match is None:
        return False
    if not silent:
        nest(state, *match.span(2), "field", {"key": match[1].strip()})
    state.pos = match.end()
    return True


def _line_field(state: StateInline, silent: bool) -> bool:
    """``key:: value`` from the start of a line, or ``(key:: value)`` within it, of Dataview."""
    src, start = state.src, state.pos
    if src[start] != ":" or silent or not src.startswith("::", start) or src.startswith(":::", start):
        return False
    if _CODE_PATH.match(src, start + 2, state.posMax):
        return False
    low = max(0, start - _LONGEST_KEY)
    low = src.rfind("\n", low, start) + 1 or low
    before = src[low:start]
    if match := _PAREN_FIELD.search(before):
        return _paren_field(state, match)
    if low and src[low - 1] != "\n":
        return False
    match = _LINE_FIELD.search(before)
    if match is None:
        return False
    token = state.push("field", "", 0)
    token.meta["key"] = match[1].strip()
    state.pos = start + 2
    return True


def _paren_field(state: StateInline, match: re.Match[str]) -> bool:
    end = state.src.find(")", state.pos, state.posMax)
    if end < 0 or not state.pending.endswith(match[0]):
        return False
    state.pending = state.pending[: -len(match[0])]
    start = state.pos + 2
    while start < end and state.src[start].isspace():
        start += 1
    nest(state, start, end, "field", {"key": match[1].strip()})
    state.pos = end + 1
    return True
