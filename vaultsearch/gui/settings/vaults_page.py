"""Settings, Vaults: list those that were opened, mark missing ones, and add another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.widgets import SettingsPage, button, in_a_row
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from vaultsearch.gui.engine.background import Background
    from vaultsearch.settings.protocol import SettingsStore

_PATH = Qt.ItemDataRole.UserRole


class VaultsPage(SettingsPage):
    """Lists the vaults, the latest first."""

    open_asked = Signal(object)
    """The vault, a Path, that should be opened."""
    add_asked = Signal()
    """The user wants to choose another folder."""
    changed = Signal()
    """A vault was taken off the list."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(QCoreApplication.translate("VaultsPage", "Vaults"))
        self._store = store
        self._background = background
        self._open: Path | None = None
        self.list = QListWidget()
        self.list.setAccessibleName(self.title)
        self.list.setMinimumHeight(180)
        self.list.setSpacing(GRID // 2)
        self.list.itemActivated.connect(lambda _: self._ask_open())
        self.list.itemSelectionChanged.connect(self._enable)
        self.open = button(self.tr("Open"), self._ask_open)
        self.add = button(self.tr("Add a folder…"), self.add_asked.emit)
        self.forget = button(
            self.tr("Remove from list"),
            self._forget,
            self.tr("Your notes and their index stay; delete the index under Privacy"),
        )
        self.explain(self.tr("Folders you have opened. Nothing is ever written to them."))
        self.column.addWidget(self.list, 1)
        self.column.addWidget(in_a_row(self.open, self.add, self.forget))
        self.column.addStretch()

    def show_vault(self, vault: Path | None) -> None:
        """Mark the open vault, None if there is none."""
        self._open = vault
        self.refresh()

    def refresh(self) -> None:
        """List the vaults, and look up which folders are missing."""
        chosen = self._chosen()
        self.list.clear()
        for vault in self._store.vaults:
            item = QListWidgetItem(self._line(vault, frozenset()))
            item.setData(_PATH, vault)
            item.setToolTip(tooltip(str(vault)))
            self.list.addItem(item)
            if vault == chosen:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None:
            self.list.setCurrentRow(0)
        self._enable()
        vaults = self._store.vaults
        self._background.ask(
            "vaults page", lambda: self._store.storage.missing_folders(vaults), self._show_away
        )

    def _show_away(self, away: frozenset[Path]) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setText(self._line(item.data(_PATH), away))

    def _line(self, vault: Path, away: frozenset[Path]) -> str:
        state = ""
        if vault == self._open:
            state = self.tr(" · open")
        elif vault in away:
            state = self.tr(" · unavailable; connect its drive")
        return f"{vault.name}{state}\n{vault}"

    def _chosen(self) -> Path | None:
        items = self.list.selectedItems()
        return Path(items[0].data(_PATH)) if items else None

    def _enable(self) -> None:
        chosen = self._chosen()
        self.open.setEnabled(chosen is not None and chosen != self._open)
        self.forget.setEnabled(chosen is not None and chosen != self._open)

    def _ask_open(self) -> None:
        chosen = self._chosen()
        if chosen is not None and chosen != self._open:
            self.open_asked.emit(chosen)

    def _forget(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self._store.remove_vault(chosen)
            self.refresh()
            self.changed.emit()
