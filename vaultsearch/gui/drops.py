"""Drops, answered so that whoever dragged something keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QDropEvent
    from PySide6.QtWidgets import QWidget


def take_copy(event: QDropEvent) -> None:
    """Accept what is dragged as a copy; ignore what can only be moved.

    The answer "moved", which Qt gives to a drag with Shift, has a file manager delete the original.
    """
    if event.possibleActions() & Qt.DropAction.CopyAction:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    else:
        event.ignore()


def leave_drops(field: QWidget) -> None:
    """Have a text field leave drops to the window: by itself, it answers "moved" to whoever proposes so."""
    field.setAcceptDrops(False)
