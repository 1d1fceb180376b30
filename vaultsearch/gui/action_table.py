"""Declaration of actions, and the actions on passages and notes: the menus Passage and Note."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, overload

from PySide6.QtGui import QAction

from vaultsearch.core.values.search import Mode
from vaultsearch.gui.rows.arrangement import Order

user_keys: dict[str, str] = {}
"""The user's keys by action id, "" for none; shared by the whole process."""

# Texts in the window mention these actions' declared keys.
_NAMED_IN_TEXTS = frozenset(
    {"clear", "quit", "save_search", "toggle_sidebar", "zoom_in", "zoom_out"}
    | {"passage_actions", "keep", "look"}
)


class Menu(StrEnum):
    """Menus in order; values are titles."""

    FILE = "&File"
    SEARCH = "&Search"
    PASSAGE = "&Passage"
    NOTE = "&Note"
    VIEW = "&View"
    HELP = "&Help"


class DeclaredActions:
    """A menu's actions, each declared as a class attribute; on an instance, the attribute is the QAction."""

    built: dict[ActionSpec, QAction]


@dataclass(frozen=True, eq=False)
class ActionSpec:
    """An action's declaration; the pane or controller that carries it out binds its deed, see `Actions.bind`.

    Attributes:
        icon: The name of its drawing; by default the id, with hyphens.
        shortcuts: The first is shown in the tooltip.
        local: The shortcut works only in the field and the list, since buttons need the key themselves.
        in_list: The shortcut works only in the list, since it is a letter elsewhere.
        mode: The search mode it chooses; actions with a mode exclude each other.
        order: The list order it chooses; these exclude each other, too.
        begins: Whether a separator precedes it in the menu.
        unavailable: The reason shown while it is disabled.
        id: The declaring attribute's name.
    """

    text: str
    tooltip: str
    shortcuts: tuple[str, ...] = ()
    local: bool = False
    in_list: bool = False
    mode: Mode | None = None
    order: Order | None = None
    checkable: bool = False
    begins: bool = False
    unavailable: str = ""
    icon: str = ""
    id: str = field(default="", init=False)

    @property
    def keys(self) -> tuple[str, ...]:
        """The user's keys, else the declared keys."""
        return self.keys_with(user_keys)

    def keys_with(self, own: Mapping[str, str]) -> tuple[str, ...]:
        """Return the keys, given the user's choices in ``own``."""
        chosen = own.get(self.id) if self.can_have_own_keys else None
        return self.shortcuts if chosen is None else tuple(filter(None, (chosen,)))

    @property
    def can_have_own_keys(self) -> bool:
        """Whether users can choose the keys; texts mention some keys, such as modes' and Enter."""
        return self.mode is None and not self.local and self.id not in _NAMED_IN_TEXTS

    def __set_name__(self, owner: type, name: str) -> None:
        # The name is known only once the declaring class is created, and this class is frozen.
        object.__setattr__(self, "id", name)
        object.__setattr__(self, "icon", self.icon or name.replace("_", "-"))

    @overload
    def __get__(self, actions: None, owner: type) -> Self: ...
    @overload
    def __get__(self, actions: DeclaredActions, owner: type) -> QAction: ...
    def __get__(self, actions: DeclaredActions | None, owner: type) -> Self | QAction:
        return self if actions is None else actions.built[self]


_NO_TEXT = "No text selected in the note"
_NO_LINK = "No link selected in the note"


class PassageActions(DeclaredActions):
    """Actions on the selected passages."""

    open_obsidian = ActionSpec(
        "Open in Obsidian",
        "Open the note at this heading in Obsidian",
        # Enter is Qt's name of the key on the number pad.
        ("Return", "Enter"),
        local=True,
        icon="open",
    )
    open_editor = ActionSpec(
        "Open in the default editor",
        "Open the file in its default app, a PDF at the page if the app can",
        ("Ctrl+Return", "Ctrl+Enter"),
        icon="edit",
    )
    passage_actions = ActionSpec(
        "Actions for the passage…",
        "Everything that can be done with the passage and its note",
        ("Ctrl+Shift+P",),
    )
    reveal = ActionSpec("Show in file manager", "Show the note's file in the file manager", ("Ctrl+Shift+R",))
    copy_passage = ActionSpec(
        "Copy passage", "Copy the passage with its source", ("Ctrl+C",), begins=True, icon="copy"
    )
    copy_context = ActionSpec(
        "Copy as context",
        "Copy the basket, or the top results, as cited context for an AI chat",
        ("Ctrl+Shift+C",),
    )
    copy_answer = ActionSpec(
        "Copy answer",
        "Copy the sentences of the answer, each with a link to its note",
        ("Ctrl+Shift+A",),
        icon="copy",
    )
    answer_in_note = ActionSpec(
        "Answer in the whole note",
        "Show the note of the answer, and all its sentences that answer",
        icon="quotes",
    )
    more_like_answer = ActionSpec(
        "More like this answer", "Search with the sentences of the answer", icon="passage"
    )
    copy_code = ActionSpec(
        "Copy code block", "Copy the block of code under the pointer, or the first one in sight", icon="copy"
    )
    copy_link = ActionSpec(
        "Copy link to passage",
        "Copy a link to the heading, as Obsidian writes it: [[Note#Heading]]",
        ("Ctrl+Shift+L",),
        icon="link",
    )
    copy_uri = ActionSpec(
        "Copy obsidian:// link", "Copy a link that opens the note in Obsidian from any app", icon="link"
    )
    copy_path = ActionSpec("Copy file path", "Copy the path of the note's file", icon="copy")
    keep = ActionSpec(
        "Add to or remove from basket",
        "Add the selected passage to the basket, or remove it",
        ("Space",),
        in_list=True,
        begins=True,
    )
    look = ActionSpec(
        "Look closer",
        "Show the picture large, or more of the passage; among pictures, Space does it, too",
        ("Shift+Space",),
        in_list=True,
    )
    basket = ActionSpec("Show or hide the basket", "Show or hide the basket", ("Ctrl+K",))
    more_like = ActionSpec(
        "More like this passage",
        "Search with the whole text of the passage",
        ("Ctrl+M",),
        begins=True,
        icon="passage",
    )
    compare = ActionSpec(
        "Compare two passages",
        "Show two selected passages side by side, with what differs marked",
        ("Ctrl+Shift+D",),
    )
    hide_folder = ActionSpec(
        "Hide this folder from results",
        "Add a filter that excludes the note's folder; remove it to see the folder again",
        ("Ctrl+Shift+H",),
    )
    select_all = ActionSpec(
        "Select all results",
        "Select all results, to copy them, drag them or add them to the basket",
        ("Ctrl+A",),
        in_list=True,
        begins=True,
        icon="select",
    )
    context_menu = ActionSpec(
        "Context menu", "Open the menu of the selected results, or of the note", ("Shift+F10",)
    )
    forget_note = ActionSpec(
        "Forget that I opened this",
        "Stop ranking this note higher because you opened it for this or a similar question",
        begins=True,
        icon="forget",
    )


class NoteActions(DeclaredActions):
    """Actions on the note being read."""

    copy_selection = ActionSpec(
        "Copy selected text", "Copy the text selected in the note", unavailable=_NO_TEXT, icon="copy"
    )
    search_selection = ActionSpec(
        "Search for selected text",
        "Search with the text selected in the note",
        unavailable=_NO_TEXT,
        icon="search",
    )
    select_note = ActionSpec("Select all text", "Select all text of the note", icon="select")
    open_link = ActionSpec("Open link", "Open this link", unavailable=_NO_LINK, begins=True, icon="open")
    copy_address = ActionSpec(
        "Copy link address", "Copy the address of this link", unavailable=_NO_LINK, icon="link"
    )
