"""Parts shared by panes: columns and rows, labels, fields, buttons, dialogs, drops, previews in tooltips."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QTextDocumentFragment

# The functions about rich text are in QtGui's part of the namespace Qt.
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSplitter,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QAction, QDropEvent, QKeyEvent

    from vaultsearch.core.values.note import Preview


_Box = TypeVar("_Box", QHBoxLayout, QVBoxLayout)

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
"""An index as Qt passes it to a model."""


def accept_as_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy; ignore one that can only be moved.

    A file manager deletes the original on the answer "moved", which Qt gives to a drag with Shift.
    """
    if event.possibleActions() & Qt.DropAction.CopyAction:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    else:
        event.ignore()


def ignore_drops(field: QWidget) -> None:
    """Leave drops to the window: a text field itself answers "moved" if that is proposed."""
    field.setAcceptDrops(False)


def is_plain(event: QKeyEvent) -> bool:
    """Return whether a key is pressed alone or with Shift."""
    return event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)


def is_enter(event: QKeyEvent) -> bool:
    """Return whether Enter is pressed, on either place of the keyboard, with whatever other key."""
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def types_letter(event: QKeyEvent) -> bool:
    """Return whether a key writes a letter: in a list, it is meant for the search field."""
    return is_plain(event) and event.text().isprintable() and bool(event.text().strip())


Part: TypeAlias = QWidget | QLayout | tuple[QWidget | QLayout, int] | int
"""A part of a row or column: alone, or with its stretch; a number is a free stretch."""


def column_of(
    *parts: Part,
    within: QWidget | None = None,
    margins: tuple[int, int, int, int] | int | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Lay out parts below each other, ``within`` a widget or to be placed in another layout."""
    return _fill(QVBoxLayout(within) if within is not None else QVBoxLayout(), parts, margins, spacing)


def row_of(
    *parts: Part,
    within: QWidget | None = None,
    margins: tuple[int, int, int, int] | int | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Lay out parts beside each other, ``within`` a widget or to be placed in another layout."""
    return _fill(QHBoxLayout(within) if within is not None else QHBoxLayout(), parts, margins, spacing)


def _fill(
    layout: _Box, parts: Sequence[Part], margins: tuple[int, int, int, int] | int | None, spacing: int | None
) -> _Box:
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


def fill_split(split: QSplitter, *parts: tuple[QWidget, int, int]) -> None:
    """Fill a splitter with widgets, each with its stretch and its size at first; none can be folded away."""
    for part, _, _ in parts:
        split.addWidget(part)
    split.setHandleWidth(1)
    split.setChildrenCollapsible(False)
    for place, (_, stretch, _) in enumerate(parts):
        split.setStretchFactor(place, stretch)
    split.setSizes([size for _, _, size in parts])


def name_button(button: QAbstractButton, text: str, hint: str | None = None, *, name: str = "") -> None:
    """Set a button's text, which names it for screen readers, too, unless ``name`` does; and its tooltip."""
    button.setText(text)
    button.setAccessibleName(name or text)
    if hint is not None:
        button.setToolTip(hint)


def name_field(field: QLineEdit, text: str) -> None:
    """Show a text in an empty field, and name the field by it."""
    field.setPlaceholderText(text)
    field.setAccessibleName(text)


def text_field(text: str = "", *, clearable: bool = False) -> QLineEdit:
    """Return a field that leaves drops to the window, named by the text that it shows while it is empty."""
    field = QLineEdit()
    ignore_drops(field)
    field.setClearButtonEnabled(clearable)
    name_field(field, text)
    return field


def quiet_button(tone: str = "") -> QPushButton:
    """Return a small button without a frame."""
    button = QPushButton()
    button.setProperty("quiet", True)
    button.setProperty("tone", tone)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def thin_bar() -> QProgressBar:
    """Return a bar without words, as high as a line is thick."""
    bar = QProgressBar()
    bar.setObjectName("sync_bar")
    bar.setTextVisible(False)
    bar.setFixedHeight(GRID)
    return bar


def show_rows_only(view: QAbstractItemView) -> None:
    """Have a view scroll smoothly, downwards alone, and edit nothing."""
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class Dialog(QDialog):
    """A dialog that is deleted once it is closed."""

    def __init__(self, title: str, width: int, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(width, height)


class DialogButtons(QDialogButtonBox):
    """The buttons below a dialog: one that closes it, and others by `action`."""

    def __init__(self, dialog: QDialog) -> None:
        super().__init__(QDialogButtonBox.StandardButton.Close)
        close = self.button(QDialogButtonBox.StandardButton.Close)
        # Some desktops give it an icon, which no other button here has.
        close.setIcon(QIcon())
        self._name(close)
        self.rejected.connect(dialog.reject)

    def action(
        self, text: str, role: QDialogButtonBox.ButtonRole = QDialogButtonBox.ButtonRole.ActionRole
    ) -> QPushButton:
        """Add and return a button."""
        button = self.addButton(text, role)
        self._name(button)
        return button

    def _name(self, button: QPushButton) -> None:
        button.setAccessibleName(button.text().replace("&", ""))


def tooltip(text: str) -> str:
    """Return ``text`` as a tooltip that shows it literally, tags included.

    Qt takes a tooltip for HTML as soon as it looks like it: a note called ``<img src=/some/file>.md``
    had that file opened when the pointer rested on its row.
    """
    return RichText.convertFromPlainText(text) if RichText.mightBeRichText(text) else text


def plain_label(text: str = "", *, scale: str = "", tone: str = "", wraps: bool = False) -> QLabel:
    """Return a label that shows its text literally, in a scale and tone of the style sheet."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("scale", scale)
    label.setProperty("tone", tone)
    label.setWordWrap(wraps)
    return label


def action_button(action: QAction) -> QToolButton:
    """Return a flat button with the icon of an action."""
    button = QToolButton()
    button.setDefaultAction(action)
    button.setAutoRaise(True)
    button.setIconSize(QSize(4 * GRID, 4 * GRID))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    # A click leaves the keyboard where it is, which the action may be about.
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def plain_box(
    parent: QWidget, title: str, text: str, details: str, icon: QMessageBox.Icon = QMessageBox.Icon.NoIcon
) -> QMessageBox:
    """Return a box that shows its words literally, and is deleted once it is closed."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(icon)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(details)
    return box


def ask_for_consent(
    host: str, parent: QWidget, agreed: Callable[[], object], *, all_notes: bool = False
) -> None:
    """Name the host and what would be sent there; call ``agreed`` if the user agrees."""
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
    box = plain_box(parent, title, text, details, QMessageBox.Icon.Warning)
    box.setObjectName("model_consent")
    allow = box.addButton(tr("Send to {}").format(host), QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    # Enter, pressed in haste, must not send anything.
    box.setDefaultButton(cancel)
    for button in box.buttons():
        button.setAccessibleName(button.text().replace("&", ""))
    allow.clicked.connect(lambda _=False: agreed())
    box.open()


_RESTED_MS = 400
_MOST_CHARACTERS = 400


class Glimpse(QObject):
    """Calls ``look`` once the pointer rests on one thing of ``widget``; hides what was shown on leaving."""

    def __init__(self, widget: QWidget, look: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self.subject: object = None
        """The thing that the pointer is on, or None."""
        self._rest = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rest.timeout.connect(look)

    def come_to(self, subject: object) -> None:
        """Wait on what the pointer has come to, None if it has left."""
        if subject == self.subject:
            return
        # Without a subject, a tooltip that is shown is another widget's.
        if self.subject is not None and QToolTip.isVisible():
            QToolTip.hideText()
        self.subject = subject
        self._rest.stop()
        if subject is not None:
            self._rest.start()

    def show(self, place: QPoint, title: str, text: str) -> None:
        """Show a title and the beginning of a text at a place of the screen."""
        # This character stands for a picture, which a tooltip does not show.
        words = " ".join(text.replace("\N{OBJECT REPLACEMENT CHARACTER}", "").split())
        if len(words) > _MOST_CHARACTERS:
            words = f"{words[:_MOST_CHARACTERS].rpartition(' ')[0]} …"
        if words:
            head = f"<b>{escape(title)}</b><br>" if title else ""
            QToolTip.showText(place, f"<p>{head}{escape(words)}</p>", self._widget)

    def show_note(self, place: QPoint, preview: Preview) -> None:
        """Show the beginning of a note from its passage on, without its title."""
        before, _, behind = preview.html.partition(f"<a name='{escape(preview.anchor)}'>")
        text = QTextDocumentFragment.fromHtml(behind or before).toPlainText()
        self.show(place, preview.title, text.strip().removeprefix(f"{preview.title}\n"))
