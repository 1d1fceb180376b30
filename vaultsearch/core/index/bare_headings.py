"""Headings without text of their own: the passage beside them is found by their words, and names them.

They were in no passage: a note's `### Install Inkscape`, with a picture below it or nothing, was not found.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.values.search import ChunkSection

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.values.note import Heading, Note
    from vaultsearch.core.values.search import Chunk


def with_bare_headings(note: Note, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Add each heading without text to the sections of the passage before it, or else of the first."""
    beside: dict[int, list[ChunkSection]] = {}
    starts = [chunk.line_start for chunk in chunks]
    for heading_path, line in _bare_headings(note):
        place = max(0, bisect_right(starts, line) - 1)
        end = len(chunks[place].text)
        beside.setdefault(place, []).append(ChunkSection(end, end, line, line, heading_path))
    return [
        replace(chunk, sections=(*_own_sections(chunk), *beside[place])) if place in beside else chunk
        for place, chunk in enumerate(chunks)
    ]


def _own_sections(chunk: Chunk) -> tuple[ChunkSection, ...]:
    whole = ChunkSection(0, len(chunk.text), chunk.line_start, chunk.line_end, chunk.heading_path)
    return chunk.sections or (whole,)


def _bare_headings(note: Note) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the path and the line of each heading that has neither text nor headings below it."""
    if note.kind not in NOTE_KINDS:
        return
    with_text = sorted(block.line_start for section in note.sections for block in section.blocks)
    above: list[Heading] = []
    for heading, following in pairwise((*note.headings, None)):
        if heading is None:
            return
        above = [*(other for other in above if other.level < heading.level), heading]
        is_parent = following is not None and following.level > heading.level
        first = bisect_right(with_text, heading.line)
        is_empty = first == len(with_text) or (following is not None and with_text[first] > following.line)
        if heading.text and is_empty and not is_parent:
            yield tuple(other.text for other in above if other.text), heading.line
