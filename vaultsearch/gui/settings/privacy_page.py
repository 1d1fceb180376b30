"""Settings, Privacy: stored data and deletion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QHeaderView, QMessageBox, QTreeWidgetItem

from vaultsearch.gui.settings.widgets import (
    NUMBER_ALIGNMENT,
    SettingsPage,
    in_a_row,
    plain_tree,
    push_button,
    size_text,
    wrapped_label,
)
from vaultsearch.gui.translations import join_sentences
from vaultsearch.gui.widgets import literal_tooltip, open_box, plain_box, text_field
from vaultsearch.settings.protocol import StoredThing

RECENT_QUERIES = "window.recent_queries"
LEARNING_ENABLED = "learning.enabled"
VERSIONS_DAYS = "source.versions_days"

_YEAR_IN_DAYS = "365"
_STORED_THING_ROLE = Qt.ItemDataRole.UserRole


class PrivacyPage(SettingsPage):
    """List data kept on this computer, and delete it."""

    _served = "", ""

    def build(self) -> None:
        """Build the page."""
        network = self.tr(
            "Your notes and questions don't leave this computer, and there is no telemetry. The "
            "network is used only when you ask for it: to download a model, and to ask a language "
            "model if you set one up. Anything you open elsewhere is handled by that app."
        )
        self.explain(network)
        self.section(self.tr("Search history"))
        self.keep = QCheckBox(self.tr("Remember my searches, in a file only I can read"))
        self.clear = push_button(self.tr("Clear history"), self._store.clear_recent_queries)
        self.clear.clicked.connect(self.refresh)
        self.append(self.keep, in_a_row(self.clear))
        self.section(self.tr("Learn from what I open"))
        self.learn = QCheckBox(
            self.tr("Rank notes higher that I opened, copied or added to the basket for the same question")
        )
        self.learn.setToolTip(self.tr("Second place at most, for 60 days"))
        self.forget_all = push_button(self.tr("Forget all"), self._forget_opened)
        self.append(self.learn, in_a_row(self.forget_all))
        self.section(self.tr("Versions of notes"))
        self.versions = QCheckBox(self.tr("Keep what my notes were for a year, where git doesn't"))
        self.versions.setToolTip(
            self.tr("For Ctrl+H, asof:, changed: and deleted:; 200 MB at most, in a file only I can read")
        )
        self.append(self.versions)
        self.section(self.tr("Other programs"))
        self.serves = QCheckBox(self.tr("Let other programs search"))
        self.token = text_field(self.tr("Token"))
        self.token.setReadOnly(True)
        clipboard = QGuiApplication.clipboard()
        self.copy_token = push_button(self.tr("Copy token"), lambda: clipboard.setText(self.token.text()))
        self.address = wrapped_label(tone="secondary")
        self.access = in_a_row(self.token, self.copy_token)
        self.append(self.serves, self.access, self.address)
        self.serves.clicked.connect(
            lambda is_allowed: self.prefer(replace(self._store.preferences, serves=is_allowed))
        )
        self.section(self.tr("Stored on this computer"))
        columns = self.tr("Item"), self.tr("Size"), self.tr("Location")
        self.list = plain_tree(self.tr("Stored on this computer"), columns, (1,))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setMinimumHeight(190)
        self.list.header().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.list.currentItemChanged.connect(lambda *_: self._enable())
        self.show_folder = push_button(self.tr("Show"), self._show)
        self.delete = push_button(self.tr("Delete index…"), self._ask_deletion)
        self.column.addWidget(self.list, 1)
        self.append(in_a_row(self.show_folder, self.delete))
        indexes = self.tr(
            "An index contains the text of your notes so that they can be searched. Deleting it "
            "deletes no notes."
        )
        self.explain(indexes)
        self.column.addStretch()
        self.keep.clicked.connect(lambda on: self._commit(RECENT_QUERIES, None if on else "0"))
        self.learn.clicked.connect(lambda on: self._commit(LEARNING_ENABLED, None if on else "false"))
        self.versions.clicked.connect(lambda on: self._commit(VERSIONS_DAYS, _YEAR_IN_DAYS if on else None))
        self._enable()

    def refresh(self) -> None:
        """Show the settings, and list stored data."""
        tunables = self.tunables()
        boxes = {RECENT_QUERIES: self.keep, LEARNING_ENABLED: self.learn, VERSIONS_DAYS: self.versions}
        for name, box in boxes.items():
            box.setChecked(tunables[name].value not in ("0", "false"))
            box.setEnabled(tunables[name].source != "command line")
        if not self.keep.isChecked():
            # Without remembered questions there is nothing to learn from.
            self.learn.setChecked(False)
            self.learn.setEnabled(False)
        self.clear.setEnabled(self._store.has_recent_queries)
        self.serves.setChecked(self._store.preferences.serves)
        self.show_server(*self._served)
        self._background.ask("stored", self._store.storage.list_stored, self._show_stored)

    def show_server(self, address: str, token: str) -> None:
        """Show where programs find the server, and the token that they need; "" for none."""
        self._served = address, token
        if not self.built:
            return
        self.token.setText(token)
        self.access.setVisible(bool(token))
        waiting = self.tr("Such as the plugin for Obsidian: on this computer alone, and only with a token.")
        ready = self.tr("They find the vault at {}, and need the token. They can't change anything.")
        self.address.setText(ready.format(address) if address else waiting)

    def _show_stored(self, things: tuple[StoredThing, ...]) -> None:
        self.list.clear()
        self.forget_all.setEnabled(any(thing.what == "Opened notes" for thing in things))
        for thing in things:
            what = self._name(thing)
            item = QTreeWidgetItem([what, size_text(thing.bytes), str(thing.place)])
            item.setData(0, _STORED_THING_ROLE, thing)
            item.setTextAlignment(1, NUMBER_ALIGNMENT)
            item.setToolTip(0, literal_tooltip(str(thing.vault or thing.place)))
            item.setToolTip(2, literal_tooltip(str(thing.place)))
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
        self.signals.tuned.emit(name, value)
        self.refresh()

    def _forget_opened(self) -> None:
        def forgotten(_: None) -> None:
            self.signals.searching_changed.emit()
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
        asking = plain_box(self, title, text, join_sentences(sentence, gone))
        open_box(asking, title, lambda: self.signals.deletion_asked.emit(vault))
        asking.setDefaultButton(QMessageBox.StandardButton.Cancel)
