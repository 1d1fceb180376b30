"""Apply the settings window's changes at once, in the open vault, without a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal

from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.gui.core_texts import translate_error
from vaultsearch.gui.looks.theme import scheme_named
from vaultsearch.gui.settings.window import SettingsWindow
from vaultsearch.gui.translations import keep_translated

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from vaultsearch.core.values.sync import IndexStatus
    from vaultsearch.gui.engine.background import Background
    from vaultsearch.gui.engine.engine_thread import EngineThread, Trouble
    from vaultsearch.gui.global_shortcut import GlobalShortcut
    from vaultsearch.gui.looks.theme import Theme
    from vaultsearch.settings.protocol import SettingsStore
    from vaultsearch.settings.values import Preferences

_JOB = "settings"


class SettingsController(QObject):
    """Opens the settings window, and applies its changes to engine, store and theme."""

    preferred = Signal(object)
    """The new Preferences."""
    open_asked = Signal(object)
    """A vault, a Path, is to be opened."""
    add_asked = Signal()
    """The user wants to choose another folder."""
    folder_asked = Signal(QUrl)
    """A folder is to be shown by the system."""
    vaults_changed = Signal()
    """The list of vaults has changed."""
    searching_changed = Signal()
    """Parameters of the search have changed in the open vault."""
    failures_asked = Signal(object)
    """The files of an IndexStatus that could not be read are to be shown."""
    reading_changed = Signal()
    """Notes are to be indexed by other parameters or ignore lines."""
    index_deleted = Signal()
    """The index of the open vault was deleted, and no vault is open."""

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
        self._engine = engine
        self._store = store
        self._background = background
        self._theme = theme
        self._has_tray = has_tray
        self._shortcut = shortcut
        shortcut.changed.connect(lambda _: self._show_shortcut())
        self._parent = window
        self._vault: Path | None = None
        self._status: IndexStatus | None = None
        self._deleting: Path | None = None
        self.window: SettingsWindow | None = None
        engine.failed.connect(self._fail)
        engine.vault_closed.connect(self._closed)
        engine.vault_opened.connect(self._show_status)
        engine.status_changed.connect(self._show_status)
        keep_translated(window, self._replace_window)

    def open(self) -> None:
        """Show the window, or bring it to the front."""
        if self.window is None:
            self.window = self._new_window()
            self.window.show_vault(self._single_vault)
        self.window.show_again()
        self.window.show()
        self.window.activateWindow()

    def close(self) -> None:
        """Close the window."""
        if self.window is not None:
            self.window.close()

    def show_vault(self, vault: Path | None) -> None:
        """Set the open vault, None for none."""
        self._vault = vault
        if vault is None:
            self._show_status(None)
        if self.window is not None:
            self.window.show_vault(self._single_vault)

    def _show_status(self, status: IndexStatus | None) -> None:
        self._status = status
        if self.window is not None:
            self.window.files.show_status(status)

    @property
    def _single_vault(self) -> Path | None:
        return None if self._vault == ALL_VAULTS else self._vault

    def _new_window(self) -> SettingsWindow:
        window = SettingsWindow(
            self._store,
            self._background,
            can_have_tray=self._has_tray(),
            can_bind=self._shortcut.is_available,
            parent=self._parent,
        )
        window.shortcut.preferred.connect(self._prefer_shortcut)
        window.shortcut.show_answer(self._shortcut.state.keys, self._shortcut.state.trouble)
        window.tuned.connect(self._tune)
        window.files.failures_asked.connect(self.failures_asked)
        window.files.show_status(self._status)
        window.folder_asked.connect(self.folder_asked)
        window.vaults.open_asked.connect(self.open_asked)
        window.vaults.add_asked.connect(self.add_asked)
        window.vaults.changed.connect(self.vaults_changed)
        window.ignore.changed.connect(self._read_again)
        window.appearance.preferred.connect(self._prefer)
        window.privacy.deletion_asked.connect(self._delete)
        window.privacy.opened_forgotten.connect(self.searching_changed)
        return window

    def _replace_window(self) -> None:
        """Replace the window by one in the new language: it has many texts, and no state to be lost."""
        former, self.window = self.window, None
        if former is None:
            return
        if former.isVisible():
            self.window = self._new_window()
            self.window.show_vault(self._vault)
            self.window.take_place_of(former)
            self.window.activateWindow()
            former.close()
        former.deleteLater()

    def _prefer(self, preferences: Preferences) -> None:
        self._theme.fix(scheme_named(preferences.theme))
        self.preferred.emit(preferences)

    def _prefer_shortcut(self, preferences: Preferences) -> None:
        self._shortcut.bind(preferences.global_shortcut)
        self.preferred.emit(preferences)

    def _show_shortcut(self) -> None:
        if self.window is not None:
            self.window.shortcut.show_answer(self._shortcut.state.keys, self._shortcut.state.trouble)

    def _tune(self, name: str, value: str | None) -> None:
        reads_again = any(tunable.name == name and tunable.reads_again for tunable in self._store.tunables())
        self._store.set_parameter(name, value)
        parameters = dict(self._store.parameters)
        if self.window is not None:
            self.window.show_again()
            self.window.say(self.tr("{}: saved.").format(name))
        self._engine.ask(
            _JOB, lambda vault: vault.use(parameters), lambda _: self._applied(name, reads_again=reads_again)
        )

    def _applied(self, name: str, *, reads_again: bool) -> None:
        if reads_again:
            self._read_again()
        else:
            self._show_message(self.tr("{}: saved and in effect.").format(name))
            self.searching_changed.emit()

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
        self._background.ask(
            "delete index", lambda: self._store.storage.delete_index(vault), lambda _: self._deleted(vault)
        )

    def _deleted(self, vault: Path) -> None:
        self._show_message(self.tr("Index of {} deleted.").format(vault.name))
        if self.window is not None:
            self.window.show_again()

    def _fail(self, trouble: Trouble) -> None:
        if trouble.job == _JOB:
            sentence = translate_error(trouble.sentence, trouble.remedy)
            self._show_message(self.tr("{} Until then the old value applies.").format(sentence), trouble=True)

    def _show_message(self, sentence: str, *, trouble: bool = False) -> None:
        if self.window is not None:
            self.window.say(sentence, trouble=trouble)
