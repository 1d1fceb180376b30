"""Vaults in the window: known vaults in chooser and welcome page; indexing of the open vault."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vaultsearch.core.values.sync import ALL_VAULTS, MemberVault, Progress, SyncReport
from vaultsearch.gui import phrases
from vaultsearch.gui.translations import translate_message
from vaultsearch.gui.widgets import open_box, plain_box

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from vaultsearch.gui.asking.search_pane import VaultChooser
    from vaultsearch.gui.background import Background
    from vaultsearch.gui.engine_thread import EngineThread
    from vaultsearch.gui.status_line import StatusLine
    from vaultsearch.gui.welcome import Welcome
    from vaultsearch.settings.protocol import SettingsStore

_MENU_ENTRY_JOB = "add menu entry"


class VaultsController(QObject):
    """Fill ``chooser`` and ``welcome`` from ``store``; check the disk in ``background``."""

    chosen = Signal(object)
    """A vault, a Path, is to be opened; or ALL_VAULTS."""

    def __init__(
        self, store: SettingsStore, background: Background, chooser: VaultChooser, welcome: Welcome
    ) -> None:
        super().__init__(background)
        self._store, self._background, self._chooser, self._welcome = store, background, chooser, welcome
        self._current: Path | None = None
        self._members: tuple[MemberVault, ...] = ()
        chooser.about_to_open.connect(self._check_missing)
        chooser.chosen.connect(self.chosen)
        welcome.chosen.connect(self.chosen)
        add = partial(store.storage.change_menu_entry, added=True)
        welcome.menu_entry_asked.connect(
            lambda: background.ask(_MENU_ENTRY_JOB, add, lambda _: self._offer_menu_entry())
        )
        background.failed.connect(self._fail)

    def show(self, current: Path | None, members: Sequence[MemberVault] = ()) -> None:
        """Show the open vault; without one, offer known vaults on the welcome page.

        Args:
            current: The open vault, ALL_VAULTS, or None.
            members: The vaults open together if ``current`` is ALL_VAULTS.
        """
        self._current, self._members = current, tuple(members)
        self.show_list()
        if current is None:
            known, storage = self._store.vaults, self._store.storage

            def list_offers() -> tuple[tuple[Path, ...], tuple[Path, ...]]:
                away, obsidian = storage.missing_folders(known), storage.list_obsidian_vaults()
                opened = tuple(vault for vault in known if vault not in away)
                return opened, tuple(vault for vault in obsidian if vault not in known)

            self._background.ask("known vaults", list_offers, lambda offers: self._welcome.offer(*offers))
            self._offer_menu_entry()

    def show_list(self) -> None:
        """Show known vaults."""
        self._chooser.show_vaults(self._store.vaults, self._current, self._members)
        self._check_missing()

    def toggle_all(self) -> None:
        """Open all vaults together or, if open, the last single vault."""
        # The check mark stays with the open vault until the other one is open.
        self.show_list()
        if self._current != ALL_VAULTS:
            self.chosen.emit(ALL_VAULTS)
        elif self._store.last_vault is not None:
            self.chosen.emit(self._store.last_vault)

    def _offer_menu_entry(self) -> None:
        lacks = self._store.storage.lacks_menu_entry
        self._background.ask("menu entry", lacks, self._welcome.menu_entry.setVisible)

    def _fail(self, job: str, sentence: str) -> None:
        if job == _MENU_ENTRY_JOB:
            self._welcome.show_trouble(translate_message(sentence))

    def _check_missing(self) -> None:
        storage, vaults = self._store.storage, self._store.vaults
        self._background.ask("away", lambda: storage.missing_folders(vaults), self._chooser.show_away)


class IndexingController(QObject):
    """Start and stop indexing; ``pause`` is the checkable action which pauses it."""

    progressed = Signal()
    """Notes are being indexed: answers may change."""
    running_changed = Signal(bool)
    """Indexing has begun or ended; emitted also when a vault is opened or closed."""
    nothing_changed = Signal()
    """A sync ended without changes, or was cancelled."""
    index_changed = Signal()
    """A sync ended with changes."""

    def __init__(self, engine: EngineThread, pause: QAction, status: StatusLine, window: QWidget) -> None:
        super().__init__(window)
        self._engine, self._pause, self._status, self._window = engine, pause, status, window
        self.is_open = self.is_running = False
        engine.progress.connect(self._progressed)
        engine.sync_finished.connect(self._sync_finished)
        engine.sync_stopped.connect(self._sync_ended)
        engine.sync_stopped.connect(self.nothing_changed)
        status.cancelled.connect(self.cancel)
        status.continued.connect(self.sync)

    @property
    def is_idle(self) -> bool:
        """Whether indexing could start."""
        return self.is_open and not self.is_running and not self._pause.isChecked()

    def stop(self) -> None:
        """Stop indexing: no vault is open."""
        self.is_open = False
        self._set_running(False)

    def start(self) -> None:
        """Index changes in a vault just opened, and watch it from now on."""
        self.is_open = True
        self._pause.setChecked(False)
        self.pause_or_resume()
        self._engine.watch()

    def sync(self) -> None:
        """Index changes."""
        if self.is_open:
            self._sync(anew=False)

    def cancel(self) -> None:
        """Stop indexing, keeping notes already indexed."""
        self._engine.cancel_sync()
        self._sync_ended()

    def pause_or_resume(self) -> None:
        """Pause or resume, depending on the action's check mark."""
        paused = self._pause.isChecked()
        self._status.show_paused(paused)
        self._engine.pause(paused)
        self._set_running(False)
        if not paused:
            self.sync()

    def ask_to_reindex(self) -> None:
        """Rebuild the index after confirmation."""
        title, question = self.tr("Rebuild index"), self.tr("Rebuild the index from scratch?")
        details = self.tr("Keyword search is back within seconds, search by meaning as notes are indexed.")
        open_box(plain_box(self._window, title, question, details), title, lambda: self._sync(anew=True))

    def _sync(self, *, anew: bool) -> None:
        # Shown immediately: the engine scans only after a running search.
        self._progressed(Progress("scanning", 0, 0))
        self._engine.sync(anew=anew)

    def _progressed(self, progress: Progress) -> None:
        self._set_running(True)
        self._status.show_progress(progress)
        self.progressed.emit()

    def _sync_finished(self, report: SyncReport) -> None:
        self._sync_ended()
        if phrases.describe_sync(report):
            self._status.show_message(lambda: phrases.describe_sync(report))
            self.index_changed.emit()
        else:
            self.nothing_changed.emit()

    def _sync_ended(self) -> None:
        self._set_running(False)
        self._status.rest()

    def _set_running(self, running: bool) -> None:
        self.is_running = running
        self.running_changed.emit(running)
