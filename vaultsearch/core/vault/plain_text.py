"""markdown-it's tokens -> the text that a reader sees, and the links, tags and fields in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING

from vaultsearch.core.vault.inline_text import Facts, InlineReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token


_HIDDEN_HTML = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>|</(?:p|div|li|tr|h[1-6]|summary)>", re.IGNORECASE)
_HTML_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<[!?][^<>]*>")
_BLANK_LINES = re.compile(r"\n\s*\n")
_PAYLOADS = {"compressed-json"}


@dataclass(slots=True)
class ListContext:
    """A list being read; ``number`` is that of the next item, None for a bulleted list."""

    number: int | None = None

    def marker(self, task: str | None) -> str:
        """Return the text before the next item."""
        number, self.number = self.number, None if self.number is None else self.number + 1
        if task is not None:
            return f"[{task}] "
        return "- " if number is None else f"{number}. "


class TextReader:
    """Reader of blocks, which collects facts."""

    def __init__(self, md: MarkdownIt, env: dict[str, object], drawing: bool) -> None:
        self.facts = Facts()
        self._inline = InlineReader(md, env, self.facts)
        self._drawing = drawing
        self._lines: list[str] = []
        self._lists: list[ListContext] = []
        self._cells: list[str] | None = None
        self._marker = ""

    def read(self, tokens: Sequence[Token], within: ListContext | None = None) -> str:
        """Return the text of blocks; ``within`` is the enclosing list if the tokens are items."""
        self._lines, self._lists = [], [within] if within else []
        for token in tokens:
            self._read(token)
        return "\n".join(self._lines)

    def read_inline(self, token: Token) -> str:
        """Return the text of one inline token, such as a heading's."""
        return self._inline.read(token)

    def hides(self, token: Token) -> bool:
        """Return whether the token is the payload of a drawing, which is not text."""
        if token.type != "fence":
            return False
        info = token.info.strip().lower()
        return info in _PAYLOADS or (self._drawing and info == "json")

    def _read(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            text = self._inline.read(token)
            if self._cells is None:
                self._emit(text)
            else:
                self._cells.append(" ".join(text.split()))
        elif kind in ("fence", "code_block"):
            self._emit("" if self.hides(token) else token.content.strip("\n"))
        elif kind == "math_block":
            self._emit(token.content.strip().strip("$").strip())
        elif kind == "html_block":
            self._emit(html_text(token.content))
        elif token.nesting:
            self._structure(token)

    def _structure(self, token: Token) -> None:
        kind = token.type
        if kind == "bullet_list_open":
            self._lists.append(ListContext())
        elif kind == "ordered_list_open":
            self._lists.append(ListContext(int(token.attrs.get("start", 1))))
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            self._marker = self._lists[-1].marker(token.meta.get("task"))
        elif kind == "list_item_close":
            self._marker = ""
        elif kind == "tr_open":
            self._cells = []
        elif kind == "tr_close":
            cells, self._cells = self._cells or [], None
            self._emit(" | ".join(cells) if any(cells) else "")

    def _emit(self, text: str) -> None:
        if not text:
            return
        if not self._lists:
            self._lines.append(text)
            return
        indent = "  " * (len(self._lists) - 1)
        first, *rest = text.split("\n")
        self._lines.append(f"{indent}{self._marker or '  '}{first}")
        self._lines += [f"{indent}  {line}" for line in rest]
        self._marker = ""


def html_text(html: str) -> str:
    """Return the text of HTML without comments, scripts and styles; line breaks are kept."""
    html = _BREAK.sub("\n", _HIDDEN_HTML.sub("", html))
    return _BLANK_LINES.sub("\n", unescape(_HTML_TAG.sub("", html))).strip()


def is_comment(token: Token) -> bool:
    """Return whether a block consists of comments only."""
    return token.type == "comment" or (
        token.type == "html_block"
        and not re.sub(r"<!--.*?(?:-->|\Z)", "", token.content, flags=re.DOTALL).strip()
    )
