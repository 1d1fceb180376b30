"""Declaration of actions, and the actions on passages and notes: the menus Passage and Note."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Self, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QAction

    from vaultsearch.core.values.search import Mode, Result
    from vaultsearch.gui.rows.arrangement import Order
    from vaultsearch.gui.window.main_window import MainWindow


user_keys: dict[str, str] = {}
"""The user's keys by action id, "" for none; shared by the whole process."""

# Texts in the window mention these actions' declared keys.
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
    """An action's declaration.

    Attributes:
        shortcuts: The first is shown in the tooltip.
        local: The shortcut works only in the field and the list, since buttons need the key themselves.
        in_list: The shortcut works only in the list, since it is a letter elsewhere.
        mode: The search mode it chooses; actions with a mode exclude each other.
        order: The list order it chooses; these exclude each other, too.
        begins: Whether a separator precedes it in the menu.
        unavailable: The reason shown while it is disabled.
        run: Runs the action; without any of the three runners, panes follow the choice or check mark.
        on_passage: Returns a function to call with the current passage.
        on_passages: Returns a function to call with all selected passages.
        can_run: Whether it is enabled; without a condition it is, unless a pane disables it.
        id: The declaring attribute's name.
    """

    text: str
    icon: str
    tooltip: str
    shortcuts: tuple[str, ...] = ()
    local: bool = False
    in_list: bool = False
    mode: Mode | None = None
    order: Order | None = None
    checkable: bool = False
    begins: bool = False
    unavailable: str = ""
    # mypy checks the lambdas before inferring attributes, so the window attributes they use are annotated.
    run: Callable[[MainWindow], object] | None = None
    on_passage: Callable[[MainWindow], Callable[[Result], object]] | None = None
    on_passages: Callable[[MainWindow], Callable[[tuple[Result, ...]], object]] | None = None
    can_run: Callable[[MainWindow], bool] | None = None
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
        "open",
        "Open the note at this heading in Obsidian",
        # Enter is Qt's name of the key on the number pad.
        ("Return", "Enter"),
        local=True,
        on_passage=lambda w: w.passages.opening.open,
    )
    open_editor = ActionSpec(
        "Open in the default editor",
        "edit",
        "Open the file in its default app, a PDF at the page if the app can",
        ("Ctrl+Return", "Ctrl+Enter"),
        on_passage=lambda w: w.passages.opening.open_otherwise,
    )
    passage_actions = ActionSpec(
        "Actions for the passage…",
        "more",
        "Everything that can be done with the passage and its note",
        ("Ctrl+Shift+P",),
        run=lambda w: w.offer_passage_actions(),
    )
    reveal = ActionSpec(
        "Show in file manager",
        "reveal",
        "Show the note's file in the file manager",
        ("Ctrl+Shift+R",),
        on_passages=lambda w: w.passages.opening.reveal,
    )
    copy_passage = ActionSpec(
        "Copy passage",
        "copy",
        "Copy the passage with its source",
        ("Ctrl+C",),
        begins=True,
        on_passages=lambda w: w.passages.copying.copy_passages,
    )
    copy_context = ActionSpec(
        "Copy as context",
        "context",
        "Copy the basket, or the top results, as cited context for an AI chat",
        ("Ctrl+Shift+C",),
        run=lambda w: w.passages.copying.copy_context(),
    )
    copy_answer = ActionSpec(
        "Copy answer",
        "copy",
        "Copy the sentences of the answer, each with a link to its note",
        ("Ctrl+Shift+A",),
        run=lambda w: w.passages.copying.copy_answer(w.page.answer_card.citations),
    )
    answer_in_note = ActionSpec(
        "Answer in the whole note",
        "quotes",
        "Show the note of the answer, and all its sentences that answer",
        run=lambda w: w.page.read_note_of_answer(),
    )
    more_like_answer = ActionSpec(
        "More like this answer",
        "passage",
        "Search with the sentences of the answer",
        run=lambda w: w.page.search_with_answer(),
    )
    copy_code = ActionSpec(
        "Copy code block",
        "copy",
        "Copy the block of code under the pointer, or the first one in sight",
        run=lambda w: w.passages.copying.copy_code(w.page.preview.code.text()),
    )
    copy_link = ActionSpec(
        "Copy link to passage",
        "link",
        "Copy a link to the heading, as Obsidian writes it: [[Note#Heading]]",
        ("Ctrl+Shift+L",),
        on_passages=lambda w: w.passages.copying.copy_wikilinks,
    )
    copy_uri = ActionSpec(
        "Copy obsidian:// link",
        "link",
        "Copy a link that opens the note in Obsidian from any app",
        on_passages=lambda w: w.passages.copying.copy_uris,
    )
    copy_path = ActionSpec(
        "Copy file path",
        "copy",
        "Copy the path of the note's file",
        on_passages=lambda w: w.passages.copying.copy_paths,
    )
    keep = ActionSpec(
        "Add to or remove from basket",
        "keep",
        "Add the selected passage to the basket, or remove it",
        ("Space",),
        in_list=True,
        begins=True,
        on_passages=lambda w: w.passages.opening.toggle_kept,
    )
    look = ActionSpec(
        "Look closer",
        "look",
        "Show the picture large, or more of the passage; among pictures, Space does it, too",
        ("Shift+Space",),
        in_list=True,
        run=lambda w: w.page.looking.toggle(),
    )
    basket = ActionSpec(
        "Show or hide the basket",
        "basket",
        "Show or hide the basket",
        ("Ctrl+K",),
        run=lambda w: w.basket_sheet.toggle(),
    )
    more_like = ActionSpec(
        "More like this passage",
        "passage",
        "Search with the whole text of the passage",
        ("Ctrl+M",),
        begins=True,
        on_passages=lambda w: w.page.search_like,
    )
    compare = ActionSpec(
        "Compare two passages",
        "compare",
        "Show two selected passages side by side, with what differs marked",
        ("Ctrl+Shift+D",),
        on_passages=lambda w: w.dialogs.compare,
    )
    hide_folder = ActionSpec(
        "Hide this folder from results",
        "hide",
        "Add a filter that excludes the note's folder; remove it to see the folder again",
        ("Ctrl+Shift+H",),
        on_passage=lambda w: w.page.hide_folder,
    )
    select_all = ActionSpec(
        "Select all results",
        "select",
        "Select all results, to copy them, drag them or add them to the basket",
        ("Ctrl+A",),
        in_list=True,
        begins=True,
        run=lambda w: w.page.results.list.selectAll(),
    )
    context_menu = ActionSpec(
        "Context menu",
        "menu",
        "Open the menu of the selected results, or of the note",
        ("Shift+F10",),
        run=lambda w: w.passages.menus.open_at_focus(),
    )
    forget_note = ActionSpec(
        "Forget that I opened this",
        "forget",
        "Stop ranking this note higher because you opened it for this or a similar question",
        begins=True,
        on_passage=lambda w: w.usage.forget_note,
    )


class NoteActions(DeclaredActions):
    """Actions on the note being read."""

    copy_selection = ActionSpec(
        "Copy selected text",
        "copy",
        "Copy the text selected in the note",
        unavailable=_NO_TEXT,
        run=lambda w: w.page.preview.view.copy(),
        can_run=lambda w: w.page.preview.view.textCursor().hasSelection(),
    )
    search_selection = ActionSpec(
        "Search for selected text",
        "search",
        "Search with the text selected in the note",
        unavailable=_NO_TEXT,
        run=lambda w: w.page.search_selection(),
        can_run=lambda w: w.page.preview.view.textCursor().hasSelection(),
    )
    select_note = ActionSpec(
        "Select all text",
        "select",
        "Select all text of the note",
        run=lambda w: w.page.preview.view.selectAll(),
    )
    open_link = ActionSpec(
        "Open link",
        "open",
        "Open this link",
        unavailable=_NO_LINK,
        begins=True,
        run=lambda w: w.passages.menus.open_link(),
        can_run=lambda w: w.passages.menus.link != "",
    )
    copy_address = ActionSpec(
        "Copy link address",
        "link",
        "Copy the address of this link",
        unavailable=_NO_LINK,
        run=lambda w: w.passages.menus.copy_address(),
        can_run=lambda w: w.passages.menus.address != "",
    )
