"""The left half: the head, topics and the list, or a message in the list's place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QLabel, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from vaultsearch.core.values.search import Mode, SearchStage
from vaultsearch.gui import phrases
from vaultsearch.gui.results.beginnings import BeginningsList
from vaultsearch.gui.results.pictures import PictureWall
from vaultsearch.gui.results.results_head import ResultsHead, Timeline
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.results.suggestions import Suggestions
from vaultsearch.gui.results.table_view import ResultsTable
from vaultsearch.gui.results.topics import USUAL, TextLine, TopicList
from vaultsearch.gui.rows.arrangement import Arrangement, ColumnOrder, Order
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated, translate_message
from vaultsearch.gui.widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.search import Result
    from vaultsearch.gui.actions.actions import Actions
    from vaultsearch.gui.results.suggestions import Suggestion

_PICTURES = re.compile(r"(?<!\S)type:image(?!\S)", re.IGNORECASE)


class ResultsPane(QWidget):
    """Shows the stages of an answer. ``actions`` are the window's, for grouping and order.

    Relaxations are suggested on the page if nothing was found, and in the head if none of the passages
    answers.
    """

    selected = Signal(object)
    """The Result that is selected now, or None."""

    relaxation_chosen = Signal(object)
    """The chosen Relaxation."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = actions.group
        self._group.triggered.connect(self._arrange)
        self._orders = actions.orders
        for action in self._orders.values():
            action.triggered.connect(self._arrange)
        self._as_table, self._as_pictures = actions.table, actions.wall
        # Compared with the query before: an undone choice of view stays undone while the user types on.
        self._asks_for_pictures = False
        self._by_column: ColumnOrder | None = None
        self.list: ResultsList = ResultsList()
        self.list.selected.connect(self.selected)
        self.head: ResultsHead = ResultsHead(actions)
        self.text_line = TextLine(actions.show_text)
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
        for action in (self._as_table, self._as_pictures):
            action.toggled.connect(self._choose_view)
        self.timeline = Timeline()
        self._timeline_action = actions.timeline
        actions.timeline.toggled.connect(self.timeline.setVisible)
        self._listing = QWidget()
        listing = QVBoxLayout(self._listing)
        listing.setContentsMargins(0, 0, 0, 0)
        listing.setSpacing(0)
        listing.addWidget(self.timeline)
        listing.addWidget(_beside_each_other(self.topics, self._views), 1)
        self._stack.addWidget(self._listing)
        self.beginnings = BeginningsList()
        self.beginnings.changed.connect(self._show_beginnings)
        self._stack.addWidget(self.beginnings)
        # There is nothing to say above them.
        self._stack.currentChanged.connect(
            lambda: self.head.setVisible(self._stack.currentWidget() is not self.beginnings)
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.text_line)
        column.addWidget(self.head)
        column.addWidget(self._stack)
        self.is_indexing = False
        self.show_idle()
        keep_translated(self, self._set_texts)

    def show_timeline(self, *, shown: bool) -> None:
        """Show the timeline above the list, or leave it away."""
        self._timeline_action.setChecked(shown)

    def enter(self) -> None:
        """Take the keyboard focus from the field: in the list, or in the suggestions in its place."""
        if self._stack.currentWidget() is self.page:
            self.page.suggestions.enter()
        elif self._stack.currentWidget() is self.beginnings:
            self.beginnings.enter()
        else:
            self.list.enter()

    def glimpse_current(self) -> None:
        """Show more of the current row's passage below it."""
        (self.wall.glimpse if self.wall.isVisible() else self.list.glimpse).show_current()

    def _choose_view(self) -> None:
        """Show the results as a table, as pictures or as the list; the keyboard stays with them."""
        # Asked before the proxy changes: `hasFocus` of the list goes by it.
        had_focus = self.list.hasFocus()
        view: QAbstractItemView = self.table if self._as_table.isChecked() else self.list
        if self._as_pictures.isChecked():
            view = self.wall
        self._views.setCurrentWidget(view)
        if view is self.list:
            self.list.setFocusProxy(None)  # type: ignore[arg-type]  # the stub lacks None
        else:
            # The focus, and the shortcuts that act in the list only, are the other view's while it is shown.
            self.list.setFocusProxy(view)
            view.addActions(self.list.actions())
        if had_focus:
            self.list.setFocus()

    def sort_by(self, order: ColumnOrder) -> None:
        """Sort by a column of the table, until another order is chosen."""
        self._by_column = order
        action = self._orders[Order.COLUMN]
        action.setEnabled(True)
        action.setChecked(True)
        self._arrange()

    def set_indexing(self, is_indexing: bool) -> None:
        """Set whether notes are being indexed: more may be found then."""
        if is_indexing != self.is_indexing:
            self.is_indexing = is_indexing
            self._set_texts()

    def show_idle(self) -> None:
        """Show what to begin with, or the invitation to type if there is nothing."""
        self._show_message(self._idle_title, lambda: self.tr("Ask a question, or search for exact words."))
        self._show_beginnings()

    def show_searching(self) -> None:
        """Show that a search is running, unless a former answer can be looked at meanwhile."""
        self.list.start_query()
        if not self.list.results:
            self._show_message(lambda: self.tr("Searching…"))

    def show_unfinished(self) -> None:
        """Pass no verdict on a filter that is half typed, behind the very values that are proposed for it."""
        if not self.list.results:
            self._show_message(lambda: self.tr("Keep typing, or choose a suggestion"))

    def show_stage(self, stage: SearchStage) -> None:
        """Show a stage of an answer; if only pictures were asked for, as pictures unless that is undone."""
        if bool(_PICTURES.search(stage.query)) != self._asks_for_pictures:
            self._asks_for_pictures = not self._asks_for_pictures
            self._as_pictures.setChecked(self._asks_for_pictures)
        if stage.results:
            self._set_notice(lambda: self._stage_notice(stage))
            self.head.show_unread(stage.unread)
            self.head.show_spelling(stage.spelling)
            self._show_list(stage.results)
            self.page.suggestions.clear()
            # The bar is there at once: the suggestions come a little later.
            self.head.show_bar(shown=stage.unanswered)
        elif stage.final and stage.settled:
            self._show_nothing_found(stage)
        elif not stage.settled and (stage.final or not self.list.results):
            self._show_nothing_yet(stage)

    def suggest(self, suggested: tuple[Suggestion, ...]) -> None:
        """Suggest relaxations of a query that found nothing, or nothing that answers."""
        # They come later than the answer, and the view may have changed meanwhile.
        on_page = self._stack.currentWidget() is self.page
        (self.page.suggestions if on_page else self.head.bar).suggest(suggested)

    def show_found(self, results: tuple[Result, ...], notice: str) -> None:
        """Show results with a notice, for a long query."""
        self._set_notice(lambda: translate_message(notice))
        self.head.show_unread(None)
        self.head.show_spelling(None)
        self.head.show_bar(shown=False)
        self._show_list(results)

    def show_trouble(self, sentence: str, remedy: str) -> None:
        """Show why there is no answer."""
        self._show_message(lambda: translate_message(sentence), lambda: translate_message(remedy))

    def _idle_title(self) -> str:
        return self.tr("Type to search your notes")

    def _show_beginnings(self) -> None:
        is_idle = self._stack.currentWidget() is not self._listing and self._message[0] == self._idle_title
        if is_idle:
            self._stack.setCurrentWidget(self.beginnings if self.beginnings.is_filled else self.page)

    def _arrange(self) -> None:
        order = next(order for order, action in self._orders.items() if action.isChecked())
        by_column = self._by_column if order is Order.COLUMN else None
        arrangement = Arrangement(order, self._group.isChecked(), by_column=by_column)
        self.list.arrange(arrangement)

    def _show_nothing_found(self, stage: SearchStage) -> None:
        # The suggestions stay: the same query may have been repeated while the keyboard was there.
        self._replace_list(
            lambda: self.tr("No results for “{}”").format(_short(stage.query)),
            lambda: _advice(self, stage.mode),
        )
        self._set_notice(lambda: _notice(stage))
        self.head.show_unread(stage.unread)
        self.head.show_spelling(stage.spelling)

    def _show_nothing_yet(self, stage: SearchStage) -> None:
        """Pass no verdict: the notes that are not indexed yet may hold an answer."""
        self._show_message(
            lambda: phrases.indexed_so_far(stage.completeness, is_indexing=self.is_indexing),
            lambda: self.tr("No results for “{}” yet").format(_short(stage.query)),
        )
        # An earlier stage's notice speaks of matches, and there are none.
        if stage.final:
            self._set_notice(lambda: _notice(stage))
        self.head.show_unread(stage.unread)

    def _stage_notice(self, stage: SearchStage) -> str:
        """Return the notice above the list: the share of the notes searched, and the stage's own notice."""
        so_far = (
            "" if stage.settled else phrases.indexed_so_far(stage.completeness, is_indexing=self.is_indexing)
        )
        return " ".join(filter(None, (so_far, _notice(stage))))

    def _show_message(self, title: Callable[[], str], text: Callable[[], str] = str) -> None:
        self.page.suggestions.clear()
        self._replace_list(title, text)

    def _replace_list(self, title: Callable[[], str], text: Callable[[], str]) -> None:
        self.list.replace(())
        self._set_notice(str)
        self.head.show_unread(None)
        self.head.show_spelling(None)
        self.head.show_bar(shown=False)
        self.head.show_controls(shown=False)
        self._message = title, text
        self._set_texts()
        self._stack.setCurrentWidget(self.page)

    def _show_list(self, results: tuple[Result, ...]) -> None:
        self.list.replace(results)
        self.head.show_controls(shown=True)
        self._stack.setCurrentWidget(self._listing)

    def _set_notice(self, notice: Callable[[], str]) -> None:
        self._notice = notice
        self.head.say(notice())

    def _set_texts(self) -> None:
        """Show the current message in the current language."""
        title, text = self._message
        self.page.say(title(), text())
        self.head.say(self._notice())


def _notice(stage: SearchStage) -> str:
    """Return the notice of a stage; if it has none, the hints of the query."""
    hints = [hint for hint in stage.hints if stage.unread is None or not hint.startswith(stage.unread.seems)]
    sentences = [translate_message(part) for part in ([stage.notice] if stage.notice else hints)]
    if stage.unread is not None and stage.settled:
        sentences.append(phrases.found_by_words_alone(stage.unread))
    return " ".join(sentences)


def _short(query: str) -> str:
    return query if len(query) <= 60 else query[:59] + "…"


def _advice(widget: QWidget, mode: Mode) -> str:
    if mode == Mode.GREP:
        return widget.tr("No note contains exactly this text.")
    if mode == Mode.FULLTEXT:
        return widget.tr("No note contains these words.")
    return widget.tr("Try removing a filter or using other words.")


def _beside_each_other(topics: TopicList, results: QWidget) -> QSplitter:
    split = QSplitter(Qt.Orientation.Horizontal)
    split.setObjectName("topics_split")
    split.addWidget(topics)
    split.addWidget(results)
    split.setHandleWidth(1)
    split.setChildrenCollapsible(False)
    split.setStretchFactor(0, 0)
    split.setStretchFactor(1, 1)
    split.setSizes([USUAL, 3 * USUAL])
    return split


class MessagePage(QWidget):
    """Shows a message in the middle, above ``suggestions`` of other queries."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = _centred_label(scale="title")
        self._text = _centred_label(tone="secondary")
        self.suggestions = Suggestions()
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * GRID, 6 * GRID, 6 * GRID, 6 * GRID)
        column.setSpacing(2 * GRID)
        column.addStretch(2)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addWidget(self.suggestions)
        column.addStretch(3)

    def say(self, title: str, text: str = "") -> None:
        """Show a title and a text."""
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))

    def text(self) -> str:
        """Return the words on the page."""
        return f"{self._title.text()} {self._text.text()}".strip()


def _centred_label(scale: str = "", tone: str = "") -> QLabel:
    label = plain_label(scale=scale, tone=tone)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    return label
