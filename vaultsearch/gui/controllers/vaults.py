"""The known vaults: in the chooser beside the field, and on the welcome page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vaultsearch.core.values.sync import ALL_VAULTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.values.sync import MemberVault
    from vaultsearch.gui.asking.search_pane import VaultChooser
    from vaultsearch.gui.engine.background import Background
    from vaultsearch.gui.welcome import Welcome
    from vaultsearch.settings.protocol import SettingsStore


class VaultsController(QObject):
    """Fills ``chooser`` and ``welcome`` from ``store``; looks up the disk in ``background``."""

    chosen = Signal(object)
    """A vault, a Path, is to be opened; or ALL_VAULTS."""

    def __init__(
        self, store: SettingsStore, background: Background, chooser: VaultChooser, welcome: Welcome
    ) -> None:
        super().__init__(background)
        self._store = store
        self._background = background
        self._chooser = chooser
        self._welcome = welcome
        self._current: Path | None = None
        self._members: tuple[MemberVault, ...] = ()
        chooser.about_to_open.connect(self._check_missing)
        chooser.chosen.connect(self.chosen)
        welcome.chosen.connect(self.chosen)

    def show(self, current: Path | None, members: Sequence[MemberVault] = ()) -> None:
        """Show which vault is open; without one, the welcome page offers the known ones.

        Args:
            current: the open vault, ALL_VAULTS, or None.
            members: the vaults that are open together, if ``current`` is ALL_VAULTS.
        """
        self._current, self._members = current, tuple(members)
        self.show_list()
        if current is None:
            known = self._store.vaults
            obsidian = self._store.storage.list_obsidian_vaults
            self._background.ask(
                "known vaults",
                lambda: (known, obsidian(), self._store.storage.missing_folders(known)),
                lambda folder_and_name: self._offer(*folder_and_name),
            )

    def show_list(self) -> None:
        """Show the known vaults."""
        self._chooser.show_vaults(self._store.vaults, self._current, self._members)
        self._check_missing()

    def toggle_all(self) -> None:
        """Open all vaults together or, if they are, the last single one."""
        self.show_list()  # the check mark stays with the open vault until the other one is open
        if self._current != ALL_VAULTS:
            self.chosen.emit(ALL_VAULTS)
        elif self._store.last_vault is not None:
            self.chosen.emit(self._store.last_vault)

    def _offer(self, known: tuple[Path, ...], obsidian: tuple[Path, ...], away: frozenset[Path]) -> None:
        opened = tuple(vault for vault in known if vault not in away)
        self._welcome.offer(opened, tuple(vault for vault in obsidian if vault not in known))

    def _check_missing(self) -> None:
        storage, vaults = self._store.storage, self._store.vaults
        self._background.ask("away", lambda: storage.missing_folders(vaults), self._chooser.show_away)
