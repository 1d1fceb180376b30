"""Related notes, or quotes that answer, of the note in the preview, while their pane is open."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from vaultsearch.gui.reading.places import RelatedOrder, quote_sections, relation_sections
from vaultsearch.gui.translations import keep_translated, translate_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.context import ReadNote
    from vaultsearch.core.values.relations import NoteLinks, NoteSuggestions, RelatedNote
    from vaultsearch.gui.controllers.reading import ReadingController
    from vaultsearch.gui.engine_thread import EngineThread, Trouble
    from vaultsearch.gui.reading.preview_pane import PreviewPane
    from vaultsearch.service.protocol import VaultService

_JOB = "related"
_IN_ORDER = 30
"""Related notes that are listed in another order than the best first."""
Belonging: TypeAlias = "tuple[tuple[RelatedNote, ...], NoteLinks, NoteSuggestions]"


async def relations_of(
    vault: VaultService, path: str, n: int | None = None, *, unlinked: bool = False, within: str = ""
) -> Belonging:
    """Return what belongs to a note: related notes, its links, and links and tags that it may lack.

    Args:
        vault: The vault, or several.
        path: The note's.
        n: How many related notes.
        unlinked: Whether to list only related notes that no link joins to it.
        within: Conditions that related notes must meet.
    """
    relations = vault.relations
    related = await relations.related(path, n, unlinked=unlinked, within=within)
    return related, await relations.links_of(path), await relations.suggestions(path)


class _Shown(Enum):
    RELATIONS = auto()
    QUOTES = auto()


class RelatedController(QObject):
    """Opens and closes the pane beneath the note in ``preview``, and follows the note.

    ``question`` returns the standing query, for the quotes that answer it.
    """

    def __init__(
        self,
        engine: EngineThread,
        preview: PreviewPane,
        reading: ReadingController,
        question: Callable[[], str],
    ) -> None:
        super().__init__(preview)
        self._engine = engine
        self._preview = preview
        self._pane, self._part, self._bar = preview.related, preview.related_part, preview.related_bar
        self._question = question
        self._kind = _Shown.RELATIONS
        self._about: tuple[str, str] | None = None
        reading.moved.connect(self._follow)
        reading.renewed.connect(self._ask_again)
        engine.failed.connect(self._refuse)
        self._pane.place_asked.connect(reading.open_place)
        self._pane.copy_asked.connect(self._copy)
        self._reading = reading
        self._part.hide()
        self._bar.changed.connect(self._ask_again)
        # The reasons beside the rows were written in the former language.
        keep_translated(self._pane, self._ask_again)

    def toggle(self) -> None:
        """Show the related notes and focus them, or hide them."""
        self._toggle(_Shown.RELATIONS)

    def toggle_quotes(self) -> None:
        """Show the quotes that answer the query and focus them, or hide them."""
        self._toggle(_Shown.QUOTES)

    def show_quotes(self) -> None:
        """Show the quotes that answer the query, if they are not shown yet."""
        if not (self._pane.isVisible() and self._kind is _Shown.QUOTES):
            self.toggle_quotes()

    def close(self) -> None:
        """Hide the pane; the keyboard focus goes to the note."""
        self._part.hide()
        self._engine.drop(_JOB)
        self._preview.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._reading.message.emit(self.tr("Copied: {}").format(text))

    def _toggle(self, kind: _Shown) -> None:
        if self._pane.isVisible() and self._kind is kind:
            self.close()
            return
        self._kind, self._about = kind, None
        self._bar.setVisible(kind is _Shown.RELATIONS)
        self._part.show()
        self._pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._follow()

    def _ask_again(self) -> None:
        self._about = None
        self._follow()

    def _follow(self) -> None:
        shown = self._preview.shown
        if not self._pane.isVisible():
            return
        if shown is None:
            self._about = None
            self._engine.drop(_JOB)
            self._pane.clear()
            return
        about = shown.path, self._question() if self._kind is _Shown.QUOTES else ""
        # Each move in the history is announced, also one within the note.
        if about != self._about:
            self._about = about
            self._ask(*about)

    def _ask(self, path: str, question: str) -> None:
        if self._kind is _Shown.QUOTES and not question:
            self._engine.drop(_JOB)
            self._pane.say(self.tr("Type a question to see its answers in this note"))
            return
        self._pane.say(self.tr("Searching…"))
        if self._kind is _Shown.QUOTES:
            self._engine.ask(_JOB, lambda vault: vault.read(path, question), self._show_quotes)
        else:
            unlinked, within = self._bar.unlinked.isChecked(), self._bar.conditions
            n = _IN_ORDER if self._bar.chosen_order is not RelatedOrder.BEST else None
            self._engine.ask(
                _JOB,
                lambda vault: relations_of(vault, path, n, unlinked=unlinked, within=within),
                self._show_relations,
            )

    def _refuse(self, trouble: Trouble) -> None:
        if trouble.job == _JOB:
            self._pane.say(translate_error(trouble.sentence, trouble.remedy))

    def _show_relations(self, relations: Belonging) -> None:
        related, links, suggested = relations
        in_order = self._bar.chosen_order.applied(related)
        nothing = self.tr("No related notes")
        self._pane.show_sections(relation_sections(in_order, links, suggested), nothing)

    def _show_quotes(self, read: ReadNote) -> None:
        self._pane.show_sections(quote_sections(read), self.tr("No answer in this note"))
