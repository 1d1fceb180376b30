"""The composition root's own parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QWidget

from vaultsearch.desktop.app import OpensFolders
from vaultsearch.gui.window.request import Request

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_folder_that_macos_hands_over_is_asked_for(qtbot: QtBot) -> None:
    asked: list[Request] = []
    filtering = OpensFolders(asked.append)
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.installEventFilter(filtering)
    QApplication.sendEvent(widget, QFileOpenEvent("/vaults/My notes"))
    QApplication.sendEvent(widget, QEvent(QEvent.Type.FontChange))
    assert asked == [Request(folder="/vaults/My notes")]
