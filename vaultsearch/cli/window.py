"""``vaultsearch open``: the window, or a note."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from vaultsearch.cli.open_note import open_note
from vaultsearch.cli.options import VaultOptions
from vaultsearch.core import crash_log
from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.files import require_unicode

_OPENED = "A vault, the last one by default; or a note's number, id, path, title or alias."


def open_window(
    *,
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FOLDER|NOTE]", help=_OPENED),
    ] = None,
    editor: Annotated[bool, typer.Option("--editor", help="Open the note with $VISUAL or $EDITOR.")] = False,
    sample: Annotated[bool, typer.Option("--sample", help="Open the sample vault.")] = False,
    manual: Annotated[bool, typer.Option("--manual", help="Open the manual.")] = False,
    toggle: Annotated[
        bool,
        typer.Option("--toggle", help="Hide the window if it is in front, otherwise show it."),
    ] = False,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Start in the tray, or minimized if there is none.")
    ] = False,
    options: VaultOptions,
) -> None:
    """Open the window, or bring it to the front. With a note, open the note.

    A folder is opened in the window; anything else is a note's number, id or name, and opens in Obsidian.
    """
    from vaultsearch.desktop.quick_imports import spare_sources
    from vaultsearch.desktop.single_instance import acquire, acquire_or_send
    from vaultsearch.desktop.system_libraries import require_display, require_system_libraries
    from vaultsearch.gui.window.request import Request
    from vaultsearch.settings.resources import MANUAL, SAMPLE_VAULT, resources_folder

    first = folders[0] if folders else None  # desktops hand over all that were selected
    if first is not None and not first.is_dir():
        open_note(str(first), options, editor=editor)
        return
    require_display()
    ours = SAMPLE_VAULT if sample else MANUAL if manual else ""
    chosen = resources_folder() / ours if ours else first or options.vault
    if chosen is not None and not chosen.is_dir():
        raise VaultNotFoundError(f"{chosen} is not a folder.", "Choose the folder with your notes.")
    whole = "" if chosen is None else str(chosen.resolve())
    require_unicode(Path(whole))
    request = Request(toggle, whole, os.environ.get("XDG_ACTIVATION_TOKEN", ""))
    place = acquire() if hidden else acquire_or_send(request)
    if place is None:
        if options.set_:
            typer.echo("vaultsearch: the window is already open; --set was ignored.", err=True)
        return
    try:
        crash = crash_log.take(crash_log.WINDOW)
        crash_log.enable(crash_log.WINDOW)
        require_system_libraries()
        spare_sources()
        from vaultsearch.desktop.app import run_window

        exit_code = run_window(chosen, options.parameters(), place.name, crash, hidden=hidden)
    finally:
        place.release()
    raise typer.Exit(exit_code)
