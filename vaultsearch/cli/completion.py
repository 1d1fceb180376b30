"""``vaultsearch completion``: shell scripts, and the candidates printed for them."""

from __future__ import annotations

import os
import shlex
import subprocess
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically

COMPLETION_VARIABLE = "_VAULTSEARCH_COMPLETE"
"""Environment variable holding the command line up to the cursor, set by the shells' scripts."""

# typer's scripts for bash and zsh are not used: bash would insert note names unquoted, and zsh evaluate them,
# so a note's name could run a command. Ours quote candidates as the shell reads them.
_CURSOR_MARK = "\x01"


class Shell(StrEnum):
    """Shells with a completion script."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


completion_app = typer.Typer(
    no_args_is_help=True,
    help="Let your shell complete commands, options, notes, tags and settings with Tab.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
_SHELL_HELP = "The shell; the one you are using by default."
ShellArgument = Annotated[
    Shell | None, typer.Argument(metavar="[bash|zsh|fish|powershell]", help=_SHELL_HELP)
]


class UnknownShellError(VaultSearchError):
    """The current shell cannot be detected, or has no completion script."""


@completion_app.command("show")
def print_script(shell: ShellArgument = None) -> None:
    """Print the script that completes in a shell."""
    typer.echo(completion_script(shell or _current_shell()), nl=False)


@completion_app.command("install")
def install_script(shell: ShellArgument = None) -> None:
    """Install completion for a shell: a script, and a line in the shell's start file that reads it."""
    chosen = shell or _current_shell()
    if chosen is Shell.FISH:
        config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        file = config / "fish" / "completions" / "vaultsearch.fish"
        write_atomically(file, completion_script(chosen), make_folder=True)
    else:
        suffix = {Shell.POWERSHELL: "ps1"}.get(chosen, chosen.value)
        file = platformdirs.user_data_path("vaultsearch") / f"completion.{suffix}"
        write_atomically(file, completion_script(chosen), make_folder=True)
        if chosen is Shell.ZSH:
            start_file = Path(os.environ.get("ZDOTDIR") or Path.home()) / ".zshrc"
        elif chosen is Shell.BASH:
            start_file = Path.home() / ".bashrc"
        else:
            command = ["pwsh" if os.name != "nt" else "powershell", "-NoProfile", "-Command", "$PROFILE"]
            profile = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - no input
            start_file = Path(profile.stdout.strip())
        line = f". {shlex.quote(str(file))}"
        text = start_file.read_text(encoding="utf-8") if start_file.exists() else ""
        # Installed twice, the script would be read twice.
        if line not in text.splitlines():
            start_file.parent.mkdir(parents=True, exist_ok=True)
            with start_file.open("a", encoding="utf-8") as opened:
                opened.write(f"{'' if not text or text.endswith(chr(10)) else chr(10)}{line}\n")
    typer.echo(f"Installed in {file}. It works in the next shell that you start.")


def completion_script(shell: Shell) -> str:
    """Return a shell's completion script."""
    script = Path(__file__).with_name(f"completion.{shell}").read_text("utf-8")
    return script.replace("@VARIABLE@", COMPLETION_VARIABLE)


def answer_shell(app: typer.Typer) -> None:
    """Print completion candidates for the shell's command line, each on a line with help after a tab.

    WORKAROUND typer 0.29: typer prints candidates by rich, taking half a second of CPU, and reads help as
    markup.
    """
    typed = os.environ.pop(COMPLETION_VARIABLE)
    from typer._completion_classes import FishComplete

    # A final space may be quoted: the mark turns everything after the last space, even nothing, into a word.
    os.environ["_TYPER_COMPLETE_ARGS"] = typed + _CURSOR_MARK
    completer = FishComplete(typer.main.get_command(app), {}, "vaultsearch", COMPLETION_VARIABLE)
    words, word = completer.get_completion_args()
    for item in completer.get_completions(words, word.removesuffix(_CURSOR_MARK)):
        value = str(item.value)
        # A line break in a name would be another candidate.
        if value.isprintable():
            typer.echo(f"{value}\t{item.help or ''}")


def _current_shell() -> Shell:
    """Return the shell running this program. Raise UnknownShellError if it cannot be detected."""
    import shellingham

    try:
        name: str = shellingham.detect_shell()[0]
        return Shell({"pwsh": "powershell"}.get(name, name))
    except (shellingham.ShellDetectionFailure, ValueError) as error:
        raise UnknownShellError("Your shell can't be told.", f"Name it: {', '.join(Shell)}.") from error
