"""The vaults that Obsidian lists in its `obsidian.json`, and whether its links are opened, on each system."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_BYTES = 2**20
_ANSWERS_WITHIN_S = 5.0


def settings_files() -> tuple[Path, ...]:
    """Return the possible places of Obsidian's list: installed, Flatpak, Snap."""
    home = Path.home()
    if sys.platform == "darwin":
        folders = [home / "Library" / "Application Support"]
    elif sys.platform == "win32":
        folders = [Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")]
    else:
        folders = [
            Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config"),
            home / ".var" / "app" / "md.obsidian.Obsidian" / "config",
            home / "snap" / "obsidian" / "current" / ".config",
        ]
    return tuple(folder / "obsidian" / "obsidian.json" for folder in folders)


def list_obsidian_vaults(files: Iterable[Path] | None = None) -> tuple[Path, ...]:
    """List the vaults that exist, the last opened one first; unreadable files list none."""
    times_by_folder: dict[Path, float] = {}
    for file in settings_files() if files is None else files:
        for vault, opened in _listed(file):
            times_by_folder[vault] = max(opened, times_by_folder.get(vault, 0))
    return tuple(
        sorted(
            (vault for vault in times_by_folder if _is_folder(vault)),
            key=lambda vault: -times_by_folder[vault],
        )
    )


def opens_obsidian_links() -> bool:
    """Return whether an app is registered for obsidian: links; True if that cannot be known.

    On Linux, xdg-open is started for a link whether or not any app takes it, and fails where nobody looks.
    """
    if sys.platform in ("darwin", "win32"):
        return True  # these say so when the link is opened
    command = ["xdg-mime", "query", "default", "x-scheme-handler/obsidian"]
    try:
        answer = subprocess.run(  # noqa: S603 - no input
            command, capture_output=True, timeout=_ANSWERS_WITHIN_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return True
    return bool(answer.stdout.strip())


def _listed(file: Path) -> list[tuple[Path, float]]:
    try:
        if file.stat().st_size > _MOST_BYTES:
            return []
        content: Any = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    vaults = content.get("vaults") if isinstance(content, dict) else None
    entries = vaults.values() if isinstance(vaults, dict) else ()
    known = [entry for entry in entries if isinstance(entry, dict) and _is_path(entry.get("path"))]
    return [(Path(entry["path"]), _number(entry.get("ts"))) for entry in known]


def _is_path(value: object) -> bool:
    return isinstance(value, str) and bool(value) and "\0" not in value and Path(value).is_absolute()


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else 0.0


def _is_folder(vault: Path) -> bool:
    try:
        return vault.is_dir()
    except OSError:
        return False
