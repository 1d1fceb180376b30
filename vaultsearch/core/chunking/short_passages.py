"""Short passages are joined to neighbors: alone, each would be found for its title and headings.

A cell of code such as `cls`, or a lone link, is little more than the title above it when embedded or searched
by words, and so outranked every passage on the title's subject.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from vaultsearch.core.text import count_shared
from vaultsearch.core.values.note import NOTE_KINDS, Heading, Note
from vaultsearch.core.values.search import Chunk, ChunkSection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


def add_bare_headings(note: Note, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Add each heading without text to the sections of the passage before it, else of the first passage."""
    beside: dict[int, list[ChunkSection]] = {}
    starts = [chunk.line_start for chunk in chunks]
    for heading_path, line in _bare_headings(note):
        place = max(0, bisect_right(starts, line) - 1)
        end = len(chunks[place].text)
        beside.setdefault(place, []).append(ChunkSection(end, end, line, line, heading_path))
    done = list(chunks)
    for place, bare in beside.items():
        chunk = chunks[place]
        whole = ChunkSection(0, len(chunk.text), chunk.line_start, chunk.line_end, chunk.heading_path)
        done[place] = replace(chunk, sections=(*(chunk.sections or (whole,)), *bare))
    return done


def _bare_headings(note: Note) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield path and line of each heading with no text below, not even below subheadings."""
    # The headings of a PDF are its pages, of which an empty one says nothing.
    if note.kind not in NOTE_KINDS:
        return
    with_text = sorted(block.line_start for section in note.sections for block in section.blocks)
    above: list[Heading] = []
    for place, heading in enumerate(note.headings):
        above = [*(other for other in above if other.level < heading.level), heading]
        below = islice(note.headings, place + 1, None)
        end = next((other.line for other in below if other.level <= heading.level), sys.maxsize)
        first = bisect_right(with_text, heading.line)
        is_empty = first == len(with_text) or with_text[first] > end
        if heading.text and is_empty:
            yield tuple(other.text for other in above if other.text), heading.line


_MIN_PASSAGE_LETTERS = 12
"""Letters and digits; shorter passages are joined. In scripts without spaces, each counts three times."""
MIN_NOTE_LETTERS = 24
"""Letters and digits; in shorter notes, properties are part of the text."""
_WIDE_FROM = "\u2e80"


@dataclass(frozen=True, slots=True)
class SectionPiece:
    """An uncut part of a section: lines, length in tokens, and the separator before it."""

    line_start: int
    line_end: int
    content: str
    text: str
    length: int
    separator: str = "\n\n"
    heading_path: tuple[str, ...] | None = None
    """The headings above, if joined to a passage below others."""
    links: str = ""
    """The Markdown of its links, if its content is part of a line as shown to readers."""


@dataclass(frozen=True, slots=True)
class PassagePieces:
    """Pieces to become a passage, with the headings above and the page."""

    heading_path: tuple[str, ...]
    pieces: tuple[SectionPiece, ...]
    page: int | None = None

    @property
    def is_short(self) -> bool:
        """Whether it has too few letters to stand alone."""
        return has_few_letters((piece.text for piece in self.pieces), _MIN_PASSAGE_LETTERS)


def has_few_letters(texts: Iterable[str], most: int) -> bool:
    """Return whether texts have fewer letters in total than ``most``."""
    letters = 0
    for text in texts:
        for character in filter(str.isalnum, text):
            letters += 3 if character >= _WIDE_FROM else 1
            if letters >= most:
                return False
    return True


def join_short_passages(
    passages: Sequence[PassagePieces],
    heading: Callable[[str, int], SectionPiece],
    fits: Callable[[PassagePieces], bool],
) -> list[PassagePieces]:
    """Join each short passage to the passage before or after, preferably below the same heading.

    Passages on different pages stay apart, and so do those whose headings share no parent: text below *A2*
    was once found as *A > B*.

    Args:
        heading: Returns a heading as a piece, given its text and a line below it; headings not shared by both
            passages stay among the words.
        fits: Returns whether a joined passage is short enough. A passage fitting neither neighbor stays
            alone.
    """
    done: list[PassagePieces] = []
    short: PassagePieces | None = None
    for following in (*passages, None):
        current = following
        if short is not None:
            before, after = done[-1:], [current] if current is not None else []
            beside = [
                other for other in (*before, *after) if other.page == short.page and _are_near(other, short)
            ]
            # The neighbour under the same headings first; of equal ones, the one before.
            beside.sort(key=lambda passage, path=short.heading_path: passage.heading_path != path)  # type: ignore[misc]
            tried = ((passage, _merge_passages(passage, short, done, heading)) for passage in beside)
            merged = next((pair for pair in tried if fits(pair[1])), None)
            if merged is None:
                done.append(short)
            elif merged[0] is current:
                current = merged[1]
            else:
                done[-1] = merged[1]
            short = None
        if current is not None and current.is_short:
            short = current
        elif current is not None:
            done.append(current)
    return done


def _merge_passages(
    neighbour: PassagePieces,
    short: PassagePieces,
    done: Sequence[PassagePieces],
    heading: Callable[[str, int], SectionPiece],
) -> PassagePieces:
    """Merge a short passage into a neighbor; headings not shared stay among the words."""
    common = short.heading_path[: count_shared(neighbour.heading_path, short.heading_path)]
    path = common if neighbour.is_short else neighbour.heading_path
    ordered = (neighbour, short) if done and neighbour is done[-1] else (short, neighbour)
    pieces: list[SectionPiece] = []
    for passage in ordered:
        shared = count_shared(path, passage.heading_path)
        line = passage.pieces[0].line_start
        starts = {piece.line_start for piece in pieces}
        above = (
            replace(heading(title, line), heading_path=passage.heading_path[: shared + depth])
            for depth, title in enumerate(passage.heading_path[shared:], start=1)
        )
        pieces += (piece for piece in above if piece.line_start not in starts)
        pieces += [
            piece if piece.heading_path is not None else replace(piece, heading_path=passage.heading_path)
            for piece in passage.pieces
        ]
    return PassagePieces(path, tuple(pieces), neighbour.page)


def _are_near(passage: PassagePieces, other: PassagePieces) -> bool:
    """Return whether the sections of two passages all share a parent, or a section contains the other."""
    theirs = {piece.heading_path or other.heading_path for piece in other.pieces}
    mine = {piece.heading_path or passage.heading_path for piece in passage.pieces}
    return all(a[:-1] in (b[:-1], b) or a == b[:-1] for a in mine for b in theirs)
