"""The words of an index, each with how many passages hold it: looked up by neighbours and by beginnings."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING
from unicodedata import normalize

import regex

from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import UNSPACED, fold, stem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from vaultsearch.core.index.searchable_text import SearchedText

# Letters alone: another number is not a misspelt one, and a part of a run without spaces is no word.
_TERM = regex.compile(rf"[[\p{{L}}\p{{M}}]--{UNSPACED}]{{3,40}}", regex.V1)
_LATIN = regex.compile(r"\p{Latin}")
_FAR_MORE = 10
_SHORT = 5
_OF_TITLES = 2
"""So many words of titles are read for a misspelt one at most; what else is as near has its place, too."""


@dataclass(slots=True)
class WordCounts:
    """In how many passages each word stands, in which languages they are, and which stand in titles."""

    counts: Counter[str] = field(default_factory=Counter)
    languages: dict[str, frozenset[str]] = field(default_factory=dict)
    in_titles: set[str] = field(default_factory=set)

    def add(self, texts: Iterable[SearchedText]) -> None:
        """Count the words of passages, in lower case, of three letters or more."""
        for text in texts:
            names = set(_words(text.names))
            words = names.union(_words(text.rest))
            self.counts.update(words)
            self.in_titles |= names
            for word in words:
                held = self.languages.get(word, _NONE)
                if text.language not in held:
                    self.languages[word] = _one_of(held | {text.language})


_NONE: frozenset[str] = frozenset()


@cache
def _one_of(languages: frozenset[str]) -> frozenset[str]:
    """Give the same set each time: there are many words, and few sets of languages."""
    return languages


def _words(text: str) -> list[str]:
    found: list[str] = _TERM.findall(normalize("NFC", text.lower()))
    return found


class Vocabulary:
    """The words of an index; ``counts`` tells in how many passages each stands.

    ``languages`` are those of the passages that hold a word, "" one that is not known; ``in_titles`` are
    the words of titles and aliases.
    """

    def __init__(
        self,
        counts: Mapping[str, int] | None = None,
        languages: Mapping[str, frozenset[str]] | None = None,
        in_titles: Collection[str] = (),
    ) -> None:
        self._in_titles = frozenset(map(fold, in_titles))
        self._languages: dict[str, frozenset[str]] = {}
        for word, held in (languages or {}).items():
            folded = fold(word)
            self._languages[folded] = _one_of(self._languages.get(folded, _NONE) | held)
        self._written: dict[str, str] = {}
        self._counts: Counter[str] = Counter()
        self._stems: Counter[str] = Counter()
        self._forms: dict[str, str] = {}
        # From rare to frequent, so that of several spellings of a folded word the usual one stays.
        for word, count in sorted((counts or {}).items(), key=lambda item: item[1]):
            folded = fold(word)
            self._written[folded] = word
            self._counts[folded] += count
            stemmed = stem(folded)
            self._stems[stemmed] += count
            self._forms[stemmed] = word
        self._sorted = sorted(self._counts)
        self._by_length: dict[int, list[str]] = {}
        for folded in self._sorted:
            self._by_length.setdefault(len(folded), []).append(folded)

    def __bool__(self) -> bool:
        return bool(self._sorted)

    def count(self, word: str) -> int:
        """Give how many passages hold a folded word, in one of its English forms."""
        return self._stems[stem(word)]

    def count_as_written(self, word: str) -> int:
        """Give how many passages hold a folded word in this very form."""
        return self._counts[word]

    def usual(self, word: str) -> str | None:
        """Give the usual spelling of a folded word, else of another English form; None where none stands."""
        return self._written.get(word) or self._forms.get(stem(word))

    def languages(self, word: str) -> frozenset[str]:
        """Give the languages of the passages that hold a folded word, as far as they are known."""
        return self._languages.get(word, _NONE) - {""}

    def stands_in(self, word: str, language: str) -> bool:
        """Tell whether a folded word stands in passages in a language, or in one that is not known."""
        held = self._languages.get(word, _NONE)
        return language in held or "" in held or (not held and word in self._counts)

    def near(self, word: str, edits: int, n: int, language: str = ENGLISH) -> list[str]:
        """Give up to n words at the least distance from a folded one: a title's first, then by frequency.

        The distance counts letters added, left out, replaced, and swapped with their neighbour
        (optimal string alignment, Boytsov 2011), up to ``edits``. Words that are not far more frequent
        are left out, those of passages in other languages, and for short words those that begin otherwise:
        they are seldom what was meant. A title's word is given also where another one is nearer, and in any
        language; so is one of another alphabet than the Latin, which tells the language by itself.
        """
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract_iter

        lengths = range(len(word) - edits, len(word) + edits + 1)
        terms = chain.from_iterable(self._by_length.get(length, ()) for length in lengths)
        least_count = _FAR_MORE * self.count(word)
        is_latin = _LATIN.search(word)
        found = [
            (int(distance), term)
            for term, distance, _ in extract_iter(word, terms, scorer=OSA.distance, score_cutoff=edits)
            if self.count(term) > least_count and (len(word) > _SHORT or term[0] == word[0])
            if self.stands_in(term, language) or term in self._in_titles or not is_latin
        ]
        titles = self._nearest([one for one in found if one[1] in self._in_titles], _OF_TITLES)
        return list(dict.fromkeys([*titles, *self._nearest(found, n)]))[:n]

    def _nearest(self, found: Sequence[tuple[int, str]], n: int) -> list[str]:
        least = min((distance for distance, _ in found), default=0)
        return self._most_frequent((term for distance, term in found if distance == least), n)

    def beginning(self, prefix: str, n: int) -> list[str]:
        """Give up to n other words that begin with a folded one, the most frequent first."""
        return self._most_frequent((term for term in self._starting(prefix) if term != prefix), n)

    def _starting(self, prefix: str) -> Iterator[str]:
        for at in range(bisect_left(self._sorted, prefix), len(self._sorted)):
            if not self._sorted[at].startswith(prefix):
                return
            yield self._sorted[at]

    def _most_frequent(self, terms: Iterable[str], n: int) -> list[str]:
        ordered = sorted(terms, key=lambda term: (-self._counts[term], term))
        return [self._written[term] for term in ordered[:n]]
