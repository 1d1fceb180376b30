"""Words that readers of files write, such as "Page 3" or a mail's "From", in the window's language."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape, unescape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from vaultsearch.core.values.note import NOTE_ENDINGS, NOTE_KINDS, Span, page_of
from vaultsearch.core.values.recognition import TEXT_IN_PICTURE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.search import Chunk, Snippet

_MAILS, _BASES, _SLIDES, _WORD = (".eml",), (".base",), (".pptx", ".odp"), (".docx", ".docm")
_HEADING = re.compile(r"(?<=</a>)[^<>]+(?=</h[1-3]>)")
"""The text of a plain heading, which its anchor precedes."""
_ITEM = re.compile(r"(<li>(?:<div[^>]*>)?(?:<a name='[^']*'></a>)?)([^<>:]+)(?=:)")
"""The label of a list item, in the passage or not."""
_LIST_END = "</ul>"
_LINE = re.compile(r"(?m)^((?:[ \t]*- )?)([^:\n]+)(?=:)")


def heading_name(path: str, heading: str) -> str:
    """Return a heading in the window's language if the file's reader made it, as of a page; else as it is."""
    if page_of(path, (heading,)):
        number = heading.partition(" ")[2]
        return (_tr("Page {}") if heading.startswith("P") else _tr("Slide {}")).format(number)
    if heading == TEXT_IN_PICTURE:
        return heading if path.lower().endswith(NOTE_ENDINGS) else _tr("Text in picture")
    return _headings(path).get(heading, heading)


def with_file_words(path: str, html: str) -> str:
    """Return rendered text of a file with the headings and labels that its reader made translated."""
    html = _HEADING.sub(lambda match: escape(heading_name(path, unescape(match[0])), quote=False), html)
    labels = _labels(path)
    if not labels:
        return html
    # Below the list of its headers, a mail's lists are its writer's.
    made = max(0, html.find(_LIST_END)) if path.lower().endswith(_MAILS) else len(html)
    return _ITEM.sub(lambda match: match[1] + labels.get(match[2], match[2]), html[:made]) + html[made:]


def snippet_in_window(chunk: Chunk, snippet: Snippet) -> Snippet:
    """Return a snippet with the labels that the file's reader made translated, its spans moved along."""
    labels = {} if chunk.kind in NOTE_KINDS else _labels(chunk.path)
    changes = [
        (match.span(2), labels[match[2]]) for match in _LINE.finditer(snippet.text) if match[2] in labels
    ]
    if not changes:
        return snippet
    text = snippet.text
    for (start, end), label in reversed(changes):
        text = text[:start] + label + text[end:]
    matches, meant = (
        tuple(_moved(span, changes) for span in spans) for spans in (snippet.matches, snippet.semantic_spans)
    )
    return replace(snippet, text=text, matches=matches, semantic_spans=meant)


def _moved(span: Span, changes: Sequence[tuple[tuple[int, int], str]]) -> Span:
    """Return where a span is after the changes; one within a changed label is the whole label."""
    start, end = span.start, span.end
    for (first, last), label in changes:
        grown = len(label) - (last - first)
        within = span.start < last and span.end > first
        start += grown if last <= span.start else first - span.start if within and span.start > first else 0
        end += grown if last <= span.end else last + grown - span.end if within else 0
    return Span(start, end)


def _headings(path: str) -> Mapping[str, str]:
    if path.lower().endswith(_SLIDES):
        return {"Notes": _tr("Speaker notes")}
    if path.lower().endswith(_WORD):
        return {"Header and footer": _tr("Header and footer")}
    if path.lower().endswith(_MAILS):
        return {"Forwarded message": _tr("Forwarded message")}
    if path.lower().endswith(_BASES):
        return {"Filters": _tr("Filters"), "Formulas": _tr("Formulas"), "Columns": _tr("Columns")}
    return {}


def _labels(path: str) -> Mapping[str, str]:
    """Return the labels of list items, in English and as the window has them."""
    if path.lower().endswith(_MAILS):
        return {
            "From": _tr("From"),
            "To": _tr("To"),
            "Cc": _tr("Cc"),
            "Attached": _tr("Attached"),
        }
    if path.lower().endswith(_BASES):
        return {
            "Shown as": _tr("Shown as"),
            "Columns": _tr("Columns"),
            "Sorted by": _tr("Sorted by"),
            "Grouped by": _tr("Grouped by"),
            "At most": _tr("At most"),
            "Filters": _tr("Filters"),
            "all of": _tr("all of"),
            "any of": _tr("any of"),
            "none of": _tr("none of"),
        }
    return {}


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileKinds", text)
