"""What a second start asks of the window that is open already: one line, read with suspicion."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 5.0
"""How long a second start waits silently; twice that, and the window waits for no request any more."""

MOST_BYTES = 64 * 1024
"""The longest request that is read."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a second start wants of the window: come to the front, hide if it is there, open ``folder``.

    ``token`` is what lets a window of Wayland come to the front.
    """

    toggle: bool = False
    folder: str = ""
    token: str = ""

    def written(self) -> bytes:
        """Give the request as one line."""
        content = {"toggle": self.toggle, "folder": self.folder, "token": self.token}
        return json.dumps({"vaultsearch": 1, **content}).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> Request | None:
        """Take a line for a request; None for anything else."""
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(content, dict) or content.pop("vaultsearch", None) != 1:
            return None
        texts = [content.get(name) for name in ("folder", "token")]
        if content.keys() != {"toggle", "folder", "token"} or not isinstance(content["toggle"], bool):
            return None
        if not all(isinstance(text, str) and "\0" not in text for text in texts):
            return None
        folder = str(content["folder"])
        if folder and not Path(folder).is_absolute():
            return None
        return cls(content["toggle"], folder, str(content["token"]))
