"""The main window: place panes, create controllers, connect signals; runs in the GUI thread."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QChildEvent
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QStackedWidget, QWidget

from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS, IndexStatus, Progress
from vaultsearch.gui import phrases
from vaultsearch.gui.action_table import Menu
from vaultsearch.gui.actions import MENUS, PAGE_SPECS, Actions
from vaultsearch.gui.background import Background
from vaultsearch.gui.beside import BesideController
from vaultsearch.gui.controllers.asking import ASK_JOBS
from vaultsearch.gui.controllers.dropping import DropTarget
from vaultsearch.gui.controllers.indexing import IndexingController
from vaultsearch.gui.controllers.passages import OpenUrl, RevealFiles, SystemApps, create_file_revealer
from vaultsearch.gui.controllers.recent import UsageController
from vaultsearch.gui.engine_thread import EVALUATION_JOB, EngineThread, Trouble
from vaultsearch.gui.overlays import CommandPalette
from vaultsearch.gui.reading.history import HISTORY_JOBS
from vaultsearch.gui.reading.page_style import page_icons
from vaultsearch.gui.reading.vault_dialogs import REPORT_JOB
from vaultsearch.gui.settings.shortcuts import GlobalShortcut
from vaultsearch.gui.settings.window import SettingsController, list_setting_actions
from vaultsearch.gui.status_line import StatusLine
from vaultsearch.gui.theme import Icons, Theme, palette_of
from vaultsearch.gui.translations import join_sentences, keep_translated, translate_message
from vaultsearch.gui.welcome import VaultsController, Welcome
from vaultsearch.gui.widgets import column_of
from vaultsearch.gui.window.dialogs import Dialogs, ShortcutsSheet
from vaultsearch.gui.window.lifecycle import (
    CompactMode,
    WindowLifecycle,
    capture_window_state,
    restore_window_state,
)
from vaultsearch.gui.window.manual_window import ManualWindow
from vaultsearch.gui.window.passage_actions import PassageControllers
from vaultsearch.gui.window.search_page import SearchPage
from vaultsearch.settings.protocol import Preferences, SettingsStore

_JOBS_SHOWN_IN_PLACE = frozenset(
    (
        *("search", "passage", "relax", "complete", "facets", "settings", "related", "answer"),
        *(EVALUATION_JOB, REPORT_JOB, *HISTORY_JOBS, *ASK_JOBS),
    )
)
"""Jobs whose failures are shown in place of the answer, not in the status line."""


class MainWindow(QMainWindow):
    """Show a vault, or all at once.

    Args:
        engine: Answers all questions; stopped when the window closes.
        icons_folder: Contains the SVG icons.
        theme: The application's colours; changes are applied.
        settings: Persists settings and state.
        open_url: Opens a URL with the system.
        reveal_files: Selects files in the file manager; defaults to the platform's implementation.
        shortcut: Binds the global shortcut; by default none.
    """

    def __init__(
        self,
        engine: EngineThread,
        *,
        icons_folder: Path,
        theme: Theme,
        settings: SettingsStore,
        open_url: OpenUrl = QDesktopServices.openUrl,
        reveal_files: RevealFiles | None = None,
        shortcut: GlobalShortcut | None = None,
    ) -> None:
        super().__init__()
        self._engine = engine
        self.store: SettingsStore = settings
        self._theme = theme
        self._icons = Icons(icons_folder)
        self._vault: Path | None = None
        # The vault whose indexing was stopped by opening another, and where.
        self._left: tuple[Path, Progress] | None = None
        self.index: IndexStatus | None = None
        self._crash_report = ""
        self.menu_actions = Actions(self)
        for action in self.menu_actions.built.values():
            # Connected before all deeds: a message of the deed itself stays.
            action.triggered.connect(lambda _=False: self.status.end_message())
        # First, as panes have further conditions.
        self.menu_actions.enable_if(
            dict.fromkeys(PAGE_SPECS, lambda: self._pages.currentWidget() is self.page)
        )
        self._create_panes(engine, settings)
        self.shortcut = shortcut or GlobalShortcut(self)
        self._create_controllers(engine, settings)
        self.passages: PassageControllers = PassageControllers(
            engine,
            self.page,
            self.basket,
            self.menu_actions,
            # The files of a published index are on another computer.
            lambda path: self.index.file(path) if self.index and self._is_indexed_here else None,
            SystemApps(
                open_url,
                reveal_files or create_file_revealer(self),
                lambda answer: self.background.ask("obsidian", settings.storage.opens_obsidian_links, answer),
            ),
            self,
        )
        keep_translated(self, self._set_action_texts)
        self._place()
        self._bind_actions()
        # All widgets are made, and in their places: see there.
        theme.dress()
        self._wire_engine()
        self._wire_panes()
        self._wire_passages()
        self._wire_settings()
        self._apply_theme()
        theme.changed.connect(self._apply_theme)
        self._show_welcome()
        self.welcome.show_trouble("\n".join(map(translate_message, settings.problems)))
        # Last, as splitters and geometry are those of the finished window.
        if settings.window_state is not None:
            restore_window_state(self, self.page, self.lifecycle.compact, settings.window_state)

    def open_vault(self, folder: Path) -> None:
        """Open ``folder``, or ALL_VAULTS, in the background; the user can already type."""
        self.page.remember_place()
        progress = self.status.progress
        is_stopped = progress is not None and progress.phase != "scanning"
        self._left = (self._vault, progress) if self._vault and progress and is_stopped else None
        self.indexing.is_leaving = True
        self.status.show_nothing(self.tr("Opening {}…").format(phrases.vault_name(folder)))
        self._pages.setCurrentWidget(self.page)
        self.page.search.vaults.show_opening(folder)
        self.page.search.field.take_focus()
        self._engine.open_vault(folder)

    def follow_move(self, former: Path, vault: Path) -> None:
        """Name the move of a vault that is being opened; the histories follow."""
        self.store.follow_move(former, vault)
        # A vault that is followed goes on being indexed.
        self._left = None if self._left and self._left[0] == former else self._left
        self.status.show_lasting(partial(phrases.vault_moved, former, vault))

    def search(self, query: str) -> None:
        """Come to the front with a query's results, or as it is for ""."""
        if query:
            self.page.search.run(query, self.page.search.mode)
        self.lifecycle.bring_to_front()

    def show_note(self, path: str, line: int) -> None:
        """Come to the front with a note at ``line``, 0 for the top."""
        self.page.show_note(path, line)
        self.lifecycle.bring_to_front()

    def offer_crash_report(self, report: str) -> None:
        """Offer a report after the program crashed last time."""
        self._crash_report = report
        self.status.crash.show()

    def step_back(self) -> None:
        """Handle Esc: close the topmost pane, else clear the field, else hide the window."""
        page = self.page
        if self.basket_sheet.isVisible():
            self.basket_sheet.shut()
        elif self.lifecycle.compact.is_on:
            self.lifecycle.hide()
        elif page.finding.is_open:
            page.finding.close()
        elif page.sidebar_split.covers_rest:
            page.sidebar.toggle()
        elif not page.clear():
            self.lifecycle.hide_on_escape()

    # -- composition

    def _create_panes(self, engine: EngineThread, settings: SettingsStore) -> None:
        self.welcome = Welcome(self.menu_actions)
        self.page: SearchPage = SearchPage(engine, self.menu_actions, self._theme.tokens, settings)
        self.basket, self.basket_sheet = self.page.basket_sheet.basket, self.page.basket_sheet
        self.status = StatusLine()
        self.drops = DropTarget(self, takes_text=lambda: self._vault is not None)
        self.dialogs: Dialogs = Dialogs(engine, settings.storage.logs_folder, self)
        # Not the palette's own action: it is open already.
        built = self.menu_actions.built.items()
        commands = [action for spec, action in built if spec is not Actions.palette]
        self.command_palette = CommandPalette(commands, lambda: list_setting_actions(self.settings), self)
        self.page.results.list.actions_asked.connect(self.offer_passage_actions)

    def offer_passage_actions(self) -> None:
        """List actions for the selected passage and note."""
        specs, built = (*MENUS[Menu.PASSAGE], *MENUS[Menu.NOTE]), self.menu_actions.built
        self.command_palette.open_with([built[spec] for spec in specs if spec is not Actions.passage_actions])

    def _create_controllers(self, engine: EngineThread, settings: SettingsStore) -> None:
        page, actions = self.page, self.menu_actions
        self.background = Background(self)
        compact = CompactMode(self, (self.status,))
        self.lifecycle = WindowLifecycle(self, (actions.pause, actions.beside), compact)
        self.usage = UsageController(engine, page.search_controller, page.recent_queries, self)
        self.indexing: IndexingController = IndexingController(engine, actions.pause, self.status, self)
        self.vaults = VaultsController(settings, self.background, page.search.vaults, self.welcome)
        self.beside: BesideController = BesideController(engine, self)
        self.manual: ManualWindow = ManualWindow(
            self._theme.tokens, lambda take: self.background.ask("manual", settings.storage.read_manual, take)
        )
        has_tray = self.lifecycle.has_tray
        self.settings = SettingsController(
            engine, settings, self.background, self._theme, has_tray, self.shortcut, self
        )

    def _place(self) -> None:
        self.resize(1180, 760)
        self.setMinimumSize(480, 400)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.page)
        self._pages.currentChanged.connect(lambda _: self.menu_actions.enable())
        central = QWidget()
        column_of((self._pages, 1), self.status, within=central, margins=0, spacing=0)
        self.setCentralWidget(central)
        self.menu_actions.fill_menu_bar(self.menuBar())
        for spec, action in self.menu_actions.built.items():
            if spec.local:
                self.page.search.field.addAction(action)
            # Their keys work only in the widgets they are added to.
            if spec.local or spec.in_list:
                self.page.results.list.addAction(action)

    def _bind_actions(self) -> None:
        targets, listed = self.passages.targets, self.page.results.list
        self.menu_actions.bind(
            {
                Actions.choose_folder: self.dialogs.choose_folder,
                Actions.choose_place: self.dialogs.choose_place,
                Actions.all_vaults: self.vaults.toggle_all,
                Actions.open_sample: lambda: self.open_vault(self.store.sample_vault),
                Actions.sync: self.indexing.sync,
                Actions.cancel_sync: self.indexing.cancel,
                Actions.pause: self.indexing.pause_or_resume,
                Actions.reindex: self.indexing.ask_to_reindex,
                Actions.search_quality: self.dialogs.show_quality,
                Actions.settings: self.settings.open,
                Actions.topics: self.dialogs.show_topics,
                Actions.map: lambda: self.dialogs.show_map([result.path for result in listed.results]),
                Actions.vault_report: self.dialogs.show_vault_report,
                Actions.quit: self.lifecycle.quit,
                Actions.forget_question: self.usage.forget_question,
                Actions.clear: self.step_back,
                Actions.history: lambda: self.page.with_shown_note(self.dialogs.show_history),
                Actions.beside: self.beside.toggle,
                Actions.palette: self.command_palette.open,
                Actions.manual: lambda: self.manual.open_for(QApplication.focusWidget()),
                Actions.shortcuts: lambda: ShortcutsSheet(self).open(),
                Actions.passage_actions: self.offer_passage_actions,
                Actions.basket: self.basket_sheet.toggle,
                Actions.compare: partial(targets.with_all, self.dialogs.compare),
                Actions.forget_note: partial(targets.with_one, self.usage.forget_note),
            }
        )
        self.menu_actions.enable_if(
            {
                Actions.sync: lambda: self.indexing.is_idle,
                Actions.cancel_sync: lambda: self.indexing.is_running,
                Actions.pause: lambda: self.indexing.is_open and self._is_indexed_here,
                Actions.reindex: lambda: self.indexing.is_idle and self._is_indexed_here,
                Actions.search_quality: lambda: (
                    self.index is not None and self.index.files > 0 and (self.index.vault != ALL_VAULTS)
                ),
                Actions.topics: lambda: self.indexing.is_open,
                Actions.map: lambda: self.indexing.is_open,
                Actions.vault_report: lambda: self.index is not None and self.index.files > 0,
                Actions.switcher: lambda: self.index is not None,
            }
        )

    def _wire_engine(self) -> None:
        self._engine.vault_opened.connect(self._vault_opened)
        self._engine.vault_renewed.connect(self._vault_renewed)
        self._engine.vault_moved.connect(self.open_vault)
        self._engine.status_changed.connect(self._status_changed)
        self._engine.sync_finished.connect(self.page.reading.follow_move)
        self._engine.failed.connect(self._failed)
        self._engine.crashed.connect(self._crashed)
        self.background.crashed.connect(self._crashed)
        self.indexing.progressed.connect(self.page.search_controller.repeat_soon)
        self.indexing.progressed.connect(self.page.sidebar.count_soon)
        self.indexing.index_changed.connect(self.page.search_controller.repeat)
        self.indexing.index_changed.connect(self.page.reading.renew)
        self.indexing.index_changed.connect(self.page.titled.renew)
        self.indexing.index_changed.connect(self.page.related.renew)
        self.indexing.nothing_changed.connect(self.page.search_controller.repeat_unless_settled)
        self.indexing.running_changed.connect(self.menu_actions.enable)
        self.indexing.running_changed.connect(self.page.results.set_indexing)

    def _wire_panes(self) -> None:
        page = self.page
        passages, settings = self.passages, self.settings
        acting = passages.opening, passages.copying, passages.targets, self.usage, self.dialogs
        for part in (page.long_query, page.reading, page.zoom, page.sidebar, page.asking, *acting):
            part.message.connect(self.status.show_message)
        for folder_named in (
            *(page.long_query.folder_dropped, self.dialogs.folder_chosen, self.lifecycle.folder_asked),
            *(self.vaults.chosen, settings.open_asked),
        ):
            folder_named.connect(self.open_vault)
        self.page.long_query.dialog.addAction(self.menu_actions.manual)
        self.page.model_answer.copy_asked.connect(self.passages.copying.copy_answer)
        self.page.model_answer.note_asked.connect(self.passages.opening.create_note)
        for links in (page.preview, self.manual.view):
            links.link_asked.connect(self.passages.opening.ask_about_link)
        self.page.reading.moved.connect(self.menu_actions.enable)
        self.basket.changed.connect(lambda: self.page.results.list.mark_kept(self.basket.ids))
        show_basket = self.status.show_basket
        self.basket.assembled.connect(lambda context: show_basket(len(self.basket.chunks), context))
        self.basket_sheet.copy.clicked.connect(self.passages.copying.copy_context)
        self.basket_sheet.closed.connect(self.page.results.list.setFocus)
        self.status.basket.clicked.connect(self.basket_sheet.toggle)
        self.status.failures_asked.connect(self.dialogs.show_failures)
        page.search.field.textEdited.connect(self.status.end_message)
        self.status.crash.clicked.connect(
            lambda: self.status.crash.setHidden(self.dialogs.show_crash(self._crash_report))
        )
        self.drops.path_dropped.connect(
            lambda path: self.open_vault(path) if self._vault is None else page.long_query.ask_dropped(path)
        )
        self.drops.text_dropped.connect(self.page.long_query.ask_dropped_text)
        self.dialogs.folder_asked.connect(self.passages.opening.show_folder)
        self.dialogs.question_asked.connect(lambda text: self.page.search.run(text, Mode.HYBRID))
        self.dialogs.place_asked.connect(self.page.reading.open_place)
        self.page.preview.related.comparison_asked.connect(self.dialogs.compare_places)
        self.dialogs.topic_chosen.connect(self.page.sidebar.toggle_facet)
        self.dialogs.passages_chosen.connect(self.basket.add)
        self.beside.visibility_changed.connect(self.menu_actions.beside.setChecked)
        self.beside.search_asked.connect(self.search)
        self.beside.window.links.shown_asked.connect(self.show_note)

    def _wire_passages(self) -> None:
        passages = self.passages
        passages.targets.requested.connect(self.page.recent_queries.record)
        for acting in (passages.opening, passages.copying):
            acting.used.connect(self.usage.record)
            acting.used.connect(self.lifecycle.hide_after)
        self.passages.opening.failure.connect(self.status.show_lasting)
        passages.opening.note_opened.connect(self.usage.record_opened)
        passages.opening.note_opened.connect(self.lifecycle.hide_after)
        self.menu_actions.private.toggled.connect(self.status.private.setVisible)
        self.menu_actions.private.toggled.connect(self.page.recent_queries.set_private)

    def _wire_settings(self) -> None:
        self.lifecycle.set_preferences(self.store.preferences)
        self.page.set_preferences(self.store.preferences)
        self._set_opener(self.store.preferences)
        self.settings.preferred.connect(self._set_opener)
        self.passages.opening.editor_preferred.connect(lambda: self.settings.prefer(opener="editor"))
        self.shortcut.pressed.connect(self.lifecycle.toggle)
        self.lifecycle.summoned.connect(self.page.search.field.take_focus)
        self.lifecycle.query_asked.connect(self.search)
        self.settings.preferred.connect(self.lifecycle.set_preferences)
        self.settings.preferred.connect(self.page.set_preferences)
        self.settings.add_asked.connect(self.dialogs.choose_folder)
        self.settings.folder_asked.connect(self.passages.opening.show_folder)
        self.settings.vaults_changed.connect(
            lambda: self.open_vault(ALL_VAULTS) if self._vault == ALL_VAULTS else self.vaults.show_list()
        )
        self.settings.searching_changed.connect(self.page.search_controller.repeat)
        self.settings.searching_changed.connect(self.page.asking.follow_settings)
        self.page.asking.settings_asked.connect(self.settings.open_language_model)
        self.settings.reading_changed.connect(self.indexing.sync)
        self.settings.failures_asked.connect(self.dialogs.show_failures)
        self.settings.index_deleted.connect(self._show_welcome)

    # -- slots of the window itself

    def _set_action_texts(self) -> None:
        self.menu_actions.set_texts(editor_first=self.passages.opening.editor_first)

    def _set_opener(self, preferences: Preferences) -> None:
        self.menu_actions.set_keys(preferences.keys)
        self.passages.opening.editor_first = preferences.opener == "editor"
        self._set_action_texts()

    def _apply_theme(self) -> None:
        tokens, icon = self._theme.tokens, self._icons.application_icon()
        self.menu_actions.set_icons(self._icons, palette_of(tokens))
        self.setWindowIcon(icon)
        for beside in (self.beside.window, self.manual):
            beside.setWindowIcon(icon)
        self.manual.view.apply_theme(tokens, page_icons(self._icons, tokens, self.devicePixelRatioF()))
        self.welcome.apply_theme(icon)
        self.page.apply_theme(self._icons, tokens)
        self.lifecycle.apply_theme(icon)

    def _show_welcome(self) -> None:
        self._pages.setCurrentWidget(self.welcome)
        self.status.show_nothing()
        self._vault = self.index = None
        self.page.reading.forget()
        self.indexing.stop()
        self.setWindowTitle("vaultsearch")
        self.basket.forget()
        self.dialogs.close()
        self.vaults.show(None)
        self.settings.show_vault(None)

    @property
    def _is_indexed_here(self) -> bool:
        """Whether the open vault is indexed on this computer, unlike a published index."""
        return self.index is None or self.index.published is None

    # -- slots of the engine's signals

    def _vault_opened(self, status: IndexStatus) -> None:
        if self._vault != status.vault or (self.index and self.index.members) != status.members:
            # The current query belongs to the previous vault.
            self.page.recent_queries.finish()
            self.dialogs.close()
            self.basket.open(status.vault)
        self._vault = status.vault
        self.indexing.is_leaving = False
        self.welcome.show_trouble("")
        self.passages.opening.look_for_obsidian()
        if status.vault == ALL_VAULTS:
            self.store.set_all_vaults_open()
        else:
            self.store.set_last_vault(status.vault)
        self.setWindowTitle(f"{phrases.vault_name(status.vault)} - vaultsearch")
        self.vaults.show(status.vault, status.members)
        self.settings.show_vault(status.vault)
        self._status_changed(status)
        self.page.reset()
        self.indexing.start()
        if self._left is not None and status.vault not in (self._left[0], ALL_VAULTS):
            self.status.show_message(partial(phrases.indexing_left, *self._left))
        self._left = None
        troubles = [(each.name, translate_message(each.trouble)) for each in status.members if each.trouble]
        if troubles:
            self.status.show_lasting(join_sentences(*map(": ".join, troubles)))

    def _vault_renewed(self, status: IndexStatus) -> None:
        """Repeat the query: the answer came from an index which no longer exists."""
        self._status_changed(status)
        self.page.search_controller.repeat()
        self.page.reading.renew()
        self.page.sidebar.count()

    def _status_changed(self, status: IndexStatus) -> None:
        if self.indexing.is_leaving:
            return
        self.index = status
        self.status.show_status(status)
        self.menu_actions.enable()

    def _failed(self, trouble: Trouble) -> None:
        if trouble.job in _JOBS_SHOWN_IN_PLACE:
            return
        if trouble.job == "open":
            self.indexing.is_leaving = False
        self.lifecycle.notify(trouble.text)
        if trouble.job == "open" and self._vault is None:
            self._show_welcome()
            self.welcome.show_trouble(trouble.text)
        elif trouble.job == "open":
            # The status line shows the open vault again: there, nobody read the sentence.
            self.dialogs.show_unopened(translate_message(trouble.sentence), translate_message(trouble.remedy))
            self.vaults.show_list()
            self._engine.refresh_status()
            return
        show = self.status.show_sync_failure if trouble.job == "sync" else self.status.show_lasting
        show(lambda: trouble.text)

    def _crashed(self, report: str) -> None:
        if self.dialogs.show_crash(report):
            self.lifecycle.notify(self.tr("Something went wrong: see the report in the window."))

    # -- events of the system

    def childEvent(self, event: QChildEvent) -> None:
        """Have F1 open the manual from dialogs, too."""
        if event.polished() and isinstance(dialog := event.child(), QDialog):
            dialog.addAction(self.menu_actions.manual)
        super().childEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide if preferred; otherwise close, giving the engine limited time to end."""
        self.page.remember_place()
        self.store.set_window_state(capture_window_state(self, self.page, self.lifecycle.compact))
        if self.lifecycle.hide_on_close():
            event.ignore()
            return
        self.settings.close()
        self.beside.close()
        self.manual.close()
        self.page.recent_queries.finish()
        self.page.search_controller.end()
        self.dialogs.close()
        self.hide()
        # Hidden first, because the engine may take seconds to finish writing.
        self._engine.stop()
        self.background.stop()
        super().closeEvent(event)
        self.lifecycle.end()
