"""The topics of a vault: communities of notes, labeled, stored, and renewed when the index changes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

import regex

from vaultsearch.core.analyzer import stem, words_in
from vaultsearch.core.files import write_atomically
from vaultsearch.core.filters import AtPaths
from vaultsearch.core.index.tables.index_tables import VECTORS
from vaultsearch.core.languages.detection import frequent_words, function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.memory import give_back
from vaultsearch.core.query.words import is_spaced
from vaultsearch.core.relations.communities import LEVELS, communities, edges_of, note_vectors
from vaultsearch.core.text import fold
from vaultsearch.core.threads import in_thread, still_wanted
from vaultsearch.core.values.relations import TopicPassage, VaultTopic

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.tables.stored_notes import StoredRevision
    from vaultsearch.core.relations.communities import Community
    from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
    from vaultsearch.core.values.note import StoredNote, StoredPlace


# A label's terms are weighed as in class-based tf-idf (Grootendorst 2022): by the share of a topic's notes
# that hold a term, and by how rare it is elsewhere.

_TITLE, _TAG, _LINK, _HEADING, _TEXT = 1.0, 1.0, 0.7, 0.6, 0.25
"""How much the places of a term count."""
_MOST = 40
"""Links, and headings, of a note that are read: the lists of a map of content say no more after that."""
_BEGINNING = 600
"""Characters of a note's text that are read."""
_MOST_WORDS = 3
_IN_RUN, _LONGEST_RUN = 4, 12
"""Characters of a term within a run of a script without spaces, and of a run that is one as a whole."""
_SHORTEST = 3
_YEAR = 4
"""Digits of a year, which names no topic."""
_IN_LABEL, _CONSIDERED = 3, 60
_TEMPLATE_NOTES, _TEMPLATE_SHARE = 4, 0.01
"""The number and the share of all notes above which a heading is that of a template."""
_WHOLE = 0.7
"""A term within a longer one goes if so much of it is within that one."""
_FRAGMENT = 0.6
"""A run of characters is no word if so often the same one stands beside it."""
_ORDINAL = regex.compile(r"第[\d〇零一二三四五六七八九十百两]+[季集版章卷部期回讲节课]?")
_NOT_WORDS = regex.compile(
    r"\A---\n.*?\n---$|https?://\S+|!?\[\[[^\]]*\]\]|!\[[^\]]*\]|^#{1,6}\s.*?$|\]\([^)]*\)|```.*?(?:```|\Z)|`[^`\n]*`|\{\{.*?\}\}|<[^>\n]*>"
    r"|^[^\S\n]*(?:[-*] )?[\w ]+::"
    r"|[#*_>|\[\]{}]",
    regex.S | regex.M,
)
_ENDING = regex.compile(r"\.\w{1,9}\Z")


@dataclass(frozen=True, slots=True)
class NoteTerms:
    """The terms of a note, by their keys: the weight of each, and how it is written there if otherwise.

    ``names`` are its title, headings, tags and links, each on a line.
    """

    weights: Mapping[str, float]
    written: Mapping[str, str]
    names: str


def terms_of(
    note: StoredNote, language: str, templates: Collection[str], shared: dict[str, str]
) -> NoteTerms:
    """Return the terms of a note's title, headings, tags, links and first lines.

    Args:
        note: The note.
        language: The language of most of it.
        templates: The folded headings that are those of templates.
        shared: The keys of all notes so far, each held once: most stand in many.
    """
    weights: dict[str, float] = {}
    written: dict[str, str] = {}
    names = [(note.title, _TITLE)]
    names += [(tag.rpartition("/")[2].replace("-", " ").replace("_", " "), _TAG) for tag in note.tags]
    names += [(_ENDING.sub("", link.target.rpartition("/")[2]), _LINK) for link in note.links[:_MOST]]
    # Headings of a template, such as "Attendees", are on every note that was made with it.
    own_headings = [h.text for h in note.named_headings if fold(h.text) not in templates]
    names += [(heading, _HEADING) for heading in own_headings[:_MOST]]
    names = [(_ORDINAL.sub(" ", name), weight) for name, weight in names]
    # A full stop in place of markup, so that no phrase goes over it; four times as much is read, since much
    # of a beginning may be markup.
    beginning = _NOT_WORDS.sub(" . ", note.text[: 4 * _BEGINNING])[:_BEGINNING]
    in_text = ((key, term, _TEXT) for key, term in _terms_in(beginning, language, 2) if is_spaced(term))
    in_names = ((*term, weight) for name, weight in names for term in _terms_in(name, language, _MOST_WORDS))
    for key, term, weight in (*in_names, *in_text):
        if weight > weights.get(key, 0.0):
            # One string for all notes: the keys of a large vault would take many times as much.
            weights[shared.setdefault(key, key)] = weight
            if term != key:
                written[shared[key]] = shared.setdefault(term, term)
    return NoteTerms(weights, written, "\n".join(name for name, _ in names))


def templates_of(notes: Collection[StoredNote]) -> frozenset[str]:
    """Return the folded headings that many notes have."""
    counts = Counter(heading for note in notes for heading in {fold(h.text) for h in note.named_headings})
    most = max(_TEMPLATE_NOTES, _TEMPLATE_SHARE * len(notes))
    return frozenset(heading for heading, count in counts.items() if count > most)


def _terms_in(text: str, language: str, longest: int) -> Iterator[tuple[str, str]]:
    """Yield the keys and the spellings of the words and phrases in a text that may name a topic."""
    words = list(words_in(text))
    folded = [fold(word.group()) for word in words]
    for index, word in enumerate(words):
        if not is_spaced(word.group()):
            yield from _of_run(word.group(), language)
            continue
        for length in range(1, longest + 1):
            last = index + length - 1
            if last >= len(words) or (
                length > 1 and text[words[last - 1].end() : words[last].start()].strip(" -")
            ):
                break
            may_end = _ends_phrase if length > 1 else _is_keyword
            if _is_keyword(folded[index], language) and may_end(folded[last], language):
                key = " ".join(stem(each, language) for each in folded[index : last + 1])
                yield key, text[word.start() : words[last].end()]


def _of_run(run: str, language: str) -> Iterator[tuple[str, str]]:
    ignored = function_words(language)
    parts = [run[start:end] for start in range(len(run)) for end in range(start + 2, start + _IN_RUN + 1)]
    for part in dict.fromkeys((*parts, *([run] if len(run) <= _LONGEST_RUN else []))):
        if len(part) > 1 and not ignored & {part, part[0], part[-1]}:
            yield part, part


def _ends_phrase(word: str, language: str) -> bool:
    """Return whether a word may be the last of several: "Windows 10", but not "June 2024"."""
    return _is_keyword(word, language) or (word.isdigit() and len(word) < _YEAR)


def _is_keyword(word: str, language: str) -> bool:
    if word.isdigit() or len(word) < _SHORTEST or any(character.isdigit() for character in word[:1]):
        return False
    return word not in function_words(language) and word not in frequent_words()


def label_of(paths: Sequence[str], terms: Mapping[str, NoteTerms], shares: Mapping[str, float]) -> str:
    """Return the terms that name the topic of some notes, joined by commas; "" if it has none.

    Args:
        paths: Its notes, the most central first.
        terms: The terms of all notes.
        shares: The mean weight of each term over all notes of the vault, or of the topic above.
    """
    held = [terms[path] for path in paths if path in terms]
    totals: Counter[str] = Counter()
    support: Counter[str] = Counter()
    for note in held:
        for key, weight in note.weights.items():
            totals[key] += weight  # type: ignore[assignment]
            support[key] += 1
    # A term of one note names that note, and not the topic.
    least = max(2.0, 0.03 * len(held))
    scores = {
        key: total / len(held) * math.log(total / len(held) / shares[key])
        for key, total in totals.items()
        # What stands in no name of a note is no more than the name of a field in many.
        if support[key] >= least and total > _TEXT * support[key] + 1e-6
    }
    best = sorted(scores, key=lambda key: (-scores[key], key))[:_CONSIDERED]
    names = "\n".join(note.names for note in held)
    chosen: list[str] = []
    for term in best:
        # "Machine learning" rather than "learning", if one is hardly ever without the other.
        key = _longer(term, best, totals)
        if not any(_overlap(key, other) for other in chosen) and (is_spaced(key) or _is_word(key, names)):
            chosen.append(key)
        if len(chosen) == _IN_LABEL:
            break
    return ", ".join(_spelling(key, held) for key in chosen)


def _longer(key: str, keys: Sequence[str], totals: Mapping[str, float]) -> str:
    """Return the longest term that holds this one and nearly all of its weight."""
    longer = [
        other for other in keys if other != key and key in other and totals[other] >= _WHOLE * totals[key]
    ]
    return max(longer, key=len, default=key)


def _is_word(run: str, names: str) -> bool:
    """Return whether a run of characters stands beside different ones, or none."""
    places = list(regex.finditer(regex.escape(run), names))
    for beside in (
        [names[place.start() - 1 : place.start()] for place in places],
        [names[place.end() : place.end() + 1] for place in places],
    ):
        letters = Counter(letter for letter in beside if letter.isalnum() and not is_spaced(letter))
        if letters and letters.most_common(1)[0][1] > _FRAGMENT * len(places):
            return False
    return True


def _overlap(key: str, other: str) -> bool:
    return key in other or other in key or bool({*key.split()} & {*other.split()})


def _spelling(key: str, notes: Iterable[NoteTerms]) -> str:
    spellings = Counter(note.written.get(key, key) for note in notes if key in note.weights)
    return spellings.most_common(1)[0][0]


def shares_of(terms: Iterable[NoteTerms]) -> dict[str, float]:
    """Return the mean weight of each term over notes."""
    totals: Counter[str] = Counter()
    count = 0
    for note in terms:
        count += 1
        totals.update(note.weights)
    return {key: total / count for key, total in totals.items()}


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
            # Whoever asks may give up; the topics are of use to the next one.
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
                # The first passage of a note is its nearest; the others would crowd out other notes.
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
    # The number of vectors counts, since topics made while half of them were missing are poor.
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
            # A topic keeps its number and its label as long as it lives: queries such as `topic:label` name
            # it.
            return _Stored(heir.number, heir.label, community.notes, children)
        title = _central_title(community, graph)
        label = label_of(community.notes, terms, shares) or title
        # A slash would make it a topic within another one.
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
            # A majority on both sides: no two communities can both claim it.
            if 2 * shared > len(topic.paths) and 2 * shared > len(paths):
                return topic
        return None
