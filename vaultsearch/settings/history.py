"""What was searched for, and what was saved to be searched for again."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING

from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.settings.settings import settings_file

if TYPE_CHECKING:
    from pathlib import Path


def recent_file() -> Path:
    """Give the file's place."""
    return settings_file().with_name("recent-queries.json")


def load_recent(most: int) -> tuple[str, ...]:
    """Read the queries, the latest first; of none to be kept, the file is removed."""
    if most <= 0:
        recent_file().unlink(missing_ok=True)
        return ()
    try:
        content = json.loads(recent_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):  # there is none yet, or it is damaged: nothing is lost that matters
        return ()
    kept = content if isinstance(content, list) else []
    return tuple(query for query in kept if isinstance(query, str))[:most]


def with_latest(queries: tuple[str, ...], query: str, most: int) -> tuple[str, ...]:
    """Put ``query`` first, once, and let go of the oldest beyond ``most``."""
    return (query, *(other for other in queries if other != query))[:most]


def remember_query(query: str, most: int) -> None:
    """Put ``query`` first in the file, which only this user can read, by renaming over it."""
    path = recent_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.touch(mode=0o600)
    queries = with_latest(load_recent(most), query, most)
    temporary.write_text(json.dumps(queries, ensure_ascii=False, indent=0), encoding="utf-8")
    temporary.replace(path)


def saved_file() -> Path:
    """Give the file's place."""
    return settings_file().with_name("saved-searches.json")


def load_saved() -> tuple[SavedSearch, ...]:
    """Read the searches in their order; what is none is passed over.

    A file that cannot be read as a list is put aside as ``.damaged``, not overwritten by the next search.
    """
    path = saved_file()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError:  # there is none yet, or it is kept from us
        return ()
    except ValueError:
        content = None
    if not isinstance(content, list):
        path.replace(path.with_suffix(".damaged"))
        return ()
    return tuple(found for one in content if (found := _search(one)) is not None)


def save_searches(searches: tuple[SavedSearch, ...]) -> None:
    """Write the searches whole, for this user alone, by renaming over the file."""
    path = saved_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.touch(mode=0o600)
    content = [asdict(search) for search in searches]
    temporary.write_text(json.dumps(content, ensure_ascii=False, indent=0), encoding="utf-8")
    temporary.replace(path)


def _search(content: object) -> SavedSearch | None:
    match content:
        case {"name": str(name), "query": str(query), **others} if name and query:
            mode = next((mode for mode in Mode if mode == others.get("mode")), Mode.HYBRID)
            return SavedSearch(name, query, mode)
        case _:
            return None
