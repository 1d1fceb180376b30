"""The split of sidebar and content: beside each other, or the sidebar over the content in a narrow window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPoint, QPropertyAnimation, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSplitter, QStyle, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID, NARROW
from vaultsearch.gui.rows.two_line_rows import LONGEST_MS

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent

    from vaultsearch.gui.sidebar.sidebar import Sidebar
    from vaultsearch.settings.protocol import SettingsStore

_SHADE = 0.28
"""The opacity of the shade, 0 to 1."""


class SidebarVeil(QWidget):
    """Shades the content beneath a sidebar that covers it, and takes the clicks."""

    clicked = Signal()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the shade, black in both themes."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor.fromRgbF(0, 0, 0, _SHADE))
        painter.end()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Emit ``clicked``."""
        self.clicked.emit()


USUAL = 58 * GRID
"""The sidebar's width when it is unfolded for the first time, in device-independent pixels."""

_REST_MS = 400


class SidebarSplit(QWidget):
    """Holds the sidebar and the rest of the window; folded at first.

    In a wide window they stand side by side, and the sidebar's width is remembered. In a narrow one the
    sidebar covers the rest on demand and goes on a click beside it; the state of the wide window is kept.
    """

    left = Signal()
    """A click beside the sidebar that covers the rest: the sidebar should go."""

    def __init__(
        self, sidebar: Sidebar, rest: QWidget, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._sidebar = sidebar
        self._store = store
        self._width = store.sidebar_width or USUAL
        self._unfolded = store.sidebar_width > 0
        self._covers = False
        self._beside = True
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.addWidget(sidebar)
        self._split.addWidget(rest)
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        self._split.setStretchFactor(0, 0)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([self._width, 1180 - self._width])
        sidebar.setVisible(self._unfolded)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._split)
        self._veil = SidebarVeil(self)
        self._veil.hide()
        self._veil.clicked.connect(self.left)
        self._slide = QPropertyAnimation(sidebar, b"pos", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._resting = QTimer(self, interval=_REST_MS, singleShot=True)
        self._resting.timeout.connect(self.remember)
        self._split.splitterMoved.connect(lambda *_: self._resting.start())

    @property
    def narrow(self) -> bool:
        """Whether the window is too narrow for both."""
        return self.width() < NARROW

    @property
    def covers_rest(self) -> bool:
        """Whether the sidebar covers the rest."""
        return self.narrow and self._covers

    @property
    def folded(self) -> bool:
        """Whether the sidebar is hidden."""
        return not (self._covers if self.narrow else self._unfolded)

    def toggle(self) -> None:
        """Fold the sidebar, or unfold it."""
        if self.narrow:
            self._covers = not self._covers
            self._arrange()
            if self._covers:
                self._slide_in()
        else:
            self._unfolded = not self._unfolded
            self._arrange()
            self.remember()

    def remember(self) -> None:
        """Store the sidebar's state for the next start."""
        if not self.narrow:
            self._width = (self._unfolded and self._split.sizes()[0]) or self._width
            self._store.set_sidebar_width(self._width if self._unfolded else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the sidebar beside the rest or over it, by the new width."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Lay out sidebar and veil."""
        if self.narrow == self._beside:
            self._move()
        self._sidebar.setVisible(not self.folded)
        self._veil.setVisible(self.covers_rest)
        if self.covers_rest:
            self._slide.stop()
            self._veil.setGeometry(self.rect())
            self._veil.raise_()
            self._sidebar.setGeometry(self._place())
            self._sidebar.raise_()

    def _move(self) -> None:
        """Take the sidebar out of the splitter when the window becomes narrow; put it back when it widens."""
        self._beside = not self.narrow
        self._covers = False
        self._sidebar.setAutoFillBackground(not self._beside)  # else the content beneath would shine through
        if self._beside:
            self._split.insertWidget(0, self._sidebar)
            self._sidebar.setVisible(self._unfolded)
            self._split.setSizes([self._width, self.width() - self._width])
        else:
            self._sidebar.setParent(self)

    def _place(self) -> QRect:
        """Return the sidebar's geometry over the rest."""
        leading = QRect(0, 0, min(self._width, self.width() - 12 * GRID), self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), leading)

    def _slide_in(self) -> None:
        """Slide in from the edge, unless the system asks for no animation."""
        length = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        if length > 0:
            place = self._place()
            away = place.width() * (1 if self.isRightToLeft() else -1)
            self._slide.setDuration(min(length, LONGEST_MS))
            self._slide.setStartValue(place.topLeft() + QPoint(away, 0))
            self._slide.setEndValue(place.topLeft())
            self._slide.start()
