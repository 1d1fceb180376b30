"""Compare and cut text: folding, stems, line breaks, fenced code."""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import is_normalized, normalize

import regex
import Stemmer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Signs that stand for themselves: a footnote's ² is no part of its word, nor is ™. The vowels am of Thai and
# Lao are taken apart by NFKC, which their dictionaries do not know.
_COMPATIBLE = regex.compile(r"[^\p{No}\p{So}\u0E33\u0EB3]+")
# Marks that a writer may leave out. Those of other scripts are letters: が is not か, nor й an и.
_OPTIONAL_MARKS = regex.compile(
    r"(?=[\p{Mn}\u0640\u00AD])(?:"  # all begin with one of these: the rest is skipped quickly
    r"(?<=[\p{Latin}\p{Greek}])\p{Mn}+"
    r"|(?<=е)\u0308|(?<=[аеиоуыэюяіѣ])[\u0300\u0301]+"  # ё, stress
    r"|(?<=ا)[\u0653-\u0655]+"  # the alef's hamza and madda
    r"|[\u0610-\u061A\u0640\u064B-\u0652\u0656-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]+"
    r"|[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]+"
    r"|\u00AD+"  # where a word may be parted at a line's end
    r")"
)
_SAME_LETTERS = {
    **{"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "þ": "th"},
    **dict(zip("ىةٱیک", "يهايك", strict=True)),
}

_NON_JOINER = "\u200c"
_SIDE_OF_ENDING = regex.compile(rf"(?<=\p{{Arabic}}){_NON_JOINER}")
"""In Persian, between a word and its endings."""

UNSPACED = (
    r"[[\p{Han}\p{Hiragana}\p{Katakana}ー\uFF70\uFF9E\uFF9F\u3099\u309A\p{Bopomofo}"
    r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]&&[\p{L}\p{M}\p{N}]]"
)
"""A letter of the scripts written without spaces, for a pattern of the package regex with its flag V1."""

_SIDE_OF_HANGUL = regex.compile(r"(?<=\p{Hangul})(?=[\p{Latin}\p{Nd}])|(?<=[\p{Latin}\p{Nd}])(?=\p{Hangul})")
_RUN = regex.compile(rf"(?:{UNSPACED}|\p{{Hangul}})+", regex.V1)


def fold(text: str) -> str:
    """Give a text without case, width, and the marks that a writer may leave out.

    The same as NFC and NFD; of Latin, Greek, Cyrillic, Arabic and Hebrew also without accents, vowel
    signs, tatweel, and the variants of alef, ya and ta marbuta.
    """
    if text.isascii():
        return text.lower()
    if not is_normalized("NFKC", text):
        text = _COMPATIBLE.sub(lambda part: normalize("NFKC", part[0]), text)
    bare = _OPTIONAL_MARKS.sub("", normalize("NFD", text.casefold()))
    for letter, same in _SAME_LETTERS.items():
        bare = bare.replace(letter, same)
    if _NON_JOINER in bare:
        bare = _SIDE_OF_ENDING.sub(" ", bare).replace(_NON_JOINER, "")
    return normalize("NFC", bare)


def runs(text: str) -> list[str]:
    """List the stretches of scripts written without spaces, and of Hangul, whose words carry particles."""
    found: list[str] = _RUN.findall(text)
    return found


def without_runs(text: str) -> str:
    """Give the rest of a text, with a space in place of each of its `runs`."""
    return _RUN.sub(" ", text)


def parted(text: str) -> str:
    """Part Latin words and numbers from the Korean particles that are written on to them."""
    return _SIDE_OF_HANGUL.sub(" ", text)


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


_BREAK = regex.compile(r"\s+|(?<=[、，；：。！？,;:!?؛،؟۔।॥።၊။។៕…・])(?![\s\p{Pe}\p{Pf}\p{N}])")
_LONGEST_CLUSTER = 200


def break_before(text: str, at: int, reach: int) -> int:
    """Give where to cut ``text`` at ``at`` or up to ``reach`` characters before it.

    That is where a word or a phrase ends, as late as may be; where none does, between two grapheme
    clusters, or behind ``at`` where the text's first one reaches beyond it.
    """
    if at >= len(text):
        return len(text)
    begun = max(0, at - reach)
    ends = [match.end() for match in _BREAK.finditer(text, begun, at + 1)]
    fitting = [end for end in ends if begun < end <= at]
    if fitting:
        return fitting[-1]
    return _cluster_start(text, at) or len(next(regex.finditer(r"\X", text))[0])


def break_after(text: str, at: int, reach: int) -> int:
    """Give where to cut ``text`` at ``at`` or up to ``reach`` characters behind it, spaces left out."""
    if at >= len(text):
        return len(text)
    found = next(_BREAK.finditer(text, at, min(len(text), at + reach)), None)
    return found.start() if found else _cluster_start(text, at)


def _cluster_start(text: str, at: int) -> int:
    """Give where the grapheme cluster begins that holds the character at ``at``."""
    begun = max(0, at - _LONGEST_CLUSTER)
    starts = (match.start() for match in regex.finditer(r"\X", text, pos=begun))
    last = begun
    for start in starts:
        if start > at:
            break
        last = start
    return last


_FENCE = re.compile(r"[>\s]*(`{3,}|~{3,})")


def with_fences(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Give each line, and whether a fence that began above it goes on in it."""
    opened = ""
    for line in lines:
        fence = _FENCE.match(line)
        yield line, bool(opened)
        if fence and not opened:
            opened = fence[1]
        elif fence and fence[1].startswith(opened) and not line[fence.end() :].strip():
            opened = ""
