"""Dragging passages out of the list, to any program that takes text, HTML or files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QDrag, QFontMetrics, QPainter, QPalette, QPixmap

from vaultsearch.gui import phrases
from vaultsearch.gui.controllers.excerpts import excerpt_at_hand, mime_of, write_excerpt
from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

    from vaultsearch.core.values.context import Excerpt
    from vaultsearch.core.values.search import Result
    from vaultsearch.gui.controllers.targets import FindFile
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.results_list import ResultsList

_JOB = "drag"
_WIDEST = 60 * GRID


class DragController(QObject):
    """Drags the selected passages of ``results``, as a copy only: no program may move a note away.

    The drag begins with the passages as the window knows them; ``engine`` writes them better meanwhile.
    """

    def __init__(self, engine: EngineThread, results: ResultsList, find_file: FindFile) -> None:
        super().__init__(results)
        self._engine = engine
        self._results = results
        self._find_file = find_file
        self._mime: QMimeData | None = None
        results.dragged.connect(self._drag)

    def payload(self, results: tuple[Result, ...]) -> QMimeData:
        """Return passages as Markdown, as HTML and as the files of their notes, each once."""
        chunks, uris = [result.chunk for result in results], [result.uri for result in results]
        files = (self._find_file(chunk.path) for chunk in chunks)
        return mime_of(excerpt_at_hand(chunks, uris), [file for file in files if file is not None])

    def _drag(self) -> None:
        results = self._results.selection()
        if not results:
            return
        chunks = tuple(result.chunk for result in results)
        self._mime = self.payload(results)
        drag = QDrag(self._results)
        drag.setMimeData(self._mime)
        picture = drag_picture(drag_title(results), self._results)
        drag.setPixmap(picture)
        drag.setHotSpot(QPoint(-3 * GRID, -3 * GRID))
        self._engine.ask(_JOB, lambda vault: vault.excerpts.cited(chunks), self._improve)
        drag.exec(Qt.DropAction.CopyAction)
        self._engine.drop(_JOB)
        self._mime = None

    def _improve(self, excerpt: Excerpt) -> None:
        if self._mime is not None:
            write_excerpt(self._mime, excerpt)


def drag_title(results: tuple[Result, ...]) -> str:
    """Return the text beside the pointer: a title, or how many passages are dragged."""
    return results[0].chunk.title if len(results) == 1 else phrases.passages(len(results))


def drag_picture(text: str, widget: QWidget) -> QPixmap:
    """Draw a text on a small card in the colours and the scale of ``widget``."""
    metrics = QFontMetrics(widget.font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, _WIDEST)
    size = QSize(metrics.horizontalAdvance(shown) + 6 * GRID, metrics.height() + 3 * GRID)
    ratio = widget.devicePixelRatioF()
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(widget.font())
    painter.setPen(widget.palette().color(ACCENT_ROLE))
    painter.setBrush(widget.palette().color(QPalette.ColorRole.Base))
    area = QRect(0, 0, size.width() - 1, size.height() - 1)
    painter.drawRoundedRect(area, 6, 6)
    painter.setPen(widget.palette().color(QPalette.ColorRole.Text))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, shown)
    painter.end()
    return picture
