"""A second start's request to the open window: a single line with untrusted content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import msgspec

from vaultsearch.core.errors import QueryError, VaultNotFoundError

REQUEST_TIMEOUT_S = 5.0
"""How long a second start waits silently; the window drops requests after twice this time."""
MAX_REQUEST_BYTES = 64 * 1024
"""Maximum length of a request."""
SCHEME = "vaultsearch://"
"""How addresses begin that other programs open the window by."""
_MAX_QUERY_LENGTH = 2_000
_ADDRESS_PATTERN = re.compile(r"[a-z][a-z0-9]*://[^/]")
"""A published index's address, as in s3://bucket."""


class WindowRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="vaultsearch", tag=1):
    """A second start's request: show the window, hide it if in front (``toggle``), or open ``folder``.

    ``folder`` is a vault's folder, or a published index's address; ``query`` is searched for there.

    ``token`` allows a Wayland window to come to the front.
    """

    toggle: bool = False
    folder: str = ""
    token: str = ""
    query: str = ""

    @classmethod
    def of_address(cls, address: str, vaults: Iterable[Path]) -> WindowRequest:
        """Read ``vaultsearch://search?q=QUERY&vault=VAULT``, VAULT being the name or folder of a known one.

        Raises:
            QueryError: It is another address.
            VaultNotFoundError: The vault was never opened here.
        """
        try:
            parts = urlsplit(address)
        # An open bracket begins the address of a host, in its newer form.
        except ValueError:
            parts = urlsplit("")
        given = dict(parse_qsl(parts.query))
        if not address.startswith(SCHEME) or parts.netloc not in ("search", "open"):
            raise QueryError(
                "This address opens nothing.", f"Write it like {SCHEME}search?q=boat&vault=Notes."
            )
        # Any page may have written it: no folder is looked for on the disk, which may be another machine's.
        query, name = given.get("q", "")[:_MAX_QUERY_LENGTH], _plain_folder(given.get("vault", ""))
        # Of vaults with the same name, the first of ``vaults`` is meant: the one opened last.
        known: dict[str, Path] = {}
        for vault in vaults:
            known.setdefault(vault.name.casefold(), vault)
            known[_plain_folder(str(vault))] = vault
        if name and name not in known:
            raise VaultNotFoundError("The vault in this address was never opened here.", "Open it first.")
        return cls(folder=str(known[name]) if name else "", query="".join(filter(str.isprintable, query)))

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
        return request if is_place and "\0" not in folder + request.token + request.query else None


def _plain_folder(folder: str) -> str:
    """Return a folder as systems that ignore case and the kind of slash compare it."""
    return folder.replace("\\", "/").rstrip("/").casefold()
