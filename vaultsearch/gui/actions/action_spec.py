"""A row of the table of actions, and the menus that they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.search import Mode
    from vaultsearch.gui.rows.arrangement import Order


class Menu(StrEnum):
    """The menus in their order; the values are their titles."""

    FILE = "&File"
    SEARCH = "&Search"
    PASSAGE = "&Passage"
    NOTE = "&Note"
    VIEW = "&View"
    HELP = "&Help"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One row of the table.

    Attributes:
        shortcuts: the first is shown in the tooltip.
        local: the shortcut acts in the field and the list only, since buttons need the key themselves.
        in_list: the shortcut acts in the list only, since it is a letter elsewhere.
        mode: the mode of searching that it chooses; the actions with a mode exclude one another.
        order: the order of the list that it chooses; likewise.
        begins: a line divides it from the action above it in the menu.
        unavailable: why it cannot be run, while it is disabled.
    """

    id: str
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
