"""``vaultsearch search --all``: a query to every vault that is known, and what that prints."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import typer

from vaultsearch.cli.options import print_json, run
from vaultsearch.cli.reports import print_results
from vaultsearch.service.opening import last_vault, open_vault
from vaultsearch.service.serialization import not_indexed_yet, result_json
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.search import Mode, Result, SearchStage
    from vaultsearch.core.values.sync import IndexStatus
    from vaultsearch.service.group.group import VaultGroup


def search_all(
    parameters: Parameters, query: str, mode: Mode, n: int, *, rerank: bool, explain: bool, as_json: bool
) -> None:
    """Search all vaults that were opened or indexed, and print the best of what they hold.

    Vaults that cannot be searched are told of on stderr; raises VaultSearchError where none can.
    """
    status, stage = run(_search(parameters, query, mode, n, rerank=rerank))
    for member in status.members:
        if member.trouble:
            typer.echo(f"{member.name} is left out: {member.trouble}", err=True)
    for told in filter(None, (stage.notice, not_indexed_yet(stage))):
        typer.echo(told, err=True)
    if as_json:
        print_json([_result_json(result, status) for result in stage.results])
    else:
        print_results(stage, explain=explain, numbered=False)


def _result_json(result: Result, status: IndexStatus) -> dict[str, object]:
    """Give a result as of one vault, with that vault's folder; its path is within that."""
    name, _, path = result.chunk.path.partition("/")
    folder = next(member.folder for member in status.members if member.name == name)
    return {**result_json(result), "vault": str(folder), "path": path}


async def _search(
    parameters: Parameters, query: str, mode: Mode, n: int, *, rerank: bool
) -> tuple[IndexStatus, SearchStage]:
    group = await _open_all(parameters)
    try:
        await group.count_words()
        stages = [stage async for stage in group.search(query, mode, n, rerank=rerank)]
        return await group.status(), stages[-1]
    finally:
        await group.close()


async def _open_all(parameters: Parameters) -> VaultGroup:
    """Open the indexes of all known vaults in this very process, to read them."""
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.opening import open_group
    from vaultsearch.service.workers import Workers

    folders = settings.load().vaults or (last_vault(),)
    open_one = partial(open_vault, parameters=parameters, write=False)
    return await open_group(
        folders, open_one, ComponentFactory(parameters, settings.models_folder()), Workers.one_process()
    )
