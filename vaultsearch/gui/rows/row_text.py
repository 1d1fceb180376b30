"""The texts of a row: heading line, date, snippet in one line with its marks in UTF-16 units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from vaultsearch.core.values.note import EMPTY_NOTE, NOTE_KINDS, Span
from vaultsearch.core.values.search import Snippet
from vaultsearch.gui.file_kinds import page_badge
from vaultsearch.gui.file_words import heading_name, snippet_in_window

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from vaultsearch.core.values.search import Chunk, Result

SEPARATOR = "  ›  "


def heading_line(chunk: Chunk, separator: str = SEPARATOR) -> str:
    """Return the headings above a passage, joined."""
    return separator.join(headings(chunk))


def headings(chunk: Chunk) -> tuple[str, ...]:
    """Return the heading path without a first heading that only repeats the note's title.

    That of a page is written as in a citation.
    """
    path = chunk.heading_path
    if chunk.is_borrowed:
        path = (QCoreApplication.translate("Headings", "in {}").format(path[0]), *path[1:])
    if chunk.is_recognised:
        path = (*path[:-1], QCoreApplication.translate("Headings", "text in picture"))
    if chunk.kind not in NOTE_KINDS:
        path = tuple(heading_name(chunk.path, heading) for heading in path)
    if badge := page_badge(chunk):
        return badge, *path[1:]
    repeats = bool(path) and path[0].strip().casefold() == chunk.title.strip().casefold()
    return path[1:] if repeats else path


def heading_marks(result: Result) -> list[Span]:
    """Return the spans of the heading line that match the query."""
    path, marks = headings(result.chunk), result.heading_matches
    spans, offset = [], 0
    written = result.chunk.heading_path[len(marks) - len(path) :]
    for heading, own, spans_of_heading in zip(path, written, marks[len(marks) - len(path) :], strict=False):
        if heading == own:  # spans are of the words in the file
            spans += [Span(offset + span.start, offset + span.end) for span in spans_of_heading]
        offset += len(heading) + len(SEPARATOR)
    return spans


def kept_spans(text: str, shown: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans of ``text`` where they are in ``shown``, which has it elided somewhere."""
    if shown == text:
        return list(spans)
    head, _, tail = shown.partition("…")
    shift = len(shown) - len(text)
    first = [span for span in spans if span.end <= len(head)]
    behind = [span for span in spans if span.start >= len(text) - len(tail)]
    return [*first, *(Span(span.start + shift, span.end + shift) for span in behind)]


def has_second_line(result: Result) -> bool:
    """Return whether a line stands between title and text: headings, or a past use of the note."""
    return bool(headings(result.chunk)) or result.last_used is not None


def short_date(when: date | None, today: date) -> str:
    """Return "12 May", with the year unless it is this one; "" for an unknown date."""
    if when is None:
        return ""
    is_recent = when.year == today.year
    pattern = QCoreApplication.translate("Dates", "d MMM" if is_recent else "d MMM yyyy")
    return QLocale().toString(QDate(when.year, when.month, when.day), pattern)


def shown_snippet(result: Result) -> Snippet:
    """Return the snippet; for a note or a file without text, words that say so.

    If only the address of a link matches the query, it stands before the snippet.
    """
    if result.link:
        lead = QCoreApplication.translate("Rows", "link: {}").format(result.link)
        return Snippet(f"{lead} · {result.snippet.text}" if result.snippet.text != EMPTY_NOTE else lead)
    if result.snippet.text != EMPTY_NOTE:
        return snippet_in_window(result.chunk, result.snippet)
    is_note = result.chunk.kind in NOTE_KINDS
    return Snippet(QCoreApplication.translate("Rows", "(empty note)" if is_note else "(no text)"))


def one_line(snippet: Snippet) -> str:
    """Return the snippet with every break as one space, so that offsets stay valid."""
    return "".join(" " if character in "\n\r\t\v\f\u2028\u2029" else character for character in snippet.text)


def qt_span(text: str, span: Span) -> tuple[int, int]:
    """Return start and length in UTF-16 units, as QTextLayout counts: an emoji is two of them."""
    start = qt_length(text[: span.start])
    return start, qt_length(text[span.start : span.end])


def qt_length(text: str) -> int:
    """Count UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_at(text: str, units: int) -> int:
    """Return the index in ``text`` after ``units`` UTF-16 units."""
    seen = 0
    for index, character in enumerate(text):
        if seen >= units:
            return index
        seen += 2 if character > "\uffff" else 1
    return len(text)
