"""Overlays with a field and a list: Ctrl+P, the command palette, and Ctrl+T, the quick switcher."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QListView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from shiboken6 import isValid

from vaultsearch.core.values.query import NameKind, NameMatch
from vaultsearch.gui.actions import why_disabled
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.phrases import MIDDLE_DOT
from vaultsearch.gui.rows.two_line_rows import (
    FIRST_MARKS_ROLE,
    SECOND_MARKS_ROLE,
    TwoLineDelegate,
    two_line_height,
    two_line_row,
)
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated, tr, without_mnemonic
from vaultsearch.gui.widgets import column_of, is_enter, name_field, plain_label, show_rows_only, text_field

_TOP_MARGIN = 16 * GRID
_PAGE_ROWS = 8
_KEY_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: _PAGE_ROWS,
    Qt.Key.Key_PageUp: -_PAGE_ROWS,
}


class FieldOverlay(QFrame):
    """Overlay above ``window``, returning the keyboard focus when closed.

    The focus stays in the field, whose keys also move through ``view``. Subclasses fill the list and choose.
    """

    def __init__(self, name: str, view: QAbstractItemView, width: int, window: QWidget) -> None:
        super().__init__(window)
        self._view, self._width = view, width
        self._last_focus: tuple[QWidget | None, ...] = ()
        self.setObjectName(name)
        self.field = text_field()
        self.field.installEventFilter(self)
        self.column = column_of(self.field, view, within=self, margins=2 * GRID, spacing=GRID)
        self.hide()

    def open(self) -> None:
        """Open with an empty field, or close if open; close other overlays."""
        if self.isVisible():
            self.dismiss()
            return
        window = self.window()
        for other in window.findChildren(FieldOverlay):
            other.dismiss()
        last = window.focusWidget()
        # The editor of a row is deleted as it loses the focus, which then returns to the rows.
        self._last_focus = last, last and last.parentWidget()  # type: ignore[truthy-bool]  # the stub lacks None
        self.field.clear()
        self.fill()
        width = min(self._width, window.width() - 8 * GRID)
        self.setGeometry(0, 0, width, min(self.usual_height(), window.height() - _TOP_MARGIN - 8 * GRID))
        self.move(QPoint((window.width() - width) // 2, _TOP_MARGIN))
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Hide, and return the keyboard focus."""
        if self.isVisible():
            self.hide()
            if (left := next(filter(isValid, filter(None, self._last_focus)), None)) is not None:
                left.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Move through the list and choose, while the focus stays in the field."""
        # Not `dismiss`: something else has taken the focus, and must not lose it again.
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        if not isinstance(event, QKeyEvent):
            return False
        key = event.key()
        if key not in (*_KEY_STEPS, Qt.Key.Key_Escape) and not self.takes(event):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            # Accepted, the key comes here, even if the window has a shortcut for it.
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            if key == Qt.Key.Key_Escape:
                self.dismiss()
            elif key in _KEY_STEPS:
                self.select(self._view.currentIndex().row() + _KEY_STEPS[Qt.Key(key)])
            else:
                self.choose(event)
        return True

    def select(self, row: int) -> None:
        """Select a row, or the nearest existing row."""
        model = self._view.model()
        index = model.index(max(0, min(model.rowCount() - 1, row)), 0)
        if index.isValid():
            self._view.setCurrentIndex(index)

    def fill(self) -> None:
        """Fill the list for an empty field, just before opening."""
        raise NotImplementedError

    def usual_height(self) -> int:
        """Return the height in a sufficiently high window."""
        raise NotImplementedError

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key chooses the selected row."""
        return is_enter(event)

    def choose(self, event: QKeyEvent) -> None:
        """Handle a choosing key."""
        raise NotImplementedError


_PALETTE_WIDTH = 130 * GRID
_VISIBLE_COMMANDS = 10


class CommandPalette(FieldOverlay):
    """List ``actions`` over ``window``, and run the chosen action; typing also finds ``list_settings``."""

    def __init__(
        self, actions: Sequence[QAction], list_settings: Callable[[], Sequence[QAction]], window: QWidget
    ) -> None:
        # Created before the constructor, which places it below the field.
        self.list = tree = QTreeWidget()
        tree.setObjectName("commands")
        tree.setColumnCount(2)
        tree.setHeaderHidden(True)
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        tree.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.header().setStretchLastSection(False)
        # Commands are shown in full; the reason for being disabled is cut if necessary.
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        super().__init__("command_palette", self.list, _PALETTE_WIDTH, window)
        self._actions = self._offered = actions
        self._list_settings = list_settings
        self._settings: Sequence[QAction] = ()
        self.field.textChanged.connect(self._list)
        self.list.itemClicked.connect(self._run)
        keep_translated(
            self,
            lambda: name_field(self.field, self.tr("Type a command")),
            lambda: self.list.setAccessibleName(self.tr("Commands")),
            lambda: self.list.header().setAccessibleName(self.tr("Commands and their shortcuts")),
        )

    def open(self) -> None:
        """Open with all actions, or close if open."""
        self.open_with(self._actions)

    def open_with(self, actions: Sequence[QAction]) -> None:
        """Open with some actions, or close if open."""
        self._offered = actions
        super().open()

    def fill(self) -> None:
        """List actions, with unavailable ones at the end."""
        # Anew at each opening: the language and the values may have changed.
        self._settings = self._list_settings() if self._offered is self._actions else ()
        self._list("")

    def usual_height(self) -> int:
        """Return room for ten commands."""
        rows = _VISIBLE_COMMANDS * self.list.sizeHintForRow(0)
        return self.field.sizeHint().height() + rows + 2 * self.list.frameWidth() + 5 * GRID

    def choose(self, _event: QKeyEvent) -> None:
        """Run the selected action."""
        if (item := self.list.currentItem()) is not None:
            self._run(item)

    def _list(self, typed: str) -> None:
        self.list.clear()
        matching_actions = match_actions([*self._offered, *(self._settings if typed.strip() else ())], typed)
        # The sort is stable: among available actions, the best matches stay first.
        for action in sorted(matching_actions, key=lambda action: not action.isEnabled()):
            self.list.addTopLevelItem(self._item(action))
        if not matching_actions:
            nothing = QTreeWidgetItem([self.tr("No matching command")])
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addTopLevelItem(nothing)
        self.select(0)

    def _item(self, action: QAction) -> QTreeWidgetItem:
        """Return an action's row with keys; for a disabled action, grey and with the reason."""
        can_run = action.isEnabled()
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        beside = keys if can_run else why_disabled(action)
        text = without_mnemonic(action.text())
        item = QTreeWidgetItem([text, beside])
        item.setToolTip(0, action.toolTip())
        item.setData(0, Qt.ItemDataRole.UserRole, action)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if not can_run:
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{text}: {beside}")
            grey = self.palette().brush(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
            for column in (0, 1):
                item.setForeground(column, grey)
        return item

    def _run(self, item: QTreeWidgetItem) -> None:
        action: QAction | None = item.data(0, Qt.ItemDataRole.UserRole)
        # A click also reaches the row that says that nothing matches.
        if action is not None and action.isEnabled():
            self.dismiss()
            # Dismissed first: actions on the note depend on the restored focus.
            action.trigger()


def match_actions(actions: Sequence[QAction], typed: str) -> list[QAction]:
    """Return actions containing all typed words, those beginning with them first."""
    words = typed.casefold().split()

    def place(action: QAction) -> int | None:
        text = f"{without_mnemonic(action.text())} {action.property('named') or ''}".casefold()
        hint = f"{action.toolTip()} {action.property('hinted') or ''}".casefold()
        if not all(word in text or word in hint for word in words):
            return None
        begun = all(any(part.startswith(word) for part in text.split()) for word in words)
        return 0 if begun else 1 if all(word in text for word in words) else 2

    ranked = [(rank, action) for action in actions if (rank := place(action)) is not None]
    return [action for _, action in sorted(ranked, key=lambda rank_and_action: rank_and_action[0])]


MATCH_ROLE = int(Qt.ItemDataRole.UserRole) + 20
"""The NameMatch of a row."""
_SWITCHER_WIDTH = 150 * GRID
_VISIBLE_NOTES = 8


class Switcher(FieldOverlay):
    """List notes and headings over ``window`` whose names match the typed letters."""

    typed = Signal(str)
    """The letters in the field have changed, or it was opened."""
    obsidian_asked = Signal(str, str)
    """A note is to be opened in Obsidian: its path, and the link to it or to a heading."""
    editor_asked = Signal(str)
    """A note, by its path, is to be opened in the default editor."""
    shown_asked = Signal(str, int)
    """A note is to be shown in the preview: its path, and a line of it, 0 for its top."""

    def __init__(self, window: QWidget) -> None:
        # Created before the constructor, which places it below the field.
        self.list = QListView()
        self.list.setObjectName("switcher_list")
        self.list.setItemDelegate(TwoLineDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        show_rows_only(self.list)
        super().__init__("switcher", self.list, _SWITCHER_WIDTH, window)
        self._rows = QStandardItemModel(self)
        self.list.setModel(self._rows)
        self.list.clicked.connect(self._open)
        self.field.textEdited.connect(self.typed)
        self.keys = plain_label(scale="small", tone="secondary")
        self.keys.setIndent(GRID)
        self.column.addWidget(self.keys)
        keep_translated(
            self,
            lambda: name_field(self.field, self.tr("Go to note")),
            lambda: self.list.setAccessibleName(self.tr("Notes")),
            lambda: self.keys.setText(
                self.tr("Enter opens in Obsidian · Ctrl+Enter in the editor · Tab shows it here")
            ),
        )

    def fill(self) -> None:
        """Ask for initial notes."""
        self._rows.clear()
        self.typed.emit("")

    def usual_height(self) -> int:
        """Return room for eight notes."""
        rows = _VISIBLE_NOTES * two_line_height(self.list.font())
        return rows + self.field.sizeHint().height() + self.keys.sizeHint().height() + 8 * GRID

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key chooses: Right does at the text's end."""
        if event.key() == Qt.Key.Key_Right:
            # Elsewhere in the text, Right moves the cursor.
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            return plain and self.field.cursorPosition() == len(self.field.text())
        return event.key() == Qt.Key.Key_Tab or super().takes(event)

    def choose(self, event: QKeyEvent) -> None:
        """Open the selected note, with Ctrl in the editor; show it on Tab and Right."""
        self._open(self.list.currentIndex(), event)

    def show_matches(self, matches: Sequence[NameMatch], *, is_indexing: bool = False) -> None:
        """List matches and select the first; without matches, say so, and whether more may come."""
        self._rows.clear()
        for match in matches:
            self._rows.appendRow(_match_row(match))
        # An empty overlay would not tell whether nothing matches or more may come.
        if not matches:
            so_far = self.tr("No match in the notes indexed so far")
            nothing = QStandardItem(so_far if is_indexing else self.tr("No matching note"))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self._rows.appendRow(nothing)
        self.select(0)
        self.list.scrollToTop()

    def _open(self, index: QModelIndex, event: QKeyEvent | None = None) -> None:
        match: NameMatch | None = index.data(MATCH_ROLE)
        if match is None:
            return
        self.dismiss()
        if event is not None and not is_enter(event):
            self.shown_asked.emit(match.note.path, match.line)
        elif event is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.editor_asked.emit(match.note.path)
        else:
            self.obsidian_asked.emit(match.note.path, match.uri)


def _match_row(match: NameMatch) -> QStandardItem:
    title, folder = " ".join(match.note.title.split()), match.note.folder
    own = match.kind is NameKind.TITLE
    # Line breaks become single spaces, so that marks stay aligned.
    name = "" if own else match.name.replace("\n", " ")
    kinds = {NameKind.ALIAS: tr("alias"), NameKind.FILE: tr("file name"), NameKind.HEADING: tr("heading")}
    kind = kinds.get(match.kind, "")
    return two_line_row(
        {MATCH_ROLE: match, FIRST_MARKS_ROLE if own else SECOND_MARKS_ROLE: match.marks},
        match.note.title.replace("\n", " "),
        MIDDLE_DOT.join(filter(None, (name, folder))),
        kind,
        tip="\n".join(filter(None, (match.note.path, name))),
        spoken=(title, name, kind, folder),
    )


_NAMES_JOB = "names"
_MAX_MATCHES = 50


class SwitcherController(QObject):
    """Ask ``engine`` for names matching the text typed in the switcher over ``window``.

    ``is_indexing`` returns whether notes are being indexed.
    """

    def __init__(self, engine: EngineThread, window: QWidget, is_indexing: Callable[[], bool]) -> None:
        super().__init__(window)
        self.pane: Switcher = Switcher(window)

        def ask(typed: str) -> None:
            engine.ask(
                _NAMES_JOB,
                lambda vault: vault.notes.named(typed, _MAX_MATCHES),
                lambda matches: self.pane.show_matches(matches, is_indexing=is_indexing()),
            )

        self.pane.typed.connect(ask)
