"""Notes among themselves: all that can be asked of a corpus about how its notes belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.relations.duplicates import LEAST_OVERLAP, DuplicateFinder, SupportsDuplicates
from vaultsearch.core.relations.mentions import SupportsMentions
from vaultsearch.core.relations.nearness import SupportsNearness
from vaultsearch.core.relations.note_links import LinkReader, loose_ends
from vaultsearch.core.relations.related import RelatedNotes
from vaultsearch.core.relations.vault_graph import SupportsNotes, VaultGraphs
from vaultsearch.core.values.relations import NoteSummary

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.index.stored_notes import StoredPlace
    from vaultsearch.core.values.relations import DuplicateGroup, LooseEnds


class SupportsRelations(SupportsNotes, SupportsNearness, SupportsMentions, SupportsDuplicates, Protocol):
    """A corpus of which all of this can be asked."""


class Relations:
    """Answers about the notes of one corpus. A note is named by its path, file name, alias or title.

    ``scale`` tells what a cosine of the multilingual model is worth in cosines of the embedding model;
    ``least_overlap`` is the share of two texts (0 to 1) that makes them duplicates.
    """

    def __init__(
        self,
        corpus: SupportsRelations,
        scale: Callable[[float], float] = lambda cosine: cosine,
        least_overlap: float = LEAST_OVERLAP,
    ) -> None:
        self._corpus = corpus
        self._graphs = VaultGraphs(corpus)
        self._find_duplicates = DuplicateFinder(corpus, least_overlap)
        self._duplicates: tuple[tuple[StoredPlace, ...], tuple[DuplicateGroup, ...]] | None = None
        self.related = RelatedNotes(corpus, self._graphs, scale)
        self.links_of = LinkReader(corpus, self._graphs)

    async def loose_ends(self) -> LooseEnds:
        """Give the notes without any link, and the links that lead nowhere."""
        return await loose_ends(self._graphs)

    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Give the groups of near-duplicate passages; found once for each state of the index."""
        places = await self._corpus.get_places()
        if self._duplicates is None or self._duplicates[0] is not places:
            self._duplicates = (places, await self._find_duplicates())
        return self._duplicates[1]

    async def summary(self, path: str) -> NoteSummary:
        """Give a note's summary; raises NoteNotFoundError."""
        note = (await self._graphs()).at(path)
        summary = await self._corpus.get_summary(note.path)
        return NoteSummary(note, summary.text if summary else None)
