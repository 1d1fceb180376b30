"""The welcome page: choose a folder, or open the sample or a known vault, as in the chooser of vaults."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from vaultsearch.core.values.sync import ALL_VAULTS, MemberVault
from vaultsearch.gui.actions import Actions
from vaultsearch.gui.asking.search_pane import VaultChooser
from vaultsearch.gui.background import Background
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated, translate_message
from vaultsearch.gui.widgets import centred_label, column_of, literal_tooltip, name_button, row_of, show_text
from vaultsearch.settings.protocol import SettingsStore

_ICON_SIZE = 72
_MAX_VAULTS = 5
"""Maximum number of offered vaults; the chooser's menu and folder dialog have more."""


class Welcome(QWidget):
    """Invite the user to drop or choose a notes folder, or to open the sample."""

    chosen = Signal(object)
    """An offered vault, a Path, is to be opened."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._mark = QLabel()
        self._mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._invitation, self._promise = centred_label(scale="heading"), centred_label(tone="secondary")
        self.trouble = centred_label(scale="title")
        self.trouble.hide()
        self._offered: tuple[Sequence[Path], Sequence[Path]] = ((), ())
        self.choose = _large_action_button(actions.choose_folder)
        self.choose.setDefault(True)
        self.sample = _large_action_button(actions.open_sample)
        parts = 2, self._mark, self._invitation, self._promise, self.trouble
        column = column_of(*parts, within=self, spacing=3 * GRID)
        column.addSpacing(GRID)
        column.addLayout(row_of(0, self.choose, self.sample, 0, spacing=2 * GRID))
        column.addSpacing(2 * GRID)
        self.offered = QWidget()
        self._offers = column_of(within=self.offered, margins=0, spacing=GRID)
        column.addWidget(self.offered)
        self.menu_entry = _link_button()
        self.menu_entry.hide()
        column.addWidget(self.menu_entry, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        keep_translated(self, self._set_texts)

    def show_trouble(self, sentence: str) -> None:
        """Show why a folder was not opened; "" clears it."""
        show_text(self.trouble, sentence)

    def offer(self, opened: Sequence[Path], obsidian: Sequence[Path]) -> None:
        """Offer vaults opened before, then Obsidian's vaults."""
        self._offered = opened, obsidian
        while (item := self._offers.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        left = _MAX_VAULTS
        for title, vaults in ((self.tr("Recent vaults"), opened), (self.tr("Obsidian vaults"), obsidian)):
            if shown := vaults[:left]:
                self._offers.addWidget(centred_label(title, tone="secondary"))
            for vault in shown:
                # A single ampersand would underline the letter behind it.
                button = _link_button(vault.name.replace("&", "&&"))
                button.setAccessibleName(self.tr("Open {}").format(vault.name))
                button.setToolTip(literal_tooltip(str(vault)))
                button.clicked.connect(lambda _=False, vault=vault: self.chosen.emit(vault))
                self._offers.addWidget(button, alignment=Qt.AlignmentFlag.AlignHCenter)
            left -= len(shown)
        self.offered.setVisible(bool(opened or obsidian))

    def _set_texts(self) -> None:
        self._invitation.setText(self.tr("Drop your notes here"))
        promise = self.tr(
            "An Obsidian vault, or any folder of notes, PDFs or documents. "
            "Nothing is written into it, and nothing is sent anywhere."
        )
        self._promise.setText(promise)
        name_button(self.menu_entry, self.tr("Add vaultsearch to the applications menu"))
        self.offer(*self._offered)

    def apply_theme(self, mark: QIcon) -> None:
        """Set the application icon."""
        self._mark.setPixmap(mark.pixmap(_ICON_SIZE, _ICON_SIZE))


def _link_button(text: str = "") -> QPushButton:
    button = QPushButton(text)
    button.setFlat(True)
    button.setProperty("link", True)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def _large_action_button(action: QAction) -> QPushButton:
    button = QPushButton()

    def set_texts() -> None:
        name_button(button, action.text(), action.toolTip())
        width = button.fontMetrics().horizontalAdvance(action.text())
        button.setMinimumSize(width + 12 * GRID, 9 * GRID)

    keep_translated(button, set_texts)
    button.clicked.connect(action.trigger)
    return button


_MENU_ENTRY_JOB = "add menu entry"


class VaultsController(QObject):
    """Fill ``chooser`` and ``welcome`` from ``store``; check the disk in ``background``."""

    chosen = Signal(object)
    """A vault, a Path, is to be opened; or ALL_VAULTS."""

    def __init__(
        self, store: SettingsStore, background: Background, chooser: VaultChooser, welcome: Welcome
    ) -> None:
        super().__init__(background)
        self._store, self._background, self._chooser, self._welcome = store, background, chooser, welcome
        self._current: Path | None = None
        self._members: tuple[MemberVault, ...] = ()
        chooser.menu().aboutToShow.connect(self._check_missing)
        chooser.chosen.connect(self.chosen)
        welcome.chosen.connect(self.chosen)
        add = partial(store.storage.change_menu_entry, added=True)
        welcome.menu_entry.clicked.connect(
            lambda: background.ask(_MENU_ENTRY_JOB, add, lambda _: self._offer_menu_entry())
        )
        background.failed.connect(
            lambda job, why: welcome.show_trouble(translate_message(why)) if job == _MENU_ENTRY_JOB else None
        )

    def show(self, current: Path | None, members: Sequence[MemberVault] = ()) -> None:
        """Show the open vault; without one, offer known vaults on the welcome page.

        Args:
            current: The open vault, ALL_VAULTS, or None.
            members: The vaults open together if ``current`` is ALL_VAULTS.
        """
        self._current, self._members = current, tuple(members)
        self.show_list()
        if current is None:
            known, storage = self._store.vaults, self._store.storage

            def list_offers() -> tuple[tuple[Path, ...], tuple[Path, ...]]:
                away, obsidian = storage.missing_folders(known), storage.list_obsidian_vaults()
                opened = tuple(vault for vault in known if vault not in away)
                return opened, tuple(vault for vault in obsidian if vault not in known)

            self._background.ask("known vaults", list_offers, lambda offers: self._welcome.offer(*offers))
            self._offer_menu_entry()

    def show_list(self) -> None:
        """Show known vaults."""
        self._chooser.show_vaults(self._store.vaults, self._current, self._members)
        self._check_missing()

    def toggle_all(self) -> None:
        """Open all vaults together or, if open, the last single vault."""
        # The check mark stays with the open vault until the other one is open.
        self.show_list()
        if self._current != ALL_VAULTS:
            self.chosen.emit(ALL_VAULTS)
        elif self._store.last_vault is not None:
            self.chosen.emit(self._store.last_vault)

    def _offer_menu_entry(self) -> None:
        lacks = self._store.storage.lacks_menu_entry
        self._background.ask("menu entry", lacks, self._welcome.menu_entry.setVisible)

    def _check_missing(self) -> None:
        storage, vaults = self._store.storage, self._store.vaults
        self._background.ask("away", lambda: storage.missing_folders(vaults), self._chooser.show_away)
