"""The headings of a note: those above the passage as a breadcrumb, all of them as an outline."""

from __future__ import annotations

from bisect import bisect_right
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QLabel,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultsearch.gui.rows.row_painter import SEPARATOR
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
from vaultsearch.gui.widgets import AnyIndex, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.note import Heading


class Breadcrumb(QLabel):
    """The headings above a line as links, or the notes above a note, wrapped; hidden while there are none."""

    line_chosen = Signal(int)
    """The line, in the file, of the heading that was chosen."""

    def __init__(self, *, of_notes: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of_notes = of_notes
        self._colour = ""
        self._shown: tuple[Heading, ...] = ()
        self.setProperty("scale", "small")
        self.setProperty("tone", "secondary")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        # A long path is wrapped, and must not widen the pane.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        keep_translated(self, self._set_name)
        self.linkActivated.connect(lambda line: self.line_chosen.emit(int(line)))

    def _set_name(self) -> None:
        self.setAccessibleName(self.tr("Notes above") if self._of_notes else self.tr("Parent headings"))

    def set_link_colour(self, colour: str) -> None:
        """Set the colour of the links."""
        self._colour = colour
        self.show_headings(self._shown)

    def show_headings(self, path: Sequence[Heading]) -> None:
        """Show the path, the top heading first; a heading of line 0 is no link."""
        self._shown = tuple(path)
        self.setText(SEPARATOR.join(self._link(heading) for heading in path))
        self.setAccessibleDescription(SEPARATOR.join(heading.text for heading in path))
        self.setVisible(bool(path))
        # Without a link there is nothing to do with the focus, nor anything to show it on.
        leads = any(heading.line for heading in path)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if leads else Qt.FocusPolicy.NoFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus on the first link; Qt's label shows it nowhere before Tab is pressed once more."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.TabFocusReason:
            self.focusNextPrevChild(True)

    def _link(self, heading: Heading) -> str:
        text = escape(heading.text)
        if not heading.line:
            return text
        style = f"color: {self._colour}; text-decoration: none"
        return f'<a href="{heading.line}" style="{style}">{text}</a>'


LEVEL_ROLE = Qt.ItemDataRole.UserRole
"""The depth of a heading, 0 for those of the note's highest level."""


class OutlineModel(QAbstractListModel):
    """Answers roles from a tuple of headings; the heading being read is semibold."""

    def __init__(self) -> None:
        super().__init__()
        self._headings: tuple[Heading, ...] = ()
        self._read = -1

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings, one for each row."""
        return self._headings

    @property
    def read(self) -> int:
        """The row of the heading being read, -1 for none."""
        return self._read

    def take(self, headings: tuple[Heading, ...]) -> None:
        """Replace the rows; none is being read."""
        self.beginResetModel()
        self._headings, self._read = headings, -1
        self.endResetModel()

    def mark(self, row: int) -> None:
        """Make ``row`` the one being read, -1 for none."""
        former, self._read = self._read, row
        for changed in {former, row} - {-1}:
            self.dataChanged.emit(self.index(changed), self.index(changed))

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Count the headings."""
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def data(self, index: AnyIndex, role: int = 0) -> object:
        """Return a heading's text, tooltip, level or font."""
        if not index.isValid() or index.row() >= len(self._headings):
            return None
        heading = self._headings[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return heading.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(heading.text)
        if role == LEVEL_ROLE:
            return heading.level - min(heading.level for heading in self._headings)
        if role == Qt.ItemDataRole.FontRole and index.row() == self._read:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None


_INDENT = 3 * GRID
_DEEPEST = 4


class OutlineList(QListView):
    """Lists headings; a click or Enter chooses one."""

    line_chosen = Signal(int)
    """The line, in the file, of the heading that was chosen."""
    left = Signal()
    """Esc was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headings = OutlineModel()
        self.setModel(self.headings)
        self.setItemDelegate(_OutlineDelegate(self))
        self.setObjectName("outline_list")
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Note outline")))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setMouseTracking(True)
        self.clicked.connect(self._choose)

    def show_headings(self, headings: tuple[Heading, ...]) -> None:
        """List the headings of a note."""
        if headings != self.headings.headings:
            self.headings.take(headings)

    def mark(self, line: int) -> None:
        """Mark the heading that contains a line of the file."""
        lines = [heading.line for heading in self.headings.headings]
        row = bisect_right(lines, line) - 1
        if row != self.headings.read:
            self.headings.mark(row)
        # While the keyboard is here, the current row is the one that it has come to.
        if not self.hasFocus():
            self.setCurrentIndex(self.headings.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose on Enter, leave on Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return a width of about 28 letters."""
        return QSize(self.fontMetrics().averageCharWidth() * 28, super().sizeHint().height())

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.line_chosen.emit(self.headings.headings[index.row()].line)


class _OutlineDelegate(QStyledItemDelegate):
    """Indents a heading by its level; the heading being read has a bar."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint ground, bar and text."""
        rect, palette = option.rect, option.palette
        accent, ground = palette.color(ACCENT_ROLE), palette.color(QPalette.ColorRole.Base)
        read = index.data(Qt.ItemDataRole.FontRole)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected and _has_focus(option.widget):
            painter.fillRect(rect, mixed(ground, accent, SELECTED_SHARE))
        elif option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
            painter.fillRect(rect, mixed(ground, accent, RESTING_SHARE))
        if read is not None:
            bar = QRect(rect.left(), rect.top(), BAR, rect.height())
            painter.fillRect(QStyle.visualRect(option.direction, rect, bar), accent)
        font = QFont(option.font)
        font.setWeight(QFont.Weight.Normal if read is None else QFont.Weight.DemiBold)
        painter.setFont(font)
        role = QPalette.ColorRole.Text if read is not None or not _indent(index) else SECONDARY_ROLE
        painter.setPen(palette.color(role))
        inner = rect.adjusted(3 * GRID + _indent(index), 0, -GRID, 0)
        room = QStyle.visualRect(option.direction, rect, inner)
        text = QFontMetrics(font).elidedText(index.data(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        """Return the height of a row; the width is the view's."""
        return QSize(0, QFontMetrics(option.font).height() + 2 * GRID)


def _indent(index: AnyIndex) -> int:
    return min(int(index.data(LEVEL_ROLE) or 0), _DEEPEST) * _INDENT


def _has_focus(widget: QWidget | None) -> bool:
    return widget is not None and widget.hasFocus()
