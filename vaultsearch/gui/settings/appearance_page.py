"""Settings, Appearance: theme, language, the list, the icon in the tray, and the start at login."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QWidget

from vaultsearch.gui.settings.widgets import SettingsPage
from vaultsearch.gui.theme import GRID

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.gui.background import Background
    from vaultsearch.settings.protocol import Preferences, SettingsStore

_FIELD_WIDTH = 220
_CHANGE_START = "change start"


class AppearancePage(SettingsPage):
    """Edits the preferences; each takes effect at once."""

    preferred = Signal(object)
    """The new Preferences."""

    def __init__(self, store: SettingsStore, background: Background, *, can_have_tray: bool) -> None:
        super().__init__(QCoreApplication.translate("AppearancePage", "Appearance"))
        self._store = store
        self._background = background
        self._can_have_tray = can_have_tray

    def build(self) -> None:
        """Build the page."""
        themes = (
            ("system", self.tr("Follow system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
        )
        # A language is named in itself, so that it can be found by whoever speaks it.
        languages = (
            ("system", self.tr("Follow system")),
            ("en", "English"),
            ("de", "Deutsch"),
            ("zh", "中文"),
        )
        self.theme = _choice(self.tr("Theme"), themes)
        self.language = _choice(self.tr("Language"), languages)
        self._add_form((self.tr("&Theme"), self.theme), (self.tr("&Language"), self.language))
        self.explain(self.tr("Text size follows the system."))
        self._build_reading()
        self._build_list()
        self._build_opener()
        self.section(self.tr("System tray"))
        self.tray = QCheckBox(self.tr("Show a tray icon"))
        self.closing = QCheckBox(self.tr("Closing the window hides it to the tray; Ctrl+Q quits"))
        self.escape = QCheckBox(self.tr("Esc in the empty field hides the window to the tray"))
        self._dependent = (self.closing, self.escape)
        for box in (self.tray, *self._dependent):
            self.column.addWidget(box)
        for box in self._dependent:
            box.setContentsMargins(6 * GRID, 0, 0, 0)
        if self._can_have_tray:
            self.explain(
                self.tr(
                    "vaultsearch --toggle shows or hides the window; bind it to a shortcut in your "
                    "desktop's settings."
                )
            )
        else:
            self.explain(self.tr("This desktop has no tray, so closing the window quits."))
        self.tray.setEnabled(self._can_have_tray)
        self._build_start()
        self.column.addStretch()
        self.refresh()
        for choice in (self.theme, self.language):
            choice.activated.connect(self._commit)
        for box in (self.tray, *self._dependent):
            box.clicked.connect(self._commit)

    def _add_form(self, *rows: tuple[str, QWidget]) -> None:
        form = QWidget()
        lines = QFormLayout(form)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setHorizontalSpacing(4 * GRID)
        lines.setVerticalSpacing(2 * GRID)
        for label, field in rows:
            lines.addRow(label, field)
        self.column.addWidget(form)

    def _build_start(self) -> None:
        self.section(self.tr("Start"))
        self.at_login = QCheckBox(self.tr("Start vaultsearch when you log in"))
        self.at_login.setEnabled(False)
        self.column.addWidget(self.at_login)
        self.explain(self.tr("It starts in the tray, or minimized without a tray icon."))
        self.at_login.clicked.connect(self._change_start)
        self._background.failed.connect(lambda job, _: self._ask_start() if job == _CHANGE_START else None)

    def _ask_start(self) -> None:
        self._background.ask("start", self._store.storage.starts_at_login, self._show_start)

    def _show_start(self, starts: bool) -> None:
        self.at_login.setChecked(starts)
        self.at_login.setEnabled(True)

    def _change_start(self, is_enabled: bool) -> None:
        change = partial(self._store.storage.start_at_login, enabled=is_enabled)
        self._background.ask(_CHANGE_START, change, lambda _: self._ask_start())

    def _build_opener(self) -> None:
        openers = (("obsidian", "Obsidian"), ("editor", self.tr("Default editor")))
        self.opener = _choice(self.tr("Enter opens notes in"), openers)
        self._add_form((self.tr("&Enter opens notes in"), self.opener))
        self.explain(self.tr("Ctrl+Enter opens them in the other one."))
        self.opener.activated.connect(self._commit)

    def _build_reading(self) -> None:
        self.section(self.tr("Reading notes"))
        fonts = ("", self.tr("Same as the system")), *((name, name) for name in _text_fonts())
        widths = (
            ("narrow", self.tr("Narrow")),
            ("medium", self.tr("Medium")),
            ("wide", self.tr("Wide")),
        )
        self.reading_font = _choice(self.tr("Font"), fonts)
        self.reading_width = _choice(self.tr("Width of lines"), widths)
        self._add_form(
            (self.tr("&Font"), self.reading_font), (self.tr("&Width of lines"), self.reading_width)
        )
        self.explain(self.tr("Ctrl++ and Ctrl+- make the letters larger and smaller."))
        for choice in (self.reading_font, self.reading_width):
            choice.activated.connect(self._commit)

    def _build_list(self) -> None:
        densities = (("comfortable", self.tr("Comfortable")), ("compact", self.tr("Compact")))
        self.section(self.tr("Results list"))
        self.density = _choice(self.tr("Density"), densities)
        counts = tuple((count, str(count)) for count in range(1, 5))
        self.snippet_lines = _choice(self.tr("Lines of text"), counts)
        self._add_form((self.tr("&Density"), self.density), (self.tr("L&ines of text"), self.snippet_lines))
        for choice in (self.density, self.snippet_lines):
            choice.activated.connect(self._commit)

    def refresh(self) -> None:
        """Show the stored preferences."""
        known = self._store.preferences
        # A value of another version, or a font that is gone, is shown as the first choice.
        self.theme.setCurrentIndex(max(0, self.theme.findData(known.theme)))
        self.language.setCurrentIndex(max(0, self.language.findData(known.language)))
        self.density.setCurrentIndex(max(0, self.density.findData(known.density)))
        self.snippet_lines.setCurrentIndex(max(0, self.snippet_lines.findData(known.snippet_lines)))
        self.reading_font.setCurrentIndex(max(0, self.reading_font.findData(known.reading_font)))
        self.reading_width.setCurrentIndex(max(0, self.reading_width.findData(known.reading_width)))
        self.opener.setCurrentIndex(max(0, self.opener.findData(known.opener)))
        self.tray.setChecked(known.tray)
        self.closing.setChecked(known.closing_hides)
        self.escape.setChecked(known.escape_hides)
        self._enable(known)
        # Somebody may have changed it in the system's settings.
        self._ask_start()

    def _commit(self) -> None:
        preferences = replace(
            self._store.preferences,
            theme=self.theme.currentData(),
            language=self.language.currentData(),
            density=self.density.currentData(),
            snippet_lines=self.snippet_lines.currentData(),
            opener=self.opener.currentData(),
            reading_font=self.reading_font.currentData(),
            reading_width=self.reading_width.currentData(),
            tray=self.tray.isChecked(),
            closing_hides=self.closing.isChecked(),
            escape_hides=self.escape.isChecked(),
        )
        self._store.set_preferences(preferences)
        self._enable(preferences)
        self.preferred.emit(preferences)

    def _enable(self, known: Preferences) -> None:
        for box in self._dependent:
            box.setEnabled(known.tray and self._can_have_tray)


def _text_fonts() -> list[str]:
    """List the families that can be read in: neither hidden ones nor those of signs alone."""
    latin = QFontDatabase.families(QFontDatabase.WritingSystem.Latin)
    return [name for name in latin if not QFontDatabase.isPrivateFamily(name)]


def _choice(name: str, entries: Sequence[tuple[str | int, str]]) -> QComboBox:
    choice = QComboBox()
    choice.setAccessibleName(name)
    choice.setFixedWidth(_FIELD_WIDTH)
    for data, text in entries:
        choice.addItem(text, data)
    return choice
