"""``vaultsearch context``, ``read``, ``ask`` and ``export``: cited passages, notes, and answers from them."""

from __future__ import annotations

import sys
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli import candidates
from vaultsearch.cli.options import JsonOptions, VaultOptions, ask_vault, opened, run
from vaultsearch.cli.output import NOTHING_FOUND, echo_text, plain, print_json
from vaultsearch.cli.program import TROUBLE
from vaultsearch.cli.sessions import keep_numbers, keep_passage_numbers, named_note
from vaultsearch.cli.vault_choice import indexed_vault
from vaultsearch.core.errors import NoteNotFoundError, QueryError
from vaultsearch.core.parameters import COUNT, bounds_of
from vaultsearch.core.values.context import (
    PASSAGES_CONSIDERED,
    AnswerState,
    Context,
    ContextFormat,
    ContextPiece,
    ExportFormat,
    ReadFormat,
)
from vaultsearch.service import commands
from vaultsearch.service.serialization import answer_json, context_json, numbered, read_json
from vaultsearch.service.wire import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.files import Lines
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.context import CitedSentence, ModelAnswer
    from vaultsearch.service.serialization import Numbered
    from vaultsearch.service.vault import Vault


_STYLE = "Output format; json for programs."
_TOKENS = "Token limit; context.budget by default."
_CONSIDERED = f"Passages to consider; {PASSAGES_CONSIDERED} by default."
_BUDGET = bounds_of("context.budget")
_FILE = "Use this file's text as the question; - for standard input."
_NOTE = "A number in the last results, or an id, path, file name, title or alias; :10-40 behind it for lines."
Style = Annotated[ContextFormat, typer.Option("--format", help=_STYLE)]


def context(
    *,
    query: Annotated[
        str, typer.Argument(help="What the context is about.", autocompletion=candidates.query)
    ] = "",
    from_file: Annotated[Path | None, typer.Option("--from-file", metavar="FILE", help=_FILE)] = None,
    options: JsonOptions,
    budget: Annotated[
        int | None, typer.Option(min=_BUDGET.minimum, max=_BUDGET.maximum, help=_TOKENS)
    ] = None,
    n: Annotated[
        int | None, typer.Option("-n", min=COUNT.minimum, max=COUNT.maximum, help=_CONSIDERED)
    ] = None,
    style: Style = ContextFormat.MARKDOWN,
) -> None:
    """Print the best passages as one text, cited and numbered by note, within a token budget.

    The numbers are kept: `vaultsearch read 2` reads the second note of the last context. What did not fit
    is listed on stderr.
    """
    parameters = options.parameters(*([f"context.budget={budget}"] if budget is not None else []))
    style = ContextFormat.JSON if options.as_json else style
    text = _question(query, from_file)

    most, by_topic = n or PASSAGES_CONSIDERED, from_file is not None
    ask = partial(commands.cited_context, text=text, n=most, style=style, by_topic=by_topic)
    made, notes, notice = ask_vault(options.folder, parameters, ask)
    if notice:
        typer.echo(notice, err=True)
    if made.pieces:
        keep_numbers(notes, lines=((piece.path, piece.line_start) for piece in made.pieces))
    if style is ContextFormat.JSON:
        print_json(context_json(made, notes))
    elif made.text:
        echo_text(made.text)
    for piece in made.left_out:
        typer.echo(f"left out (over budget): {_piece_line(piece)}", err=True)
    if not made.pieces:
        typer.echo(_nothing_in(made), err=True)
        raise typer.Exit(NOTHING_FOUND)


def _nothing_in(context: Context) -> str:
    """Say why a context is empty."""
    if not context.left_out:
        return "No results."
    return (
        f"Nothing fits in {context.budget:,} tokens; the smallest passage takes {context.least:,}. "
        f"Use --budget {context.least} or more."
    )


def _question(query: str, file: Path | None) -> str:
    """Return the query, or a file's text. Raise QueryError if it is empty or the file cannot be read."""
    if file is None:
        text = query
    else:
        try:
            raw = typer.get_binary_stream("stdin").read() if str(file) == "-" else file.read_bytes()
        except OSError as error:
            raise QueryError(f"{file} can't be read: {error.strerror}.", "Choose another file.") from error
        text = raw.decode("utf-8-sig", errors="replace")
    if not text.strip():
        raise QueryError("No query.", "Use vaultsearch context QUERY, or --from-file FILE.")
    return text


def _piece_line(piece: ContextPiece) -> str:
    section = f" > {' > '.join(piece.heading_path)}" if piece.heading_path else ""
    return f"{piece.path}{section} ({piece.tokens:,} tokens)"


def read(
    *,
    notes: Annotated[
        list[str], typer.Argument(metavar="NOTE_OR_NUMBER...", help=_NOTE, autocompletion=candidates.notes)
    ],
    question: Annotated[
        str, typer.Option("--question", "-q", help="Quote the sentences that answer this.")
    ] = "",
    options: JsonOptions,
    style: Annotated[
        ReadFormat, typer.Option("--format", help="Output format; json for programs, html as in the window.")
    ] = ReadFormat.MARKDOWN,
) -> None:
    """Print notes as they are in the index or, with a question, the quotes in them that answer.

    A quote is exactly what stands in the file, at the lines that are named.
    """
    parameters = options.parameters()
    readings = _read(notes, options.vault, parameters, question, as_page=style is ReadFormat.HTML)
    read = [reading for reading in readings if isinstance(reading, commands.NoteReading)]
    # A single note that cannot be read is the trouble of the command; one of several is a line on stderr.
    if len(notes) == 1 and not read:
        raise next(reading.error() for reading in readings if isinstance(reading, Trouble))
    if options.as_json or style is ReadFormat.JSON:
        outputs = [read_json(reading.note, reading.address, reading.lines) for reading in read]
        print_json(outputs[0] if len(notes) == 1 else {"notes": outputs})
    elif style is ReadFormat.HTML:
        for page in read:
            echo_text(page.html or "")
    else:
        _print_notes(read, ContextFormat(style), with_names=len(notes) > 1)
    for reading in readings:
        if isinstance(reading, Trouble):
            typer.echo(f"vaultsearch: {reading.sentence} {reading.remedy}", err=True)
    if len(read) < len(readings):
        raise typer.Exit(TROUBLE)
    if not any(map(_has_answer, read)):
        raise typer.Exit(NOTHING_FOUND)


def _read(
    names: Sequence[str], vault: Path | None, parameters: Parameters, question: str, *, as_page: bool
) -> list[commands.NoteReading | Trouble]:
    """Read notes in the order of their names; those of the same vault in one go."""
    # It names the last vault on stderr, which is to be said once.
    default = cache(indexed_vault)
    readings: dict[str, commands.NoteReading | Trouble] = {}
    of_vaults: dict[tuple[Path, tuple[str, ...]], dict[str, str]] = {}
    for name in dict.fromkeys(names):
        try:
            named = named_note(name, vault, default)
            of_vaults.setdefault((named.folder, named.paths), {})[name] = named.name
        except NoteNotFoundError as error:
            readings[name] = Trouble.of(error)
    for (folder, paths), own in of_vaults.items():
        ask = partial(
            commands.read, names=tuple(own.values()), numbers=paths, question=question, as_page=as_page
        )
        readings |= dict(zip(own, ask_vault(folder, parameters, ask), strict=True))
    return [readings[name] for name in names]


def _print_notes(read: Sequence[commands.NoteReading], style: ContextFormat, *, with_names: bool) -> None:
    """Print notes; of several, each behind a line with its path, as `head` does."""
    from vaultsearch.core.context.formats import written_note

    for index, reading in enumerate(read):
        if with_names:
            path = plain(f"{reading.note.path}{_range(reading.lines)}")
            typer.echo(f"{chr(10) if index else ''}==> {path} <==")
        text = written_note(reading.note, style) if reading.lines is None else reading.lines.text
        echo_text(text, stderr=not _has_answer(reading))


def _range(lines: Lines | None) -> str:
    if lines is None:
        return ""
    return f":{lines.first}" if lines.first == lines.last else f":{lines.first}-{lines.last}"


def _has_answer(read: commands.NoteReading) -> bool:
    return read.lines is not None or read.note.question is None or bool(read.note.quotes)


_STEPS = "Searches and readings of notes that the model may do by itself first; ask.steps by default."
_ANYWAY = "Ask even if probably no passage answers."
_DRY_RUN = "Print what would be sent, and send nothing."
_TEST = "Test the server that is set."
_ALLOW = "Allow questions and passages to be sent to this host."
_KEY = "Enter the server's key, which goes to the system's store of passwords."
_SAYINGS = {
    AnswerState.NOT_IN_NOTES: "Probably nothing in your notes answers this; nothing was sent. "
    "Use --anyway to ask.",
    AnswerState.DECLINED: "The model found no answer in the passages.",
}


def ask(
    *,
    question: Annotated[str, typer.Argument(help="A question.", autocompletion=candidates.query)] = "",
    options: JsonOptions,
    anyway: Annotated[bool, typer.Option("--anyway", help=_ANYWAY)] = False,
    steps: Annotated[int | None, typer.Option("--steps", min=0, max=10, help=_STEPS)] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=_DRY_RUN)] = False,
    test: Annotated[bool, typer.Option("--test", help=_TEST)] = False,
    allow: Annotated[str | None, typer.Option("--allow", metavar="HOST", help=_ALLOW)] = None,
    key: Annotated[bool, typer.Option("--key", help=_KEY)] = False,
) -> None:
    """Have your own language model answer from your notes, and check every sentence.

    Sentences that the cited passages don't support are marked. The server is that of ask.base_url and
    ask.model in the settings; see `vaultsearch config`.
    """
    parameters = options.parameters(*([f"ask.steps={steps}"] if steps is not None else []))
    if allow is not None:
        allow_host(allow)
    if key:
        _store_key(parameters)
    if test:
        report = run(_tested(options, parameters))
        typer.echo(report)
    if question:
        _answer(question, options, parameters, anyway=anyway, dry_run=dry_run)
    elif allow is None and not key and not test:
        raise QueryError("No question.", "Use vaultsearch ask QUESTION.")


def allow_host(host: str, *, all_notes: bool = False) -> None:
    """Allow questions and passages, or all notes, to be sent to a host, and say so."""
    from vaultsearch.service import model_access

    model_access.allow_host(host, all_notes=all_notes)
    whose = "The text of all notes" if all_notes else "Questions and passages"
    typer.echo(f"{whose} may be sent to {host.strip().lower()}.", err=True)


def _store_key(parameters: Parameters) -> None:
    from vaultsearch.core.models.chat_client import ModelNotSetError, normalized
    from vaultsearch.service.model_access import store_key

    if not parameters.ask.base_url:
        raise ModelNotSetError.missing()
    address = normalized(parameters.ask.base_url)
    store_key(address, typer.prompt(f"Key for {address}", hide_input=True, default="").strip())
    typer.echo("The key is stored.", err=True)


async def _tested(options: JsonOptions, parameters: Parameters) -> str:
    from vaultsearch.core.models.chat_client import EndpointError

    async with opened(options.folder, parameters) as vault:
        report = await vault.ask.test()
    if not report.works:
        raise EndpointError(report.sentence, "")
    return report.sentence


def _answer(
    question: str, options: JsonOptions, parameters: Parameters, *, anyway: bool, dry_run: bool
) -> None:
    async def answered() -> tuple[ModelAnswer, Numbered] | None:
        async with opened(options.folder, parameters) as vault:
            if dry_run:
                typer.echo(await vault.ask.preview(question))
                return None
            return await _written_out(vault, question, anyway=anyway, prints=not options.as_json)

    outcome = run(answered())
    if outcome is None:
        return
    answer, notes = outcome
    keep_passage_numbers(notes, ((piece.path, piece.line_start) for piece in answer.passages))
    if options.as_json:
        print_json(answer_json(answer, notes))
    elif answer.state in _SAYINGS:
        typer.echo(_SAYINGS[answer.state], err=True)
    else:
        for line in _sources(answer):
            typer.echo(line)
        typer.echo(f"{answer.model} on {answer.sent_to}, {answer.tokens:,} tokens sent", err=True)
    if not any(sentence.supported for sentence in answer.sentences):
        raise typer.Exit(NOTHING_FOUND)


async def _written_out(
    vault: Vault, question: str, *, anyway: bool, prints: bool
) -> tuple[ModelAnswer, Numbered]:
    """Return the answer and its notes, and print each sentence once it is checked."""
    printed = steps_shown = 0
    async for state in vault.ask.answers(question, anyway=anyway):
        answer = state
        for step in answer.steps[steps_shown:] if prints else ():
            typer.echo(f"{step.kind.value}: {plain(step.argument)} ({step.passages} passages)", err=True)
        steps_shown = len(answer.steps)
        checked = [sentence for sentence in answer.sentences if sentence.supported is not None]
        if prints:
            for sentence in checked[printed:]:
                typer.echo(_line(sentence))
        printed = len(checked)
    return answer, numbered(await vault.addresses(piece.path for piece in answer.passages))


def _line(sentence: CitedSentence) -> str:
    if sentence.supported:
        marks = "".join(f"[{number}]" for number in sentence.citations)
        return f"{plain(sentence.text)} {marks}"
    because = f": {plain(sentence.detail)}" if sentence.detail else ""
    return f"(not in your notes{because}) {plain(sentence.text)}"


def _sources(answer: ModelAnswer) -> Iterator[str]:
    cited: Sequence[int] = sorted(
        {number for sentence in answer.sentences if sentence.supported for number in sentence.citations}
    )
    for number in cited:
        piece = answer.passages[number - 1]
        place = f"{piece.path}:{piece.line_start}" if piece.line_start else piece.path
        header = " > ".join(dict.fromkeys((piece.title, *piece.heading_path)))
        yield f"[{number}] {plain(header)}  {plain(place)}"


_STANDARD_OUTPUT = Path("-")
_OUTPUT_FILE = "The file to write; standard output by default."
_FILTER = "Only notes that match these filters of the query language, such as tag:project."


def export(
    *,
    file: Annotated[Path, typer.Argument(help=_OUTPUT_FILE, show_default=False)] = _STANDARD_OUTPUT,
    style: Annotated[ExportFormat, typer.Option("--format", help="Output format.")] = ExportFormat.JSONL,
    conditions: Annotated[str, typer.Option("--filter", help=_FILTER)] = "",
    vectors: Annotated[bool, typer.Option("--vectors/--no-vectors", help="With the vectors.")] = True,
    options: VaultOptions,
) -> None:
    """Write all indexed passages with their metadata and vectors."""
    parameters = options.parameters()
    is_output = file == _STANDARD_OUTPUT
    if is_output and style is ExportFormat.PARQUET and sys.stdout.isatty():
        raise QueryError("Parquet is binary, and this is a terminal.", "Name a file, or use a pipe.")

    async def exported(opened: Vault) -> int:
        if is_output:
            return await opened.export(sys.stdout.buffer, style, conditions, vectors=vectors)
        with file.open("wb") as stream:
            return await opened.export(stream, style, conditions, vectors=vectors)

    passages = ask_vault(options.folder, parameters, exported)
    typer.echo(f"{passages:,} passages.", err=True)
    if not passages:
        raise typer.Exit(NOTHING_FOUND)
