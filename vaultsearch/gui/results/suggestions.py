"""What finds something, as a few links beneath or beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.results.suggestion_link import SuggestionLink
from vaultsearch.gui.retranslation import keep_translated

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from vaultsearch.core.values.query import Relaxation

_MOST = 4
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another query, the sentence that tells what it finds, and the query itself for the tooltip."""

    sentence: str
    query: str
    relaxation: Relaxation


class Suggestions(QWidget):
    """Shows what is suggested in a column, or in one line as much of it as there is room for.

    A line is as high without links as with them, and where nothing is suggested, says so.
    """

    chosen = Signal(object)
    """The Relaxation that was clicked."""
    left_upwards = Signal()
    """The keyboard is to go back to the field."""
    left_downwards = Signal()
    """Down was pressed in a line."""
    typed = Signal(str)
    """A letter was typed here that belongs in the field."""

    def __init__(self, *, in_a_line: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_line = in_a_line
        self._shown: tuple[Suggestion, ...] = ()
        self.links = tuple(self._link(at) for at in range(_MOST))
        self.otherwise = QLabel(self)
        self.otherwise.setTextFormat(Qt.TextFormat.PlainText)
        self.otherwise.setProperty("tone", "secondary")
        self.otherwise.setProperty("scale", "small")
        self.otherwise.hide()
        if self._is_line:
            self._place_in_a_line(QHBoxLayout(self))
        else:
            self._place_beneath_each_other(QVBoxLayout(self))
        keep_translated(self, self._name)

    @property
    def sentences(self) -> list[str]:
        """What the links say that are shown, in their order."""
        return [link.sentence for link in self.links if not link.isHidden()]

    def suggest(self, suggested: tuple[Suggestion, ...]) -> None:
        """Show these; where they are shown already, nothing moves and the keyboard stays."""
        self.otherwise.setVisible(self._is_line and not suggested)
        if suggested[:_MOST] == self._shown:
            return
        had_focus = any(link.hasFocus() for link in self.links)
        self._shown = suggested[:_MOST]
        for link, one in zip(self.links, self._shown, strict=False):
            link.say(one.sentence, one.query)
        self._fit()
        if had_focus:
            self.left_upwards.emit()

    def clear(self) -> None:
        """Suggest nothing, and do not say so: it is not known yet, or not wanted."""
        self.suggest(())
        self.otherwise.hide()

    def enter(self) -> None:
        """Take the keyboard, if there is something to choose."""
        if self._shown:
            self.links[0].setFocus(Qt.FocusReason.TabFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many as there is room for now."""
        super().resizeEvent(event)
        if self._is_line:
            self._fit()

    def _place_beneath_each_other(self, column: QVBoxLayout) -> None:
        column.setSpacing(GRID)
        column.setContentsMargins(0, 0, 0, 0)
        for link in self.links:
            column.addWidget(link, alignment=Qt.AlignmentFlag.AlignHCenter)

    def _place_in_a_line(self, row: QHBoxLayout) -> None:
        row.setSpacing(GRID)
        # The links' text stands where the notice above them begins.
        row.setContentsMargins(GRID - 1, 0, 4 * GRID, GRID)
        self.otherwise.setIndent(3 * GRID + 1)
        row.addWidget(self.otherwise)
        for link in self.links:
            row.addWidget(link)
        row.addStretch()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(self.links[0].sizeHint().height() + GRID)
        self.hide()

    def _link(self, at: int) -> SuggestionLink:
        link = SuggestionLink(self)
        link.clicked.connect(lambda: self.chosen.emit(self._shown[at].relaxation))
        link.arrow.connect(lambda key: self._step(at, key))
        link.typed.connect(self.typed)
        return link

    def _name(self) -> None:
        self.setAccessibleName(self.tr("What would find something"))
        self.otherwise.setText(self.tr("Other words may find more."))
        for link in self.links[len(self._shown) :]:
            link.setAccessibleName(self.accessibleName())  # until it says something

    def _step(self, at: int, key: Qt.Key) -> None:
        if self._is_line and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            (self.left_upwards if key == Qt.Key.Key_Up else self.left_downwards).emit()
            return
        mirrored = self._is_line and self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        to = at + (-_STEPS[key] if mirrored else _STEPS[key])
        if to < 0:
            self.left_upwards.emit()
        elif to < len(self.sentences):
            self.links[to].setFocus(Qt.FocusReason.TabFocusReason)

    def _fit(self) -> None:
        """Show what is suggested; in a line, the first, and what has room beside it."""
        room = self.contentsRect().width() - 5 * GRID
        for at, link in enumerate(self.links):
            room -= link.sizeHint().width() + GRID
            link.setVisible(at < len(self._shown) and (at == 0 or room >= 0 or not self._is_line))
