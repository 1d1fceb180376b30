"""Notes that hold what a query says: its words, weighed by their rarity in the vault and in the language.

Who types one word, or asks with one telling word, wants the notes that hold it; the words of a query may
stand in different passages of a note, in its title or its headings.
"""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.analyzer import tokens
from vaultsearch.core.languages.detection import language_rarity
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.values.search import LegRank

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.values.search import Chunk, Holder

HELD = "held"
"""The rank of passages in notes that hold the query's words; its score is the share of their weight."""
_ONE_WORD, _TWO_WORDS = 1.6, 2.5
"""Effective words of a query up to which the holders of its words come first, and up to which one that holds
all of them is among the first three notes.

Of 811 questions, with 2.05 in place of 1.6 nine lost their first row to notes that merely hold the words.
"""
_MOSTLY, _WHOLLY = 0.6, 0.999
"""The share of the words' weight that makes a holder, and one of all words."""
_MOST_WORDS = 6
"""Words of a query that are looked up: with more of some weight, none stands for the query."""
_NO_CONTENT = 0.1
"""The rarity in the language below which a word is looked up only if the query has no other."""
_TELLING = 0.3
"""The weight of a telling word, relative to the highest."""
_FREQUENT = 10_000
"""Passages that are looked at of those with a word."""
_FEW = 3
"""Notes among which the holders of all words are."""
_LEAST_SHARE = 0.05
"""The share of a vault's passages in a language from which its words are weighed by that language."""


class SupportsHolders(Protocol):
    """Return the passages that hold every word of a text as it is written, without their content."""

    async def query_holders(self, text: str, n: int, where: Filter | None = None) -> list[Holder]:
        """Return up to n of them, by BM25."""
        ...

    async def get_passages(self, ids: Sequence[str]) -> list[Chunk]:
        """Return the passages of these ids, in this order, but for those that are gone."""
        ...

    async def extent(self) -> tuple[int, Mapping[str, int]]:
        """Return the number of notes, and of passages by language."""
        ...


@dataclass(frozen=True)
class HeldWords:
    """The words of a query that a vault holds, each with its weight and its holders.

    Attributes:
        weights: The weight of each word, also of those that nothing holds.
        holders: The passages with each word that some hold, the best first.
        best: The best passage of each of the documents that hold most.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    holders: Mapping[str, Sequence[Holder]] = field(default_factory=dict)
    best: tuple[Chunk, ...] = ()

    @cached_property
    def effective_words(self) -> float:
        """The number of words of equal weight that would tell as much: the inverse Herfindahl index."""
        total = sum(self.weights.values())
        return total**2 / sum(weight**2 for weight in self.weights.values()) if total else math.inf

    @property
    def telling(self) -> str:
        """The words that say most of the query, joined by spaces."""
        most = max(self.weights.values(), default=0.0)
        return " ".join(word for word, weight in self.weights.items() if weight >= _TELLING * most)

    @cached_property
    def shares(self) -> Mapping[str, float]:
        """The share of the held words' weight by document."""
        return self._shares_by("document")

    @cached_property
    def passage_shares(self) -> Mapping[str, float]:
        """The share of the held words' weight by the id of the passage."""
        return self._shares_by("id")

    def _shares_by(self, name: str) -> Mapping[str, float]:
        total = sum(self.weights[word] for word in self.holders)
        shares: defaultdict[str, float] = defaultdict(float)
        for word, holders in self.holders.items():
            for key in {getattr(holder, name) for holder in holders}:
                shares[key] += self.weights[word] / total
        return shares

    def document_of(self, chunk: Chunk) -> str:
        """Return what counts as a whole: a note, or a passage of another file."""
        return chunk.path if chunk.path in self.shares else chunk.id


NO_WORDS = HeldWords()
"""The words of a query that has none to look up."""


class WholeNotes:
    """Finds the notes of a corpus that hold the words of a query."""

    def __init__(self, corpus: SupportsHolders) -> None:
        self._corpus = corpus

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> HeldWords:
        """Return the words of a query, and up to n of the documents that hold most of them."""
        n_notes, languages = await self._corpus.extent()
        words = _telling_words(query, _languages_of(languages))
        if not words:
            return NO_WORDS
        found = await asyncio.gather(*(self._corpus.query_holders(word, _FREQUENT, where) for word in words))
        holders = {word: held for word, held in zip(words, found, strict=True) if held}
        weights = {
            word: says * _inverse_frequency(len({holder.document for holder in held}), n_notes)
            for (word, says), held in zip(words.items(), found, strict=True)
        }
        held_words = HeldWords(weights, holders)
        if held_words.effective_words > _TWO_WORDS:
            return held_words
        best = await self._corpus.get_passages(list(_best_passages(held_words, n)))
        return HeldWords(weights, holders, tuple(best))


def _languages_of(passages: Mapping[str, int]) -> tuple[str, ...]:
    least = _LEAST_SHARE * sum(passages.values())
    return tuple(dict.fromkeys([ENGLISH, *(code for code, count in passages.items() if count >= least)]))


def _telling_words(query: str, languages: tuple[str, ...]) -> dict[str, float]:
    """Map the words of a query that say something to their rarity in the language; none if they are many."""
    written = (query[token.start : token.end] for token in tokens(query))
    rarities = {word: language_rarity(word, languages) for word in written}
    telling = {word: value for word, value in rarities.items() if value > _NO_CONTENT} or rarities
    return telling if len(telling) <= _MOST_WORDS else {}


def _inverse_frequency(n_holders: int, n_notes: int) -> float:
    """Return the inverse document frequency of BM25."""
    return math.log(1 + max(0.5, n_notes - n_holders + 0.5) / (n_holders + 0.5))


def _best_passages(held: HeldWords, n: int) -> Iterator[str]:
    """Yield the ids of the passages that hold most of each of the n documents that do, the best first."""
    best: dict[str, str] = {}
    # The rarest word's holders are in the order of their scores.
    for word in sorted(held.holders, key=lambda word: -held.weights[word]):
        for holder in held.holders[word]:
            now = best.get(holder.document)
            if now is None or held.passage_shares[holder.id] > held.passage_shares[now]:
                best[holder.document] = holder.id
    documents = [document for document in best if held.shares[document] >= _MOSTLY]
    documents.sort(key=lambda document: -held.shares[document])
    yield from (best[document] for document in documents[:n])


def holders_first(chunks: Sequence[Chunk], held: HeldWords) -> list[Chunk]:
    """Put the passages that hold the words of a query of one telling word before all others.

    Those of notes with all words first, then of notes with most of their weight, each in the order of
    ``chunks``. Of a query of two telling words, a note with both is among the first three.
    """
    if not held.best or held.effective_words > _TWO_WORDS:
        return list(chunks)
    if held.effective_words > _ONE_WORD:
        return _with_holder_among_first(chunks, held)
    known = {chunk.id for chunk in chunks}
    listed = {held.document_of(chunk) for chunk in chunks if held.passage_shares.get(chunk.id, 0.0) > 0}
    others = [chunk for chunk in held.best if chunk.id not in known and held.document_of(chunk) not in listed]
    top = max((chunk.score or 0.0 for chunk in chunks), default=0.0)
    first = [
        (_share_class(held, chunk), chunk)
        for chunk in (*chunks, *others)
        if held.passage_shares.get(chunk.id, 0.0) > 0 and _share_class(held, chunk)
    ]
    first.sort(key=lambda pair: -pair[0])
    above = [_as_holder(chunk, rank, held, top) for rank, (_, chunk) in enumerate(first, start=1)]
    ids = {chunk.id for chunk in above}
    return [*above, *(chunk for chunk in chunks if chunk.id not in ids)]


def _share_class(held: HeldWords, chunk: Chunk) -> int:
    share = held.shares.get(held.document_of(chunk), 0.0)
    return 2 if share >= _WHOLLY else int(share >= _MOSTLY)


def _as_holder(chunk: Chunk, rank: int, held: HeldWords, score: float) -> Chunk:
    share = held.shares[held.document_of(chunk)]
    return chunk.scored(score, {**chunk.ranks, HELD: LegRank(rank, share)})


def _with_holder_among_first(chunks: Sequence[Chunk], held: HeldWords) -> list[Chunk]:
    """Move the first passage of a note that holds all words to the third note, if it stands below."""
    documents = list(dict.fromkeys(map(held.document_of, chunks)))
    holding = [chunk for chunk in chunks if _share_class(held, chunk) == 2]
    holder = next(iter(holding), None) or next(
        (chunk for chunk in held.best if _share_class(held, chunk) == 2), None
    )
    if holder is None or held.document_of(holder) in documents[:_FEW] or len(documents) < _FEW:
        return list(chunks) if holder is None or holder in chunks else [*chunks, holder]
    shown = next(chunk for chunk in held.best if held.document_of(chunk) == held.document_of(holder))
    place = next(i for i, chunk in enumerate(chunks) if held.document_of(chunk) == documents[_FEW - 1])
    raised = shown.scored(chunks[place].score, {**shown.ranks, HELD: LegRank(_FEW, 1.0)})
    others = [chunk for chunk in chunks if chunk.id != shown.id]
    return [*others[:place], raised, *others[place:]]
