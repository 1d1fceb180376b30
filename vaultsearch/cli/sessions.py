"""The session's numbers: ``2`` is the second note that the last search, context or list printed here."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from vaultsearch.cli.options import T, VaultOptions, ask_vault
from vaultsearch.cli.vault_choice import indexed_vault
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.service import commands
from vaultsearch.settings.numbered_notes import (
    NumberedNote,
    is_lasting,
    keep_numbered_notes,
    latest_results,
    load_numbered_notes,
    session_name,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence
    from pathlib import Path

    from vaultsearch.service.serialization import Numbered
    from vaultsearch.service.vault import Vault


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
    except OSError as error:  # the results are worth more than their numbers
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
    from vaultsearch.core.context.note_names import citation_number
    from vaultsearch.core.files import split_range

    ranged = split_range(note)
    name = ranged.name if ranged and citation_number(ranged.name) else note
    numbers = load_numbered_notes(session_name())
    if citation_number(name) and not numbers and not is_lasting():
        vault = vault or default()
        numbers = load_numbered_notes(latest_results(vault.resolve()))
    numbered = _numbered(name, numbers)
    if numbered and vault and vault.resolve() != numbered.vault:
        raise NoteNotFoundError(f"Number {name} is a note of {numbered.vault}.", "Leave out --vault.")
    return NamedNote(note, numbered.vault if numbered else vault or default(), numbers)


def _numbered(name: str, numbers: Sequence[NumberedNote]) -> NumberedNote | None:
    from vaultsearch.core.context.note_names import citation_number

    number = citation_number(name) or 0
    return numbers[number - 1] if 1 <= number <= len(numbers) else None


def ask_note(note: str, options: VaultOptions, ask: Callable[[Vault, str], Awaitable[T]]) -> T:
    """Return a vault's answer about a note: by number, of the vault that it was found in."""
    parameters, named = options.parameters(), named_note(note, options.vault)
    about = partial(commands.about_note, ask=ask, name=note, numbers=named.paths)
    return ask_vault(named.folder, parameters, about)
