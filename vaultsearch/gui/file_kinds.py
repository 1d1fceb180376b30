"""Kinds of files in the window: names, icons, and page numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape, unescape

from PySide6.QtGui import QColor, QPixmap

from vaultsearch.core.values.note import NOTE_ENDINGS, NOTE_KINDS, TEXT_IN_PICTURE, FileKind, Span, page_of
from vaultsearch.core.values.search import Chunk, Snippet
from vaultsearch.core.values.sync import EndingCount, IndexStatus, KindCount
from vaultsearch.gui import phrases
from vaultsearch.gui.theme import Icons, Tokens
from vaultsearch.gui.translations import join_words, tr

_KIND_ICONS = {
    FileKind.CANVAS: "canvas",
    FileKind.PDF: "pdf",
    FileKind.IMAGE: "image",
    FileKind.MEDIA: "media",
    FileKind.BOOK: "book",
    FileKind.WEB: "web",
    FileKind.SLIDES: "slides",
    FileKind.SHEET: "table",
    FileKind.MAIL: "mail",
    FileKind.BASE: "table",
    FileKind.DRAWING: "edit",
    FileKind.NOTEBOOK: "code",
    FileKind.CODE: "code",
    FileKind.DOCUMENT: "document",
}
"""Notes have no icon."""
_MAX_ENDINGS = 12


def kind_name(kind: str) -> str:
    """Return a kind's name, or the kind itself if unknown."""
    names = {
        FileKind.NOTE: tr("Note"),
        FileKind.CANVAS: tr("Canvas"),
        FileKind.PDF: tr("PDF"),
        FileKind.IMAGE: tr("Picture"),
        FileKind.MEDIA: tr("Audio or video"),
        FileKind.DOCUMENT: tr("Document"),
        FileKind.BOOK: tr("E-book"),
        FileKind.WEB: tr("Web page"),
        FileKind.SLIDES: tr("Presentation"),
        FileKind.SHEET: tr("Spreadsheet"),
        FileKind.MAIL: tr("E-mail"),
        FileKind.NOTEBOOK: tr("Jupyter notebook"),
        FileKind.BASE: tr("Obsidian base"),
        FileKind.DRAWING: tr("Drawing"),
        FileKind.CODE: tr("Source code"),
    }
    return next((name for code, name in names.items() if code == kind), kind)


def kind_icons(icons: Icons, tokens: Tokens) -> Mapping[FileKind, QPixmap]:
    """Draw row icons in a theme's colour."""
    colour = QColor(tokens.secondary)
    return {kind: icons.pixmap(name, 20, 2.0, colour) for kind, name in _KIND_ICONS.items()}


def page_badge(chunk: Chunk) -> str:
    """Return "p. 3" or a label as in "p. xii", "slide 3" in a presentation, or "" without a page."""
    if chunk.page is None:
        return ""
    badge = tr("slide {}") if chunk.kind is FileKind.SLIDES else tr("p. {}")
    return badge.format(_page_label(chunk) or chunk.page)


def page_in_file(chunk: Chunk) -> str:
    """Return "Page 26 of the file" if the page badge shows a label, else ""."""
    return tr("Page {} of the file").format(chunk.page) if chunk.page and _page_label(chunk) else ""


def _page_label(chunk: Chunk) -> str:
    """Return a page's label from a heading such as "Page 26 (xii)", or ""."""
    first = chunk.heading_path[0] if chunk.heading_path else ""
    return first.partition(" (")[2].removesuffix(")")


def describe_covered(counts: Sequence[KindCount], *, recognizes: bool) -> str:
    """Return "12 of 18 PDFs read, 3 waiting for text recognition, 3 failed".

    With text recognition off, the text says so: "1 waiting" would have waited for ever.
    """
    sums = [sum(getattr(count, part) for count in counts) for part in ("read", "total", "waiting", "failed")]
    read, total, waiting, failed = sums
    of_pdfs = all(count.kind is FileKind.PDF for count in counts)
    all_read = tr("{} of %Ln PDF(s) read" if of_pdfs else "{} of %Ln file(s) read", total)
    parts = [all_read.format(phrases.format_number(read))]
    if waiting:
        needing = tr("%Ln need(s) text recognition, which is off", waiting)
        parts.append(tr("%Ln waiting for text recognition", waiting) if recognizes else needing)
    if failed:
        parts.append(tr("{} failed").format(phrases.format_number(failed)))
    return join_words(parts)


def describe_unread_endings(endings: Sequence[EndingCount]) -> str:
    """Return "Not read: 12 .doc, 3 .pages, 2 others", or "" if every file has a reader."""
    shown = [(ending.files, ending.ending or tr("without an ending")) for ending in endings[:_MAX_ENDINGS]]
    if others := sum(ending.files for ending in endings[_MAX_ENDINGS:]):
        shown.append((others, tr("others")))
    listed = join_words(f"{phrases.format_number(files)} {name}" for files, name in shown)
    return tr("Not read: {}").format(listed) if listed else ""


def describe_problems(status: IndexStatus) -> str:
    """Return how many files are read, if some are not, and the number of other problems; "" for none."""
    files = [kind for kind in status.kinds if kind.kind not in NOTE_KINDS]
    short = [file for file in files if file.read < file.total]
    left = len(status.failed) - sum(counted.waiting + counted.failed for counted in short)
    # Count all files, as in the adjacent number, unless only PDFs are missing.
    counted = short if all(kind.kind is FileKind.PDF for kind in short) else files
    parts = [describe_covered(counted, recognizes=status.recognition.enabled)] if short else []
    others = tr("%Ln other problem(s)", left) if short else tr("%Ln problem(s)", left)
    return " · ".join([*parts, *([others] if left > 0 else [])])


_MAIL_ENDINGS, _BASE_ENDINGS = (".eml",), (".base",)
_SLIDES_ENDINGS, _WORD_ENDINGS = (".pptx", ".odp"), (".docx", ".docm")
_HEADING_PATTERN = re.compile(r"(?<=</a>)[^<>]+(?=</h[1-3]>)")
"""A plain heading's text, preceded by an anchor."""
_ITEM_PATTERN = re.compile(r"(<li[^>]*>(?:<div[^>]*>)?)([^<>:]+)(?=:)")
"""A list item's label, inside the passage or not."""
_LIST_END = "</ul>"
_LINE_PATTERN = re.compile(r"(?m)(^(?:[ \t]*- )?| · )([^:\n·]+)(?=:)")


def heading_name(path: str, heading: str) -> str:
    """Translate a heading generated by a file reader, such as a page's; return others unchanged."""
    if page_of(path, (heading,)):
        number = heading.partition(" ")[2]
        return (tr("Page {}") if heading.startswith("P") else tr("Slide {}")).format(number)
    if heading == TEXT_IN_PICTURE:
        return heading if path.lower().endswith(NOTE_ENDINGS) else tr("Text in picture")
    return _reader_words(path)[0].get(heading, heading)


def translate_file_words(path: str, html: str) -> str:
    """Translate headings and labels generated by the file reader in rendered HTML."""
    html = _HEADING_PATTERN.sub(
        lambda match: escape(heading_name(path, unescape(match[0])), quote=False), html
    )
    labels = _reader_words(path)[1]
    if not labels:
        return html
    # In a mail, lists below the headers are the writer's.
    made = max(0, html.find(_LIST_END)) if path.lower().endswith(_MAIL_ENDINGS) else len(html)
    ours = _ITEM_PATTERN.sub(lambda match: match[1] + labels.get(match[2], match[2]), html[:made])
    return ours + html[made:]


def translate_snippet(chunk: Chunk, snippet: Snippet) -> Snippet:
    """Translate labels generated by the file reader in a snippet, adjusting spans."""
    is_note, labels = chunk.kind in NOTE_KINDS, _reader_words(chunk.path)[1]
    # Of a note, only the passage of properties, on its second line, begins with a label of ours.
    labels = {"Properties": tr("Properties")} if is_note and chunk.line_start == 2 else labels
    lines = [*_LINE_PATTERN.finditer(snippet.text)][: 1 if is_note else None]
    changes = [(match.span(2), labels[match[2]]) for match in lines if match[2] in labels]
    if not changes:
        return snippet
    text = snippet.text
    # From the end, so that earlier positions stay valid.
    for (start, end), label in reversed(changes):
        text = text[:start] + label + text[end:]
    kinds = snippet.matches, snippet.semantic_spans
    matches, meant = (tuple(_move_span(span, changes) for span in spans) for spans in kinds)
    return replace(snippet, text=text, matches=matches, semantic_spans=meant)


def _move_span(span: Span, changes: Sequence[tuple[tuple[int, int], str]]) -> Span:
    """Return a span's position after changes; inside a changed label it becomes the whole label."""
    start, end = span.start, span.end
    for (first, last), label in changes:
        grown = len(label) - (last - first)
        within = span.start < last and span.end > first
        start += grown if last <= span.start else first - span.start if within and span.start > first else 0
        end += grown if last <= span.end else last + grown - span.end if within else 0
    return Span(start, end)


def _reader_words(path: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return translations of the headings and of the list items' labels that a file's reader writes."""
    lower = path.lower()
    if lower.endswith(_SLIDES_ENDINGS):
        return {"Notes": tr("Speaker notes")}, {}
    if lower.endswith(_WORD_ENDINGS):
        return {"Header and footer": tr("Header and footer")}, {}
    if lower.endswith(_MAIL_ENDINGS):
        labels = {"From": tr("From"), "To": tr("To"), "Cc": tr("Cc"), "Attached": tr("Attached")}
        return {"Forwarded message": tr("Forwarded message")}, labels
    if lower.endswith(_BASE_ENDINGS):
        headings = {"Filters": tr("Filters"), "Formulas": tr("Formulas"), "Columns": tr("Columns")}
        labels = {
            "Shown as": tr("Shown as"),
            "Columns": tr("Columns"),
            "Sorted by": tr("Sorted by"),
            "Grouped by": tr("Grouped by"),
            "At most": tr("At most"),
            "Filters": tr("Filters"),
            "all of": tr("all of"),
            "any of": tr("any of"),
            "none of": tr("none of"),
        }
        return headings, labels
    return {}, {}
