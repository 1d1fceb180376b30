"""Actions on the selected passage: open it, copy it, keep it in the basket; and links out of the vault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from vaultsearch.core.values.search import Use
from vaultsearch.gui import phrases

if TYPE_CHECKING:
    from vaultsearch.core.values.context import Context
    from vaultsearch.core.values.search import Chunk, Result
    from vaultsearch.gui.basket.basket import Basket
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.results_list import ResultsList

OpenUrl: TypeAlias = Callable[[QUrl], bool]
"""Hands a URL to the system; returns whether the system took it."""
FindFile: TypeAlias = Callable[[str], Path | None]
"""Returns the file of a note by its path in the vault, None while no vault is open."""

_MOST = 10
"""Passages copied at once if the basket is empty, before it is known how many fit into the token budget."""


class PassageController(QObject):
    """Joins the list of ``results``, ``basket``, clipboard and system."""

    requested = Signal()
    """An action on the selected passage was chosen."""
    message = Signal(str)
    """A sentence on an action that succeeded."""
    failure = Signal(str)
    """A sentence on an action that failed."""
    used = Signal(object, object)
    """A Result was used, with its Use."""

    def __init__(
        self,
        engine: EngineThread,
        results: ResultsList,
        basket: Basket,
        find_file: FindFile,
        open_url: OpenUrl,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._results = results
        self._basket = basket
        self._find_file = find_file
        self._open_url = open_url
        self._window = window
        self._copied = ""

    def with_selected(self, act: Callable[[Result], None]) -> None:
        """Call ``act`` with the selected result, or emit that there is none."""
        self.requested.emit()
        result = self._results.current()
        if result is None:
            self.message.emit(self.tr("No result selected"))
        else:
            act(result)

    def open_in_obsidian(self, result: Result) -> None:
        """Open the note at its heading."""
        # As it was encoded: parsed any other way, %23 before the heading would become a fragment.
        if not self._open_url(QUrl.fromEncoded(result.uri.encode())):
            self.failure.emit(self.tr("Couldn't open Obsidian. Ctrl+Enter opens the file instead."))
        else:
            self.used.emit(result, Use.OPENED)

    def open_in_editor(self, result: Result) -> None:
        """Open the note's file as the system opens such files."""
        file = self._find_file(result.chunk.path)
        if file is None:
            return
        if not self._open_url(QUrl.fromLocalFile(str(file))):
            self.failure.emit(self.tr("No app could open {}.").format(result.chunk.path))
        else:
            self.used.emit(result, Use.OPENED)

    def show_folder(self, folder: QUrl) -> None:
        """Show a folder as the system shows folders."""
        if not self._open_url(folder):
            self.failure.emit(self.tr("No app could open {}.").format(folder.toLocalFile()))

    def toggle_kept(self, result: Result) -> None:
        """Put a passage in the basket, or take it out."""
        kept = self._basket.toggle(result)
        if kept:
            self.used.emit(result, Use.KEPT)
        self.message.emit(self.tr("Added to the basket") if kept else self.tr("Removed from the basket"))

    def copy_passage(self, result: Result) -> None:
        """Copy the passage with its citation."""
        self._copy_at_once((result.chunk,))
        self._engine.ask("copy", lambda vault: vault.passage(result.chunk), self._copy_text)
        self.used.emit(result, Use.COPIED)

    def copy_context(self) -> None:
        """Copy the basket, or else the results best first, as far as the token budget goes."""
        basket = self._basket
        if basket.context is not None:
            self._copy_context(basket.context)
        elif basket.kept:  # its context is still being assembled
            chunks, style = basket.kept, basket.style
            self._copy_at_once(chunks)
            self._engine.ask(
                "copy", lambda vault: vault.context(chunks, style=style, keep_order=True), self._replace_copy
            )
        else:
            self.with_selected(lambda _: self._copy_results())

    def _copy_results(self) -> None:
        chunks = tuple(result.chunk for result in self._results.results)
        self._copy_at_once(chunks[:_MOST])
        self._engine.ask("copy", lambda vault: vault.context(chunks), self._replace_copy)

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

    def _copy_text(self, text: str) -> None:
        if self._is_unchanged():
            QGuiApplication.clipboard().setText(text)
            self.message.emit(self.tr("Copied the passage with its source"))

    def _copy_at_once(self, chunks: tuple[Chunk, ...]) -> None:
        """Copy passages as the window knows them: the engine may be busy for seconds."""
        self._copied = "\n\n".join(map(_cited, chunks))
        QGuiApplication.clipboard().setText(self._copied)
        self.message.emit(phrases.copied_so_far(len(chunks)))

    def _is_unchanged(self) -> bool:
        """Return whether the clipboard still holds the copy made at once: nothing else was copied since."""
        return QGuiApplication.clipboard().text() == self._copied

    def _replace_copy(self, context: Context) -> None:
        if self._is_unchanged():
            self._copy_context(context)

    def _copy_context(self, context: Context) -> None:
        QGuiApplication.clipboard().setText(context.text)
        self.message.emit(phrases.copied(context))


def _cited(chunk: Chunk) -> str:
    """Return a passage, and below it its note and headings."""
    return f"{chunk.content or chunk.text}\n\n({' > '.join((chunk.title, *chunk.heading_path))})"
