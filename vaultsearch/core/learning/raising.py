"""The last step of a search: raise notes used for the question, to second place at most."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from vaultsearch.core.values.search import UsedBefore, with_descending_scores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.learning import History, PastUse
    from vaultsearch.core.values.search import Result

_MOST = 3
"""Notes raised at most. Without a bound, notes opened for one question would displace the ranking."""


def boost_used(results: Sequence[Result], history: History) -> tuple[Result, ...]:
    """Raise the results that were used for this question or one near it.

    The first result keeps its place, and so do the notes that the question names, which are at the top.
    Without a history, the results are returned unchanged.
    """
    named = next((index for index, result in enumerate(results) if not result.is_exact_title), len(results))
    fixed = max(1, named)  # exact title and alias matches are not for a habit to bury
    ordered = [*results[:fixed], *_ties_by_use(results[fixed:], history.worths)]
    rising = {place.chunk.id: use for use in history.uses[:_MOST] if (place := _place(use, ordered))}
    marked = [_marked(result, rising.get(result.chunk.id)) for result in ordered]
    ranks = {chunk_id: rank for rank, chunk_id in enumerate(rising)}
    rest = sorted(marked[fixed:], key=lambda result: ranks.get(result.chunk.id, len(ranks)))
    above = marked[fixed - 1].score if marked else None
    risen = [result if result.chunk.id not in ranks else _scored(result, above) for result in rest]
    return with_descending_scores((*marked[:fixed], *risen))


def _scored(result: Result, score: float | None) -> Result:
    return replace(result, chunk=result.chunk.scored(score))


def _place(use: PastUse, results: Sequence[Result]) -> Result | None:
    """Return the best passage of the note under the heading that was used, else its best passage."""
    of_note = [result for result in results if result.chunk.path == use.path]
    under = (result for result in of_note if result.chunk.heading_path == use.heading_path)
    return next(under, of_note[0] if of_note else None)


def _ties_by_use(results: Sequence[Result], worths: Mapping[str, float]) -> list[Result]:
    """Order results of equal score by the use of their notes."""
    if not worths or any(result.chunk.score is None for result in results):
        return list(results)
    runs = (list(run) for _, run in groupby(results, key=lambda result: result.chunk.score))
    return [
        result
        for run in runs
        for result in sorted(run, key=lambda result: -worths.get(result.chunk.path, 0.0))
    ]


def _marked(result: Result, use: PastUse | None) -> Result:
    return result if use is None else replace(result, last_used=UsedBefore(use.question, use.use))
