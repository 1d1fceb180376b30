"""The chips in a row: one for each condition of the query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultsearch.gui.asking.chip import Chip
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.retranslation import keep_translated

if TYPE_CHECKING:
    from vaultsearch.core.values.query import QueryPart


class ChipBar(QWidget):
    """Shows conditions; takes no room while there are none. The keyboard comes to them from ``field``."""

    removed = Signal(object)
    """The QueryPart that is to be taken out."""
    chosen = Signal(object)
    """The QueryPart that is to be changed."""
    left = Signal()
    """The keyboard is to go back to the field."""

    def __init__(self, field: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field = field
        self._parts: tuple[QueryPart, ...] = ()
        self._chips: list[Chip] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID)
        keep_translated(self, self._name)
        self.hide()

    @property
    def chips(self) -> list[Chip]:
        """Those that are shown, in the order of the query."""
        return self._chips[: len(self._parts)]

    def show_parts(self, parts: tuple[QueryPart, ...]) -> None:
        """Show these conditions; the keyboard stays at its place in the row, or goes back to the field."""
        focused = next((at for at, chip in enumerate(self.chips) if chip.hasFocus()), None)
        self._parts = parts
        while len(self._chips) < len(parts):
            self._chips.append(self._new_chip(len(self._chips)))
        for chip, part in zip(self._chips, parts, strict=False):
            chip.show_part(part)
            chip.show()
        if focused is not None:
            self._focus(min(focused, len(parts) - 1))
        for chip in self._chips[len(parts) :]:
            chip.hide()
        self.setVisible(bool(parts))

    def _name(self) -> None:
        self.setAccessibleName(self.tr("What was understood"))
        for chip, part in zip(self._chips, self._parts, strict=False):
            chip.show_part(part)

    def _new_chip(self, at: int) -> Chip:
        chip = Chip(self)
        chip.removed.connect(lambda: self.removed.emit(self._parts[at]))
        chip.chosen.connect(lambda: self.chosen.emit(self._parts[at]))
        chip.stepped.connect(lambda step: self._focus(at + step))
        chip.left.connect(self.left)
        self._row.addWidget(chip)
        self.setTabOrder(self._chips[-1] if self._chips else self._field, chip)
        return chip

    def _focus(self, at: int) -> None:
        if at < 0:
            self.left.emit()
        elif at < len(self._parts):
            self._chips[at].setFocus()
