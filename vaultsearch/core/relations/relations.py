"""The facade over the relations of one corpus: related notes, links, loose ends, duplicates, summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.relations.duplicates import LEAST_OVERLAP, DuplicateFinder
from vaultsearch.core.relations.note_links import LinkReader, loose_ends
from vaultsearch.core.relations.related import RelatedNotes
from vaultsearch.core.relations.vault_graph import VaultGraphs
from vaultsearch.core.values.relations import NoteSummary

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.values.relations import DuplicateGroup, LooseEnds
    from vaultsearch.core.values.stored_notes import StoredPlace


class Relations:
    """Answers about the notes of one corpus. A note is named by its path, file name, alias or title.

    ``scale`` maps a cosine of the multilingual model to one of the embedding model; ``least_overlap`` is the
    share of two texts (0 to 1) that makes them duplicates.
    """

    def __init__(
        self,
        corpus: LanceCorpus,
        scale: Callable[[float], float] = lambda cosine: cosine,
        least_overlap: float = LEAST_OVERLAP,
    ) -> None:
        self._corpus = corpus
        self._graphs = VaultGraphs(corpus.notes)
        self._find_duplicates = DuplicateFinder(corpus, least_overlap)
        self._duplicates: tuple[tuple[StoredPlace, ...], tuple[DuplicateGroup, ...]] | None = None
        self.related = RelatedNotes(corpus, self._graphs, scale)
        self.links_of = LinkReader(corpus.notes, self._graphs)

    async def loose_ends(self) -> LooseEnds:
        """Return the notes without any link, and the unresolved links."""
        return await loose_ends(self._graphs)

    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Return the groups of near-duplicate passages, computed once for each state of the index."""
        places = await self._corpus.notes.places()
        if self._duplicates is None or self._duplicates[0] is not places:
            self._duplicates = (places, await self._find_duplicates())
        return self._duplicates[1]

    async def summary(self, path: str) -> NoteSummary:
        """Return a note's summary. Raise NoteNotFoundError if there is no such note."""
        note = (await self._graphs()).note_at(path)
        summary = await self._corpus.summaries.of(note.path)
        return NoteSummary(note, summary.text if summary else None)
