"""One link beneath the notice: have the notes indexed for questions in another language, or undo that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from vaultsearch.core.values.search import ReadingPlan
from vaultsearch.gui import phrases
from vaultsearch.gui.results.suggestion_link import SuggestionLink
from vaultsearch.gui.retranslation import keep_translated

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vaultsearch.core.values.search import UnreadNotes


class UnreadOffer(SuggestionLink):
    """Offers it with its cost; nothing is indexed for a language before it was clicked."""

    chosen = Signal(str, bool)
    """A language by its code, and whether notes are to be indexed for questions in it, or no longer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unread: UnreadNotes | None = None
        self._is_wanted = False
        self.clicked.connect(self._choose)
        keep_translated(self, self._tell)

    def show_unread(self, unread: UnreadNotes | None) -> None:
        """Offer what an answer lacks; hide where it lacks nothing, or is indexed anyway."""
        if unread is not None and unread.reading is ReadingPlan.EXPECTED:
            unread = None
        self._unread = unread
        self._is_wanted = unread is not None and unread.reading is ReadingPlan.WANTED
        self._tell()
        self.setVisible(unread is not None)

    def _choose(self) -> None:
        if self._unread is not None:
            self._is_wanted = not self._is_wanted
            self._tell()
            self.chosen.emit(self._unread.language, self._is_wanted)

    def _tell(self) -> None:
        if self._unread is None:
            self.setAccessibleName(
                self.tr("Index your notes for another language")
            )  # until it says something
            return
        name = phrases.language(self._unread.language_name)
        if self._is_wanted:
            self.say(self.tr("Undo: don't index your notes for {}").format(name), "")
        else:
            cost = phrases.left(self._unread.seconds)
            self.say(self.tr("Index your notes for {} ({})").format(name, cost), "")
