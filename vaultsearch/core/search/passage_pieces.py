"""A long text -> the pieces that it is searched by, cut as notes are."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.values import Chunk, Revision
from vaultsearch.core.vault.markdown import parse_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultsearch.core.index.chunking import Chunker

_NAME = "passage.md"
_MESSAGE = re.compile(r"Message (\d+) \(")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text: what it is embedded by, its lines (1-based, inclusive) and its language's code.

    ``messages`` are the numbers of its first and last message, None where the text is no chat.
    """

    text: str
    line_start: int
    line_end: int
    language: str = ""
    messages: tuple[int, int] | None = None


def cut(markdown: str, chunker: Chunker, overlap: float, *, is_chat: bool = False) -> list[Piece]:
    """Cut a text with the chunker that cut the notes; ``overlap`` is a share of its longest passage.

    Short sections that follow one another make one piece, as far as it is no longer than a passage: a
    message of three words has no topic. Frontmatter is left out, and so is a heading that only numbers a
    message; others stand before what is under them.
    """
    cutter = replace(chunker, overlap=round(overlap * chunker.chunk_size))
    moment = datetime.now(UTC)
    raw = markdown.encode("utf-8", "replace")
    note = parse_note(Revision(_NAME, len(raw), int(moment.timestamp() * 1e9)), raw)
    chunks = [chunk for chunk in cutter.chunks(note) if chunk.text.strip()]
    pieces = [_piece(chunk, is_chat=is_chat) for chunk in chunks]
    measured = cutter.lengths([piece.text for piece in pieces])
    return list(_joined(pieces, measured, cutter.chunk_size))


def _piece(chunk: Chunk, *, is_chat: bool) -> Piece:
    message = _MESSAGE.match(chunk.heading_path[-1]) if is_chat and chunk.heading_path else None
    number = int(message[1]) if message else None
    heading = "" if message or not chunk.heading_path else f"{chunk.heading_path[-1]}\n"
    messages = (number, number) if number is not None else None
    return Piece(heading + chunk.text, chunk.line_start, chunk.line_end, chunk.language, messages)


def _joined(pieces: Sequence[Piece], lengths: Sequence[int], most: int) -> Iterable[Piece]:
    """Join neighbours of one language while they are together no longer than ``most``."""
    held: Piece | None = None
    size = 0
    for piece, length in zip(pieces, lengths, strict=True):
        if held is not None and size + length <= most and held.language == piece.language:
            held, size = _both(held, piece), size + length
            continue
        if held is not None:
            yield held
        held, size = piece, length
    if held is not None:
        yield held


def _both(one: Piece, other: Piece) -> Piece:
    messages = (one.messages[0], other.messages[1]) if one.messages and other.messages else None
    text = f"{one.text}\n{other.text}"
    return replace(one, text=text, line_end=max(one.line_end, other.line_end), messages=messages)
