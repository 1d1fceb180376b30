"""A passage as a snippet reads: without the marks of lists, code and links, nor names of pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.text import fold
from vaultsearch.core.values.note import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_PICTURE = r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico)"
_MARKS = r"""
      (?P<item>^[ \t]*(?:(?:-[ ])+(?:\[.?\][ ]?)?|\[.?\][ ]))      # a list's item, or a task of one
    | (?P<cell>[ ]\|[ ])                                            # between the cells of a table
    | (?P<embed>!\[\[[^\[\]\n]*\]\]|!\[[^\[\]\n]*\]\([^()\n]*\))    # an embedded picture or note
    | \[(?P<linked>[^\[\]\n]*)\]\([^()\n]*\)                        # a link: its text stays
    | \[\[(?:[^\[\]|\n]*\|)?(?P<wikilinked>[^\[\]|\n]+)\]\]
    | (?P<mark>`+|(?<!\w)\*\*+|\*\*+(?!\w)|\]\(|!\[\[)
"""
# Where none of its first characters stands, the others are not tried: a sixth of the time.
_RAW = re.compile(rf"(?=[-\[\]!`*|\ \t])(?:{_MARKS})", re.VERBOSE | re.MULTILINE)
_NAMES_PICTURE = re.compile(_PICTURE, re.IGNORECASE)
_RAW_WITH_PICTURES = re.compile(
    rf"(?P<picture>^[^\n.]{{1,80}}{_PICTURE}[ \t]*$|(?<!\S)[^\s`]+{_PICTURE}(?!\S)) | {_MARKS}",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_HINTS = re.compile(r"[-\[\]|`*.]")
_MOST_ROUNDS = 8
_DOT = "· "


@dataclass(frozen=True, slots=True)
class SnippetText:
    """A text to be read, and the place in it of each character of the text it was made of."""

    text: str
    places: tuple[int, ...] | None = None

    def span(self, span: Span) -> Span:
        """Return where a span of the former text is now; an empty one if nothing of it was kept."""
        if self.places is None:
            return span
        return Span(self.places[span.start], self.places[span.end])


def snippet_text(text: str, terms: Sequence[str] = (), *, keep_offsets: bool = True) -> SnippetText:
    """Return a passage's text as a reader sees it; names of pictures stay if the query has them in it.

    Removing one mark can bring the parts of another together, so this is repeated until none is left. Without
    ``keep_offsets``, which takes a third of the time, it cannot tell where spans of the text are.
    """
    read = SnippetText(text)
    if not _HINTS.search(text):
        return read
    for _ in range(_MOST_ROUNDS):
        after = _without_marks(read, terms, keep_offsets=keep_offsets)
        if after.text == read.text:
            return read
        read = after
    return read


def _without_marks(read: SnippetText, terms: Sequence[str], *, keep_offsets: bool) -> SnippetText:
    out: list[str] = []
    kept: list[int] = []  # the place of each character of `read.text`
    length = position = 0

    def keep(start: int, end: int, shown: str | None = None) -> None:
        """Append a piece as it is, or what is shown in its place."""
        nonlocal length
        piece = read.text[start:end] if shown is None else shown
        out.append(piece)
        if keep_offsets:
            kept.extend(range(length, length + end - start) if shown is None else [length] * (end - start))
        length += len(piece)

    raw = _RAW_WITH_PICTURES if _NAMES_PICTURE.search(read.text) else _RAW
    for match in raw.finditer(read.text):
        keep(position, match.start())
        position, kind = match.end(), match.lastgroup or ""
        if kind in ("linked", "wikilinked"):
            start, end = match.span(kind)
            keep(match.start(), start, "")
            keep(start, end)
            keep(end, position, "")
        elif kind == "picture" and any(term in fold(match.group()) for term in terms):
            keep(match.start(), position)
        else:
            keep(match.start(), position, _shown(kind, first=not any(map(str.strip, out))))
    keep(position, len(read.text))
    kept.append(length)
    former = read.places
    places = tuple(kept if former is None else (kept[place] for place in former)) if keep_offsets else None
    return SnippetText("".join(out), places)


def _shown(kind: str, *, first: bool) -> str:
    """Return what stands for a mark: a dot before an item, except the first, and between two cells."""
    if kind == "item":
        return "" if first else _DOT
    return f" {_DOT}" if kind == "cell" else ""
