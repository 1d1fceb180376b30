"""What was searched for lately, kept in a small file beside the settings; no Qt."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from vaultsearch.settings.settings import settings_file

if TYPE_CHECKING:
    from pathlib import Path


def recent_file() -> Path:
    """Give the file's place."""
    return settings_file().with_name("recent-queries.json")


def load(most: int) -> tuple[str, ...]:
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


def remember(query: str, most: int) -> None:
    """Put ``query`` first in the file, which only this user can read, by renaming over it."""
    path = recent_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.touch(mode=0o600)
    queries = with_latest(load(most), query, most)
    temporary.write_text(json.dumps(queries, ensure_ascii=False, indent=0), encoding="utf-8")
    temporary.replace(path)
