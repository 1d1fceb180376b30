"""Shift+F1: the sheet of all shortcuts, from the table of actions: grouped, in two columns, with a filter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from vaultsearch.gui.actions.actions import MENUS, native_keys, translated
from vaultsearch.gui.actions.view_actions import MOVES
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.widgets import ignore_drops, plain_label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_SIZE = (880, 620)
_COLUMNS = 2
_KEYS_WIDTH = 28 * GRID


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """The keys of a menu, or those that move: pairs of keys and the sentence on their effect."""

    title: str
    lines: tuple[tuple[str, str], ...]


class ShortcutsSheet(QDialog):
    """Lists keys and their actions, in the order of the menus; a field above filters them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*_SIZE)
        self.field = QLineEdit()
        ignore_drops(self.field)
        self.field.setPlaceholderText(self.tr("Filter by key or command"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._filter)
        self.groups = [_Group(group) for group in key_groups()]
        self.nothing = plain_label(self.tr("No matching shortcut"), tone="secondary")
        self.nothing.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in buttons.buttons():
            button.setAccessibleName(button.text())
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * GRID, 4 * GRID, 6 * GRID, 4 * GRID)
        column.setSpacing(3 * GRID)
        column.addWidget(self.field)
        column.addWidget(self.nothing)
        column.addWidget(self._scrolled(), 1)
        column.addWidget(buttons)
        self.field.setFocus()

    def _scrolled(self) -> QScrollArea:
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 3 * GRID, 0)
        row.setSpacing(10 * GRID)
        for groups in _balanced(self.groups):
            column = QVBoxLayout()
            column.setSpacing(5 * GRID)
            for group in groups:
                column.addWidget(group)
            column.addStretch()
            row.addLayout(column, 1)
        area = QScrollArea()
        area.setWidget(content)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar = area.verticalScrollBar()
        return area

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by the keys that the field leaves alone."""
        steps = {
            Qt.Key.Key_Down: self._bar.singleStep(),
            Qt.Key.Key_Up: -self._bar.singleStep(),
            Qt.Key.Key_PageDown: self._bar.pageStep(),
            Qt.Key.Key_PageUp: -self._bar.pageStep(),
        }
        if (step := steps.get(Qt.Key(event.key()))) is not None:
            self._bar.setValue(self._bar.value() + step)
        else:
            super().keyPressEvent(event)

    def _filter(self, typed: str) -> None:
        shown_groups = [group.filter(typed) for group in self.groups]
        self.nothing.setVisible(not any(shown_groups))


class _Group(QWidget):
    """A heading, and a line for each of its keys."""

    def __init__(self, group: KeyGroup) -> None:
        super().__init__()
        self.rows: list[tuple[QLabel, QLabel]] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.setColumnMinimumWidth(0, _KEYS_WIDTH)
        grid.setColumnStretch(1, 1)
        grid.addWidget(plain_label(group.title, scale="section"), 0, 0, 1, 2)
        for number, (keys, text) in enumerate(group.lines, start=1):
            shown, description = plain_label(keys, scale="title", wraps=True), plain_label(text, wraps=True)
            grid.addWidget(shown, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(description, number, 1, Qt.AlignmentFlag.AlignTop)
            self.rows.append((shown, description))

    def filter(self, typed: str) -> bool:
        """Show the lines that contain every typed word; return whether there are any."""
        words = typed.casefold().split()
        is_shown = False
        for keys, text in self.rows:
            line = f"{keys.text()} {text.text()}".casefold()
            fits = all(word in line for word in words)
            is_shown = is_shown or fits
            keys.setVisible(fits)
            text.setVisible(fits)
        self.setVisible(is_shown)
        return is_shown


_MNEMONIC = re.compile(r"\(&.\)|&")
"""The mark of a menu's letter; in Chinese, the letter stands behind the title in parentheses."""


def key_groups() -> tuple[KeyGroup, ...]:
    """Return the keys by menu, first those that move; of each, a sentence on its effect."""
    moves = tuple((_format_keys((keys,)), translated(text)) for keys, text in MOVES)
    groups = [KeyGroup(QCoreApplication.translate("ShortcutsSheet", "Moving around"), moves)]
    for menu, specs in MENUS.items():
        lines = ((_format_keys(spec.keys), translated(spec.tooltip)) for spec in specs if spec.keys)
        groups.append(KeyGroup(_MNEMONIC.sub("", translated(menu.value)), tuple(lines)))
    return tuple(group for group in groups if group.lines)


def _balanced(groups: list[_Group]) -> list[list[_Group]]:
    """Divide the groups, in their order, into columns of about as many lines."""
    columns: list[list[_Group]] = [[] for _ in range(_COLUMNS)]
    total = sum(len(group.rows) + 2 for group in groups)
    done = 0
    for group in groups:
        lines = len(group.rows) + 2
        columns[min(_COLUMNS - 1, (done + lines // 2) * _COLUMNS // total)].append(group)
        done += lines
    return columns


def _format_keys(keys: tuple[str, ...]) -> str:
    # Enter on the number pad does the same as Return, so only one of them is listed.
    listed = [key for key in keys if "Enter" not in key]
    return ", ".join(map(native_keys, listed))
