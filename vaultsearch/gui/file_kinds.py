"""Kinds of files as the window shows them: their names, their icons, and the places of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.gui import phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QPixmap

    from vaultsearch.core.values.search import Chunk
    from vaultsearch.core.values.sync import EndingCount, IndexStatus, KindCount
    from vaultsearch.gui.looks.icons import Icons
    from vaultsearch.gui.looks.tokens import Tokens

_ICONS = {
    FileKind.CANVAS: "canvas",
    FileKind.PDF: "pdf",
    FileKind.IMAGE: "image",
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
"""A note has none: it is the rule."""
_MOST_ENDINGS = 12


def kind_name(kind: str) -> str:
    """Return the name of a kind, the kind itself if it is unknown."""
    names = {
        FileKind.NOTE: _tr("Note"),
        FileKind.CANVAS: _tr("Canvas"),
        FileKind.PDF: _tr("PDF"),
        FileKind.IMAGE: _tr("Picture"),
        FileKind.DOCUMENT: _tr("Document"),
        FileKind.BOOK: _tr("E-book"),
        FileKind.WEB: _tr("Web page"),
        FileKind.SLIDES: _tr("Presentation"),
        FileKind.SHEET: _tr("Spreadsheet"),
        FileKind.MAIL: _tr("E-mail"),
        FileKind.NOTEBOOK: _tr("Jupyter notebook"),
        FileKind.BASE: _tr("Obsidian base"),
        FileKind.DRAWING: _tr("Drawing"),
        FileKind.CODE: _tr("Source code"),
    }
    return next((name for code, name in names.items() if code == kind), kind)


def kind_icons(icons: Icons, tokens: Tokens) -> Mapping[FileKind, QPixmap]:
    """Draw the icons of rows in the colour of a theme."""
    colour = QColor(tokens.secondary)
    return {kind: icons.pixmap(name, 20, 2.0, colour) for kind, name in _ICONS.items()}


def page_badge(chunk: Chunk) -> str:
    """Return "p. 3" or the label as in "p. xii", "slide 3" of a presentation, "" for no page."""
    if chunk.page is None:
        return ""
    badge = _tr("slide {}") if chunk.kind is FileKind.SLIDES else _tr("p. {}")
    return badge.format(_label(chunk) or chunk.page)


def page_in_file(chunk: Chunk) -> str:
    """Return "Page 26 of the file" if the badge of the page shows its label, else ""."""
    return _tr("Page {} of the file").format(chunk.page) if chunk.page and _label(chunk) else ""


def _label(chunk: Chunk) -> str:
    """Return the label of a page, whose heading is "Page 26 (xii)", "" if it has none."""
    first = chunk.heading_path[0] if chunk.heading_path else ""
    return first.partition(" (")[2].removesuffix(")")


def covered(counts: Sequence[KindCount], *, recognizes: bool) -> str:
    """Return "12 of 18 PDFs read, 3 waiting for text recognition, 3 failed".

    While text recognition is off, none waits for it: "1 waiting" was told that waited for ever.
    """
    sums = [sum(getattr(count, part) for count in counts) for part in ("read", "total", "waiting", "failed")]
    read, total, waiting, failed = sums
    of_pdfs = all(count.kind is FileKind.PDF for count in counts)
    all_read = _tr("{} of {} PDFs read") if of_pdfs else _tr("{} of {} files read")
    parts = [all_read.format(phrases.number(read), phrases.number(total))]
    if waiting:
        held_up = (
            _tr("{} waiting for text recognition")
            if recognizes
            else _tr("{} need text recognition, which is off")
        )
        parts.append(held_up.format(phrases.number(waiting)))
    if failed:
        parts.append(_tr("{} failed").format(phrases.number(failed)))
    return ", ".join(parts)


def unread(endings: Sequence[EndingCount]) -> str:
    """Return "Not read: 12 .doc, 3 .pages, 2 others", "" if every file has a reader."""
    shown = [(ending.files, ending.ending or _tr("without an ending")) for ending in endings[:_MOST_ENDINGS]]
    if others := sum(ending.files for ending in endings[_MOST_ENDINGS:]):
        shown.append((others, _tr("others")))
    listed = ", ".join(f"{phrases.number(files)} {name}" for files, name in shown)
    return _tr("Not read: {}").format(listed) if listed else ""


def problems(status: IndexStatus) -> str:
    """Return how many files are read if some are not, and how many other problems there are; "" for none."""
    files = [kind for kind in status.kinds if kind.kind not in NOTE_KINDS]
    short = [file for file in files if file.read < file.total]
    left = len(status.failed) - sum(counted.waiting + counted.failed for counted in short)
    # All files are counted, as in the number that stands beside, but where PDFs alone are missing.
    counted = short if all(kind.kind is FileKind.PDF for kind in short) else files
    parts = [covered(counted, recognizes=status.recognition.enabled)] if short else []
    return " · ".join([*parts, *([phrases.problems(left)] if left > 0 else [])])


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileKinds", text)
