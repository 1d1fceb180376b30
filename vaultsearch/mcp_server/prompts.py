"""The prompts, and the completion of their arguments and of resources' paths, from the names in the notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from mcp.types import CompleteResult, Completion, ResourceTemplateReference
from pydantic import Field

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext
    from mcp.server.mcpserver import MCPServer
    from mcp.types import CompleteRequestParams

    from vaultsearch.mcp_server.served_vault import OpenNotes, ServedVaults


Filter = Annotated[
    str, Field(description="Filters that narrow the notes, such as: tag:project path:Work after:2026-05.")
]
Topic = Annotated[str, Field(description="The topic, in plain words.")]

_CITE = (
    "Cite each statement by the note's title, its heading path and its url. Say what the notes leave open."
)


def add_prompts(server: MCPServer[None]) -> None:
    """Add all prompts to a server."""
    for title, prompt in (
        ("Answer from my notes", answer_from_notes),
        ("Weekly review", weekly_review),
        ("Find contradictions", find_contradictions),
        ("Summarise a topic", summarise_topic),
    ):
        server.prompt(title=title)(prompt)


def answer_from_notes(
    question: Annotated[str, Field(description="The question.")], filter: Filter = ""
) -> str:
    """Answer a question from the notes alone, with citations."""
    return (
        f"Answer this question from my notes alone: {question}\n\n"
        f"Call search with the question and two or three other phrasings of it{_narrowed(filter)}. Read what "
        "matters with read_document and the question, and quote word for word. If nothing answers, say so. "
        + _CITE
    )


def weekly_review(
    days: Annotated[int, Field(ge=1, le=366, description="How many days to look back.")] = 7,
    filter: Filter = "",
) -> str:
    """Review what was written lately: what was done, decided and left open."""
    return (
        f"Review the notes that I saved within the last {days} days: call list_notes with days={days}"
        f"{_narrowed(filter)}, and read them with read_document. Tell in four short lists "
        "what was done, what was decided, which tasks are open (lines that begin with - [ ]), and what was "
        "begun and not mentioned again. " + _CITE
    )


def find_contradictions(topic: Topic, filter: Filter = "") -> str:
    """Find statements in the notes that contradict one another."""
    return (
        f"Find statements in my notes that contradict one another about: {topic}\n\n"
        f"Gather passages by search with several phrasings{_narrowed(filter)}, follow the notes found with "
        "related and links, and read them. Quote both sides of each contradiction word for word with their "
        "dates, and say which is the later one. A plan that changed is no contradiction, but tell it. "
        + _CITE
    )


def summarise_topic(topic: Topic, filter: Filter = "") -> str:
    """Summarise what the notes hold on a topic."""
    return (
        f"Summarise what my notes hold on: {topic}\n\n"
        f"Call context with the topic and other phrasings of it{_narrowed(filter)}, then read the notes that "
        "matter most. Begin with the gist in three sentences, then the details by subject, then open "
        "questions. " + _CITE
    )


def _narrowed(filter: str) -> str:
    return f', with the filter "{filter}"' if filter.strip() else ""


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
