"""The commands of the program, each with the module that is imported once it is typed, or listed for help."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache, partial, wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Callable

_COMMANDS = {
    "open": "window:open_window",
    "index": "indexing:index",
    "publish": "indexing:publish",
    "search": "search:search",
    "status": "status:status",
    "config": "status:config",
    "context": "context:context",
    "read": "context:read",
    "ask": "ask:ask",
    "recent": "listing:recent",
    "random": "listing:random",
    "files": "listing:files",
    "stats": "listing:stats",
    "timeline": "listing:timeline",
    "export": "export:export",
    "evaluate": "evaluation:evaluate",
    "mcp": "mcp:mcp",
    "serve": "mcp:serve",
    "watch": "watch:watch",
    "schema": "status:schema",
    "related": "relations:related",
    "links": "relations:links",
    "topics": "relations:topics",
    "entities": "relations:entities",
    "orphans": "relations:orphans",
    "unresolved": "relations:unresolved",
    "duplicates": "relations:duplicates",
    "history": "history:history",
    "diff": "history:diff",
    "summaries": "relations:summaries",
    "models": "models:models_app",
    "completion": "completion:completion_app",
    "skill": "skill:skill_app",
    "vaults": "vaults:vaults_app",
}
"""Modules of this package, and in each the function of a command, or an application of several."""
EXAMPLES: dict[str, tuple[str, ...]] = {
    "open": ("vaultsearch open ~/Notes", "vaultsearch open --toggle", "vaultsearch open 1 --editor"),
    "index": (
        "vaultsearch index ~/Notes",
        "vaultsearch index --read-for de --vault ~/Notes",
        "vaultsearch index ~/Notes --from /mnt/nas/notes-index",
    ),
    "publish": ("vaultsearch publish ~/Notes /mnt/nas/notes-index",),
    "search": (
        "vaultsearch search 'gift ideas for family members'",
        "vaultsearch search 'tag:project after:2026-05 -draft' -n 20",
        "vaultsearch search --mode grep '/HEAD~[0-9]/'",
        "vaultsearch search --from-file draft.md --by-topic",
    ),
    "context": (
        "vaultsearch context 'how do I fasten planks' --budget 2000",
        "vaultsearch context --from-file draft.md --format xml > context.xml",
    ),
    "ask": (
        "vaultsearch ask 'which rivets does the boat need'",
        "vaultsearch ask --dry-run 'which rivets does the boat need'",
        "vaultsearch ask --test",
    ),
    "read": (
        "vaultsearch read 1 2 3",
        "vaultsearch read 1:10-40",
        "vaultsearch read 'Boat jobs' --question 'which rivets are used'",
    ),
    "related": ("vaultsearch related 'Boat jobs' -n 5",),
    "links": ("vaultsearch links Projects/Boat.md",),
    "entities": ("vaultsearch entities", "vaultsearch entities Anna --json"),
    "topics": ("vaultsearch topics", "vaultsearch topics --json"),
    "recent": ("vaultsearch recent tag:project -n 5",),
    "random": ("vaultsearch random", "vaultsearch random path:Recipes"),
    "files": ("vaultsearch files --failed", "vaultsearch files --kind pdf --format paths"),
    "stats": ("vaultsearch stats", "vaultsearch stats --json"),
    "timeline": ("vaultsearch timeline boat", "vaultsearch timeline tag:journal --json"),
    "export": (
        "vaultsearch export notes.parquet --format parquet",
        "vaultsearch export --no-vectors > notes.jsonl",
    ),
    "vaults list": ("vaultsearch vaults", "vaultsearch vaults list --json"),
    "vaults forget": ("vaultsearch vaults forget ~/Old",),
    "orphans": ("vaultsearch orphans --json",),
    "unresolved": ("vaultsearch unresolved",),
    "duplicates": ("vaultsearch duplicates --set duplicates.minimum=0.9",),
    "history": ("vaultsearch history 'Boat jobs'", "vaultsearch history Projects/Boat.md --json"),
    "diff": (
        "vaultsearch diff 'Boat jobs' --at 2025-06-01",
        "vaultsearch diff 'Boat jobs' --at 'last month'",
    ),
    "summaries": ("vaultsearch summaries 'Boat jobs'", "vaultsearch summaries --missing"),
    "serve": (
        "vaultsearch serve --vault ~/Notes --http 127.0.0.1:8765",
        "vaultsearch serve --vault ~/Notes --http 0.0.0.0:8443 --tls-cert cert.pem --tls-key key.pem",
    ),
    "mcp": ("vaultsearch mcp --vault ~/Notes", "vaultsearch mcp --print-config claude-desktop"),
    "skill install": ("vaultsearch skill install", "vaultsearch skill install codex"),
    "skill show": ("vaultsearch skill show",),
    "watch": ("vaultsearch watch ~/Notes",),
    "status": ("vaultsearch status --vault ~/Notes",),
    "config": ("vaultsearch config", "vaultsearch config --json"),
    "schema": ("vaultsearch schema search", "vaultsearch schema models list"),
    "evaluate": (
        "vaultsearch evaluate --self --compare fusion.words_weight=0.3,0.5",
        "vaultsearch evaluate --testset cranfield --ablate",
    ),
    "models list": ("vaultsearch models list",),
    "models download": ("vaultsearch models download all-MiniLM-L6-v2",),
    "completion install": ("vaultsearch completion install", "vaultsearch completion install zsh"),
    "completion show": ("vaultsearch completion show bash > vaultsearch.bash",),
}
"""Examples of each command, shown by ``--help`` and in the man page."""


class Commands(Mapping[str, Any]):
    """The commands by their names; each is made when it is looked up."""

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)

    def __contains__(self, name: object) -> bool:
        return name in _COMMANDS

    def __getitem__(self, name: str) -> Any:
        return _command(name)


@cache
def _command(name: str) -> Any:
    module, _, attribute = _COMMANDS[name].partition(":")
    target = getattr(import_module(f"vaultsearch.cli.{module}"), attribute)
    if isinstance(target, typer.Typer):
        application = target
    else:
        application = typer.Typer(pretty_exceptions_enable=False, add_completion=False)
        application.command(name)(target)
    for each in (*application.registered_commands, application.registered_callback):
        if each is not None:
            each.callback = _with_options(each.callback)
    made: Any = typer.main.get_command(application)
    made.name = name
    _finish(made, name)
    return made


def _with_options(command: Any) -> Any:
    """Declare to typer the fields of a command's ``options`` as options of the command.

    `--vault` is listed in the place of ``options``, the others behind the command's own. Those that a class
    declares come before those that it inherits.
    """
    own = inspect.signature(command, eval_str=True).parameters
    if "options" not in own:
        return command
    kind = own["options"].annotation
    hints = get_type_hints(kind, include_extras=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    shared = {
        name: inspect.Parameter(name, keyword, default=getattr(kind, name), annotation=hints[name])
        for name in dict.fromkeys((*inspect.get_annotations(kind), *hints))
    }

    @wraps(command)
    def called(**given: Any) -> Any:
        options = kind(**{name: given[name] for name in shared})
        return command(options=options, **{name: value for name, value in given.items() if name in own})

    place = "vault" if "vault" in shared else "options"
    listed = {place if name == "options" else name: parameter for name, parameter in own.items()} | shared
    listed.pop("options", None)
    made: Any = called
    made.__signature__ = inspect.Signature([parameter.replace(kind=keyword) for parameter in listed.values()])
    return made


def _finish(command: Any, name: str) -> None:
    """Show a command's examples below its help, and read plain values of its options quickly."""
    if isinstance(command, TyperGroup):
        for each, below in command.commands.items():
            _finish(below, f"{name} {each}")
        return
    # Rich would read brackets as markup, and keeps lines apart only if they are paragraphs.
    examples = [example.replace("[", r"\[") for example in EXAMPLES.get(name, ())]
    command.epilog = "\n\n".join(("Examples:", *examples)) if examples else None
    read_plainly(command)


def read_plainly(command: Any) -> None:
    """Have the options and arguments of a command take plain values as they are.

    WORKAROUND typer 0.29: it reads each value by pydantic, even None, which takes longer to import than it.
    """
    command.get_params = partial(_parameters, command.get_params)


def _parameters(usual: Callable[[Any], list[Any]], ctx: Any) -> list[Any]:
    parameters = usual(ctx)
    for parameter in parameters:
        if "process_value" not in vars(parameter):
            parameter.process_value = partial(_value, parameter, parameter.process_value)
    return parameters


def _value(parameter: Any, usual: Callable[[Any, Any], Any], ctx: Any, value: Any) -> Any:
    if value is None and not parameter.required:
        plain = () if parameter.multiple or parameter.nargs == -1 else None
    else:
        plain = _plain(parameter, value)
        if plain is None:
            return usual(ctx, value)
    return plain if parameter.callback is None else parameter.callback(ctx, parameter, plain)


def _plain(parameter: Any, value: Any) -> Any:
    """Return a valid text, path, choice or whole number, or a list of texts or paths; None for all else."""
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if kind in (list[str], list[Path]) and isinstance(value, list | tuple) and value:
        return list(map(Path, value)) if kind == list[Path] else list(value)
    if kind in (str, Path) and isinstance(value, str):
        return kind(value)
    if isinstance(kind, type) and issubclass(kind, StrEnum) and value in list(kind):
        return kind(value)
    if kind is int and isinstance(value, str) and value.isascii() and value.isdecimal():
        number = int(value)
        least, most = parameter.min or 0, number if parameter.max is None else parameter.max
        return number if least <= number <= most else None
    return None
