"""The vaults that there are: the chooser beside the field, and what the welcome offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.gui.asking.vault_chooser import VaultChooser
    from vaultsearch.gui.engine.background import Background
    from vaultsearch.gui.engine.service import SettingsStore
    from vaultsearch.gui.welcome import Welcome


class VaultsDesk(QObject):
    """Fills ``chooser`` and ``welcome`` from ``store``; ``background`` looks up what is on the disk."""

    chosen = Signal(object)
    """A vault, a Path, is to be opened."""

    def __init__(
        self, store: SettingsStore, background: Background, chooser: VaultChooser, welcome: Welcome
    ) -> None:
        super().__init__(background)
        self._store = store
        self._background = background
        self._chooser = chooser
        self._welcome = welcome
        chooser.asked.connect(self._look_up)
        chooser.chosen.connect(self.chosen)
        welcome.chosen.connect(self.chosen)

    def show(self, current: Path | None) -> None:
        """Name the vault that is open; with none, the welcome offers those that are known."""
        self._chooser.show_vaults(self._store.vaults, current)
        self._look_up()
        if current is None:
            known = self._store.vaults
            obsidian = self._store.housekeeping.vaults_of_obsidian
            self._background.ask(
                "known vaults",
                lambda: (known, obsidian(), self._store.housekeeping.away(known)),
                lambda found: self._offer(*found),
            )

    def _offer(self, known: tuple[Path, ...], obsidian: tuple[Path, ...], away: frozenset[Path]) -> None:
        opened = tuple(vault for vault in known if vault not in away)
        self._welcome.offer(opened, tuple(vault for vault in obsidian if vault not in known))

    def _look_up(self) -> None:
        vaults = self._store.vaults
        self._background.ask("away", lambda: self._store.housekeeping.away(vaults), self._chooser.show_away)
