"""The answer to a question, above the list: a line, which opens up to four sentences, each with a source.

The line takes room that the list's head has anyway: it must move no row when it comes or goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QSizePolicy, QWidget

from vaultsearch.core.values.context import SentenceAnswer
from vaultsearch.core.values.search import Mode, Result, SearchStage, Snippet
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.file_kinds import heading_name
from vaultsearch.gui.results.suggestions import SuggestionLink
from vaultsearch.gui.rows.glimpse import Glimpse
from vaultsearch.gui.rows.row_painter import Marks, RowFonts, lay_out_snippet, line_height
from vaultsearch.gui.rows.row_texts import SEPARATOR, link_target
from vaultsearch.gui.theme import (
    ACCENT_BAR_WIDTH,
    ACCENT_ROLE,
    GRID,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mix_colors,
)
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import (
    action_button,
    column_of,
    elide_at_word,
    is_enter,
    plain_label,
    row_of,
    scroll_downwards,
)

_MAX_SENTENCES = 4
_MAX_LINES = 2
_SIDE = 4 * GRID
_COMING = (QEvent.Type.Enter, QEvent.Type.FocusIn)
_LEAVING = (QEvent.Type.Leave, QEvent.Type.FocusOut, QEvent.Type.Hide)


class AnswerLine(SuggestionLink):
    """Shows an answer's first sentence and its source in a line; checked while all sentences are shown."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("answer_line")
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.toggled.connect(lambda _: self._fit())
        self._source, self._rest = "", ""
        keep_translated(self, self._set_name)

    def show_answers(self, answers: Sequence[SentenceAnswer]) -> None:
        """Show the first answer; without any, the sentence is empty."""
        self.setChecked(False)
        self._rest = f" +{len(answers) - 1}" if len(answers) > 1 else ""
        self._source = _source_of(answers[0]) if answers else ""
        sentence = tr("“{}”").format(" ".join(answers[0].text.split())) if answers else ""
        self.say(sentence, f"{sentence}  {self._source}")
        self._set_name()
        self.changed.emit()

    def _set_name(self) -> None:
        self.setAccessibleName(self.sentence or self.tr("Answer"))

    def _fit(self) -> None:
        """Shorten the sentence, and the source to a third of the line."""
        metrics, room = QFontMetrics(self.font()), self.width() - 8 * GRID
        end = f"{self._rest}  {'▴' if self.isChecked() else '▾'}"
        source = f"  {elide_at_word(self._source, metrics, room // 3, or_nothing=True)}"
        left = max(0, room - metrics.horizontalAdvance(source + end))
        text = f"{elide_at_word(self.sentence, metrics, left, or_nothing=True)}{source}{end}"
        self.setText(text.replace("&", "&&"))


def _source_of(answer: SentenceAnswer) -> str:
    return SEPARATOR.join((answer.title, *(heading_name(answer.path, h) for h in answer.heading_path[-1:])))


class AnswerSentence(QAbstractButton):
    """A sentence in up to two lines, above the note and heading it comes from."""

    moved = Signal(int)
    """Down (1) or Up (-1) was pressed."""
    pointed = Signal(bool)
    """The pointer or keyboard has come to the sentence, or left it."""

    def __init__(self) -> None:
        super().__init__()
        self.answer: SentenceAnswer | None = None
        self.glimpse = Glimpse(self)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        keep_translated(self, self._set_name)
        self.hide()

    def show_answer(self, answer: SentenceAnswer | None) -> None:
        """Show a sentence, or hide."""
        self.answer = answer
        if answer is not None:
            self.setText(tr("“{}”").format(" ".join(answer.text.split())))
            self._set_name()
            self.setAccessibleDescription(_source_of(answer))
            self.updateGeometry()
            self.update()
        self.setVisible(answer is not None)

    def _set_name(self) -> None:
        answer = self.tr("Answer: {}").format(self.text()) if self.text() else self.tr("Answer")
        self.setAccessibleName(answer)

    def sizeHint(self) -> QSize:
        """Return the height of sentence and source; the width is whatever is left."""
        fonts = RowFonts.of(self.font())
        lines = self._lay_out(self.width()).lineCount() * line_height(fonts.text)
        return QSize(0, lines + QFontMetrics(fonts.small).height() + 2 * GRID)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height for the new width."""
        super().resizeEvent(event)
        # Only the width affects the height.
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go there by Enter as by Space, on by Down and Up."""
        if is_enter(event):
            self.click()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.moved.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Emit when the pointer or keyboard comes and goes."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave, QEvent.Type.Hide):
            self.glimpse.come_to(self.answer if event.type() == QEvent.Type.Enter else None)
        if event.type() in _COMING or event.type() in _LEAVING:
            self.pointed.emit(event.type() in _COMING)
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint number, sentence and source, with a pale ground beneath the pointer."""
        painter = QPainter(self)
        palette, fonts = self.palette(), RowFonts.of(self.font())
        accent = palette.color(ACCENT_ROLE)
        if self.underMouse():
            window = palette.color(QPalette.ColorRole.Window)
            painter.fillRect(self.rect(), mix_colors(window, accent, SELECTED_SHARE))
        if self.hasFocus():
            painter.setPen(QPen(accent, 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        layout, left = self._lay_out(self.width()), 2 * GRID
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        layout.draw(painter, QPointF(left, GRID))
        painter.setPen(palette.color(SECONDARY_ROLE))
        painter.setFont(fonts.small)
        align = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        metrics = QFontMetrics(fonts.small)
        top = GRID + layout.lineCount() * line_height(fonts.text)
        source = QRect(left, top, self._text_width(self.width()), metrics.height())
        elided = elide_at_word(self.accessibleDescription(), metrics, source.width(), in_middle=True)
        painter.drawText(source, int(align | Qt.AlignmentFlag.AlignVCenter), elided)
        painter.end()

    def _text_width(self, width: int) -> int:
        return max(10 * GRID, width - 4 * GRID)

    def _lay_out(self, width: int) -> QTextLayout:
        marks = Marks.of(self.palette(), SECONDARY_ROLE)
        font = RowFonts.of(self.font()).text
        return lay_out_snippet(Snippet(self.text()), font, self._text_width(width), marks, lines=_MAX_LINES)


class AnswerCard(QWidget):
    """Shows the sentences which surely answer, opened from ``line``; ``actions`` are buttons."""

    asked_for = Signal(str, int)
    """A sentence's note path and line: show it."""
    pointed = Signal(object)
    """The Answer under pointer or keyboard, or None."""
    left_downwards = Signal()
    left_upwards = Signal()

    def __init__(self, actions: Sequence[QAction], line: AnswerLine) -> None:
        super().__init__()
        self.setObjectName("answer_card")
        self._line = line
        line.toggled.connect(self._unfold)
        # The height follows from the list's width.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.answers: tuple[SentenceAnswer, ...] = ()
        self.sentences = [AnswerSentence() for _ in range(_MAX_SENTENCES)]
        self._title = plain_label(scale="small", tone="secondary")
        keep_translated(self, lambda: self._title.setText(self.tr("From your notes")))
        for index, sentence in enumerate(self.sentences):
            sentence.clicked.connect(lambda _=False, shown=sentence: self._go(shown))
            sentence.moved.connect(lambda step, index=index: self._move(index + step))
            sentence.pointed.connect(
                lambda is_on, shown=sentence: self.pointed.emit(shown.answer if is_on else None)
            )
        upper = row_of((self._title, 1), margins=(2 * GRID, 0, 0, 0))
        for action in actions:
            upper.addWidget(action_button(action))
        self._rows, self._area = QWidget(), QScrollArea()
        column_of(*self.sentences, within=self._rows, margins=0, spacing=0)
        scroll_downwards(self._area, self._rows)
        self._area.setMinimumHeight(1)
        for ground in (self._area.viewport(), self._rows):
            ground.setAutoFillBackground(False)
        self._rows.installEventFilter(self)
        margins = (_SIDE, GRID, 3 * GRID, 2 * GRID)
        self._column = column_of(upper, (self._area, 1), within=self, margins=margins, spacing=0)
        self.hide()

    def show_answers(self, answers: Sequence[SentenceAnswer]) -> None:
        """Show the first answer in the line above, or nothing; the card is folded."""
        self.answers = tuple(answers[:_MAX_SENTENCES])
        self._line.show_answers(self.answers)
        self._unfold(is_open=False)

    def toggle(self) -> None:
        """Unfold or fold the sentences, if there is an answer."""
        if self.answers:
            self._line.toggle()

    def _unfold(self, is_open: bool) -> None:
        """Show all sentences, or hide."""
        for sentence, answer in zip_longest(self.sentences, self.answers):
            sentence.show_answer(answer)
        self.window().installEventFilter(self)
        self.setVisible(bool(self.answers) and is_open)

    def go(self) -> None:
        """Show the first answer's place, if there is an answer."""
        self._go(self.sentences[0])

    @property
    def text(self) -> str:
        """The sentences, joined."""
        return " ".join(" ".join(answer.text.split()) for answer in self.answers)

    @property
    def citations(self) -> str:
        """The answers as text, each with a link to the note, for notes and chats."""
        return "\n".join(
            f"{number}. {' '.join(answer.text.split())} ([[{link_target(answer)}]])"
            for number, answer in enumerate(self.answers, 1)
        )

    def sizeHint(self) -> QSize:
        """Return room for the sentences, a fifth of the window's height at most: the rest scrolls."""
        whole = self._column.minimumSize().height() + self._rows.sizeHint().height()
        return QSize(0, min(whole, self.window().height() // 5))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take another height with other sentences, or in another window."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.updateGeometry()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a pale ground and a bar along the side."""
        paint_card(self)

    def _go(self, sentence: AnswerSentence) -> None:
        if sentence.answer is not None:
            self.asked_for.emit(sentence.answer.path, sentence.answer.line)

    def _move(self, index: int) -> None:
        shown = [sentence for sentence in self.sentences if not sentence.isHidden()]
        if 0 <= index < len(shown):
            shown[index].setFocus(Qt.FocusReason.TabFocusReason)
            self._area.ensureWidgetVisible(shown[index], 0, 0)
        else:
            (self.left_upwards if index < 0 else self.left_downwards).emit()


def paint_card(card: QWidget) -> None:
    """Paint an answer card's ground, and a bar along the side."""
    painter = QPainter(card)
    accent, ground = card.palette().color(ACCENT_ROLE), card.palette().color(QPalette.ColorRole.Window)
    painter.fillRect(card.rect(), mix_colors(ground, accent, RESTING_SHARE))
    left = card.width() - ACCENT_BAR_WIDTH if card.isRightToLeft() else 0
    painter.fillRect(left, 0, ACCENT_BAR_WIDTH, card.height(), accent)
    painter.end()


ANSWER_JOB = "answer"
RESTS_AFTER_MS = 300
"""Milliseconds without typing after the last stage: a model reads each sentence in the passages."""
_MIN_PROBABILITY = 0.1
"""The least probability for reading a passage's sentences."""
_MAX_PASSAGES = 4
"""The number of passages read."""


class AnswerController(QObject):
    """Asks ``engine`` for the answer after a query's last stage, and drops it with the query."""

    def __init__(self, search: SearchPane, card: AnswerCard, engine: EngineThread) -> None:
        super().__init__(card)
        self._card, self._engine = card, engine
        self._stage: SearchStage | None = None
        self._resting = QTimer(self, interval=RESTS_AFTER_MS, singleShot=True)
        self._resting.timeout.connect(self._ask)
        self._gives_way = False
        search.field.textChanged.connect(self.forget)
        search.searched.connect(self.forget)
        search.cleared.connect(self.forget)
        for sentence in card.sentences:
            sentence.glimpse.rested.connect(partial(self._glimpse, sentence))

    def _glimpse(self, sentence: AnswerSentence) -> None:
        if (answer := sentence.answer) is not None:
            sentence.glimpse.ask_note(self._engine, answer.path, answer.line)

    def give_way(self) -> None:
        """Hide the answer until the field is edited: another takes its place."""
        self.forget()
        self._gives_way = True

    def handle_stage(self, stage: SearchStage) -> None:
        """Ask for the answer in a moment if this is the last stage, and likely to hold an answer."""
        if not stage.final or self._gives_way:
            return
        # A query is repeated while notes are indexed.
        if self._stage is not None and _answered_query(self._stage) == _answered_query(stage):
            # After a renaming, a click led to a note that was gone.
            if _first_place(self._stage) != _first_place(stage):
                self._stage = stage
                # Otherwise the answer is asked for in a moment, with the new place.
                if not self._resting.isActive():
                    self._ask()
            return
        self.forget()
        first = next(iter(stage.results), None)
        is_asked = stage.mode in (Mode.HYBRID, Mode.SEMANTIC) and not stage.unanswered
        if is_asked and first is not None and _may_answer(first):
            self._stage = stage
            self._resting.start()

    def _ask(self) -> None:
        stage = self._stage
        if stage is not None:
            chunks = tuple(result.chunk for result in stage.results[:_MAX_PASSAGES] if _may_answer(result))
            show = self._card.show_answers
            self._engine.ask(ANSWER_JOB, lambda vault: vault.answers(stage.query, chunks), show)

    def forget(self) -> None:
        """Show no answer: another query is asked, or another vault opened."""
        self._stage, self._gives_way = None, False
        self._resting.stop()
        self._engine.drop(ANSWER_JOB)
        self._card.show_answers(())


def _may_answer(result: Result) -> bool:
    """Return whether a passage's sentences are worth reading; a passage without a probability is."""
    return result.probability is None or result.probability >= _MIN_PROBABILITY


def _answered_query(stage: SearchStage) -> tuple[str, Mode, str]:
    return stage.query, stage.mode, stage.results[0].chunk.text if stage.results else ""


def _first_place(stage: SearchStage) -> tuple[object, ...]:
    chunk = stage.results[0].chunk
    return chunk.path, chunk.title, chunk.heading_path, chunk.line_start
