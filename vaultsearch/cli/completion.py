"""``vaultsearch completion``: scripts with which a shell asks for candidates, and the answer.

The candidates are typer's. Its scripts for bash and zsh are not used: one inserts names of notes unquoted,
and the other evaluates them, so that a note's name could run a command. Ours quote each candidate as the
shell reads it.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from vaultsearch.cli.candidates import VARIABLE
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically

_CURSOR = "\x01"


class Shell(StrEnum):
    """The shells that there is a script for."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


# ruff: noqa: E501
_BASH = """# bash completion for vaultsearch
_vaultsearch() {
    local line=${COMP_LINE:0:COMP_POINT} typed=$2 program=$1 quote='' before head value
    [[ ${program:0:1} == '~' ]] && program=$HOME${program:1}
    # Readline begins a word anew behind : and =, so that the candidates lose what is before.
    [[ $typed == [:=] && $line == *"$typed" ]] && typed=''
    before=${line%"$typed"}
    case $before in *\\") quote='"' ;; *\\') quote="'" ;; esac
    head=${before//\\\\[[:space:]]/.}
    head=${head##*[[:space:]]}
    head=${head//\\\\/}
    [[ $head == -*=* ]] && head=${head#*=}
    [[ $quote ]] && head=''
    COMPREPLY=()
    while IFS=$'\\t' read -r value _; do
        value=${value:${#head}}
        case $quote in
            '"') value=${value//\\\\/\\\\\\\\} value=${value//\\"/\\\\\\"} value=${value//\\$/\\\\$} value=${value//\\`/\\\\\\`} ;;
            "'") value=${value//\\'/\\'\\\\\\'\\'} ;;
            *) printf -v value %q "$value" ;;
        esac
        COMPREPLY+=("$value")
    done < <(env @VARIABLE@="$line" "$program" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:=[] ]]; then
        compopt -o nospace
        [[ $quote ]] && COMPREPLY+=("${COMPREPLY[0]} ")  # not the only one: the quote stays open
    fi
}
complete -o bashdefault -o default -F _vaultsearch vaultsearch
"""
_ZSH = """#compdef vaultsearch
_vaultsearch() {
    local line value program=${(Q)words[1]}
    local -a values shown suffix
    for line in "${(@f)$(env @VARIABLE@="${(j: :)words[1,CURRENT]}" ${~program} 2>/dev/null)}"; do
        value=${line%%$'\\t'*}
        [[ -n $value ]] || continue
        values+=("$value") shown+=("${line/$'\\t'/  -- }")
        [[ $value == *[:=\\[] ]] && suffix=(-S '')
    done
    [[ $PREFIX == -*=* ]] && compset -P '*='
    (( $#values )) && compadd -l "$suffix[@]" -d shown -- "$values[@]" || _files
}
if [[ $funcstack[1] == _vaultsearch ]]; then
    _vaultsearch "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    compdef _vaultsearch vaultsearch
fi
"""
_FISH = """# fish completion for vaultsearch
function __vaultsearch_complete
    set -l program (commandline -opc)[1]
    set -l found (env @VARIABLE@=(commandline -cp | string collect) (string replace -r '^~' $HOME -- $program) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command vaultsearch --no-files --arguments '(__vaultsearch_complete)'
"""
_POWERSHELL = """# PowerShell completion for vaultsearch
Register-ArgumentCompleter -Native -CommandName vaultsearch -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $typed = $cursorPosition - $commandAst.Extent.StartOffset
    $Env:@VARIABLE@ = $commandAst.ToString().PadRight($typed).Substring(0, $typed)
    & $commandAst.CommandElements[0].Value 2>$null | ForEach-Object {
        $value, $help = $_ -Split "`t", 2
        $quoted = if ($value -match '^[\\w./\\\\:=+-]+$') { $value } else { "'" + $value.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($quoted, $value, 'ParameterValue', "$help ")
    }
    Remove-Item Env:@VARIABLE@
}
"""
_SCRIPTS = {Shell.BASH: _BASH, Shell.ZSH: _ZSH, Shell.FISH: _FISH, Shell.POWERSHELL: _POWERSHELL}

completion_app = typer.Typer(
    no_args_is_help=True,
    help="Let your shell complete commands, options, notes, tags and settings with Tab.",
    pretty_exceptions_enable=False,
)
_SHELL = "The shell; the one you are using by default."
ShellArgument = Annotated[Shell | None, typer.Argument(metavar="[bash|zsh|fish|powershell]", help=_SHELL)]


class UnknownShellError(VaultSearchError):
    """The shell that is in use cannot be told, or there is no completion for it."""


@completion_app.command()
def show(shell: ShellArgument = None) -> None:
    """Print the script that completes in a shell."""
    typer.echo(script(shell or _current_shell()), nl=False)


@completion_app.command()
def install(shell: ShellArgument = None) -> None:
    """Install completion for a shell: a script, and a line in the shell's start file that reads it."""
    chosen = shell or _current_shell()
    if chosen is Shell.FISH:
        config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        file = config / "fish" / "completions" / "vaultsearch.fish"
        _write(file, script(chosen))
    else:
        suffix = {Shell.POWERSHELL: "ps1"}.get(chosen, chosen.value)
        file = platformdirs.user_data_path("vaultsearch") / f"completion.{suffix}"
        _write(file, script(chosen))
        _add_line(_start_file(chosen), f". {shlex.quote(str(file))}")
    typer.echo(f"Installed in {file}. It works in the next shell that you start.")


def script(shell: Shell) -> str:
    """Return the script of a shell."""
    return _SCRIPTS[shell].replace("@VARIABLE@", VARIABLE)


def answer_shell(app: typer.Typer) -> None:
    """Print a line for each candidate of what a shell has asked for, its help behind a tab.

    WORKAROUND typer 0.29: its way of asking for candidates prints them by rich, at half a second of a core,
    and reads help as markup.
    """
    typed = os.environ.pop(VARIABLE)
    from typer._completion_classes import FishComplete

    # A space at the end may be quoted: the mark makes it, or all that follows the last space, a word.
    os.environ["_TYPER_COMPLETE_ARGS"] = typed + _CURSOR
    completer = FishComplete(typer.main.get_command(app), {}, "vaultsearch", VARIABLE)
    words, word = completer.get_completion_args()
    for item in completer.get_completions(words, word.removesuffix(_CURSOR)):
        value = str(item.value)
        # A line break in a name would be another candidate.
        if value.isprintable():
            typer.echo(f"{value}\t{item.help or ''}")


def _current_shell() -> Shell:
    """Return the shell that started the program. Raise UnknownShellError if it cannot be told."""
    import shellingham

    try:
        name: str = shellingham.detect_shell()[0]
        return Shell({"pwsh": "powershell"}.get(name, name))
    except (shellingham.ShellDetectionFailure, ValueError) as error:
        raise UnknownShellError("Your shell can't be told.", f"Name it: {', '.join(Shell)}.") from error


def _start_file(shell: Shell) -> Path:
    if shell is Shell.ZSH:
        return Path(os.environ.get("ZDOTDIR") or Path.home()) / ".zshrc"
    if shell is Shell.BASH:
        return Path.home() / ".bashrc"
    command = ["pwsh" if os.name != "nt" else "powershell", "-NoProfile", "-Command", "$PROFILE"]
    profile = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 - no input
    return Path(profile.strip())


def _write(file: Path, text: str) -> None:
    write_atomically(file, text, make_folder=True)


def _add_line(file: Path, line: str) -> None:
    """Append a line to a start file, unless it is there."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    # Installed twice, the script would be read twice.
    if line in text.splitlines():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as opened:
        opened.write(f"{'' if not text or text.endswith(chr(10)) else chr(10)}{line}\n")
