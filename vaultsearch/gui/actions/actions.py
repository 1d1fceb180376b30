"""The table of actions, from which menus, command palette, shortcuts sheet and tests are made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from vaultsearch.core.values.search import Mode
from vaultsearch.gui.rows.arrangement import Order

if TYPE_CHECKING:
    from collections.abc import Mapping


class Menu(StrEnum):
    """The menus in their order; the values are their titles."""

    FILE = "&File"
    SEARCH = "&Search"
    PASSAGE = "&Passage"
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


MENUS: Mapping[Menu, tuple[ActionSpec, ...]] = {
    Menu.FILE: (
        ActionSpec(
            "choose_folder", "Choose a folder…", ("Ctrl+O",), "folder", "Search another folder of notes"
        ),
        ActionSpec(
            "all_vaults",
            "Search all vaults",
            ("Ctrl+Shift+F",),
            "vaults",
            "Search all vaults at once, or once more the last one alone",
            checkable=True,
        ),
        ActionSpec(
            "open_sample",
            "Open the sample vault",
            (),
            "sample",
            "Try it on fifty notes that come with the program",
        ),
        ActionSpec(
            "sync", "Read changes again", ("F5",), "refresh", "Bring the index up to date with the notes"
        ),
        ActionSpec(
            "cancel_sync", "Stop reading", (), "stop", "Stop reading the notes; what was read can be searched"
        ),
        ActionSpec(
            "pause",
            "Pause reading",
            (),
            "pause",
            "Read no changes until this is chosen again; what was read can be searched",
            checkable=True,
        ),
        ActionSpec(
            "reindex", "Read everything again…", (), "refresh", "Build the index anew, from every note"
        ),
        ActionSpec(
            "search_quality",
            "Search quality…",
            (),
            "quality",
            "Measure how well your own notes are found, with questions made of them",
        ),
        ActionSpec(
            "settings", "Settings…", ("Ctrl+,",), "settings", "Vaults, models, ranking, appearance, privacy"
        ),
        ActionSpec(
            "vault_report",
            "Duplicates and loose ends…",
            (),
            "duplicates",
            "List what stands twice in your notes, links that lead nowhere, and notes without any link",
        ),
        ActionSpec("quit", "Quit", ("Ctrl+Q",), "quit", "End the program"),
    ),
    Menu.SEARCH: (
        ActionSpec(
            "focus_field",
            "Go to the search field",
            ("Ctrl+L", "Ctrl+F"),
            "search",
            "Go to the search field and select what stands there",
        ),
        ActionSpec(
            "complete",
            "Complete the query",
            ("Ctrl+Space",),
            "complete",
            "Propose operators, tags, folders and properties for what is being typed",
        ),
        ActionSpec("save_search", "Save this search", ("Ctrl+D",), "save", "Keep this search in the sidebar"),
        ActionSpec(
            "search_with_clipboard",
            "Search with the copied text",
            ("Ctrl+Shift+V",),
            "passage",
            "Find notes for each topic of the text on the clipboard: a draft, a transcript, a chat",
        ),
        ActionSpec(
            "forget_question",
            "Forget what I opened for this question",
            (),
            "forget",
            "No longer raise notes because you opened them for this question or one like it",
        ),
        ActionSpec(
            "private",
            "Private mode",
            (),
            "private",
            "Remember no searches and no opened notes while this is on",
            checkable=True,
        ),
        ActionSpec("clear", "Clear the search", ("Esc",), "clear", "Clear the search field"),
        ActionSpec(
            "mode_hybrid",
            "Hybrid",
            ("Ctrl+1",),
            "hybrid",
            "Search by meaning and by words at once",
            mode=Mode.HYBRID,
        ),
        ActionSpec(
            "mode_meaning",
            "Meaning",
            ("Ctrl+2",),
            "meaning",
            "Search by meaning, whatever the words",
            mode=Mode.SEMANTIC,
        ),
        ActionSpec(
            "mode_words",
            "Words",
            ("Ctrl+3",),
            "words",
            "Search for the words, rare words counting most",
            mode=Mode.FULLTEXT,
        ),
        ActionSpec(
            "mode_literal",
            "Literal",
            ("Ctrl+4",),
            "literal",
            "Search for exactly these characters, as a pattern",
            mode=Mode.GREP,
        ),
    ),
    Menu.PASSAGE: (
        ActionSpec(
            "open_obsidian",
            "Open in Obsidian",
            ("Return", "Enter"),
            "open",
            "Open the note at this heading in Obsidian",
            local=True,
        ),
        ActionSpec(
            "open_editor",
            "Open in the default editor",
            ("Ctrl+Return", "Ctrl+Enter"),
            "edit",
            "Open the note's file in the editor that the system has for it",
        ),
        ActionSpec(
            "copy_passage", "Copy the passage", ("Ctrl+C",), "copy", "Copy the passage with its citation"
        ),
        ActionSpec(
            "copy_context",
            "Copy as context",
            ("Ctrl+Shift+C",),
            "context",
            "Copy the basket, or else the best passages, with citations, as context for a language model",
        ),
        ActionSpec(
            "keep",
            "Put in the basket, or take out",
            ("Space",),
            "keep",
            "Put the selected passage in the basket, or take it out",
            in_list=True,
        ),
        ActionSpec(
            "basket",
            "Show or hide the basket",
            ("Ctrl+K",),
            "basket",
            "Show or hide the passages in the basket, and what they take of the budget",
        ),
        ActionSpec(
            "forget_note",
            "Forget that I opened this",
            (),
            "forget",
            "No longer raise this note because you opened it for this question or one like it",
        ),
    ),
    Menu.VIEW: (
        ActionSpec(
            "toggle_sidebar",
            "Show or hide the sidebar",
            ("Ctrl+B",),
            "sidebar",
            "Show or hide saved searches, tags, folders and dates",
        ),
        ActionSpec(
            "toggle_preview",
            "Show or hide the note",
            ("Ctrl+J",),
            "preview",
            "Show or hide the note beside the list",
        ),
        ActionSpec(
            "outline",
            "Outline of the note",
            ("Ctrl+Shift+O",),
            "outline",
            "Show or hide the note's headings beside it",
        ),
        ActionSpec(
            "related",
            "What has to do with the note",
            ("Ctrl+R",),
            "related",
            "Show or hide notes like the one shown, links to it and from it, and places that name it",
        ),
        ActionSpec(
            "quotes",
            "Quotes that answer",
            ("Ctrl+E",),
            "quotes",
            "Show or hide what in the note answers the question, word for word",
        ),
        ActionSpec(
            "next_match",
            "Next match in the note",
            ("F3",),
            "next",
            "Go to the next word of the note that answers the query",
        ),
        ActionSpec(
            "previous_match",
            "Previous match in the note",
            ("Shift+F3",),
            "previous",
            "Go to the word before, of those in the note that answer the query",
        ),
        ActionSpec("back", "Back", ("Alt+Left",), "back", "Go back to what you read before"),
        ActionSpec("forward", "Forward", ("Alt+Right",), "forward", "Go forward again"),
        ActionSpec(
            "group",
            "Group by note",
            ("Ctrl+G",),
            "group",
            "Show a row for each note, its other passages folded beneath it",
            checkable=True,
        ),
        ActionSpec(
            "order_relevance",
            "Best first",
            ("Alt+1",),
            "relevance",
            "List the passages that answer best first",
            order=Order.RELEVANCE,
        ),
        ActionSpec(
            "order_date",
            "Newest first",
            ("Alt+2",),
            "date",
            "List the passages of the notes that were changed last first",
            order=Order.DATE,
        ),
        ActionSpec(
            "order_title",
            "By title",
            ("Alt+3",),
            "title",
            "List the passages by the titles of their notes",
            order=Order.TITLE,
        ),
    ),
    Menu.HELP: (
        ActionSpec(
            "palette",
            "Find a command…",
            ("Ctrl+P",),
            "palette",
            "Find anything that can be done here by a few letters, and do it",
        ),
        ActionSpec(
            "shortcuts", "Keyboard shortcuts", ("F1",), "keyboard", "Show every key that does something here"
        ),
    ),
}

ACTIONS = tuple(spec for specs in MENUS.values() for spec in specs)

MOVES: tuple[tuple[str, str], ...] = (
    ("Down", "From the field into the list, and along it"),
    ("Up", "Along the list, and from its first row back to the field"),
    ("Up", "In the empty field: your recent queries"),
    ("Right", "Grouped by note: show the note's other passages"),
    ("Left", "Grouped by note: fold them again"),
    ("Tab", "Take the proposal; else field, conditions, way of searching, sidebar, list, note"),
    ("Backspace", "Behind a condition and a space: select the condition, then take it out"),
    ("Return", "In the sidebar: narrow the search to a tag, a folder or a period, or widen it again"),
    ("F2, Del, Ctrl+Z", "Rename a saved search, delete it, bring it back"),
)
"""Keys that move the focus or the selection, and are no actions: keys, what they do."""
