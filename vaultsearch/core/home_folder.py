"""``~`` in a path that somebody typed."""

from __future__ import annotations

from pathlib import Path


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
