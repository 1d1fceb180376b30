"""The query area: complete, read, narrow and relax the query in the search field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from vaultsearch.core.errors import QueryError
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.query import narrowing
from vaultsearch.core.query.completion import QueryCompleter, example_queries
from vaultsearch.core.query.conditions import RELATIVE_DATES, ConditionPlace
from vaultsearch.core.query.query import parse_query, require_short
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.relaxations import MAX_RELAXATIONS
from vaultsearch.core.threads import in_thread
from vaultsearch.core.today import today
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import (
    Completions,
    CountedNotes,
    Example,
    Facet,
    Facets,
    NoteCount,
    NoteProperties,
    PropertyName,
    QueryPart,
)
from vaultsearch.core.values.search import Edit, Mode, Relaxation, RelaxationKind
from vaultsearch.core.values.times import local_day
from vaultsearch.service.parts.index_guard import Guard, run_guarded
from vaultsearch.service.parts.merge_rules import join_answers, of_all_vaults, unite_answers
from vaultsearch.service.parts.search import SearchService


def _merged_relaxations(relaxations: Iterable[Sequence[Relaxation]]) -> tuple[Relaxation, ...]:
    """Merge all vaults' relaxations, the most helpful kind first; sum the counts for equal ones.

    A sum omits vaults whose few relaxations did not include it.
    """
    same: dict[Relaxation, list[Relaxation]] = {}
    for relaxation in (relaxation for each in relaxations for relaxation in each):
        # The same proposal with other counts is one proposal.
        same.setdefault(replace(relaxation, notes=None, mention=False), []).append(relaxation)
    summed = [
        replace(
            relaxation,
            notes=_sum_of_known(each.notes for each in alike),
            mention=any(each.mention for each in alike),
        )
        for relaxation, alike in same.items()
    ]
    modes = [each for each in summed if each.kind is RelaxationKind.MODE]
    others = [each for each in summed if each.kind is not RelaxationKind.MODE]
    order = list(RelaxationKind)
    others.sort(
        key=lambda each: (
            order.index(each.kind),
            each.notes is None,
            (each.notes or 0) if each.kind is RelaxationKind.WORD else 0,
        )
    )
    return (*others[: MAX_RELAXATIONS - len(modes)], *modes[:MAX_RELAXATIONS])


def _sum_of_known(counts: Iterable[int | None]) -> int | None:
    """Sum the counts from vaults able to count, or return None."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


@dataclass(frozen=True, slots=True)
class FoundNotes:
    """Finds a vault's notes. ``search`` returns the search service for the parameters in force."""

    corpus: LanceCorpus
    scope: QueryScope
    search: Callable[[], SearchService]
    guard: Guard

    @of_all_vaults(_sum_of_known)
    async def notes_found(self, query: str, mode: Mode) -> int | None:
        """Count the notes a query finds; by meaning, those holding a word from it; None if unknown.

        Unknown are notes in the past, as only today's notes are counted, and notes along links.
        """
        if mode is Mode.EXPLORE or (mode is not Mode.GREP and parse_query(query).past is not None):
            return None
        counts = await self.search().counter.count(query, mode)
        return None if counts is None else counts.notes

    @of_all_vaults(_merged_relaxations)
    async def relaxations(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Propose queries to replace a query without results or, if ``listed``, without an answer in them."""
        return await self.search().relaxer(query, mode, listed=listed)

    @of_all_vaults(lambda paths: frozenset[str]().union(*paths))
    async def matching(self, conditions: str) -> frozenset[str]:
        """Return paths matching a query's conditions."""
        return await self.corpus.notes.paths(await self.scope.filter(parse_query(conditions)))

    @of_all_vaults(
        lambda listed: tuple(sorted(join_answers(listed), key=lambda note: note.date, reverse=True))
    )
    async def list_notes(self, conditions: str = "") -> tuple[StoredNote, ...]:
        """List notes matching conditions in the query language, newest first; without conditions, all.

        Raise QueryError if there are words among the conditions.
        """
        where = await self.search().engine.where(conditions) if conditions.strip() else None
        return await self.corpus.notes.matching(where)

    @of_all_vaults(unite_answers)
    async def names_by_note(self, place: ConditionPlace) -> Mapping[str, tuple[str, ...]]:
        """Map each note's path to names given by the vault as a whole, such as topics.

        Return the topics computed last, while others are being computed.
        """
        return await self.search().names_by_note(place)

    @of_all_vaults(lambda counts: sum(counts, Counter()))
    async def notes_by_language(self) -> Counter[str]:
        """Count notes with a passage in each language, by code."""
        return await self.corpus.notes.by_language()


@dataclass(eq=False)
class QueryHelp:
    """Helps with a query over the notes found by ``found``, in a vault or several.

    ``get_notes`` returns all notes, the same tuple until the index changes. ``get_lately`` does, too, but may
    lag behind during a large sync: facets and completions use it.
    """

    get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]]
    get_lately: Callable[[], Awaitable[tuple[StoredNote, ...]]]
    found_notes: FoundNotes
    guard: Guard

    def __post_init__(self) -> None:
        found_notes, get_lately = self.found_notes, self.get_lately
        self.notes_found, self.relaxations = found_notes.notes_found, found_notes.relaxations
        self.list_notes, self.notes_by_language = found_notes.list_notes, found_notes.notes_by_language
        self.matching = found_notes.matching
        self._completer = QueryCompleter(get_lately, found_notes.notes_by_language, found_notes.names_by_note)
        self._facets = narrowing.FacetCounter(
            get_lately, partial(found_notes.names_by_note, ConditionPlace.TOPIC)
        )

    @run_guarded
    async def notes(self) -> tuple[StoredNote, ...]:
        """Return every note; the same tuple until the index changes."""
        return await self.get_notes()

    @run_guarded
    async def completions(
        self, query: str, cursor: int, relative_dates: Sequence[str] = RELATIVE_DATES
    ) -> Completions:
        """Propose continuations for a query at ``cursor``, in characters from the beginning."""
        require_short(query)
        return await self._completer(query, cursor, relative_dates)

    async def parts(self, query: str) -> tuple[QueryPart, ...]:
        """List a query's conditions, each with a position."""
        return narrowing.query_parts(query)

    @run_guarded
    async def facets(self, query: str, mode: Mode, listed: Collection[str]) -> Facets:
        """Count facets in the notes a query finds; ``listed`` holds the results' paths.

        An empty query counts all notes, conditions alone every matching note, any other query the listed
        notes.
        """
        if mode is not Mode.GREP and parse_query(query).past is not None:
            # The listed notes are those of today, and the question asks for other ones.
            listed = frozenset()
        which = narrowing.notes_to_count(query, mode)
        paths = {CountedNotes.VAULT: None, CountedNotes.LISTED: listed}
        matching_paths = paths[which] if which in paths else await self.matching(query)
        return await self._facets("" if mode is Mode.GREP else query, matching_paths, which)

    @run_guarded
    async def note_counts(self, queries: Sequence[str]) -> tuple[NoteCount | None, ...]:
        """Count notes matching each query, and the new ones; None for a query with words."""
        counts: list[NoteCount | None] = []
        yesterday = today() - timedelta(days=1)
        for query in queries:
            parsed, count = parse_query(query), None
            # A regular expression may take too long.
            with suppress(QueryError):
                if parsed.conditions and not parsed.words:
                    notes = await self.list_notes(query)
                    new = sum(local_day(note.date) >= yesterday for note in notes)
                    count = NoteCount(len(notes), new)
            counts.append(count)
        return tuple(counts)

    @run_guarded
    async def toggled(self, query: str, facet: Facet) -> Edit:
        """Return the edit for adding a facet's condition to a query, or removing an existing condition."""
        return narrowing.toggle_facet(query, facet, await self._facets.paths())

    @run_guarded
    async def hiding(self, query: str, folder: str) -> Edit:
        """Return the edit for excluding a folder's notes from a query."""
        return narrowing.exclude_folder(query, folder, await self._facets.paths())

    @run_guarded
    async def examples(self) -> tuple[Example, ...]:
        """Compose example queries from the names in the notes."""
        return example_queries(await self._completer.names())

    @run_guarded
    async def properties(self, paths: Collection[str], names: Sequence[str]) -> NoteProperties:
        """Return every property in the vault, and the named ones' values in the notes at ``paths``."""
        known = await self._completer.names()
        cells = await in_thread(narrowing.cells_of, await self.get_notes(), paths, names)
        return NoteProperties(
            tuple(PropertyName(property_.name, property_.count) for property_ in known.properties), cells
        )

    def close(self) -> None:
        """Stop counting in the background."""
        self._completer.close()
        self._facets.close()
