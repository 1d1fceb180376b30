"""Building blocks of settings pages: the page, labels, buttons, forms, readable sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QSize, Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTreeWidget,
    QWidget,
)

from vaultsearch.gui.background import Background
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.widgets import column_of, plain_label, row_of, scroll_downwards
from vaultsearch.settings.protocol import Preferences, SettingsStore, Tunable

PAGE_MARGIN = 6 * GRID
_MAX_TEXT_WIDTH = 640
"""Maximum width of explanations in device-independent pixels; longer lines are hard to follow."""

_LABEL_WIDTH = 53 * GRID


class SettingsSignals(QObject):
    """Signals of the settings, emitted by any page and followed by controller and main window."""

    tuned = Signal(str, object)
    """A parameter's name and the new value as text, None for the default."""
    preferred = Signal(object)
    """The new Preferences."""
    shortcut_chosen = Signal(str)
    """The keys of the global shortcut, as a portable sequence; "" for none."""
    folder_asked = Signal(QUrl)
    """A folder, a file or a page that the system should show."""
    open_asked = Signal(object)
    """A vault, a Path, is to be opened."""
    add_asked = Signal()
    """The user wants to choose another folder."""
    vaults_changed = Signal()
    """A vault was taken off the list."""
    failures_asked = Signal(object)
    """The files of an IndexStatus that could not be read are to be shown."""
    searching_changed = Signal()
    """Parameters of the search have changed in the open vault, or the record of opened notes was deleted."""
    rules_changed = Signal()
    """Other notes are ignored from now on."""
    reading_changed = Signal()
    """Notes are to be indexed by other parameters or ignore lines."""
    deletion_asked = Signal(object)
    """The vault, a Path, whose index should be deleted, as confirmed by the user."""
    index_deleted = Signal()
    """The index of the open vault was deleted, and no vault is open."""


class SettingsPage(QWidget):
    """A settings page with parts in a column, listed by title at the left.

    Parts are built when the page is first shown: most pages are never opened.
    """

    def __init__(
        self, title: str, store: SettingsStore, background: Background, signals: SettingsSignals
    ) -> None:
        super().__init__()
        self._store, self._background, self.signals = store, background, signals
        self.title = title
        self.built = False
        margins = (PAGE_MARGIN, 5 * GRID, PAGE_MARGIN, PAGE_MARGIN)
        heading = wrapped_label(title, scale="page")
        self.column = column_of(heading, within=self, margins=margins, spacing=2 * GRID)
        self.column.addSpacing(GRID)

    def activate(self) -> None:
        """Build the page if shown for the first time, then refresh it."""
        if not self.built:
            self.build()
            self.built = True
        self.refresh()

    def build_whole(self) -> None:
        """Build all parts, to be searched."""
        if not self.built:
            self.activate()

    def build(self) -> None:
        """Build the page."""

    def refresh(self) -> None:
        """Show values possibly changed while another page was in front."""

    def commit(self) -> None:
        """Commit typed values: another page is shown, or the window closes."""

    def tunables(self) -> dict[str, Tunable]:
        """Return every parameter by name."""
        return {tunable.name: tunable for tunable in self._store.tunables()}

    def set_tunable(self, name: str, value: str) -> None:
        """Emit a parameter's new value, if it is another."""
        tunable = self.tunables()[name]
        if value != tunable.value:
            self.signals.tuned.emit(name, None if value == tunable.default else value)

    def prefer(self, preferences: Preferences) -> None:
        """Store and emit the new preferences."""
        self._store.set_preferences(preferences)
        self.signals.preferred.emit(preferences)

    def ask_for(self, place: Path) -> None:
        """Ask for a folder or file to be shown."""
        self.signals.folder_asked.emit(QUrl.fromLocalFile(str(place)))

    def append(self, *parts: QWidget) -> None:
        """Add parts below each other."""
        for part in parts:
            self.column.addWidget(part)

    def form(self, *rows: tuple[str, QWidget]) -> None:
        """Add fields with labels."""
        self.append(form_of(*rows))

    def section(self, title: str) -> None:
        """Add a section heading."""
        self.column.addSpacing(3 * GRID)
        self.append(wrapped_label(title, scale="section"))

    def explain(self, text: str) -> QLabel:
        """Add an explanation in secondary text."""
        explained = wrapped_label(text, tone="secondary")
        self.append(explained)
        return explained


def wrapped_label(text: str = "", *, scale: str = "", tone: str = "") -> QLabel:
    """Create a plain-text label with word wrap."""
    made = plain_label(text, scale=scale, tone=tone, wraps=True)
    made.setMaximumWidth(_MAX_TEXT_WIDTH)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    # Qt asks for the height at the column's width, which may exceed the label's: the height was a line short,
    # and neighbouring fields were squeezed.
    made.heightForWidth = lambda width: QLabel.heightForWidth(made, min(width, _MAX_TEXT_WIDTH))  # type: ignore[method-assign]  # Qt's way, without a class
    return made


def form_of(*rows: tuple[str, QWidget]) -> QWidget:
    """Lay out fields with labels below each other."""
    form = QWidget()
    lines = QFormLayout(form)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setHorizontalSpacing(4 * GRID)
    lines.setVerticalSpacing(2 * GRID)
    for title, field in rows:
        label = QLabel(title)
        label.setBuddy(field)
        # One column on a page, whatever its forms; as high as the field, so that both have one baseline.
        label.setMinimumSize(_LABEL_WIDTH, field.sizeHint().height())
        lines.addRow(label, field)
    return form


NUMBER_ALIGNMENT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def plain_tree(name: str, columns: Sequence[str], numbers: Sequence[int] = ()) -> QTreeWidget:
    """Create a flat list with columns; headings of those with ``numbers`` stand at the right, as these do."""
    made = QTreeWidget()
    made.setAccessibleName(name)
    made.setHeaderLabels(list(columns))
    for column in numbers:
        made.headerItem().setTextAlignment(column, NUMBER_ALIGNMENT)
    made.setRootIsDecorated(False)
    return made


def choice_of(name: str, entries: Sequence[tuple[str | int, str]], width: int = 220) -> QComboBox:
    """Create a combo box from pairs of data and text."""
    made = QComboBox()
    made.setAccessibleName(name)
    made.setFixedWidth(width)
    for data, text in entries:
        made.addItem(text, data)
    return made


def push_button(text: str, action: Callable[[], object], tooltip: str = "") -> QPushButton:
    """Create a button calling ``action`` without arguments."""
    made = QPushButton(text)
    made.setAccessibleName(text.replace("&", ""))
    made.setToolTip(tooltip)
    # Otherwise, Enter in any field of the window would press the first button.
    made.setAutoDefault(False)
    made.clicked.connect(lambda _=False: action())
    return made


def ignore_wheel(field: QWidget) -> None:
    """Leave the wheel to the page: scrolling would change the value under the pointer."""
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]  # Qt's way, without a class


def choose_folder(parent: QWidget, title: str, chosen: Callable[[str], object]) -> None:
    """Ask for a folder, and call ``chosen`` with the path unless cancelled."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    # For a typed path, Qt also selects the folder it completes in, and then never emits fileSelected.
    dialog.filesSelected.connect(lambda folders: chosen(folders[-1]))
    dialog.open()


def in_a_row(*parts: QWidget) -> QWidget:
    """Lay out widgets side by side, aligned to the start."""
    row = QWidget()
    row_of(*parts, 0, within=row, margins=0, spacing=2 * GRID)
    return row


class ScrolledPage(QScrollArea):
    """A scroll area for a page, which may be longer than the window."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__()
        self.page = page
        scroll_downwards(self, page)

    def minimumSizeHint(self) -> QSize:
        """Return the page's width: there is no horizontal scrolling."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self.page.minimumSizeHint().width() + bar, 10 * GRID)


def size_text(count: int) -> str:
    """Format a number of bytes for people: "90 MB"."""
    units = QLocale.DataSizeFormat.DataSizeSIFormat
    return QLocale().formattedDataSize(count, 0 if count >= 1_000_000 else 1, units)
