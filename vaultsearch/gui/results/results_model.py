"""The Qt model of the results: a tuple of rows, answered by role."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QDate, QLocale, QObject, Qt

from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.times import DateOrigin
from vaultsearch.gui.file_kinds import kind_name, page_in_file
from vaultsearch.gui.rows.arrangement import Arrangement, Row, arranged
from vaultsearch.gui.rows.row_painter import heading_line, reason_beside, shown_snippet
from vaultsearch.gui.widgets import AnyIndex, tooltip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.search import Chunk, Result

RESULT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The Result of a row."""

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""The Row."""

KEPT_ROLE = int(Qt.ItemDataRole.UserRole) + 3
"""Whether the passage is in the basket."""


class ResultsModel(QAbstractListModel):
    """Holds the results, best first, and the rows made of them; replaces both whole."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._results: tuple[Result, ...] = ()
        self._arrangement = Arrangement()
        self._rows: tuple[Row, ...] = ()
        self._ids_in_basket: frozenset[str] = frozenset()
        self.topics_by_note: Mapping[str, Sequence[str]] = {}

    @property
    def results(self) -> tuple[Result, ...]:
        """The results, best first, shown or folded."""
        return self._results

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows made of the results."""
        return self._rows

    @property
    def arrangement(self) -> Arrangement:
        """The arrangement of the results."""
        return self._arrangement

    def replace(self, results: tuple[Result, ...]) -> None:
        """Replace the results."""
        self._rebuild(results, self._arrangement)

    def arrange(self, arrangement: Arrangement) -> None:
        """Replace the arrangement."""
        self._rebuild(self._results, arrangement)

    def fold_all(self) -> None:
        """Fold every note, for the results of another query."""
        self._arrangement = replace(self._arrangement, unfolded=frozenset())

    def mark_kept(self, chunk_ids: frozenset[str]) -> None:
        """Mark the passages that are in the basket."""
        if chunk_ids != self._ids_in_basket:
            self._ids_in_basket = chunk_ids
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [KEPT_ROLE])

    def row_of(self, chunk: Chunk) -> int | None:
        """Return the row of a passage, None if no row shows it.

        Ids count the passages of a note: with a section added above, another passage has the id. An edited
        one has its id alone.
        """
        chunks = [row.result.chunk for row in self._rows]
        same = [
            index
            for index, other in enumerate(chunks)
            if (other.path, other.content) == (chunk.path, chunk.content)
        ]
        alike = [index for index, other in enumerate(chunks) if other.id == chunk.id]
        return next(iter([row for row in same if row in alike] or same or alike), None)

    def row_of_note(self, path: str) -> int | None:
        """Return the row that leads a note, None if no row shows it."""
        return next((index for index, row in enumerate(self._rows) if row.result.chunk.path == path), None)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Count the rows; a row has none below it."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return that a row can be selected and dragged."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of a role, None if it has none."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == RESULT_ROLE:
            return row.result
        if role == ROW_ROLE:
            return row
        if role == KEPT_ROLE:
            return row.result.chunk.id in self._ids_in_basket
        return self._text(row, role)

    def _text(self, row: Row, role: int) -> str | None:
        result = row.result
        if role == Qt.ItemDataRole.DisplayRole:
            return result.chunk.title
        if role == Qt.ItemDataRole.ToolTipRole:
            chunk, page = result.chunk, page_in_file(result.chunk)
            topics = self.topics_by_note.get(chunk.path, ())
            topic = self.tr("Topic: {}").format(topics[-1].replace("/", " › ")) if topics else ""
            lines = (chunk.path, page, topic, result.why, reason_beside(result), self._dated(chunk))
            return tooltip("\n".join(filter(None, lines)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state_text = self.tr("in the basket") if result.chunk.id in self._ids_in_basket else ""
            more = self.tr("%Ln more passage(s)", None, row.others) if row.others and not row.unfolded else ""
            headings, text = heading_line(result.chunk, ", "), shown_snippet(result).text
            kind = kind_name(result.chunk.kind) if result.chunk.kind is not FileKind.NOTE else ""
            parts = (result.chunk.title, kind, headings, text, more, state_text, reason_beside(result))
            return ", ".join(part for part in parts if part)
        return None

    def _dated(self, chunk: Chunk) -> str:
        """Return which of a note's dates the row shows, as a sentence."""
        dated = chunk.date
        if dated is None:
            return ""
        sentences = {
            DateOrigin.PROPERTY: self.tr("{}: date from the note's properties"),
            DateOrigin.NAME: self.tr("{}: date from the note's name"),
            DateOrigin.SAVED: self.tr("{}: last saved"),
        }
        day = QDate(dated.day.year, dated.day.month, dated.day.day)
        return sentences[dated.origin].format(QLocale().toString(day, QLocale.FormatType.LongFormat))

    def _rebuild(self, results: tuple[Result, ...], arrangement: Arrangement) -> None:
        self.beginResetModel()
        self._results, self._arrangement = results, arrangement
        self._rows = arranged(results, arrangement)
        self.endResetModel()
