"""The notes that could not be read, each with its path and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultsearch.core.values.sync import Failure


class FailuresDialog(QDialog):
    """Lists ``failed`` notes, with a button that shows the selected one's folder; ``file_of`` finds it."""

    folder_asked = Signal(QUrl)
    """A note's folder is to be shown by the system."""

    def __init__(
        self, file_of: Callable[[str], Path], failed: tuple[Failure, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._file_of = file_of
        self.setWindowTitle(self.tr("Problems while reading"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(720, 360)
        self.list = self._list(failed)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.show_file = buttons.addButton(self.tr("Show file"), QDialogButtonBox.ButtonRole.ActionRole)
        for button in buttons.buttons():
            button.setAccessibleName(button.text())
        self.show_file.clicked.connect(self._show)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(3 * GRID)
        column.addWidget(self.list)
        column.addWidget(buttons)

    def _list(self, failed: tuple[Failure, ...]) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setAccessibleName(self.windowTitle())
        tree.setColumnCount(2)
        tree.setHeaderLabels([self.tr("Note"), self.tr("Reason")])
        tree.setRootIsDecorated(False)
        for failure in failed:
            item = QTreeWidgetItem([failure.path, failure.reason])
            item.setToolTip(1, tooltip(failure.reason))
            tree.addTopLevelItem(item)
        tree.header().setStretchLastSection(False)
        tree.resizeColumnToContents(0)
        tree.resizeColumnToContents(1)
        tree.setCurrentIndex(tree.model().index(0, 0))
        tree.itemActivated.connect(self._show)
        return tree

    def _show(self) -> None:
        if (item := self.list.currentItem()) is not None:
            self.folder_asked.emit(QUrl.fromLocalFile(str(self._file_of(item.text(0)).parent)))
