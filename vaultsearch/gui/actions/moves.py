"""Keys that move the focus or the selection, for the sheet of shortcuts; the widgets act on them."""

from __future__ import annotations

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
)
"""Keys that move the focus or the selection, and are no actions: keys, what they do."""
