"""Merge the answers of several vaults to one query, stage by stage as they arrive."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.messages import Message, sentences_of
from vaultsearch.core.search.engine import UNANSWERED
from vaultsearch.core.search.merging import merged
from vaultsearch.core.values.search import Completeness, ReadingPlan, SearchStage, Spelling, UnreadNotes

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence

_WORDS, _FUSED, _RERANKED, _FINAL = range(4)
_LEVELS = {"words": _WORDS, "fused": _FUSED, "reranked": _RERANKED}


@dataclass(frozen=True, slots=True)
class _Arrival:
    """An event of one vault: a stage, an error in its place, or (with neither) the end of its stages."""

    name: str
    stage: SearchStage | None = None
    error: Exception | None = None


async def merged_stages(
    streams: Mapping[str, AsyncGenerator[SearchStage, None]], n: int
) -> AsyncGenerator[SearchStage, None]:
    """Yield the ``n`` best results of all vaults, each time that the slowest vault reaches the next stage.

    Merged answers are of the same stage, so that their scores can be compared. A vault with a known trouble
    is left out, and a notice says so; if all have one, the first is raised. Closing the iterator closes the
    streams.

    Args:
        streams: Each vault's stages by its name, with outer paths.
        n: How many results a stage holds.
    """
    arrivals: asyncio.Queue[_Arrival] = asyncio.Queue()
    followers = [asyncio.create_task(_follow(name, stream, arrivals)) for name, stream in streams.items()]
    latest: dict[str, SearchStage] = {}
    troubles: dict[str, VaultSearchError] = {}
    reached, going = -1, len(followers)
    try:
        while going:
            arrival = await arrivals.get()
            if isinstance(arrival.error, VaultSearchError):
                troubles[arrival.name] = arrival.error
                latest.pop(arrival.name, None)
            elif arrival.error is not None:
                raise arrival.error
            elif arrival.stage is not None:
                latest[arrival.name] = arrival.stage
            else:
                going -= 1
            awaited = [name for name in streams if name not in troubles]
            level = min((_level(latest.get(name)) for name in awaited), default=-1)
            if level > reached:
                reached = level
                in_order = {name: latest[name] for name in awaited}
                yield _merged(in_order, troubles, n, level)
        if not latest and troubles:
            raise next(iter(troubles.values()))
    finally:
        for follower in followers:
            follower.cancel()
        await asyncio.gather(*followers, return_exceptions=True)


async def _follow(
    name: str, stages: AsyncGenerator[SearchStage, None], arrivals: asyncio.Queue[_Arrival]
) -> None:
    try:
        async with aclosing(stages):
            async for stage in stages:
                arrivals.put_nowait(_Arrival(name, stage))
    except Exception as error:  # the reader of the queue raises it again, unless it is a known trouble
        arrivals.put_nowait(_Arrival(name, error=error))
    arrivals.put_nowait(_Arrival(name))


def _level(stage: SearchStage | None) -> int:
    if stage is None:
        return -1
    return _FINAL if stage.final else _LEVELS[stage.name]


def _merged(
    stages: Mapping[str, SearchStage], troubles: Mapping[str, VaultSearchError], n: int, level: int
) -> SearchStage:
    first = next(iter(stages.values()))
    rankings = [stage.results for stage in stages.values()]
    merged_results = merged(rankings, first.query, first.mode, by_words=level == _WORDS)
    steps = tuple(
        replace(step, name=f"{name}: {step.name}") for name, stage in stages.items() for step in stage.steps
    )
    furthest = max(stages.values(), key=_level)
    return SearchStage(
        first.query,
        first.mode,
        "words" if level == _WORDS else furthest.name,
        tuple(merged_results[:n]),
        level == _FINAL,
        steps,
        Message.joined(_notices(list(stages.values()), troubles)) or None,
        first.reading,
        tuple(dict.fromkeys(hint for stage in stages.values() for hint in stage.hints)),
        unanswered=_is_unanswered(stages.values()),
        completeness=sum((stage.completeness for stage in stages.values()), Completeness()),
        settled=all(stage.settled for stage in stages.values()),
        more=len(merged_results) >= n,
        spelling=_spelling(list(stages.values())),
        unread=_unread([stage.unread for stage in stages.values() if stage.unread is not None]),
    )


def _spelling(stages: Sequence[SearchStage]) -> Spelling | None:
    """Return the spelling that all vaults were searched with; a word that one of them holds is none."""
    spellings = {stage.spelling for stage in stages}
    return next(iter(spellings)) if len(spellings) == 1 else None


def _unread(unread: Sequence[UnreadNotes]) -> UnreadNotes | None:
    """Sum the unread notes in the question's language; a vault that offers to read them decides the plan."""
    if not unread:
        return None
    offered = [notes for notes in unread if notes.reading is ReadingPlan.OFFERED]
    counted = offered or unread
    return replace(
        counted[0],
        passages=sum(notes.passages for notes in counted),
        seconds=sum(notes.seconds for notes in counted),
    )


def _is_unanswered(stages: Iterable[SearchStage]) -> bool:
    """Return True if there are results, and none of any vault answers the question."""
    stages = list(stages)
    answers = [stage for stage in stages if stage.results]
    return (
        bool(answers) and all(answer.unanswered for answer in answers) and all(one.settled for one in stages)
    )


def _notices(stages: Sequence[SearchStage], troubles: Mapping[str, VaultSearchError]) -> list[str]:
    """List the answers' notices, each once; the one that nothing answers only if it holds for all vaults."""
    notices = dict.fromkeys(notice for stage in stages for notice in sentences_of(stage.notice or ""))
    sentences = [notice for notice in notices if notice != UNANSWERED]
    left_out = [Message("{}: {}", name, error.message) for name, error in troubles.items()]
    return [*sentences, *([UNANSWERED] if _is_unanswered(stages) else []), *left_out]
