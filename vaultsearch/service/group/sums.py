"""Sum the statuses and reports of several vaults, and merge their answers to a text."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.messages import Message
from vaultsearch.core.search.merging import merged
from vaultsearch.core.search.reranking.chain import STEPS_JOINED
from vaultsearch.core.values.long_queries import (
    LongQueryAnswer,
    LongQueryCounts,
    LongQueryOutcome,
    LongQueryTopic,
)
from vaultsearch.core.values.recognition import Recognition
from vaultsearch.core.values.search import Completeness, Mode
from vaultsearch.core.values.sync import (
    ALL_VAULTS,
    Failure,
    IndexStatus,
    Reader,
    SyncReport,
    summed_endings,
    summed_kinds,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultsearch.core.values.search import Result, Step
    from vaultsearch.core.values.sync import MemberVault
    from vaultsearch.service.group.members import Member


def summed_status(statuses: Mapping[Member, IndexStatus], members: tuple[MemberVault, ...]) -> IndexStatus:
    """Sum the statuses of the open vaults; the last sync is that of the vault that was synced longest ago.

    ``members`` are all vaults that were to be opened: their troubles come first in ``failed``.
    """
    all_statuses = list(statuses.values())
    syncs = [status.last_sync for status in all_statuses]
    troubles = [Failure(member.name, member.trouble) for member in members if member.trouble]
    failed = (member.outward(failure) for member, status in statuses.items() for failure in status.failed)
    return IndexStatus(
        vault=ALL_VAULTS,
        files=sum(status.files for status in all_statuses),
        chunks=sum(status.chunks for status in all_statuses),
        embedded=sum(status.embedded for status in all_statuses),
        failed=(*troubles, *failed),
        last_sync=None if None in syncs else min(sync for sync in syncs if sync is not None),
        embedding_model=_each_once(status.embedding_model for status in all_statuses),
        reranker=_steps_together([status.reranker for status in all_statuses]),
        index_bytes=sum(status.index_bytes for status in all_statuses),
        writer=next((status.writer for status in all_statuses if status.writer is not None), None),
        read_only=all(status.read_only for status in all_statuses),
        polling=any(status.polling for status in all_statuses),
        token_bytes=sum(status.token_bytes for status in all_statuses),
        readers=_readers(all_statuses),
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


def summed_report(reports: Mapping[Member, SyncReport], troubles: Mapping[str, str]) -> SyncReport:
    """Sum the reports of the vaults' syncs; ``troubles``, by vault, say why a sync failed."""
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
        steps=_steps((member.name, report.steps) for member, report in reports.items()),
        cancelled=any(report.cancelled for report in all_reports),
        rebuilt=" ".join(rebuilt) or None,
    )


def merged_answer(answers: Mapping[str, LongQueryAnswer], n: int) -> LongQueryAnswer:
    """Merge the vaults' answers to one text: ``n`` results in all, and for each topic.

    Topics of several vaults are one if they are the same lines of the text. The notice names a vault that
    failed; if all did, the first one's answer is returned.
    """
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
    results = _best([with_result.results for with_result in with_results], n)
    notices = [with_result.notice for with_result in (with_results or held.values()) if with_result.notice]
    counts = [answer.counts for answer in held.values()]
    return replace(
        first,
        outcome=LongQueryOutcome.FOUND if results else LongQueryOutcome.NO_HITS,
        results=results,
        topics=_topics([topic for answer in held.values() for topic in answer.topics], n),
        counts=LongQueryCounts(
            max(count.segments for count in counts),
            tuple(map(sum, zip(*(count.per_segment for count in counts), strict=False))),
            sum(count.collected for count in counts),
            sum(count.deduplicated for count in counts),
            len(results),
            max(count.seconds for count in counts),
        ),
        steps=_steps((name, answer.steps) for name, answer in held.items()),
        notice=Message.joined(dict.fromkeys([*notices, *failed])) or None,
    )


def _topics(topics: Sequence[LongQueryTopic], n: int) -> tuple[LongQueryTopic, ...]:
    stretches: dict[tuple[int, int], list[LongQueryTopic]] = {}
    for topic in sorted(topics, key=lambda topic: (topic.line_start, topic.line_end)):
        stretches.setdefault((topic.line_start, topic.line_end), []).append(topic)
    together = []
    for same in stretches.values():
        results = _best([topic.results for topic in same], n)
        # The label is that of the vault whose passage comes first.
        name = next((t.label for t in same if results and _holds(t, results[0])), same[0].label)
        together.append(replace(same[0], label=name, results=results))
    return tuple(together)


def _holds(topic: LongQueryTopic, result: Result) -> bool:
    return any(one.chunk.id == result.chunk.id for one in topic.results)


def _best(rankings: Sequence[Sequence[Result]], n: int) -> tuple[Result, ...]:
    return tuple(merged(rankings, "", Mode.SEMANTIC)[:n])


def _readers(statuses: Iterable[IndexStatus]) -> tuple[Reader, ...]:
    counts: dict[str, Counter[str]] = {}
    for reader in (reader for status in statuses for reader in status.readers):
        counts.setdefault(reader.model, Counter()).update(dict(reader.languages))
    return tuple(Reader(model, tuple(languages.most_common())) for model, languages in counts.items())


def _steps(steps: Iterable[tuple[str, Sequence[Step]]]) -> tuple[Step, ...]:
    return tuple(replace(step, name=f"{name}: {step.name}") for name, several in steps for step in several)


def _steps_together(rerankers: Sequence[str]) -> str:
    """Name the steps of all vaults, each once; vaults in one language have fewer."""
    steps = (
        step for reranker in sorted(rerankers, key=len, reverse=True) for step in reranker.split(STEPS_JOINED)
    )
    return STEPS_JOINED.join(dict.fromkeys(steps))


def _each_once(texts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(texts))
