"""A note's Markdown -> HTML that is safe to show: no scripts, no foreign images, the passage marked."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from vaultsearch.core.values import Chunk, Preview
from vaultsearch.core.vault import block_rules
from vaultsearch.core.vault.body import markdown_parser
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.plain_text import html_text
from vaultsearch.core.vault.written_links import read_wikilink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.utils import EnvType, OptionsDict

_LINES_AROUND = 150
_CHARACTERS_AROUND = 20_000
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_BLOCKS = ("paragraph_open", "heading_open", "list_item_open", "fence", "code_block", "table_open")
_CELLS = ("th_open", "td_open", "th_close", "td_close")
_DONE = ("x", "X")


def render_preview(chunk: Chunk, text: str) -> Preview:
    """Render the note around a passage; of a long note the part in view, so that it stays quick."""
    lines = text.split("\n")
    # The note may have become shorter since the passage was found.
    start, end = _window(lines, min(chunk.line_start - 1, len(lines)), min(chunk.line_end, len(lines)))
    start = max(start, read_frontmatter(lines).line_count)
    opened = _open_fence(lines[:start])
    shown = ([opened] if opened else []) + lines[start:end]
    html = _render(shown, chunk.line_start - 1 - start + bool(opened), chunk.line_end - start + bool(opened))
    before = "<p class='elision'>…</p>" if start > read_frontmatter(lines).line_count else ""
    return Preview(chunk, before + html + ("<p class='elision'>…</p>" if end < len(lines) else ""))


def _window(lines: Sequence[str], first: int, last: int) -> tuple[int, int]:
    """Choose the lines around a passage, at most so many and of so many characters each way."""
    start, room = first, _CHARACTERS_AROUND
    while start > 0 and first - start < _LINES_AROUND and room > 0:
        start -= 1
        room -= len(lines[start])
    end, room = last, _CHARACTERS_AROUND
    while end < len(lines) and end - last < _LINES_AROUND and room > 0:
        room -= len(lines[end])
        end += 1
    return start, end


def _open_fence(lines: Sequence[str]) -> str:
    """Give the fence that is still open after these lines, "" where none is."""
    opened = ""
    for line in lines:
        match = _FENCE.match(line)
        if match and not opened:
            opened = match[1]
        elif match and match[1].startswith(opened) and not line[match.end() :].strip():
            opened = ""
    return opened


def _render(lines: Sequence[str], first: int, last: int) -> str:
    md = markdown_parser()
    env: dict[str, Any] = {}
    tokens: list[Token] = []
    md.block.parse("\n".join(lines), md, env, tokens)
    block_rules.mark_callouts_and_tasks(tokens)
    _mark(tokens, first, last)
    for token in tokens:
        if token.type == "inline":
            token.children = []
            md.inline.parse(token.content, md, env, token.children)
    _head_callouts(tokens)
    return str(_Renderer().render(tokens, md.options, env))


def _mark(tokens: Sequence[Token], first: int, last: int) -> None:
    """Give each block of the passage its class, and the first one the anchor."""
    anchored = False
    for i, token in enumerate(tokens):
        if token.type not in _BLOCKS or token.map is None:
            continue
        if token.map[0] < last and token.map[1] > first:
            # A list item that merely holds the passage is not all of it.
            if token.type == "list_item_open" and token.map[0] < first:
                continue
            if token.type == "table_open":
                _mark_cells(tokens[i:])
            token.attrJoin("class", "passage")
            token.meta["anchor"] = not anchored
            anchored = True


def _mark_cells(tokens: Sequence[Token]) -> None:
    """Mark what stands in the cells: the ground of a table itself is not drawn behind them."""
    for token in tokens:
        if token.type == "table_close":
            return
        token.meta["passage"] = token.type in _CELLS


def _head_callouts(tokens: Sequence[Token]) -> None:
    """Give a callout's first line the look of its title, on a line of its own."""
    for opening, inline in zip(tokens, tokens[2:], strict=False):
        if "callout" not in opening.meta or inline.type != "inline" or not inline.children:
            continue
        breaks = (i for i, child in enumerate(inline.children) if child.type in ("softbreak", "hardbreak"))
        end = next(breaks, len(inline.children))
        head, body = inline.children[:end], inline.children[end + 1 :]
        parted = [Token("hardbreak", "br", 0)] if body else []
        inline.children = [
            Token("strong_open", "b", 1),
            *head,
            Token("strong_close", "b", -1),
            *parted,
            *body,
        ]


class _Renderer(RendererHTML):
    """Writes what the rules of this vault push; whatever it does not know, it escapes."""

    def render(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:
        html = ""
        for i, token in enumerate(tokens):
            if token.type == "inline":
                html += self.renderInline(token.children or [], options, env)
                continue
            if token.meta.get("anchor"):
                html += "<a name='passage'></a>"
            rule = getattr(self, f"_{token.type}", None)
            if rule is not None:
                html += rule(token)
            elif token.meta.get("passage"):
                cell = self.renderToken(tokens, i, options, env)
                html += f"{cell}<div class='passage'>" if token.nesting > 0 else f"</div>{cell}"
            elif token.type in self.rules:
                html += self.rules[token.type](tokens, i, options, env)
            else:
                html += self.renderToken(tokens, i, options, env) if token.tag else escape(token.content)
        return html

    def renderInline(  # noqa: N802 - markdown-it's name
        self, tokens: Sequence[Token], options: OptionsDict, env: EnvType
    ) -> str:
        return self.render(tokens, options, env)

    def _wikilink(self, token: Token) -> str:
        meta = token.meta
        link, shown = read_wikilink(token.content, meta["alias"], meta["embed"], 0)
        target = escape("#".join([link.target, *link.heading]))
        return f"<a class='wikilink' href='note:{target}'>{escape(shown)}</a>"

    def _tag(self, token: Token) -> str:
        return f"<span class='tag'>{escape(token.content)}</span>"

    def _mark(self, token: Token) -> str:
        if token.meta.get("opens") and not token.meta.get("closes"):
            return "<span class='highlight'>"
        return "</span>" if token.meta.get("closes") else escape(token.content)

    def _comment(self, _: Token) -> str:
        return ""

    def _block_id(self, _: Token) -> str:
        return ""

    def _field(self, _: Token) -> str:
        return ": "

    def _field_open(self, token: Token) -> str:
        return f"<b>{escape(token.meta['key'])}</b>: "

    def _field_close(self, _: Token) -> str:
        return ""

    def _math_inline(self, token: Token) -> str:
        return f"<code>{escape(token.content)}</code>"

    def _math_block(self, token: Token) -> str:
        return f"<pre>{escape(token.content.strip().strip('$').strip())}</pre>"

    def _footnote_open(self, _: Token) -> str:
        return " <small>("

    def _footnote_close(self, _: Token) -> str:
        return ")</small>"

    def _image(self, token: Token) -> str:
        # Nothing is fetched, so the words in its place are all there is to show.
        return f"<i>{escape(token.content) or 'image'}</i>"

    def _html_inline(self, token: Token) -> str:
        return "<br>" if token.content.lower().startswith("<br") else ""

    def _html_block(self, token: Token) -> str:
        text = html_text(token.content)
        return f"<p>{escape(text)}</p>" if text.strip() else ""

    def _blockquote_open(self, token: Token) -> str:
        return "<blockquote class='callout'>" if "callout" in token.meta else "<blockquote>"

    def _list_item_open(self, token: Token) -> str:
        css = token.attrGet("class")
        opened = f"<li class='{css}'>" if css else "<li>"
        task = token.meta.get("task")
        if task is None:
            return opened
        return opened + ("☑ " if task in _DONE else "☐ " if task == " " else f"[{escape(task)}] ")

    def _fence(self, token: Token) -> str:
        css = token.attrGet("class") or ""
        return f"<pre class='{css}'>{escape(token.content)}</pre>"

    _code_block = _fence
