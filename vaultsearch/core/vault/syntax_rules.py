"""Obsidian's Markdown extensions as inline and block rules for markdown-it.

Inline rules push tokens with details in ``meta``, and the offset in the inline text in ``meta["pos"]``, used
to compute a link's line. No rule scans beyond the end of the inline text, nor the same range twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_block.table import escapedSplit, getLine
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token
from mdit_py_plugins.footnote.index import footnote_def

# Nested brackets up to a fixed depth: a balanced scan to the end from every "[" would be quadratic.
_WITHIN_BRACKETS = r"(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*\])*"
_WITHIN_PARENS = r"(?:[^()\\]|\\.|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))*"
_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_KEY_PATTERN = r"[^\W\d_][\w \-/]{0,59}"
_LINE_FIELD = re.compile(rf"(?:\A|(?<=\n))[*_]{{0,3}}({_KEY_PATTERN}?)[*_]{{0,3}}\Z")
_BRACKET_FIELD = re.compile(rf"\[\s*({_KEY_PATTERN}?)\s*::\s*({_WITHIN_BRACKETS})\]", re.DOTALL)
# `std::vector` and `Foo::<T>` are code paths, not fields named "std" and "Foo".
_CODE_PATH = re.compile(r"[A-Za-z_]\w*(?:::|[(<])")
_PAREN_FIELD = re.compile(
    rf"\(\s*({_KEY_PATTERN}?)\s*::(?![:]|{_CODE_PATH.pattern})\s*({_WITHIN_PARENS})\)", re.DOTALL
)
# How far a rule looks back from the colons: the key with emphasis marks.
_KEY_LOOKBACK = 70
# A target may contain a single bracket; two opening brackets begin another link.
_WIKILINK = re.compile(r"\[\[((?:[^\[\]\n]|\](?!\])|\[(?!\[))+)\]\]")
# As in Obsidian, a tag ends at a space or punctuation, also Chinese and Japanese, but not at the zero-width
# joiner (U+200D), which holds emoji together.
_NOT_IN_TAGS = (
    r"\s\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d"
    r"\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    r"'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\"
)
_TAG = re.compile(rf"#(?=[\d/_-]*[^\d/_{_NOT_IN_TAGS}-])[^{_NOT_IN_TAGS}]+")
_COMMENT = re.compile("%%.*?%%", re.DOTALL)
_BEFORE_TAG = frozenset(" \t\n\u00a0\u3000*_=~")
_URL_AFTER_SCHEME = re.compile(r"://[^\s<>\[\]()|`*\"]*[^\s<>\[\]()|`*\".,;:!?'=~]")
_SCHEME = re.compile(r"\b(?:https?|ftp|file|obsidian|zotero)$", re.IGNORECASE)
_MATH = re.compile(r"\$(?![\s$])((?:[^\\$]|\\.)*?)(?<!\s)\$(?!\d)", re.DOTALL)
_AFTER_FACTOR = re.compile(r"\\|[A-Za-z]\b")
_DISPLAY_MATH = re.compile(r"\$\$((?:[^\\$]|\\.|\$(?!\$))+)\$\$", re.DOTALL)
_BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*\Z")
_FOOTNOTE_REF = re.compile(r"\[\^([^\[\]\s]+)\]")
_INLINE_FOOTNOTE = re.compile(rf"\^\[({_WITHIN_BRACKETS})\]", re.DOTALL)


def install_inline_rules(md: MarkdownIt) -> None:
    """Register the inline rules."""
    ruler = md.inline.ruler
    # WORKAROUND markdown-it-py 4.3: plain text runs on to the next terminator, even beyond the parsed range.
    # The value in `(key:: value)` swallowed the rest of the line.
    for bracket in "()":
        md.inline.add_terminator_char(bracket)
    # Before "escape": in a formula, a backslash begins a LaTeX command.
    ruler.before("escape", "math_inline", _match_math)
    ruler.before(
        "link",
        "comment",
        lambda state, silent: _push_match(
            state, silent, "comment", _COMMENT.match(state.src, state.pos, state.posMax)
        ),
    )
    ruler.before("link", "wikilink", _match_wikilink)
    ruler.before("link", "footnote", _match_footnote)
    ruler.before("link", "url", _match_url)
    ruler.before("link", "tag", _match_tag)
    ruler.before("link", "block_id", _match_block_id)
    ruler.at("link", partial(_record_position, link))
    ruler.at("image", partial(_record_position, image))
    ruler.before("link", "bracket_field", partial(_match_bracketed_field, _BRACKET_FIELD))
    ruler.before("link", "paren_field", partial(_match_bracketed_field, _PAREN_FIELD))
    ruler.before("link", "line_field", _match_line_field)
    ruler.before("link", "mark", _match_highlight)
    ruler.at("emphasis", _match_emphasis)


def _push_nested(state: StateInline, start: int, end: int, kind: str, meta: dict[str, str]) -> None:
    """Push an open and a close token around the tokens between ``start`` and ``end``."""
    # Lower `posMax` meanwhile, so no rule inside sees the text after the closing bracket.
    maximum = state.posMax
    state.pos, state.posMax = start, end
    state.push(f"{kind}_open", "", 1).meta.update(meta)
    state.md.inline.tokenize(state)
    state.push(f"{kind}_close", "", -1)
    state.posMax = maximum


def _push_match(
    state: StateInline, silent: bool, kind: str, match: re.Match[str] | None, group: int = 0
) -> bool:
    """Consume a match, pushing a token with a group's text unless ``silent``; return False without one."""
    if match is None:
        return False
    if not silent:
        state.push(kind, "", 0).content = match[group].strip()
    state.pos = match.end()
    return True


def _match_highlight(state: StateInline, silent: bool) -> bool:
    """Match ``==`` to open or close a highlight; pairs are matched when the text is read."""
    src, start = state.src, state.pos
    if src[start] != "=":
        return False
    opens, closes, length = _scan_delimiter(state, True)
    if not silent:
        if length == 2:
            token = state.push("mark", "", 0)
            token.content = "=="
            token.meta.update(opens=opens, closes=closes)
        else:
            state.append_pending("=" * length)
    state.pos = start + length
    return True


def _match_emphasis(state: StateInline, silent: bool) -> bool:
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    opens, closes, length = _scan_delimiter(state, marker == "*")
    for _ in range(length):
        state.push("text", "", 0).content = marker
        state.delimiters.append(Delimiter(ord(marker), length, len(state.tokens) - 1, -1, opens, closes))
    state.pos += length
    return True


def _scan_delimiter(state: StateInline, within_words: bool) -> tuple[bool, bool, int]:
    """Return whether the delimiter run may open, may close, and how long it is.

    WORKAROUND of CommonMark 0.31, section 6.2 (commonmark/commonmark-spec#650): after a Chinese full stop
    ``**`` cannot close, because Chinese puts no space after.
    """
    src, start = state.src, state.pos
    scanned = state.scanDelims(start, within_words)
    opens, closes, end = scanned.can_open, scanned.can_close, start + scanned.length
    if within_words and start > 0 and end < state.posMax and not (opens and closes):
        opens = opens or bool(_CJK.match(src, start - 1) and not src[end].isspace())
        closes = closes or bool(_CJK.match(src, end) and not src[start - 1].isspace())
    return opens, closes, scanned.length


def _match_bracketed_field(pattern: re.Pattern[str], state: StateInline, silent: bool) -> bool:
    """Match Dataview's ``[key:: value]`` or ``(key:: value)`` up to the matching bracket."""
    start = state.pos
    if state.src[start] not in "[(" or not (match := pattern.match(state.src, start, state.posMax)):
        return False
    if not silent:
        _push_nested(state, *match.span(2), "field", {"key": match[1].strip()})
    state.pos = match.end()
    return True


def _match_line_field(state: StateInline, silent: bool) -> bool:
    """Match Dataview's ``key:: value`` at the start of a line."""
    src, start = state.src, state.pos
    if src[start] != ":" or silent or not src.startswith("::", start) or src.startswith(":::", start):
        return False
    if _CODE_PATH.match(src, start + 2, state.posMax):
        return False
    low = max(0, start - _KEY_LOOKBACK)
    # A key begins the line; after other text, or with a longer key, this is prose with colons.
    low = src.rfind("\n", low, start) + 1 or low
    if low and src[low - 1] != "\n":
        return False
    match = _LINE_FIELD.search(src[low:start])
    if match is None:
        return False
    state.push("field", "", 0).meta["key"] = match[1].strip()
    state.pos = start + 2
    return True


def _record_position(rule: Callable[[StateInline, bool], bool], state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens)
    if not rule(state, silent):
        return False
    for token in state.tokens[before : before + 2]:
        if token.type in ("link_open", "image"):
            token.meta["pos"] = start
            break
    return True


def _match_wikilink(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    embed = src.startswith("![[", start)
    if not embed and not src.startswith("[[", start):
        return False
    match = _WIKILINK.match(src, start + embed, state.posMax)
    if match is None:
        return False
    target, pipe, alias = match[1].partition("|")
    # In a table, Markdown escapes the pipe before an alias: `[[Note\|alias]]`.
    target = target.removesuffix("\\").strip()
    if not target:
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.content = target
        token.meta.update(pos=start, embed=embed, alias=alias.strip() if pipe else "")
    state.pos = match.end()
    return True


def _match_tag(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src[start] != "#" or state.linkLevel:
        return False
    # `#a#b` are two tags, but `a#b` is none: a tag cannot begin within a word.
    follows_tag = not state.pending and bool(state.tokens) and state.tokens[-1].type == "tag"
    if start and src[start - 1] not in _BEFORE_TAG and not follows_tag:
        return False
    return _push_match(state, silent, "tag", _TAG.match(src, start, state.posMax))


def _match_url(state: StateInline, silent: bool) -> bool:
    """Match a bare URL as a single word, without emphasis, tags or highlights inside."""
    src, start = state.src, state.pos
    if src[start] != ":" or not src.startswith("://", start):
        return False
    # The scheme before the colon was already read as plain text; the longest has under ten characters.
    if not _SCHEME.search(src, max(0, start - 10), start):
        return False
    match = _URL_AFTER_SCHEME.match(src, start, state.posMax)
    if match is None:
        return False
    if not silent:
        state.append_pending(match[0])
    state.pos = match.end()
    return True


def _match_math(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src[start] != "$":
        return False
    # After a price ("5$-6$"), dollars begin no formula, unlike in `2$\pi$`.
    if start and src[start - 1].isdigit() and not _AFTER_FACTOR.match(src, start + 1):
        return False
    pattern = _DISPLAY_MATH if src.startswith("$$", start) else _MATH
    # Without another dollar sign, the pattern would scan to the end in vain.
    if src.rfind("$", start + 1, state.posMax) < 0:
        return False
    return _push_match(state, silent, "math_inline", pattern.match(src, start, state.posMax), 1)


def _match_block_id(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    # A block id only stands at the end of a block; `posMax` may be the end of a bracket.
    if src[start] != "^" or (start and not src[start - 1].isspace()) or state.posMax < len(src):
        return False
    return _push_match(state, silent, "block_id", _BLOCK_ID.match(src, start), 1)


def _match_footnote(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if inline := _INLINE_FOOTNOTE.match(src, start, state.posMax):
        if not silent:
            _push_nested(state, *inline.span(1), "footnote", {})
        state.pos = inline.end()
        return True
    match = _FOOTNOTE_REF.match(src, start, state.posMax)
    # Without a definition, `[^a]` is text, as in Obsidian. The plugin keeps labels after a colon.
    if match is None or f":{match[1]}" not in state.env.get("footnotes", {}).get("refs", {}):
        return False
    return _push_match(state, silent, "footnote_ref", match, 1)


_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
_CALLOUT = re.compile(r"\[!([^\]\n]+)\]([+-]?)[ \t]*")
_TASK = re.compile(r"\[([^\n])\](?=[ \t\n]|\Z)[ \t]*")
# A list, quote, heading or table begins, or backticks may hold the dollars as code.
_NOT_BEFORE_MATH = re.compile(r"(?:[-+*]|\d{1,9}[.)])[ \t]|[>#|]|[^`]*`")
_MATH_LOOKBACK = 10_000
_LIST_MARK = re.compile(r"(?:[-+*]|\d{1,9}[.)])[ \t]")
_CUTS_PARAGRAPH = re.compile(r"\n[ \t>]*(?:\n|(?:[-+*]|\d{1,9}[.)])[ \t]|(?:=+|-+)[ \t]*\n)")
"""Lines in a formula which Markdown would take for the end of its paragraph."""
_HEADING = re.compile(r"#{1,6}(?:[ \t]|\Z)")
_TABLE_RULE = re.compile(r"[ \t>]*[|:-][|: \t-]+$", re.MULTILINE)
_LINK_PIPE = "\ue07c"
"""A private-use character to replace the pipe in a link."""
_UNDERLINED = re.compile(r" {0,3}={3,}[ \t]*$", re.MULTILINE)


def install_block_rules(md: MarkdownIt) -> None:
    """Register the block rules."""
    md.block.ruler.before("code", "comment_block", _match_comment_block, _INTERRUPTS)
    md.block.ruler.before("code", "math_block", _match_math_block, _INTERRUPTS)
    md.block.ruler.before("code", "heading_below_list", _match_heading_below_list, _INTERRUPTS)
    md.block.ruler.at("table", _match_table, {"alt": ["paragraph", "reference"]})
    md.block.ruler.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})


def _match_heading_below_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: ARG001 - a rule's
    """End a list before a heading underlined with ``=``: Markdown would continue the last item."""
    is_below = silent and state.sCount[start] < state.blkIndent and start + 1 < state.lineMax
    return is_below and _UNDERLINED.match(state.src, state.bMarks[start + 1]) is not None


def _match_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match a table, ignoring pipes within wikilinks; a row's last cell also holds its surplus cells."""
    rule = start + 1
    if rule >= end or not _TABLE_RULE.match(state.src, state.bMarks[rule], state.eMarks[rule]):
        return False
    src, before = state.src, len(state.tokens)
    # Once for all tables; with the same length, so line offsets stay valid.
    if state.env.get("tables", ("",))[0] is not src:
        state.env["tables"] = src, _WIKILINK.sub(lambda link: link[0].replace("|", _LINK_PIPE), src)
    state.src = state.env["tables"][1]
    is_table = table(state, start, end, silent)
    tokens = state.tokens[before:]
    n_columns = sum(token.type == "th_open" for token in tokens)
    for i, token in enumerate(tokens):
        # markdown-it drops the cells beyond the header's, such as those of code with pipes.
        if token.type == "tr_open" and token.map:
            cells = escapedSplit(getLine(state, token.map[0]).strip().removeprefix("|"))
            if surplus := "|".join(cells[n_columns:]).rstrip("| \t"):
                # A cell is three tokens, the text in the middle.
                tokens[i + 3 * n_columns - 1].content += f" |{surplus}"
    state.src = src
    for token in tokens:
        token.content = token.content.replace(_LINK_PIPE, "|")
    return is_table


def _match_comment_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match ``%%`` at the start of a line, closed on a later line or at the end of the same line.

    An unclosed comment hides nothing, so the text remains searchable.
    """
    pos = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("%%", pos, state.eMarks[start]) or state.is_code_block(start):
        return False
    # Within a paragraph, this `%%` may close a comment opened earlier in the paragraph.
    above = state.bMarks[min(state.line, start)]
    if silent and state.src.count("%%", above, pos) % 2 == 1:
        return False
    closing = _find_closing_marker(state, start, end, "%%", pos)
    if closing is None:
        return False
    last, after = closing
    if last == start and (silent or state.src[after : state.eMarks[start]].strip()):
        # Text on both sides: an inline comment, which the inline rule matches.
        return False
    return silent or _push_block(state, "comment", start, last, after, pos)


def _match_math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match ``$$`` at the start of a line, up to the next ``$$``; a heading between ends the search.

    Match it at a line's end too, if a blank line, or one like a list item, would cut the formula in two.
    """
    src, first = state.src, state.bMarks[start] + state.tShift[start]
    pos = src.rfind("$$", first, state.eMarks[start])
    if opens_line := src.startswith("$$", first):
        pos = first
    # Without the first, each line's was a slice of all that stands above it.
    elif pos < 0 or src[pos + 2 : state.eMarks[start]].strip() or _NOT_BEFORE_MATH.match(src, first, pos):
        return False
    # In a paragraph, this `$$` may close a formula opened above.
    above = max(pos - _MATH_LOOKBACK, state.bMarks[min(state.line, start)]) if silent else first
    if state.is_code_block(start) or src.count("$$", above, pos) % 2 == 1:
        return False
    closing = _find_closing_marker(state, start, end, "$$", pos)
    if closing is None:
        return False
    last, after = closing
    is_cut = _CUTS_PARAGRAPH.search(src, pos, after) is not None
    if not is_cut and (not opens_line or src[after : state.eMarks[last]].strip()):
        # Text stands beside: an inline formula, which the inline rule matches.
        return False
    return silent or _push_block(state, "math_block", start, last, after, pos)


def _find_closing_marker(
    state: StateBlock, start: int, end: int, marker: str, opening: int
) -> tuple[int, int] | None:
    """Return the closing marker's line, and the offset after."""
    pos = state.src.find(marker, opening + 2, state.eMarks[start])
    if pos >= 0:
        return start, pos + 2
    # Don't repeat a failed search, so parsing a hostile note takes linear time.
    unclosed: set[tuple[str, int, int]] = state.env.setdefault("unclosed", set())
    key = (marker, end, state.blkIndent)
    if key in unclosed:
        return None
    for line in range(start + 1, end):
        pos, maximum = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        # A formula goes on below the indentation of its list item, up to the next item.
        is_outside = pos < maximum and state.sCount[line] < state.blkIndent <= state.sCount[start]
        if is_outside and (marker != "$$" or _LIST_MARK.match(state.src, pos, maximum)):
            return None
        close = state.src.find(marker, pos, maximum)
        if close >= 0:
            return line, close + 2
        if marker == "$$" and _HEADING.match(state.src, pos, maximum):
            return None
    unclosed.add(key)
    return None


def _push_block(state: StateBlock, kind: str, start: int, last: int, after: int, pos: int) -> bool:
    """Push a block token from ``pos``, and paragraphs for the text before and after the markers."""
    if before := state.src[state.bMarks[start] + state.tShift[start] : pos].strip():
        _push_paragraph(state, before, start)
    token = state.push(kind, "", 0)
    token.map = [start, last + 1]
    token.content = state.getLines(start, last + 1, state.blkIndent, False)
    token.content = token.content.lstrip().removeprefix(before) if before else token.content
    token.block = True
    if rest := state.src[after : state.eMarks[last]].strip():
        # The text after the marker is a separate paragraph, or the comment would hide it.
        token.content = token.content.rstrip().removesuffix(rest)
        _push_paragraph(state, rest, last)
    state.line = last + 1
    return True


def _push_paragraph(state: StateBlock, text: str, line: int) -> None:
    state.push("paragraph_open", "p", 1).map = [line, line + 1]
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = text, [line, line + 1], []
    state.push("paragraph_close", "p", -1)


def mark_callouts_and_tasks(tokens: list[Token]) -> None:
    """Move ``[!type]`` and ``[x]`` from the text to ``meta`` before inline parsing turns them into links."""
    for opening, paragraph, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if paragraph.type != "paragraph_open":
            continue
        if opening.type == "blockquote_open" and (match := _CALLOUT.match(inline.content)):
            kind = match[1].partition("|")[0].strip()
            opening.meta["callout"] = kind.lower()
            opening.meta["fold"] = match[2]
            first, newline, rest = inline.content[match.end() :].partition("\n")
            inline.content = (first or kind.replace("-", " ").capitalize()) + newline + rest
        elif opening.type == "list_item_open" and (match := _TASK.match(inline.content)):
            opening.meta["task"] = match[1]
            inline.content = inline.content[match.end() :]
