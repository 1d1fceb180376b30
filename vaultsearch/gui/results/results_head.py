"""The line above the list: notice and suggestions at its start, count, order and grouping at its end.

It is as high without words as with them, so that no sentence that comes or goes moves the list.
Below it, if it is wanted, stands the timeline of the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QTextLayout
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.core.values.search import Snippet
from vaultsearch.gui.histogram import FacetHistogram, period_said
from vaultsearch.gui.results.suggestions import (
    SpellingLine,
    Suggestion,
    Suggestions,
    TitledNotes,
    UnreadOffer,
)
from vaultsearch.gui.rows.row_painter import Marks, lay_out, line_height
from vaultsearch.gui.theme import (
    GRID,
    SECONDARY_ROLE,
)
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import action_button, plain_label, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction, QPaintEvent

    from vaultsearch.core.values.query import Facet, Facets, NameMatch
    from vaultsearch.core.values.search import Spelling, UnreadNotes
    from vaultsearch.gui.actions.actions import Actions


_LINES = 2
_BY_COLUMN = "order_column"
"""The order that a click on a column of the table chooses; without one it has no meaning."""


class ResultsHead(QWidget):
    """Holds what is said about the list. ``actions`` are the window's, for grouping and order."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results_head")
        self.notice = Notice()
        self.spelling = SpellingLine()
        self.spelling.hide()
        self.offer = UnreadOffer()
        self.bar = Suggestions(in_a_line=True)
        self._shows_bar = False
        self.titled = TitledNotes()
        self.count = plain_label(scale="small", tone="secondary")
        self.count.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.order, self.group = OrderButton([*actions.orders.values()]), action_button(actions.group)
        self.wall = action_button(actions.wall)
        self._place()

    def say(self, sentence: str) -> None:
        """Show a notice, or none."""
        self.notice.say(sentence)
        self._share_lines()

    def show_titled(self, matches: Sequence[NameMatch]) -> None:
        """Show the notes whose title the query may name."""
        self.titled.suggest(tuple(Suggestion(match.note.title, match.note.path, match) for match in matches))
        self._share_lines()

    def show_spelling(self, spelling: Spelling | None) -> None:
        """Say how the query was corrected, or suggest another spelling."""
        self.spelling.show_spelling(spelling)
        self._share_lines()

    def show_unread(self, unread: UnreadNotes | None) -> None:
        """Offer to index the notes that an answer lacks."""
        self.offer.show_unread(unread)
        self._share_lines()

    def show_bar(self, *, shown: bool) -> None:
        """Show the line of suggestions; it is empty until they come."""
        if not shown:
            self.bar.clear()
        self._shows_bar = shown
        self._share_lines()

    def show_controls(self, *, shown: bool) -> None:
        """Show the controls of the list while there is one; their room stays."""
        for button in (self.order, self.group, self.wall):
            button.setVisible(shown)

    def _share_lines(self) -> None:
        """Leave the second line to what can be chosen; of that, a spelling goes first."""
        is_spelt = not self.spelling.isHidden()
        self.bar.setVisible(self._shows_bar and not is_spelt)
        is_taken = is_spelt or not self.offer.isHidden() or not self.bar.isHidden()
        self.titled.setVisible(bool(self.titled.sentences) and not is_taken)
        self.notice.set_lines(1 if is_taken or not self.titled.isHidden() else _LINES)

    def _place(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch()
        column.addWidget(self.spelling)
        column.addWidget(self.notice)
        column.addWidget(self.offer, alignment=Qt.AlignmentFlag.AlignLeading)
        column.addWidget(self.bar)
        column.addWidget(self.titled)
        column.addStretch()
        buttons = QHBoxLayout()
        buttons.setSpacing(0)
        buttons.addStretch()
        buttons.addWidget(self.order)
        buttons.addWidget(self.group)
        buttons.addWidget(self.wall)
        beside = QVBoxLayout()
        beside.setSpacing(0)
        beside.addStretch()
        beside.addLayout(buttons)
        beside.addWidget(self.count)
        beside.addStretch()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 3 * GRID, 0)
        row.setSpacing(2 * GRID)
        row.addLayout(column, 1)
        row.addLayout(beside)
        # Fixed: a sentence that comes or goes must not move the list.
        self.setFixedHeight(_LINES * line_height(self.notice.font()) + 5 * GRID)


class Notice(QLabel):
    """A sentence in at most two lines; if it needs more, its tooltip has the rest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = _LINES
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("scale", "small")
        # The list may be narrower than the sentence, which is shortened then.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setContentsMargins(4 * GRID, 0, 0, 0)
        self.hide()

    def say(self, sentence: str) -> None:
        """Show ``sentence``, or hide if it is empty."""
        self.setText(sentence)
        self.setVisible(bool(sentence))
        self.updateGeometry()

    def set_lines(self, lines: int) -> None:
        """Set how many lines it may take."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height of its lines; the width is whatever is left."""
        return QSize(0, self._lines * line_height(self.font()))

    def minimumSizeHint(self) -> QSize:
        """Return the same: its lines are never cut."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Write as much of the sentence as fits, in the middle of the height."""
        layout = self._laid_out()
        shortened = layout.text() != self.text()
        self.setToolTip(tooltip(self.text()) if shortened else "")
        area = self.contentsRect()
        height = layout.lineCount() * line_height(self.font())
        painter = QPainter(self)
        painter.setPen(self.palette().color(SECONDARY_ROLE))
        layout.draw(painter, QPointF(area.left(), area.top() + max(0, (area.height() - height) / 2)))
        painter.end()

    def _laid_out(self) -> QTextLayout:
        marks = Marks.of(self.palette(), SECONDARY_ROLE)
        width = self.contentsRect().width()
        return lay_out(Snippet(self.text()), self.font(), width, marks, lines=self._lines)


class OrderButton(QToolButton):
    """Names the order of the list; its menu has the others."""

    def __init__(self, orders: list[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._orders = orders
        self.setProperty("quiet", True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self)
        menu.addActions([order for order in orders if order.objectName() != _BY_COLUMN])
        self.setMenu(menu)
        for order in orders:
            order.changed.connect(self._set_texts)
        keep_translated(self, self._set_texts)

    def sizeHint(self) -> QSize:
        """Return room for the longest order, so that nothing moves when another one is chosen."""
        hint, metrics = super().sizeHint(), QFontMetrics(self.font())
        widest = max(metrics.horizontalAdvance(order.text()) for order in self._orders)
        return QSize(widest + 6 * GRID, hint.height())

    def _set_texts(self) -> None:
        chosen = next((order.text() for order in self._orders if order.isChecked()), "")
        self.setText(chosen)
        self.setAccessibleName(self.tr("Order: {}").format(chosen))
        self.setToolTip(self.tr("Order of the results"))


_WIDEST = 24 * GRID


class Timeline(QWidget):
    """Shows the periods of an answer; as high without notes as with them, so that the list stands still."""

    facet_chosen = Signal(object)
    """The Facet of the period that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline")
        self.histogram = FacetHistogram(widest=_WIDEST)
        self.histogram.setObjectName("timeline_histogram")
        self._readout = plain_label(scale="small", tone="secondary")
        self._readout.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._readout.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._heading = plain_label(scale="small", tone="secondary")
        head = QHBoxLayout()
        head.addWidget(self._heading)
        head.addWidget(self._readout, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * GRID, 0, 3 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addLayout(head)
        column.addWidget(self.histogram)
        self.histogram.chosen.connect(self.facet_chosen)
        self.histogram.looked_at.connect(self._read_out)
        self.hide()
        keep_translated(self, lambda: self._heading.setText(self.tr("Date")))

    def show_facets(self, facets: Facets, *, literal: bool) -> None:
        """Show the periods of an answer; a ``literal`` search takes no conditions."""
        self.histogram.show_periods(facets.periods)
        self.histogram.setEnabled(not literal)

    def _read_out(self, period: Facet | None) -> None:
        self._readout.setText(period_said(period) if period is not None else "")
