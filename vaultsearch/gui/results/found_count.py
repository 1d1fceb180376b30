"""How much was found, beside the field: all of it, or the best of it and how many notes hold the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vaultsearch.gui import phrases
from vaultsearch.gui.retranslation import keep_translated

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QLabel

    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.gui.engine.engine_thread import EngineThread

_JOB = "count"


class FoundCount(QObject):
    """Says in ``label`` what is known; asks ``engine`` how many notes there are where not all are listed."""

    def __init__(self, label: QLabel, engine: EngineThread) -> None:
        super().__init__(label)
        self._label = label
        self._engine = engine
        self._say: Callable[[], str] = str
        keep_translated(label, self._write)

    def clear(self) -> None:
        """Say nothing."""
        self._engine.drop(_JOB)
        self._tell(str)

    def wait(self) -> None:
        """Say that it is being searched."""
        self._engine.drop(_JOB)
        self._tell(phrases.searching)

    def take(self, stage: SearchStage) -> None:
        """Say how much the last answer is of what there is."""
        if not stage.final:
            self.wait()
        elif not stage.more:
            self._tell(lambda: phrases.found(stage.results) if stage.results else "")
        else:
            self._tell_best(stage, None)
            query, mode = stage.query, stage.mode
            self._engine.ask(
                _JOB, lambda vault: vault.notes_found(query, mode), lambda n: self._tell_best(stage, n)
            )

    def _tell_best(self, stage: SearchStage, notes: int | None) -> None:
        self._tell(lambda: phrases.best_of(len(stage.results), notes, stage.mode))

    def _tell(self, say: Callable[[], str]) -> None:
        self._say = say
        self._write()

    def _write(self) -> None:
        self._label.setText(self._say())
