"""``vaultsearch ask``: an answer by a language model of the user's, each sentence checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli import candidates
from vaultsearch.cli.options import JsonOptions, opened, run
from vaultsearch.cli.output import NOTHING_FOUND, plain, print_json
from vaultsearch.cli.sessions import keep_passage_numbers
from vaultsearch.core.errors import QueryError
from vaultsearch.core.models.chat_endpoint import EndpointError, ModelNotSetError, normalized
from vaultsearch.core.values.context import AnswerState
from vaultsearch.service import language_model
from vaultsearch.service.language_model import allow_host
from vaultsearch.service.serialization import answer_json, numbered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.context import CitedSentence, ModelAnswer
    from vaultsearch.service.serialization import Numbered
    from vaultsearch.service.vault import Vault

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
        _allow(allow)
    if key:
        _store_key(parameters)
    if test:
        report = run(_tested(options, parameters))
        typer.echo(report)
    if question:
        _answer(question, options, parameters, anyway=anyway, dry_run=dry_run)
    elif allow is None and not key and not test:
        raise QueryError("No question.", "Use vaultsearch ask QUESTION.")


def _allow(host: str) -> None:
    allow_host(host)
    typer.echo(f"Questions and passages may be sent to {host.strip().lower()}.", err=True)


def _store_key(parameters: Parameters) -> None:
    if not parameters.ask.base_url:
        raise ModelNotSetError.missing()
    address = normalized(parameters.ask.base_url)
    language_model.store_key(address, typer.prompt(f"Key for {address}", hide_input=True, default="").strip())
    typer.echo("The key is stored.", err=True)


async def _tested(options: JsonOptions, parameters: Parameters) -> str:
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
            return await _asked(vault, question, anyway=anyway, prints=not options.as_json)

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


async def _asked(vault: Vault, question: str, *, anyway: bool, prints: bool) -> tuple[ModelAnswer, Numbered]:
    """Return the answer and its notes, and print each sentence once it is checked."""
    printed = taken = 0
    async for state in vault.ask.answers(question, anyway=anyway):
        answer = state
        for step in answer.steps[taken:] if prints else ():
            typer.echo(f"{step.kind.value}: {plain(step.argument)} ({step.passages} passages)", err=True)
        taken = len(answer.steps)
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
