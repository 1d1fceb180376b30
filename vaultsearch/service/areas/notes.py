"""Areas for single notes: going to a note by name or recent use; versions; relations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from vaultsearch.core.evaluation.generated_questions import example_questions
from vaultsearch.core.history.versions import HistorySource, compare_versions, versions_with
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.relations.entities import entities_named
from vaultsearch.core.relations.relations import CorpusRelations as RelationFinder
from vaultsearch.core.relations.review import due_tasks, may_be_due, notes_of_days, rank_by_links
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.search.switcher import MakeUri, NameFinder, newest_notes, note_entry, notes_at_paths
from vaultsearch.core.threads import MadeOnce, giving_way, in_thread, in_turn
from vaultsearch.core.today import today
from vaultsearch.core.values.note import StoredNote, differing_notes
from vaultsearch.core.values.query import Beginnings, NameMatch, NoteEntry
from vaultsearch.core.values.relations import (
    DuplicateSet,
    Entity,
    LooseEnds,
    MapDot,
    NoteLinks,
    NoteName,
    NoteSuggestions,
    NoteSummary,
    RelatedNote,
    TopicPassage,
    VaultMap,
    VaultTopic,
)
from vaultsearch.core.values.times import NoteDifference, NoteVersion
from vaultsearch.service.parts.index_guard import Guard, run_guarded
from vaultsearch.service.parts.merge_rules import about_note, join_answers, of_all_vaults

_MAX_OPENED = 10_000
_OPENED = 20
"""Notes opened lately that come first among equal names."""


@dataclass(eq=False)
class Notes:
    """Lists notes in a vault, or in several.

    Args:
        get_notes: Returns all notes; the same tuple until the index changes.
        get_graphs: Returns the graph of each vault, by the beginning of its notes' paths.
        get_opened: Returns up to so many opened notes' paths with times, latest first.
        uri: Makes links for opening notes.
        guard: The index's guard.
    """

    get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]]
    get_graphs: Callable[[], Awaitable[Mapping[str, VaultGraph]]]
    get_opened: Callable[[int], Awaitable[dict[str, float]]]
    uri: MakeUri
    guard: Guard
    _examples: tuple[tuple[StoredNote, ...], tuple[str, ...]] = (), ()

    def __post_init__(self) -> None:
        self._finder = NameFinder(self.get_notes, self.uri)
        self._with_tasks: MadeOnce[tuple[StoredNote, ...], dict[str, StoredNote]] = MadeOnce(
            self.get_notes, lambda notes: _notes_with_tasks((), {}, notes), _notes_with_tasks
        )

    @run_guarded
    async def named(self, typed: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` matching titles, aliases, file names and headings, best first.

        Without typed letters, return recently opened notes, then those saved last.
        """
        return await self._finder(typed, n, list(await self.get_opened(_OPENED)))

    @run_guarded
    async def titled(self, query: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` notes whose title or alias a query may name; none if it has conditions."""
        parsed = parse_query(query)
        return () if parsed.conditions or parsed.is_literal else await self._finder.titled(parsed.words, n)

    @run_guarded
    async def beginnings(self, n: int) -> Beginnings:
        """Return up to ``n`` notes, tasks and questions each to begin with."""
        notes, opened = await self.get_notes(), list(await self.get_opened(2 * n))
        # So that the first typed name need not wait.
        await self._finder.prepare()
        if self._examples[0] is not notes:
            self._examples = notes, await in_turn(example_questions, notes)
        with_tasks = await self._with_tasks()
        listed = await in_thread(self._listed, notes, with_tasks.values(), opened, n)
        graphs, latest = await self.get_graphs(), await self.get_opened(_MAX_OPENED)
        by_links = await in_turn(rank_by_links, graphs, latest, datetime.now(UTC), n)
        central, unlinked, most_linked = map(self._entries, by_links)
        return replace(listed, central=central, unlinked=unlinked, most_linked=most_linked)

    def _entries(self, notes: Iterable[StoredNote]) -> tuple[NoteEntry, ...]:
        return tuple(note_entry(note, self.uri) for note in notes)

    def _listed(
        self, notes: tuple[StoredNote, ...], with_tasks: Iterable[StoredNote], opened: Sequence[str], n: int
    ) -> Beginnings:
        first = notes_at_paths(notes, opened)[:n]
        others = [note for note in newest_notes(notes, 2 * n) if note not in first][:n]
        this_day = today()
        dated, year_ago = (
            tuple((day, note_entry(note, self.uri)) for day, note in of_days)
            for of_days in notes_of_days(notes, this_day, n)
        )
        tasks = due_tasks(with_tasks, this_day, n, lambda note: note_entry(note, self.uri))
        return Beginnings(
            self._entries(first), self._entries(others), self._examples[1], dated, tasks, a_year_ago=year_ago
        )

    def close(self) -> None:
        """Stop working in the background."""
        self._finder.close()
        self._with_tasks.close()


def _notes_with_tasks(
    former: Sequence[StoredNote], known: dict[str, StoredNote], notes: Sequence[StoredNote]
) -> dict[str, StoredNote]:
    """Return the notes that may have dated tasks; texts are read of changed notes alone."""
    gone, new = differing_notes(former, notes)
    paths = {note.path for note in gone}
    others = {path: note for path, note in known.items() if path not in paths}
    return others | {note.path: note for note in giving_way(new) if may_be_due(note)}


class VaultHistory:
    """Reads notes' histories in a vault's ``folder``; ``index`` may hold saved versions."""

    def __init__(self, folder: Path, index: Path, guard: Guard) -> None:
        self.guard = guard
        self._folder, self._index = folder, index

    def source(self) -> HistorySource:
        """Return the vault's git repository, or else the saved versions; reads the disk."""
        from vaultsearch.core.history.git import GitHistory
        from vaultsearch.core.history.saved import VERSIONS_FILE, SavedHistory

        saved = SavedHistory(self._index / VERSIONS_FILE)
        git = GitHistory(self._folder)
        return saved if saved.is_begun and not git.is_there else git

    @about_note("path")
    async def versions(self, path: str) -> tuple[NoteVersion, ...]:
        """Return a note's versions, latest first; () outside a repository.

        Raise HistoryError if they cannot be read.
        """
        return await in_thread(lambda: self.source().versions(path))

    @about_note("path")
    async def difference(
        self, path: str, version: NoteVersion, other: NoteVersion | None = None
    ) -> NoteDifference:
        """Compare a note's version with another, or with the note now.

        Raise HistoryError if the version cannot be read.
        """
        return await in_thread(lambda: compare_versions(self.source(), self._folder, path, version, other))

    @about_note("path")
    async def versions_with(self, path: str, versions: Sequence[NoteVersion], text: str) -> tuple[str, ...]:
        """Return commits for the note's versions holding every word in a text.

        Raise HistoryError if they cannot be read.
        """
        return await in_thread(lambda: versions_with(self.source(), path, versions, text))


_BETWEEN = 2.0
"""The room between the maps of two vaults."""
_N_RELATED = 10
"""Related notes that are listed if a caller names no number."""


def _beside_each_other(maps: Sequence[VaultMap]) -> VaultMap:
    """Put several vaults' maps side by side; renumber their topics."""
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


@dataclass(frozen=True, slots=True)
class Relations:
    """Relates a vault's notes.

    ``find_note`` resolves any name for a note to a path; ``matching`` returns the paths matching conditions;
    ``summarized`` adds a language model's summaries to topics.
    """

    relations: RelationFinder
    find_note: Callable[[str], Awaitable[str]]
    matching: Callable[[str], Awaitable[frozenset[str]]]
    summarized: Callable[[tuple[VaultTopic, ...]], Awaitable[tuple[VaultTopic, ...]]]
    guard: Guard

    @about_note("name")
    async def related(
        self, name: str, n: int | None = None, *, unlinked: bool = False, within: str = ""
    ) -> tuple[RelatedNote, ...]:
        """Return the most related notes, best first; ``unlinked`` omits notes linked with this note.

        ``within`` are conditions in the query language for these notes.

        Raises:
            NoteNotFoundError: There is no such note.
            QueryError: ``within`` holds words.
        """
        path = await self.find_note(name)
        among = await self.matching(within) if within.strip() else None
        return await self.relations.related(path, n or _N_RELATED, unlinked=unlinked, among=among)

    @about_note("name")
    async def suggestions(self, name: str) -> NoteSuggestions:
        """Return links and tags a note may lack. Raise NoteNotFoundError if there is no such note."""
        return await self.relations.suggestions(await self.find_note(name))

    @about_note("name")
    async def links_of(self, name: str) -> NoteLinks:
        """Return a note's links in both directions and mentions. Raise NoteNotFoundError if unknown."""
        return await self.relations.links_of(await self.find_note(name))

    @of_all_vaults(
        lambda ends: LooseEnds(
            join_answers([each.orphans for each in ends]), join_answers([each.unresolved for each in ends])
        )
    )
    async def loose_ends(self) -> LooseEnds:
        """Return notes without any link, and links leading nowhere."""
        return await self.relations.loose_ends()

    @of_all_vaults(join_answers)
    async def duplicates(self) -> tuple[DuplicateSet, ...]:
        """Return groups of near-duplicate passages in different notes."""
        return await self.relations.duplicates()

    @of_all_vaults(join_answers)
    async def topics(self) -> tuple[VaultTopic, ...]:
        """Return the vault's topics as indexed now, largest first."""
        return await self.summarized(await self.relations.topics())

    @of_all_vaults(_beside_each_other)
    async def note_map(self) -> VaultMap:
        """Return a map with all notes; several vaults stand side by side."""
        return await self.relations.note_map()

    @of_all_vaults(join_answers)
    async def entities(self, name: str = "") -> tuple[Entity, ...]:
        """Return entities in notes, most frequent first, or those with a name."""
        entities = await self.relations.entities()
        return tuple(entities_named(entities, name)) if name.strip() else entities

    @about_note("path")
    async def above(self, path: str) -> tuple[NoteName, ...]:
        """Return the notes above the note at a path, topmost first; none if it is unknown.

        During a large sync, also none for a note read only just now: each answer shows another note.
        """
        return await self.relations.hierarchy.above(path)

    @about_note("topic")
    async def topic_passages(self, topic: VaultTopic, n: int) -> tuple[TopicPassage, ...]:
        """Return the n passages most telling about a topic, each from a different note."""
        return await self.relations.topics.passages(topic, n)

    @about_note("name")
    async def summary(self, name: str) -> NoteSummary:
        """Return a note's summary as the index holds it. Raise NoteNotFoundError if there is no such note."""
        return await self.relations.summary(await self.find_note(name))
