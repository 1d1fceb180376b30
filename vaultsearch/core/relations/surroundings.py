"""The text around a place of a note: its sentence, where the line is long."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from vaultsearch.core.index.chunking import sentences
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from vaultsearch.core.index.stored import StoredNote

_SHORT_LINE = 160
_LONGEST = 320


def line_of(note: StoredNote, line: int) -> str:
    """Give a line of a note, 1-based; "" where there is none."""
    lines = note.text.split("\n", line)
    return lines[line - 1] if 0 < line <= len(lines) else ""


def around(line: str, written: str) -> str:
    """Give a line, or of a long one the first sentence in it that holds what is ``written``, in any case."""
    line = line.strip()
    if len(line) <= _SHORT_LINE:
        return line
    name = fold(written)
    holding = (one for one in sentences(line) if name in fold(one) or name in fold(unquote(one)))
    sentence = next(holding, line)
    if len(sentence) <= _LONGEST:
        return sentence
    start = max(0, min(max(0, fold(sentence).find(name)) - _LONGEST // 2, len(sentence) - _LONGEST))
    end = start + _LONGEST
    return "…" * (start > 0) + sentence[start:end] + "…" * (end < len(sentence))
