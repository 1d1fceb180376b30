"""How many notes a query would find: counted, without ranking any of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.errors import QueryError
from vaultsearch.core.filters import AnyOf
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.conditions import Holds
from vaultsearch.core.query.query import Query, parse
from vaultsearch.core.query.words import content_words, query_terms
from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.query.conditions import Condition
    from vaultsearch.core.query.expansion import Expansion
    from vaultsearch.core.query.scope import QueryScope
    from vaultsearch.core.values.search import WeightedWords


class SupportsCounting(Protocol):
    """The stored notes, as far as those that a query finds can be counted."""

    async def paths(self, where: Filter) -> frozenset[str]:
        """Return the paths of the notes that match a filter."""
        ...

    async def paths_mentioning(
        self, text: str, where: Filter | None = None, also: Sequence[WeightedWords] = ()
    ) -> frozenset[str]:
        """Return the paths of the notes that contain any of the words."""
        ...

    async def counts(self) -> tuple[int, int, int]:
        """Count notes, passages, and passages that have a vector."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """The number of notes that a query finds, or with ``mention`` the number that contain one of its words.

    None if it finds notes by meaning alone: the number of those that are listed says nothing.
    """

    notes: int | None
    mention: bool = False


class NoteCounter:
    """Counts the ``notes`` that queries find. ``expand`` and ``language`` are the engine's own."""

    def __init__(
        self,
        notes: SupportsCounting,
        scope: QueryScope,
        expand: Callable[[str], Awaitable[Expansion]],
        language: Callable[[str], Awaitable[str]] | None = None,
    ) -> None:
        self._notes = notes
        self._scope = scope
        self._expand = expand
        self._language = language

    async def count(self, query: str, mode: Mode) -> Found | None:
        """Count the notes that a query finds; None if it finds none or counting takes too long."""
        try:
            if mode is Mode.GREP:
                return _found_notes(await self.holding(AnyOf(tuple(map(Holds, query.split())))))
            read = parse(query)
            if not read.words:
                return _found_notes(await self.holding(*read.conditions)) if read.conditions else None
            where = await self._scope.filter(read) if read.conditions else None
            if mode is Mode.FULLTEXT:
                also = (await self._expand(read.retrieval_text)).weighted
                # The same words as the retriever's, or the count would be that of another search.
                content = content_words(read.retrieval_text)
                return _found_notes(len(await self._notes.paths_mentioning(content, where, also)))
            return await self._found_by_meaning(read.words, where)
        # A pattern that is half typed, say; the search itself tells what is wrong with it.
        except QueryError:
            return None

    async def holding(self, *conditions: Condition) -> int:
        """Count the notes that match all conditions; raise QueryError as the scope does."""
        where = await self._scope.filter(Query("", "", conditions))
        return len(await self._notes.paths(where))

    async def reads_meaning(self) -> bool:
        """Return whether any passage has a vector."""
        return (await self._notes.counts())[2] > 0

    async def _found_by_meaning(self, words: str, where: Filter | None) -> Found | None:
        language = await self._language(words) if self._language else ENGLISH
        text_words = " ".join(query_terms(words, language))
        if mentions := len(await self._notes.paths_mentioning(text_words, where)):
            return Found(mentions, mention=True)
        # Meaning always finds something, unless the conditions leave no note.
        reached = where is None or await self._notes.paths(where)
        return Found(None) if reached and await self.reads_meaning() else None


def _found_notes(notes: int) -> Found | None:
    return Found(notes) if notes else None
