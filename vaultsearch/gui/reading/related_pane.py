"""What has to do with the note that is read: related notes, links to it and from it, places that name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

from vaultsearch.gui.results.row_text import SEPARATOR
from vaultsearch.gui.two_line_rows import BESIDE_ROLE, SECOND_ROLE, TwoLineDelegate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtCore import QModelIndex

    from vaultsearch.core.relations.values import NoteLinks, Reference, RelatedNote

_PLACE_ROLE = int(Qt.ItemDataRole.UserRole) + 10


@dataclass(frozen=True, slots=True)
class NotePlace:
    """A note and a line of it, 0 for its top."""

    path: str
    line: int


class RelatedPane(QTreeView):
    """Lists them in sections, each row leading to its place."""

    place_asked = Signal(object)
    """A NotePlace is to be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = QStandardItemModel(self)
        self.setObjectName("related_pane")
        self.setAccessibleName(self.tr("What has to do with this note"))
        self.setModel(self._rows)
        self.setItemDelegate(TwoLineDelegate(self))
        self.setHeaderHidden(True)
        self.header().setAccessibleName(self.accessibleName())
        self.setIndentation(12)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._ask)

    def show_waiting(self) -> None:
        """Say that the answer is on its way."""
        self._rows.clear()
        self._rows.appendRow(_section(self.tr("Looking…"), ""))

    def show_relations(self, related: Sequence[RelatedNote], links: NoteLinks) -> None:
        """Show what was found, in sections; empty ones are left out."""
        self._rows.clear()
        self._add(self.tr("Similar"), [_related(note) for note in related])
        self._add(self.tr("Links here"), _references(links.backlinks))
        self._add(self.tr("Links to"), _targets(links.outgoing))
        self._add(self.tr("Named here, not linked"), _references(links.mentions))
        self._add(self.tr("Links that lead nowhere"), _targets(links.unresolved))
        if self._rows.rowCount() == 0:
            self._rows.appendRow(_section(self.tr("Nothing has to do with this note"), ""))
        self.expandAll()
        first = self._rows.index(0, 0)
        self.setCurrentIndex(self._rows.index(0, 0, first) if self._rows.hasChildren(first) else first)

    def clear(self) -> None:
        """Show nothing."""
        self._rows.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to a row's place on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._ask(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _add(self, title: str, rows: Sequence[QStandardItem]) -> None:
        if rows:
            section = _section(title, str(len(rows)))
            section.appendRows(list(rows))
            self._rows.appendRow(section)

    def _ask(self, index: QModelIndex) -> None:
        place = index.data(_PLACE_ROLE)
        if isinstance(place, NotePlace):
            self.place_asked.emit(place)


def _section(title: str, count: str) -> QStandardItem:
    item = QStandardItem(title)
    item.setData(count, BESIDE_ROLE)
    item.setAccessibleText(f"{title}, {count}" if count else title)
    return item


def _row(title: str, said: str, place: NotePlace | None) -> QStandardItem:
    item = QStandardItem(title)
    item.setData(" ".join(said.split()), SECOND_ROLE)
    item.setData(place, _PLACE_ROLE)
    item.setToolTip(f"{place.path}\n{said}" if place is not None else said)
    item.setAccessibleText(f"{title}, {said}" if said else title)
    return item


def _related(note: RelatedNote) -> QStandardItem:
    return _row(note.title, " · ".join(note.reasons), NotePlace(note.path, note.line or 0))


def _references(references: Iterable[Reference]) -> list[QStandardItem]:
    """Make rows of places in other notes."""
    return [_row(one.title, one.text, NotePlace(one.path or "", one.line)) for one in references]


def _targets(references: Iterable[Reference]) -> list[QStandardItem]:
    """Make rows of what this note links to: each note once, under the headings that it is linked from."""
    return [
        _row(
            one.title or one.written,
            SEPARATOR.join(one.heading_path) or one.text,
            None if one.path is None else NotePlace(one.path, 0),
        )
        for one in references
    ]
