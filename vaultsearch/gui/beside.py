"""The slim window beside Obsidian, which follows the note open there, and offers links to copy."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QMimeData, QModelIndex, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDrag, QGuiApplication, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.values.query import NameMatch
from vaultsearch.core.values.relations import ActiveNote
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.places import (
    PLACE_ROLE,
    NotePlace,
    NoteRelations,
    PlaceSection,
    PlaceTree,
    relation_sections,
    relations_of,
)
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import AnyIndex, column_of, is_enter, name_field, plain_label, text_field
from vaultsearch.service.protocol import VaultService

_WINDOW_SIZE = QSize(340, 620)
_MIN_WINDOW_SIZE = QSize(240, 260)


class LinkTree(PlaceTree):
    """Notes in sections: Enter asks for a link, Ctrl+Enter for the note; dragging takes a link."""

    shown_asked = Signal(str, int)
    """The path of a note to show in the main window, and the line, 0 for its top."""
    reached = Signal(str)
    """The path of the current note, whose link may be dragged soon."""

    def __init__(self) -> None:
        super().__init__()
        self._links: dict[str, str] = {}
        self.setDragEnabled(True)
        # A click would replace what is on the clipboard.
        self.clicked.disconnect(self._ask)
        self.doubleClicked.connect(self._ask)
        self.selectionModel().currentChanged.connect(self._reach)

    def set_link(self, path: str, link: str) -> None:
        """Keep a note's link for dragging."""
        self._links = {path: link}

    def mime_of(self, index: AnyIndex) -> QMimeData | None:
        """Return the link to a row's note for dragging; None if there is no note."""
        place = index.data(PLACE_ROLE)
        if not isinstance(place, NotePlace) or place.path is None:
            return None
        mime = QMimeData()
        # The link as Obsidian writes it may not have come yet when the drag begins.
        mime.setText(self._links.get(place.path, f"[[{place.title}]]"))
        return mime

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Drag the current row's link."""
        if (mime := self.mime_of(self.currentIndex())) is not None:
            drag = QDrag(self)
            drag.setMimeData(mime)
            drag.exec(Qt.DropAction.CopyAction)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for the note on Ctrl+Enter."""
        place = self.currentIndex().data(PLACE_ROLE)
        has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if is_enter(event) and has_control and isinstance(place, NotePlace) and place.path is not None:
            self.shown_asked.emit(place.path, place.line)
        else:
            super().keyPressEvent(event)

    def _reach(self, current: QModelIndex) -> None:
        place = current.data(PLACE_ROLE)
        if isinstance(place, NotePlace) and place.path is not None:
            self.reached.emit(place.path)


class BesideWindow(QWidget):
    """The note open in Obsidian, a field, and a list of related notes, or notes named as typed."""

    typed = Signal(str)
    visibility_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.Window | Qt.WindowType.WindowStaysOnTopHint)
        # It must not hold up the end of the session once the main window has closed.
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setObjectName("beside")
        self.setMinimumSize(_MIN_WINDOW_SIZE)
        self.resize(_WINDOW_SIZE)
        self.note = plain_label(wraps=True)
        self.note.setObjectName("beside_note")
        self.field = text_field(clearable=True)
        self.field.textEdited.connect(self.typed)
        self.links = LinkTree()
        self.message = plain_label(scale="small", tone="secondary", wraps=True)
        parts = self.note, self.field, self.links, self.message
        column_of(*parts, within=self, margins=2 * GRID, spacing=GRID)
        keep_translated(
            self,
            lambda: self.setWindowTitle(self.tr("Beside Obsidian")),
            lambda: name_field(self.field, self.tr("Search your notes")),
            lambda: self.links.name(self.tr("Notes that belong to it")),
            lambda: self.message.setText(
                self.tr("Enter copies a link · Ctrl+Enter shows the note · Drag takes the link")
            ),
        )

    def hideEvent(self, event: QHideEvent) -> None:
        """Report that no note needs to be followed any more."""
        super().hideEvent(event)
        # Minimized, it is shown again by the system, and goes on following.
        if not event.spontaneous():
            self.visibility_changed.emit(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the field to the links with Down; clear the field with Esc, then hide."""
        match event.key():
            case Qt.Key.Key_Down if self.field.hasFocus():
                self.links.setFocus(Qt.FocusReason.TabFocusReason)
            case Qt.Key.Key_Escape if self.field.text():
                self.field.clear()
                self.typed.emit("")
            case Qt.Key.Key_Escape:
                self.hide()
            case _:
                super().keyPressEvent(event)

    def show_note(self, title: str) -> None:
        """Show the title of the note open in Obsidian; "" if there is none."""
        self.note.setText(title or self.tr("No note is open in Obsidian"))


_ACTIVE_NOTE_JOB, _RELATED_JOB, _NAMES_JOB = "active note", "beside", "beside names"
_COPY_JOB, _DRAG_JOB = "beside link", "beside drag"
"""Separate jobs, so that reaching the next row does not cancel a copy."""
_POLL_INTERVAL_MS = 500
_ANSWER_TICKS = 10
"""Ticks to wait for an answer before asking for the note again, which cancels the first question."""
_MAX_RELATED, _MAX_NAMES = 8, 12


class BesideController(QObject):
    """Show and hide the window, ask ``engine`` for related notes, and copy links."""

    search_asked = Signal(str)
    """The main window is to search for a query."""
    visibility_changed = Signal(bool)

    def __init__(self, engine: EngineThread, parent: QWidget) -> None:
        super().__init__(parent)
        self._engine = engine
        self._note: ActiveNote | None = None
        self._waited = 0
        self.window = BesideWindow()
        self._timer = QTimer(self, interval=_POLL_INTERVAL_MS)
        self._timer.timeout.connect(self._poll_active_note)
        self.window.typed.connect(self._typed)
        field = self.window.field
        field.returnPressed.connect(
            lambda: self.search_asked.emit(field.text()) if field.text().strip() else None
        )
        self.window.links.place_asked.connect(lambda path, _: self._copy_link(path))
        self.window.links.copy_asked.connect(lambda text: QGuiApplication.clipboard().setText(text))
        self.window.links.reached.connect(
            lambda path: engine.ask(
                _DRAG_JOB,
                lambda vault: vault.excerpts.link_to(path),
                partial(self.window.links.set_link, path),
            )
        )
        self.window.visibility_changed.connect(self._stop)
        engine.sync_finished.connect(lambda _: self._ask_again())
        engine.vault_opened.connect(lambda _: self._forget())

    def toggle(self) -> None:
        """Show the window beside Obsidian, also from a minimized one, or hide it."""
        if self.window.isVisible() and not self.window.isMinimized():
            self.window.hide()
            return
        self._forget()
        self.window.showNormal()
        self._timer.start()
        self._poll_active_note()
        self.visibility_changed.emit(True)

    def close(self) -> None:
        """Close the window together with the main window."""
        self._timer.stop()
        self.window.hide()

    def _stop(self, _visible: bool) -> None:
        self._timer.stop()
        for job in (_ACTIVE_NOTE_JOB, _RELATED_JOB, _NAMES_JOB, _COPY_JOB, _DRAG_JOB):
            self._engine.drop(job)
        self.visibility_changed.emit(False)

    def _forget(self) -> None:
        """Clear note and field: the window is shown, or another vault was opened."""
        self._note, self._waited = None, 0
        self.window.show_note("")
        self.window.field.clear()
        self.window.links.clear()

    def _poll_active_note(self) -> None:
        self._waited = (self._waited + 1) % _ANSWER_TICKS
        if self._waited == 1:
            self._engine.ask(_ACTIVE_NOTE_JOB, lambda vault: vault.pages.active_note(), self._follow)

    def _follow(self, note: ActiveNote | None) -> None:
        self._waited = 0
        former, self._note = self._note, note
        if note is not None and former is not None and note.path == former.path:
            return
        self.window.show_note("" if note is None else note.title)
        # Names that were typed stay; the rows of another note must not, nor the place in them.
        if not self.window.field.text().strip():
            self.window.links.clear()
        self._ask_again()

    def _ask_again(self) -> None:
        note = self._note
        if note is None or not self.window.isVisible() or self.window.field.text().strip():
            return

        async def belonging(vault: VaultService) -> NoteRelations | None:
            try:
                return await relations_of(vault, note.path, _MAX_RELATED)
            # The note was deleted a moment ago.
            except NoteNotFoundError:
                return None

        def show(answer: NoteRelations | None) -> None:
            if answer is None:
                self.window.links.clear()
                return
            # Links out of the note are left out: Obsidian shows them in the note itself.
            similar, suggested, tags, backlinks, _, mentions, _ = relation_sections(*answer)
            nothing = self.tr("Nothing belongs to this note yet")
            self.window.links.show_sections((similar, suggested, tags, backlinks, mentions), nothing)

        self._engine.ask(_RELATED_JOB, belonging, show)

    def _typed(self, text: str) -> None:
        self._engine.drop(_RELATED_JOB)
        if not text.strip():
            self._engine.drop(_NAMES_JOB)
            self.window.links.clear()
            self._ask_again()
            return

        def show(matches: tuple[NameMatch, ...]) -> None:
            places = [
                NotePlace(match.note.title, match.name, match.note.path, match.line) for match in matches
            ]
            nothing = self.tr("No matching note: Enter searches in the main window")
            # The best match is the current row, not the one that was best before.
            self.window.links.clear()
            self.window.links.show_sections([PlaceSection(self.tr("Notes"), places)], nothing)

        self._engine.ask(_NAMES_JOB, lambda vault: vault.notes.named(text, _MAX_NAMES), show)

    def _copy_link(self, path: str) -> None:
        def copy(link: str) -> None:
            QGuiApplication.clipboard().setText(link)
            self.window.message.setText(self.tr("Copied {}").format(link))

        self._engine.ask(_COPY_JOB, lambda vault: vault.excerpts.link_to(path), copy)
