"""One quiet line under the empty field: an example query, made of the vault's own names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from vaultsearch.core.values.query import Teaching
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Example


class HintLine(QPushButton):
    """Shows one operator each day, and the next one after each use of the field; never during typing."""

    chosen = Signal(str)
    """A query to try: it was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hint_line")
        self.setProperty("quiet", True)
        self.setProperty("tone", "secondary")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: self.chosen.emit(self._examples[self._at].query))
        self._examples: tuple[Example, ...] = ()
        self._turn = QDate.currentDate().dayOfYear()
        self._wanted = True
        self.sentence = ""
        """The whole sentence that is shown, perhaps shortened."""
        keep_translated(self, self._set_texts)
        self.hide()

    def set_examples(self, examples: tuple[Example, ...]) -> None:
        """Set the examples to take turns with."""
        self._examples = examples
        self._show()

    def follow(self, *, empty: bool) -> None:
        """Show a hint while the field is empty; after each use of the field, the next one."""
        if self._wanted and not empty:
            self._turn += 1
        self._wanted = empty
        self._show()

    def minimumSizeHint(self) -> QSize:
        """Return no width: other widgets have precedence."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the sentence to the room."""
        super().resizeEvent(event)
        self._fit()

    @property
    def _at(self) -> int:
        return self._turn % len(self._examples)

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Search tips"))
        self.setToolTip(self.tr("Add to the search field"))
        self._set_sentence()

    def _show(self) -> None:
        self._set_sentence()
        self.setVisible(self._wanted and bool(self._examples))

    def _set_sentence(self) -> None:
        if self._examples:
            example = self._examples[self._at]
            self.sentence = self.tr("Try {} · {}").format(example.query, _lessons(self)[example.teaching])
            self.setAccessibleName(self.sentence)
            self._fit()

    def _fit(self) -> None:
        room = max(0, self.width() - self.fontMetrics().averageCharWidth() * 3)
        text = QFontMetrics(self.font()).elidedText(self.sentence, Qt.TextElideMode.ElideRight, room)
        self.setText(text.replace("&", "&&"))


def _lessons(widget: QWidget) -> dict[Teaching, str]:
    return {
        Teaching.TAG: widget.tr("this tag or its nested tags"),
        Teaching.FOLDER: widget.tr("in this folder"),
        Teaching.PROPERTY: widget.tr("notes with this property; [name:value] for its value"),
        Teaching.PHRASE: widget.tr("exact phrase"),
        Teaching.WITHOUT: widget.tr("excludes notes with this word"),
        Teaching.DATED: widget.tr("notes since then; also before: and on:"),
        Teaching.TASK: widget.tr("open tasks; task-done: for finished ones"),
        Teaching.EITHER: widget.tr("either word"),
    }
