"""``vaultsearch context``, ``read``, ``ask`` and ``export``: cited passages, notes, and answers from them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli import candidates
from vaultsearch.cli.options import JsonOptions, VaultOptions, ask_vault, refuse_beside, run_in_vault
from vaultsearch.cli.output import echo_text, print_json, require_found, strip_controls
from vaultsearch.cli.program import TROUBLE_EXIT_CODE
from vaultsearch.cli.search import read_text
from vaultsearch.cli.sessions import keep_numbers, keep_passage_numbers, named_note
from vaultsearch.cli.vault_choice import indexed_vault, outside_vaults
from vaultsearch.core.errors import NoteNotFoundError, QueryError
from vaultsearch.core.parameters import COUNT, Parameters, bounds_of
from vaultsearch.core.values.context import (
    PASSAGES_CONSIDERED,
    AnswerState,
    CitedSentence,
    ContextFormat,
    ExportFormat,
    ModelAnswer,
    Objection,
    ReadFormat,
    Verdict,
)
from vaultsearch.service import commands
from vaultsearch.service.serialization import answer_json, context_json, read_json
from vaultsearch.service.shapes import NoteReading
from vaultsearch.service.wire import Numbered, Trouble, number_notes

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault


_BUDGET_HELP = "Token limit; context.budget by default."
_PASSAGES_HELP = f"Passages to consider; {PASSAGES_CONSIDERED} by default."
_BUDGET_BOUNDS = bounds_of("context.budget")
_FILE_HELP = "Use this file's text as the question; - for standard input."
_NOTE_HELP = (
    "A number in the last results, or an id, path, file name, title or alias; :10-40 behind it for lines."
)
Style = Annotated[ContextFormat, typer.Option("--format", help="Output format; json for programs.")]


def print_context(
    *,
    query: Annotated[
        str, typer.Argument(help="What the context is about.", autocompletion=candidates.complete_query)
    ] = "",
    from_file: Annotated[Path | None, typer.Option("--from-file", metavar="FILE", help=_FILE_HELP)] = None,
    options: JsonOptions,
    budget: Annotated[
        int | None, typer.Option(min=_BUDGET_BOUNDS.minimum, max=_BUDGET_BOUNDS.maximum, help=_BUDGET_HELP)
    ] = None,
    n: Annotated[
        int | None, typer.Option("-n", min=COUNT.minimum, max=COUNT.maximum, help=_PASSAGES_HELP)
    ] = None,
    style: Style = ContextFormat.MARKDOWN,
) -> None:
    """Print the best passages as one text, cited and numbered by note, within a token budget.

    The numbers are kept: `vaultsearch read 2` reads the second note of the last context. What did not fit
    is listed on stderr.
    """
    parameters = options.parameters(*([f"context.budget={budget}"] if budget is not None else []))
    style = ContextFormat.JSON if options.as_json else style
    if from_file is not None:
        refuse_beside("--from-file", {"a query": query})
    text = query if from_file is None else read_text(from_file)
    if not text.strip():
        raise QueryError("No query.", "Use vaultsearch context QUERY, or --from-file FILE.")
    most, by_topic = n or PASSAGES_CONSIDERED, from_file is not None
    ask = partial(commands.cited_context, text=text, n=most, style=style, by_topic=by_topic)
    made, notes, notice = ask_vault(options.folder, parameters, ask)
    if notice:
        echo_text(notice, stderr=True)
    if made.pieces:
        keep_numbers(notes, lines=((piece.path, piece.line_start) for piece in made.pieces))
    if style is ContextFormat.JSON:
        print_json(context_json(made, notes))
    elif made.text:
        echo_text(made.text)
    for piece in made.left_out:
        section = f" > {' > '.join(piece.heading_path)}" if piece.heading_path else ""
        echo_text(f"left out (over budget): {piece.path}{section} ({piece.tokens:,} tokens)", stderr=True)
    why_empty = "No results."
    if made.left_out:
        why_empty = (
            f"Nothing fits in {made.budget:,} tokens; the smallest passage takes {made.least:,}. "
            f"Use --budget {made.least} or more."
        )
    require_found(made.pieces, why_empty)


def read_notes(
    *,
    notes: Annotated[
        list[str],
        typer.Argument(
            metavar="NOTE_OR_NUMBER...", help=_NOTE_HELP, autocompletion=candidates.complete_notes
        ),
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
    readings = _read_notes(notes, options.vault, parameters, question, as_page=style is ReadFormat.HTML)
    read = [reading for reading in readings if isinstance(reading, NoteReading)]
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
            echo_text(f"vaultsearch: {reading.sentence} {reading.remedy}", stderr=True)
    if len(read) < len(readings):
        raise typer.Exit(TROUBLE_EXIT_CODE)
    require_found(any(map(_has_answer, read)))


def _read_notes(
    names: Sequence[str], vault: Path | None, parameters: Parameters, question: str, *, as_page: bool
) -> list[NoteReading | Trouble]:
    """Read notes in the given order, asking each vault only once."""
    # It names the last vault on stderr, which users should see only once.
    default = cache(indexed_vault)
    readings: dict[str, NoteReading | Trouble] = {}
    of_vaults: dict[tuple[Path, tuple[str, ...]], dict[str, str]] = {}
    for name in dict.fromkeys(names):
        try:
            named = named_note(name, vault, default)
            of_vaults.setdefault((named.folder, named.paths), {})[name] = named.name
        except NoteNotFoundError as error:
            readings[name] = Trouble.of(error)
    for (folder, paths), own in of_vaults.items():
        ask = partial(
            commands.read_notes, names=tuple(own.values()), numbers=paths, question=question, as_page=as_page
        )
        readings |= dict(zip(own, ask_vault(folder, parameters, ask), strict=True))
    return [readings[name] for name in names]


def _print_notes(read: Sequence[NoteReading], style: ContextFormat, *, with_names: bool) -> None:
    """Print notes; if there are several, put a line with the path before each, as `head` does."""
    from vaultsearch.core.context.formats import write_read_note

    for index, reading in enumerate(read):
        if with_names:
            path, lines = reading.note.path, reading.lines
            if lines is not None:
                path += f":{lines.first}" if lines.first == lines.last else f":{lines.first}-{lines.last}"
            typer.echo(f"{chr(10) if index else ''}==> {strip_controls(path)} <==")
        text = write_read_note(reading.note, style) if reading.lines is None else reading.lines.text
        echo_text(text, stderr=not _has_answer(reading))


def _has_answer(read: NoteReading) -> bool:
    return read.lines is not None or read.note.question is None or bool(read.note.quotes)


_STEPS_HELP = "Searches and readings of notes that the model may do by itself first; ask.steps by default."
_ANYWAY_HELP = "Ask even if probably no passage answers."
_DRY_RUN_HELP = "Print what would be sent, and send nothing."
_ALLOW_HELP = "Allow questions and passages to be sent to this host."
_KEY_HELP = "Enter the server's key, which goes to the system's store of passwords."
_STATE_MESSAGES = {
    AnswerState.NOT_IN_NOTES: "Probably nothing in your notes answers this; nothing was sent. "
    "Use --anyway to ask.",
    AnswerState.DECLINED: "The model found no answer in the passages.",
}


def ask_model(
    *,
    question: Annotated[
        str, typer.Argument(help="A question.", autocompletion=candidates.complete_query)
    ] = "",
    options: JsonOptions,
    anyway: Annotated[bool, typer.Option("--anyway", help=_ANYWAY_HELP)] = False,
    steps: Annotated[int | None, typer.Option("--steps", min=0, max=10, help=_STEPS_HELP)] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=_DRY_RUN_HELP)] = False,
    test: Annotated[bool, typer.Option("--test", help="Test the server that is set.")] = False,
    allow: Annotated[str | None, typer.Option("--allow", metavar="HOST", help=_ALLOW_HELP)] = None,
    key: Annotated[bool, typer.Option("--key", help=_KEY_HELP)] = False,
) -> None:
    """Have your own language model answer from your notes, and check every sentence.

    Sentences that the cited passages don't support are marked. The server is that of ask.base_url and
    ask.model in the settings; see `vaultsearch config`.
    """
    parameters = options.parameters(*([f"ask.steps={steps}"] if steps is not None else []))
    if allow is not None:
        allow_host(allow)
    if key:
        from vaultsearch.core.models.chat_client import ModelNotSetError, normalize_address
        from vaultsearch.service.parts.model_access import store_key

        if not parameters.ask.base_url:
            raise ModelNotSetError.missing()
        address = normalize_address(parameters.ask.base_url)
        entered = typer.prompt(f"Key for {address}", hide_input=True, default="", show_default=False).strip()
        store_key(address, entered)
        typer.echo("The key is stored." if entered else "The key is deleted.", err=True)
    if test:
        from vaultsearch.core.models.chat_client import EndpointError

        report = run_in_vault(options.folder, parameters, lambda vault: vault.ask.test())
        if not report.works:
            raise EndpointError(report.sentence, "")
        typer.echo(report.sentence)
    if question:
        _print_answer(question, options, parameters, anyway=anyway, dry_run=dry_run)
    elif allow is None and not key and not test:
        raise QueryError("No question.", "Use vaultsearch ask QUESTION.")


def allow_host(host: str, *, all_notes: bool = False) -> None:
    """Allow a host to receive questions and passages, or all notes, and print a confirmation."""
    from vaultsearch.service.parts import model_access

    allowed = model_access.allow_host(host, all_notes=all_notes)
    whose = "The text of all notes" if all_notes else "Questions and passages"
    typer.echo(f"{whose} may be sent to {allowed}.", err=True)


def _print_answer(
    question: str, options: JsonOptions, parameters: Parameters, *, anyway: bool, dry_run: bool
) -> None:
    if dry_run:
        refuse_beside("--dry-run", {"--json": options.as_json})
        preview = ask_vault(
            options.folder, parameters, lambda vault: vault.ask.preview(question, anyway=anyway)
        )
        echo_text(preview) if preview else typer.echo(_STATE_MESSAGES[AnswerState.NOT_IN_NOTES], err=True)
        return
    printed = partial(_print_sentences, question=question, anyway=anyway, prints=not options.as_json)
    answer, notes = ask_vault(options.folder, parameters, printed)
    keep_passage_numbers(notes, ((piece.path, piece.line_start) for piece in answer.passages))
    if options.as_json:
        print_json(answer_json(answer, notes))
    elif answer.state in _STATE_MESSAGES:
        typer.echo(_STATE_MESSAGES[answer.state], err=True)
    else:
        kept = [sentence for sentence in answer.sentences if sentence.is_kept]
        for number in sorted({number for sentence in kept for number in sentence.citations}):
            piece = answer.passages[number - 1]
            place = f"{piece.path}:{piece.line_start}" if piece.line_start else piece.path
            header = " > ".join(dict.fromkeys((piece.title, *piece.heading_path)))
            typer.echo(f"[{number}] {strip_controls(header)}  {strip_controls(place)}")
        notice = f"{answer.notice}\n" if answer.notice else ""
        typer.echo(f"{notice}{answer.model} on {answer.sent_to}, {answer.tokens:,} tokens sent", err=True)
    require_found(any(sentence.is_kept for sentence in answer.sentences))


async def _print_sentences(
    vault: Vault, question: str, *, anyway: bool, prints: bool
) -> tuple[ModelAnswer, Numbered]:
    """Return the answer with numbered notes, printing each sentence once checked."""
    printed = steps_shown = 0
    async for state in vault.ask.answers(question, anyway=anyway):
        answer = state
        for step in answer.steps[steps_shown:] if prints else ():
            typer.echo(
                f"{step.kind.value}: {strip_controls(step.argument)} ({step.passages} passages)", err=True
            )
        steps_shown = len(answer.steps)
        checked = [sentence for sentence in answer.sentences if sentence.verdict is not None]
        if prints:
            for sentence in checked[printed:]:
                typer.echo(_sentence_line(sentence))
        printed = len(checked)
    for sentence in answer.sentences if prints else ():
        if sentence.objection is Objection.DENIED:
            typer.echo(f"(compare: asked again, the model said no) {strip_controls(sentence.text)}")
    return answer, number_notes(await vault.addresses(piece.path for piece in answer.passages))


def _sentence_line(sentence: CitedSentence) -> str:
    if sentence.is_kept:
        marks = "".join(f"[{number}]" for number in sentence.citations)
        miscited = (
            f" (not in {'[' + ']['.join(map(str, sentence.miscited)) + ']'})" if sentence.miscited else ""
        )
        outcome = "checked" if sentence.verdict is Verdict.CHECKED else "compare"
        return f"{strip_controls(sentence.text)} {marks}{miscited} ({outcome})"
    because = f": {strip_controls(sentence.detail)}" if sentence.detail else ""
    return f"(not in your notes{because}) {strip_controls(sentence.text)}"


_STANDARD_OUTPUT = Path("-")
_OUTPUT_FILE_HELP = "The file to write; standard output by default."
_FILTER_HELP = "Only notes that match these filters of the query language, such as tag:project."


def export_passages(
    *,
    file: Annotated[Path, typer.Argument(help=_OUTPUT_FILE_HELP, show_default=False)] = _STANDARD_OUTPUT,
    style: Annotated[ExportFormat, typer.Option("--format", help="Output format.")] = ExportFormat.JSONL,
    conditions: Annotated[str, typer.Option("--filter", help=_FILTER_HELP)] = "",
    vectors: Annotated[bool, typer.Option("--vectors/--no-vectors", help="With the vectors.")] = True,
    options: VaultOptions,
) -> None:
    """Write all indexed passages with their metadata and vectors."""
    if file != _STANDARD_OUTPUT:
        outside_vaults(file)
    parameters = options.parameters()
    if file == _STANDARD_OUTPUT and style is ExportFormat.PARQUET and sys.stdout.isatty():
        raise QueryError("Parquet is binary, and this is a terminal.", "Name a file, or use a pipe.")

    async def exported(opened: Vault) -> None:
        with _open_output(file) as stream:
            passages = await opened.export(stream, style, conditions, vectors=vectors)
            typer.echo(f"{passages:,} passages.", err=True)
            require_found(passages)

    ask_vault(options.folder, parameters, exported)


@contextmanager
def _open_output(file: Path) -> Iterator[IO[bytes]]:
    """Open the output; a file is replaced at the end, so that a failed or empty export leaves it as it is."""
    if file == _STANDARD_OUTPUT:
        yield sys.stdout.buffer
        return
    is_new, whole = not file.exists(), file.resolve()
    # A pipe is written to as it is.
    if not is_new and not file.is_file():
        with file.open("wb") as stream:
            yield stream
        return
    written = whole if is_new else whole.with_name(f"{whole.name}.{os.getpid()}.tmp")
    try:
        with written.open("wb") as stream:
            if not is_new:
                shutil.copymode(whole, written)
            yield stream
    except BaseException:
        written.unlink(missing_ok=True)
        raise
    written.replace(whole)
