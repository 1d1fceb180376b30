"""The words in a row of the list: headings, snippet, date, and why the note is listed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QDate, QLocale

from vaultsearch.core.values.context import ContextPiece, SentenceAnswer
from vaultsearch.core.values.note import NOTE_KINDS, Span
from vaultsearch.core.values.relations import DuplicatePassage
from vaultsearch.core.values.search import Chunk, Result, Snippet
from vaultsearch.gui import phrases
from vaultsearch.gui.file_kinds import heading_name, page_badge, translate_snippet
from vaultsearch.gui.translations import tr

SEPARATOR = "  ›  "


def link_target(passage: SentenceAnswer | ContextPiece | DuplicatePassage) -> str:
    """Return a wiki link's target for a passage: the note's path and the last heading."""
    return "#".join((passage.path.removesuffix(".md"), *passage.heading_path[-1:]))


def heading_line(chunk: Chunk, separator: str = SEPARATOR) -> str:
    """Return the headings above a passage, joined."""
    return separator.join(shown_headings(chunk))


def shown_headings(chunk: Chunk) -> tuple[str, ...]:
    """Return the heading path; drop a first heading equal to the note's title, cite pages as usual."""
    path = chunk.heading_path
    if chunk.is_borrowed:
        path = (tr("in {}").format(path[0]), *path[1:])
    if chunk.is_recognised:
        path = (*path[:-1], tr("text in picture"))
    if chunk.kind not in NOTE_KINDS:
        path = tuple(heading_name(chunk.path, heading) for heading in path)
    if badge := page_badge(chunk):
        return badge, *path[1:]
    repeats = bool(path) and path[0].strip().casefold() == chunk.title.strip().casefold()
    return path[1:] if repeats else path


def heading_marks(result: Result) -> list[Span]:
    """Return the spans in the heading line which match the query."""
    path, marks = shown_headings(result.chunk), result.heading_matches
    spans, offset = [], 0
    # The shown path may lack the first heading, if it repeats the title.
    written = result.chunk.heading_path[len(marks) - len(path) :]
    for heading, own, spans_of_heading in zip(path, written, marks[len(marks) - len(path) :], strict=False):
        # The spans are of the words in the file; a heading in the window's language has others.
        if heading == own:
            spans += [Span(offset + span.start, offset + span.end) for span in spans_of_heading]
        offset += len(heading) + len(SEPARATOR)
    return spans


def kept_spans(text: str, shown: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans in ``text`` at their places in ``shown``, the same text elided somewhere."""
    if shown == text:
        return list(spans)
    head, _, tail = shown.partition("…")
    shift = len(shown) - len(text)
    first = [span for span in spans if span.end <= len(head)]
    behind = [span for span in spans if span.start >= len(text) - len(tail)]
    return [*first, *(Span(span.start + shift, span.end + shift) for span in behind)]


def has_second_line(result: Result) -> bool:
    """Return whether a line stands between title and text: headings, or why the note is listed."""
    return bool(shown_headings(result.chunk)) or bool(reason_beside(result))


def reason_beside(result: Result) -> str:
    """Return the second line's end: the note's past, links to it, other words in it, or past use."""
    if result.past is not None:
        return phrases.describe_past_note(result.past)
    if result.via:
        return tr("via {}").format(" › ".join(result.via))
    if result.elsewhere:
        return phrases.describe_elsewhere(result.elsewhere)
    return phrases.describe_past_use(result.last_used) if result.last_used is not None else ""


def short_date(when: date | None, today: date) -> str:
    """Return "12 May", with the year unless it is this one; "" for an unknown date."""
    if when is None:
        return ""
    is_recent = when.year == today.year
    pattern = tr("d MMM" if is_recent else "d MMM yyyy")
    return QLocale().toString(QDate(when.year, when.month, when.day), pattern)


def shown_snippet(result: Result) -> Snippet:
    """Return the snippet, or a few words for a note or file without text.

    A matching link address stands before the snippet if nothing else matches the query.
    """
    has_text = result.snippet.text != result.chunk.placeholder
    if result.link:
        lead = tr("link: {}").format(result.link)
        return Snippet(f"{lead} · {result.snippet.text}" if has_text else lead)
    if has_text:
        return translate_snippet(result.chunk, result.snippet)
    return Snippet(tr("(empty note)" if result.chunk.kind in NOTE_KINDS else "(no text)"))
