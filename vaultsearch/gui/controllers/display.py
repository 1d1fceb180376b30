"""How results and note are displayed: table and order, zoom, and related notes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication

from vaultsearch.gui.reading.places import RelatedOrder, quote_sections, relation_sections, relations_of
from vaultsearch.gui.results.results_model import order_of, sorted_column
from vaultsearch.gui.results.table_view import ColumnsMenu
from vaultsearch.gui.rows.arrangement import DATE, Column, ColumnOrder, Order
from vaultsearch.gui.translations import keep_translated, translate_error

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QAbstractItemView

    from vaultsearch.core.values.context import ReadNote
    from vaultsearch.core.values.query import NoteProperties
    from vaultsearch.gui.actions import Actions
    from vaultsearch.gui.controllers.reading import ReadingController
    from vaultsearch.gui.engine_thread import EngineThread, Trouble
    from vaultsearch.gui.reading.note_view import NoteView
    from vaultsearch.gui.reading.places import Belonging
    from vaultsearch.gui.reading.preview_pane import PreviewPane
    from vaultsearch.gui.reading.sheets_view import SheetsView
    from vaultsearch.gui.results.results_pane import ResultsPane


_PROPERTIES_JOB = "properties"


class TableController(QObject):
    """Connect the table in ``results`` with ``actions`` and ``engine``.

    Property values are requested only while the table is shown, and only for listed notes.
    """

    def __init__(self, engine: EngineThread, results: ResultsPane, actions: Actions) -> None:
        super().__init__(results)
        self._engine = engine
        self._results = results
        self._table = results.table
        self._actions, self._show, self._orders = actions, actions.table, actions.orders
        self._request: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._show.toggled.connect(self._toggle)
        # The order by a column is chosen in the table's header; the menu only shows that it is in force.
        self._orders[Order.COLUMN].setEnabled(False)
        self._table.menu_asked.connect(self._open_menu)
        self._table.sort_asked.connect(self.sort)
        self._table.columns_changed.connect(self._columns_changed)
        results.list.model().modelReset.connect(self._ask)
        engine.vault_opened.connect(lambda _: self._ask_anew())
        engine.sync_finished.connect(lambda _: self._ask_anew())

    @property
    def shown(self) -> bool:
        """Whether results are shown as a table."""
        return self._show.isChecked()

    def restore(self, widths: Sequence[tuple[str, int]], *, shown: bool) -> None:
        """Restore a previous window's columns, and the table if it was shown."""
        if widths:
            self._table.set_columns(widths)
        self._show.setChecked(shown)

    def choose_columns(self) -> None:
        """Open the columns menu below the button."""
        button = self._table.button
        self._open_menu(button.mapToGlobal(QPoint(0, button.height())))

    def sort(self, column: Column) -> None:
        """Sort by a column; the second time reversed; the third time best first."""
        # The newest date comes first, as everywhere.
        first = column.key == DATE
        by = sorted_column(self._results.list.arrangement)
        if by is None or by[0] != column:
            self._sort_by(column, descending=first)
        elif by[1] == first:
            self._sort_by(column, descending=not first)
        else:
            self._orders[Order.RELEVANCE].trigger()
        self._table.scrollToTop()

    def _sort_by(self, column: Column, *, descending: bool) -> None:
        order = order_of(column, descending=descending)
        if order is Order.COLUMN:
            self._results.sort_by(ColumnOrder(column, descending, self._table.properties.cells))
        else:
            self._orders[order].trigger()

    def _toggle(self) -> None:
        self._actions.enable()
        self._ask()

    def _columns_changed(self) -> None:
        by = self._results.list.arrangement.by_column
        if by is not None and by.column not in self._table.columns:
            self._orders[Order.RELEVANCE].trigger()
        self._ask()

    def _ask_anew(self) -> None:
        """Ask again, as properties may have changed."""
        self._request = None
        self._ask()

    def _ask(self) -> None:
        paths = tuple(dict.fromkeys(result.chunk.path for result in self._results.list.results))
        names = tuple(column.property_name for column in self._table.columns if column.property_name)
        # Each stage of an answer resets the model, often with the same notes.
        if self._show.isChecked() and (paths, names) != self._request:
            self._request = paths, names
            self._engine.ask(_PROPERTIES_JOB, lambda vault: vault.query.properties(paths, names), self._take)

    def _take(self, properties: NoteProperties) -> None:
        self._table.show_properties(properties)
        by = self._results.list.arrangement.by_column
        if by is not None and by.column.property_name:
            self._results.sort_by(ColumnOrder(by.column, by.descending, properties.cells))

    def _open_menu(self, position: QPoint) -> None:
        menu = ColumnsMenu(self._table, self._results.list.arrangement, self._orders[Order.RELEVANCE])
        menu.popup(position)


STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250)
"""Zoom percentages, as in browsers."""

_WHEEL_NOTCH = 120
"""A wheel notch in eighths of a degree; touchpads send fractions."""


class ZoomController(QObject):
    """Scale the text of ``lists`` and ``page`` by a common factor."""

    message = Signal(str)
    """A sentence on the new zoom."""

    def __init__(self, lists: Sequence[QAbstractItemView], page: NoteView, sheets: SheetsView) -> None:
        super().__init__(page)
        self._lists, self._page, self._sheets = tuple(lists), page, sheets
        self.percent = 100
        """The zoom in percent."""
        self._turned = 0
        for view in (*self._lists, page, sheets):
            # Events of the wheel are sent to a view's viewport.
            view.viewport().installEventFilter(self)

    def set_percent(self, percent: int) -> None:
        """Zoom to ``percent``, within limits."""
        percent = max(STEPS[0], min(percent, STEPS[-1]))
        if percent != self.percent:
            self.percent = percent
            for view in self._lists:
                # Always from the default font: repeated scaling would drift.
                font = QFont(QApplication.font(view))
                # A font with a pixel size has no point size.
                if font.pointSizeF() > 0:
                    font.setPointSizeF(font.pointSizeF() * percent / 100)
                else:
                    font.setPixelSize(round(font.pixelSize() * percent / 100))
                view.setFont(font)
            self._page.set_zoom(percent / 100)
            self._sheets.set_zoom(percent / 100)

    def zoom_in(self) -> None:
        """Zoom to the next larger step."""
        self._go(STEPS[min(bisect_right(STEPS, self.percent), len(STEPS) - 1)])

    def zoom_out(self) -> None:
        """Zoom to the next smaller step."""
        self._go(STEPS[max(bisect_left(STEPS, self.percent) - 1, 0)])

    def reset(self) -> None:
        """Restore 100 %."""
        self._go(100)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Zoom with the wheel while Ctrl is held."""
        if not isinstance(event, QWheelEvent) or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        self._turned += event.angleDelta().y()
        while abs(self._turned) >= _WHEEL_NOTCH:
            self._turned -= _WHEEL_NOTCH if self._turned > 0 else -_WHEEL_NOTCH
            (self.zoom_in if event.angleDelta().y() > 0 else self.zoom_out)()
        return True

    def _go(self, percent: int) -> None:
        self.set_percent(percent)
        self.message.emit(self.tr("Zoom: {} %").format(self.percent))


_RELATED_JOB = "related"
_MAX_RELATED_IN_ORDER = 30
"""Number of related notes when not listed best first."""


class _PaneContent(Enum):
    RELATIONS = auto()
    QUOTES = auto()


class RelatedController(QObject):
    """Open and close the pane below the note in ``preview``, and follow the note.

    ``question`` returns the current query, for quotes.
    """

    def __init__(
        self,
        engine: EngineThread,
        preview: PreviewPane,
        reading: ReadingController,
        question: Callable[[], str],
    ) -> None:
        super().__init__(preview)
        self._engine = engine
        self._preview = preview
        self._pane, self._part, self._bar = preview.related, preview.related_part, preview.related_bar
        self._question = question
        self._kind = _PaneContent.RELATIONS
        self._about: tuple[str, str] | None = None
        reading.moved.connect(self._follow)
        reading.renewed.connect(self._ask_again)
        engine.failed.connect(self._refuse)
        self._pane.place_asked.connect(reading.open_place)
        self._pane.copy_asked.connect(self._copy)
        self._reading = reading
        self._part.hide()
        self._bar.changed.connect(self._ask_again)
        # The reasons beside the rows were written in the former language.
        keep_translated(self._pane, self._ask_again)

    def toggle(self) -> None:
        """Show and focus related notes, or hide them."""
        self._toggle(_PaneContent.RELATIONS)

    def toggle_quotes(self) -> None:
        """Show and focus quotes answering the query, or hide them."""
        self._toggle(_PaneContent.QUOTES)

    def show_quotes(self) -> None:
        """Show quotes answering the query, if not yet shown."""
        if not (self._pane.isVisible() and self._kind is _PaneContent.QUOTES):
            self.toggle_quotes()

    def close(self) -> None:
        """Hide the pane, and focus the note."""
        self._part.hide()
        self._engine.drop(_RELATED_JOB)
        self._preview.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._reading.message.emit(self.tr("Copied: {}").format(text))

    def _toggle(self, kind: _PaneContent) -> None:
        if self._pane.isVisible() and self._kind is kind:
            self.close()
            return
        self._kind, self._about = kind, None
        self._bar.setVisible(kind is _PaneContent.RELATIONS)
        self._part.show()
        self._pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._follow()

    def _ask_again(self) -> None:
        self._about = None
        self._follow()

    def _follow(self) -> None:
        shown = self._preview.shown
        if not self._pane.isVisible():
            return
        if shown is None:
            self._about = None
            self._engine.drop(_RELATED_JOB)
            self._pane.clear()
            return
        about = shown.path, self._question() if self._kind is _PaneContent.QUOTES else ""
        # Moves within a note are announced, too.
        if about != self._about:
            self._about = about
            self._ask(*about)

    def _ask(self, path: str, question: str) -> None:
        if self._kind is _PaneContent.QUOTES and not question:
            self._engine.drop(_RELATED_JOB)
            self._pane.say(self.tr("Type a question to see its answers in this note"))
            return
        self._pane.say(self.tr("Searching…"))
        if self._kind is _PaneContent.QUOTES:
            self._engine.ask(_RELATED_JOB, lambda vault: vault.read(path, question), self._show_quotes)
        else:
            unlinked, within = self._bar.unlinked.isChecked(), self._bar.conditions
            n = _MAX_RELATED_IN_ORDER if self._bar.chosen_order is not RelatedOrder.BEST else None
            self._engine.ask(
                _RELATED_JOB,
                lambda vault: relations_of(vault, path, n, unlinked=unlinked, within=within),
                self._show_relations,
            )

    def _refuse(self, trouble: Trouble) -> None:
        if trouble.job == _RELATED_JOB:
            self._pane.say(translate_error(trouble.sentence, trouble.remedy))

    def _show_relations(self, relations: Belonging) -> None:
        related, links, suggested = relations
        in_order = self._bar.chosen_order.applied(related)
        nothing = self.tr("No related notes")
        self._pane.show_sections(relation_sections(in_order, links, suggested), nothing)

    def _show_quotes(self, read: ReadNote) -> None:
        self._pane.show_sections(quote_sections(read), self.tr("No answer in this note"))
