"""The answer to a question, below list and note: up to four sentences as they stand, each with its source.

It stands below both, so that it comes and goes without moving a row or a line of the note.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPalette, QPen, QTextLayout
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.core.values.search import Snippet
from vaultsearch.gui.file_words import heading_name
from vaultsearch.gui.looks.tokens import (
    ACCENT_ROLE,
    BAR,
    GRID,
    MARK_ROLE,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.rows.row_painter import Marks, RowFonts, lay_out, line_height
from vaultsearch.gui.rows.row_text import SEPARATOR
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import action_button, plain_label, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction, QKeyEvent, QPaintEvent, QResizeEvent

    from vaultsearch.core.values.context import Answer

_MOST = 4
_LINES = 3
_SIDE = 4 * GRID
_NUMBER = 6 * GRID
_SHARE_OF_WINDOW = 0.4
"""How much of the window's height the card may take; sentences that need more are left out."""


class AnswerSentence(QAbstractButton):
    """A numbered sentence in up to three lines, and below it the note and heading that it stands under."""

    moved = Signal(int)
    """Down (1) or Up (-1) was pressed."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.answer: Answer | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        keep_translated(self, self._set_name)
        self.hide()

    def show_answer(self, answer: Answer | None) -> None:
        """Show a sentence, or hide."""
        self.answer = answer
        if answer is not None:
            heading = (heading_name(answer.path, heading) for heading in answer.heading_path[-1:])
            source = SEPARATOR.join((answer.title, *heading))
            self.setText(f"“{' '.join(answer.text.split())}”")
            self._set_name()
            self.setAccessibleDescription(source)
            self.setToolTip(tooltip(f"{self.text()}\n{source}"))
            self.updateGeometry()
            self.update()
        self.setVisible(answer is not None)

    def _set_name(self) -> None:
        answer = self.tr("Answer: {}").format(self.text()) if self.text() else self.tr("Answer")
        self.setAccessibleName(answer)

    def sizeHint(self) -> QSize:
        """Return the height of the sentence and its source; the width is whatever is left."""
        return QSize(0, self.height_in(self.width()))

    def height_in(self, width: int) -> int:
        """Return the height in a width, in device-independent pixels."""
        fonts = RowFonts.of(self.font())
        lines = self._laid_out(width).lineCount() * line_height(fonts.text)
        return lines + QFontMetrics(fonts.small).height() + 2 * GRID

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the new width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go there by Enter as by Space, on by Down and Up."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.moved.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint number, sentence and source, with a pale ground beneath the pointer."""
        painter = QPainter(self)
        palette, fonts = self.palette(), RowFonts.of(self.font())
        accent = palette.color(ACCENT_ROLE)
        if self.underMouse():
            painter.fillRect(
                self.rect(), mixed(palette.color(QPalette.ColorRole.Window), accent, SELECTED_SHARE)
            )
        if self.hasFocus():
            painter.setPen(QPen(accent, 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        layout, line = self._laid_out(self.width()), line_height(fonts.text)
        left = 2 * GRID if mirrored else 2 * GRID + _NUMBER
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        layout.draw(painter, QPointF(left, GRID))
        painter.setPen(palette.color(SECONDARY_ROLE))
        painter.setFont(fonts.small)
        number = QRect(self.width() - 2 * GRID - _NUMBER if mirrored else 2 * GRID, GRID, _NUMBER, line)
        align = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(number, int(align | Qt.AlignmentFlag.AlignVCenter), f"{self._number}")
        metrics = QFontMetrics(fonts.small)
        top = GRID + layout.lineCount() * line
        source = QRect(left, top, self._room(self.width()), metrics.height())
        elided = metrics.elidedText(
            self.accessibleDescription(), Qt.TextElideMode.ElideMiddle, source.width()
        )
        painter.drawText(source, int(align | Qt.AlignmentFlag.AlignVCenter), elided)
        painter.end()

    def _room(self, width: int) -> int:
        return max(10 * GRID, width - _NUMBER - 4 * GRID)

    def _laid_out(self, width: int) -> QTextLayout:
        palette = self.palette()
        marks = Marks(palette.color(MARK_ROLE), palette.color(SECONDARY_ROLE), palette.color(ACCENT_ROLE))
        font = RowFonts.of(self.font()).text
        return lay_out(Snippet(self.text()), font, self._room(width), marks, lines=_LINES)


class AnswerCard(QWidget):
    """Shows the sentences that surely answer; ``copy`` is the action of its button."""

    asked_for = Signal(str, int)
    """The path of a sentence's note, and its line."""
    left_downwards = Signal()
    """Down was pressed on the last sentence."""
    left_upwards = Signal()
    """Up was pressed on the first sentence."""

    def __init__(self, copy: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("answer_card")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.answers: tuple[Answer, ...] = ()
        """The answers that are shown, the first of them first."""
        self.sentences = [AnswerSentence(number) for number in range(1, _MOST + 1)]
        self._title = plain_label(scale="small", tone="secondary")
        keep_translated(self, lambda: self._title.setText(self.tr("From your notes")))
        for index, sentence in enumerate(self.sentences):
            sentence.clicked.connect(lambda _=False, shown=sentence: self._go(shown))
            sentence.moved.connect(lambda step, index=index: self._move(index + step))
        head = QHBoxLayout()
        head.setContentsMargins(2 * GRID, 0, 0, 0)
        head.addWidget(self._title, 1)
        head.addWidget(action_button(copy))
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(0)
        column.addLayout(head)
        for sentence in self.sentences:
            column.addWidget(sentence)
        self.hide()

    def show_answers(self, answers: Sequence[Answer]) -> None:
        """Show as many answers as there is room for, or hide."""
        self.answers = tuple(answers[:_MOST])
        room = _SHARE_OF_WINDOW * self.window().height()
        for sentence, answer in zip(self.sentences, [*self.answers, None, None, None, None], strict=False):
            sentence.show_answer(answer)
            room -= sentence.height_in(self.window().width() - 2 * _SIDE) if answer is not None else 0
            if room < 0 and sentence is not self.sentences[0]:
                sentence.show_answer(None)
        self.setVisible(bool(self.answers))

    def go(self) -> None:
        """Ask for the place of the first answer, if there is one."""
        self._go(self.sentences[0])

    @property
    def citations(self) -> str:
        """The answers as text, each with a link to its note, for notes and for chats."""
        return "\n".join(
            f"{number}. {' '.join(answer.text.split())} ([[{_target(answer)}]])"
            for number, answer in enumerate(self.answers, 1)
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a pale ground and a bar at its side."""
        painter = QPainter(self)
        accent, ground = self.palette().color(ACCENT_ROLE), self.palette().color(QPalette.ColorRole.Window)
        painter.fillRect(self.rect(), mixed(ground, accent, RESTING_SHARE))
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        painter.fillRect(QRect(self.width() - BAR if mirrored else 0, 0, BAR, self.height()), accent)
        painter.end()

    def _go(self, sentence: AnswerSentence) -> None:
        if sentence.answer is not None:
            self.asked_for.emit(sentence.answer.path, sentence.answer.line)

    def _move(self, index: int) -> None:
        shown = [sentence for sentence in self.sentences if not sentence.isHidden()]
        if 0 <= index < len(shown):
            shown[index].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            (self.left_upwards if index < 0 else self.left_downwards).emit()


def _target(answer: Answer) -> str:
    path = answer.path.removesuffix(".md")
    return "#".join((path, *answer.heading_path[-1:]))
