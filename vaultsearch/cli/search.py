"""``vaultsearch search``: a query to one vault or to all of them, or a whole text from a file."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli import completing
from vaultsearch.cli.options import AsJson, Set, VaultOption, ask_vault, command_parameters, print_json, run
from vaultsearch.cli.reports import (
    offer_to_read,
    print_long_query_answer,
    print_relaxations,
    print_results,
)
from vaultsearch.core.errors import QueryError, VaultSearchError
from vaultsearch.core.values.long_queries import LongQueryOutcome
from vaultsearch.core.values.search import Mode
from vaultsearch.service.opening import last_vault, open_group, open_vault
from vaultsearch.service.serialization import long_query_json, not_indexed_yet, result_json
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.long_queries import LongQueryAnswer
    from vaultsearch.core.values.query import Relaxation
    from vaultsearch.core.values.search import Result, SearchStage
    from vaultsearch.core.values.sync import IndexStatus
    from vaultsearch.service.vault import Vault

_DEFAULT_RESULTS = 10
_HOW_MANY = f"Number of passages; {_DEFAULT_RESULTS} by default, `passages.top_k` for a text."
_FROM_FILE = "Search with this text, such as a draft or an exported chat; - for standard input."
_STANDARD_INPUT = Path("-")
_MOST_BYTES = 32 << 20
"""An export of a chat with a few hundred thousand messages, of which the first are searched with."""


class TextFileError(VaultSearchError):
    """A text to search with cannot be read."""


def search(  # noqa: PLR0913, PLR0917 - typer makes an option of each
    query: Annotated[str, typer.Argument(help="A question or words.", autocompletion=completing.query)] = "",
    vault: VaultOption = None,
    all_vaults: Annotated[bool, typer.Option("--all", help="Search all vaults.")] = False,
    n: Annotated[int | None, typer.Option("-n", min=1, max=1000, help=_HOW_MANY)] = None,
    mode: Annotated[
        Mode, typer.Option(help="By meaning and words, one of them, or exact text.")
    ] = Mode.HYBRID,
    no_rerank: Annotated[bool, typer.Option("--no-rerank", help="Skip reranking.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show why each passage was found.")] = False,
    from_file: Annotated[Path | None, typer.Option("--from-file", metavar="FILE", help=_FROM_FILE)] = None,
    by_topic: Annotated[
        bool, typer.Option("--by-topic", help="Group the results of a text by topic.")
    ] = False,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Search an indexed vault with a query or a whole text."""
    parameters = command_parameters(set_)
    if all_vaults and (vault or from_file):
        raise QueryError("--all needs a query and can't be combined with --vault.", "Remove one of them.")
    folder = vault or last_vault()
    if from_file is not None:
        if query:
            raise QueryError("Both a query and a file were given.", "Remove one of them.")
        _search_with_file(
            folder, parameters, from_file, n, by_topic=by_topic, explain=explain, as_json=as_json
        )
        return
    if not query:
        raise QueryError("No query.", "Give a query, or a text with --from-file FILE.")
    count = n or _DEFAULT_RESULTS
    if all_vaults:
        _search_all(parameters, query, mode, count, rerank=not no_rerank, explain=explain, as_json=as_json)
        return
    stage, relaxations = ask_vault(
        folder,
        parameters,
        lambda opened: _search(opened, query, mode, count, rerank=not no_rerank, numbered=not as_json),
    )
    for sentence in filter(None, (stage.notice, not_indexed_yet(stage), offer_to_read(stage, folder))):
        typer.echo(sentence, err=True)
    if as_json:
        print_json([result_json(result) for result in stage.results])
    else:
        print_results(stage, explain=explain)
    print_relaxations(query, mode, relaxations)


async def _search(
    vault: Vault, query: str, mode: Mode, n: int, *, rerank: bool, numbered: bool
) -> tuple[SearchStage, tuple[Relaxation, ...]]:
    """Return the last stage, and the relaxed queries to propose if nothing answers this one.

    With ``numbered`` the printed numbers stand for these notes from now on, as in ``vaultsearch read 2``.
    """
    await vault.count_words()
    stages = [stage async for stage in vault.search(query, mode, n, rerank=rerank)]
    last = stages[-1]
    if numbered:
        await vault.assign_citation_numbers(result.chunk.path for result in last.results)
    if last.results and not last.unanswered:
        return last, ()
    return last, await vault.query.relaxations(query, mode, listed=bool(last.results))


def _search_all(
    parameters: Parameters, query: str, mode: Mode, n: int, *, rerank: bool, explain: bool, as_json: bool
) -> None:
    """Search all vaults that were opened or indexed; those that cannot be searched are lines on stderr."""
    status, stage = run(_search_group(parameters, query, mode, n, rerank=rerank))
    for member in status.members:
        if member.trouble:
            typer.echo(f"{member.name} skipped: {member.trouble}", err=True)
    for sentence in filter(None, (stage.notice, not_indexed_yet(stage))):
        typer.echo(sentence, err=True)
    if as_json:
        print_json([_member_result_json(result, status) for result in stage.results])
    else:
        print_results(stage, explain=explain, numbered=False)


def _member_result_json(result: Result, status: IndexStatus) -> dict[str, object]:
    """Return a result as of one vault: that vault's folder, and the path within it."""
    name, _, path = result.chunk.path.partition("/")
    folder = next(member.folder for member in status.members if member.name == name)
    return {**result_json(result), "vault": str(folder), "path": path}


async def _search_group(
    parameters: Parameters, query: str, mode: Mode, n: int, *, rerank: bool
) -> tuple[IndexStatus, SearchStage]:
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.workers import Workers

    group = await open_group(
        settings.load().vaults or (last_vault(),),
        partial(open_vault, parameters=parameters, write=False),
        ComponentFactory(parameters, settings.models_folder()),
        Workers.one_process(),
    )
    try:
        await group.count_words()
        stages = [stage async for stage in group.search(query, mode, n, rerank=rerank)]
        return await group.status(), stages[-1]
    finally:
        await group.close()


def _search_with_file(
    folder: Path,
    parameters: Parameters,
    file: Path,
    n: int | None,
    *,
    by_topic: bool,
    explain: bool,
    as_json: bool,
) -> None:
    text = _read_text(file)

    async def answered(vault: Vault) -> LongQueryAnswer:
        await vault.count_words()
        return await vault.search_passage(text, n)

    answer = require_answer(ask_vault(folder, parameters, answered))
    if answer.notice:
        typer.echo(answer.notice, err=True)
    if as_json:
        print_json(long_query_json(answer))
    else:
        print_long_query_answer(answer, by_topic=by_topic, explain=explain)


def _read_text(file: Path) -> str:
    """Read a file, or standard input, in whatever encoding it is. Raise TextFileError if that fails."""
    from vaultsearch.core.vault.decoding import UnreadableNoteError, decode

    try:
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


def require_answer(answer: LongQueryAnswer) -> LongQueryAnswer:
    """Return the answer itself. Raise VaultSearchError if the search failed."""
    if answer.outcome is LongQueryOutcome.FAILED:
        raise VaultSearchError(answer.trouble or "The search failed.", answer.remedy or "")
    return answer
