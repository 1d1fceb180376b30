"""A bug: said once, with a report to copy. Nothing is sent anywhere."""

from __future__ import annotations

import sys

from PySide6.QtCore import QSysInfo, Qt, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from vaultsearch.gui.tokens import GRID


class CrashDialog(QDialog):
    """Shows ``report`` and puts it on the clipboard when asked."""

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(3 * GRID)
        column.addWidget(words)
        column.addWidget(self.report)
        column.addWidget(self._buttons())

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(self.tr("Copy report"), QDialogButtonBox.ButtonRole.ActionRole)
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
