"""Facade over a corpus's relations: related notes, links, loose ends, duplicates, summaries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.relations.duplicates import DuplicateFinder
from vaultsearch.core.relations.entities import EntityFinder
from vaultsearch.core.relations.hierarchy import HierarchyFinder
from vaultsearch.core.relations.mentions import LinkSuggester, excerpt_around, find_mentions
from vaultsearch.core.relations.note_map import MapMaker
from vaultsearch.core.relations.related import RelatedNotesRanker
from vaultsearch.core.relations.topics import TopicFinder
from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
from vaultsearch.core.values.note import NOTE_KINDS, StoredNote
from vaultsearch.core.values.relations import (
    DuplicateSet,
    LooseEnds,
    NoteLinks,
    NoteSummary,
    Reference,
    UnresolvedTarget,
)
from vaultsearch.core.vault.links import ResolvedLink


async def loose_ends(graphs: VaultGraphs) -> LooseEnds:
    """Return the notes without links, by path, and the missing targets, those with most links first."""
    graph = await graphs()
    missing: dict[str, list[Reference]] = {}
    for path, note in graph.notes.items():
        for link in graph.links.outgoing[path]:
            if link.missing is not None:
                missing.setdefault(link.missing, []).append(_with_places(graph, note, link, path))
    targets = [UnresolvedTarget(places[0].written, _drop_repeated(places)) for places in missing.values()]
    return LooseEnds(
        tuple(
            graph.name(path)
            for path, note in sorted(graph.notes.items())
            if note.kind in NOTE_KINDS and not graph.links.neighbours(path)
        ),
        tuple(sorted(targets, key=lambda target: (-len(target.references), target.target))),
    )


def _with_places(graph: VaultGraph, note: StoredNote, link: ResolvedLink, other: str | None) -> Reference:
    """Describe a link in ``note`` and where it is; ``other`` is the path of the note to name, if any."""
    written, line = link.link.target, link.link.line
    # Split no further than needed: a note may have 10,000 lines, and each link needs one.
    lines = note.text.split("\n", line)
    text = excerpt_around(lines[line - 1] if 0 < line <= len(lines) else "", written)
    title = graph.notes[other].title if other is not None else written
    return Reference(other, title, written, line, note.heading_path(line), text)


def _drop_repeated(references: Iterable[Reference]) -> tuple[Reference, ...]:
    """Keep only the first link per line to the same target."""
    # The path twice, since a missing note with the same name is another target.
    return tuple({(r.path or r.written, r.path, r.line): r for r in references}.values())


class CorpusRelations:
    """Answers about the notes in a corpus. A note is named by path, file name, alias or title.

    ``scale`` maps a cosine of the multilingual model to the embedding model's.
    """

    def __init__(self, corpus: LanceCorpus, scale: Callable[[float], float] = lambda cosine: cosine) -> None:
        self._corpus = corpus
        self.graphs = VaultGraphs(corpus.notes.lately)
        self._find_duplicates = DuplicateFinder(corpus)
        self._duplicates: tuple[object, tuple[DuplicateSet, ...]] | None = None
        self.related = RelatedNotesRanker(corpus, self.graphs, scale)
        self.suggestions = LinkSuggester(corpus.notes, self.graphs, self.related.near)
        self.topics = TopicFinder(corpus, self.graphs)
        self.note_map = MapMaker(corpus, self.graphs, self.topics)
        self.entities = EntityFinder(corpus, self.graphs)
        self.hierarchy = HierarchyFinder(self.graphs)
        self.loose_ends = partial(loose_ends, self.graphs)

    async def links_of(self, path: str) -> NoteLinks:
        """Return a note's backlinks, own links and unlinked mentions. Raise NoteNotFoundError without one."""
        graph = await self.graphs()
        note = graph.note_at(path)
        stored, sources = graph.notes[note.path], graph.links.sources[note.path]
        links = graph.links.outgoing[note.path]
        mentions, common = await find_mentions(self._corpus.notes, stored, graph.notes, sources)
        return NoteLinks(
            note,
            tuple(
                backlink
                for source in sorted(sources)
                for backlink in _drop_repeated(
                    _with_places(graph, graph.notes[source], link, source)
                    for link in graph.links.outgoing[source]
                    if link.path == note.path
                )
            ),
            _drop_repeated(
                _with_places(graph, stored, link, link.path) for link in links if link.path is not None
            ),
            _drop_repeated(
                _with_places(graph, stored, link, None) for link in links if link.missing is not None
            ),
            mentions,
            common,
        )

    async def duplicates(self) -> tuple[DuplicateSet, ...]:
        """Return near-duplicate passages in groups, computed once per index state."""
        places = await self._corpus.notes.places()
        if self._duplicates is None or self._duplicates[0] is not places:
            self._duplicates = (places, await self._find_duplicates())
        return self._duplicates[1]

    async def summary(self, path: str) -> NoteSummary:
        """Return a note's summary. Raise NoteNotFoundError if there is no such note."""
        note = (await self.graphs()).note_at(path)
        summary = await self._corpus.summaries.of(note.path)
        return NoteSummary(note, summary.text if summary else None)
