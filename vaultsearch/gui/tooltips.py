"""Tooltips that show a text letter by letter."""

from __future__ import annotations

from PySide6.QtGui import Qt


def tooltip(text: str) -> str:
    """Return ``text`` as a tooltip that shows it as it is, tags included.

    Qt takes a tooltip for HTML as soon as it looks like it: a note called ``<img src=/some/file>.md``
    had that file opened when the pointer rested on its row.
    """
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
