"""The window's composition root: real parts, logging, and requests from outside the process."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from logging.handlers import RotatingFileHandler
from os.path import expandvars
from pathlib import Path
from typing import cast

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QProcess,
    QSettings,
    QSocketNotifier,
    QTimer,
    QUrl,
    QUrlQuery,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QDesktopServices, QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication

from vaultsearch.core.crash_log import Crash, make_logs_folder
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import users_umask
from vaultsearch.core.memory import map_large_blocks, share_arenas
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import foreground
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.desktop.window_server import attach_server
from vaultsearch.gui.controllers.passages import OpenUrl
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.settings.shortcuts import GlobalShortcut
from vaultsearch.gui.theme import Theme, scheme_named
from vaultsearch.gui.translations import install_language
from vaultsearch.gui.widgets import fit_to_screen
from vaultsearch.gui.window.main_window import MainWindow
from vaultsearch.gui.window.request import MAX_REQUEST_BYTES, REQUEST_TIMEOUT_S, SCHEME, WindowRequest
from vaultsearch.service.opening import VaultFactory
from vaultsearch.settings.resources import compile_outdated, resources_folder

# --- PDFs at a page, by the arguments of the system's PDF viewer ----------------------------

_VIEWER_TIMEOUT_MS = 5_000
"""Time for the system to name the viewer."""

_PAGE_INDEX = ("--page-index={page}", "{file}")
_URL_ARGUMENT = ("{url}",)
_VIEWERS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    *((name, (name,), _PAGE_INDEX) for name in ("evince", "papers", "xreader", "atril")),
    ("okular", ("okular",), ("-p", "{page}", "{file}")),
    ("zathura", ("zathura",), ("-P", "{page}", "{file}")),
    ("qpdfview", ("qpdfview",), ("{file}#{page}",)),
    ("firefox", ("firefox", "firefox-esr"), _URL_ARGUMENT),
    ("chromium", ("chromium", "chromium-browser"), _URL_ARGUMENT),
    ("chrome", ("google-chrome", "google-chrome-stable"), _URL_ARGUMENT),
    ("brave", ("brave-browser", "brave"), _URL_ARGUMENT),
    ("edge", ("microsoft-edge", "microsoft-edge-stable"), _URL_ARGUMENT),
    (
        "sumatrapdf",
        (r"${LOCALAPPDATA}\SumatraPDF\SumatraPDF.exe", r"${PROGRAMFILES}\SumatraPDF\SumatraPDF.exe"),
        ("-page", "{page}", "{file}"),
    ),
)
"""Part of a viewer's name in the system, its programs, and its arguments."""

_WINDOWS_CHOICE = (
    r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Explorer\FileExts\.pdf\UserChoice"
)


def open_at_page(url: QUrl, open_plainly: OpenUrl) -> bool:
    """Open a file at the page in the URL's fragment if the system's viewer is known, else without a page.

    Return whether it was opened, as far as known at once: the system's answer is not awaited.
    """
    if not url.isLocalFile() or not (page := QUrlQuery(url.fragment()).queryItemValue("page")):
        return open_plainly(url)
    plain = QUrl.fromLocalFile(url.toLocalFile())
    if sys.platform == "win32":
        choice = QSettings(_WINDOWS_CHOICE, QSettings.Format.NativeFormat)
        return _start_viewer(str(choice.value("ProgId", "")), url, page) or open_plainly(plain)
    if sys.platform == "darwin":
        return open_plainly(plain)
    _ask_for_viewer(lambda viewer: _start_viewer(viewer, url, page) or open_plainly(plain))
    return True


def _ask_for_viewer(receive: Callable[[str], object]) -> None:
    """Call ``receive`` with the PDF viewer's desktop file name, or "" if unknown."""
    asking = QProcess(QCoreApplication.instance())

    def finish(*_: object) -> None:
        receive(bytes(asking.readAllStandardOutput().data()).decode("utf-8", "replace").strip())
        asking.deleteLater()

    # A killed process emits `finished` too, but not a process that failed to start.
    asking.errorOccurred.connect(
        lambda error: finish() if error == QProcess.ProcessError.FailedToStart else None
    )
    asking.finished.connect(finish)
    QTimer.singleShot(_VIEWER_TIMEOUT_MS, asking, asking.kill)
    asking.start("xdg-mime", ["query", "default", "application/pdf"])


def _start_viewer(viewer: str, url: QUrl, page: str) -> bool:
    """Start a known viewer's program; return whether one started."""
    values = {"file": url.toLocalFile(), "page": page, "url": url.toEncoded().toStdString()}
    for name, programs, templates in _VIEWERS:
        if name in viewer.lower():
            arguments = [template.format_map(values) for template in templates]
            with users_umask():
                # Some browsers' programs have different names on different systems: the first that starts.
                return any(QProcess.startDetached(expandvars(program), arguments)[0] for program in programs)
    return False


_MAX_LOG_BYTES = 256 * 1024
_LOG_BACKUPS = 2


def start_logging() -> logging.Handler | None:
    """Log warnings to rotating files; return None if the folder is not writable."""
    try:
        handler = RotatingFileHandler(
            make_logs_folder() / "vaultsearch.log",
            maxBytes=_MAX_LOG_BYTES,
            backupCount=_LOG_BACKUPS,
            encoding="utf-8",
            # No file as long as there is nothing to write.
            delay=True,
        )
    except OSError:
        return None
    handler.setLevel(logging.WARNING)
    # The log gets our warnings although the terminal shows errors only.
    ours = logging.getLogger("vaultsearch")
    shown = ours.getEffectiveLevel()
    for terminal in logging.getLogger().handlers:
        terminal.addFilter(lambda record: record.levelno >= shown or not record.name.startswith(ours.name))
    if shown > logging.WARNING:
        ours.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)
    return handler


def traceback_frames(report: str) -> str:
    """Return a traceback's code locations, innermost first, without messages, which may quote notes."""
    lines = report.strip().splitlines()
    places = [line.strip() for line in lines if line.lstrip().startswith('File "')]
    kind = lines[-1].partition(":")[0] if lines else ""
    return " < ".join((kind, *reversed(places)))


_log = logging.getLogger(__name__)
_FREEZE_FROM_NOTES = 500
"""Notes added by a sync from which `gc.freeze` is worthwhile."""
_GC_THRESHOLDS = (10_000, 5, 2_000)
"""Thresholds of `gc.set_threshold`: new objects, then collections of each younger generation."""
_GC_INTERVAL_MS = 250
"""Interval between checks; during a first index, one check per second took 35 ms."""
_SWITCH_INTERVAL_S = 0.0002
"""Python's switch interval between threads; the default is 25 times as long.

Painting a row takes dozens of Qt calls, each releasing the interpreter's lock. Beside three computing
threads, 300 such calls took up to 280 ms with an interval of 1 ms, and 160 ms with 0.2 ms.
"""


def run_window(
    folder: Path | None,
    parameters: Parameters,
    socket_name: str = "",
    crash: Crash | None = None,
    *,
    query: str = "",
    hidden: bool = False,
) -> int:
    """Show the window on a vault, the last vault, or empty; return the exit code.

    Args:
        folder: The vault, or a published index's place; None for the last one.
        parameters: The parameters in force.
        socket_name: Socket for requests from further starts; "" for none.
        crash: How the previous window ended, if it died of a fault.
        query: Searched for at once.
        hidden: Start in the tray, or minimized if there is none.

    Raises:
        VaultSearchError: There is no display.
    """
    application = _new_application()
    instance = InstanceServer()
    if socket_name:
        instance.listen(socket_name)
    logging_handler = start_logging()
    store = FileSettingsStore(parameters)
    translations = compile_outdated(resources_folder() / "translations")
    # Every change of preferences names the language: it is installed only if it is another.
    set_language = lru_cache(maxsize=1)(partial(install_language, application, translations))
    set_language(store.preferences.language)
    factory = VaultFactory(
        lambda: store.in_force,
        lambda: store.vaults,
        usage=store.usage,
        on_moved=lambda *move: engine.post(partial(window.follow_move, *move)),
    )
    if (folder or store.last_vault) is not None:
        # It loads its models while the window is created.
        factory.begin()
    engine = EngineThread(factory)
    # An error in a slot comes here; the window shows it as it does those of the engine.
    sys.excepthook = lambda *error: engine.crashed.emit("".join(traceback.format_exception(*error)))
    engine.crashed.connect(lambda report: _log.error("bug at=%s", traceback_frames(report)))
    collecting = GarbageCollection(engine.vault_opened, engine.progress, engine.sync_finished)
    window = MainWindow(
        engine,
        icons_folder=resources_folder() / "icons",
        theme=Theme(application, scheme_named(store.preferences.theme)),
        settings=store,
        open_url=lambda url: open_at_page(url, _open_url),
        shortcut=create_global_shortcut(application.platformName(), application),
    )
    going_first = PaintPriority(engine.delivering, window.page.search.field.textEdited)
    window.lifecycle.closed.connect(application.quit)
    window.settings.preferred.connect(lambda preferences: set_language(preferences.language))
    application.commitDataRequest.connect(lambda _: window.lifecycle.stop_hiding())
    instance.requested.connect(window.lifecycle.handle)
    dropping = FolderOpener(window.lifecycle.handle, lambda: store.vaults)
    if sys.platform == "darwin":
        application.installEventFilter(dropping)
    closing = SignalCloser(window.lifecycle.quit)
    attach_server(engine, window)
    _show(window, hidden=hidden)
    window.shortcut.bind(store.preferences.global_shortcut)
    # Only now: requests of further starts need a window that is shown.
    instance.begin()
    if crash is not None:
        _log.error("crashed time=%s at=%s", crash.time.isoformat(timespec="seconds"), crash.summary)
        window.offer_crash_report(crash.report)
    _open_first(window, store, folder)
    if query:
        window.search(query)
    try:
        return application.exec()
    finally:
        sys.excepthook = sys.__excepthook__
        collecting.stop()
        going_first.stop()
        window.shortcut.release()
        instance.close()
        engine.stop()
        store.close()
        closing.stop()
        if logging_handler is not None:
            logging_handler.close()


def _show(window: MainWindow, *, hidden: bool) -> None:
    fit_to_screen(window)
    if hidden:
        window.lifecycle.start_hidden(window.store.preferences)
    else:
        window.show()


def _open_first(window: MainWindow, store: FileSettingsStore, folder: Path | None) -> None:
    """Open ``folder``, or what was open last, after the first paint: opening imports the database."""
    chosen = ALL_VAULTS if folder is None and store.all_vaults_open else folder or store.last_vault
    if chosen is not None:
        QTimer.singleShot(0, lambda: window.open_vault(chosen))


def _new_application() -> QApplication:
    share_arenas()
    map_large_blocks()
    # The engine's thread computes in Python too; the GUI thread must not wait for it longer than a frame.
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("vaultsearch")
    application.setDesktopFileName("vaultsearch")
    # The window may be hidden while its dialogs close.
    application.setQuitOnLastWindowClosed(False)
    return application


def create_global_shortcut(platform: str, parent: QObject) -> GlobalShortcut:
    """Return this system's implementation; ``platform`` is the name of Qt's platform plugin."""
    # Each is imported where it is the one: they load libraries of the system.
    if sys.platform == "win32":
        from vaultsearch.desktop.global_shortcut import WindowsShortcut

        return WindowsShortcut(parent)
    if sys.platform == "darwin":
        from vaultsearch.desktop.global_shortcut import MacShortcut

        return MacShortcut(parent)
    if platform == "xcb":
        from vaultsearch.desktop.linux_shortcut import X11Shortcut

        return X11Shortcut(parent)
    if platform.startswith("wayland"):
        from vaultsearch.desktop.linux_shortcut import PortalShortcut

        return PortalShortcut(parent)
    return GlobalShortcut(parent)


class PaintPriority:
    """Make other threads wait after certain signals until everything pending is painted."""

    def __init__(self, *signals: SignalInstance) -> None:
        # Of no time at all: it runs out once every event that waits is handled, the painting among them.
        self._painted = QTimer(interval=0, singleShot=True)
        self._painted.timeout.connect(foreground.end)

        def begin(*_values: object) -> None:
            foreground.begin()
            self._painted.start()

        for begins in signals:
            begins.connect(begin)

    def stop(self) -> None:
        """Let other threads continue."""
        self._painted.stop()
        foreground.end()


class GarbageCollection:
    """Collect cyclic garbage only on the GUI thread, and rarely all of it.

    Python's own collector runs on whichever thread allocates. On the engine's thread it destroyed cycles left
    by the window, such as a dialog with fonts and pictures, although Qt objects belong to their thread. A
    collection halts every thread.

    A full collection visits all live objects: with 50,000 notes in memory, it took half a second. Therefore
    everything alive when a vault is open is frozen, as are objects surviving the youngest generation while a
    vault is being opened or synced.

    Args:
        opened: Emitted when a vault is open.
        progress: Emitted as a sync advances.
        synced: Emitted with the SyncReport when a sync ends.
    """

    def __init__(self, opened: SignalInstance, progress: SignalInstance, synced: SignalInstance) -> None:
        gc.disable()
        gc.set_threshold(*_GC_THRESHOLDS)
        self._is_growing = True
        opened.connect(lambda _: self._end_growth(freeze=True))
        progress.connect(self._begin_growth)
        synced.connect(lambda report: self._end_growth(freeze=report.added > _FREEZE_FROM_NOTES))
        self._timer = QTimer(interval=_GC_INTERVAL_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    def stop(self) -> None:
        """Return control to Python's collector."""
        self._timer.stop()
        gc.enable()

    def _end_growth(self, *, freeze: bool) -> None:
        self._is_growing = False
        if freeze:
            gc.freeze()

    def _begin_growth(self, _progress: object) -> None:
        self._is_growing = True

    def _collect(self) -> None:
        due = enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        generations = [generation for generation, (count, threshold) in due if count > threshold]
        if not generations:
            return
        if not self._is_growing:
            gc.collect(generations[-1])
            return
        gc.collect(0)
        if generations[-1]:
            gc.freeze()


def _open_url(url: QUrl) -> bool:
    """Open a URL with the system; a program started for it, such as an editor, inherits the user's umask."""
    with users_umask():
        return QDesktopServices.openUrl(url)


class FolderOpener(QObject):
    """Forward folders from macOS file events: dropped on the icon, or opened with it; and addresses."""

    def __init__(
        self, ask: Callable[[WindowRequest], object], vaults: Callable[[], Sequence[Path]] = tuple
    ) -> None:
        super().__init__()
        self._ask = ask
        self._vaults = vaults

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Forward the application's file open events."""
        if event.type() != QEvent.Type.FileOpen:
            return super().eventFilter(watched, event)
        opening = cast("QFileOpenEvent", event)
        request = WindowRequest(folder=opening.file())
        address = opening.url().toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if address.startswith(SCHEME):
            request = WindowRequest()
            # Nobody reads what is wrong with an address of another program: the window comes to the front.
            with suppress(VaultSearchError):
                request = WindowRequest.of_address(address, self._vaults())
        self._ask(request)
        return True


class SignalCloser:
    """Call ``quit_`` on SIGINT and SIGTERM: Ctrl+C in the terminal, or the session's end.

    Python runs signal handlers between two bytecodes, but Qt's event loop executes none; writing to the
    wake-up socket makes it execute some.
    """

    def __init__(self, quit_: Callable[[], object]) -> None:
        self._reading, self._writing = socket.socketpair()
        self._writing.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._writing.fileno())
        self._quit = quit_
        self._former = {
            # Not at once: between two bytecodes of the engine's start, it closed the loop that was to run.
            s: signal.signal(s, lambda *_: QTimer.singleShot(0, self._quit))
            for s in (signal.SIGINT, signal.SIGTERM)
        }
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(lambda *_: self._reading.recv(64))

    def stop(self) -> None:
        """Restore the previous handlers."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_fd)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        self._reading.close()
        self._writing.close()


class InstanceServer(QObject):
    """Answer further starts of the program, and emit their requests."""

    requested = Signal(object)
    """A Request."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        # Elsewhere, the socket lies in a folder of this user alone.
        if sys.platform == "win32":
            self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        # Requests that arrived before there was a window.
        self._waiting: list[WindowRequest] = []
        self._ready = False

    def listen(self, name: str) -> None:
        """Listen at ``name``, for the process holding the `WindowPlace`.

        An existing socket must belong to a dead process, and is removed. If listening fails, this window
        takes no requests, but works otherwise.
        """
        QLocalServer.removeServer(name)
        self._server.listen(name)

    def begin(self) -> None:
        """Emit waiting requests, then new ones as they come."""
        self._ready = True
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self.requested.emit(request)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(MAX_REQUEST_BYTES + 1)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            # A client that sends nothing is dropped.
            QTimer.singleShot(round(2000 * REQUEST_TIMEOUT_S), socket, socket.abort)
            # The line may have come before the signal was connected.
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MAX_REQUEST_BYTES:
                socket.abort()
            return
        request = WindowRequest.decode(bytes(socket.readLine(MAX_REQUEST_BYTES).data()))
        socket.write(b"no\n" if request is None else b"yes\n")
        # At once: the client must not wait until its request is carried out.
        socket.flush()
        socket.disconnectFromServer()
        if request is not None and self._ready:
            self.requested.emit(request)
        elif request is not None:
            self._waiting.append(request)
