"""Settings, Ranking: order the reranking steps."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QRadioButton

from vaultsearch.core.values.components import AUTO, NONE, RECOMMENDED, RERANKERS
from vaultsearch.gui.settings.widgets import SettingsPage, in_a_row, push_button, wrapped_label
from vaultsearch.gui.theme import GRID
from vaultsearch.settings.protocol import Tunable

RERANKER_CHAIN = "reranker.chain"

_STEP_ROLE = Qt.ItemDataRole.UserRole


class RankingPage(SettingsPage):
    """Edit the reranker chain; changes take effect with the next query."""

    def build(self) -> None:
        """Build the page."""
        about = self.tr(
            "Keywords and meaning each find candidates. These steps then rank them, one after "
            "another; each step's results are shown as soon as they are ready."
        )
        self.explain(about)
        self.recommended = QRadioButton(self.tr("Recommended order"))
        self.own = QRadioButton(self.tr("Custom order"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Ranking steps"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setMinimumHeight(300)
        self.list.setWordWrap(True)
        self.list.setSpacing(GRID // 2)
        self.up = push_button(self.tr("Up"), lambda: self._move(-1), self.tr("Move up (Alt+Up)"))
        self.down = push_button(self.tr("Down"), lambda: self._move(1), self.tr("Move down (Alt+Down)"))
        self.up.setShortcut("Alt+Up")
        self.down.setShortcut("Alt+Down")
        self.lock_note = wrapped_label(scale="small", tone="secondary")
        self.append(self.recommended, self.own)
        self.column.addWidget(self.list, 1)
        self.append(in_a_row(self.up, self.down), self.lock_note)
        self.column.addStretch()
        self.refresh()
        self.recommended.clicked.connect(self._commit)
        self.own.clicked.connect(self._commit)
        self.list.itemChanged.connect(lambda _: self._commit_own())
        self.list.model().rowsMoved.connect(lambda *_: self._commit_own())
        self.list.currentRowChanged.connect(lambda _: self._enable())

    def refresh(self) -> None:
        """Show the chain."""
        tunables = self.tunables()
        chain = tunables[RERANKER_CHAIN]
        is_auto = chain.value == AUTO
        self.recommended.setChecked(is_auto)
        self.own.setChecked(not is_auto)
        steps = chain.value.split("+")
        parts = [part for step in steps for part in (RECOMMENDED if step == AUTO else (step,))]
        chosen = [part for part in parts if part != NONE]
        rest = [step for step in chain.choices if step not in (*parts, AUTO, NONE)]
        # Filled only if different: filling clears the current row.
        if [*self._steps(checked=True), *self._steps(checked=False)] != [*chosen, *rest]:
            self._fill(chosen, rest, tunables)
        locked = chain.source == "command line"
        for part in (self.recommended, self.own):
            part.setEnabled(not locked)
        note = self.tr("The order is set on the command line for this run.") if locked else ""
        self.lock_note.setText(note)
        self._enable()

    def _fill(self, chosen: list[str], rest: list[str], tunables: dict[str, Tunable]) -> None:
        # Items that are filled in are no choice of the user's.
        with QSignalBlocker(self.list):
            self.list.clear()
            for step in (*chosen, *rest):
                read, kind = tunables.get(f"{step}.n_candidates"), RERANKERS[step]
                effect = self.tr(kind.effect).format(read.value if read else kind.n_candidates)
                item = QListWidgetItem(f"{self.tr(kind.label)}\n{effect}", self.list)
                item.setData(_STEP_ROLE, step)
                item.setFlags(
                    (item.flags() | Qt.ItemFlag.ItemIsUserCheckable) & ~Qt.ItemFlag.ItemIsDropEnabled
                )
                item.setCheckState(Qt.CheckState.Checked if step in chosen else Qt.CheckState.Unchecked)

    def _commit(self) -> None:
        self._enable()
        value = None if self.recommended.isChecked() else "+".join(self._steps(checked=True)) or NONE
        current = self.tunables()[RERANKER_CHAIN]
        if (value or current.default) != current.value:
            self.signals.tuned.emit(RERANKER_CHAIN, value)

    def _commit_own(self) -> None:
        """Commit a changed list as the user's own order."""
        self.own.setChecked(True)
        self._commit()

    def _move(self, by: int) -> None:
        row = self.list.currentRow()
        if row < 0 or not 0 <= row + by < self.list.count():
            return
        # For a moment, the step is out of the list: an order without it must not be committed.
        with QSignalBlocker(self.list):
            self.list.insertItem(row + by, self.list.takeItem(row))
        self.list.setCurrentRow(row + by)
        self._commit_own()

    def _enable(self) -> None:
        free, row = self.own.isEnabled(), self.list.currentRow()
        self.list.setEnabled(free)
        self.up.setEnabled(free and row > 0)
        self.down.setEnabled(free and 0 <= row < self.list.count() - 1)

    def _steps(self, *, checked: bool) -> list[str]:
        """Return the listed steps that are chosen, or those that aren't."""
        items, on = map(self.list.item, range(self.list.count())), Qt.CheckState.Checked
        return [item.data(_STEP_ROLE) for item in items if (item.checkState() == on) == checked]
