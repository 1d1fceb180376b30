"""Settings, Parameters: search, set and reset every tunable of every step."""

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
"""Steps whose rows are built at once: they fill the window."""

_STEPS = {
    "source": "Files to index",
    "files": "Files of other kinds",
    "chunking": "Passages",
    "embedding": "Indexing by meaning",
    "language": "Languages",
    "retrieval": "Finding candidates",
    "fusion": "Combining keywords and meaning",
    "titles": "Note titles",
    "reranker": "Reranking",
    **{name: kind.heading for name, kind in RERANKERS.items()},
    "passages": "Searching with a long text",
    "window": "Window",
    "learning": "Learning from use",
    "context": "Copy as context",
}


class ParametersPage(SettingsPage):
    """Lists the parameters, grouped by step."""

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(QCoreApplication.translate("ParametersPage", "Advanced"))
        self._store = store
        self.rows: dict[str, ParameterRow] = {}
        self._groups: list[tuple[QLabel, list[ParameterRow]]] = []
        self._waiting: list[tuple[str, list[Tunable]]] = []
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_group)

    def build(self) -> None:
        """Build the page."""
        self.filter = QLineEdit()
        ignore_drops(self.filter)
        self.filter.setPlaceholderText(self.tr("Search settings"))
        self.filter.setAccessibleName(self.tr("Search settings"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._show_matching)
        self.nothing = label(self.tr("No matching setting."), tone="secondary")
        self.nothing.hide()
        self.explain(self.tr("Also applies to the command line. Most people never need this page."))
        self.column.addWidget(self.filter)
        self.column.addWidget(self.nothing)
        self.column.addStretch()
        steps = list(_STEPS)
        tunables = sorted(
            self._store.tunables(),
            key=lambda tunable: steps.index(tunable.step) if tunable.step in _STEPS else len(steps),
        )
        grouped = groupby(tunables, key=lambda tunable: tunable.step)
        self._waiting = [(step, list(group)) for step, group in grouped]
        # One group for each turn of the event loop: all at once would block the window.
        for _ in range(_AT_FIRST):
            self._make_group()
        self._making.start()

    @property
    def complete(self) -> bool:
        """Whether all rows are built, which is some moments after the page is first shown."""
        return self.built and not self._waiting

    def _make_group(self) -> None:
        """Build the rows of the next step."""
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
        """Return the title of a step, translated."""
        return QCoreApplication.translate("ParametersPage", _STEPS.get(step, step))

    def refresh(self) -> None:
        """Show the parameters' values."""
        for tunable in self._store.tunables():
            if tunable.name in self.rows:
                self.rows[tunable.name].show_tunable(tunable)

    def commit(self) -> None:
        """Commit the value in a field that still has the keyboard."""
        for row in self.rows.values():
            row.commit()

    def _show_matching(self, words: str) -> None:
        for title, rows in self._groups:
            for row in rows:
                row.setVisible(row.matches(words) or _holds(title.text(), words))
            title.setVisible(any(not row.isHidden() for row in rows))
        self.nothing.setVisible(all(title.isHidden() for title, _ in self._groups))


def _holds(text: str, words: str) -> bool:
    return all(word in text.casefold() for word in words.casefold().split())
