"""The manual in a window beside the vault: pages found by their words, and read without an index."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import unquote

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QListWidget, QWidget

from vaultsearch.core.values.note import Preview
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.theme import GRID, Tokens
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import column_of, fit_to_screen, name_field, row_of, text_field

MANUAL_PLACES: dict[str, str] = tomllib.loads(
    Path(__file__).with_name("manual_places.toml").read_text("utf-8")
)
"""The page and heading on a part of the window, by its class."""

_TAG = re.compile("<[^<>]*>")


class ManualWindow(QWidget):
    """Lists the manual's pages with the words in its field; ``read`` later passes all to a function."""

    def __init__(self, tokens: Tokens, read: Callable[[Callable[[Sequence[Preview]], None]], None]) -> None:
        super().__init__(None, Qt.WindowType.Window)
        # It must not hold up the end of the session once the main window has closed.
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setObjectName("manual")
        self.resize(220 * GRID, 170 * GRID)
        fit_to_screen(self)
        self._read = read
        self._pages: dict[str, Preview] = {}
        self._place = ("", "")
        self.field, self.list, self.view = text_field(clearable=True), QListWidget(), NoteView(tokens)
        self.list.setObjectName("manual_pages")
        self.list.setFixedWidth(45 * GRID)
        self.field.textChanged.connect(self._list_pages)
        self.field.returnPressed.connect(lambda: self.view.find(self.field.text()))
        self.list.currentTextChanged.connect(self._show_page)
        self.view.note_asked.connect(self._follow)
        beneath = row_of(self.list, (self.view, 1), spacing=2 * GRID)
        column_of(self.field, (beneath, 1), within=self, margins=3 * GRID, spacing=2 * GRID)
        keep_translated(self, lambda: self.setWindowTitle(self.tr("Manual")))
        keep_translated(self, lambda: name_field(self.field, self.tr("Search the manual")))
        keep_translated(self, lambda: self.list.setAccessibleName(self.tr("Pages")))

    def open_for(self, focused: QWidget | None) -> None:
        """Open at the page on the focused part of the window, else at the first page."""
        place = ""
        while focused is not None and not place:
            # The list of settings' pages has the focus, and the page beside it is asked about.
            place = MANUAL_PLACES.get(type(getattr(focused, "shown_page", focused)).__name__, "")
            place = place or MANUAL_PLACES.get(type(focused).__name__, "")
            focused = focused.parentWidget()
        self.field.clear()
        page, _, heading = place.partition("#")
        self._place = page, heading
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus()

        def take(pages: Sequence[Preview]) -> None:
            self._pages = {page.title: page for page in pages}
            self._list_pages()

        self._read(take)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the field by Esc, then close; go to the pages by Down."""
        if event.key() == Qt.Key.Key_Escape:
            self.field.clear() if self.field.text() else self.close()
        elif event.key() == Qt.Key.Key_Down:
            self.list.setFocus()
        else:
            super().keyPressEvent(event)

    def _list_pages(self) -> None:
        """List the pages with all words in the field, and show one, at the first place."""
        words = self.field.text().casefold().split()
        has_page = words and self.list.currentRow() >= 0
        current = self.list.currentItem().text() if has_page else self._place[0]
        texts = {title: _TAG.sub(" ", page.html).casefold() for title, page in self._pages.items()}
        # A page shown meanwhile would forget the heading to go to.
        with QSignalBlocker(self.list):
            self.list.clear()
            self.list.addItems([title for title, text in texts.items() if all(w in text for w in words)])
        found = self.list.findItems(current, Qt.MatchFlag.MatchExactly)
        self.list.setCurrentItem(found[0] if found else self.list.item(0))

    def _show_page(self, title: str) -> None:
        page, (_, heading) = self._pages.get(title), self._place
        self._place = (title, "")
        if page is None:
            self.view.clear()
            return
        self.view.show_note(page)
        line = next((part.line for part in page.outline if part.text == heading), 0)
        if line:
            self.view.reading.go(f"line-{line}")
        elif self.field.text():
            self.view.moveCursor(QTextCursor.MoveOperation.Start)
            self.view.find(self.field.text())

    def _follow(self, address: str) -> None:
        title, _, heading = unquote(address.partition(":")[2]).partition("#")
        self._place = (title or self._place[0], heading)
        with QSignalBlocker(self.field):
            self.field.clear()
        self._list_pages()
