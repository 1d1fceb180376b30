"""The topics of a text that was searched with, a tab each; the first one stands for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar, QWidget

from vaultsearch.gui.retranslation import keep_translated

if TYPE_CHECKING:
    from collections.abc import Sequence


class TopicBar(QTabBar):
    """Takes no room while there are no topics."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topic_bar")
        keep_translated(self, self._name)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.hide()

    def _name(self) -> None:
        self.setAccessibleName(self.tr("Topics of the text"))
        if self.count():
            self.setTabText(0, self._all())
            self.setTabToolTip(0, self._all())

    def _all(self) -> str:
        return self.tr("All topics")

    def show_topics(self, labels: Sequence[str]) -> None:
        """Show these topics after one for all of them, or nothing where there are none."""
        self.blockSignals(True)
        while self.count():
            self.removeTab(0)
        for label in (self._all(), *labels) if labels else ():
            self.addTab(label.replace("&", "&&"))
            self.setTabToolTip(self.count() - 1, label)
        self.blockSignals(False)
        self.setVisible(bool(labels))
