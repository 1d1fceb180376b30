"""A passage -> its span of characters in the note's text; the overlap of spans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.values.note import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultsearch.core.values.search import Chunk

_LENGTHS_TRIED = (48, 24, 12, 6, 3, 1)
_LEAST = 0.9


def passage_span(chunk: Chunk, text: str) -> Span | None:
    """Return the span of the note's text that a passage covers, or None if the passage has no text.

    ``text`` is the note's text, with line feeds. A long line is cut into sentences without markup, so a
    passage may not stand there verbatim: its span is then found by its letters, from the first to the last.
    """
    content = chunk.content.strip()
    if not content or chunk.is_generated:
        return None
    window = _lines_span(text, chunk.line_start, chunk.line_end)
    start = text.find(content, window.start, window.end)
    if start >= 0:
        return Span(start, start + len(content))
    return _by_letters(content, text, window)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Merge spans that overlap or touch, and return them in order."""
    apart: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if apart and span.start <= apart[-1].end:
            apart[-1] = Span(apart[-1].start, max(apart[-1].end, span.end))
        else:
            apart.append(span)
    return apart


def length(spans: Iterable[Span]) -> int:
    """Count the characters, each once."""
    return sum(span.end - span.start for span in merged(spans))


def covered(spans: Sequence[Span], by: Sequence[Span]) -> int:
    """Count the characters of ``spans`` that are in ``by``, too, each once."""
    return length(spans) + length(by) - length([*spans, *by])


def _lines_span(text: str, first: int, last: int) -> Span:
    """Return the span of the lines ``first`` to ``last``, 1-based and inclusive."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: first - 1])
    end = start + sum(len(line) + 1 for line in lines[first - 1 : last]) - 1
    return Span(start, max(start, min(end, len(text))))


def _by_letters(content: str, text: str, window: Span) -> Span:
    """Find the letters alone: all in a row, or else the first and the last of them."""
    owners = [index for index in range(window.start, window.end) if text[index].isalnum()]
    stream, letters_sought = "".join(text[place] for place in owners), "".join(filter(str.isalnum, content))
    if not letters_sought or not stream:
        return window
    first = stream.find(letters_sought)
    if first >= 0:
        last = first + len(letters_sought) - 1
    else:
        first = next((place for n in _LENGTHS_TRIED if (place := stream.find(letters_sought[:n])) >= 0), 0)
        last = _last(stream, letters_sought, first)
    start, end = owners[first], owners[last] + 1
    # Include the marks next to the first and the last word: quotes, brackets, full stops.
    while start > window.start and _is_mark(text[start - 1]):
        start -= 1
    while end < window.end and _is_mark(text[end]):
        end += 1
    return Span(start, end)


def _last(stream: str, passage: str, first: int) -> int:
    """Return the index of the last letter of a passage whose letters begin at ``first``.

    The file may have more letters than the passage, such as a link's address, but hardly any fewer: the
    search for the last letters begins near the passage's length.
    """
    near = first + int(_LEAST * len(passage))
    for n in _LENGTHS_TRIED:
        tail = passage[-n:]
        place = stream.find(tail, max(first, near - len(tail)))
        if place >= 0:
            return place + len(tail) - 1
    return len(stream) - 1


def _is_mark(char: str) -> bool:
    return not char.isspace() and not char.isalnum()
