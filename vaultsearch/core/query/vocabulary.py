"""The vocabulary of an index: words with their passage counts, looked up by edit distance and by prefix."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.analyzer.stems import stem
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

_LATIN = regex.compile(r"\p{Latin}")
_FAR_MORE = 10
"""Minimum ratio of a correction's passage count to the word's own."""
_SHORT = 5
"""Maximum letters of a word whose corrections must begin with the same letter."""
_OF_TITLES = 2
"""Limit of words from titles among the corrections, so that other words as near are not crowded out."""


_SHORTEST_PART, _PART_COUNT = 3, 2
"""Letters, and passages, of a word that another one may be made of: a space was forgotten."""
_NONE: frozenset[str] = frozenset()


@cache
def _interned(languages: frozenset[str]) -> frozenset[str]:
    """Intern a set of languages: there are many words, and few distinct sets."""
    return languages


class Vocabulary:
    """The words of an index.

    Args:
        counts: Number of passages by word.
        languages: Languages of the passages with a word, "" for an undetermined one.
        in_titles: Words of titles and aliases.
    """

    def __init__(
        self,
        counts: Mapping[str, int] | None = None,
        languages: Mapping[str, frozenset[str]] | None = None,
        in_titles: Collection[str] = (),
    ) -> None:
        shared: dict[str, str] = {}

        def share(word: str) -> str:
            # Most words are the same folded, stemmed and as written; of a large vault, that is 12 MB.
            return shared.setdefault(word, word)

        self._in_titles = frozenset(map(fold, in_titles))
        held: dict[str, frozenset[str]] = {}
        for word, language_set in (languages or {}).items():
            folded = share(fold(word))
            held[folded] = _interned(held.get(folded, _NONE) | language_set)
        written: dict[str, str] = {}
        forms: dict[str, str] = {}
        stems: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        # Ascending by count, so that the most frequent spelling of a folded word is kept.
        for word, count in sorted((counts or {}).items(), key=lambda item: item[1]):
            folded = share(fold(word))
            written[folded] = spelling = share(word)
            self._counts[folded] += count
            stemmed = share(stem(folded))
            stems[stemmed] += count
            forms[stemmed] = spelling
        # Kept where they tell more than the counts: most words are written as folded, in passages in one
        # language, and many are their own stem. Of 129,000 words, that is 25 MB instead of 41.
        self._most_held = next(
            (language_set for language_set, _ in Counter(held.values()).most_common(1)), _NONE
        )
        self._languages = {w: h for w, h in held.items() if w not in self._counts or h != self._most_held}
        self._languages.update((word, _NONE) for word in self._counts if word not in held)
        self._written = {word: form for word, form in written.items() if word != form}
        own = set(filter(self._is_stem, stems))
        self._forms = {stem: form for stem, form in forms.items() if stem not in own or form != written[stem]}
        self._stems = {stem: n for stem, n in stems.items() if stem not in own or n != self._counts[stem]}
        self._sorted = sorted(self._counts)
        self._stems_by_language: dict[str, frozenset[str]] = {}
        self._by_length: dict[int, list[str]] = {}
        for folded in self._sorted:
            self._by_length.setdefault(len(folded), []).append(folded)

    def __bool__(self) -> bool:
        return bool(self._sorted)

    @property
    def spoken(self) -> frozenset[str]:
        """The languages that most words of the vault are in."""
        return self._most_held - {""}

    def count(self, word: str, language: str = ENGLISH) -> int:
        """Count the passages with a folded word in any of its forms in a language, and its English ones."""
        if language != ENGLISH and stem(word, language) in self._stems_in(language):
            return max(1, self._counts[word])
        stemmed = stem(word)
        stem_count = self._stems.get(stemmed)
        if stem_count is None:
            return self._counts[stemmed] if self._is_stem(stemmed) else 0
        return stem_count

    def _stems_in(self, language: str) -> frozenset[str]:
        """Return the stems of all words by a language's algorithm; made once, in a tenth of a second."""
        if language not in self._stems_by_language:
            made = frozenset(stem(word, language) for word in self._sorted if self.stands_in(word, language))
            self._stems_by_language[language] = made
        return self._stems_by_language[language]

    def parted(self, word: str) -> str:
        """Return the two words of the vault that a folded word is made of, joined by a space, or "".

        Both have three letters at least; of several pairs, the one whose rarer word is the most frequent.
        """
        pairs = [
            (word[:index], word[index:]) for index in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
        ]
        known = [pair for pair in pairs if min(self._counts[part] for part in pair) >= _PART_COUNT]
        best = max(known, key=lambda pair: min(self._counts[part] for part in pair), default=())
        return " ".join(self._written.get(part, part) for part in best)

    def count_as_written(self, word: str) -> int:
        """Count the passages with a folded word in this very form."""
        return self._counts[word]

    def usual(self, word: str) -> str | None:
        """Return the most frequent spelling of a folded word or of one of its English forms, or None."""
        if word in self._counts:
            return self._written.get(word, word)
        stemmed = stem(word)
        form = self._forms.get(stemmed)
        return self._written.get(stemmed, stemmed) if form is None and self._is_stem(stemmed) else form

    def _is_stem(self, word: str) -> bool:
        """Return whether a word of the index is its own stem."""
        return word in self._counts and stem(word) == word

    def _held(self, word: str) -> frozenset[str]:
        return self._languages.get(word, self._most_held if word in self._counts else _NONE)

    def languages(self, word: str) -> frozenset[str]:
        """Return the known languages of the passages with a folded word."""
        return self._held(word) - {""}

    def stands_in(self, word: str, language: str) -> bool:
        """Return whether a folded word occurs in passages in a language, or in an undetermined one."""
        held = self._held(word)
        return language in held or "" in held or (not held and word in self._counts)

    def may_mean(self, word: str, language: str | None) -> bool:
        """Return whether a folded word may be meant in a language, None if that is not certain.

        A word in another script than Latin implies its language.
        """
        return language is None or self.stands_in(word, language) or not _LATIN.search(word)

    def near(self, word: str, edits: int, n: int, language: str | None = ENGLISH) -> list[str]:
        """Return the words nearest to a folded one: words of titles first, then by frequency.

        The distance is optimal string alignment (Boytsov 2011): insertions, deletions, substitutions and
        transpositions of neighbouring letters. Candidates must be far more frequent, in the language given
        and, for short words, begin with the same letter: others are seldom intended. A word of a title is
        returned even if another word is nearer, and in any language; so is a word in another script than
        Latin, which implies its language.

        Args:
            word: The folded word.
            edits: Maximum distance.
            n: Maximum number of words.
            language: Language of the query, None if it is not certain.
        """
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract_iter

        lengths = range(len(word) - edits, len(word) + edits + 1)
        terms = chain.from_iterable(self._by_length.get(length, ()) for length in lengths)
        least_count = _FAR_MORE * self._counts[word]
        near_words = [
            (int(distance), term)
            for term, distance, _ in extract_iter(word, terms, scorer=OSA.distance, score_cutoff=edits)
            if self.count(term) > least_count and (len(word) > _SHORT or term[0] == word[0])
            if term in self._in_titles or self.may_mean(term, language)
        ]
        titles = self._nearest(
            [near_word for near_word in near_words if near_word[1] in self._in_titles], _OF_TITLES
        )
        return list(dict.fromkeys([*titles, *self._nearest(near_words, n)]))[:n]

    def _nearest(self, candidates: Sequence[tuple[int, str]], n: int) -> list[str]:
        least = min((distance for distance, _ in candidates), default=0)
        return self._most_frequent((term for distance, term in candidates if distance == least), n)

    def beginning(self, prefix: str, n: int) -> list[str]:
        """Return up to n other words with a folded prefix, the most frequent first."""
        return self._most_frequent((term for term in self._starting(prefix) if term != prefix), n)

    def _starting(self, prefix: str) -> Iterator[str]:
        for index in range(bisect_left(self._sorted, prefix), len(self._sorted)):
            if not self._sorted[index].startswith(prefix):
                return
            yield self._sorted[index]

    def _most_frequent(self, terms: Iterable[str], n: int) -> list[str]:
        ordered = sorted(terms, key=lambda term: (-self._counts[term], term))
        return [self._written.get(term, term) for term in ordered[:n]]
