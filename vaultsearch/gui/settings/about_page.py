"""Settings, About: the installation."""

from __future__ import annotations

import sys

from PySide6.QtCore import QSysInfo, QUrl, qVersion

from vaultsearch.gui.settings.widgets import SettingsPage, in_a_row, push_button, wrapped_label
from vaultsearch.gui.translations import join_sentences, join_words, translate_message
from vaultsearch.gui.widgets import make_selectable
from vaultsearch.settings.protocol import InstalledProgram


class AboutPage(SettingsPage):
    """Show the installation, and open folders and the releases page."""

    def build(self) -> None:
        """Build the page."""
        storage = self._store.storage
        self._releases, self._notices = QUrl(), QUrl()
        self.versions, self.installed = make_selectable(wrapped_label()), make_selectable(wrapped_label())
        self.append(self.versions)
        self.explain(
            self.tr("Answers from your own notes as you type, entirely on your computer. MIT License.")
        )
        self.append(self.installed)
        self.missing = self.explain("")
        show = self.signals.folder_asked.emit
        self.releases = push_button(self.tr("Show releases"), lambda: show(self._releases))
        self.notices = push_button(self.tr("Show licenses"), lambda: show(self._notices))
        self.append(in_a_row(self.releases, self.notices))
        self.updates = self.explain(
            self.tr("vaultsearch doesn't look for updates. The releases open in your browser.")
        )
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
        program, system = program_and_text
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
        self._releases, self._notices = QUrl(program.releases), QUrl.fromLocalFile(str(program.notices))
        for part in (self.releases, self.updates):
            part.setVisible(bool(program.releases))
        self.notices.setVisible(program.notices is not None)

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
