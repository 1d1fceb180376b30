"""The settings window: the list of pages at the left, the chosen page at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui.core_texts import translate_message
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.about_page import AboutPage
from vaultsearch.gui.settings.appearance_page import AppearancePage
from vaultsearch.gui.settings.files_page import FilesPage
from vaultsearch.gui.settings.ignore_page import IgnorePage
from vaultsearch.gui.settings.models_page import ModelsPage
from vaultsearch.gui.settings.parameters_page import ParametersPage
from vaultsearch.gui.settings.privacy_page import PrivacyPage
from vaultsearch.gui.settings.ranking_page import RankingPage
from vaultsearch.gui.settings.shortcut_page import ShortcutPage
from vaultsearch.gui.settings.vaults_page import VaultsPage
from vaultsearch.gui.settings.widgets import Scrolled, SettingsPage, label

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent, QHideEvent

    from vaultsearch.gui.engine.background import Background
    from vaultsearch.settings.protocol import SettingsStore


class SettingsWindow(QDialog):
    """Shows and changes the settings. Every change takes effect at once; there is no Apply button."""

    tuned = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""
    folder_asked = Signal(QUrl)
    """A folder that the file manager should show."""

    def __init__(
        self,
        store: SettingsStore,
        background: Background,
        *,
        can_have_tray: bool,
        can_bind: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setObjectName("settings_window")
        self.resize(900, 640)
        self.setMinimumSize(720, 440)
        self.vaults = VaultsPage(store, background)
        self.files = FilesPage(store)
        self.ignore = IgnorePage(store, background)
        self.models = ModelsPage(store, background)
        self.ranking = RankingPage(store)
        self.parameters = ParametersPage(store)
        self.appearance = AppearancePage(store, background, can_have_tray=can_have_tray)
        self.shortcut = ShortcutPage(store, can_bind=can_bind)
        self.privacy = PrivacyPage(store, background)
        self.about = AboutPage(store.storage, background)
        self.pages: tuple[SettingsPage, ...] = (
            self.vaults,
            self.files,
            self.ignore,
            self.models,
            self.ranking,
            self.parameters,
            self.appearance,
            self.shortcut,
            self.privacy,
            self.about,
        )
        self.list = QListWidget()
        self.list.setObjectName("settings_list")
        self.list.setAccessibleName(self.tr("Pages"))
        self.message = label(scale="small", tone="secondary")
        self.message.setAccessibleName(self.tr("Status"))
        self._stack = QStackedWidget()
        self._place()
        self._shown: SettingsPage | None = None
        for page in (self.files, self.models, self.ranking, self.parameters, self.privacy):
            page.changed.connect(self.tuned)
        self.ignore.tuned.connect(self.tuned)
        for leading in (self.models, self.privacy, self.about):
            leading.folder_asked.connect(self.folder_asked)
        background.failed.connect(self._say_trouble)
        self.list.currentRowChanged.connect(self._show_page)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def show_vault(self, vault: Path | None) -> None:
        """Set the open vault of the pages, None if there is none."""
        self.vaults.show_vault(vault)
        self.ignore.show_vault(vault)

    def show_again(self) -> None:
        """Refresh the page in front."""
        if self._shown is not None:
            self._shown.refresh()

    def take_place_of(self, former: SettingsWindow) -> None:
        """Take the geometry of ``former``, which is in another language, and its page in front."""
        self.setGeometry(former.geometry())
        self.list.setCurrentRow(former.list.currentRow())
        self.show()
        if self._shown is self.appearance:
            self.appearance.language.setFocus()

    def say(self, sentence: str, *, trouble: bool = False) -> None:
        """Show the outcome of a change at the foot of the window."""
        self.message.setText(sentence)
        self.message.setProperty("tone", "trouble" if trouble else "secondary")
        self.message.style().polish(self.message)

    def hideEvent(self, event: QHideEvent) -> None:
        """Commit what was typed last."""
        if self._shown is not None:
            self._shown.commit()
        super().hideEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Cancel the download: nobody would see its outcome."""
        self.models.stop()
        super().closeEvent(event)

    def _say_trouble(self, job: str, sentence: str) -> None:
        if "download" not in job:  # the download box shows its own trouble
            self.say(translate_message(sentence), trouble=True)

    def _show_page(self, row: int) -> None:
        if self._shown is not None:
            self._shown.commit()
        self._stack.setCurrentIndex(row)
        self._shown = self.pages[row]
        self.say("")
        self._shown.activate()

    def _place(self) -> None:
        for page in self.pages:
            self.list.addItem(page.title)
            self._stack.addWidget(Scrolled(page))
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + 10 * GRID)
        close = QPushButton(self.tr("Close"))
        close.setAccessibleName(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.setContentsMargins(6 * GRID, 2 * GRID, 4 * GRID, 3 * GRID)
        foot.addWidget(self.message, 1)
        foot.addWidget(close, 0, Qt.AlignmentFlag.AlignBottom)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._stack, 1)
        right.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.list)
        row.addLayout(right, 1)
