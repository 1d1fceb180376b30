"""The composition root of the window: which real part stands behind each protocol."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QThreadPool, QTimer
from PySide6.QtWidgets import QApplication

from vaultsearch import settings
from vaultsearch.core.errors import DisplayMissingError, VaultNotFoundError
from vaultsearch.core.parameters import Parameters
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.main_window import MainWindow
from vaultsearch.gui.theme import Theme
from vaultsearch.resources import resources_folder

if TYPE_CHECKING:
    from vaultsearch.session import VaultSession


class SessionFactory:
    """Opens vaults on the engine thread. Its imports happen there, so the window need not wait for them."""

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._warming: set[asyncio.Task[None]] = set()

    async def __call__(self, folder: Path) -> VaultSession:
        """Open a vault to write its index if nobody else does, and begin to load the model."""
        from vaultsearch.session import Runners, VaultSession

        index = await asyncio.to_thread(settings.index_folder, folder)
        runners = Runners.processes()
        session = await VaultSession.open(folder, index, self._parameters, runners, write=True)
        task = asyncio.ensure_future(session.warm_up())
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)
        return session


class RememberedVaults:
    """The window's `SettingsStore`: read once before the window is there, written by the thread pool."""

    def __init__(self) -> None:
        self.last_vault = settings.load().last_vault
        self.sample_vault = resources_folder() / "sample_vault"

    def remember_vault(self, folder: Path) -> None:
        """Note which vault was open last."""
        QThreadPool.globalInstance().start(lambda: settings.remember_vault(folder))


def run_window(folder: Path | None, parameters: Parameters) -> int:
    """Show the window on a vault, on the last one, or empty; gives the exit code.

    Raises DisplayMissingError, or VaultNotFoundError for a named folder that is none.
    """
    if folder is not None and not folder.is_dir():
        raise VaultNotFoundError(f"{folder} is not a folder.", "Name the folder that holds the notes.")
    _require_display()
    application = QApplication(sys.argv[:1])
    application.setApplicationName("vaultsearch")
    application.setDesktopFileName("vaultsearch")
    remembered = RememberedVaults()
    engine = EngineThread(SessionFactory(parameters))
    window = MainWindow(
        engine,
        icons_folder=resources_folder() / "icons",
        theme=Theme(application),
        settings=remembered,
    )
    window.show()
    chosen = folder or remembered.last_vault
    if chosen is not None:
        # After the first paint: opening imports the database, which the window should not wait for.
        QTimer.singleShot(0, lambda: window.open_vault(chosen.resolve()))
    return application.exec()


def _require_display() -> None:
    wanted = sys.platform.startswith("linux") and not os.environ.get("QT_QPA_PLATFORM")
    if wanted and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise DisplayMissingError(
            "There is no display to open a window on.",
            "Run it from a desktop session, or use `vaultsearch search` here.",
        )
