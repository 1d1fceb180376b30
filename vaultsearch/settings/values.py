"""Plain values that the settings window shows and changes: the window knows no settings file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Preferences:
    """The window's looks and its way of closing.

    ``theme`` is "system", "light" or "dark"; ``language`` "system" or a code such as "de". With ``tray`` it
    has an icon in the tray, and hides there when it is closed (``closing_hides``) and on Esc in the empty
    field (``escape_hides``). ``global_shortcut`` is a portable key sequence that shows and hides it from any
    program; with ``compact``, it then shows the search field and the results alone. ``density`` of the list
    is "comfortable" or "compact"; ``snippet_lines``, 1 to 4, is how much of a passage a row shows. ``opener``
    is the app in which Enter opens notes: "obsidian", or "editor" for the default one. Notes are read in
    ``reading_font``, a family, "" for the system's, in lines that are "narrow", "medium" or "wide". ``keys``
    are the user's own: portable key sequences by the names of actions, "" for none.
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


@dataclass(frozen=True, slots=True)
class WindowState:
    """The window's place: the states that Qt saves, in base 64, and the panes that were unfolded.

    ``splitters`` are the states of the splitters that have a name, by that name; ``zoom`` is in percent.
    ``table_columns`` are the keys of the table's columns from left to right, each with its width in
    device-independent pixels.
    """

    geometry: str = ""
    splitters: Mapping[str, str] = field(default_factory=dict)
    preview_folded: bool = False
    mode: str = ""
    zoom: int = 100
    table_shown: bool = False
    table_columns: tuple[tuple[str, int], ...] = ()
    compact_size: tuple[int, int] = (0, 0)
    properties_folded: bool = False
    hidden_beginnings: tuple[str, ...] = ()
    timeline_shown: bool = False


@dataclass(frozen=True, slots=True)
class Tunable:
    """A parameter as it stands.

    ``kind`` is "text", "whole number", "number" or "true or false"; of ``several``, ``value`` is parts of
    ``choices`` joined by "+". ``source`` is "default", "settings file" or "command line"; the last cannot be
    changed here. If ``reads_again``, notes are read again when it changes.
    """

    step: str
    key: str
    help: str
    default: str
    value: str
    source: str
    kind: str
    choices: tuple[str, ...] = ()
    several: bool = False
    reads_again: bool = False

    @property
    def name(self) -> str:
        """The full name, ``step.key``."""
        return f"{self.step}.{self.key}"


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model on this disk; ``verified`` is None if no digest of it is known.

    ``reference`` is its value in an encoder's parameter, "" if it cannot be named there.
    """

    name: str
    kind: str
    source: str
    path: Path
    bytes: int
    verified: bool | None
    reference: str = ""


@dataclass(frozen=True, slots=True)
class InstalledProgram:
    """The program as it was installed.

    ``kind`` is that of `core.installation`. ``missing`` are the extras that are not installed, ``remedy`` is
    how to add them; ``releases`` is the address of the page with other versions, and ``notices`` the licences
    of a frozen program's parts.
    """

    version: str
    kind: str
    place: Path
    missing: tuple[str, ...] = ()
    remedy: str = ""
    releases: str = ""
    notices: Path | None = None


@dataclass(frozen=True, slots=True)
class Download:
    """A download on offer: its size, its source and revision."""

    name: str
    hub: str
    revision: str
    bytes: int


@dataclass(frozen=True, slots=True)
class StoredThing:
    """Something that is kept on this disk; ``vault`` is whose index it is, None for anything else.

    ``versions`` is the size of the saved versions of that vault's notes.
    """

    what: str
    place: Path
    bytes: int
    vault: Path | None = None
    is_folder: bool = True
    versions: int = 0


@dataclass(frozen=True, slots=True)
class VaultFacts:
    """A vault as the disk has it: its notes, the size of its index, its last change (None if it is away).

    ``files`` counts the others that are searched, ``waiting`` those of both that are not indexed yet;
    ``is_complete`` is whether indexing, by meaning too, has ever come to its end. What ``is_published`` was
    changed last when it was published.
    """

    folder: Path
    notes: int
    bytes: int
    changed: datetime | None
    is_there: bool = True
    is_indexed: bool = True
    waiting: int = 0
    is_complete: bool = True
    files: int = 0
    is_published: bool = False


@dataclass(frozen=True, slots=True)
class RuleSource:
    """A file of exclusions: the number of its rules, and sentences about those that are none."""

    place: str
    file: Path
    rules: int
    problems: tuple[str, ...] = ()
