"""The session's numbers: ``2`` is the second note that the last search, context or list printed here."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.cli.options import T, VaultOptions, ask_vault
from vaultsearch.cli.vault_choice import enclosing_vault, indexed_vault
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.files import write_atomically
from vaultsearch.service import commands
from vaultsearch.settings.settings import sessions_folder

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from vaultsearch.service.serialization import Numbered
    from vaultsearch.service.vault import Vault


class NumberedNote(NamedTuple):
    """A vault's folder, the path of a note in it, and the line of its best passage, None if it has none."""

    vault: Path
    path: str
    line: int | None = None


# Terminals are closed without telling anybody: the oldest files go.
_KEPT_SESSIONS = 50
_NAMED = "VAULTSEARCH_SESSION"


def session_name(environment: Mapping[str, str] = os.environ) -> str:
    """Return the name of this session: VAULTSEARCH_SESSION, else the terminal, else the parent process."""
    named = environment.get(_NAMED)
    if named:
        return named
    # The terminal stands before the parent: in a pipe or a script, that is a shell which ends with the
    # command.
    process = os.getsid(0) if _is_on_terminal() else os.getppid()
    # The time tells a process from a later one that the system gives the same number.
    return f"process {process} of {_start_of(process)}"


def _start_of(process: int) -> str:
    """Return the time when a process was started, as the system tells it; "" if it doesn't."""
    # On Linux in ticks since the system's start; psutil, which others need, takes 10 ms to import.
    with suppress(OSError, IndexError):
        return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    import psutil

    try:
        return f"{psutil.Process(process).create_time():.2f}"
    except psutil.Error:
        return ""


def is_lasting(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether this session outlives a command: it is named, or that of a terminal."""
    # Agents start a shell for each command, and `timeout` or `setsid` come between a script and the program:
    # the parent of each command was another, and the numbers of the command before were lost.
    return bool(environment.get(_NAMED)) or _is_on_terminal()


def _is_on_terminal() -> bool:
    """Return whether a terminal controls this process; behind `setsid` it only writes to one."""
    if sys.platform == "win32" or not any(map(os.isatty, (0, 1, 2))):
        return False
    try:
        # Only a process with a controlling terminal can open it; one behind `setsid` has none, though it
        # prints to one.
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


_log = logging.getLogger(__name__)


def keep_numbers(
    notes: Numbered, vault: Path | None = None, lines: Iterable[tuple[str, int | None]] = ()
) -> None:
    """Keep the numbers of the notes that are printed, for this session and as the latest of their vaults.

    ``vault`` is the one that was searched: where nothing is found, its numbers end. ``lines`` are those of
    passages, best first, with the notes' paths.
    """
    best = dict(reversed(tuple(lines)))
    listed = [
        NumberedNote(note.address.vault, note.address.path, best.get(path)) for path, note in notes.items()
    ]
    _keep(listed, {note.vault for note in listed} | ({vault.resolve()} if vault else set()))


def keep_passage_numbers(notes: Numbered, passages: Iterable[tuple[str, int | None]]) -> None:
    """Keep the numbers of passages, by path and line, as `keep_numbers` does those of notes."""
    listed = [
        NumberedNote(notes[path].address.vault, notes[path].address.path, line) for path, line in passages
    ]
    _keep(listed, {note.vault for note in listed})


def _keep(listed: Sequence[NumberedNote], vaults: Iterable[Path]) -> None:
    try:
        for name in (session_name(), *map(latest_results, vaults)):
            keep_numbered_notes(name, listed)
    except OSError as error:
        # The results are worth more than their numbers.
        _log.warning("numbers not kept because=%s", error)


@dataclass(frozen=True, slots=True)
class NamedNote:
    """A note that a command names: its vault, and the numbers that count there."""

    name: str
    folder: Path
    numbers: tuple[NumberedNote, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the notes that are numbered, from 1 on."""
        return tuple(number.path for number in self.numbers)

    @property
    def line(self) -> int | None:
        """The line of the best passage of a note that is named by its number."""
        numbered = _numbered(self.name, self.numbers)
        return numbered.line if numbered else None


def named_note(note: str, vault: Path | None, default: Callable[[], Path] = indexed_vault) -> NamedNote:
    """Return the vault of a note: of a number, lines behind it or not, that in which it was found."""
    from vaultsearch.core.files import split_range
    from vaultsearch.core.vault.links import citation_number

    # As for any command, a file that lies there is meant, though others in the vault have its name.
    if here := _file_here(note):
        folder = vault or enclosing_vault(Path(here).parent) or default()
        if Path(here).is_relative_to(folder.resolve()):
            return NamedNote(here, folder, ())
    ranged = split_range(note)
    name = ranged.name if ranged and citation_number(ranged.name) else note
    numbers = load_numbered_notes(session_name())
    # In a session that ends with each command, as those of agents do, the number can only be one of the last
    # results.
    if citation_number(name) and not numbers and not is_lasting():
        vault = vault or default()
        numbers = load_numbered_notes(latest_results(vault.resolve()))
    numbered = _numbered(name, numbers)
    if numbered and vault and vault.resolve() != numbered.vault:
        raise NoteNotFoundError(f"Number {name} is a note of {numbered.vault}.", "Leave out --vault.")
    return NamedNote(note, numbered.vault if numbered else vault or default(), numbers)


def _file_here(note: str) -> str:
    """Return the absolute path of a file that is named from the current folder, with the lines behind it.

    "" if there is none, and for a number.
    """
    from vaultsearch.core.files import split_range
    from vaultsearch.core.vault.links import citation_number

    ranged = split_range(note)
    for name in (note, ranged.name if ranged else ""):
        endings = ("", ".md") if name.startswith(".") else ("",)
        # Not `Path`, which raises for a name that is too long, and follows links out of the vault.
        file = next((name + ending for ending in endings if os.path.isfile(name + ending)), "")  # noqa: PTH113
        if file and not citation_number(name):
            return os.path.abspath(file) + note.removeprefix(name)  # noqa: PTH100
    return ""


def _numbered(name: str, numbers: Sequence[NumberedNote]) -> NumberedNote | None:
    from vaultsearch.core.vault.links import citation_number

    number = citation_number(name) or 0
    return numbers[number - 1] if 1 <= number <= len(numbers) else None


def ask_note(note: str, options: VaultOptions, ask: Callable[[Vault, str], Awaitable[T]]) -> T:
    """Return a vault's answer about a note: by number, of the vault that it was found in."""
    parameters, named = options.parameters(), named_note(note, options.vault)
    about = partial(commands.about_note, ask=ask, name=named.name, numbers=named.paths)
    return ask_vault(named.folder, parameters, about)
