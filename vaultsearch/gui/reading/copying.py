"""Text selected on the page, as it is copied and dragged into other programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCursor, QTextDocument, QTextListFormat

from vaultsearch.core.values.note import FOLD_ADDRESS, Diagram, Formula
from vaultsearch.gui.reading.note_document import fragments_of

_PICTURE = re.compile(r"<img\b[^>]*>")
_ADDRESS = re.compile(r' src="([^"]*)"')
_STYLE = re.compile(r' style="([^"]*)"| bgcolor="[^"]*"')
_SHAPE = re.compile(r"(?:font-weight|font-style|text-decoration|vertical-align|white-space):[^;]*;")
_INNER_LINK = re.compile(r'<a href="(?!https?:)[^"]*">')
_FOLD_LINK = re.compile(rf'<a href="{FOLD_ADDRESS}.*?</a>')
_STYLE_ELEMENT = re.compile(r"<style\b.*?</style>", re.DOTALL)
_TASK = re.compile(r'<li\sclass="((?:un)?checked)"[^>]*>(?:<!--StartFragment-->)?')
_SIGNS = {"unchecked": "☐ ", "checked": "☑ "}
_BOXES = {QTextBlockFormat.MarkerType.Unchecked: "[ ] ", QTextBlockFormat.MarkerType.Checked: "[x] "}
_INDENT = 4 * " "
_SPACE, _LINE_BREAK = "\u00a0", "\u2028"


def selected_text(cursor: QTextCursor) -> QMimeData:
    """Return the selected text, plain and as HTML.

    Formulas and diagrams become their source, as in the note. The plain text has the marks of lists and
    tasks, and a line for each row of a table. The HTML has no pictures, whose addresses mean nothing
    elsewhere, no links into the vault, and none of the theme's colours, unreadable on another ground.
    """
    lines = _selected_lines(cursor)
    html = _STYLE_ELEMENT.sub("", _FOLD_LINK.sub("", cursor.selection().toHtml()))
    html = _INNER_LINK.sub("<a>", _PICTURE.sub(_picture_source, html))
    if len(lines) > 1:
        # Elsewhere, Qt's classes draw no box.
        html = _TASK.sub(lambda item: item[0] + _SIGNS[item[1]], html)
    texts = ("\t".join(cells).replace(_LINE_BREAK, " " if len(cells) > 1 else "\n") for cells in lines)
    mime = QMimeData()
    mime.setText("\n".join(texts))
    mime.setHtml(_STYLE.sub(_without_looks, html))
    return mime


def _picture_source(tag: re.Match[str]) -> str:
    address = _ADDRESS.search(tag[0])
    return escape(_source_of(unescape(address[1]))) if address else ""


def _without_looks(style: re.Match[str]) -> str:
    """Return a style without colours, sizes and margins."""
    shapes = "".join(_SHAPE.findall(style[1] or ""))
    return f' style="{shapes}"' if shapes else ""


def _source_of(address: str) -> str:
    """Return a formula or diagram as written in the note, "" for other pictures."""
    formula, diagram = Formula.of_address(address), Diagram.of_address(address)
    return formula.source if formula is not None else diagram.written if diagram is not None else ""


def _selected_lines(cursor: QTextCursor) -> list[list[str]]:
    """Return a line for each block, and for each row of a table, by cells."""
    if cursor.hasComplexSelection():
        # A rectangle of cells, which as a fragment is a table.
        document = QTextDocument()
        QTextCursor(document).insertFragment(cursor.selection())
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
    lines: list[list[str]] = []
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    block = cursor.document().findBlock(start)
    is_of_several = end >= block.position() + block.length()
    while block.isValid() and block.position() < end:
        text = "".join(_texts_between(block, start, end)).strip(_SPACE).replace(_SPACE, " ")
        if is_of_several and start <= block.position():
            text = _mark_of(block) + text
        column, place = 0, QTextCursor(block)
        if (table := place.currentTable()) is not None:
            column = table.cellAt(place).column()
        if column and lines:
            # The columns of text from right to left are in the opposite order.
            is_mirrored = table.format().layoutDirection() == Qt.LayoutDirection.RightToLeft
            lines[-1].insert(0 if is_mirrored else len(lines[-1]), text)
        # Without the line of the sign that folds the properties.
        elif lines or text.strip():
            lines.append([text])
        block = block.next()
    return lines


def _texts_between(block: QTextBlock, start: int, end: int) -> Iterator[str]:
    """Yield a block's text between two positions, without icons and the signs that fold."""
    for part in fragments_of(block):
        style, first = part.charFormat(), part.position()
        text = part.text().encode("utf-16-le")[2 * max(0, start - first) : 2 * max(0, end - first)]
        if style.isImageFormat():
            yield _source_of(style.toImageFormat().name()) * (len(text) // 2)
        elif not style.anchorHref().startswith(FOLD_ADDRESS):
            yield text.decode("utf-16-le", "replace")


def _mark_of(block: QTextBlock) -> str:
    """Return the beginning of an item in Markdown, an indent for other text in it."""
    items, style = block.textList(), block.blockFormat()
    if items is None:
        return _INDENT * style.indent()
    shape = items.format()
    is_numbered = shape.style() == QTextListFormat.Style.ListDecimal
    mark = f"{shape.start() + items.itemNumber(block)}. " if is_numbered else "- "
    return _INDENT * (shape.indent() - 1) + mark + _BOXES.get(style.marker(), "")
