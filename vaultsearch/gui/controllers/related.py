"""The pane of related notes and quotes below the note."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication

from vaultsearch.gui.controllers.reading import ReadingController
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.places import NoteRelations, quote_sections, relation_sections, relations_of
from vaultsearch.gui.reading.preview_pane import PreviewPane, RelatedOrder
from vaultsearch.gui.translations import keep_translated

_RELATED_JOB = "related"
_MAX_RELATED_IN_ORDER = 30
"""Number of related notes when not listed best first."""


class RelatedController(QObject):
    """Open and close the pane below the note in ``preview``, and follow the note.

    ``question`` returns the current query, for quotes.
    """

    def __init__(
        self,
        engine: EngineThread,
        preview: PreviewPane,
        reading: ReadingController,
        question: Callable[[], str],
    ) -> None:
        super().__init__(preview)
        self._engine, self._preview, self._reading = engine, preview, reading
        self._pane, self._part, self._bar = preview.related, preview.related_part, preview.related_bar
        self._question = question
        self._shows_quotes = False
        self._about: tuple[str, str] | None = None
        reading.moved.connect(self._follow)
        reading.renewed.connect(self.renew)
        engine.tell_failures((_RELATED_JOB,), self._pane.say)
        self._pane.place_asked.connect(reading.open_place)
        self._pane.copy_asked.connect(self._copy)
        self._part.hide()
        self._pane.installEventFilter(self)
        self._bar.changed.connect(self.renew)
        # The reasons beside the rows were written in the former language.
        keep_translated(self._pane, self.renew)

    def eventFilter(self, _pane: QObject, event: QEvent) -> bool:
        """Follow the note once the pane is shown: another may have been chosen while it was folded."""
        if event.type() == QEvent.Type.Show:
            self._follow()
        return False

    def toggle(self, *, quotes: bool = False) -> None:
        """Show and focus related notes, or ``quotes`` answering the query; or hide them."""
        if self._pane.isVisible() and self._shows_quotes == quotes:
            self.close()
            return
        self._shows_quotes, self._about = quotes, None
        self._bar.setVisible(not quotes)
        self._part.show()
        self._pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._follow()

    def show_quotes(self) -> None:
        """Show quotes answering the query, if not yet shown."""
        if not (self._pane.isVisible() and self._shows_quotes):
            self.toggle(quotes=True)

    def close(self) -> None:
        """Hide the pane, and focus the note."""
        self._part.hide()
        self._engine.drop(_RELATED_JOB)
        self._preview.reading_part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._reading.message.emit(self.tr("Copied: {}").format(text))

    def renew(self) -> None:
        """Ask again: links and similar notes depend on other notes, too. The rows stay until then."""
        self._follow(again=True)

    def _follow(self, *, again: bool = False) -> None:
        shown = self._preview.shown
        if not self._pane.isVisible():
            return
        if shown is None:
            self._about = None
            self._engine.drop(_RELATED_JOB)
            self._pane.clear()
            return
        about = shown.path, self._question() if self._shows_quotes else ""
        # Moves within a note are announced, too.
        if about != self._about:
            self._pane.say(self.tr("Searching…"))
        elif not again:
            return
        self._about = about
        self._ask(*about)

    def _ask(self, path: str, question: str) -> None:
        if self._shows_quotes and not question:
            self._engine.drop(_RELATED_JOB)
            self._pane.say(self.tr("Type a question to see its answers in this note"))
            return
        if self._shows_quotes:
            nothing = self.tr("No answer in this note")
            self._engine.ask(
                _RELATED_JOB,
                lambda vault: vault.read(path, question),
                lambda read: self._pane.show_sections(quote_sections(read), nothing),
            )
        else:
            unlinked, within = self._bar.unlinked.isChecked(), self._bar.conditions
            n = _MAX_RELATED_IN_ORDER if self._bar.chosen_order is not RelatedOrder.BEST else None
            self._engine.ask(
                _RELATED_JOB,
                lambda vault: relations_of(vault, path, n, unlinked=unlinked, within=within),
                self._show_relations,
            )

    def _show_relations(self, relations: NoteRelations) -> None:
        related, links, suggested = relations
        sections = relation_sections(self._bar.chosen_order.applied(related), links, suggested)
        self._pane.show_sections(sections, self.tr("No related notes"))
