"""``vaultsearch recent``, ``random``, ``files`` and ``stats``: the notes of a vault without a query."""

from __future__ import annotations

import random as chance
from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from vaultsearch.cli import completing
from vaultsearch.cli.options import JsonOptions, ListOptions
from vaultsearch.cli.output import NOTHING_FOUND, Format, Place, console, print_heading, print_json
from vaultsearch.cli.sessions import keep_numbers
from vaultsearch.core.text import runs, without_runs
from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.service import commands
from vaultsearch.service.serialization import Numbered, listed_file_json, listed_note_json, numbered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.core.values.stored_notes import StoredNote
    from vaultsearch.service.vault import Vault

_FILTER = "Filters of the query language, such as tag:project; all notes by default."
Filter = Annotated[str, typer.Argument(metavar="[FILTER]", help=_FILTER, autocompletion=completing.query)]
_MOST_MONTHS = 24


def recent(
    *,
    conditions: Filter = "",
    options: ListOptions,
    n: Annotated[int, typer.Option("-n", min=0, help="Number of notes, 0 for all.")] = 10,
) -> None:
    """List the notes that were saved last."""

    def latest(notes: Sequence[StoredNote]) -> Sequence[StoredNote]:
        ordered = sorted(notes, key=lambda note: note.modified or note.date, reverse=True)
        return ordered[: n or None]

    _list(options, conditions, latest)


def random(
    *,
    conditions: Filter = "",
    options: ListOptions,
    n: Annotated[int, typer.Option("-n", min=1, help="Number of notes.")] = 1,
) -> None:
    """Pick notes by chance."""

    def picked(notes: Sequence[StoredNote]) -> Sequence[StoredNote]:
        return chance.sample(notes, min(n, len(notes)))

    _list(options, conditions, picked)


def _list(
    options: ListOptions,
    conditions: str,
    choose: Callable[[Sequence[StoredNote]], Sequence[StoredNote]],
) -> None:
    async def chosen(vault: Vault) -> tuple[Sequence[StoredNote], Numbered]:
        found = choose(await vault.query.list_notes(conditions))
        return found, numbered(await vault.addresses(note.path for note in found))

    found, notes = options.ask(chosen)
    keep_numbers(notes)
    places = [Place(notes[one.path].address, one.title, number=notes[one.path].number) for one in found]
    if options.style is Format.TEXT:
        out = console()
        for note, place in zip(found, places, strict=True):
            print_heading(out, place, f"{note.modified or note.date:%Y-%m-%d}")
    else:
        elements = [listed_note_json(one, notes[one.path]) for one in found]
        options.print_list({"notes": elements}, elements, places)
    if not found:
        typer.echo("No notes.", err=True)
        raise typer.Exit(NOTHING_FOUND)


def files(
    *,
    kind: Annotated[FileKind | None, typer.Option(help="List files of this kind alone.")] = None,
    failed: Annotated[bool, typer.Option("--failed", help="List those not read, or not read whole.")] = False,
    options: ListOptions,
) -> None:
    """List the files that are searched, each with its kind, and why one couldn't be read."""
    found, addresses = options.ask(partial(commands.files, kind=kind or "", failed=failed))
    places = [Place(addresses[one.path], PurePath(one.path).name, one.reason) for one in found]
    if options.style is Format.TEXT:
        for file, place in zip(found, places, strict=True):
            state = "" if file.state == "read" else file.state
            print_heading(console(), place, "  ".join(filter(None, (file.kind, state, file.reason))))
    else:
        listed = [listed_file_json(one, addresses[one.path]) for one in found]
        options.print_list({"files": listed}, listed, places)
    if not found:
        typer.echo("No files.", err=True)
        raise typer.Exit(NOTHING_FOUND)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The size of a vault; ``months`` are (month, notes dated in it, notes up to it), the first one first.

    ``files`` counts the others; words, links and languages are of both.
    """

    notes: int
    files: int
    words: int
    links: int
    broken_links: int
    orphans: int
    languages: dict[str, int]
    months: tuple[tuple[str, int, int], ...]


def stats(options: JsonOptions) -> None:
    """Count notes, words, links and languages, and the notes of each month."""

    async def counted(opened: Vault) -> Statistics:
        found = await opened.query.notes()
        notes = [one for one in found if one.kind in NOTE_KINDS]
        loose = await opened.relations.loose_ends()
        return Statistics(
            notes=len(notes),
            files=len(found) - len(notes),
            words=sum(_words(one.text) for one in found),
            links=sum(len(one.links) for one in found),
            broken_links=sum(len(target.references) for target in loose.unresolved),
            orphans=len(loose.orphans),
            languages=dict((await opened.query.notes_by_language()).most_common()),
            months=_months(notes),
        )

    found = options.ask(counted)
    if options.as_json:
        months = [{"month": month, "notes": new, "total": total} for month, new, total in found.months]
        print_json(asdict(found) | {"months": months})
    else:
        _print_statistics(found)


def _words(text: str) -> int:
    """Count words; of scripts written without spaces, characters."""
    return len(without_runs(text).split()) + sum(map(len, runs(text)))


def _months(notes: Sequence[StoredNote]) -> tuple[tuple[str, int, int], ...]:
    counts = sorted(Counter(f"{note.date:%Y-%m}" for note in notes).items())
    total, found = 0, []
    for month, new in counts:
        total += new
        found.append((month, new, total))
    return tuple(found)


def _print_statistics(statistics: Statistics) -> None:
    out = console()
    table = Table(box=None, show_header=False)
    for name in ("notes", "files", "words", "links", "broken_links", "orphans"):
        table.add_row(name.replace("_", " "), f"{getattr(statistics, name):,}")
    named = (f"{language or 'unknown'} ({notes:,})" for language, notes in statistics.languages.items())
    table.add_row("languages", ", ".join(named))
    out.print(table)
    if not statistics.months:
        return
    months = Table("month", "notes", "in all", "", box=None)
    most = max(new for _, new, _ in statistics.months)
    for month, new, total in statistics.months[-_MOST_MONTHS:]:
        months.add_row(month, f"{new:,}", f"{total:,}", "▇" * max(1, round(30 * new / most)))
    out.print(months)
