"""Text selected in the note, as other programs take it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QTextCursor

_PICTURE = re.compile(r"<img\b[^>]*>")
_STYLE = re.compile(r' style="([^"]*)"| bgcolor="[^"]*"')
_SHAPE = re.compile(r"(?:font-weight|font-style|text-decoration|vertical-align|white-space):[^;]*;")
_INNER_LINK = re.compile(r'<a href="(?!https?:)[^"]*">')
_HEAD = re.compile(r"<style\b.*?</style>", re.DOTALL)


def write_selection(mime: QMimeData, cursor: QTextCursor) -> None:
    """Replace the data of a selection by its text, plain and as HTML.

    The HTML has no pictures, whose addresses mean nothing elsewhere, no links into the vault, and none of the
    theme's colours, which would be unreadable on another ground.
    """
    selected = cursor.selection()
    html = selected.toHtml()
    for pattern, text in ((_HEAD, ""), (_PICTURE, ""), (_INNER_LINK, "<a>")):
        html = pattern.sub(text, html)
    html = _STYLE.sub(_shape, html)
    for kind in mime.formats():
        mime.removeFormat(kind)
    mime.setText(selected.toPlainText())
    mime.setHtml(html)


def _shape(style: re.Match[str]) -> str:
    """Return a style without colours, sizes and margins."""
    shapes = "".join(_SHAPE.findall(style[1] or ""))
    return f' style="{shapes}"' if shapes else ""
