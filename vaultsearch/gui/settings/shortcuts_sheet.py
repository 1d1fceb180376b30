"""The sheet listing all keyboard shortcuts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QWidget

from vaultsearch.gui.actions import MENUS, native_keys
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr
from vaultsearch.gui.widgets import (
    Dialog,
    DialogButtons,
    column_of,
    plain_label,
    row_of,
    scroll_downwards,
    text_field,
)
from vaultsearch.gui.window_actions import NAVIGATION_KEYS

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_SHEET_SIZE = (880, 620)
_SHEET_COLUMNS = 2
_KEYS_WIDTH = 36 * GRID


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """A menu's keys, or navigation keys: pairs of keys and effect."""

    title: str
    lines: tuple[tuple[str, str], ...]


class ShortcutsSheet(Dialog):
    """List keys and actions in menu order, with a filter field above."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Keyboard shortcuts"), *_SHEET_SIZE, parent)
        self.field = text_field(self.tr("Filter by key or command"), clearable=True)
        self.field.textChanged.connect(self._filter)
        self.groups = [_KeyGroupView(group) for group in list_key_groups()]
        self.nothing = plain_label(self.tr("No matching shortcut"), tone="secondary")
        self.nothing.hide()
        buttons = DialogButtons(self)
        # Columns of similar height: a group takes two lines more than its rows, its title and a gap.
        columns: list[list[_KeyGroupView]] = [[] for _ in range(_SHEET_COLUMNS)]
        total = sum(len(group.rows) + 2 for group in self.groups)
        done = 0
        for group in self.groups:
            lines = len(group.rows) + 2
            columns[min(_SHEET_COLUMNS - 1, (done + lines // 2) * _SHEET_COLUMNS // total)].append(group)
            done += lines
        content = QWidget()
        row = row_of(within=content, margins=(0, 0, 3 * GRID, 0), spacing=10 * GRID)
        for groups in columns:
            row.addLayout(column_of(*groups, 0, spacing=5 * GRID), 1)
        area = QScrollArea()
        scroll_downwards(area, content)
        self._bar = area.verticalScrollBar()
        column_of(self.field, self.nothing, (area, 1), buttons, within=self, spacing=3 * GRID)
        # Its keys scroll the sheet as well, see `keyPressEvent`.
        self.field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by keys unused in the field."""
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


class _KeyGroupView(QWidget):
    """A heading with a line for each key."""

    def __init__(self, group: KeyGroup) -> None:
        super().__init__()
        self.rows: list[tuple[QLabel, QLabel]] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.setColumnStretch(1, 1)
        grid.addWidget(plain_label(group.title, scale="section"), 0, 0, 1, 2)
        for number, (keys, text) in enumerate(group.lines, start=1):
            shown, description = plain_label(keys, scale="title", wraps=True), plain_label(text, wraps=True)
            # One column for all groups, whatever their longest keys.
            shown.setFixedWidth(_KEYS_WIDTH)
            grid.addWidget(shown, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(description, number, 1, Qt.AlignmentFlag.AlignTop)
            self.rows.append((shown, description))

    def filter(self, typed: str) -> bool:
        """Show the lines containing every typed word; return whether there are any."""
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
"""A menu letter's mark; in Chinese, the letter follows the title in parentheses."""


def list_key_groups() -> tuple[KeyGroup, ...]:
    """Return keys with effects by menu, preceded by the navigation keys."""
    moves = tuple((native_keys(keys), tr(text)) for keys, text in NAVIGATION_KEYS)
    groups = [KeyGroup(tr("Moving around"), moves)]
    for menu, specs in MENUS.items():
        lines = ((native_keys(*spec.keys), tr(spec.tooltip)) for spec in specs if spec.keys)
        groups.append(KeyGroup(_MNEMONIC.sub("", tr(menu.value)), tuple(lines)))
    return tuple(group for group in groups if group.lines)
