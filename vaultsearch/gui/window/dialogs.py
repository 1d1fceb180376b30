"""The window's dialogs; some are opened only once at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from PySide6.QtCore import QMargins, QObject, QSysInfo, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QInputDialog,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QScrollArea,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from vaultsearch.core.values.note import Preview
from vaultsearch.core.values.search import Result
from vaultsearch.core.values.sync import Failure, IndexStatus
from vaultsearch.gui.actions import MENUS, native_keys
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.file_kinds import kind_name
from vaultsearch.gui.quality import QualityDialog
from vaultsearch.gui.reading.history import ComparisonDialog, HistoryDialog
from vaultsearch.gui.reading.places import NotePlace
from vaultsearch.gui.reading.vault_dialogs import TopicsDialog, VaultReportDialog
from vaultsearch.gui.settings.widgets import choose_folder, plain_tree
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr, translate_message, without_mnemonic
from vaultsearch.gui.widgets import (
    Dialog,
    DialogButtons,
    column_of,
    literal_tooltip,
    open_box,
    plain_box,
    plain_label,
    row_of,
    scroll_downwards,
    text_field,
)
from vaultsearch.gui.window_actions import NAVIGATION_KEYS
from vaultsearch.service.protocol import VaultService

_COMPARED_PASSAGES = 2


class Dialogs(QObject):
    """Open dialogs above ``window``; ``logs_folder`` returns the folder named in crash reports."""

    folder_chosen = Signal(object)
    """A Path was chosen to be opened."""
    folder_asked = Signal(QUrl)
    """A folder is to be shown by the system."""
    question_asked = Signal(str)
    message = Signal(str)
    """A sentence on why nothing was opened."""
    topic_chosen = Signal(object)
    """The Facet of the topic to search in."""
    place_asked = Signal(str, int)
    """A note, by its path, is to be shown at a line."""
    passages_chosen = Signal(object)
    """The Chunks of notes that were chosen on the map for the basket."""

    def __init__(self, engine: EngineThread, logs_folder: Callable[[], Path], window: QWidget) -> None:
        super().__init__(window)
        self._engine = engine
        self._logs_folder = logs_folder
        self._window = window

    def choose_folder(self) -> None:
        """Let the user choose a notes folder."""
        title = self.tr("Choose a folder of notes")
        choose_folder(self._window, title, lambda folder: self.folder_chosen.emit(Path(folder)))

    def choose_place(self) -> None:
        """Ask for a published index's place."""
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Open a published index"))
        dialog.setLabelText(self.tr("Its folder, or its address, such as s3://bucket/notes."))
        dialog.setOkButtonText(self.tr("Open"))
        dialog.setCancelButtonText(self.tr("Cancel"))

        def choose(written: str) -> None:
            if place := written.strip():
                # Only so: another user's folder may be unknown here.
                is_home = place.startswith("~/")
                self.folder_chosen.emit(Path(place).expanduser() if is_home else Path(place))

        dialog.textValueSelected.connect(choose)
        dialog.resize(110 * GRID, dialog.sizeHint().height())
        dialog.open()

    def compare(self, results: tuple[Result, ...]) -> None:
        """Show two selected passages side by side; otherwise explain how to select two."""
        if len(results) != _COMPARED_PASSAGES:
            self.message.emit(self.tr("Select two passages to compare: Shift+Down, or Ctrl+click"))
            return
        first, second = (result.chunk for result in results)
        ComparisonDialog(self._engine, first, second, self._window).open()

    def compare_places(self, place: NotePlace) -> None:
        """Compare a place's passage with the passage beside it."""

        async def both(vault: VaultService) -> tuple[Result | None, ...]:
            places = [(place.path or "", place.line), *([place.beside] if place.beside else [])]
            return tuple([await vault.excerpts.passage_at(*at) for at in places])

        def compare(results: tuple[Result | None, ...]) -> None:
            there = tuple(result for result in results if result is not None)
            if len(there) == _COMPARED_PASSAGES:
                self.compare(there)
            else:
                self.message.emit(self.tr("One of the passages is gone"))

        self._engine.ask("places to compare", both, compare)

    def show_history(self, note: Preview) -> None:
        """Show a note's versions, and changes since the shown version."""
        HistoryDialog(self._engine, note, self._window).open()

    def show_unopened(self, sentence: str, remedy: str) -> None:
        """Explain why another folder was not opened; the current vault stays open."""
        box = plain_box(self._window, self.tr("Folder not opened"), sentence, remedy)
        close = QMessageBox.StandardButton.Close
        open_box(box, self.tr("Choose another folder…"), self.choose_folder, close)

    def show_quality(self) -> None:
        """Show the search quality measurement, or bring it to the front."""
        dialog = self._visible(QualityDialog)
        if dialog is None:
            dialog = QualityDialog(self._engine, self._window)
            dialog.report.question_asked.connect(self.question_asked)
            dialog.show()
        dialog.activateWindow()

    def close(self, kind: type[Dialog] = Dialog) -> None:
        """Close the dialogs of a kind, or all about the vault: another one is opened, or none."""
        for dialog in self._window.findChildren(kind):
            if not isinstance(dialog, CrashDialog | ShortcutsSheet):
                dialog.close()

    def show_topics(self) -> None:
        """Show the vault's topics."""
        # Of two such dialogs, the first would wait for ever: a later question cancels its own.
        self.close(TopicsDialog)
        dialog = TopicsDialog(self._engine, self._window)
        dialog.places.place_asked.connect(self.place_asked)
        dialog.topic_chosen.connect(self.topic_chosen)
        dialog.show()

    def show_map(self, lit: Collection[str]) -> None:
        """Show the vault's map, highlighting found notes."""
        # The map alone needs numpy, which a start can do without.
        from vaultsearch.gui.reading.note_map import MapDialog

        self.close(MapDialog)
        dialog = MapDialog(self._engine, lit, self._window)
        dialog.passages_chosen.connect(self.passages_chosen)
        dialog.place_asked.connect(self.place_asked)
        dialog.topic_chosen.connect(self.topic_chosen)
        dialog.show()

    def show_vault_report(self) -> None:
        """Show duplicates and loose ends."""
        self.close(VaultReportDialog)
        dialog = VaultReportDialog(self._engine, self._window)
        dialog.tree.place_asked.connect(self.place_asked)
        dialog.tree.comparison_asked.connect(self.compare_places)

        def copy(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            self.message.emit(self.tr("List copied"))

        dialog.copy_asked.connect(copy)
        dialog.show()

    def show_failures(self, status: IndexStatus) -> None:
        """Show unreadable notes."""
        show = self._show_folder
        FailuresDialog(status.failed, lambda path: show(status.file(path).parent), self._window).open()

    def _show_folder(self, folder: Path) -> None:
        self.folder_asked.emit(QUrl.fromLocalFile(str(folder)))

    def show_crash(self, report: str) -> bool:
        """Show a bug report; return False if another is already shown.

        A bug repeated on every key must not bury the window under dialogs.
        """
        if self._visible(CrashDialog) is not None:
            return False
        CrashDialog(report, lambda: self._show_folder(self._logs_folder()), self._window).open()
        return True

    def _visible(self, kind: type[Dialog]) -> Dialog | None:
        return next(filter(QWidget.isVisible, self._window.findChildren(kind)), None)


class CrashDialog(Dialog):
    """Show and copy ``report``; ``show_logs`` opens the folder of logs."""

    def __init__(self, report: str, show_logs: Callable[[], None], parent: QWidget) -> None:
        super().__init__(tr("Something went wrong"), 640, 400, parent)
        versions = f"Python {sys.version.split()[0]}, Qt {qVersion()}"
        machine = f"{versions}, {QSysInfo.prettyProductName()}, {QGuiApplication.platformName()}"
        self.report = QPlainTextEdit(f"{report.rstrip()}\n\n{machine}")
        self.report.setReadOnly(True)
        self.report.setAccessibleName(self.tr("Report"))
        self.report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        words = self.tr(
            "This is a bug in vaultsearch, not a problem with your notes, which were not "
            "touched. You can carry on. The report says what happened. It isn't sent anywhere "
            "unless you send it."
        )
        buttons = DialogButtons(self)
        self.copy = buttons.action(self.tr("Copy report"))
        self.copy.setDefault(True)
        self.show_logs = buttons.action(self.tr("Show log"))
        self.show_logs.clicked.connect(lambda _=False: show_logs())
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report.toPlainText()))
        parts = plain_label(words, wraps=True), self.report, buttons
        column_of(*parts, within=self, spacing=3 * GRID)


_WRAPPED = Qt.TextFlag.TextWordWrap


class FailuresDialog(Dialog):
    """List ``failed`` notes; a button passes the selected note's path to ``show_folder``."""

    def __init__(
        self, failed: tuple[Failure, ...], show_folder: Callable[[str], None], parent: QWidget
    ) -> None:
        super().__init__(tr("Problems while indexing"), 820, 360, parent)
        self._show_folder = show_folder
        self.list = self._list(failed)
        buttons = DialogButtons(self)
        self.show_file = buttons.action(self.tr("Show file"))
        self.show_file.clicked.connect(self._show)
        column_of(self.list, buttons, within=self, spacing=3 * GRID)

    def _list(self, failed: tuple[Failure, ...]) -> QTreeWidget:
        columns = self.tr("File"), self.tr("Kind"), self.tr("Reason")
        tree = plain_tree(self.windowTitle(), columns)
        tree.setObjectName("failures")
        tree.setWordWrap(True)
        for failure in sorted(failed, key=lambda failure: (not failure.waits, failure.kind or "")):
            reason = translate_message(failure.reason)
            item = QTreeWidgetItem([failure.path, kind_name(failure.kind or ""), reason])
            item.setToolTip(0, literal_tooltip(failure.path))
            item.setToolTip(2, literal_tooltip(reason))
            tree.addTopLevelItem(item)
        for column in range(2):
            tree.resizeColumnToContents(column)
        # A path may have 250 letters; the reason needs its room, too.
        tree.setColumnWidth(0, min(tree.columnWidth(0), self.width() // 2))
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        room = self.width() - 12 * GRID - tree.columnWidth(0) - tree.columnWidth(1)
        for row in tree.findItems("", Qt.MatchFlag.MatchContains, 2):
            # With the remedy, a reason may take two lines.
            room_needed = tree.fontMetrics().boundingRect(0, 0, room, 0, _WRAPPED, row.text(2))
            row.setSizeHint(2, room_needed.size().grownBy(QMargins(0, GRID, 0, GRID)))
        tree.setCurrentIndex(tree.model().index(0, 0))
        tree.itemActivated.connect(self._show)
        return tree

    def _show(self) -> None:
        if (item := self.list.currentItem()) is not None:
            self._show_folder(item.text(0))


_SHEET_SIZE = (880, 620)
_SHEET_COLUMNS = 2
_KEYS_WIDTH = 36 * GRID


class ShortcutsSheet(Dialog):
    """List keys and actions in menu order, with a filter field above."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Keyboard shortcuts"), *_SHEET_SIZE, parent)
        self.field = text_field(self.tr("Filter by key or command"), clearable=True)
        self.groups = [_KeyGroupView(title, lines) for title, lines in list_key_groups().items()]
        self.nothing = plain_label(self.tr("No matching shortcut"), tone="secondary")
        self.nothing.hide()
        self.field.textChanged.connect(
            lambda typed: self.nothing.setHidden(sum(group.filter(typed) for group in self.groups) > 0)
        )
        buttons = DialogButtons(self)
        # Columns of similar height: a group takes two lines more than its rows, its title and a gap.
        columns: list[list[_KeyGroupView]] = [[] for _ in range(_SHEET_COLUMNS)]
        total = sum(len(group.rows) + 2 for group in self.groups)
        done = 0
        for group in self.groups:
            lines = len(group.rows) + 2
            columns[min(_SHEET_COLUMNS - 1, (done + lines // 2) * _SHEET_COLUMNS // total)].append(group)
            done += lines
        content = QWidget()
        row = row_of(within=content, margins=(0, 0, 3 * GRID, 0), spacing=10 * GRID)
        for groups in columns:
            row.addLayout(column_of(*groups, 0, spacing=5 * GRID), 1)
        area = QScrollArea()
        scroll_downwards(area, content)
        self._bar = area.verticalScrollBar()
        column_of(self.field, self.nothing, (area, 1), buttons, within=self, spacing=3 * GRID)
        # Its keys scroll the sheet as well, see `keyPressEvent`.
        self.field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by keys unused in the field."""
        steps = {
            Qt.Key.Key_Down: self._bar.singleStep(),
            Qt.Key.Key_Up: -self._bar.singleStep(),
            Qt.Key.Key_PageDown: self._bar.pageStep(),
            Qt.Key.Key_PageUp: -self._bar.pageStep(),
        }
        if (step := steps.get(Qt.Key(event.key()))) is not None:
            self._bar.setValue(self._bar.value() + step)
        else:
            super().keyPressEvent(event)


class _KeyGroupView(QWidget):
    """A heading with a line for each key."""

    def __init__(self, title: str, lines: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.rows: list[tuple[QLabel, QLabel]] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.setColumnStretch(1, 1)
        grid.addWidget(plain_label(title, scale="section"), 0, 0, 1, 2)
        for number, (keys, text) in enumerate(lines, start=1):
            shown, description = plain_label(keys, scale="title", wraps=True), plain_label(text, wraps=True)
            # One column for all groups, whatever their longest keys.
            shown.setFixedWidth(_KEYS_WIDTH)
            grid.addWidget(shown, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(description, number, 1, Qt.AlignmentFlag.AlignTop)
            self.rows.append((shown, description))

    def filter(self, typed: str) -> bool:
        """Show the lines containing every typed word; return whether there are any."""
        words = typed.casefold().split()
        is_shown = False
        for keys, text in self.rows:
            line = f"{keys.text()} {text.text()}".casefold()
            fits = all(word in line for word in words)
            is_shown = is_shown or fits
            keys.setVisible(fits)
            text.setVisible(fits)
        self.setVisible(is_shown)
        return is_shown


def list_key_groups() -> dict[str, Sequence[tuple[str, str]]]:
    """Return pairs of keys and effect by menu, preceded by the navigation keys."""
    groups = {tr("Moving around"): [(native_keys(keys), tr(text)) for keys, text in NAVIGATION_KEYS]}
    for menu, specs in MENUS.items():
        lines = [(native_keys(*spec.keys), tr(spec.tooltip)) for spec in specs if spec.keys]
        groups[without_mnemonic(tr(menu.value))] = lines
    return {title: lines for title, lines in groups.items() if lines}
