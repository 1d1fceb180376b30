"""Which paragraphs of a PDF are headings: by its outline or, without one, by the sizes of fonts."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultsearch.core.vault.readers.pdf_layout import Paragraph
    from vaultsearch.core.vault.readers.pdf_pages import Bookmark

_HEADING_SIZE = 1.15
"""A heading's font is so much larger than the body's, at least."""
_HEADING_LINES, _HEADING_LETTERS, _MOST_IN_HEADINGS = 3, 200, 0.25
_LEVELS = 4
_LEAST_OUTLINE = 2
_NUMBERING = re.compile(r"^[\W\d_]*(?:[ivxlc]+\.\s+)?")

Marked: TypeAlias = list[tuple[int | None, str]]
"""Texts of a page, each with its level, from 0 on, if it is a heading."""


def with_headings(pages: Sequence[Sequence[Paragraph]], outline: Sequence[Bookmark]) -> Iterator[Marked]:
    """Yield the texts of each page, its headings marked."""
    if len(outline) < _LEAST_OUTLINE:
        levels = _heading_sizes(pages)
        yield from (_by_size(page, levels) for page in pages)
        return
    entries: dict[int, list[Bookmark]] = {}
    for heading in outline:
        entries.setdefault(heading.page, []).append(heading)
    yield from (_by_outline(page, entries.get(index, ())) for index, page in enumerate(pages))


def _heading_sizes(pages: Iterable[Sequence[Paragraph]]) -> dict[float, int]:
    """Return the levels of headings by the size of their font: larger ones than most of the text's."""
    letters: Counter[float] = Counter()
    large: Counter[float] = Counter()
    for page in pages:
        for line in page:
            letters[_rounded(line.size)] += len(line.text)
    if not letters:
        return {}
    body = letters.most_common(1)[0][0]
    for page in pages:
        for line in page:
            if line.size >= _HEADING_SIZE * body and _can_be_heading(line):
                large[_rounded(line.size)] += len(line.text)
    if large.total() > _MOST_IN_HEADINGS * letters.total():
        return {}
    return {size: min(index, _LEVELS - 1) for index, size in enumerate(sorted(large, reverse=True))}


def _can_be_heading(paragraph: Paragraph) -> bool:
    text = paragraph.text
    few = paragraph.lines <= _HEADING_LINES and len(text) <= _HEADING_LETTERS
    return few and sum(map(str.isalpha, text)) >= _HEADING_LINES


def _rounded(size: float) -> float:
    return round(size * 2) / 2


def _by_size(paragraphs: Iterable[Paragraph], levels: dict[float, int]) -> Marked:
    return [
        (levels.get(_rounded(paragraph.size)) if _can_be_heading(paragraph) else None, paragraph.text)
        for paragraph in paragraphs
    ]


def _by_outline(paragraphs: Sequence[Paragraph], outline: Iterable[Bookmark]) -> Marked:
    """Place the outline's entries at the paragraphs that begin with their title, else at the page's top."""
    marked: Marked = [(None, paragraph.text) for paragraph in paragraphs]
    start = 0
    for heading in outline:
        title = _plain(heading.title)
        places = (
            index
            for index in range(start, len(marked))
            if title and _plain(marked[index][1] or "").startswith(title)
        )
        position = next(places, None)
        if position is None:
            marked.insert(start, (heading.level, heading.title))
            start += 1
        elif len(_plain(marked[position][1])) > len(title):
            marked.insert(position, (heading.level, heading.title))
            start = position + 2
        else:
            marked[position] = (heading.level, marked[position][1])
            start = position + 1
    return marked


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, _NUMBERING.sub("", text.lower())))
