"""Addresses of links and pictures in a page: written into its HTML here, parsed again when followed.

Everything but letters and digits is escaped, including slashes, so that no consumer takes one for a path.
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
    """Return the address of ``[[written]]``."""
    return f"note:{_escaped(written)}"


def markdown_address(destination: str) -> str | None:
    """Return the address of ``[...](destination)``, or None if it cannot be opened."""
    if destination.lower().startswith(_WEB):
        return destination
    if read_destination(destination, "", False, 0) is None:
        return None
    return f"place:{_escaped(destination)}"


def embed_address(written: str) -> str:
    """Return the address of the picture ``![[written]]``."""
    return f"embed:{_escaped(written)}"


def picture_address(destination: str) -> str | None:
    """Return the address of the picture ``![](destination)``, or None if it is not in the vault."""
    link = read_destination(destination, "", True, 0)
    return f"image:{_escaped(destination)}" if link is not None and is_picture(link.target) else None


def tag_address(tag: str) -> str:
    """Return the address of a tag, without its ``#``."""
    return f"tag:{_escaped(tag)}"


def is_picture(target: str) -> bool:
    """Return whether a link's target is a picture in a displayable format."""
    return target.lower().endswith(_PICTURES)


def read_address(address: str) -> Link | None:
    """Return the link encoded in an address, or None for other addresses."""
    scheme, _, escaped = address.partition(":")
    written = unquote(escaped)
    if scheme in ("note", "embed"):
        return read_wikilink(written, "", scheme == "embed", 0)[0]
    if scheme in ("place", "image"):
        return read_destination(written, "", scheme == "image", 0)
    return None


def _escaped(text: str) -> str:
    return quote(text, safe="", errors="replace")
