"""The line of search tips beneath what to begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy

from vaultsearch.core.values.query import Teaching
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import elide_at_word

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Example


class HintLine(QPushButton):
    """Shows an operator each day, and the next after each use of the field; never during typing."""

    chosen = Signal(str)
    """The clicked example query."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("hint_line")
        self.setProperty("quiet", True)
        self.setProperty("tone", "secondary")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # Only visible with examples.
        self.clicked.connect(lambda: self.chosen.emit(self._examples[self._example_index].query))
        self._examples: tuple[Example, ...] = ()
        self._turn = QDate.currentDate().dayOfYear()
        self._has_hint = True
        self.sentence = ""
        """The whole sentence; the button may show it shortened."""
        keep_translated(self, self._set_texts)
        self.hide()

    def set_examples(self, examples: tuple[Example, ...]) -> None:
        """Set the examples to take turns with."""
        self._examples = examples
        self._show()

    def follow(self, *, empty: bool) -> None:
        """Show a hint while the field is empty; after each use of the field, the next."""
        if self._has_hint and not empty:
            # The hint is hidden meanwhile: nobody sees the change.
            self._turn += 1
        self._has_hint = empty
        self._show()

    def minimumSizeHint(self) -> QSize:
        """Return no width: other widgets have precedence."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the sentence to the room."""
        super().resizeEvent(event)
        self._fit()

    @property
    def _example_index(self) -> int:
        return self._turn % len(self._examples)

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Search tips"))
        self.setToolTip(self.tr("Add to the search field"))
        self._set_sentence()

    def _show(self) -> None:
        self._set_sentence()
        self.setVisible(self._has_hint and bool(self._examples))

    def _set_sentence(self) -> None:
        if self._examples:
            example = self._examples[self._example_index]
            lessons = {
                Teaching.TAG: self.tr("this tag or its nested tags"),
                Teaching.FOLDER: self.tr("in this folder"),
                Teaching.PROPERTY: self.tr("notes with this property; [name:value] for its value"),
                Teaching.PHRASE: self.tr("exact phrase"),
                Teaching.WITHOUT: self.tr("excludes notes with this word"),
                Teaching.DATED: self.tr("notes since then; also before: and on:"),
                Teaching.TASK: self.tr("open tasks; task-done: for finished ones"),
                Teaching.EITHER: self.tr("either word"),
            }
            self.sentence = self.tr("Try {} · {}").format(example.query, lessons[example.teaching])
            self.setAccessibleName(self.sentence)
            self._fit()

    def _fit(self) -> None:
        room = max(0, self.width() - 9 * GRID)
        text = elide_at_word(self.sentence, QFontMetrics(self.font()), room)
        # A single ampersand would underline the next letter.
        self.setText(text.replace("&", "&&"))
