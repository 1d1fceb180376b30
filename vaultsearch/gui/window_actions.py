"""Actions on vaults, queries and the window: the menus File, Search, View and Help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.gui.action_table import ActionSpec, DeclaredActions
from vaultsearch.gui.rows.arrangement import Order

if TYPE_CHECKING:
    from vaultsearch.gui.window.main_window import MainWindow


_WITHOUT_VAULT = "Open a vault first"
_WITHOUT_VAULT_OR_BUSY = "Open a vault first, or wait until indexing is done"


def _is_indexed_here(window: MainWindow) -> bool:
    """Return whether the open vault is indexed on this computer, unlike a published index."""
    return window.index is None or window.index.published is None


class FileActions(DeclaredActions):
    """Actions on vaults, indexes, and the program."""

    choose_folder = ActionSpec(
        "Choose a folder…",
        "folder",
        "Search another folder of notes",
        ("Ctrl+O",),
        run=lambda w: w.dialogs.choose_folder(),
    )
    choose_place = ActionSpec(
        "Open a published index…",
        "published",
        "Search an index that another computer has published to a bucket",
        run=lambda w: w.dialogs.choose_place(),
    )
    all_vaults = ActionSpec(
        "Search all vaults",
        "vaults",
        "Search all vaults, or go back to the last one",
        ("Ctrl+Shift+F",),
        checkable=True,
        unavailable="Open a second vault first",
        run=lambda w: w.vaults.toggle_all(),
    )
    open_sample = ActionSpec(
        "Open the sample vault",
        "sample",
        "Try it with fifty sample notes",
        run=lambda w: w.open_vault(w.store.sample_vault),
    )
    sync = ActionSpec(
        "Check for changes",
        "refresh",
        "Update the index now",
        ("F5",),
        begins=True,
        unavailable=_WITHOUT_VAULT_OR_BUSY,
        run=lambda w: w.indexing.sync(),
        can_run=lambda w: w.indexing.is_idle,
    )
    cancel_sync = ActionSpec(
        "Stop indexing",
        "stop",
        "Stop indexing; notes indexed so far stay searchable",
        unavailable="Nothing is being indexed",
        run=lambda w: w.indexing.cancel(),
        can_run=lambda w: w.indexing.is_running,
    )
    pause = ActionSpec(
        "Pause indexing",
        "pause",
        "Ignore changes until you resume. Indexed notes stay searchable.",
        checkable=True,
        unavailable="Open a vault that is indexed here first",
        run=lambda w: w.indexing.pause_or_resume(),
        can_run=lambda w: w.indexing.is_open and _is_indexed_here(w),
    )
    reindex = ActionSpec(
        "Rebuild index…",
        "rebuild",
        "Rebuild the index from scratch",
        unavailable="Open a vault that is indexed here first, or wait until indexing is done",
        run=lambda w: w.indexing.ask_to_reindex(),
        can_run=lambda w: w.indexing.is_idle and _is_indexed_here(w),
    )
    search_quality = ActionSpec(
        "Search quality…",
        "quality",
        "Test how well search finds your own notes",
        begins=True,
        unavailable="Open a single vault with notes first",
        run=lambda w: w.dialogs.show_quality(),
        can_run=lambda w: w.index is not None and w.index.files > 0 and w.index.vault != ALL_VAULTS,
    )
    settings = ActionSpec(
        "Settings…",
        "settings",
        "Vaults, models, ranking, appearance, privacy",
        ("Ctrl+,",),
        begins=True,
        run=lambda w: w.settings.open(),
    )
    topics = ActionSpec(
        "Topics…",
        "topics",
        "What your notes are about",
        ("Ctrl+Shift+E",),
        unavailable=_WITHOUT_VAULT,
        run=lambda w: w.dialogs.show_topics(),
        can_run=lambda w: w.indexing.is_open,
    )
    map = ActionSpec(
        "Map…",
        "map",
        "A dot for each note, near to those it belongs with",
        unavailable=_WITHOUT_VAULT,
        run=lambda w: w.dialogs.show_map([result.path for result in w.page.results.list.results]),
        can_run=lambda w: w.indexing.is_open,
    )
    vault_report = ActionSpec(
        "Duplicates and broken links…",
        "duplicates",
        "Find duplicates, broken links and orphaned notes",
        unavailable="Open a vault with notes first",
        run=lambda w: w.dialogs.show_vault_report(),
        can_run=lambda w: w.index is not None and w.index.files > 0,
    )
    quit = ActionSpec(
        "Quit", "quit", "Quit vaultsearch", ("Ctrl+Q",), begins=True, run=lambda w: w.lifecycle.quit()
    )


class SearchActions(DeclaredActions):
    """Actions on the query."""

    focus_field = ActionSpec(
        "Go to the search field",
        "field",
        "Focus the search field",
        ("Ctrl+L",),
        run=lambda w: w.page.search.field.take_focus(),
    )
    ask = ActionSpec(
        "Ask the language model",
        "plug",
        "Have your own language model answer the question in the field from your notes (Ctrl+Enter there)",
        ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"),
        run=lambda w: w.page.asking.ask(),
    )
    switcher = ActionSpec(
        "Go to note…",
        "go",
        "Find a note or heading by a few letters of its name",
        ("Ctrl+T",),
        unavailable=_WITHOUT_VAULT,
        run=lambda w: w.passages.switcher.pane.open(),
        can_run=lambda w: w.index is not None,
    )
    complete = ActionSpec(
        "Show suggestions",
        "complete",
        "Suggest operators, tags, folders and properties",
        ("Ctrl+Space",),
        run=lambda w: w.page.completion.ask(),
    )
    save_search = ActionSpec(
        "Save this search",
        "save",
        "Add this search to the sidebar",
        ("Ctrl+D",),
        run=lambda w: w.page.sidebar.save_search(),
    )
    search_with_clipboard = ActionSpec(
        "Search with clipboard text",
        "search",
        "Find notes for each topic of the copied text: a draft, a transcript, a chat",
        ("Ctrl+Shift+V",),
        begins=True,
        run=lambda w: w.page.long_query.ask(QGuiApplication.clipboard().text()),
    )
    show_text = ActionSpec(
        "Search with a text…",
        "search",
        "Show the text that you searched with, or write one: edit it and search again",
        ("Ctrl+Shift+X",),
        run=lambda w: w.page.long_query.show_text(),
    )
    other_spelling = ActionSpec(
        "Search with the other spelling",
        "search",
        "Search for the words as you typed them, or with the suggested spelling",
        ("Ctrl+.",),
        run=lambda w: w.page.results.head.spelling.choose(),
    )
    forget_question = ActionSpec(
        "Forget what I opened for this question",
        "forget",
        "Stop ranking notes higher because you opened them for this or a similar question",
        begins=True,
        run=lambda w: w.usage.forget_question(),
    )
    private = ActionSpec(
        "Private mode", "private", "Don't remember searches or opened notes while this is on", checkable=True
    )
    clear = ActionSpec(
        "Clear search", "clear", "Clear the search field", ("Esc",), begins=True, run=lambda w: w.step_back()
    )
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
        run=lambda w: w.page.sidebar.toggle(),
    )
    toggle_preview = ActionSpec(
        "Show or hide the note",
        "preview",
        "Show or hide the note beside the list",
        ("Ctrl+J",),
        run=lambda w: w.page.toggle_preview(),
    )
    outline = ActionSpec(
        "Note outline",
        "outline",
        "Show or hide the note's headings",
        ("Ctrl+Shift+O",),
        begins=True,
        run=lambda w: w.page.with_note_visible(w.page.preview.toggle_outline),
    )
    history = ActionSpec(
        "Versions…",
        "versions",
        "Show the note's versions in its git repository, and what has changed since one",
        ("Ctrl+H",),
        unavailable="Choose a note first",
        run=lambda w: w.page.with_shown_note(w.dialogs.show_history),
        can_run=lambda w: w.page.preview.shown is not None,
    )
    related = ActionSpec(
        "Related notes",
        "related",
        "Similar notes, backlinks, outgoing links, unlinked mentions",
        ("Ctrl+R",),
        run=lambda w: w.page.with_note_visible(w.page.related.toggle),
    )
    unfold_answer = ActionSpec(
        "Unfold the answer",
        "unfold",
        "Show all sentences of the answer, or only the first",
        ("Alt+Return", "Alt+Enter"),
        run=lambda w: w.page.answer_card.toggle(),
    )
    quotes = ActionSpec(
        "Answers in this note",
        "quotes",
        "Show or hide the sentences that answer your question",
        ("Ctrl+E",),
        run=lambda w: w.page.with_note_visible(w.page.related.toggle_quotes),
    )
    find_in_note = ActionSpec(
        "Find in note…",
        "find",
        "Find text in the note and go from match to match",
        ("Ctrl+F",),
        begins=True,
        run=lambda w: w.page.find_in_note(),
    )
    page_text = ActionSpec(
        "Show as text",
        "text",
        "Show the text of a PDF or a canvas instead of how it looks",
        checkable=True,
        unavailable="No PDF or canvas is shown",
        run=lambda w: w.page.preview.toggle_text(),
    )
    next_match = ActionSpec(
        "Next match in note", "next", "Next match", ("F3",), run=lambda w: w.page.go_to_match(1)
    )
    previous_match = ActionSpec(
        "Previous match in note",
        "previous",
        "Previous match",
        ("Shift+F3",),
        run=lambda w: w.page.go_to_match(-1),
    )
    back = ActionSpec(
        "Back",
        "back",
        "Back to the previous note",
        ("Alt+Left",),
        begins=True,
        unavailable="There is no earlier note",
        run=lambda w: w.page.reading.back(),
        can_run=lambda w: w.page.reading.history.can_go_back,
    )
    forward = ActionSpec(
        "Forward",
        "forward",
        "Forward to the next note",
        ("Alt+Right",),
        unavailable="There is no later note",
        run=lambda w: w.page.reading.forward(),
        can_run=lambda w: w.page.reading.history.can_go_forward,
    )
    beside = ActionSpec(
        "Beside Obsidian",
        "beside",
        "Follow the note that is open in Obsidian in a small window: related notes, backlinks, mentions",
        ("Ctrl+Shift+B",),
        checkable=True,
        run=lambda w: w.beside.toggle(),
    )
    zoom_in = ActionSpec(
        "Zoom in",
        "zoom-in",
        "Larger text in list and note",
        # On many keyboards, + is on the key of =, with Shift.
        ("Ctrl++", "Ctrl+="),
        begins=True,
        run=lambda w: w.page.zoom.zoom_in(),
    )
    zoom_out = ActionSpec(
        "Zoom out",
        "zoom-out",
        "Smaller text in list and note",
        ("Ctrl+-",),
        run=lambda w: w.page.zoom.zoom_out(),
    )
    zoom_reset = ActionSpec(
        "Actual size", "zoom-reset", "Zoom back to 100 %", ("Ctrl+0",), run=lambda w: w.page.zoom.reset()
    )
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
        run=lambda w: w.page.table.choose_columns(),
        can_run=lambda w: w.page.table.shown,
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

    palette = ActionSpec(
        "Find a command…", "palette", "Run any command", ("Ctrl+P",), run=lambda w: w.command_palette.open()
    )
    manual = ActionSpec(
        "Manual",
        "book",
        "Open the manual, and search it like a vault",
        ("F1",),
        run=lambda w: w.open_vault(w.store.manual),
    )
    shortcuts = ActionSpec(
        "Keyboard shortcuts",
        "keyboard",
        "All keyboard shortcuts",
        ("Shift+F1",),
        run=lambda w: w.dialogs.show_shortcuts(),
    )


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
