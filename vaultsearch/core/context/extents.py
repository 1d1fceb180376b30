"""Passages -> extents of their notes: widened to whole blocks or sections, joined, never overlapping."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.context.note_blocks import NoteBlocks
    from vaultsearch.core.values.search import Chunk


@dataclass(frozen=True, slots=True)
class Extent:
    """The characters ``start`` to ``end`` of one section of a note, and the passages found there.

    ``loose`` is the text of a passage that no longer stands in the note, or that has no text of its own.
    """

    chunks: tuple[Chunk, ...]
    start: int = 0
    end: int = 0
    loose: str | None = None

    @property
    def path(self) -> str:
        """The path of the note."""
        return self.chunks[0].path

    @property
    def key(self) -> tuple[str, int, int]:
        """The identity of the place: two extents of one place are equal by it."""
        return (self.chunks[0].id if self.loose is not None else self.path), self.start, self.end

    @property
    def heading_path(self) -> tuple[str, ...]:
        """The headings above it."""
        return self.chunks[0].heading_path


def loose(chunk: Chunk) -> Extent:
    """Return the extent of a passage without a place in its note."""
    return Extent((chunk,), loose=chunk.shown)


def as_found(chunk: Chunk, note: NoteBlocks | None) -> Extent:
    """Return the extent of a passage alone, be it a part of a line or of a block."""
    if note is None or not _still_stands(chunk, note):
        return loose(chunk)
    start, end = note.characters(chunk.line_start, chunk.line_end)
    start_at = note.text.find(chunk.content, start, end)
    if start_at >= 0:
        start, end = start_at, start_at + len(chunk.content)
    return Extent((chunk,), start, end)


def whole_blocks(extent: Extent, note: NoteBlocks | None) -> Extent:
    """Widen an extent to whole lines that cut no fence, table or callout apart."""
    if note is None or extent.loose is not None:
        return extent
    start, end = note.characters(*note.whole(*note.lines_of(extent.start, extent.end)))
    return replace(extent, start=start, end=end)


def whole_section(extent: Extent, note: NoteBlocks | None) -> Extent:
    """Widen an extent to its section; on a canvas, whose cards are complete, return it unchanged."""
    if note is None or extent.loose is not None or extent.chunks[0].is_generated:
        return extent
    first, last = note.lines_of(extent.start, extent.end)
    start, end = note.characters(*note.section(first))
    if last > note.lines_of(start, end)[1]:
        return extent
    return replace(extent, start=start, end=end)


def _still_stands(chunk: Chunk, note: NoteBlocks) -> bool:
    """Return whether a passage still stands at its lines: the note may have been saved since."""
    if not chunk.content.strip() or chunk.line_end > len(note.lines):
        return False
    start, end = note.characters(chunk.line_start, chunk.line_end)
    lines = [line for line in chunk.content.split("\n") if line.strip()]
    standing = note.text[start:end]
    return all(line in standing for line in (lines[0], lines[-1]))


def joined(extents: Sequence[Extent], added: Extent, note: NoteBlocks | None) -> tuple[Extent, ...]:
    """Add an extent, joined with those that it overlaps or adjoins in the same section.

    The joined extent takes the place of the first of them.
    """
    place, union = len(extents), added
    waiting = list(extents)
    while touching := [extent for extent in waiting if note is not None and _touch(extent, union, note)]:
        for one in touching:
            place = min(place, extents.index(one))
            waiting.remove(one)
            union = replace(
                one,
                chunks=tuple({chunk.id: chunk for chunk in (*one.chunks, *union.chunks)}.values()),
                start=min(one.start, union.start),
                end=max(one.end, union.end),
            )
    others = [extent for extent in extents if extent in waiting]
    before = sum(extents.index(extent) < place for extent in others)
    return (*others[:before], union, *others[before:])


def _touch(before: Extent, other: Extent, note: NoteBlocks) -> bool:
    if before.path != other.path or before.loose is not None or other.loose is not None:
        return False
    first, second = sorted((before, other), key=lambda extent: extent.start)
    if second.start < first.end:
        return True
    return before.heading_path == other.heading_path and not note.text[first.end : second.start].strip()
