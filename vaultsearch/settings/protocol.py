"""What the window asks of its settings and of the disk; `desktop` keeps the promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from threading import Event

    from vaultsearch.core.values.query import SavedSearch
    from vaultsearch.settings.values import (
        Download,
        InstalledModel,
        Preferences,
        RuleSource,
        StoredThing,
        Tunable,
        WindowState,
    )


class SettingsStore(Protocol):
    """What the window remembers between runs. Written by app.py off the window's thread."""

    @property
    def last_vault(self) -> Path | None:
        """The vault that was open last, None at the first start."""
        ...

    @property
    def sample_vault(self) -> Path:
        """The vault that comes with the program."""
        ...

    @property
    def recent_queries(self) -> tuple[str, ...]:
        """What was searched for, the latest first, nothing twice."""
        ...

    @property
    def saved_searches(self) -> tuple[SavedSearch, ...]:
        """The searches that were saved, in the order in which they are shown."""
        ...

    def set_saved_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        """Have these as the saved searches, now and at the next start."""
        ...

    @property
    def sidebar_width(self) -> int:
        """How wide the sidebar was, in device-independent pixels; 0 where it was folded away."""
        ...

    def set_sidebar_width(self, width: int) -> None:
        """Have the sidebar this wide at the next start; 0 folds it away."""
        ...

    def add_recent_query(self, query: str) -> None:
        """Have ``query`` as the latest, now and at the next start."""
        ...

    def set_last_vault(self, folder: Path) -> None:
        """Have ``folder`` as the last vault at the next start."""
        ...

    @property
    def vaults(self) -> tuple[Path, ...]:
        """The vaults that were opened, the latest first."""
        ...

    @property
    def all_vaults_open(self) -> bool:
        """Whether all vaults were open together at last."""
        ...

    def set_all_vaults_open(self) -> None:
        """Have all vaults open together at the next start."""
        ...

    def remove_vault(self, folder: Path) -> None:
        """Take ``folder`` off the list; its index stays."""
        ...

    @property
    def preferences(self) -> Preferences:
        """How the window looks and where it goes."""
        ...

    def set_preferences(self, preferences: Preferences) -> None:
        """Have ``preferences`` from now on."""
        ...

    @property
    def window_state(self) -> WindowState | None:
        """Where the window stood, None at the first start."""
        ...

    def set_window_state(self, state: WindowState) -> None:
        """Have the window stand like that at the next start."""
        ...

    def clear_recent_queries(self) -> None:
        """Forget what was searched for, here and on the disk."""
        ...

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters that the settings file sets, for `VaultService.use`."""
        ...

    def tunables(self) -> tuple[Tunable, ...]:
        """Every parameter there is, as it stands."""
        ...

    def parameter_error(self, name: str, value: str) -> str:
        """Say why a parameter cannot have ``value``, "" if it can."""
        ...

    def set_parameter(self, name: str, value: str | None) -> None:
        """Have a parameter be ``value``, which is not refused, or with None the default."""
        ...

    def ignore_lines(self, vault: Path | None) -> tuple[str, ...]:
        """Give the lines in gitignore's syntax that leave notes of ``vault`` out; None for every vault."""
        ...

    def set_ignore_lines(self, lines: tuple[str, ...], vault: Path | None) -> None:
        """Have these lines for ``vault``, or with None for every vault."""
        ...

    def ignore_line_error(self, line: str) -> str:
        """Say why a line leaves nothing out, "" if it may."""
        ...

    @property
    def storage(self) -> Storage:
        """What takes its time."""
        ...


class Storage(Protocol):
    """What is to be seen and done on the disk. Each method waits, so that none is for the window's thread.

    Each raises a VaultSearchError for known trouble, such as a network that is not there.
    """

    def list_obsidian_vaults(self) -> tuple[Path, ...]:
        """List the vaults that Obsidian knows and that are there, the latest first."""
        ...

    def missing_folders(self, folders: Sequence[Path]) -> frozenset[Path]:
        """Tell which folders are not there at the moment."""
        ...

    def list_ignore_files(self, vault: Path | None) -> tuple[RuleSource, ...]:
        """List the files that leave notes out, of every vault and of this one."""
        ...

    def list_models(self) -> tuple[InstalledModel, ...]:
        """List the models on this disk, each read whole to verify it."""
        ...

    def models_folder(self) -> Path:
        """Tell where models are kept that were made here."""
        ...

    def find_download(self) -> Download:
        """Ask the hub what fetching the cross-encoder means: the network is used."""
        ...

    def download(self, offer: Download, on_progress: Callable[[int], None], cancelled: Event) -> bool:
        """Fetch a model, telling the bytes that have arrived; False where ``cancelled`` was set meanwhile."""
        ...

    def list_stored(self) -> tuple[StoredThing, ...]:
        """List what is kept on this disk, and how large each is."""
        ...

    def forget_usage(self) -> None:
        """Forget which notes were opened for which questions."""
        ...

    def delete_index(self, vault: Path) -> None:
        """Delete the index of a vault that is not open; the notes stay as they are."""
        ...

    def logs_folder(self) -> Path:
        """Tell where the logs are."""
        ...

    def settings_file(self) -> Path:
        """Tell where the settings are."""
        ...
