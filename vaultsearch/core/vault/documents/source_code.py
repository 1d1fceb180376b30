"""Convert source code to Markdown, with a heading for each class and function."""

from __future__ import annotations

import re
from itertools import pairwise

from vaultsearch.core.vault.documents import document
from vaultsearch.core.vault.file_content import decode_text

_MODIFIER_PATTERN = (
    r"(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\(\w+\))?|unsafe|extern|"
    r"inline|override|virtual|sealed|open|data|partial|const|local|declare|suspend|create(?: or replace)?)"
)
_KEYWORD_PATTERN = (
    r"(?:class|interface|struct|enum|trait|impl|module|namespace|protocol|extension|object|record|"
    r"def|defp|defmodule|fn|func|function|fun|sub|procedure|table|view|trigger|type)"
)
_NAME_PATTERN = r"[*&]?[A-Za-z_$][\w$.:-]{0,120}"
_SYMBOL = re.compile(
    rf"(?P<indent>[ \t]*)(?:"
    rf"(?:{_MODIFIER_PATTERN}[ \t]+){{0,5}}(?P<keyword>{_KEYWORD_PATTERN})(?:<[^>]{{0,60}}>)?\*?[ \t]+"
    rf"(?:\([^)]{{0,80}}\)[ \t]*)?(?P<name>{_NAME_PATTERN})"
    # const name = (...) =>, name <- function, name() {
    rf"|(?:export[ \t]+)?(?:const|let|var)[ \t]+(?P<arrow>{_NAME_PATTERN})[ \t]*=[ \t]*(?:async[ \t]*)?"
    rf"(?:function\b|\([^)]{{0,200}}\)[ \t]*=>)"
    rf"|(?P<assigned>{_NAME_PATTERN})[ \t]*(?:<-|=)[ \t]*function\b"
    rf"|(?P<shell>[\w-]{{1,80}})[ \t]*\(\)[ \t]*\{{"
    # a C function, in the first column
    rf"|(?<![ \t])(?:[A-Za-z_]\w{{0,60}}[ \t*&]+){{1,5}}(?P<c>[A-Za-z_]\w{{0,100}}(?:::~?\w+)?)"
    rf"\([^;{{}}]{{0,300}}\)?[ \t]*\{{?[ \t]*$"
    rf")",
    re.IGNORECASE,
)
_CONTROL = frozenset(
    ("if", "for", "while", "switch", "return", "else", "catch", "elif", "do", "try", "new", "delete", "throw")
)
_PREAMBLE_STARTS = ("#", "//", "/*", "*", "@", "--", ";", "'''", '"""')
"""Starts of lines right above a symbol that belong to the symbol: comments and decorators."""
_MAX_LINE_CHARS = 2_000
"""Maximum characters in a line searched for symbols; generated or packed code has longer lines."""
_MAX_INDENT = 4


def read_source(raw: bytes, language: str) -> document.DocumentText:
    """Read a file in a programming language. Raise UnreadableNoteError if it isn't text."""
    lines = document.clean_text(decode_text(raw).text).split("\n")
    starts = [(0, "", 1)]
    for i, line in enumerate(lines):
        if not line or len(line) > _MAX_LINE_CHARS or not (match := _SYMBOL.match(line)):
            continue
        indent = len(match["indent"].expandtabs(4))
        name = next(name for name in match.group("name", "arrow", "assigned", "shell", "c") if name)
        if indent > _MAX_INDENT or name.lower() in _CONTROL or line.split(None, 1)[0].lower() in _CONTROL:
            continue
        begin = i
        while begin > starts[-1][0] and lines[begin - 1].lstrip().startswith(_PREAMBLE_STARTS):
            begin -= 1
        title = f"{match['keyword'] or ''} {name.rstrip(':.-')}".strip()
        starts.append((begin, title, 2 if indent else 1))
    parts: list[str] = []
    for (start, title, level), (end, *_) in pairwise([*starts, (len(lines), "", 1)]):
        parts.append(document.format_heading(level, document.escape_inline(title)))
        parts.append(document.format_code_block("\n".join(lines[start:end]), language))
    return document.DocumentText(document.join_blocks(parts))
