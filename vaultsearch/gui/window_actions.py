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

    choose_folder = ActionSpec("Choose a folder…", "Search another folder of notes", ("Ctrl+O",))
    choose_place = ActionSpec(
        "Open a published index…", "Search an index that another computer has published to a bucket"
    )
    all_vaults = ActionSpec(
        "Search all vaults",
        "Search all vaults, or go back to the last one",
        ("Ctrl+Shift+F",),
        checkable=True,
        unavailable="Open a second vault first",
    )
    open_sample = ActionSpec("Open the sample vault", "Try it with fifty sample notes")
    sync = ActionSpec(
        "Check for changes", "Update the index now", ("F5",), begins=True, unavailable=_WITHOUT_VAULT_OR_BUSY
    )
    cancel_sync = ActionSpec(
        "Stop indexing",
        "Stop indexing; notes indexed so far stay searchable",
        unavailable="Nothing is being indexed",
    )
    pause = ActionSpec(
        "Pause indexing",
        "Ignore changes until you resume. Indexed notes stay searchable.",
        checkable=True,
        unavailable="Open a vault that is indexed here first",
    )
    reindex = ActionSpec(
        "Rebuild index…",
        "Rebuild the index from scratch",
        unavailable="Open a vault that is indexed here first, or wait until indexing is done",
    )
    search_quality = ActionSpec(
        "Search quality…",
        "Test how well search finds your own notes",
        begins=True,
        unavailable="Open a single vault with notes first",
    )
    settings = ActionSpec(
        "Settings…", "Vaults, models, ranking, appearance, privacy", ("Ctrl+,",), begins=True
    )
    topics = ActionSpec("Topics…", "What your notes are about", ("Ctrl+Shift+E",), unavailable=WITHOUT_VAULT)
    map = ActionSpec("Map…", "A dot for each note, near to those it belongs with", unavailable=WITHOUT_VAULT)
    vault_report = ActionSpec(
        "Duplicates and broken links…",
        "Find duplicates, broken links and orphaned notes",
        unavailable="Open a vault with notes first",
    )
    quit = ActionSpec("Quit", "Quit vaultsearch", ("Ctrl+Q",), begins=True)


class SearchActions(DeclaredActions):
    """Actions on the query."""

    focus_field = ActionSpec("Go to the search field", "Focus the search field", ("Ctrl+L",))
    ask = ActionSpec(
        "Ask the language model",
        "Have your own language model answer the question in the field from your notes (Ctrl+Enter there)",
        ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"),
        icon="plug",
    )
    switcher = ActionSpec(
        "Go to note…",
        "Find a note or heading by a few letters of its name",
        ("Ctrl+T",),
        unavailable=WITHOUT_VAULT,
    )
    complete = ActionSpec(
        "Show suggestions", "Suggest operators, tags, folders and properties", ("Ctrl+Space",)
    )
    save_search = ActionSpec("Save this search", "Add this search to the sidebar", ("Ctrl+D",))
    search_with_clipboard = ActionSpec(
        "Search with clipboard text",
        "Find notes for each topic of the copied text: a draft, a transcript, a chat",
        ("Ctrl+Shift+V",),
        begins=True,
        icon="search",
    )
    show_text = ActionSpec(
        "Search with a text…",
        "Show the text that you searched with, or write one: edit it and search again",
        ("Ctrl+Shift+X",),
        icon="search",
    )
    other_spelling = ActionSpec(
        "Search with the other spelling",
        "Search for the words as you typed them, or with the suggested spelling",
        ("Ctrl+.",),
        icon="search",
    )
    forget_question = ActionSpec(
        "Forget what I opened for this question",
        "Stop ranking notes higher because you opened them for this or a similar question",
        begins=True,
        icon="forget",
    )
    private = ActionSpec(
        "Private mode", "Don't remember searches or opened notes while this is on", checkable=True
    )
    clear = ActionSpec("Clear search", "Clear the search field", ("Esc",), begins=True)
    mode_hybrid = ActionSpec(
        "Meaning + words",
        "Search by meaning and keywords together",
        ("Ctrl+1",),
        mode=Mode.HYBRID,
        begins=True,
    )
    mode_meaning = ActionSpec(
        "Meaning", "Search by meaning, whatever the wording", ("Ctrl+2",), mode=Mode.SEMANTIC
    )
    mode_words = ActionSpec("Words", "Keyword search; rare words count most", ("Ctrl+3",), mode=Mode.FULLTEXT)
    mode_literal = ActionSpec("Exact text", "Exact text or /regex/", ("Ctrl+4",), mode=Mode.GREP)
    mode_explore = ActionSpec(
        "Along links", "Notes one or two links away from the best answers", ("Ctrl+5",), mode=Mode.EXPLORE
    )


class ViewActions(DeclaredActions):
    """Actions on display."""

    toggle_sidebar = ActionSpec(
        "Show or hide the sidebar", "Show or hide saved searches, tags, folders and dates", ("Ctrl+B",)
    )
    toggle_preview = ActionSpec("Show or hide the note", "Show or hide the note beside the list", ("Ctrl+J",))
    outline = ActionSpec(
        "Note outline",
        "Show or hide the note's headings",
        ("Ctrl+Shift+O",),
        begins=True,
        unavailable="No note with headings is shown",
    )
    history = ActionSpec(
        "Versions…",
        "Show the note's versions in its git repository, and what has changed since one",
        ("Ctrl+H",),
        unavailable=_NO_NOTE,
    )
    related = ActionSpec(
        "Related notes",
        "Similar notes, backlinks, outgoing links, unlinked mentions",
        ("Ctrl+R",),
        unavailable=_NO_NOTE,
    )
    unfold_answer = ActionSpec(
        "Unfold the answer",
        "Show all sentences of the answer, or only the first",
        ("Alt+Return", "Alt+Enter"),
    )
    quotes = ActionSpec(
        "Answers in this note", "Show or hide the sentences that answer your question", ("Ctrl+E",)
    )
    find_in_note = ActionSpec(
        "Find in note…", "Find text in the note and go from match to match", ("Ctrl+F",), begins=True
    )
    page_text = ActionSpec(
        "Show as text",
        "Show the text of a PDF or a canvas instead of how it looks",
        checkable=True,
        unavailable="No PDF or canvas is shown",
        icon="text",
    )
    next_match = ActionSpec("Next match in note", "Next match", ("F3",))
    previous_match = ActionSpec("Previous match in note", "Previous match", ("Shift+F3",))
    back = ActionSpec(
        "Back",
        "Back to the previous note",
        ("Alt+Left",),
        begins=True,
        unavailable="There is no earlier note",
    )
    forward = ActionSpec(
        "Forward", "Forward to the next note", ("Alt+Right",), unavailable="There is no later note"
    )
    beside = ActionSpec(
        "Beside Obsidian",
        "Follow the note that is open in Obsidian in a small window: related notes, backlinks, mentions",
        ("Ctrl+Shift+B",),
        checkable=True,
    )
    zoom_in = ActionSpec(
        "Zoom in",
        "Larger text in list and note",
        # On many keyboards, + is on the key of =, with Shift.
        ("Ctrl++", "Ctrl+="),
        begins=True,
    )
    zoom_out = ActionSpec("Zoom out", "Smaller text in list and note", ("Ctrl+-",))
    zoom_reset = ActionSpec("Actual size", "Zoom back to 100 %", ("Ctrl+0",))
    group = ActionSpec(
        "Group by note",
        "One row per note, with its other passages folded below",
        ("Ctrl+G",),
        checkable=True,
        begins=True,
    )
    table = ActionSpec(
        "Show as table",
        "Show the results as a table with columns you choose",
        ("Ctrl+Shift+T",),
        checkable=True,
    )
    wall = ActionSpec(
        "Show as pictures",
        "Show the results as a wall of pictures",
        ("Ctrl+Shift+I",),
        checkable=True,
        icon="image",
    )
    timeline = ActionSpec(
        "Timeline",
        "Show above the results of which days, weeks, months or years they are",
        ("Ctrl+Alt+T",),
        checkable=True,
    )
    columns = ActionSpec(
        "Table columns…",
        "Choose the table's columns, and the one to sort by",
        unavailable="Show the results as a table first",
    )
    order_relevance = ActionSpec(
        "Best first", "Best matches first", ("Alt+1",), order=Order.RELEVANCE, begins=True
    )
    order_date = ActionSpec("Newest first", "Most recently changed first", ("Alt+2",), order=Order.DATE)
    order_oldest = ActionSpec("Oldest first", "Oldest notes first", ("Alt+4",), order=Order.OLDEST)
    order_title = ActionSpec("By title", "Sort by note title", ("Alt+3",), order=Order.TITLE)
    order_column = ActionSpec(
        "By column",
        "Sort by the chosen column of the table",
        order=Order.COLUMN,
        unavailable="Sort by a column of the table first",
    )


class HelpActions(DeclaredActions):
    """Actions on the program's use."""

    palette = ActionSpec("Find a command…", "Run any command", ("Ctrl+P",))
    manual = ActionSpec(
        "Manual",
        "Show the manual in a window beside the vault, at the page on what has the focus",
        ("F1",),
        icon="book",
    )
    shortcuts = ActionSpec("Keyboard shortcuts", "All keyboard shortcuts", ("Shift+F1",))


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
