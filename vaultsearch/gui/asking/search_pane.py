"""The window's top: field, filters as chips, search mode, vault."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path

from PySide6.QtCore import QEvent, QLineF, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QComboBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QWidget,
)

from vaultsearch.core.values.query import QueryPart
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS, MemberVault, vault_names
from vaultsearch.gui import phrases
from vaultsearch.gui.actions import Actions, mode_texts
from vaultsearch.gui.asking.search_field import SearchField
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.rows.row_painter import RowFonts
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, RESTING_SHARE, SECONDARY_ROLE, SELECTED_SHARE, mix_colors
from vaultsearch.gui.translations import keep_translated, translate_message
from vaultsearch.gui.widgets import (
    elide_at_word,
    index_after_utf16,
    literal_tooltip,
    name_button,
    row_of,
    utf16_length,
)

_SIDE = 2 * GRID
_CROSS = 5 * GRID
_MAX_TEXT_WIDTH = 75 * GRID
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_FIELD_END = 9 * GRID
"""The field's end with the cross that clears it."""


class Chip(QAbstractButton):
    """Shows a condition as written; what it means is the description."""

    removed = Signal()
    chosen = Signal()
    """Edit the condition, after a click beside the cross or Enter."""
    stepped = Signal(int)
    """Move the keyboard focus by this number of chips."""
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_proposed = False
        self.setFont(RowFonts.of(self.font()).small)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)

    def show_part(self, part: QueryPart) -> None:
        """Show another condition, written or proposed, in text, tooltip and accessible name."""
        if part.proposed is None:
            self.setText(part.written)
            description = self.tr("{} (Backspace removes it)").format(translate_message(part.description))
            self.setAccessibleName(self.tr("Filter {}").format(part.written))
        else:
            days = phrases.format_days(part.proposed.first, part.proposed.last)
            self.setText(self.tr("{}, from “{}”").format(days, part.written))
            description = self.tr("Click here or press Tab to see notes of these days only")
            self.setAccessibleName(self.tr("Proposed filter: {}").format(days))
        self._is_proposed = part.proposed is not None
        self.setToolTip(literal_tooltip(description))
        self.setAccessibleDescription(description)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the text, up to a limit, and the cross."""
        metrics = QFontMetrics(self.font())
        text = min(metrics.horizontalAdvance(self.text()), _MAX_TEXT_WIDTH)
        return QSize(_SIDE + text + 1 + _CROSS, metrics.height() + 2 * GRID)

    def minimumSizeHint(self) -> QSize:
        """Return room for a word and the cross."""
        few = QFontMetrics(self.font()).averageCharWidth() * 12
        return QSize(min(self.sizeHint().width(), _SIDE + few + _CROSS), self.sizeHint().height())

    def cross(self) -> QRect:
        """Return the cross's rectangle."""
        at_end = QRect(self.width() - _CROSS, 0, _CROSS, self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), at_end)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove by Backspace or Delete, decline by Escape; edit by Enter, go along by arrows."""
        key = Qt.Key(event.key())
        declines = self._is_proposed and key == Qt.Key.Key_Escape
        if declines or key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.removed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        elif key in _STEPS:
            mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            self.stepped.emit(-_STEPS[key] if mirrored else _STEPS[key])
        elif key == Qt.Key.Key_Up:
            self.left.emit()
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Remove by a click on the cross, edit by a click elsewhere."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            (self.removed if self._is_on_cross(event.position()) else self.chosen).emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand as the cursor over the cross."""
        on_cross = self._is_on_cross(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if on_cross else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground, the text and the cross."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, accent = self.palette(), self.palette().color(ACCENT_ROLE)
        share = SELECTED_SHARE if self.underMouse() or self.hasFocus() else RESTING_SHARE
        ground = QPalette.ColorRole.Window if self._is_proposed else QPalette.ColorRole.Base
        painter.setBrush(mix_colors(palette.color(ground), accent, 0 if self._is_proposed else share))
        window = palette.color(QPalette.ColorRole.Window)
        edge = accent if self.hasFocus() else mix_colors(window, accent, 0.4)
        line = Qt.PenStyle.DashLine if self._is_proposed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(edge, 2 if self.hasFocus() else 1, line))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 1.5 * GRID, 1.5 * GRID)
        metrics = QFontMetrics(self.font())
        inner = self.rect().adjusted(_SIDE, 0, -_CROSS, 0)
        area = QStyle.visualRect(self.layoutDirection(), self.rect(), inner)
        text = elide_at_word(self.text(), metrics, area.width(), in_middle=True)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        middle, arm = QRectF(self.cross()).center(), 0.8 * GRID
        x, y = middle.x(), middle.y()
        secondary = palette.color(SECONDARY_ROLE)
        painter.setPen(QPen(secondary, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(x - arm, y - arm, x + arm, y + arm))
        painter.drawLine(QLineF(x - arm, y + arm, x + arm, y - arm))
        painter.end()

    def _is_on_cross(self, position: QPointF) -> bool:
        return self.cross().contains(position.toPoint())


class ChipBar(QWidget):
    """Shows a chip per condition at the end of ``field``, and hides without conditions; Tab leads here.

    On a line of their own beneath the field, they left a blank band whenever there were none.
    """

    removed = Signal(object)
    """A QueryPart: remove it."""
    chosen = Signal(object)
    """A QueryPart: edit it."""
    left = Signal()

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        self._parts: tuple[QueryPart, ...] = ()
        self._chips: list[Chip] = []
        self._row = row_of(within=self, margins=0, spacing=GRID)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        field.textChanged.connect(self._place)
        field.installEventFilter(self)
        keep_translated(self, self._set_texts)
        self.hide()

    @property
    def chips(self) -> list[Chip]:
        """The shown chips, in query order."""
        return self._chips[: len(self._parts)]

    def show_parts(self, parts: tuple[QueryPart, ...]) -> None:
        """Show these conditions; the focus stays at the same position, or returns to the field."""
        # By position: removing a chip by keys leads on to the next.
        focused = next((index for index, chip in enumerate(self.chips) if chip.hasFocus()), None)
        self._parts = parts
        # Chips are hidden and used again: deleting a chip would lose the keyboard focus.
        while len(self._chips) < len(parts):
            self._add_chip(len(self._chips))
        for chip, part in zip(self._chips, parts, strict=False):
            chip.show_part(part)
            chip.show()
        if focused is not None:
            # Before the rest is hidden: a hidden chip would pass the focus to any other widget.
            self._focus_chip(min(focused, len(parts) - 1))
        for chip in self._chips[len(parts) :]:
            chip.hide()
        self._place()

    def eventFilter(self, _field: QObject, event: QEvent) -> bool:
        """Stay at the field's end."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        """Take the room behind the query, a third of the field at least; the query scrolls before it."""
        field, margin = self._field, 0
        text = field.fontMetrics().horizontalAdvance(field.text())
        room = max(field.width() // 3, field.width() - text - 3 * _FIELD_END)
        taken = accumulate(chip.minimumSizeHint().width() + GRID for chip in self.chips)
        for chip, end in zip(self.chips, taken, strict=True):
            chip.setVisible(end <= room)
        self.setVisible(any(not chip.isHidden() for chip in self.chips))
        if not self.isHidden():
            hint = self.sizeHint().boundedTo(QSize(room, field.height()))
            place = QRect(QPoint(field.width() - _FIELD_END - hint.width(), 0), hint)
            place.moveTop((field.height() - hint.height()) // 2)
            self.setGeometry(QStyle.visualRect(field.layoutDirection(), field.rect(), place))
            margin = hint.width() + GRID
        is_mirrored = field.isRightToLeft()
        field.setTextMargins(margin if is_mirrored else 0, 0, 0 if is_mirrored else margin, 0)

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Active filters"))
        for chip, part in zip(self._chips, self._parts, strict=False):
            chip.show_part(part)

    def _add_chip(self, index: int) -> None:
        chip = Chip(self)
        chip.removed.connect(lambda: self.removed.emit(self._parts[index]))
        chip.chosen.connect(lambda: self.chosen.emit(self._parts[index]))
        chip.stepped.connect(lambda step: self._focus_chip(index + step))
        chip.left.connect(self.left)
        self._row.addWidget(chip)
        self.setTabOrder(self._chips[-1] if self._chips else self._field, chip)
        self._chips.append(chip)

    def _focus_chip(self, index: int) -> None:
        if index < 0:
            self.left.emit()
        elif index < len(self._parts):
            self._chips[index].setFocus()


class ChipsController(QObject):
    """Joins the field and the chips beneath it.

    The field's text is the query: removing a chip is an edit of the text, and can be undone. Behind a
    condition and a space, Backspace selects the condition, and then deletes it; right behind the condition,
    Backspace deletes a letter, as the user may still be typing it.
    """

    def __init__(self, pane: SearchPane, engine: EngineThread) -> None:
        super().__init__(pane)
        self._pane, self._field, self._bar, self._engine = pane, pane.field, pane.chips, engine
        # The text with these parts.
        self._text = ""
        self._parts: tuple[QueryPart, ...] = ()
        # Not with each key: half a condition means nothing.
        self._field.paused.connect(lambda _: self.ask())
        pane.modes.currentIndexChanged.connect(lambda _: self.ask())
        engine.vault_opened.connect(lambda _: self.ask())
        self._bar.removed.connect(self.remove)
        self._bar.chosen.connect(self.select)
        self._bar.left.connect(self._field.setFocus)
        self._field.installEventFilter(self)

    def ask(self) -> None:
        """Ask the engine for the conditions in the field's text."""
        text = self._field.text()
        if not text.strip() or self._pane.mode is Mode.GREP:
            self._engine.drop("understand")
            self._show(text, ())
        else:
            self._engine.ask("understand", lambda vault: vault.query.parts(text), partial(self._show, text))

    def remove(self, part: QueryPart) -> None:
        """Remove a condition from the text, unless the text has changed since.

        A proposed condition's words stay as words, each behind a ``+``.
        """
        # The places are valid only in the answered text.
        if self._field.text() == self._text:
            edit = part.removal
            self._field.replace(edit.start, edit.end, edit.text)

    def select(self, part: QueryPart) -> None:
        """Select a condition in the field for editing; accept a proposed condition as a filter."""
        if self._field.text() == self._text and part.proposed is not None:
            edit = part.proposed.acceptance
            self._field.replace(edit.start, edit.end, edit.text)
            self._field.setFocus(Qt.FocusReason.OtherFocusReason)
            # Right behind the date, the cursor would bring up other proposals.
            self._field.end(False)
        elif self._field.text() == self._text:
            self._field.setFocus(Qt.FocusReason.OtherFocusReason)
            before, condition = self._text[: part.start], self._text[part.start : part.end]
            self._field.setSelection(utf16_length(before), utf16_length(condition))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle Tab for a proposed interval, and Backspace for a whole condition."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() or self._field.text() != self._text:
            return False
        if event.key() == Qt.Key.Key_Tab:
            proposed = next((part for part in self._parts if part.proposed is not None), None)
            if proposed is not None:
                self.select(proposed)
            return proposed is not None
        return event.key() == Qt.Key.Key_Backspace and self._edit_condition()

    def _edit_condition(self) -> bool:
        """Select the condition before the cursor, or remove a selected one; return whether there is any."""
        field, text = self._field, self._text
        is_selected = field.hasSelectedText()
        start, end = field.selectionStart(), field.selectionEnd()
        selected = index_after_utf16(text, start), index_after_utf16(text, end)
        for part in self._parts:
            if part.proposed is not None:
                continue
            if is_selected and selected == (part.start, part.end):
                self.remove(part)
                return True
            between = text[part.end : field.cursor_index]
            if not is_selected and between != "" and between.isspace():
                self.select(part)
                return True
        return False

    def _show(self, text: str, parts: tuple[QueryPart, ...]) -> None:
        self._text, self._parts = text, parts
        self._bar.show_parts(self._parts)


_MAX_NAME_LETTERS = 24
"""Letters in a vault's name which fit on the button."""


class VaultChooser(QPushButton):
    """Names the open vault; the menu offers all vaults, each vault, another folder, and the settings."""

    chosen = Signal(object)
    """A vault's Path: open it."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setObjectName("vault_chooser")
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._all, self._add, self._settings = actions.all_vaults, actions.choose_folder, actions.settings
        self._vaults: tuple[Path, ...] = ()
        self._members: tuple[MemberVault, ...] = ()
        self._current: Path | None = None
        self._opening: Path | None = None
        self._away: frozenset[Path] = frozenset()
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self.setMenu(self._menu)
        keep_translated(self, self._fill)

    @property
    def lines(self) -> tuple[QAction, ...]:
        """The menu's lines for vaults."""
        return tuple(action for action in self._menu.actions() if action.data() is not None)

    def show_vaults(
        self, vaults: Sequence[Path], current: Path | None, members: Sequence[MemberVault] = ()
    ) -> None:
        """List ``vaults``, and all at once if there are several; name the open vault, with ``members``."""
        self._vaults, self._current, self._members = tuple(vaults), current, tuple(members)
        self._opening = None
        self._fill()

    def show_opening(self, vault: Path) -> None:
        """Name a vault while it is being opened."""
        self._opening = vault
        self._fill()

    def show_away(self, away: frozenset[Path]) -> None:
        """Disable the missing vaults, except the open vault."""
        self._away = away
        for line in self.lines:
            self._update_line(line)

    def _fill(self) -> None:
        named = self._opening or self._current
        name = phrases.vault_name(named) if named is not None else self.tr("No vault")
        shown = phrases.shorten(name, _MAX_NAME_LETTERS)
        tip = str(self._current) if self._current is not None else self.tr("Choose a vault")
        if self._current == ALL_VAULTS:
            lines = []
            for member in self._members:
                state = phrases.read_elsewhere() if member.read_only else str(member.folder)
                state = translate_message(member.trouble) if member.trouble else state
                lines.append(f"{member.name}: {state}")
            tip = "\n".join(lines)
        text = shown.replace("&", "&&")
        name_button(self, text, literal_tooltip(tip), name=self.tr("Vault: {}").format(name))
        self._menu.clear()
        self._all.setEnabled(len(self._vaults) > 1 or self._current == ALL_VAULTS)
        self._all.setChecked(self._current == ALL_VAULTS)
        if self._all.isEnabled():
            self._menu.addAction(self._all)
            self._menu.addSeparator()
        for vault in self._vaults:
            line = self._menu.addAction("")
            line.setData(vault)
            line.setCheckable(True)
            line.setChecked(vault == self._current)
            line.triggered.connect(lambda _=False, vault=vault: self._choose(vault))
            self._update_line(line)
        self._menu.addSeparator()
        self._menu.addActions([self._add, self._settings])

    def _update_line(self, line: QAction) -> None:
        vault = line.data()
        # An open vault stays chosen: the index can be searched without the drive.
        is_away = vault in self._away and vault != self._current
        line.setEnabled(not is_away)
        place = self.tr("{} is unavailable. Is its drive connected?").format(vault) if is_away else str(vault)
        line.setToolTip(literal_tooltip(place))
        # The names are distinct from one another.
        names = dict(zip(self._vaults, vault_names(self._vaults), strict=True))
        text = names[vault].replace("&", "&&")
        line.setText(self.tr("{} (unavailable)").format(text) if is_away else text)

    def _choose(self, vault: Path) -> None:
        # The check mark stays with the open vault until the other is open.
        for line in self.lines:
            line.setChecked(line.data() == self._current)
        if vault != self._current:
            self.chosen.emit(vault)


class SearchPane(QWidget):
    """Emits the query when the typing pauses, and when the search mode changes."""

    searched = Signal(str, object)
    """The query, never empty, and the Mode."""
    cleared = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.field: SearchField = SearchField()
        self.field.paused.connect(self._ask)
        self.chips = ChipBar(self.field)
        self.modes = _mode_chooser()
        self.vaults = VaultChooser(actions)
        self._actions = actions.modes
        margins = (4 * GRID, 3 * GRID, 4 * GRID, 3 * GRID)
        self._choosers = row_of((self.modes, 1), self.vaults, spacing=2 * GRID)
        self._box = row_of((self.field, 1), self._choosers, within=self, margins=margins, spacing=2 * GRID)
        for mode, action in self._actions.items():
            action.triggered.connect(lambda _=False, mode=mode: self.choose_mode(mode.value))
        self.modes.currentIndexChanged.connect(lambda: self._actions[self.mode].setChecked(True))
        self.modes.currentIndexChanged.connect(lambda: self._ask(self.query))
        self._actions[self.mode].setChecked(True)

    @property
    def mode(self) -> Mode:
        """The chosen search mode."""
        return Mode(self.modes.currentData())

    @property
    def query(self) -> str:
        """The field's stripped text."""
        return self.field.text().strip()

    def run(self, query: str, mode: Mode) -> None:
        """Search for ``query`` in a mode; the field can undo it."""
        self.field.search_instead(query)
        self.choose_mode(mode.value)

    def event(self, event: QEvent) -> bool:
        """Set the choosers below the field where they leave it no room for a question."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            # Beside them it had fifteen letters at 480 pixels. A layout has its former width at first.
            below = self.width() - self._choosers.sizeHint().width() < 72 * GRID
            direction = QBoxLayout.Direction.TopToBottom if below else QBoxLayout.Direction.LeftToRight
            self._box.setDirection(direction)
        return super().event(event)

    def choose_mode(self, mode: str) -> None:
        """Choose a mode by name; ignore an unknown name."""
        if (row := self.modes.findData(mode)) >= 0:
            self.modes.setCurrentIndex(row)

    def _ask(self, query: str) -> None:
        if query:
            self.searched.emit(query, self.mode)
        else:
            self.cleared.emit()


def _mode_chooser() -> QComboBox:
    chooser = QComboBox()
    chooser.setObjectName("mode_chooser")
    # Sized at the first show alone, it cut "Bedeutung + Wörter" when the language was changed.
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    chooser.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    for mode, text, _ in mode_texts():
        chooser.addItem(text, mode.value)

    def set_texts() -> None:
        chooser.setAccessibleName(chooser.tr("Search mode"))
        chooser.setToolTip(chooser.tr("Search mode (Ctrl+1 to Ctrl+5)"))
        for row, (_, text, explanation) in enumerate(mode_texts()):
            chooser.setItemText(row, text)
            chooser.setItemData(row, explanation, Qt.ItemDataRole.ToolTipRole)

    keep_translated(chooser, set_texts)
    return chooser
