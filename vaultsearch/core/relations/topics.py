"""The topics of a vault: its communities and their labels, stored, and renewed when the index changes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

from vaultsearch.core.files import write_atomically
from vaultsearch.core.filters import AtPaths
from vaultsearch.core.index.tables.index_tables import VECTORS
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.relations.communities import LEVELS, communities, edges_of
from vaultsearch.core.relations.similar_notes import note_vectors
from vaultsearch.core.relations.topic_labels import NoteTerms, label_of, shares_of, templates_of, terms_of
from vaultsearch.core.values.relations import TopicPassage, VaultTopic
from vaultsearch.core.worker import give_back, in_thread, still_wanted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.tables.stored_notes import StoredRevision
    from vaultsearch.core.relations.communities import Community
    from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
    from vaultsearch.core.values.note import StoredPlace

FILE = "topics.json"
"""The file's name, in the folder of the index."""
_FORMAT = 1
_RENEWED_EVERY_S = 600.0
"""Seconds after which topics that nobody waits for are computed again, if the index has changed."""
_BEGUN_ANEW = 3
"""Times that the work is begun anew because the index has changed meanwhile."""
_LOOKED_AT, _FEW_LETTERS = 6, 60
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Stored:
    """A topic as it is stored, with the paths of its notes."""

    number: int
    label: str
    paths: tuple[str, ...]
    children: tuple[_Stored, ...] = ()

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> _Stored:
        return cls(
            value["number"], value["label"], tuple(value["notes"]), tuple(map(cls.read, value["children"]))
        )

    @property
    def json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "label": self.label,
            "notes": self.paths,
            "children": [child.json for child in self.children],
        }


@dataclass(frozen=True)
class _Topics:
    """The topics of a state of the index."""

    state: str = ""
    topics: tuple[_Stored, ...] = ()

    @cached_property
    def by_note(self) -> Mapping[str, tuple[str, ...]]:
        """The names of each note's topics, by path."""
        names: dict[str, tuple[str, ...]] = {}
        for topic in self.topics:
            names |= dict.fromkeys(topic.paths, (topic.label,))
            for child in topic.children:
                names |= dict.fromkeys(child.paths, (topic.label, f"{topic.label}/{child.label}"))
        return names

    def levels(self) -> list[list[_Stored]]:
        """Return the topics of each level, the topmost first."""
        levels = [list(self.topics)]
        while len(levels) < LEVELS:
            levels.append([child for topic in levels[-1] for child in topic.children])
        return levels

    def memberships(self) -> list[dict[str, int]]:
        """Map, for each level, each note to the number of its topic there."""
        return [{path: topic.number for topic in level for path in topic.paths} for level in self.levels()]


class TopicFinder:
    """Finds the topics of one corpus. One computation runs at a time, and all who ask wait for it."""

    def __init__(self, corpus: LanceCorpus, graphs: VaultGraphs) -> None:
        self._corpus = corpus
        self._graphs = graphs
        self._file = corpus.path / FILE
        self._latest: _Topics | None = None
        self._computing: asyncio.Task[None] | None = None
        self._next_time = 0.0
        self._digest: tuple[tuple[int, ...], str] = ((), "")

    async def __call__(self) -> tuple[VaultTopic, ...]:
        """Return the topics as the index is now, the largest first."""
        await self.renew()
        return await self.latest()

    async def latest(self) -> tuple[VaultTopic, ...]:
        """Return the topics as they were last computed, without the notes that are gone; () if never."""
        latest, graph = await self._read(), await self._graphs()
        return tuple(_named(topic, graph) for topic in latest.topics)

    async def renew(self) -> None:
        """Compute the topics, if the index has changed since that was done last."""
        if (await self._read()).state != await self.state():
            await asyncio.shield(self._begin())

    async def by_note(self, *, wait: bool = False) -> Mapping[str, tuple[str, ...]]:
        """Map the path of each note to its topic, and to the one below that it is in as ``topic/below``.

        They are those that were computed last; what changed since is computed meanwhile, now and then. With
        ``wait``, the first computation is waited for.
        """
        latest = await self._read()
        is_due = time.monotonic() >= self._next_time and latest.state != await self.state()
        if is_due and wait and not latest.state:
            await self.renew()
        elif is_due:
            self._begin()
        return (await self._read()).by_note

    async def close(self) -> None:
        """Cancel the computation in progress."""
        if self._computing is not None:
            self._computing.cancel()
            await asyncio.wait((self._computing,))

    def _begin(self) -> asyncio.Task[None]:
        if self._computing is None or self._computing.done():
            self._next_time = time.monotonic() + _RENEWED_EVERY_S
            self._computing = asyncio.ensure_future(self._compute())
            self._computing.add_done_callback(_log_trouble)
        return self._computing

    async def passages(self, topic: VaultTopic, n: int) -> tuple[TopicPassage, ...]:
        """Return the n passages nearest to the mean of a topic's notes, of different notes."""
        paths = frozenset(note.path for note in topic.notes)
        near: dict[str, TopicPassage] = {}
        for of_space in await note_vectors(self._corpus, paths):
            # The mean as it is, not of what tells the notes apart.
            nearest = await self._corpus.query_embeddings(
                of_space.mean, _LOOKED_AT * n, AtPaths(paths), of_space.space
            )
            # A passage of few words tells little.
            for chunk in sorted(nearest, key=lambda chunk: len(chunk.text) < _FEW_LETTERS):
                passage = TopicPassage(chunk.path, chunk.title, chunk.headings, chunk.line_start, chunk.text)
                near.setdefault(chunk.path, passage)
        return tuple(near.values())[:n]

    async def state(self) -> str:
        """Return a text that differs once the text of a note has changed, or another number has vectors.

        Tables have a new version after each tidying as well, so that is no change yet.
        """
        tables, notes = self._corpus.tables, self._corpus.notes
        vectors = [tables[VECTORS[space]] for space in tables.spaces]
        versions = (await notes.version(), *[await table.version() for table in vectors])
        if self._digest[0] != versions:
            counts = [await table.count_rows() for table in vectors]
            self._digest = versions, await in_thread(_digest, await notes.revisions(), counts)
        return self._digest[1]

    async def _read(self) -> _Topics:
        if self._latest is None:
            self._latest = await in_thread(self._stored)
        return self._latest

    def _stored(self) -> _Topics:
        with suppress(OSError, ValueError, KeyError, TypeError):
            value = json.loads(self._file.read_text("utf-8"))
            return _Topics(value["state"], tuple(map(_Stored.read, value["topics"])))
        return _Topics()

    async def _compute(self) -> None:
        former = await self._read()
        for begun in count(1):
            state = await self.state()
            graph, vectors = await self._graphs(), await note_vectors(self._corpus)
            edges = await in_thread(edges_of, graph, vectors)
            if begun < _BEGUN_ANEW and await self.state() != state:
                continue
            divided = await in_thread(communities, edges, former.memberships())
            places = await self._corpus.notes.places()
            topics = _Topics(state, await in_thread(_labelled, divided, graph, places, former))
            if begun < _BEGUN_ANEW and await self.state() != state:
                continue
            break
        self._latest = topics
        await in_thread(self._store, topics)
        await in_thread(give_back)

    def _store(self, topics: _Topics) -> None:
        value = {"state": topics.state, "topics": [topic.json for topic in topics.topics]}
        try:
            write_atomically(self._file, json.dumps(value, ensure_ascii=False))
        except OSError as error:  # they are in memory, and are made again
            _log.info("The topics are not stored: %s", error)


def _digest(revisions: Mapping[str, StoredRevision], counts: Sequence[int]) -> str:
    hashed = hashlib.sha256(f"{_FORMAT} {counts}".encode())
    for path in sorted(revisions):
        hashed.update(f"{path}\0{revisions[path].content_hash}\0".encode())
    return hashed.hexdigest()


def _log_trouble(computing: asyncio.Task[None]) -> None:
    """Log why a computation that nobody may wait for has failed: the index may be damaged, or closed."""
    if not computing.cancelled() and (error := computing.exception()) is not None:
        _log.info("no topics because=%r", error)


def _named(topic: _Stored, graph: VaultGraph) -> VaultTopic:
    notes = tuple(graph.name(path) for path in topic.paths if path in graph.notes)
    return VaultTopic(
        topic.number, topic.label, notes, tuple(_named(child, graph) for child in topic.children)
    )


def _labelled(
    divided: Sequence[Community], graph: VaultGraph, places: Sequence[StoredPlace], former: _Topics
) -> tuple[_Stored, ...]:
    """Return communities as topics; one that has most of a former topic's notes is that topic still."""
    known = [_Heirs(level) for level in former.levels()]
    numbers = count(1 + max((topic.number for level in former.levels() for topic in level), default=0))
    terms = _terms(graph, places)
    labels = {topic.label for level in former.levels() for topic in level}
    check = still_wanted()

    def labelled(community: Community, level: int, shares: Mapping[str, float]) -> _Stored:
        check()
        heir = known[level].of(community.notes)
        children: tuple[_Stored, ...] = ()
        if community.children:
            own = shares_of(terms[path] for path in community.notes)
            children = tuple(labelled(child, level + 1, own) for child in community.children)
        if heir is not None:
            return _Stored(heir.number, heir.label, community.notes, children)
        title = _central_title(community, graph)
        label = label_of(community.notes, terms, shares) or title
        label = (label if label not in labels else f"{label}, {title}").replace("/", " ")
        labels.add(label)
        return _Stored(next(numbers), label, community.notes, children)

    shares = shares_of(terms.values())
    return tuple(labelled(community, 0, shares) for community in divided)


def _central_title(community: Community, graph: VaultGraph) -> str:
    """Return the title of the most central note with letters in it: a date names no topic."""
    titles = [graph.notes[path].title for path in community.notes]
    return next((title for title in titles if any(map(str.isalpha, title))), titles[0])


def _terms(graph: VaultGraph, places: Sequence[StoredPlace]) -> dict[str, NoteTerms]:
    languages: dict[str, Counter[str]] = {}
    for place in places:
        languages.setdefault(place.path, Counter())[place.language] += 1
    templates = templates_of(graph.notes.values())
    check = still_wanted()
    terms: dict[str, NoteTerms] = {}
    shared: dict[str, str] = {}
    for path, note in graph.notes.items():
        check()
        of_note = languages.get(path)
        language = of_note.most_common(1)[0][0] if of_note else ENGLISH
        terms[path] = terms_of(note, language, templates, shared)
    return terms


class _Heirs:
    """The former topics of a level: which of them a community is still."""

    def __init__(self, topics: Sequence[_Stored]) -> None:
        self._topics = {topic.number: topic for topic in topics}
        self._topic_of = {path: topic.number for topic in topics for path in topic.paths}

    def of(self, paths: Sequence[str]) -> _Stored | None:
        """Return the topic most of whose notes are among these; no other community has as many of them."""
        counts = Counter(self._topic_of[path] for path in paths if path in self._topic_of)
        for number, shared in counts.most_common(1):
            topic = self._topics[number]
            if 2 * shared > len(topic.paths) and 2 * shared > len(paths):
                return topic
        return None
