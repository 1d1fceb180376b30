"""Shared parts: columns and rows, labels, fields, buttons, dialogs, drops, tooltip previews."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, QTextBoundaryFinder
from PySide6.QtGui import QAction, QDropEvent, QFontMetrics, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent

# The functions about rich text are in QtGui's part of the namespace Qt.
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr

_Box = TypeVar("_Box", QHBoxLayout, QVBoxLayout)

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
"""An index as Qt passes it to a model."""


def accept_as_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy; ignore a drop which can only be moved.

    A file manager deletes the original when answered "moved", as Qt does for a drag with Shift.
    """
    if event.possibleActions() & Qt.DropAction.CopyAction:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    else:
        event.ignore()


def ignore_drops(field: QWidget) -> None:
    """Leave drops to the window: text fields would answer "moved" when proposed."""
    field.setAcceptDrops(False)


def is_plain(event: QKeyEvent) -> bool:
    """Return whether a key is pressed alone or with Shift."""
    return event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)


def is_enter(event: QKeyEvent) -> bool:
    """Return whether either Enter key is pressed, with any modifiers."""
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def types_letter(event: QKeyEvent) -> bool:
    """Return whether a key types a letter, meant for the search field when pressed in a list."""
    return is_plain(event) and event.text().isprintable() and bool(event.text().strip())


def keeps_from_window(event: QEvent, takes: Callable[[QKeyEvent], bool]) -> bool:
    """Keep a key that the widget ``takes`` from the window's shortcuts; return whether ``event`` was one."""
    is_ours = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and takes(event)
    if is_ours:
        event.accept()
    return is_ours


LayoutPart: TypeAlias = QWidget | QLayout | tuple[QWidget | QLayout, int] | int
"""A part of a row or column, alone or with a stretch factor; a number adds stretch."""


def _lay_out(
    kind: type[_Box],
    *parts: LayoutPart,
    within: QWidget | None = None,
    margins: tuple[int, int, int, int] | int | None = None,
    spacing: int | None = None,
) -> _Box:
    layout = kind(within) if within is not None else kind()
    if margins is None and isinstance(layout.parentWidget(), Dialog):
        margins = 4 * GRID
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        layout.setSpacing(spacing)
    for whole in parts:
        if isinstance(whole, int):
            layout.addStretch(whole)
            continue
        part, stretch = whole if isinstance(whole, tuple) else (whole, 0)
        if isinstance(part, QWidget):
            layout.addWidget(part, stretch)
        else:
            layout.addLayout(part, stretch)
    return layout


column_of = partial(_lay_out, QVBoxLayout)
"""Lays out parts below each other, ``within`` a widget or for another layout."""
row_of = partial(_lay_out, QHBoxLayout)
"""Lays out parts side by side, ``within`` a widget or for another layout."""


def fill_split(split: QSplitter, *parts: tuple[QWidget, int, int]) -> None:
    """Fill a splitter with widgets, stretch factors and initial sizes; none can be collapsed."""
    split.setHandleWidth(1)
    split.setChildrenCollapsible(False)
    for place, (part, stretch, _) in enumerate(parts):
        split.addWidget(part)
        split.setStretchFactor(place, stretch)
    split.setSizes([size for _, _, size in parts])


def utf16_length(text: str) -> int:
    """Count UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def index_after_utf16(text: str, units: int) -> int:
    """Return the index in ``text`` after ``units`` UTF-16 units."""
    seen = 0
    for index, character in enumerate(text):
        if seen >= units:
            return index
        seen += 2 if character > "\uffff" else 1
    return len(text)


_MIN_LETTERS = 16
"""Letters of a first word too long for its place; fewer and an ellipsis say nothing."""


def elide_at_word(
    text: str,
    metrics: QFontMetrics | QFontMetricsF,
    room: float,
    *,
    in_middle: bool = False,
    or_nothing: bool = False,
) -> str:
    """Shorten a text to ``room`` pixels where lines may break, at its end or ``in_middle``.

    A first word too long for the room is cut; with ``or_nothing``, only if most of it remains.
    """
    mode = Qt.TextElideMode.ElideMiddle if in_middle else Qt.TextElideMode.ElideRight
    # The stub of QFontMetricsF demands a float, and that of QFontMetrics an int.
    shown: str = metrics.elidedText(text, mode, int(room))
    if shown == text:
        return text
    head, _, tail = shown.partition("…") if in_middle else shown.rpartition("…")
    # Lines break behind blanks.
    blanks = len(text) - len(head) - len(text[len(head) :].lstrip())
    breaks = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, text)
    breaks.setPosition(utf16_length(head) + blanks)
    if not breaks.isAtBoundary() and (end := breaks.toPreviousBoundary()) > 0:
        head = text[: index_after_utf16(text, end)]
    if or_nothing and len(head) < min(_MIN_LETTERS, len((text.split(maxsplit=1) or [""])[0])):
        return ""
    if not in_middle:
        return f"{head.rstrip(' .,;:-–>›·。，、；：')}…" if head else shown
    start = next((place for place, letter in enumerate(tail) if letter.isspace()), 0)
    return f"{head.rstrip()} …{tail[start:]}" if tail[start:].startswith(" ") else f"{head}…{tail}"


def name_button(button: QAbstractButton, text: str, hint: str | None = None, *, name: str = "") -> None:
    """Set a button's text, accessible name (by default the text) and tooltip."""
    button.setText(text)
    button.setAccessibleName(name or text)
    if hint is not None:
        button.setToolTip(hint)


def name_field(field: QLineEdit, text: str) -> None:
    """Set a field's placeholder and accessible name."""
    field.setPlaceholderText(text)
    field.setAccessibleName(text)


def text_field(text: str = "", *, clearable: bool = False) -> QLineEdit:
    """Create a field which ignores drops, named by the placeholder."""
    field = QLineEdit()
    ignore_drops(field)
    field.setClearButtonEnabled(clearable)
    name_field(field, text)
    return field


def quiet_button(tone: str = "") -> QPushButton:
    """Create a small button without a frame."""
    button = QPushButton()
    button.setProperty("quiet", True)
    button.setProperty("tone", tone)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def thin_bar() -> QProgressBar:
    """Create a thin progress bar without text."""
    bar = QProgressBar()
    bar.setObjectName("sync_bar")
    bar.setTextVisible(False)
    bar.setFixedHeight(GRID)
    return bar


def show_rows_only(view: QAbstractItemView) -> None:
    """Make a view scroll smoothly and only vertically, without editing."""
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def scroll_downwards(area: QScrollArea, content: QWidget) -> None:
    """Scroll ``content`` only vertically, without a frame; the keyboard focus is for its parts."""
    area.setWidget(content)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)


_FRAME_ROOM = QSize(16, 48)
"""Room for the desktop's frame around the window."""


def fit_to_screen(window: QWidget) -> None:
    """Shrink a window larger than the screen's available area, such as a small scaled screen."""
    room = window.screen().availableGeometry().size() - _FRAME_ROOM
    window.resize(window.size().boundedTo(room))


class Dialog(QDialog):
    """A dialog deleted when closed."""

    def __init__(self, title: str, width: int, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(width, height)
        fit_to_screen(self)


class DialogButtons(QDialogButtonBox):
    """A dialog's close button, and others added by `action`."""

    def __init__(self, dialog: QDialog) -> None:
        super().__init__(QDialogButtonBox.StandardButton.Close)
        self._name(self.button(QDialogButtonBox.StandardButton.Close))
        self.rejected.connect(dialog.reject)

    def action(
        self, text: str, role: QDialogButtonBox.ButtonRole = QDialogButtonBox.ButtonRole.ActionRole
    ) -> QPushButton:
        """Add and return a button."""
        button = self.addButton(text, role)
        self._name(button)
        return button

    def _name(self, button: QPushButton) -> None:
        # Enter in a field of the dialog would press it.
        button.setAutoDefault(False)
        button.setAccessibleName(button.text().replace("&", ""))


def literal_tooltip(text: str) -> str:
    """Return ``text`` as a tooltip shown literally, tags included.

    Qt treats a tooltip as HTML if it looks like HTML: for a note called ``<img src=/some/file>.md``, Qt
    opened the file when the pointer rested on the row.
    """
    return RichText.convertFromPlainText(text) if RichText.mightBeRichText(text) else text


def plain_label(text: str = "", *, scale: str = "", tone: str = "", wraps: bool = False) -> QLabel:
    """Create a label showing text literally, in a scale and tone of the style sheet."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("scale", scale)
    label.setProperty("tone", tone)
    label.setWordWrap(wraps)
    return label


def centred_label(text: str = "", *, scale: str = "", tone: str = "") -> QLabel:
    """Create a wrapped label with the text in the middle."""
    label = plain_label(text, scale=scale, tone=tone, wraps=True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label


def show_text(label: QLabel, text: str) -> None:
    """Show a text in a label, or hide the label if there is none."""
    label.setText(text)
    label.setVisible(bool(text))


class NarrowLabel(QLabel):
    """A sentence, shortened rather than widening what it is in; then, the tooltip has it all."""

    def __init__(self, scale: str = "small", tone: str = "secondary") -> None:
        super().__init__()
        self.tip = ""
        """The tooltip, if it is another text."""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("scale", scale)
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write as much as fits in a line, up to the end of a word; or all of a wrapped sentence."""
        if self.wordWrap():
            super().paintEvent(event)
            return
        area = self.contentsRect()
        shown = elide_at_word(self.text(), self.fontMetrics(), area.width(), or_nothing=True)
        self.setToolTip(literal_tooltip(self.tip or (self.text() if shown != self.text() else "")))
        painter = QPainter(self)
        # As the style sheet colours the tone.
        painter.setPen(self.palette().color(self.foregroundRole()))
        align = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        painter.drawText(area, int(align), shown)
        painter.end()


def make_selectable(text: QLabel) -> QLabel:
    """Make a label's text selectable."""
    text.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return text


def action_button(action: QAction) -> QToolButton:
    """Create a flat button with an action's icon."""
    button = QToolButton()
    button.setDefaultAction(action)
    button.setAutoRaise(True)
    button.setIconSize(QSize(4 * GRID, 4 * GRID))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    # A click leaves the keyboard where it is, which the action may be about.
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def plain_box(parent: QWidget, title: str, text: str, details: str) -> QMessageBox:
    """Create a message box showing text literally, deleted when closed."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(details)
    return box


def open_box(
    box: QMessageBox,
    verb: str,
    deed: Callable[[], object],
    otherwise: QMessageBox.StandardButton = QMessageBox.StandardButton.Cancel,
) -> None:
    """Open a message box with a button that does the deed, and another; both named for screen readers."""
    box.addButton(verb, QMessageBox.ButtonRole.AcceptRole).clicked.connect(lambda _=False: deed())
    box.addButton(otherwise)
    for button in box.buttons():
        button.setAccessibleName(button.text().replace("&", ""))
    box.open()


def ask_for_consent(
    host: str, parent: QWidget, agreed: Callable[[], object], *, all_notes: bool = False
) -> None:
    """Name the host and what would be sent; call ``agreed`` if the user agrees."""
    details = tr(
        "With each question that you ask the language model, the question and the text of the passages "
        "found for it would be sent there. Nothing was sent yet. You are asked once for each host."
    )
    if all_notes:
        details = tr(
            "If you choose it for embeddings, the text of every note in every vault that you open would be "
            "sent there, now and whenever a note changes, and each question as you type it. No note was sent "
            "yet. You are asked once for each host; whoever runs it can read your notes."
        )
    title, text = tr("Send notes to another computer?"), tr("{} is not this computer.").format(host)
    box = plain_box(parent, title, text, details)
    box.setObjectName("model_consent")
    open_box(box, tr("Send to {}").format(host), agreed)
    # Enter, pressed in haste, must not send anything.
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
