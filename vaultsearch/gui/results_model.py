"""The results as Qt asks for them: a tuple of values, answered by role."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vaultsearch.gui.row_text import heading_line

if TYPE_CHECKING:
    from vaultsearch.core.values import Result

RESULT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The Result of a row."""

LEADS_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""Whether the row is the first of its note in a run, and so shows the note's title."""

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex


class ResultsModel(QAbstractListModel):
    """Holds what was found, best first, and replaces it whole."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._results: tuple[Result, ...] = ()

    @property
    def results(self) -> tuple[Result, ...]:
        """What is shown, best first."""
        return self._results

    def replace(self, results: tuple[Result, ...]) -> None:
        """Show ``results`` instead."""
        self.beginResetModel()
        self._results = results
        self.endResetModel()

    def row_of(self, chunk_id: str) -> int | None:
        """Give the row of a passage, or None where it is not among the results."""
        return next((row for row, found in enumerate(self._results) if found.chunk.id == chunk_id), None)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Count the rows; a row has none below it."""
        return 0 if parent is not None and parent.isValid() else len(self._results)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Answer a role, None where there is nothing to say."""
        if not index.isValid() or index.row() >= len(self._results):
            return None
        result = self._results[index.row()]
        if role == RESULT_ROLE:
            return result
        if role == LEADS_ROLE:
            return self._leads(index.row())
        return _text(result, role)

    def _leads(self, row: int) -> bool:
        return row == 0 or self._results[row - 1].chunk.path != self._results[row].chunk.path


def _text(result: Result, role: int) -> str | None:
    if role == Qt.ItemDataRole.DisplayRole:
        return result.chunk.title
    if role == Qt.ItemDataRole.ToolTipRole:
        return f"{result.chunk.path}\n{result.why}" if result.why else result.chunk.path
    if role == Qt.ItemDataRole.AccessibleTextRole:
        parts = (result.chunk.title, heading_line(result.chunk, ", "), result.snippet.text)
        return ", ".join(part for part in parts if part)
    return None
