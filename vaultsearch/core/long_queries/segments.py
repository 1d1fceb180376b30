"""Long text -> the segments that it is searched by, cut by the chunker of the notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vaultsearch.core.chunking.chunker import headings_block, sentence_spans
from vaultsearch.core.values.note import Revision, Section
from vaultsearch.core.vault.markdown import parse_note

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.chunking.chunker import Chunker
    from vaultsearch.core.values.note import Block
    from vaultsearch.core.values.search import Chunk

_NAME = "passage.md"
_PARAGRAPH = "paragraph"
_LONG, _PART = 40, 20
"""Tokens from which a paragraph is cut at its sentences, and those of a part.

Of texts of five topics over the sample vault, 0.90 of the topics are among the first five notes if each is a
paragraph; joined into one paragraph, 0.48 were, and with these 0.90 are. With parts of 30 tokens it is 0.80.
"""
_MESSAGE = re.compile(r"Message (\d+) \(")


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of the text; ``text`` is the string to embed.

    Lines are 1-based and inclusive; ``language`` is a code, ``heading`` the nearest one above. ``messages``
    are the numbers of its first and last message, None if the text is no chat.
    """

    text: str
    line_start: int
    line_end: int
    language: str = ""
    heading: str = ""
    messages: tuple[int, int] | None = None


def segments_of(
    markdown: str,
    chunker: Chunker,
    overlap: float,
    shortest: int,
    *,
    is_chat: bool = False,
    by_sentences: bool = True,
) -> list[Segment]:
    """Cut a text into segments, each paragraph by itself, a long one at its sentences.

    Frontmatter is left out, and so is a heading that only numbers a message; any other heading is prepended
    to the segments under it. A text of headings alone is one segment.

    Args:
        markdown: The text.
        chunker: The chunker of the notes.
        overlap: The share of the chunk size that is repeated when a paragraph is cut, 0 to 1.
        shortest: Tokens below which a segment is joined with the next: three words have no topic.
        is_chat: Whether headings number messages.
        by_sentences: Whether to cut long paragraphs at their sentences, too.
    """
    cutter = replace(chunker, overlap=round(overlap * chunker.chunk_size))
    raw = markdown.encode("utf-8", "replace")
    note = parse_note(Revision(_NAME, len(raw), 0), raw)
    paragraphs = tuple(
        replace(section, blocks=(part,))
        for section in note.sections
        for block in section.blocks
        for part in (_parts(block, cutter, shortest) if by_sentences else (block,))
    )
    # A question typed as a heading was answered with "There is no text to search with".
    if not paragraphs and note.headings:
        paragraphs = (Section((), (headings_block(note),)),)
    chunks = [c for c in cutter.sections_cut(replace(note, sections=paragraphs)) if c.content.strip()]
    segments = [_segment(chunk, is_chat=is_chat) for chunk in chunks]
    lengths = cutter.lengths([segment.text for segment in segments])
    return [_with_heading(segment) for segment in _joined(segments, lengths, shortest, cutter.chunk_size)]


def _parts(block: Block, cutter: Chunker, shortest: int) -> list[Block]:
    """Cut a long paragraph into parts of whole sentences, each of `_PART` tokens or more.

    A pasted paragraph of three subjects was one topic, of which the first alone was found.
    """
    if block.kind != _PARAGRAPH or cutter.lengths([block.text])[0] < _LONG:
        return [block]
    spans = sentence_spans(block.text)
    lengths = cutter.lengths([block.text[start:end] for start, end in spans])
    bounds, size = [0], 0
    for (_, end), length in zip(spans, lengths, strict=True):
        size += length
        if size >= max(_PART, shortest):
            bounds.append(end)
            size = 0
    if size and len(bounds) > 1:
        bounds.pop()  # the rest is too short to stand alone
    if bounds[-1] != len(block.text):
        bounds.append(len(block.text))
    return [_part(block, start, end) for start, end in pairwise(bounds)]


def _part(block: Block, start: int, end: int) -> Block:
    text = block.text[start:end]
    first = min(block.line_start + block.text[:start].count("\n"), block.line_end)
    last = min(first + text.rstrip().count("\n"), block.line_end)
    return replace(block, line_start=first, line_end=last, content=text, text=text.strip())


def _segment(chunk: Chunk, *, is_chat: bool) -> Segment:
    heading = chunk.heading_path[-1] if chunk.heading_path else ""
    message = _MESSAGE.match(heading) if is_chat else None
    if message is None:
        return Segment(chunk.text, chunk.line_start, chunk.line_end, chunk.language, heading)
    number = int(message[1])
    return Segment(chunk.text, chunk.line_start, chunk.line_end, chunk.language, messages=(number, number))


def _with_heading(segment: Segment) -> Segment:
    return replace(segment, text=f"{segment.heading}\n{segment.text}") if segment.heading else segment


def _joined(segments: Sequence[Segment], lengths: Sequence[int], least: int, most: int) -> Iterator[Segment]:
    """Join a segment shorter than ``least`` with the next if both fit in ``most``, all in tokens."""
    held: Segment | None = None
    size = 0
    for segment, length in zip(segments, lengths, strict=True):
        if held is not None and size < least and size + length <= most and _belong_together(held, segment):
            held, size = _both(held, segment), size + length
            continue
        if held is not None:
            yield held
        held, size = segment, length
    if held is not None:
        yield held


def _belong_together(first: Segment, other: Segment) -> bool:
    return (first.language, first.heading) == (other.language, other.heading)


def _both(first: Segment, other: Segment) -> Segment:
    messages = (first.messages[0], other.messages[1]) if first.messages and other.messages else None
    text = f"{first.text}\n{other.text}"
    return replace(first, text=text, line_end=max(first.line_end, other.line_end), messages=messages)
