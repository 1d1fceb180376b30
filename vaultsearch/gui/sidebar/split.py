"""The sidebar beside all else, or over it where there is no room; it folds away, its width is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPoint, QPropertyAnimation, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSplitter, QStyle, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID, NARROW
from vaultsearch.gui.rows.row_motion import LONGEST_MS

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent

    from vaultsearch.gui.sidebar.sidebar import Sidebar
    from vaultsearch.settings.protocol import SettingsStore

_SHADE = 0.28
"""How much of the light it takes away."""


class SidebarVeil(QWidget):
    """Darkens what it covers, and lets no click through to it."""

    clicked = Signal()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Darken, in both themes."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor.fromRgbF(0, 0, 0, _SHADE))
        painter.end()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Tell that one wants back to what is covered."""
        self.clicked.emit()


USUAL = 58 * GRID
"""How wide the sidebar is when it is unfolded for the first time, in device-independent pixels."""

_REST_MS = 400


class SidebarSplit(QWidget):
    """Holds the sidebar and the rest; folded at first.

    Where there is room the two stand side by side. Where there is not, the sidebar comes over the rest
    when it is asked for, and goes on a click beside it; how it stands where there is room stays as it was.
    """

    left = Signal()
    """A click beside the sidebar that lies over the rest: it is to go."""

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
        """Whether there is no room for both."""
        return self.width() < NARROW

    @property
    def covers_rest(self) -> bool:
        """Whether the sidebar lies over the rest."""
        return self.narrow and self._covers

    @property
    def folded(self) -> bool:
        """Whether the sidebar is away."""
        return not (self._covers if self.narrow else self._unfolded)

    def toggle(self) -> None:
        """Fold the sidebar away, or show it."""
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
        """Have the sidebar as it is now at the next start."""
        if not self.narrow:
            self._width = (self._unfolded and self._split.sizes()[0]) or self._width
            self._store.set_sidebar_width(self._width if self._unfolded else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have it beside the rest, or over it, as the room asks."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put everything in its place."""
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
        """Take the sidebar out of the splitter, or put it back: there is room no more, or again."""
        self._beside = not self.narrow
        self._covers = False
        self._sidebar.setAutoFillBackground(not self._beside)  # or what it covers would be seen
        if self._beside:
            self._split.insertWidget(0, self._sidebar)
            self._sidebar.setVisible(self._unfolded)
            self._split.setSizes([self._width, self.width() - self._width])
        else:
            self._sidebar.setParent(self)

    def _place(self) -> QRect:
        """Give where the sidebar lies over the rest."""
        leading = QRect(0, 0, min(self._width, self.width() - 12 * GRID), self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), leading)

    def _slide_in(self) -> None:
        """Come from the edge, unless the system asks for no motion."""
        length = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        if length > 0:
            place = self._place()
            away = place.width() * (1 if self.isRightToLeft() else -1)
            self._slide.setDuration(min(length, LONGEST_MS))
            self._slide.setStartValue(place.topLeft() + QPoint(away, 0))
            self._slide.setEndValue(place.topLeft())
            self._slide.start()
