"""The session's numbers: ``2`` is the second note that the last search, context or list printed here."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from vaultsearch.cli.options import T, ask_vault, command_parameters
from vaultsearch.cli.vault_choice import indexed_vault
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.service import commands
from vaultsearch.settings.numbered_notes import (
    is_lasting,
    keep_numbered_notes,
    latest_results,
    load_numbered_notes,
    session_name,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from vaultsearch.service.serialization import Numbered
    from vaultsearch.service.vault import Vault


_log = logging.getLogger(__name__)


def keep_numbers(notes: Numbered, vault: Path | None = None) -> None:
    """Keep the numbers of the notes that are printed, for this session and as the latest of their vaults.

    ``vault`` is the one that was searched: where nothing is found, its numbers end.
    """
    listed = [(note.address.vault, note.address.path) for note in notes.values()]
    vaults = {folder for folder, _ in listed} | ({vault.resolve()} if vault else set())
    try:
        for name in (session_name(), *map(latest_results, vaults)):
            keep_numbered_notes(name, listed)
    except OSError as error:  # the results are worth more than their numbers
        _log.warning("numbers not kept because=%s", error)


def ask_note(
    note: str, vault: Path | None, set_: list[str] | None, ask: Callable[[Vault, str], Awaitable[T]]
) -> T:
    """Return a vault's answer about a note: by number, of the vault that it was found in."""
    from vaultsearch.core.context.note_names import citation_number

    parameters = command_parameters(set_)
    number = citation_number(note) or 0
    numbers = load_numbered_notes(session_name())
    if number and not numbers and not is_lasting():
        vault = vault or indexed_vault()
        numbers = load_numbered_notes(latest_results(vault.resolve()))
    numbered = numbers[number - 1][0] if 1 <= number <= len(numbers) else None
    if numbered and vault and vault.resolve() != numbered:
        raise NoteNotFoundError(f"Number {number} is a note of {numbered}.", "Leave out --vault.")
    folder = numbered or vault or indexed_vault()

    paths = tuple(path for _, path in numbers)
    return ask_vault(folder, parameters, partial(commands.about_note, ask=ask, name=note, numbers=paths))
