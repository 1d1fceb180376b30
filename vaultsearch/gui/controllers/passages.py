"""Actions on passages: choose the passages concerned; open them, select files, fill the basket."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QProcess, QUrl, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Result, Use
from vaultsearch.core.values.times import NoteState
from vaultsearch.gui import phrases
from vaultsearch.gui.basket import PassageBasket
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.preview_pane import PreviewPane
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.widgets import open_box, plain_box

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection


FindFile: TypeAlias = Callable[[str], Path | None]
"""Returns a note's file by path in the vault, or None while no vault is open."""

_PASSAGE_READ_JOB = "passage read"


class PassageTargets(QObject):
    """Pass the passages concerned to actions.

    While the keyboard focus is in the note, actions concern the passage being read: the selected passage, or
    after following a link, a passage looked up by ``engine``. Otherwise they concern the selected rows.
    """

    requested = Signal()
    """An action on passages was chosen."""
    message = Signal(str)
    """A sentence on why there is nothing to act on."""

    def __init__(
        self, engine: EngineThread, results: ResultsList, preview: PreviewPane, window: QWidget
    ) -> None:
        super().__init__(window)
        self._engine, self._results, self._preview, self._window = engine, results, preview, window

    def with_one(self, act: Callable[[Result], object]) -> None:
        """Call ``act`` with the current passage, or emit a message if there is none."""
        self._find(lambda results: act(results[0]), several=False)

    def with_all(self, act: Callable[[tuple[Result, ...]], object]) -> None:
        """Call ``act`` with all selected passages, or emit a message if there are none."""
        self._find(act, several=True)

    @property
    def shown_note(self) -> str | None:
        """The shown note's path."""
        return None if self._preview.shown is None else self._preview.shown.path

    @property
    def passage_read(self) -> Result | None:
        """The selected passage if the page shows this note."""
        current = self._results.current()
        return current if current is not None and current.chunk.path == self.shown_note else None

    def _find(self, act: Callable[[tuple[Result, ...]], object], *, several: bool) -> None:
        self.requested.emit()
        current, shown = self._results.current(), self._preview.shown
        place: tuple[str, int] | None = None
        if shown is not None and self._window.focusWidget() is self._preview.view:
            # Above the first heading the line is 0: use the passage's line, else the first line.
            line = self._preview.view.reading.line()
            place = shown.path, line or (shown.passage[0] if shown.passage else 1)
        if place is not None and self.passage_read is None:
            self._engine.ask(
                _PASSAGE_READ_JOB,
                lambda vault: vault.excerpts.passage_at(*place),
                lambda result: self._pass_on(act, () if result is None else (result,)),
            )
        elif several and place is None:
            self._pass_on(act, self._results.selection())
        else:
            self._pass_on(act, () if current is None else (current,))

    def _pass_on(self, act: Callable[[tuple[Result, ...]], object], results: tuple[Result, ...]) -> None:
        if results:
            act(results)
        else:
            self.message.emit(self.tr("No result selected"))


RevealFiles: TypeAlias = Callable[[Sequence[Path], Callable[[], None]], None]
"""Selects files in the file manager; calls the function if that fails."""

_FILE_MANAGER_SERVICE = "org.freedesktop.FileManager1"
_FILE_MANAGER_TIMEOUT_MS = 5_000
"""Time for a file manager to start."""


def create_file_revealer(parent: QObject) -> RevealFiles:
    """Return this platform's implementation; pending calls end with ``parent``."""
    return _reveal_by_program if sys.platform in ("win32", "darwin") else partial(reveal_over_bus, parent)


def reveal_over_bus(
    parent: QObject, files: Sequence[Path], if_not: Callable[[], None], bus: QDBusConnection | None = None
) -> None:
    """Select ``files`` asynchronously over D-Bus; call ``if_not`` if no file manager answers.

    Implements https://www.freedesktop.org/wiki/Specifications/file-manager-interface/.
    """
    # Imported late: needed only now, and absent from some builds of Qt for other platforms.
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

    bus = bus or QDBusConnection.sessionBus()
    if not bus.isConnected():
        if_not()
        return
    path = "/" + _FILE_MANAGER_SERVICE.replace(".", "/")
    call = QDBusMessage.createMethodCall(_FILE_MANAGER_SERVICE, path, _FILE_MANAGER_SERVICE, "ShowItems")
    addresses = [QUrl.fromLocalFile(str(file)).toEncoded().toStdString() for file in files]
    call.setArguments([addresses, ""])
    watcher = QDBusPendingCallWatcher(bus.asyncCall(call, _FILE_MANAGER_TIMEOUT_MS), parent)

    # PySide6 passes as many arguments as the slot's signature has: none.
    def finish() -> None:
        if watcher.isError():
            if_not()
        watcher.deleteLater()

    watcher.finished.connect(finish)


def _reveal_by_program(files: Sequence[Path], if_not: Callable[[], None]) -> None:
    """Start Finder, or Explorer, which selects a single file per window."""
    # Two arguments: Explorer does not understand quotes around both of them.
    command = ("explorer", ["/select,", str(files[0])])
    if sys.platform == "darwin":
        command = ("open", ["-R", *map(str, files)])
    if not QProcess.startDetached(*command)[0]:
        if_not()


OpenUrl: TypeAlias = Callable[[QUrl], bool]
"""Opens a URL with the system; returns whether the system accepted it."""

AskObsidian: TypeAlias = Callable[[Callable[[bool], None]], None]
"""Later calls the function with whether an app is registered for obsidian: links."""


@dataclass(frozen=True, slots=True)
class SystemApps:
    """Access to other programs; ``reveal_files`` selects files in the file manager."""

    open_url: OpenUrl
    reveal_files: RevealFiles
    ask_obsidian: AskObsidian


class PassageController(QObject):
    """Connect passages with ``basket`` and the system's ``apps``."""

    message = Signal(str)
    """A sentence on an action that succeeded."""
    failure = Signal(str)
    """A sentence on an action that failed."""
    used = Signal(object, object)
    """A Result was used, with its Use."""
    note_opened = Signal(str)
    """A note, by its path, was opened without a query."""
    editor_preferred = Signal()
    """Enter is to open notes in the default editor from now on."""

    def __init__(self, basket: PassageBasket, find_file: FindFile, apps: SystemApps, window: QWidget) -> None:
        super().__init__(window)
        # Assumed until looked up, as Enter must not wait.
        self._has_obsidian = True
        self.editor_first = False
        self._basket, self._find_file, self._apps, self._window = basket, find_file, apps, window

    def look_for_obsidian(self) -> None:
        """Check in advance for Obsidian, so that Enter need not wait."""
        self._apps.ask_obsidian(self._set_has_obsidian)

    def open(self, result: Result) -> None:
        """Open the note in the preferred app."""
        (self.open_in_editor if self.editor_first else self.open_in_obsidian)(result)

    def open_otherwise(self, result: Result) -> None:
        """Open the note in the other app."""
        (self.open_in_obsidian if self.editor_first else self.open_in_editor)(result)

    def open_in_obsidian(self, result: Result) -> None:
        """Open the note in Obsidian, at the passage's heading."""
        if self._report_deleted(result):
            return
        used = partial(self.used.emit, result, Use.OPENED)
        self._open_link(result.url, used, lambda: self.open_in_editor(result))

    def open_in_editor(self, result: Result) -> None:
        """Open the file in the system's default app, a PDF at the page if the viewer supports it."""
        if self._report_deleted(result):
            return
        chunk = result.chunk
        if self._open_file_or_report(chunk.path, chunk.page if chunk.kind is FileKind.PDF else None):
            self.used.emit(result, Use.OPENED)

    def _report_deleted(self, result: Result) -> bool:
        """Return whether the note is deleted, with a message: Obsidian would create an empty note."""
        is_deleted = result.past is not None and result.past.state is NoteState.DELETED
        if is_deleted:
            self.failure.emit(self.tr("{} is deleted: there is nothing to open.").format(result.chunk.title))
        return is_deleted

    def open_note(self, path: str, uri: str) -> None:
        """Open a note in the preferred app outside of a query, so that no result counts as used."""
        if self.editor_first:
            self.open_file(path)
        else:
            self._open_link(uri, partial(self.note_opened.emit, path), lambda: self.open_file(path))

    def open_file(self, path: str) -> None:
        """Open a note's file in the default app, outside of a query."""
        if self._open_file_or_report(path):
            self.note_opened.emit(path)

    def create_note(self, uri: str) -> None:
        """Have Obsidian create a note by a link."""

        def answer(there: bool) -> None:
            self._set_has_obsidian(there)
            if not there or not self._apps.open_url(QUrl.fromEncoded(uri.encode())):
                self.failure.emit(self.tr("Couldn't open Obsidian. Copy the answer instead."))

        self._apps.ask_obsidian(answer)

    def show_folder(self, folder: QUrl) -> None:
        """Open a folder, file or page with the system."""
        if not self._apps.open_url(folder):
            place = folder.toLocalFile() or folder.toString()
            self.failure.emit(self.tr("No app could open {}.").format(place))

    def reveal(self, results: Sequence[Result]) -> None:
        """Select the notes' files in the file manager; otherwise open the first file's folder."""
        found_files = (self._find_file(result.chunk.path) for result in results)
        files = tuple(dict.fromkeys(file for file in found_files if file is not None))
        if results and not files:
            self.failure.emit(phrases.no_file_here(results[0].chunk.path))
        if files:
            folder = QUrl.fromLocalFile(str(files[0].parent))
            self._apps.reveal_files(files, lambda: self.show_folder(folder))

    def toggle_kept(self, results: Sequence[Result]) -> None:
        """Add passages to the basket, or remove them if all are in it."""
        held = self._basket.ids
        is_kept = self._basket.toggle(results)
        for result in results:
            if is_kept and result.chunk.id not in held:
                self.used.emit(result, Use.KEPT)
        self.message.emit(self.tr("Added to the basket") if is_kept else self.tr("Removed from the basket"))

    def _open_link(self, uri: str, used: Callable[[], None], open_file: Callable[[], None]) -> None:
        """Open an Obsidian link, or offer to open the file if no app takes the link."""

        def answer(there: bool) -> None:
            self._set_has_obsidian(there)
            # Parsed as encoded: otherwise, %23 before the heading would become a fragment.
            if there and self._apps.open_url(QUrl.fromEncoded(uri.encode())):
                used()
                return
            self.failure.emit(self.tr("Couldn't open Obsidian. Ctrl+Enter opens the file instead."))
            self._offer_editor(open_file)

        if self._has_obsidian:
            answer(True)
        else:
            # It may have been installed meanwhile.
            self._apps.ask_obsidian(answer)

    def _set_has_obsidian(self, there: bool) -> None:
        self._has_obsidian = there

    def _offer_editor(self, open_file: Callable[[], None]) -> None:
        box = plain_box(
            self._window,
            self.tr("Obsidian not found"),
            self.tr("No app opens Obsidian's links."),
            self.tr("Open the note in your default editor, or install Obsidian and start it once."),
        )
        always = QCheckBox(self.tr("Always use the default editor (see Settings > Appearance)"), box)
        always.setChecked(True)
        always.setAccessibleName(always.text())
        box.setCheckBox(always)

        def open_in_editor() -> None:
            if always.isChecked():
                self.editor_preferred.emit()
            open_file()

        open_box(box, self.tr("Open in editor"), open_in_editor)

    def _open_file_or_report(self, path: str, page: int | None = None) -> bool:
        file = self._find_file(path)
        if file is None:
            self.failure.emit(phrases.no_file_here(path))
            return False
        url = QUrl.fromLocalFile(str(file))
        if page is not None:
            # Read by `open_at_page` of the desktop, which knows the arguments of viewers.
            url.setFragment(f"page={page}")
        opened = self._apps.open_url(url)
        if not opened:
            self.failure.emit(self.tr("No app could open {}.").format(path))
        return opened

    def ask_about_link(self, link: QUrl) -> None:
        """Open an external link after the user confirms."""
        title, question = self.tr("External link"), self.tr("Open this page in your browser?")
        box = plain_box(self._window, title, question, link.toDisplayString())
        open_box(box, self.tr("Open"), lambda: self._apps.open_url(link))
