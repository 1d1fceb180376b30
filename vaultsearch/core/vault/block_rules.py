"""What Obsidian adds to Markdown by whole lines, as rules for markdown-it: comments, math, callouts, tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.footnote.index import footnote_def

_INTERRUPTS = {"alt": ["paragraph", "reference", "blockquote", "list"]}
_CALLOUT = re.compile(r"\[!([^\]\n]+)\]([+-]?)[ \t]*")
_TASK = re.compile(r"\[([^\n])\](?=[ \t\n]|\Z)[ \t]*")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|\Z)")


def install(md: MarkdownIt) -> None:
    """Add the rules to a parser."""
    md.block.ruler.before("code", "comment_block", _comment_block, _INTERRUPTS)
    md.block.ruler.before("code", "math_block", _math_block, _INTERRUPTS)
    md.block.ruler.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})
    md.core.ruler.after("block", "obsidian", _callouts_and_tasks)


def _comment_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``%%`` that begins a line and is closed on a later one, or that fills its line.

    One that is never closed hides nothing: what was written should be found.
    """
    pos, maximum = _begins(state, start, "%%")
    if pos < 0:
        return False
    close = state.src.find("%%", pos + 2, maximum)
    if close >= 0:
        if silent or state.src[close + 2 : maximum].strip():
            return False  # a comment within a paragraph
        return _push(state, "comment", start, start, close + 2)
    if silent and _closes_earlier(state, start, pos):
        return False
    last = _closing_line(state, start, end, "%%")
    if last is None:
        return False
    if silent:
        return True
    close = state.src.find("%%", state.bMarks[last] + state.tShift[last], state.eMarks[last])
    return _push(state, "comment", start, last, close + 2)


def _math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``$$`` that begins a line, up to the next ``$$``; no heading lies between."""
    pos, maximum = _begins(state, start, "$$")
    if pos < 0:
        return False
    close = state.src.find("$$", pos + 2, maximum)
    last: int | None = start
    if close >= 0 and state.src[close + 2 : maximum].strip():
        return False
    if close < 0:
        last = _closing_line(state, start, end, "$$")
        if last is None:
            return False
        close = state.src.find("$$", state.bMarks[last] + state.tShift[last], state.eMarks[last])
    if silent:
        return True
    assert last is not None
    return _push(state, "math_block", start, last, close + 2)


def _begins(state: StateBlock, line: int, marker: str) -> tuple[int, int]:
    """Give where the marker begins the line (-1 if it does not) and where the line ends."""
    pos, maximum = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if not state.src.startswith(marker, pos, maximum) or state.is_code_block(line):
        return -1, maximum
    return pos, maximum


def _closes_earlier(state: StateBlock, line: int, pos: int) -> bool:
    """Tell whether this ``%%`` ends a comment that began within the paragraph above it."""
    begin = state.bMarks[min(state.line, line)]
    return state.src.count("%%", begin, pos) % 2 == 1


def _closing_line(state: StateBlock, start: int, end: int, marker: str) -> int | None:
    # Once it was searched for in vain, it is not searched for again: a hostile note stays linear.
    unclosed: set[tuple[str, int, int]] = state.env.setdefault("unclosed", set())
    key = (marker, end, state.blkIndent)
    if key in unclosed:
        return None
    for line in range(start + 1, end):
        pos, maximum = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        if pos < maximum and state.sCount[line] < state.blkIndent:
            break
        if state.src.find(marker, pos, maximum) >= 0:
            return line
        if marker == "$$" and _HEADING.match(state.src, pos, maximum):
            return None
    unclosed.add(key)
    return None


def _push(state: StateBlock, kind: str, start: int, last: int, after: int) -> bool:
    """Push a block token for the lines; what follows the closing marker is a paragraph."""
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


def _callouts_and_tasks(state: StateCore) -> None:
    """Take ``[!type]`` and ``[x]`` off the text before it is parsed, where they would be links."""
    for opening, inline in _first_paragraphs(state.tokens):
        if opening.type == "blockquote_open":
            if match := _CALLOUT.match(inline.content):
                opening.meta["callout"] = match[1].partition("|")[0].strip().lower()
                first, newline, rest = inline.content[match.end() :].partition("\n")
                inline.content = (first or _default_title(match[1])) + newline + rest
        elif match := _TASK.match(inline.content):
            opening.meta["task"] = match[1]
            inline.content = inline.content[match.end() :]


def _default_title(kind: str) -> str:
    return kind.partition("|")[0].strip().replace("-", " ").capitalize()


def _first_paragraphs(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Each quote or list item that begins with a paragraph, and the inline token of that."""
    for i in range(len(tokens) - 2):
        token = tokens[i]
        if token.type in ("blockquote_open", "list_item_open") and tokens[i + 1].type == "paragraph_open":
            yield token, tokens[i + 2]
