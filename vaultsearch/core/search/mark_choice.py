"""Which words that answer by meaning are worth a mark: few, and for what a passage does not spell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.query.words import find_terms, is_spaced
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.values.note import Span

_MARKS = 3
"""Words that are marked in a passage, the nearest."""


def unspelt(text: str, words: Sequence[str]) -> list[int]:
    """Give the places of those among the query's words that a text spells in no form."""
    terms = list(map(fold, words))
    spelt = " ".join(text[span.start : span.end] for span in find_terms(text, terms))
    searched = ((term, spelt if is_spaced(term) else text) for term in terms)
    return [place for place, (term, within) in enumerate(searched) if not find_terms(within, [term])]


def nearest_spans(spans: Sequence[Span], cosines: Vectors, near: float) -> tuple[Span, ...]:
    """Choose the few words that are nearest to one of the query's, in their order.

    ``cosines``, float32 (spans, query's words), are those of a text's words to the query's; none is chosen
    below ``near``.
    """
    nearest = cosines.max(axis=1, initial=-1.0)
    best = np.argsort(-nearest, kind="stable")[:_MARKS]
    return tuple(spans[place] for place in sorted(best) if nearest[place] >= near)
