"""The coverage of a question by a passage's words: an answer covers more than one shared word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.words import find_terms, is_spaced, typed_terms
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultsearch.core.values.search import Chunk


def coverage(query: str, chunks: Iterable[Chunk], language: str = ENGLISH) -> float:
    """Return the largest share of the question's content words that one of the passages contains, 0 to 1.

    In scripts without spaces, two characters count as a word.
    """
    terms = typed_terms(query, language)
    weights = [1.0 if is_spaced(term) else max(1.0, len(term) / 2) for term in terms]
    if not terms:
        return 0.0
    return max((_held(terms, weights, _searched(chunk)) for chunk in chunks), default=0.0)


def _held(terms: Sequence[str], weights: Sequence[float], text: str) -> float:
    shares = (weight * _share(term, text) for term, weight in zip(terms, weights, strict=True))
    return sum(shares) / sum(weights)


def _share(term: str, text: str) -> float:
    if is_spaced(term) or len(term) == 1:
        return 1.0 if find_terms(text, [term]) else 0.0
    held = [term[index : index + 2] in text for index in range(len(term) - 1)]
    letters = [before or after for before, after in zip([False, *held], [*held, False], strict=True)]
    return sum(letters) / len(letters)


def _searched(chunk: Chunk) -> str:
    return fold("\n".join((chunk.title, *chunk.aliases, *chunk.headings, chunk.text)))
