"""The settings window, the changes made there, and settings as rows of the command palette."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent
from PySide6.QtWidgets import QApplication, QDialog, QListWidget, QScrollArea, QStackedWidget, QWidget

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.values.sync import ALL_VAULTS, IndexStatus
from vaultsearch.gui.background import Background
from vaultsearch.gui.engine_thread import SERVER_JOB, EngineThread, Trouble
from vaultsearch.gui.settings.about_page import AboutPage
from vaultsearch.gui.settings.appearance_page import AppearancePage, preference_choices
from vaultsearch.gui.settings.exclusions_page import IgnorePage
from vaultsearch.gui.settings.files_page import FilesPage
from vaultsearch.gui.settings.finding import (
    EXPLAINED,
    find_part,
    load_synonyms,
    parameter_name,
    setting_words,
)
from vaultsearch.gui.settings.models_page import LanguageModelPage, ModelsPage
from vaultsearch.gui.settings.parameters_page import FLAG_KIND, ParametersPage
from vaultsearch.gui.settings.privacy_page import PrivacyPage
from vaultsearch.gui.settings.ranking_page import RankingPage
from vaultsearch.gui.settings.shortcuts import GlobalShortcut, ShortcutPage
from vaultsearch.gui.settings.vaults_page import VaultsPage
from vaultsearch.gui.settings.widgets import (
    ScrolledPage,
    SettingsPage,
    SettingsSignals,
    push_button,
    wrapped_label,
)
from vaultsearch.gui.theme import GRID, Theme, scheme_named
from vaultsearch.gui.translations import english_of, keep_translated, tr, translate_message, without_mnemonic
from vaultsearch.gui.widgets import column_of, row_of, text_field
from vaultsearch.settings.protocol import SettingsStore


class SettingsWindow(QDialog):
    """Show and change settings. Changes take effect immediately; there is no Apply button."""

    def __init__(
        self,
        store: SettingsStore,
        background: Background,
        signals: SettingsSignals,
        *,
        can_have_tray: bool,
        can_bind: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setObjectName("settings_window")
        # Its foot stays on the screen, with the title bar of the system.
        self.resize(900, min(640, self.screen().availableGeometry().height() - 12 * GRID))
        self.setMinimumSize(860, 440)
        parts = store, background, signals
        self.vaults = VaultsPage(self.tr("Vaults"), *parts)
        self.files = FilesPage(self.tr("Files"), *parts)
        self.ignore = IgnorePage(self.tr("Exclusions"), *parts)
        self.models = ModelsPage(self.tr("Models"), *parts)
        self.language_model = LanguageModelPage(self.tr("Language model"), *parts)
        self.ranking = RankingPage(self.tr("Ranking"), *parts)
        self.parameters = ParametersPage(self.tr("Advanced"), *parts)
        self.appearance = AppearancePage(self.tr("Appearance"), *parts)
        self.appearance.can_have_tray = can_have_tray
        self.shortcut = ShortcutPage(self.tr("Shortcuts"), *parts)
        self.shortcut.can_bind = can_bind
        self.privacy = PrivacyPage(self.tr("Privacy"), *parts)
        self.about = AboutPage(self.tr("About"), *parts)
        self.pages: tuple[SettingsPage, ...] = (
            *(self.vaults, self.files, self.ignore, self.models, self.language_model, self.ranking),
            *(self.parameters, self.appearance, self.shortcut, self.privacy, self.about),
        )
        self.list = QListWidget()
        self.list.setObjectName("settings_list")
        self.list.setAccessibleName(self.tr("Pages"))
        self.message = wrapped_label(scale="small", tone="secondary")
        self.message.setAccessibleName(self.tr("Status"))
        self.search = text_field(self.tr("Find a setting"), clearable=True)
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._go_to_first)
        self._stack = QStackedWidget()
        self._place()
        self.shown_page: SettingsPage = self.vaults
        self._matches: dict[int, tuple[int, QWidget]] = {}
        self._lit: QWidget | None = None
        background.failed.connect(self._say_trouble)
        self.list.currentRowChanged.connect(self._show_page)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def show_vault(self, vault: Path | None) -> None:
        """Set the pages' open vault, or None."""
        self.vaults.show_vault(vault)
        self.ignore.show_vault(vault)

    def show_status(self, status: IndexStatus | None) -> None:
        """Set the open vault's index status, or None."""
        self.files.show_status(status)
        self.models.show_status(status)

    def show_again(self) -> None:
        """Refresh the visible page."""
        self.shown_page.refresh()

    def show_page(self, page: SettingsPage) -> None:
        """Bring a page to the front."""
        self.list.setCurrentRow(self.pages.index(page))

    def take_place_of(self, former: SettingsWindow) -> None:
        """Take over geometry and visible page from ``former``, a window in another language."""
        self.setGeometry(former.geometry())
        self.list.setCurrentRow(former.list.currentRow())
        self.show()
        if self.shown_page is self.appearance:
            self.appearance.language.setFocus()

    def say(self, sentence: str, *, trouble: bool = False) -> None:
        """Show a change's outcome at the foot of the window."""
        self.message.setText(sentence)
        self.message.setProperty("tone", "trouble" if trouble else "secondary")
        # The style sheet does not see by itself that a property has changed.
        self.message.style().polish(self.message)

    def _find(self, text: str) -> None:
        """List only pages containing the words, open the best page, and light the setting."""
        words = text.casefold().split()
        self._matches = {}
        for row, page in enumerate(self.pages):
            place = find_part(page, words) if words else None
            if place is not None:
                self._matches[row] = place
            self.list.item(row).setHidden(bool(words) and place is None)
        self.say(self.tr("No setting is named so") if words and not self._matches else "")

        def order(row: int) -> tuple[bool, bool, int]:
            # Advanced, which most people never need, comes behind all that match by name.
            rank = self._matches[row][0]
            return rank == EXPLAINED, self.pages[row] is self.parameters, rank

        best = min(self._matches, key=order, default=self.list.currentRow())
        if best != self.list.currentRow():
            self.list.setCurrentRow(best)
        else:
            self._scroll_to_place()

    def _scroll_to_place(self) -> None:
        place, area = self._place_on_page, self._stack.currentWidget()
        if place is not None and isinstance(area, QScrollArea):
            # A page that has just been shown has not laid out its parts yet.
            QApplication.sendPostedEvents(area.widget(), QEvent.Type.LayoutRequest)
            area.ensureWidgetVisible(place, 0, 10 * GRID)
        for part, is_lit in ((self._lit, False), (place, True)):
            if part is not None:
                part.setProperty("lit", is_lit)
                part.style().polish(part)
        self._lit = place

    @property
    def _place_on_page(self) -> QWidget | None:
        return self._matches.get(self.list.currentRow(), (EXPLAINED, None))[1]

    def _go_to_first(self) -> None:
        """Focus the matching setting, or the next focusable field below."""
        place = self._place_on_page
        while place is not None and not (place.focusPolicy() & Qt.FocusPolicy.TabFocus and place.isEnabled()):
            # The match may be a label, followed by the field.
            place = place.nextInFocusChain()
        if place is not None:
            place.setFocus(Qt.FocusReason.TabFocusReason)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Leave the button at the foot for last: parts of pages are made after it."""
        self.setTabOrder(self.previousInFocusChain() or self, self._close)
        return super().focusNextPrevChild(next)

    def hideEvent(self, event: QHideEvent) -> None:
        """Commit a typed value even if the field was not left."""
        self.shown_page.commit()
        super().hideEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Cancel the download: it must not continue unseen; the partial file is kept."""
        self.models.stop()
        super().closeEvent(event)

    def _say_trouble(self, job: str, sentence: str) -> None:
        # The download box shows its own trouble.
        if "download" not in job:
            self.say(translate_message(sentence), trouble=True)

    def _show_page(self, row: int) -> None:
        self.shown_page.commit()
        self._stack.setCurrentIndex(row)
        self.shown_page = self.pages[row]
        self.say("")
        self.shown_page.activate()
        self._scroll_to_place()

    def _place(self) -> None:
        for page in self.pages:
            self.list.addItem(page.title)
            self._stack.addWidget(ScrolledPage(page))
        width = self.list.sizeHintForColumn(0) + 10 * GRID
        self.list.setFixedWidth(width)
        # As wide as the rows below, which keep off the line at the right.
        self.search.setFixedWidth(width - 4 * GRID)
        self._close = push_button(self.tr("Close"), self.close)
        foot = row_of((self.message, 1), margins=(6 * GRID, 2 * GRID, 4 * GRID, 3 * GRID))
        foot.addWidget(self._close, 0, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight)
        right = column_of((self._stack, 1), foot, spacing=0)
        field = row_of(self.search, margins=(2 * GRID, 0, 2 * GRID, 0))
        left = column_of(field, (self.list, 1), margins=(0, 4 * GRID, 0, 0), spacing=0)
        row_of(left, (right, 1), within=self, margins=0, spacing=0)


_SETTINGS_JOB = "settings"
_SAVING_JOB = "save settings"


class SettingsController(SettingsSignals):
    """Open the settings window, and apply changes to engine, store and theme."""

    def __init__(
        self,
        engine: EngineThread,
        store: SettingsStore,
        background: Background,
        theme: Theme,
        has_tray: Callable[[], bool],
        shortcut: GlobalShortcut,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._engine, self.store, self._background = engine, store, background
        self._has_tray, self._shortcut, self._parent = has_tray, shortcut, window
        shortcut.changed.connect(
            lambda state: self.window.shortcut.show_answer(state) if self.window else None
        )
        self._vault: Path | None = None
        self._status: IndexStatus | None = None
        self._deleting: Path | None = None
        self._reads_again = False
        self._served = "", ""
        self._unsaved = ""
        self.window: SettingsWindow | None = None
        store.on_saved = lambda error: background.post(partial(self._end_saving, error))
        # First of all: what follows is drawn in the new colours.
        self.preferred.connect(lambda preferences: theme.fix(scheme_named(preferences.theme)))
        self.shortcut_chosen.connect(shortcut.bind)
        self.tuned.connect(self.tune)
        self.rules_changed.connect(self._read_again)
        self.deletion_asked.connect(self._delete)
        engine.failed.connect(self._fail)
        engine.vault_closed.connect(self._closed)
        engine.vault_opened.connect(self._show_status)
        engine.status_changed.connect(self._show_status)
        keep_translated(window, self._replace_window)

    def open(self) -> SettingsWindow:
        """Show the window, or bring it to the front."""
        if self.window is None:
            self.window = self._new_window()
        self.window.search.clear()
        self.window.show_again()
        if self.store.problems and not self.window.isVisible():
            problems = map(translate_message, self.store.problems)
            self.window.say("\n".join(problems), trouble=True)
        self.window.show()
        self.window.activateWindow()
        return self.window

    def open_language_model(self) -> None:
        """Show the language model page."""
        window = self.open()
        window.show_page(window.language_model)

    def find(self, text: str) -> None:
        """Show the setting that text finds."""
        self.open().search.setText(text)

    def prefer(self, **values: object) -> None:
        """Set preferences at once."""
        preferences = replace(self.store.preferences, **values)  # type: ignore[arg-type]  # as in the table
        self.store.set_preferences(preferences)
        self.preferred.emit(preferences)
        if self.window is not None:
            self.window.show_again()

    def close(self) -> None:
        """Close the window."""
        if self.window is not None:
            self.window.close()

    def show_vault(self, vault: Path | None) -> None:
        """Set the open vault, or None."""
        self._vault = vault
        if vault is None:
            self._show_status(None)
        if self.window is not None:
            self.window.show_vault(self._single_vault)

    def show_server(self, address: str, token: str) -> None:
        """Show at which address other programs can search, and with which token; "" for none."""
        self._served = address, token
        if self.window is not None:
            self.window.privacy.show_server(address, token)

    def _show_status(self, status: IndexStatus | None) -> None:
        self._status = status
        if self.window is not None:
            self.window.show_status(status)

    @property
    def _single_vault(self) -> Path | None:
        return None if self._vault == ALL_VAULTS else self._vault

    def _new_window(self) -> SettingsWindow:
        window = SettingsWindow(
            self.store,
            self._background,
            self,
            can_have_tray=self._has_tray(),
            can_bind=self._shortcut.is_available,
            parent=self._parent,
        )
        window.show_vault(self._single_vault)
        window.shortcut.show_answer(self._shortcut.state)
        window.show_status(self._status)
        window.privacy.show_server(*self._served)
        return window

    def _replace_window(self) -> None:
        """Replace the window to change the language: it has many texts, and no state to lose."""
        former, self.window = self.window, None
        if former is None:
            return
        if former.isVisible():
            self.window = self._new_window()
            self.window.take_place_of(former)
            self.window.activateWindow()
            former.close()
        former.deleteLater()

    def tune(self, name: str, value: str | None) -> None:
        """Set a parameter, None for the default, and apply it to the open vault."""
        # Kept until applied: the next change may come first, and takes the question's place.
        self._reads_again |= any(known.name == name and known.reads_again for known in self.store.tunables())
        self._unsaved = ""
        self.store.set_parameter(name, value)
        parameters = dict(self.store.parameters)
        if self.window is not None:
            self.window.show_again()
            self.window.say(self.tr("Saved"))

        def applied(_: object) -> None:
            self._show_message(self.tr("Saved"))
            self.searching_changed.emit()
            if self._reads_again:
                self._reads_again = False
                self._read_again()

        self._engine.ask(_SETTINGS_JOB, lambda vault: vault.use(parameters), applied)

    def _read_again(self) -> None:
        if self._vault is not None:
            self._show_message(self.tr("The affected notes are re-indexed in the background."))
            self._engine.cancel_sync()
            self.reading_changed.emit()

    def _delete(self, vault: Path) -> None:
        if vault == self._vault:
            self._deleting = vault
            self._engine.close_vault()
        else:
            self._delete_closed(vault)

    def _closed(self) -> None:
        if self._deleting is not None:
            self._delete_closed(self._deleting)
            self._deleting = None
            self.index_deleted.emit()

    def _delete_closed(self, vault: Path) -> None:
        def deleted(_: None) -> None:
            self._show_message(self.tr("Index of {} deleted.").format(vault.name))
            if self.window is not None:
                self.window.show_again()

        self._background.ask("delete index", partial(self.store.storage.delete_index, vault), deleted)

    def _fail(self, trouble: Trouble) -> None:
        sentence = trouble.text
        if trouble.job == SERVER_JOB:
            self._show_message(sentence, trouble=True)
        elif trouble.job == _SAVING_JOB:
            self._unsaved = sentence
            self._show_message(sentence)
        elif trouble.job == _SETTINGS_JOB:
            self._show_message(self.tr("{} Until then the old value applies.").format(sentence), trouble=True)

    def _end_saving(self, error: SettingsError | None) -> None:
        self._unsaved = ""
        if error is not None:
            self._engine.failed.emit(Trouble(_SAVING_JOB, 0, error.sentence, error.remedy))

    def _show_message(self, sentence: str, *, trouble: bool = False) -> None:
        if self.window is not None:
            # An unsaved change is told whatever else it has led to.
            self.window.say(self._unsaved or sentence, trouble=trouble or bool(self._unsaved))


_MAX_CHOICES = 4
"""A setting with more values is opened: a row for each language of notes would bury the rest."""


def list_setting_actions(controller: SettingsController) -> list[QAction]:
    """Return an action for each value that can be set at once, and for each setting to be opened."""
    preferences = preference_choices()
    shown = {english_of(label) for label, _ in preferences.values()}
    rows = [
        _action(label, text, partial(controller.prefer, **{name: value}))
        for name, (label, choices) in preferences.items()
        for value, text in choices
    ]
    labels = (tr(label) for label in load_synonyms()["labels"] if label not in shown)
    rows += [_action(label, "", partial(controller.find, label)) for label in labels]
    for tunable in controller.store.tunables():
        name, label = tunable.name, parameter_name(tunable.name)
        values = [(value, value) for value in tunable.choices]
        if tunable.kind == FLAG_KIND:
            values = [("true", tr("on")), ("false", tr("off"))]
        if tunable.source == "command line" or tunable.several or not 0 < len(values) <= _MAX_CHOICES:
            rows.append(_action(label, "", partial(controller.find, name), name))
            continue
        for value, text in values:
            change = partial(controller.tune, name, None if value == tunable.default else value)
            rows.append(_action(label, text, change, name))
    return rows


def _action(label: str, value: str, run: Callable[[], object], key: str = "") -> QAction:
    label = without_mnemonic(label)
    made = QAction(tr("{}: {}").format(label, value) if value else f"{label.removesuffix('…')}…")
    made.setToolTip(key or tr("Settings"))
    english = english_of(label)
    made.setProperty("named", f"{english} {english_of(value)} {setting_words(english_of(value))}")
    made.setProperty("hinted", setting_words(key or english))
    made.triggered.connect(lambda _=False: run())
    return made
