"""The composition root of the window: which real part stands behind each protocol."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from vaultsearch import recent_queries, saved_searches, settings
from vaultsearch.core.errors import DisplayMissingError, VaultNotFoundError, VaultSearchError
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.main_window import MainWindow
from vaultsearch.gui.theme import Theme
from vaultsearch.resources import resources_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.query_values import SavedSearch
    from vaultsearch.session import VaultSession

_log = logging.getLogger(__name__)

_SWITCH_S = 0.001
"""How long one thread of Python may keep another waiting; by default five times as long."""


class SessionFactory:
    """Opens vaults on the engine thread. Its imports happen there, so the window need not wait for them."""

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._latest: VaultSession | None = None
        self._warming: set[asyncio.Task[None]] = set()

    async def __call__(self, folder: Path) -> VaultSession:
        """Open a vault to write its index if nobody else does, and begin to load the model.

        Gives the open session for another name of the folder that it is of.
        """
        from vaultsearch.parts import Runners
        from vaultsearch.session import VaultSession

        vault = await asyncio.to_thread(folder.resolve)
        if self._latest is not None and self._latest.is_open and self._latest.vault == vault:
            return self._latest
        index = await asyncio.to_thread(settings.index_folder, vault)
        runners = Runners.processes()
        self._latest = await VaultSession.open(
            vault,
            index,
            self._parameters,
            runners,
            write=True,
            models=settings.models_folder(),
            user_rules=settings.user_rules,
        )
        task = asyncio.ensure_future(self._warm_up(self._latest))
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)
        return self._latest

    async def _warm_up(self, session: VaultSession) -> None:
        """Load the model; a trouble with it is told by the search that needs it."""
        with contextlib.suppress(VaultSearchError, asyncio.CancelledError):
            await session.warm_up()


class Remembered:
    """The window's `SettingsStore`: read once before the window is there, written on a thread of its own."""

    def __init__(self, parameters: Parameters) -> None:
        loaded = settings.load()
        self.last_vault = loaded.last_vault
        self.sidebar_width = loaded.sidebar_width
        self.saved_searches = saved_searches.load()
        self.sample_vault = resources_folder() / "sample_vault"
        self._most = parameters.integer("window", "recent_queries")
        self.recent_queries = recent_queries.load(self._most)
        self._writing = ThreadPoolExecutor(1, "remembering")

    def remember_vault(self, folder: Path) -> None:
        """Note which vault was open last."""
        self._write(lambda: settings.remember_vault(folder))

    def remember_query(self, query: str) -> None:
        """Note what was searched for, unless the user wants none of it noted."""
        self.recent_queries = recent_queries.with_latest(self.recent_queries, query, self._most)
        if self._most:
            self._write(lambda: recent_queries.remember(query, self._most))

    def remember_saved_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        """Note the searches that are saved."""
        self.saved_searches = searches
        self._write(lambda: saved_searches.save(searches))

    def remember_sidebar(self, width: int) -> None:
        """Note how wide the sidebar is."""
        if width != self.sidebar_width:
            self.sidebar_width = width
            self._write(lambda: settings.remember_sidebar(width))

    def close(self) -> None:
        """Wait until all is written."""
        self._writing.shutdown()

    def _write(self, work: Callable[[], None]) -> None:
        self._writing.submit(work).add_done_callback(_tell_of_failure)


def _tell_of_failure(done: Future[None]) -> None:
    if error := done.exception():
        _log.warning("not_remembered error=%r", error)


class ClosesOnSignals:
    """Closes the window in good order on Ctrl+C in the terminal, and when the session ends.

    Python's handlers run between two bytecodes, and Qt's loop runs none: the wake-up socket makes it.
    """

    def __init__(self, window: MainWindow) -> None:
        self._reading, self._writing = socket.socketpair()
        self._writing.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._writing.fileno())
        self._former = {
            s: signal.signal(s, lambda *_: window.close()) for s in (signal.SIGINT, signal.SIGTERM)
        }
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(lambda *_: self._reading.recv(64))

    def stop(self) -> None:
        """Put back what was there before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_fd)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        self._reading.close()
        self._writing.close()


def run_window(folder: Path | None, parameters: Parameters) -> int:
    """Show the window on a vault, on the last one, or empty; gives the exit code.

    Raises DisplayMissingError, or VaultNotFoundError for a named folder that is none.
    """
    if folder is not None and not folder.is_dir():
        raise VaultNotFoundError(f"{folder} is not a folder.", "Name the folder that holds the notes.")
    _require_display()
    # The engine's thread computes, too; the window's must not wait for it longer than a frame allows.
    sys.setswitchinterval(_SWITCH_S)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("vaultsearch")
    application.setDesktopFileName("vaultsearch")
    remembered = Remembered(parameters)
    engine = EngineThread(SessionFactory(parameters))
    window = MainWindow(
        engine,
        icons_folder=resources_folder() / "icons",
        theme=Theme(application),
        settings=remembered,
    )
    closing = ClosesOnSignals(window)
    window.show()
    chosen = folder or remembered.last_vault
    if chosen is not None:
        # After the first paint: opening imports the database, which the window should not wait for.
        QTimer.singleShot(0, lambda: window.open_vault(chosen.resolve()))
    try:
        return application.exec()
    finally:
        engine.stop()
        remembered.close()
        closing.stop()


def _require_display() -> None:
    wanted = sys.platform.startswith("linux") and not os.environ.get("QT_QPA_PLATFORM")
    if wanted and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise DisplayMissingError(
            "There is no display to open a window on.",
            "Run it from a desktop session, or use `vaultsearch search` here.",
        )
