"""Settings, Vaults, Files and Exclusions: folders and file kinds to search, and exclusion rules."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPlainTextEdit, QSpinBox, QTreeWidgetItem, QWidget

from vaultsearch.core.values.components import NONE
from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.gui import phrases
from vaultsearch.gui.file_kinds import covered, kind_name, unread
from vaultsearch.gui.rows.row_painter import short_date
from vaultsearch.gui.settings.parameters_page import ParameterRow
from vaultsearch.gui.settings.widgets import (
    SettingsPage,
    button,
    ignore_wheel,
    in_a_row,
    label,
    plain_tree,
    size_text,
)
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr, translate_message
from vaultsearch.gui.widgets import column_of, ignore_drops, plain_label, tooltip

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.sync import IndexStatus, KindCount
    from vaultsearch.gui.background import Background
    from vaultsearch.settings.protocol import RuleSource, SettingsStore, Tunable, VaultFacts


_PATH_ROLE = Qt.ItemDataRole.UserRole
_NUMBER_COLUMNS = (1, 2, 3)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class VaultsPage(SettingsPage):
    """List vaults, latest first."""

    open_asked = Signal(object)
    """The vault, a Path, that should be opened."""
    add_asked = Signal()
    """The user wants to choose another folder."""
    forgotten = Signal()
    """A vault was taken off the list."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(tr("Vaults"), store, background)
        self._open: Path | None = None
        columns = self.tr("Vault"), self.tr("Notes"), self.tr("Files"), self.tr("Index size")
        self.list = plain_tree(self.title, (*columns, self.tr("Last change"), self.tr("State")))
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setMinimumHeight(45 * GRID)
        self.list.header().setAccessibleName(self.title)
        self.list.itemActivated.connect(lambda *_: self._ask_open())
        self.list.itemSelectionChanged.connect(self._enable)
        self.open = button(self.tr("Open"), self._ask_open)
        self.add = button(self.tr("Add a folder…"), self.add_asked.emit)
        self.forget = button(
            self.tr("Remove from list"),
            self._forget,
            self.tr("Your notes and their index stay; delete the index under Privacy"),
        )
        self.explain(self.tr("Folders you have opened. Nothing is ever written to them."))
        self.column.addWidget(self.list, 1)
        self.append(in_a_row(self.open, self.add, self.forget))
        self.column.addStretch()

    def show_vault(self, vault: Path | None) -> None:
        """Mark the open vault, if any."""
        self._open = vault
        self.refresh()

    def refresh(self) -> None:
        """List vaults, and request details from the disk."""
        chosen = self._chosen()
        self.list.clear()
        vaults = self._store.vaults
        for vault in vaults:
            item = QTreeWidgetItem([vault.name])
            item.setData(0, _PATH_ROLE, vault)
            item.setToolTip(0, tooltip(str(vault)))
            self.list.addTopLevelItem(item)
            # The rest is read from the disk and comes later.
            self._show_facts(item, None)
            if vault == chosen:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None:
            self.list.setCurrentIndex(self.list.model().index(0, 0))
        self._enable()
        storage = self._store.storage
        self._background.ask("vaults page", lambda: storage.describe_vaults(vaults), self._take_facts)

    def _take_facts(self, all_facts: tuple[VaultFacts, ...]) -> None:
        facts = {vault_facts.folder: vault_facts for vault_facts in all_facts}
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None:
                self._show_facts(item, facts.get(item.data(0, _PATH_ROLE)))
        for column in range(self.list.columnCount()):
            self.list.resizeColumnToContents(column)

    def _show_facts(self, item: QTreeWidgetItem, facts: VaultFacts | None) -> None:
        state = self.tr("open") if item.data(0, _PATH_ROLE) == self._open else ""
        shown = ["", "", "", "", state]
        if facts is not None:
            # Relative to a distant year, so that the year is always shown.
            changed = facts.changed and short_date(facts.changed.astimezone().date(), date.min)
            count = phrases.number(facts.notes) if facts.is_there or facts.notes else ""
            size = size_text(facts.bytes) if facts.bytes else ""
            files = phrases.number(facts.files) if facts.files else ""
            shown = [count, files, size, changed or "", ", ".join(filter(None, (state, self._state(facts))))]
        for column, text in enumerate(shown, start=1):
            item.setText(column, text)
            item.setTextAlignment(column, _RIGHT if column in _NUMBER_COLUMNS else _LEFT)

    def _state(self, facts: VaultFacts) -> str:
        if not facts.is_there:
            return self.tr("unavailable; connect its drive")
        if facts.is_published:
            return self.tr("published by another computer")
        if not facts.is_indexed:
            return self.tr("not indexed yet")
        if facts.waiting:
            total = facts.notes + facts.files
            return self.tr("{} of %Ln file(s) indexed", None, total).format(
                phrases.number(max(0, total - facts.waiting))
            )
        return self.tr("indexed") if facts.is_complete else self.tr("indexing isn't finished")

    def _chosen(self) -> Path | None:
        items = self.list.selectedItems()
        return Path(items[0].data(0, _PATH_ROLE)) if items else None

    def _enable(self) -> None:
        chosen = self._chosen()
        self.open.setEnabled(chosen is not None and chosen != self._open)
        self.forget.setEnabled(chosen is not None and chosen != self._open)

    def _ask_open(self) -> None:
        chosen = self._chosen()
        if chosen is not None and chosen != self._open:
            self.open_asked.emit(chosen)

    def _forget(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self._store.remove_vault(chosen)
            self.refresh()
            self.forgotten.emit()


_MAX_FILE_MB = 2000
_ON = "true"


class FilesPage(SettingsPage):
    """Enable kinds of files, and limit their size."""

    failures_asked = Signal(object)
    """The files of an IndexStatus that could not be read are to be shown."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(tr("Files"), store, background)
        self._status: IndexStatus | None = None
        self.rows: dict[FileKind, KindRow] = {}

    def build(self) -> None:
        """Build the page."""
        self.explain(
            self.tr("Other files in the vault are searched like notes. Excluded folders stay excluded.")
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.setColumnStretch(1, 1)
        for number, kind in enumerate(kind for kind in FileKind if kind not in NOTE_KINDS):
            self.rows[kind] = row = KindRow(kind)
            row.switched.connect(self._switch_kinds)
            grid.addWidget(row.on, number, 0)
            grid.addWidget(row.state, number, 1, Qt.AlignmentFlag.AlignVCenter)
        self.column.addLayout(grid)
        self.sizes = {
            "files.document_mb": SizeRow(self.tr("Largest PDF, book or presentation")),
            "files.other_mb": SizeRow(self.tr("Largest note or other file")),
        }
        limits = QGridLayout()
        limits.setHorizontalSpacing(4 * GRID)
        limits.setColumnStretch(2, 1)
        for number, size in enumerate(self.sizes.values()):
            size.changed.connect(self.changed)
            limits.addWidget(size.name, number, 0)
            limits.addWidget(size.limit, number, 1)
        self.column.addSpacing(GRID)
        self.column.addLayout(limits)
        self.unread = plain_label(scale="small", tone="secondary", wraps=True)
        self.append(self.unread)
        self.recognition = RecognitionRow()
        self.recognition.changed.connect(self.changed)
        self.column.addSpacing(2 * GRID)
        self.append(self.recognition.on, self.recognition.state)
        self.failures = button(self.tr("Show problems…"), lambda: self.failures_asked.emit(self._status))
        self.column.addSpacing(GRID)
        self.column.addWidget(self.failures, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch()

    def refresh(self) -> None:
        """Show switches and counts."""
        tunables = self.tunables()
        counts = {kind.kind: kind for kind in self._status.kinds} if self._status else {}
        kinds = tunables["files.kinds"].value.split("+")
        for kind, row in self.rows.items():
            row.on.setChecked(kind.value in kinds)
            row.show_count(counts.get(kind), recognizes=tunables["files.recognize_text"].value == _ON)
        for name, size in self.sizes.items():
            size.show_tunable(tunables[name])
        self.unread.setText(unread(self._status.unread_endings) if self._status else "")
        self.unread.setVisible(bool(self.unread.text()))
        self.recognition.show_state(tunables["files.recognize_text"], self._status)
        self.failures.setVisible(self._status is not None and bool(self._status.failed))

    def commit(self) -> None:
        """Commit the value in a focused field."""
        if self.built:
            for size in self.sizes.values():
                size.commit()

    def show_status(self, status: IndexStatus | None) -> None:
        """Show how many of the open vault's files are read."""
        self._status = status
        if self.built:
            self.refresh()

    def _switch_kinds(self) -> None:
        kinds = [kind.value for kind, row in self.rows.items() if row.on.isChecked()]
        value = "+".join(kinds) or NONE
        self.set_tunable(self.tunables()["files.kinds"], value)


class KindRow(QObject):
    """A kind's switch and count of read files."""

    switched = Signal(bool)

    def __init__(self, kind: FileKind) -> None:
        super().__init__()
        name = kind_name(kind)
        self.on = QCheckBox(name)
        self.on.setAccessibleName(name)
        self.on.clicked.connect(self.switched)
        self.state = plain_label(scale="small", tone="secondary", wraps=True)

    def show_count(self, count: KindCount | None, *, recognizes: bool) -> None:
        """Show how many files are read; nothing if unknown or none."""
        self.state.setText(covered((count,), recognizes=recognizes) if count is not None else "")


class SizeRow(QObject):
    """Edit the maximum size of files."""

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._largest: Tunable | None = None
        self.name = plain_label(name)
        self.limit = QSpinBox()
        self.limit.setRange(1, _MAX_FILE_MB)
        self.limit.setSuffix(self.tr(" MB"))
        self.limit.setAccessibleName(name)
        ignore_wheel(self.limit)
        self.limit.editingFinished.connect(self.commit)

    def show_tunable(self, largest: Tunable) -> None:
        """Show the parameter's value."""
        self._largest = largest
        self.limit.setValue(int(largest.value))

    def commit(self) -> None:
        """Emit the limit if changed."""
        value = str(self.limit.value())
        if self._largest is not None and value != self._largest.value:
            self.changed.emit(self._largest.name, None if value == self._largest.default else value)


class RecognitionRow(QObject):
    """Switch for text recognition, with progress or expected time."""

    changed = Signal(str, object)
    """The parameter's name and its new value as text, None for the default."""

    def __init__(self) -> None:
        super().__init__()
        self.on = QCheckBox(self.tr("Recognize text in pictures and scanned pages"))
        self.on.clicked.connect(self._switch_on)
        self.state = plain_label(scale="small", tone="secondary", wraps=True)
        self._switch: Tunable | None = None

    def show_state(self, switch: Tunable, status: IndexStatus | None) -> None:
        """Show the switch, and the open vault's recognition."""
        self._switch = switch
        recognition = status.recognition if status is not None else Recognition()
        self.on.setChecked(switch.value == _ON)
        self.on.setEnabled(recognition.available or switch.value == _ON)
        self.state.setText(" ".join(self._sentences(recognition)) if status is not None else "")

    def _sentences(self, recognition: Recognition) -> list[str]:
        if not recognition.available:
            return [self.tr("Needs the extra “ocr”: Settings > About tells how to add it.")]
        sentences = []
        if recognition.waiting:
            waiting = self.tr("Pictures and scanned pages waiting: {}, {}.")
            sentences.append(
                waiting.format(phrases.number(recognition.waiting), phrases.left(recognition.seconds_left))
            )
            sentences.append(self.tr("It runs in the background on one core, never on battery."))
        if recognition.recognised or recognition.refused:
            counts = phrases.number(recognition.recognised), phrases.number(recognition.refused)
            sentences.append(self.tr("Text found in {}; {} can't be read.").format(*counts))
        pause = {"battery": self.tr("Paused on battery."), "typing": self.tr("Paused while you search.")}
        return [*sentences, *([pause[recognition.pause]] if recognition.pause else [])]

    def _switch_on(self, on: bool) -> None:
        if self._switch is not None:
            value = str(on).lower()
            self.changed.emit(self._switch.name, None if value == self._switch.default else value)


_LINKS_OUT_PARAMETER = "source.follow_links_out"
_COMMIT_PAUSE_MS = 1000
_FIELD_LINES = 5


class IgnorePage(SettingsPage):
    """Edit the settings' ignore rules in gitignore syntax."""

    rules_changed = Signal()
    """Other notes are ignored from now on."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(tr("Exclusions"), store, background)
        self._vault: Path | None = None

    def build(self) -> None:
        """Build the page."""
        self.explain(
            self.tr(
                "One rule per line, as in .gitignore: Archive/ is a folder, *.tmp.md a kind of file, "
                "!keep.md an exception. Excluded notes are neither indexed nor found."
            )
        )
        self.section(self.tr("All vaults"))
        self.every = RulesField(self.tr("Exclusions for all vaults"), self._store.ignore_line_error)
        self.append(self.every)
        self.section(self.tr("This vault"))
        self.whose = self.explain("")
        self.single = RulesField(self.tr("Exclusions for this vault"), self._store.ignore_line_error)
        self.append(self.single)
        self.section(self.tr("From files in the vault"))
        self.files = self.explain("")
        self.section(self.tr("Links to outside the vault"))
        self.links_out = ParameterRow(self._links_out(), self._store.parameter_error)
        self.links_out.changed.connect(self.changed)
        self.append(self.links_out)
        self.column.addStretch()
        self.every.changed.connect(lambda lines: self._leave_out(lines, None))
        self.single.changed.connect(self._leave_out_of_this)
        self._show_rules()

    def show_vault(self, vault: Path | None) -> None:
        """Show the open vault's rules."""
        self._vault = vault
        if self.built:
            self._show_rules()

    def _show_rules(self) -> None:
        vault = self._vault
        self.every.show_lines(self._store.ignore_lines(None))
        self.single.show_lines(self._store.ignore_lines(vault) if vault is not None else ())
        self.single.setEnabled(vault is not None)
        self.whose.setText(str(vault) if vault is not None else self.tr("No vault is open."))

    def refresh(self) -> None:
        """Also look up files with rules."""
        vault = self._vault
        self.links_out.show_tunable(self._links_out())
        self._background.ask(
            "rules", lambda: self._store.storage.list_ignore_files(vault), self._show_sources
        )

    def commit(self) -> None:
        """Commit the typed rules."""
        self.every.commit()
        self.single.commit()

    def _links_out(self) -> Tunable:
        return self.tunables()[_LINKS_OUT_PARAMETER]

    def _leave_out(self, lines: tuple[str, ...], vault: Path | None) -> None:
        self._store.set_ignore_lines(lines, vault)
        self.rules_changed.emit()

    def _leave_out_of_this(self, lines: tuple[str, ...]) -> None:
        if self._vault is not None:
            self._leave_out(lines, self._vault)

    def _show_sources(self, sources: tuple[RuleSource, ...]) -> None:
        lines = [self.tr("{}: %Ln rule(s)", None, source.rules).format(source.place) for source in sources]
        lines += [
            f"{source.place}: {translate_message(problem)}"
            for source in sources
            for problem in source.problems
        ]
        none = self.tr("No exclusions in Obsidian or in .vaultsearchignore.")
        self.files.setText("\n".join(lines) or none)


class RulesField(QWidget):
    """A text field for rules, committed when typing pauses, unless a line is invalid."""

    changed = Signal(object)
    """The new lines, a tuple of strings."""

    def __init__(self, name: str, refusal: Callable[[str], str]) -> None:
        super().__init__()
        self._refusal = refusal
        self._known: tuple[str, ...] = ()
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(name)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        # A rule has no tab in it, and the keyboard must get out of the field.
        self.text.setTabChangesFocus(True)
        ignore_drops(self.text)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * _FIELD_LINES + 4 * GRID)
        self.trouble = label(scale="small", tone="trouble")
        self.trouble.hide()
        column_of(self.text, self.trouble, within=self, margins=0, spacing=GRID)
        self._timer = QTimer(self, interval=_COMMIT_PAUSE_MS, singleShot=True)
        self._timer.timeout.connect(self.commit)
        self.text.textChanged.connect(self._typed)

    def show_lines(self, lines: tuple[str, ...]) -> None:
        """Show the stored lines."""
        # Equal lines are not set again: the cursor would go to the beginning while somebody types.
        if lines != self._lines():
            self.text.setPlainText("\n".join(lines))
        self._known = lines
        self._timer.stop()

    def commit(self) -> None:
        """Emit the field's lines, if valid and changed."""
        self._timer.stop()
        lines = self._lines()
        if lines != self._known and not self._troubles():
            self._known = lines
            self.changed.emit(lines)

    def _typed(self) -> None:
        troubles = self._troubles()
        self.trouble.setText("\n".join(troubles))
        self.trouble.setVisible(bool(troubles))
        self._timer.start()

    def _troubles(self) -> list[str]:
        return [translate_message(refusal) for line in self._lines() if (refusal := self._refusal(line))]

    def _lines(self) -> tuple[str, ...]:
        return tuple(line for line in self.text.toPlainText().splitlines() if line.strip())
