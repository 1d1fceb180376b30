"""Keep each vault's recent queries and saved searches, in a file each beside the settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from vaultsearch.core.files import write_atomically
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.settings.settings import settings_file

_T = TypeVar("_T")


def recent_file() -> Path:
    """Return the file's path."""
    return settings_file().with_name("recent-queries.json")


def load_recent(most: int, vaults: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Read each vault's queries, latest first; if none are to be kept, remove the file.

    A former version kept a single list for all vaults: each vault in ``vaults`` begins with it.
    """
    if most <= 0:
        recent_file().unlink(missing_ok=True)
        return {}
    try:
        content = json.loads(recent_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        # Missing or damaged: recent queries are no great loss.
        return {}
    by_vault = _by_vault(content, vaults, lambda query: query if isinstance(query, str) else None)
    return {vault: queries[:most] for vault, queries in by_vault.items() if queries}


def save_recent(queries: Mapping[str, tuple[str, ...]]) -> None:
    """Write each vault's queries to the file, which only this user can read."""
    write_atomically(recent_file(), json.dumps(queries, ensure_ascii=False, indent=0), make_folder=True)


def saved_file() -> Path:
    """Return the file's path."""
    return settings_file().with_name("saved-searches.json")


def load_saved(vaults: Sequence[str]) -> dict[str, tuple[SavedSearch, ...]]:
    """Read each vault's searches in order; skip invalid entries.

    A former version kept a single list for all vaults: each vault in ``vaults`` begins with it. An invalid
    file is renamed to ``.damaged``, so that the next saved search does not overwrite it.
    """
    path = saved_file()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        # Missing, or not readable by this user.
        return {}
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, list | dict):
        # Saved searches were made by hand: the next one must not overwrite what is left of them.
        path.replace(path.with_suffix(".damaged"))
        return {}
    return _by_vault(content, vaults, _parse_search)


def save_searches(searches: Mapping[str, tuple[SavedSearch, ...]]) -> None:
    """Write each vault's searches to the file, which only this user can read."""
    content = {vault: [asdict(search) for search in own] for vault, own in searches.items()}
    write_atomically(saved_file(), json.dumps(content, ensure_ascii=False, indent=0), make_folder=True)


def _by_vault(
    content: object, vaults: Sequence[str], read: Callable[[object], _T | None]
) -> dict[str, tuple[_T, ...]]:
    # A former version kept a single list for all vaults: each begins with it.
    lists = content if isinstance(content, dict) else dict.fromkeys(vaults, content)
    return {
        vault: tuple(entry for entry_read in entries if (entry := read(entry_read)) is not None)
        for vault, entries in lists.items()
        if isinstance(entries, list)
    }


def _parse_search(content: object) -> SavedSearch | None:
    match content:
        case {"name": str(name), "query": str(query), **others} if name and query:
            mode = next((mode for mode in Mode if mode == others.get("mode")), Mode.HYBRID)
            return SavedSearch(name, query, mode)
        case _:
            return None
