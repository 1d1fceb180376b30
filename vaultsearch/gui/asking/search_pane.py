"""The top of the window: field, filters, search mode, vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS, vault_names
from vaultsearch.gui import phrases
from vaultsearch.gui.actions.actions import mode_texts
from vaultsearch.gui.asking.chips import Chip, ChipBar
from vaultsearch.gui.asking.search_field import HintLine, SearchField
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated, translate_message
from vaultsearch.gui.widgets import tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtGui import QAction

    from vaultsearch.core.values.sync import MemberVault
    from vaultsearch.gui.actions.actions import Actions


_WIDEST_NAME = 24
"""Letters of a vault's name that fit on the button."""


class VaultChooser(QPushButton):
    """Names the open vault; the menu offers all vaults, each one, another folder, and the settings."""

    chosen = Signal(object)
    """A vault, a Path, is to be opened."""
    about_to_open = Signal()
    """The menu is about to open: missing vaults should be looked up."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("vault_chooser")
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._all = actions.all_vaults
        self._add = actions.choose_folder
        self._settings = actions.settings
        self._vaults: tuple[Path, ...] = ()
        self._members: tuple[MemberVault, ...] = ()
        self._current: Path | None = None
        self._opening: Path | None = None
        self._away: frozenset[Path] = frozenset()
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self.about_to_open)
        self.setMenu(self._menu)
        keep_translated(self, self._fill)

    @property
    def lines(self) -> tuple[QAction, ...]:
        """The menu's lines for vaults."""
        return tuple(action for action in self._menu.actions() if action.data() is not None)

    def show_vaults(
        self, vaults: Sequence[Path], current: Path | None, members: Sequence[MemberVault] = ()
    ) -> None:
        """List ``vaults``, and all at once if there are several; name the open one, with its ``members``."""
        self._vaults, self._current, self._members = tuple(vaults), current, tuple(members)
        self._opening = None
        self._fill()

    def show_opening(self, vault: Path) -> None:
        """Name a vault while it is being opened."""
        self._opening = vault
        self._fill()

    def show_away(self, away: frozenset[Path]) -> None:
        """Disable the missing vaults, except the open one."""
        self._away = away
        for line in self.lines:
            self._update_line(line)

    def _fill(self) -> None:
        named = self._opening or self._current
        name = phrases.vault_name(named) if named is not None else self.tr("No vault")
        shown = name if len(name) <= _WIDEST_NAME else f"{name[: _WIDEST_NAME - 1]}…"
        self.setText(shown.replace("&", "&&"))
        self.setAccessibleName(self.tr("Vault: {}").format(name))
        self.setToolTip(tooltip(self._open_tooltip()))
        self._menu.clear()
        self._all.setEnabled(len(self._vaults) > 1 or self._current == ALL_VAULTS)
        self._all.setChecked(self._current == ALL_VAULTS)
        if self._all.isEnabled():
            self._menu.addAction(self._all)
            self._menu.addSeparator()
        for vault in self._vaults:
            line = self._menu.addAction(self._label(vault))
            line.setData(vault)
            line.setCheckable(True)
            line.setChecked(vault == self._current)
            line.triggered.connect(lambda _=False, vault=vault: self._choose(vault))
            self._update_line(line)
        self._menu.addSeparator()
        self._menu.addActions([self._add, self._settings])

    def _open_tooltip(self) -> str:
        if self._current != ALL_VAULTS:
            return str(self._current) if self._current is not None else self.tr("Choose a vault")
        elsewhere = phrases.read_elsewhere()
        states = (
            translate_message(member.trouble)
            if member.trouble
            else elsewhere
            if member.read_only
            else str(member.folder)
            for member in self._members
        )
        return "\n".join(
            f"{member.name}: {state}" for member, state in zip(self._members, states, strict=True)
        )

    def _label(self, vault: Path) -> str:
        """Return the name that distinguishes a vault from the others."""
        return dict(zip(self._vaults, vault_names(self._vaults), strict=True))[vault].replace("&", "&&")

    def _update_line(self, line: QAction) -> None:
        vault = line.data()
        # An open vault stays chosen: its index can be searched while its drive is away.
        is_away = vault in self._away and vault != self._current
        line.setEnabled(not is_away)
        place = self.tr("{} is unavailable. Is its drive connected?").format(vault) if is_away else str(vault)
        line.setToolTip(tooltip(place))
        text = self._label(vault)
        line.setText(self.tr("{} (unavailable)").format(text) if is_away else text)

    def _choose(self, vault: Path) -> None:
        # The check mark stays with the open vault until the other one is open.
        for line in self.lines:
            line.setChecked(line.data() == self._current)
        if vault != self._current:
            self.chosen.emit(vault)


class SearchPane(QWidget):
    """Emits the query when the typing pauses, and when the mode of searching changes."""

    searched = Signal(str, object)
    """The query, never empty, and the Mode."""
    cleared = Signal()
    """The field was emptied."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field: SearchField = SearchField()
        self.field.paused.connect(self._ask)
        self.chips = ChipBar(self.field)
        self.hint = HintLine()
        self.field.textChanged.connect(lambda text: self.hint.follow(empty=not text))
        self.hint.chosen.connect(self._search_example)
        self.modes = _mode_chooser()
        self.vaults = VaultChooser(actions)
        self._actions = actions.modes
        self._place()
        self._tie_modes()

    @property
    def mode(self) -> Mode:
        """The chosen mode of searching."""
        return Mode(self.modes.currentData())

    @property
    def query(self) -> str:
        """The stripped text of the field."""
        return self.field.text().strip()

    def run(self, query: str, mode: Mode) -> None:
        """Search for ``query`` in a mode; the field can undo it."""
        self.field.replace(0, len(self.field.text()), query)
        self.choose_mode(mode.value)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def choose_mode(self, mode: str) -> None:
        """Choose a mode by its name; an unknown one changes nothing."""
        if (row := self.modes.findData(mode)) >= 0:
            self.modes.setCurrentIndex(row)

    def _place(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 2 * GRID)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.addWidget(self.field, 0, 0)
        grid.addWidget(self.modes, 0, 1)
        grid.addWidget(self.vaults, 0, 2)
        beneath = QHBoxLayout()
        beneath.setSpacing(2 * GRID)
        beneath.addWidget(self.chips)
        beneath.addWidget(self.hint, 1)
        beneath.addStretch()
        # As high with chips as without: the panes below must not move while the user types. A strut of the
        # layout would not do: without a visible widget, the space above the line is left out.
        strut = QWidget()
        strut.setFixedSize(0, Chip().sizeHint().height())
        beneath.addWidget(strut)
        grid.addLayout(beneath, 1, 0, 1, 3)

    def _search_example(self, query: str) -> None:
        # After a space nothing is proposed, and the example is whole.
        self.field.replace(0, len(self.field.text()), query + " ")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tie_modes(self) -> None:
        for mode, action in self._actions.items():
            action.triggered.connect(lambda _=False, mode=mode: self.choose_mode(mode.value))
        self.modes.currentIndexChanged.connect(self._mode_changed)
        self._actions[self.mode].setChecked(True)

    def _mode_changed(self) -> None:
        self._actions[self.mode].setChecked(True)
        self._ask(self.query)

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
    keep_translated(chooser, lambda: _name_modes(chooser))
    return chooser


def _name_modes(chooser: QComboBox) -> None:
    chooser.setAccessibleName(chooser.tr("Search mode"))
    chooser.setToolTip(chooser.tr("Search mode (Ctrl+1 to Ctrl+5)"))
    for row, (_, text, explanation) in enumerate(mode_texts()):
        chooser.setItemText(row, text)
        chooser.setItemData(row, explanation, Qt.ItemDataRole.ToolTipRole)
