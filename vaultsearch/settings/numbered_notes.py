"""The notes that a session's last search numbered, in a file of its own: no session sees another's."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.files import write_atomically
from vaultsearch.settings.settings import sessions_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NumberedNote: TypeAlias = "tuple[Path, str]"
"""A vault's folder, and the path of a note in it."""

_KEPT_SESSIONS = 50


def session_name(environment: Mapping[str, str] = os.environ) -> str:
    """Return the name of this session: VAULTSEARCH_SESSION, else the terminal, else the parent process.

    The terminal stands before the parent: in a pipe or a script, that is a shell which ends with the command.
    """
    named = environment.get("VAULTSEARCH_SESSION")
    if named:
        return named
    import psutil

    on_terminal = sys.platform != "win32" and any(map(os.isatty, (0, 1, 2)))
    process = os.getsid(0) if on_terminal else os.getppid()
    try:
        return f"process {process} of {psutil.Process(process).create_time():.2f}"
    except psutil.Error:
        return f"process {process}"


def load_numbered_notes(session: str) -> tuple[NumberedNote, ...]:
    """Return the notes of a session from number 1 on; () if none can be read."""
    try:
        content = json.loads(_file(session).read_text(encoding="utf-8"))
        return tuple((Path(vault), str(path)) for vault, path in content["notes"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def keep_numbered_notes(session: str, notes: Iterable[NumberedNote]) -> None:
    """Replace a session's numbers, and forget the oldest sessions. Raise OSError if that fails."""
    file = _file(session)
    content = {"notes": [(str(vault), path) for vault, path in notes]}
    write_atomically(file, json.dumps(content, ensure_ascii=False), make_folder=True)
    others = sorted(file.parent.glob("*.json"), key=lambda one: one.stat().st_mtime, reverse=True)
    for oldest in others[_KEPT_SESSIONS:]:
        oldest.unlink(missing_ok=True)


def _file(session: str) -> Path:
    digest = hashlib.blake2b(session.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return sessions_folder() / f"{digest}.json"
