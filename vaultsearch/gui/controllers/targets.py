"""The passages that an action is about: those selected in the list, or the one that is being read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vaultsearch.core.values.search import Result
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.reading.preview_pane import PreviewPane
    from vaultsearch.gui.results.results_list import ResultsList

FindFile: TypeAlias = Callable[[str], Path | None]
"""Returns the file of a note by its path in the vault, None while no vault is open."""

_JOB = "passage read"


class PassageTargets(QObject):
    """Passes passages to actions.

    While the keyboard is in the note, an action is about the passage that is read there: the selected one, or
    one that ``engine`` looks up if a link has led to another note. Otherwise it is about the selected rows.
    """

    requested = Signal()
    """An action on passages was chosen."""
    message = Signal(str)
    """A sentence on why there is nothing to act on."""

    def __init__(
        self, engine: EngineThread, results: ResultsList, preview: PreviewPane, window: QWidget
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._results = results
        self._preview = preview
        self._window = window

    def with_one(self, act: Callable[[Result], None]) -> None:
        """Call ``act`` with the current passage, or emit that there is none."""
        self._find(lambda results: act(results[0]), several=False)

    def with_all(self, act: Callable[[tuple[Result, ...]], None]) -> None:
        """Call ``act`` with all selected passages, or emit that there is none."""
        self._find(act, several=True)

    @property
    def shown_note(self) -> str | None:
        """The path of the note on the page."""
        return None if self._preview.shown is None else self._preview.shown.path

    @property
    def passage_read(self) -> Result | None:
        """The selected passage if its note is on the page."""
        current = self._results.current()
        return current if current is not None and current.chunk.path == self.shown_note else None

    def _find(self, act: Callable[[tuple[Result, ...]], None], *, several: bool) -> None:
        self.requested.emit()
        current, place = self._results.current(), self._place()
        if place is not None and self.passage_read is None:
            self._engine.ask(
                _JOB,
                lambda vault: vault.excerpts.passage_at(*place),
                lambda result: self._pass_on(act, () if result is None else (result,)),
            )
        elif several and place is None:
            self._pass_on(act, self._results.selection())
        else:
            self._pass_on(act, () if current is None else (current,))

    def _place(self) -> tuple[str, int] | None:
        """Return path and line of the place that is being read, None if the keyboard is elsewhere."""
        shown = self._preview.shown
        if shown is None or self._window.focusWidget() is not self._preview.view:
            return None
        line = self._preview.view.reading.line()
        return shown.path, line or (shown.passage[0] if shown.passage else 1)

    def _pass_on(self, act: Callable[[tuple[Result, ...]], None], results: tuple[Result, ...]) -> None:
        if results:
            act(results)
        else:
            self.message.emit(self.tr("No result selected"))
