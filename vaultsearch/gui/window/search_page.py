"""The search page: field above, list and note below, with the controllers connecting them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from vaultsearch.core.values.note import Preview
from vaultsearch.core.values.query import Beginnings
from vaultsearch.core.values.search import Mode, Result, SearchStage
from vaultsearch.gui.actions import Actions
from vaultsearch.gui.asking.proposals_list import CompletionController, ProposalsList
from vaultsearch.gui.asking.search_pane import ChipsController, SearchPane
from vaultsearch.gui.basket import BasketSheet, PassageBasket
from vaultsearch.gui.controllers.asking import AskController
from vaultsearch.gui.controllers.long_query import LongQueryController
from vaultsearch.gui.controllers.reading import NotesAboveController, ReadingController
from vaultsearch.gui.controllers.recent import (
    BeginningsController,
    RecentQueriesController,
    TitledNotesController,
)
from vaultsearch.gui.controllers.related import RelatedController
from vaultsearch.gui.controllers.results_table import TableController
from vaultsearch.gui.controllers.search import FoundCount, RelaxationsController, SearchController
from vaultsearch.gui.controllers.zoom import ZoomController
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.find_controller import FindController
from vaultsearch.gui.reading.preview_pane import PreviewPane
from vaultsearch.gui.results.answer_card import AnswerCard, AnswerController
from vaultsearch.gui.results.covers import QuickLook, QuickLookController, StaleAnswerController
from vaultsearch.gui.results.model_answer import ModelAnswerCard
from vaultsearch.gui.results.results_pane import ResultsPane
from vaultsearch.gui.rows.row_painter import row_style
from vaultsearch.gui.sidebar.sidebar import Sidebar, SidebarController, SidebarSplit
from vaultsearch.gui.theme import NARROW_BELOW, Icons, Tokens
from vaultsearch.gui.widgets import column_of, fill_split
from vaultsearch.settings.protocol import Preferences, SettingsStore

_DAY_CHECKED_MS = 30_000
"""How soon after midnight, or after sleep, "today" is another day."""


class SearchPage(QWidget):
    """Send the query to ``engine``, list answers, and show the selected answer's note."""

    def __init__(self, engine: EngineThread, actions: Actions, tokens: Tokens, store: SettingsStore) -> None:
        super().__init__()
        self._engine, self._store = engine, store
        self._query_wanted: Result | None = None
        self._empty: SearchStage | None = None
        self.search: SearchPane = SearchPane(actions)
        self.results: ResultsPane = ResultsPane(actions)
        self.preview: PreviewPane = PreviewPane(tokens, actions)
        self.reading: ReadingController = ReadingController(engine, self.preview)
        self.finding = FindController(engine, self.preview)
        self.related = RelatedController(engine, self.preview, self.reading, lambda: self.search.query)
        NotesAboveController(engine, self.preview, self.reading)
        lists = self.results.list, self.results.table, self.results.wall
        self.zoom: ZoomController = ZoomController(lists, self.preview.view, self.preview.sheets)
        self.basket_sheet: BasketSheet = BasketSheet(PassageBasket(engine, self))
        self.reading_split = ReadingSplit(self.results, self.preview, self.basket_sheet)
        self.facets = Sidebar()
        self.sidebar_split = SidebarSplit(self.facets, self.reading_split, store)
        self.sidebar: SidebarController = SidebarController(
            self.search, self.facets, self.sidebar_split, engine, store, actions.timeline
        )
        timeline = self.results.timeline
        timeline.histogram.chosen.connect(self.sidebar.toggle_facet)
        self.sidebar.counted.connect(lambda facets, literal: timeline.show_facets(facets, literal=literal))
        self.sidebar.counted.connect(lambda facets, _: self.results.list.name_topics(facets.topics_by_note))
        self.chips = ChipsController(self.search, engine)
        self.search_controller = SearchController(engine, self)
        self.relaxations = RelaxationsController(self.search, self.results, engine)
        self.quick_look = QuickLook(self)
        self.looking: QuickLookController = QuickLookController(self.results, self.quick_look, engine)
        deeds = actions.answer_in_note, actions.more_like_answer, actions.copy_answer
        self.answer_card: AnswerCard = AnswerCard(deeds, self.results.head.answer)
        self.results.column.insertWidget(2, self.answer_card)
        self.answer = AnswerController(self.search, self.answer_card, engine)
        self.model_answer: ModelAnswerCard = ModelAnswerCard()
        self.asking: AskController = AskController(self.search, self.model_answer, self.answer, engine, store)
        self.titled = TitledNotesController(self.search, self.results.head, engine)
        self.long_query: LongQueryController = LongQueryController(engine, self.search, self.results)
        self.stale_answer = StaleAnswerController(self.search, self.results, self.preview, engine)
        self.table: TableController = TableController(engine, self.results, actions)
        self.found_count = FoundCount(self.results.head.count, engine)
        self.recent_queries = RecentQueriesController(self.search, store)
        self.beginnings = BeginningsController(engine, self.search, self.results.beginnings, store)
        self.proposals = ProposalsList(self)
        self.completion: CompletionController = CompletionController(
            self.search, self.proposals, engine, lambda: self.results.beginnings.is_filled
        )
        column_of(self.search, (self.sidebar_split, 1), self.model_answer, within=self, margins=0, spacing=0)
        self._day = date.today()
        self._days = QTimer(self, interval=_DAY_CHECKED_MS)
        self._days.timeout.connect(self.follow_day)
        self._days.start()
        self._wire()
        self._bind_actions(actions)
        self._order_tabs()

    def apply_theme(self, icons: Icons, tokens: Tokens) -> None:
        """Apply a theme's icons and colours."""
        self.search.field.apply_theme(icons)
        self.results.list.apply_theme(icons, tokens)
        self.preview.apply_theme(tokens, icons)
        self.model_answer.apply_theme(icons)

    def set_preferences(self, preferences: Preferences) -> None:
        """Apply the list's density, and the note's font and line width."""
        self.preview.view.set_reading(preferences.reading_font, preferences.reading_width)
        self.results.list.set_row_style(row_style(preferences.density, preferences.snippet_lines))

    def clear(self) -> bool:
        """Go back a step, from note to list, from relations or outline to note, else clear the search.

        Return whether there was anything to go back from.
        """
        if self.quick_look.isVisible():
            self.quick_look.hide()
        elif self.asking.is_shown:
            self.asking.leave()
            self.search.field.take_focus()
        elif self.reading_split.covers_list:
            self.reading_split.uncover_list()
            self.results.list.setFocus()
        elif self.preview.related.hasFocus():
            self.related.close()
        elif self.preview.outline.hasFocus():
            self.preview.toggle_outline()
        elif self.long_query.is_open or self.search.field.text():
            if self.long_query.is_open:
                # The field is empty already, as a whole text is searched with.
                self.search.cleared.emit()
            self.search.field.clear()
            self.search.field.take_focus()
        else:
            return False
        return True

    def toggle_preview(self) -> None:
        """Show or fold the note; if it covers the list, it also takes the keyboard focus."""
        self.reading_split.toggle_page()
        if self.reading_split.covers_list:
            self.preview.reading_part.setFocus()
        elif self.reading_split.narrow:
            self.results.list.setFocus()

    def with_note_visible(self, act: Callable[[], None]) -> None:
        """Unfold the note if necessary, then call ``act``."""
        if not self.preview.isVisible():
            self.reading_split.toggle_page()
        act()

    def toggle_in_note(self, part: QWidget, toggle: Callable[[], None]) -> None:
        """Show or hide a part of the note; if the note itself was hidden, show both."""
        was_hidden = not self.preview.isVisible()
        self.with_note_visible(toggle)
        if was_hidden and not part.isVisible():
            toggle()

    def with_shown_note(self, act: Callable[[Preview], None]) -> None:
        """Call ``act`` with the shown note, if any."""
        if (shown := self.preview.shown) is not None:
            act(shown)

    def find_in_note(self) -> None:
        """Find text in the shown note; without a note, focus the search field."""
        if self.preview.shown is None:
            self.search.field.take_focus()
        else:
            self.with_note_visible(self.finding.open)

    def go_to_match(self, step: int) -> None:
        """Go to the next match of the text to find, or of the query."""
        go = self.finding.go if self.finding.is_finding else self.reading.go_to_match
        self.with_note_visible(lambda: go(step))

    def show_note(self, path: str, line: int) -> None:
        """Show a note at ``line``, 0 for the top."""
        self.with_note_visible(lambda: self.reading.open_place(path, line))

    def _glance(self, path: str, line: int) -> None:
        if not self.reading_split.narrow and not self.reading_split.folded:
            self.reading.glance((path, line))

    def rest(self, beginnings: Beginnings) -> None:
        """Show the note last read, or the most linked note, in the empty preview."""
        central = [(note.path, 0) for note in beginnings.most_linked]
        places = [place for place in (self._store.last_read, *central) if place is not None]
        # The note of a selected row may be on its way.
        if places and self.preview.shown is None and self._query_wanted is None:
            self.reading.glance(*places)

    def remember_place(self) -> None:
        """Remember the shown note, to show it when the vault is opened again."""
        shown = self.preview.shown
        if shown is not None and shown.past is None and not self.recent_queries.is_private:
            self._store.set_last_read(shown.path, self.preview.view.reading.line())

    def search_like(self, results: tuple[Result, ...]) -> None:
        """Search with passages' texts."""
        self.long_query.ask("\n\n".join(result.chunk.text for result in results))

    def follow_day(self) -> None:
        """Once another day has begun, repeat what depends on it: "today" is another one."""
        if self._day != (today := date.today()):
            self._day = today
            self.chips.ask()
            self.search_controller.repeat()
            self.beginnings.ask()
            self.sidebar.count()

    def reset(self) -> None:
        """Forget results after another vault was opened."""
        self.results.show_idle()
        if self.search.query:
            self.results.show_searching()
        self._forget_pictures()
        self.stale_answer.forget()
        self.found_count.clear()
        self.reading.forget()
        self.asking.forget()
        self.answer.forget()
        self.search_controller.repeat()
        self.long_query.repeat()
        self.titled.forget()
        self.beginnings.forget()
        self.sidebar.saved.forget()

    def _wire(self) -> None:
        self.search.searched.connect(self._ask)
        self.search.cleared.connect(self._clear)
        self.search.field.left_downwards.connect(self.results.enter)
        suggested = self.results.page.suggestions, self.results.head.bar, self.results.head.titled
        for below in (*suggested, self.results.list, self.results.topics, self.results.beginnings):
            below.left_upwards.connect(self.search.field.setFocus)
            below.typed.connect(self.search.field.append_letters)
        self.results.list.selected.connect(self._show)
        self.results.head.offer.chosen.connect(
            lambda language, is_enabled: self._engine.ask(
                "read for", lambda vault: vault.index.read_for(language, enabled=is_enabled), lambda _: None
            )
        )
        self.results.head.spelling.chosen.connect(self.search.field.search_instead)
        thumbnails, words = self.results.list.thumbnails, self.results.wall.words
        thumbnails.requested.connect(
            lambda path, page: self._engine.ask(
                "thumbnail", lambda vault: vault.pages.thumbnail(path, page), thumbnails.take
            )
        )
        words.requested.connect(
            lambda result: self._engine.ask(
                "words in pictures",
                lambda vault: vault.pages.words_in_picture(
                    result.chunk.path, result.chunk.content, result.terms
                ),
                words.take,
            )
        )
        self._engine.vault_renewed.connect(self._forget_pictures)
        self.search.field.textChanged.connect(self.quick_look.hide)
        self.search.field.textChanged.connect(self.reading_split.uncover_list)
        self.results.list.end_neared.connect(self.search_controller.extend)
        self.stale_answer.rows.covered.connect(self.found_count.wait)
        self.search_controller.answered.connect(self._show_stage)
        self.completion.opened.connect(self._hold_empty)
        self.completion.closed.connect(self._release_empty)
        self.search_controller.extended.connect(lambda stage: self.results.list.replace(stage.results))
        self.search_controller.extended.connect(self.found_count.handle_stage)
        for following in (self.sidebar, self.relaxations, self.answer, self.asking, self.recent_queries):
            self.search_controller.answered.connect(following.handle_stage)
        self.search_controller.refused.connect(lambda _: self.sidebar.count_listed())
        answer = self.answer_card
        for asked in (self.model_answer.place_asked, self.titled.shown_asked, answer.asked_for):
            asked.connect(self.show_note)
        answer.left_downwards.connect(self.results.list.enter)
        self.results.head.titled.left_downwards.connect(self.results.list.enter)
        self.results.beginnings.reached.connect(self._glance)
        self.beginnings.arrived.connect(self.rest)
        self.sidebar.saved.changed.connect(self.beginnings.ask)
        answer.left_upwards.connect(self.results.head.answer.setFocus)
        self.results.head.answer.arrow.connect(self._leave_answer)
        self.results.head.answer.typed.connect(self.search.field.append_letters)
        answer.pointed.connect(self.reading.point_at)
        refused = self.search_controller.refused
        refused.connect(self.found_count.clear)
        refused.connect(self.stale_answer.forget)
        refused.connect(lambda trouble: self.results.show_trouble(trouble.sentence, trouble.remedy))
        self.preview.view.tag_asked.connect(lambda tag: self.search.field.setText(f"tag:{tag}"))
        self.preview.view.tag_asked.connect(lambda _: self.search.field.setFocus())

    def _bind_actions(self, actions: Actions) -> None:
        toggle, clipboard = self.toggle_in_note, QGuiApplication.clipboard()
        toggle_quotes = partial(self.related.toggle, quotes=True)
        actions.bind(
            {
                Actions.focus_field: self.search.field.take_focus,
                Actions.ask: self.asking.ask,
                Actions.complete: self.completion.ask,
                Actions.save_search: self.sidebar.save_search,
                Actions.search_with_clipboard: lambda: self.long_query.ask(clipboard.text()),
                Actions.show_text: self.long_query.show_text,
                Actions.other_spelling: self.results.head.spelling.choose,
                Actions.toggle_sidebar: self.sidebar.toggle,
                Actions.toggle_preview: self.toggle_preview,
                Actions.outline: partial(toggle, self.preview.outline, self.preview.toggle_outline),
                Actions.related: partial(toggle, self.preview.related, self.related.toggle),
                Actions.unfold_answer: self.answer_card.toggle,
                Actions.quotes: partial(toggle, self.preview.related, toggle_quotes),
                Actions.find_in_note: self.find_in_note,
                Actions.page_text: lambda: self.preview.show_as_text(actions.page_text.isChecked()),
                Actions.next_match: lambda: self.go_to_match(1),
                Actions.previous_match: lambda: self.go_to_match(-1),
                Actions.back: self.reading.back,
                Actions.forward: self.reading.forward,
                Actions.zoom_in: self.zoom.zoom_in,
                Actions.zoom_out: self.zoom.zoom_out,
                Actions.zoom_reset: self.zoom.reset,
                Actions.columns: self.table.choose_columns,
                Actions.answer_in_note: self.read_note_of_answer,
                Actions.more_like_answer: self.search_with_answer,
                Actions.look: self.looking.toggle,
                Actions.select_all: self.results.list.selectAll,
                Actions.copy_selection: self.preview.view.copy,
                Actions.search_selection: lambda: self.long_query.ask_dropped_text(
                    self.preview.view.textCursor().selection().toPlainText()
                ),
                Actions.select_note: self.preview.view.selectAll,
            }
        )
        actions.enable_if(
            {
                **dict.fromkeys((Actions.history, Actions.related), lambda: self.preview.shown is not None),
                Actions.back: lambda: self.reading.history.can_go_back,
                Actions.forward: lambda: self.reading.history.can_go_forward,
                Actions.columns: lambda: self.table.shown,
                Actions.copy_selection: lambda: self.preview.view.textCursor().hasSelection(),
                Actions.search_selection: lambda: self.preview.view.textCursor().hasSelection(),
            }
        )

    def _order_tabs(self) -> None:
        search, facets, preview = self.search, self.facets, self.preview
        results, head, basket = self.results, self.results.head, self.basket_sheet
        # From the field through the sidebar to list and note, instead of the order of creation.
        parts: tuple[QWidget, ...] = (
            *(search.field, search.modes, search.vaults, facets.tree, facets.period, facets.histogram),
            *(results.text_line.button, head.spelling.link, head.offer, *results.page.suggestions.links),
            *(*head.bar.links, head.bar.more, *head.titled.links, head.titled.more),
            *(head.answer, *self.answer_card.sentences, head.order, head.group, head.wall),
            *(results.timeline.histogram, results.topics, results.beginnings, results.list),
            *(results.table.button, results.table, results.wall),
            *(preview.above, *preview.buttons, preview.headings, preview.view, preview.canvas),
            *(preview.find_bar.field, preview.outline, preview.related),
            *(basket.list, basket.clear, basket.renew, basket.style_chooser, basket.copy),
            *(basket.close_button, self.model_answer.text, self.model_answer.follow_up),
        )
        for before, after in pairwise(parts):
            self.setTabOrder(before, after)

    def _ask(self, query: str, mode: Mode) -> None:
        shown = self.preview.shown
        if self._query_wanted is not None and shown is not None and shown.path != self._query_wanted.path:
            # A link was followed meanwhile: show the selected row's note again.
            self._query_wanted = None
        self.results.show_searching()
        self.search_controller.ask(query, mode)

    def _clear(self) -> None:
        self._empty = None
        self.search_controller.end()
        self.found_count.clear()
        self.results.show_idle()
        self.stale_answer.forget()

    def _show_stage(self, stage: SearchStage) -> None:
        self._empty = stage if stage.final and stage.settled and not stage.results else None
        if self._empty is not None and self.completion.is_choosing:
            self._hold_empty()
            return
        self.results.show_stage(stage)
        if stage.final and not stage.results:
            self._show(None)  # the note kept at rest, if the list had no row to leave
        self.stale_answer.handle_stage(stage)
        self.found_count.handle_stage(stage)

    def _hold_empty(self) -> None:
        """Keep the previous rows instead of "No results" while a filter value is being chosen."""
        if self._empty is not None and self._empty.query == self.search.query and self.completion.is_choosing:
            self.found_count.clear()
            self.results.show_unfinished()

    def _release_empty(self) -> None:
        if self._empty is not None and self._empty.query == self.search.query:
            self._show_stage(self._empty)

    def _show(self, result: Result | None) -> None:
        if result is None:
            self._query_wanted = None
            if self.search.query:
                self.reading.clear()
            else:
                # At rest, the note last read stays to be read on.
                self.reading.end_query()
        else:
            former, self._query_wanted = self._query_wanted, result
            chunk = result.chunk
            # The same passage as before may have been moved or edited.
            if (
                former is None
                or (former.past, former.chunk.path) != (result.past, chunk.path)
                or (former.chunk.content != chunk.content and former.chunk.id != chunk.id)
            ):
                self.stale_answer.expect_note()
                self.reading.show_result(result)
            elif former.chunk.content == chunk.content:
                self.reading.mark(result)
            else:
                self.reading.show_edited(result)

    def _leave_answer(self, key: Qt.Key) -> None:
        if key is Qt.Key.Key_Up:
            self.search.field.setFocus()
        elif key is Qt.Key.Key_Down:
            first = self.answer_card.sentences[0]
            first.setFocus(Qt.FocusReason.TabFocusReason) if first.isVisible() else self.results.list.enter()

    def search_with_answer(self) -> None:
        """Search with the answer's sentences, if any."""
        if self.answer_card.answers:
            self.long_query.ask(self.answer_card.text)

    def read_note_of_answer(self) -> None:
        """Show the first answer's note, with all answering sentences below."""
        if self.answer_card.answers:
            self.answer_card.go()
            self.with_note_visible(self.related.show_quotes)

    def _forget_pictures(self) -> None:
        self.results.list.thumbnails.forget()
        self.results.wall.words.forget()


class ReadingSplit(QSplitter):
    """Show list, note and the open basket, or only one of them if space is limited."""

    def __init__(self, listing: QWidget, page: QWidget, basket: BasketSheet) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("reading_split")
        self._listing, self._page, self._basket = listing, page, basket
        self.folded = False
        """Whether the note is folded despite enough space."""
        self._reading = False
        fill_split(self, (listing, 5, 540), (page, 6, 640), (basket, 0, 320))
        basket.opened.connect(self._arrange)
        basket.closed.connect(self._arrange)

    @property
    def narrow(self) -> bool:
        """Whether there is room for either list or note only."""
        return self.width() < NARROW_BELOW

    @property
    def covers_list(self) -> bool:
        """Whether the note covers the list."""
        return self.narrow and self._reading

    def fold(self, *, folded: bool) -> None:
        """Fold or unfold the note beside the list."""
        self.folded = folded
        self._arrange()

    def toggle_page(self) -> None:
        """Show or fold the note."""
        if self.narrow:
            self._reading = not self._page.isVisible()
            self._basket.hide()
        else:
            self.folded = not self.folded
        self._arrange()

    def uncover_list(self) -> None:
        """Return from note or basket to the list."""
        self._reading = False
        if self.narrow:
            self._basket.hide()
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show list, note or both, depending on the width."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        is_covered = self.narrow and not self._basket.isHidden()
        self._listing.setVisible(not is_covered and not self.covers_list)
        self._page.setVisible(not is_covered and (self._reading if self.narrow else not self.folded))
