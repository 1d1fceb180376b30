"""The window's preferences: apart from `protocol`, as every command reads the settings file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Preferences:
    """The window's looks and how it closes.

    ``theme`` is "system", "light" or "dark"; ``language`` "system" or a code such as "de". With ``tray`` the
    window has a tray icon, and hides there when closed (``closing_hides``) and on Esc in the empty field
    (``escape_hides``). ``global_shortcut`` is a portable key sequence to show and hide it from any program;
    with ``compact``, only the search field and the results then appear. The list's ``density`` is
    "comfortable" or "compact"; ``snippet_lines``, 1 to 4, is how much of a passage a row shows. ``opener`` is
    the app in which Enter opens notes: "obsidian", or "editor" for the default. Notes are read in
    ``reading_font``, a family, "" for the system's, in "narrow", "medium" or "wide" lines. ``keys`` are the
    user's own portable key sequences by action name, "" for none.
    """

    theme: str = "system"
    language: str = "system"
    tray: bool = False
    closing_hides: bool = True
    escape_hides: bool = True
    global_shortcut: str = ""
    compact: bool = False
    density: str = "comfortable"
    snippet_lines: int = 2
    opener: str = "obsidian"
    reading_font: str = ""
    reading_width: str = "medium"
    keys: Mapping[str, str] = field(default_factory=dict)
