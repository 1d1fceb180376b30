"""What is done with a passage: opened elsewhere, copied with its citation; and links out of the vault."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from vaultsearch.core.values.search import Use
from vaultsearch.gui import phrases

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.values.context import Context, ContextFormat
    from vaultsearch.core.values.search import Chunk, Result
    from vaultsearch.gui.engine.engine_thread import EngineThread

OpenUrl: TypeAlias = Callable[[QUrl], bool]


_MOST = 10
"""Of passages that nobody chose, how many are copied before it is known how many the budget has room for."""


class PassageController(QObject):
    """Hands passages on. ``open_url`` gives a URL to the system and says whether it took it."""

    done = Signal(str)
    """A sentence on what was just done."""
    trouble = Signal(str)
    """A sentence on what could not be done."""
    used = Signal(object, object)
    """A Result was used, and the Use that was made of it."""

    def __init__(self, engine: EngineThread, open_url: OpenUrl, window: QWidget) -> None:
        super().__init__(window)
        self._engine = engine
        self._open_url = open_url
        self._window = window
        self._known = ""

    def open_in_obsidian(self, result: Result) -> None:
        """Open the note at its heading."""
        # As it was encoded: parsed any other way, %23 before the heading would become a fragment.
        if not self._open_url(QUrl.fromEncoded(result.uri.encode())):
            self.trouble.emit(self.tr("Obsidian could not be opened. Ctrl+Enter opens the file itself."))
        else:
            self.used.emit(result, Use.OPENED)

    def open_in_editor(self, file: Path, result: Result) -> None:
        """Open the note's ``file`` as the system opens such files."""
        if not self._open_url(QUrl.fromLocalFile(str(file))):
            self.trouble.emit(self.tr("No program opened {}.").format(result.chunk.path))
        else:
            self.used.emit(result, Use.OPENED)

    def show_folder(self, folder: QUrl) -> None:
        """Show a folder as the system shows folders."""
        if not self._open_url(folder):
            self.trouble.emit(self.tr("No program opened {}.").format(folder.toLocalFile()))

    def copy_passage(self, result: Result) -> None:
        """Copy the passage with its citation."""
        self._copy_known((result.chunk,))
        self._engine.ask("copy", lambda vault: vault.passage(result.chunk), self._copy_text)
        self.used.emit(result, Use.COPIED)

    def copy_context(self, results: tuple[Result, ...]) -> None:
        """Copy the results, best first, as far as the token budget goes."""
        chunks = tuple(result.chunk for result in results)
        self._copy_known(chunks[:_MOST])
        self._engine.ask("copy", lambda vault: vault.context(chunks), self._take_context)

    def copy_kept(self, chunks: tuple[Chunk, ...], style: ContextFormat) -> None:
        """Copy what was collected, while it is still being weighed."""
        self._copy_known(chunks)
        self._engine.ask(
            "copy", lambda vault: vault.context(chunks, style=style, keep_order=True), self._take_context
        )

    def copy_basket(self, context: Context) -> None:
        """Copy what was collected, as it was weighed."""
        self._copy_context(context)

    def ask_about_link(self, link: QUrl) -> None:
        """Open a link out of the vault once the user has said so."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("A link out of your notes"))
        box.setText(self.tr("Open this page in the browser?"))
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
        if self._is_ours():
            QGuiApplication.clipboard().setText(text)
            self.done.emit(self.tr("Copied the passage with its citation"))

    def _copy_known(self, chunks: tuple[Chunk, ...]) -> None:
        """Copy passages as they are known here, at once: the engine may be busy for seconds."""
        self._known = "\n\n".join(map(_cited, chunks))
        QGuiApplication.clipboard().setText(self._known)
        self.done.emit(phrases.copied_so_far(len(chunks)))

    def _is_ours(self) -> bool:
        """Tell whether the clipboard still holds what was copied here, and nothing since."""
        return QGuiApplication.clipboard().text() == self._known

    def _take_context(self, context: Context) -> None:
        if self._is_ours():
            self._copy_context(context)

    def _copy_context(self, context: Context) -> None:
        QGuiApplication.clipboard().setText(context.text)
        self.done.emit(phrases.copied(context))


def _cited(chunk: Chunk) -> str:
    """Give a passage above the note and the headings that it is from."""
    return f"{chunk.content or chunk.text}\n\n({' > '.join((chunk.title, *chunk.heading_path))})"
