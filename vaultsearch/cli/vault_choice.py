"""Choose the vault if a command names none: the current folder's, else the last one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import typer

from vaultsearch.cli.output import echo_text, shell_command
from vaultsearch.core.errors import NotIndexedError, QueryError, SettingsError
from vaultsearch.core.files import expand_home, is_folder
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.settings import settings

_OBSIDIAN_FOLDER = ".obsidian"


def indexed_vault() -> Path:
    """Return the indexed vault at or above the current folder, else the last one, named on stderr.

    Raise NotIndexedError if the current folder's vault is not indexed, or no vault ever was.
    """
    # The current folder first: inside a vault, commands had answered from the most recently indexed vault.
    here = enclosing_vault()
    if here is None:
        from vaultsearch.service.opening import last_vault
        from vaultsearch.service.parts.replicas import is_replica

        last = follow(last_vault())
        if is_replica(last):
            return _pull_replica(str(last))
        typer.echo(f"vaultsearch: using the last vault, {last}.", err=True)
        return last
    if not is_indexed(follow(here)):
        raise NotIndexedError(
            f"{here} is a vault that has not been indexed yet.", f"Run: {shell_command('index', str(here))}"
        )
    return here


def chosen_vault(ctx: typer.Context, value: Path | None) -> Path | None:
    """Return a vault's folder; for a published index, update the replica and return that folder.

    While a shell completes a command, no other machine is contacted.

    Raises:
        PublishError: Nothing is published there, or the place is unreachable and was never pulled.
    """
    from vaultsearch.service.parts.replicas import as_written, is_published

    # A Tab must not wait for a network.
    if value is None or ctx.resilient_parsing:
        return value
    written = as_written(value)
    return _pull_replica(written) if is_published(written) else follow(value)


def follow(folder: Path) -> Path:
    """Return where a vault is now, and name the move on stderr."""
    try:
        manifest = read_manifest(settings.index_folder(folder))
    except SettingsError:
        # Whoever opens the vault says so.
        return folder
    if manifest is not None and manifest.vault == str(folder.resolve()) and is_folder(folder):
        return folder
    from vaultsearch.service.parts.moves import follow_vault

    if (move := follow_vault(folder)) is None:
        return folder
    places = f"was moved from {move.former} to {move.vault}"
    echo_text(f"vaultsearch: {move.vault.name} {places}; index, basket and searches were kept.", stderr=True)
    return move.vault


def _pull_replica(written: str) -> Path:
    from vaultsearch.service.parts.replicas import pull_index

    folder, place, published, trouble = pull_index(written)
    when = f"published {published.astimezone():%Y-%m-%d %H:%M}"
    notice = f"{trouble} Searching what was {when}." if trouble else f"{place}, {when}."
    echo_text(f"vaultsearch: {notice}", stderr=True)
    return folder


def chosen_vaults(ctx: typer.Context, value: list[Path] | None) -> list[Path] | None:
    """Apply `chosen_vault` to a list; a vault that is named twice is chosen once."""
    from vaultsearch.service.parts.replicas import name_of

    chosen = [chosen_vault(ctx, folder) or folder for folder in value or ()]
    return value and list({name_of(folder): folder for folder in chosen}.values())


def vault_to_index(folder: Path | None, option: Path | None) -> Path:
    """Return the named vault, else the current folder's, even unindexed, else the last one (see stderr)."""
    if folder is not None and option is not None:
        raise QueryError("A folder can't be combined with --vault.", "Remove one of them.")
    named = follow(folder) if folder is not None else option
    return named or enclosing_vault() or indexed_vault()


def outside_vaults(place: Path) -> Path:
    """Return a place to write to, as an absolute path. Raise QueryError if it is in an indexed vault."""
    whole = expand_home(place).resolve()
    if (vault := next(filter(is_indexed, (whole, *whole.parents)), None)) is not None:
        raise QueryError(f"{place} is in the vault {vault}, where nothing is written.", "Use another folder.")
    return whole


def enclosing_vault(start: Path | None = None) -> Path | None:
    """Return the nearest indexed vault at or above ``start``, else the nearest Obsidian vault."""
    folders: tuple[Path, ...] = ()
    # The current folder may have been removed.
    with suppress(OSError):
        nearest = Path.cwd() if start is None else start
        folders = (nearest, *nearest.parents)
    # A home folder with Obsidian's settings is no vault.
    obsidian_vaults = (each for each in folders if each != Path.home() and is_folder(each / _OBSIDIAN_FOLDER))
    return next(filter(is_indexed, folders), None) or next(obsidian_vaults, None)


def is_indexed(folder: Path) -> bool:
    """Return whether a vault has an index, even if the folder is away."""
    try:
        return read_manifest(settings.index_folder(folder)) is not None
    except SettingsError:
        # The indexes are inside this folder, such as the user's home: it can be no vault.
        return False
