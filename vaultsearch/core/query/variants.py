"""Other ways to write the same words: simplified and traditional Chinese, hiragana and katakana."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

_CONVERSIONS = ("s2tw", "s2hk", "t2s")
_HAN = regex.compile(r"\p{Han}+")
_KANA = regex.compile(r"(?:\p{Hiragana}|ー){2,}|(?:\p{Katakana}|ー){2,}")
_OTHER_KANA = {letter: letter + 0x60 for letter in range(ord("ぁ"), ord("ゖ") + 1)}
_OTHER_KANA |= {other: letter for letter, other in _OTHER_KANA.items()}


@lru_cache(maxsize=500)
def variants(text: str) -> tuple[str, ...]:
    """Give the words of a text that are also written otherwise, as they are then; nothing twice.

    Chinese is converted by the optional package opencc; without it there are no variants of it.
    """
    found = [*_kana(text), *(word for run in _HAN.findall(text) for word in _converted(run))]
    return tuple(dict.fromkeys(found))


def _kana(text: str) -> Iterator[str]:
    swapped = ((run, run.translate(_OTHER_KANA)) for run in _KANA.findall(text))
    return (other for run, other in swapped if other != run)


def _converted(run: str) -> Iterator[str]:
    for converter in _converters():
        other: str = converter.convert(run)
        if len(other) != len(run):
            yield other
        else:
            yield from _changed(run, other)


def _changed(run: str, other: str) -> Iterator[str]:
    """Give the stretches that differ, with a letter on either side: words go on there.

    What is written the same would count twice if it were asked for again.
    """
    near = [False] * len(run)
    for at, (before, after) in enumerate(zip(run, other, strict=True)):
        if before != after:
            near[max(0, at - 1) : at + 2] = [True] * len(near[max(0, at - 1) : at + 2])
    edges = [at for at, (one, next_one) in enumerate(pairwise([False, *near, False])) if one != next_one]
    yield from (other[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))


@cache
def _converters() -> tuple[Any, ...]:
    """Load the dictionaries when the first Chinese words are asked for."""
    try:
        from opencc import OpenCC
    except ImportError:
        return ()
    return tuple(OpenCC(name) for name in _CONVERSIONS)
