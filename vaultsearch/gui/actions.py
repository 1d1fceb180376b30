"""Everything the window can be told to do, in one table; menus, shortcuts sheet and tests walk it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QPalette

from vaultsearch.core.values import Mode

if TYPE_CHECKING:
    from vaultsearch.gui.icons import Icons


class Menu(StrEnum):
    """The menus, in their order; the values are their titles."""

    FILE = "&File"
    SEARCH = "&Search"
    PASSAGE = "&Passage"
    VIEW = "&View"
    HELP = "&Help"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One line of the table. A ``local`` shortcut acts in the field and the list only, not on buttons."""

    id: str
    menu: Menu
    text: str
    shortcuts: tuple[str, ...]
    icon: str
    tooltip: str
    local: bool = False
    mode: Mode | None = None
    checkable: bool = False


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "choose_folder",
        Menu.FILE,
        "Choose a folder…",
        ("Ctrl+O",),
        "folder",
        "Search another folder of notes",
    ),
    ActionSpec(
        "open_sample",
        Menu.FILE,
        "Open the sample vault",
        (),
        "sample",
        "Try it on forty notes that come with the program",
    ),
    ActionSpec(
        "sync",
        Menu.FILE,
        "Read changes again",
        ("F5",),
        "refresh",
        "Bring the index up to date with the notes",
    ),
    ActionSpec(
        "cancel_sync",
        Menu.FILE,
        "Stop reading",
        (),
        "stop",
        "Stop reading the notes; what was read can be searched",
    ),
    ActionSpec(
        "pause",
        Menu.FILE,
        "Pause reading",
        (),
        "pause",
        "Read no changes until this is chosen again; what was read can be searched",
        checkable=True,
    ),
    ActionSpec(
        "reindex",
        Menu.FILE,
        "Read everything again…",
        (),
        "refresh",
        "Build the index anew, from every note",
    ),
    ActionSpec(
        "search_quality",
        Menu.FILE,
        "Search quality…",
        (),
        "quality",
        "Measure how well your own notes are found, with questions made of them",
    ),
    ActionSpec("quit", Menu.FILE, "Quit", ("Ctrl+Q",), "quit", "Close the window"),
    ActionSpec(
        "focus_field",
        Menu.SEARCH,
        "Go to the search field",
        ("Ctrl+L", "Ctrl+F"),
        "search",
        "Go to the search field and select what stands there",
    ),
    ActionSpec(
        "complete",
        Menu.SEARCH,
        "Complete the query",
        ("Ctrl+Space",),
        "complete",
        "Propose operators, tags, folders and properties for what is being typed",
    ),
    ActionSpec("clear", Menu.SEARCH, "Clear the search", ("Esc",), "clear", "Clear the search field"),
    ActionSpec(
        "mode_hybrid",
        Menu.SEARCH,
        "Hybrid",
        ("Ctrl+1",),
        "hybrid",
        "Search by meaning and by words at once",
        mode=Mode.HYBRID,
    ),
    ActionSpec(
        "mode_meaning",
        Menu.SEARCH,
        "Meaning",
        ("Ctrl+2",),
        "meaning",
        "Search by meaning, whatever the words",
        mode=Mode.SEMANTIC,
    ),
    ActionSpec(
        "mode_words",
        Menu.SEARCH,
        "Words",
        ("Ctrl+3",),
        "words",
        "Search for the words, rare words counting most",
        mode=Mode.FULLTEXT,
    ),
    ActionSpec(
        "mode_literal",
        Menu.SEARCH,
        "Literal",
        ("Ctrl+4",),
        "literal",
        "Search for exactly these characters, as a pattern",
        mode=Mode.GREP,
    ),
    ActionSpec(
        "open_obsidian",
        Menu.PASSAGE,
        "Open in Obsidian",
        ("Return", "Enter"),
        "open",
        "Open the note at this heading in Obsidian",
        local=True,
    ),
    ActionSpec(
        "open_editor",
        Menu.PASSAGE,
        "Open in the default editor",
        ("Ctrl+Return", "Ctrl+Enter"),
        "edit",
        "Open the note's file in the editor that the system has for it",
    ),
    ActionSpec(
        "copy_passage",
        Menu.PASSAGE,
        "Copy the passage",
        ("Ctrl+C",),
        "copy",
        "Copy the passage with its citation",
    ),
    ActionSpec(
        "copy_context",
        Menu.PASSAGE,
        "Copy the best passages",
        ("Ctrl+Shift+C",),
        "context",
        "Copy the best passages, with citations, as context for a language model",
    ),
    ActionSpec(
        "toggle_preview",
        Menu.VIEW,
        "Show or hide the note",
        ("Ctrl+J",),
        "preview",
        "Show or hide the note beside the list",
    ),
    ActionSpec(
        "shortcuts",
        Menu.HELP,
        "Keyboard shortcuts",
        ("F1",),
        "keyboard",
        "Show every key that does something here",
    ),
)

WITHOUT_SHORTCUT = frozenset({"open_sample", "cancel_sync", "pause", "reindex", "search_quality"})
"""Done once or seldom, or by a button that is there when it is needed."""

MOVES: tuple[tuple[str, str], ...] = (
    ("Down", "From the field into the list, and along it"),
    ("Up", "Along the list, and from its first row back to the field"),
    ("Up", "In the empty field: your recent queries"),
    ("Tab", "Take the proposal; else field, way of searching, list, note"),
)
"""Keys that move the eye and the hand but are no actions."""


def build_actions(parent: QObject) -> dict[str, QAction]:
    """Make the table's actions, without icons, as children of ``parent``."""
    modes = QActionGroup(parent)
    actions = {spec.id: _build(spec, parent) for spec in ACTIONS}
    for spec in ACTIONS:
        actions[spec.id].setCheckable(spec.checkable or spec.mode is not None)
        if spec.mode is not None:
            modes.addAction(actions[spec.id])
    actions["quit"].setMenuRole(QAction.MenuRole.QuitRole)
    return actions


def dress_actions(actions: dict[str, QAction], icons: Icons, palette: QPalette) -> None:
    """Give the actions their icons in the colours of ``palette``."""
    for spec in ACTIONS:
        actions[spec.id].setIcon(icons.icon(spec.icon, palette))


def translated(text: str) -> str:
    """Give a text of the table in the user's language."""
    return QCoreApplication.translate("Actions", text)


def mode_texts() -> tuple[tuple[Mode, str, str], ...]:
    """Give the ways of searching in their order: mode, text, tooltip with its shortcut."""
    return tuple(
        (spec.mode, translated(spec.text), _tooltip(spec)) for spec in ACTIONS if spec.mode is not None
    )


def _build(spec: ActionSpec, parent: QObject) -> QAction:
    action = QAction(translated(spec.text), parent)
    action.setObjectName(spec.id)
    action.setToolTip(_tooltip(spec))
    action.setShortcuts([QKeySequence(keys) for keys in spec.shortcuts])
    if spec.local:
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    return action


def _tooltip(spec: ActionSpec) -> str:
    text = translated(spec.tooltip)
    if not spec.shortcuts:
        return text
    keys = QKeySequence(spec.shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText)
    return f"{text} ({keys})"
