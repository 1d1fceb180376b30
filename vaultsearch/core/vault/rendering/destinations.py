"""Where links and pictures of a page lead: written into its HTML here, read again when one is followed.

Everything but letters and digits is escaped, slashes too, so that nobody who reads one finds a path in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from vaultsearch.core.vault.links import read_destination, read_wikilink

if TYPE_CHECKING:
    from vaultsearch.core.values.note import Link

_WEB = ("http://", "https://")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".svg", ".avif", ".tif", ".tiff", ".ico")


def wikilink_address(written: str) -> str:
    """Give the address for ``[[written]]``."""
    return f"note:{_escaped(written)}"


def markdown_address(destination: str) -> str | None:
    """Give the address for ``[...](destination)``; None where nothing is to be opened."""
    if destination.lower().startswith(_WEB):
        return destination
    if read_destination(destination, "", False, 0) is None:
        return None
    return f"place:{_escaped(destination)}"


def embed_address(written: str) -> str:
    """Give the address of the picture ``![[written]]``."""
    return f"embed:{_escaped(written)}"


def picture_address(destination: str) -> str | None:
    """Give the address of the picture ``![](destination)``; None where it is none of the vault."""
    link = read_destination(destination, "", True, 0)
    return f"image:{_escaped(destination)}" if link is not None and is_picture(link.target) else None


def tag_address(tag: str) -> str:
    """Give the address for a tag, without its ``#``."""
    return f"tag:{_escaped(tag)}"


def is_picture(target: str) -> bool:
    """Tell whether a link leads to a picture that can be shown."""
    return target.lower().endswith(_PICTURES)


def read_address(address: str) -> Link | None:
    """Give the link that an address was made of; None where it is none of these."""
    scheme, _, escaped = address.partition(":")
    written = unquote(escaped)
    if scheme in ("note", "embed"):
        return read_wikilink(written, "", scheme == "embed", 0)[0]
    if scheme in ("place", "image"):
        return read_destination(written, "", scheme == "image", 0)
    return None


def _escaped(text: str) -> str:
    return quote(text, safe="", errors="replace")
