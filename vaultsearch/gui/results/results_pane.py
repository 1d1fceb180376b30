"""The left half: head and timeline, topics and the list, or a message in the list's place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import QItemSelectionModel, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QMenu, QSplitter, QStackedWidget, QToolButton, QWidget

from vaultsearch.core.values.query import Facets, NameMatch, NoteEntry
from vaultsearch.core.values.search import Mode, Result, SearchStage, Spelling, UnreadNotes
from vaultsearch.gui import phrases
from vaultsearch.gui.actions import Actions
from vaultsearch.gui.histogram import FacetHistogram, describe_period
from vaultsearch.gui.results.answer_card import AnswerLine
from vaultsearch.gui.results.beginnings import BeginningsList
from vaultsearch.gui.results.pictures import PictureWall
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.results.suggestions import (
    SpellingLine,
    Suggestion,
    Suggestions,
    TitledNotes,
    UnreadOffer,
)
from vaultsearch.gui.results.table_view import ResultsTable
from vaultsearch.gui.results.topic_list import TOPICS_WIDTH, TopicList
from vaultsearch.gui.rows.arrangement import Arrangement, ColumnOrder, Order
from vaultsearch.gui.rows.row_painter import line_height
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import join_sentences, keep_translated, tr, translate_message
from vaultsearch.gui.widgets import (
    NarrowLabel,
    action_button,
    centred_label,
    column_of,
    fill_split,
    name_button,
    plain_label,
    quiet_button,
    row_of,
)

_PICTURE_FILTER = re.compile(r"(?<!\S)type:image(?!\S)", re.IGNORECASE)


class ResultsPane(QWidget):
    """Shows an answer's stages. ``actions`` are the window's, for grouping and order.

    If nothing was found, relaxations are suggested on the page; if no passage answers, in the head.
    """

    relaxation_chosen = Signal(object)

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._group = actions.group
        self._group.triggered.connect(self._arrange)
        self._orders = actions.orders
        for action in self._orders.values():
            action.triggered.connect(self._arrange)
        self._as_table, self._as_pictures = actions.table, actions.wall
        # Compared with the previous query: an undone choice of view stays undone while the user types on.
        self._asks_for_pictures = self._was_table = False
        self._by_column: ColumnOrder | None = None
        self.list: ResultsList = ResultsList()
        self.head: ResultsHead = ResultsHead(actions)
        self.text_line = self.head.text_line
        self.topics = TopicList()
        self.topics.left_onwards.connect(self.list.enter)
        self.page = MessagePage()
        self.head.bar.left_downwards.connect(self.list.enter)
        for suggestions in (self.page.suggestions, self.head.bar):
            suggestions.chosen.connect(self.relaxation_chosen)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.page)
        self.table = ResultsTable(self.list, actions.columns)
        self._views = QStackedWidget()
        self._views.addWidget(self.list)
        self._views.addWidget(self.table)
        self.wall = PictureWall(self.list)
        self._views.addWidget(self.wall)
        views = QActionGroup(self)
        views.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for action in (self._as_table, self._as_pictures):
            views.addAction(action)
            action.toggled.connect(self._choose_view)
        self.timeline = TimelineChart()
        self.timeline_action = actions.timeline
        actions.timeline.toggled.connect(self.timeline.setVisible)
        self._listing = QWidget()
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setObjectName("topics_split")
        fill_split(split, (self.topics, 0, TOPICS_WIDTH), (self._views, 1, 3 * TOPICS_WIDTH))
        column_of(self.timeline, (split, 1), within=self._listing, margins=0, spacing=0)
        self._stack.addWidget(self._listing)
        self.beginnings = BeginningsList()
        self.beginnings.changed.connect(self._show_beginnings)
        self._stack.addWidget(self.beginnings)
        # There is nothing to say above them.
        self._stack.currentChanged.connect(
            lambda: self.head.setVisible(self._stack.currentWidget() is not self.beginnings)
        )
        self.column = column_of(self.head, self._stack, within=self, margins=0, spacing=0)
        self.is_indexing = False
        self.show_idle()
        keep_translated(self, self._set_texts)

    def enter(self) -> None:
        """Take the focus from the field, in the list or in the suggestions shown instead."""
        shown = self._stack.currentWidget()
        instead = self.page.suggestions if shown is self.page else self.beginnings
        (self.list if shown is self._listing else instead).enter()

    def glimpse_current(self) -> None:
        """Show more of the current passage below the row."""
        self.list.glimpse.show_current(cast("QAbstractItemView", self._views.currentWidget()))

    def _choose_view(self) -> None:
        """Show the results as a table, pictures or list; the keyboard stays with them."""
        # Before the proxy changes, which the list's `hasFocus` goes by.
        had_focus = self.list.hasFocus()
        view: QAbstractItemView = self.table if self._as_table.isChecked() else self.list
        if self._as_pictures.isChecked():
            view = self.wall
        self._views.setCurrentWidget(view)
        # In the table, the current cell may be in another column, which the others do not show.
        flag = QItemSelectionModel.SelectionFlag.NoUpdate
        self.list.selectionModel().setCurrentIndex(self.list.currentIndex().siblingAtColumn(0), flag)
        if view is self.list:
            self.list.setFocusProxy(None)  # type: ignore[arg-type]  # the stub lacks None
        else:
            # Focus and the list's own shortcuts move to the shown view.
            self.list.setFocusProxy(view)
            view.addActions(self.list.actions())
        if had_focus:
            self.list.setFocus()

    def sort_by(self, order: ColumnOrder) -> None:
        """Sort by a table column, until another order is chosen."""
        self._by_column = order
        action = self._orders[Order.COLUMN]
        action.setEnabled(True)
        action.setChecked(True)
        self._arrange()

    def set_indexing(self, is_indexing: bool) -> None:
        """Set whether notes are being indexed, so that more may be found later."""
        if is_indexing != self.is_indexing:
            self.is_indexing = is_indexing
            self._set_texts()

    def show_idle(self) -> None:
        """Show what to begin with, or an invitation to type."""
        self._show_message(self._idle_title, lambda: self.tr("Ask a question, or search for exact words."))
        self._show_beginnings()

    def show_searching(self) -> None:
        """Show that a search is running, unless a former answer is still there to look at."""
        self.list.start_query()
        if not self.list.results:
            self._show_message(lambda: self.tr("Searching…"))

    def show_unfinished(self) -> None:
        """Ask for more of a half-typed filter, behind the values proposed for it."""
        if not self.list.results:
            self._show_message(lambda: self.tr("Keep typing, or choose a suggestion"))

    def show_stage(self, stage: SearchStage) -> None:
        """Show an answer's stage; a search for pictures shows pictures, unless the user undoes this."""
        if bool(_PICTURE_FILTER.search(stage.query)) != self._asks_for_pictures:
            self._asks_for_pictures = not self._asks_for_pictures
            if self._asks_for_pictures:
                self._was_table = self._as_table.isChecked()
            elif self._as_pictures.isChecked():
                # Unchecks the pictures.
                self._as_table.setChecked(self._was_table)
            self._as_pictures.setChecked(self._asks_for_pictures)

        def so_far() -> str:
            return phrases.indexed_so_far(stage.completeness, is_indexing=self.is_indexing)

        if stage.results:

            def notice() -> str:
                # A notice of a running search already says that more is to come.
                is_complete = stage.settled or (stage.notice and not stage.final)
                return join_sentences("" if is_complete else so_far(), _stage_notice(stage))

            self._set_notice(notice, stage)
            self._show_list(stage.results)
            self.page.suggestions.clear()
            # The bar appears at once; suggestions come a little later.
            self.head.show_bar(shown=stage.unanswered)
        elif stage.final and stage.settled:
            self._show_nothing_found(stage)
        elif not stage.settled and (stage.final or not self.list.results):
            # No verdict: notes not indexed yet may hold an answer.
            self._show_message(
                so_far, lambda: self.tr("No results for “{}” yet").format(phrases.shorten(stage.query))
            )
            # An earlier stage's notice speaks of matches, and there are none.
            if stage.final:
                self._set_notice(lambda: _stage_notice(stage))
            self.head.show_unread(stage.unread)

    def suggest(self, suggested: tuple[Suggestion, ...]) -> None:
        """Suggest relaxations when nothing was found, or no passage answers."""
        # They come later than the answer, and the view may have changed meanwhile.
        on_page = self._stack.currentWidget() is self.page
        (self.page.suggestions if on_page else self.head.bar).suggest(suggested)

    def show_found(self, results: tuple[Result, ...], notice: str) -> None:
        """Show a long query's results with a notice."""
        self._set_notice(lambda: translate_message(notice))
        self.head.show_bar(shown=False)
        self._show_list(results)

    def show_trouble(self, sentence: str, remedy: str) -> None:
        """Show why there is no answer."""
        self._show_message(lambda: translate_message(sentence), lambda: translate_message(remedy))

    def _idle_title(self) -> str:
        return self.tr("Type to search your notes")

    def _show_beginnings(self) -> None:
        if self._stack.currentWidget() is not self._listing and self._message[0] == self._idle_title:
            self._stack.setCurrentWidget(self.beginnings if self.beginnings.is_filled else self.page)

    def _arrange(self) -> None:
        order = next(order for order, action in self._orders.items() if action.isChecked())
        by_column = self._by_column if order is Order.COLUMN else None
        self.list.arrange(Arrangement(order, self._group.isChecked(), by_column=by_column))

    def _show_nothing_found(self, stage: SearchStage) -> None:
        def advice() -> str:
            if stage.mode == Mode.GREP:
                return self.tr("No note contains exactly this text.")
            if stage.mode == Mode.FULLTEXT:
                return self.tr("No note contains these words.")
            return self.tr("Try removing a filter or using other words.")

        # The suggestions stay: the same query may have been repeated while the keyboard was there.
        self._replace_list(
            lambda: self.tr("No results for “{}”").format(phrases.shorten(stage.query)), advice
        )
        self._set_notice(lambda: _stage_notice(stage), stage)

    def _show_message(self, title: Callable[[], str], text: Callable[[], str] = str) -> None:
        self.page.suggestions.clear()
        self._replace_list(title, text)

    def _replace_list(self, title: Callable[[], str], text: Callable[[], str]) -> None:
        self.list.replace(())
        self._set_notice(str)
        self.head.show_bar(shown=False)
        self.head.show_controls(shown=False)
        self._message = title, text
        self._set_texts()
        self._stack.setCurrentWidget(self.page)

    def _show_list(self, results: tuple[Result, ...]) -> None:
        self.list.replace(results)
        self.head.show_controls(shown=True)
        self._stack.setCurrentWidget(self._listing)

    def _set_notice(self, notice: Callable[[], str], stage: SearchStage | None = None) -> None:
        """Show a notice in the head, with a stage's offer and spelling."""
        self._notice = notice
        self.head.say(notice())
        self.head.show_unread(stage.unread if stage is not None else None)
        self.head.show_spelling(stage.spelling if stage is not None else None)

    def _set_texts(self) -> None:
        """Write the message in the window's language."""
        title, text = self._message
        self.page.say(title(), text())
        self.head.say(self._notice())


def _stage_notice(stage: SearchStage) -> str:
    """Return the query's hints, which may say why nothing answers it, and the stage's notice."""
    hints = [hint for hint in stage.hints if stage.unread is None or not hint.startswith(stage.unread.seems)]
    sentences = [translate_message(part) for part in (*hints, stage.notice) if part]
    if stage.unread is not None and stage.settled:
        missed = phrases.count_passages(stage.unread.passages)
        sentences.append(tr("Keyword matches only: {} in English.").format(missed))
    return join_sentences(*sentences)


class MessagePage(QWidget):
    """Shows a message in the middle, above ``suggestions`` for other queries."""

    def __init__(self) -> None:
        super().__init__()
        self._title = centred_label(scale="title")
        self._text = centred_label(tone="secondary")
        self.suggestions = Suggestions()
        parts = 2, self._title, self._text, self.suggestions, 3
        column_of(*parts, within=self, margins=6 * GRID, spacing=2 * GRID)

    def say(self, title: str, text: str = "") -> None:
        """Show a title and a text."""
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))

    def text(self) -> str:
        """Return the page's words."""
        return f"{self._title.text()} {self._text.text()}".strip()


_BY_COLUMN = "order_column"
"""The order chosen by a click on a table column, and meaningless without one."""


class ResultsHead(QWidget):
    """Holds notices about the list. ``actions`` are the window's, for grouping and order."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setObjectName("results_head")
        self.notice = Notice()
        self.spelling: SpellingLine = SpellingLine()
        self.spelling.hide()
        self.offer = UnreadOffer()
        self.bar = Suggestions(in_a_line=True)
        self._shows_bar = False
        self.answer = AnswerLine()
        self.answer.changed.connect(self._share_lines)
        self.titled = TitledNotes()
        self.text_line = TextLine(actions.show_text)
        self.text_line.changed.connect(self._share_lines)
        self.count = plain_label(scale="small", tone="secondary")
        self.count.setContentsMargins(4 * GRID, 0, 0, 0)
        self.count.setMinimumWidth(1)
        self.order, self.group = OrderButton([*actions.orders.values()]), action_button(actions.group)
        self.wall = action_button(actions.wall)
        upper = self.count, (self.text_line, 100), 0, self.order, self.group, self.wall
        self._upper = row_of(*upper, spacing=0)
        lower = (self.spelling, 1), self.offer, (self.bar, 1), (self.answer, 1), (self.titled, 1)
        self._lower = row_of(*lower, 0, margins=0, spacing=0)
        # A line alone stands in the middle: beside the note's title, without an empty line below.
        column_of(1, self._upper, self._lower, 1, within=self, margins=(0, GRID, 3 * GRID, GRID), spacing=0)
        self._share_lines()
        # Fixed, and about as high as the note's title and path beside it: a sentence must not move the list.
        self.setFixedHeight(2 * line_height(self.notice.font()) + 4 * GRID)

    def say(self, sentence: str) -> None:
        """Show a notice, or none."""
        self.notice.say(sentence)
        self._share_lines()

    def show_titled(self, matches: Sequence[NameMatch]) -> None:
        """Show notes with a title named in the query."""
        counts = Counter(match.note.title for match in matches)

        def label(note: NoteEntry) -> str:
            is_alike = counts[note.title] > 1 and note.folder
            return f"{note.title} ({note.folder})" if is_alike else note.title

        self.titled.suggest(tuple(Suggestion(label(match.note), match.note.path, match) for match in matches))
        self._share_lines()

    def show_spelling(self, spelling: Spelling | None) -> None:
        """Show how the query was corrected, or suggest another spelling."""
        self.spelling.show_spelling(spelling)
        self._share_lines()

    def show_unread(self, unread: UnreadNotes | None) -> None:
        """Offer to index the notes missing from an answer."""
        self.offer.show_unread(unread)
        self._share_lines()

    def show_bar(self, *, shown: bool) -> None:
        """Show the line for suggestions; it is empty until they come."""
        if not shown:
            self.bar.clear()
        self._shows_bar = shown
        self._share_lines()

    def show_controls(self, *, shown: bool) -> None:
        """Show or hide the list's controls; their room stays."""
        for button in (self.order, self.group, self.wall):
            button.setVisible(shown)

    def _share_lines(self) -> None:
        """Leave the second line to links; a spelling comes first."""
        is_spelt = not self.spelling.isHidden()
        self.bar.setVisible(self._shows_bar and not is_spelt)
        is_taken = is_spelt or not self.offer.isHidden() or not self.bar.isHidden()
        self.answer.setVisible(bool(self.answer.sentence) and not is_taken)
        is_taken = is_taken or not self.answer.isHidden()
        self.titled.setVisible(bool(self.titled.sentences) and not is_taken)
        # Beside the count there is less room.
        if is_taken or not self.titled.isHidden():
            self._upper.insertWidget(1, self.notice, 100)
        else:
            self._lower.insertWidget(0, self.notice, 100)


class Notice(NarrowLabel):
    """A sentence in a line, hidden if there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setContentsMargins(4 * GRID, 0, 0, 0)
        self.hide()

    def say(self, sentence: str) -> None:
        """Show ``sentence``; hide if empty."""
        self.setText(sentence)
        self.setVisible(bool(sentence))


class TextLine(QWidget):
    """A quiet sentence about the searched text, and a button to show the text."""

    changed = Signal()

    def __init__(self, show_text: QAction) -> None:
        super().__init__()
        self.sentence = Notice()
        self.button = quiet_button()
        self.button.clicked.connect(show_text.trigger)
        row_of((self.sentence, 1), self.button, within=self, margins=0)
        keep_translated(self, lambda: name_button(self.button, self.tr("Show text"), show_text.toolTip()))
        self.hide()

    def say(self, sentence: str) -> None:
        """Show ``sentence``; hide if empty."""
        self.sentence.say(sentence)
        self.setVisible(bool(sentence))
        self.changed.emit()


class OrderButton(QToolButton):
    """Names the list's order; the menu has all orders."""

    def __init__(self, orders: list[QAction]) -> None:
        super().__init__()
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
        """Return room for the longest order, so that nothing moves with another."""
        hint, metrics = super().sizeHint(), QFontMetrics(self.font())
        widest = max(metrics.horizontalAdvance(order.text()) for order in self._orders)
        return QSize(widest + 6 * GRID, hint.height())

    def _set_texts(self) -> None:
        chosen = next((order.text() for order in self._orders if order.isChecked()), "")
        name_button(self, chosen, self.tr("Order of the results"), name=self.tr("Order: {}").format(chosen))


_MAX_BAR_WIDTH = 24 * GRID


class TimelineChart(QWidget):
    """Shows an answer's periods; as high without notes as with them, so that the list stands still."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("timeline")
        self.histogram = FacetHistogram(widest=_MAX_BAR_WIDTH)
        self.histogram.setObjectName("timeline_histogram")
        self._readout = NarrowLabel()
        self._readout.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._heading = plain_label(scale="small", tone="secondary")
        head = row_of(self._heading, (self._readout, 1))
        column_of(head, self.histogram, within=self, margins=(4 * GRID, 0, 3 * GRID, 2 * GRID), spacing=GRID)
        self.histogram.looked_at.connect(
            lambda period: self._readout.setText(describe_period(period) if period is not None else "")
        )
        self.hide()
        keep_translated(self, lambda: self._heading.setText(self.tr("Date")))

    def show_facets(self, facets: Facets, *, literal: bool) -> None:
        """Show an answer's periods; a ``literal`` search takes no conditions."""
        self.histogram.show_periods(facets.periods)
        self.histogram.setEnabled(not literal)
