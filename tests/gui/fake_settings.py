"""The real settings store over a disk in memory that keeps the promises of Storage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from tests.patience import SIGNAL_S
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import EndpointReport
from vaultsearch.core.values.note import Heading, Preview
from vaultsearch.core.values.sync import RuleFile
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.settings.protocol import Download, InstalledModel, InstalledProgram, StoredThing, VaultFacts

CHANGED = datetime(2026, 5, 12, 12, tzinfo=UTC)


class FakeSettings(FileSettingsStore):
    """The real settings, over a disk in memory."""

    storage: FakeStorage  # type: ignore[assignment]  # the same promises

    def __init__(self) -> None:
        super().__init__(Parameters())
        self.close()
        self.storage = FakeStorage()

    def remember(self, vault: Path, *queries: str) -> None:
        """Remember a vault as open last, and what was asked in it, latest first."""
        self.set_last_vault(vault)
        for query in reversed(queries):
            self.add_recent_query(query)

    def _write(self, work: Callable[[], object], lost: str = "") -> None:
        """Leave it in memory."""

    def wait_until_saved(self) -> None: ...


PROGRAM = InstalledProgram("1.2", "pip", Path("/venv"))
WORKING = EndpointReport(True, "It works.", ("a", "b"))


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
    model_report: EndpointReport = WORKING
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
        facts = (VaultFacts(one, 1204, 12_345_678, CHANGED, one not in self.not_there) for one in vaults)
        return tuple(replace(one, is_complete=one.folder not in self.unfinished) for one in facts)

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
