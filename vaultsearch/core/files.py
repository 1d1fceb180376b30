"""Typed paths, perhaps with lines (`Boat/Mast.md:10-40`), and files private to their owner."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.errors import QueryError, VaultNotFoundError
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from vaultsearch.core.values.context import ReadNote


def expand_home(path: str | Path) -> Path:
    """Expand ``~`` to the home folder; an unknown user's stays as typed."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def is_unicode(path: Path) -> bool:
    """Return whether a path can be encoded; a file name may be any bytes."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def require_unicode(vault: Path) -> None:
    """Raise VaultNotFoundError if a vault's path cannot be stored in settings and index."""
    if not is_unicode(vault):
        raise VaultNotFoundError(Message("The path of {} isn't valid UTF-8.", vault), "Rename the folder.")


def file_identity(path: Path) -> tuple[int, int] | None:
    """Return a file's or folder's identity, distinct even for the same name; None if missing."""
    with suppress(OSError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None


def is_folder(path: Path) -> bool:
    """Return whether there is a folder, as far as the folders above may be entered."""
    with suppress(OSError):
        return path.is_dir()
    return False


def write_atomically(file: Path, content: str | bytes, *, make_folder: bool = False) -> None:
    """Replace ``file`` as a whole, readable by its owner alone; text is UTF-8.

    Readers, even after a crash, see either the old or the new file. With ``make_folder``, make a missing
    folder, private to its owner. Raise OSError if it cannot be written.
    """
    if make_folder:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # In the same folder, since a rename does not cross file systems; with the process's number, since two may
    # write.
    temporary = file.with_suffix(f".{os.getpid()}.tmp")
    temporary.touch(mode=0o600)
    try:
        with temporary.open("wb") as opened:
            opened.write(content.encode() if isinstance(content, str) else content)
            opened.flush()
            # Else some file systems rename before the content is on the disk.
            os.fsync(opened.fileno())
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


_OTHERS_PERMISSIONS = 0o077
_users_umask: int | None = None


def folder_bytes(place: Path) -> int:
    """Return the size of a file or of all files in a folder; 0 if there is none."""
    size = 0
    for file in place.rglob("*") if place.is_dir() else (place,):
        # A writer may just have removed the file.
        with suppress(OSError):
            size += file.stat().st_size if file.is_file() else 0
    return size


def restrict_umask() -> None:
    """Make new files of this process and its children private; call first, before libraries create any."""
    global _users_umask  # noqa: PLW0603  # a process has one
    former = os.umask(_OTHERS_PERMISSIONS)
    if _users_umask is None:
        _users_umask = former


@contextmanager
def users_umask() -> Iterator[None]:
    """Restore the user's umask, to write user files or start a program."""
    if _users_umask is None:
        yield
        return
    former = os.umask(_users_umask)
    try:
        yield
    finally:
        os.umask(former)


def restrict_folder(folder: Path) -> None:
    """Remove others' permissions from an application folder and everything in it, ignoring errors.

    Quick if done before: the folder itself, which protects the content, comes last.
    """
    if not _is_open(folder):
        return
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            _restrict_to_owner(os.path.join(parent, name))  # noqa: PTH118  # an index has thousands
    _restrict_to_owner(folder.resolve())


def restrict_file(file: Path) -> None:
    """Remove others' permissions from a file; ignore a missing file."""
    if _is_open(file):
        _restrict_to_owner(file)


def _is_open(path: str | Path) -> bool:
    # Windows has other rights.
    if os.name == "nt":
        return False
    try:
        stat = os.stat(path)  # noqa: PTH116  # a folder of the program's may lie on another disk
    except OSError:
        return False
    return bool(stat.st_mode & _OTHERS_PERMISSIONS)


def _restrict_to_owner(path: str | Path) -> None:
    with suppress(OSError):
        if not os.path.islink(path):  # noqa: PTH114  # it would close what it leads to
            os.chmod(path, os.stat(path).st_mode & 0o700)  # noqa: PTH101, PTH116


_RANGE = re.compile(r"(.+?):(\d{1,7})(?:-(\d{1,7}))?", re.DOTALL)


class LineRange(NamedTuple):
    """A note's name, and the requested lines, 1-based and inclusive."""

    name: str
    first: int
    last: int


class NoteLines(NamedTuple):
    """The text of some lines in a note, 1-based and inclusive."""

    text: str
    first: int
    last: int


def split_line_range(name: str) -> LineRange | None:
    """Split the lines off a note's name; None if there are none. A name may end like lines, too."""
    ranged = _RANGE.fullmatch(name.strip())
    return LineRange(ranged[1], int(ranged[2]), int(ranged[3] or ranged[2])) if ranged else None


def select_lines(note: ReadNote, first: int, last: int) -> NoteLines:
    """Return lines of a note's text; raise QueryError if none exists, or the note was asked a question."""
    if note.question is not None:
        raise QueryError("A question is answered from a whole note.", "Leave out the lines, or the question.")
    text = note.text.split("\n")
    if text[-1] == "" and len(text) > 1:
        text.pop()
    last = min(last, len(text))
    if not 1 <= first <= last:
        there_are = Message("It has lines 1 to {}.", len(text))
        raise QueryError(Message("{} has no such lines.", note.path), there_are)
    return NoteLines("\n".join(text[first - 1 : last]), first, last)
