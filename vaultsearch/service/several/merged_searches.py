"""Merge several vaults' searches, statuses and reports."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, TypeVar

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.messages import Message, split_sentences
from vaultsearch.core.search.engine import UNANSWERED_NOTICE
from vaultsearch.core.search.fusion import merge_vault_rankings
from vaultsearch.core.values.components import STEPS_JOINED
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.search import (
    Completeness,
    LongQueryAnswer,
    LongQueryCounts,
    LongQueryOutcome,
    LongQueryTopic,
    Mode,
    ReadingPlan,
    Result,
    SearchStage,
    Step,
    UnreadNotes,
)
from vaultsearch.core.values.sync import (
    ALL_VAULTS,
    Failure,
    IndexStatus,
    MemberVault,
    ModelLanguages,
    SyncReport,
    summed_endings,
    summed_kinds,
)
from vaultsearch.service.parts.members import Member

T = TypeVar("T")

# --- statuses, reports and answers to a text -----------------------------------------------


def summed_status(
    statuses: Mapping[Member[Any], IndexStatus], members: tuple[MemberVault, ...]
) -> IndexStatus:
    """Sum the open vaults' statuses; the last sync is the oldest among them.

    ``members`` are all requested vaults: their troubles come first in ``failed``.
    """
    all_statuses = list(statuses.values())
    readers: dict[str, Counter[str]] = {}
    for reader in (reader for status in all_statuses for reader in status.readers):
        readers.setdefault(reader.model, Counter()).update(dict(reader.languages))
    syncs = [status.last_sync for status in all_statuses]
    troubles = [Failure(member.name, member.trouble) for member in members if member.trouble]
    failed = (member.outward(failure) for member, status in statuses.items() for failure in status.failed)
    return IndexStatus(
        vault=ALL_VAULTS,
        files=sum(status.files for status in all_statuses),
        chunks=sum(status.chunks for status in all_statuses),
        embedded=sum(status.embedded for status in all_statuses),
        failed=(*troubles, *failed),
        last_sync=None if None in syncs else min((sync for sync in syncs if sync is not None), default=None),
        embedding_model=", ".join(dict.fromkeys(status.embedding_model for status in all_statuses)),
        # Longest first: vaults in one language have fewer steps, in the same order.
        reranker=STEPS_JOINED.join(
            dict.fromkeys(
                step
                for status in sorted(all_statuses, key=lambda status: len(status.reranker), reverse=True)
                for step in status.reranker.split(STEPS_JOINED)
            )
        ),
        index_bytes=sum(status.index_bytes for status in all_statuses),
        writer=next((status.writer for status in all_statuses if status.writer is not None), None),
        read_only=all(status.read_only for status in all_statuses),
        polling=any(status.polling for status in all_statuses),
        token_bytes=sum(status.token_bytes for status in all_statuses),
        readers=tuple(ModelLanguages(model, tuple(each.most_common())) for model, each in readers.items()),
        members=members,
        completeness=sum((status.completeness for status in all_statuses), Completeness()),
        stopped=any(status.stopped for status in all_statuses),
        kinds=summed_kinds(kind for status in all_statuses for kind in status.kinds),
        recognition=sum((status.recognition for status in all_statuses), Recognition()),
        searched_vectors=tuple(
            searched_vector for status in all_statuses for searched_vector in status.searched_vectors
        ),
        unread_endings=summed_endings(ending for status in all_statuses for ending in status.unread_endings),
    )


def summed_report(reports: Mapping[Member[Any], SyncReport], troubles: Mapping[str, str]) -> SyncReport:
    """Sum the vaults' sync reports; ``troubles``, by vault, say why a sync failed."""
    all_reports = list(reports.values())
    failed = (member.outward(failure) for member, report in reports.items() for failure in report.failed)
    rebuilt = [f"{member.name}: {report.rebuilt}" for member, report in reports.items() if report.rebuilt]
    return SyncReport(
        added=sum(report.added for report in all_reports),
        changed=sum(report.changed for report in all_reports),
        unchanged=sum(report.unchanged for report in all_reports),
        removed=sum(report.removed for report in all_reports),
        chunks=sum(report.chunks for report in all_reports),
        embedded=sum(report.embedded for report in all_reports),
        failed=(*(Failure(name, sentence) for name, sentence in troubles.items()), *failed),
        seconds=sum(report.seconds for report in all_reports),
        steps=_name_steps((member.name, report.steps) for member, report in reports.items()),
        cancelled=any(report.cancelled for report in all_reports),
        rebuilt=" ".join(rebuilt) or None,
        trouble=Message.joined(report.trouble for report in all_reports),
        moved=tuple(
            (member.outer(former), member.outer(new))
            for member, report in reports.items()
            for former, new in report.moved
        ),
    )


def merged_answer(answers: Mapping[str, LongQueryAnswer], n: int) -> LongQueryAnswer:
    """Merge the vaults' answers to a text: ``n`` results in all, and for each topic.

    Topics from several vaults are merged if they are the same part of the text. The notice names each failed
    vault; if all failed, the first answer is returned.
    """
    # A vault that failed must not take away the answers of the others.
    held = {name: answer for name, answer in answers.items() if answer.outcome is not LongQueryOutcome.FAILED}
    first = next(iter((held or answers).values()))
    if not held:
        return first
    failed = [
        Message("{}: {}", name, Message.joined((answer.trouble, answer.remedy)))
        for name, answer in answers.items()
        if name not in held
    ]
    with_results = [answer for answer in held.values() if answer.results]
    results = _best_results([with_result.results for with_result in with_results], n)
    notices = [with_result.notice for with_result in (with_results or held.values()) if with_result.notice]
    counts = [answer.counts for answer in held.values()]
    return replace(
        first,
        outcome=LongQueryOutcome.FOUND if results else LongQueryOutcome.NO_HITS,
        results=results,
        topics=_merge_topics([topic for answer in held.values() for topic in answer.topics], n),
        counts=LongQueryCounts(
            max(count.segments for count in counts),
            tuple(map(sum, zip(*(count.per_segment for count in counts), strict=False))),
            sum(count.collected for count in counts),
            sum(count.deduplicated for count in counts),
            len(results),
            max(count.seconds for count in counts),
        ),
        steps=_name_steps((name, answer.steps) for name, answer in held.items()),
        notice=Message.joined(dict.fromkeys([*notices, *failed])) or None,
    )


def _merge_topics(topics: Sequence[LongQueryTopic], n: int) -> tuple[LongQueryTopic, ...]:
    stretches: dict[tuple[int, int, str], list[LongQueryTopic]] = {}
    for topic in sorted(topics, key=lambda topic: (topic.line_start, topic.line_end)):
        stretches.setdefault((topic.line_start, topic.line_end, topic.text), []).append(topic)
    together = []
    for same in stretches.values():
        results = _best_results([topic.results for topic in same], n)
        # The label is that of the vault whose passage comes first.
        first = results[0].chunk.id if results else None
        name = next(
            (topic.label for topic in same if any(each.chunk.id == first for each in topic.results)),
            same[0].label,
        )
        together.append(replace(same[0], label=name, results=results))
    return tuple(together)


def _best_results(rankings: Sequence[Sequence[Result]], n: int) -> tuple[Result, ...]:
    return tuple(merge_vault_rankings(rankings, "", Mode.SEMANTIC)[:n])


def _name_steps(steps: Iterable[tuple[str, Sequence[Step]]]) -> tuple[Step, ...]:
    return tuple(replace(step, name=f"{name}: {step.name}") for name, several in steps for step in several)


# --- stages of a search, as they come -------------------------------------------------------

_WORDS, _FUSED, _RERANKED, _FINAL = range(4)
_LEVELS = {"words": _WORDS, "fused": _FUSED, "reranked": _RERANKED}


async def follow_streams(
    streams: Mapping[str, AsyncGenerator[T, None]],
) -> AsyncGenerator[tuple[str, T | Exception], None]:
    """Yield each stream's values with its name, as they come; an error that ends a stream is its last value.

    Closing the iterator closes the streams.
    """
    arrivals: asyncio.Queue[tuple[str, T | Exception] | None] = asyncio.Queue()

    async def follow(name: str, stream: AsyncGenerator[T, None]) -> None:
        try:
            async with aclosing(stream):
                async for value in stream:
                    arrivals.put_nowait((name, value))
        except Exception as error:
            arrivals.put_nowait((name, error))
        arrivals.put_nowait(None)

    followers = [asyncio.create_task(follow(name, stream)) for name, stream in streams.items()]
    try:
        for _ in followers:
            while (arrival := await arrivals.get()) is not None:
                yield arrival
    finally:
        for follower in followers:
            follower.cancel()
        await asyncio.gather(*followers, return_exceptions=True)


async def merged_stages(
    streams: Mapping[str, AsyncGenerator[SearchStage, None]], n: int
) -> AsyncGenerator[SearchStage, None]:
    """Yield the ``n`` best results from all vaults, whenever the slowest vault reaches the next stage.

    Merged answers are from the same stage, so their scores are comparable. A vault with a known trouble is
    left out, and a notice says so; if all have any, the first is raised. Closing the iterator closes the
    streams.

    Args:
        streams: Each vault's stages by name, with outer paths.
        n: How many results a stage holds.
    """
    latest: dict[str, SearchStage] = {}
    troubles: dict[str, VaultSearchError] = {}
    reached = -1
    async with aclosing(follow_streams(streams)) as arrivals:
        async for name, arrival in arrivals:
            if isinstance(arrival, VaultSearchError):
                troubles[name] = arrival
                latest.pop(name, None)
            elif isinstance(arrival, Exception):
                raise arrival
            else:
                latest[name] = arrival
            # A vault in trouble is not waited for: otherwise no stage would ever be reached by all.
            awaited = [name for name in streams if name not in troubles]
            level = min((_stage_level(latest.get(name)) for name in awaited), default=-1)
            # Scores of different stages are not comparable, so nothing is shown until the slowest vault has
            # come so far.
            if level > reached:
                reached = level
                in_order = {name: latest[name] for name in awaited}
                yield _merge_stages(in_order, troubles, n, level)
    if not latest and troubles:
        raise next(iter(troubles.values()))


def _stage_level(stage: SearchStage | None) -> int:
    if stage is None:
        return -1
    return _FINAL if stage.final else _LEVELS[stage.name]


def _merge_stages(
    stages: Mapping[str, SearchStage], troubles: Mapping[str, VaultSearchError], n: int, level: int
) -> SearchStage:
    first = next(iter(stages.values()))
    rankings = [stage.results for stage in stages.values()]
    merged_results = merge_vault_rankings(rankings, first.query, first.mode, by_words=level == _WORDS)
    steps = _name_steps((name, stage.steps) for name, stage in stages.items())
    furthest = max(stages.values(), key=_stage_level)
    return SearchStage(
        first.query,
        first.mode,
        "words" if level == _WORDS else furthest.name,
        tuple(merged_results[:n]),
        level == _FINAL,
        steps,
        Message.joined(_merge_notices(list(stages.values()), troubles)) or None,
        first.reading,
        tuple(dict.fromkeys(hint for stage in stages.values() for hint in stage.hints)),
        unanswered=_is_unanswered(stages.values()),
        completeness=sum((stage.completeness for stage in stages.values()), Completeness()),
        settled=all(stage.settled for stage in stages.values()),
        more=len(merged_results) >= n,
        # A word that one vault has is no slip there, so that no one sentence would hold for all.
        spelling=first.spelling if len({stage.spelling for stage in stages.values()}) == 1 else None,
        unread=_sum_unread([stage.unread for stage in stages.values() if stage.unread is not None]),
    )


def _sum_unread(unread: Sequence[UnreadNotes]) -> UnreadNotes | None:
    """Sum unread notes in the question's language; a vault offering to read them decides the plan."""
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
    """Return True if there are results, and no vault's results answer the question."""
    stages = list(stages)
    answers = [stage for stage in stages if stage.results]
    return (
        bool(answers)
        and all(answer.unanswered for answer in answers)
        and all(stage.settled for stage in stages)
    )


def _merge_notices(stages: Sequence[SearchStage], troubles: Mapping[str, VaultSearchError]) -> list[str]:
    """List the answers' notices, each once; report no answer only if it holds for all vaults."""
    notices = dict.fromkeys(notice for stage in stages for notice in split_sentences(stage.notice or ""))
    # That nothing answers is said only if it holds for every vault.
    sentences = [notice for notice in notices if notice != UNANSWERED_NOTICE]
    left_out = [Message("{}: {}", name, error.message) for name, error in troubles.items()]
    return [*sentences, *([UNANSWERED_NOTICE] if _is_unanswered(stages) else []), *left_out]
