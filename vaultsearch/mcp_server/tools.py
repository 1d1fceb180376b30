"""The tools: a language model reads their docstrings and fields, and calls them on the vault."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.values.long_queries import LongQueryOutcome
from vaultsearch.core.values.search import Mode
from vaultsearch.mcp_server import answers
from vaultsearch.mcp_server.answers import Document, Found, FoundByTopic, NoteList, RelatedNotes
from vaultsearch.mcp_server.note_paths import within_vault
from vaultsearch.service.serialization import status_json

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.mcp_server.served_vault import ServedVault
    from vaultsearch.service.vault import Vault

Query = Annotated[
    str,
    Field(
        description='Plain words or a question, for ranking; filters exclude notes: "a phrase", -word, '
        "(this OR that), tag:project, path:Folder, file:name, heading:name, [property:value], "
        "after:2026-05, before:today, lang:de, link:Note."
    ),
]
Filter = Annotated[
    str,
    Field(
        description='Filters of the query language only, such as: tag:project -path:Archive "a phrase" '
        "after:2026-05."
    ),
]
SearchMode = Annotated[
    Literal["hybrid", "semantic", "fulltext", "grep"],
    Field(
        description="hybrid: meaning and keywords. semantic: meaning. fulltext: keywords. "
        "grep: exact text or, between slashes, a regular expression."
    ),
]
Note = Annotated[
    str,
    Field(
        description="Its path within the vault, its title or alias, or its number in the last search.",
        coerce_numbers_to_str=True,
    ),
]


class VaultTools:
    """The tools over one vault. They raise VaultSearchError."""

    def __init__(self, vault: ServedVault) -> None:
        self._vault = vault

    async def search(
        self,
        query: Query,
        mode: SearchMode = "hybrid",
        filter: Filter = "",
        n: Annotated[int, Field(ge=1, le=50, description="Number of passages.")] = 8,
    ) -> Found:
        """Find the passages of the user's notes that answer a question or contain words, best first.

        Without plain words, the notes that the conditions hold for are listed, newest first.
        """
        async with self._vault.opened() as vault:
            await vault.count_words()
            # The space marks the last word as complete: in the window, it may still be typed.
            asked = vault.search(query.rstrip() + " ", Mode(mode), n, within=filter)
            return await _answer(vault, [stage async for stage in asked])

    async def search_passage(
        self,
        text: Annotated[
            str, Field(min_length=1, description="The text, of any length; plain text, no filters.")
        ],
        n: Annotated[int, Field(ge=1, le=20, description="Number of notes, in all and per topic.")] = 5,
    ) -> FoundByTopic:
        """Find notes for each topic of a text: a conversation, a transcript, a draft."""
        async with self._vault.opened() as vault:
            await vault.count_words()
            answer = await vault.search_passage(text, n)
            if answer.outcome is LongQueryOutcome.FAILED:
                raise VaultSearchError(answer.trouble or "The search failed.", answer.remedy or "Try again.")
            of_topics = (result for topic in answer.topics for result in topic.results)
            numbered = await vault.assign_citation_numbers(
                result.chunk.path for result in (*answer.results, *of_topics)
            )
        return {
            "passages": answers.passages(answer.results, numbered),
            "topics": answers.topics(answer.topics, numbered),
            "notice": answer.notice,
        }

    async def read_document(
        self,
        note: Note,
        question: Annotated[str, Field(description="Quote only the sentences that answer this.")] = "",
        page: Annotated[int, Field(ge=1, description="Page of the text, if there is no question.")] = 1,
    ) -> Document:
        """Read a note: its text in pages or, with a question, the sentences that answer it."""
        async with self._note(note) as (vault, path):
            read = await vault.read(path, question)
        return answers.page(read, page) if read.question is None else answers.quotes(read)

    async def related(
        self, note: Note, n: Annotated[int, Field(ge=1, le=100, description="Number of notes.")] = 10
    ) -> RelatedNotes:
        """List related notes, and why they are related."""
        async with self._note(note) as (vault, path):
            found = await vault.relations.related(path, n)
            return {"path": path, "related": [answers.relation(one, vault.obsidian.uri) for one in found]}

    async def list_notes(
        self,
        filter: Filter = "",
        offset: Annotated[int, Field(ge=0, description="next_offset of the previous page.")] = 0,
        n: Annotated[int, Field(ge=1, le=200, description="Number of notes.")] = 50,
    ) -> NoteList:
        """List and count the notes, or those that match filters, newest first."""
        async with self._vault.opened() as vault:
            return answers.listed(await vault.query.list_notes(filter), offset, n, vault.obsidian.uri)

    async def status(self) -> dict[str, Any]:
        """Show how many notes are indexed, when and by which models, and which couldn't be read."""
        async with self._vault.opened() as vault:
            return status_json(await vault.status())

    @asynccontextmanager
    async def _note(self, note: str) -> AsyncGenerator[tuple[Vault, str]]:
        """Hold the vault open for one call, and resolve a note's name to its path."""
        async with self._vault.opened() as vault:
            yield vault, await vault.find_note(within_vault(note, vault.folder))


async def _answer(vault: Vault, stages: list[SearchStage]) -> Found:
    """Convert the last stage of an answer, and assign citation numbers to its notes."""
    stage = stages[-1]
    numbered = await vault.assign_citation_numbers(result.chunk.path for result in stage.results)
    return {
        "passages": answers.passages(stage.results, numbered),
        "reading": stage.reading,
        "notice": answers.notice(stage),
    }
