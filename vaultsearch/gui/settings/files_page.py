"""Settings, Files: which kinds of files are searched beside notes, and how many of each are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSpinBox

from vaultsearch.core.values.components import NONE
from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.gui import phrases
from vaultsearch.gui.file_kinds import covered, kind_name, unread
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.widgets import SettingsPage, button, tunables_by_name
from vaultsearch.gui.widgets import plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.sync import IndexStatus, KindCount
    from vaultsearch.settings.protocol import SettingsStore, Tunable

_MOST_MB = 2000
_FOLDER_WIDTH = 260
_ON = "true"


class FilesPage(SettingsPage):
    """Switches kinds of files on and off, and sets how large they may be."""

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""
    failures_asked = Signal(object)
    """The files of an IndexStatus that could not be read are to be shown."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(QCoreApplication.translate("FilesPage", "Files"))
        self._store = store
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
            "files.other_mb": SizeRow(self.tr("Largest other file")),
            "source.max_file_mb": SizeRow(self.tr("Largest note")),
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
        self.column.addWidget(self.unread)
        self.recognition = RecognitionRow()
        self.recognition.changed.connect(self.changed)
        self.column.addSpacing(2 * GRID)
        self.column.addWidget(self.recognition.on)
        self.column.addWidget(self.recognition.state)
        self.failures = button(self.tr("Show problems…"), self._ask_failures)
        self.column.addSpacing(GRID)
        self.column.addWidget(self.failures, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch()

    def refresh(self) -> None:
        """Show the switches and the counts."""
        tunables = tunables_by_name(self._store)
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
        """Commit what stands in a field that still has the keyboard."""
        if self.built:
            for size in self.sizes.values():
                size.commit()

    def show_status(self, status: IndexStatus | None) -> None:
        """Show how many files of the open vault are read, None if there is none."""
        self._status = status
        if self.built:
            self.refresh()

    def _switch_kinds(self) -> None:
        kinds = [kind.value for kind, row in self.rows.items() if row.on.isChecked()]
        value = "+".join(kinds) or NONE
        default = tunables_by_name(self._store)["files.kinds"].default
        self.changed.emit("files.kinds", None if value == default else value)

    def _ask_failures(self) -> None:
        self.failures_asked.emit(self._status)


class KindRow(QObject):
    """The widgets of one kind: its switch, and how many of its files are read."""

    switched = Signal(bool)

    def __init__(self, kind: FileKind) -> None:
        super().__init__()
        name = kind_name(kind)
        self.on = QCheckBox(name)
        self.on.setAccessibleName(name)
        self.on.clicked.connect(self.switched)
        self.state = plain_label(scale="small", tone="secondary", wraps=True)

    def show_count(self, count: KindCount | None, *, recognizes: bool) -> None:
        """Show how many files are read, nothing if that is unknown or there are none."""
        self.state.setText(covered((count,), recognizes=recognizes) if count is not None else "")


class SizeRow(QObject):
    """The field of the largest size of files."""

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._largest: Tunable | None = None
        self.name = plain_label(name)
        self.limit = QSpinBox()
        self.limit.setRange(1, _MOST_MB)
        self.limit.setSuffix(self.tr(" MB"))
        self.limit.setAccessibleName(name)
        # Else scrolling the page with the wheel would change the value under the pointer.
        self.limit.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.limit.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]  # Qt's way, without a class
        self.limit.editingFinished.connect(self.commit)

    def show_tunable(self, largest: Tunable) -> None:
        """Show the parameter's value."""
        self._largest = largest
        self.limit.setValue(int(largest.value))

    def commit(self) -> None:
        """Emit the limit, unless it is unchanged."""
        value = str(self.limit.value())
        if self._largest is not None and value != self._largest.value:
            self.changed.emit(self._largest.name, None if value == self._largest.default else value)


class RecognitionRow(QObject):
    """The switch of text recognition, and what it has done, or will take."""

    changed = Signal(str, object)
    """The parameter's name and its new value as text, None for the default."""

    def __init__(self) -> None:
        super().__init__()
        self.on = QCheckBox(self.tr("Recognize text in pictures and scanned pages"))
        self.on.clicked.connect(self._switch_on)
        self.state = plain_label(scale="small", tone="secondary", wraps=True)
        self._switch: Tunable | None = None

    def show_state(self, switch: Tunable, status: IndexStatus | None) -> None:
        """Show the switch, and the recognition in the open vault."""
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
