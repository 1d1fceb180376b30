"""Long text -> segments to search by, cut by the notes' chunker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from vaultsearch.core.chunking.chunker import Chunker, headings_block, placed_lines, sentence_spans
from vaultsearch.core.values.note import Block, NoteSection, Revision
from vaultsearch.core.vault.markdown import parse_note

_FILE_NAME = "passage.md"
_WHOLE = ("fence", "html", "math")
"""Kinds of block that are not cut."""
_ITEM = re.compile(r"\n(?=[^\S\n]*(?:[-*+•◦‣▪●○–]|\d{1,3}[.)]|\[.\])\s)")
_LONG_TOKENS, _PART_TOKENS = 40, 20
"""Tokens from which a paragraph is cut at sentences, and least tokens of each part.

Of texts of five topics over the sample vault, 0.90 of the topics are among the first five notes if each is a
paragraph; joined into one paragraph, 0.48 were, and with these 0.90 are. With parts of 30 tokens it is 0.80.
"""
_MESSAGE = re.compile(r"Message (\d+) \(")


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of the text; ``text`` is the string to embed.

    Lines are 1-based and inclusive; ``language`` is a code, ``heading`` the nearest above. ``messages`` are
    the numbers of the first and last message, None if the text is no chat.
    """

    text: str
    line_start: int
    line_end: int
    language: str = ""
    heading: str = ""
    messages: tuple[int, int] | None = None


def cut_into_segments(
    markdown: str,
    chunker: Chunker,
    overlap: float,
    shortest: int,
    *,
    is_chat: bool = False,
    by_parts: bool = True,
) -> list[Segment]:
    """Cut a text into segments: each paragraph, list item and row by itself, long ones at sentences.

    Skip frontmatter and headings that only number a message; prepend any other heading to the segments below.
    A text of headings alone is a single segment.

    Args:
        overlap: The share of the chunk size repeated when a paragraph is cut, 0 to 1.
        shortest: Join segments below this many tokens with the next: three words have no topic.
        is_chat: Whether headings number messages.
        by_parts: Whether to cut lists at items, tables at rows and long paragraphs at sentences, too.
    """
    cutter = replace(chunker, overlap=round(overlap * chunker.chunk_size))
    # A lone surrogate, as a clipboard may hold it, has no encoding.
    raw = markdown.encode("utf-8", "replace")
    note = parse_note(Revision(_FILE_NAME, len(raw), 0), raw)
    paragraphs = tuple(
        replace(section, blocks=(part,))
        for section in note.sections
        for block in section.blocks
        for part in (_cut_block(block, cutter, shortest) if by_parts else (block,))
    )
    # A question typed as a heading was answered with "There is no text to search with".
    if not paragraphs and note.headings:
        paragraphs = (NoteSection((), (headings_block(note),)),)
    chunks = [c for c in cutter.sections_cut(replace(note, sections=paragraphs)) if c.content.strip()]
    segments: list[Segment] = []
    for chunk in chunks:
        place = chunk.text, chunk.line_start, chunk.line_end, chunk.language
        heading = chunk.heading_path[-1] if chunk.heading_path else ""
        message = _MESSAGE.match(heading) if is_chat else None
        number = int(message[1]) if message is not None else 0
        segments.append(Segment(*place, messages=(number, number)) if message else Segment(*place, heading))
    lengths = cutter.lengths([segment.text for segment in segments])
    return [
        replace(segment, text=f"{segment.heading}\n{segment.text}") if segment.heading else segment
        for segment in _join_short_segments(segments, lengths, shortest, cutter.chunk_size)
    ]


def _cut_block(block: Block, cutter: Chunker, shortest: int) -> list[Block]:
    """Cut a list at its items, a table at its rows, and what is still long at its sentences.

    A pasted paragraph, or list, on three subjects was a single topic, and only the first was found.
    """
    if block.kind in _WHOLE:
        return [block]
    spans = [
        (start + first, start + last)
        for start, end in pairwise(_item_bounds(block))
        for first, last in pairwise(_sentence_bounds(block.text[start:end], cutter, shortest))
    ]
    # Counted in the text without its markup, of which a line may be missing.
    lines = [block.line_start + position for position, _ in placed_lines(block)]
    parts = []
    for start, end in spans:
        text = block.text[start:end]
        first = block.text.count("\n", 0, start)
        place = lines[first], lines[first + text.rstrip().count("\n")]
        parts.append(Block(block.kind, *place, text, text.strip()))
    return parts


def _item_bounds(block: Block) -> list[int]:
    """Return where the block's items begin, each of which may have a subject of its own, and its end."""
    ends = {match.end() for match in re.finditer("\n", block.text)}
    # Lines that are sentences are items: hard wrapped text has other ends of lines.
    if block.kind != "table" and not ends <= {end for _, end in sentence_spans(block.text)}:
        ends = {match.end() for match in _ITEM.finditer(block.text)}
    return [0, *sorted(ends), len(block.text)]


def _sentence_bounds(text: str, cutter: Chunker, shortest: int) -> list[int]:
    """Return where a long text is cut into parts of whole sentences, each of `_PART_TOKENS` or more."""
    if cutter.lengths([text])[0] < _LONG_TOKENS:
        return [0, len(text)]
    spans = sentence_spans(text)
    lengths = cutter.lengths([text[start:end] for start, end in spans])
    bounds, size = list[int](), 0
    for (_, end), length in zip(spans, lengths, strict=True):
        size += length
        if size >= max(_PART_TOKENS, shortest):
            bounds.append(end)
            size = 0
    # Behind the last, nothing is left, or too little to stand alone.
    return [0, *bounds[:-1], len(text)]


def _join_short_segments(
    segments: Sequence[Segment], lengths: Sequence[int], least: int, most: int
) -> Iterator[Segment]:
    """Join a segment shorter than ``least`` with the next if both fit in ``most``, all in tokens."""
    held: Segment | None = None
    size = 0
    for after, length in zip(segments, lengths, strict=True):
        is_short = size < least and size + length <= most
        if held is not None and is_short and (held.language, held.heading) == (after.language, after.heading):
            messages = (held.messages[0], after.messages[1]) if held.messages and after.messages else None
            text, line_end = f"{held.text}\n{after.text}", max(held.line_end, after.line_end)
            held, size = replace(held, text=text, line_end=line_end, messages=messages), size + length
            continue
        if held is not None:
            yield held
        held, size = after, length
    if held is not None:
        yield held
