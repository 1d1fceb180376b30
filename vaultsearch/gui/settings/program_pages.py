"""Settings, Appearance, Privacy and About: looks; stored data and deletion; the installation."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSysInfo, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QHeaderView, QMessageBox, QTreeWidgetItem

from vaultsearch.gui.settings.widgets import (
    SettingsPage,
    button,
    choice_of,
    in_a_row,
    label,
    plain_tree,
    selectable,
    size_text,
)
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr, translate_message
from vaultsearch.gui.widgets import plain_box, tooltip

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.gui.background import Background
    from vaultsearch.settings.protocol import InstalledProgram, Preferences, SettingsStore, StoredThing


_START_JOB = "change start"


class AppearancePage(SettingsPage):
    """Edit preferences; changes take effect immediately."""

    preferred = Signal(object)
    """The new Preferences."""

    def __init__(self, store: SettingsStore, background: Background, *, can_have_tray: bool) -> None:
        super().__init__(tr("Appearance"), store, background)
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
        self.theme = choice_of(self.tr("Theme"), themes)
        self.language = choice_of(self.tr("Language"), languages)
        self.form((self.tr("&Theme"), self.theme), (self.tr("&Language"), self.language))
        self.explain(self.tr("Text size follows the system."))
        self._build_reading()
        self._build_list()
        self._build_opener()
        self.section(self.tr("System tray"))
        self.tray = QCheckBox(self.tr("Show a tray icon"))
        self.closing = QCheckBox(self.tr("Closing the window hides it to the tray; Ctrl+Q quits"))
        self.escape = QCheckBox(self.tr("Esc in the empty field hides the window to the tray"))
        self._dependent = (self.closing, self.escape)
        self.append(self.tray, *self._dependent)
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
        self._choices = {
            "theme": self.theme,
            "language": self.language,
            "density": self.density,
            "snippet_lines": self.snippet_lines,
            "reading_font": self.reading_font,
            "reading_width": self.reading_width,
            "opener": self.opener,
        }
        self._boxes = {"tray": self.tray, "closing_hides": self.closing, "escape_hides": self.escape}
        self.refresh()
        for choice in self._choices.values():
            choice.activated.connect(self._commit)
        for box in self._boxes.values():
            box.clicked.connect(self._commit)

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

    def _build_opener(self) -> None:
        openers = (("obsidian", "Obsidian"), ("editor", self.tr("Default editor")))
        self.opener = choice_of(self.tr("Enter opens notes in"), openers)
        self.form((self.tr("&Enter opens notes in"), self.opener))
        self.explain(self.tr("Ctrl+Enter opens them in the other one."))

    def _build_reading(self) -> None:
        self.section(self.tr("Reading notes"))
        latin = QFontDatabase.families(QFontDatabase.WritingSystem.Latin)
        # Neither hidden families nor symbol fonts.
        readable = [name for name in latin if not QFontDatabase.isPrivateFamily(name)]
        fonts = ("", self.tr("Same as the system")), *((name, name) for name in readable)
        widths = (("narrow", self.tr("Narrow")), ("medium", self.tr("Medium")), ("wide", self.tr("Wide")))
        self.reading_font = choice_of(self.tr("Font"), fonts)
        self.reading_width = choice_of(self.tr("Width of lines"), widths)
        self.form((self.tr("&Font"), self.reading_font), (self.tr("&Width of lines"), self.reading_width))
        self.explain(self.tr("Ctrl++ and Ctrl+- make the letters larger and smaller."))

    def _build_list(self) -> None:
        densities = (("comfortable", self.tr("Comfortable")), ("compact", self.tr("Compact")))
        self.section(self.tr("Results list"))
        self.density = choice_of(self.tr("Density"), densities)
        counts = tuple((count, str(count)) for count in range(1, 5))
        self.snippet_lines = choice_of(self.tr("Lines of text"), counts)
        self.form((self.tr("&Density"), self.density), (self.tr("L&ines of text"), self.snippet_lines))

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
        self._store.set_preferences(preferences)
        self._enable(preferences)
        self.preferred.emit(preferences)

    def _enable(self, known: Preferences) -> None:
        for box in self._dependent:
            box.setEnabled(known.tray and self._can_have_tray)


QUERIES = "window.recent_queries"
LEARNING = "learning.enabled"
VERSIONS = "source.versions_days"
_YEAR_IN_DAYS = "365"
_STORED_THING_ROLE = Qt.ItemDataRole.UserRole


class PrivacyPage(SettingsPage):
    """List data kept on this computer, and delete it."""

    deletion_asked = Signal(object)
    """The vault, a Path, whose index should be deleted, as confirmed by the user."""
    opened_forgotten = Signal()
    """The record of opened notes was deleted, so ranking no longer learns from it."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(tr("Privacy"), store, background)

    def build(self) -> None:
        """Build the page."""
        self.explain(
            self.tr(
                "Your notes and questions don't leave this computer, and there is no telemetry. The "
                "network is used only when you ask for it: to download a model, and to ask a language "
                "model if you set one up. Anything you open elsewhere is handled by that app."
            )
        )
        self.section(self.tr("Search history"))
        self.keep = QCheckBox(self.tr("Remember my searches, in a file only I can read"))
        self.clear = button(self.tr("Clear history"), self._forget)
        self.append(self.keep, in_a_row(self.clear))
        self.section(self.tr("Learn from what I open"))
        self.learn = QCheckBox(
            self.tr("Rank notes higher that I opened, copied or added to the basket for the same question")
        )
        self.learn.setToolTip(self.tr("Second place at most, for 60 days"))
        self.forget_all = button(self.tr("Forget all"), self._forget_opened)
        self.append(self.learn, in_a_row(self.forget_all))
        self.section(self.tr("Versions of notes"))
        self.versions = QCheckBox(self.tr("Keep what my notes were for a year, where git doesn't"))
        self.versions.setToolTip(
            self.tr("For Ctrl+H, asof:, changed: and deleted:; 200 MB at most, in a file only I can read")
        )
        self.append(self.versions)
        self.section(self.tr("Stored on this computer"))
        columns = self.tr("Item"), self.tr("Size"), self.tr("Location")
        self.list = plain_tree(self.tr("Stored on this computer"), columns)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setMinimumHeight(190)
        self.list.header().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.list.currentItemChanged.connect(lambda *_: self._enable())
        self.show_folder = button(self.tr("Show"), self._show)
        self.delete = button(self.tr("Delete index…"), self._ask_deletion)
        self.column.addWidget(self.list, 1)
        self.append(in_a_row(self.show_folder, self.delete))
        self.explain(
            self.tr(
                "An index contains the text of your notes so that they can be searched. Deleting it "
                "deletes no notes."
            )
        )
        self.column.addStretch()
        self.keep.clicked.connect(lambda on: self._commit(QUERIES, None if on else "0"))
        self.learn.clicked.connect(lambda on: self._commit(LEARNING, None if on else "false"))
        self.versions.clicked.connect(lambda on: self._commit(VERSIONS, _YEAR_IN_DAYS if on else None))
        self._enable()

    def refresh(self) -> None:
        """Show the settings, and list stored data."""
        tunables = self.tunables()
        tunable, learning = tunables.get(QUERIES), tunables.get(LEARNING)
        self.keep.setChecked(tunable is None or tunable.value != "0")
        self.keep.setEnabled(tunable is not None and tunable.source != "command line")
        # Without remembered questions there is nothing to learn from.
        self.learn.setChecked(self.keep.isChecked() and (learning is None or learning.value == "true"))
        settable = learning is not None and learning.source != "command line"
        self.learn.setEnabled(self.keep.isChecked() and settable)
        versions = tunables.get(VERSIONS)
        self.versions.setChecked(versions is not None and versions.value != "0")
        self.versions.setEnabled(versions is not None and versions.source != "command line")
        self.clear.setEnabled(self._store.has_recent_queries)
        self._background.ask("stored", self._store.storage.list_stored, self._show_stored)

    def _show_stored(self, things: tuple[StoredThing, ...]) -> None:
        self.list.clear()
        self.forget_all.setEnabled(any(thing.what == "Opened notes" for thing in things))
        for thing in things:
            what = self._name(thing)
            item = QTreeWidgetItem([what, size_text(thing.bytes), str(thing.place)])
            item.setData(0, _STORED_THING_ROLE, thing)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(0, tooltip(str(thing.vault or thing.place)))
            item.setToolTip(2, tooltip(str(thing.place)))
            self.list.addTopLevelItem(item)
        self.list.resizeColumnToContents(0)
        self.list.resizeColumnToContents(1)
        self._enable()

    def _name(self, thing: StoredThing) -> str:
        if thing.versions:
            size = size_text(thing.versions)
            return self.tr("Index of {}, with {} of versions").format(thing.what, size)
        if thing.vault is not None:
            return self.tr("Index of {}").format(thing.what)
        names = {
            "Settings": self.tr("Settings"),
            "Recent searches": self.tr("Recent searches"),
            "Opened notes": self.tr("Opened notes"),
            "Converted models": self.tr("Converted models"),
            "Logs": self.tr("Logs"),
        }
        return names.get(thing.what, thing.what)

    def _commit(self, name: str, value: str | None) -> None:
        self.changed.emit(name, value)
        self.refresh()

    def _forget(self) -> None:
        self._store.clear_recent_queries()
        self.refresh()

    def _forget_opened(self) -> None:
        def forgotten(_: None) -> None:
            self.opened_forgotten.emit()
            self.refresh()

        self._background.ask("forget opened", self._store.storage.forget_usage, forgotten)

    def _chosen(self) -> StoredThing | None:
        item = self.list.currentItem()
        return item.data(0, _STORED_THING_ROLE) if item is not None else None

    def _enable(self) -> None:
        chosen = self._chosen()
        self.show_folder.setEnabled(chosen is not None)
        self.delete.setEnabled(chosen is not None and chosen.vault is not None)

    def _show(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.ask_for(chosen.place if chosen.is_folder else chosen.place.parent)

    def _ask_deletion(self) -> None:
        chosen = self._chosen()
        if chosen is None or chosen.vault is None:
            return
        vault: Path = chosen.vault
        sentence = self.tr("Your notes are not changed. To search them again, they must be re-indexed.")
        gone = self.tr("The versions that were kept of them are deleted, too.") if chosen.versions else ""
        title, text = self.tr("Delete index"), self.tr("Delete the index of {}?").format(vault.name)
        asking = plain_box(self, title, text, " ".join(filter(None, (sentence, gone))))
        asking.setStandardButtons(QMessageBox.StandardButton.Cancel)
        delete = asking.addButton(self.tr("Delete index"), QMessageBox.ButtonRole.DestructiveRole)
        delete.clicked.connect(lambda: self.deletion_asked.emit(vault))
        for choice in asking.buttons():
            choice.setAccessibleName(choice.text())
        asking.open()


class AboutPage(SettingsPage):
    """Show the installation, and open folders and the releases page."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(tr("About"), store, background)
        self._storage = store.storage
        self._program: InstalledProgram | None = None

    def build(self) -> None:
        """Build the page."""
        storage = self._storage
        self.versions, self.installed, self.models = (selectable(label()) for _ in range(3))
        self.append(self.versions)
        self.explain(
            self.tr("Answers from your own notes as you type, entirely on your computer. MIT License.")
        )
        self.append(self.installed)
        self.missing = self.explain("")
        self.releases = button(self.tr("Show releases"), self._show_releases)
        self.notices = button(self.tr("Show licenses"), self._show_notices)
        self.append(in_a_row(self.releases, self.notices))
        self.updates = self.explain(
            self.tr("vaultsearch doesn't look for updates. The releases open in your browser.")
        )
        self.section(self.tr("Models"))
        self.models.setText(self.tr("Checking models…"))
        self.append(self.models)
        self.section(self.tr("Files"))
        self.explain(
            self.tr("Settings file (edit it only while the program is closed): {}").format(
                storage.settings_file()
            )
        )
        self.explain(
            self.tr("Log of errors (contains nothing from your notes): {}").format(storage.logs_folder())
        )
        self.logs = button(self.tr("Show log"), lambda: self.ask_for(storage.logs_folder()))
        self.settings = button(
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
        self.versions.setText(
            self.tr("vaultsearch {}\nPython {}, Qt {}, {}").format(
                program.version, sys.version.split()[0], qVersion(), system
            )
        )
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
            "cross-encoder": self.tr("the cross-encoder"),
            "chinese": self.tr("simplified for traditional characters"),
            "shortcut": self.tr("the global shortcut"),
            "ocr": self.tr("text in pictures"),
            "ask": self.tr("answers by a language model"),
            "store": self.tr("indexes in a bucket"),
        }
        named = ", ".join(words[extra] for extra in program.missing)
        sentence = self.tr("Not installed: {}.").format(named)
        return f"{sentence} {translate_message(program.remedy)}"

    def _show_releases(self) -> None:
        if self._program is not None:
            self.folder_asked.emit(QUrl(self._program.releases))

    def _show_notices(self) -> None:
        if self._program is not None and self._program.notices is not None:
            self.ask_for(self._program.notices)
