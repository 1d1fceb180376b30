"""``vaultsearch search``, by a query or a whole text; and lists: recent, random, files, stats, timeline."""

from __future__ import annotations

import math
import random as chance
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultsearch.cli import candidates
from vaultsearch.cli.options import (
    FormatOption,
    JsonOptions,
    ListOptions,
    ask_vault,
    refuse_beside,
    run_to_end,
)
from vaultsearch.cli.output import (
    ListFormat,
    PrintedPlace,
    echo_text,
    json_text,
    make_console,
    print_heading,
    print_json,
    print_records,
    query_arguments,
    require_found,
    shell_command,
    tell_notice,
)
from vaultsearch.cli.reports import offer_to_read, print_long_query_answer, print_results
from vaultsearch.cli.sessions import keep_numbers
from vaultsearch.cli.vault_choice import follow, indexed_vault
from vaultsearch.core.errors import QueryError, VaultSearchError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.note import NOTE_KINDS, FileKind, StoredNote
from vaultsearch.core.values.search import PER_NOTE, Mode, Result, SearchStage
from vaultsearch.service import commands
from vaultsearch.service.wire import (
    NamedDays,
    Numbered,
    fill_answer,
    not_indexed_yet,
    number_notes,
    plain_json,
)
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.service.shapes import Statistics
    from vaultsearch.service.vault import Vault


_COUNT_HELP = "Number of passages, 0 for all; 10 by default, `passages.top_k` for a text."
_FROM_FILE_HELP = "Search with this text, such as a draft or an exported chat; - for standard input."
_PER_NOTE_HELP = "Passages of a note, 2 by default; 0 for no limit."
_STREAM_HELP = "With --format jsonl, print each better answer as it comes."
_STANDARD_INPUT = Path("-")
_MAX_TEXT_BYTES = 32 << 20
"""Fits a chat export with several hundred thousand messages; only the first messages form the query."""


class TextFileError(VaultSearchError):
    """A text file given as a query cannot be read."""


@dataclass(frozen=True)
class SearchOptions(ListOptions):
    """Options of a search; ``n`` is 0 for all passages, None for the default."""

    query: Annotated[
        str, typer.Argument(help="A question or words.", autocompletion=candidates.complete_query)
    ] = ""
    all_vaults: Annotated[bool, typer.Option("--all", help="Search all vaults.")] = False
    n: Annotated[int | None, typer.Option("-n", min=0, help=_COUNT_HELP)] = None
    mode: Annotated[
        Mode, typer.Option(help="Meaning and words, one of them, exact text, or along links.")
    ] = Mode.HYBRID
    no_rerank: Annotated[bool, typer.Option("--no-rerank", help="Skip reranking.")] = False
    explain: Annotated[bool, typer.Option("--explain", help="Show why each passage was found.")] = False
    from_file: Annotated[Path | None, typer.Option("--from-file", metavar="FILE", help=_FROM_FILE_HELP)] = (
        None
    )
    by_topic: Annotated[bool, typer.Option("--by-topic", help="Group the results of a text by topic.")] = (
        False
    )
    per_note: Annotated[int | None, typer.Option("--per-note", min=0, help=_PER_NOTE_HELP)] = None
    # Declared again, so that help lists it here and not among the inherited options.
    style: FormatOption = ListFormat.TEXT
    stream: Annotated[bool, typer.Option("--stream", help=_STREAM_HELP)] = False

    def arguments(self) -> dict[str, Any]:
        """Return keyword arguments for `commands.search_vault`; with ``--stream``, print every stage."""

        def print_stage(stage: SearchStage, notes: Numbered) -> None:
            from vaultsearch.service.serialization import search_json

            days = commands.named_days(self.query)
            line = search_json(stage, notes, _stage_notices(stage), days, stage=stage.name, final=stage.final)
            print_records([json_text(line)], null=self.null)

        per_note = PER_NOTE if self.per_note is None else self.per_note
        given = {"query": self.query, "mode": self.mode, "n": self.n, "rerank": not self.no_rerank}
        return {**given, "per_note": per_note, **({"on_stage": print_stage} if self.stream else {})}

    def command(self, query: str, mode: Mode) -> str:
        """Return a shell command for another query in the same vault."""
        from vaultsearch.service.parts.replicas import name_of

        vault = ("--vault", name_of(self.vault)) if self.vault else ()
        way = () if mode is Mode.HYBRID else ("--mode", mode.value)
        return shell_command("search", *vault, *way, *query_arguments(query))


def search_notes(options: SearchOptions) -> None:
    """Search an indexed vault with a query or a whole text."""
    if options.stream and options.style is not ListFormat.JSONL:
        raise QueryError("--stream prints JSON Lines.", "Add --format jsonl.")
    parameters = options.parameters()
    if options.all_vaults:
        refuse_beside("--all", {"--vault": options.vault, "--from-file": options.from_file})
    if options.from_file is not None:
        of_words = {"--mode": options.mode is not Mode.HYBRID, "--per-note": options.per_note is not None}
        refuse_beside("--from-file", {"a query": options.query, **of_words, "--no-rerank": options.no_rerank})
        long_answer = _search_with_file(options.folder, parameters, read_text(options.from_file), options)
    elif not options.query:
        raise QueryError("No query.", "Give a query, or a text with --from-file FILE.")
    elif options.all_vaults:
        known = tuple(map(follow, settings.load_settings().vaults)) or (indexed_vault(),)
        long_answer = run_to_end(_search_all(known, parameters, options))
    else:
        long_answer = _search_one(options.folder, parameters, options)
    require_found(long_answer)


def _search_one(folder: Path, parameters: Parameters, options: SearchOptions) -> bool:
    ask = partial(
        commands.search_or_relax, **options.arguments(), names_days=options.style is ListFormat.JSON
    )
    last, notes, relaxations, days = ask_vault(folder, parameters, ask)
    keep_numbers(notes, folder, _passage_lines(last.results))
    notices = (*_stage_notices(last), *filter(None, [offer_to_read(last, folder)]))
    _print_answer(last, notes, options, notices, days)
    for relaxation in relaxations:
        command = options.command(relaxation.edit.applied(options.query), relaxation.mode)
        if relaxation.notes is not None:
            notes_found = f"{relaxation.notes:,} {'file' if relaxation.notes == 1 else 'files'}"
            command += f"  # {notes_found}{' with its words' if relaxation.mention else ''}"
        echo_text(f"Try: {command}", stderr=True)
    return bool(last.results)


def _stage_notices(stage: SearchStage) -> tuple[str, ...]:
    return tuple(filter(None, (stage.notice, not_indexed_yet(stage.completeness, settled=stage.settled))))


def _print_answer(
    stage: SearchStage,
    notes: Numbered,
    options: SearchOptions,
    notices: Sequence[str],
    days: NamedDays | None,
) -> None:
    if stage.spelling is not None:
        notices = (*notices, str(stage.spelling))
    # Text output showed hints with --explain alone: `tag:('` just found nothing.
    shows_hints = options.style is ListFormat.TEXT and not options.explain
    hints = [hint for hint in stage.hints if hint not in " ".join(notices)]
    for sentence in (*notices, *(hints if shows_hints else ())):
        echo_text(sentence, stderr=True)
    if options.style is ListFormat.TEXT:
        print_results(stage, notes, explain=options.explain)
        return
    # Imported here, as in the other lists: text needs no shapes.
    from vaultsearch.service.serialization import result_json, search_json

    # With --stream, results were printed stage by stage.
    lines = () if options.stream else stage.results
    whole = search_json(stage, notes, (*notices, *hints), days)
    options.print_list(
        whole,
        (result_json(result, notes) for result in lines),
        (_passage_place(result, notes) for result in stage.results),
    )


async def _search_all(vaults: Sequence[Path], parameters: Parameters, options: SearchOptions) -> bool:
    """Search several vaults; report unsearchable vaults on stderr."""
    from vaultsearch.service.opening import open_group, open_vault
    from vaultsearch.service.parts.components import ComponentFactory
    from vaultsearch.service.parts.workers import Workers

    group = await open_group(
        vaults,
        partial(open_vault, parameters=parameters, write=False),
        ComponentFactory(parameters, settings.models_folder()),
        Workers.one_process(),
    )
    try:
        last, notes = await commands.search_vault(group, **options.arguments())
        keep_numbers(notes, lines=_passage_lines(last.results))
        status = await group.status()
    finally:
        await group.close()
    skipped = [f"{member.name} skipped: {member.trouble}" for member in status.members if member.trouble]
    days = commands.named_days(options.query)
    _print_answer(last, notes, options, (*skipped, *_stage_notices(last)), days)
    return bool(last.results)


def _search_with_file(folder: Path, parameters: Parameters, text: str, options: SearchOptions) -> bool:
    ask = partial(commands.search_with_text, text=text, n=options.n)
    answer, notes = ask_vault(folder, parameters, ask)
    keep_numbers(notes, folder, _passage_lines(answer.results))
    if answer.notice:
        echo_text(answer.notice, stderr=True)
    if options.style is ListFormat.TEXT:
        print_long_query_answer(answer, notes, by_topic=options.by_topic, explain=options.explain)
    else:
        from vaultsearch.service.serialization import long_query_json, result_json

        of_stream = {"stage": "reranked", "final": True} if options.stream else {}
        output = long_query_json(answer, notes, **of_stream)
        lines = (result_json(result, notes) for result in answer.results)
        options.print_list(
            output,
            [output] if options.stream else lines,
            (_passage_place(result, notes) for result in answer.results),
        )
    return bool(answer.results)


def _passage_lines(results: Iterable[Result]) -> list[tuple[str, int | None]]:
    """Return each passage's note path and first line."""
    chunks = (result.chunk for result in results)
    return [(chunk.path, None if chunk.is_generated else chunk.line_start) for chunk in chunks]


def _passage_place(result: Result, notes: Numbered) -> PrintedPlace:
    """Return the passage's first line containing a query term, else the passage's first line."""
    from vaultsearch.core.query.words import find_terms

    chunk, note = result.chunk, notes[result.chunk.path]
    # The Markdown of a file that is none has characters that the file has not.
    lines = (chunk.text if chunk.is_generated else chunk.content).split("\n")
    spans_of_lines = (find_terms(line, result.terms) for line in lines)
    line_index, start = next(
        ((index, spans[0].start) for index, spans in enumerate(spans_of_lines) if spans), (0, 0)
    )
    is_found = not chunk.is_generated
    return PrintedPlace(
        note=note.address,
        title=chunk.title,
        text=lines[line_index].rstrip() or result.snippet.text,
        line=chunk.line_start + line_index if is_found else None,
        # Editors count columns in bytes.
        column=len(lines[line_index][:start].encode()) + 1 if is_found else 1,
        section=chunk.heading_path,
        number=note.number,
        score=result.score,
    )


def read_text(file: Path) -> str:
    """Read a file or standard input in any encoding. Raise TextFileError on failure."""
    from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text

    try:
        # As bytes: an exported chat may be in any encoding, and the locale says nothing about it.
        with sys.stdin.buffer if file == _STANDARD_INPUT else file.open("rb") as stream:
            raw = stream.read(_MAX_TEXT_BYTES + 1)
        if len(raw) > _MAX_TEXT_BYTES:
            raise TextFileError(
                f"{file} is longer than {_MAX_TEXT_BYTES >> 20} MB.", "Search with a part of it."
            )
        return decode_text(raw).text
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise TextFileError(
            f"{file} can't be read: {reason}.", "Choose a text file, or - for standard input."
        ) from error
    except UnreadableNoteError as error:
        raise TextFileError(f"{file} isn't text: {error}", "Export it as text, Markdown or JSON.") from error


_FILTER_HELP = "Filters of the query language, such as tag:project; all notes by default."
Filter = Annotated[
    str, typer.Argument(metavar="[FILTER]", help=_FILTER_HELP, autocompletion=candidates.complete_query)
]
_MAX_MONTHS = 24
_BAR_COLUMNS = 30
_MAX_TITLES = 3


def list_recent(
    *,
    conditions: Filter = "",
    options: ListOptions,
    n: Annotated[int, typer.Option("-n", min=0, help="Number of notes, 0 for all.")] = 10,
) -> None:
    """List the notes that were saved last."""
    _print_chosen_notes(
        options,
        conditions,
        lambda notes: sorted(notes, key=lambda note: note.modified or note.date, reverse=True)[: n or None],
    )


# Named like the command; the module of that name is imported as `chance`.
def pick_random(
    *,
    conditions: Filter = "",
    options: ListOptions,
    n: Annotated[int, typer.Option("-n", min=1, help="Number of notes.")] = 1,
) -> None:
    """Pick notes by chance."""
    _print_chosen_notes(options, conditions, lambda notes: chance.sample(notes, min(n, len(notes))))


def _print_chosen_notes(
    options: ListOptions, conditions: str, choose: Callable[[Sequence[StoredNote]], Sequence[StoredNote]]
) -> None:
    async def chosen(vault: Vault) -> tuple[Sequence[StoredNote], Numbered]:
        chosen_notes = choose(await vault.query.list_notes(conditions))
        return chosen_notes, number_notes(await vault.addresses(note.path for note in chosen_notes))

    listed_notes, notes = options.ask(chosen)
    keep_numbers(notes)
    places = [
        PrintedPlace(notes[note.path].address, note.title, number=notes[note.path].number)
        for note in listed_notes
    ]
    if options.style is ListFormat.TEXT:
        out = make_console()
        for note, place in zip(listed_notes, places, strict=True):
            print_heading(out, place, f"{note.modified or note.date:%Y-%m-%d}")
    else:
        from vaultsearch.service.serialization import listed_note_json

        elements = [listed_note_json(note, notes[note.path]) for note in listed_notes]
        options.print_list({"notes": elements}, elements, places)
    require_found(listed_notes, "No notes.")


def list_files(
    *,
    kind: Annotated[FileKind | None, typer.Option(help="List files of this kind alone.")] = None,
    failed: Annotated[bool, typer.Option("--failed", help="List those not read, or not read whole.")] = False,
    options: ListOptions,
) -> None:
    """List the files that are searched, each with its kind, and why one couldn't be read."""
    found_files, addresses = options.ask(partial(commands.list_files, kind=kind or "", failed=failed))
    places = [
        PrintedPlace(addresses[file.path], PurePath(file.path).name, file.reason) for file in found_files
    ]
    if options.style is ListFormat.TEXT:
        for file, place in zip(found_files, places, strict=True):
            state = "" if file.state == "read" else file.state
            print_heading(make_console(), place, "  ".join(filter(None, (file.kind, state, file.reason))))
    else:
        from vaultsearch.service.serialization import place_json
        from vaultsearch.service.shapes import ListedFile

        listed = [
            fill_answer(ListedFile, address, file, url=address.uri, **place_json(address))
            for file in found_files
            for address in [addresses[file.path]]
        ]
        options.print_list({"files": listed}, listed, places)
    require_found(found_files, "No files.")


def count_notes(options: JsonOptions) -> None:
    """Count notes, words, links and languages, and the notes of each month."""
    from vaultsearch.core.text import replace_unspaced_runs, unspaced_runs
    from vaultsearch.service.shapes import Month, Statistics

    async def counted(opened: Vault) -> Statistics:
        all_notes = await opened.query.notes()
        notes = [note for note in all_notes if note.kind in NOTE_KINDS]
        loose = await opened.relations.loose_ends()
        by_month = sorted(Counter(f"{note.date:%Y-%m}" for note in notes).items())
        totals = accumulate(new for _, new in by_month)
        return Statistics(
            notes=len(notes),
            files=len(all_notes) - len(notes),
            # Chinese and Japanese have no spaces: a whole paragraph would be one word.
            words=sum(
                len(replace_unspaced_runs(note.text).split()) + sum(map(len, unspaced_runs(note.text)))
                for note in all_notes
            ),
            links=sum(len(note.links) for note in all_notes),
            broken_links=sum(len(target.references) for target in loose.unresolved),
            orphans=len(loose.orphans),
            languages=dict((await opened.query.notes_by_language()).most_common()),
            months=[Month(month, new, total) for (month, new), total in zip(by_month, totals, strict=True)],
        )

    facts = tell_notice(options.ask(partial(commands.with_notice, ask=counted, by_words=True)))
    if options.as_json:
        print_json(facts)
    else:
        _print_statistics(facts)


def count_by_period(
    *,
    query: Annotated[
        str, typer.Argument(help="A question or filters.", autocompletion=candidates.complete_query)
    ],
    options: JsonOptions,
) -> None:
    """Count the notes of an answer by day, week, month or year."""
    answer = options.ask(partial(commands.count_by_date, query=query))
    if options.as_json:
        from vaultsearch.service.serialization import timeline_json

        print_json(timeline_json(query, answer))
    elif answer.periods:
        from rich.table import Table

        table = Table("date", "notes", "", "", box=None)
        most = max(period.count for period in answer.periods)
        for period in answer.periods:
            bar = "▇" * math.ceil(_BAR_COLUMNS * period.count / most)
            table.add_row(period.value, f"{period.count:,}", bar, "  ".join(period.names[:_MAX_TITLES]))
        make_console().print(table)
    require_found(answer.periods, "No notes.")


def _print_statistics(statistics: Statistics) -> None:
    from rich.table import Table

    out = make_console()
    table = Table(box=None, show_header=False)
    for name, count in plain_json(statistics).items():
        if isinstance(count, int):
            table.add_row(name.replace("_", " "), f"{count:,}")
    named = (f"{language or 'unknown'} ({notes:,})" for language, notes in statistics.languages.items())
    table.add_row("languages", ", ".join(named))
    out.print(table)
    if not statistics.months:
        return
    table = Table("month", "notes", "in all", "", box=None)
    most = max(month.notes for month in statistics.months)
    for month in statistics.months[-_MAX_MONTHS:]:
        bar = "▇" * max(1, round(_BAR_COLUMNS * month.notes / most))
        table.add_row(month.month, f"{month.notes:,}", f"{month.total:,}", bar)
    out.print(table)
