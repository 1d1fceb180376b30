"""Settings, Appearance: the window's looks, tray and start."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QComboBox

from vaultsearch.gui.settings.widgets import SettingsPage, choice_of
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr, without_mnemonic
from vaultsearch.settings.protocol import Preferences

_START_JOB = "change start"

_FLAGS = "tray", "closing_hides", "escape_hides"


def preference_choices() -> dict[str, tuple[str, tuple[tuple[Any, str], ...]]]:
    """Return the label of each preference, and its values with their texts."""
    system, flag = tr("Follow system"), ((True, tr("on")), (False, tr("off")))
    return {
        "theme": (tr("&Theme"), (("system", system), ("light", tr("Light")), ("dark", tr("Dark")))),
        # A language is named in itself, so that it can be found by whoever speaks it.
        "language": (
            tr("&Language"),
            (("system", system), ("en", "English"), ("de", "Deutsch"), ("zh", "中文")),
        ),
        "reading_width": (
            tr("&Width of lines"),
            (("narrow", tr("Narrow")), ("medium", tr("Medium")), ("wide", tr("Wide"))),
        ),
        "density": (tr("&Density"), (("comfortable", tr("Comfortable")), ("compact", tr("Compact")))),
        "snippet_lines": (tr("L&ines of text"), tuple((count, str(count)) for count in range(1, 5))),
        "opener": (tr("&Enter opens notes in"), (("obsidian", "Obsidian"), ("editor", tr("Default editor")))),
        "tray": (tr("Show a tray icon"), flag),
        "closing_hides": (tr("Closing the window hides it to the tray; Ctrl+Q quits"), flag),
        "escape_hides": (tr("Esc in the empty field hides the window to the tray"), flag),
        "compact": (tr("Open as a small window: search field and results only"), flag),
    }


class AppearancePage(SettingsPage):
    """Edit preferences; changes take effect immediately."""

    can_have_tray = False
    """Whether the desktop has a tray."""

    def build(self) -> None:
        """Build the page."""
        self._choices: dict[str, QComboBox] = {}
        self.theme, self.language = self._add_choices("theme", "language")
        self.explain(self.tr("Text size follows the system."))
        self._build_reading()
        self.section(self.tr("Results list"))
        self.density, self.snippet_lines = self._add_choices("density", "snippet_lines")
        (self.opener,) = self._add_choices("opener")
        self.explain(self.tr("Ctrl+Enter opens them in the other one."))
        self.section(self.tr("System tray"))
        self._boxes = {name: QCheckBox(preference_choices()[name][0]) for name in _FLAGS}
        self.tray, self.closing, self.escape = self._boxes.values()
        self._dependent = (self.closing, self.escape)
        self.append(self.tray, *self._dependent)
        for box in self._dependent:
            box.setContentsMargins(6 * GRID, 0, 0, 0)
        toggles = self.tr(
            "vaultsearch --toggle shows or hides the window; bind it to a shortcut in your "
            "desktop's settings."
        )
        no_tray = self.tr("This desktop has no tray, so closing the window quits.")
        self.explain(toggles if self.can_have_tray else no_tray)
        self.tray.setEnabled(self.can_have_tray)
        self._build_start()
        self.column.addStretch()
        self.refresh()
        for choice in self._choices.values():
            choice.activated.connect(self._commit)
        for box in self._boxes.values():
            box.clicked.connect(self._commit)

    def _add_choices(self, *names: str) -> list[QComboBox]:
        table = preference_choices()
        for name in names:
            label, values = table[name]
            self._choices[name] = choice_of(without_mnemonic(label), values)
        self.form(*((table[name][0], self._choices[name]) for name in names))
        return [self._choices[name] for name in names]

    def _build_start(self) -> None:
        self.section(self.tr("Start"))
        self.at_login = QCheckBox(self.tr("Start vaultsearch when you log in"))
        self.at_login.setEnabled(False)
        self.append(self.at_login)
        self.explain(self.tr("It starts in the tray, or minimized without a tray icon."))
        self.at_login.clicked.connect(self._change_start)
        self._background.failed.connect(lambda job, _: self._ask_start() if job == _START_JOB else None)

    def _ask_start(self) -> None:
        self._background.ask("start", self._store.storage.starts_at_login, self._show_start)

    def _show_start(self, starts: bool) -> None:
        self.at_login.setChecked(starts)
        self.at_login.setEnabled(True)

    def _change_start(self, is_enabled: bool) -> None:
        change = partial(self._store.storage.start_at_login, enabled=is_enabled)
        self._background.ask(_START_JOB, change, lambda _: self._ask_start())

    def _build_reading(self) -> None:
        self.section(self.tr("Reading notes"))
        latin = QFontDatabase.families(QFontDatabase.WritingSystem.Latin)
        # Neither hidden families nor symbol fonts.
        readable = [name for name in latin if not QFontDatabase.isPrivateFamily(name)]
        fonts = ("", self.tr("Same as the system")), *((name, name) for name in readable)
        self.reading_font = self._choices["reading_font"] = choice_of(self.tr("Font"), fonts)
        self.form((self.tr("&Font"), self.reading_font))
        (self.reading_width,) = self._add_choices("reading_width")
        self.explain(self.tr("Ctrl++ and Ctrl+- make the letters larger and smaller."))

    def refresh(self) -> None:
        """Show the stored preferences."""
        known = self._store.preferences
        # A value of another version, or a font that is gone, is shown as the first choice.
        for name, choice in self._choices.items():
            choice.setCurrentIndex(max(0, choice.findData(getattr(known, name))))
        for name, box in self._boxes.items():
            box.setChecked(getattr(known, name))
        self._enable(known)
        # Somebody may have changed it in the system's settings.
        self._ask_start()

    def _commit(self) -> None:
        chosen: dict[str, Any] = {name: choice.currentData() for name, choice in self._choices.items()}
        chosen |= {name: box.isChecked() for name, box in self._boxes.items()}
        preferences = replace(self._store.preferences, **chosen)
        self._enable(preferences)
        self.prefer(preferences)

    def _enable(self, known: Preferences) -> None:
        for box in self._dependent:
            box.setEnabled(known.tray and self.can_have_tray)
