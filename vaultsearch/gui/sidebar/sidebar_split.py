"""The sidebar beside all else; it folds away, and how wide it is is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QSplitter, QWidget

from vaultsearch.gui.looks.tokens import GRID

if TYPE_CHECKING:
    from vaultsearch.gui.engine.service import SettingsStore
    from vaultsearch.gui.sidebar.sidebar import Sidebar

USUAL = 58 * GRID
"""How wide the sidebar is when it is unfolded for the first time, in device-independent pixels."""

_REST_MS = 400


class SidebarSplit(QSplitter):
    """Holds the sidebar and the rest; folded at first."""

    def __init__(
        self, sidebar: Sidebar, rest: QWidget, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sidebar = sidebar
        self._store = store
        self.addWidget(sidebar)
        self.addWidget(rest)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        width = store.sidebar_width
        self.setSizes([width or USUAL, 1180 - (width or USUAL)])
        sidebar.setVisible(width > 0)
        self._resting = QTimer(self, interval=_REST_MS, singleShot=True)
        self._resting.timeout.connect(self.remember)
        self.splitterMoved.connect(lambda *_: self._resting.start())

    @property
    def folded(self) -> bool:
        """Whether the sidebar is away."""
        return self._sidebar.isHidden()

    def toggle(self) -> None:
        """Fold the sidebar away, or show it."""
        self._sidebar.setVisible(self.folded)
        self.remember()

    def remember(self) -> None:
        """Have the sidebar as it is now at the next start."""
        self._store.remember_sidebar(0 if self.folded else self.sizes()[0] or USUAL)
