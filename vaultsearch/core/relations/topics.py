"""A vault's topics: communities of notes, labeled, stored, and renewed when the index changes."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import time
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

import msgspec
import regex

from vaultsearch.core.analyzer import find_words, stem_word
from vaultsearch.core.files import write_atomically
from vaultsearch.core.filters import AtPaths
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables.index_tables import VECTORS
from vaultsearch.core.index.tables.stored_notes import StoredRevision
from vaultsearch.core.languages.detection import frequent_words, function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.memory import give_back
from vaultsearch.core.query.words import is_spaced
from vaultsearch.core.relations.communities import (
    MAX_LEVELS,
    Community,
    edges_of,
    find_communities,
    note_vectors,
)
from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
from vaultsearch.core.text import fold_text
from vaultsearch.core.threads import in_thread, still_wanted
from vaultsearch.core.values.note import StoredNote, StoredPlace
from vaultsearch.core.values.relations import TopicPassage, VaultTopic

# A label's terms are weighted as in class-based tf-idf (Grootendorst 2022): by the share of a topic's notes
# with the term, and by its rarity elsewhere.

_TITLE, _TAG, _LINK, _HEADING, _TEXT = 1.0, 1.0, 0.7, 0.6, 0.25
"""Weights of the places of a term."""
_MAX_LINKS = 40
"""Maximum links, and headings, read per note: the lists in a map of content tell no more after these."""
_BEGINNING = 600
"""Characters read of a note's text."""
_MAX_TERM_WORDS = 3
_IN_RUN, _LONGEST_RUN = 4, 12
"""Maximum characters of a term within a run of a script without spaces, and of a run that is a term."""
_MIN_LETTERS = 3
_YEAR = 4
"""Digits of a year, which names no topic."""
_IN_LABEL, _CONSIDERED = 3, 60
_TEMPLATE_NOTES, _TEMPLATE_SHARE = 4, 0.01
"""A heading in more notes than this, and in a larger share, comes from a template."""
_MIN_SHARE_IN_LONGER = 0.7
"""Share of a term's weight within a longer term from which only the longer term is kept."""
_MAX_SAME_NEIGHBOR = 0.6
"""A run of characters is no word if its neighbor is the same more often than this."""
_ORDINAL = regex.compile(r"第[\d〇零一二三四五六七八九十百两]+[季集版章卷部期回讲节课]?")
_NOT_WORDS = regex.compile(
    r"\A---\n.*?\n---$|https?://\S+|!?\[\[[^\[\]]*\]\]|!\[[^\[\]]*\]|^#{1,6}\s.*?$|\]\([^)]{0,999}\)|```.*?(?:```|\Z)|`[^`\n]*`|\{\{[^{}]*\}\}|<[^<>\n]*>"
    r"|^(?:[^\S\n]*+[-*] )?+[\w \t]+::"
    r"|[#*_>|\[\]{}]",
    regex.S | regex.M,
)
_ENDING = regex.compile(r"\.\w{1,9}\Z")


@dataclass(frozen=True, slots=True)
class NoteTerms:
    """A note's terms by key: the weight of each, and the spelling in the note if it differs.

    ``names`` are the title, headings, tags and links, each on a line.
    """

    weights: Mapping[str, float]
    written: Mapping[str, str]
    names: str


def terms_of(note: StoredNote, language: str, templates: Container[str], shared: dict[str, str]) -> NoteTerms:
    """Return the terms in a note's title, headings, tags, links and first lines.

    Args:
        templates: Folded headings from templates.
        shared: The keys in all notes so far, each stored once: most occur in many.
    """
    weights: dict[str, float] = {}
    written: dict[str, str] = {}
    names = [(note.title, _TITLE)]
    names += [(tag.rpartition("/")[2].replace("-", " ").replace("_", " "), _TAG) for tag in note.tags]
    names += [(_ENDING.sub("", link.target.rpartition("/")[2]), _LINK) for link in note.links[:_MAX_LINKS]]
    # A template's headings, such as "Attendees", are in every note made from it.
    own_headings = [h.text for h in note.named_headings if fold_text(h.text) not in templates]
    names += [(heading, _HEADING) for heading in own_headings[:_MAX_LINKS]]
    names = [(_ORDINAL.sub(" ", name), weight) for name, weight in names]
    # Markup becomes a full stop, so that no phrase spans it. Four times as much is read, since much of a
    # beginning may be markup.
    beginning = _NOT_WORDS.sub(" . ", note.text[: 4 * _BEGINNING])[:_BEGINNING]
    in_text = ((key, term, _TEXT) for key, term in _terms_in(beginning, language, 2) if is_spaced(term))
    in_names = (
        (*term, weight) for name, weight in names for term in _terms_in(name, language, _MAX_TERM_WORDS)
    )
    for key, term, weight in (*in_names, *in_text):
        if weight > weights.get(key, 0.0):
            # One string for all notes: a large vault's keys would take many times the memory.
            weights[shared.setdefault(key, key)] = weight
            if term != key:
                written[shared[key]] = shared.setdefault(term, term)
    return NoteTerms(weights, written, "\n".join(name for name, _ in names))


def templates_of(notes: Collection[StoredNote]) -> frozenset[str]:
    """Return the folded headings found in many notes."""
    of_notes = ({fold_text(h.text) for h in note.named_headings} for note in notes)
    counts = Counter(chain.from_iterable(of_notes))
    most = max(_TEMPLATE_NOTES, _TEMPLATE_SHARE * len(notes))
    return frozenset(heading for heading, count in counts.items() if count > most)


def _terms_in(text: str, language: str, longest: int) -> Iterator[tuple[str, str]]:
    """Yield the keys and spellings of words and phrases in a text, as names for topics."""
    words = list(find_words(text))
    folded = [fold_text(word.group()) for word in words]
    for index, word in enumerate(words):
        if not is_spaced(word.group()):
            run, ignored = word.group(), function_words(language)
            ends = ((start, start + size) for start in range(len(run)) for size in range(2, _IN_RUN + 1))
            whole = [run] if len(run) <= _LONGEST_RUN else []
            for part in dict.fromkeys((*(run[start:end] for start, end in ends), *whole)):
                if len(part) > 1 and not ignored & {part, part[0], part[-1]}:
                    yield part, part
            continue
        for length in range(1, longest + 1):
            last = index + length - 1
            if last >= len(words) or (
                length > 1 and text[words[last - 1].end() : words[last].start()].strip(" -")
            ):
                break
            end = folded[last]
            # A phrase may end in a number: "Windows 10", but not "June 2024".
            is_short_number = length > 1 and end.isdigit() and len(end) < _YEAR
            if _is_keyword(folded[index], language) and (is_short_number or _is_keyword(end, language)):
                key = " ".join(stem_word(each, language) for each in folded[index : last + 1])
                yield key, text[word.start() : words[last].end()]


def _is_keyword(word: str, language: str) -> bool:
    is_name = len(word) >= _MIN_LETTERS and not word[0].isdigit()
    return is_name and word not in function_words(language) and word not in frequent_words()


def label_of(paths: Sequence[str], terms: Mapping[str, NoteTerms], shares: Mapping[str, float]) -> str:
    """Return terms to name some notes' topic, joined by commas, or "".

    Args:
        paths: The topic's notes, the most central first.
        shares: Each term's mean weight over all notes in the vault, or in the parent topic.
    """
    held = [terms[path] for path in paths if path in terms]
    totals: Counter[str] = Counter()
    support: Counter[str] = Counter()
    for note in held:
        for key, weight in note.weights.items():
            totals[key] += weight  # type: ignore[assignment]
            support[key] += 1
    # A term in a single note names that note, not the topic.
    least = max(2.0, 0.03 * len(held))
    scores = {
        key: total / len(held) * math.log(total / len(held) / shares[key])
        for key, total in totals.items()
        # A term in no name is only a field's name in many notes.
        if support[key] >= least and total > _TEXT * support[key] + 1e-6
    }
    best = sorted(scores, key=lambda key: (-scores[key], key))[:_CONSIDERED]
    names = "\n".join(note.names for note in held)
    chosen: list[str] = []
    for term in best:
        # "Machine learning" rather than "learning", if the words seldom occur apart.
        longer = [
            other
            for other in best
            if other != term and term in other and totals[other] >= _MIN_SHARE_IN_LONGER * totals[term]
        ]
        key = max(longer, key=len, default=term)
        overlaps = any(key in other or other in key or {*key.split()} & {*other.split()} for other in chosen)
        if not overlaps and (is_spaced(key) or _is_word(key, names)):
            chosen.append(key)
        if len(chosen) == _IN_LABEL:
            break
    spellings = ([note.written.get(key, key) for note in held if key in note.weights] for key in chosen)
    return ", ".join(Counter(written).most_common(1)[0][0] for written in spellings)


def _is_word(run: str, names: str) -> bool:
    """Return whether a run of characters has varying neighbors, or none."""
    places = list(regex.finditer(regex.escape(run), names))
    for beside in (
        [names[place.start() - 1 : place.start()] for place in places],
        [names[place.end() : place.end() + 1] for place in places],
    ):
        letters = Counter(letter for letter in beside if letter.isalnum() and not is_spaced(letter))
        if letters and letters.most_common(1)[0][1] > _MAX_SAME_NEIGHBOR * len(places):
            return False
    return True


def shares_of(terms: Iterable[NoteTerms]) -> dict[str, float]:
    """Return the mean weight of each term over notes."""
    totals: Counter[str] = Counter()
    weights = [note.weights for note in terms]
    for of_note in weights:
        totals.update(of_note)
    return {key: total / len(weights) for key, total in totals.items()}


T = TypeVar("T")
TOPICS_FILE = "topics.json"
"""Name of the file in the index folder."""
_FORMAT = 1
_RENEWED_EVERY_S = 600.0
"""Minimum seconds between background computations, if the index has changed."""
_MAX_ATTEMPTS = 3
"""Maximum attempts when the index changes during a computation."""
_LOOKED_AT, _FEW_LETTERS = 6, 60
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _StoredTopic:
    """A topic as stored; ``notes`` are paths."""

    number: int
    label: str
    notes: tuple[str, ...]
    children: tuple[_StoredTopic, ...] = ()


@dataclass(frozen=True)
class _Topics:
    state: str = ""
    topics: tuple[_StoredTopic, ...] = ()

    @cached_property
    def by_note(self) -> Mapping[str, tuple[str, ...]]:
        """Each note's topic names, by path."""
        names: dict[str, tuple[str, ...]] = {}
        for topic in self.topics:
            names |= dict.fromkeys(topic.notes, (topic.label,))
            for child in topic.children:
                names |= dict.fromkeys(child.notes, (topic.label, f"{topic.label}/{child.label}"))
        return names

    def levels(self) -> list[list[_StoredTopic]]:
        """Return the topics at each level, the topmost first."""
        levels = [list(self.topics)]
        while len(levels) < MAX_LEVELS:
            levels.append([child for topic in levels[-1] for child in topic.children])
        return levels

    def memberships(self) -> list[dict[str, int]]:
        """Map each note to a topic's number, for each level."""
        return [{path: topic.number for topic in level for path in topic.notes} for level in self.levels()]


class TopicFinder:
    """Finds a corpus's topics. A computation is shared by all callers."""

    def __init__(self, corpus: LanceCorpus, graphs: VaultGraphs) -> None:
        self._corpus = corpus
        self._graphs = graphs
        self._file = corpus.path / TOPICS_FILE
        self._latest: _Topics | None = None
        self._computing: asyncio.Task[None] | None = None
        self._next_time = 0.0
        self._digest: tuple[tuple[int, ...], str] = ((), "")

    async def __call__(self) -> tuple[VaultTopic, ...]:
        """Return the topics in the current index, the largest first."""
        await self.renew()
        return await self.latest()

    async def latest(self) -> tuple[VaultTopic, ...]:
        """Return the last computed topics without deleted notes; () if never computed."""
        latest, graph = await self._read(), await self._graphs()
        return tuple(_as_vault_topic(topic, graph) for topic in latest.topics)

    async def renew(self) -> None:
        """Compute the topics if the index has changed since the last computation."""
        if (await self._read()).state != await self.state():
            # The caller may give up; the next caller can use the topics.
            await asyncio.shield(self._begin())

    async def by_note(self, *, wait: bool = False) -> Mapping[str, tuple[str, ...]]:
        """Map each note's path to a topic, and to the subtopic as ``topic/subtopic``.

        Returns the last computed topics; changes are computed in the background now and then. With ``wait``,
        waits for the first computation.
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
            self._computing.add_done_callback(_log_failure)
        return self._computing

    async def passages(self, topic: VaultTopic, n: int) -> tuple[TopicPassage, ...]:
        """Return the n passages nearest to the mean of a topic's notes, each from another note."""
        paths = frozenset(note.path for note in topic.notes)
        near: dict[str, TopicPassage] = {}
        for of_space in await note_vectors(self._corpus, paths):
            # The plain mean, not the mean of the differences.
            space, wanted = of_space.space, _LOOKED_AT * n
            nearest = await self._corpus.query_embeddings(of_space.mean, wanted, AtPaths(paths), space)
            # Short passages tell little.
            for chunk in sorted(nearest, key=lambda chunk: len(chunk.text) < _FEW_LETTERS):
                passage = TopicPassage(chunk.path, chunk.title, chunk.headings, chunk.line_start, chunk.text)
                # Keep only a note's nearest passage; more would crowd out other notes.
                near.setdefault(chunk.path, passage)
        return tuple(near.values())[:n]

    async def state(self) -> str:
        """Return a digest of all notes' texts and the number of vectors.

        Table versions also change when tables are tidied, which is no change here.
        """
        tables, notes = self._corpus.tables, self._corpus.notes
        vectors = [tables[VECTORS[space]] for space in tables.spaces]
        versions = (await notes.version(), *[await table.version() for table in vectors])
        if self._digest[0] != versions:
            counts = [await table.count_rows() for table in vectors]
            self._digest = versions, await in_thread(_digest_notes, await notes.revisions(), counts)
        return self._digest[1]

    async def _read(self) -> _Topics:
        if self._latest is None:
            self._latest = await in_thread(load_derived, self._file, _Topics)
        return self._latest

    async def _compute(self) -> None:
        former = await self._read()
        for begun in count(1):
            state = await self.state()
            graph, vectors = await self._graphs(), await note_vectors(self._corpus)
            edges = await in_thread(edges_of, graph, vectors)
            if begun < _MAX_ATTEMPTS and await self.state() != state:
                continue
            divided = await in_thread(find_communities, edges, former.memberships())
            del edges, vectors  # of 10,000 notes 30 MB, and the labels take 40
            places = await self._corpus.notes.places()
            topics = _Topics(state, await in_thread(_label_topics, divided, graph, places, former))
            if begun < _MAX_ATTEMPTS and await self.state() != state:
                continue
            break
        self._latest = topics
        await in_thread(store_derived, self._file, topics)
        await in_thread(give_back)


def load_derived(file: Path, kind: type[T]) -> T:
    """Read a value from `store_derived`; an empty one if there is none, or another version's."""
    with suppress(OSError, RecursionError, msgspec.MsgspecError):
        return msgspec.json.decode(file.read_bytes(), type=kind)
    return kind()


def store_derived(file: Path, value: object) -> None:
    """Store a value if the disk allows it: it stays in memory, and can be made again."""
    try:
        write_atomically(file, msgspec.json.encode(value))
    except OSError as error:
        _log.info("not stored file=%s because=%s", file, error)


def _digest_notes(revisions: Mapping[str, StoredRevision], counts: Sequence[int]) -> str:
    # The number of vectors counts, since topics made from half the vectors are poor.
    hashed = hashlib.sha256(f"{_FORMAT} {counts}".encode())
    for path in sorted(revisions):
        hashed.update(f"{path}\0{revisions[path].content_hash}\0".encode())
    return hashed.hexdigest()


def _log_failure(computing: asyncio.Task[None]) -> None:
    # Nobody may wait for the computation; the index may be damaged, or closed.
    if not computing.cancelled() and (error := computing.exception()) is not None:
        _log.info("no topics because=%r", error)


def _as_vault_topic(topic: _StoredTopic, graph: VaultGraph) -> VaultTopic:
    notes = tuple(graph.name(path) for path in topic.notes if path in graph.notes)
    children = tuple(_as_vault_topic(child, graph) for child in topic.children)
    return VaultTopic(topic.number, topic.label, notes, children)


def _label_topics(
    divided: Sequence[Community],
    graph: VaultGraph,
    places: Mapping[str, Sequence[StoredPlace]],
    former: _Topics,
) -> tuple[_StoredTopic, ...]:
    """Return communities as topics; a community with a former topic's notes remains the same topic."""
    known = [_FormerTopics(level) for level in former.levels()]
    numbers = count(1 + max((topic.number for level in former.levels() for topic in level), default=0))
    terms = _terms_by_path(graph, places)
    labels = {topic.label for level in former.levels() for topic in level}
    check = still_wanted()

    def labelled(community: Community, level: int, shares: Mapping[str, float]) -> _StoredTopic:
        check()
        heir = known[level].of(community.notes)
        children: tuple[_StoredTopic, ...] = ()
        if community.children:
            own = shares_of(terms[path] for path in community.notes)
            children = tuple(labelled(child, level + 1, own) for child in community.children)
        if heir is not None:
            # A topic keeps its number and label: queries such as `topic:label` refer to it.
            return _StoredTopic(heir.number, heir.label, community.notes, children)
        titles = [graph.notes[path].title for path in community.notes]
        # The most central note's title, unless it has no letters: a date names no topic.
        title = next((title for title in titles if any(map(str.isalpha, title))), titles[0])
        label = label_of(community.notes, terms, shares) or title
        # A slash would make it a subtopic.
        label = (label if label not in labels else f"{label}, {title}").replace("/", " ")
        labels.add(label)
        return _StoredTopic(next(numbers), label, community.notes, children)

    shares = shares_of(terms.values())
    return tuple(labelled(community, 0, shares) for community in divided)


def _terms_by_path(graph: VaultGraph, places: Mapping[str, Sequence[StoredPlace]]) -> dict[str, NoteTerms]:
    templates = templates_of(graph.notes.values())
    check = still_wanted()
    terms: dict[str, NoteTerms] = {}
    shared: dict[str, str] = {}
    for path, note in graph.notes.items():
        check()
        of_note = Counter(place.language for place in places.get(path, ()))
        language = of_note.most_common(1)[0][0] if of_note else ENGLISH
        terms[path] = terms_of(note, language, templates, shared)
    return terms


class _FormerTopics:
    """The former topics of a level, to be matched with communities."""

    def __init__(self, topics: Sequence[_StoredTopic]) -> None:
        self._topics = {topic.number: topic for topic in topics}
        self._topic_of = {path: topic.number for topic in topics for path in topic.notes}

    def of(self, paths: Sequence[str]) -> _StoredTopic | None:
        """Return the former topic with a majority of notes among these, if unique."""
        counts = Counter(self._topic_of[path] for path in paths if path in self._topic_of)
        for number, shared in counts.most_common(1):
            topic = self._topics[number]
            # A majority on both sides: no two communities can claim the same topic.
            if 2 * shared > len(topic.notes) and 2 * shared > len(paths):
                return topic
        return None
