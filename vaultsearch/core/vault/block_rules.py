"""Obsidian's block-level extensions of Markdown as rules for markdown-it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdit_py_plugins.footnote.index import footnote_def

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
_CALLOUT = re.compile(r"\[!([^\]\n]+)\]([+-]?)[ \t]*")
_TASK = re.compile(r"\[([^\n])\](?=[ \t\n]|\Z)[ \t]*")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|\Z)")


def install(md: MarkdownIt) -> None:
    """Register the rules with a parser."""
    md.block.ruler.before("code", "comment_block", _comment_block, _INTERRUPTS)
    md.block.ruler.before("code", "math_block", _math_block, _INTERRUPTS)
    md.block.ruler.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})


def _comment_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match ``%%`` at the start of a line, closed on a later line or at the end of its own.

    An unclosed comment hides nothing, so that its text remains searchable.
    """
    pos = _begins(state, start, "%%")
    if pos < 0 or (silent and _closes_earlier(state, start, pos)):
        return False
    closing = _closing(state, start, end, "%%")
    if closing is None:
        return False
    last, after = closing
    if last == start and (silent or state.src[after : state.eMarks[start]].strip()):
        return False  # an inline comment
    return silent or _push(state, "comment", start, last, after)


def _math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match ``$$`` at the start of a line, up to the next ``$$``; a heading in between ends the search."""
    if _begins(state, start, "$$") < 0:
        return False
    closing = _closing(state, start, end, "$$")
    if closing is None:
        return False
    last, after = closing
    if state.src[after : state.eMarks[last]].strip():
        return False  # an inline formula
    return silent or _push(state, "math_block", start, last, after)


def _begins(state: StateBlock, line: int, marker: str) -> int:
    """Return the offset of a marker that begins the line, or -1."""
    pos = state.bMarks[line] + state.tShift[line]
    begins = state.src.startswith(marker, pos, state.eMarks[line]) and not state.is_code_block(line)
    return pos if begins else -1


def _closes_earlier(state: StateBlock, line: int, pos: int) -> bool:
    """Return whether this ``%%`` closes a comment opened within the paragraph above it."""
    begin = state.bMarks[min(state.line, line)]
    return state.src.count("%%", begin, pos) % 2 == 1


def _closing(state: StateBlock, start: int, end: int, marker: str) -> tuple[int, int] | None:
    """Return the line of the closing marker and the offset after it."""
    pos = state.src.find(marker, state.bMarks[start] + state.tShift[start] + 2, state.eMarks[start])
    if pos >= 0:
        return start, pos + 2
    # A failed search is not repeated, so that parsing a hostile note takes linear time.
    unclosed: set[tuple[str, int, int]] = state.env.setdefault("unclosed", set())
    key = (marker, end, state.blkIndent)
    if key in unclosed:
        return None
    for line in range(start + 1, end):
        pos, maximum = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        if pos < maximum and state.sCount[line] < state.blkIndent:
            break
        close = state.src.find(marker, pos, maximum)
        if close >= 0:
            return line, close + 2
        if marker == "$$" and _HEADING.match(state.src, pos, maximum):
            return None
    unclosed.add(key)
    return None


def _push(state: StateBlock, kind: str, start: int, last: int, after: int) -> bool:
    """Push a block token for the lines, and a paragraph for the text after the closing marker."""
    token = state.push(kind, "", 0)
    token.map = [start, last + 1]
    token.content = state.getLines(start, last + 1, state.blkIndent, False)
    token.block = True
    rest = state.src[after : state.eMarks[last]].strip()
    if rest:
        token.content = token.content.rstrip().removesuffix(rest)
        state.push("paragraph_open", "p", 1).map = [last, last + 1]
        inline = state.push("inline", "", 0)
        inline.content, inline.map, inline.children = rest, [last, last + 1], []
        state.push("paragraph_close", "p", -1)
    state.line = last + 1
    return True


def mark_callouts_and_tasks(tokens: list[Token]) -> None:
    """Move ``[!type]`` and ``[x]`` from the text to ``meta`` before inline parsing makes links of them."""
    for opening, inline in _first_paragraphs(tokens):
        if opening.type == "blockquote_open":
            if match := _CALLOUT.match(inline.content):
                opening.meta["callout"] = match[1].partition("|")[0].strip().lower()
                opening.meta["folded"] = match[2] == "-"
                first, newline, rest = inline.content[match.end() :].partition("\n")
                inline.content = (first or _default_title(match[1])) + newline + rest
        elif match := _TASK.match(inline.content):
            opening.meta["task"] = match[1]
            inline.content = inline.content[match.end() :]


def _default_title(kind: str) -> str:
    return kind.partition("|")[0].strip().replace("-", " ").capitalize()


def _first_paragraphs(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield each quote or list item that begins with a paragraph, and the inline token of that paragraph."""
    for i in range(len(tokens) - 2):
        token = tokens[i]
        if token.type in ("blockquote_open", "list_item_open") and tokens[i + 1].type == "paragraph_open":
            yield token, tokens[i + 2]
