"""The check on the names of notes that callers send: none may lead out of the served vaults."""

from __future__ import annotations

import os.path
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

from vaultsearch.core.errors import OutsideVaultError
from vaultsearch.core.files import expand_home

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def within_vault(name: str, folders: Mapping[str, Path]) -> str:
    """Return a note's name or path, relative to its vault if it is an absolute path.

    The name is not read from the disk: notes are looked up in the index. ``folders`` are the vaults' by what
    the paths of their notes begin with, which is nothing if there is one vault.

    Raises:
        OutsideVaultError: The name leads out of the vaults.
    """
    written = name.strip().removeprefix("[[").removesuffix("]]").strip()
    if written.startswith(("/", "~/")) or PureWindowsPath(written).is_absolute():
        whole = Path(os.path.normpath(expand_home(written)))
        for begins, folder in folders.items():
            if whole.is_relative_to(folder):
                return begins + whole.relative_to(folder).as_posix()
        raise _outside(name)
    if "\0" in written or _climbs_out(written.replace("\\", "/").split("/")):
        raise _outside(name)
    return written


def _climbs_out(parts: Iterable[str]) -> bool:
    depth = 0
    for part in parts:
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0:
            return True
    return False


def _outside(name: str) -> OutsideVaultError:
    return OutsideVaultError(
        f"{name} is outside the vault; only its notes are served.",
        "Name a note by its path within the vault, as search and list_notes give it.",
    )
