"""Stems of words by Snowball's algorithm for their language (Porter 2001)."""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import Any

import Stemmer

from vaultsearch.core.languages.names import ENGLISH

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
