"""A second start's request to the open window: a single line with untrusted content."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

REQUEST_TIMEOUT_S = 5.0
"""How long a second start waits silently; the window drops requests after twice this time."""

MAX_REQUEST_BYTES = 64 * 1024
"""Maximum length of a request."""


_ADDRESS_PATTERN = re.compile(r"[a-z][a-z0-9]*://[^/]")
"""A published index's address, as in s3://bucket."""


class WindowRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="vaultsearch", tag=1):
    """A second start's request: show the window, hide it if in front (``toggle``), or open ``folder``.

    ``folder`` is a vault's folder, or a published index's address.

    ``token`` allows a Wayland window to come to the front.
    """

    toggle: bool = False
    folder: str = ""
    token: str = ""

    def encode(self) -> bytes:
        """Encode the request as a line."""
        return msgspec.json.encode(self) + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> WindowRequest | None:
        """Decode a line; return None if invalid."""
        try:
            request = msgspec.json.decode(line, type=cls)
        # RecursionError, if brackets are nested without end.
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return None
        folder = request.folder
        is_place = not folder or Path(folder).is_absolute() or _ADDRESS_PATTERN.match(folder)
        return request if is_place and "\0" not in folder + request.token else None
