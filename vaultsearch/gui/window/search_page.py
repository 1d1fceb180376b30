"""The page where one searches: field above, list and note below; what leads from one to the other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from vaultsearch.gui.asking.proposals_list import ProposalsList
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.controllers.chips import ChipsController
from vaultsearch.gui.controllers.completion import CompletionController
from vaultsearch.gui.controllers.long_query import LongQueryController
from vaultsearch.gui.controllers.reading import ReadingController
from vaultsearch.gui.controllers.recent_queries import RecentQueriesController
from vaultsearch.gui.controllers.related import RelatedController
from vaultsearch.gui.controllers.relaxations import RelaxationsController
from vaultsearch.gui.controllers.search import FoundCount, SearchController
from vaultsearch.gui.controllers.sidebar import SidebarController
from vaultsearch.gui.controllers.stale_answer import StaleAnswerController
from vaultsearch.gui.looks.tokens import NARROW
from vaultsearch.gui.reading.preview_pane import PreviewPane
from vaultsearch.gui.results.results_pane import ResultsPane
from vaultsearch.gui.sidebar.sidebar import Sidebar
from vaultsearch.gui.sidebar.split import SidebarSplit

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction, QResizeEvent

    from vaultsearch.core.values.search import Chunk, Mode, Result, SearchStage
    from vaultsearch.gui.engine.engine_thread import EngineThread, Trouble
    from vaultsearch.gui.looks.icons import Icons
    from vaultsearch.gui.looks.tokens import Tokens
    from vaultsearch.settings.protocol import SettingsStore


class ReadingSplit(QSplitter):
    """Holds the list and the page."""

    def __init__(self, listing: QWidget, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("reading_split")
        self._listing = listing
        self._page = page
        self._folded = False
        self._reading = False
        self.addWidget(listing)
        self.addWidget(page)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 5)
        self.setStretchFactor(1, 6)
        self.setSizes([540, 640])

    @property
    def narrow(self) -> bool:
        """Whether there is room for one of the two only."""
        return self.width() < NARROW

    @property
    def covers_list(self) -> bool:
        """Whether the page stands where the list was."""
        return self.narrow and self._reading

    @property
    def folded(self) -> bool:
        """Whether the page is folded away where there is room for both."""
        return self._folded

    def fold(self, *, folded: bool) -> None:
        """Fold the page away, or unfold it, where there is room for both."""
        self._folded = folded
        self._arrange()

    def toggle_page(self) -> None:
        """Show the page, or fold it away."""
        if self.narrow:
            self._reading = not self._reading
        else:
            self._folded = not self._folded
        self._arrange()

    def uncover_list(self) -> None:
        """Come back from the page to the list."""
        self._reading = False
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold as the room asks."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._listing.setVisible(not self.covers_list)
        self._page.setVisible(self._reading if self.narrow else not self._folded)


class SearchPage(QWidget):
    """Asks ``engine`` what is typed, shows the answers, shows the note of the selected one."""

    link_asked = Signal(QUrl)
    """A link out of the vault was clicked."""

    def __init__(
        self,
        engine: EngineThread,
        actions: dict[str, QAction],
        tokens: Tokens,
        store: SettingsStore,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._wanted: Chunk | None = None
        self.search = SearchPane(actions)
        self.results = ResultsPane(actions)
        self.preview = PreviewPane(tokens, actions)
        self.reading = ReadingController(engine, self.preview)
        self.relations = RelatedController(engine, self.preview, self.reading, lambda: self.search.query)
        self.split = ReadingSplit(self.results, self.preview)
        self.facets = Sidebar()
        self.outer_split = SidebarSplit(self.facets, self.split, store)
        self.sidebar = SidebarController(self.search, self.facets, self.outer_split, engine, store)
        self.chips = ChipsController(self.search, engine)
        self.current = SearchController(engine, self)
        self.relaxations = RelaxationsController(self.search, self.results, engine)
        self.passages = LongQueryController(engine, self.search, self.results)
        self.former = StaleAnswerController(self.search, self.results, self.preview, engine)
        self.count = FoundCount(self.search.count, engine)
        self.recent = RecentQueriesController(self.search, store)
        self.proposals = ProposalsList(self)
        self.completion = CompletionController(self.search, self.proposals, engine)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.search)
        column.addWidget(self.outer_split, 1)
        self._wire()
        self._order_tabs()

    @property
    def found(self) -> tuple[Result, ...]:
        """What is shown, best first."""
        return self.results.list.results

    def dress(self, icons: Icons, tokens: Tokens) -> None:
        """Take icons and colours of a theme."""
        self.search.dress(icons)
        self.preview.dress(tokens, icons)

    def clear(self) -> None:
        """Go one step back: from the note to the list or from its relations to it, else to an empty field."""
        if self.split.covers_list:
            self.split.uncover_list()
            self.results.list.setFocus()
        elif self.preview.related.hasFocus():
            self.relations.close()
        else:
            self.search.field.clear()
            self.search.field.take_focus()

    def toggle_preview(self) -> None:
        """Show the note or fold it away; where it takes the list's place it takes the keyboard too."""
        self.split.toggle_page()
        if self.split.covers_list:
            self.preview.view.setFocus()
        elif self.split.narrow:
            self.results.list.setFocus()

    def beside_the_note(self, deed: Callable[[], None]) -> None:
        """Do what shows something beside the note, with the note unfolded for it."""
        if not self.preview.isVisible():
            self.split.toggle_page()
        deed()

    def begin_anew(self) -> None:
        """Forget what was found: it was found in another vault."""
        self.results.show_idle()
        if self.search.query:
            self.results.show_searching()
        self.former.forget()
        self.count.clear()
        self.reading.forget()
        self.current.ask_again()
        self._ask_examples()

    def _wire(self) -> None:
        self.search.asked.connect(self._ask)
        self.search.cleared.connect(self._end)
        self.search.field.left_downwards.connect(self.results.enter)
        for suggested in (self.results.page.suggestions, self.results.bar):
            suggested.left_upwards.connect(self.search.field.setFocus)
            suggested.typed.connect(self.search.field.take_letters)
        self.results.list.left_upwards.connect(self.search.field.setFocus)
        self.results.list.typed.connect(self.search.field.take_letters)
        self.results.selected.connect(self._show)
        self.results.offer.chosen.connect(self._read_for)
        self.results.list.end_neared.connect(self.current.more)
        self.former.covered.connect(self.count.wait)
        self.current.answered.connect(self._take)
        self.current.extended.connect(self._take_more)
        self.current.answered.connect(self.sidebar.take)
        self.current.answered.connect(self.relaxations.take)
        self.current.refused.connect(self._refuse)
        self._engine.sync_finished.connect(lambda _: self._ask_examples())
        self.preview.link_asked.connect(self.link_asked)
        self.preview.view.tag_asked.connect(self._search_tag)

    def _order_tabs(self) -> None:
        search, facets, preview = self.search, self.facets, self.preview
        parts: tuple[QWidget, ...] = (
            search.field,
            search.hint,
            search.modes,
            search.vaults,
            facets.tree,
            facets.period,
            facets.histogram,
            self.results.topics,
            self.results.offer,
            *self.results.page.suggestions.links,
            *self.results.bar.links,
            self.results.list,
            *preview.buttons,
            preview.headings,
            preview.view,
            preview.outline,
            preview.related,
        )
        for before, after in pairwise(parts):
            self.setTabOrder(before, after)

    def _ask(self, query: str, mode: Mode) -> None:
        self.results.show_searching()
        self.current.ask(query, mode)

    def _ask_examples(self) -> None:
        """Ask for what is shown under an empty field; all notes are read for it, so not beside a question."""
        if self.search.field.text():
            return
        self._engine.ask("examples", lambda vault: vault.examples(), self.search.hint.teach)

    def _end(self) -> None:
        self.current.end()
        self.count.clear()
        self.results.show_idle()
        self.former.forget()
        self._ask_examples()

    def _take(self, stage: SearchStage) -> None:
        self.results.show_stage(stage)
        self.former.take(stage)
        self.count.take(stage)

    def _take_more(self, stage: SearchStage) -> None:
        self.results.list.replace(stage.results)
        self.count.take(stage)

    def _refuse(self, trouble: Trouble) -> None:
        self.count.clear()
        self.former.forget()
        self.results.show_trouble(trouble.sentence, trouble.remedy)

    def _show(self, result: Result | None) -> None:
        if result is None:
            self._wanted = None
            self.reading.clear()
        elif _is_same(self._wanted, result.chunk):
            self.reading.mark(result)
        else:
            self._wanted = result.chunk
            self.former.expect_note()
            self.reading.show_result(result)

    def _read_for(self, language: str, wanted: bool) -> None:
        self._engine.ask("read for", lambda vault: vault.read_for(language, wanted=wanted), lambda _: None)

    def _search_tag(self, tag: str) -> None:
        self.search.field.setText(f"tag:{tag}")
        self.search.field.setFocus()


def _is_same(one: Chunk | None, other: Chunk) -> bool:
    return one is not None and (one.id, one.content) == (other.id, other.content)
