"""How an action is declared: its texts, keys, icon, condition and handler together."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Self, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QAction

    from vaultsearch.core.values.search import Mode
    from vaultsearch.gui.rows.arrangement import Order
    from vaultsearch.gui.window.main_window import MainWindow


own_keys: dict[str, str] = {}
"""The keys that the user has chosen, by the ids of actions, "" for none; of the whole process."""

# Tooltips and sentences of the window name the keys of these as they are declared.
_NAMED_IN_TEXTS = frozenset(
    {
        "clear",
        "quit",
        "save_search",
        "toggle_sidebar",
        "zoom_in",
        "zoom_out",
        "passage_actions",
        "keep",
        "look",
    }
)


class Menu(StrEnum):
    """The menus in their order; the values are their titles."""

    FILE = "&File"
    SEARCH = "&Search"
    PASSAGE = "&Passage"
    NOTE = "&Note"
    VIEW = "&View"
    HELP = "&Help"


class DeclaredActions:
    """A menu's actions, each declared by an attribute of the class; of an instance, it is the QAction."""

    built: dict[ActionSpec, QAction]


@dataclass(frozen=True, eq=False)
class ActionSpec:
    """The declaration of one action.

    Attributes:
        shortcuts: the first is shown in the tooltip.
        local: the shortcut acts in the field and the list only, since buttons need the key themselves.
        in_list: the shortcut acts in the list only, since it is a letter elsewhere.
        mode: the mode of searching that it chooses; the actions with a mode exclude one another.
        order: the order of the list that it chooses; likewise.
        begins: a line divides it from the action above it in the menu.
        unavailable: why it cannot be run, while it is disabled.
        run: handles it; without a handler, it is a choice or a check mark that panes follow.
        can_run: whether it is enabled; without a condition it is, unless a pane disables it.
        id: the name of the attribute that declares it.
    """

    text: str
    shortcuts: tuple[str, ...]
    icon: str
    tooltip: str
    local: bool = False
    in_list: bool = False
    mode: Mode | None = None
    order: Order | None = None
    checkable: bool = False
    begins: bool = False
    unavailable: str = ""
    # mypy checks the lambdas before it infers attributes: those of the window that they use are annotated.
    run: Callable[[MainWindow], object] | None = None
    can_run: Callable[[MainWindow], bool] | None = None
    id: str = field(default="", init=False)

    @property
    def keys(self) -> tuple[str, ...]:
        """The user's own keys, else the declared ones."""
        return self.keys_with(own_keys)

    def keys_with(self, own: Mapping[str, str]) -> tuple[str, ...]:
        """Return the keys if ``own`` are those that the user has chosen."""
        chosen = own.get(self.id) if self.can_have_own_keys else None
        return self.shortcuts if chosen is None else tuple(filter(None, (chosen,)))

    @property
    def can_have_own_keys(self) -> bool:
        """Whether a user can choose the keys; those of modes, of Enter and of a few more stand in texts."""
        return self.mode is None and not self.local and self.id not in _NAMED_IN_TEXTS

    def __set_name__(self, owner: type, name: str) -> None:
        # The only way in a frozen class: the name is known once the class that declares it is made.
        object.__setattr__(self, "id", name)

    @overload
    def __get__(self, actions: None, owner: type) -> Self: ...
    @overload
    def __get__(self, actions: DeclaredActions, owner: type) -> QAction: ...
    def __get__(self, actions: DeclaredActions | None, owner: type) -> Self | QAction:
        return self if actions is None else actions.built[self]
