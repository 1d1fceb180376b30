"""The settings and the storage as the window sees them; implemented in `desktop`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from threading import Event

    from vaultsearch.core.values.extensions import Extension
    from vaultsearch.core.values.generation import EndpointReport
    from vaultsearch.core.values.query import SavedSearch
    from vaultsearch.settings.values import (
        Download,
        InstalledModel,
        InstalledProgram,
        Preferences,
        RuleSource,
        StoredThing,
        Tunable,
        VaultFacts,
        WindowState,
    )


class SettingsStore(Protocol):
    """The window's state between runs. Reading is immediate; files are written on another thread."""

    @property
    def last_vault(self) -> Path | None:
        """The vault that was open last, None at the first start."""
        ...

    @property
    def sample_vault(self) -> Path:
        """The vault that comes with the program."""
        ...

    @property
    def manual(self) -> Path:
        """The manual, which is a vault."""
        ...

    @property
    def recent_queries(self) -> tuple[str, ...]:
        """The recent queries of the open vault, the latest first, each once."""
        ...

    @property
    def has_recent_queries(self) -> bool:
        """Whether any vault has recent queries."""
        ...

    @property
    def saved_searches(self) -> tuple[SavedSearch, ...]:
        """The searches that were saved in the open vault, in the order in which they are shown."""
        ...

    def set_saved_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        """Replace the saved searches of the open vault, now and for the next start."""
        ...

    @property
    def sidebar_width(self) -> int:
        """The sidebar's width, in device-independent pixels; 0 if it was folded away."""
        ...

    def set_sidebar_width(self, width: int) -> None:
        """Set the sidebar's width for the next start; 0 folds it away."""
        ...

    def add_recent_query(self, query: str) -> None:
        """Put ``query`` first among the recent queries of the open vault."""
        ...

    def set_last_vault(self, folder: Path) -> None:
        """Set the last vault to ``folder``."""
        ...

    @property
    def vaults(self) -> tuple[Path, ...]:
        """The vaults that were opened, the latest first."""
        ...

    @property
    def all_vaults_open(self) -> bool:
        """Whether all vaults were open together when the program ended."""
        ...

    def set_all_vaults_open(self) -> None:
        """Open all vaults together at the next start."""
        ...

    def remove_vault(self, folder: Path) -> None:
        """Take ``folder`` off the list; its index stays."""
        ...

    @property
    def preferences(self) -> Preferences:
        """The window's looks and its way of closing."""
        ...

    def set_preferences(self, preferences: Preferences) -> None:
        """Replace the preferences."""
        ...

    @property
    def window_state(self) -> WindowState | None:
        """The window's place when the program ended, None at the first start."""
        ...

    def set_window_state(self, state: WindowState) -> None:
        """Set the window's place for the next start."""
        ...

    def clear_recent_queries(self) -> None:
        """Forget the recent queries of all vaults, in memory and on the disk."""
        ...

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters that the settings file sets, for `VaultService.use`."""
        ...

    def tunables(self) -> tuple[Tunable, ...]:
        """Return every parameter with its value."""
        ...

    def parameter_error(self, name: str, value: str) -> str:
        """Return the reason that a parameter cannot have ``value``, "" if it can."""
        ...

    def set_parameter(self, name: str, value: str | None) -> None:
        """Set a parameter to ``value``, which must be allowed; None sets the default."""
        ...

    def ignore_lines(self, vault: Path | None) -> tuple[str, ...]:
        """Return the exclusions of ``vault``, lines in gitignore's syntax; None for those of every vault."""
        ...

    def set_ignore_lines(self, lines: tuple[str, ...], vault: Path | None) -> None:
        """Replace the exclusions of ``vault``, or with None those of every vault."""
        ...

    def ignore_line_error(self, line: str) -> str:
        """Return the reason that a line excludes nothing, "" if it may."""
        ...

    @property
    def storage(self) -> Storage:
        """The slow operations."""
        ...


class Storage(Protocol):
    """Operations on the disk and the network. Each method blocks: none is for the window's thread.

    Each raises a VaultSearchError for a known trouble, such as a missing network.
    """

    def list_obsidian_vaults(self) -> tuple[Path, ...]:
        """List the vaults known to Obsidian that exist, the latest first."""
        ...

    def opens_obsidian_links(self) -> bool:
        """Return whether an app is registered for obsidian: links; True if that cannot be known."""
        ...

    def missing_folders(self, folders: Sequence[Path]) -> frozenset[Path]:
        """Return the folders that do not exist at the moment."""
        ...

    def describe_vaults(self, vaults: Sequence[Path]) -> tuple[VaultFacts, ...]:
        """Return the facts of each vault; looks through the folders."""
        ...

    def list_ignore_files(self, vault: Path | None) -> tuple[RuleSource, ...]:
        """List the files of exclusions, of every vault and of this one."""
        ...

    def list_models(self) -> tuple[InstalledModel, ...]:
        """List the models on this disk; reads each whole, to verify it."""
        ...

    def list_extensions(self) -> tuple[Extension, ...]:
        """List the extensions that other packages install."""
        ...

    def models_folder(self) -> Path:
        """Return the folder of the models that were laid out here."""
        ...

    def find_download(self) -> Download:
        """Ask the hub for the cross-encoder's size and revision: the network is used."""
        ...

    def download(self, offer: Download, on_progress: Callable[[int], None], cancelled: Event) -> bool:
        """Fetch a model and report the bytes that have arrived; return False if ``cancelled`` was set."""
        ...

    def test_model(self, address: str, model: str) -> EndpointReport:
        """Ask a language model for one word: the network is used, and no note is sent."""
        ...

    def allow_model_host(self, host: str) -> None:
        """Allow questions and passages to be sent to a language model on this host."""
        ...

    def store_model_key(self, address: str, key: str) -> None:
        """Store the key of a language model's server; "" deletes it."""
        ...

    def list_stored(self) -> tuple[StoredThing, ...]:
        """List the indexes and files of the program, with their sizes."""
        ...

    def forget_usage(self) -> None:
        """Forget which notes were opened for which questions."""
        ...

    def delete_index(self, vault: Path) -> None:
        """Delete the index of a vault that is not open; the notes stay as they are."""
        ...

    def describe_program(self) -> InstalledProgram:
        """Return how the program was installed."""
        ...

    def weigh_models(self) -> tuple[tuple[str, int, Path], ...]:
        """Return, for each source of models on this disk, their size and folder."""
        ...

    def starts_at_login(self) -> bool:
        """Return whether the system starts the program when the user logs in, as it is now."""
        ...

    def start_at_login(self, *, enabled: bool) -> None:
        """Have the system start the program when the user logs in, or no longer."""
        ...

    def logs_folder(self) -> Path:
        """Return the folder of the logs."""
        ...

    def settings_file(self) -> Path:
        """Return the path of the settings file."""
        ...
