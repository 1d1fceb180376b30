"""The window: what stands where, and which signal leads to which slot."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from vaultsearch.core.values.search import Use
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.gui import phrases
from vaultsearch.gui.actions.actions import ACTIONS, Menu
from vaultsearch.gui.actions.built_actions import build_actions, dress_actions, name_actions, translated
from vaultsearch.gui.actions.command_palette import CommandPalette
from vaultsearch.gui.actions.shortcuts_sheet import ShortcutsSheet
from vaultsearch.gui.asking.search_field import is_whole_text
from vaultsearch.gui.basket.basket import Basket
from vaultsearch.gui.basket.sheet import BasketSheet
from vaultsearch.gui.controllers.indexing import IndexingController
from vaultsearch.gui.controllers.passages import OpenUrl, PassageController
from vaultsearch.gui.controllers.settings import SettingsController
from vaultsearch.gui.controllers.usage import UsageController
from vaultsearch.gui.controllers.vaults import VaultsController
from vaultsearch.gui.engine.background import Background
from vaultsearch.gui.looks.icons import Icons
from vaultsearch.gui.looks.tokens import palette_of
from vaultsearch.gui.quality.dialog import QualityDialog
from vaultsearch.gui.reading.vault_report_dialog import REPORT_JOB, VaultReportDialog
from vaultsearch.gui.status_line import StatusLine
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.welcome import Welcome
from vaultsearch.gui.widgets import accept_as_copy
from vaultsearch.gui.window.crash_dialog import CrashDialog
from vaultsearch.gui.window.drops import DropHint
from vaultsearch.gui.window.failures_dialog import FailuresDialog
from vaultsearch.gui.window.lifecycle import WindowLifecycle
from vaultsearch.gui.window.search_page import SearchPage
from vaultsearch.gui.window.window_state import capture_state, restore_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.search import Result
    from vaultsearch.core.values.sync import Failure, IndexStatus
    from vaultsearch.gui.engine.engine_thread import EngineThread, Trouble
    from vaultsearch.gui.looks.theme import Theme
    from vaultsearch.settings.protocol import SettingsStore


_TOLD_WHERE_ASKED = frozenset(
    {"search", "relax", "complete", "evaluate", "facets", "settings", "related", REPORT_JOB}
)
"""Jobs whose troubles are told where their answers would be."""


class MainWindow(QMainWindow):
    """Shows one vault, or all at once. Closing it ends ``engine``; ``open_url`` hands URLs to the system."""

    def __init__(
        self,
        engine: EngineThread,
        *,
        icons_folder: Path,
        theme: Theme,
        settings: SettingsStore,
        open_url: OpenUrl = QDesktopServices.openUrl,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._settings = settings
        self._theme = theme
        self._icons = Icons(icons_folder)
        self._vault: Path | None = None
        self._index: IndexStatus | None = None
        self.actions_by_id = build_actions(self)
        self.welcome = Welcome(self.actions_by_id)
        self.page = SearchPage(engine, self.actions_by_id, theme.tokens, settings)
        self.status = StatusLine()
        self.desk = PassageController(engine, open_url, self)
        self.usage = UsageController(engine, self.page.current, self.actions_by_id["private"], self)
        self.indexing = IndexingController(engine, self.actions_by_id, self.status, self)
        self.basket = Basket(engine, self)
        self.sheet = BasketSheet(self.basket, self)
        self.hint = DropHint(self)
        # Not of itself: what is in view already need not be found.
        others = [self.actions_by_id[spec.id] for spec in ACTIONS if spec.id != "palette"]
        self.palette_of_commands = CommandPalette(others, self)
        self._crash: CrashDialog | None = None
        self._quality: QualityDialog | None = None
        self.background = Background(self)
        self.presence = WindowLifecycle(self, self.actions_by_id["pause"])
        self.vaults = VaultsController(settings, self.background, self.page.search.vaults, self.welcome)
        self.settings = SettingsController(engine, settings, self.background, theme, self)
        keep_translated(self, lambda: name_actions(self.actions_by_id))
        self._place()
        self._fill_menus()
        self._wire_actions()
        self._wire_engine()
        self._wire_presence()
        self._dress()
        theme.changed.connect(self._dress)
        self._enable_moves()
        self._greet()
        if settings.window_state is not None:
            restore_state(self, self.page, settings.window_state)

    def open_vault(self, folder: Path) -> None:
        """Open ``folder``, or ALL_VAULTS, in the background; meanwhile one can type already."""
        self.status.show_nothing(self.tr("Opening {}…").format(phrases.vault_name(folder)))
        self._pages.setCurrentWidget(self.page)
        self.vaults.show_opening(folder)
        self.page.search.field.take_focus()
        self._engine.open_vault(folder)

    def _place(self) -> None:
        self.resize(1180, 760)
        self.setMinimumSize(720, 480)
        self.setAcceptDrops(True)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.page)
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._pages, 1)
        column.addWidget(self.status)
        self.setCentralWidget(central)

    def _fill_menus(self) -> None:
        for menu in Menu:
            filled = QMenu(self.menuBar())
            keep_translated(filled, partial(_name_menu, filled, menu))
            self.menuBar().addMenu(filled)
            filled.setToolTipsVisible(True)
            filled.addActions([self.actions_by_id[spec.id] for spec in ACTIONS if spec.menu == menu])
        for spec in ACTIONS:
            if spec.local:
                self.page.search.field.addAction(self.actions_by_id[spec.id])
            if spec.local or spec.in_list:
                self.page.results.list.addAction(self.actions_by_id[spec.id])

    def _wire_actions(self) -> None:
        handlers: dict[str, Callable[[], object]] = {
            "choose_folder": self._choose_folder,
            "all_vaults": self.vaults.toggle_all,
            "open_sample": lambda: self.open_vault(self._settings.sample_vault),
            "sync": self.indexing.sync,
            "cancel_sync": self.indexing.cancel,
            "pause": self.indexing.pause_or_resume,
            "reindex": self.indexing.ask_to_reindex,
            "search_quality": self._show_quality,
            "vault_report": self._show_vault_report,
            "settings": self.settings.open,
            "quit": self.presence.quit,
            "focus_field": self.page.search.field.take_focus,
            "complete": self.page.completion.ask,
            "search_with_clipboard": lambda: self.page.passages.ask(QGuiApplication.clipboard().text()),
            "clear": self._step_back,
            "open_obsidian": lambda: self._with_current(self.desk.open_in_obsidian),
            "open_editor": lambda: self._with_current(self._open_in_editor),
            "copy_passage": lambda: self._with_current(self.desk.copy_passage),
            "copy_context": self._copy_context,
            "keep": lambda: self._with_current(self._keep),
            "basket": self._toggle_basket,
            "forget_note": lambda: self._with_current(self.usage.forget_note),
            "forget_question": self.usage.forget_question,
            "save_search": self.page.sidebar.save_search,
            "toggle_sidebar": self.page.sidebar.toggle,
            "toggle_preview": self.page.toggle_preview,
            "palette": self.palette_of_commands.open,
            "related": lambda: self.page.beside_the_note(self.page.relations.toggle),
            "quotes": lambda: self.page.beside_the_note(self.page.relations.toggle_quotes),
            "outline": lambda: self.page.beside_the_note(self.page.preview.toggle_outline),
            "next_match": lambda: self.page.beside_the_note(lambda: self.page.reading.go_to_match(1)),
            "previous_match": lambda: self.page.beside_the_note(lambda: self.page.reading.go_to_match(-1)),
            "back": self.page.reading.back,
            "forward": self.page.reading.forward,
            "shortcuts": lambda: ShortcutsSheet(self).open(),
        }
        for name, deed in handlers.items():
            self.actions_by_id[name].triggered.connect(lambda _=False, deed=deed: deed())

    def _wire_engine(self) -> None:
        self._engine.vault_opened.connect(self._vault_opened)
        self._engine.vault_renewed.connect(self._vault_renewed)
        self._engine.status_changed.connect(self._status_changed)
        self._engine.failed.connect(self._failed)
        self._engine.crashed.connect(self._crashed)
        self.page.passages.folder_dropped.connect(self.open_vault)
        self.page.passages.said.connect(self.status.say)
        self.indexing.more_to_find.connect(self.page.current.ask_again_soon)
        self.indexing.more_to_find.connect(self.page.sidebar.count_soon)
        self.indexing.index_changed.connect(self.page.current.ask_again)
        self.indexing.rested.connect(self.page.current.ask_again_unless_settled)
        self.indexing.reading_changed.connect(self.page.results.show_reading)
        self.basket.changed.connect(lambda: self.page.results.list.keep(self.basket.ids))
        self.basket.assembled.connect(lambda made: self.status.show_basket(len(self.basket.kept), made))
        self.sheet.copy_asked.connect(self._copy_context)
        self.sheet.closed.connect(self.page.results.list.setFocus)
        self.status.basket_asked.connect(self._toggle_basket)
        self.status.failures_asked.connect(self._show_failures)
        self.page.link_asked.connect(self.desk.ask_about_link)
        self.page.reading.said.connect(self.status.say)
        self.page.reading.moved.connect(self._enable_moves)
        self.page.sidebar.said.connect(self.status.say)
        self.desk.done.connect(self.status.say)
        self.desk.trouble.connect(self.status.say_trouble)
        self.desk.used.connect(self.usage.note)
        self.usage.said.connect(self.status.say)
        self.actions_by_id["private"].toggled.connect(self.status.show_private)
        self.actions_by_id["private"].toggled.connect(self.page.recent.keep_private)

    def _wire_presence(self) -> None:
        self.presence.prefer(self._settings.preferences)
        self.presence.summoned.connect(self.page.search.field.take_focus)
        self.presence.folder_asked.connect(self.open_vault)
        self.vaults.chosen.connect(self.open_vault)
        self.settings.preferred.connect(self.presence.prefer)
        self.settings.open_asked.connect(self.open_vault)
        self.settings.add_asked.connect(self._choose_folder)
        self.settings.folder_asked.connect(self.desk.show_folder)
        self.settings.vaults_changed.connect(self.vaults.show_list)
        self.settings.searching_changed.connect(self.page.current.ask_again)
        self.settings.reading_changed.connect(self.indexing.sync)
        self.settings.index_deleted.connect(self._greet)
        self.background.crashed.connect(self._crashed)

    def _dress(self) -> None:
        tokens = self._theme.tokens
        dress_actions(self.actions_by_id, self._icons, palette_of(tokens))
        self.setWindowIcon(self._icons.application_icon())
        self.welcome.dress(self._icons.application_icon())
        self.page.dress(self._icons, tokens)
        self.presence.dress(self._icons.application_icon())

    def _greet(self) -> None:
        self._pages.setCurrentWidget(self.welcome)
        self.status.show_nothing()
        for name in ("search_quality", "vault_report"):
            self.actions_by_id[name].setEnabled(False)
        self.indexing.close()
        self.setWindowTitle("vaultsearch")
        self._vault = self._index = None
        self.vaults.show(None)
        self.settings.show_vault(None)

    # -- what the user does

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a folder of notes"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda folder: self.open_vault(Path(folder)))
        dialog.open()

    def _open_in_editor(self, result: Result) -> None:
        if self._index is not None:
            self.desk.open_in_editor(self._index.file(result.chunk.path), result)

    def _with_current(self, deed: Callable[[Result], None]) -> None:
        self.page.recent.used()
        result = self.page.results.list.current()
        if result is None:
            self.status.say(self.tr("No passage is selected"))
        else:
            deed(result)

    def _step_back(self) -> None:
        page = self.page
        if self.sheet.isVisible():
            self.sheet.shut()
        elif page.outer_split.covers_rest:
            page.sidebar.toggle()
        elif page.search.field.text() or page.split.covers_list or page.preview.related.hasFocus():
            page.clear()
        else:
            self.presence.step_aside()

    def _copy_context(self) -> None:
        if self.basket.context is not None:
            self.desk.copy_basket(self.basket.context)
        elif self.basket.kept:
            self.desk.copy_kept(self.basket.kept, self.basket.style)
        else:
            self._with_current(lambda _: self.desk.copy_context(self.page.found))

    def _keep(self, result: Result) -> None:
        kept = self.basket.toggle(result)
        if kept:
            self.usage.note(result, Use.KEPT)
        self.status.say(self.tr("Put in the basket") if kept else self.tr("Taken out of the basket"))

    def _toggle_basket(self) -> None:
        if self.sheet.isVisible():
            self.sheet.shut()
        else:
            self.sheet.open()

    def _show_failures(self, failed: tuple[Failure, ...]) -> None:
        if self._index is not None:
            dialog = FailuresDialog(self._index.file, failed, self)
            dialog.folder_asked.connect(self.desk.show_folder)
            dialog.open()

    def _show_quality(self) -> None:
        if self._quality is None:
            self._quality = QualityDialog(self._engine, self)
            self._quality.finished.connect(self._quality_closed)
            self._quality.show()
        self._quality.activateWindow()

    def _show_vault_report(self) -> None:
        dialog = VaultReportDialog(self._engine, self)
        dialog.place_asked.connect(self.page.reading.open_place)
        dialog.show()

    def _quality_closed(self) -> None:
        self._quality = None

    def _enable_moves(self) -> None:
        history = self.page.reading.history
        self.actions_by_id["back"].setEnabled(history.can_go_back)
        self.actions_by_id["forward"].setEnabled(history.can_go_forward)

    # -- what the engine tells

    def _vault_opened(self, status: IndexStatus) -> None:
        if self._quality is not None and self._vault != status.vault:
            self._quality.close()  # it speaks of the former notes
        if self._vault not in (None, status.vault):
            self.basket.forget()
        self._vault = status.vault
        if status.vault == ALL_VAULTS:
            self._settings.set_all_vaults_open()
        else:
            self._settings.set_last_vault(status.vault)
        self.setWindowTitle(f"{phrases.vault_name(status.vault)} - vaultsearch")
        self.vaults.show(status.vault, status.members)
        self.settings.show_vault(status.vault)
        self._status_changed(status)
        self.page.begin_anew()
        self.indexing.begin()
        if troubles := [f"{one.name}: {one.trouble}" for one in status.members if one.trouble]:
            self.status.say(" ".join(troubles))

    def _vault_renewed(self, status: IndexStatus) -> None:
        """Ask again what stands: what was found was found in an index that is no more."""
        self._status_changed(status)
        self.page.current.ask_again()
        self.page.sidebar.count()

    def _status_changed(self, status: IndexStatus) -> None:
        self._index = status
        self.status.show_status(status)
        self.actions_by_id["vault_report"].setEnabled(status.notes > 0)
        self.actions_by_id["search_quality"].setEnabled(status.notes > 0 and status.vault != ALL_VAULTS)

    def _failed(self, trouble: Trouble) -> None:
        if trouble.job in _TOLD_WHERE_ASKED:
            return
        if trouble.job == "open" and self._vault is None:
            self._greet()
        elif trouble.job == "open":
            self.vaults.show_list()
            self._engine.refresh_status()
        sentence = f"{trouble.sentence} {trouble.remedy}".strip()
        self.status.say_trouble(sentence)
        self.presence.tell_failure(sentence)

    def _crashed(self, report: str) -> None:
        # One dialog at a time: a bug that strikes with every key must not bury the window.
        if self._crash is None:
            self.presence.tell_failure(self.tr("Something went wrong: the window has a report."))
            self._crash = CrashDialog(report, self._settings.storage.logs_folder, self)
            self._crash.folder_asked.connect(self.desk.show_folder)
            self._crash.finished.connect(self._crash_closed)
            self._crash.open()

    def _crash_closed(self) -> None:
        self._crash = None

    # -- what the system tells

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome what comes from the disk, and texts; whether it is a folder, the engine will tell."""
        if _dropped(event) or (self._vault is not None and event.mimeData().hasText()):
            accept_as_copy(event)
            if event.isAccepted():
                self.hint.cover()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Take the hint away."""
        self.hint.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a folder that was dropped; search with a note or a text."""
        self.hint.hide()
        accept_as_copy(event)
        path, text = _dropped(event), event.mimeData().text()
        if path is None and is_whole_text(text):
            self.page.passages.ask(text)
        elif path is None:
            self.page.search.run(text.strip(), self.page.search.mode)
        elif self._vault is None:
            self.open_vault(path)
        else:
            self.page.passages.ask_dropped(path)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what lies over the window in its corner."""
        super().resizeEvent(event)
        self.sheet.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide where the user prefers that; else disappear, and let the engine end in bounded time."""
        self._settings.set_window_state(capture_state(self, self.page))
        if self.presence.stays():
            event.ignore()
            return
        self.settings.close()
        self.page.recent.leave()
        self.page.current.end()
        if self._quality is not None:
            self._quality.close()
        self.hide()
        self._engine.stop()
        self.background.stop()
        super().closeEvent(event)
        self.presence.leave()


def _name_menu(filled: QMenu, menu: Menu) -> None:
    filled.setTitle(translated(menu.value))


def _dropped(event: QDropEvent) -> Path | None:
    local = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
    return Path(local[0]) if local else None
