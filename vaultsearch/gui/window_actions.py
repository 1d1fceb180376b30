"""Actions on vaults, queries and the window: the menus File, Search, View and Help."""

from __future__ import annotations

from vaultsearch.core.values.search import Mode
from vaultsearch.gui.action_table import ActionSpec, DeclaredActions
from vaultsearch.gui.rows.arrangement import Order

_NO_NOTE = "Choose a note first"
WITHOUT_VAULT = "Open a vault first"
_WITHOUT_VAULT_OR_BUSY = "Open a vault first, or wait until indexing is done"


class FileActions(DeclaredActions):
    """Actions on vaults, indexes, and the program."""

    choose_folder = ActionSpec("Choose a folder…", "folder", "Search another folder of notes", ("Ctrl+O",))
    choose_place = ActionSpec(
        "Open a published index…",
        "published",
        "Search an index that another computer has published to a bucket",
    )
    all_vaults = ActionSpec(
        "Search all vaults",
        "vaults",
        "Search all vaults, or go back to the last one",
        ("Ctrl+Shift+F",),
        checkable=True,
        unavailable="Open a second vault first",
    )
    open_sample = ActionSpec("Open the sample vault", "sample", "Try it with fifty sample notes")
    sync = ActionSpec(
        "Check for changes",
        "refresh",
        "Update the index now",
        ("F5",),
        begins=True,
        unavailable=_WITHOUT_VAULT_OR_BUSY,
    )
    cancel_sync = ActionSpec(
        "Stop indexing",
        "stop",
        "Stop indexing; notes indexed so far stay searchable",
        unavailable="Nothing is being indexed",
    )
    pause = ActionSpec(
        "Pause indexing",
        "pause",
        "Ignore changes until you resume. Indexed notes stay searchable.",
        checkable=True,
        unavailable="Open a vault that is indexed here first",
    )
    reindex = ActionSpec(
        "Rebuild index…",
        "rebuild",
        "Rebuild the index from scratch",
        unavailable="Open a vault that is indexed here first, or wait until indexing is done",
    )
    search_quality = ActionSpec(
        "Search quality…",
        "quality",
        "Test how well search finds your own notes",
        begins=True,
        unavailable="Open a single vault with notes first",
    )
    settings = ActionSpec(
        "Settings…", "settings", "Vaults, models, ranking, appearance, privacy", ("Ctrl+,",), begins=True
    )
    topics = ActionSpec(
        "Topics…", "topics", "What your notes are about", ("Ctrl+Shift+E",), unavailable=WITHOUT_VAULT
    )
    map = ActionSpec(
        "Map…", "map", "A dot for each note, near to those it belongs with", unavailable=WITHOUT_VAULT
    )
    vault_report = ActionSpec(
        "Duplicates and broken links…",
        "duplicates",
        "Find duplicates, broken links and orphaned notes",
        unavailable="Open a vault with notes first",
    )
    quit = ActionSpec("Quit", "quit", "Quit vaultsearch", ("Ctrl+Q",), begins=True)


class SearchActions(DeclaredActions):
    """Actions on the query."""

    focus_field = ActionSpec("Go to the search field", "field", "Focus the search field", ("Ctrl+L",))
    ask = ActionSpec(
        "Ask the language model",
        "plug",
        "Have your own language model answer the question in the field from your notes (Ctrl+Enter there)",
        ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"),
    )
    switcher = ActionSpec(
        "Go to note…",
        "go",
        "Find a note or heading by a few letters of its name",
        ("Ctrl+T",),
        unavailable=WITHOUT_VAULT,
    )
    complete = ActionSpec(
        "Show suggestions", "complete", "Suggest operators, tags, folders and properties", ("Ctrl+Space",)
    )
    save_search = ActionSpec("Save this search", "save", "Add this search to the sidebar", ("Ctrl+D",))
    search_with_clipboard = ActionSpec(
        "Search with clipboard text",
        "search",
        "Find notes for each topic of the copied text: a draft, a transcript, a chat",
        ("Ctrl+Shift+V",),
        begins=True,
    )
    show_text = ActionSpec(
        "Search with a text…",
        "search",
        "Show the text that you searched with, or write one: edit it and search again",
        ("Ctrl+Shift+X",),
    )
    other_spelling = ActionSpec(
        "Search with the other spelling",
        "search",
        "Search for the words as you typed them, or with the suggested spelling",
        ("Ctrl+.",),
    )
    forget_question = ActionSpec(
        "Forget what I opened for this question",
        "forget",
        "Stop ranking notes higher because you opened them for this or a similar question",
        begins=True,
    )
    private = ActionSpec(
        "Private mode", "private", "Don't remember searches or opened notes while this is on", checkable=True
    )
    clear = ActionSpec("Clear search", "clear", "Clear the search field", ("Esc",), begins=True)
    mode_hybrid = ActionSpec(
        "Meaning + words",
        "hybrid",
        "Search by meaning and keywords together",
        ("Ctrl+1",),
        mode=Mode.HYBRID,
        begins=True,
    )
    mode_meaning = ActionSpec(
        "Meaning", "meaning", "Search by meaning, whatever the wording", ("Ctrl+2",), mode=Mode.SEMANTIC
    )
    mode_words = ActionSpec(
        "Words", "words", "Keyword search; rare words count most", ("Ctrl+3",), mode=Mode.FULLTEXT
    )
    mode_literal = ActionSpec("Exact text", "literal", "Exact text or /regex/", ("Ctrl+4",), mode=Mode.GREP)
    mode_explore = ActionSpec(
        "Along links",
        "explore",
        "Notes one or two links away from the best answers",
        ("Ctrl+5",),
        mode=Mode.EXPLORE,
    )


class ViewActions(DeclaredActions):
    """Actions on display."""

    toggle_sidebar = ActionSpec(
        "Show or hide the sidebar",
        "sidebar",
        "Show or hide saved searches, tags, folders and dates",
        ("Ctrl+B",),
    )
    toggle_preview = ActionSpec(
        "Show or hide the note", "preview", "Show or hide the note beside the list", ("Ctrl+J",)
    )
    outline = ActionSpec(
        "Note outline",
        "outline",
        "Show or hide the note's headings",
        ("Ctrl+Shift+O",),
        begins=True,
        unavailable="No note with headings is shown",
    )
    history = ActionSpec(
        "Versions…",
        "versions",
        "Show the note's versions in its git repository, and what has changed since one",
        ("Ctrl+H",),
        unavailable=_NO_NOTE,
    )
    related = ActionSpec(
        "Related notes",
        "related",
        "Similar notes, backlinks, outgoing links, unlinked mentions",
        ("Ctrl+R",),
        unavailable=_NO_NOTE,
    )
    unfold_answer = ActionSpec(
        "Unfold the answer",
        "unfold",
        "Show all sentences of the answer, or only the first",
        ("Alt+Return", "Alt+Enter"),
    )
    quotes = ActionSpec(
        "Answers in this note", "quotes", "Show or hide the sentences that answer your question", ("Ctrl+E",)
    )
    find_in_note = ActionSpec(
        "Find in note…", "find", "Find text in the note and go from match to match", ("Ctrl+F",), begins=True
    )
    page_text = ActionSpec(
        "Show as text",
        "text",
        "Show the text of a PDF or a canvas instead of how it looks",
        checkable=True,
        unavailable="No PDF or canvas is shown",
    )
    next_match = ActionSpec("Next match in note", "next", "Next match", ("F3",))
    previous_match = ActionSpec("Previous match in note", "previous", "Previous match", ("Shift+F3",))
    back = ActionSpec(
        "Back",
        "back",
        "Back to the previous note",
        ("Alt+Left",),
        begins=True,
        unavailable="There is no earlier note",
    )
    forward = ActionSpec(
        "Forward", "forward", "Forward to the next note", ("Alt+Right",), unavailable="There is no later note"
    )
    beside = ActionSpec(
        "Beside Obsidian",
        "beside",
        "Follow the note that is open in Obsidian in a small window: related notes, backlinks, mentions",
        ("Ctrl+Shift+B",),
        checkable=True,
    )
    zoom_in = ActionSpec(
        "Zoom in",
        "zoom-in",
        "Larger text in list and note",
        # On many keyboards, + is on the key of =, with Shift.
        ("Ctrl++", "Ctrl+="),
        begins=True,
    )
    zoom_out = ActionSpec("Zoom out", "zoom-out", "Smaller text in list and note", ("Ctrl+-",))
    zoom_reset = ActionSpec("Actual size", "zoom-reset", "Zoom back to 100 %", ("Ctrl+0",))
    group = ActionSpec(
        "Group by note",
        "group",
        "One row per note, with its other passages folded below",
        ("Ctrl+G",),
        checkable=True,
        begins=True,
    )
    table = ActionSpec(
        "Show as table",
        "table",
        "Show the results as a table with columns you choose",
        ("Ctrl+Shift+T",),
        checkable=True,
    )
    wall = ActionSpec(
        "Show as pictures",
        "image",
        "Show the results as a wall of pictures",
        ("Ctrl+Shift+I",),
        checkable=True,
    )
    timeline = ActionSpec(
        "Timeline",
        "timeline",
        "Show above the results of which days, weeks, months or years they are",
        ("Ctrl+Alt+T",),
        checkable=True,
    )
    columns = ActionSpec(
        "Table columns…",
        "columns",
        "Choose the table's columns, and the one to sort by",
        unavailable="Show the results as a table first",
    )
    order_relevance = ActionSpec(
        "Best first", "relevance", "Best matches first", ("Alt+1",), order=Order.RELEVANCE, begins=True
    )
    order_date = ActionSpec(
        "Newest first", "date", "Most recently changed first", ("Alt+2",), order=Order.DATE
    )
    order_oldest = ActionSpec("Oldest first", "oldest", "Oldest notes first", ("Alt+4",), order=Order.OLDEST)
    order_title = ActionSpec("By title", "title", "Sort by note title", ("Alt+3",), order=Order.TITLE)
    order_column = ActionSpec(
        "By column",
        "by-column",
        "Sort by the chosen column of the table",
        order=Order.COLUMN,
        unavailable="Sort by a column of the table first",
    )


class HelpActions(DeclaredActions):
    """Actions on the program's use."""

    palette = ActionSpec("Find a command…", "palette", "Run any command", ("Ctrl+P",))
    manual = ActionSpec(
        "Manual",
        "book",
        "Show the manual in a window beside the vault, at the page on what has the focus",
        ("F1",),
    )
    shortcuts = ActionSpec("Keyboard shortcuts", "keyboard", "All keyboard shortcuts", ("Shift+F1",))


NAVIGATION_KEYS: tuple[tuple[str, str], ...] = (
    ("Down", "Into the results and down"),
    ("Up", "Up the results and back to the field"),
    ("Down", "In the empty field: recent searches and notes, example questions"),
    ("Up", "In the empty field: recent searches"),
    ("Shift+Down, Shift+Up", "Select several results; Ctrl+click adds one or removes it"),
    ("Right", "Grouped by note: show the note's other passages"),
    ("Left", "Grouped by note: hide them again"),
    ("Ctrl+Return", "In the text to search with: search again"),
    ("Tab", "Accept the suggestion; otherwise move to the next area"),
    ("Backspace", "After a filter: select it, again to remove it"),
    ("Return", "In the sidebar: filter by a tag, folder or period, or remove the filter"),
    ("F2, Del, Ctrl+Z", "Rename, delete or restore a saved search"),
    ("Alt+Up, Alt+Down", "Move a saved search; or drag it"),
)
"""Keys moving the focus or selection, which are no actions, with their effect."""
