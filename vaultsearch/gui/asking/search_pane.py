"""The top of the window: field, filters, search mode, vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from vaultsearch.core.values.search import Mode
from vaultsearch.gui.actions.actions import mode_texts
from vaultsearch.gui.asking.chips import Chip, ChipBar
from vaultsearch.gui.asking.search_field import HintLine, SearchField
from vaultsearch.gui.asking.vault_chooser import VaultChooser
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from vaultsearch.gui.actions.actions import Actions


class SearchPane(QWidget):
    """Emits the query when the typing pauses, and when the mode of searching changes."""

    searched = Signal(str, object)
    """The query, never empty, and the Mode."""
    cleared = Signal()
    """The field was emptied."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field: SearchField = SearchField()
        self.field.paused.connect(self._ask)
        self.chips = ChipBar(self.field)
        self.hint = HintLine()
        self.field.textChanged.connect(lambda text: self.hint.follow(empty=not text))
        self.hint.chosen.connect(self._search_example)
        self.modes = _mode_chooser()
        self.vaults = VaultChooser(actions)
        self._actions = actions.modes
        self._place()
        self._tie_modes()

    @property
    def mode(self) -> Mode:
        """The chosen mode of searching."""
        return Mode(self.modes.currentData())

    @property
    def query(self) -> str:
        """The stripped text of the field."""
        return self.field.text().strip()

    def run(self, query: str, mode: Mode) -> None:
        """Search for ``query`` in a mode; the field can undo it."""
        self.field.replace(0, len(self.field.text()), query)
        self._choose(mode)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def choose_mode(self, mode: str) -> None:
        """Choose a mode by its name; an unknown one changes nothing."""
        if (row := self.modes.findData(mode)) >= 0:
            self.modes.setCurrentIndex(row)

    def _place(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 2 * GRID)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.addWidget(self.field, 0, 0)
        grid.addWidget(self.modes, 0, 1)
        grid.addWidget(self.vaults, 0, 2)
        beneath = QHBoxLayout()
        beneath.setSpacing(2 * GRID)
        beneath.addWidget(self.chips)
        beneath.addWidget(self.hint, 1)
        beneath.addStretch()
        # As high with chips as without: the panes below must not move while the user types. A strut of the
        # layout would not do: without a visible widget, the space above the line is left out.
        strut = QWidget()
        strut.setFixedSize(0, Chip().sizeHint().height())
        beneath.addWidget(strut)
        grid.addLayout(beneath, 1, 0, 1, 3)

    def _search_example(self, query: str) -> None:
        # After a space nothing is proposed, and the example is whole.
        self.field.replace(0, len(self.field.text()), query + " ")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

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
            self.searched.emit(query, self.mode)
        else:
            self.cleared.emit()


def _mode_chooser() -> QComboBox:
    chooser = QComboBox()
    chooser.setObjectName("mode_chooser")
    # Sized at the first show alone, it cut "Bedeutung + Wörter" when the language was changed.
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    chooser.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    for mode, text, _ in mode_texts():
        chooser.addItem(text, mode.value)
    keep_translated(chooser, lambda: _name_modes(chooser))
    return chooser


def _name_modes(chooser: QComboBox) -> None:
    chooser.setAccessibleName(chooser.tr("Search mode"))
    chooser.setToolTip(chooser.tr("Search mode (Ctrl+1 to Ctrl+4)"))
    for row, (_, text, tooltip) in enumerate(mode_texts()):
        chooser.setItemText(row, text)
        chooser.setItemData(row, tooltip, Qt.ItemDataRole.ToolTipRole)
