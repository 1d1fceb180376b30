"""The sidebar: saved searches, facets and dates; counted by a controller, beside or over the rest."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QPropertyAnimation, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStyle, QWidget

from vaultsearch.core.values.query import Facet, Facets, SavedSearch
from vaultsearch.core.values.search import Edit, Mode, Result, SearchStage
from vaultsearch.gui import phrases
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.histogram import FacetHistogram, describe_period, period_text
from vaultsearch.gui.rows.two_line_rows import MAX_FADING_MS
from vaultsearch.gui.sidebar.tree import SidebarTree
from vaultsearch.gui.theme import GRID, NARROW_BELOW
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import NarrowLabel, column_of, fill_split, quiet_button, row_of
from vaultsearch.settings.protocol import SettingsStore

MIN_SIDEBAR_WIDTH = 44 * GRID
MAX_SIDEBAR_WIDTH = 100 * GRID


class Sidebar(QWidget):
    """Shows facets with counts, and emits the chosen facet."""

    facet_chosen = Signal(object)
    """The Facet."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self.setMinimumWidth(MIN_SIDEBAR_WIDTH)
        self.setMaximumWidth(MAX_SIDEBAR_WIDTH)
        self.tree = SidebarTree()
        self.histogram = FacetHistogram()
        self.period = quiet_button("secondary")
        self.period.hide()
        self.base = NarrowLabel()
        self._facets: Facets | None = None
        self._literal = False
        self._shows_dates = True
        self._period: Facet | None = None
        self._heading = NarrowLabel("title")
        self._readout = NarrowLabel()
        self._readout.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._when = QWidget()
        self._heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        header = row_of(self._heading, (self._readout, 1), self.period, spacing=GRID)
        margins = (4 * GRID, GRID, 3 * GRID, 0)
        column_of(header, self.histogram, within=self._when, margins=margins, spacing=GRID)
        self.base.setContentsMargins(4 * GRID, GRID, 2 * GRID, 2 * GRID)
        column_of((self.tree, 1), self._when, self.base, within=self, margins=0, spacing=GRID)
        self.tree.facet_chosen.connect(self.facet_chosen)
        self.histogram.chosen.connect(self.facet_chosen)
        self.histogram.looked_at.connect(self._read_out)
        self.period.clicked.connect(lambda: self.facet_chosen.emit(self._period))
        self._when.hide()
        keep_translated(self, self._set_texts)

    def show_facets(self, facets: Facets, *, literal: bool) -> None:
        """Show the facets; a ``literal`` search takes no conditions and disables them."""
        self._facets, self._literal = facets, literal
        self.tree.show_facets(facets, frozen=literal)
        self.histogram.show_periods(facets.periods)
        self.histogram.setEnabled(not literal)
        self._period = facets.period
        if facets.period is not None:
            text = period_text(facets.period.value)
            self.period.setText(f"{text}  ×")
            self.period.setAccessibleName(self.tr("Any time instead of {}").format(text))
        self._read_out(None)
        self.show_dates(shown=self._shows_dates)
        literal_base = self.tr("Exact text search can't be filtered")
        self.base.setText(literal_base if literal else phrases.describe_counted(facets))

    def show_dates(self, *, shown: bool) -> None:
        """Show the notes by date, unless the timeline does."""
        self._shows_dates = shown
        self._when.setVisible(shown and bool(self.histogram.periods or self._period))

    def _set_texts(self) -> None:
        self._heading.setText(self.tr("Date"))
        self.period.setAccessibleName(self.tr("Any time"))
        self.period.setToolTip(self.tr("Remove the date filter"))
        if self._facets is not None:
            self.show_facets(self._facets, literal=self._literal)

    def _read_out(self, period: Facet | None) -> None:
        """Show the period under the pointer, else the query's period."""
        self._readout.setText(describe_period(period) if period is not None else "")
        self.period.setVisible(period is None and self._period is not None)


class SavedSearches(QObject):
    """Edits the store's saved searches; changes are stored at once, and deletions can be undone."""

    changed = Signal()

    def __init__(self, store: SettingsStore, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._deleted: list[tuple[int, SavedSearch]] = []

    @property
    def searches(self) -> tuple[SavedSearch, ...]:
        """The saved searches, in order."""
        return self._store.saved_searches

    def forget(self) -> None:
        """Show the opened vault's searches; earlier deletions can no longer be undone."""
        self._deleted.clear()
        self.changed.emit()

    def add(self, search: SavedSearch) -> SavedSearch | None:
        """Save a search at the end, or return the saved search with the same query and mode."""
        for known in self.searches:
            if (known.query, known.mode) == (search.query, search.mode):
                return known
        self._store_searches((*self.searches, search))
        return None

    def rename(self, index: int, name: str) -> None:
        """Rename a search, unless the new name is empty."""
        plain = " ".join(name.split())
        searches = list(self.searches)
        if plain and plain != searches[index].name:
            searches[index] = replace(searches[index], name=plain)
            self._store_searches(tuple(searches))

    def move(self, index: int, to: int) -> None:
        """Move a search to another index, unless this is beyond the ends."""
        searches = list(self.searches)
        if index != to and 0 <= to < len(searches):
            searches.insert(to, searches.pop(index))
            self._store_searches(tuple(searches))

    def delete(self, index: int) -> SavedSearch:
        """Delete a search and return it."""
        search = self.searches[index]
        self._deleted.append((index, search))
        self._store_searches(self.searches[:index] + self.searches[index + 1 :])
        return search

    def restore(self) -> SavedSearch | None:
        """Restore the search deleted last and return it, or None."""
        if not self._deleted:
            return None
        index, search = self._deleted.pop()
        self._store_searches((*self.searches[:index], search, *self.searches[index:]))
        return search

    def _store_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        self._store.set_saved_searches(searches)
        self.changed.emit()


COUNT_AGAIN_MS = 5000
"""Milliseconds between counts while notes are being indexed."""


class SidebarController(QObject):
    """Counts facets after a search's final stage, and only while the sidebar is visible."""

    message = Signal(str)
    """A sentence for the status line about a successful action."""
    counted = Signal(object, bool)
    """The Facets, and whether the search is literal, and so takes no conditions."""

    def __init__(
        self,
        pane: SearchPane,
        sidebar: Sidebar,
        split: SidebarSplit,
        engine: EngineThread,
        store: SettingsStore,
        timeline: QAction,
    ) -> None:
        super().__init__(sidebar)
        self._pane, self._sidebar, self._split = pane, sidebar, split
        self._engine, self._timeline = engine, timeline
        self._listed: frozenset[str] = frozenset()
        self._waiting = False
        self.again = QTimer(self, interval=COUNT_AGAIN_MS, singleShot=True)
        self.again.timeout.connect(self.count)
        self.saved = SavedSearches(store, self)
        self.saved.changed.connect(lambda: sidebar.tree.show_saved(self.saved.searches))
        pane.searched.connect(self._wait)
        pane.cleared.connect(self.count_listed)
        engine.vault_opened.connect(lambda _: self.count())
        engine.sync_finished.connect(lambda _: self.count())
        sidebar.facet_chosen.connect(self.toggle_facet)
        timeline.toggled.connect(lambda shown: sidebar.show_dates(shown=not shown))
        timeline.toggled.connect(self.count)
        split.veil.clicked.connect(self.toggle)
        # It folds away if it covers the answers to the typed query.
        pane.field.textEdited.connect(
            lambda _: split.toggle() if split.covers_rest and pane.field.hasFocus() else None
        )
        tree = sidebar.tree
        tree.search_chosen.connect(lambda search: pane.run(search.query, search.mode))
        tree.rename_asked.connect(self.saved.rename)
        tree.move_asked.connect(self.saved.move)
        tree.delete_asked.connect(self._delete)
        tree.restore_asked.connect(self._restore)
        tree.left_upwards.connect(pane.field.setFocus)
        tree.show_saved(self.saved.searches)

    def toggle(self) -> None:
        """Show the sidebar and focus it, or fold it away and focus the field."""
        self._split.toggle()
        if self._split.folded:
            self._pane.field.setFocus()
        else:
            self.count()
            self._sidebar.tree.enter()

    def handle_stage(self, stage: SearchStage) -> None:
        """Count again after a search's final stage."""
        if stage.final:
            self.count_listed(stage.results)

    def count_listed(self, results: tuple[Result, ...] = ()) -> None:
        """Count beside these rows: none, if nothing was asked or the query can't be answered."""
        self._waiting, self._listed = False, frozenset(result.chunk.path for result in results)
        self.count()

    def count(self) -> None:
        """Count the current query's facets, once it is answered and if they are visible."""
        if (self._split.folded and not self._timeline.isChecked()) or self._waiting:
            return
        query, mode, listed = self._pane.query, self._pane.mode, self._listed
        literal = mode is Mode.GREP and query != ""

        def show(facets: Facets) -> None:
            self._sidebar.show_facets(facets, literal=literal)
            self.counted.emit(facets, literal)

        self._engine.ask("facets", lambda vault: vault.query.facets(query, mode, listed), show)

    def count_soon(self) -> None:
        """Count again in a while, once for all calls until then: notes were indexed."""
        if not self.again.isActive():
            self.again.start()

    def toggle_facet(self, facet: Facet) -> None:
        """Add a facet's condition to the query, or remove it."""
        text = self._pane.field.text()
        change = partial(self._change, text)
        self._engine.ask("narrow", lambda vault: vault.query.toggled(text, facet), change)

    def hide_folder(self, result: Result) -> None:
        """Exclude the notes in a result's folder by a filter."""
        text, folder = self._pane.field.text(), result.chunk.folder
        if not folder:
            self.message.emit(self.tr("This note is in no folder"))
        elif not self.can_hide:
            self.message.emit(self.tr("This search takes no filters"))
        else:
            change = partial(self._change, text)
            self._engine.ask("narrow", lambda vault: vault.query.hiding(text, folder), change)

    @property
    def can_hide(self) -> bool:
        """Whether the current search takes filters: neither exact text nor a whole text does."""
        return self._pane.query != "" and self._pane.mode is not Mode.GREP

    def save_search(self) -> None:
        """Save the current query under its own words."""
        query = self._pane.query
        if not query:
            self.message.emit(self.tr("No search to save yet"))
            return
        known = self.saved.add(SavedSearch(query, query, self._pane.mode))
        if known is not None:
            self.message.emit(self.tr("Already saved as “{}”").format(known.name))
        elif self._split.folded:
            self.message.emit(self.tr("Saved. Ctrl+B shows your saved searches"))
        else:
            self.message.emit(self.tr("Saved. F2 renames it"))

    def _wait(self) -> None:
        self._waiting = True
        # Counts for the former query would come after the new query was typed.
        self._engine.drop("facets")

    def _delete(self, index: int) -> None:
        gone = self.saved.delete(index)
        self.message.emit(self.tr("Deleted “{}”. Ctrl+Z restores it").format(gone.name))

    def _restore(self) -> None:
        if (back := self.saved.restore()) is not None:
            self.message.emit(self.tr("Restored “{}”").format(back.name))

    def _change(self, text: str, edit: Edit) -> None:
        # The edit's places are valid only in this text.
        if self._pane.field.text() == text:
            self._pane.field.replace(edit.start, edit.end, edit.text)


_SHADE_OPACITY = 0.28


class SidebarVeil(QWidget):
    """Shades the content beneath a covering sidebar, and takes clicks."""

    clicked = Signal()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the shade, black in both themes."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor.fromRgbF(0, 0, 0, _SHADE_OPACITY))
        painter.end()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Emit ``clicked``."""
        self.clicked.emit()


DEFAULT_SIDEBAR_WIDTH = 58 * GRID
"""The sidebar's width when first unfolded, in device-independent pixels."""

_REST_MS = 400


class SidebarSplit(QWidget):
    """Holds the sidebar and the rest of the window; folded at first.

    In a wide window they stand side by side, and the sidebar's width is remembered. In a narrow window the
    sidebar covers the rest on demand, until a click beside it; the wide window's state is kept.
    """

    def __init__(self, sidebar: Sidebar, rest: QWidget, store: SettingsStore) -> None:
        super().__init__()
        self._sidebar, self._store = sidebar, store
        self._width = store.sidebar_width or DEFAULT_SIDEBAR_WIDTH
        self._unfolded = store.sidebar_width > 0
        self._covers = False
        self._beside = True
        self._split = QSplitter(Qt.Orientation.Horizontal)
        fill_split(self._split, (sidebar, 0, self._width), (rest, 1, 1180 - self._width))
        sidebar.setVisible(self._unfolded)
        column_of(self._split, within=self, margins=0)
        self.veil = SidebarVeil(self)
        self.veil.hide()
        self._slide = QPropertyAnimation(sidebar, b"pos", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._resting = QTimer(self, interval=_REST_MS, singleShot=True)
        self._resting.timeout.connect(self.remember)
        self._split.splitterMoved.connect(lambda *_: self._resting.start())

    @property
    def narrow(self) -> bool:
        """Whether the window is too narrow for both."""
        return self.width() < NARROW_BELOW

    @property
    def covers_rest(self) -> bool:
        """Whether the sidebar covers the rest."""
        return self.narrow and self._covers

    @property
    def folded(self) -> bool:
        """Whether the sidebar is hidden."""
        return not (self._covers if self.narrow else self._unfolded)

    def toggle(self) -> None:
        """Fold or unfold the sidebar."""
        if self.narrow:
            self._covers = not self._covers
            self._arrange()
            length = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
            # A length of 0: the system asks for no animation.
            if self._covers and length > 0:
                place = self._covering_area()
                away = place.width() * (1 if self.isRightToLeft() else -1)
                self._slide.setDuration(min(length, MAX_FADING_MS))
                self._slide.setStartValue(place.topLeft() + QPoint(away, 0))
                self._slide.setEndValue(place.topLeft())
                self._slide.start()
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
        """Lay out the sidebar beside or over the rest, by the new width."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Lay out sidebar and veil; a narrow window takes the sidebar out of the splitter."""
        if self.narrow == self._beside:
            self._beside = not self.narrow
            self._covers = False
            # Without a filled background, the content beneath would shine through.
            self._sidebar.setAutoFillBackground(not self._beside)
            if self._beside:
                self._split.insertWidget(0, self._sidebar)
                self._sidebar.setVisible(self._unfolded)
                self._split.setSizes([self._width, self.width() - self._width])
            else:
                self._sidebar.setParent(self)
        self._sidebar.setVisible(not self.folded)
        self.veil.setVisible(self.covers_rest)
        if self.covers_rest:
            self._slide.stop()
            self.veil.setGeometry(self.rect())
            self.veil.raise_()
            self._sidebar.setGeometry(self._covering_area())
            self._sidebar.raise_()

    def _covering_area(self) -> QRect:
        """Return the sidebar's geometry over the rest."""
        leading = QRect(0, 0, min(self._width, self.width() - 12 * GRID), self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), leading)
