"""Long queries: a pasted or dropped text, or a file; their topics stand above the list."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vaultsearch.core.values.long_queries import LongQueryAnswer, LongQueryOutcome
from vaultsearch.gui import phrases
from vaultsearch.gui.asking.search_field import is_whole_text
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.results_pane import ResultsPane
    from vaultsearch.service.protocol import VaultService

_JOB, _FILE = "passage", "dropped"
_MOST_BYTES = 5_000_000
_FEWEST_WORDS = 2


class LongQueryController(QObject):
    """Asks ``engine`` with whole texts, and shows the results of each topic in ``results``."""

    folder_dropped = Signal(object)
    """A Path was dropped that is not a readable file."""
    message = Signal(str)
    """A sentence on why a text cannot be searched with."""

    def __init__(self, engine: EngineThread, search: SearchPane, results: ResultsPane) -> None:
        super().__init__(results)
        self._engine = engine
        self._search = search
        self._results = results
        self._answer: LongQueryAnswer | None = None
        self._words = 0
        search.field.text_pasted.connect(self.ask)
        search.asked.connect(lambda *_: self.end())
        search.cleared.connect(self.end)
        results.topics.currentChanged.connect(self._choose)
        keep_translated(results, lambda: self._choose(results.topics.currentIndex()))

    def ask(self, text: str) -> None:
        """Search with a text, unless it is a single word or none."""
        self._words = len(text.split())
        if self._words < _FEWEST_WORDS:
            self.message.emit(self.tr("Not enough text to search with"))
            return
        self.end()
        self._search.field.clear()
        self._results.show_searching()
        self._engine.ask(_JOB, lambda vault: vault.search_passage(text), self._show_answer)

    def ask_dropped(self, path: Path) -> None:
        """Search with the text of a file; emit `folder_dropped` if it is not one."""

        async def read(_: VaultService) -> str | None:
            return await asyncio.to_thread(_text, path)

        def take(text: str | None) -> None:
            if text is None:
                self.folder_dropped.emit(path)
            else:
                self.ask(text)

        self._engine.ask(_FILE, read, take)

    def ask_dropped_text(self, text: str) -> None:
        """Search with a dropped text: as a query if it is no longer than one, else as a whole."""
        if is_whole_text(text):
            self.ask(text)
        else:
            self._search.run(text.strip(), self._search.mode)

    def end(self) -> None:
        """End the long query, and remove its topics."""
        self._engine.drop(_JOB)
        self._answer = None
        self._results.topics.show_topics(())

    def _show_answer(self, answer: LongQueryAnswer) -> None:
        if answer.outcome is LongQueryOutcome.FAILED:
            self._results.show_trouble(answer.trouble or "", answer.remedy or "")
        elif answer.outcome is LongQueryOutcome.NO_HITS:
            self._results.show_trouble(*self._nothing_near())
        else:
            self._answer = answer
            labels = [topic.label for topic in answer.topics]
            self._results.topics.show_topics(labels if len(labels) > 1 else ())
            self._choose(0)

    def _nothing_near(self) -> tuple[str, str]:
        """Return title and text for an empty answer; no verdict is passed while notes are being indexed."""
        if self._results.is_indexing:
            return self.tr("Still indexing…"), self.tr("No similar notes so far")
        return (
            self.tr("No notes similar to this text"),
            self.tr("Try another text, or ask a question."),
        )

    def _choose(self, tab: int) -> None:
        """Show the results of all topics (0), or of one of them."""
        answer = self._answer
        if answer is None or tab < 0:
            return
        found = answer.results if tab == 0 else answer.topics[tab - 1].results
        searched = phrases.searched_with(self._words, answer)
        self._results.show_found(found, " ".join(filter(None, (searched, answer.notice))))
        self._search.count.setText(phrases.found(found))


def _text(path: Path) -> str | None:
    """Read a text file; return None if it is a folder or unreadable, which are handled alike."""
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES).decode("utf-8", "replace").replace("\0", "")
    except OSError:
        return None
