"""Extract visible text from markdown-it tokens, with the links, tags and fields inside."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import ParsedLink
from vaultsearch.core.vault.links import read_destination, read_wikilink, remove_size

_HIDDEN_HTML = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_HTML_BREAK = re.compile(r"<br\s*/?>|</(?:p|div|li|tr|d[td]|h[1-6]|summary|(?:fig)?caption)>", re.IGNORECASE)
_BETWEEN_CELLS = re.compile(r"</t[dh]>(?=\s*<t[dh]\b)", re.IGNORECASE)
_HTML_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<[!?][^<>]*>")
_HTML_PICTURE = re.compile(r"""<img\b[^<>]*?\salt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>""", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n\s*\n")
# Fences with a compressed drawing by the plugin Excalidraw.
_DRAWING_LANGUAGES = {"compressed-json"}


@dataclass(slots=True)
class ListContext:
    """A list being read; ``number`` is the next item's number, None in a bulleted list."""

    number: int | None = None

    def marker(self, task: str | None) -> str:
        """Return the text before the next item."""
        number, self.number = self.number, None if self.number is None else self.number + 1
        if task is not None:
            return f"[{task}] "
        return "- " if number is None else f"{number}. "


class TextReader:
    """Reads blocks and collects facts."""

    def __init__(self, md: MarkdownIt, env: dict[str, object], drawing: bool) -> None:
        self.facts = Facts()
        self.inline = InlineReader(md, env, self.facts)
        self._drawing = drawing
        self._lines: list[str] = []
        self._lists: list[ListContext] = []
        self._cells: list[str] | None = None
        self._marker = ""

    def read(self, tokens: Sequence[Token], within: ListContext | None = None) -> str:
        """Return the blocks' text; ``within`` is the enclosing list if the tokens are items."""
        self._lines, self._lists = [], [within] if within else []
        for token in tokens:
            kind = token.type
            if kind == "inline":
                text = self.inline.read(token)
                if self._cells is None:
                    self._emit(text)
                else:
                    self._cells.append(" ".join(text.split()))
            elif kind in ("fence", "code_block"):
                self._emit("" if self.hides(token) else token.content.strip("\n"))
            elif kind == "math_block":
                self._emit(token.content.strip().strip("$").strip())
            elif kind == "html_block":
                self._emit(html_text(self.without_hidden(token.content)))
            elif kind == "comment":
                self.facts.comments.append(token.content.strip("\n"))
            elif token.nesting:
                self._structure(token)
        return "\n".join(self._lines)

    def hides(self, token: Token) -> bool:
        """Return whether the token is a drawing's payload, which is not text."""
        if token.type != "fence":
            return False
        info = token.info.strip().lower()
        return info in _DRAWING_LANGUAGES or (self._drawing and info == "json")

    def without_hidden(self, html: str) -> str:
        """Return HTML without what no reader sees, collected as comments; its lines stay."""
        self.facts.comments += (hidden[0].strip("\n") for hidden in _HIDDEN_HTML.finditer(html))
        return _HIDDEN_HTML.sub(lambda hidden: "\n" * hidden[0].count("\n"), html)

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
    """Return the text in HTML without comments, scripts and styles, keeping line breaks."""
    html = _BETWEEN_CELLS.sub(" ", _HTML_PICTURE.sub(r"\1\2", _HIDDEN_HTML.sub("", html)))
    html = _HTML_BREAK.sub("\n", html)
    return _BLANK_LINES.sub("\n", unescape(_HTML_TAG.sub("", html))).strip()


MAX_PARAGRAPH_CHARS = 200_000
"""Maximum characters in a paragraph; longer ones are data, not prose, and read as plain words."""
_MAX_OPEN_BRACKETS = 1_000
"""Maximum open brackets in a paragraph that is not data: the parser searches the end for each (18 s for
100,000)."""

_SYNTAX = re.compile(r"[#$&*<\[\\^_`~]|%%|==|::")
_SPACES = re.compile(r"[ \t]{2,}")
_LITERAL_TYPES = ("text", "text_special", "code_inline", "math_inline")
_HIDDEN_TYPES = ("comment", "block_id", "softbreak", "hardbreak")


@dataclass(slots=True)
class Facts:
    """The links, tags, Dataview fields, problems and comments in a note's text, in order."""

    links: list[ParsedLink] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    fields: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def _is_data(paragraph: str) -> bool:
    """Return whether a paragraph is data, to read as plain words without links."""
    left_open = paragraph.count("[") - paragraph.count("]")
    return len(paragraph) > MAX_PARAGRAPH_CHARS or left_open > _MAX_OPEN_BRACKETS


def parse_inline(md: MarkdownIt, tokens: Sequence[Token], env: MutableMapping[str, Any]) -> None:
    """Parse each block's text into children; data becomes a single text token."""
    for token in tokens:
        if token.type == "inline":
            token.children = _parse_children(md, token.content, env)


def _parse_children(md: MarkdownIt, content: str, env: MutableMapping[str, Any]) -> list[Token]:
    if _is_data(content):
        return [Token("text", "", 0, content=content)]
    children: list[Token] = []
    md.inline.parse(content, md, env, children)
    return children


class InlineReader:
    """Reads inline tokens in file order and collects facts."""

    def __init__(self, md: MarkdownIt, env: dict[str, object], facts: Facts) -> None:
        self._md, self._env, self._facts = md, env, facts
        self._readers: dict[str, Callable[[Token], None]] = {
            "softbreak": self._break,
            "hardbreak": self._break,
            "wikilink": self._wikilink,
            "tag": self._tag,
            "comment": lambda token: self._facts.comments.append(token.content),
            "mark": self._mark,
            "link_open": lambda token: self._opened.append((len(self._out), token)),
            "link_close": self._link_close,
            "image": self._image,
            "html_inline": self._html,
            "field": self._field,
            "field_open": self._field_open,
            "field_close": self._field_close,
            "footnote_open": lambda _: self._out.append(" ("),
            "footnote_close": lambda _: self._out.append(")"),
        }
        self._begin("", 0)

    def read(self, token: Token) -> str:
        """Return an inline token's text."""
        # Most paragraphs have no syntax, so need no parsing.
        if not _SYNTAX.search(token.content):
            token.meta["hidden"] = not token.content.strip()
            return _tidy_lines(token.content)
        children = _parse_children(self._md, token.content, self._env)
        token.meta["hidden"] = all(
            child.content.startswith("<!--")
            if child.type == "html_inline"
            else child.type in _HIDDEN_TYPES or (child.type == "text" and not child.content.strip())
            for child in children
        )
        self._begin(token.content, token.map[0] + 1 if token.map else 0)
        if _is_data(token.content):
            problem = "The paragraph at line {} has too many open brackets; links and tags were ignored."
            if len(token.content) > MAX_PARAGRAPH_CHARS:
                problem = "The paragraph at line {} is so long that its links and tags were ignored."
            self._facts.problems.append(Message(problem, max(1, self._line)))
        for child in children:
            if child.type in _LITERAL_TYPES:
                self._out.append(child.content)
            elif reader := self._readers.get(child.type):
                reader(child)
        self._end_field()
        return _tidy_lines("".join(self._out))

    def _begin(self, content: str, line: int) -> None:
        self._content, self._line, self._pos = content, line, 0
        self._out: list[str] = []
        self._marks: list[int] = []
        self._opened: list[tuple[int, Token]] = []
        self._field_at: tuple[int, str] | None = None
        self._bracketed: list[tuple[int, int]] = []

    def _line_of(self, token: Token) -> int:
        # Count from the last token: counting from the start each time is quadratic. The token may lie before,
        # since a link is read when it closes.
        pos: int = token.meta.get("pos", self._pos)
        step = self._content.count("\n", min(pos, self._pos), max(pos, self._pos))
        self._line += step if pos >= self._pos else -step
        self._pos = pos
        return self._line

    def _break(self, _: Token) -> None:
        self._end_field()
        self._out.append("\n")

    def _wikilink(self, token: Token) -> None:
        meta = token.meta
        link, shown = read_wikilink(token.content, meta["alias"], meta["embed"], self._line_of(token))
        self._facts.links.append(link)
        self._out.append(shown)

    def _tag(self, token: Token) -> None:
        self._facts.tags.append(token.content[1:])
        self._out.append(token.content)

    def _mark(self, token: Token) -> None:
        if token.meta["closes"] and self._marks:
            # Unmatched marks stay text.
            self._out[self._marks.pop()] = ""
            return
        if token.meta["opens"]:
            self._marks.append(len(self._out))
        self._out.append(token.content)

    def _link_close(self, _: Token) -> None:
        start, token = self._opened.pop()
        shown = "".join(self._out[start:]).strip()
        link = read_destination(str(token.attrs.get("href", "")), shown, False, self._line_of(token))
        if link is not None:
            self._facts.links.append(link)

    def _image(self, token: Token) -> None:
        shown = remove_size(token.content)
        link = read_destination(str(token.attrs.get("src", "")), shown, True, self._line_of(token))
        if link is not None:
            self._facts.links.append(link)
        self._out.append(shown)

    def _html(self, token: Token) -> None:
        # Drop other tags within a line; in tables, `<br>` is the only way to begin a line.
        if token.content.lower().startswith("<br"):
            self._out.append("\n")
        elif token.content.startswith("<!--"):
            self._facts.comments.append(token.content)
        elif picture := _HTML_PICTURE.match(token.content):
            self._out.append(unescape(picture[1] or picture[2] or ""))

    def _field(self, token: Token) -> None:
        self._out.append(":")
        self._field_at = (len(self._out), token.meta["key"])
        self._bracketed = []

    def _field_open(self, token: Token) -> None:
        self._opened.append((len(self._out), token))
        # Without the bracket, a field must not become part of the preceding word or field.
        apart = " " if self._out and self._out[-1][-1:].isalnum() else ""
        self._out.append(f"{apart}{token.meta['key']}: ")

    def _field_close(self, _: Token) -> None:
        start, token = self._opened.pop()
        self._facts.fields.append((token.meta["key"], "".join(self._out[start + 1 :]).strip()))
        self._bracketed.append((start, len(self._out)))

    def _end_field(self) -> None:
        """Close the line's field, whose value is the text except for bracketed fields."""
        if self._field_at is None:
            return
        start, key = self._field_at
        parts = []
        for first, end in [*self._bracketed, (len(self._out), 0)]:
            parts += self._out[start:first]
            start = max(start, end)
        self._facts.fields.append((key, " ".join("".join(parts).split())))
        self._field_at = None


def _tidy_lines(text: str) -> str:
    text = _SPACES.sub(" ", text)
    if "\n" not in text:
        return text.strip()
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
