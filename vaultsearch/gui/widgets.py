"""Small parts shared by several panes: plain tooltips, quiet labels, drops that copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from vaultsearch.gui.looks.tokens import GRID

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QDropEvent
    from PySide6.QtWidgets import QWidget


AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
"""An index as Qt passes it to a model."""


def accept_as_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy; ignore one that can only be moved.

    A file manager deletes the original on the answer "moved", which Qt gives to a drag with Shift.
    """
    if event.possibleActions() & Qt.DropAction.CopyAction:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    else:
        event.ignore()


def ignore_drops(field: QWidget) -> None:
    """Leave drops to the window: a text field itself answers "moved" if that is proposed."""
    field.setAcceptDrops(False)


def tooltip(text: str) -> str:
    """Return ``text`` as a tooltip that shows it literally, tags included.

    Qt takes a tooltip for HTML as soon as it looks like it: a note called ``<img src=/some/file>.md``
    had that file opened when the pointer rested on its row.
    """
    return RichText.convertFromPlainText(text) if RichText.mightBeRichText(text) else text


def plain_label(text: str = "", *, scale: str = "", tone: str = "", wraps: bool = False) -> QLabel:
    """Return a label that shows its text literally, in a scale and tone of the style sheet."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("scale", scale)
    label.setProperty("tone", tone)
    label.setWordWrap(wraps)
    return label


def action_button(action: QAction) -> QToolButton:
    """Return a flat button with the icon of an action."""
    button = QToolButton()
    button.setDefaultAction(action)
    button.setAutoRaise(True)
    button.setIconSize(QSize(4 * GRID, 4 * GRID))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
