"""Notes containing a query's words, weighted by rarity in the vault and in the language.

Whoever types a single word, or asks with one telling word, wants the notes with it; a query's words may be
in different passages of a note, in title or headings.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import pstdev
from typing import TYPE_CHECKING

from vaultsearch.core.analyzer import tokenize_text
from vaultsearch.core.dates.intervals import question_interval
from vaultsearch.core.filters import Filter
from vaultsearch.core.languages.detection import language_rarity
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.words import find_terms
from vaultsearch.core.search.routed_retrieval import MEANING_LEG
from vaultsearch.core.text import unspaced_runs
from vaultsearch.core.today import today
from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.values.search import Chunk, Elsewhere, Holders, LegRank, Mode

if TYPE_CHECKING:
    from vaultsearch.core.index.corpus import LanceCorpus

HELD_LEG = "held"
"""The rank of passages in notes containing the query's words; the score is the share of their weight."""
_MAX_ONE_WORD, _MAX_TWO_WORDS, _MAX_EFFECTIVE_WORDS = 1.6, 2.5, 3.2
"""Effective query words up to which holders come first, up to which a holder of all words is among the first
three, and up to which words are looked up at all.

Of 811 questions, with 2.05 in place of 1.6 nine lost their first row to notes that merely hold the words.
Without the last, of 794 questions to 18 sets one more had a right first row, for 10 of 58 ms of CPU.
"""
_HOLDER_SHARE, _WHOLE_SHARE = 0.6, 0.999
"""The least share of the words' weight for a holder; and of the weight in the vault, for a whole one."""
_LIFT_DEVIATIONS, _SPREAD_SCORES = 0.5, 50
"""Standard deviations of the first scores by which a note with all words is lifted."""
_MAX_WORDS, _LONG_QUERY_WORDS = 4, 3
"""Words up to which all of a query's are looked up, also as written; and how many of a longer query.

With six of a longer one, of 794 questions to 18 sets one first row was won and one lost.
"""
_MAX_RUN_CHARACTERS = 6
"""Characters of a word in scripts without spaces: longer runs are clauses."""
_MIN_RARITY = 0.1
"""Words rarer than this in the language are looked up; others only if there are no rarer ones."""
_MAX_NAMED_NOTES = 2
"""Notes that hold a name, at most."""
_MAX_PLACED_NOTES = 10
"""Notes whose words are located."""
_FIRST_NOTES = 3
"""Notes among which the holders of all words are placed."""
_MIN_LANGUAGE_SHARE = 0.05
"""From this share of a vault's passages in a language, words are weighed by that language."""


@dataclass(frozen=True)
class HeldWords:
    """A query's words in a vault, with weights and holders.

    Attributes:
        weights: The weight of each word, including words nothing holds.
        forms: The holders of each word in any form.
        as_written: The holders of each word as written, or in any form if none holds it so; empty for queries
            of many words.
        best: The best passage of each of the documents holding most as written.
        places: By word and note, a passage with the word, for the first notes holding all.
        lacks_word: Whether a word that nothing holds weighs nothing; another vault may hold it.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    forms: Mapping[str, Holders] = field(default_factory=dict)
    as_written: Mapping[str, Holders] = field(default_factory=dict)
    best: tuple[Chunk, ...] = ()
    places: Mapping[tuple[str, str], Chunk] = field(default_factory=dict)
    lacks_word: bool = False

    @cached_property
    def effective_words(self) -> float:
        """The equivalent number of equally weighted words."""
        return _effective_count(self.weights.values())

    @cached_property
    def lifts(self) -> Mapping[str, float]:
        """By document, the share of the words' total weight held in any form."""
        return self._sums({word: holders.documents for word, holders in self.forms.items()})

    @cached_property
    def shares(self) -> Mapping[str, float]:
        """By document, the share of the words' total weight held as written."""
        return self._sums({word: holders.documents for word, holders in self.as_written.items()})

    @cached_property
    def passage_shares(self) -> Mapping[str, float]:
        """By passage id, the same share."""
        return self._sums({word: holders.ids for word, holders in self.as_written.items()})

    @cached_property
    def whole(self) -> float:
        """The share of a document with every word that any document holds as written."""
        held = (self.weights[word] for word, holders in self.as_written.items() if holders.ids)
        return _WHOLE_SHARE * sum(held) / sum(self.weights.values())

    def _sums(self, holding: Mapping[str, Sequence[str]]) -> Mapping[str, float]:
        total = sum(self.weights.values())
        sums: defaultdict[str, float] = defaultdict(float)
        for word, keys in holding.items():
            shares = dict.fromkeys(keys, self.weights[word] / total)
            sums.update(shares if not sums else {key: sums[key] + share for key, share in shares.items()})
        return sums

    def elsewhere(self, chunk: Chunk) -> tuple[Elsewhere, ...]:
        """Return the words in other passages of a note, if the note holds all and this passage does not."""
        lacking = [word for word in self.as_written if chunk.id not in self._ids[word]]
        places = ((word, self.places.get((word, chunk.path))) for word in lacking)
        return tuple(Elsewhere(word, "".join(place.heading_path[-1:])) for word, place in places if place)

    @cached_property
    def _ids(self) -> Mapping[str, frozenset[str]]:
        return {word: frozenset(holders.ids) for word, holders in self.as_written.items()}

    def document_of(self, chunk: Chunk) -> str:
        """Return the document: a note, or a single passage of another file."""
        return chunk.path if chunk.kind in NOTE_KINDS else chunk.id

    def share_class(self, chunk: Chunk) -> int:
        """Return 2 if the document holds all words, 1 if it holds most of their weight, else 0."""
        share = self.shares.get(self.document_of(chunk), 0.0)
        return int(share >= _HOLDER_SHARE) * (2 if share >= self.whole else 1)


def _effective_count(weights: Collection[float]) -> float:
    """Return the inverse Herfindahl index of weights, or infinity if there are none."""
    return sum(weights) ** 2 / sum(weight**2 for weight in weights) if any(weights) else math.inf


NO_WORDS = HeldWords()


class WholeNotes:
    """Finds a corpus's notes containing the words of a query."""

    def __init__(self, corpus: LanceCorpus) -> None:
        self._corpus = corpus

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> HeldWords:
        """Return a query's words, and up to n documents holding most of them."""
        n_notes, passages = await self._corpus.notes.count(), await self._corpus.notes.languages()
        least = _MIN_LANGUAGE_SHARE * sum(passages.values())
        languages = dict.fromkeys([ENGLISH, *(code for code, count in passages.items() if count >= least)])
        says = _telling_words(query, tuple(languages))
        if _effective_count(says.values()) > _MAX_EFFECTIVE_WORDS:
            return NO_WORDS
        looked_up = list(says)
        if len(says) > _MAX_WORDS:
            looked_up = sorted(says, key=lambda word: -says[word])[:_LONG_QUERY_WORDS]
        forms = await self._corpus.query_holders(looked_up, where)
        counts = {word: len(set(holders.documents)) for word, holders in forms.items()}
        weights = {}
        for word, n_holders in counts.items():
            # The inverse document frequency of BM25.
            rarity = math.log(1 + max(0.5, n_notes - n_holders + 0.5) / (n_holders + 0.5))
            weights[word] = says[word] * rarity
        # Of two words, a name that few notes hold tells all: "em forster" finds E. M. Forster.
        named = [word for word in says if says[word] == 1.0 and 0 < counts.get(word, 0) <= _MAX_NAMED_NOTES]
        lacks_word = bool(named) and len(says) == 2 and not all(counts.values())
        if lacks_word:
            weights = {word: weight if counts[word] else 0.0 for word, weight in weights.items()}
        held = HeldWords(weights, forms, lacks_word=lacks_word)
        if len(says) > _MAX_WORDS or held.effective_words > _MAX_TWO_WORDS:
            return held
        # Where no note holds a word as written, another form is as near: "омуль" finds "омуля".
        written = {
            word: holders.as_written() if any(holders.are_written) else holders
            for word, holders in forms.items()
        }
        held = replace(held, as_written=written)
        holders = await self._corpus.get_passages(list(_best_passages(held, n)))
        # A picture's paragraph is in a note, which holds the words itself.
        best = [
            each
            for each in holders
            if not each.is_borrowed or find_terms(each.title, tuple(says), each.language)
        ]
        return replace(held, best=tuple(best), places=await self._places(held, best))

    async def _places(self, held: HeldWords, best: Sequence[Chunk]) -> Mapping[tuple[str, str], Chunk]:
        """Locate the words in the first notes that hold all of them in several passages."""
        parted = (chunk.path for chunk in best if held.passage_shares[chunk.id] < held.whole)
        notes = frozenset(
            [note for note in parted if held.shares.get(note, 0.0) >= held.whole][:_MAX_PLACED_NOTES]
        )
        ids = {
            (word, document): key
            for word, holders in held.as_written.items()
            # The best of a note is the last that is set.
            for key, document in zip(reversed(holders.ids), reversed(holders.documents), strict=True)
            if document in notes
        }
        passages = {chunk.id: chunk for chunk in await self._corpus.get_passages(list(ids.values()))}
        return {place: passages[key] for place, key in ids.items() if key in passages}


def _telling_words(query: str, languages: tuple[str, ...]) -> dict[str, float]:
    """Map a query's content words to their rarity in the language; nothing if it has an unspaced clause."""
    if any(len(run) > _MAX_RUN_CHARACTERS for run in unspaced_runs(query)):
        return {}
    # A written year would stand beside the single word that tells: "dessert in 2023".
    when = question_interval(query, today())
    untimed = f"{query[: when.start]} {query[when.end :]}" if when else query
    query = untimed if any(map(str.isalnum, untimed)) else query
    written = (query[token.start : token.end] for token in tokenize_text(query))
    rarities = {word: language_rarity(word, languages) for word in written}
    return {word: value for word, value in rarities.items() if value > _MIN_RARITY} or rarities


def _best_passages(held: HeldWords, n: int) -> Iterator[str]:
    """Yield the best passage ids of the n documents holding most, best first."""
    best: dict[str, str] = {}
    # The rarest word's holders are in the order of their scores.
    for word in sorted(held.as_written, key=lambda word: -held.weights[word]):
        for key, document in zip(*held.as_written[word][:2], strict=True):
            now = best.get(document)
            if now is None or held.passage_shares[key] > held.passage_shares[now]:
                best[document] = key
    documents = [document for document in best if held.shares[document] >= _HOLDER_SHARE]
    documents.sort(key=lambda document: -held.shares[document])
    yield from (best[document] for document in documents[:n])


def boost_by_words(chunks: Sequence[Chunk], held: HeldWords) -> list[Chunk]:
    """Boost notes' passages by the share of query words in the whole note, in any form; leave other files."""
    notes = [chunk for chunk in chunks if chunk.kind in NOTE_KINDS]
    if not held.lifts or not notes:
        return list(chunks)
    scores = [chunk.score or 0.0 for chunk in notes]
    lift = _LIFT_DEVIATIONS * pstdev(scores[:_SPREAD_SCORES])
    lifted = [
        score + lift * held.lifts.get(chunk.path, 0.0) for chunk, score in zip(notes, scores, strict=True)
    ]
    order = sorted(range(len(notes)), key=lambda place: -lifted[place])
    # Each place keeps its score.
    ranked = [notes[place].scored(chunk.score) for chunk, place in zip(notes, order, strict=True)]
    return [*ranked, *(chunk for chunk in chunks if chunk.kind not in NOTE_KINDS)]


def holders_first(chunks: Sequence[Chunk], held: HeldWords) -> list[Chunk]:
    """Move the passages with a query's single telling word before all others.

    Passages of notes with all words lead, then those of notes with most of the weight, each in the order of
    ``chunks``. For two telling words, place a note with both among the first three.
    """
    if not held.best or held.effective_words > _MAX_TWO_WORDS:
        return list(chunks)
    if held.effective_words > _MAX_ONE_WORD:
        return _move_holder_among_first(chunks, held)
    known = {chunk.id for chunk in chunks}
    listed = {held.document_of(chunk) for chunk in chunks if held.passage_shares.get(chunk.id, 0.0) > 0}
    others = [chunk for chunk in held.best if chunk.id not in known and held.document_of(chunk) not in listed]
    top = max((chunk.score or 0.0 for chunk in chunks), default=0.0)
    holding = (chunk for chunk in (*chunks, *others) if held.passage_shares.get(chunk.id, 0.0) > 0)
    first = sorted(filter(held.share_class, holding), key=held.share_class, reverse=True)
    above = [chunk.scored(top) for chunk in first]
    if not held.lacks_word:
        above = [
            chunk.scored(top, {**chunk.ranks, HELD_LEG: LegRank(rank, held.shares[held.document_of(chunk)])})
            for rank, chunk in enumerate(first, start=1)
        ]
    ids = {chunk.id for chunk in above}
    return [*above, *(chunk for chunk in chunks if chunk.id not in ids)]


def begin_with_first_passages(chunks: Sequence[Chunk], terms: tuple[str, ...]) -> list[Chunk]:
    """Let a note whose best passage has no query word show the first passage instead, if nearer by meaning.

    Words in the title alone rank the shortest passage first. Over the titles' words of four vaults, the
    cross-encoder chose the passage now shown 6 times, the former 2 times.
    """
    ordered, leads = list(chunks), dict[str, int]()
    for place, chunk in enumerate(chunks):
        lead = chunks[leads.setdefault(chunk.path, place)]
        if chunk.position or _meaning_score(chunk) <= _meaning_score(lead):
            continue
        if not find_terms(lead.text, terms, lead.language):
            ordered[leads[chunk.path]], ordered[place] = chunk.scored(lead.score), lead.scored(chunk.score)
    return ordered


def _meaning_score(chunk: Chunk) -> float:
    by_meaning = chunk.ranks.get(MEANING_LEG) or chunk.ranks.get(Mode.SEMANTIC.value)
    return by_meaning.score if by_meaning else -math.inf


def _move_holder_among_first(chunks: Sequence[Chunk], held: HeldWords) -> list[Chunk]:
    """Move the first passage of a note with all words up to the third note."""
    document_of_place = list(map(held.document_of, chunks))
    documents = list(dict.fromkeys(document_of_place))
    holder = next((chunk for chunk in (*chunks, *held.best) if held.share_class(chunk) == 2), None)
    if (
        holder is None
        or held.document_of(holder) in documents[:_FIRST_NOTES]
        or len(documents) < _FIRST_NOTES
    ):
        return list(chunks) if holder is None or holder in chunks else [*chunks, holder]
    # While notes are written, those found by a leg may be others than those that hold the words.
    of_holder = (chunk for chunk in held.best if held.document_of(chunk) == held.document_of(holder))
    shown = next(of_holder, holder)
    place = document_of_place.index(documents[_FIRST_NOTES - 1])
    raised = shown.scored(chunks[place].score)
    others = [chunk for chunk in chunks if chunk.id != shown.id]
    return [*others[:place], raised, *others[place:]]
