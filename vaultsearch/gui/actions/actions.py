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


_NO_VAULT = "Open a vault first"
_BUSY = "Open a vault first, or wait until indexing is done"

_NO_TEXT = "No text selected in the note"
_NO_LINK = "No link selected in the note"

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
            "Search all vaults, or go back to the last one",
            checkable=True,
            unavailable="Open a second vault first",
        ),
        ActionSpec(
            "open_sample",
            "Open the sample vault",
            (),
            "sample",
            "Try it with fifty sample notes",
        ),
        ActionSpec(
            "sync",
            "Check for changes",
            ("F5",),
            "refresh",
            "Update the index now",
            begins=True,
            unavailable=_BUSY,
        ),
        ActionSpec(
            "cancel_sync",
            "Stop indexing",
            (),
            "stop",
            "Stop indexing; notes indexed so far stay searchable",
            unavailable="Nothing is being indexed",
        ),
        ActionSpec(
            "pause",
            "Pause indexing",
            (),
            "pause",
            "Ignore changes until you resume. Indexed notes stay searchable.",
            checkable=True,
            unavailable=_NO_VAULT,
        ),
        ActionSpec(
            "reindex", "Rebuild index…", (), "refresh", "Rebuild the index from scratch", unavailable=_BUSY
        ),
        ActionSpec(
            "search_quality",
            "Search quality…",
            (),
            "quality",
            "Test how well search finds your own notes",
            begins=True,
            unavailable="Open a single vault with notes first",
        ),
        ActionSpec(
            "settings",
            "Settings…",
            ("Ctrl+,",),
            "settings",
            "Vaults, models, ranking, appearance, privacy",
            begins=True,
        ),
        ActionSpec(
            "vault_report",
            "Duplicates and broken links…",
            (),
            "duplicates",
            "Find duplicates, broken links and orphaned notes",
            unavailable="Open a vault with notes first",
        ),
        ActionSpec("quit", "Quit", ("Ctrl+Q",), "quit", "Quit vaultsearch", begins=True),
    ),
    Menu.SEARCH: (
        ActionSpec(
            "focus_field",
            "Go to the search field",
            ("Ctrl+L",),
            "search",
            "Focus the search field",
        ),
        ActionSpec(
            "switcher",
            "Go to note…",
            ("Ctrl+T",),
            "title",
            "Find a note or heading by a few letters of its name",
            unavailable=_NO_VAULT,
        ),
        ActionSpec(
            "complete",
            "Show suggestions",
            ("Ctrl+Space",),
            "complete",
            "Suggest operators, tags, folders and properties",
        ),
        ActionSpec("save_search", "Save this search", ("Ctrl+D",), "save", "Add this search to the sidebar"),
        ActionSpec(
            "search_with_clipboard",
            "Search with clipboard text",
            ("Ctrl+Shift+V",),
            "passage",
            "Find notes for each topic of the copied text: a draft, a transcript, a chat",
            begins=True,
        ),
        ActionSpec(
            "show_text",
            "Search with a text…",
            ("Ctrl+Shift+X",),
            "edit",
            "Show the text that you searched with, or write one: edit it and search again",
        ),
        ActionSpec(
            "forget_question",
            "Forget what I opened for this question",
            (),
            "forget",
            "Stop ranking notes higher because you opened them for this or a similar question",
            begins=True,
        ),
        ActionSpec(
            "private",
            "Private mode",
            (),
            "private",
            "Don't remember searches or opened notes while this is on",
            checkable=True,
        ),
        ActionSpec("clear", "Clear search", ("Esc",), "clear", "Clear the search field", begins=True),
        ActionSpec(
            "mode_hybrid",
            "Meaning + words",
            ("Ctrl+1",),
            "hybrid",
            "Search by meaning and keywords together",
            mode=Mode.HYBRID,
            begins=True,
        ),
        ActionSpec(
            "mode_meaning",
            "Meaning",
            ("Ctrl+2",),
            "meaning",
            "Search by meaning, whatever the wording",
            mode=Mode.SEMANTIC,
        ),
        ActionSpec(
            "mode_words",
            "Words",
            ("Ctrl+3",),
            "words",
            "Keyword search; rare words count most",
            mode=Mode.FULLTEXT,
        ),
        ActionSpec(
            "mode_literal",
            "Exact text",
            ("Ctrl+4",),
            "literal",
            "Exact text or /regex/",
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
            "Open the file in your default editor",
        ),
        ActionSpec(
            "reveal",
            "Show in file manager",
            ("Ctrl+Shift+R",),
            "folder",
            "Show the note's file in the file manager",
        ),
        ActionSpec(
            "copy_passage",
            "Copy passage",
            ("Ctrl+C",),
            "copy",
            "Copy the passage with its source",
            begins=True,
        ),
        ActionSpec(
            "copy_context",
            "Copy as context",
            ("Ctrl+Shift+C",),
            "context",
            "Copy the basket, or the top results, as cited context for an AI chat",
        ),
        ActionSpec(
            "copy_link",
            "Copy link to passage",
            ("Ctrl+Shift+L",),
            "link",
            "Copy a link to the heading, as Obsidian writes it: [[Note#Heading]]",
        ),
        ActionSpec(
            "copy_uri",
            "Copy obsidian:// link",
            (),
            "link",
            "Copy a link that opens the note in Obsidian from any app",
        ),
        ActionSpec("copy_path", "Copy file path", (), "copy", "Copy the path of the note's file"),
        ActionSpec(
            "keep",
            "Add to or remove from basket",
            ("Space",),
            "keep",
            "Add the selected passage to the basket, or remove it",
            in_list=True,
            begins=True,
        ),
        ActionSpec(
            "basket",
            "Show or hide the basket",
            ("Ctrl+K",),
            "basket",
            "Show or hide the basket",
        ),
        ActionSpec(
            "more_like",
            "More like this passage",
            ("Ctrl+M",),
            "passage",
            "Search with the whole text of the passage",
            begins=True,
        ),
        ActionSpec(
            "hide_folder",
            "Hide this folder from results",
            ("Ctrl+Shift+H",),
            "hide",
            "Add a filter that excludes the note's folder; remove it to see the folder again",
        ),
        ActionSpec(
            "select_all",
            "Select all results",
            ("Ctrl+A",),
            "select",
            "Select all results, to copy them, drag them or add them to the basket",
            in_list=True,
            begins=True,
        ),
        ActionSpec(
            "context_menu",
            "Context menu",
            ("Shift+F10",),
            "palette",
            "Open the menu of the selected results, or of the note",
        ),
        ActionSpec(
            "forget_note",
            "Forget that I opened this",
            (),
            "forget",
            "Stop ranking this note higher because you opened it for this or a similar question",
            begins=True,
        ),
    ),
    Menu.NOTE: (
        ActionSpec(
            "copy_selection",
            "Copy selected text",
            (),
            "copy",
            "Copy the text selected in the note",
            unavailable=_NO_TEXT,
        ),
        ActionSpec(
            "search_selection",
            "Search for selected text",
            (),
            "search",
            "Search with the text selected in the note",
            unavailable=_NO_TEXT,
        ),
        ActionSpec("select_note", "Select all text", (), "select", "Select all text of the note"),
        ActionSpec("open_link", "Open link", (), "open", "Open this link", unavailable=_NO_LINK, begins=True),
        ActionSpec(
            "copy_address",
            "Copy link address",
            (),
            "link",
            "Copy the address of this link",
            unavailable=_NO_LINK,
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
            "Note outline",
            ("Ctrl+Shift+O",),
            "outline",
            "Show or hide the note's headings",
            begins=True,
        ),
        ActionSpec(
            "related",
            "Related notes",
            ("Ctrl+R",),
            "related",
            "Similar notes, backlinks, outgoing links, unlinked mentions",
        ),
        ActionSpec(
            "go_to_answer",
            "Go to the answer",
            ("Alt+Return", "Alt+Enter"),
            "passage",
            "Show the sentence above the list in its note",
        ),
        ActionSpec(
            "quotes",
            "Answers in this note",
            ("Ctrl+E",),
            "quotes",
            "Show or hide the sentences that answer your question",
        ),
        ActionSpec(
            "find_in_note",
            "Find in note…",
            ("Ctrl+F",),
            "search",
            "Find text in the note and go from match to match",
            begins=True,
        ),
        ActionSpec("next_match", "Next match in note", ("F3",), "next", "Next match"),
        ActionSpec(
            "previous_match",
            "Previous match in note",
            ("Shift+F3",),
            "previous",
            "Previous match",
        ),
        ActionSpec(
            "back",
            "Back",
            ("Alt+Left",),
            "back",
            "Back to the previous note",
            begins=True,
            unavailable="There is no earlier note",
        ),
        ActionSpec(
            "forward",
            "Forward",
            ("Alt+Right",),
            "forward",
            "Forward to the next note",
            unavailable="There is no later note",
        ),
        ActionSpec(
            "zoom_in",
            "Zoom in",
            ("Ctrl++", "Ctrl+="),
            "zoom-in",
            "Larger text in list and note",
            begins=True,
        ),
        ActionSpec("zoom_out", "Zoom out", ("Ctrl+-",), "zoom-out", "Smaller text in list and note"),
        ActionSpec("zoom_reset", "Actual size", ("Ctrl+0",), "zoom-reset", "Zoom back to 100 %"),
        ActionSpec(
            "group",
            "Group by note",
            ("Ctrl+G",),
            "group",
            "One row per note, with its other passages folded below",
            checkable=True,
            begins=True,
        ),
        ActionSpec(
            "table",
            "Show as table",
            ("Ctrl+Shift+T",),
            "table",
            "Show the results as a table with columns you choose",
            checkable=True,
        ),
        ActionSpec(
            "columns",
            "Table columns…",
            (),
            "columns",
            "Choose the table's columns, and the one to sort by",
            unavailable="Show the results as a table first",
        ),
        ActionSpec(
            "order_relevance",
            "Best first",
            ("Alt+1",),
            "relevance",
            "Best matches first",
            order=Order.RELEVANCE,
            begins=True,
        ),
        ActionSpec(
            "order_date",
            "Newest first",
            ("Alt+2",),
            "date",
            "Most recently changed first",
            order=Order.DATE,
        ),
        ActionSpec(
            "order_oldest",
            "Oldest first",
            ("Alt+4",),
            "date",
            "Oldest notes first",
            order=Order.OLDEST,
        ),
        ActionSpec(
            "order_title",
            "By title",
            ("Alt+3",),
            "title",
            "Sort by note title",
            order=Order.TITLE,
        ),
        ActionSpec(
            "order_column",
            "By column",
            (),
            "columns",
            "Sort by the chosen column of the table",
            order=Order.COLUMN,
            unavailable="Sort by a column of the table first",
        ),
    ),
    Menu.HELP: (
        ActionSpec(
            "palette",
            "Find a command…",
            ("Ctrl+P",),
            "palette",
            "Run any command",
        ),
        ActionSpec("shortcuts", "Keyboard shortcuts", ("F1",), "keyboard", "All keyboard shortcuts"),
    ),
}

ACTIONS = tuple(spec for specs in MENUS.values() for spec in specs)
