"""Settings and storage as the window sees them: values, and protocols implemented by `desktop`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Protocol

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.values.context import EndpointReport
from vaultsearch.core.values.note import Preview
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.sync import RuleFile
from vaultsearch.settings.settings import Preferences as Preferences  # noqa: PLC0414 - for the window


@dataclass(frozen=True, slots=True)
class WindowState:
    """The window's place: states saved by Qt, in base 64, and the unfolded panes.

    ``splitters`` are the named splitters' states; ``zoom`` is in percent. ``table_columns`` are the table's
    column keys from left to right, each with a width in device-independent pixels. ``last_read`` are path and
    line of the note last read in each vault; the store sets it.
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
    last_read: Mapping[str, tuple[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tunable:
    """A parameter's present state.

    ``kind`` is "text", "whole number", "number" or "true or false"; with ``several``, ``value`` joins some
    ``choices`` by "+". ``source`` is "default", "settings file" or "command line"; the last cannot be changed
    here. If ``reads_again``, notes are reread when it changes.
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


EMBEDDING_MODEL, CROSS_ENCODER = "embedding model", "cross-encoder"


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model on this disk, with kind EMBEDDING_MODEL or CROSS_ENCODER.

    ``verified`` tells whether the weights match their digest, None if that is unknown or was not computed.
    """

    name: str
    kind: str
    source: str
    path: Path
    bytes: int
    verified: bool | None

    @property
    def reference(self) -> str:
        """The value for an encoder's parameter, "" if it cannot be used there."""
        is_named = self.kind == EMBEDDING_MODEL and self.source in ("installed", "downloaded")
        return self.name if is_named else ""


@dataclass(frozen=True, slots=True)
class InstalledProgram:
    """The program as installed.

    ``kind`` is as in `core.installation`. ``missing`` are extras not installed, ``remedy`` is how to add
    them; ``releases`` is the page with other versions, and ``notices`` the licences for a frozen program's
    parts.
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
    """A download on offer: size, source and revision."""

    name: str
    hub: str
    revision: str
    bytes: int


@dataclass(frozen=True, slots=True)
class StoredThing:
    """Something kept on this disk; ``vault`` is whose index it is, with the size of saved ``versions``."""

    what: str
    place: Path
    bytes: int
    vault: Path | None = None
    is_folder: bool = True
    versions: int = 0


@dataclass(frozen=True, slots=True)
class VaultFacts:
    """A vault as on the disk: notes, index size, and last change (None if it is away).

    ``files`` counts other searched files, ``waiting`` unindexed notes and files; ``is_complete`` is whether
    indexing, including by meaning, has ever finished. If ``is_published``, the change is the publication.
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


class SettingsStore(Protocol):
    """The window's state between runs. Reading is immediate; files are written on another thread.

    There, ``on_saved`` is called when a change of the settings is written, with an error if it could not be.
    """

    on_saved: Callable[[SettingsError | None], object]

    def wait_until_saved(self) -> None: ...
    @property
    def problems(self) -> tuple[str, ...]: ...
    @property
    def last_vault(self) -> Path | None: ...
    @property
    def sample_vault(self) -> Path: ...
    @property
    def manual(self) -> Path: ...
    @property
    def recent_queries(self) -> tuple[str, ...]: ...
    @property
    def has_recent_queries(self) -> bool: ...
    @property
    def saved_searches(self) -> tuple[SavedSearch, ...]: ...
    def set_saved_searches(self, searches: tuple[SavedSearch, ...]) -> None: ...
    @property
    def sidebar_width(self) -> int: ...
    def set_sidebar_width(self, width: int) -> None: ...
    def add_recent_query(self, query: str) -> None: ...
    def set_last_vault(self, folder: Path) -> None: ...
    def follow_move(self, former: Path, vault: Path) -> None: ...
    @property
    def vaults(self) -> tuple[Path, ...]: ...
    @property
    def all_vaults_open(self) -> bool: ...
    def set_all_vaults_open(self) -> None: ...
    def remove_vault(self, folder: Path) -> None: ...
    @property
    def preferences(self) -> Preferences: ...
    def set_preferences(self, preferences: Preferences) -> None: ...
    @property
    def window_state(self) -> WindowState | None: ...
    def set_window_state(self, state: WindowState) -> None: ...
    @property
    def last_read(self) -> tuple[str, int] | None: ...
    def set_last_read(self, path: str, line: int) -> None: ...
    def clear_recent_queries(self) -> None: ...
    @property
    def parameters(self) -> Mapping[str, object]: ...
    def tunables(self) -> tuple[Tunable, ...]: ...
    def parameter_error(self, name: str, value: str) -> str: ...
    def set_parameter(self, name: str, value: str | None) -> None: ...
    def ignore_lines(self, vault: Path | None) -> tuple[str, ...]: ...
    def set_ignore_lines(self, lines: tuple[str, ...], vault: Path | None) -> None: ...
    def ignore_line_error(self, line: str) -> str: ...
    @property
    def storage(self) -> Storage: ...


class Storage(Protocol):
    """Operations on disk and network. Each method blocks: none is for the window's thread.

    Each raises a VaultSearchError for known trouble, such as a missing network.
    """

    def read_manual(self) -> tuple[Preview, ...]: ...
    def list_obsidian_vaults(self) -> tuple[Path, ...]: ...
    def opens_obsidian_links(self) -> bool: ...
    def missing_folders(self, folders: Sequence[Path]) -> frozenset[Path]: ...
    def describe_vaults(self, vaults: Sequence[Path]) -> tuple[VaultFacts, ...]: ...
    def list_ignore_files(self, vault: Path | None) -> tuple[RuleFile, ...]: ...
    def list_models(self) -> tuple[InstalledModel, ...]: ...
    def models_folder(self) -> Path: ...
    def find_download(self) -> Download: ...
    def download(self, offer: Download, on_progress: Callable[[int], None], cancelled: Event) -> bool: ...
    def test_model(self, address: str, model: str, *, for_embeddings: bool) -> EndpointReport: ...
    def allow_model_host(self, host: str, *, all_notes: bool) -> None: ...
    def store_model_key(self, address: str, key: str) -> None: ...
    def list_stored(self) -> tuple[StoredThing, ...]: ...
    def forget_usage(self) -> None: ...
    def delete_index(self, vault: Path) -> None: ...
    def describe_program(self) -> InstalledProgram: ...
    def starts_at_login(self) -> bool: ...
    def start_at_login(self, *, enabled: bool) -> None: ...
    def lacks_menu_entry(self) -> bool: ...
    def change_menu_entry(self, *, added: bool) -> None: ...
    def logs_folder(self) -> Path: ...
    def settings_file(self) -> Path: ...
