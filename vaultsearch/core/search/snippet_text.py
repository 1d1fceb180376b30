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
_RAW = re.compile(
    rf"""
      (?P<item>^[ \t]*(?:(?:-[ ])+(?:\[.?\][ ]?)?|\[.?\][ ]))      # a list's item, or a task of one
    | (?P<cell>[ ]\|[ ])                                            # between the cells of a table
    | (?P<embed>!\[\[[^\[\]\n]*\]\]|!\[[^\[\]\n]*\]\([^()\n]*\))    # an embedded picture or note
    | (?P<picture>^[^\n.]{{1,80}}{_PICTURE}[ \t]*$|(?<!\S)[^\s`]+{_PICTURE}(?!\S))
    | \[(?P<linked>[^\[\]\n]*)\]\([^()\n]*\)                        # a link: its text stays
    | \[\[(?:[^\[\]|\n]*\|)?(?P<wikilinked>[^\[\]|\n]+)\]\]
    | (?P<mark>`+|(?<!\w)\*\*+|\*\*+(?!\w)|\]\(|!\[\[)
    """,
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


def snippet_text(text: str, terms: Sequence[str] = ()) -> SnippetText:
    """Return a passage's text as a reader sees it; names of pictures stay if the query has them in it.

    Removing one mark can bring the parts of another together, so this is repeated until none is left.
    """
    read = SnippetText(text)
    if not _HINTS.search(text):
        return read
    for _ in range(_MOST_ROUNDS):
        after = _without_marks(read, terms)
        if after.text == read.text:
            return read
        read = after
    return read


def _without_marks(read: SnippetText, terms: Sequence[str]) -> SnippetText:
    out: list[str] = []
    kept: list[int] = []  # the place of each character of `read.text`
    length = at = 0
    for match in _RAW.finditer(read.text):
        length = _keep(read.text[at : match.start()], out, kept, length)
        at = match.end()
        kind = match.lastgroup or ""
        if kind in ("linked", "wikilinked"):
            start, end = match.span(kind)
            kept += [length] * (start - match.start())
            length = _keep(read.text[start:end], out, kept, length)
            kept += [length] * (at - end)
        elif kind == "picture" and any(term in fold(match.group()) for term in terms):
            length = _keep(match.group(), out, kept, length)
        else:
            shown = _shown(kind, first=not any(map(str.strip, out)))
            out.append(shown)
            kept += [length] * len(match.group())
            length += len(shown)
    length = _keep(read.text[at:], out, kept, length)
    kept.append(length)
    former = read.places
    places = tuple(kept) if former is None else tuple(kept[place] for place in former)
    return SnippetText("".join(out), places)


def _keep(piece: str, out: list[str], kept: list[int], length: int) -> int:
    """Append a piece as it is, and return the length after it."""
    out.append(piece)
    kept += range(length, length + len(piece))
    return length + len(piece)


def _shown(kind: str, *, first: bool) -> str:
    """Return what stands for a mark: a dot before an item, except the first, and between two cells."""
    if kind == "item":
        return "" if first else _DOT
    return f" {_DOT}" if kind == "cell" else ""
