"""The words of an index, each with how many passages hold it: looked up by neighbours and by beginnings."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING
from unicodedata import normalize

import regex

from vaultsearch.core.folding import UNSPACED, fold
from vaultsearch.core.stemming import stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

# Letters alone: another number is not a misspelt one, and a part of a run without spaces is no word.
_TERM = regex.compile(rf"[[\p{{L}}\p{{M}}]--{UNSPACED}]{{3,40}}", regex.V1)
_FAR_MORE = 10
_SHORT = 5


def count_terms(texts: Iterable[str], counts: Counter[str]) -> None:
    """Add to ``counts`` how many of the texts hold each word, in lower case, of three letters or more."""
    for text in texts:
        counts.update(set(_TERM.findall(normalize("NFC", text.lower()))))


class Vocabulary:
    """The words of an index; ``counts`` tells in how many passages each stands."""

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
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

    def near(self, word: str, edits: int, n: int) -> list[str]:
        """Give up to n words at the least distance from a folded one, the most frequent first.

        The distance counts letters added, left out, replaced, and swapped with their neighbour
        (optimal string alignment, Boytsov 2011), up to ``edits``. Words that are not far more frequent
        are left out, and for short words those that begin otherwise: they are seldom what was meant.
        """
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract_iter

        lengths = range(len(word) - edits, len(word) + edits + 1)
        terms = chain.from_iterable(self._by_length.get(length, ()) for length in lengths)
        least_count = _FAR_MORE * self.count(word)
        found = [
            (int(distance), term)
            for term, distance, _ in extract_iter(word, terms, scorer=OSA.distance, score_cutoff=edits)
            if self.count(term) > least_count and (len(word) > _SHORT or term[0] == word[0])
        ]
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
