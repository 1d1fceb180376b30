"""The list of proposals beneath the field; the keyboard focus stays in the field."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultsearch.core.values.query import Completions, Proposal, ProposalKind
from vaultsearch.core.values.search import Mode
from vaultsearch.gui import phrases
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.file_kinds import kind_name
from vaultsearch.gui.rows.row_painter import paint_row_ground, paint_side_bar
from vaultsearch.gui.rows.two_line_rows import write_aligned
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, SECONDARY_ROLE
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import AnyIndex

PROPOSAL_ROLE = int(Qt.ItemDataRole.UserRole) + 1

_OF_NOTES = frozenset({ProposalKind.TAG, ProposalKind.NOTE, ProposalKind.HEADING})
"""Kinds of proposals seldom found in other files."""


def count_text(proposal: Proposal) -> str:
    """Return the text at the row's end: the number of notes, or of files for other kinds."""
    if proposal.count is None:
        return ""
    return (phrases.count_notes if proposal.kind in _OF_NOTES else phrases.count_files)(proposal.count)


def describe_proposal(proposal: Proposal) -> str:
    """Return the text beside the label: the name of a file kind, else the description."""
    return kind_name(proposal.label) if proposal.kind is ProposalKind.TYPE else tr(proposal.description)


_MAX_ROWS = 8
_MAX_LETTERS = 66
_SIDE = 3 * GRID


class ProposalsList(QListView):
    """Covers ``parent`` while there are proposals."""

    chosen = Signal(object)
    """The clicked Proposal."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._ground = parent
        self._rows = QStandardItemModel(self)
        self.setObjectName("proposals")
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Search suggestions")))
        self.setModel(self._rows)
        self.setItemDelegate(_ProposalsDelegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.clicked.connect(lambda index: self.chosen.emit(index.data(PROPOSAL_ROLE)))
        self.hide()

    def propose(self, proposals: tuple[Proposal, ...], below: QWidget, *, chosen: bool) -> None:
        """Show ``proposals`` under a widget, and select the first if ``chosen``."""
        self._rows.clear()
        for proposal in proposals:
            row = QStandardItem(proposal.label)
            row.setData(proposal, PROPOSAL_ROLE)
            row.setAccessibleText(f"{proposal.label}, {count_text(proposal) or describe_proposal(proposal)}")
            self._rows.appendRow(row)
        self.setCurrentIndex(self._rows.index(0, 0) if chosen else QModelIndex())
        self.scrollToTop()
        self.place(below)
        self.show()
        self.raise_()

    def place(self, below: QWidget) -> None:
        """Set the list's position and size, under a widget."""
        start = below.mapTo(self._ground, QPoint(0, below.height() + GRID))
        margins, rows = self.contentsMargins(), min(self._rows.rowCount(), _MAX_ROWS)
        width = min(below.width(), self.fontMetrics().averageCharWidth() * _MAX_LETTERS)
        height = rows * self.sizeHintForRow(0) + margins.top() + margins.bottom()
        self.setGeometry(QRect(start, QSize(width, height)))

    def current(self) -> Proposal | None:
        """Return the selected proposal, or None."""
        proposal: Proposal | None = self.currentIndex().data(PROPOSAL_ROLE)
        return proposal

    def first(self) -> Proposal:
        """Return the best shown proposal."""
        proposal: Proposal = self._rows.index(0, 0).data(PROPOSAL_ROLE)
        return proposal

    def step(self, rows: int) -> None:
        """Select the proposal ``rows`` further on, wrapping around."""
        current = self.currentIndex()
        # Without a selection, Down begins with the first row, and Up with the last.
        row = current.row() if current.isValid() else -1 if rows > 0 else 0
        self.setCurrentIndex(self._rows.index((row + rows) % self._rows.rowCount(), 0))


class _ProposalsDelegate(QStyledItemDelegate):
    """Paints a proposal, an operator's description beside it, and the number of notes at the end."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        """Return the row's height; the width is the view's."""
        return QSize(0, QFontMetrics(option.font).height() + 2 * GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the row."""
        proposal: Proposal = index.data(PROPOSAL_ROLE)
        painter.save()
        if paint_row_ground(painter, option, QPalette.ColorRole.Base):
            paint_side_bar(painter, option, option.palette.color(ACCENT_ROLE))
        area = option.rect.adjusted(_SIDE, 0, -_SIDE, 0)
        metrics = QFontMetrics(option.font)
        end = count_text(proposal)
        room = area.width() - (metrics.horizontalAdvance(end) + _SIDE if end else 0)
        painter.setFont(option.font)
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        shown = area.adjusted(0, 0, room - area.width(), 0)
        write_aligned(painter, option, shown, proposal.label, in_middle=True)
        painter.setPen(option.palette.color(SECONDARY_ROLE))
        write_aligned(painter, option, area, end, at_end=True)
        if text := describe_proposal(proposal):
            before = metrics.averageCharWidth() * 16
            write_aligned(painter, option, shown.adjusted(before, 0, 0, 0), text)
        painter.restore()


_KEY = Qt.Key
_LEAVING = frozenset({QEvent.Type.FocusOut, QEvent.Type.Hide})


class CompletionController(QObject):
    """Joins the field's keys and the list of proposals.

    The list opens by itself if an operator needs a value. Operators are proposed only on request: their names
    are words people also search for. Down in the empty field requests them, too, unless ``leads_down``
    returns true: then Down leads on into a list.
    """

    opened = Signal()
    closed = Signal()

    def __init__(
        self, pane: SearchPane, proposals: ProposalsList, engine: EngineThread, leads_down: Callable[[], bool]
    ) -> None:
        super().__init__(pane)
        self._pane, self._field, self._list = pane, pane.field, proposals
        self._engine, self._leads_down = engine, leads_down
        self._request: tuple[str, int] | None = None
        self._is_wanted = False
        self._answer: Completions | None = None
        self._field.textEdited.connect(lambda _: self._ask())
        self._field.cursorPositionChanged.connect(lambda *_: self._close_if_left())
        self._field.textChanged.connect(lambda _: self._close_if_left())
        self._field.installEventFilter(self)
        proposals.chosen.connect(self.accept)

    @property
    def is_choosing(self) -> bool:
        """Whether a filter's value is half typed, and completions are shown."""
        return self._list.isVisible() and self._answer is not None and not self._answer.complete

    def ask(self) -> None:
        """Propose anything suitable at the cursor, operators too."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._is_wanted = True
        self._ask()

    def accept(self, proposal: Proposal) -> None:
        """Insert ``proposal`` in place of the typed text; for an operator, propose values next."""
        if self._answer is not None:
            answer = self._answer
            self.close()
            self._field.replace(answer.start, answer.end, proposal.text)
            if proposal.leads_on:
                self._ask()
            else:
                self.close()

    def close(self) -> None:
        """Close the list, and drop the pending answer."""
        self._engine.drop("complete")
        self._request = self._answer = None
        self._is_wanted = False
        if self._list.isVisible():
            self._list.hide()
            self.closed.emit()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle the keys for moving through the proposals while the list is open."""
        if event.type() in _LEAVING:
            self.close()
        elif event.type() == QEvent.Type.Resize and self._list.isVisible():
            self._list.place(self._field)
        if not isinstance(event, QKeyEvent) or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        handler = self._key_handler(event.key())
        if handler is None:
            return False
        # Accepted, the key comes here even if it is a shortcut of the window, such as Esc.
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            handler()
        return True

    def _key_handler(self, key: int) -> Callable[[], None] | None:
        if not self._list.isVisible():
            leads_down = key == _KEY.Key_Down and not self._field.text() and not self._leads_down()
            return self.ask if leads_down else None
        chosen = self._list.current()
        handlers: dict[int, Callable[[], None]] = {
            _KEY.Key_Down: lambda: self._list.step(1),
            _KEY.Key_Up: lambda: self._list.step(-1),
            _KEY.Key_Escape: self.close,
            _KEY.Key_Tab: lambda: self.accept(chosen or self._list.first()),
        }
        if chosen is not None:
            # Without a choice, Enter is the field's: the query may be complete.
            handlers[_KEY.Key_Return] = handlers[_KEY.Key_Enter] = lambda: self.accept(chosen)
        return handlers.get(key)

    def _ask(self) -> None:
        if self._pane.mode == Mode.GREP or self._field.hasSelectedText():
            self.close()
            return
        query, cursor = self._request = self._text_and_cursor()
        named = tr("today, yesterday, this week, last week, this month, last month, this year, last year")
        dates = named.split(", ")

        def show(answer: Completions) -> None:
            # Operators alone are shown only on request: see the class.
            own = any(proposal.kind != ProposalKind.OPERATOR for proposal in answer.proposals)
            if not answer.proposals or not (own or self._is_wanted):
                self.close()
            else:
                self._answer = answer
                self._list.propose(answer.proposals, self._field, chosen=not answer.complete)
                self.opened.emit()

        self._engine.ask("complete", lambda vault: vault.query.completions(query, cursor, dates), show)

    def _text_and_cursor(self) -> tuple[str, int]:
        return self._field.text(), self._field.cursor_index

    def _close_if_left(self) -> None:
        """Close once the proposals are for another text or cursor."""
        if self._request is not None and self._text_and_cursor() != self._request:
            self.close()
