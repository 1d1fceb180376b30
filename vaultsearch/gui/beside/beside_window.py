"""A slim window above all others: what belongs to the note that is open in Obsidian, as links to copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.reading.places import PLACE_ROLE, Place, PlaceTree
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import ignore_drops, plain_label

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QHideEvent, QKeyEvent

_SIZE = QSize(340, 620)
_LEAST = QSize(240, 260)


class LinkTree(PlaceTree):
    """Notes in sections: Enter asks for a link to one, Ctrl+Enter for the note; a drag takes a link."""

    shown_asked = Signal(str, int)
    """The path of a note to show in the main window, and the line, 0 for its top."""
    reached = Signal(str)
    """The path of the current note, whose link may be dragged soon."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._links: dict[str, str] = {}
        self.setDragEnabled(True)
        self.clicked.disconnect(self._ask)  # a click would replace what is on the clipboard
        self.doubleClicked.connect(self._ask)
        self.selectionModel().currentChanged.connect(self._reach)

    def set_link(self, path: str, link: str) -> None:
        """Keep the link to a note for a drag."""
        self._links = {path: link}

    def mime_of(self, index: QModelIndex | QPersistentModelIndex) -> QMimeData | None:
        """Return the link to a row's note, to be dragged; None if the row has none."""
        place = index.data(PLACE_ROLE)
        if not isinstance(place, Place) or place.path is None:
            return None
        mime = QMimeData()
        mime.setText(self._links.get(place.path, f"[[{place.title}]]"))
        return mime

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Drag the link of the current row."""
        mime = self.mime_of(self.currentIndex())
        if mime is not None:
            drag = QDrag(self)
            drag.setMimeData(mime)
            drag.exec(Qt.DropAction.CopyAction)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for the note on Ctrl+Enter."""
        place = self.currentIndex().data(PLACE_ROLE)
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if is_enter and has_control and isinstance(place, Place) and place.path is not None:
            self.shown_asked.emit(place.path, place.line)
        else:
            super().keyPressEvent(event)

    def _reach(self, current: QModelIndex) -> None:
        place = current.data(PLACE_ROLE)
        if isinstance(place, Place) and place.path is not None:
            self.reached.emit(place.path)


class BesideWindow(QWidget):
    """The note that is open in Obsidian, a field, and what belongs to the note or is named as typed."""

    typed = Signal(str)
    """The letters in the field have changed."""
    search_asked = Signal(str)
    """The main window is to search for what was typed."""
    visibility_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.Window | Qt.WindowType.WindowStaysOnTopHint)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setObjectName("beside")
        self.setMinimumSize(_LEAST)
        self.resize(_SIZE)
        self.note = plain_label(wraps=True)
        self.note.setObjectName("beside_note")
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        ignore_drops(self.field)
        self.field.textEdited.connect(self.typed)
        self.field.returnPressed.connect(lambda: self.search_asked.emit(self.field.text()))
        self.links = LinkTree()
        self.message = plain_label(scale="small", tone="secondary", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        for part in (self.note, self.field, self.links, self.message):
            column.addWidget(part)
        keep_translated(self, self._set_texts)

    def hideEvent(self, event: QHideEvent) -> None:
        """Report that nothing needs to be followed any more."""
        super().hideEvent(event)
        self.visibility_changed.emit(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the field to the links by Down; clear the field by Esc, then hide."""
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
        """Name the note that is open in Obsidian; "" if none is."""
        self.note.setText(title or self.tr("No note is open in Obsidian"))

    def _set_texts(self) -> None:
        self.setWindowTitle(self.tr("Beside Obsidian"))
        self.field.setPlaceholderText(self.tr("Search your notes"))
        self.field.setAccessibleName(self.tr("Search your notes"))
        self.links.name(self.tr("Notes that belong to it"))
        self.message.setText(self.tr("Enter copies a link · Ctrl+Enter shows the note · Drag takes the link"))
