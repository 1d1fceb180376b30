"""The tree in the sidebar: keeps unfolded rows, current row and scroll position through other counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal
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

from vaultsearch.core.values.query import Facets
from vaultsearch.gui import phrases
from vaultsearch.gui.sidebar.model import ROW_ROLE, Row, Section, SidebarModel, sidebar_rows
from vaultsearch.gui.theme import (
    ACCENT_ROLE,
    BAR,
    GRID,
    RESTING_SHARE,
    SECONDARY_ROLE,
    SELECTED_SHARE,
    mixed,
)
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import AnyIndex, ignore_drops

if TYPE_CHECKING:
    from vaultsearch.core.values.query import SavedSearch


_INSET = GRID
_GAP = 2 * GRID


class SidebarDelegate(QStyledItemDelegate):
    """Paints the text of a row; the tree paints the background of the whole line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the height of a row, with a gap above a heading; the width is the view's."""
        height = QFontMetrics(option.font).height() + 2 * GRID
        return QSize(0, height + (_GAP if _row(index).is_heading and index.row() else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        row = _row(index)
        enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
        group = QPalette.ColorGroup.Normal if enabled else QPalette.ColorGroup.Disabled
        chosen = row.facet is not None and row.facet.chosen
        font = _font(option.font, row, chosen=chosen)
        metrics = QFontMetrics(font)
        area = option.rect.adjusted(_INSET, 0, -2 * GRID, 0)
        count = phrases.number(row.count) if row.count is not None else ""
        room = area.width() - (metrics.horizontalAdvance(count) + _GAP if count else 0)
        label = metrics.elidedText(row.label, Qt.TextElideMode.ElideMiddle, room)
        painter.save()
        painter.setFont(font)
        painter.setPen(option.palette.color(group, _role(row, chosen=chosen)))
        _write(painter, option, area, label, at_end=False)
        painter.setPen(option.palette.color(group, SECONDARY_ROLE if enabled else QPalette.ColorRole.Text))
        _write(painter, option, area, count, at_end=True)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        """Return the field that renames a saved search."""
        editor = super().createEditor(parent, option, index)
        editor.setAccessibleName(self.tr("Name of the saved search"))
        if isinstance(editor, QLineEdit):
            editor.setFrame(True)
            ignore_drops(editor)
        return editor


def _row(index: AnyIndex) -> Row:
    row: Row = index.data(ROW_ROLE)
    return row


def _font(base: QFont, row: Row, *, chosen: bool) -> QFont:
    font = QFont(base)
    if row.is_heading or chosen:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def _role(row: Row, *, chosen: bool) -> QPalette.ColorRole:
    if chosen:
        return ACCENT_ROLE
    is_a_name = row.facet is not None or row.saved is not None
    return QPalette.ColorRole.Text if is_a_name else SECONDARY_ROLE


def _write(painter: QPainter, option: QStyleOptionViewItem, area: QRect, text: str, *, at_end: bool) -> None:
    side = Qt.AlignmentFlag.AlignRight if at_end else Qt.AlignmentFlag.AlignLeft
    flags = QStyle.visualAlignment(option.direction, side | Qt.AlignmentFlag.AlignVCenter)
    rect = QStyle.visualRect(option.direction, option.rect, area)
    painter.drawText(rect, flags.value | Qt.TextFlag.TextSingleLine.value, text)


_KEY = Qt.Key
_STEPS = {_KEY.Key_Up: -1, _KEY.Key_Down: 1}


class SidebarTree(QTreeView):
    """Shows saved searches and facets; emits the user's requests and carries out none itself."""

    facet_chosen = Signal(object)
    """The Facet"""
    search_chosen = Signal(object)
    """The SavedSearch"""
    rename_asked = Signal(int, str)
    move_asked = Signal(int, int)
    """A saved search, by its index, was dragged or moved by Alt+Up and Alt+Down to another index."""
    delete_asked = Signal(int)
    restore_asked = Signal()
    left_upwards = Signal()
    """Up was pressed on the first row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = SidebarModel(self)
        self._saved: tuple[SavedSearch, ...] = ()
        self._facets = Facets()
        self._frozen = False
        self._whole: set[Section] = set()
        self._folded: set[str] = set()
        self._unfolded: set[str] = set()
        self._due = False
        self._dragged: Row | None = None
        self._target: Row | None = None
        self.setObjectName("sidebar_tree")
        self.setModel(self._rows)
        self.setItemDelegate(SidebarDelegate(self))
        self.setHeaderHidden(True)
        keep_translated(self, self._name)
        self.setIndentation(3 * GRID)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setExpandsOnDoubleClick(False)
        # A row is current and none is selected: the query chooses facets, not the selection.
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
        """Choose on Enter and Space, move by Alt, delete on Delete, restore on undo, leave upwards on Up."""
        row = self._current()
        step = _STEPS.get(_KEY(event.key())) if event.modifiers() == Qt.KeyboardModifier.AltModifier else None
        # The editor passes on keys that it has no use for.
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
        row: Row | None = self.indexAt(event.position().toPoint()).data(ROW_ROLE)
        is_saved = row is not None and row.saved is not None
        self._dragged = row if is_saved and event.button() == Qt.MouseButton.LeftButton else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where a dragged search would stand."""
        super().mouseMoveEvent(event)
        if self._dragged is not None:
            row: Row | None = self.indexAt(event.position().toPoint()).data(ROW_ROLE)
            is_other = row is not None and row.saved is not None and row is not self._dragged
            self._target = row if is_other else None
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Move a dragged search to where it was let go; a click chooses."""
        dragged, target = self._dragged, self._target
        self._dragged = self._target = None
        self.viewport().update()
        if dragged is None or target is None:
            super().mouseReleaseEvent(event)
        else:
            # A drop is no click, upon which the search would be run.
            self.setState(QAbstractItemView.State.NoState)
            self.move_asked.emit(dragged.place, target.place)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Show the rows that arrived while a name was being edited."""
        super().closeEditor(editor, hint)
        if self._due:
            self._refill()

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the background of the whole line, as wide as the view."""
        line = option.rect
        line.setLeft(0)
        line.setRight(self.viewport().width())
        accent, base = self.palette().color(ACCENT_ROLE), self.palette().color(QPalette.ColorRole.Window)
        hovered = line.contains(self.viewport().mapFromGlobal(QCursor.pos())) and self.underMouse()
        if index == self.currentIndex() and self.hasFocus():
            painter.fillRect(line, mixed(base, accent, SELECTED_SHARE))
            painter.fillRect(line.left(), line.top(), BAR, line.height(), accent)
        elif hovered:
            painter.fillRect(line, mixed(base, accent, RESTING_SHARE))
        super().drawRow(painter, option, index)
        if self._dragged is not None and self._target is index.data(ROW_ROLE):
            is_above = self._target.place < self._dragged.place
            top = line.top() if is_above else line.bottom() - 1
            painter.fillRect(line.left(), top, line.width(), 2, accent)

    def _name(self) -> None:
        self.setAccessibleName(self.tr("Saved searches, tags and folders"))
        self.header().setAccessibleName(self.accessibleName())
        self._refill()

    def _refill(self) -> None:
        # A reset of the rows would close the editor in which a name is being typed.
        self._due = self._is_editing()
        if self._due:
            return
        current, offset = self._current(), self.verticalScrollBar().value()
        rows = sidebar_rows(self._saved, self._facets, self._whole)
        # Rows that are unfolded here do not count as unfolded by the user.
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

    def _is_open(self, row: Row) -> bool:
        """Return whether a row is open: headings unless folded; facets if unfolded or above a chosen one."""
        if row.key in self._folded:
            return False
        holds_chosen = any(
            below.facet is not None and below.facet.chosen for below in row.all() if below is not row
        )
        return row.is_heading or row.key in self._unfolded or holds_chosen

    def _remember_fold(self, index: QModelIndex, *, folded: bool) -> None:
        key = index.data(ROW_ROLE).key
        (self._folded if folded else self._unfolded).add(key)
        (self._unfolded if folded else self._folded).discard(key)

    def _choose(self, index: QModelIndex) -> None:
        row: Row | None = index.data(ROW_ROLE)
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
        row: Row | None = index.data(ROW_ROLE)
        if row is None or row.saved is None:
            return
        saved, place = row.saved, row.place
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Search"), lambda: self.search_chosen.emit(saved))
        menu.addAction(self.tr("Rename"), QKeySequence("F2"), lambda: self.edit(index))
        menu.addAction(self.tr("Delete"), QKeySequence("Del"), lambda: self.delete_asked.emit(place))
        menu.popup(self.viewport().mapToGlobal(position))

    def _current(self) -> Row | None:
        row: Row | None = self.currentIndex().data(ROW_ROLE)
        return row
