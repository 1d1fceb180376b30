"""Files beside the indexes that name vaults by folder: settings, histories, uses, and shells' sessions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.files import write_atomically
from vaultsearch.settings import settings
from vaultsearch.settings.history import recent_file, saved_file
from vaultsearch.settings.settings import Settings

_T = TypeVar("_T")


def rename_vault(by_vault: Mapping[str, _T], former: str, vault: str) -> dict[str, _T]:
    """Return a mapping with a moved vault's entry under the new folder, unless there is one."""
    others = {key: value for key, value in by_vault.items() if key != former}
    return {vault: by_vault[former], **others} if former in by_vault else others


def settings_after_move(loaded: Settings, former: Path, vault: Path) -> dict[str, Any]:
    """Return the settings that name a moved vault, with the new folder."""
    return {
        "last_vault": vault if loaded.last_vault == former else loaded.last_vault,
        "vaults": tuple(dict.fromkeys(vault if known == former else known for known in loaded.vaults)),
        "vault_ignore": rename_vault(loaded.vault_ignore, str(former), str(vault)),
    }


def follow_move(former: Path, vault: Path) -> None:
    """Record a moved vault under the new folder everywhere; doing so again changes nothing.

    Raise SettingsError before anything is changed if the settings may hide the vault's exclusions.
    """
    from vaultsearch.core.usage_store import UsageStore

    loaded, (old, new) = settings.load_settings(), map(str, (former, vault))
    if loaded.unread_rules:
        raise SettingsError(loaded.unread_rules, "")
    if former in (loaded.last_vault, *loaded.vaults) or old in loaded.vault_ignore:
        settings.change_settings(**settings_after_move(loaded, former, vault))
    window = settings.settings_file().with_name("window.json")
    for file, part in ((recent_file(), ""), (saved_file(), ""), (window, "last_read")):
        with suppress(OSError, ValueError, LookupError, RecursionError):
            content: Any = json.loads(file.read_text(encoding="utf-8"))
            by_vault = content[part] if part else content
            if isinstance(by_vault, dict) and old in by_vault:
                renamed = rename_vault(by_vault, old, new)
                whole = {**content, part: renamed} if part else renamed
                write_atomically(file, json.dumps(whole, ensure_ascii=False, indent=0))
    UsageStore(settings.settings_file().with_name("opened-notes.sqlite")).move_vault(old, new)
    change_sessions(former, vault)


def change_sessions(former: Path, vault: Path | None) -> None:
    """Have the notes numbered in shells follow a moved vault; with None, forget numbers in a vault."""
    for file in settings.sessions_folder().glob("*.json"):
        with suppress(OSError, ValueError, RecursionError):
            listed: Any = json.loads(file.read_bytes())
            if not any(note[:1] == [str(former)] for note in listed):
                continue
            if vault is None:
                # Without some of them, the other numbers would name other notes.
                file.unlink()
            else:
                moved = [[str(vault), *note[1:]] if note[0] == str(former) else note for note in listed]
                write_atomically(file, json.dumps(moved, ensure_ascii=False))
    latest = session_file(latest_results(former))
    with suppress(OSError):
        if vault is None:
            latest.unlink()
        else:
            latest.replace(session_file(latest_results(vault)))


def latest_results(vault: Path) -> str:
    """Return the name for a vault's latest numbers, from any session."""
    return f"latest of {vault}"


def session_file(session: str) -> Path:
    """Return the file with the notes numbered in a session."""
    digest = hashlib.blake2b(session.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return settings.sessions_folder() / f"{digest}.json"
