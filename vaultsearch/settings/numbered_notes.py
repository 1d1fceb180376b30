"""The notes that a session's last search numbered, in a file of its own, and the last ones of each vault."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.files import write_atomically
from vaultsearch.settings.settings import sessions_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class NumberedNote(NamedTuple):
    """A vault's folder, the path of a note in it, and the line of its best passage, None if it has none."""

    vault: Path
    path: str
    line: int | None = None


_KEPT_SESSIONS = 50
_NAMED = "VAULTSEARCH_SESSION"


def session_name(environment: Mapping[str, str] = os.environ) -> str:
    """Return the name of this session: VAULTSEARCH_SESSION, else the terminal, else the parent process.

    The terminal stands before the parent: in a pipe or a script, that is a shell which ends with the command.
    """
    named = environment.get(_NAMED)
    if named:
        return named
    import psutil

    process = os.getsid(0) if _is_on_terminal() else os.getppid()
    try:
        return f"process {process} of {psutil.Process(process).create_time():.2f}"
    except psutil.Error:
        return f"process {process}"


def is_lasting(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether this session outlives a command: it is named, or that of a terminal.

    Agents start a shell for each command, and `timeout` or `setsid` come between a script and the program:
    the parent of each command was another, and the numbers of the command before were lost.
    """
    return bool(environment.get(_NAMED)) or _is_on_terminal()


def _is_on_terminal() -> bool:
    """Return whether a terminal controls this process; behind `setsid` it only writes to one."""
    if sys.platform == "win32" or not any(map(os.isatty, (0, 1, 2))):
        return False
    try:
        os.close(os.open(os.ctermid(), os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def latest_results(vault: Path) -> str:
    """Return the name that a vault's latest numbers are kept under, whichever session they are of."""
    return f"latest of {vault}"


def load_numbered_notes(session: str) -> tuple[NumberedNote, ...]:
    """Return the notes of a session from number 1 on; () if none can be read."""
    try:
        content = json.loads(_file(session).read_text(encoding="utf-8"))
        return tuple(_note(*fields_read) for fields_read in content["notes"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def keep_numbered_notes(session: str, notes: Iterable[NumberedNote]) -> None:
    """Replace a session's numbers, and forget the oldest sessions. Raise OSError if that fails."""
    file = _file(session)
    content = {"notes": [(str(note.vault), note.path, note.line) for note in notes]}
    write_atomically(file, json.dumps(content, ensure_ascii=False), make_folder=True)
    others = sorted(file.parent.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for oldest in others[_KEPT_SESSIONS:]:
        oldest.unlink(missing_ok=True)


def _note(vault: str, path: str, line: int | None = None) -> NumberedNote:
    return NumberedNote(Path(vault), str(path), None if line is None else int(line))


def _file(session: str) -> Path:
    digest = hashlib.blake2b(session.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return sessions_folder() / f"{digest}.json"
