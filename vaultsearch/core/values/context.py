"""What a context and a note's quotes are, for the window and the command line: frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ContextFormat(StrEnum):
    """How a context, or a note's quotes, are written; the text of a context in JSON is Markdown."""

    MARKDOWN = "markdown"
    XML = "xml"
    PLAIN = "plain"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class ContextPiece:
    """A passage of a context: its text as it stands in the note, and where.

    ``number`` is the note's in the context, 0 where the piece was left out. ``tokens`` are those of the
    text with its citation. Lines are 1-based and inclusive, None of a canvas, whose text stands in no
    lines of its file. ``chunk_ids`` are the passages found that it holds.
    """

    path: str
    title: str
    heading_path: tuple[str, ...]
    line_start: int | None
    line_end: int | None
    tokens: int
    uri: str
    number: int
    text: str
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """Passages assembled for a language model: ``text`` takes ``tokens`` of ``budget``, never more.

    ``left_out`` are the pieces that did not fit.
    """

    text: str
    tokens: int
    budget: int
    pieces: tuple[ContextPiece, ...]
    left_out: tuple[ContextPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a note, word for word as it stands there.

    Lines are 1-based and inclusive, None of a canvas. ``score`` is how likely it answers, 0 to 1.
    """

    text: str
    line_start: int | None
    line_end: int | None
    score: float
    heading_path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A note that was read: with a ``question``, for the ``quotes`` that answer it, best first.

    No quotes mean that nothing in it does.
    """

    path: str
    title: str
    uri: str
    text: str
    question: str | None = None
    quotes: tuple[Quote, ...] = ()
