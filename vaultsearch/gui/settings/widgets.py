"""The parts that settings pages are built from: the page, labels, buttons, forms, sizes in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize, Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTreeView,
    QTreeWidget,
    QWidget,
)

from vaultsearch.gui.theme import GRID
from vaultsearch.gui.widgets import column_of, plain_label, row_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from vaultsearch.gui.background import Background
    from vaultsearch.settings.protocol import SettingsStore, Tunable

MARGIN = 6 * GRID
_MEASURE = 640
"""The widest explanation, in device-independent pixels: longer lines are hard to follow."""


class SettingsPage(QWidget):
    """One page, listed at the left by its title; its parts stand in a column.

    They are built when the page first comes to the front: most pages are never looked at.
    """

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""
    folder_asked = Signal(QUrl)
    """A folder, a file or a page that the system should show."""

    def __init__(self, title: str, store: SettingsStore, background: Background) -> None:
        super().__init__()
        self._store = store
        self._background = background
        self.title = title
        self.built = False
        self.column = column_of(
            label(title, scale="page"),
            within=self,
            margins=(MARGIN, 5 * GRID, MARGIN, MARGIN),
            spacing=2 * GRID,
        )
        self.column.addSpacing(GRID)

    def activate(self) -> None:
        """Come to the front: build the page if this is the first time, then refresh it."""
        if not self.built:
            self.build()
            self.built = True
        self.refresh()

    def build(self) -> None:
        """Build the page."""

    def refresh(self) -> None:
        """Show values that may have changed while another page was in front."""

    def commit(self) -> None:
        """Commit what was typed: another page comes to the front, or the window closes."""

    def tunables(self) -> dict[str, Tunable]:
        """Return every parameter as it stands, by its name."""
        return {tunable.name: tunable for tunable in self._store.tunables()}

    def set_tunable(self, tunable: Tunable, value: str) -> None:
        """Emit the new value of a parameter."""
        self.changed.emit(tunable.name, None if value == tunable.default else value)

    def ask_for(self, place: Path) -> None:
        """Ask for a folder or a file to be shown."""
        self.folder_asked.emit(QUrl.fromLocalFile(str(place)))

    def append(self, *parts: QWidget) -> None:
        """Add parts below each other."""
        for part in parts:
            self.column.addWidget(part)

    def form(self, *rows: tuple[str, QWidget]) -> None:
        """Add fields, each behind its name."""
        self.append(form_of(*rows))

    def section(self, title: str) -> None:
        """Add a section heading."""
        self.column.addSpacing(3 * GRID)
        self.append(label(title, scale="section"))

    def explain(self, text: str) -> QLabel:
        """Add an explanation in secondary text."""
        explained = label(text, tone="secondary")
        self.append(explained)
        return explained


def place_with(page: SettingsPage, words: Sequence[str]) -> QWidget | None:
    """Return the first part of a page whose text has all the casefolded words, building the page for that."""
    if not page.built:
        page.build()
        page.built = True
    for part in page.findChildren(QWidget):
        for shown in _shown_texts(part):
            text = shown.replace("&", "").casefold()
            if all(word in text for word in words):
                return part
    return None


def _shown_texts(part: QWidget) -> Iterator[str]:
    if isinstance(part, (QLabel, QAbstractButton)):
        yield f"{part.text()} {part.toolTip()} {part.accessibleName()}"
    elif isinstance(part, (QComboBox, QAbstractSpinBox, QLineEdit)):
        yield f"{part.accessibleName()} {part.toolTip()}"
    elif isinstance(part, QTreeView) and (model := part.model()) is not None:
        columns = range(model.columnCount())
        for row in range(model.rowCount()):
            yield " ".join(str(model.index(row, column).data() or "") for column in columns)


def label(text: str = "", *, scale: str = "", tone: str = "") -> QLabel:
    """Create a label of plain text that wraps its lines."""
    made = plain_label(text, scale=scale, tone=tone, wraps=True)
    made.setMaximumWidth(_MEASURE)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    # Qt asks for the height at the column's width, which may be larger than the label's: a line too few, for
    # which the fields beside it were squeezed.
    made.heightForWidth = lambda width: QLabel.heightForWidth(made, min(width, _MEASURE))  # type: ignore[method-assign]  # Qt's way, without a class
    return made


def form_of(*rows: tuple[str, QWidget]) -> QWidget:
    """Lay out fields below each other, each behind its name."""
    form = QWidget()
    lines = QFormLayout(form)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setHorizontalSpacing(4 * GRID)
    lines.setVerticalSpacing(2 * GRID)
    for title, field in rows:
        lines.addRow(title, field)
    return form


def plain_tree(name: str, columns: Sequence[str]) -> QTreeWidget:
    """Create a list with columns, whose rows have none below them."""
    made = QTreeWidget()
    made.setAccessibleName(name)
    made.setHeaderLabels(list(columns))
    made.setRootIsDecorated(False)
    return made


def choice_of(name: str, entries: Sequence[tuple[str | int, str]], width: int = 220) -> QComboBox:
    """Create a box to choose one of several entries: the data of each, and its text."""
    made = QComboBox()
    made.setAccessibleName(name)
    made.setFixedWidth(width)
    for data, text in entries:
        made.addItem(text, data)
    return made


def selectable(text: QLabel) -> QLabel:
    """Have the text of a label be selected and copied."""
    text.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return text


def button(text: str, action: Callable[[], object], tooltip: str = "") -> QPushButton:
    """Create a button that calls ``action`` without arguments."""
    made = QPushButton(text)
    made.setAccessibleName(text.replace("&", ""))
    made.setToolTip(tooltip)
    # Otherwise, Enter in any field of the window would press the first button.
    made.setAutoDefault(False)
    made.clicked.connect(lambda _=False: action())
    return made


def ignore_wheel(field: QWidget) -> None:
    """Leave the wheel to the page: scrolling it would change the value under the pointer."""
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]  # Qt's way, without a class


def choose_folder(parent: QWidget, title: str, chosen: Callable[[str], object]) -> None:
    """Ask for a folder, and call ``chosen`` with its path unless that is cancelled."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def in_a_row(*parts: QWidget) -> QWidget:
    """Lay out widgets beside each other, aligned to the start."""
    row = QWidget()
    row_of(*parts, 0, within=row, margins=0, spacing=2 * GRID)
    return row


class Scrolled(QScrollArea):
    """A page in a scroll area, as it may be longer than the window."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__()
        self.page = page
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def minimumSizeHint(self) -> QSize:
        """Return a size as wide as the page needs: there is no horizontal scrolling."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self.page.minimumSizeHint().width() + bar, 10 * GRID)


def size_text(count: int) -> str:
    """Format a number of bytes for a person: "90 MB"."""
    return QLocale().formattedDataSize(count, 0 if count >= 1_000_000 else 1, _SI)


_SI = QLocale.DataSizeFormat.DataSizeSIFormat
