"""Settings, Parameters: every tunable of every step, to be searched, set and reset."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from vaultsearch.core.values.rerankers import RERANKERS
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.parameter_row import ParameterRow
from vaultsearch.gui.settings.widgets import SettingsPage, label
from vaultsearch.gui.widgets import ignore_drops

if TYPE_CHECKING:
    from vaultsearch.settings.protocol import SettingsStore
    from vaultsearch.settings.values import Tunable

_AT_FIRST = 3
"""Steps whose rows are there at once: they fill the window."""

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
    "titles": "What a note's title counts",
    "reranker": "Ranking anew",
    **{name: kind.heading for name, kind in RERANKERS.items()},
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
        self.rows: dict[str, ParameterRow] = {}
        self._groups: list[tuple[QLabel, list[ParameterRow]]] = []
        self._waiting: list[tuple[str, list[Tunable]]] = []
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_group)

    def make(self) -> None:
        """Put the parts of the page into it."""
        self.filter = QLineEdit()
        ignore_drops(self.filter)
        self.filter.setPlaceholderText(self.tr("Find a parameter"))
        self.filter.setAccessibleName(self.tr("Find a parameter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._show_matching)
        self.nothing = label(self.tr("No parameter speaks of that."), tone="secondary")
        self.nothing.hide()
        self.explain(self.tr("What is set here holds for the command line, too. Hardly anybody needs to."))
        self.column.addWidget(self.filter)
        self.column.addWidget(self.nothing)
        self.column.addStretch()
        steps = list(_STEPS)
        tunables = sorted(
            self._store.tunables(),
            key=lambda one: steps.index(one.step) if one.step in _STEPS else len(steps),
        )
        grouped = groupby(tunables, key=lambda one: one.step)
        self._waiting = [(step, list(group)) for step, group in grouped]
        # They are many: all at once would hold up the window.
        for _ in range(_AT_FIRST):
            self._make_group()
        self._making.start()

    @property
    def complete(self) -> bool:
        """Whether all parameters are there; it takes a few moments after the page is first shown."""
        return self.made and not self._waiting

    def _make_group(self) -> None:
        """Make the rows of one more step."""
        if not self._waiting:
            self._making.stop()
            return
        step, tunables = self._waiting.pop(0)
        title = label(self.step_title(step), scale="section")
        self.column.insertSpacing(self.column.count() - 1, 2 * GRID)
        self._put(title)
        rows = []
        for tunable in tunables:
            row = ParameterRow(tunable, self._store.parameter_error)
            row.changed.connect(self.changed)
            self._put(row)
            self.rows[tunable.name] = row
            rows.append(row)
        self._groups.append((title, rows))
        if self.filter.text():
            self._show_matching(self.filter.text())

    def _put(self, part: QWidget) -> None:
        self.column.insertWidget(self.column.count() - 1, part)  # before the stretch

    @staticmethod
    def step_title(step: str) -> str:
        """Say what a step does, in the user's language."""
        return QCoreApplication.translate("ParametersPage", _STEPS.get(step, step))

    def entered(self) -> None:
        """Show the parameters as they stand."""
        for tunable in self._store.tunables():
            if tunable.name in self.rows:
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
