"""The relations area: related notes, links, duplicates and summaries, by a note's name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.relations.entities import named
from vaultsearch.core.values.relations import LooseEnds, VaultMap
from vaultsearch.service.open_index import guarded
from vaultsearch.service.operations.merge_rules import about_note, joined, of_all_vaults

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from vaultsearch.core.relations.relations import Relations as RelationFinder
    from vaultsearch.core.values.relations import (
        DuplicateGroup,
        Entity,
        MapDot,
        NoteLinks,
        NoteName,
        NoteSuggestions,
        NoteSummary,
        RelatedNote,
        TopicPassage,
        VaultTopic,
    )
    from vaultsearch.service.open_index import Guard

_BETWEEN = 2.0
"""The room between the maps of two vaults."""
_N_RELATED = 10
"""Related notes that are listed if a caller names no number."""


def _all_loose_ends(ends: Sequence[LooseEnds]) -> LooseEnds:
    return LooseEnds(joined([each.orphans for each in ends]), joined([each.unresolved for each in ends]))


def _beside_each_other(maps: Sequence[VaultMap]) -> VaultMap:
    """Put the maps of several vaults beside each other; their topics are numbered anew."""
    dots: list[MapDot] = []
    links: list[tuple[int, int]] = []
    labels: dict[int, str] = {}
    right = 0.0
    for of_vault in maps:
        # Each vault numbers its topics from 1, and 0 means none.
        first = 1 + max(labels, default=0)
        numbers = {number: first + index for index, number in enumerate(of_vault.labels)}
        labels |= {numbers[number]: label for number, label in of_vault.labels.items()}
        links += [(len(dots) + start, len(dots) + end) for start, end in of_vault.links]
        left = right - min((dot.x for dot in of_vault.dots), default=0.0)
        dots += [replace(dot, x=dot.x + left, topic=numbers.get(dot.topic, 0)) for dot in of_vault.dots]
        right = max((dot.x for dot in dots), default=0.0) + _BETWEEN
    return VaultMap(tuple(dots), tuple(links), labels)


class Relations:
    """Relates the notes of one vault.

    A note is named by anything that ``find_note`` resolves to its path; ``matching`` returns the paths of the
    notes that conditions match.
    """

    def __init__(
        self,
        relations: RelationFinder,
        find_note: Callable[[str], Awaitable[str]],
        matching: Callable[[str], Awaitable[frozenset[str]]],
        guard: Guard,
    ) -> None:
        self.guard = guard
        self._matching = matching
        self._relations = relations
        self._find_note = find_note

    @about_note("name")
    @guarded
    async def related(
        self, name: str, n: int | None = None, *, unlinked: bool = False, within: str = ""
    ) -> tuple[RelatedNote, ...]:
        """Return the notes most related to one, best first, or those of them that no link joins to it.

        ``within`` are conditions in the query language that the notes meet.

        Raises:
            NoteNotFoundError: There is no such note.
            QueryError: ``within`` holds words.
        """
        path = await self._find_note(name)
        among = await self._matching(within) if within.strip() else None
        return await self._relations.related(path, n or _N_RELATED, unlinked=unlinked, among=among)

    @about_note("name")
    @guarded
    async def suggestions(self, name: str) -> NoteSuggestions:
        """Return links and tags that a note may lack. Raise NoteNotFoundError if there is no such note."""
        return await self._relations.suggestions(await self._find_note(name))

    @about_note("name")
    @guarded
    async def links_of(self, name: str) -> NoteLinks:
        """Return a note's links in both directions and its mentions. Raise NoteNotFoundError if unknown."""
        return await self._relations.links_of(await self._find_note(name))

    @of_all_vaults(_all_loose_ends)
    @guarded
    async def loose_ends(self) -> LooseEnds:
        """Return the notes without any link, and the links that lead nowhere."""
        return await self._relations.loose_ends()

    @of_all_vaults(joined)
    @guarded
    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Return the groups of near-duplicate passages in different notes."""
        return await self._relations.duplicates()

    @of_all_vaults(joined)
    @guarded
    async def topics(self) -> tuple[VaultTopic, ...]:
        """Return the topics of the vault as its index is now, the largest first."""
        return await self._relations.topics()

    @of_all_vaults(_beside_each_other)
    @guarded
    async def note_map(self) -> VaultMap:
        """Return the map of all notes, of several vaults beside each other."""
        return await self._relations.note_map()

    @of_all_vaults(joined)
    @guarded
    async def entities(self, name: str = "") -> tuple[Entity, ...]:
        """Return whom and what notes speak of, those of most notes first, or those with a name."""
        entities = await self._relations.entities()
        return tuple(named(entities, name)) if name.strip() else entities

    @about_note("name")
    @guarded
    async def above(self, name: str) -> tuple[NoteName, ...]:
        """Return the notes that one hangs beneath, the topmost first. Raise NoteNotFoundError if unknown."""
        return await self._relations.hierarchy.above(await self._find_note(name))

    @about_note("topic")
    @guarded
    async def topic_passages(self, topic: VaultTopic, n: int) -> tuple[TopicPassage, ...]:
        """Return the n passages that say best what a topic is about, each of another note."""
        return await self._relations.topics.passages(topic, n)

    @about_note("name")
    @guarded
    async def summary(self, name: str) -> NoteSummary:
        """Return a note's summary as the index holds it. Raise NoteNotFoundError if there is no such note."""
        return await self._relations.summary(await self._find_note(name))
