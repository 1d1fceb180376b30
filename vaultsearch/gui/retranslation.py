"""Texts that follow the language: set when a widget is made, and again when another language is spoken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


def keep_translated(widget: QWidget, say: Callable[[], object]) -> None:
    """Have ``say`` set texts of ``widget`` now, and again whenever another language is spoken."""
    say()
    widget.installEventFilter(_Listener(widget, say))


class _Listener(QObject):
    """Qt sends every widget an event once a translator is installed or removed."""

    def __init__(self, widget: QWidget, say: Callable[[], object]) -> None:
        super().__init__(widget)
        self._say = say

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Say it anew, and let the event go on."""
        if event.type() == QEvent.Type.LanguageChange:
            self._say()
        return False
