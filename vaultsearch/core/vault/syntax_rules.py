"""Obsidian's extensions of Markdown as rules for markdown-it: those within lines, and those of whole blocks.

Each inline rule pushes a token with its findings in ``meta`` and, in ``meta["pos"]``, its offset in the
inline text, from which a link's line is computed. No rule scans beyond the end of the inline text, nor the
same range twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from markdown_it.rules_block import table
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.rules_inline.state_inline import Delimiter
from mdit_py_plugins.footnote.index import footnote_def

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

Rule: TypeAlias = Callable[[StateInline, bool], bool]

# Nested brackets up to a fixed depth: a balanced scan to the end from every "[" would be quadratic.
_WITHIN_BRACKETS = r"(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*\])*"
_WITHIN_PARENS = r"(?:[^()\\]|\\.|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))*"
_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_KEY = r"[^\W\d_][\w \-/]{0,59}"
_LINE_FIELD = re.compile(rf"(?:\A|(?<=\n))[*_]{{0,3}}({_KEY}?)[*_]{{0,3}}\Z")
_BRACKET_FIELD = re.compile(rf"\[\s*({_KEY}?)\s*::\s*({_WITHIN_BRACKETS})\]", re.DOTALL)
# `std::vector` and `Foo::<T>` are paths of code, not fields named "std" and "Foo".
_CODE_PATH = re.compile(r"[A-Za-z_]\w*(?:::|[(<])")
_PAREN_FIELD = re.compile(
    rf"\(\s*({_KEY}?)\s*::(?![:]|{_CODE_PATH.pattern})\s*({_WITHIN_PARENS})\)", re.DOTALL
)
# The letters of a key and the marks of emphasis around it: how far a rule looks back from the colons.
_LONGEST_KEY = 70
# A target may contain a single bracket; two opening ones begin another link.
_WIKILINK = re.compile(r"\[\[((?:[^\[\]\n]|\](?!\])|\[(?!\[))+)\]\]")
# As Obsidian: a tag ends at a space and at punctuation, of Chinese and Japanese, too; the zero-width joiner
# (U+200D) is missing since it holds emoji together.
_NOT_IN_TAGS = (
    r"\s\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d"
    r"\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    r"'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\"
)
_TAG = re.compile(rf"#([^{_NOT_IN_TAGS}]+)")
_TAG_BODY = re.compile(r"[^\d/_\-]")
_BEFORE_TAG = frozenset(" \t\n\u00a0\u3000*_=~")
_URL = re.compile(r"://[^\s<>\[\]()|`*\"]*[^\s<>\[\]()|`*\".,;:!?'=~]")
_SCHEME = re.compile(r"\b(?:https?|ftp|file|obsidian|zotero)$", re.IGNORECASE)
_MATH = re.compile(r"\$(?![\s$])((?:[^\\$]|\\.)*?)(?<!\s)\$(?!\d)", re.DOTALL)
_DISPLAY_MATH = re.compile(r"\$\$((?:[^\\$]|\\.|\$(?!\$))+)\$\$", re.DOTALL)
_BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*\Z")
_FOOTNOTE_REF = re.compile(r"\[\^([^\[\]\s]+)\]")
_INLINE_FOOTNOTE = re.compile(rf"\^\[({_WITHIN_BRACKETS})\]", re.DOTALL)


def install_inline_rules(md: MarkdownIt) -> None:
    """Register the rules with a parser."""
    ruler = md.inline.ruler
    # WORKAROUND markdown-it-py 4.3: plain text runs on to the next character that ends it, also beyond the
    # end of what is parsed. The value of `(key:: value)` took all that follows with it, and its line's text.
    for bracket in "()":
        md.inline.add_terminator_char(bracket)
    # Before "escape": in a formula, a backslash is a command of LaTeX and not Markdown's.
    ruler.before("escape", "math_inline", _math)
    ruler.before("link", "comment", _comment)
    ruler.before("link", "wikilink", _wikilink)
    ruler.before("link", "footnote", _footnote)
    ruler.before("link", "url", _url)
    ruler.before("link", "tag", _tag)
    ruler.before("link", "block_id", _block_id)
    ruler.at("link", _positioned(link))
    ruler.at("image", _positioned(image))
    ruler.before("link", "bracket_field", _bracketed_field(_BRACKET_FIELD))
    ruler.before("link", "paren_field", _bracketed_field(_PAREN_FIELD))
    ruler.before("link", "line_field", _line_field)
    ruler.before("link", "mark", _mark)
    ruler.at("emphasis", _emphasis)


def _nest(state: StateInline, start: int, end: int, kind: str, meta: dict[str, str]) -> None:
    """Push an open and a close token around the tokens of the text between ``start`` and ``end``."""
    # `posMax` is lowered meanwhile, so that no rule inside sees the text behind the closing bracket.
    maximum = state.posMax
    state.pos, state.posMax = start, end
    state.push(f"{kind}_open", "", 1).meta.update(meta)
    state.md.inline.tokenize(state)
    state.push(f"{kind}_close", "", -1)
    state.posMax = maximum


def _push_inline(state: StateInline, silent: bool, end: int, kind: str, content: str) -> bool:
    """Consume the text up to ``end``, and push its token unless the rule is only asked whether it matches."""
    if not silent:
        state.push(kind, "", 0).content = content
    state.pos = end
    return True


def _mark(state: StateInline, silent: bool) -> bool:
    """Match ``==`` that may open or close a highlight; the pairs are found when the text is read."""
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
    """Return whether the delimiter run here may open and close, and its length.

    WORKAROUND of CommonMark 0.31, section 6.2 (commonmark/commonmark-spec#650): after a Chinese full stop
    ``**`` cannot close, because Chinese has no space after it.
    """
    src, start = state.src, state.pos
    scanned = state.scanDelims(start, within_words)
    opens, closes, end = scanned.can_open, scanned.can_close, start + scanned.length
    if within_words and start > 0 and end < state.posMax and not (opens and closes):
        opens = opens or bool(_CJK.match(src, start - 1) and not src[end].isspace())
        closes = closes or bool(_CJK.match(src, end) and not src[start - 1].isspace())
    return opens, closes, scanned.length


def _bracketed_field(pattern: re.Pattern[str]) -> Rule:
    """Make a rule that matches Dataview's ``[key:: value]`` or ``(key:: value)`` up to its own bracket."""

    def bracketed_field(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if state.src[start] not in "[(" or not (match := pattern.match(state.src, start, state.posMax)):
            return False
        if not silent:
            _nest(state, *match.span(2), "field", {"key": match[1].strip()})
        state.pos = match.end()
        return True

    return bracketed_field


def _line_field(state: StateInline, silent: bool) -> bool:
    """Match Dataview's ``key:: value`` at the start of a line."""
    src, start = state.src, state.pos
    if src[start] != ":" or silent or not src.startswith("::", start) or src.startswith(":::", start):
        return False
    if _CODE_PATH.match(src, start + 2, state.posMax):
        return False
    low = max(0, start - _LONGEST_KEY)
    # A key stands at the beginning of a line; text before it, or a longer key, makes it prose with colons.
    low = src.rfind("\n", low, start) + 1 or low
    if low and src[low - 1] != "\n":
        return False
    match = _LINE_FIELD.search(src[low:start])
    if match is None:
        return False
    token = state.push("field", "", 0)
    token.meta["key"] = match[1].strip()
    state.pos = start + 2
    return True


def _positioned(rule: Rule) -> Rule:
    def positioned(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        for token in state.tokens[before : before + 2]:
            if token.type in ("link_open", "image"):
                token.meta["pos"] = start
                break
        return True

    return positioned


def _wikilink(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    embed = src.startswith("![[", start)
    if not embed and not src.startswith("[[", start):
        return False
    match = _WIKILINK.match(src, start + embed, state.posMax)
    if match is None:
        return False
    target, pipe, alias = match[1].partition("|")
    # In a table, the pipe before an alias is escaped for Markdown: `[[Note\|alias]]`.
    target = target.removesuffix("\\").strip()
    if not target:
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.content = target
        token.meta.update(pos=start, embed=embed, alias=alias.strip() if pipe else "")
    state.pos = match.end()
    return True


def _tag(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src[start] != "#" or state.linkLevel:
        return False
    # `#a#b` are two tags, but `a#b` is none: a word is not a place for a tag to begin.
    if start and src[start - 1] not in _BEFORE_TAG and not _follows_tag(state):
        return False
    match = _TAG.match(src, start, state.posMax)
    if match is None or not _TAG_BODY.search(match[1]):
        return False
    return _push_inline(state, silent, match.end(), "tag", match[0])


def _follows_tag(state: StateInline) -> bool:
    return not state.pending and bool(state.tokens) and state.tokens[-1].type == "tag"


def _url(state: StateInline, silent: bool) -> bool:
    """Match a bare URL as one word, without emphasis, tags or highlights in it."""
    src, start = state.src, state.pos
    if src[start] != ":" or not src.startswith("://", start):
        return False
    # The scheme before the colon is read already as plain text; ten characters hold the longest one.
    if not _SCHEME.search(src, max(0, start - 10), start):
        return False
    match = _URL.match(src, start, state.posMax)
    if match is None:
        return False
    if not silent:
        state.append_pending(match[0])
    state.pos = match.end()
    return True


def _comment(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if not src.startswith("%%", start):
        return False
    end = src.find("%%", start + 2, state.posMax)
    if end < 0:
        return False
    return _push_inline(state, silent, end + 2, "comment", src[start : end + 2])


def _math(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src[start] != "$" or (start and src[start - 1].isdigit()):
        return False
    pattern = _DISPLAY_MATH if src.startswith("$$", start) else _MATH
    # Without another one, the pattern would follow the text to its end in vain.
    if src.rfind("$", start + 1, state.posMax) < 0:
        return False
    match = pattern.match(src, start, state.posMax)
    if match is None:
        return False
    return _push_inline(state, silent, match.end(), "math_inline", match[1].strip())


def _block_id(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src[start] != "^" or (start and not src[start - 1].isspace()):
        return False
    match = _BLOCK_ID.match(src, start, state.posMax)
    # A block id stands at the end of its block alone; `posMax` may be that of a bracket.
    if match is None or match.end() != len(src):
        return False
    return _push_inline(state, silent, match.end(), "block_id", match[1])


def _footnote(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src.startswith("^[", start):
        return _inline_footnote(state, silent)
    if not src.startswith("[^", start):
        return False
    match = _FOOTNOTE_REF.match(src, start, state.posMax)
    # Without its definition, `[^a]` is text, as in Obsidian. The plugin keeps the labels behind a colon.
    if match is None or f":{match[1]}" not in state.env.get("footnotes", {}).get("refs", {}):
        return False
    return _push_inline(state, silent, match.end(), "footnote_ref", match[1])


def _inline_footnote(state: StateInline, silent: bool) -> bool:
    match = _INLINE_FOOTNOTE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        _nest(state, *match.span(1), "footnote", {})
    state.pos = match.end()
    return True


_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
_CALLOUT = re.compile(r"\[!([^\]\n]+)\]([+-]?)[ \t]*")
_TASK = re.compile(r"\[([^\n])\](?=[ \t\n]|\Z)[ \t]*")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|\Z)")
_TABLE_RULE = re.compile(r"[ \t>]*[|:-][|: \t-]+$", re.MULTILINE)
_PIPE = "\ue07c"
"""A character of no meaning, in place of a pipe that is a link's."""
_UNDERLINED = re.compile(r" {0,3}={3,}[ \t]*$", re.MULTILINE)


def install_block_rules(md: MarkdownIt) -> None:
    """Register the rules with a parser."""
    md.block.ruler.before("code", "comment_block", _comment_block, _INTERRUPTS)
    md.block.ruler.before("code", "math_block", _math_block, _INTERRUPTS)
    md.block.ruler.before("code", "heading_below_list", _heading_below_list, _INTERRUPTS)
    md.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    md.block.ruler.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})


def _heading_below_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: ARG001 - a rule's
    """End a list at a heading below it that is underlined with ``=``: Markdown reads on in the last item."""
    is_below = silent and state.sCount[start] < state.blkIndent and start + 1 < state.lineMax
    return is_below and _UNDERLINED.match(state.src, state.bMarks[start + 1]) is not None


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match a table, of which the pipe within a wikilink parts no cells."""
    rule = start + 1
    if rule >= end or not _TABLE_RULE.match(state.src, state.bMarks[rule], state.eMarks[rule]):
        return False
    src, before = state.src, len(state.tokens)
    # Once for all tables; of the same length, so that the marks of lines stay where they are.
    if state.env.get("tables", ("",))[0] is not src:
        state.env["tables"] = src, _WIKILINK.sub(lambda link: link[0].replace("|", _PIPE), src)
    state.src = state.env["tables"][1]
    is_table = table(state, start, end, silent)
    state.src = src
    for token in state.tokens[before:]:
        token.content = token.content.replace(_PIPE, "|")
    return is_table


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
        # Text on both sides: an inline comment, which the inline rule matches.
        return False
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
        # Text behind it: an inline formula, which the inline rule matches.
        return False
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
        # The text behind the marker is a paragraph of its own, else it would be hidden with the comment.
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
                kind = match[1].partition("|")[0].strip()
                opening.meta["callout"] = kind.lower()
                opening.meta["folded"] = match[2] == "-"
                first, newline, rest = inline.content[match.end() :].partition("\n")
                inline.content = (first or kind.replace("-", " ").capitalize()) + newline + rest
        elif match := _TASK.match(inline.content):
            opening.meta["task"] = match[1]
            inline.content = inline.content[match.end() :]


def _first_paragraphs(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield each quote or list item that begins with a paragraph, and the inline token of that paragraph."""
    for i in range(len(tokens) - 2):
        token = tokens[i]
        if token.type in ("blockquote_open", "list_item_open") and tokens[i + 1].type == "paragraph_open":
            yield token, tokens[i + 2]
