"""A note's versions, and what has changed since the chosen one, by words."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.core.values.history import ChangeKind
from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID, SELECTED_SHARE, mixed
from vaultsearch.gui.translations import translate_error
from vaultsearch.gui.widgets import ignore_drops, plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.history import NoteDifference, NoteVersion
    from vaultsearch.gui.engine.engine_thread import EngineThread, Trouble

_VERSIONS, _DIFFERENCE = "versions", "difference"
JOBS = (_VERSIONS, _DIFFERENCE)
"""Jobs whose failures this dialog tells."""
_SPAN, _LINES = "<span style='{style}'>{text}</span>", "<div style='white-space: pre-wrap'>{text}</div>"
_VERSION_ROLE = Qt.ItemDataRole.UserRole


class HistoryDialog(QDialog):
    """Asks ``engine`` for the versions of the note at ``path``, and shows what changed since one."""

    def __init__(self, engine: EngineThread, path: str, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Versions of “{}”").format(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(960, 600)
        self._engine, self._path = engine, path
        self.versions = QListWidget()
        self.versions.setSpacing(GRID)
        self.versions.setAccessibleName(self.tr("Versions"))
        self.text = QTextBrowser()
        self.text.setAccessibleName(self.tr("Changes since this version"))
        self.text.setOpenLinks(False)
        self.notice = plain_label(self.tr("Reading the history…"), tone="secondary", wraps=True)
        for field in (self.versions, self.text):
            ignore_drops(field)
            ignore_drops(field.viewport())
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.versions)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([80 * GRID, 160 * GRID])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(self.tr("Copy the old text"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.setAutoDefault(False)
        self.copy.setEnabled(False)
        self.copy.clicked.connect(self._copy)
        for button in buttons.buttons():
            button.setAccessibleName(button.text())
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(2 * GRID)
        column.addWidget(self.notice)
        column.addWidget(split, 1)
        column.addWidget(buttons)
        self._old = ""
        self.versions.currentItemChanged.connect(self._ask)
        self.finished.connect(self._leave)
        engine.failed.connect(self._refuse)
        engine.ask(_VERSIONS, lambda vault: vault.history.versions(path), self._list)

    def _list(self, versions: tuple[NoteVersion, ...]) -> None:
        self.notice.setText(
            self.tr("%Ln version(s)", "", len(versions))
            if versions
            else self.tr("This note has no versions: its folder is in no git repository, or it is new there.")
        )
        for version in versions:
            committed = QDateTime.fromSecsSinceEpoch(round(version.date.timestamp()))
            moment = QLocale().toString(committed, QLocale.FormatType.ShortFormat)
            lines = f"+{version.added} −{version.removed}" if version.blob else self.tr("deleted")
            item = QListWidgetItem(f"{moment}  {lines}\n{version.subject}")
            item.setData(_VERSION_ROLE, version)
            self.versions.addItem(item)
        self.versions.setCurrentRow(0)
        self.versions.setFocus()

    def _ask(self, item: QListWidgetItem | None) -> None:
        self.copy.setEnabled(False)
        if item is None:
            return
        version: NoteVersion = item.data(_VERSION_ROLE)
        self._engine.ask(_DIFFERENCE, lambda vault: vault.history.difference(self._path, version), self._show)

    def _show(self, difference: NoteDifference) -> None:
        palette = self.palette()
        base = palette.color(QPalette.ColorRole.Base)
        added = mixed(base, palette.color(ACCENT_ROLE), 2 * SELECTED_SHARE).name()
        styles = {
            ChangeKind.SAME: "",
            ChangeKind.ADDED: f"background: {added}",
            ChangeKind.REMOVED: "text-decoration: line-through",
        }
        spans = (
            _SPAN.format(style=styles[change.kind], text=escape(change.text)) for change in difference.changes
        )
        self.text.setHtml(_LINES.format(text="".join(spans)))
        self._old = difference.before
        self.copy.setEnabled(bool(self._old))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._old)

    def _refuse(self, trouble: Trouble) -> None:
        if trouble.job in JOBS:
            self.notice.setText(translate_error(trouble.sentence, trouble.remedy))

    def _leave(self) -> None:
        self._engine.drop(_VERSIONS)
        self._engine.drop(_DIFFERENCE)
