"""The words of passages and their counts, of which the vocabulary of an index is made."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING
from unicodedata import normalize

import regex

from vaultsearch.core.text import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vaultsearch.core.index.searchable_text import SearchedText

# Letters only: another number is not a misspelt one, and a part of an unspaced run is not a word.
_LETTER = rf"[[\p{{L}}\p{{M}}]--{UNSPACED}]"
_LENGTH = "{3,40}"
_TERM = regex.compile(_LETTER + _LENGTH, regex.V1)
_LAST_OF_PLANE = 0xFFFF
_OTHER_PLANES = re.compile("[\U00010000-\U0010ffff]")


@cache
def _basic_term() -> re.Pattern[str]:
    """Return `_TERM` for texts whose letters are in the basic plane: `re` takes a sixth of the time of regex.

    With letters of other planes it would take longer than regex. Each letter is asked for, once a process
    (10 ms): the two packages know different versions of Unicode.
    """
    plane = "".join(map(chr, range(_LAST_OF_PLANE + 1)))
    ranges = (
        f"{re.escape(match[0][0])}-{re.escape(match[0][-1])}"
        for match in regex.finditer(f"{_LETTER}+", plane, regex.V1)
    )
    return re.compile(f"[{''.join(ranges)}]{_LENGTH}")


def words_of(text: str) -> list[str]:
    """List the words of a text, in lower case, of 3 to 40 letters."""
    lower = text.lower()
    if not lower.isascii():
        lower = normalize("NFC", lower)
        others = _OTHER_PLANES.findall(lower)  # emoji, as a rule
        if others and regex.search(_LETTER, "".join(others), regex.V1):
            words: list[str] = _TERM.findall(lower)
            return words
    return _basic_term().findall(lower)


@dataclass(frozen=True, slots=True)
class WordCounts:
    """Per word: the number of passages with it, and their languages; and the words of titles."""

    counts: Mapping[str, int]
    languages: Mapping[str, frozenset[str]]
    in_titles: frozenset[str]


class WordCounter:
    """Counts the words of passages by language: of each passage at once, not word by word."""

    def __init__(self) -> None:
        self._by_language: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._in_titles: set[str] = set()

    def add(self, texts: Iterable[SearchedText]) -> None:
        """Count the words of passages."""
        for names, passages in groupby(texts, itemgetter(0)):
            of_names = words_of(names)
            self._in_titles.update(of_names)
            for _, text, language in passages:
                words = set(words_of(text))
                words.update(of_names)
                self._by_language[language].update(words)

    def counted(self) -> WordCounts:
        """Return the counts of all passages so far."""
        counts, languages = Counter[str](), dict[str, frozenset[str]]()
        for language, language_counts in self._by_language.items():
            counts.update(language_counts)
            for word in language_counts:
                languages[word] = _with(languages.get(word, _NONE), language)
        return WordCounts(counts, languages, frozenset(self._in_titles))


_NONE: frozenset[str] = frozenset()


@cache
def _with(languages: frozenset[str], language: str) -> frozenset[str]:
    """Add a language to a set of them, the same set for each word: there are few distinct sets."""
    return languages | {language}
