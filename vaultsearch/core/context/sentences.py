"""A note -> its sentences, each with the place in the text at which it stands word for word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.context.note_blocks import without_frame
from vaultsearch.core.index.chunking import sentence_spans
from vaultsearch.core.vault.body import parse_body

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from vaultsearch.core.context.note_blocks import NoteBlocks
    from vaultsearch.core.values.note import Block

_TABLE_RULE = re.compile(r"[\s|:-]+")
_FULL_LINE = 60
"""The length from which a line that ends within a sentence is taken for wrapped."""
_LONGEST_CODE = 12
"""Lines of code that are one sentence; longer code is split at its empty lines."""
_LIST_MARK = re.compile(r"\s*(?:>\s?)*\s*(?:[-*+]|\d+[.)])\s")
_QUOTE_MARKS = re.compile(r"^(?:\s*>)+\s?", re.MULTILINE)
_ENDS = (".", "!", "?", "…", "。", "！", "？", ":", "：", ";", "；", "|")


@dataclass(frozen=True, slots=True)
class Sentence:
    """The characters ``text[start:end]`` of a note's text, with their 1-based lines.

    ``block`` is the number of their block; ``read`` is the text for a model, without markup.
    """

    start: int
    end: int
    line_start: int
    line_end: int
    block: int
    read: str
    heading_path: tuple[str, ...] = ()


def sentences_of(note: NoteBlocks, lines: Set[int] | None = None) -> list[Sentence]:
    """Split a note into sentences, rows of tables, and parts of code, without its headings.

    Blocks without any of the ``lines`` are left out: a book has ten thousands of sentences.
    """
    found, number = [], 0
    for section in note.sections:
        for block in section.blocks:
            number += 1
            if lines is not None and lines.isdisjoint(range(block.line_start, block.line_end + 1)):
                continue
            for line, column, text, read in _block_sentences(block):
                start = note.starts[line - 1] + column
                end_line = line + text.count("\n")
                found.append(
                    Sentence(start, start + len(text), line, end_line, number, read, section.heading_path)
                )
    return found


def _block_sentences(block: Block) -> Iterator[tuple[int, int, str, str]]:
    """Yield line, column, the text as it stands, and without markup, of each sentence of a block."""
    match block.kind:
        case "table":
            yield from _rows(block)
        case "fence" | "math":
            yield from _code(without_frame(block))
        case _:
            yield from _prose(block)


def _rows(block: Block) -> Iterator[tuple[int, int, str, str]]:
    lines = block.content.split("\n")
    head = _cells(lines[0])
    for index, line in enumerate(lines):
        if line.strip() and (index > 1 or len(lines) < 3) and not _TABLE_RULE.fullmatch(line):
            column = len(line) - len(line.lstrip())
            pairs = zip(head + [""] * 99, _cells(line), strict=False)
            read = ", ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell)
            yield block.line_start + index, column, line.strip(), _without_markup(read)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _code(block: Block) -> Iterator[tuple[int, int, str, str]]:
    lines = block.content.split("\n")
    start = 0
    for index in range(len(lines) + 1):
        full = index - start >= _LONGEST_CODE
        if index == len(lines) or (not lines[index].strip() and len(lines) > _LONGEST_CODE) or full:
            part = "\n".join(lines[start:index])
            if part.strip():
                yield block.line_start + start, 0, part, part
            start = index + (index < len(lines) and not lines[index].strip())


def _prose(block: Block) -> Iterator[tuple[int, int, str, str]]:
    lines = block.content.split("\n")
    start = 0
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else ""
        if not _is_wrapped(line, following):
            yield from _sentences(block.line_start + start, "\n".join(lines[start : index + 1]))
            start = index + 1


def _is_wrapped(line: str, following: str) -> bool:
    """Return whether a sentence continues on the following line."""
    goes_on = bool(following.strip()) and not _LIST_MARK.match(following)
    return goes_on and len(line) >= _FULL_LINE and not line.rstrip().endswith(_ENDS)


def _sentences(line: int, text: str) -> Iterator[tuple[int, int, str, str]]:
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        before = text[: start + len(sentence) - len(sentence.lstrip())]
        column = len(before) - (before.rfind("\n") + 1)
        read = _without_markup(_QUOTE_MARKS.sub("", sentence.strip()))
        if any(letter.isalnum() for letter in read):
            yield line + before.count("\n"), column, sentence.strip(), read


def _without_markup(markdown: str) -> str:
    """Return a sentence without markup."""
    body = parse_body(markdown.split("\n"), 0)
    read = " ".join(block.text for section in body.sections for block in section.blocks)
    return " ".join(read.split()).removeprefix("- ")
