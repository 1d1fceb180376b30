"""Emphasis that Chinese can close, and ``==highlights==``, as rules for markdown-it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.rules_inline.state_inline import Delimiter

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


def install(md: MarkdownIt) -> None:
    """Add the rules to a parser."""
    md.inline.ruler.before("link", "mark", _mark)
    md.inline.ruler.at("emphasis", _emphasis)


def _mark(state: StateInline, silent: bool) -> bool:
    """``==`` that may open or close a highlight; which do is seen when the text is read."""
    src, start = state.src, state.pos
    if src[start] != "=":
        return False
    opens, closes, length = _delimiter(state, True)
    if not silent:
        if length == 2:
            token = state.push("mark", "", 0)
            token.content = "=="
            token.meta.update(opens=opens, closes=closes)
        else:
            state.append_pending("=" * length)
    state.pos = start + length
    return True


def _emphasis(state: StateInline, silent: bool) -> bool:
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    opens, closes, length = _delimiter(state, marker == "*")
    for _ in range(length):
        state.push("text", "", 0).content = marker
        state.delimiters.append(Delimiter(ord(marker), length, len(state.tokens) - 1, -1, opens, closes))
    state.pos += length
    return True


def _delimiter(state: StateInline, within_words: bool) -> tuple[bool, bool, int]:
    """Tell whether the markers here may open and close, and how many there are.

    WORKAROUND of CommonMark 0.31, section 6.2 (commonmark/commonmark-spec#650): after a Chinese
    full stop ``**`` cannot close, since no space follows where none is ever written.
    """
    src, start = state.src, state.pos
    scanned = state.scanDelims(start, within_words)
    opens, closes, end = scanned.can_open, scanned.can_close, start + scanned.length
    if within_words and start > 0 and end < state.posMax and not (opens and closes):
        opens = opens or bool(_CJK.match(src, start - 1) and not src[end].isspace())
        closes = closes or bool(_CJK.match(src, end) and not src[start - 1].isspace())
    return opens, closes, scanned.length
