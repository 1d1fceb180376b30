"""The question whether notes may be sent to a language model on another computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


def ask_for_consent(host: str, parent: QWidget, agreed: Callable[[], object]) -> None:
    """Name the host and what would be sent there; call ``agreed`` if the user agrees."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("ModelConsent", text)

    box = QMessageBox(parent)
    box.setObjectName("model_consent")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(tr("Send notes to another computer?"))
    box.setIcon(QMessageBox.Icon.Warning)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("{} is not this computer.").format(host))
    box.setInformativeText(
        tr(
            "With each question that you ask the language model, the question and the text of the passages "
            "found for it would be sent there. Nothing was sent yet. You are asked once for each host."
        )
    )
    allow = box.addButton(tr("Send to {}").format(host), QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    for button in box.buttons():
        button.setAccessibleName(button.text().replace("&", ""))
    allow.clicked.connect(lambda _=False: agreed())
    box.open()
