"""The settings window's view of the disk, for background threads: models, sizes, ignore files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core import crash_log
from vaultsearch.core.extensions import extensions
from vaultsearch.desktop import autostart
from vaultsearch.desktop.installed_program import describe_program, weigh_models
from vaultsearch.desktop.model_downloading import ModelDownload
from vaultsearch.desktop.obsidian_vaults import list_obsidian_vaults, opens_obsidian_links
from vaultsearch.desktop.vault_facts import delete_index, describe_vault, folder_bytes
from vaultsearch.settings import history, settings
from vaultsearch.settings.values import (
    Download,
    InstalledModel,
    InstalledProgram,
    RuleSource,
    StoredThing,
    VaultFacts,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event

    from vaultsearch.core.learning.usage_store import UsageStore
    from vaultsearch.core.values.extensions import Extension
    from vaultsearch.settings.models_at_hand import ModelAtHand

_NAMED_BY_NAME = ("installed", "downloaded")
_EMBEDDING_MODEL = "embedding model"


class DiskStorage:
    """Implements `Storage` on the real disk; ``usage`` holds the opened notes."""

    def __init__(self, usage: UsageStore) -> None:
        self._usage = usage

    def list_obsidian_vaults(self) -> tuple[Path, ...]:
        """List the vaults in Obsidian's list that exist."""
        return list_obsidian_vaults()

    def opens_obsidian_links(self) -> bool:
        """Return whether an app is registered for obsidian: links."""
        return opens_obsidian_links()

    def missing_folders(self, folders: Sequence[Path]) -> frozenset[Path]:
        """Return the folders that do not exist at the moment."""
        return frozenset(folder for folder in folders if not _exists(folder))

    def describe_vaults(self, vaults: Sequence[Path]) -> tuple[VaultFacts, ...]:
        """Count the notes of each vault, and find its last change and the size of its index."""
        return tuple(describe_vault(vault) for vault in vaults)

    def list_ignore_files(self, vault: Path | None) -> tuple[RuleSource, ...]:
        """List the ignore files, each with its rules and problems."""
        from vaultsearch.core.vault.ignoring import rule_files

        own = settings.user_rules().file
        files = rule_files(vault, own)
        return tuple(
            RuleSource(rule_file.name, rule_file.file, rule_file.rules, rule_file.problems)
            for rule_file in files
        )

    def list_models(self) -> tuple[InstalledModel, ...]:
        """List the models on this disk; reads them whole to verify their digests."""
        from vaultsearch.settings.models_at_hand import models_at_hand

        return tuple(_installed_model(model) for model in models_at_hand(settings.models_folder()))

    def list_extensions(self) -> tuple[Extension, ...]:
        """List the extensions that other packages install."""
        return extensions()

    def models_folder(self) -> Path:
        """Return the folder of models that were built here."""
        return settings.models_folder()

    def find_download(self) -> Download:
        """Ask the hub for the size and revision of the cross-encoder."""
        from vaultsearch.core.models.model_download import find_remote
        from vaultsearch.core.models.weights import HUB_CROSS_ENCODER

        remote = find_remote(HUB_CROSS_ENCODER)
        return Download(remote.name, remote.hub, remote.revision, remote.bytes)

    def download(self, offer: Download, on_progress: Callable[[int], None], cancelled: Event) -> bool:
        """Download a model in a process of its own; return False if ``cancelled`` was set meanwhile."""
        return ModelDownload(offer.name).run(on_progress, cancelled)

    def list_stored(self) -> tuple[StoredThing, ...]:
        """List settings, histories, indexes, models and logs, each with its size."""
        from vaultsearch.core.index.manifest import read_manifest

        files = {
            "Settings": settings.settings_file(),
            "Recent searches": history.recent_file(),
            "Opened notes": self._usage.file,
        }
        stored = [
            StoredThing(what, file, folder_bytes(file), is_folder=False)
            for what, file in files.items()
            if file.exists()
        ]
        for folder in _folders(settings.indexes_folder()):
            manifest = read_manifest(folder)
            if manifest is not None:
                vault = Path(manifest.vault)
                stored.append(StoredThing(vault.name, folder, folder_bytes(folder), vault))
        for what, folder in (("Converted models", settings.models_folder()), ("Logs", self.logs_folder())):
            if folder.is_dir():
                stored.append(StoredThing(what, folder, folder_bytes(folder)))
        return tuple(stored)

    def forget_usage(self) -> None:
        """Delete the record of opened notes.

        Raises:
            VaultSearchError: if it could not be deleted.
        """
        self._usage.forget_all()

    def delete_index(self, vault: Path) -> None:
        """Delete the index of a vault.

        Raises:
            IndexInUseError: if another process writes it.
            VaultSearchError: if files could not be deleted.
        """
        delete_index(vault)

    def describe_program(self) -> InstalledProgram:
        """Describe the installation."""
        return describe_program(settings.models_folder())

    def weigh_models(self) -> tuple[tuple[str, int, Path], ...]:
        """Measure the models, without verifying them."""
        return weigh_models(settings.models_folder())

    def starts_at_login(self) -> bool:
        """Return whether the system starts this program with the session."""
        return autostart.starts_at_login()

    def start_at_login(self, *, wanted: bool) -> None:
        """Write or remove the system's entry.

        Raises:
            VaultSearchError: if that fails.
        """
        autostart.start_at_login(wanted=wanted)

    def logs_folder(self) -> Path:
        """Return the log folder."""
        return crash_log.logs_folder()

    def settings_file(self) -> Path:
        """Return the settings file."""
        return settings.settings_file()


def _installed_model(model: ModelAtHand) -> InstalledModel:
    is_encoder = model.kind == _EMBEDDING_MODEL and model.source in _NAMED_BY_NAME
    return InstalledModel(
        model.name,
        model.kind,
        model.source,
        model.path,
        model.bytes,
        model.verified,
        model.name if is_encoder else "",
    )


def _exists(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except OSError:
        return False


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(one for one in folder.iterdir() if one.is_dir())
    except OSError:
        return []
