"""``vaultsearch history`` and ``diff``: a note's versions in git, and what has changed since one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from vaultsearch.cli.options import JsonOptions, ask_vault
from vaultsearch.cli.output import NOTHING_FOUND, console, print_json
from vaultsearch.cli.relations import NoteArgument
from vaultsearch.cli.sessions import named_note
from vaultsearch.core.errors import QueryError
from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import last_day
from vaultsearch.core.today import today
from vaultsearch.core.values.history import ChangeKind
from vaultsearch.service import commands
from vaultsearch.service.serialization import difference_json, history_json

if TYPE_CHECKING:
    from vaultsearch.core.values.history import Change

_STYLES = {ChangeKind.ADDED: "green", ChangeKind.REMOVED: "red strike"}
_MARKS = {ChangeKind.ADDED: ("{+", "+}"), ChangeKind.REMOVED: ("[-", "-]"), ChangeKind.SAME: ("", "")}
_AROUND = 2
"""Lines shown before and behind what has changed."""


def history(note: NoteArgument, options: JsonOptions) -> None:
    """List a note's versions in its git repository, across renames; of a deleted note, by its path."""
    named = named_note(note, options.vault)
    ask = partial(commands.history, name=note, numbers=named.paths)
    answer = ask_vault(named.folder, options.parameters(), ask)
    if options.as_json:
        print_json(history_json(answer))
    else:
        for version in answer.versions:
            lines = f"+{version.added} -{version.removed}" if version.blob else "deleted"
            typer.echo(
                f"{version.date:%Y-%m-%d %H:%M}  {version.commit[:10]}  {lines:>10}  {version.subject}"
            )
    if not answer.versions:
        typer.echo("No versions: the note isn't in a git repository, or was never committed.", err=True)
        raise typer.Exit(NOTHING_FOUND)


def diff(
    *,
    note: NoteArgument,
    written_day: Annotated[
        str, typer.Option("--at", metavar="DATE", help="A day, such as 2025-06-01 or yesterday.")
    ],
    options: JsonOptions,
) -> None:
    """Show what has become of a note since the end of a day, by words."""
    day = last_day(written_day, today())
    if day is None:
        remedy = "Write it like 2025-06-01, or yesterday."
        raise QueryError(Message("“{}” isn't a date.", written_day), remedy)
    named = named_note(note, options.vault)
    ask = partial(commands.difference, name=note, numbers=named.paths, day=day)
    answer = ask_vault(named.folder, options.parameters(), ask)
    if options.as_json:
        print_json(difference_json(answer, day))
        return
    out = console()
    version = answer.version
    out.print(Text(f"{answer.path}, as of {version.date:%Y-%m-%d %H:%M} ({version.commit[:10]})", "bold"))
    if all(change.kind is ChangeKind.SAME for change in answer.changes):
        out.print("Nothing has changed since.")
    for change in answer.changes:
        before, after = _MARKS[change.kind]
        out.print(Text(f"{before}{_shortened(change)}{after}", _STYLES.get(change.kind, "")), end="")


def _shortened(change: Change) -> str:
    """Return the words of a change; of what is the same, the lines around the others alone."""
    lines = change.text.splitlines(keepends=True)
    if change.kind is not ChangeKind.SAME or len(lines) <= 2 * _AROUND + 1:
        return change.text
    return "".join((*lines[:_AROUND], "…\n", *lines[-_AROUND:]))
