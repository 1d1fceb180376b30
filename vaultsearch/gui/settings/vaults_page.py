"""Settings, Vaults: folders to search."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem

from vaultsearch.gui import phrases
from vaultsearch.gui.rows.row_texts import short_date
from vaultsearch.gui.settings.widgets import (
    NUMBER_ALIGNMENT,
    SettingsPage,
    in_a_row,
    plain_tree,
    push_button,
    size_text,
)
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.widgets import literal_tooltip
from vaultsearch.settings.protocol import VaultFacts

_PATH_ROLE = Qt.ItemDataRole.UserRole
_NUMBER_COLUMNS = (1, 2, 3)


class VaultsPage(SettingsPage):
    """List vaults, latest first."""

    _open: Path | None = None

    def build(self) -> None:
        """Build the page."""
        columns = self.tr("Vault"), self.tr("Notes"), self.tr("Files"), self.tr("Index size")
        named = (*columns, self.tr("Last change"), self.tr("State"))
        self.list = plain_tree(self.title, named, _NUMBER_COLUMNS)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setMinimumHeight(45 * GRID)
        self.list.header().setAccessibleName(self.title)
        self.list.itemActivated.connect(lambda *_: self._ask_open())
        self.list.itemSelectionChanged.connect(self._enable)
        self.open = push_button(self.tr("Open"), self._ask_open)
        self.add = push_button(self.tr("Add a folder…"), self.signals.add_asked.emit)
        tip = self.tr("Your notes and their index stay; delete the index under Privacy")
        self.forget = push_button(self.tr("Remove from list"), self._forget, tip)
        self.explain(self.tr("Folders you have opened. Nothing is ever written to them."))
        self.column.addWidget(self.list, 1)
        self.append(in_a_row(self.open, self.add, self.forget))
        self.column.addStretch()

    def show_vault(self, vault: Path | None) -> None:
        """Mark the open vault, if any."""
        self._open = vault
        if self.built:
            self.refresh()

    def refresh(self) -> None:
        """List vaults, and request details from the disk."""
        chosen = self._chosen()
        self.list.clear()
        vaults = self._store.vaults
        for vault in vaults:
            item = QTreeWidgetItem([vault.name])
            item.setData(0, _PATH_ROLE, vault)
            item.setToolTip(0, literal_tooltip(str(vault)))
            self.list.addTopLevelItem(item)
            # The rest is read from the disk and comes later.
            self._show_facts(item, None)
            if vault == chosen:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None:
            self.list.setCurrentIndex(self.list.model().index(0, 0))
        self._enable()
        storage = self._store.storage
        self._background.ask("vaults page", lambda: storage.describe_vaults(vaults), self._take_facts)

    def _take_facts(self, all_facts: tuple[VaultFacts, ...]) -> None:
        facts = {vault_facts.folder: vault_facts for vault_facts in all_facts}
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None:
                self._show_facts(item, facts.get(item.data(0, _PATH_ROLE)))
        for column in range(self.list.columnCount()):
            self.list.resizeColumnToContents(column)

    def _show_facts(self, item: QTreeWidgetItem, facts: VaultFacts | None) -> None:
        state = self.tr("open") if item.data(0, _PATH_ROLE) == self._open else ""
        shown = ["", "", "", "", state]
        if facts is not None:
            # Relative to a distant year, so that the year is always shown.
            changed = facts.changed and short_date(facts.changed.astimezone().date(), date.min)
            count = phrases.format_number(facts.notes) if facts.is_there or facts.notes else ""
            size = size_text(facts.bytes) if facts.bytes else ""
            files = phrases.format_number(facts.files) if facts.files else ""
            states = phrases.MIDDLE_DOT.join(filter(None, (state, self._state(facts))))
            shown = [count, files, size, changed or "", states]
        for column, text in enumerate(shown, start=1):
            item.setText(column, text)
            if column in _NUMBER_COLUMNS:
                item.setTextAlignment(column, NUMBER_ALIGNMENT)

    def _state(self, facts: VaultFacts) -> str:
        if not facts.is_there:
            return self.tr("unavailable; connect its drive")
        if facts.is_published:
            return self.tr("published by another computer")
        if not facts.is_indexed:
            return self.tr("not indexed yet")
        if facts.waiting:
            total = facts.notes + facts.files
            done = phrases.format_number(max(0, total - facts.waiting))
            return self.tr("{} of %Ln file(s) indexed", None, total).format(done)
        return self.tr("indexed") if facts.is_complete else self.tr("indexing isn't finished")

    def _chosen(self) -> Path | None:
        items = self.list.selectedItems()
        return Path(items[0].data(0, _PATH_ROLE)) if items else None

    def _enable(self) -> None:
        for button in (self.open, self.forget):
            button.setEnabled(self._chosen() not in (None, self._open))

    def _ask_open(self) -> None:
        if (chosen := self._chosen()) not in (None, self._open):
            self.signals.open_asked.emit(chosen)

    def _forget(self) -> None:
        if (chosen := self._chosen()) is not None:
            self._store.remove_vault(chosen)
            self.refresh()
            self.signals.vaults_changed.emit()
