"""The actions on passages and notes: the menus Passage and Note."""

from __future__ import annotations

from vaultsearch.gui.actions.action_spec import ActionSpec

_NO_TEXT = "No text selected in the note"
_NO_LINK = "No link selected in the note"

PASSAGE = (
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
        "Open the file in its default app, a PDF at the page if the app can",
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
)

NOTE = (
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
)
