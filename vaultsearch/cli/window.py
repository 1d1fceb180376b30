"""``vaultsearch open``: open the window, or open a note in Obsidian or the shell's editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit
from urllib.request import url2pathname

import typer

from vaultsearch.cli.options import VaultOptions
from vaultsearch.cli.sessions import ask_note, named_note
from vaultsearch.cli.vault_choice import is_indexed
from vaultsearch.core import crash_log
from vaultsearch.core.errors import NoteNotFoundError, NotIndexedError, VaultNotFoundError, VaultSearchError
from vaultsearch.core.files import is_folder, require_unicode, users_umask
from vaultsearch.settings.settings import load_settings

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault

_PLUS_LINE, _COLON_LINE = ("+{line}", "{file}"), ("{file}:{line}",)
_EDITOR_ARGUMENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("vi", "vim", "nvim", "gvim", "view", "nano", "pico", "emacs", "emacsclient"), _PLUS_LINE
    ),
    **dict.fromkeys(("kak", "micro", "joe", "ne", "mg", "gedit", "gnome-text-editor"), _PLUS_LINE),
    **dict.fromkeys(("code", "code-insiders", "codium", "cursor", "windsurf"), ("--goto", *_COLON_LINE)),
    **dict.fromkeys(("hx", "helix", "subl", "zed"), _COLON_LINE),
    "kate": ("--line", "{line}", "{file}"),
}
"""Arguments to open a file at a line, by editor."""
_LINK_OPENERS = {"darwin": "open", "win32": "explorer"}
_OPENER_TIMEOUT_S = 3
"""Seconds for the opener to refuse a link; if still running then, it has found a program."""
_NOTE_HELP = "A vault, the last one by default; or a note's number, id, path, title or alias."


class MenuChange(StrEnum):
    """Changes of the entry in the applications menu."""

    INSTALL = "install"
    REMOVE = "remove"


def change_entry(
    change: Annotated[MenuChange, typer.Argument(metavar="install|remove", help="Add or remove it.")],
) -> None:
    """Add the program to the applications menu, and open vaultsearch:// addresses; or remove both."""
    from vaultsearch.desktop.menu_entry import change_menu_entry

    change_menu_entry(added=change is MenuChange.INSTALL)


def open_window(
    *,
    folders: Annotated[list[Path] | None, typer.Argument(metavar="[FOLDER|NOTE]", help=_NOTE_HELP)] = None,
    editor: Annotated[bool, typer.Option("--editor", help="Open the note with $VISUAL or $EDITOR.")] = False,
    sample: Annotated[bool, typer.Option("--sample", help="Open the sample vault.")] = False,
    manual: Annotated[bool, typer.Option("--manual", help="Open the manual.")] = False,
    toggle: Annotated[
        bool, typer.Option("--toggle", help="Hide the window if it is in front, otherwise show it.")
    ] = False,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Start in the tray, or minimized if there is none.")
    ] = False,
    options: VaultOptions,
) -> None:
    """Open the window, or bring it to the front. With a note, open the note.

    A folder is opened in the window, as is an address such as vaultsearch://search?q=boat&vault=Notes;
    anything else is a note's number, id or name, and opens in Obsidian.
    """
    from vaultsearch.desktop import before_qt
    from vaultsearch.gui.window.request import SCHEME, WindowRequest
    from vaultsearch.service.parts.replicas import as_written, is_published
    from vaultsearch.service.sync.open_index import vault_folder
    from vaultsearch.settings.resources import MANUAL, SAMPLE_VAULT, resources_folder

    # Desktops hand over all files that were selected.
    first = folders[0] if folders else None
    asked = as_written(first) if first is not None else ""
    if asked.startswith("file://"):
        first = Path(url2pathname(urlsplit(asked).path))
    request = WindowRequest(toggle)
    if asked.startswith(SCHEME):
        request = WindowRequest.of_address(asked, load_settings().vaults)
        first = Path(request.folder) if request.folder else None
    if first is not None and "://" not in as_written(first) and not (is_folder(first) or is_indexed(first)):
        _open_note(str(first), options, editor=editor)
        return
    before_qt.require_display()
    ours = SAMPLE_VAULT if sample else MANUAL if manual else ""
    chosen = resources_folder() / ours if ours else first or options.vault
    written = "" if chosen is None else as_written(chosen)
    if chosen is not None and not (is_folder(chosen) or is_published(written) or is_indexed(chosen)):
        vault_folder(chosen)
    whole = written if "://" in written or chosen is None else str(chosen.resolve())
    require_unicode(Path(whole))
    # The token of the desktop lets the open window come to the front.
    token = os.environ.get("XDG_ACTIVATION_TOKEN", "")
    request = WindowRequest(toggle, whole, token, request.query)
    # Before anything of Qt is imported: a second start only passes on its request.
    place = before_qt.acquire_place() if hidden else before_qt.acquire_place_or_send(request)
    if place is None:
        if options.set_:
            typer.echo("vaultsearch: the window is already open; --set was ignored.", err=True)
        return
    try:
        # What the last window left when it died is offered as a report by this one.
        crash = crash_log.take_last_crash(crash_log.WINDOW)
        crash_log.enable_crash_log(crash_log.WINDOW)
        before_qt.require_system_libraries()
        before_qt.disable_source_scan()
        from vaultsearch.desktop.app import run_window

        shown = Path(whole) if whole else None
        exit_code = run_window(
            shown, options.parameters(), place.name, crash, query=request.query, hidden=hidden
        )
    finally:
        place.release()
    raise typer.Exit(exit_code)


def _open_note(note: str, options: VaultOptions, *, editor: bool) -> None:
    """Open a note given by number, id or name.

    Raises:
        VaultNotFoundError: There is no such note, nor a folder with this name.
        VaultSearchError: No program opens it.
    """

    async def locate(opened: Vault, path: str) -> tuple[str, str]:
        return str(opened.folder / path), opened.obsidian.uri(path)

    try:
        file, uri = ask_note(note, options, locate)
        line = named_note(note, options.vault).line if editor else None
    except (NoteNotFoundError, NotIndexedError) as error:
        remedy = (
            error.remedy if isinstance(error, NoteNotFoundError) else "Choose the folder with your notes."
        )
        raise VaultNotFoundError(f"{note} is not a folder, nor a note that is indexed.", remedy) from error
    if editor:
        _edit_file(file, line)
    else:
        _open_link(uri)


def _edit_file(file: str, line: int | None) -> None:
    """Open a file in the user's editor, at a line if it is known how."""
    if not Path(file).is_file():
        # The editor would begin an empty file, in the vault or in a replica.
        raise VaultSearchError(f"{file} isn't there.", "The text as it was indexed: vaultsearch read NOTE")
    command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "")
    if not command:
        raise VaultSearchError("No editor is set.", "Set EDITOR, for example: export EDITOR=nano")
    form = _EDITOR_ARGUMENTS.get(Path(command[0]).name.removesuffix(".exe").lower())
    words = [file] if line is None or form is None else [word.format(file=file, line=line) for word in form]
    try:
        # The program keeps its own files from others; files that the editor writes are the user's.
        with users_umask():
            code = subprocess.run([*command, *words], check=False).returncode  # noqa: S603 - the user's own
    except OSError as error:
        raise VaultSearchError(f"{command[0]} can't be started: {error.strerror}.", "Set EDITOR.") from error
    if code:
        raise typer.Exit(code)


def _open_link(uri: str) -> None:
    remedy = "Use --editor, or install Obsidian."
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform not in _LINK_OPENERS and not has_display:
        raise VaultSearchError("No display to open Obsidian on.", remedy)
    command = [_LINK_OPENERS.get(sys.platform, "xdg-open"), uri]
    try:
        opener = subprocess.Popen(  # noqa: S603 - a link that was made here
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        # On Windows, explorer returns 1 whether it has opened the link or not.
        refused = opener.wait(_OPENER_TIMEOUT_S) and sys.platform != "win32"
    except subprocess.TimeoutExpired:
        return
    except OSError:
        refused = True
    if refused:
        raise VaultSearchError("No program opens obsidian:// links here.", remedy)
