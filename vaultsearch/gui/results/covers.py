"""Covers of rows and note: the selected picture, large, or a veil while they answer another query."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QImage, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from vaultsearch.core.values.note import WordPlace
from vaultsearch.core.values.search import Mode, Result, SearchStage
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.file_kinds import page_badge
from vaultsearch.gui.results.results_pane import ResultsPane
from vaultsearch.gui.rows.pictures import decode_jpeg, has_picture, paint_thumbnail
from vaultsearch.gui.rows.row_texts import SEPARATOR
from vaultsearch.gui.rows.word_boxes import marked_picture
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.widgets import elide_at_word
from vaultsearch.service.protocol import VaultService


class Cover(QWidget):
    """Covers ``beneath``, in any size of it, once `cover` is called."""

    def __init__(self, beneath: QWidget) -> None:
        super().__init__(beneath)
        self._beneath = beneath
        beneath.installEventFilter(self)
        self.hide()

    def cover(self) -> None:
        """Show over all other widgets."""
        self.setGeometry(self._beneath.rect())
        self.raise_()
        self.show()

    def eventFilter(self, _beneath: QObject, event: QEvent) -> bool:
        """Stay as large as the widget beneath."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._beneath.rect())
        return False


_LOOK_JOB = "look"
_LOOK_OPACITY = 0.96
_MARGIN = 6 * GRID


class QuickLook(Cover):
    """Covers ``beneath`` with a large picture; keys stay with the focused widget. A click hides it."""

    def __init__(self, beneath: QWidget) -> None:
        super().__init__(beneath)
        self.setObjectName("quick_look")
        self._image = QImage()

    def show_result(self, result: Result) -> None:
        """Show a result's file name; the picture follows by `show_picture`."""
        chunk = result.chunk
        self._image = QImage()
        self.setAccessibleName(SEPARATOR.join(filter(None, (chunk.folder, chunk.title, page_badge(chunk)))))
        self.cover()
        self.update()

    def show_picture(self, image: QImage, words: Sequence[WordPlace]) -> None:
        """Show the picture, with recognised words marked."""
        self._image = marked_picture(image, words, 1.0)
        self.update()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Hide."""
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture in the middle, and the file name below."""
        painter, palette = QPainter(self), self.palette()
        ground = palette.color(QPalette.ColorRole.Window)
        ground.setAlphaF(_LOOK_OPACITY)
        painter.fillRect(self.rect(), ground)
        metrics = QFontMetrics(self.font())
        area = self.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        picture = area.adjusted(0, 0, 0, -metrics.height() - 2 * GRID)
        if not self._image.isNull():
            paint_thumbnail(painter, picture, self._image, palette)
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        elided = elide_at_word(self.accessibleName(), metrics, area.width(), in_middle=True)
        name = QRectF(area.left(), area.bottom() - metrics.height(), area.width(), metrics.height())
        painter.drawText(name, Qt.AlignmentFlag.AlignCenter, elided)
        painter.end()


class QuickLookController(QObject):
    """Asks ``engine`` for the selected result's picture, for ``look``."""

    def __init__(self, results: ResultsPane, look: QuickLook, engine: EngineThread) -> None:
        super().__init__(look)
        self._results, self._look, self._engine = results, look, engine
        results.list.selected.connect(self._follow)
        results.wall.look_asked.connect(self.toggle)

    def toggle(self) -> None:
        """Look at the selected picture, or stop; for a passage, show more text below the row."""
        result = self._results.list.current()
        if self._look.isVisible():
            self._look.hide()
        elif result is not None and has_picture(result.chunk):
            self._show(result)
        elif result is not None:
            self._results.glimpse_current()

    def _follow(self, result: Result | None) -> None:
        if not self._look.isVisible():
            return
        if result is None or not has_picture(result.chunk):
            self._look.hide()
        else:
            self._show(result)

    def _show(self, result: Result) -> None:
        chunk = result.chunk

        async def picture(vault: VaultService) -> tuple[bytes | None, tuple[WordPlace, ...]]:
            content = await vault.pages.thumbnail(chunk.path, chunk.page or 1, is_large=True)
            words = await vault.pages.words_in_picture(chunk.path, chunk.content, result.terms)
            return content, words if chunk.is_recognised else ()

        self._look.show_result(result)
        self._engine.ask(
            _LOOK_JOB, picture, lambda shown: self._look.show_picture(decode_jpeg(shown[0]), shown[1])
        )


_NOTE_JOB = "preview"
_COVERED_AFTER_MS = 200
"""Most answers come sooner; without a delay the list would flicker with each letter."""
_VEIL_OPACITY = 0.6


class StaleAnswerController(QObject):
    """Dims rows and note while they belong to another query than the field's.

    The note stays dimmed until the selected row's note arrives.
    """

    def __init__(
        self, search: SearchPane, results: ResultsPane, preview: QWidget, engine: EngineThread
    ) -> None:
        super().__init__(results)
        self._search, self._results = search, results
        self.rows, self._note = StaleOverlay(results), StaleOverlay(preview)
        self._answered: tuple[str, Mode] | None = None
        self._is_note_due = False
        search.field.textChanged.connect(self._update)
        search.modes.currentIndexChanged.connect(self._update)
        engine.answered.connect(self._note_came)
        engine.failed.connect(lambda trouble: self._note_came(trouble.job))

    def handle_stage(self, stage: SearchStage) -> None:
        """Record the shown answer's query; a stage without rows leaves the former rows on the screen."""
        if stage.results or stage.final:
            self._answered = (stage.query, stage.mode)
            self._update()

    def forget(self) -> None:
        """Record that no answer is shown."""
        self._answered = None
        self._is_note_due = False
        self._update()

    def expect_note(self) -> None:
        """Dim the note until the newly selected row's note arrives."""
        self._is_note_due = True
        self._update()

    def _note_came(self, job: str) -> None:
        if job == _NOTE_JOB:
            self._is_note_due = False
            self._update()

    def _update(self) -> None:
        question = (self._search.query, self._search.mode)
        is_stale = self._answered not in (None, question) and bool(self._results.list.results)
        self.rows.set_stale(is_stale=is_stale)
        self._note.set_stale(is_stale=is_stale or self._is_note_due)


class StaleOverlay(Cover):
    """Dims a widget; mouse and keyboard reach through."""

    covered = Signal()

    def __init__(self, beneath: QWidget) -> None:
        super().__init__(beneath)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self, interval=_COVERED_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.cover)

    def cover(self) -> None:
        """Dim the widget."""
        super().cover()
        self.covered.emit()

    def set_stale(self, *, is_stale: bool) -> None:
        """Dim the widget in a moment, unless revoked before."""
        if not is_stale:
            self._timer.stop()
            self.hide()
        elif self.isHidden() and not self._timer.isActive():
            self._timer.start()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground's colour over the widget."""
        ground = self.palette().color(QPalette.ColorRole.Window)
        ground.setAlphaF(_VEIL_OPACITY)
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()
