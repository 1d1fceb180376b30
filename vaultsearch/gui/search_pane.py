"""The top of the window: the field, the way of searching, how much was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSizePolicy, QWidget

from vaultsearch.core.values import Mode
from vaultsearch.gui.actions import ACTIONS
from vaultsearch.gui.built_actions import mode_texts
from vaultsearch.gui.search_field import SearchField
from vaultsearch.gui.tokens import GRID
from vaultsearch.gui.vault_chooser import VaultChooser

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from vaultsearch.gui.icons import Icons


class SearchPane(QWidget):
    """Asks when the typing pauses, and when the way of searching changes."""

    asked = Signal(str, object)
    """the query, never empty, and the Mode"""
    cleared = Signal()
    """The field was emptied."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = SearchField()
        self.field.paused.connect(self._ask)
        self.modes = _mode_chooser()
        self.vaults = VaultChooser(actions)
        self.count = QLabel()
        self.count.setProperty("tone", "secondary")
        self.count.setProperty("scale", "small")
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._actions = {spec.mode: actions[spec.id] for spec in ACTIONS if spec.mode is not None}
        self._place()
        self._tie_modes()

    @property
    def mode(self) -> Mode:
        """The way of searching that is chosen."""
        return Mode(self.modes.currentData())

    @property
    def query(self) -> str:
        """What stands in the field, stripped."""
        return self.field.text().strip()

    def choose_named(self, mode: str) -> None:
        """Choose a way of searching by its name; one that there is not changes nothing."""
        if (row := self.modes.findData(mode)) >= 0:
            self.modes.setCurrentIndex(row)

    def dress(self, icons: Icons) -> None:
        """Take the icons in the colours of the palette."""
        self.field.dress(icons)

    def _place(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 2 * GRID)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.addWidget(self.field, 0, 0)
        grid.addWidget(self.modes, 0, 1)
        grid.addWidget(self.vaults, 0, 2)
        grid.addWidget(self.count, 1, 0, 1, 3)

    def _tie_modes(self) -> None:
        for mode, action in self._actions.items():
            action.triggered.connect(lambda _=False, mode=mode: self._choose(mode))
        self.modes.currentIndexChanged.connect(self._mode_changed)
        self._actions[self.mode].setChecked(True)

    def _choose(self, mode: Mode) -> None:
        self.modes.setCurrentIndex(self.modes.findData(mode.value))

    def _mode_changed(self) -> None:
        self._actions[self.mode].setChecked(True)
        self._ask(self.query)

    def _ask(self, query: str) -> None:
        if query:
            self.asked.emit(query, self.mode)
        else:
            self.cleared.emit()


def _mode_chooser() -> QComboBox:
    chooser = QComboBox()
    chooser.setObjectName("mode_chooser")
    chooser.setAccessibleName(chooser.tr("Way of searching"))
    chooser.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    for row, (mode, text, tooltip) in enumerate(mode_texts()):
        chooser.addItem(text, mode.value)
        chooser.setItemData(row, tooltip, Qt.ItemDataRole.ToolTipRole)
    chooser.setToolTip(chooser.tr("Way of searching (Ctrl+1 to Ctrl+4)"))
    return chooser
