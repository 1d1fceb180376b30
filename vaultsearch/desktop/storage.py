"""The window's disk access, on background threads: Obsidian's vaults, models, sizes, ignore files."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import platformdirs

from vaultsearch.core import crash_log
from vaultsearch.core.errors import VaultSearchError, WorkerDiedError
from vaultsearch.core.files import folder_bytes, is_folder
from vaultsearch.core.installation import EXTRAS, describe_how_to_add, has_extra, installation_kind
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import EndpointReport
from vaultsearch.core.values.note import NOTE_KINDS, Preview
from vaultsearch.core.values.sync import RuleFile
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.desktop import autostart, menu_entry
from vaultsearch.settings import history, settings
from vaultsearch.settings.protocol import Download, InstalledModel, InstalledProgram, StoredThing, VaultFacts
from vaultsearch.settings.resources import MANUAL, resources_folder

if TYPE_CHECKING:
    from vaultsearch.core.usage_store import UsageStore

_MAX_LIST_BYTES = 2**20
_QUERY_TIMEOUT_S = 5.0


def obsidian_files() -> tuple[Path, ...]:
    """Return possible places of Obsidian's vault list: installed, Flatpak, Snap."""
    sandboxes = (".var/app/md.obsidian.Obsidian/config/obsidian", "snap/obsidian/current/.config/obsidian")
    installed = platformdirs.user_config_path("obsidian", appauthor=False, roaming=True)
    return tuple(place / "obsidian.json" for place in (installed, *map(Path.home().joinpath, sandboxes)))


def list_obsidian_vaults(files: Iterable[Path] | None = None) -> tuple[Path, ...]:
    """List existing vaults, last opened first; skip unreadable files."""
    times_by_folder: dict[Path, float] = {}
    for file in obsidian_files() if files is None else files:
        for vault, opened in _read_vault_list(file):
            times_by_folder[vault] = max(opened, times_by_folder.get(vault, 0))
    there = filter(is_folder, times_by_folder)
    return tuple(sorted(there, key=lambda vault: -times_by_folder[vault]))


def opens_obsidian_links() -> bool:
    """Return whether an app is registered for obsidian: links; True if unknown.

    On Linux, xdg-open starts for any link and fails unseen if no app takes it.
    """
    if sys.platform in ("darwin", "win32"):
        # These systems say so when the link is opened.
        return True
    command = ["xdg-mime", "query", "default", "x-scheme-handler/obsidian"]
    try:
        answer = subprocess.run(  # noqa: S603 - no input
            command, capture_output=True, timeout=_QUERY_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return True
    return bool(answer.stdout.strip())


def _read_vault_list(file: Path) -> list[tuple[Path, float]]:
    try:
        if file.stat().st_size > _MAX_LIST_BYTES:
            return []
        content: Any = json.loads(file.read_bytes())
    # RecursionError, if brackets are nested without end.
    except (OSError, ValueError, RecursionError):
        return []
    vaults = content.get("vaults") if isinstance(content, dict) else None
    entries = vaults.values() if isinstance(vaults, dict) else ()
    return [
        (Path(path), float(time) if isinstance(time, int | float) and abs(time) < 1e300 else 0.0)
        for path, time in ((one.get("path"), one.get("ts")) for one in entries if isinstance(one, dict))
        if isinstance(path, str) and "\0" not in path and Path(path).is_absolute()
    ]


_TEST_TIMEOUT_S = 60.0
"""Seconds for a tested language model to answer a word; it may have to be loaded first."""


def describe_vault(vault: Path) -> VaultFacts:
    """Describe a vault's folder and index; if the folder is away, only the index."""
    from vaultsearch.core.index.index_folder import read_manifest
    from vaultsearch.core.vault.reading import FileRules, kind_of
    from vaultsearch.core.vault.source import ObsidianVault
    from vaultsearch.service.parts.replicas import publication_shown

    index = settings.index_folder(vault)
    manifest = read_manifest(index)
    size = folder_bytes(index)
    indexed, waiting = (manifest.n_files, manifest.waiting) if manifest else (0, 0)
    if (published := publication_shown(vault)) is not None:
        return VaultFacts(vault, indexed, size, published, is_published=True)
    try:
        files = FileRules.of(Parameters(file=settings.load_settings().parameters))
        revisions, _ = ObsidianVault(vault, user_rules=settings.user_rules(vault), files=files).scan()
    except (VaultSearchError, OSError):
        return VaultFacts(vault, indexed, size, None, is_there=False, waiting=waiting)
    latest = max((revision.mtime_ns for revision in revisions), default=None)
    changed = None if latest is None else datetime.fromtimestamp(latest / 1e9, UTC)
    notes = sum(kind_of(revision.path) in NOTE_KINDS for revision in revisions)
    return VaultFacts(
        vault,
        notes,
        size,
        changed,
        is_indexed=manifest is not None,
        waiting=waiting,
        is_complete=manifest is not None and manifest.last_sync is not None,
        files=len(revisions) - notes,
    )


def delete_index(vault: Path) -> None:
    """Delete a vault's index.

    Raises:
        IndexInUseError: Another process writes the index.
        VaultSearchError: Files could not be deleted.
    """
    from vaultsearch.core.index.writer_lock import WriterLock

    index = settings.index_folder(vault)
    if not index.is_dir():
        return
    lock = WriterLock(index)
    # Only to see that nobody else writes it; it raises otherwise.
    lock.acquire()
    lock.release()
    try:
        shutil.rmtree(index)
    except OSError as error:
        raise VaultSearchError(
            Message("The index in {} couldn't be deleted ({}).", index, error), "Delete the folder yourself."
        ) from error


def describe_program() -> InstalledProgram:
    """Describe the installation."""
    is_frozen = getattr(sys, "frozen", False)
    unneeded = None if sys.platform == "linux" else "shortcut"
    missing = tuple(extra for extra in EXTRAS if extra != unneeded and not has_extra(extra))
    # The folder that PyInstaller unpacks the frozen program's data to.
    notices = Path(getattr(sys, "_MEIPASS", ""), "THIRD_PARTY_NOTICES.txt")
    version = releases = ""
    # Unknown if the program runs from a source tree that is not installed.
    with suppress(PackageNotFoundError):
        known = metadata("vaultsearch")
        urls = dict(line.split(", ", 1) for line in known.get_all("Project-URL") or ())
        version, releases = known["Version"], urls.get("Releases", "")
    return InstalledProgram(
        version,
        installation_kind(),
        Path(sys.executable).parent if is_frozen else Path(sys.prefix),
        missing,
        describe_how_to_add(",".join(missing)) if missing else "",
        releases,
        notices if is_frozen and notices.is_file() else None,
    )


_POLL_INTERVAL_S = 0.2


async def download_model(name: str, on_progress: Callable[[int], None], cancelled: Event) -> bool:
    """Download a model from the hub into its local cache; return False if ``cancelled`` was set meanwhile.

    An interrupted download stays in the hub's cache, and the next attempt resumes it.

    Args:
        name: The model's name on the hub.
        on_progress: Called with the number of bytes in the cache.
        cancelled: Set by another thread to give up.

    Raises:
        VaultSearchError: The model could not be fetched.
    """
    from vaultsearch.core.models.model_files import bytes_in_cache

    # A process can be ended amid a download, a thread cannot.
    process = WorkerProcess()
    fetching = asyncio.ensure_future(process(_fetch_model, name))
    try:
        while not (await asyncio.wait([fetching], timeout=_POLL_INTERVAL_S))[0]:
            if cancelled.is_set():
                return False
            on_progress(bytes_in_cache(name))
        # After cancelling, errors do not matter.
        return not cancelled.is_set() and await fetching
    except WorkerDiedError as error:
        raise WorkerDiedError(
            Message("The download of {} was interrupted.", name), "Try again; the partial download is kept."
        ) from error
    finally:
        process.close()
        await asyncio.gather(fetching, return_exceptions=True)


def _fetch_model(name: str) -> bool:
    # Before the import: the hub's library reads it as it is imported.
    os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    from vaultsearch.core.models.model_files import fetch_model, find_remote

    fetch_model(find_remote(name))
    return True


def _render_page(file: Path) -> Preview:
    """Render a page of the manual whole, without properties, and with its pictures in it."""
    from vaultsearch.core.vault.rendering.page import NotePage, render_parts

    def embed(match: re.Match[str]) -> str:
        picture = file.with_name(unquote(match[1])).read_bytes()
        return f"src='data:image/png;base64,{b64encode(picture).decode()}'"

    text = re.sub(r"\A---\n.*?\n---\n", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    page = NotePage(file.name, file.stem, text)
    html = re.sub(r"src='embed:([^']+)'", embed, render_parts(page))
    return replace(page.at_line(0), html=html, starts=(1,))


class DiskStorage:
    """Implement `Storage` on the real disk; ``usage`` holds the opened notes."""

    list_obsidian_vaults = staticmethod(list_obsidian_vaults)
    opens_obsidian_links = staticmethod(opens_obsidian_links)
    models_folder = staticmethod(settings.models_folder)
    settings_file = staticmethod(settings.settings_file)
    logs_folder = staticmethod(crash_log.logs_folder)
    describe_program = staticmethod(describe_program)
    delete_index = staticmethod(delete_index)
    starts_at_login = staticmethod(autostart.starts_at_login)
    start_at_login = staticmethod(autostart.start_at_login)
    lacks_menu_entry = staticmethod(menu_entry.lacks_menu_entry)
    change_menu_entry = staticmethod(menu_entry.change_menu_entry)

    def __init__(self, usage: UsageStore) -> None:
        self._usage = usage

    def read_manual(self) -> tuple[Preview, ...]:
        """Render the manual's pages without an index, the first page first."""
        folder = resources_folder() / MANUAL
        files = sorted(folder.glob("*.md"), key=lambda file: (file.stem != "Start", file.stem))
        return tuple(map(_render_page, files))

    def missing_folders(self, folders: Sequence[Path]) -> frozenset[Path]:
        """Return missing folders, except published indexes, which need no folder."""
        from vaultsearch.service.parts.replicas import is_replica

        return frozenset(each for each in folders if not is_folder(each) and not is_replica(each))

    def describe_vaults(self, vaults: Sequence[Path]) -> tuple[VaultFacts, ...]:
        """Return each vault's note count, last change and index size."""
        return tuple(describe_vault(vault) for vault in vaults)

    def list_ignore_files(self, vault: Path | None) -> tuple[RuleFile, ...]:
        """List ignore files with rules and problems."""
        from vaultsearch.core.vault.ignoring import rule_files

        return rule_files(vault, settings.user_rules().file)

    def list_models(self) -> tuple[InstalledModel, ...]:
        """List models on this disk, reading them completely to verify digests."""
        from vaultsearch.settings.models_at_hand import models_at_hand

        return tuple(models_at_hand(settings.models_folder()))

    def find_download(self) -> Download:
        """Ask the hub for the cross-encoder's size and revision."""
        from vaultsearch.core.models.model_files import HUB_CROSS_ENCODER, find_remote

        remote = find_remote(HUB_CROSS_ENCODER)
        return Download(remote.name, remote.hub, remote.revision, remote.bytes)

    def download(self, offer: Download, on_progress: Callable[[int], None], cancelled: Event) -> bool:
        """Download a model in a separate process; return False if ``cancelled`` was set meanwhile."""
        return asyncio.run(download_model(offer.name, on_progress, cancelled))

    def test_model(self, address: str, model: str, *, for_embeddings: bool) -> EndpointReport:
        """Test a server, unless the user has not agreed to this host."""
        from vaultsearch.service.parts.model_access import check_endpoint

        testing = check_endpoint(address, model, for_embeddings=for_embeddings, within_s=_TEST_TIMEOUT_S)
        return asyncio.run(testing)

    def allow_model_host(self, host: str, *, all_notes: bool) -> None:
        """Allow a host to receive questions and passages, or all notes."""
        from vaultsearch.service.parts.model_access import allow_host

        allow_host(host, all_notes=all_notes)

    def store_model_key(self, address: str, key: str) -> None:
        """Store a server's key; "" deletes it."""
        from vaultsearch.core.models.chat_client import normalize_address
        from vaultsearch.service.parts.model_access import store_key

        store_key(normalize_address(address), key)

    def list_stored(self) -> tuple[StoredThing, ...]:
        """List settings, histories, indexes, models and logs with sizes."""
        from vaultsearch.core.history.saved import VERSIONS_FILE as VERSIONS
        from vaultsearch.core.index.index_folder import read_manifest

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
        index_folders: list[Path] = []
        with suppress(OSError):
            index_folders = sorted(place for place in settings.indexes_folder().iterdir() if place.is_dir())
        for folder in index_folders:
            manifest = read_manifest(folder)
            if manifest is not None:
                vault = Path(manifest.vault)
                versions = folder_bytes(folder / VERSIONS)
                stored.append(StoredThing(vault.name, folder, folder_bytes(folder), vault, versions=versions))
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
