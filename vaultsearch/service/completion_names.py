"""The names that a shell completes, kept in a file beside the index so that a Tab opens no database."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from vaultsearch.core.files import write_atomically
from vaultsearch.core.query.conditions import Place
from vaultsearch.core.query.names import Named, QueryNames
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from pathlib import Path

_FILE = "completion.json"
_VERSIONS = "notes.lance/_versions"
"""Changes with each commit to the notes."""


@dataclass(frozen=True, slots=True)
class CompletionNames:
    """The notes of a vault, by path with their titles, their aliases, and the names that a query can use."""

    titles: dict[str, str]
    query: QueryNames
    aliases: tuple[str, ...] = ()


def completion_names(vault: Path) -> CompletionNames:
    """Return the names in a vault's index: from the file, or from the index if that has changed since.

    Raises:
        VaultSearchError: The vault is not indexed, or its index cannot be opened.
        OSError: The folder of the index cannot be read.
    """
    index = settings.index_folder(vault)
    version = (index / _VERSIONS).stat().st_mtime_ns
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        content = json.loads((index / _FILE).read_text(encoding="utf-8"))
        if content["version"] == version:
            return CompletionNames(content["titles"], _query_names(content), tuple(content["aliases"]))
    found = asyncio.run(_read(vault))
    names = asdict(found.query) | {"dates": ()}
    with suppress(OSError):  # the index may be on a disk that is read only
        written = json.dumps(
            {"version": version, "titles": found.titles, "aliases": found.aliases, **names},
            ensure_ascii=False,
        )
        write_atomically(index / _FILE, written)
    return found


async def _read(folder: Path) -> CompletionNames:
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.service.opening import open_vault

    vault = await open_vault(folder, Parameters(), write=False)
    try:
        notes = await vault.query.notes()
        aliases = tuple(dict.fromkeys(alias for note in notes for alias in note.aliases))
        return CompletionNames({note.path: note.title for note in notes}, QueryNames.of(notes), aliases)
    finally:
        await vault.close()


def _query_names(content: dict[str, Any]) -> QueryNames:
    def named(listed: list[dict[str, Any]]) -> tuple[Named, ...]:
        return tuple(Named(**name) for name in listed)

    return QueryNames(
        {Place(place): named(listed) for place, listed in content["names"].items()},
        named(content["properties"]),
        {name: named(listed) for name, listed in content["values"].items()},
    )
