"""The notes area: go to a note by its name, or to those that were opened or changed lately."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from vaultsearch.core.evaluation.generated_questions import example_questions
from vaultsearch.core.query.query import parse
from vaultsearch.core.search.switcher.finder import NameFinder, by_paths, entry, newest, on_this_day
from vaultsearch.core.values.query import Beginnings, NameMatch
from vaultsearch.core.worker import in_thread
from vaultsearch.service.index_guard import guarded

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from vaultsearch.core.search.switcher.finder import MakeUri
    from vaultsearch.core.values.note import StoredNote
    from vaultsearch.service.index_guard import Guard

_OPENED = 20
"""Notes opened lately that come first among equal names."""


class Notes:
    """Lists notes of one vault, or of several.

    Args:
        get_notes: Returns all notes; the same tuple until the index changes.
        get_opened: Returns up to so many paths of notes that were opened, with the time, the latest first.
        uri: Makes the links that open notes.
        guard: The guard of the index.
    """

    def __init__(
        self,
        get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]],
        get_opened: Callable[[int], Awaitable[dict[str, float]]],
        uri: MakeUri,
        guard: Guard,
    ) -> None:
        self.guard = guard
        self._get_notes = get_notes
        self._get_opened = get_opened
        self._uri = uri
        self._finder = NameFinder(get_notes, uri)
        self._examples: tuple[tuple[StoredNote, ...], tuple[str, ...]] = (), ()

    @guarded
    async def named(self, typed: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` titles, aliases, file names and headings that match, best first.

        Without typed letters, the notes that were opened lately, then those that were saved last.
        """
        return await self._finder(typed, n, await self._opened(_OPENED))

    @guarded
    async def titled(self, query: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` notes whose title or alias a query may name; none for one with conditions."""
        parsed = parse(query)
        return () if parsed.conditions or parsed.is_literal else await self._finder.titled(parsed.words, n)

    @guarded
    async def beginnings(self, n: int) -> Beginnings:
        """Return up to ``n`` notes opened lately, saved last or dated to this day, and example questions."""
        notes, opened = await self._get_notes(), await self._opened(2 * n)
        self._finder.prepare(notes)  # so that the first typed name need not wait
        if self._examples[0] is not notes:
            self._examples = notes, await in_thread(example_questions, notes)
        return await in_thread(self._listed, notes, opened, n)

    async def _opened(self, n: int) -> list[str]:
        return list(await self._get_opened(n))

    def _listed(self, notes: tuple[StoredNote, ...], opened: Sequence[str], n: int) -> Beginnings:
        first = by_paths(notes, opened)[:n]
        others = [note for note in newest(notes, 2 * n) if note not in first][:n]
        listed = [tuple(entry(note, self._uri) for note in some) for some in (first, others)]
        dated = tuple((day, entry(note, self._uri)) for day, note in on_this_day(notes, date.today(), n))
        return Beginnings(listed[0], listed[1], self._examples[1], dated)

    def close(self) -> None:
        """Stop working in the background."""
        self._finder.close()
