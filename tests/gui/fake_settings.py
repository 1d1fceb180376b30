"""A settings store and a disk in memory that keep the promises of SettingsStore and Storage."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tests.patience import SIGNAL_S
from vaultsearch.core.values.context import EndpointReport
from vaultsearch.core.values.note import Heading, Preview
from vaultsearch.core.values.sync import ALL_VAULTS, RuleFile
from vaultsearch.settings.protocol import (
    Download,
    InstalledModel,
    InstalledProgram,
    StoredThing,
    Tunable,
    VaultFacts,
    WindowState,
)
from vaultsearch.settings.settings import Preferences

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event

    from vaultsearch.core.values.query import SavedSearch


CHANGED = datetime(2026, 5, 12, 12, tzinfo=UTC)


class FakeSettings:
    """A settings store in memory."""

    def __init__(self, last: Path | None = None) -> None:
        self.last = last
        self.recent: dict[Path | None, tuple[str, ...]] = {}
        self.saved: dict[Path | None, tuple[SavedSearch, ...]] = {}
        self.sidebar_width = 0
        self.vaults: tuple[Path, ...] = ()
        self.all_vaults_open = False
        self.preferences = Preferences()
        self.window_state: WindowState | None = None
        self.read: dict[Path | None, tuple[str, int]] = {}
        self.parameters: dict[str, object] = {}
        self.lines: dict[Path | None, tuple[str, ...]] = {}
        self.storage = FakeStorage()

    @property
    def open_vault(self) -> Path | None:
        return ALL_VAULTS if self.all_vaults_open else self.last

    @property
    def recent_queries(self) -> tuple[str, ...]:
        return self.recent.get(self.open_vault, ())

    @property
    def has_recent_queries(self) -> bool:
        return any(self.recent.values())

    @property
    def saved_searches(self) -> tuple[SavedSearch, ...]:
        return self.saved.get(self.open_vault, ())

    def set_saved_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        self.saved[self.open_vault] = searches

    def set_sidebar_width(self, width: int) -> None:
        self.sidebar_width = width

    def add_recent_query(self, query: str) -> None:
        latest = (query, *(other for other in self.recent_queries if other != query))
        self.recent[self.open_vault] = latest

    @property
    def last_vault(self) -> Path | None:
        return self.last

    @property
    def sample_vault(self) -> Path:
        return Path("/vaults/sample")

    @property
    def manual(self) -> Path:
        return Path("/vaults/manual")

    def set_all_vaults_open(self) -> None:
        self.all_vaults_open = True

    def set_last_vault(self, folder: Path) -> None:
        self.last, self.all_vaults_open = folder, False
        self.vaults = (folder, *(other for other in self.vaults if other != folder))

    def remove_vault(self, folder: Path) -> None:
        self.vaults = tuple(other for other in self.vaults if other != folder)

    def set_preferences(self, preferences: Preferences) -> None:
        self.preferences = preferences

    def set_window_state(self, state: WindowState) -> None:
        self.window_state = state

    @property
    def last_read(self) -> tuple[str, int] | None:
        return self.read.get(self.last)

    def set_last_read(self, path: str, line: int) -> None:
        self.read[self.last] = path, line

    def clear_recent_queries(self) -> None:
        self.recent.clear()

    def tunables(self) -> tuple[Tunable, ...]:
        values = {
            tunable.name: str(self.parameters.get(tunable.name, tunable.default)) for tunable in TUNABLES
        }
        return tuple(replace(tunable, value=values[tunable.name]) for tunable in TUNABLES)

    def parameter_error(self, name: str, value: str) -> str:
        return "" if value.isdigit() or name != "passages.top_k" else f"{name} is set to {value!r}."

    def set_parameter(self, name: str, value: str | None) -> None:
        self.parameters.pop(name, None)
        if value is not None:
            self.parameters[name] = value

    def ignore_lines(self, vault: Path | None) -> tuple[str, ...]:
        return self.lines.get(vault, ())

    def set_ignore_lines(self, lines: tuple[str, ...], vault: Path | None) -> None:
        self.lines[vault] = lines

    def ignore_line_error(self, line: str) -> str:
        return f"{line!r} isn't a valid pattern." if line == "!" else ""


KINDS = "pdf+image+book"
TUNABLES = (
    Tunable("source", "follow_links_out", "reads links", "false", "false", "default", "true or false"),
    Tunable("files", "kinds", "searched", KINDS, KINDS, "default", "text", several=True, reads_again=True),
    Tunable("files", "document_mb", "largest", "300", "300", "default", "whole number", reads_again=True),
    Tunable("files", "other_mb", "largest", "64", "64", "default", "whole number", reads_again=True),
    Tunable(
        "files", "recognize_text", "reads it", "false", "false", "default", "true or false", reads_again=True
    ),
    Tunable("ask", "base_url", "its address", "", "", "default", "text"),
    Tunable("ask", "model", "its name", "", "", "default", "text"),
    Tunable("ask", "question_mark", "by itself", "false", "false", "default", "true or false"),
    Tunable("fusion", "k", "even out the ranks", "60", "60", "default", "whole number"),
    Tunable(
        "reranker", "chain", "orders anew", "auto", "auto", "default", "text", ("auto", "none", "mmr"), True
    ),
)


PROGRAM = InstalledProgram("1.2", "pip", Path("/venv"))


@dataclass
class FakeStorage:
    """A disk in memory; folders in ``not_there`` are missing, ``unfinished`` ones not wholly indexed."""

    obsidian: tuple[Path, ...] = ()
    not_there: frozenset[Path] = frozenset()
    unfinished: frozenset[Path] = frozenset()
    kept: tuple[StoredThing, ...] = ()
    installed: tuple[InstalledModel, ...] = ()
    deleted: list[Path] = field(default_factory=list)
    forgotten: int = 0
    at_login: bool = False
    in_menu: bool = True
    has_obsidian: bool = True
    program: InstalledProgram = PROGRAM
    model_report: EndpointReport = field(
        default_factory=lambda: EndpointReport(True, "It works.", ("a", "b"))
    )
    allowed_hosts: list[str] = field(default_factory=list)
    embedding_hosts: list[str] = field(default_factory=list)
    model_keys: dict[str, str] = field(default_factory=dict)

    def read_manual(self) -> tuple[Preview, ...]:
        outline = (Heading(2, "Keys", 7),)
        names = ("Start", "Asking", "Window")
        return tuple(Preview(f"{name}.md", name, f"<p>{name}</p>", outline=outline) for name in names)

    def test_model(self, address: str, model: str, *, for_embeddings: bool) -> EndpointReport:
        """Return the report; without consent to its host, only that host."""
        host = self.model_report.host_to_allow
        if host and host not in (self.embedding_hosts if for_embeddings else self.allowed_hosts):
            return EndpointReport(False, f"{host} is not this computer.", (), host)
        return replace(self.model_report, host_to_allow="")

    def allow_model_host(self, host: str, *, all_notes: bool) -> None:
        (self.embedding_hosts if all_notes else self.allowed_hosts).append(host)

    def store_model_key(self, address: str, key: str) -> None:
        self.model_keys[address] = key

    def describe_program(self) -> InstalledProgram:
        return self.program

    def weigh_models(self) -> tuple[tuple[str, int, Path], ...]:
        return (("installed", 234_000_000, Path("/venv/lib")),)

    def starts_at_login(self) -> bool:
        return self.at_login

    def start_at_login(self, *, enabled: bool) -> None:
        self.at_login = enabled

    def lacks_menu_entry(self) -> bool:
        return not self.in_menu

    def change_menu_entry(self, *, added: bool) -> None:
        self.in_menu = added

    def list_obsidian_vaults(self) -> tuple[Path, ...]:
        return self.obsidian

    def opens_obsidian_links(self) -> bool:
        return self.has_obsidian

    def missing_folders(self, folders: Sequence[Path]) -> frozenset[Path]:
        return self.not_there & frozenset(folders)

    def describe_vaults(self, vaults: Sequence[Path]) -> tuple[VaultFacts, ...]:
        return tuple(
            VaultFacts(
                vault,
                *(1204, 12_345_678, CHANGED),
                is_there=vault not in self.not_there,
                is_complete=vault not in self.unfinished,
            )
            for vault in vaults
        )

    def list_ignore_files(self, vault: Path | None) -> tuple[RuleFile, ...]:
        return ()

    def list_models(self) -> tuple[InstalledModel, ...]:
        return self.installed

    def models_folder(self) -> Path:
        return Path("/models")

    def find_download(self) -> Download:
        return Download("someone/reranker", "https://hub", "0123456789abcdef", 91_000_000)

    def download(self, offer: Download, on_progress: Callable[[int], None], cancelled: Event) -> bool:
        on_progress(offer.bytes // 2)
        return not cancelled.wait(SIGNAL_S)

    def list_stored(self) -> tuple[StoredThing, ...]:
        return self.kept

    def forget_usage(self) -> None:
        self.forgotten += 1

    def delete_index(self, vault: Path) -> None:
        self.deleted.append(vault)

    def logs_folder(self) -> Path:
        return Path("/logs")

    def settings_file(self) -> Path:
        return Path("/settings.toml")
