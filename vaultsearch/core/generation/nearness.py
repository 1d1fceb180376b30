"""How near the words that a sentence says of a number or a name stand to one in a passage."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import regex

from vaultsearch.core.analyzer import stem
from vaultsearch.core.generation.terms import TITLES, UNSPACED_LANGUAGES, importance, is_held, with_units
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Span: TypeAlias = tuple[int, int]
"""The first character of a part of a text, and the one behind it."""

_TOKEN = regex.compile(
    r"\p{Han}|[\p{L}\p{M}'’]+²?|[€£$%°]|\p{N}+(?:[.,:]\p{N}+)*|[;；，、（）()\[\],:。.!?！？\n|]|[–—]"
)
_BREAKS, _ENDS = frozenset(";；，、（）()[],:|–—"), frozenset("。.!?！？\n")
_PER_WORD, _PER_CHARACTER, _PER_BREAK, _PER_END = 0.9, 0.95, 0.5, 0.4
"""The factors by which each word, character of Chinese, comma and full stop between two words part them."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, or a character of Chinese, with the numbers of words, commas and full stops before it.

    ``term`` is its stem; "" if it says nothing.
    """

    start: int
    end: int
    term: str
    place: int
    breaks: int
    ends: int


class WordDistances:
    """The words of a text, with their distances from any part of it."""

    def __init__(self, text: str, language: str) -> None:
        self._language = language
        self._factor = _PER_CHARACTER if language in UNSPACED_LANGUAGES else _PER_WORD
        self._tokens = list(_tokens(text, language))
        self._counts = Counter(token.term for token in self._tokens)

    def around(self, span: Span) -> Mapping[str, float]:
        """Return the terms of the text by their nearness to a part of it, 0 to 1."""
        near: dict[str, float] = {}
        inside, outside = self._parts(span)
        for token in outside if inside else ():
            near[token.term] = max(near.get(token.term, 0.0), self._nearness(token, inside))
        return near

    def support(self, expected: Mapping[str, float], span: Span) -> float:
        """Return how near terms with weights stand to a part of the text, 0 to 1."""
        inside, outside = self._parts(span)
        if not inside:
            return 0.0
        nearness = 0.0
        total = 0.0
        for term, expected_weight in expected.items():
            # A term that stands everywhere tells little.
            weight = importance(term) * expected_weight / (1 + math.log(1 + self._counts[term]))
            total += weight
            near = (self._nearness(token, inside) for token in outside if is_held(term, {token.term}))
            nearness += weight * max(near, default=0.0)
        return nearness / (total or 1.0)

    def _parts(self, span: Span) -> tuple[Sequence[_Token], Sequence[_Token]]:
        """Return the tokens in a part of the text, and the terms outside of it."""
        start, end = span
        inside = [token for token in self._tokens if token.start < end and token.end > start]
        return inside, [token for token in self._tokens if token.term and token not in inside]

    def _nearness(self, token: _Token, others: Sequence[_Token]) -> float:
        return max(
            self._factor ** (abs(token.place - other.place) - 1)
            * _PER_BREAK ** abs(token.breaks - other.breaks)
            * _PER_END ** abs(token.ends - other.ends)
            for other in others
        )


def _tokens(text: str, language: str) -> Iterator[_Token]:
    is_unspaced = language in UNSPACED_LANGUAGES
    ignored = function_words(language) | TITLES
    place = breaks = ends = 0
    for match in _TOKEN.finditer(text):
        if match[0] in _ENDS:
            ends += 1
        elif match[0] in _BREAKS:
            breaks += 1
        else:
            place += 1
            word = fold(with_units(match[0]))
            is_term = word[0].isalpha() and word not in ignored and (len(word) > 1 or is_unspaced)
            term = word if is_unspaced or not is_term else stem(word, language)
            yield _Token(match.start(), match.end(), term if is_term else "", place, breaks, ends)
