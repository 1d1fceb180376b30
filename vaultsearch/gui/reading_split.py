"""List and page side by side where there is room, one in the place of the other where there is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

NARROW = 900
"""Below this width, in device-independent pixels, there is room for one of the two."""


class ReadingSplit(QSplitter):
    """Holds the list and the page."""

    def __init__(self, listing: QWidget, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("reading_split")
        self._listing = listing
        self._page = page
        self._folded = False
        self._reading = False
        self.addWidget(listing)
        self.addWidget(page)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 5)
        self.setStretchFactor(1, 6)
        self.setSizes([540, 640])

    @property
    def narrow(self) -> bool:
        """Whether there is room for one of the two only."""
        return self.width() < NARROW

    @property
    def covers_list(self) -> bool:
        """Whether the page stands where the list was."""
        return self.narrow and self._reading

    @property
    def folded(self) -> bool:
        """Whether the page is folded away where there is room for both."""
        return self._folded

    def fold(self, *, folded: bool) -> None:
        """Fold the page away, or unfold it, where there is room for both."""
        self._folded = folded
        self._arrange()

    def toggle_page(self) -> None:
        """Show the page, or fold it away."""
        if self.narrow:
            self._reading = not self._reading
        else:
            self._folded = not self._folded
        self._arrange()

    def uncover_list(self) -> None:
        """Come back from the page to the list."""
        self._reading = False
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold as the room asks."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._listing.setVisible(not self.covers_list)
        self._page.setVisible(self._reading if self.narrow else not self._folded)
