"""The topics of a text that was searched with, a tab each; the first one stands for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


class TopicBar(QTabBar):
    """Takes no room while there are no topics."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topic_bar")
        self.setAccessibleName(self.tr("Topics of the text"))
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.hide()

    def show_topics(self, labels: Sequence[str]) -> None:
        """Show these topics after one for all of them, or nothing where there are none."""
        self.blockSignals(True)
        while self.count():
            self.removeTab(0)
        for label in (self.tr("All topics"), *labels) if labels else ():
            self.addTab(label.replace("&", "&&"))
            self.setTabToolTip(self.count() - 1, label)
        self.blockSignals(False)
        self.setVisible(bool(labels))
