"""The terms of a passage as the index keeps them, and those of a question to it.

A word is two terms: as it is written (folded), and its stem by the passage's language behind a mark, so that
the very form weighs more than another one. Scripts without spaces are single characters and pairs of them.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import Stemmer

from vaultsearch.core.analyzer.tokens import NOT_PLAIN, joined_numbers, split_token, tokens
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


_ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}


class _ThreadStemmers(threading.local):
    """The stemmers of one thread: a stemmer is not thread-safe."""

    def __init__(self) -> None:
        self.by_algorithm: dict[str, Any] = {}

    def of(self, algorithm: str) -> Any:
        if algorithm not in self.by_algorithm:
            self.by_algorithm[algorithm] = Stemmer.Stemmer(algorithm, 0)
        return self.by_algorithm[algorithm]


_STEMMERS = _ThreadStemmers()


@cache
def stemmer(language: str) -> str:
    """Return the code of the language by whose algorithm a language is stemmed.

    English for one without, as its words may be English ones.
    """
    return language if _ALGORITHMS.get(language) in Stemmer.algorithms() else ENGLISH


@lru_cache(maxsize=100_000)
def stem(word: str, language: str = ENGLISH) -> str:
    """Return the stem of a folded word in a language, by its ISO 639-1 code.

    Words of languages without an algorithm are stemmed as English ones.
    """
    stemmed: str = _STEMMERS.of(_ALGORITHMS[stemmer(language)]).stemWord(word)
    return stemmed or word


ANALYZER = "terms-1"
"""The name of this way to make terms: with each change of it, the words of an index are made anew."""
_STEM_MARK = "~"
"""Stands before a stem; no other term begins with it."""


def passage_terms(text: str, language: str = ENGLISH) -> str:
    """Return the terms of a text in a language, joined by spaces, as often as they stand in it."""
    terms: list[str] = []
    for raw in text.split():
        terms += _token_terms(raw, language)
    terms += joined_numbers(text)
    return " ".join(terms)


def stem_term(word: str, language: str) -> str:
    """Return the term of a folded word's stem; a stem matches in passages of its own language alone."""
    return f"{_STEM_MARK}{stemmer(language)}:{stem(word, language)}"


@lru_cache(maxsize=50_000)
def _token_terms(raw: str, language: str) -> tuple[str, ...]:
    words, compounds = split_token(raw)
    compound_terms = [*compounds]
    ignored = function_words(language)
    for word in words:
        if not (NOT_PLAIN.search(word) and runs(word)):
            compound_terms.append(word)
            if word not in ignored:
                compound_terms.append(stem_term(word, language))
        else:
            compound_terms += _characters(word)
    return tuple(compound_terms)


def _characters(word: str) -> Iterator[str]:
    """Yield the characters of a run of a script without spaces, its pairs, and a Korean word itself."""
    (run,) = runs(word) or [word]
    if "가" <= run[:1] <= "힣":
        yield run
    yield from run
    yield from (run[start : start + 2] for start in range(len(run) - 1))


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """The terms of a question, by the ways in which they match.

    Attributes:
        words: Its words as they are written, folded.
        compounds: What several of its words are as one, its symbols and numbers.
        stems: The stems of its words, by each of the languages given.
        characters: Characters and pairs of them, of scripts without spaces.
        unspaced: The runs of scripts without spaces, joined by spaces.
    """

    words: tuple[str, ...]
    compounds: tuple[str, ...]
    stems: tuple[str, ...]
    characters: tuple[str, ...]
    unspaced: str

    @property
    def exact(self) -> tuple[str, ...]:
        """The terms that match in this very form alone."""
        return *self.words, *self.compounds


@lru_cache(maxsize=256)
def question_terms(text: str, languages: tuple[str, ...] = (ENGLISH,)) -> QuestionTerms:
    """Return the terms of a question to passages in these languages."""
    all_tokens = list(tokens(text))
    unspaced = {word: None for token in all_tokens for word in token.words if runs(word)}
    words = {word: None for token in all_tokens for word in token.words if word not in unspaced}
    compounds = {compound: None for token in all_tokens for compound in token.compounds}
    compounds |= dict.fromkeys(joined_numbers(text))
    return QuestionTerms(
        tuple(words),
        tuple(compounds),
        tuple(dict.fromkeys(term for word in words for term in _stems(word, languages))),
        tuple(dict.fromkeys(term for run in unspaced for term in _characters(run))),
        " ".join(unspaced),
    )


def _stems(word: str, languages: Sequence[str]) -> Iterable[str]:
    return dict.fromkeys(stem_term(word, language) for language in languages)
