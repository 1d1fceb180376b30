"""Settings and storage as the window sees them: values, and protocols implemented by `desktop`."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - a window's state is read from a file by its types
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path
    from threading import Event

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
    """The window's state between runs. Reading is immediate; files are written on another thread."""

    @property
    def last_vault(self) -> Path | None:
        """The last open vault, None at the first start."""

    @property
    def sample_vault(self) -> Path:
        """The vault shipped with the program."""

    @property
    def manual(self) -> Path:
        """The manual, which is a vault."""

    @property
    def recent_queries(self) -> tuple[str, ...]:
        """The open vault's recent queries, latest first, without duplicates."""

    @property
    def has_recent_queries(self) -> bool:
        """Whether any vault has recent queries."""

    @property
    def saved_searches(self) -> tuple[SavedSearch, ...]:
        """The open vault's saved searches, in display order."""

    def set_saved_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        """Replace the open vault's saved searches, now and for the next start."""

    @property
    def sidebar_width(self) -> int:
        """The sidebar's width, in device-independent pixels; 0 if it was folded away."""

    def set_sidebar_width(self, width: int) -> None:
        """Set the sidebar's width for the next start; 0 folds it away."""

    def add_recent_query(self, query: str) -> None:
        """Put ``query`` first among the open vault's recent queries."""

    def set_last_vault(self, folder: Path) -> None:
        """Set the last vault to ``folder``."""

    @property
    def vaults(self) -> tuple[Path, ...]:
        """The opened vaults, latest first."""

    @property
    def all_vaults_open(self) -> bool:
        """Whether all vaults were open together when the program ended."""

    def set_all_vaults_open(self) -> None:
        """Open all vaults together at the next start."""

    def remove_vault(self, folder: Path) -> None:
        """Take ``folder`` off the list; the index stays."""

    @property
    def preferences(self) -> Preferences:
        """The window's looks and how it closes."""

    def set_preferences(self, preferences: Preferences) -> None:
        """Replace the preferences."""

    @property
    def window_state(self) -> WindowState | None:
        """The window's place when the program ended, None at the first start."""

    def set_window_state(self, state: WindowState) -> None:
        """Set the window's place for the next start."""

    @property
    def last_read(self) -> tuple[str, int] | None:
        """Path and line of the note last read in the open vault."""

    def set_last_read(self, path: str, line: int) -> None:
        """Set the note last read in the open vault, for when it is opened again."""

    def clear_recent_queries(self) -> None:
        """Forget all vaults' recent queries and last read notes, in memory and on the disk."""

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters set in the settings file, for `VaultService.use`."""

    def tunables(self) -> tuple[Tunable, ...]:
        """Return every parameter with its value."""

    def parameter_error(self, name: str, value: str) -> str:
        """Return why a parameter cannot have ``value``, or ""."""

    def set_parameter(self, name: str, value: str | None) -> None:
        """Set a parameter to a valid ``value``, or to the default for None."""

    def ignore_lines(self, vault: Path | None) -> tuple[str, ...]:
        """Return a vault's exclusions, lines in gitignore's syntax; None for those of every vault."""

    def set_ignore_lines(self, lines: tuple[str, ...], vault: Path | None) -> None:
        """Replace the exclusions for ``vault``, or for every vault if None."""

    def ignore_line_error(self, line: str) -> str:
        """Return why a line excludes nothing, or ""."""

    @property
    def storage(self) -> Storage:
        """The slow operations."""


class Storage(Protocol):
    """Operations on disk and network. Each method blocks: none is for the window's thread.

    Each raises a VaultSearchError for known trouble, such as a missing network.
    """

    def read_manual(self) -> tuple[Preview, ...]:
        """Return the manual's pages, whole, each with its pictures; the first page first."""

    def list_obsidian_vaults(self) -> tuple[Path, ...]:
        """List existing vaults known to Obsidian, latest first."""

    def opens_obsidian_links(self) -> bool:
        """Return whether an app is registered for obsidian: links; True if unknown."""

    def missing_folders(self, folders: Sequence[Path]) -> frozenset[Path]:
        """Return the folders missing at present."""

    def describe_vaults(self, vaults: Sequence[Path]) -> tuple[VaultFacts, ...]:
        """Return each vault's facts; looks through the folders."""

    def list_ignore_files(self, vault: Path | None) -> tuple[RuleFile, ...]:
        """List the exclusion files, for every vault and for this vault."""

    def list_models(self) -> tuple[InstalledModel, ...]:
        """List the models on this disk; reads each whole, to verify it."""

    def models_folder(self) -> Path:
        """Return the folder with models laid out here."""

    def find_download(self) -> Download:
        """Ask the hub for the cross-encoder's size and revision: the network is used."""

    def download(self, offer: Download, on_progress: Callable[[int], None], cancelled: Event) -> bool:
        """Fetch a model and report bytes received; return False if ``cancelled`` was set."""

    def test_model(self, address: str, model: str, *, for_embeddings: bool) -> EndpointReport:
        """Ask a server for a word or for embeddings of made-up texts, and for models; or only for models.

        The network is used, and no note is sent.
        """

    def allow_model_host(self, host: str, *, all_notes: bool) -> None:
        """Allow questions and passages, or the text of all notes, to be sent to a server on this host."""

    def store_model_key(self, address: str, key: str) -> None:
        """Store the key for a language model's server; "" deletes it."""

    def list_stored(self) -> tuple[StoredThing, ...]:
        """List the program's indexes and files, with sizes."""

    def forget_usage(self) -> None:
        """Forget that notes were opened for which questions."""

    def delete_index(self, vault: Path) -> None:
        """Delete the index of a vault that is not open; the notes stay untouched."""

    def describe_program(self) -> InstalledProgram:
        """Return how the program was installed."""

    def weigh_models(self) -> tuple[tuple[str, int, Path], ...]:
        """Return size and folder for each source of models on this disk."""

    def starts_at_login(self) -> bool:
        """Return whether the system starts the program at login, according to the present registration."""

    def start_at_login(self, *, enabled: bool) -> None:
        """Make the system start the program at login, or no longer."""

    def lacks_menu_entry(self) -> bool:
        """Return whether the applications menu could have an entry for this install, and has none."""

    def change_menu_entry(self, *, added: bool) -> None:
        """Add the entry, or remove it."""

    def logs_folder(self) -> Path:
        """Return the folder of the logs."""

    def settings_file(self) -> Path:
        """Return the path of the settings file."""
