"""A PDF's pages as pictures below each other: only pages in sight are requested and kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, groupby

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea

from vaultsearch.core.values.note import PagePicture, WordPlace
from vaultsearch.gui.rows.word_boxes import paint_words, word_box
from vaultsearch.gui.theme import GRID, HAIRLINE_SHARE, mix_colors
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import keeps_from_window

_GAP = 3 * GRID
_MAX_PAGE_WIDTH = 220 * GRID
"""A page's width at 100 %, if there is room."""
_MAX_PAGES_KEPT = 6
_SCROLL_STEP = 10 * GRID


class SheetsView(QAbstractScrollArea):
    """Shows a PDF's pages; the passage is boxed, found words are marked, text can be selected."""

    requested = Signal(int, int)
    """A page number, from 1 on, and a width in pixels: pass the picture to `take`."""
    turned = Signal(int)
    """The page at the view's top, after the user scrolled."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: tuple[tuple[float, float], ...] = ()
        """Each page's width and height in points."""
        self._tops: list[float] = []
        self._pictures: dict[int, tuple[QImage, PagePicture]] = {}
        # The requested page; 0 while none may be requested.
        self._requested: int | None = None
        self._refused: set[int] = set()
        self._outdated: set[int] = set()
        # Scrolled to the passage on this page once it is drawn.
        self._goal: int | None = None
        self._zoom = 1.0
        self._is_led = False
        self._selected: tuple[int, int, int] | None = None
        self.setObjectName("sheets_view")
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Pages")))
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().setSingleStep(_SCROLL_STEP)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def page(self) -> int:
        """The page at the view's top, from 1 on."""
        # A page counts as read once its top has come into the upper third.
        middle = self.verticalScrollBar().value() + self.viewport().height() / 3
        return max(1, bisect_right(self._tops, middle))

    def show_pages(self, sizes: Sequence[tuple[float, float]], page: int) -> None:
        """Show a PDF with these page sizes in points, scrolled to ``page``."""
        self.sizes, self._pictures, self._selected = tuple(sizes), {}, None
        # Nothing is requested before the first page is known.
        self._requested, self._refused = 0, set()
        self._arrange()
        self._requested = None
        self.go_to(page)

    def go_to(self, page: int) -> None:
        """Scroll to a page, and on to the passage there as soon as the page is drawn."""
        self._goal = page
        if 1 <= page <= len(self._tops):
            self._scroll_silently(self._tops[page - 1] - _GAP)
        self._scroll_to_passage()
        self._request_next()

    def renew(self) -> None:
        """Request the pages in sight again, for other found words; the old ones stay until then."""
        self._outdated, self._requested = set(self._pictures), None
        self._request_next()

    def take(self, picture: PagePicture | None) -> None:
        """Show the requested page; None if it cannot be drawn."""
        number, self._requested = self._requested, None
        if picture is None and number is not None:
            self._refused.add(number)
        elif picture is not None:
            stride, form = picture.stride, QImage.Format.Format_RGB32
            image = QImage(picture.pixels, picture.width, picture.height, stride, form)
            # Both are kept: the image shows the bytes of the picture without a copy.
            self._pictures[picture.number] = image, picture
            self._outdated.discard(picture.number)
            self._scroll_to_passage()
            # The nearest pages are kept: the user may scroll back.
            for far in sorted(self._pictures, key=lambda page: abs(page - self.page))[_MAX_PAGES_KEPT:]:
                del self._pictures[far]
            self.viewport().update()
        self._request_next()

    def set_zoom(self, zoom: float) -> None:
        """Scale the pages by ``zoom``; the view's top stays in place."""
        share = self.verticalScrollBar().value() / max(1, self.verticalScrollBar().maximum())
        self._zoom = zoom
        self._arrange()
        # By the share: all pages have grown alike.
        self.verticalScrollBar().setValue(round(share * self.verticalScrollBar().maximum()))
        self._pictures = {}
        self._request_next()

    def selected_text(self) -> str:
        """Return the selected words, broken into lines as on the page."""
        words = groupby(self._selected_words(), key=lambda word: word.line)
        return "\n".join(" ".join(word.text for word in line) for _, line in words)

    # --- events ------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keep the copy shortcut from the window while text is selected here."""
        return keeps_from_window(event, self._copies) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected text, or scroll."""
        bar = self.verticalScrollBar()
        if self._copies(event):
            QGuiApplication.clipboard().setText(self.selected_text())
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar.setValue(bar.minimum() if event.key() == Qt.Key.Key_Home else bar.maximum())
        else:
            super().keyPressEvent(event)

    def _copies(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Copy) and self._selected is not None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to select at a word."""
        word = self._word_at(event.position())
        self._selected = (word[0], word[1], word[1]) if word is not None else None
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select up to a word on the same page."""
        word = self._word_at(event.position())
        if self._selected is not None and word is not None and word[0] == self._selected[0]:
            self._selected = (*self._selected[:2], word[1])
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages to the width; the page being read stays."""
        page = self.page
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()
            self.go_to(self._goal or page)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the pages in sight, blank ones until their pictures come."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        palette, role = self.palette(), QPalette.ColorRole
        edge = mix_colors(palette.color(role.Base), palette.color(role.Text), HAIRLINE_SHARE)
        for number in self._in_sight():
            area = self._area(number)
            # Paper is white in the dark, too.
            painter.fillRect(area, Qt.GlobalColor.white)
            if number in self._pictures:
                image, picture = self._pictures[number]
                painter.drawImage(area, image)
                is_here = self._selected is not None and self._selected[0] == number
                paint_words(painter, area, picture.words, self._selected_words() if is_here else ())
                if picture.is_recognised:
                    label = tr("text in picture")
                    box = QRectF(painter.fontMetrics().boundingRect(label)).adjusted(-GRID, -GRID, GRID, GRID)
                    box.moveTopRight(area.topRight())
                    painter.fillRect(box, self.palette().color(QPalette.ColorRole.Window))
                    painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
                    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
            painter.setPen(edge)
            painter.drawRect(area)
        painter.end()

    # --- layout ------------------------------------------------------------------------------

    def _arrange(self) -> None:
        width = self._width()
        heights = [width * high / wide + _GAP if wide else _GAP for wide, high in self.sizes]
        self._tops = list(accumulate(heights, initial=float(_GAP)))[: len(heights)]
        whole = (self._tops[-1] + heights[-1]) if heights else 0
        seen, bar = self.viewport().size(), self.verticalScrollBar()
        bar.setRange(0, max(0, round(whole) - seen.height()))
        bar.setPageStep(seen.height())
        across = self.horizontalScrollBar()
        across.setRange(0, max(0, round(width) + 2 * _GAP - seen.width()))
        across.setPageStep(seen.width())
        self.viewport().update()

    def _width(self) -> float:
        return min(self.viewport().width() - 2 * _GAP, _MAX_PAGE_WIDTH) * self._zoom

    def _area(self, number: int) -> QRectF:
        wide, high = self.sizes[number - 1]
        width = self._width()
        left = max(_GAP, (self.viewport().width() - width) / 2) - self.horizontalScrollBar().value()
        top = self._tops[number - 1] - self.verticalScrollBar().value()
        return QRectF(left, top, width, width * high / wide if wide else 0)

    def _in_sight(self) -> range:
        top = self.verticalScrollBar().value()
        first = max(1, bisect_right(self._tops, top + _GAP + 1))
        return range(first, bisect_right(self._tops, top + self.viewport().height()) + 1)

    def _request_next(self) -> None:
        """Request the next missing page in sight, one at a time."""
        if self._requested is not None or not self.isVisible():
            return
        known = (self._pictures.keys() - self._outdated) | self._refused
        missing = (page for page in self._in_sight() if page not in known)
        if (number := next(missing, None)) is not None:
            self._requested = number
            self.requested.emit(number, round(self._width() * self.devicePixelRatioF()))

    def _scroll_to_passage(self) -> None:
        """Scroll to the passage once the page is drawn, unless the user has gone elsewhere."""
        drawn = self._pictures.get(self._goal or 0)
        if drawn is None or self._goal != self.page:
            return
        tops = [word.top for word in drawn[1].words if word.in_passage]
        number, self._goal = drawn[1].number, None
        if tops:
            top = self._tops[number - 1] + min(tops) * self._area(number).height()
            self._scroll_silently(top - self.viewport().height() / 4)

    def _scroll_silently(self, top: float) -> None:
        # Headings and outline follow the user's scrolling only.
        self._is_led = True
        self.verticalScrollBar().setValue(round(top))
        self._is_led = False

    def _scrolled(self) -> None:
        if self._requested != 0 and not self._is_led:
            self.turned.emit(self.page)
        self._request_next()

    # --- words -------------------------------------------------------------------------------

    def _selected_words(self) -> Sequence[WordPlace]:
        if self._selected is None or self._selected[0] not in self._pictures:
            return ()
        number, start, end = self._selected
        return self._pictures[number][1].words[min(start, end) : max(start, end) + 1]

    def _word_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return the page at a point, and the index of the nearest word."""

        def distance(box: QRectF) -> float:
            across = max(box.left() - point.x(), 0, point.x() - box.right())
            down = max(box.top() - point.y(), 0, point.y() - box.bottom())
            # A word on the same line is nearer than one above.
            return across + 4 * down

        for number in self._in_sight():
            if number in self._pictures and self._area(number).contains(point):
                area, words = self._area(number), self._pictures[number][1].words
                if words:
                    return number, min(range(len(words)), key=lambda i: distance(word_box(words[i], area)))
        return None
