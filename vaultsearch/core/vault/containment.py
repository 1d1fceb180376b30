"""Open files within the vault's boundary, following links only as allowed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from vaultsearch.core.errors import OutsideVaultError

LEADS_OUT_PROBLEM = "Links to a place outside the vault; allow that in Settings > Exclusions."

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_FILE_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | _NO_LINKS
# A folder may be traversable but not listable.
_FOLDER_FLAGS = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | _NO_LINKS
_CAN_OPEN_STEPWISE = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A regular file opened for reading; ``leads_out`` tells whether a link leads out of the vault to it."""

    file: BinaryIO
    leads_out: bool


@dataclass(frozen=True, slots=True)
class Containment:
    """Restricts reading to ``root``, unless ``follow_links_out``."""

    root: Path
    follow_links_out: bool = False

    def leads_out(self, file: str | os.PathLike[str]) -> bool:
        """Return whether a path resolves to a file outside the vault. Raise OSError for a missing file."""
        real = os.path.realpath(file, strict=True)
        return not Path(real).is_relative_to(os.path.realpath(self.root))

    @contextmanager
    def open(self, path: str) -> Iterator[OpenedFile]:
        """Open a file by path below ``root``; resolves links again, as they may have changed.

        Raises:
            OutsideVaultError: The path leads out of the vault, which is not allowed.
            FileNotFoundError: The file is gone, or was replaced while opening.
            OSError: Any other disk error.
        """
        file, leads_out, parts = None, False, path.split("/")
        if _CAN_OPEN_STEPWISE and "" not in parts and ".." not in parts:
            # Without links on the way, which saves resolving.
            with suppress(OSError):
                file = _open_stepwise(str(self.root), parts)
        if file is None:
            file, leads_out = self._open_resolved(path)
        with file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FileNotFoundError(f"{path} is no file")
            yield OpenedFile(file, leads_out)

    def _open_resolved(self, path: str) -> tuple[BinaryIO, bool]:
        """Open a file behind links; also return whether they lead out of the vault."""
        root = os.path.realpath(self.root)
        real = Path(os.path.realpath(self.root / path, strict=True))
        leads_out = not real.is_relative_to(root)
        if leads_out and not self.follow_links_out:
            raise OutsideVaultError(LEADS_OUT_PROBLEM, "Or copy the file into the vault.")
        try:
            if leads_out or not _CAN_OPEN_STEPWISE:
                return os.fdopen(os.open(real, _FILE_FLAGS), "rb"), leads_out
            return _open_stepwise(root, real.relative_to(root).parts), False
        except NotADirectoryError as error:
            raise FileNotFoundError(f"{real} became another while it was opened") from error


def is_link(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a symbolic link or, on Windows, a junction."""
    if os.name != "nt" or entry.is_symlink():  # of 50,000 files, a tenth of a second for the rest
        return entry.is_symlink()
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0)
    return bool(tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1))


def _open_stepwise(root: str, parts: Sequence[str]) -> BinaryIO:
    """Open folder by folder without following links: a resolved path has none, unless added since."""
    *folders, name = parts or (".",)
    folder = os.open(root, _FOLDER_FLAGS)
    try:
        for part in folders:
            inner = os.open(part, _FOLDER_FLAGS, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.fdopen(os.open(name, _FILE_FLAGS, dir_fd=folder), "rb")
    finally:
        os.close(folder)
