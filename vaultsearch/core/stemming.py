"""The stem that forms of a word share: the very one that the index of words makes."""

from __future__ import annotations

import threading
from functools import lru_cache

import Stemmer


class _OfThread(threading.local):
    """A stemmer for each thread: it keeps state while it works."""

    def __init__(self) -> None:
        self.english = Stemmer.Stemmer("english", 0)


_STEMMERS = _OfThread()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Give the stem of a folded word by Snowball's algorithm for English (Porter 2001).

    LanceDB stems every word so, whatever its language; the package's version 3.1 made the same stems of
    19,000 words of four vaults, its version 2.2 other ones of 47.
    """
    stemmed: str = _STEMMERS.english.stemWord(word)
    return stemmed
