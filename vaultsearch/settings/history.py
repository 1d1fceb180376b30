"""Recent queries and saved searches, each in a file beside the settings."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from vaultsearch.core.files import write_atomically
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.settings.settings import settings_file

if TYPE_CHECKING:
    from pathlib import Path


def recent_file() -> Path:
    """Return the path of the file."""
    return settings_file().with_name("recent-queries.json")


def load_recent(most: int) -> tuple[str, ...]:
    """Read the queries, the latest first; if none are to be kept, remove the file."""
    if most <= 0:
        recent_file().unlink(missing_ok=True)
        return ()
    try:
        content = json.loads(recent_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):  # missing, or damaged: recent queries are no loss
        return ()
    kept = content if isinstance(content, list) else []
    return tuple(query for query in kept if isinstance(query, str))[:most]


def with_latest(queries: tuple[str, ...], query: str, most: int) -> tuple[str, ...]:
    """Return ``queries`` with ``query`` first, once, and at most ``most`` in all."""
    return (query, *(other for other in queries if other != query))[:most]


def remember_query(query: str, most: int) -> None:
    """Put ``query`` first in the file, which only this user can read."""
    queries = with_latest(load_recent(most), query, most)
    write_atomically(recent_file(), json.dumps(queries, ensure_ascii=False, indent=0), make_folder=True)


def saved_file() -> Path:
    """Return the path of the file."""
    return settings_file().with_name("saved-searches.json")


def load_saved() -> tuple[SavedSearch, ...]:
    """Read the searches in their order; skip entries that are no saved search.

    A file that is no list is renamed to ``.damaged``, so that the next saved search does not overwrite it.
    """
    path = saved_file()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError:  # missing, or not readable by this user
        return ()
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, list):
        path.replace(path.with_suffix(".damaged"))
        return ()
    return tuple(found for one in content if (found := _search(one)) is not None)


def save_searches(searches: tuple[SavedSearch, ...]) -> None:
    """Write the searches to the file, which only this user can read."""
    content = [asdict(search) for search in searches]
    write_atomically(saved_file(), json.dumps(content, ensure_ascii=False, indent=0), make_folder=True)


def _search(content: object) -> SavedSearch | None:
    match content:
        case {"name": str(name), "query": str(query), **others} if name and query:
            mode = next((mode for mode in Mode if mode == others.get("mode")), Mode.HYBRID)
            return SavedSearch(name, query, mode)
        case _:
            return None
