"""Actions on passages: open them, show their files, keep them in the basket; and links out of the vault."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.search import Result
    from vaultsearch.gui.basket.basket import Basket
    from vaultsearch.gui.controllers.file_manager import RevealFiles
    from vaultsearch.gui.controllers.targets import FindFile

OpenUrl: TypeAlias = Callable[[QUrl], bool]
"""Hands a URL to the system; returns whether the system took it."""


class PassageController(QObject):
    """Joins passages, ``basket`` and system; ``reveal_files`` selects files in the file manager."""

    message = Signal(str)
    """A sentence on an action that succeeded."""
    failure = Signal(str)
    """A sentence on an action that failed."""
    used = Signal(object, object)
    """A Result was used, with its Use."""
    note_opened = Signal(str)
    """A note, by its path, was opened without a query."""

    def __init__(
        self,
        basket: Basket,
        find_file: FindFile,
        open_url: OpenUrl,
        reveal_files: RevealFiles,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._basket = basket
        self._find_file = find_file
        self._open_url = open_url
        self._reveal_files = reveal_files
        self._window = window

    def open_in_obsidian(self, result: Result) -> None:
        """Open the note at its heading."""
        if self._opens_in_obsidian(result.uri):
            self.used.emit(result, Use.OPENED)

    def open_in_editor(self, result: Result) -> None:
        """Open the file as the system opens such files, a PDF at the page if the viewer can."""
        chunk = result.chunk
        if self._opens_in_editor(chunk.path, chunk.page if chunk.kind is FileKind.PDF else None):
            self.used.emit(result, Use.OPENED)

    def open_note(self, path: str, uri: str) -> None:
        """Open a note in Obsidian by its link; without a query, so that no result was used."""
        if self._opens_in_obsidian(uri):
            self.note_opened.emit(path)

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
        found = (self._find_file(result.chunk.path) for result in results)
        files = tuple(dict.fromkeys(file for file in found if file is not None))
        if files:
            folder = QUrl.fromLocalFile(str(files[0].parent))
            self._reveal_files(files, lambda: self.show_folder(folder))

    def toggle_kept(self, results: Sequence[Result]) -> None:
        """Put passages in the basket, or take them out if all are in it."""
        held = self._basket.ids
        kept = self._basket.toggle(results)
        for result in results:
            if kept and result.chunk.id not in held:
                self.used.emit(result, Use.KEPT)
        self.message.emit(self.tr("Added to the basket") if kept else self.tr("Removed from the basket"))

    def _opens_in_obsidian(self, uri: str) -> bool:
        # As it was encoded: parsed any other way, %23 before the heading would become a fragment.
        opened = self._open_url(QUrl.fromEncoded(uri.encode()))
        if not opened:
            self.failure.emit(self.tr("Couldn't open Obsidian. Ctrl+Enter opens the file instead."))
        return opened

    def _opens_in_editor(self, path: str, page: int | None = None) -> bool:
        file = self._find_file(path)
        if file is None:
            return False
        url = QUrl.fromLocalFile(str(file))
        if page is not None:
            url.setFragment(f"page={page}")
        opened = self._open_url(url)
        if not opened:
            self.failure.emit(self.tr("No app could open {}.").format(path))
        return opened

    def ask_about_link(self, link: QUrl) -> None:
        """Open a link out of the vault once the user has confirmed it."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("External link"))
        box.setText(self.tr("Open this page in your browser?"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(link.toDisplayString())
        opens = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        for button in box.buttons():
            button.setAccessibleName(button.text())
        box.buttonClicked.connect(lambda button: self._open_url(link) if button is opens else None)
        box.finished.connect(box.deleteLater)
        box.open()
