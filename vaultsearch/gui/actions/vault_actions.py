"""The actions on vaults and their search: the menus File and Search."""

from __future__ import annotations

from vaultsearch.core.values.search import Mode
from vaultsearch.gui.actions.action_spec import ActionSpec

_NO_VAULT = "Open a vault first"
_BUSY = "Open a vault first, or wait until indexing is done"

FILE = (
    ActionSpec("choose_folder", "Choose a folder…", ("Ctrl+O",), "folder", "Search another folder of notes"),
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
)

SEARCH = (
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
        "other_spelling",
        "Search with the other spelling",
        ("Ctrl+.",),
        "edit",
        "Search for the words as you typed them, or with the suggested spelling",
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
)
