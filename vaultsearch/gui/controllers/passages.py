"""Actions on passages: which ones they are about; open them, show their files, keep them in the basket."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QProcess, QUrl, Signal
from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Use
from vaultsearch.core.values.times import NoteState
from vaultsearch.gui.widgets import plain_box

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection, QDBusPendingCallWatcher
    from PySide6.QtWidgets import QAbstractButton

    from vaultsearch.core.values.search import Result
    from vaultsearch.gui.basket import Basket
    from vaultsearch.gui.engine_thread import EngineThread
    from vaultsearch.gui.reading.preview_pane import PreviewPane
    from vaultsearch.gui.results.results_list import ResultsList


FindFile: TypeAlias = Callable[[str], Path | None]
"""Returns the file of a note by its path in the vault, None while no vault is open."""

_PASSAGE_READ = "passage read"


class PassageTargets(QObject):
    """Passes passages to actions.

    While the keyboard is in the note, an action is about the passage that is read there: the selected one, or
    one that ``engine`` looks up if a link has led to another note. Otherwise it is about the selected rows.
    """

    requested = Signal()
    """An action on passages was chosen."""
    message = Signal(str)
    """A sentence on why there is nothing to act on."""

    def __init__(
        self, engine: EngineThread, results: ResultsList, preview: PreviewPane, window: QWidget
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._results = results
        self._preview = preview
        self._window = window

    def with_one(self, act: Callable[[Result], None]) -> None:
        """Call ``act`` with the current passage, or emit that there is none."""
        self._find(lambda results: act(results[0]), several=False)

    def with_all(self, act: Callable[[tuple[Result, ...]], None]) -> None:
        """Call ``act`` with all selected passages, or emit that there is none."""
        self._find(act, several=True)

    @property
    def shown_note(self) -> str | None:
        """The path of the note on the page."""
        return None if self._preview.shown is None else self._preview.shown.path

    @property
    def passage_read(self) -> Result | None:
        """The selected passage if its note is on the page."""
        current = self._results.current()
        return current if current is not None and current.chunk.path == self.shown_note else None

    def _find(self, act: Callable[[tuple[Result, ...]], None], *, several: bool) -> None:
        self.requested.emit()
        current, place = self._results.current(), self._place()
        if place is not None and self.passage_read is None:
            self._engine.ask(
                _PASSAGE_READ,
                lambda vault: vault.excerpts.passage_at(*place),
                lambda result: self._pass_on(act, () if result is None else (result,)),
            )
        elif several and place is None:
            self._pass_on(act, self._results.selection())
        else:
            self._pass_on(act, () if current is None else (current,))

    def _place(self) -> tuple[str, int] | None:
        """Return path and line of the place that is being read, None if the keyboard is elsewhere."""
        shown = self._preview.shown
        if shown is None or self._window.focusWidget() is not self._preview.view:
            return None
        # 0 above the first heading: then the passage tells the place, else the first line.
        line = self._preview.view.reading.line()
        return shown.path, line or (shown.passage[0] if shown.passage else 1)

    def _pass_on(self, act: Callable[[tuple[Result, ...]], None], results: tuple[Result, ...]) -> None:
        if results:
            act(results)
        else:
            self.message.emit(self.tr("No result selected"))


RevealFiles: TypeAlias = Callable[[Sequence[Path], Callable[[], None]], None]
"""Selects files in the file manager; calls the function if that cannot be done."""

_SERVICE = "org.freedesktop.FileManager1"
_PATIENT_MS = 5_000
"""Time that a file manager may take to start."""


def file_revealer(parent: QObject) -> RevealFiles:
    """Return the way of this platform; calls that are under way end with ``parent``."""
    if sys.platform == "win32":
        return _reveal_by_explorer
    if sys.platform == "darwin":
        return _reveal_by_finder
    return FileManagerBus(parent).reveal


class FileManagerBus(QObject):
    """Calls the file manager by D-Bus, without waiting for it.

    The interface is that of https://www.freedesktop.org/wiki/Specifications/file-manager-interface/.
    """

    def __init__(self, parent: QObject, get_bus: Callable[[], QDBusConnection] | None = None) -> None:
        super().__init__(parent)
        self._get_bus = get_bus

    def reveal(self, files: Sequence[Path], if_not: Callable[[], None]) -> None:
        """Select ``files``; call ``if_not`` if no file manager answers."""
        # Imported late: needed only now, and absent from some builds of Qt for other platforms.
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = (self._get_bus or QDBusConnection.sessionBus)()
        if not bus.isConnected():
            if_not()
            return
        path = "/" + _SERVICE.replace(".", "/")
        call = QDBusMessage.createMethodCall(_SERVICE, path, _SERVICE, "ShowItems")
        call.setArguments([[_address(file) for file in files], ""])
        watcher = QDBusPendingCallWatcher(bus.asyncCall(call, _PATIENT_MS), self)
        # Not a partial: PySide6 passes a slot as many arguments as it finds in its signature.
        watcher.finished.connect(lambda: _finish(watcher, if_not))


def _finish(watcher: QDBusPendingCallWatcher, if_not: Callable[[], None]) -> None:
    if watcher.isError():
        if_not()
    watcher.deleteLater()


def _address(file: Path) -> str:
    return QUrl.fromLocalFile(str(file)).toEncoded().toStdString()


def _reveal_by_explorer(files: Sequence[Path], if_not: Callable[[], None]) -> None:
    """Start Explorer, which selects one file per window."""
    # Two arguments: Explorer does not understand quotes around both of them.
    started, _pid = QProcess.startDetached("explorer", ["/select,", str(files[0])])
    if not started:
        if_not()


def _reveal_by_finder(files: Sequence[Path], if_not: Callable[[], None]) -> None:
    started, _pid = QProcess.startDetached("open", ["-R", *map(str, files)])
    if not started:
        if_not()


OpenUrl: TypeAlias = Callable[[QUrl], bool]
"""Hands a URL to the system; returns whether the system took it."""

AskObsidian: TypeAlias = Callable[[Callable[[bool], None]], None]
"""Calls the function with whether an app is registered for obsidian: links, a little later."""


@dataclass(frozen=True, slots=True)
class SystemApps:
    """The ways to other programs; ``reveal_files`` selects files in the file manager."""

    open_url: OpenUrl
    reveal_files: RevealFiles
    ask_obsidian: AskObsidian


class PassageController(QObject):
    """Joins passages, ``basket`` and the ``apps`` of the system."""

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

    def __init__(self, basket: Basket, find_file: FindFile, apps: SystemApps, window: QWidget) -> None:
        super().__init__(window)
        # Assumed until it is looked up, as Enter must not wait for that.
        self._has_obsidian = True
        self.editor_first = False
        self._basket = basket
        self._find_file = find_file
        self._open_url = apps.open_url
        self._reveal_files = apps.reveal_files
        self._ask_obsidian = apps.ask_obsidian
        self._window = window

    def look_for_obsidian(self) -> None:
        """Look up whether Obsidian is there, so that Enter need not wait for the answer."""
        self._ask_obsidian(self._set_has_obsidian)

    def open(self, result: Result) -> None:
        """Open the note in the preferred app."""
        (self.open_in_editor if self.editor_first else self.open_in_obsidian)(result)

    def open_otherwise(self, result: Result) -> None:
        """Open the note in the other app."""
        (self.open_in_obsidian if self.editor_first else self.open_in_editor)(result)

    def open_in_obsidian(self, result: Result) -> None:
        """Open the note at its heading."""
        if self._is_gone(result):
            return
        used = partial(self.used.emit, result, Use.OPENED)
        self._open_link(result.url, used, lambda: self.open_in_editor(result))

    def open_in_editor(self, result: Result) -> None:
        """Open the file as the system opens such files, a PDF at the page if the viewer can."""
        if self._is_gone(result):
            return
        chunk = result.chunk
        if self._opens_in_editor(chunk.path, chunk.page if chunk.kind is FileKind.PDF else None):
            self.used.emit(result, Use.OPENED)

    def _is_gone(self, result: Result) -> bool:
        """Return whether a result's note is deleted, and say so: Obsidian would make an empty one."""
        if result.past is None or result.past.state is not NoteState.DELETED:
            return False
        self.failure.emit(self.tr("{} is deleted: there is nothing to open.").format(result.chunk.title))
        return True

    def open_note(self, path: str, uri: str) -> None:
        """Open a note in Obsidian by its link, or as preferred; without a query: no result was used."""
        if self.editor_first:
            self.open_file(path)
        else:
            self._open_link(uri, partial(self.note_opened.emit, path), lambda: self.open_file(path))

    def open_file(self, path: str) -> None:
        """Open a note's file as the system opens such files, without a query."""
        if self._opens_in_editor(path):
            self.note_opened.emit(path)

    def show_folder(self, folder: QUrl) -> None:
        """Show a folder, a file or a page as the system shows such."""
        if not self._open_url(folder):
            self.failure.emit(
                self.tr("No app could open {}.").format(folder.toLocalFile() or folder.toString())
            )

    def reveal(self, results: Sequence[Result]) -> None:
        """Select the notes' files in the file manager; if it cannot, open the folder of the first."""
        found_files = (self._find_file(result.chunk.path) for result in results)
        files = tuple(dict.fromkeys(file for file in found_files if file is not None))
        if results and not files:
            self._say_no_file(results[0].chunk.path)
        if files:
            folder = QUrl.fromLocalFile(str(files[0].parent))
            self._reveal_files(files, lambda: self.show_folder(folder))

    def toggle_kept(self, results: Sequence[Result]) -> None:
        """Put passages in the basket, or take them out if all are in it."""
        held = self._basket.ids
        is_kept = self._basket.toggle(results)
        for result in results:
            if is_kept and result.chunk.id not in held:
                self.used.emit(result, Use.KEPT)
        self.message.emit(self.tr("Added to the basket") if is_kept else self.tr("Removed from the basket"))

    def _open_link(self, uri: str, used: Callable[[], None], open_file: Callable[[], None]) -> None:
        """Open a link to Obsidian, or offer to open the file if no app takes the link: nothing happened."""

        def answer(there: bool) -> None:
            self._set_has_obsidian(there)
            # As it was encoded: parsed any other way, %23 before the heading would become a fragment.
            if there and self._open_url(QUrl.fromEncoded(uri.encode())):
                used()
                return
            self.failure.emit(self.tr("Couldn't open Obsidian. Ctrl+Enter opens the file instead."))
            self._offer_editor(open_file)

        if self._has_obsidian:
            answer(True)
        else:
            # It may have been installed since it was looked for.
            self._ask_obsidian(answer)

    def _set_has_obsidian(self, there: bool) -> None:
        self._has_obsidian = there

    def _offer_editor(self, open_file: Callable[[], None]) -> None:
        box = plain_box(
            self._window,
            self.tr("Obsidian not found"),
            self.tr("No app opens Obsidian's links."),
            self.tr("Open the note in your default editor, or install Obsidian and start it once."),
            QMessageBox.Icon.Information,
        )
        always = QCheckBox(self.tr("Always use the default editor (see Settings > Appearance)"), box)
        always.setChecked(True)
        box.setCheckBox(always)
        opens = box.addButton(self.tr("Open in editor"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        for button in (*box.buttons(), always):
            button.setAccessibleName(button.text())

        def choose(button: QAbstractButton) -> None:
            if button is opens:
                if always.isChecked():
                    self.editor_preferred.emit()
                open_file()

        box.buttonClicked.connect(choose)
        box.open()

    def _opens_in_editor(self, path: str, page: int | None = None) -> bool:
        file = self._find_file(path)
        if file is None:
            self._say_no_file(path)
            return False
        url = QUrl.fromLocalFile(str(file))
        if page is not None:
            # Read by `open_at_page` of the desktop, which knows the arguments of viewers.
            url.setFragment(f"page={page}")
        opened = self._open_url(url)
        if not opened:
            self.failure.emit(self.tr("No app could open {}.").format(path))
        return opened

    def _say_no_file(self, path: str) -> None:
        self.failure.emit(self.tr("{} is on another computer: there is no file to open here.").format(path))

    def ask_about_link(self, link: QUrl) -> None:
        """Open a link out of the vault once the user has confirmed it."""
        box = plain_box(
            self._window,
            self.tr("External link"),
            self.tr("Open this page in your browser?"),
            link.toDisplayString(),
            QMessageBox.Icon.Question,
        )
        opens = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        for button in box.buttons():
            button.setAccessibleName(button.text())
        box.buttonClicked.connect(lambda button: self._open_url(link) if button is opens else None)
        box.open()
