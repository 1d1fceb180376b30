"""The inline Markdown of a paragraph -> its text, links, tags and fields."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markdown_it.token import Token

from vaultsearch.core.messages import Message
from vaultsearch.core.vault.links import read_destination, read_wikilink, without_size

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping, Sequence

    from markdown_it import MarkdownIt

    from vaultsearch.core.values.note import Link

LONGEST = 200_000
"""Maximum characters of a paragraph; a longer one is data, not prose, and read as plain words."""
_MOST_LEFT_OPEN = 1_000
"""Likewise for open brackets: the parser searches for the end of each (18 s for 100,000)."""

_SYNTAX = re.compile(r"[#$&*<\[\\^_`~]|%%|==|::")
_SPACES = re.compile(r"[ \t]{2,}")
_LITERAL = ("text", "text_special", "code_inline", "math_inline")
_HIDDEN = ("comment", "block_id", "softbreak", "hardbreak")


@dataclass(slots=True)
class Facts:
    """The links, tags, Dataview fields and problems of a note's text, in order."""

    links: list[Link] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    fields: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def is_data(paragraph: str) -> bool:
    """Return whether a paragraph is data, to be read as plain words without links."""
    left_open = paragraph.count("[") - paragraph.count("]")
    return len(paragraph) > LONGEST or left_open > _MOST_LEFT_OPEN


def parse_inline(md: MarkdownIt, tokens: Sequence[Token], env: MutableMapping[str, Any]) -> None:
    """Parse the text of each block into its children; of data, there is one, its plain text."""
    for token in tokens:
        if token.type == "inline":
            token.children = []
            if is_data(token.content):
                token.children.append(Token("text", "", 0, content=token.content))
            else:
                md.inline.parse(token.content, md, env, token.children)


class InlineReader:
    """Reader of inline tokens in the order of the file, which collects facts."""

    def __init__(self, md: MarkdownIt, env: dict[str, object], facts: Facts) -> None:
        self._md, self._env, self._facts = md, env, facts
        self._readers: dict[str, Callable[[Token], None]] = {
            "softbreak": self._break,
            "hardbreak": self._break,
            "wikilink": self._wikilink,
            "tag": self._tag,
            "mark": self._mark,
            "link_open": self._link_open,
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
        """Return the text of an inline token."""
        if not _SYNTAX.search(token.content):
            token.meta["hidden"] = not token.content.strip()
            return _tidy(token.content)
        children = self._children(token)
        token.meta["hidden"] = all(_is_hidden(child) for child in children)
        self._begin(token.content, token.map[0] + 1 if token.map else 0)
        for child in children:
            if child.type in _LITERAL:
                self._out.append(child.content)
            elif reader := self._readers.get(child.type):
                reader(child)
        self._end_field()
        return _tidy("".join(self._out))

    def _children(self, token: Token) -> list[Token]:
        children: list[Token] = []
        if not is_data(token.content):
            self._md.inline.parse(token.content, self._md, self._env, children)
            return children
        line = token.map[0] + 1 if token.map else 1
        if len(token.content) > LONGEST:
            problem = Message(
                "The paragraph at line {} is so long that its links and tags were ignored.", line
            )
        else:
            problem = Message(
                "The paragraph at line {} has too many open brackets; links and tags were ignored.", line
            )
        self._facts.problems.append(problem)
        return [Token("text", "", 0, content=token.content)]

    def _begin(self, content: str, line: int) -> None:
        self._content, self._line, self._pos = content, line, 0
        self._out: list[str] = []
        self._marks: list[int] = []
        self._opened: list[tuple[int, Token]] = []
        self._field_at: tuple[int, str] | None = None
        self._bracketed: list[tuple[int, int]] = []

    def _line_of(self, token: Token) -> int:
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
            self._out[self._marks.pop()] = ""
            return
        if token.meta["opens"]:
            self._marks.append(len(self._out))
        self._out.append(token.content)

    def _link_open(self, token: Token) -> None:
        self._opened.append((len(self._out), token))

    def _link_close(self, _: Token) -> None:
        start, token = self._opened.pop()
        shown = "".join(self._out[start:]).strip()
        link = read_destination(str(token.attrs.get("href", "")), shown, False, self._line_of(token))
        if link is not None:
            self._facts.links.append(link)

    def _image(self, token: Token) -> None:
        shown = without_size(token.content)
        link = read_destination(str(token.attrs.get("src", "")), shown, True, self._line_of(token))
        if link is not None:
            self._facts.links.append(link)
        self._out.append(shown)

    def _html(self, token: Token) -> None:
        if token.content.lower().startswith("<br"):
            self._out.append("\n")

    def _field(self, token: Token) -> None:
        self._out.append(":")
        self._field_at = (len(self._out), token.meta["key"])
        self._bracketed = []

    def _field_open(self, token: Token) -> None:
        self._opened.append((len(self._out), token))
        # Without its bracket, a field right behind a word, or another field, must not become part of it.
        apart = " " if self._out and self._out[-1][-1:].isalnum() else ""
        self._out.append(f"{apart}{token.meta['key']}: ")

    def _field_close(self, _: Token) -> None:
        start, token = self._opened.pop()
        self._facts.fields.append((token.meta["key"], "".join(self._out[start + 1 :]).strip()))
        self._bracketed.append((start, len(self._out)))

    def _end_field(self) -> None:
        """Close the field of the line, whose value is its text but for the fields in brackets in it."""
        if self._field_at is None:
            return
        start, key = self._field_at
        parts = []
        for first, end in [*self._bracketed, (len(self._out), 0)]:
            parts += self._out[start:first]
            start = max(start, end)
        self._facts.fields.append((key, " ".join("".join(parts).split())))
        self._field_at = None


def _is_hidden(token: Token) -> bool:
    if token.type == "html_inline":
        return token.content.startswith("<!--")
    return token.type in _HIDDEN or (token.type == "text" and not token.content.strip())


def _tidy(text: str) -> str:
    text = _SPACES.sub(" ", text)
    if "\n" not in text:
        return text.strip()
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
