"""Settings, Files: kinds and sizes of files to search."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSpinBox

from vaultsearch.core.values.components import NONE
from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.sync import IndexStatus
from vaultsearch.gui import phrases
from vaultsearch.gui.file_kinds import describe_covered, describe_unread_endings, kind_name
from vaultsearch.gui.settings.widgets import SettingsPage, ignore_wheel, push_button
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import join_sentences, tr
from vaultsearch.gui.widgets import plain_label, show_text

_MAX_FILE_MB = 2000
_ON = "true"
_RECOGNIZE_TEXT = "files.recognize_text"


class FilesPage(SettingsPage):
    """Enable kinds of files, and limit their size."""

    _status: IndexStatus | None = None

    def build(self) -> None:
        """Build the page."""
        self.rows: dict[FileKind, SwitchRow] = {}
        self.sizes: dict[str, QSpinBox] = {}
        self.explain(
            self.tr("Other files in the vault are searched like notes. Excluded folders stay excluded.")
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(2 * GRID)
        grid.setColumnStretch(1, 1)
        for number, kind in enumerate(kind for kind in FileKind if kind not in NOTE_KINDS):
            self.rows[kind] = row = SwitchRow(kind_name(kind), self._switch_kinds)
            grid.addWidget(row.on, number, 0)
            grid.addWidget(row.state, number, 1, Qt.AlignmentFlag.AlignVCenter)
        self.column.addLayout(grid)
        titles = self.tr("Largest PDF, book or presentation"), self.tr("Largest note or other file")
        for name, title in zip(("files.document_mb", "files.other_mb"), titles, strict=True):
            self.sizes[name] = limit = QSpinBox(minimum=1, maximum=_MAX_FILE_MB, suffix=self.tr(" MB"))
            limit.lineEdit().setTextMargins(GRID, 0, 0, 0)
            limit.setFixedWidth(30 * GRID)
            limit.setAccessibleName(title)
            ignore_wheel(limit)
            limit.editingFinished.connect(self.commit)
        self.column.addSpacing(GRID)
        self.form(*zip(titles, self.sizes.values(), strict=True))
        self.unread = plain_label(scale="small", tone="secondary", wraps=True)
        self.append(self.unread)
        title = self.tr("Recognize text in pictures and scanned pages")
        self.recognition = SwitchRow(
            title, lambda: self.set_tunable(_RECOGNIZE_TEXT, str(self.recognition.on.isChecked()).lower())
        )
        self.column.addSpacing(2 * GRID)
        self.append(self.recognition.on, self.recognition.state)
        show = self.signals.failures_asked.emit
        self.failures = push_button(self.tr("Show problems…"), lambda: show(self._status))
        self.column.addSpacing(GRID)
        self.column.addWidget(self.failures, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch()

    def refresh(self) -> None:
        """Show switches and counts."""
        tunables, status = self.tunables(), self._status
        counts = {kind.kind: kind for kind in status.kinds} if status else {}
        kinds, recognizes = tunables["files.kinds"].value.split("+"), tunables[_RECOGNIZE_TEXT].value == _ON
        for kind, row in self.rows.items():
            row.on.setChecked(kind.value in kinds)
            count = counts.get(kind)
            row.state.setText(describe_covered((count,), recognizes=recognizes) if count is not None else "")
        for name, limit in self.sizes.items():
            # A note saved meanwhile must not undo what is being typed.
            if not limit.hasFocus():
                limit.setValue(int(tunables[name].value))
        show_text(self.unread, describe_unread_endings(status.unread_endings) if status else "")
        recognition = status.recognition if status else Recognition()
        self.recognition.on.setChecked(recognizes)
        self.recognition.on.setEnabled(recognition.available or recognizes)
        self.recognition.state.setText(_describe_recognition(recognition) if status else "")
        self.failures.setVisible(status is not None and bool(status.failed))

    def commit(self) -> None:
        """Commit the value in a focused field."""
        for name, limit in self.sizes.items():
            self.set_tunable(name, str(limit.value()))

    def show_status(self, status: IndexStatus | None) -> None:
        """Show how many of the open vault's files are read."""
        self._status = status
        if self.built:
            self.refresh()

    def _switch_kinds(self) -> None:
        kinds = [kind.value for kind, row in self.rows.items() if row.on.isChecked()]
        self.set_tunable("files.kinds", "+".join(kinds) or NONE)


class SwitchRow:
    """A switch, and a text on what it does in the open vault."""

    def __init__(self, title: str, switch: Callable[[], None]) -> None:
        self.on = QCheckBox(title)
        self.on.setAccessibleName(title)
        self.on.clicked.connect(lambda _=False: switch())
        self.state = plain_label(scale="small", tone="secondary", wraps=True)


def _describe_recognition(recognition: Recognition) -> str:
    """Describe progress or expected time of text recognition."""
    if not recognition.available:
        return tr("Needs the extra “ocr”: Settings > About tells how to add it.")
    sentences = []
    if recognition.waiting:
        waiting = phrases.format_number(recognition.waiting)
        left = phrases.format_time_left(recognition.seconds_left)
        sentences += [
            tr("Pictures and scanned pages waiting: {}, {}.").format(waiting, left),
            tr("It runs in the background on one core, never on battery."),
        ]
    if recognition.recognised or recognition.refused:
        counts = phrases.format_number(recognition.recognised), phrases.format_number(recognition.refused)
        sentences.append(tr("Text found in {}; {} can't be read.").format(*counts))
    pause = {"battery": tr("Paused on battery."), "typing": tr("Paused while you search.")}
    return join_sentences(*sentences, pause.get(recognition.pause, ""))
