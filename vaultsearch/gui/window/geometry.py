"""Capture the geometry of the window and its splitters in a `WindowState`, and restore it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtWidgets import QMainWindow, QSplitter

from vaultsearch.settings.protocol import WindowState

if TYPE_CHECKING:
    from vaultsearch.gui.window.compact_mode import CompactMode
    from vaultsearch.gui.window.search_page import SearchPage

_SEEN = 80
"""Device-independent pixels of the window's top, each way, that must be on a screen to drag it by."""
_FRAME = QSize(16, 48)
"""Room for the frame that the desktop draws around the window."""


def fit_to_screen(window: QMainWindow) -> None:
    """Shrink a window that is larger than the room on its screen, e.g. a small one that is scaled."""
    room = window.screen().availableGeometry().size() - _FRAME
    window.resize(window.size().boundedTo(room))


def capture_window_state(window: QMainWindow, page: SearchPage, compact: CompactMode) -> WindowState:
    """Return the geometry, whole and compact, the splitters, the mode of searching, zoom and table."""
    return WindowState(
        geometry=_text(compact.whole_geometry),
        compact_size=(compact.size.width(), compact.size.height()),
        splitters={splitter.objectName(): _text(splitter.saveState()) for splitter in _splitters(window)},
        preview_folded=page.reading_split.folded,
        mode=page.search.mode.value,
        zoom=page.zoom.percent,
        table_shown=page.table.shown,
        table_columns=page.results.table.column_widths(),
        properties_folded=page.preview.properties_folded,
        timeline_shown=not page.results.timeline.isHidden(),
        hidden_beginnings=page.results.beginnings.hidden_sections,
    )


def restore_window_state(
    window: QMainWindow, page: SearchPage, compact: CompactMode, state: WindowState
) -> None:
    """Restore a state as far as it fits, e.g. not on a screen that is gone."""
    if all(state.compact_size):
        compact.set_size(QSize(*state.compact_size))
    standard = window.size()
    window.restoreGeometry(_bytes(state.geometry))
    if not _can_be_dragged(window):
        window.resize(standard)
        centre = window.screen().availableGeometry().center()
        window.move(centre - window.rect().center())
    for splitter in _splitters(window):
        if known := state.splitters.get(splitter.objectName()):
            splitter.restoreState(_bytes(known))
    page.reading_split.fold(folded=state.preview_folded)
    page.search.choose_mode(state.mode)
    page.zoom.set_percent(state.zoom)
    page.preview.fold_properties(folded=state.properties_folded)
    page.results.beginnings.hide_sections(state.hidden_beginnings)
    page.results.show_timeline(shown=state.timeline_shown)
    page.table.restore(state.table_columns, shown=state.table_shown)


def _can_be_dragged(window: QMainWindow) -> bool:
    if window.isMaximized() or window.isFullScreen():
        return True
    top = window.frameGeometry()
    top.setHeight(_SEEN)
    seen = [screen.availableGeometry().intersected(top) for screen in window.screen().virtualSiblings()]
    return any(part.width() >= _SEEN and part.height() >= _SEEN // 2 for part in seen)


def _splitters(window: QMainWindow) -> list[QSplitter]:
    return [splitter for splitter in window.findChildren(QSplitter) if splitter.objectName()]


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))
