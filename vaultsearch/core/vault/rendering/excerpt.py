"""Render an excerpt as plain HTML for other programs, without scripts and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from markdown_it.token import Token

from vaultsearch.core.vault.inline_text import parse_inline
from vaultsearch.core.vault.links import read_wikilink, remove_size
from vaultsearch.core.vault.markdown import markdown_parser
from vaultsearch.core.vault.rendering.block_html import split_titles, task_sign
from vaultsearch.core.vault.rendering.drawn_parts import mark_formula
from vaultsearch.core.vault.rendering.inline_html import is_picture, link_plain_addresses, paragraph_of
from vaultsearch.core.vault.syntax_rules import mark_callouts_and_tasks

_URL = re.compile(r"(?:https?|obsidian)://[^\s<>\"]*[^\s<>\".,;:!?'()\[\]*_~]")
_FOLLOWED_SCHEMES = ("http://", "https://", "obsidian://")
_ALIGNMENT_STYLES = frozenset(f"text-align:{side}" for side in ("left", "center", "right"))


def excerpt_html(
    markdown: str, note_uri: Callable[[str], str] | None = None, *, marks_formulas: bool = False
) -> str:
    """Render Markdown; pictures become text; formulas too, marked for `Formulas.draw_marked` if asked for.

    Wikilinks lead to the address returned by ``note_uri`` for the link as written; without ``note_uri``, they
    become text too.
    """
    md = markdown_parser()
    env: dict[str, Any] = {}
    tokens: list[Token] = []
    md.block.parse(markdown, md, env, tokens)
    mark_callouts_and_tasks(tokens)
    parse_inline(md, tokens, env)
    split_titles(tokens)
    return _ExcerptWriter(note_uri, marks_formulas).write(tokens).strip()


class _ExcerptWriter:
    """Writes tokens. Types without a rule are CommonMark elements, written without attributes."""

    def __init__(self, note_uri: Callable[[str], str] | None, marks_formulas: bool) -> None:
        self._note_uri = note_uri
        self._in_link = False
        self._before = ""
        self._rules: dict[str, Callable[[Token], str]] = {
            "inline": self._paragraph,
            **dict.fromkeys(("text", "text_special"), self._text),
            "softbreak": lambda _: "<br>\n",
            "link_open": self._link_open,
            "link_close": lambda _: self._link_close(),
            "wikilink": self._wikilink,
            "image": lambda token: f"<i>{escape(remove_size(token.content))}</i>",
            "mark": lambda token: (
                "" if token.meta.get("opens") or token.meta.get("closes") else escape(token.content)
            ),
            "tag": lambda token: escape(token.content),
            "footnote_ref": lambda token: f"[{escape(token.content)}]",
            "footnote_open": lambda _: " (",
            "footnote_close": lambda _: ")",
            "footnote_reference_open": self._footnote,
            **dict.fromkeys(
                ("code_inline", "math_inline"), lambda token: f"<code>{escape(token.content)}</code>"
            ),
            **dict.fromkeys(
                ("fence", "code_block", "math_block"),
                lambda token: f"<pre><code>{escape(token.content)}</code></pre>\n",
            ),
            "field": lambda _: ": ",
            "field_open": lambda token: f"<b>{escape(token.meta['key'])}</b>: ",
            "html_inline": lambda token: "<br>" if token.content.lower().startswith("<br") else "",
            "html_block": lambda token: paragraph_of(token.content),
            "list_item_open": lambda token: (
                "<li>" if (task := token.meta.get("task")) is None else f"<li>{escape(task_sign(task))} "
            ),
        }
        if marks_formulas:
            for kind in ("math_inline", "math_block"):
                self._rules[kind] = lambda token: mark_formula(token.content, is_block=token.block)

    def write(self, tokens: Sequence[Token]) -> str:
        """Return tokens as HTML."""
        return "".join(self._rules.get(token.type, _plain_element)(token) for token in tokens)

    def _footnote(self, token: Token) -> str:
        self._before = f"[{escape(str(token.meta.get('label', '')))}] "
        return ""

    def _paragraph(self, inline: Token) -> str:
        title, children = inline.meta.get("title"), inline.children or []
        before, self._before = self._before, ""
        head = f"<b>{self._line(title)}</b>" if title else ""
        return before + head + ("<br>\n" if head and children else "") + self._line(children)

    def _line(self, tokens: Sequence[Token]) -> str:
        return self.write(tokens) + self._link_close()

    def _text(self, token: Token) -> str:
        if self._in_link:
            return escape(token.content)
        return link_plain_addresses(token.content, _URL, '<a href="{0}">{0}</a>')

    def _link_open(self, token: Token) -> str:
        """Open a link, without an address unless it leads out of the vault."""
        self._in_link = True
        address = str(token.attrs.get("href", ""))
        # Addresses may be scripts ("javascript:"), and the excerpt goes into other programs.
        return f'<a href="{escape(address)}">' if address.lower().startswith(_FOLLOWED_SCHEMES) else "<a>"

    def _wikilink(self, token: Token) -> str:
        link, shown = read_wikilink(token.content, token.meta["alias"], token.meta["embed"], 0)
        text = escape(shown or token.content)
        # An embedded picture has no text but the name.
        if self._note_uri is None or self._in_link or not link.target or is_picture(link.target):
            return f"<i>{text}</i>"
        return f'<a href="{escape(self._note_uri(token.content))}">{text}</a>'

    def _link_close(self) -> str:
        was_open, self._in_link = self._in_link, False
        return "</a>" if was_open else ""


def _plain_element(token: Token) -> str:
    if token.hidden or not token.tag:
        return ""
    if token.nesting < 0:
        return f"</{token.tag}>" + ("\n" if token.block else "")
    start, style = token.attrs.get("start"), token.attrs.get("style")
    attributes = "" if start is None else f' start="{int(start)}"'
    attributes += f' style="{style}"' if style in _ALIGNMENT_STYLES else ""
    return f"<{token.tag}{attributes}>"
