"""Settings, Files: which kinds of files are searched beside notes, and how many of each are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.core.values.recognition import Recognition
from vaultsearch.gui import phrases
from vaultsearch.gui.core_texts.sentences import in_users_language
from vaultsearch.gui.file_kinds import covered, kind_name, unread
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.widgets import SettingsPage, button, choose_folder, in_a_row, tunables_by_name
from vaultsearch.gui.widgets import ignore_drops, plain_label

if TYPE_CHECKING:
    from vaultsearch.core.values.pictures import PicturesByMeaning
    from vaultsearch.core.values.sync import IndexStatus, KindCount
    from vaultsearch.settings.protocol import SettingsStore
    from vaultsearch.settings.values import Tunable

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
        grid.setColumnStretch(2, 1)
        tunables = tunables_by_name(self._store)
        kinds = [kind for kind in FileKind if kind not in NOTE_KINDS and f"files.{kind}" in tunables]
        for at, kind in enumerate(kinds):
            self.rows[kind] = row = KindRow(kind)
            row.changed.connect(self.changed)
            grid.addWidget(row.on, at, 0)
            grid.addWidget(row.limit, at, 1)
            grid.addWidget(row.state, at, 2, Qt.AlignmentFlag.AlignVCenter)
        self.column.addLayout(grid)
        self.unread = plain_label(scale="small", tone="secondary", wraps=True)
        self.column.addWidget(self.unread)
        self.recognition = RecognitionRow()
        self.recognition.changed.connect(self.changed)
        self.column.addSpacing(2 * GRID)
        self.column.addWidget(self.recognition.on)
        self.column.addWidget(self.recognition.state)
        self.pictures = PicturesRow()
        self.pictures.changed.connect(self.changed)
        self.column.addSpacing(2 * GRID)
        self.column.addWidget(self.pictures)
        self.failures = button(self.tr("Show problems…"), self._ask_failures)
        self.column.addSpacing(GRID)
        self.column.addWidget(self.failures, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch()

    def refresh(self) -> None:
        """Show the switches and the counts."""
        tunables = tunables_by_name(self._store)
        counts = {one.kind: one for one in self._status.kinds} if self._status else {}
        for kind, row in self.rows.items():
            row.show_tunables(tunables[f"files.{kind}"], tunables[f"files.{kind}_mb"])
            row.show_count(counts.get(kind))
        self.unread.setText(unread(self._status.unread_endings) if self._status else "")
        self.unread.setVisible(bool(self.unread.text()))
        self.recognition.show_state(tunables["files.recognise_text"], self._status)
        self.pictures.show_state(tunables["images.model"], self._status)
        self.failures.setVisible(self._status is not None and bool(self._status.failed))

    def commit(self) -> None:
        """Commit what stands in a field that still has the keyboard."""
        for row in self.rows.values():
            row.commit()
        if self.built:
            self.pictures.commit()

    def show_status(self, status: IndexStatus | None) -> None:
        """Show how many files of the open vault are read, None if there is none."""
        self._status = status
        if self.built:
            self.refresh()

    def _ask_failures(self) -> None:
        self.failures_asked.emit(self._status)


class KindRow(QObject):
    """The widgets of one kind: switch, limit of the size, and how many of its files are read."""

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""

    def __init__(self, kind: FileKind) -> None:
        super().__init__()
        name = kind_name(kind)
        self._switch: Tunable | None = None
        self._most: Tunable | None = None
        self.on = QCheckBox(name)
        self.on.setAccessibleName(name)
        self.on.clicked.connect(self._switch_on)
        self.limit = QSpinBox()
        self.limit.setRange(1, _MOST_MB)
        self.limit.setPrefix(self.tr("up to "))
        self.limit.setSuffix(self.tr(" MB"))
        self.limit.setAccessibleName(self.tr("Largest size of a file: {}").format(name))
        # Else scrolling the page with the wheel would change the value under the pointer.
        self.limit.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.limit.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]  # Qt's way, without a class
        self.limit.editingFinished.connect(self.commit)
        self.state = plain_label(scale="small", tone="secondary", wraps=True)

    def show_tunables(self, switch: Tunable, most: Tunable) -> None:
        """Show the parameters' values."""
        self._switch, self._most = switch, most
        self.on.setChecked(switch.value == _ON)
        self.limit.setValue(int(most.value))
        self.limit.setEnabled(switch.value == _ON)

    def show_count(self, count: KindCount | None) -> None:
        """Show how many files are read, nothing if that is unknown or there are none."""
        self.state.setText(covered((count,)) if count is not None else "")

    def commit(self) -> None:
        """Emit the limit, unless it is unchanged."""
        if self._most is not None and str(self.limit.value()) != self._most.value:
            self._tell(self._most, str(self.limit.value()))

    def _switch_on(self, on: bool) -> None:
        if self._switch is not None:
            self._tell(self._switch, str(on).lower())

    def _tell(self, tunable: Tunable, value: str) -> None:
        self.changed.emit(tunable.name, None if value == tunable.default else value)


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
        found = status.recognition if status is not None else Recognition()
        self.on.setChecked(switch.value == _ON)
        self.on.setEnabled(found.available or switch.value == _ON)
        self.state.setText(" ".join(self._sentences(found)) if status is not None else "")

    def _sentences(self, found: Recognition) -> list[str]:
        if not found.available:
            return [self.tr("Needs the extra “ocr”: Settings > About tells how to add it.")]
        said = []
        if found.waiting:
            waiting = self.tr("Pictures and scanned pages waiting: {}, {}.")
            said.append(waiting.format(phrases.number(found.waiting), phrases.left(found.seconds_left)))
            said.append(self.tr("It runs in the background on one core, never on battery."))
        if found.recognised or found.refused:
            counts = phrases.number(found.recognised), phrases.number(found.refused)
            said.append(self.tr("Text found in {}; {} can't be read.").format(*counts))
        pause = {"battery": self.tr("Paused on battery."), "typing": self.tr("Paused while you search.")}
        return [*said, *([pause[found.pause]] if found.pause else [])]

    def _switch_on(self, on: bool) -> None:
        if self._switch is not None:
            value = str(on).lower()
            self.changed.emit(self._switch.name, None if value == self._switch.default else value)


class PicturesRow(QWidget):
    """The folder of the model that finds pictures by what they show, and how many it has read."""

    changed = Signal(str, object)
    """The parameter's name and its new value as text, None for the default."""

    def __init__(self) -> None:
        super().__init__()
        self._tunable: Tunable | None = None
        name = self.tr("Model for pictures")
        self.folder = QLineEdit()
        self.folder.setAccessibleName(name)
        self.folder.setPlaceholderText(self.tr("No folder: off"))
        self.folder.setMinimumWidth(_FOLDER_WIDTH)
        self.folder.editingFinished.connect(self.commit)
        ignore_drops(self.folder)
        self.choose = button(self.tr("Choose folder…"), self._choose)
        explained = plain_label(
            self.tr(
                "Finds pictures by what they show. No model for this comes with vaultsearch, and none is "
                "downloaded: save a CLIP-like sentence-transformers model (safetensors) on this computer "
                "and choose its folder. Needs the extra “models”."
            ),
            scale="small",
            tone="secondary",
            wraps=True,
        )
        self.state = plain_label(scale="small", tone="secondary", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(in_a_row(plain_label(name), self.folder, self.choose))
        column.addWidget(explained)
        column.addWidget(self.state)

    def show_state(self, tunable: Tunable, status: IndexStatus | None) -> None:
        """Show the folder, and how many pictures of the open vault are read by the model in it."""
        self._tunable = tunable
        if not self.folder.isModified():
            self.folder.setText(tunable.value)
        self.state.setText(self._sentence(status.pictures) if status is not None else "")

    def commit(self) -> None:
        """Emit the folder, unless it is unchanged."""
        self.folder.setModified(False)
        self._tell(self.folder.text().strip())

    def _sentence(self, pictures: PicturesByMeaning) -> str:
        if pictures.trouble:
            return in_users_language(pictures.trouble)
        if not pictures.model:
            return ""
        counts = phrases.number(pictures.encoded), phrases.number(pictures.total)
        return self.tr("{} of {} pictures indexed by what they show.").format(*counts)

    def _choose(self) -> None:
        choose_folder(self, self.tr("Choose a folder with a sentence-transformers model"), self._tell)

    def _tell(self, folder: str) -> None:
        if self._tunable is not None and folder != self._tunable.value:
            self.changed.emit(self._tunable.name, folder or None)
