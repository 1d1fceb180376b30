"""A bug: reported once, with a report to copy. Nothing is sent anywhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QSysInfo, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class CrashDialog(QDialog):
    """Shows ``report``, puts it on the clipboard when asked, and leads to the ``logs`` folder."""

    folder_asked = Signal(QUrl)
    """The log folder is to be shown by the system."""

    def __init__(self, report: str, logs: Callable[[], Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._logs = logs
        self.setWindowTitle(self.tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 400)
        self.report = QPlainTextEdit(f"{report.rstrip()}\n\n{_machine()}")
        self.report.setReadOnly(True)
        self.report.setAccessibleName(self.tr("The report"))
        self.report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        words = QLabel(
            self.tr(
                "This is a mistake in the program, not in your notes, and your notes were not touched. "
                "You can go on. The report says what happened; it is sent nowhere unless you do it."
            )
        )
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(3 * GRID)
        column.addWidget(words)
        column.addWidget(self.report)
        column.addWidget(self._buttons())

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(self.tr("Copy report"), QDialogButtonBox.ButtonRole.ActionRole)
        self.show_logs = buttons.addButton(self.tr("Show the log"), QDialogButtonBox.ButtonRole.ActionRole)
        self.show_logs.clicked.connect(lambda: self.folder_asked.emit(QUrl.fromLocalFile(str(self._logs()))))
        for button in buttons.buttons():
            button.setAccessibleName(button.text())
        self.copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        return buttons

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())


def _machine() -> str:
    python = sys.version.split()[0]
    return (
        f"Python {python}, Qt {qVersion()}, {QSysInfo.prettyProductName()}, {QGuiApplication.platformName()}"
    )
