"""The sidebar's tree: rows as values, the Qt model, and the view."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QCursor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLineEdit,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.values.query import Facet, FacetKind, Facets, SavedSearch
from vaultsearch.gui import phrases
from vaultsearch.gui.file_kinds import kind_name
from vaultsearch.gui.rows.two_line_rows import write_aligned
from vaultsearch.gui.theme import (
    ACCENT_BAR_WIDTH,
    ACCENT_ROLE,
    GRID,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mix_colors,
)
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import AnyIndex, ignore_drops, literal_tooltip

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

MAX_FACETS = 12
"""Tags or folders shown beneath each heading, until the user asks for all."""


class SidebarSection(StrEnum):
    """The sections, in order."""

    SAVED = "saved"
    KINDS = "kinds"
    TOPICS = "topics"
    TAGS = "tags"
    FOLDERS = "folders"


@dataclass(eq=False)
class SidebarRow:
    """A row: the heading of a ``section``, a saved search at index ``place``, a facet, or plain words.

    ``key`` identifies the row when counts change.
    """

    section: SidebarSection
    key: str
    label: str
    count: int | None = None
    saved: SavedSearch | None = None
    place: int = 0
    facet: Facet | None = None
    leads_to_all: bool = False
    parent: SidebarRow | None = None
    rows: list[SidebarRow] = field(default_factory=list)

    @property
    def is_heading(self) -> bool:
        """Whether the row is a section's heading."""
        return self.parent is None

    def add(self, row: SidebarRow) -> SidebarRow:
        """Add a child row and return it."""
        row.parent = self
        self.rows.append(row)
        return row

    def all(self) -> Iterator[SidebarRow]:
        """Yield this row and all descendants, from top to bottom."""
        yield self
        for row in self.rows:
            yield from row.all()


def sidebar_rows(
    saved: tuple[SavedSearch, ...], facets: Facets, whole: Collection[SidebarSection] = ()
) -> list[SidebarRow]:
    """Return the headings with their rows; sections in ``whole`` show all facets, empty ones are left out."""
    heading = SidebarRow(SidebarSection.SAVED, SidebarSection.SAVED, tr("Saved searches"))
    for place, search in enumerate(saved):
        key = f"{SidebarSection.SAVED}/{search.mode}/{search.query}"
        heading.add(SidebarRow(SidebarSection.SAVED, key, search.name, saved=search, place=place))
    if not saved:
        heading.add(SidebarRow(SidebarSection.SAVED, "nothing saved", tr("Ctrl+D saves a search")))
    rows = [heading]
    of_others = len(facets.types) > 1 or any(map(_is_chosen, facets.types))
    for section, title, shown in (
        (SidebarSection.KINDS, tr("Kind"), facets.types if of_others else ()),
        (SidebarSection.TOPICS, tr("Topics"), facets.topics),
        (SidebarSection.TAGS, tr("Tags"), facets.tags),
        (SidebarSection.FOLDERS, tr("Folders"), facets.folders),
    ):
        if shown:
            rows.append(_facet_section(section, title, shown, whole=section in whole))
    return rows


def _facet_section(
    section: SidebarSection, title: str, facets: tuple[Facet, ...], *, whole: bool
) -> SidebarRow:
    heading = SidebarRow(section, section, title)
    # The query's facets are always shown, however few notes they have.
    # A single facet beyond the limit takes no more room than the row offering it.
    whole = whole or len(facets) <= MAX_FACETS + 1
    first = [facet for index, facet in enumerate(facets) if index < MAX_FACETS or _is_chosen(facet)]
    shown = facets if whole else first
    for facet in shown:
        _add_facet(heading, facet)
    if left := len(facets) - len(shown):
        text = tr("{} more…").format(phrases.format_number(left))
        heading.add(SidebarRow(section, f"{section}/more", text, leads_to_all=True))
    return heading


def _add_facet(above: SidebarRow, facet: Facet) -> None:
    label = kind_name(facet.value) if facet.kind is FacetKind.TYPE else facet.label
    key = f"{facet.kind}/{facet.value}"
    row = above.add(SidebarRow(above.section, key, label, facet.count, facet=facet))
    for part in facet.parts:
        _add_facet(row, part)


def _is_chosen(facet: Facet) -> bool:
    return facet.chosen or any(map(_is_chosen, facet.parts))


ROW_ROLE = int(Qt.ItemDataRole.UserRole)


class SidebarModel(QAbstractItemModel):
    """Answers roles from the rows; ``frozen`` facets cannot be chosen."""

    renamed = Signal(int, str)
    """A saved search's index and new name."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SidebarRow] = []
        # Indexes carry numbers, not pointers: an index from before a reset must lead to no deleted row.
        self._numbered: dict[int, SidebarRow] = {}
        self._numbers: dict[SidebarRow, int] = {}
        self._frozen = False

    def replace(self, rows: list[SidebarRow], *, frozen: bool) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self._rows, self._frozen = rows, frozen
        self._numbered = dict(enumerate((row for heading in rows for row in heading.all()), start=1))
        self._numbers = {row: number for number, row in self._numbered.items()}
        self.endResetModel()

    def indexes(self) -> dict[str, QModelIndex]:
        """Return the rows' indexes by key."""
        return {row.key: self._index(row) for row in self._numbered.values()}

    def index(self, row: int, column: int, parent: AnyIndex = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's default
        """Return a row's index."""
        rows = self._children(parent)
        if column == 0 and 0 <= row < len(rows):
            return self.createIndex(row, column, self._numbers[rows[row]])
        return QModelIndex()

    def parent(self, index: AnyIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008 - Qt's default
        """Return the parent row's index, an invalid index for a heading."""
        row = self._row(index)
        return QModelIndex() if row is None or row.parent is None else self._index(row.parent)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """Count the child rows."""
        return len(self._children(parent))

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
                return literal_tooltip(self._tooltip_text(row))
            case Qt.ItemDataRole.AccessibleTextRole if row.count is not None:
                counted = f"{row.label}, {_count_text(row.count, row)}"
                is_chosen = row.facet is not None and row.facet.chosen
                return self.tr("{}, active").format(counted) if is_chosen else counted
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.label
            case _:
                return row if role == ROW_ROLE else None

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit a saved search's new name."""
        row = self._row(index)
        if row is None or row.saved is None or role != Qt.ItemDataRole.EditRole:
            return False
        self.renamed.emit(row.place, str(value))
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return the row's flags: saved searches are editable, frozen facets disabled."""
        row = self._row(index)
        if row is None or (row.facet is not None and self._frozen):
            return Qt.ItemFlag.NoItemFlags
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsEditable if row.saved is not None else plain

    def _tooltip_text(self, row: SidebarRow) -> str:
        if row.saved is not None:
            return row.saved.query
        if row.facet is None or row.count is None:
            return ""
        name = row.label if row.facet.kind is FacetKind.TYPE else row.facet.value
        counted = f"{name}: {_count_text(row.count, row)}"
        return self.tr("{} (click to remove)").format(counted) if row.facet.chosen else counted

    def _children(self, parent: AnyIndex) -> list[SidebarRow]:
        row = self._row(parent)
        return self._rows if row is None else row.rows

    def _row(self, index: AnyIndex) -> SidebarRow | None:
        return self._numbered.get(index.internalId()) if index.isValid() else None

    def _index(self, row: SidebarRow) -> QModelIndex:
        among = self._rows if row.parent is None else row.parent.rows
        return self.createIndex(among.index(row), 0, self._numbers[row])


def _count_text(count: int, row: SidebarRow) -> str:
    """Count notes or files: a kind's row counts files of this kind, and only notes have tags as a rule."""
    is_note_kind = row.facet is not None and row.facet.value in NOTE_KINDS
    is_of_notes = is_note_kind or row.section is SidebarSection.TAGS
    return phrases.count_notes(count) if is_of_notes else phrases.count_files(count)


_INSET, _GAP = GRID, 2 * GRID


class SidebarDelegate(QStyledItemDelegate):
    """Paints a row's text; the tree paints the whole line's background."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the row's height, with a gap above a heading; the width is the view's."""
        height = QFontMetrics(option.font).height() + 2 * GRID
        return QSize(0, height + (_GAP if _row_of(index).is_heading and index.row() else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        row = _row_of(index)
        enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
        group = QPalette.ColorGroup.Normal if enabled else QPalette.ColorGroup.Disabled
        chosen = row.facet is not None and row.facet.chosen
        font = QFont(option.font)
        if row.is_heading or chosen:
            font.setWeight(QFont.Weight.DemiBold)
        is_name = row.facet is not None or row.saved is not None
        role = ACCENT_ROLE if chosen else QPalette.ColorRole.Text if is_name else SECONDARY_ROLE
        metrics = QFontMetrics(font)
        area = option.rect.adjusted(_INSET, 0, -2 * GRID, 0)
        count = phrases.format_number(row.count) if row.count is not None else ""
        room = area.width() - (metrics.horizontalAdvance(count) + _GAP if count else 0)
        painter.save()
        painter.setFont(font)
        painter.setPen(option.palette.color(group, role))
        write_aligned(painter, option, area.adjusted(0, 0, room - area.width(), 0), row.label, in_middle=True)
        painter.setPen(option.palette.color(group, SECONDARY_ROLE if enabled else QPalette.ColorRole.Text))
        write_aligned(painter, option, area, count, at_end=True)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        """Return the field for renaming a saved search."""
        editor = super().createEditor(parent, option, index)
        editor.setAccessibleName(self.tr("Name of the saved search"))
        if isinstance(editor, QLineEdit):
            editor.setFrame(True)
            ignore_drops(editor)
        return editor


def _row_of(index: AnyIndex) -> SidebarRow:
    row: SidebarRow = index.data(ROW_ROLE)
    return row


_KEY = Qt.Key
_STEP_KEYS = {_KEY.Key_Up: -1, _KEY.Key_Down: 1}


class SidebarTree(QTreeView):
    """Shows saved searches and facets; emits the user's requests and carries out none."""

    facet_chosen = Signal(object)
    """The Facet."""
    search_chosen = Signal(object)
    """The SavedSearch."""
    rename_asked = Signal(int, str)
    move_asked = Signal(int, int)
    """A saved search's index and the new index, after a drag, Alt+Up or Alt+Down."""
    delete_asked = Signal(int)
    restore_asked = Signal()
    left_upwards = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows = SidebarModel(self)
        self._saved: tuple[SavedSearch, ...] = ()
        self._facets = Facets()
        self._frozen = False
        self._whole: set[SidebarSection] = set()
        self._folded: set[str] = set()
        self._unfolded: set[str] = set()
        self._due = False
        self._dragged: SidebarRow | None = None
        self._target: SidebarRow | None = None
        self.setObjectName("sidebar_tree")
        self.setModel(self._rows)
        self.setItemDelegate(SidebarDelegate(self))
        self.setHeaderHidden(True)
        keep_translated(self, self._set_texts)
        self.setIndentation(3 * GRID)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setExpandsOnDoubleClick(False)
        # Rows are current, never selected: the query chooses facets, not the selection.
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self._rows.renamed.connect(self.rename_asked)
        self.clicked.connect(self._choose)
        self.expanded.connect(lambda index: self._remember_fold(index, folded=False))
        self.collapsed.connect(lambda index: self._remember_fold(index, folded=True))

    def show_saved(self, saved: tuple[SavedSearch, ...]) -> None:
        """Show these saved searches."""
        self._saved = saved
        self._refill()

    def show_facets(self, facets: Facets, *, frozen: bool = False) -> None:
        """Show these facets; ``frozen`` ones cannot be chosen."""
        self._facets, self._frozen = facets, frozen
        self._refill()

    def enter(self) -> None:
        """Take the keyboard focus, on the last current row or the first."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._rows.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Enter and Space, move by Alt, delete, restore by undo, leave by Up from the first row."""
        row = self._current()
        has_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        step = _STEP_KEYS.get(_KEY(event.key())) if has_alt else None
        # The editor passes on unused keys.
        if self._is_editing():
            event.ignore()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.restore_asked.emit()
        elif event.key() in (_KEY.Key_Return, _KEY.Key_Enter, _KEY.Key_Space):
            self._choose(self.currentIndex())
        elif step is not None and row is not None and row.saved is not None:
            self.move_asked.emit(row.place, row.place + step)
        elif event.key() == _KEY.Key_Delete and row is not None and row.saved is not None:
            self.delete_asked.emit(row.place)
        elif event.key() == _KEY.Key_Up and not self.indexAbove(self.currentIndex()).isValid():
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag a saved search."""
        super().mousePressEvent(event)
        row: SidebarRow | None = self.indexAt(event.position().toPoint()).data(ROW_ROLE)
        is_saved = row is not None and row.saved is not None
        self._dragged = row if is_saved and event.button() == Qt.MouseButton.LeftButton else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the place of a dragged search."""
        super().mouseMoveEvent(event)
        if self._dragged is not None:
            row: SidebarRow | None = self.indexAt(event.position().toPoint()).data(ROW_ROLE)
            is_other = row is not None and row.saved is not None and row is not self._dragged
            self._target = row if is_other else None
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop a dragged search; a click chooses."""
        dragged, target = self._dragged, self._target
        self._dragged = self._target = None
        self.viewport().update()
        if dragged is None or target is None:
            super().mouseReleaseEvent(event)
        else:
            # A drop is no click, or the search would be run.
            self.setState(QAbstractItemView.State.NoState)
            self.move_asked.emit(dragged.place, target.place)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Show the rows which arrived while a name was being edited."""
        super().closeEditor(editor, hint)
        if self._due:
            self._refill()

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the whole line's background, as wide as the view."""
        line = option.rect
        line.setLeft(0)
        line.setRight(self.viewport().width())
        accent, base = self.palette().color(ACCENT_ROLE), self.palette().color(QPalette.ColorRole.Window)
        hovered = line.contains(self.viewport().mapFromGlobal(QCursor.pos())) and self.underMouse()
        if index == self.currentIndex() and self.hasFocus():
            painter.fillRect(line, mix_colors(base, accent, SELECTED_SHARE))
            painter.fillRect(line.left(), line.top(), ACCENT_BAR_WIDTH, line.height(), accent)
        elif hovered:
            painter.fillRect(line, mix_colors(base, accent, RESTING_SHARE))
        super().drawRow(painter, option, index)
        if self._dragged is not None and self._target is index.data(ROW_ROLE):
            is_above = self._target.place < self._dragged.place
            top = line.top() if is_above else line.bottom() - 1
            painter.fillRect(line.left(), top, line.width(), 2, accent)

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Saved searches, tags and folders"))
        self.header().setAccessibleName(self.accessibleName())
        self._refill()

    def _refill(self) -> None:
        # A reset would close the editor while a name is being typed.
        self._due = self._is_editing()
        if self._due:
            return
        current, offset = self._current(), self.verticalScrollBar().value()
        rows = sidebar_rows(self._saved, self._facets, self._whole)
        # Rows unfolded here do not count as unfolded by the user.
        self.blockSignals(True)
        self._rows.replace(rows, frozen=self._frozen)
        indexes = self._rows.indexes()
        for heading in rows:
            for row in heading.all():
                if row.rows and self._is_open(row):
                    self.setExpanded(indexes[row.key], True)
        self.blockSignals(False)
        if current is not None:
            self.setCurrentIndex(indexes.get(current.key, self._rows.index(0, 0)))
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(offset)

    def _is_editing(self) -> bool:
        return self.state() == QAbstractItemView.State.EditingState

    def _is_open(self, row: SidebarRow) -> bool:
        """Return whether a row is open: headings unless folded, facets if unfolded or above a chosen one."""
        if row.key in self._folded:
            return False
        below = (under.facet for under in row.all() if under is not row)
        holds_chosen = any(facet is not None and facet.chosen for facet in below)
        return row.is_heading or row.key in self._unfolded or holds_chosen

    def _remember_fold(self, index: QModelIndex, *, folded: bool) -> None:
        key = index.data(ROW_ROLE).key
        (self._folded if folded else self._unfolded).add(key)
        (self._unfolded if folded else self._folded).discard(key)

    def _choose(self, index: QModelIndex) -> None:
        row: SidebarRow | None = index.data(ROW_ROLE)
        if row is None or not index.flags() & Qt.ItemFlag.ItemIsEnabled:
            return
        if row.is_heading:
            self.setExpanded(index, not self.isExpanded(index))
        elif row.facet is not None:
            self.facet_chosen.emit(row.facet)
        elif row.saved is not None:
            self.search_chosen.emit(row.saved)
        elif row.leads_to_all:
            self._whole.add(row.section)
            self._refill()

    def _show_menu(self, position: QPoint) -> None:
        index = self.indexAt(position)
        row: SidebarRow | None = index.data(ROW_ROLE)
        if row is None or row.saved is None:
            return
        saved, place = row.saved, row.place
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Search"), lambda: self.search_chosen.emit(saved))
        menu.addAction(self.tr("Rename"), QKeySequence("F2"), lambda: self.edit(index))
        menu.addAction(self.tr("Delete"), QKeySequence("Del"), lambda: self.delete_asked.emit(place))
        menu.popup(self.viewport().mapToGlobal(position))

    def _current(self) -> SidebarRow | None:
        row: SidebarRow | None = self.currentIndex().data(ROW_ROLE)
        return row
