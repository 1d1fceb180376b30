"""The vault of a command that names none: the one that the current folder belongs to, else the last one."""

from __future__ import annotations

from pathlib import Path

import typer

from vaultsearch.cli.output import shell_command
from vaultsearch.core.errors import NotIndexedError, SettingsError
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.service.opening import last_vault
from vaultsearch.settings import settings

_OBSIDIAN = ".obsidian"


def indexed_vault() -> Path:
    """Return the indexed vault at or above the current folder, else the last one, named on stderr.

    Raises:
        NotIndexedError: The current folder belongs to a vault that is not indexed, or none was ever indexed.
    """
    from vaultsearch.service.replicas import is_replica

    # First the current folder: in a vault's own folder, commands had answered from the vault that was indexed
    # last.
    here = enclosing_vault()
    if here is None:
        last = last_vault()
        if is_replica(last):
            return _pulled(str(last))
        typer.echo(f"vaultsearch: using the last vault, {last}.", err=True)
        return last
    if not _is_indexed(here):
        raise NotIndexedError(
            f"{here} is a vault that has not been indexed yet.", f"Run: {shell_command('index', str(here))}"
        )
    return here


def chosen_vault(ctx: typer.Context, value: Path | None) -> Path | None:
    """Return the folder of a vault; of a published index, that of its replica, which is brought up to date.

    While a shell completes a command, nothing is asked of another machine.

    Raises:
        PublishError: Nothing is published there, or it cannot be reached and was never pulled.
    """
    from vaultsearch.service.replicas import as_written, is_published

    # A Tab must not wait for a network.
    if value is None or ctx.resilient_parsing:
        return value
    written = as_written(value)
    if not is_published(written):
        return value
    return _pulled(written)


def _pulled(written: str) -> Path:
    from vaultsearch.service.replicas import pull

    folder, place, published, trouble = pull(written)
    when = f"published {published.astimezone():%Y-%m-%d %H:%M}"
    notice = f"{trouble} Searching what was {when}." if trouble else f"{place}, {when}."
    typer.echo(f"vaultsearch: {notice}", err=True)
    return folder


def chosen_vaults(ctx: typer.Context, value: list[Path] | None) -> list[Path] | None:
    """Return the folders of vaults, see `chosen_vault`."""
    return value and [chosen_vault(ctx, folder) or folder for folder in value]


def vault_to_index() -> Path:
    """Return the vault at or above the current folder, indexed or not, else the last one, named on stderr."""
    return enclosing_vault() or indexed_vault()


def enclosing_vault(start: Path | None = None) -> Path | None:
    """Return the indexed vault at or above a folder, by default the current one, else one of Obsidian's."""
    folders = _current_folders() if start is None else (start, *start.parents)
    for folder in folders:
        if _is_indexed(folder):
            return folder
    return next((folder for folder in folders if _is_obsidian_vault(folder)), None)


def _current_folders() -> tuple[Path, ...]:
    try:
        current = Path.cwd()
    except OSError:
        # The current folder was removed.
        return ()
    return (current, *current.parents)


def _is_indexed(folder: Path) -> bool:
    try:
        return read_manifest(settings.index_folder(folder)) is not None
    except SettingsError:
        # The indexes are inside this folder, such as the user's home: it can be no vault.
        return False


def _is_obsidian_vault(folder: Path) -> bool:
    """Return whether Obsidian has opened a folder; a home with its settings is no vault."""
    return folder != Path.home() and (folder / _OBSIDIAN).is_dir()
