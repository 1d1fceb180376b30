"""``vaultsearch recent``, ``random``, ``files`` and ``stats``: the notes of a vault without a query."""

from __future__ import annotations

import math
import random as chance
from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from vaultsearch.cli import candidates
from vaultsearch.cli.options import JsonOptions, ListOptions
from vaultsearch.cli.output import NOTHING_FOUND, Format, Place, console, print_heading, print_json
from vaultsearch.cli.sessions import keep_numbers
from vaultsearch.core.text import runs, without_runs
from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.service import commands
from vaultsearch.service.serialization import (
    Numbered,
    listed_file_json,
    listed_note_json,
    numbered,
    timeline_json,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.core.values.note import StoredNote
    from vaultsearch.service.vault import Vault

_FILTER = "Filters of the query language, such as tag:project; all notes by default."
Filter = Annotated[str, typer.Argument(metavar="[FILTER]", help=_FILTER, autocompletion=candidates.query)]
_MOST_MONTHS = 24
_BAR = 30
_MOST_TITLES = 3


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


# Named like the command; the module of that name is imported as `chance`.
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
        chosen_notes = choose(await vault.query.list_notes(conditions))
        return chosen_notes, numbered(await vault.addresses(note.path for note in chosen_notes))

    listed_notes, notes = options.ask(chosen)
    keep_numbers(notes)
    places = [
        Place(notes[note.path].address, note.title, number=notes[note.path].number) for note in listed_notes
    ]
    if options.style is Format.TEXT:
        out = console()
        for note, place in zip(listed_notes, places, strict=True):
            print_heading(out, place, f"{note.modified or note.date:%Y-%m-%d}")
    else:
        elements = [listed_note_json(note, notes[note.path]) for note in listed_notes]
        options.print_list({"notes": elements}, elements, places)
    if not listed_notes:
        typer.echo("No notes.", err=True)
        raise typer.Exit(NOTHING_FOUND)


def files(
    *,
    kind: Annotated[FileKind | None, typer.Option(help="List files of this kind alone.")] = None,
    failed: Annotated[bool, typer.Option("--failed", help="List those not read, or not read whole.")] = False,
    options: ListOptions,
) -> None:
    """List the files that are searched, each with its kind, and why one couldn't be read."""
    found_files, addresses = options.ask(partial(commands.files, kind=kind or "", failed=failed))
    places = [Place(addresses[file.path], PurePath(file.path).name, file.reason) for file in found_files]
    if options.style is Format.TEXT:
        for file, place in zip(found_files, places, strict=True):
            state = "" if file.state == "read" else file.state
            print_heading(console(), place, "  ".join(filter(None, (file.kind, state, file.reason))))
    else:
        listed = [listed_file_json(file, addresses[file.path]) for file in found_files]
        options.print_list({"files": listed}, listed, places)
    if not found_files:
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
        all_notes = await opened.query.notes()
        notes = [note for note in all_notes if note.kind in NOTE_KINDS]
        loose = await opened.relations.loose_ends()
        return Statistics(
            notes=len(notes),
            files=len(all_notes) - len(notes),
            words=sum(_words(note.text) for note in all_notes),
            links=sum(len(note.links) for note in all_notes),
            broken_links=sum(len(target.references) for target in loose.unresolved),
            orphans=len(loose.orphans),
            languages=dict((await opened.query.notes_by_language()).most_common()),
            months=_months(notes),
        )

    facts = options.ask(counted)
    if options.as_json:
        months = [{"month": month, "notes": new, "total": total} for month, new, total in facts.months]
        print_json(asdict(facts) | {"months": months})
    else:
        _print_statistics(facts)


def timeline(
    *,
    query: Annotated[str, typer.Argument(help="A question or filters.", autocompletion=candidates.query)],
    options: JsonOptions,
) -> None:
    """Count the notes of an answer by day, week, month or year."""
    answer = options.ask(partial(commands.timeline, query=query))
    if options.as_json:
        print_json(timeline_json(query, answer))
    elif answer.periods:
        table = Table("date", "notes", "", "", box=None)
        most = max(period.count for period in answer.periods)
        for period in answer.periods:
            bar = "▇" * math.ceil(_BAR * period.count / most)
            table.add_row(period.value, f"{period.count:,}", bar, "  ".join(period.names[:_MOST_TITLES]))
        console().print(table)
    if not answer.periods:
        typer.echo("No notes.", err=True)
        raise typer.Exit(NOTHING_FOUND)


def _words(text: str) -> int:
    """Count words; of scripts written without spaces, characters."""
    # Chinese and Japanese have no spaces: a whole paragraph would be one word.
    return len(without_runs(text).split()) + sum(map(len, runs(text)))


def _months(notes: Sequence[StoredNote]) -> tuple[tuple[str, int, int], ...]:
    counts = sorted(Counter(f"{note.date:%Y-%m}" for note in notes).items())
    total, months = 0, []
    for month, new in counts:
        total += new
        months.append((month, new, total))
    return tuple(months)


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
        months.add_row(month, f"{new:,}", f"{total:,}", "▇" * max(1, round(_BAR * new / most)))
    out.print(months)
