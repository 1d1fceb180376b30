"""A note's past: the strip above an old version, and the dialog with versions and changes."""

from __future__ import annotations

from datetime import date
from html import escape
from itertools import groupby

from PySide6.QtCore import QLocale, Qt, QTime, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QPalette, QShortcut, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QWidget,
)

from vaultsearch.core.values.context import ComparedSentence, TextComparison
from vaultsearch.core.values.note import Preview
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.values.times import ChangeKind, NoteDifference, NoteVersion, PastKind, PastNote
from vaultsearch.gui import phrases
from vaultsearch.gui.actions import native_keys
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.annotations import select_in_sight
from vaultsearch.gui.reading.places import AskingDialog
from vaultsearch.gui.rows.row_texts import SEPARATOR, short_date
from vaultsearch.gui.rows.two_line_rows import BESIDE_ROLE, SECOND_ROLE, TwoLineDelegate
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, MARK_ROLE, SELECTED_SHARE, mix_colors
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import (
    Dialog,
    DialogButtons,
    column_of,
    fill_split,
    ignore_drops,
    plain_label,
    row_of,
    show_rows_only,
    text_field,
)


class PastBanner(QWidget):
    """Shown only above a note from the past, or one that is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("past_banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._past: PastNote | None = None
        self._is_gone = False
        self.sentence = plain_label(wraps=True)
        self.changes, self.copy = QPushButton(), QPushButton()
        parts = (self.sentence, 1), self.changes, self.copy
        row_of(*parts, within=self, margins=0, spacing=2 * GRID)
        keep_translated(self, self._set_texts)

    def show_past(self, past: PastNote | None, *, is_gone: bool = False) -> None:
        """Show the date of the shown note, or that it is gone; otherwise hide the strip."""
        self._past, self._is_gone = past, is_gone
        self.setVisible(past is not None or is_gone)
        self.changes.setVisible(past is not None)
        self.copy.setVisible(past is not None and past.kind is not PastKind.CHANGED)
        self._set_texts()

    def _set_texts(self) -> None:
        sentence = "" if self._past is None else phrases.describe_past_note(self._past)
        if self._is_gone:
            sentence = self.tr("This note was deleted, moved or renamed")
        self.sentence.setText(sentence[:1].upper() + sentence[1:])
        is_change = self._past is not None and self._past.kind is PastKind.CHANGED
        self.changes.setText(self.tr("This change") if is_change else self.tr("Changes since"))
        self.copy.setText(self.tr("Copy the old text"))


_VERSIONS, _DIFFERENCE, _VERSIONS_WITH = "versions", "difference", "versions with"
HISTORY_JOBS = (_VERSIONS, _DIFFERENCE, _VERSIONS_WITH)
"""Engine jobs with failures shown in this dialog."""
_VERSION_ROLE = Qt.ItemDataRole.UserRole
_TYPED_MS = 200


class HistoryDialog(AskingDialog):
    """Asks ``engine`` for a note's versions, and shows the changes since the shown one."""

    def __init__(self, engine: EngineThread, note: Preview, parent: QWidget) -> None:
        super().__init__(tr("Versions of “{}”").format(note.title), 960, 600, parent)
        self._engine, self._path = engine, note.path
        self._past = note.past
        self._known: tuple[NoteVersion, ...] = ()
        self._old = ""
        self.words = text_field(self.tr("Versions with these words"), clearable=True)
        self.versions = QListWidget()
        self.versions.setItemDelegate(TwoLineDelegate(self.versions))
        show_rows_only(self.versions)
        self.versions.setAccessibleName(self.tr("Versions"))
        self.versions.setToolTip(self.tr("Choose two with Ctrl to compare them with each other"))
        self.versions.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.text = _text_field(self.tr("Changes since this version"))
        self.notice = plain_label(self.tr("Reading the history…"), tone="secondary", wraps=True)
        ignore_drops(self.versions)
        ignore_drops(self.versions.viewport())
        beside = QWidget()
        column_of(self.words, (self.versions, 1), within=beside, margins=0)
        split = QSplitter(Qt.Orientation.Horizontal)
        fill_split(split, (beside, 0, 80 * GRID), (self.text, 1, 160 * GRID))
        buttons = DialogButtons(self)
        self.copy = buttons.action(self.tr("Copy the old text"))
        self.copy.setEnabled(False)
        self._changes: list[tuple[int, int]] = []
        self._shown_change = -1
        self.steps = [buttons.action(self.tr("Previous change")), buttons.action(self.tr("Next change"))]
        for step, key, button in zip((-1, 1), ("Shift+F3", "F3"), self.steps, strict=True):
            # A button's own shortcut waits for its animation, and misses a key that is pressed again.
            QShortcut(QKeySequence(key), self).activated.connect(button.click)
            button.setToolTip(native_keys(key))
            button.setEnabled(False)
            button.clicked.connect(lambda _, step=step: self._step(step))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._old))
        column_of(self.notice, (split, 1), buttons, within=self, spacing=2 * GRID)
        self._typed = QTimer(self, interval=_TYPED_MS, singleShot=True)
        self._typed.timeout.connect(self._find_words)
        self.words.textChanged.connect(lambda _: self._typed.start())
        self.versions.itemSelectionChanged.connect(self._ask_difference)
        self.follow(engine, HISTORY_JOBS, self.notice.setText)
        engine.ask(_VERSIONS, lambda vault: vault.history.versions(note.path), self._list_versions)

    def _list_versions(self, versions: tuple[NoteVersion, ...]) -> None:
        self._known = versions
        self._show_count(len(versions))
        for version in versions:
            committed = version.date.astimezone()
            day = short_date(committed.date(), date.today())
            time = QLocale().toString(QTime(committed.hour, committed.minute), QLocale.FormatType.ShortFormat)
            counts = f"+{version.added} −{version.removed}" if version.added or version.removed else ""
            texts = f"{day}, {time}", counts if version.blob else self.tr("deleted"), version.subject
            item = QListWidgetItem(texts[0])
            item.setData(BESIDE_ROLE, texts[1])
            item.setData(SECOND_ROLE, texts[2])
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, texts)))
            item.setData(_VERSION_ROLE, version)
            self.versions.addItem(item)
        # Choose the version on the shown day; for a change, the one before as well.
        past = self._past
        days = enumerate(version.date.date() for version in versions)
        row = 0 if past is None else next((row for row, day in days if day <= past.day), 0)
        self.versions.setCurrentRow(row)
        if past is not None and past.kind is PastKind.CHANGED and row + 1 < len(versions):
            # With both selected, the change between them is shown.
            self.versions.item(row + 1).setSelected(True)
        self.versions.setFocus()

    def _show_count(self, count: int) -> None:
        none = self.tr("This note has no versions: its folder is in no git repository, or it is new there.")
        self.notice.setText(self.tr("%Ln version(s)", "", count) if self._known else none)

    def _find_words(self) -> None:
        """Show the versions with the typed words; without words, all."""
        words, known = self.words.text().strip(), self._known
        if not words:
            self._engine.drop(_VERSIONS_WITH)
            self._show_versions(tuple(version.commit for version in known))
            return
        path, show = self._path, self._show_versions
        self._engine.ask(_VERSIONS_WITH, lambda vault: vault.history.versions_with(path, known, words), show)

    def _show_versions(self, commits: tuple[str, ...]) -> None:
        items = [self.versions.item(row) for row in range(self.versions.count())]
        shown = [item for item in items if item.data(_VERSION_ROLE).commit in commits]
        for item in items:
            item.setHidden(item not in shown)
        self._show_count(len(shown))
        if shown and not any(item in shown for item in self.versions.selectedItems()):
            self.versions.setCurrentItem(shown[0])

    def _ask_difference(self) -> None:
        self.copy.setEnabled(False)
        chosen = [item.data(_VERSION_ROLE) for item in self.versions.selectedItems()]
        if not chosen:
            return
        # The versions are listed latest first.
        older, *others = sorted(chosen, key=self._known.index, reverse=True)
        later = others[-1] if others else None
        path, show = self._path, self._show_difference
        self._engine.ask(_DIFFERENCE, lambda vault: vault.history.difference(path, older, later), show)

    def _show_difference(self, difference: NoteDifference) -> None:
        base, accent = (self.palette().color(role) for role in (QPalette.ColorRole.Base, ACCENT_ROLE))
        added = mix_colors(base, accent, 2 * SELECTED_SHARE)
        styles = {kind: QTextCharFormat() for kind in ChangeKind}
        styles[ChangeKind.ADDED].setBackground(added)
        styles[ChangeKind.REMOVED].setFontStrikeOut(True)
        self.text.clear()
        self._changes, self._shown_change = [], -1
        cursor = QTextCursor(self.text.document())
        cursor.beginEditBlock()
        # Other words in the place of some are one change.
        for is_same, changes in groupby(difference.changes, lambda change: change.kind is ChangeKind.SAME):
            start = cursor.position()
            for change in changes:
                cursor.insertText(change.text, styles[change.kind])
            if not is_same:
                self._changes.append((start, cursor.position()))
        cursor.endEditBlock()
        self._step(1)
        self._old = difference.before
        self.copy.setEnabled(bool(self._old))

    def _step(self, step: int) -> None:
        """Show the next change, or for ``step`` -1 the previous; the first follows the last."""
        for button in self.steps:
            button.setEnabled(bool(self._changes))
        if self._changes:
            self._shown_change = (self._shown_change + step) % len(self._changes)
            start, end = self._changes[self._shown_change]
            change = QTextCursor(self.text.document())
            change.setPosition(end)
            # Its beginning is to be seen, however long it is.
            change.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
            select_in_sight(self.text, change)


_COMPARISON = "comparison"
_COLOURED = "<span style='background: {colour}'>{text}</span>"


class ComparisonDialog(Dialog):
    """Asks ``engine`` to compare two passages, and shows their sentences side by side."""

    def __init__(self, engine: EngineThread, first: Chunk, second: Chunk, parent: QWidget) -> None:
        super().__init__(tr("Compare passages"), 960, 600, parent)
        titles = [SEPARATOR.join((chunk.title, *chunk.heading_path[-1:])) for chunk in (first, second)]
        self.sides = [_text_field(title) for title in titles]
        columns = QHBoxLayout()
        columns.setSpacing(3 * GRID)
        for side, title in zip(self.sides, titles, strict=True):
            columns.addLayout(column_of(plain_label(title, wraps=True), (side, 1)), 1)
        self.key = plain_label(scale="small", tone="secondary", wraps=True)
        self.key.setTextFormat(Qt.TextFormat.RichText)
        buttons = DialogButtons(self)
        column_of((columns, 1), self.key, buttons, within=self, spacing=2 * GRID)
        self.finished.connect(lambda _: engine.drop(_COMPARISON))
        texts = first.text, second.text
        engine.ask(_COMPARISON, lambda vault: vault.excerpts.compared(*texts), self._show_difference)

    def _show_difference(self, comparison: TextComparison) -> None:
        base, accent = (self.palette().color(role) for role in (QPalette.ColorRole.Base, ACCENT_ROLE))
        alone = mix_colors(base, accent, SELECTED_SHARE).name()
        changed = self.palette().color(MARK_ROLE).name()
        for side, sentences in zip(self.sides, (comparison.first, comparison.second), strict=True):
            paragraphs = (f"<p>{_sentence_html(sentence, alone, changed)}</p>" for sentence in sentences)
            side.setHtml("".join(paragraphs))
        shared = sum(sentence.counterpart is not None for sentence in comparison.first)
        in_both = self.tr("%Ln sentence(s) in both", "", shared)
        only = _COLOURED.format(colour=alone, text=f"&nbsp;{escape(self.tr('only here'))}&nbsp;")
        other = _COLOURED.format(colour=changed, text=f"&nbsp;{escape(self.tr('other words'))}&nbsp;")
        self.key.setText(" · ".join((escape(in_both), only, other)))


def _text_field(name: str) -> QTextBrowser:
    field = QTextBrowser()
    field.setAccessibleName(name)
    field.setOpenLinks(False)
    ignore_drops(field)
    ignore_drops(field.viewport())
    return field


def _sentence_html(sentence: ComparedSentence, alone: str, changed: str) -> str:
    if sentence.counterpart is None:
        return _COLOURED.format(colour=alone, text=escape(sentence.text))
    html, end = "", 0
    for span in sentence.changes:
        html += escape(sentence.text[end : span.start])
        html += _COLOURED.format(colour=changed, text=escape(sentence.text[span.start : span.end]))
        end = span.end
    return html + escape(sentence.text[end:])
