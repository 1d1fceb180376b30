"""Recent queries and saved searches of each vault, in a file each beside the settings."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from vaultsearch.core.files import write_atomically
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.settings.settings import sessions_folder, settings_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


_T = TypeVar("_T")


def recent_file() -> Path:
    """Return the path of the file."""
    return settings_file().with_name("recent-queries.json")


def load_recent(most: int, vaults: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Read the queries of each vault, the latest first; if none are to be kept, remove the file.

    A former version kept one list for all vaults: each of ``vaults`` begins with it.
    """
    if most <= 0:
        recent_file().unlink(missing_ok=True)
        return {}
    try:
        content = json.loads(recent_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):  # missing, or damaged: recent queries are no loss
        return {}
    return {vault: queries[:most] for vault, queries in _by_vault(content, vaults, _query).items() if queries}


def with_latest(queries: tuple[str, ...], query: str, most: int) -> tuple[str, ...]:
    """Return ``queries`` with ``query`` first, once, and at most ``most`` in all."""
    return (query, *(other for other in queries if other != query))[:most]


def save_recent(queries: Mapping[str, tuple[str, ...]]) -> None:
    """Write the queries of each vault to the file, which only this user can read."""
    write_atomically(recent_file(), json.dumps(queries, ensure_ascii=False, indent=0), make_folder=True)


def saved_file() -> Path:
    """Return the path of the file."""
    return settings_file().with_name("saved-searches.json")


def load_saved(vaults: Sequence[str]) -> dict[str, tuple[SavedSearch, ...]]:
    """Read the searches of each vault in their order; skip entries that are no saved search.

    A former version kept one list for all vaults: each of ``vaults`` begins with it. A file that is neither
    is renamed to ``.damaged``, so that the next saved search does not overwrite it.
    """
    path = saved_file()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError:  # missing, or not readable by this user
        return {}
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, list | dict):
        path.replace(path.with_suffix(".damaged"))
        return {}
    return _by_vault(content, vaults, _search)


def save_searches(searches: Mapping[str, tuple[SavedSearch, ...]]) -> None:
    """Write the searches of each vault to the file, which only this user can read."""
    content = {vault: [asdict(search) for search in own] for vault, own in searches.items()}
    write_atomically(saved_file(), json.dumps(content, ensure_ascii=False, indent=0), make_folder=True)


def _by_vault(
    content: object, vaults: Sequence[str], read: Callable[[object], _T | None]
) -> dict[str, tuple[_T, ...]]:
    lists = content if isinstance(content, dict) else dict.fromkeys(vaults, content)
    return {
        vault: tuple(entry for entry_read in entries if (entry := read(entry_read)) is not None)
        for vault, entries in lists.items()
        if isinstance(entries, list)
    }


def _query(content: object) -> str | None:
    return content if isinstance(content, str) else None


def _search(content: object) -> SavedSearch | None:
    match content:
        case {"name": str(name), "query": str(query), **others} if name and query:
            mode = next((mode for mode in Mode if mode == others.get("mode")), Mode.HYBRID)
            return SavedSearch(name, query, mode)
        case _:
            return None


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
