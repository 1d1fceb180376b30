"""Settings, About: the installation."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QSysInfo, QUrl, qVersion

from vaultsearch.gui.settings.widgets import SettingsPage, in_a_row, push_button, size_text, wrapped_label
from vaultsearch.gui.translations import join_sentences, join_words, tr, translate_message
from vaultsearch.gui.widgets import make_selectable

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.gui.background import Background
    from vaultsearch.settings.protocol import InstalledProgram, SettingsStore


class AboutPage(SettingsPage):
    """Show the installation, and open folders and the releases page."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(tr("About"), store, background)
        self._storage = store.storage
        self._program: InstalledProgram | None = None

    def build(self) -> None:
        """Build the page."""
        storage = self._storage
        self.versions, self.installed, self.models = (make_selectable(wrapped_label()) for _ in range(3))
        self.append(self.versions)
        about = self.tr("Answers from your own notes as you type, entirely on your computer. MIT License.")
        self.explain(about)
        self.append(self.installed)
        self.missing = self.explain("")
        self.releases = push_button(self.tr("Show releases"), self._show_releases)
        self.notices = push_button(self.tr("Show licenses"), self._show_notices)
        self.append(in_a_row(self.releases, self.notices))
        updates = self.tr("vaultsearch doesn't look for updates. The releases open in your browser.")
        self.updates = self.explain(updates)
        self.section(self.tr("Models"))
        self.models.setText(self.tr("Checking models…"))
        self.append(self.models)
        self.section(self.tr("Files"))
        settings = self.tr("Settings file (edit it only while the program is closed): {}")
        self.explain(settings.format(storage.settings_file()))
        logs = self.tr("Log of errors (contains nothing from your notes): {}")
        self.explain(logs.format(storage.logs_folder()))
        self.logs = push_button(self.tr("Show log"), lambda: self.ask_for(storage.logs_folder()))
        self.settings = push_button(
            self.tr("Show settings file"), lambda: self.ask_for(storage.settings_file().parent)
        )
        self.append(in_a_row(self.settings, self.logs))
        self.column.addStretch()
        for part in (self.missing, self.releases, self.notices, self.updates):
            part.hide()
        # Off the window's thread, as all of it is read from files.
        self._background.ask(
            "program", lambda: (storage.describe_program(), QSysInfo.prettyProductName()), self._show_program
        )

    def _show_program(self, program_and_text: tuple[InstalledProgram, str]) -> None:
        self._program, system = program_and_text
        program = self._program
        versions = program.version, sys.version.split()[0], qVersion(), system
        self.versions.setText(self.tr("vaultsearch {}\nPython {}, Qt {}, {}").format(*versions))
        kinds = {
            "application": self.tr("Installed as an application, in {}"),
            "AppImage": self.tr("Started from an AppImage"),
            "package": self.tr("Installed as a package of the system, in {}"),
            "pipx": self.tr("Installed with pipx, in {}"),
            "uv": self.tr("Installed with uv, in {}"),
            "pip": self.tr("Installed with pip, in {}"),
        }
        self.installed.setText(kinds[program.kind].format(program.place))
        self.missing.setText(self._missing(program))
        self.missing.setVisible(bool(program.missing))
        for part in (self.releases, self.updates):
            part.setVisible(bool(program.releases))
        self.notices.setVisible(program.notices is not None)
        # Not before: it takes longer, and would keep the rest waiting.
        self._background.ask("weight of models", self._storage.weigh_models, self._show_models)

    def _show_models(self, models: tuple[tuple[str, int, Path], ...]) -> None:
        words = {
            "installed": self.tr("{}, installed: {}"),
            "converted": self.tr("{}, converted: {}"),
            "downloaded": self.tr("{}, downloaded: {}"),
        }
        lines = [words[source].format(size_text(size), folder) for source, size, folder in models]
        self.models.setText("\n".join(lines) or self.tr("No models on this computer."))

    def _missing(self, program: InstalledProgram) -> str:
        words = {
            "models": self.tr("other models and GPUs"),
            "chinese": self.tr("simplified for traditional characters"),
            "shortcut": self.tr("the global shortcut"),
            "ocr": self.tr("text in pictures"),
            "ask": self.tr("answers by a language model"),
            "store": self.tr("indexes in a bucket"),
        }
        named = join_words(words[extra] for extra in program.missing)
        return join_sentences(self.tr("Not installed: {}.").format(named), translate_message(program.remedy))

    def _show_releases(self) -> None:
        if self._program is not None:
            self.folder_asked.emit(QUrl(self._program.releases))

    def _show_notices(self) -> None:
        if self._program is not None and self._program.notices is not None:
            self.ask_for(self._program.notices)
