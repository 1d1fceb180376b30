"""The sidebar's rows, a tree of values, and the Qt model over them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.values.query import FacetKind
from vaultsearch.gui import phrases
from vaultsearch.gui.file_kinds import kind_name
from vaultsearch.gui.widgets import AnyIndex, tooltip

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from vaultsearch.core.values.query import Facet, Facets, SavedSearch
    from vaultsearch.settings.protocol import SettingsStore


class SavedSearches(QObject):
    """Edits the saved searches in the store; each change is stored at once, and deletions can be undone."""

    changed = Signal()

    def __init__(self, store: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._deleted: list[tuple[int, SavedSearch]] = []

    @property
    def searches(self) -> tuple[SavedSearch, ...]:
        """The saved searches, in the order in which they are shown."""
        return self._store.saved_searches

    def forget(self) -> None:
        """Show those of the vault that is open now; former deletions can no longer be undone."""
        self._deleted.clear()
        self.changed.emit()

    def add(self, search: SavedSearch) -> SavedSearch | None:
        """Save a search at the end. If the same query and mode are saved already, return that search."""
        for known in self.searches:
            if (known.query, known.mode) == (search.query, search.mode):
                return known
        self._store_searches((*self.searches, search))
        return None

    def rename(self, index: int, name: str) -> None:
        """Rename a search; an empty name changes nothing."""
        plain = " ".join(name.split())
        searches = list(self.searches)
        if plain and plain != searches[index].name:
            searches[index] = replace(searches[index], name=plain)
            self._store_searches(tuple(searches))

    def move(self, index: int, to: int) -> None:
        """Move a search to another index; beyond the ends it stays where it is."""
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
        """Restore the search deleted last at its index and return it; None if there is none."""
        if not self._deleted:
            return None
        index, search = self._deleted.pop()
        self._store_searches((*self.searches[:index], search, *self.searches[index:]))
        return search

    def _store_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        self._store.set_saved_searches(searches)
        self.changed.emit()


MOST = 12
"""Tags or folders shown beneath each heading, until the user asks for all."""


class Section(StrEnum):
    """The sections, in their order."""

    SAVED = "saved"
    KINDS = "kinds"
    TOPICS = "topics"
    TAGS = "tags"
    FOLDERS = "folders"


@dataclass(eq=False)
class Row:
    """A row: the heading of a ``section``, a saved search at index ``place``, a facet, or plain words.

    ``key`` identifies the row across refreshes with other counts.
    """

    section: Section
    key: str
    label: str
    count: int | None = None
    saved: SavedSearch | None = None
    place: int = 0
    facet: Facet | None = None
    leads_to_all: bool = False
    parent: Row | None = None
    rows: list[Row] = field(default_factory=list)

    @property
    def is_heading(self) -> bool:
        """Whether this is the heading of a section."""
        return self.parent is None

    def add(self, row: Row) -> Row:
        """Add a child row and return it."""
        row.parent = self
        self.rows.append(row)
        return row

    def all(self) -> Iterator[Row]:
        """Yield this row and all its descendants, from top to bottom."""
        yield self
        for row in self.rows:
            yield from row.all()


def sidebar_rows(
    saved: tuple[SavedSearch, ...], facets: Facets, whole: Collection[Section] = ()
) -> list[Row]:
    """Return the headings with their rows: all facets of sections in ``whole``, no section without facets."""
    rows = [_saved_section(saved)]
    of_others = len(facets.types) > 1 or any(map(_is_chosen, facets.types))
    for section, title, shown in (
        (Section.KINDS, _tr("Kind"), facets.types if of_others else ()),
        (Section.TOPICS, _tr("Topics"), facets.topics),
        (Section.TAGS, _tr("Tags"), facets.tags),
        (Section.FOLDERS, _tr("Folders"), facets.folders),
    ):
        if shown:
            rows.append(_facet_section(section, title, shown, whole=section in whole))
    return rows


def _saved_section(saved: tuple[SavedSearch, ...]) -> Row:
    heading = Row(Section.SAVED, Section.SAVED, _tr("Saved searches"))
    for place, search in enumerate(saved):
        key = f"{Section.SAVED}/{search.mode}/{search.query}"
        heading.add(Row(Section.SAVED, key, search.name, saved=search, place=place))
    if not saved:
        heading.add(Row(Section.SAVED, "nothing saved", _tr("Ctrl+D saves a search")))
    return heading


def _facet_section(section: Section, title: str, facets: tuple[Facet, ...], *, whole: bool) -> Row:
    heading = Row(section, section, title)
    # Facets that the query contains are shown, however few notes they have.
    # One facet beyond the limit takes no more room than the row that would offer it.
    whole = whole or len(facets) <= MOST + 1
    shown = (
        facets
        if whole
        else [facet for index, facet in enumerate(facets) if index < MOST or _is_chosen(facet)]
    )
    for facet in shown:
        _add_facet(heading, facet)
    if left := len(facets) - len(shown):
        text = _tr("{} more…").format(phrases.number(left))
        heading.add(Row(section, f"{section}/more", text, leads_to_all=True))
    return heading


def _add_facet(above: Row, facet: Facet) -> None:
    key = f"{facet.kind}/{facet.value}"
    label = kind_name(facet.value) if facet.kind is FacetKind.TYPE else facet.label
    row = above.add(Row(above.section, key, label, facet.count, facet=facet))
    for part in facet.parts:
        _add_facet(row, part)


def _is_chosen(facet: Facet) -> bool:
    return facet.chosen or any(map(_is_chosen, facet.parts))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Sidebar", text)


ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The Row."""


class SidebarModel(QAbstractItemModel):
    """Answers roles from the rows; ``frozen`` facets are shown, but cannot be chosen."""

    renamed = Signal(int, str)
    """The index of a saved search, and its new name."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        # Indexes carry numbers, not pointers: an index from before a reset must not lead to a deleted row.
        self._numbered: dict[int, Row] = {}
        self._numbers: dict[Row, int] = {}
        self._frozen = False

    def replace(self, rows: list[Row], *, frozen: bool) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self._rows, self._frozen = rows, frozen
        self._numbered = dict(enumerate((row for heading in rows for row in heading.all()), start=1))
        self._numbers = {row: number for number, row in self._numbered.items()}
        self.endResetModel()

    def indexes(self) -> dict[str, QModelIndex]:
        """Return the index of each row, by its key."""
        return {row.key: self._index(row) for row in self._numbered.values()}

    def index(self, row: int, column: int, parent: AnyIndex = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's default
        """Return the index of a row."""
        rows = self._beneath(parent)
        if column == 0 and 0 <= row < len(rows):
            return self.createIndex(row, column, self._numbers[rows[row]])
        return QModelIndex()

    def parent(self, index: AnyIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008 - Qt's default
        """Return the index of the parent row, an invalid one for a heading."""
        row = self._row(index)
        return QModelIndex() if row is None or row.parent is None else self._index(row.parent)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """Count the child rows."""
        return len(self._beneath(parent))

    def columnCount(self, _parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """Return 1: there is one column."""
        return 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the row's label, tooltip, accessible text, or the Row itself."""
        row = self._row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return row.label
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(_tooltip_text(self, row))
            case Qt.ItemDataRole.AccessibleTextRole:
                return _accessible_text(self, row)
            case _:
                return row if role == ROW_ROLE else None

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit the new name of a saved search."""
        row = self._row(index)
        if row is None or row.saved is None or role != Qt.ItemDataRole.EditRole:
            return False
        self.renamed.emit(row.place, str(value))
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return the flags of a row: saved searches are editable, frozen facets disabled."""
        row = self._row(index)
        if row is None or (row.facet is not None and self._frozen):
            return Qt.ItemFlag.NoItemFlags
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsEditable if row.saved is not None else plain

    def _beneath(self, parent: AnyIndex) -> list[Row]:
        row = self._row(parent)
        return self._rows if row is None else row.rows

    def _row(self, index: AnyIndex) -> Row | None:
        return self._numbered.get(index.internalId()) if index.isValid() else None

    def _index(self, row: Row) -> QModelIndex:
        among = self._rows if row.parent is None else row.parent.rows
        return self.createIndex(among.index(row), 0, self._numbers[row])


def _tooltip_text(model: QObject, row: Row) -> str:
    if row.saved is not None:
        return row.saved.query
    if row.facet is None or row.count is None:
        return ""
    name = row.label if row.facet.kind is FacetKind.TYPE else row.facet.value
    counted = f"{name}: {_counted(row.count, row)}"
    return model.tr("{} (click to remove)").format(counted) if row.facet.chosen else counted


def _counted(count: int, row: Row) -> str:
    """Count notes or files: a row of a kind counts one of them, and only notes have tags as a rule."""
    is_of_notes = row.section is Section.TAGS or (row.facet is not None and row.facet.value in NOTE_KINDS)
    return phrases.notes(count) if is_of_notes else phrases.files(count)


def _accessible_text(model: QObject, row: Row) -> str:
    if row.count is None:
        return row.label
    text = f"{row.label}, {_counted(row.count, row)}"
    return model.tr("{}, active").format(text) if row.facet is not None and row.facet.chosen else text
