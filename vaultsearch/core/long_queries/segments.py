"""A long text -> the pieces that it is searched by, cut as notes are."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.index.chunking import headings_block
from vaultsearch.core.values.note import Revision, Section
from vaultsearch.core.vault.markdown import parse_note

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.index.chunking import Chunker
    from vaultsearch.core.values.search import Chunk

_NAME = "passage.md"
_MESSAGE = re.compile(r"Message (\d+) \(")


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the text, and what it is embedded by.

    Lines are 1-based and inclusive; ``language`` is a code, ``heading`` the nearest one above. ``messages``
    are the numbers of its first and last message, None where the text is no chat.
    """

    text: str
    line_start: int
    line_end: int
    language: str = ""
    heading: str = ""
    messages: tuple[int, int] | None = None


def cut(
    markdown: str, chunker: Chunker, overlap: float, shortest: int, *, is_chat: bool = False
) -> list[Segment]:
    """Cut a text with the chunker that cut the notes, each paragraph by itself.

    ``overlap`` is the share of its longest passage that is repeated where a paragraph is longer than that.
    A piece of fewer than ``shortest`` tokens is joined with what follows: three words have no topic.
    Frontmatter is left out, and so is a heading that only numbers a message; others stand before what is
    under them. Headings alone are a text, too.
    """
    cutter = replace(chunker, overlap=round(overlap * chunker.chunk_size))
    raw = markdown.encode("utf-8", "replace")
    note = parse_note(Revision(_NAME, len(raw), 0), raw)
    paragraphs = tuple(replace(one, blocks=(block,)) for one in note.sections for block in one.blocks)
    if not paragraphs and note.headings:
        paragraphs = (Section((), (headings_block(note),)),)
    chunks = [c for c in cutter.sections_cut(replace(note, sections=paragraphs)) if c.content.strip()]
    pieces = [_piece(chunk, is_chat=is_chat) for chunk in chunks]
    lengths = cutter.lengths([piece.text for piece in pieces])
    return [_with_heading(piece) for piece in _joined(pieces, lengths, shortest, cutter.chunk_size)]


def _piece(chunk: Chunk, *, is_chat: bool) -> Segment:
    heading = chunk.heading_path[-1] if chunk.heading_path else ""
    message = _MESSAGE.match(heading) if is_chat else None
    if message is None:
        return Segment(chunk.text, chunk.line_start, chunk.line_end, chunk.language, heading)
    number = int(message[1])
    return Segment(chunk.text, chunk.line_start, chunk.line_end, chunk.language, messages=(number, number))


def _with_heading(piece: Segment) -> Segment:
    return replace(piece, text=f"{piece.heading}\n{piece.text}") if piece.heading else piece


def _joined(pieces: Sequence[Segment], lengths: Sequence[int], least: int, most: int) -> Iterator[Segment]:
    """Join a piece shorter than ``least`` with its neighbour, where they are no longer than ``most``."""
    held: Segment | None = None
    size = 0
    for piece, length in zip(pieces, lengths, strict=True):
        if held is not None and size < least and size + length <= most and _belong_together(held, piece):
            held, size = _both(held, piece), size + length
            continue
        if held is not None:
            yield held
        held, size = piece, length
    if held is not None:
        yield held


def _belong_together(one: Segment, other: Segment) -> bool:
    return (one.language, one.heading) == (other.language, other.heading)


def _both(one: Segment, other: Segment) -> Segment:
    messages = (one.messages[0], other.messages[1]) if one.messages and other.messages else None
    text = f"{one.text}\n{other.text}"
    return replace(one, text=text, line_end=max(one.line_end, other.line_end), messages=messages)
