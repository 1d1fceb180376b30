"""``vaultsearch search``: a query to one vault or to all of them, or a whole text from a file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultsearch.cli import candidates
from vaultsearch.cli.options import FormatOption, ListOptions, ask_vault, run
from vaultsearch.cli.output import (
    NOTHING_FOUND,
    Format,
    Place,
    as_argument,
    json_text,
    print_records,
    shell_command,
)
from vaultsearch.cli.reports import offer_to_read, print_long_query_answer, print_results
from vaultsearch.cli.sessions import keep_numbers
from vaultsearch.cli.vault_choice import indexed_vault
from vaultsearch.core.errors import QueryError, VaultSearchError
from vaultsearch.core.values.search import Mode
from vaultsearch.service import commands
from vaultsearch.service.opening import open_group, open_vault
from vaultsearch.service.serialization import (
    Numbered,
    long_query_json,
    not_indexed_yet,
    result_json,
    search_json,
)
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.query import Relaxation
    from vaultsearch.core.values.search import Result, SearchStage

_HOW_MANY = "Number of passages, 0 for all; 10 by default, `passages.top_k` for a text."
_FROM_FILE = "Search with this text, such as a draft or an exported chat; - for standard input."
_PER_NOTE = "Passages of a note among the first ten, 2 by default; 0 for no limit."
_STREAM = "With --format jsonl, print each better answer as it comes."
_STANDARD_INPUT = Path("-")
_MOST_BYTES = 32 << 20
"""An export of a chat with a few hundred thousand messages, of which the first are searched with."""


class TextFileError(VaultSearchError):
    """A text to search with cannot be read."""


@dataclass(frozen=True)
class SearchOptions(ListOptions):
    """The options of a search; ``n`` is 0 for all, None for the default."""

    query: Annotated[str, typer.Argument(help="A question or words.", autocompletion=candidates.query)] = ""
    all_vaults: Annotated[bool, typer.Option("--all", help="Search all vaults.")] = False
    n: Annotated[int | None, typer.Option("-n", min=0, help=_HOW_MANY)] = None
    mode: Annotated[
        Mode, typer.Option(help="Meaning and words, one of them, exact text, or along links.")
    ] = Mode.HYBRID
    no_rerank: Annotated[bool, typer.Option("--no-rerank", help="Skip reranking.")] = False
    explain: Annotated[bool, typer.Option("--explain", help="Show why each passage was found.")] = False
    from_file: Annotated[Path | None, typer.Option("--from-file", metavar="FILE", help=_FROM_FILE)] = None
    by_topic: Annotated[bool, typer.Option("--by-topic", help="Group the results of a text by topic.")] = (
        False
    )
    per_note: Annotated[int | None, typer.Option("--per-note", min=0, help=_PER_NOTE)] = None
    # Declared again, so that help lists it here and not among the inherited options.
    style: FormatOption = Format.TEXT
    stream: Annotated[bool, typer.Option("--stream", help=_STREAM)] = False

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `commands.search`, each stage to be printed if that is asked for."""
        on_stage = {"on_stage": partial(_print_stage, self)} if self.stream else {}
        per_note = commands.PER_NOTE if self.per_note is None else self.per_note
        given = {"query": self.query, "mode": self.mode, "n": self.n, "rerank": not self.no_rerank}
        return {**given, "per_note": per_note, **on_stage}

    def command(self, query: str, mode: Mode) -> str:
        """Return the command that searches for another query in the same place."""
        vault = ("--vault", str(self.vault)) if self.vault else ()
        way = () if mode is Mode.HYBRID else ("--mode", mode.value)
        return shell_command("search", *vault, *way, *as_argument(query))


def search(options: SearchOptions) -> None:
    """Search an indexed vault with a query or a whole text."""
    if options.stream and options.style is not Format.JSONL:
        raise QueryError("--stream prints JSON Lines.", "Add --format jsonl.")
    parameters = options.parameters()
    if options.all_vaults and (options.vault or options.from_file):
        other = "--vault" if options.vault else "--from-file"
        raise QueryError(f"--all can't be combined with {other}.", "Remove one of them.")
    if options.from_file is not None:
        if options.query:
            raise QueryError("Both a query and a file were given.", "Remove one of them.")
        long_answer = _search_with_file(options.folder, parameters, _read_text(options.from_file), options)
    elif not options.query:
        raise QueryError("No query.", "Give a query, or a text with --from-file FILE.")
    elif options.all_vaults:
        long_answer = run(_search_all(parameters, options))
    else:
        long_answer = _search_one(options.folder, parameters, options)
    if not long_answer:
        raise typer.Exit(NOTHING_FOUND)


def _search_one(folder: Path, parameters: Parameters, options: SearchOptions) -> bool:
    ask = partial(commands.search_or_relax, **options.arguments())
    last, notes, relaxations = ask_vault(folder, parameters, ask)
    keep_numbers(notes, folder, _lines(last.results))
    _show(last, notes, options, (*_notices(last), *filter(None, [offer_to_read(last, folder)])))
    for relaxation in relaxations:
        typer.echo(f"Try: {_relaxed(relaxation, options)}", err=True)
    return bool(last.results)


def _print_stage(options: SearchOptions, stage: SearchStage, notes: Numbered) -> None:
    line = {"stage": stage.name, "final": stage.final, **search_json(stage, notes, _notices(stage))}
    print_records([json_text(line)], null=options.null)


def _notices(stage: SearchStage) -> tuple[str, ...]:
    return tuple(filter(None, (stage.notice, not_indexed_yet(stage))))


def _show(stage: SearchStage, notes: Numbered, options: SearchOptions, notices: Sequence[str]) -> None:
    if stage.spelling is not None:
        notices = (*notices, str(stage.spelling))
    for sentence in notices:
        typer.echo(sentence, err=True)
    if options.style is Format.TEXT:
        print_results(stage, notes, explain=options.explain)
        return
    # Stages were printed as they came.
    lines = () if options.stream else stage.results
    whole = search_json(stage, notes, (*notices, *stage.hints))
    options.print_list(
        whole,
        (result_json(result, notes) for result in lines),
        (_place(result, notes) for result in stage.results),
    )


def _relaxed(relaxation: Relaxation, options: SearchOptions) -> str:
    command = options.command(relaxation.edit.applied(options.query), relaxation.mode)
    if relaxation.notes is None:
        return command
    notes = f"{relaxation.notes:,} {'file' if relaxation.notes == 1 else 'files'}"
    return f"{command}  # {notes}{' with its words' if relaxation.mention else ''}"


async def _search_all(parameters: Parameters, options: SearchOptions) -> bool:
    """Search all vaults that were opened or indexed; those that cannot be searched are lines on stderr."""
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.workers import Workers

    group = await open_group(
        settings.load().vaults or (indexed_vault(),),
        partial(open_vault, parameters=parameters, write=False),
        ComponentFactory(parameters, settings.models_folder()),
        Workers.one_process(),
    )
    try:
        last, notes = await commands.search(group, **options.arguments())
        keep_numbers(notes, lines=_lines(last.results))
        status = await group.status()
    finally:
        await group.close()
    skipped = [f"{member.name} skipped: {member.trouble}" for member in status.members if member.trouble]
    _show(last, notes, options, (*skipped, *_notices(last)))
    return bool(last.results)


def _search_with_file(folder: Path, parameters: Parameters, text: str, options: SearchOptions) -> bool:
    ask = partial(commands.search_with_text, text=text, n=options.n)
    answer, notes = ask_vault(folder, parameters, ask)
    keep_numbers(notes, folder, _lines(answer.results))
    if answer.notice:
        typer.echo(answer.notice, err=True)
    if options.style is Format.TEXT:
        print_long_query_answer(answer, notes, by_topic=options.by_topic, explain=options.explain)
    else:
        output = long_query_json(answer, notes)
        lines = (result_json(result, notes) for result in answer.results)
        options.print_list(
            output,
            [{"stage": "reranked", "final": True, **output}] if options.stream else lines,
            (_place(result, notes) for result in answer.results),
        )
    return bool(answer.results)


def _lines(results: Iterable[Result]) -> list[tuple[str, int | None]]:
    """Return the first lines of passages with their notes' paths."""
    chunks = (result.chunk for result in results)
    return [(chunk.path, None if chunk.is_generated else chunk.line_start) for chunk in chunks]


def _place(result: Result, notes: Numbered) -> Place:
    """Return the line of a passage that holds the first of the query's words, or else its first line."""
    from vaultsearch.core.query.words import find_terms

    chunk, note = result.chunk, notes[result.chunk.path]
    lines = chunk.content.split("\n")
    spans_of_lines = (find_terms(line, result.terms) for line in lines)
    line_index, start = next(
        ((index, spans[0].start) for index, spans in enumerate(spans_of_lines) if spans), (0, 0)
    )
    is_found = not chunk.is_generated
    return Place(
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


def _read_text(file: Path) -> str:
    """Read a file, or standard input, in whatever encoding it is. Raise TextFileError if that fails."""
    from vaultsearch.core.vault.file_content import UnreadableNoteError, decode

    try:
        # As bytes: an exported chat may be in any encoding, and the locale says nothing about it.
        with sys.stdin.buffer if file == _STANDARD_INPUT else file.open("rb") as stream:
            raw = stream.read(_MOST_BYTES + 1)
        if len(raw) > _MOST_BYTES:
            raise TextFileError(f"{file} is longer than {_MOST_BYTES >> 20} MB.", "Search with a part of it.")
        return decode(raw).text
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise TextFileError(
            f"{file} can't be read: {reason}.", "Choose a text file, or - for standard input."
        ) from error
    except UnreadableNoteError as error:
        raise TextFileError(f"{file} isn't text: {error}", "Export it as text, Markdown or JSON.") from error
