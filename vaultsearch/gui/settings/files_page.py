"""Settings, Files: kinds and sizes of files to search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSpinBox

from vaultsearch.core.values.components import NONE
from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.gui import phrases
from vaultsearch.gui.file_kinds import describe_covered, describe_unread_endings, kind_name
from vaultsearch.gui.settings.widgets import SettingsPage, ignore_wheel, push_button
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import join_sentences, tr
from vaultsearch.gui.widgets import plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.sync import IndexStatus, KindCount
    from vaultsearch.gui.background import Background
    from vaultsearch.settings.protocol import SettingsStore, Tunable

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
        grid.setVerticalSpacing(2 * GRID)
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
        for size in self.sizes.values():
            size.changed.connect(self.changed)
        self.column.addSpacing(GRID)
        self.form(*((size.limit.accessibleName(), size.limit) for size in self.sizes.values()))
        self.unread = plain_label(scale="small", tone="secondary", wraps=True)
        self.append(self.unread)
        self.recognition = RecognitionRow()
        self.recognition.changed.connect(self.changed)
        self.column.addSpacing(2 * GRID)
        self.append(self.recognition.on, self.recognition.state)
        self.failures = push_button(self.tr("Show problems…"), lambda: self.failures_asked.emit(self._status))
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
        self.unread.setText(describe_unread_endings(self._status.unread_endings) if self._status else "")
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
        self.state.setText(describe_covered((count,), recognizes=recognizes) if count is not None else "")


class SizeRow(QObject):
    """Edit the maximum size of files."""

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._largest: Tunable | None = None
        self.limit = QSpinBox()
        self.limit.setFixedWidth(30 * GRID)
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
        self.state.setText(join_sentences(*self._sentences(recognition)) if status is not None else "")

    def _sentences(self, recognition: Recognition) -> list[str]:
        if not recognition.available:
            return [self.tr("Needs the extra “ocr”: Settings > About tells how to add it.")]
        sentences = []
        if recognition.waiting:
            waiting = self.tr("Pictures and scanned pages waiting: {}, {}.")
            sentences.append(
                waiting.format(
                    phrases.format_number(recognition.waiting),
                    phrases.format_time_left(recognition.seconds_left),
                )
            )
            sentences.append(self.tr("It runs in the background on one core, never on battery."))
        if recognition.recognised or recognition.refused:
            counts = phrases.format_number(recognition.recognised), phrases.format_number(recognition.refused)
            sentences.append(self.tr("Text found in {}; {} can't be read.").format(*counts))
        pause = {"battery": self.tr("Paused on battery."), "typing": self.tr("Paused while you search.")}
        return [*sentences, *([pause[recognition.pause]] if recognition.pause else [])]

    def _switch_on(self, on: bool) -> None:
        if self._switch is not None:
            value = str(on).lower()
            self.changed.emit(self._switch.name, None if value == self._switch.default else value)
