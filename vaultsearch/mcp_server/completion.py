"""Completion of the arguments of prompts and of the resources' path, from the names in the notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.types import CompleteResult, Completion, ResourceTemplateReference

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext
    from mcp.types import CompleteRequestParams

    from vaultsearch.mcp_server.served_vaults import OpenNotes, ServedVaults

_MOST = 100
"""The most values that the protocol allows."""


class Completer:
    """Completes tags, folders, properties and other operands of filters, topics by tags, and notes' paths."""

    def __init__(self, vaults: ServedVaults) -> None:
        self._vaults = vaults

    async def __call__(
        self,
        ctx: ServerRequestContext[Any, Any],  # noqa: ARG002  # the protocol's
        params: CompleteRequestParams,
    ) -> CompleteResult:
        """Return the values that continue what was typed; none if there is no index."""
        values = await self._values(params)
        more = len(values) > _MOST
        return CompleteResult(completion=Completion(values=values[:_MOST], total=len(values), has_more=more))

    async def _values(self, params: CompleteRequestParams) -> list[str]:
        name, typed = params.argument.name, params.argument.value
        try:
            async with self._vaults.opened() as notes:
                if isinstance(params.ref, ResourceTemplateReference):
                    return await _paths(notes, typed)
                if name == "filter":
                    return await _filters(notes, typed)
                return await _tags(notes, typed) if name == "topic" else []
        except VaultSearchError:
            return []


async def _paths(notes: OpenNotes, typed: str) -> list[str]:
    return _matching(typed, [note.path for note in await notes.vault.query.notes()])


async def _filters(notes: OpenNotes, typed: str) -> list[str]:
    completions = await notes.vault.query.completions(typed, len(typed))
    return [
        typed[: completions.start] + proposal.text + typed[completions.end :]
        for proposal in completions.proposals
    ]


async def _tags(notes: OpenNotes, typed: str) -> list[str]:
    return _matching(typed, sorted({tag for note in await notes.vault.query.notes() for tag in note.tags}))


def _matching(typed: str, names: list[str]) -> list[str]:
    """Return the names that begin with what was typed, then those that contain it."""
    folded_text = fold(typed)
    begun = [name for name in names if fold(name).startswith(folded_text)]
    return [*begun, *(name for name in names if folded_text in fold(name) and name not in begun)]
