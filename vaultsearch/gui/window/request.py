"""A second start's request to the open window: a single line with untrusted content."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

REQUEST_TIMEOUT_S = 5.0
"""How long a second start waits silently; the window drops requests after twice this time."""

MAX_REQUEST_BYTES = 64 * 1024
"""Maximum length of a request."""


_ADDRESS_PATTERN = re.compile(r"[a-z][a-z0-9]*://[^/]")
"""A published index's address, as in s3://bucket."""


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """A second start's request: show the window, hide it if in front (``toggle``), or open ``folder``.

    ``folder`` is a vault's folder, or a published index's address.

    ``token`` allows a Wayland window to come to the front.
    """

    toggle: bool = False
    folder: str = ""
    token: str = ""

    def encode(self) -> bytes:
        """Encode the request as a line."""
        content = {"toggle": self.toggle, "folder": self.folder, "token": self.token}
        return json.dumps({"vaultsearch": 1, **content}).encode() + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> WindowRequest | None:
        """Decode a line; return None if invalid."""
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
        if folder and not (Path(folder).is_absolute() or _ADDRESS_PATTERN.match(folder)):
            return None
        return cls(content["toggle"], folder, str(content["token"]))
