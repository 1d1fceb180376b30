"""The table of actions, from which menus, command palette, shortcuts sheet and tests are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.gui.actions.action_spec import ActionSpec, Menu
from vaultsearch.gui.actions.note_actions import NOTE, PASSAGE
from vaultsearch.gui.actions.vault_actions import FILE, SEARCH
from vaultsearch.gui.actions.view_actions import HELP, VIEW

if TYPE_CHECKING:
    from collections.abc import Mapping

MENUS: Mapping[Menu, tuple[ActionSpec, ...]] = {
    Menu.FILE: FILE,
    Menu.SEARCH: SEARCH,
    Menu.PASSAGE: PASSAGE,
    Menu.NOTE: NOTE,
    Menu.VIEW: VIEW,
    Menu.HELP: HELP,
}

ACTIONS = tuple(spec for specs in MENUS.values() for spec in specs)
