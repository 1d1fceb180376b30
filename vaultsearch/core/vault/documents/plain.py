"""Plain and rich text (txt, rtf) -> Markdown that shows it line by line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.vault.decoding import UnreadableNoteError, decode
from vaultsearch.core.vault.documents.archive import SAVE_AGAIN, properties_of, reads
from vaultsearch.core.vault.documents.document_text import (
    DocumentText,
    cleaned,
    escaped,
    fence,
    heading,
    joined,
    paragraph,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


_TITLE = re.compile(r"\{\\title ([^{}\\]{1,300})\}")
_AUTHOR = re.compile(r"\{\\author ([^{}\\]{1,300})\}")
_BRACE = re.compile(r"\{(?:\\\*)?\\footnote\b ?|\\.|[{}]", re.DOTALL)
_LAST_PARAGRAPH = re.compile(r"\\par((?:\s*\})*+\s*+)\)\}")
_CELL = re.compile(r"\s*\|[ \t]*")
_INDENT = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)
_RULE = re.compile(r"^([ \t]*)(?=(?:[-=_*~#] ?){3,}[ \t]*$)", re.MULTILINE)


@reads("a text")
def read_txt(raw: bytes) -> DocumentText:
    """Read a text. Its lines keep their numbers; lists and headings that it has are read as such."""
    decoded = decode(raw)
    return DocumentText(written_text(decoded.text), problems=(decoded.problem,) if decoded.problem else ())


@reads("a rich text")
def read_rtf(raw: bytes) -> DocumentText:
    """Read an rtf."""
    from striprtf.striprtf import rtf_to_text

    if not raw.lstrip().startswith(b"{\\rtf"):
        raise UnreadableNoteError("It isn't a rich text.", SAVE_AGAIN)
    source = _with_footnotes(raw.decode("latin-1"))
    # Its characters beyond Latin-1 are escaped, or in the code page that it names.
    lines = _CELL.sub(" | ", cleaned(rtf_to_text(source, errors="replace"))).split("\n")
    text = "\n\n".join(paragraph(" ".join(line.split())) for line in lines if line.strip())
    title, author = (match[1] if (match := pattern.search(source)) else "" for pattern in (_TITLE, _AUTHOR))
    return DocumentText(text, title.strip(), properties_of(author=author))


def _with_footnotes(source: str) -> str:
    """Put the footnotes, which striprtf leaves out, in parentheses into their text."""
    are_notes: list[bool] = []

    def marked(match: re.Match[str]) -> str:
        sign = match[0]
        if sign == "}":
            return ")}" if are_notes and are_notes.pop() else sign
        if sign.startswith("{"):
            are_notes.append(len(sign) > 1)
            return "{ (" if are_notes[-1] else sign
        return sign

    return _LAST_PARAGRAPH.sub(r"\1)}", _BRACE.sub(marked, source))


def written_text(text: str) -> str:
    """Return a text that someone wrote without Markdown, or almost, with its lines as they are."""
    lines = _RULE.sub(r"\1\\", escaped(cleaned(text)))  # dashes below a line would make a heading of it
    return _INDENT.sub(_shallow, lines)


def _shallow(indent: re.Match[str]) -> str:
    """Return an indentation that doesn't make code of a line."""
    return indent[0].expandtabs(2)[:3]


_MODIFIER = (
    r"(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\(\w+\))?|unsafe|extern|"
    r"inline|override|virtual|sealed|open|data|partial|const|local|declare|suspend|create(?: or replace)?)"
)
_KEYWORD = (
    r"(?:class|interface|struct|enum|trait|impl|module|namespace|protocol|extension|object|record|"
    r"def|defp|defmodule|fn|func|function|fun|sub|procedure|table|view|trigger|type)"
)
_NAME = r"[*&]?[A-Za-z_$][\w$.:-]{0,120}"
_SYMBOLS = re.compile(
    rf"(?P<indent>[ \t]*)(?:"
    rf"(?:{_MODIFIER}[ \t]+){{0,5}}(?P<keyword>{_KEYWORD})(?:<[^>]{{0,60}}>)?\*?[ \t]+"
    rf"(?:\([^)]{{0,80}}\)[ \t]*)?(?P<name>{_NAME})"
    # const name = (...) =>, name <- function, name() {
    rf"|(?:export[ \t]+)?(?:const|let|var)[ \t]+(?P<arrow>{_NAME})[ \t]*=[ \t]*(?:async[ \t]*)?"
    rf"(?:function\b|\([^)]{{0,200}}\)[ \t]*=>)"
    rf"|(?P<assigned>{_NAME})[ \t]*(?:<-|=)[ \t]*function\b"
    rf"|(?P<shell>[\w-]{{1,80}})[ \t]*\(\)[ \t]*\{{"
    # a function of C, in the first column
    rf"|(?<![ \t])(?:[A-Za-z_]\w{{0,60}}[ \t*&]+){{1,5}}(?P<c>[A-Za-z_]\w{{0,100}}(?:::~?\w+)?)"
    rf"\([^;{{}}]{{0,300}}\)?[ \t]*\{{?[ \t]*$"
    rf")",
    re.IGNORECASE,
)
_CONTROL = frozenset(
    ("if", "for", "while", "switch", "return", "else", "catch", "elif", "do", "try", "new", "delete", "throw")
)
_BEFORE = ("#", "//", "/*", "*", "@", "--", ";", "'''", '"""')
"""Beginnings of lines right above a symbol that belong to it: comments and decorators."""
_LONGEST_LINE = 2_000
"""Maximum characters of a line; longer ones are of generated or packed code, and hold no symbol."""
_DEEPEST_INDENT = 4


def read_source(raw: bytes, language: str) -> DocumentText:
    """Read a file of source code. Raise UnreadableNoteError if it isn't text."""
    lines = cleaned(decode(raw).text).split("\n")
    return DocumentText(joined(_parts(lines, language)))


def _parts(lines: list[str], language: str) -> Iterator[str]:
    start, title, level = 0, "", 1
    for i, line in enumerate(lines):
        symbol = _symbol(line)
        if symbol is None:
            continue
        begin = i
        while begin > start and lines[begin - 1].lstrip().startswith(_BEFORE):
            begin -= 1
        yield from _part(title, level, lines[start:begin], language)
        start, (level, title) = begin, symbol
    yield from _part(title, level, lines[start:], language)


def _part(title: str, level: int, lines: list[str], language: str) -> Iterator[str]:
    yield heading(level, escaped(title))
    yield fence("\n".join(lines), language)


def _symbol(line: str) -> tuple[int, str] | None:
    """Return the level and name of the class or function that a line begins."""
    if not line or len(line) > _LONGEST_LINE or not (match := _SYMBOLS.match(line)):
        return None
    indent = len(match["indent"].expandtabs(4))
    keyword = match["keyword"] or ""
    name = next(name for name in match.group("name", "arrow", "assigned", "shell", "c") if name)
    if indent > _DEEPEST_INDENT or name.lower() in _CONTROL or line.split(None, 1)[0].lower() in _CONTROL:
        return None
    return (2 if indent else 1), f"{keyword} {name.rstrip(':.-')}".strip()
