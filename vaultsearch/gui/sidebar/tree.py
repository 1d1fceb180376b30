"""The sidebar's tree: rows as values, and the view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QCursor,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPalette,
    QStandardItem,
    QStandardItemModel,
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
from vaultsearch.gui.rows.row_painter import RowFonts
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

MAX_FACETS = 12
"""Tags or folders shown beneath each heading, until the user asks for all."""


class SidebarSection(StrEnum):
    """The sections, in order."""

    SAVED = "saved"
    KINDS = "kinds"
    TOPICS = "topics"
    TAGS = "tags"
    FOLDERS = "folders"


@dataclass(frozen=True, slots=True)
class SidebarRow:
    """A row: the heading of a ``section``, a saved search at index ``place``, a facet, or plain words.

    ``key`` identifies the row when counts change.
    """

    section: SidebarSection
    key: str
    label: str
    saved: SavedSearch | None = None
    place: int = 0
    facet: Facet | None = None
    leads_to_all: bool = False
    rows: Sequence[SidebarRow] = ()

    @property
    def is_heading(self) -> bool:
        """Whether the row is a section's heading."""
        return self.key == self.section


def sidebar_rows(
    saved: tuple[SavedSearch, ...], facets: Facets, whole: Collection[SidebarSection] = ()
) -> list[SidebarRow]:
    """Return the headings with their rows; sections in ``whole`` show all facets, empty ones are left out."""
    own = SidebarSection.SAVED
    searches = [
        SidebarRow(own, f"{own}/{search.mode}/{search.query}", search.name, search, place)
        for place, search in enumerate(saved)
    ] or [SidebarRow(own, "nothing saved", tr("Ctrl+D saves a search"))]
    of_others = len(facets.types) > 1 or any(map(_is_chosen, facets.types))
    sections = (
        (SidebarSection.KINDS, tr("Kind"), facets.types if of_others else ()),
        (SidebarSection.TOPICS, tr("Topics"), facets.topics),
        (SidebarSection.TAGS, tr("Tags"), facets.tags),
        (SidebarSection.FOLDERS, tr("Folders"), facets.folders),
    )
    return [
        SidebarRow(own, own, tr("Saved searches"), rows=searches),
        *(
            SidebarRow(section, section, title, rows=_facet_rows(section, shown, whole=section in whole))
            for section, title, shown in sections
            if shown
        ),
    ]


def _facet_rows(section: SidebarSection, facets: tuple[Facet, ...], *, whole: bool) -> list[SidebarRow]:
    # The query's facets are always shown, however few notes they have.
    # A single facet beyond the limit takes no more room than the row offering it.
    whole = whole or len(facets) <= MAX_FACETS + 1
    first = [facet for index, facet in enumerate(facets) if index < MAX_FACETS or _is_chosen(facet)]
    rows = [_facet_row(section, facet) for facet in (facets if whole else first)]
    if left := len(facets) - len(rows):
        text = tr("{} more…").format(phrases.format_number(left))
        rows.append(SidebarRow(section, f"{section}/more", text, leads_to_all=True))
    return rows


def _facet_row(section: SidebarSection, facet: Facet) -> SidebarRow:
    label = kind_name(facet.value) if facet.kind is FacetKind.TYPE else facet.label
    parts = [_facet_row(section, part) for part in facet.parts]
    return SidebarRow(section, f"{facet.kind}/{facet.value}", label, facet=facet, rows=parts)


def _is_chosen(facet: Facet) -> bool:
    return facet.chosen or any(map(_is_chosen, facet.parts))


ROW_ROLE = int(Qt.ItemDataRole.UserRole)


def _tree_item(row: SidebarRow, *, frozen: bool) -> QStandardItem:
    """Return a row's item with those below; saved searches are editable, ``frozen`` facets disabled."""
    item, spoken, tip = QStandardItem(row.label), row.label, ""
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    if row.saved is not None:
        tip, flags = row.saved.query, flags | Qt.ItemFlag.ItemIsEditable
    elif row.facet is not None:
        # A kind's row counts files of this kind, and only notes have tags as a rule.
        is_of_notes = row.facet.value in NOTE_KINDS or row.section is SidebarSection.TAGS
        count = (phrases.count_notes if is_of_notes else phrases.count_files)(row.facet.count)
        name = row.label if row.facet.kind is FacetKind.TYPE else row.facet.value
        spoken, tip = f"{row.label}, {count}", f"{name}: {count}"
        if row.facet.chosen:
            spoken, tip = tr("{}, active").format(spoken), tr("{} (click to remove)").format(tip)
        flags = Qt.ItemFlag.NoItemFlags if frozen else flags
    item.setData(row, ROW_ROLE)
    item.setToolTip(literal_tooltip(tip))
    item.setAccessibleText(spoken)
    item.setFlags(flags)
    item.appendRows([_tree_item(below, frozen=frozen) for below in row.rows])
    return item


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
        font = RowFonts.of(option.font).title if row.is_heading or chosen else option.font
        is_name = row.facet is not None or row.saved is not None
        role = ACCENT_ROLE if chosen else QPalette.ColorRole.Text if is_name else SECONDARY_ROLE
        metrics = QFontMetrics(font)
        area = option.rect.adjusted(_INSET, 0, -2 * GRID, 0)
        count = phrases.format_number(row.facet.count) if row.facet is not None else ""
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
        self._rows = QStandardItemModel(self)
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
        keep_translated(
            self,
            lambda: self.setAccessibleName(self.tr("Saved searches, tags and folders")),
            lambda: self.header().setAccessibleName(self.accessibleName()),
            self._refill,
        )
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
        self._rows.itemChanged.connect(self._rename)
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

    def indexes(self) -> dict[str, QModelIndex]:
        """Return the rows' indexes by key."""
        every = self._rows.findItems("", Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive)
        return {_row_of(item.index()).key: item.index() for item in every}

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

    def _refill(self) -> None:
        # A reset would close the editor while a name is being typed.
        self._due = self._is_editing()
        if self._due:
            return
        current, offset = self._current(), self.verticalScrollBar().value()
        rows = sidebar_rows(self._saved, self._facets, self._whole)
        # Rows unfolded here do not count as unfolded by the user.
        self.blockSignals(True)
        self._rows.clear()
        self._rows.invisibleRootItem().appendRows([_tree_item(row, frozen=self._frozen) for row in rows])
        indexes = self.indexes()
        for index in indexes.values():
            row = _row_of(index)
            # Headings are open unless folded, facets if unfolded or above a chosen one.
            is_above_chosen = row.facet is not None and any(map(_is_chosen, row.facet.parts))
            is_open = row.is_heading or is_above_chosen or row.key in self._unfolded
            self.setExpanded(index, is_open and row.key not in self._folded)
        self.blockSignals(False)
        if current is not None:
            self.setCurrentIndex(indexes.get(current.key, self._rows.index(0, 0)))
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(offset)

    def _is_editing(self) -> bool:
        return self.state() == QAbstractItemView.State.EditingState

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

    def _rename(self, item: QStandardItem) -> None:
        # Unless the name is stored, the former is shown again once the editor closes.
        self._due = True
        self.rename_asked.emit(item.data(ROW_ROLE).place, item.text())

    def _show_menu(self, position: QPoint) -> None:
        index = QPersistentModelIndex(self.indexAt(position))
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
