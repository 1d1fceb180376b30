"""At most two rows per note in a list, the others behind them: the same through every door."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace

from vaultsearch.core.filters import AnyOf, AtPaths, Filter, Not, WithIds
from vaultsearch.core.search.retrieval import N_CANDIDATES
from vaultsearch.core.values.search import Result, SearchStage, clamp_descending


async def limit_stages_per_note(
    stages: AsyncGenerator[SearchStage, None],
    n: int,
    per_note: int,
    least: int,
    look_on: Callable[[Filter, int], Awaitable[SearchStage]] | None,
) -> AsyncGenerator[SearchStage, None]:
    """Yield stages of at most ``n`` rows, ``per_note`` for each note; 0 for any number.

    The last stage is filled up to ``least``: of twelve notes with a word, two had the first thirty passages.

    Args:
        stages: Stages of equally many passages at every door: their number may change the order.
        least: The least rows in the last stage, if there are so many.
        look_on: Returns the best passages under a filter, up to a number; None if there are no others.
    """
    async with aclosing(stages):
        async for stage in stages:
            listed, more = list(stage.results), stage.more
            rows = limit_rows(listed, per_note)
            while stage.final and more and look_on and len(rows) < least:
                known = frozenset(result.chunk.id for result in listed)
                counts = Counter(result.path for result in listed)
                full = frozenset(path for path, count in counts.items() if 0 < per_note <= count)
                elsewhere: Filter = Not(AnyOf((AtPaths(full), WithIds(known))))
                further = await look_on(elsewhere, max(N_CANDIDATES, least - len(rows)))
                new = [result for result in further.results if result.chunk.id not in known]
                listed += new
                rows, more = limit_rows(listed, per_note), further.more and bool(new)
            yield replace(stage, results=clamp_descending(rows[:n]), more=more or len(rows) > n)


def limit_rows(results: Sequence[Result], per_note: int) -> tuple[Result, ...]:
    """Return each note's first ``per_note`` results, the last with the note's other results behind."""
    rows: list[Result] = []
    places: defaultdict[str, list[int]] = defaultdict(list)
    for result in results:
        of_note = places[result.path]
        if not per_note or len(of_note) < per_note:
            of_note.append(len(rows))
            rows.append(result)
        else:
            last = rows[of_note[-1]]
            rows[of_note[-1]] = replace(last, behind=(*last.behind, result))
    return tuple(rows)
