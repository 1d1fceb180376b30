"""Paths that somebody typed: ``~`` in them, and letters that nothing can be written with."""

from __future__ import annotations

from pathlib import Path

from vaultsearch.core.errors import VaultNotFoundError


def expanded(path: str | Path) -> Path:
    """Put the home folder where ``~`` stands; that of a user who is not known stays as it was typed."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def is_unicode(path: Path) -> bool:
    """Tell whether a path can be written down; a name may be any bytes."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def require_unicode(vault: Path) -> None:
    """Raise VaultNotFoundError where neither settings nor an index could hold a vault's path."""
    if not is_unicode(vault):
        raise VaultNotFoundError(f"The path of {vault} is not valid UTF-8.", "Rename the folder.")
