"""The candidates for a Tab in a shell, and ``vaultsearch completion``, whose scripts ask for them.

Each function of the first part is typer's `autocompletion` of an option or an argument. Trouble means no
candidates: a shell that completes has no room for a sentence.
"""

from __future__ import annotations

import logging
import os
import shlex
import subprocess
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import platformdirs
import typer

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.today import today

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.parameters import Parameter
    from vaultsearch.core.query.names import Named, QueryNames
    from vaultsearch.core.values.query import ProposalKind


VARIABLE = "_VAULTSEARCH_COMPLETE"
"""The command line up to the cursor, set by the shells' scripts: the program prints candidates and ends."""

_FILE = "completion.json"
_VERSIONS = "notes.lance/_versions"
"""Changes with each commit to the notes."""

_log = logging.getLogger(__name__)

Candidates = list[tuple[str, str]]
"""Texts, each with its help."""


def vaults() -> list[str]:
    """Complete the folders of the known vaults."""
    from vaultsearch.settings import settings

    return [str(vault) for vault in settings.load().vaults]


def notes(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete titles and aliases; once a folder is begun, and for titles that several notes have, paths."""
    names = _names(ctx)
    if names is None:
        return []
    counts = Counter(names.titles.values())
    # A folder's name without the slash behind it completed nothing.
    by_path = [
        path for path, title in names.titles.items() if _is_begun(path, incomplete) or counts[title] > 1
    ]
    by_name = [title for title, count in counts.items() if count == 1]
    return sorted({*by_name, *names.aliases, *by_path})


def _is_begun(path: str, incomplete: str) -> bool:
    folder, slash, _ = path.rpartition("/")
    return (bool(incomplete and slash) and f"{folder}/".startswith(incomplete)) or "/" in incomplete


def query(ctx: typer.Context, incomplete: str) -> Candidates:
    """Complete the operator or the name at the end of a query."""
    from vaultsearch.core.languages.names import LANGUAGE_NAMES
    from vaultsearch.core.query.completion import proposed, typed_token
    from vaultsearch.core.query.names import QueryNames, languages_named
    from vaultsearch.core.values.query import ProposalKind

    typed = typed_token(incomplete, len(incomplete))
    if typed is None:
        return []
    known = QueryNames()
    if typed.kind is ProposalKind.LANGUAGE:
        known = languages_named(dict.fromkeys(LANGUAGE_NAMES, 1))
    elif typed.kind is not ProposalKind.OPERATOR and (names := _names(ctx)):
        known = names.query
    proposals = proposed(typed, known, today(), at_end=False).proposals
    before = incomplete[: typed.start]
    return [
        (before + proposal.text, proposal.description or _counted(typed.kind, proposal.count))
        for proposal in proposals
    ]


def _counted(kind: ProposalKind, count: int | None) -> str:
    """Count notes by tag, which no other file has, and files by all else."""
    if kind == "language" or not count:
        return ""
    unit = "note" if kind == "tag" else "file"
    return f"1 {unit}" if count == 1 else f"{count:,} {unit}s"


def languages() -> Candidates:
    """Complete the codes of languages."""
    from vaultsearch.core.languages.names import LANGUAGE_NAMES

    return list(LANGUAGE_NAMES.items())


def assignments(incomplete: str) -> Candidates | list[str]:
    """Complete ``step.key=``, with the setting's bounds and meaning, and behind it the setting's choices."""
    from vaultsearch.core.parameters import PARAMETERS

    name, equals, value = incomplete.partition("=")
    if not equals:
        return [(f"{parameter.name}=", f"{allowed(parameter)}; {parameter.help}") for parameter in PARAMETERS]
    return [
        f"{parameter.name}={choice}"
        for parameter in PARAMETERS
        if parameter.name == name
        for choice in _values(parameter, value)
    ]


def allowed(parameter: Parameter) -> str:
    """Describe what a setting may be, and its default."""
    from vaultsearch.core.parameters import Bounds

    bounds = parameter.allowed
    if isinstance(bounds, Bounds):
        numeric = isinstance(parameter.default, int | float) and not isinstance(parameter.default, bool)
        kind = f"{bounds.minimum:g} to {bounds.maximum:g}" if numeric else parameter.kind
    else:
        kind = "one of several" if len(bounds) > 9 else ", ".join(bounds)
    return f"{kind}; default {parameter.default}"


def _values(parameter: Parameter, typed: str) -> Iterator[str]:
    if isinstance(parameter.default, bool):
        yield from ("true", "false")
    before = typed[: typed.rfind("+") + 1] if parameter.several else ""
    for choice in parameter.choices:
        yield before + choice


def _names(ctx: typer.Context) -> CompletionNames | None:
    """Return the names in the vault of the command line, or in the last one; None if there are none."""
    from vaultsearch.cli.vault_choice import enclosing_vault
    from vaultsearch.service.opening import last_vault

    try:
        chosen: Path | None = ctx.params.get("vault")
        return completion_names(chosen or enclosing_vault() or last_vault())
    except (VaultSearchError, OSError) as error:
        # A shell that completes has no room for a sentence: trouble means no candidates.
        _log.debug("nothing to complete because=%s", error)
        return None


# The names are kept in a file beside the index: to open the database takes longer than one waits for a Tab.


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
    # Every start of the program imports this module; what only a Tab needs is imported here.
    import asyncio
    import json

    from vaultsearch.core.files import write_atomically
    from vaultsearch.settings import settings

    index = settings.index_folder(vault)
    version = (index / _VERSIONS).stat().st_mtime_ns
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        content = json.loads((index / _FILE).read_text(encoding="utf-8"))
        if content["version"] == version:
            return CompletionNames(content["titles"], _query_names(content), tuple(content["aliases"]))
    found = asyncio.run(_read(vault))
    names = asdict(found.query) | {"dates": ()}
    # The index may be on a disk that is read only.
    with suppress(OSError):
        written = json.dumps(
            {"version": version, "titles": found.titles, "aliases": found.aliases, **names},
            ensure_ascii=False,
        )
        write_atomically(index / _FILE, written)
    return found


async def _read(folder: Path) -> CompletionNames:
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.query.names import QueryNames
    from vaultsearch.service.opening import open_vault

    vault = await open_vault(folder, Parameters(), write=False)
    try:
        notes = await vault.query.notes()
        aliases = tuple(dict.fromkeys(alias for note in notes for alias in note.aliases))
        return CompletionNames({note.path: note.title for note in notes}, QueryNames.of(notes), aliases)
    finally:
        await vault.close()


def _query_names(content: dict[str, Any]) -> QueryNames:
    from vaultsearch.core.query.conditions import Place
    from vaultsearch.core.query.names import Named, QueryNames

    def named(listed: list[dict[str, Any]]) -> tuple[Named, ...]:
        return tuple(Named(**name) for name in listed)

    return QueryNames(
        {Place(place): named(listed) for place, listed in content["names"].items()},
        named(content["properties"]),
        {name: named(listed) for name, listed in content["values"].items()},
    )


# --- the shells' side ----------------------------------------------------------------------

# typer's scripts for bash and zsh are not used: one inserts names of notes unquoted, and the other evaluates
# them, so that a note's name could run a command. Ours quote each candidate as the shell reads it.
_CURSOR = "\x01"


class Shell(StrEnum):
    """The shells that there is a script for."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


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
    return Path(__file__).with_name(f"completion.{shell}").read_text("utf-8").replace("@VARIABLE@", VARIABLE)


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
