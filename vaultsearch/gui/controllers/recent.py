"""Earlier work: uses of results, recent queries, notes to begin with, and notes by title."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

from vaultsearch.core.values.query import Beginnings, Example
from vaultsearch.core.values.search import Mode, Result, SearchStage, Use
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.controllers.search import SearchController
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.results.beginnings import BeginningsList, SavedCounts
from vaultsearch.gui.results.results_pane import ResultsHead
from vaultsearch.service.protocol import VaultService
from vaultsearch.settings.protocol import SettingsStore

_USE_JOB, _FORGET_JOB = "note use", "forget use"
NOTE_OPENED_JOB = "note opened"
"""The job recording an opened note."""


class UsageController(QObject):
    """Report uses of ``current``'s results to ``engine``, unless ``recent`` refuses their query."""

    message = Signal(str)
    """A sentence on an action that succeeded."""

    def __init__(
        self,
        engine: EngineThread,
        current: SearchController,
        recent: RecentQueriesController,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._engine, self._current, self._recent = engine, current, recent

    def record(self, result: Result, use: Use) -> None:
        """Report a result's use for the query which found it."""
        stage = self._current.last
        if stage is None or not self._recent.may_record(stage.query) or result not in stage.results:
            # Found for a whole text, or in private: such results stay unreported, even if opened afterwards.
            return
        rank = stage.results.index(result) + 1
        self._engine.submit(
            _USE_JOB, lambda vault: vault.usage.note(stage.query, stage.mode, result.chunk, use, rank)
        )

    def record_opened(self, path: str) -> None:
        """Report a note opened without a query."""
        if not self._recent.is_private:
            self._engine.ask(NOTE_OPENED_JOB, lambda vault: vault.usage.note_opened(path), lambda _: None)

    def forget_note(self, result: Result) -> None:
        """Forget a result's use for this and similar queries."""
        if result.last_used is None:
            self.message.emit(self.tr("This result's rank doesn't come from past use"))
        else:
            self._forget(result.chunk.path)

    def forget_question(self) -> None:
        """Forget all uses for the current query."""
        self._forget(None)

    def _forget(self, path: str | None) -> None:
        if self._current.query is None:
            self.message.emit(self.tr("Ask a question first"))
            return
        query, _ = self._current.query

        def forgotten(_: None) -> None:
            self.message.emit(self.tr("Forgotten"))
            self._current.repeat()

        self._engine.ask(_FORGET_JOB, lambda vault: vault.usage.forget(query, path), forgotten)


READ_AFTER_MS = 3000
"""How long a query must stand for its answers to count as read."""


class RecentQueriesController(QObject):
    """Record meaningful queries in ``store``, and recall them with Up and Down in the empty field.

    A query is recorded when a result is used, or when it stood for a while before being replaced or cleared.
    Typing on extends a query without replacing it.
    """

    def __init__(self, pane: SearchPane, store: SettingsStore) -> None:
        super().__init__(pane)
        self._pane, self._store = pane, store
        self._index: int | None = None
        self._rested = ""
        self.is_private = False
        self._asked_in_private = ""
        self.resting = QTimer(self, interval=READ_AFTER_MS, singleShot=True)
        self.resting.timeout.connect(self._mark_as_read)
        pane.searched.connect(lambda query, _: self._replace(query))
        pane.cleared.connect(lambda: self._replace(""))
        pane.field.installEventFilter(self)

    def record(self) -> None:
        """Record the current query, as a result is used."""
        self._index = None
        query = self._pane.query
        if query and self.may_record(query):
            self._store.add_recent_query(query)

    def may_record(self, query: str) -> bool:
        """Return whether ``query`` was asked outside private mode."""
        return not self.is_private and query != self._asked_in_private

    def set_private(self, private: bool) -> None:
        """Record nothing while ``private``, and never the query asked in private."""
        self.is_private = private
        self._asked_in_private = self._pane.query
        self._rested = ""
        self.resting.stop()

    def finish(self) -> None:
        """Record the current query if it stood for a while: the window is closing."""
        self._replace("")

    def handle_stage(self, stage: SearchStage) -> None:
        """Don't count as read a query that found nothing with parts that are incomplete or ignored."""
        if stage.final and not stage.results and stage.hints and stage.unread is None:
            self._rested = ""
            self.resting.stop()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle Up in the empty field, then Up and Down until something is typed."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        index = self._recalled_index()
        if event.key() == Qt.Key.Key_Up and (index is not None or not self._pane.field.text()):
            self._recall_query(0 if index is None else index + 1)
            return True
        if event.key() == Qt.Key.Key_Down and index is not None:
            self._recall_query(index - 1)
            return True
        return False

    def _recalled_index(self) -> int | None:
        """Return the recalled query's position, or None if the field was edited since."""
        queries, index = self._store.recent_queries, self._index
        is_known = index is not None and index < len(queries) and self._pane.field.text() == queries[index]
        return index if is_known else None

    def _recall_query(self, index: int) -> None:
        queries = self._store.recent_queries
        if index < len(queries):
            self._index = index if index >= 0 else None
            self._pane.field.setText(queries[index] if index >= 0 else "")

    def _replace(self, query: str) -> None:
        if self._rested and not query.startswith(self._rested):
            self._store.add_recent_query(self._rested)
        self._rested = ""
        # Recording would reorder the queries that the user is stepping through.
        if query and self._recalled_index() is None:
            self.resting.start()
        else:
            self.resting.stop()

    def _mark_as_read(self) -> None:
        query = self._pane.query
        self._rested = query if self.may_record(query) else ""


_BEGINNINGS_JOB = "beginnings"
_ROWS_PER_SECTION = 4
"""Rows per section: all four sections fit into a window of usual height."""
_FIRST_LIST_MS = 3000
"""How long notes are indexed before the first are listed."""


class BeginningsController(QObject):
    """Fill ``listing`` with recent searches from ``store`` and notes known to ``engine``.

    Never during a query, as this may read all notes.
    """

    arrived = Signal(object)
    """The Beginnings, while there is no query."""

    def __init__(
        self, engine: EngineThread, pane: SearchPane, listing: BeginningsList, store: SettingsStore
    ) -> None:
        super().__init__(pane)
        self._engine, self._pane, self._list, self._store = engine, pane, listing, store
        self._soon = QTimer(self, interval=_FIRST_LIST_MS, singleShot=True)
        self._soon.timeout.connect(self.ask)
        listing.query_asked.connect(lambda query: pane.run(query, pane.mode))
        listing.search_asked.connect(lambda search: pane.run(search.query, search.mode))
        # Qt notifies each widget when its window is activated.
        listing.installEventFilter(self)
        pane.cleared.connect(self.ask)
        engine.sync_finished.connect(lambda _: self.ask())
        # Once for a first index: later, the list is asked for as a sync ends.
        engine.progress.connect(lambda _: listing.is_filled or self._soon.isActive() or self._soon.start())
        # Only once the opened note is recorded, the list contains it.
        engine.answered.connect(lambda job: self.ask() if job == NOTE_OPENED_JOB else None)

    def forget(self) -> None:
        """List nothing until the next vault's notes are known."""
        self._list.clear()
        self.ask()

    def ask(self) -> None:
        """Request notes, unless there is a query."""
        if self._pane.field.text():
            return
        searches = self._store.saved_searches[:_ROWS_PER_SECTION]

        async def begin(vault: VaultService) -> tuple[SavedCounts, Beginnings, tuple[Example, ...]]:
            counts = await vault.query.note_counts([search.query for search in searches])
            beginnings = await vault.notes.beginnings(_ROWS_PER_SECTION)
            return tuple(zip(searches, counts, strict=True)), beginnings, await vault.query.examples()

        def show(answer: tuple[SavedCounts, Beginnings, tuple[Example, ...]]) -> None:
            self._list.begin_with((self._store.recent_queries[:_ROWS_PER_SECTION], *answer))
            if not self._pane.field.text():
                self.arrived.emit(answer[1])

        self._engine.ask(_BEGINNINGS_JOB, begin, show)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Ask again when the window becomes active: notes were opened or searches cleared."""
        if event.type() == QEvent.Type.WindowActivate:
            self.ask()
        return False


_TITLES_JOB = "titled"
_MAX_TITLES = 8


class TitledNotesController(QObject):
    """Request notes named in a query; keep the previous notes until new ones arrive."""

    shown_asked = Signal(str, int)
    """A note is to be shown: its path, and its first line."""

    def __init__(self, search: SearchPane, head: ResultsHead, engine: EngineThread) -> None:
        super().__init__(head)
        self._search, self._head, self._engine = search, head, engine
        search.searched.connect(self._ask)
        search.cleared.connect(self.forget)
        head.titled.chosen.connect(lambda match: self.shown_asked.emit(match.note.path, 0))

    def forget(self) -> None:
        """Show none, then ask again if there is a query: another vault may be open."""
        self._engine.drop(_TITLES_JOB)
        self._head.show_titled(())
        self.renew()

    def renew(self) -> None:
        """Ask again if there is a query: notes have changed."""
        if self._search.query:
            self._ask(self._search.query, self._search.mode)

    def _ask(self, query: str, mode: Mode) -> None:
        # Exact text and regular expressions are no names of notes.
        show = self._head.show_titled
        if mode is Mode.GREP:
            show(())
        else:
            self._engine.ask(_TITLES_JOB, lambda vault: vault.notes.titled(query, _MAX_TITLES), show)
