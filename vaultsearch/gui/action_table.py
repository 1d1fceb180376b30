"""The table of actions: how one is declared, and all that there are, by menu."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Self, overload

from PySide6.QtGui import QGuiApplication

from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.gui.rows.arrangement import Order

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QAction

    from vaultsearch.gui.window.main_window import MainWindow


own_keys: dict[str, str] = {}
"""The keys that the user has chosen, by the ids of actions, "" for none; of the whole process."""

# Tooltips and sentences of the window name the keys of these as they are declared.
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
    """The menus in their order; the values are their titles."""

    FILE = "&File"
    SEARCH = "&Search"
    PASSAGE = "&Passage"
    NOTE = "&Note"
    VIEW = "&View"
    HELP = "&Help"


class DeclaredActions:
    """A menu's actions, each declared by an attribute of the class; of an instance, it is the QAction."""

    built: dict[ActionSpec, QAction]


@dataclass(frozen=True, eq=False)
class ActionSpec:
    """The declaration of one action.

    Attributes:
        shortcuts: the first is shown in the tooltip.
        local: the shortcut acts in the field and the list only, since buttons need the key themselves.
        in_list: the shortcut acts in the list only, since it is a letter elsewhere.
        mode: the mode of searching that it chooses; the actions with a mode exclude one another.
        order: the order of the list that it chooses; likewise.
        begins: a line divides it from the action above it in the menu.
        unavailable: why it cannot be run, while it is disabled.
        run: handles it; without a handler, it is a choice or a check mark that panes follow.
        can_run: whether it is enabled; without a condition it is, unless a pane disables it.
        id: the name of the attribute that declares it.
    """

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
    # mypy checks the lambdas before it infers attributes: those of the window that they use are annotated.
    run: Callable[[MainWindow], object] | None = None
    can_run: Callable[[MainWindow], bool] | None = None
    id: str = field(default="", init=False)

    @property
    def keys(self) -> tuple[str, ...]:
        """The user's own keys, else the declared ones."""
        return self.keys_with(own_keys)

    def keys_with(self, own: Mapping[str, str]) -> tuple[str, ...]:
        """Return the keys if ``own`` are those that the user has chosen."""
        chosen = own.get(self.id) if self.can_have_own_keys else None
        return self.shortcuts if chosen is None else tuple(filter(None, (chosen,)))

    @property
    def can_have_own_keys(self) -> bool:
        """Whether a user can choose the keys; those of modes, of Enter and of a few more stand in texts."""
        return self.mode is None and not self.local and self.id not in _NAMED_IN_TEXTS

    def __set_name__(self, owner: type, name: str) -> None:
        # The only way in a frozen class: the name is known once the class that declares it is made.
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
    """On the selected passages."""

    open_obsidian = ActionSpec(
        "Open in Obsidian",
        # Enter is Qt's name of the key on the number pad.
        ("Return", "Enter"),
        "open",
        "Open the note at this heading in Obsidian",
        local=True,
        run=lambda w: w.passages.targets.with_one(w.passages.opening.open),
    )
    open_editor = ActionSpec(
        "Open in the default editor",
        ("Ctrl+Return", "Ctrl+Enter"),
        "edit",
        "Open the file in its default app, a PDF at the page if the app can",
        run=lambda w: w.passages.targets.with_one(w.passages.opening.open_otherwise),
    )
    passage_actions = ActionSpec(
        "Actions for the passage…",
        ("Ctrl+Shift+P",),
        "palette",
        "Everything that can be done with the passage and its note",
        run=lambda w: w.offer_passage_actions(),
    )
    reveal = ActionSpec(
        "Show in file manager",
        ("Ctrl+Shift+R",),
        "folder",
        "Show the note's file in the file manager",
        run=lambda w: w.passages.targets.with_all(w.passages.opening.reveal),
    )
    copy_passage = ActionSpec(
        "Copy passage",
        ("Ctrl+C",),
        "copy",
        "Copy the passage with its source",
        begins=True,
        run=lambda w: w.passages.targets.with_all(w.passages.copying.copy_passages),
    )
    copy_context = ActionSpec(
        "Copy as context",
        ("Ctrl+Shift+C",),
        "context",
        "Copy the basket, or the top results, as cited context for an AI chat",
        run=lambda w: w.passages.copying.copy_context(),
    )
    copy_answer = ActionSpec(
        "Copy answer",
        ("Ctrl+Shift+A",),
        "copy",
        "Copy the sentences of the answer, each with a link to its note",
        run=lambda w: w.passages.copying.copy_answer(w.page.answer_card.citations),
    )
    answer_in_note = ActionSpec(
        "Answer in the whole note",
        (),
        "quotes",
        "Show the note of the answer, and all its sentences that answer",
        run=lambda w: w.page.read_note_of_answer(),
    )
    more_like_answer = ActionSpec(
        "More like this answer",
        (),
        "search",
        "Search with the sentences of the answer",
        run=lambda w: w.page.search_with_answer(),
    )
    copy_code = ActionSpec(
        "Copy code block",
        (),
        "copy",
        "Copy the block of code under the pointer, or the first one in sight",
        run=lambda w: w.passages.copying.copy_code(w.page.preview.code.text()),
    )
    copy_link = ActionSpec(
        "Copy link to passage",
        ("Ctrl+Shift+L",),
        "link",
        "Copy a link to the heading, as Obsidian writes it: [[Note#Heading]]",
        run=lambda w: w.passages.targets.with_all(w.passages.copying.copy_wikilinks),
    )
    copy_uri = ActionSpec(
        "Copy obsidian:// link",
        (),
        "link",
        "Copy a link that opens the note in Obsidian from any app",
        run=lambda w: w.passages.targets.with_all(w.passages.copying.copy_uris),
    )
    copy_path = ActionSpec(
        "Copy file path",
        (),
        "copy",
        "Copy the path of the note's file",
        run=lambda w: w.passages.targets.with_all(w.passages.copying.copy_paths),
    )
    keep = ActionSpec(
        "Add to or remove from basket",
        ("Space",),
        "keep",
        "Add the selected passage to the basket, or remove it",
        in_list=True,
        begins=True,
        run=lambda w: w.passages.targets.with_all(w.passages.opening.toggle_kept),
    )
    look = ActionSpec(
        "Look closer",
        ("Shift+Space",),
        "zoom-in",
        "Show the picture large, or more of the passage; among pictures, Space does it, too",
        in_list=True,
        run=lambda w: w.page.looking.toggle(),
    )
    basket = ActionSpec(
        "Show or hide the basket",
        ("Ctrl+K",),
        "basket",
        "Show or hide the basket",
        run=lambda w: w.basket_sheet.toggle(),
    )
    more_like = ActionSpec(
        "More like this passage",
        ("Ctrl+M",),
        "passage",
        "Search with the whole text of the passage",
        begins=True,
        run=lambda w: w.passages.targets.with_all(w.page.search_like),
    )
    compare = ActionSpec(
        "Compare two passages",
        ("Ctrl+Shift+D",),
        "duplicates",
        "Show two selected passages side by side, with what differs marked",
        run=lambda w: w.passages.targets.with_all(w.dialogs.compare),
    )
    hide_folder = ActionSpec(
        "Hide this folder from results",
        ("Ctrl+Shift+H",),
        "hide",
        "Add a filter that excludes the note's folder; remove it to see the folder again",
        run=lambda w: w.passages.targets.with_one(w.page.hide_folder),
    )
    select_all = ActionSpec(
        "Select all results",
        ("Ctrl+A",),
        "select",
        "Select all results, to copy them, drag them or add them to the basket",
        in_list=True,
        begins=True,
        run=lambda w: w.page.results.list.selectAll(),
    )
    context_menu = ActionSpec(
        "Context menu",
        ("Shift+F10",),
        "palette",
        "Open the menu of the selected results, or of the note",
        run=lambda w: w.passages.menus.open_at_focus(),
    )
    forget_note = ActionSpec(
        "Forget that I opened this",
        (),
        "forget",
        "Stop ranking this note higher because you opened it for this or a similar question",
        begins=True,
        run=lambda w: w.passages.targets.with_one(w.usage.forget_note),
    )


class NoteActions(DeclaredActions):
    """On the note that is read."""

    copy_selection = ActionSpec(
        "Copy selected text",
        (),
        "copy",
        "Copy the text selected in the note",
        unavailable=_NO_TEXT,
        run=lambda w: w.page.preview.view.copy(),
        can_run=lambda w: w.page.preview.view.textCursor().hasSelection(),
    )
    search_selection = ActionSpec(
        "Search for selected text",
        (),
        "search",
        "Search with the text selected in the note",
        unavailable=_NO_TEXT,
        run=lambda w: w.page.search_selection(),
        can_run=lambda w: w.page.preview.view.textCursor().hasSelection(),
    )
    select_note = ActionSpec(
        "Select all text",
        (),
        "select",
        "Select all text of the note",
        run=lambda w: w.page.preview.view.selectAll(),
    )
    open_link = ActionSpec(
        "Open link",
        (),
        "open",
        "Open this link",
        unavailable=_NO_LINK,
        begins=True,
        run=lambda w: w.passages.menus.open_link(),
        can_run=lambda w: w.passages.menus.link != "",
    )
    copy_address = ActionSpec(
        "Copy link address",
        (),
        "link",
        "Copy the address of this link",
        unavailable=_NO_LINK,
        run=lambda w: w.passages.menus.copy_address(),
        can_run=lambda w: w.passages.menus.address != "",
    )


_NO_VAULT = "Open a vault first"
_BUSY = "Open a vault first, or wait until indexing is done"


def _is_indexed_here(window: MainWindow) -> bool:
    """Return whether the open vault is no published index, which another computer brings up to date."""
    return window.index is None or window.index.published is None


class FileActions(DeclaredActions):
    """On vaults, their indexes, and the program."""

    choose_folder = ActionSpec(
        "Choose a folder…",
        ("Ctrl+O",),
        "folder",
        "Search another folder of notes",
        run=lambda w: w.dialogs.choose_folder(),
    )
    choose_place = ActionSpec(
        "Open a published index…",
        (),
        "folder",
        "Search an index that another computer has published to a bucket",
        run=lambda w: w.dialogs.choose_place(),
    )
    all_vaults = ActionSpec(
        "Search all vaults",
        ("Ctrl+Shift+F",),
        "vaults",
        "Search all vaults, or go back to the last one",
        checkable=True,
        unavailable="Open a second vault first",
        run=lambda w: w.vaults.toggle_all(),
    )
    open_sample = ActionSpec(
        "Open the sample vault",
        (),
        "sample",
        "Try it with fifty sample notes",
        run=lambda w: w.open_vault(w.store.sample_vault),
    )
    sync = ActionSpec(
        "Check for changes",
        ("F5",),
        "refresh",
        "Update the index now",
        begins=True,
        unavailable=_BUSY,
        run=lambda w: w.indexing.sync(),
        can_run=lambda w: w.indexing.is_idle,
    )
    cancel_sync = ActionSpec(
        "Stop indexing",
        (),
        "stop",
        "Stop indexing; notes indexed so far stay searchable",
        unavailable="Nothing is being indexed",
        run=lambda w: w.indexing.cancel(),
        can_run=lambda w: w.indexing.is_running,
    )
    pause = ActionSpec(
        "Pause indexing",
        (),
        "pause",
        "Ignore changes until you resume. Indexed notes stay searchable.",
        checkable=True,
        unavailable="Open a vault that is indexed here first",
        run=lambda w: w.indexing.pause_or_resume(),
        can_run=lambda w: w.indexing.is_open and _is_indexed_here(w),
    )
    reindex = ActionSpec(
        "Rebuild index…",
        (),
        "refresh",
        "Rebuild the index from scratch",
        unavailable="Open a vault that is indexed here first, or wait until indexing is done",
        run=lambda w: w.indexing.ask_to_reindex(),
        can_run=lambda w: w.indexing.is_idle and _is_indexed_here(w),
    )
    search_quality = ActionSpec(
        "Search quality…",
        (),
        "quality",
        "Test how well search finds your own notes",
        begins=True,
        unavailable="Open a single vault with notes first",
        run=lambda w: w.dialogs.show_quality(),
        can_run=lambda w: w.index is not None and w.index.files > 0 and w.index.vault != ALL_VAULTS,
    )
    settings = ActionSpec(
        "Settings…",
        ("Ctrl+,",),
        "settings",
        "Vaults, models, ranking, appearance, privacy",
        begins=True,
        run=lambda w: w.settings.open(),
    )
    topics = ActionSpec(
        "Topics…",
        ("Ctrl+Shift+E",),
        "relevance",
        "What your notes are about",
        unavailable=_NO_VAULT,
        run=lambda w: w.dialogs.show_topics(),
        can_run=lambda w: w.indexing.is_open,
    )
    map = ActionSpec(
        "Map…",
        (),
        "group",
        "A dot for each note, near to those it belongs with",
        unavailable=_NO_VAULT,
        run=lambda w: w.dialogs.show_map([result.path for result in w.page.results.list.results]),
        can_run=lambda w: w.indexing.is_open,
    )
    vault_report = ActionSpec(
        "Duplicates and broken links…",
        (),
        "duplicates",
        "Find duplicates, broken links and orphaned notes",
        unavailable="Open a vault with notes first",
        run=lambda w: w.dialogs.show_vault_report(),
        can_run=lambda w: w.index is not None and w.index.files > 0,
    )
    quit = ActionSpec(
        "Quit", ("Ctrl+Q",), "quit", "Quit vaultsearch", begins=True, run=lambda w: w.lifecycle.quit()
    )


class SearchActions(DeclaredActions):
    """On the query."""

    focus_field = ActionSpec(
        "Go to the search field",
        ("Ctrl+L",),
        "search",
        "Focus the search field",
        run=lambda w: w.page.search.field.take_focus(),
    )
    ask = ActionSpec(
        "Ask the language model",
        ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"),
        "plug",
        "Have your own language model answer the question in the field from your notes (Ctrl+Enter there)",
        run=lambda w: w.page.asking.ask(),
    )
    switcher = ActionSpec(
        "Go to note…",
        ("Ctrl+T",),
        "title",
        "Find a note or heading by a few letters of its name",
        unavailable=_NO_VAULT,
        run=lambda w: w.passages.switcher.pane.open(),
        can_run=lambda w: w.index is not None,
    )
    complete = ActionSpec(
        "Show suggestions",
        ("Ctrl+Space",),
        "complete",
        "Suggest operators, tags, folders and properties",
        run=lambda w: w.page.completion.ask(),
    )
    save_search = ActionSpec(
        "Save this search",
        ("Ctrl+D",),
        "save",
        "Add this search to the sidebar",
        run=lambda w: w.page.sidebar.save_search(),
    )
    search_with_clipboard = ActionSpec(
        "Search with clipboard text",
        ("Ctrl+Shift+V",),
        "passage",
        "Find notes for each topic of the copied text: a draft, a transcript, a chat",
        begins=True,
        run=lambda w: w.page.long_query.ask(QGuiApplication.clipboard().text()),
    )
    show_text = ActionSpec(
        "Search with a text…",
        ("Ctrl+Shift+X",),
        "edit",
        "Show the text that you searched with, or write one: edit it and search again",
        run=lambda w: w.page.long_query.show_text(),
    )
    other_spelling = ActionSpec(
        "Search with the other spelling",
        ("Ctrl+.",),
        "edit",
        "Search for the words as you typed them, or with the suggested spelling",
        run=lambda w: w.page.results.head.spelling.choose(),
    )
    forget_question = ActionSpec(
        "Forget what I opened for this question",
        (),
        "forget",
        "Stop ranking notes higher because you opened them for this or a similar question",
        begins=True,
        run=lambda w: w.usage.forget_question(),
    )
    private = ActionSpec(
        "Private mode",
        (),
        "private",
        "Don't remember searches or opened notes while this is on",
        checkable=True,
    )
    clear = ActionSpec(
        "Clear search", ("Esc",), "clear", "Clear the search field", begins=True, run=lambda w: w.step_back()
    )
    mode_hybrid = ActionSpec(
        "Meaning + words",
        ("Ctrl+1",),
        "hybrid",
        "Search by meaning and keywords together",
        mode=Mode.HYBRID,
        begins=True,
    )
    mode_meaning = ActionSpec(
        "Meaning", ("Ctrl+2",), "meaning", "Search by meaning, whatever the wording", mode=Mode.SEMANTIC
    )
    mode_words = ActionSpec(
        "Words", ("Ctrl+3",), "words", "Keyword search; rare words count most", mode=Mode.FULLTEXT
    )
    mode_literal = ActionSpec("Exact text", ("Ctrl+4",), "literal", "Exact text or /regex/", mode=Mode.GREP)
    mode_explore = ActionSpec(
        "Along links",
        ("Ctrl+5",),
        "link",
        "Notes one or two links away from the best answers",
        mode=Mode.EXPLORE,
    )


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
        # On many keyboards, + is on the key of =, with Shift.
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
