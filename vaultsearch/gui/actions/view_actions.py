"""The actions on the window itself: the menus View and Help."""

from __future__ import annotations

from vaultsearch.gui.actions.action_spec import ActionSpec, DeclaredActions
from vaultsearch.gui.rows.arrangement import Order


class ViewActions(DeclaredActions):
    """On what is shown, and how."""

    toggle_sidebar = ActionSpec(
        "Show or hide the sidebar",
        ("Ctrl+B",),
        "sidebar",
        "Show or hide saved searches, tags, folders and dates",
        run=lambda w: w.page.sidebar.toggle(),
    )
    toggle_preview = ActionSpec(
        "Show or hide the note",
        ("Ctrl+J",),
        "preview",
        "Show or hide the note beside the list",
        run=lambda w: w.page.toggle_preview(),
    )
    outline = ActionSpec(
        "Note outline",
        ("Ctrl+Shift+O",),
        "outline",
        "Show or hide the note's headings",
        begins=True,
        run=lambda w: w.page.with_note_visible(w.page.preview.toggle_outline),
    )
    history = ActionSpec(
        "Versions…",
        ("Ctrl+H",),
        "refresh",
        "Show the note's versions in its git repository, and what has changed since one",
        unavailable="Choose a note first",
        run=lambda w: w.page.with_shown_note(w.dialogs.show_history),
        can_run=lambda w: w.page.preview.shown is not None,
    )
    related = ActionSpec(
        "Related notes",
        ("Ctrl+R",),
        "related",
        "Similar notes, backlinks, outgoing links, unlinked mentions",
        run=lambda w: w.page.with_note_visible(w.page.related.toggle),
    )
    go_to_answer = ActionSpec(
        "Go to the answer",
        ("Alt+Return", "Alt+Enter"),
        "passage",
        "Show the first sentence of the answer in its note",
        run=lambda w: w.page.answer_card.go(),
    )
    quotes = ActionSpec(
        "Answers in this note",
        ("Ctrl+E",),
        "quotes",
        "Show or hide the sentences that answer your question",
        run=lambda w: w.page.with_note_visible(w.page.related.toggle_quotes),
    )
    find_in_note = ActionSpec(
        "Find in note…",
        ("Ctrl+F",),
        "search",
        "Find text in the note and go from match to match",
        begins=True,
        run=lambda w: w.page.find_in_note(),
    )
    page_text = ActionSpec(
        "Show as text",
        (),
        "passage",
        "Show the text of a PDF or a canvas instead of how it looks",
        checkable=True,
        unavailable="No PDF or canvas is shown",
        run=lambda w: w.page.preview.toggle_text(),
    )
    next_match = ActionSpec(
        "Next match in note", ("F3",), "next", "Next match", run=lambda w: w.page.go_to_match(1)
    )
    previous_match = ActionSpec(
        "Previous match in note",
        ("Shift+F3",),
        "previous",
        "Previous match",
        run=lambda w: w.page.go_to_match(-1),
    )
    back = ActionSpec(
        "Back",
        ("Alt+Left",),
        "back",
        "Back to the previous note",
        begins=True,
        unavailable="There is no earlier note",
        run=lambda w: w.page.reading.back(),
        can_run=lambda w: w.page.reading.history.can_go_back,
    )
    forward = ActionSpec(
        "Forward",
        ("Alt+Right",),
        "forward",
        "Forward to the next note",
        unavailable="There is no later note",
        run=lambda w: w.page.reading.forward(),
        can_run=lambda w: w.page.reading.history.can_go_forward,
    )
    beside = ActionSpec(
        "Beside Obsidian",
        ("Ctrl+Shift+B",),
        "link",
        "Follow the note that is open in Obsidian in a small window: related notes, backlinks, mentions",
        checkable=True,
        run=lambda w: w.beside.toggle(),
    )
    zoom_in = ActionSpec(
        "Zoom in",
        ("Ctrl++", "Ctrl+="),
        "zoom-in",
        "Larger text in list and note",
        begins=True,
        run=lambda w: w.page.zoom.zoom_in(),
    )
    zoom_out = ActionSpec(
        "Zoom out",
        ("Ctrl+-",),
        "zoom-out",
        "Smaller text in list and note",
        run=lambda w: w.page.zoom.zoom_out(),
    )
    zoom_reset = ActionSpec(
        "Actual size", ("Ctrl+0",), "zoom-reset", "Zoom back to 100 %", run=lambda w: w.page.zoom.reset()
    )
    group = ActionSpec(
        "Group by note",
        ("Ctrl+G",),
        "group",
        "One row per note, with its other passages folded below",
        checkable=True,
        begins=True,
    )
    table = ActionSpec(
        "Show as table",
        ("Ctrl+Shift+T",),
        "table",
        "Show the results as a table with columns you choose",
        checkable=True,
    )
    wall = ActionSpec(
        "Show as pictures",
        ("Ctrl+Shift+I",),
        "image",
        "Show the results as a wall of pictures",
        checkable=True,
    )
    timeline = ActionSpec(
        "Timeline",
        ("Ctrl+Alt+T",),
        "date",
        "Show above the results of which days, weeks, months or years they are",
        checkable=True,
    )
    columns = ActionSpec(
        "Table columns…",
        (),
        "columns",
        "Choose the table's columns, and the one to sort by",
        unavailable="Show the results as a table first",
        run=lambda w: w.page.table.choose_columns(),
        can_run=lambda w: w.page.table.shown,
    )
    order_relevance = ActionSpec(
        "Best first", ("Alt+1",), "relevance", "Best matches first", order=Order.RELEVANCE, begins=True
    )
    order_date = ActionSpec(
        "Newest first", ("Alt+2",), "date", "Most recently changed first", order=Order.DATE
    )
    order_oldest = ActionSpec("Oldest first", ("Alt+4",), "date", "Oldest notes first", order=Order.OLDEST)
    order_title = ActionSpec("By title", ("Alt+3",), "title", "Sort by note title", order=Order.TITLE)
    order_column = ActionSpec(
        "By column",
        (),
        "columns",
        "Sort by the chosen column of the table",
        order=Order.COLUMN,
        unavailable="Sort by a column of the table first",
    )


class HelpActions(DeclaredActions):
    """On the program's use."""

    palette = ActionSpec(
        "Find a command…", ("Ctrl+P",), "palette", "Run any command", run=lambda w: w.command_palette.open()
    )
    manual = ActionSpec(
        "Manual",
        ("F1",),
        "book",
        "Open the manual, and search it like a vault",
        run=lambda w: w.open_vault(w.store.manual),
    )
    shortcuts = ActionSpec(
        "Keyboard shortcuts",
        ("Shift+F1",),
        "keyboard",
        "All keyboard shortcuts",
        run=lambda w: w.dialogs.show_shortcuts(),
    )


MOVES: tuple[tuple[str, str], ...] = (
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
"""Keys that move the focus or the selection, and are no actions: keys, what they do."""
