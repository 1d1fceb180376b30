"""Settings, About: versions, and the folders of settings and logs."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSysInfo, Qt, QUrl, Signal, qVersion

from vaultsearch.core.values.extensions import listed
from vaultsearch.gui.settings.widgets import SettingsPage, button, in_a_row, label

if TYPE_CHECKING:
    from vaultsearch.core.values.extensions import Extension
    from vaultsearch.gui.engine.background import Background
    from vaultsearch.settings.protocol import Storage


class AboutPage(SettingsPage):
    """Shows the versions and buttons that show the folders."""

    folder_asked = Signal(QUrl)
    """A folder that the file manager should show."""

    def __init__(self, storage: Storage, background: Background) -> None:
        super().__init__(QCoreApplication.translate("AboutPage", "About"))
        self._storage = storage
        self._background = background

    def build(self) -> None:
        """Build the page."""
        storage = self._storage
        self.versions = label()
        self.versions.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.column.addWidget(self.versions)
        self.explain(
            self.tr("Answers from your own notes as you type, entirely on your computer. MIT License.")
        )
        self.section(self.tr("Files"))
        self.explain(
            self.tr("Settings file (edit it only while the program is closed): {}").format(
                storage.settings_file()
            )
        )
        self.explain(
            self.tr("Log of errors (contains nothing from your notes): {}").format(storage.logs_folder())
        )
        self.logs = button(self.tr("Show log"), self._show_logs)
        self.settings = button(self.tr("Show settings file"), self._show_settings)
        self.column.addWidget(in_a_row(self.settings, self.logs))
        self.extensions = label()
        self.column.addWidget(self.extensions)
        self.column.addStretch()
        # Off the window's thread, as both are read from files.
        self._background.ask(
            "versions", lambda: (_version(), QSysInfo.prettyProductName()), self._show_versions
        )
        self._background.ask("extensions", storage.list_extensions, self._show_extensions)

    def _show_versions(self, found: tuple[str, str]) -> None:
        program, system = found
        self.versions.setText(
            self.tr("vaultsearch {}\nPython {}, Qt {}, {}").format(
                program, sys.version.split()[0], qVersion(), system
            )
        )

    def _show_extensions(self, found: tuple[Extension, ...]) -> None:
        if found:
            lines = (self.tr("Extensions"), *map(listed, found))
            self.extensions.setText("\n".join(lines))

    def _show_logs(self) -> None:
        self.folder_asked.emit(QUrl.fromLocalFile(str(self._storage.logs_folder())))

    def _show_settings(self) -> None:
        self.folder_asked.emit(QUrl.fromLocalFile(str(self._storage.settings_file().parent)))


def _version() -> str:
    try:
        return version("vaultsearch")
    except PackageNotFoundError:
        return ""
