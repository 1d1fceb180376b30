"""The page where one searches: field above, list and note below; what leads from one to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultsearch.gui import phrases
from vaultsearch.gui.current_search import CurrentSearch
from vaultsearch.gui.field_completion import FieldCompletion
from vaultsearch.gui.preview_pane import PreviewPane
from vaultsearch.gui.proposals_list import ProposalsList
from vaultsearch.gui.reading_split import ReadingSplit
from vaultsearch.gui.recent_steps import RecentSteps
from vaultsearch.gui.results_pane import ResultsPane
from vaultsearch.gui.search_pane import SearchPane

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from vaultsearch.core.values import Chunk, Mode, Result, SearchStage
    from vaultsearch.gui.engine_thread import EngineThread, Trouble
    from vaultsearch.gui.icons import Icons
    from vaultsearch.gui.service import SettingsStore
    from vaultsearch.gui.tokens import Tokens


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
        self.preview = PreviewPane(tokens)
        self.split = ReadingSplit(self.results, self.preview)
        self.current = CurrentSearch(engine, self)
        self.recent = RecentSteps(self.search, store)
        self.proposals = ProposalsList(self)
        self.completion = FieldCompletion(self.search, self.proposals, engine)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.search)
        column.addWidget(self.split, 1)
        self._wire()
        self._order_tabs()

    @property
    def found(self) -> tuple[Result, ...]:
        """What is shown, best first."""
        return self.results.list.results

    def dress(self, icons: Icons, tokens: Tokens) -> None:
        """Take icons and colours of a theme."""
        self.search.dress(icons)
        self.preview.dress(tokens)

    def clear(self) -> None:
        """Go one step back: from the note to the list, else to an empty field."""
        if self.split.covers_list:
            self.split.uncover_list()
            self.results.list.setFocus()
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

    def begin_anew(self) -> None:
        """Forget what was found: it was found in another vault."""
        self.results.show_idle()
        self.current.ask_again()

    def _wire(self) -> None:
        self.search.asked.connect(self._ask)
        self.search.cleared.connect(self._end)
        self.search.field.left_downwards.connect(self.results.list.enter)
        self.results.list.left_upwards.connect(self.search.field.setFocus)
        self.results.list.typed.connect(self.search.field.take_letters)
        self.results.selected.connect(self._show)
        self.current.answered.connect(self._take)
        self.current.refused.connect(self._refuse)
        self.preview.link_asked.connect(self.link_asked)

    def _order_tabs(self) -> None:
        self.setTabOrder(self.search.field, self.search.modes)
        self.setTabOrder(self.search.modes, self.search.vaults)
        self.setTabOrder(self.search.vaults, self.results.list)
        self.setTabOrder(self.results.list, self.preview.view)

    def _ask(self, query: str, mode: Mode) -> None:
        self.results.show_searching()
        self.current.ask(query, mode)

    def _end(self) -> None:
        self.current.end()
        self.search.count.clear()
        self.results.show_idle()

    def _take(self, stage: SearchStage) -> None:
        self.results.show_stage(stage)
        self.search.count.setText(phrases.found(stage.results) if stage.results else "")

    def _refuse(self, trouble: Trouble) -> None:
        self.search.count.clear()
        self.results.show_trouble(trouble.sentence, trouble.remedy)

    def _show(self, result: Result | None) -> None:
        if result is None:
            self._engine.drop("preview")
            self._wanted = None
            self.preview.clear()
        elif not _is_same(self._wanted, result.chunk):
            chunk = self._wanted = result.chunk
            self._engine.ask("preview", lambda vault: vault.preview(chunk), self.preview.show_preview)


def _is_same(one: Chunk | None, other: Chunk) -> bool:
    return one is not None and (one.id, one.content) == (other.id, other.content)
