"""Number the notes last printed in this session, so ``2`` names the second note."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.cli.options import T, VaultOptions, ask_vault
from vaultsearch.cli.vault_choice import enclosing_vault, indexed_vault
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.files import split_line_range, write_atomically
from vaultsearch.service import commands
from vaultsearch.service.wire import Numbered, WireError, decode_value, encode_value
from vaultsearch.settings.vault_records import latest_results, session_file

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault


class NumberedNote(NamedTuple):
    """A numbered note: vault, path, and the best passage's line, or None."""

    vault: Path
    path: str
    line: int | None = None


# Terminals close without notice, so only the newest files are kept.
_MAX_SESSIONS = 50
_SESSION_VARIABLE = "VAULTSEARCH_SESSION"


def session_name(environment: Mapping[str, str] = os.environ) -> str:
    """Return this session's name: VAULTSEARCH_SESSION, else the terminal, else the parent process."""
    named = environment.get(_SESSION_VARIABLE)
    if named:
        return named
    # The terminal comes first: in a pipe or script, the parent is a shell which ends with the command.
    process = os.getsid(0) if _is_on_terminal() else os.getppid()
    # The start time distinguishes a process from a later process with the same number.
    start = ""
    # On Linux in ticks since the system's start; psutil, which others need, takes 10 ms to import.
    try:
        start = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        import psutil

        with suppress(psutil.Error):
            start = f"{psutil.Process(process).create_time():.2f}"
    return f"process {process} of {start}"


def is_lasting(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether this session outlives a command, being named or on a terminal."""
    # Agents start a shell for each command, and scripts use `timeout` or `setsid`: every command had another
    # parent, so the previous command's numbers were lost.
    return bool(environment.get(_SESSION_VARIABLE)) or _is_on_terminal()


def _is_on_terminal() -> bool:
    """Return whether a terminal controls this process; behind `setsid` it only writes to a terminal."""
    if sys.platform == "win32" or not any(map(os.isatty, (0, 1, 2))):
        return False
    try:
        # Only a process with a controlling terminal can open it; behind `setsid` there is none, though output
        # goes to a terminal.
        os.close(os.open(os.ctermid(), os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def load_numbered_notes(session: str) -> tuple[NumberedNote, ...]:
    """Return a session's notes from number 1 on; () if unreadable."""
    try:
        return decode_value(session_file(session).read_bytes(), tuple[NumberedNote, ...])
    except (OSError, WireError):
        return ()


def keep_numbered_notes(session: str, notes: Iterable[NumberedNote]) -> None:
    """Replace a session's numbers, and forget the oldest sessions. Raise OSError on failure."""
    file = session_file(session)
    write_atomically(file, encode_value(tuple(notes)), make_folder=True)
    others = sorted(file.parent.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for oldest in others[_MAX_SESSIONS:]:
        oldest.unlink(missing_ok=True)


_log = logging.getLogger(__name__)


def keep_numbers(
    notes: Numbered, vault: Path | None = None, lines: Iterable[tuple[str, int | None]] = ()
) -> None:
    """Keep printed notes' numbers for this session, and as the latest in each vault.

    Args:
        vault: The searched vault; if nothing was found, numbers in this vault are cleared.
        lines: Passages' note paths and lines, best first.
    """
    best = dict(reversed(tuple(lines)))
    listed = [
        NumberedNote(note.address.vault, note.address.path, best.get(path)) for path, note in notes.items()
    ]
    _save_numbers(listed, {note.vault for note in listed} | ({vault.resolve()} if vault else set()))


def keep_passage_numbers(notes: Numbered, passages: Iterable[tuple[str, int | None]]) -> None:
    """Keep numbers for passages given by path and line."""
    listed = [
        NumberedNote(notes[path].address.vault, notes[path].address.path, line) for path, line in passages
    ]
    _save_numbers(listed, {note.vault for note in listed})


def _save_numbers(listed: Sequence[NumberedNote], vaults: Iterable[Path]) -> None:
    try:
        for name in (session_name(), *map(latest_results, vaults)):
            keep_numbered_notes(name, listed)
    except OSError as error:
        # The results are worth more than their numbers.
        _log.warning("numbers not kept because=%s", error)


@dataclass(frozen=True, slots=True)
class NamedNote:
    """A note named in a command, with the vault and the numbers valid there."""

    name: str
    folder: Path
    numbers: tuple[NumberedNote, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """Paths of the numbered notes, from 1 on."""
        return tuple(number.path for number in self.numbers)

    @property
    def line(self) -> int | None:
        """The best passage's line, if the note is named by number."""
        numbered = _note_by_number(self.name, self.numbers)
        return numbered.line if numbered else None


def named_note(note: str, vault: Path | None, default: Callable[[], Path] = indexed_vault) -> NamedNote:
    """Locate a note's vault; for a number, even with lines appended, the vault where it was found."""
    from vaultsearch.core.vault.links import citation_number

    # As in any command, a file in the current folder wins over notes with the same name elsewhere.
    if here := _file_here(note):
        folder = vault or enclosing_vault(Path(here).parent) or default()
        if Path(here).is_relative_to(folder.resolve()):
            return NamedNote(here, folder, ())
    ranged = split_line_range(note)
    name = ranged.name if ranged and citation_number(ranged.name) else note
    numbers = load_numbered_notes(session_name())
    # In agents' sessions, which end with each command, the number can only refer to the vault's last results.
    if citation_number(name) and not numbers and not is_lasting():
        vault = vault or default()
        numbers = load_numbered_notes(latest_results(vault.resolve()))
    numbered = _note_by_number(name, numbers)
    if numbered and vault and vault.resolve() != numbered.vault:
        raise NoteNotFoundError(f"Number {name} is a note of {numbered.vault}.", "Leave out --vault.")
    return NamedNote(note, numbered.vault if numbered else vault or default(), numbers)


def _file_here(note: str) -> str:
    """Return the absolute path of a file named relative to the current folder, with lines appended.

    Return "" for a number, or if there is no such file.
    """
    from vaultsearch.core.vault.links import citation_number

    ranged = split_line_range(note)
    for name in (note, ranged.name if ranged else ""):
        endings = ("", ".md") if name.startswith(".") else ("",)
        # Not `Path`, which raises for a name that is too long, and follows links out of the vault.
        file = next((name + ending for ending in endings if os.path.isfile(name + ending)), "")  # noqa: PTH113
        if file and not citation_number(name):
            return os.path.abspath(file) + note.removeprefix(name)  # noqa: PTH100
    return ""


def _note_by_number(name: str, numbers: Sequence[NumberedNote]) -> NumberedNote | None:
    from vaultsearch.core.vault.links import citation_number

    number = citation_number(name) or 0
    return numbers[number - 1] if 1 <= number <= len(numbers) else None


def ask_note(note: str, options: VaultOptions, ask: Callable[[Vault, str], Awaitable[T]]) -> T:
    """Return a vault's answer about a note; a number also selects the vault."""
    parameters, named = options.parameters(), named_note(note, options.vault)
    about = partial(commands.about_note, ask=ask, name=named.name, numbers=named.paths)
    return ask_vault(named.folder, parameters, about)
