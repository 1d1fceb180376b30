"""Completion candidates for options and arguments.

Public functions here are typer's `autocompletion` callbacks. Errors mean no candidates: a completing shell
has no room for a message.
"""

from __future__ import annotations

import logging
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.parameters import PARAMETERS, Bounds, Parameter, Parameters
from vaultsearch.core.today import today

if TYPE_CHECKING:
    from vaultsearch.core.query.names import QueryNames


_NAMES_FILE = "completion.json"
_NOTES_VERSIONS = "notes.lance/_versions"
"""Changes with every commit to the notes table."""

_log = logging.getLogger(__name__)

Candidates = list[tuple[str, str]]
"""Pairs of text and help."""


def complete_vaults() -> list[str]:
    """Complete folders of known vaults."""
    from vaultsearch.settings import settings

    return [str(vault) for vault in settings.load_settings().vaults]


def complete_notes(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete titles and aliases; complete paths once a folder is typed, and for ambiguous titles."""
    names = _names_in_vault(ctx)
    if names is None:
        return []
    counts = Counter(names.titles.values())
    # A folder's name without the slash behind it completed nothing.
    by_path = [
        path
        for path, title in names.titles.items()
        if counts[title] > 1
        or "/" in incomplete
        or (incomplete and "/" in path and f"{path.rpartition('/')[0]}/".startswith(incomplete))
    ]
    by_name = [title for title, count in counts.items() if count == 1]
    return sorted({*by_name, *names.aliases, *by_path})


def complete_query(ctx: typer.Context, incomplete: str) -> Candidates:
    """Complete the operator or name at a query's end."""
    from vaultsearch.core.query.completion import propose_completions, typed_token
    from vaultsearch.core.query.names import QueryNames, languages_named
    from vaultsearch.core.values.query import ProposalKind

    typed = typed_token(incomplete, len(incomplete))
    if typed is None:
        return []
    known = QueryNames()
    if typed.kind is ProposalKind.LANGUAGE:
        known = languages_named(dict.fromkeys(LANGUAGE_NAMES, 1))
    elif typed.kind is not ProposalKind.OPERATOR and (names := _names_in_vault(ctx)):
        known = names.query
    proposals = propose_completions(typed, known, today(), at_end=False).proposals
    before = incomplete[: typed.start]
    candidates: Candidates = []
    for proposal in proposals:
        described = proposal.description
        if not described and proposal.count and typed.kind is not ProposalKind.LANGUAGE:
            # Only notes have tags.
            unit = "note" if typed.kind is ProposalKind.TAG else "file"
            described = f"1 {unit}" if proposal.count == 1 else f"{proposal.count:,} {unit}s"
        candidates.append((before + proposal.text, described))
    return candidates


def complete_languages() -> Candidates:
    """Complete language codes."""
    return list(LANGUAGE_NAMES.items())


def complete_assignments(incomplete: str) -> Candidates | list[str]:
    """Complete ``step.key=`` with bounds and meaning; after the equals sign, complete choices."""
    name, equals, value = incomplete.partition("=")
    if not equals:
        return [
            (f"{parameter.name}=", f"{describe_allowed_values(parameter)}; {parameter.help}")
            for parameter in PARAMETERS
        ]
    parameter = next((parameter for parameter in PARAMETERS if parameter.name == name), None)
    if parameter is None:
        return []
    switches = ("true", "false") if isinstance(parameter.default, bool) else ()
    before = value[: value.rfind("+") + 1] if parameter.several else ""
    return [f"{name}={choice}" for choice in (*switches, *(before + each for each in parameter.choices))]


def describe_allowed_values(parameter: Parameter) -> str:
    """Describe a setting's allowed values and default."""
    bounds = parameter.allowed
    if isinstance(bounds, Bounds):
        numeric = isinstance(parameter.default, int | float) and not isinstance(parameter.default, bool)
        kind = f"{bounds.minimum:g} to {bounds.maximum:g}" if numeric else parameter.kind
    else:
        kind = "one of several" if len(bounds) > 9 else ", ".join(bounds)
    return f"{kind}; default {parameter.default}"


def _names_in_vault(ctx: typer.Context) -> CompletionNames | None:
    """Return names in the command line's vault or in the last vault; None if there are none."""
    from vaultsearch.cli.vault_choice import enclosing_vault
    from vaultsearch.service.opening import last_vault

    try:
        chosen: Path | None = ctx.params.get("vault")
        return load_completion_names(chosen or enclosing_vault() or last_vault())
    except (VaultSearchError, OSError) as error:
        # A shell that completes has no room for a sentence: trouble means no candidates.
        _log.debug("nothing to complete because=%s", error)
        return None


# Names are cached in a file beside the index: opening the database takes too long for a Tab.


@dataclass(frozen=True, slots=True)
class CompletionNames:
    """A vault's titles by path, names usable in queries, and aliases."""

    titles: dict[str, str]
    query: QueryNames
    aliases: tuple[str, ...]


def load_completion_names(vault: Path) -> CompletionNames:
    """Return a vault's names, from the cache file unless the index has changed since.

    Raises:
        VaultSearchError: The vault is not indexed, or the index cannot be opened.
        OSError: The index folder cannot be read.
    """
    # Imported late: most commands import this module, but only a Tab needs these.
    import asyncio

    from vaultsearch.core.query.names import QueryNames
    from vaultsearch.service.wire import WireError, decode_value, encode_value
    from vaultsearch.settings import settings

    index = settings.index_folder(vault)
    version = (index / _NOTES_VERSIONS).stat().st_mtime_ns
    with suppress(OSError, WireError):
        shape = tuple[int, dict[str, str], QueryNames, tuple[str, ...]]
        cached: tuple[Any, ...] = decode_value((index / _NAMES_FILE).read_bytes(), shape)
        if cached[0] == version:
            return CompletionNames(*cached[1:])
    names = asyncio.run(_read_names(vault))
    # The index may be on a disk that is read only.
    with suppress(OSError):
        write_atomically(
            index / _NAMES_FILE, encode_value((version, names.titles, names.query, names.aliases))
        )
    return names


async def _read_names(folder: Path) -> CompletionNames:
    from vaultsearch.core.query.names import NameCounts
    from vaultsearch.service.opening import open_vault

    async with await open_vault(folder, Parameters(), write=False) as vault:
        notes = await vault.query.notes()
    aliases = tuple(dict.fromkeys(alias for note in notes for alias in note.aliases))
    query = replace(NameCounts.of(notes).names, dates=())
    return CompletionNames({note.path: note.title for note in notes}, query, aliases)
