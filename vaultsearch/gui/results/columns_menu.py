"""The menu of the table's columns: which ones are shown, and which one the rows are sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from vaultsearch.gui import phrases
from vaultsearch.gui.results.table_model import sorted_column
from vaultsearch.gui.rows.columns import STANDARD, TITLE, Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction

    from vaultsearch.core.values.query import PropertyName
    from vaultsearch.gui.results.table_view import ResultsTable
    from vaultsearch.gui.rows.arrangement import Arrangement

_MOST = 12
"""Properties in the menu itself; rarer ones are in a menu of their own."""
_LONGEST = 40
_IN_COLUMNS = frozenset({"tags", "tag"})
"""Properties that a standard column shows."""


class ColumnsMenu(QMenu):
    """Offers the standard columns, then the properties of the vault with the number of their notes.

    ``best_first`` is the action that sorts by relevance again.
    """

    def __init__(self, table: ResultsTable, arrangement: Arrangement, best_first: QAction) -> None:
        super().__init__(table)
        self.setObjectName("columns_menu")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(self.tr("Columns"))
        self._table = table
        self._add_sorting(arrangement, best_first)
        self.addSeparator()
        for key in STANDARD:
            action = self._add(self, Column(key), Column(key).title)
            action.setEnabled(key != TITLE)
        self.addSeparator()
        self._add_properties()

    def _add_sorting(self, arrangement: Arrangement, best_first: QAction) -> None:
        by, table = sorted_column(arrangement), self._table
        sorting = self.addMenu(self.tr("Sort by"))
        sorting.setAccessibleName(self.tr("Sort by"))
        sorting.addAction(best_first)
        for column in table.columns:
            action = sorting.addAction(_plain(column.title))
            action.setCheckable(True)
            action.setChecked(by is not None and by[0] == column)
            action.triggered.connect(lambda _=False, column=column: table.sort_asked.emit(column))

    def _add_properties(self) -> None:
        shown = {column.property_name: column for column in self._table.columns if column.property_name}
        offered = [
            property_name
            for property_name in self._table.properties.names
            if property_name.name not in _IN_COLUMNS
        ]
        common, rare = offered[:_MOST], offered[_MOST:]
        self._add_named(self, common)
        if rare:
            more = self.addMenu(self.tr("More properties"))
            more.setAccessibleName(self.tr("More properties"))
            self._add_named(more, rare)
        for name in shown.keys() - {property_name.name for property_name in offered}:
            self._add(self, shown[name], _plain(name))

    def _add_named(self, menu: QMenu, names: Sequence[PropertyName]) -> None:
        for name in names:
            text = f"{_plain(name.name)} ({phrases.number(name.count)})"
            self._add(menu, Column.of_property(name.name), text)

    def _add(self, menu: QMenu, column: Column, text: str) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(column in self._table.columns)
        action.triggered.connect(lambda _=False: self._table.toggle_column(column))
        return action


def _plain(name: str) -> str:
    """Return a name as the text of an action, in which & would underline the next letter."""
    shown = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    return shown.replace("&", "&&")
