"""What a query's words are read as besides: words they misspell, and words the last one begins."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Protocol
from unicodedata import normalize

import regex

from vaultsearch.core.languages.dictionaries import is_foreign
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.vocabulary import Vocabulary, WordCounts
from vaultsearch.core.query.words import (
    SHORTEST_PREFIX,
    is_spaced,
    last_is_typed,
    query_terms,
    variants,
    words_in,
)
from vaultsearch.core.text import fold
from vaultsearch.core.values.search import WeightedWords
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from vaultsearch.core.index.searchable_text import SearchedText
    from vaultsearch.core.query.question_language import QueryLanguages

_log = logging.getLogger(__name__)

_KNOWN = 3
"""A word that this many passages hold is meant as it is; a slip of the author's is rarer than that."""
_SHORTEST = 4
"""Letters of a word that may be misspelt."""
_LONG = 8
"""Letters of a word that may hold two slips."""
_LOOKED_UP = 24
"""Words that are looked up at most: each is compared with a large vault's 100,000, which takes 6 ms."""
_CORRECTIONS = 3
_BEGUN = 8
# What a match counts against one of the word as typed. A word that nothing holds has none to outrank.
# Measured on the questions of cranfield and xquad, complete, with two slips each, and cut off at the end.
_UNKNOWN_WEIGHT = 0.6
_RARE_WEIGHT = 0.1
_BEGUN_UNKNOWN_WEIGHT = 0.3
_BEGUN_WEIGHT = 0.1
# The same word in other letters; as typed it comes first.
_VARIANT_WEIGHT = 0.8
_PATIENCE_S = 0.05
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")


@dataclass(frozen=True, slots=True)
class Correction:
    """A word of the query that few passages hold, or none, and those of the index that it may stand for."""

    typed: str
    known: bool
    words: tuple[str, ...]

    def __str__(self) -> str:
        """Say it in a sentence."""
        why = "few passages hold" if self.known else "no passage holds"
        return f"{self.typed} → {' or '.join(self.words)}: {why} the word as typed."


@dataclass(frozen=True, slots=True)
class Expansion:
    """What the words of a query are read as besides.

    ``begun`` are words that the last one begins, ``variants`` the same words in other letters.
    """

    corrections: tuple[Correction, ...] = ()
    begun: tuple[str, ...] = ()
    begun_weight: float = _BEGUN_WEIGHT
    variants: tuple[str, ...] = ()

    @property
    def weighted(self) -> tuple[WeightedWords, ...]:
        """Give the further words to be asked for, by what a match of them counts."""
        unknown = [word for one in self.corrections if not one.known for word in one.words]
        rare = [word for one in self.corrections if one.known for word in one.words]
        groups = (
            (unknown, _UNKNOWN_WEIGHT),
            (rare, _RARE_WEIGHT),
            (self.begun, self.begun_weight),
            (self.variants, _VARIANT_WEIGHT),
        )
        return tuple(WeightedWords(" ".join(words), weight) for words, weight in groups if words)


def expand(query: str, vocabulary: Vocabulary, language: str = ENGLISH) -> Expansion:
    """Read a query's words as others of the index, where they are misspelt or not typed to their end."""
    terms = query_terms(query, language)
    last = terms[-1] if terms and last_is_typed(query, language) else ""
    begun: tuple[str, ...] = ()
    if len(last) >= SHORTEST_PREFIX and is_spaced(last):
        begun = tuple(vocabulary.beginning(last, _BEGUN))
    # What begins a word is unfinished, not misspelt.
    looked_up = [term for term in terms if not (term == last and begun)]
    found = [
        one for term in _rarest(looked_up, vocabulary) if (one := _correction(term, vocabulary, language))
    ]
    corrections = _of_one_language(query, found, vocabulary, language) if found else []
    weight = _BEGUN_WEIGHT if vocabulary.count_as_written(last) else _BEGUN_UNKNOWN_WEIGHT
    return Expansion(tuple(corrections), begun, weight, variants(query))


def _rarest(terms: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """Give the words that may be misspelt, in order; of a long query, those that fewest passages hold."""
    doubtful = [term for term in terms if _may_be_misspelt(term, vocabulary)]
    rarest = frozenset(sorted(doubtful, key=vocabulary.count)[:_LOOKED_UP])
    return [term for term in doubtful if term in rarest]


def _may_be_misspelt(term: str, vocabulary: Vocabulary) -> bool:
    written = len(term) >= _SHORTEST and _LETTERS.fullmatch(term) and is_spaced(term)
    return bool(written) and vocabulary.count(term) < _KNOWN


def _of_one_language(
    query: str, found: Sequence[Correction], vocabulary: Vocabulary, language: str
) -> list[Correction]:
    """Leave out words of a language that the query is not in: "backen" is no misspelt "backed"."""
    words = [match.group().lower() for match in words_in(normalize("NFC", query))]

    @cache
    def is_in(one: str) -> bool:
        known = {word for word in words if vocabulary.stands_in(fold(word), one)}
        return not is_foreign(words, known, one)

    def is_meant(word: str) -> bool:
        return any(map(is_in, vocabulary.languages(fold(word)) or {language}))

    kept = [replace(one, words=tuple(filter(is_meant, one.words))) for one in found]
    return [one for one in kept if one.words]


def _correction(term: str, vocabulary: Vocabulary, language: str) -> Correction | None:
    edits = 1 if len(term) < _LONG else 2
    words = tuple(vocabulary.near(term, edits, _CORRECTIONS, language))
    return Correction(term, vocabulary.count(term) > 0, words) if words else None


class SupportsTerms(Protocol):
    """A corpus whose words can be counted."""

    async def notes_version(self) -> int:
        """Give a number that changes with the notes."""
        ...

    def get_words(self) -> AsyncIterator[list[SearchedText]]:
        """Give what full text searches of every passage, page by page."""
        ...


class WordExpander:
    """Expands queries by the words of a corpus, which are counted anew in the background when it changes.

    A query waits for the counting no longer than a moment, and makes do with the words of before. Words
    are not counted again within ``rested_s`` seconds: in a large vault that takes seconds of a core, which
    each saved note would cost. ``languages`` tell that of a query; one that is foreign to the passages is not
    corrected: a word of another language is no misspelt one of theirs. Lives on one event loop.
    """

    def __init__(
        self,
        corpus: SupportsTerms,
        *,
        rested_s: float = 60.0,
        languages: QueryLanguages | None = None,
    ) -> None:
        self._corpus = corpus
        self._languages = languages
        self._rested_s = rested_s
        self._counted_at = -math.inf
        self._version: int | None = None
        self._vocabulary = Vocabulary()
        self._counting: asyncio.Task[None] | None = None
        self._put_off = False
        self._last: tuple[str, Vocabulary, Expansion] = ("", self._vocabulary, Expansion())

    async def __call__(self, query: str) -> Expansion:
        """Expand a query."""
        await self.prepare(_PATIENCE_S)
        vocabulary = self._vocabulary
        if self._last[0] != query or self._last[1] is not vocabulary:
            language = await self._languages.soon(query) if self._languages else ENGLISH
            found = await in_thread(expand, query, vocabulary, language or ENGLISH)
            if language is None:  # words do not wait for it; what is no word of it may be one of another
                return replace(found, corrections=())
            if found.corrections and self._languages and await self._languages.is_foreign(query):
                found = replace(found, corrections=())
            self._last = (query, vocabulary, found)
        return self._last[2]

    async def vocabulary(self) -> Vocabulary:
        """Give the words as they are counted; none before they were."""
        await self.prepare(_PATIENCE_S)
        return self._vocabulary

    @contextlib.contextmanager
    def put_off(self) -> Iterator[None]:
        """Have words not be counted for the first time meanwhile: it would hold up the first answer."""
        self._put_off = True
        try:
            yield
        finally:
            self._put_off = False

    async def prepare(self, patience_s: float | None = None) -> None:
        """Wait until the words are counted, no longer than ``patience_s``."""
        if self._put_off and not self._vocabulary:
            return
        version = await self._corpus.notes_version()
        rested = time.monotonic() - self._counted_at >= self._rested_s
        if self._counting is None and version != self._version and (rested or not self._vocabulary):
            self._counting = asyncio.create_task(self._count(version))
        if self._counting is not None:
            await asyncio.wait([self._counting], timeout=patience_s)

    async def close(self) -> None:
        """Give up counting."""
        if self._counting is not None:
            self._counting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._counting

    async def _count(self, version: int) -> None:
        try:
            counted = WordCounts()
            async for texts in self._corpus.get_words():
                await in_thread(counted.add, texts)
            words = (counted.counts, counted.languages, counted.in_titles)
            self._vocabulary = await in_thread(Vocabulary, *words)
            self._version, self._counted_at = version, time.monotonic()
        except (OSError, RuntimeError, ValueError) as error:
            # The leg that searches the same index tells the user what is the matter with it.
            _log.warning("words not counted error=%s", error)
        finally:
            self._counting = None
