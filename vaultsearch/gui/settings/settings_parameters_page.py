"""Settings, Parameters: every tunable of every step, to be searched, set and reset."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLabel, QLineEdit

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.settings_parameter_row import ParameterRow
from vaultsearch.gui.settings.settings_parts import SettingsPage, label

if TYPE_CHECKING:
    from vaultsearch.gui.engine.service import SettingsStore

_STEPS = {
    "source": "Which files are read",
    "chunking": "How notes are cut into passages",
    "embedding": "How passages are read by meaning",
    "language": "Languages",
    "semantic": "Search by meaning",
    "tokens": "Search by token vectors",
    "fulltext": "Search by words",
    "grep": "Search literally",
    "fusion": "How words and meaning become one ranking",
    "reranker": "Ranking anew",
    "best_sentence": "Ranking: best sentence",
    "late_interaction": "Ranking: late interaction",
    "cross_encoder": "Ranking: cross-encoder",
    "mmr": "Ranking: variety",
    "recency": "Ranking: freshness",
    "links": "Ranking: links",
    "threshold": "Ranking: threshold",
    "dedup": "Ranking: passages of one note",
    "window": "The window",
    "context": "Copying as context",
    "related": "Related notes",
    "duplicates": "Duplicates",
    "quotes": "Quoting notes",
}


class ParametersPage(SettingsPage):
    """Lists the parameters by their steps."""

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(QCoreApplication.translate("ParametersPage", "Parameters"))
        self._store = store
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Find a parameter"))
        self.filter.setAccessibleName(self.tr("Find a parameter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._show_matching)
        self.nothing = label(self.tr("No parameter speaks of that."), tone="secondary")
        self.nothing.hide()
        self.explain(self.tr("What is set here holds for the command line, too. Hardly anybody needs to."))
        self.column.addWidget(self.filter)
        self.column.addWidget(self.nothing)
        self.rows: dict[str, ParameterRow] = {}
        self._groups: list[tuple[QLabel, list[ParameterRow]]] = []

    def _fill(self) -> None:
        steps = list(_STEPS)
        tunables = sorted(
            self._store.tunables(),
            key=lambda one: steps.index(one.step) if one.step in _STEPS else len(steps),
        )
        for step, group in groupby(tunables, key=lambda one: one.step):
            title = label(self.step_title(step), scale="section")
            self.column.addSpacing(2 * GRID)
            self.column.addWidget(title)
            rows = []
            for tunable in group:
                row = ParameterRow(tunable, self._store.refusal)
                row.changed.connect(self.changed)
                self.column.addWidget(row)
                self.rows[tunable.name] = row
                rows.append(row)
            self._groups.append((title, rows))
        self.column.addStretch()

    @staticmethod
    def step_title(step: str) -> str:
        """Say what a step does, in the user's language."""
        return QCoreApplication.translate("ParametersPage", _STEPS.get(step, step))

    def entered(self) -> None:
        """Show the parameters as they stand."""
        if not self.rows:  # they are many: made when they are first wanted
            self._fill()
        for tunable in self._store.tunables():
            self.rows[tunable.name].show_tunable(tunable)

    def left(self) -> None:
        """Take up what was typed and not left yet."""
        for row in self.rows.values():
            row.take()

    def _show_matching(self, words: str) -> None:
        for title, rows in self._groups:
            for row in rows:
                row.setVisible(row.matches(words) or _holds(title.text(), words))
            title.setVisible(any(not row.isHidden() for row in rows))
        self.nothing.setVisible(all(title.isHidden() for title, _ in self._groups))


def _holds(text: str, words: str) -> bool:
    return all(word in text.casefold() for word in words.casefold().split())
