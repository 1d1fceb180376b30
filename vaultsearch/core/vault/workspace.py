"""The note that is open in Obsidian: what its ``workspace.json`` says, which is only ever read."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from vaultsearch.core.errors import OutsideVaultError

if TYPE_CHECKING:
    from vaultsearch.core.vault.file_content import Containment

_FILE = ".obsidian/workspace.json"
_MOST_BYTES = 8 * 2**20
_DEEPEST = 50


def active_file(containment: Containment) -> tuple[str, float] | None:
    """Return the path of the file that was active last in Obsidian, and when that was noted.

    None if the folder is no vault of Obsidian's, or no file is open. The time is in seconds since the epoch.
    """
    try:
        with containment.open(_FILE) as opened:
            changed = os.fstat(opened.file.fileno()).st_mtime
            content = json.loads(opened.file.read(_MOST_BYTES))
    # Obsidian may be writing it just now: half a file is as good as none.
    except (OSError, ValueError, RecursionError, OutsideVaultError):
        return None
    if not isinstance(content, dict):
        return None
    path = _file_of(content.get("main"), content.get("active"), 0) or _first(content.get("lastOpenFiles"))
    return (path, changed) if path else None


def _file_of(node: Any, active: object, depth: int) -> str:
    """Return the file of the active leaf in a tree of panes; "" if that shows none."""
    if not isinstance(node, dict) or depth > _DEEPEST:
        return ""
    if node.get("type") == "leaf" and node.get("id") == active:
        state: Any = node.get("state")
        for key in ("state", "file"):
            state = state.get(key) if isinstance(state, dict) else None
        return state if isinstance(state, str) else ""
    children = node.get("children")
    if not isinstance(children, list):
        return ""
    return next(filter(None, (_file_of(child, active, depth + 1) for child in children)), "")


def _first(files: object) -> str:
    return files[0] if isinstance(files, list) and files and isinstance(files[0], str) else ""
