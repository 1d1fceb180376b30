"""The request of a second start to the open window: one line, whose content is not trusted."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 5.0
"""How long a second start waits silently; the window drops a request that takes twice as long."""

MOST_BYTES = 64 * 1024
"""The longest request that is read."""


_ADDRESS = re.compile(r"[a-z][a-z0-9]*://[^/]")
"""The address of a published index, as in s3://bucket."""


@dataclass(frozen=True, slots=True)
class Request:
    """A second start wants the window in front, hidden if it is there (``toggle``), or ``folder`` opened.

    That is a vault's, or the address of a published index.

    ``token`` lets a window of Wayland come to the front.
    """

    toggle: bool = False
    folder: str = ""
    token: str = ""

    def encode(self) -> bytes:
        """Encode the request as one line."""
        content = {"toggle": self.toggle, "folder": self.folder, "token": self.token}
        return json.dumps({"vaultsearch": 1, **content}).encode() + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> Request | None:
        """Decode a line; return None if it is not a valid request."""
        try:
            content = json.loads(line)
        # RecursionError, if brackets are nested without end.
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
        if folder and not (Path(folder).is_absolute() or _ADDRESS.match(folder)):
            return None
        return cls(content["toggle"], folder, str(content["token"]))
