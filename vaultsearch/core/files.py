"""Paths typed by a person, and files that their owner alone can read."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultNotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterator


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


_OTHERS = 0o077
_users_umask: int | None = None


def write_privately() -> None:
    """Have this process, and those that it starts, write files for their owner alone.

    For programs, at their very start: also libraries write to the index, each in its own way.
    """
    global _users_umask  # noqa: PLW0603  # a process has one
    former = os.umask(_OTHERS)
    if _users_umask is None:
        _users_umask = former


@contextmanager
def as_the_user_has_it() -> Iterator[None]:
    """Write files, or start a program, as if `write_privately` had not been called."""
    if _users_umask is None:
        yield
        return
    former = os.umask(_users_umask)
    try:
        yield
    finally:
        os.umask(former)


def mend(folder: Path) -> None:
    """Take the rights of others from a folder of the program's and all in it; what fails is passed over.

    Quick where that has been done: the folder itself, which keeps others out of the rest, comes last.
    """
    if os.name == "nt" or not _is_open(folder):
        return
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            _close(os.path.join(parent, name))  # noqa: PTH118  # an index has thousands
    _close(folder.resolve())


def mend_file(file: Path) -> None:
    """Take the rights of others from a file; one that is not there is passed over."""
    if os.name != "nt" and _is_open(file):
        _close(file)


def _is_open(path: str | Path) -> bool:
    try:
        found = os.stat(path)  # noqa: PTH116  # a folder of the program's may lie on another disk
    except OSError:
        return False
    return bool(found.st_mode & _OTHERS)


def _close(path: str | Path) -> None:
    with suppress(OSError):
        if not os.path.islink(path):  # noqa: PTH114  # it would close what it leads to
            os.chmod(path, os.stat(path).st_mode & 0o700)  # noqa: PTH101, PTH116
