"""The actions on vaults and their search: the menus File and Search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.gui.actions.action_spec import ActionSpec, DeclaredActions

if TYPE_CHECKING:
    from vaultsearch.gui.window.main_window import MainWindow

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
