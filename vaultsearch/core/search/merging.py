"""Merging of several vaults' answers to one query, by scores that compare across vaults."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.query import literal, parse
from vaultsearch.core.search.literal import LITERAL
from vaultsearch.core.search.policy import coverage
from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.core.values.search import Result

_NEWEST = "newest"


def merged(
    rankings: Sequence[Sequence[Result]], query: str, mode: Mode, *, by_words: bool = False
) -> list[Result]:
    """Merge the rankings that vaults give to one query, best first. No vault's own order is changed.

    A fused score says nothing outside of its vault: it counts standard deviations among that vault's own
    candidates, and BM25 knows that vault's frequencies alone. So two passages of different vaults are
    compared by figures that mean the same in each:

    - the calibrated probability that they answer, if models have read them;
    - else, and while an answer is ``by_words`` still, the share of the question's words that each contains;
    - literal hits by their counts, and notes listed by conditions by their dates.

    Within a vault these need not fall from one passage to the next. They are evened out as little as makes
    them do so (isotonic regression by pooling adjacent violators: Ayer et al. 1955), and then all passages
    are sorted by them; equal ones by their ranks, so that vaults take turns. The passages of a note that
    the query names stand first, then those that hold it literally, as they do in each vault. The keys become
    the results' scores, those of a list by date excepted; a result scores no less than those below it.
    """
    read = literal(query.strip()) if mode is Mode.GREP else parse(query)
    key = _key(rankings, read.words, mode, by_words=by_words)
    tiers = sorted({_tier(result) for ranking in rankings for result in ranking})
    by_tier = (
        [[result for result in ranking if _tier(result) == tier] for ranking in rankings] for tier in tiers
    )
    merged_tiers = [result for tier in by_tier for result in _merged(tier, key)]
    if key is _date:
        return [_scored(result, None) for result in merged_tiers]
    lifted = list(accumulate((result.score or 0.0 for result in reversed(merged_tiers)), max))
    return [_scored(result, score) for result, score in zip(merged_tiers, reversed(lifted), strict=True)]


def _scored(result: Result, score: float | None) -> Result:
    return result if result.score == score else replace(result, chunk=result.chunk.scored(score))


def _tier(result: Result) -> tuple[bool, float]:
    """Return the place of a result's kind: named notes, then literal matches, then all others."""
    literal = result.chunk.ranks.get(LITERAL)
    is_title = result.is_exact_title
    return not is_title, -literal.score if literal and not is_title else 0.0


def _key(
    rankings: Sequence[Sequence[Result]], words: str, mode: Mode, *, by_words: bool
) -> Callable[[Result], float | None]:
    nonempty = [ranking for ranking in rankings if ranking]
    if all(_NEWEST in ranking[0].chunk.ranks for ranking in nonempty):
        return _date
    if mode is Mode.GREP:
        return lambda result: result.score
    if not by_words and all(
        any(result.probability is not None for result in ranking) for ranking in nonempty
    ):
        return lambda result: result.probability
    return lambda result: coverage(words, [result.chunk], result.chunk.language or ENGLISH)


def _date(result: Result) -> float | None:
    moment = result.chunk.created or result.chunk.modified
    return None if moment is None else moment.timestamp()


def _merged(rankings: Sequence[Sequence[Result]], key: Callable[[Result], float | None]) -> list[Result]:
    ranked = [
        (-value, rank, index, _scored(result, value))
        for index, ranking in enumerate(rankings)
        for rank, (result, value) in enumerate(
            zip(ranking, falling(filled([key(result) for result in ranking])), strict=True)
        )
    ]
    ranked.sort(key=lambda ranked_result: ranked_result[:3])
    return [result for *_, result in ranked]


def filled(values: Sequence[float | None]) -> list[float]:
    """Fill missing values with the one above, at the top with the first that is known."""
    last = next((value for value in values if value is not None), 0.0)
    filled = []
    for value in values:
        last = last if value is None else value
        filled.append(last)
    return filled


def falling(values: Sequence[float]) -> list[float]:
    """Return the non-increasing sequence nearest to this one by least squares."""
    pools: list[tuple[float, int]] = []
    for value in values:
        mean, count = value, 1
        while pools and pools[-1][0] < mean:
            above, several = pools.pop()
            mean, count = (mean * count + above * several) / (count + several), count + several
        pools.append((mean, count))
    return [mean for mean, count in pools for _ in range(count)]
