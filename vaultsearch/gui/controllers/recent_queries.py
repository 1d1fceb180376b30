"""Recent queries: record those that mattered, and step through them from the empty field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.settings.protocol import SettingsStore

REST_MS = 3000
"""How long a query must stand to count as one whose answers were read."""


class RecentQueriesController(QObject):
    """Has ``store`` record the queries that mattered, and recalls them by Up and Down in the empty field.

    A query is recorded when its results are used, and when it stood for a while before it was replaced by
    another or cleared. Typing on extends a query, and does not replace it.
    """

    def __init__(self, pane: SearchPane, store: SettingsStore) -> None:
        super().__init__(pane)
        self._pane = pane
        self._store = store
        self._index: int | None = None
        self._rested = ""
        self._private = False
        self._asked_in_private = ""
        self.resting = QTimer(self, interval=REST_MS, singleShot=True)
        self.resting.timeout.connect(self._rest)
        pane.searched.connect(lambda query, _: self._replace(query))
        pane.cleared.connect(lambda: self._replace(""))
        pane.field.installEventFilter(self)

    def record(self) -> None:
        """Record the standing query: one of its results is used."""
        self._index = None
        query = self._pane.query
        if query and not self._private and query != self._asked_in_private:
            self._store.add_recent_query(query)

    def set_private(self, private: bool) -> None:
        """Record no query while ``private``, nor afterwards the one that still stands."""
        self._private = private
        self._asked_in_private = self._pane.query
        self._rested = ""
        self.resting.stop()

    def finish(self) -> None:
        """Record the standing query if it stood for a while: the window is being closed."""
        self._replace("")

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle Up in the empty field, and Up and Down after it until something is typed."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        index = self._standing_at()
        if event.key() == Qt.Key.Key_Up and (index is not None or not self._pane.field.text()):
            self._go(0 if index is None else index + 1)
            return True
        if event.key() == Qt.Key.Key_Down and index is not None:
            self._go(index - 1)
            return True
        return False

    def _standing_at(self) -> int | None:
        """Return the position of the recalled query, None if the field was edited since."""
        queries = self._store.recent_queries
        if (
            self._index is None
            or self._index >= len(queries)
            or self._pane.field.text() != queries[self._index]
        ):
            return None
        return self._index

    def _go(self, index: int) -> None:
        queries = self._store.recent_queries
        if index < len(queries):
            self._index = index if index >= 0 else None
            self._pane.field.setText(queries[index] if index >= 0 else "")

    def _replace(self, query: str) -> None:
        if self._rested and not query.startswith(self._rested):
            self._store.add_recent_query(self._rested)
        self._rested = ""
        # recording would reorder the queries that the user is stepping through
        if query and self._standing_at() is None:
            self.resting.start()
        else:
            self.resting.stop()

    def _rest(self) -> None:
        self._rested = "" if self._private else self._pane.query
