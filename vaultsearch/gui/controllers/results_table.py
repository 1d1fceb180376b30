"""The results table: columns, property values and order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint

from vaultsearch.core.values.query import NoteProperties
from vaultsearch.gui.actions import Actions
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.results.results_model import order_of, sorted_column
from vaultsearch.gui.results.results_pane import ResultsPane
from vaultsearch.gui.results.table_view import ColumnsMenu
from vaultsearch.gui.rows.arrangement import DATE, Column, ColumnOrder, Order

_PROPERTIES_JOB = "properties"


class TableController(QObject):
    """Connect the table in ``results`` with ``actions`` and ``engine``.

    Property values are requested only while the table is shown, and only for listed notes.
    """

    def __init__(self, engine: EngineThread, results: ResultsPane, actions: Actions) -> None:
        super().__init__(results)
        self._engine, self._results, self._table = engine, results, results.table
        self._show, self._orders = actions.table, actions.orders
        self._request: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._show.toggled.connect(actions.enable)
        self._show.toggled.connect(self._ask)
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

        def take(properties: NoteProperties) -> None:
            self._table.show_properties(properties)
            by = self._results.list.arrangement.by_column
            if by is not None and by.column.property_name:
                self._results.sort_by(ColumnOrder(by.column, by.descending, properties.cells))

        # Each stage of an answer resets the model, often with the same notes.
        if self._show.isChecked() and (paths, names) != self._request:
            self._request = paths, names
            self._engine.ask(_PROPERTIES_JOB, lambda vault: vault.query.properties(paths, names), take)

    def _open_menu(self, position: QPoint) -> None:
        menu = ColumnsMenu(self._table, self._results.list.arrangement, self._orders[Order.RELEVANCE])
        menu.popup(position)
