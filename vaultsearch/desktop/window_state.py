"""Where the window stood when it was closed, kept in a small file beside the settings; no Qt."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING

from vaultsearch.settings.settings import settings_file
from vaultsearch.settings.values import WindowState

if TYPE_CHECKING:
    from pathlib import Path


def state_file() -> Path:
    """Give the file's place."""
    return settings_file().with_name("window.json")


def load() -> WindowState | None:
    """Read the state; None where there is none, or none that can be used."""
    try:
        content = json.loads(state_file().read_text(encoding="utf-8"))
        splitters = {str(name): str(state) for name, state in content["splitters"].items()}
        return WindowState(
            geometry=str(content["geometry"]),
            splitters=splitters,
            preview_folded=content["preview_folded"] is True,
            mode=str(content["mode"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # nothing is lost that matters
        return None


def save(state: WindowState) -> None:
    """Write the state, by renaming over."""
    path = state_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.touch(mode=0o600)
    temporary.write_text(json.dumps(asdict(state), indent=0), encoding="utf-8")
    temporary.replace(path)
