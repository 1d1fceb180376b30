"""Which languages know a word: by the lists of words that the package pyspellchecker carries."""

from __future__ import annotations

import gzip
from bisect import bisect_left
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from vaultsearch.core.languages.function_words import function_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

LISTED = ("de", "en", "es", "fr", "it", "nl", "pt")
"""Languages in Latin letters, which are mistaken for one another; the lists of others there are short."""
_END_OF_WORD = b'":'


def is_foreign(words: Sequence[str], known: Collection[str], language: str) -> bool:
    """Tell whether words, in lower case, are rather of another language than the one they are taken for.

    They are if that other one knows more of them; those that are ``known`` count for the language itself. Of
    900 slips in single English words, 6 in a hundred are words of some other language.
    """
    own = sum(word in known or _knows(language, word) for word in words)
    return any(sum(_knows(other, word) for word in words) > own for other in LISTED if other != language)


def _knows(language: str, word: str) -> bool:
    if language not in LISTED:
        return word in function_words(language)
    return word in function_words(language) or _holds(_list(language), word.encode())


def _holds(listed: bytes, word: bytes) -> bool:
    """Tell whether a list holds a word, by halves: read from its beginning, a query of 150 words took 7 s."""
    places = range(listed.rfind(_END_OF_WORD))

    def word_at(place: int) -> bytes:
        start = listed.rfind(b"\n", 0, place) + 1
        return listed[start + 1 : listed.find(_END_OF_WORD, start)]

    found = bisect_left(places, word, key=word_at)
    return found < len(places) and word_at(found) == word


@cache
def _list(language: str) -> bytes:
    """Unpack a list of words as it is, JSON with a word a line, sorted: a dictionary takes 10 times more."""
    packed = files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    return gzip.decompress(packed)
