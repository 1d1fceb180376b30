"""What Obsidian adds to Markdown within a line, as rules for markdown-it.

Each rule pushes a token that carries what it found in ``meta`` and, as ``meta["pos"]``, where it
stands in the inline text, so that a link's line can be told. No rule looks further than to the
end of the inline text, nor twice over the same stretch.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from markdown_it.rules_inline import StateInline, image, link

from vaultsearch.core.vault.brackets import WITHIN_BRACKETS, nest

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

Rule: TypeAlias = Callable[[StateInline, bool], bool]

# A single bracket may stand in a target; two opening ones begin another link.
_WIKILINK = re.compile(r"\[\[((?:[^\[\]\n]|\](?!\])|\[(?!\[))+)\]\]")
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
_INLINE_FOOTNOTE = re.compile(rf"\^\[({WITHIN_BRACKETS})\]", re.DOTALL)


def install(md: MarkdownIt) -> None:
    """Add the rules to a parser."""
    ruler = md.inline.ruler
    ruler.before("escape", "math_inline", _math)
    ruler.before("link", "comment", _comment)
    ruler.before("link", "wikilink", _wikilink)
    ruler.before("link", "footnote", _footnote)
    ruler.before("link", "url", _url)
    ruler.before("link", "tag", _tag)
    ruler.before("link", "block_id", _block_id)
    ruler.at("link", _positioned(link))
    ruler.at("image", _positioned(image))


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
    target = target.removesuffix("\\").strip()  # the pipe is escaped in tables
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
    if start and src[start - 1] not in _BEFORE_TAG and not _follows_tag(state):
        return False
    match = _TAG.match(src, start, state.posMax)
    if match is None or not _TAG_BODY.search(match[1]):
        return False
    if not silent:
        token = state.push("tag", "", 0)
        token.content = match[0]
    state.pos = match.end()
    return True


def _follows_tag(state: StateInline) -> bool:
    return not state.pending and bool(state.tokens) and state.tokens[-1].type == "tag"


def _url(state: StateInline, silent: bool) -> bool:
    """Take a bare address as one word: nothing in it is emphasis, a tag or a highlight."""
    src, start = state.src, state.pos
    if src[start] != ":" or not src.startswith("://", start):
        return False
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
    if not silent:
        state.push("comment", "", 0).content = src[start : end + 2]
    state.pos = end + 2
    return True


def _math(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src[start] != "$" or (start and src[start - 1].isdigit()):
        return False
    pattern = _DISPLAY_MATH if src.startswith("$$", start) else _MATH
    if src.rfind("$", start + 1, state.posMax) < 0:
        return False
    match = pattern.match(src, start, state.posMax)
    if match is None:
        return False
    if not silent:
        state.push("math_inline", "", 0).content = match[1].strip()
    state.pos = match.end()
    return True


def _block_id(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src[start] != "^" or (start and not src[start - 1].isspace()):
        return False
    match = _BLOCK_ID.match(src, start, state.posMax)
    if match is None or match.end() != len(src):
        return False
    if not silent:
        state.push("block_id", "", 0).content = match[1]
    state.pos = match.end()
    return True


def _footnote(state: StateInline, silent: bool) -> bool:
    src, start = state.src, state.pos
    if src.startswith("^[", start):
        return _inline_footnote(state, silent)
    if not src.startswith("[^", start):
        return False
    match = _FOOTNOTE_REF.match(src, start, state.posMax)
    if match is None or f":{match[1]}" not in state.env.get("footnotes", {}).get("refs", {}):
        return False
    if not silent:
        state.push("footnote_ref", "", 0).content = match[1]
    state.pos = match.end()
    return True


def _inline_footnote(state: StateInline, silent: bool) -> bool:
    match = _INLINE_FOOTNOTE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        nest(state, *match.span(1), "footnote", {})
    state.pos = match.end()
    return True
