"""Source code -> Markdown, a heading for each class and function; Jupyter notebooks, with their output."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from vaultsearch.core.vault.documents.document import (
    SAVE_AGAIN,
    DocumentText,
    cleaned,
    escaped,
    fence,
    heading,
    joined,
    reads,
)
from vaultsearch.core.vault.documents.html_markdown import markdown_of
from vaultsearch.core.vault.documents.web_pages import tree_of
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode

if TYPE_CHECKING:
    from collections.abc import Iterator


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


_MOST_PRINTED = 4_000
"""Maximum characters of a cell's output: beyond, it is a log."""
_OBJECT = re.compile(r"<[\w.]+ [^<>]*>")
"""Python's words for an object that the notebook shows in another way, such as a figure."""
_ESCAPE_SEQUENCE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PICTURE = re.compile(r"!\[([^\]\n]*)\]\((?:data|attachment):[^)\s]*\)")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)


@reads("a Jupyter notebook")
def read_ipynb(raw: bytes) -> DocumentText:
    """Read a notebook of format 3 or 4."""
    content = json.loads(decode(raw).text)
    cells = content.get("cells")
    # Format 3 has its cells in worksheets.
    if cells is None:
        cells = [cell for sheet in content.get("worksheets", []) for cell in sheet.get("cells", [])]
    elif not isinstance(cells, list):
        raise UnreadableNoteError("The notebook has no cells.", SAVE_AGAIN)
    metadata = content.get("metadata") or {}
    language = (metadata.get("language_info") or metadata.get("kernelspec") or {}).get("name", "python")
    language = re.sub(r"[^\w+#-].*|3$", "", str(language))
    text = joined(part for cell in cells if isinstance(cell, dict) for part in _cell_parts(cell, language))
    title = metadata.get("title")
    return DocumentText(text, title if isinstance(title, str) else "")


def _cell_parts(cell: dict[str, Any], language: str) -> Iterator[str]:
    source = _cell_text(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "markdown":
            yield _closed(_PICTURE.sub(r"\1", source))
        case "heading":
            yield f"{'#' * min(6, int(cell.get('level', 1)))} {source}"
        case "code":
            yield fence(source, language)
            for output in cell.get("outputs") or ():
                yield _output(output)
        case _:
            yield fence(source)


def _output(output: dict[str, Any]) -> str:
    """Return the output of a cell: as it was printed, else as the notebook shows it."""
    # The name and message of an error; its traceback is full of paths and colours.
    if output.get("output_type") == "error" or output.get("ename"):
        return fence(f"{output.get('ename', '')}: {output.get('evalue', '')}"[:_MOST_PRINTED])
    if printed := _cell_text(output.get("text")):
        return fence(printed[:_MOST_PRINTED])
    data = output.get("data") or output
    plain = _cell_text(data.get("text/plain"))
    if plain.strip() and not _OBJECT.fullmatch(plain.strip()):
        return fence(plain[:_MOST_PRINTED])
    if markdown := _cell_text(data.get("text/markdown")):
        return _closed(_PICTURE.sub(r"\1", markdown)[:_MOST_PRINTED])
    tree = tree_of(_cell_text(data.get("text/html") or output.get("html")))
    return _closed(markdown_of(tree)[:_MOST_PRINTED]) if tree is not None else ""


def _closed(markdown: str) -> str:
    """Return a cell's Markdown with its last fence closed, so that it ends with the cell."""
    marks = _FENCE.findall(markdown)
    return f"{markdown}\n{marks[-1]}" if len(marks) % 2 else markdown


def _cell_text(value: object) -> str:
    lines = value if isinstance(value, list) else [value]
    text = "".join(line for line in lines if isinstance(line, str))
    return cleaned(_ESCAPE_SEQUENCE.sub("", text))
