"""Search with a whole text, and show results by topic."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vaultsearch.core.values.search import LongQueryAnswer, LongQueryOutcome
from vaultsearch.gui import phrases
from vaultsearch.gui.asking.query_text import MIN_WORDS, QueryTextDialog
from vaultsearch.gui.asking.search_field import is_whole_text
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine_thread import EngineThread, Trouble
    from vaultsearch.gui.results.results_pane import ResultsPane
    from vaultsearch.service.protocol import VaultService

_TEXT_JOB, _FILE_JOB = "passage", "dropped"
_MAX_TEXT_BYTES = 5_000_000


class LongQueryController(QObject):
    """Search with whole texts through ``engine``, and show results by topic in ``results``."""

    folder_dropped = Signal(object)
    """A Path was dropped that is not a readable file."""
    message = Signal(str)
    """A sentence on why a text cannot be searched with."""

    def __init__(self, engine: EngineThread, search: SearchPane, results: ResultsPane) -> None:
        super().__init__(results)
        self._engine, self._search, self._results = engine, search, results
        self._answer: LongQueryAnswer | None = None
        self._text = ""
        self.is_open = False
        """Whether results for a whole text are shown or pending."""
        self.dialog = QueryTextDialog(results)
        self.dialog.searched.connect(self.ask)
        search.field.text_pasted.connect(self.ask)
        search.searched.connect(lambda *_: self.end())
        search.cleared.connect(self.end)
        results.topics.chosen.connect(self._choose)
        engine.failed.connect(self._fail)
        keep_translated(results, self._set_sentence)

    def ask(self, text: str) -> None:
        """Search with a text of at least two words."""
        if len(text.split()) < MIN_WORDS:
            self.message.emit(self.tr("Not enough text to search with"))
            return
        self.end()
        self._text = text
        self._search.field.clear()
        # Set after clearing the field, which ends a long query.
        self.is_open = True
        self._results.show_searching()
        self._engine.ask(_TEXT_JOB, lambda vault: vault.search_passage(text), self._show_answer)

    def repeat(self) -> None:
        """Repeat a shown text search after another vault is opened."""
        if self.is_open:
            self.ask(self._text)

    def show_text(self) -> None:
        """Show the last text for editing, a chat as it was read, and mark the chosen topic's lines."""
        self.dialog.show_text(self._shown_text)
        self._mark_topic(self._results.topics.currentIndex().row())

    def ask_dropped(self, path: Path) -> None:
        """Search with a file's text; emit `folder_dropped` for anything but a readable file."""

        async def read(_: VaultService) -> str | None:
            return await asyncio.to_thread(_read_text_file, path)

        def take(text: str | None) -> None:
            if text is None:
                self.folder_dropped.emit(path)
            else:
                self.ask(text)

        self._engine.ask(_FILE_JOB, read, take)

    def ask_dropped_text(self, text: str) -> None:
        """Search with a dropped text: as a query if short, else as a whole text."""
        if is_whole_text(text):
            self.ask(text)
        else:
            self._search.run(text.strip(), self._search.mode)

    def end(self) -> None:
        """End the long query, and remove topics."""
        self._engine.drop(_TEXT_JOB)
        self._answer, self.is_open = None, False
        self._results.topics.show_topics(())
        self._results.text_line.say("")

    def _show_answer(self, answer: LongQueryAnswer) -> None:
        if answer.outcome is LongQueryOutcome.FAILED:
            self._results.show_trouble(answer.trouble or "", answer.remedy or "")
        elif answer.outcome is LongQueryOutcome.NO_HITS:
            title = self.tr("No notes similar to this text")
            text = self.tr("Try another text, or ask a question.")
            # No verdict while notes are being indexed.
            if self._results.is_indexing:
                title, text = self.tr("Still indexing…"), self.tr("No similar notes so far")
            self._results.show_trouble(title, text)
        else:
            self._answer = answer
            # A list with a single topic would only repeat the results.
            topics = answer.topics if len(answer.topics) > 1 else ()
            self._results.topics.show_topics(topics, len(answer.results))
            self._set_sentence()
            self._choose(0)

    def _fail(self, trouble: Trouble) -> None:
        if trouble.job == _TEXT_JOB and self.is_open:
            self._results.show_trouble(trouble.sentence, trouble.remedy)

    def _choose(self, number: int) -> None:
        """Show all topics' results (0) or a single topic's; mark the topic's lines in the text."""
        answer = self._answer
        if answer is None:
            return
        # Row 0 in the topic list stands for all topics.
        results = answer.topics[number - 1].results if number else answer.results
        self._results.list.start_query()
        self._results.show_found(results, answer.notice or "")
        self._results.head.count.setText(phrases.results_found(results))
        self._mark_topic(number)

    @property
    def _shown_text(self) -> str:
        """The text that the topics' lines are counted in; a long one also beyond what was searched with."""
        return self._answer.text if self._answer is not None and self._answer.messages else self._text

    def _mark_topic(self, number: int) -> None:
        topics = self._answer.topics[number - 1 : number] if self._answer is not None and number > 0 else ()
        ranges = [place for topic in topics for place in ((topic.line_start, topic.line_end), *topic.returns)]
        self.dialog.mark_lines(self._shown_text, ranges)

    def _set_sentence(self) -> None:
        if self._answer is not None:
            self._results.text_line.say(phrases.searched_with(len(self._text.split()), self._answer))


def _read_text_file(path: Path) -> str | None:
    """Read a text file in any encoding; return "" for a binary, None for a folder or an unreadable file."""
    from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text

    try:
        with path.open("rb") as file:
            return decode_text(file.read(_MAX_TEXT_BYTES)).text.replace("\0", "")
    except UnreadableNoteError:
        return ""
    except OSError:
        return None
