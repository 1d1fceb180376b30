"""Evaluation on the user's vault: questions generated from notes, asked of an index without them."""

from __future__ import annotations

import glob
import os
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import NotIndexedError
from vaultsearch.core.evaluation.figures import evaluation, measure_generated
from vaultsearch.core.evaluation.generated_questions import (
    KINDS,
    LIMITS,
    RIGHT,
    AlteredVault,
    alterations,
    gather_facts,
    generate_questions,
)
from vaultsearch.core.evaluation.runs import rank
from vaultsearch.core.files import expand_home
from vaultsearch.core.index.writer_lock import writer_of
from vaultsearch.core.values.evaluation import EvaluationProgress, MissedQuestion, OwnReport
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.worker import in_thread
from vaultsearch.service.evaluation.judged_sets import index_place, of_sync, open_vault, up_to_date, varied
from vaultsearch.service.evaluation.legs import COMPARISONS, make_leg
from vaultsearch.service.workers import Workers
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from vaultsearch.core.evaluation.generated_questions import GeneratedQuestion, NoteFacts
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.evaluation import LegRun
    from vaultsearch.service.evaluation.judged_sets import OnProgress
    from vaultsearch.service.evaluation.legs import Variant
    from vaultsearch.service.vault import Vault

_READ_AT_ONCE = 64
_QUESTIONS_PER_KIND = 50
"""Enough to tell good from bad, few enough that a person may wait for them."""


async def evaluate_own(vault: Vault, on_progress: OnProgress) -> OwnReport:
    """Measure each leg and the whole chain on questions generated from an open vault's notes.

    The questions go to a copy of the index in processes of its own, which cancelling ends.

    Raises:
        VaultSearchError: See `measure_own_vault`.
    """
    return await measure_own_vault(
        vault.folder,
        ("semantic", "fulltext", "hybrid", "chain"),
        vault.parameters,
        most=_QUESTIONS_PER_KIND,
        on_progress=on_progress,
        workers=Workers.processes,
    )


async def measure_own_vault(
    vault: Path,
    legs: Sequence[str],
    parameters: Parameters,
    variants: Sequence[Variant] = (),
    *,
    most: int,
    on_progress: OnProgress = lambda _: None,
    workers: Callable[[], Workers] = Workers.one_process,
) -> OwnReport:
    """Measure the legs on questions generated from the vault's notes, at most ``most`` of each kind.

    The vault is only read. Cancelling ends it; its files on the disk are removed in any case.
    Raises VaultSearchError, NotIndexedError if no question can be generated.
    """
    facts = await facts_of(vault, parameters, workers(), on_progress)
    questions = await in_thread(generate_questions, facts, most)
    if not questions:
        raise NotIndexedError(
            "No questions can be made from these notes: they have no suitable headings, link "
            "texts, aliases or first sentences.",
            "Use your own test set: --testset DIR.",
        )
    runs = await run_legs(vault, parameters, legs, questions, on_progress, workers)
    missed = tuple(_missed(questions, runs[-1]))
    for variant in variants:
        again = await run_legs(vault, variant.parameters, varied(legs), questions, on_progress, workers)
        runs += [replace(run, leg=f"{run.leg} {variant.label}") for run in again]
    measured = await in_thread(measure_generated, questions, runs)
    overall, *by_kind = [evaluation([measurement], COMPARISONS) for measurement in measured]
    kinds = tuple(f"{kind}: {what}" for kind, what in KINDS.items())
    return OwnReport(overall, tuple(by_kind), kinds, LIMITS, missed)


def _missed(questions: Sequence[GeneratedQuestion], run: LegRun) -> Iterator[MissedQuestion]:
    for question, answer in zip(questions, run.answers, strict=True):
        ranking = question.ranking(answer.passages)
        if ranking[:1] != [RIGHT]:
            rank = ranking.index(RIGHT) + 1 if RIGHT in ranking else 0
            first = answer.passages[0].title if answer.passages else ""
            yield MissedQuestion(question.text, question.path, rank, first)


async def facts_of(
    vault: Path, parameters: Parameters, workers: Workers, on_progress: OnProgress
) -> list[NoteFacts]:
    """Read what questions can be made of, from a vault's notes; closes ``workers``."""
    source = await in_thread(_source, vault, parameters)
    facts: list[NoteFacts] = []
    try:
        revisions, _ = await in_thread(source.scan)
        for start in range(0, len(revisions), _READ_AT_ONCE):
            on_progress(EvaluationProgress("making questions", start, len(revisions)))
            facts += await workers.indexing(gather_facts, source, revisions[start : start + _READ_AT_ONCE])
    finally:
        await in_thread(workers.close)
    return facts


def _source(vault: Path, parameters: Parameters) -> ObsidianVault:
    return ObsidianVault(
        expand_home(vault).resolve(),
        max_file_bytes=parameters.source.max_file_mb * 2**20,
        user_rules=settings.user_rules(),
        follow_links_out=parameters.source.follow_links_out,
    )


async def run_legs(
    vault: Path,
    parameters: Parameters,
    legs: Sequence[str],
    questions: Sequence[GeneratedQuestion],
    on_progress: OnProgress,
    workers: Callable[[], Workers],
) -> list[LegRun]:
    """Return the legs' answers to questions, from a copy of the index without what they were made of."""
    await (await up_to_date(vault, parameters, on_progress, workers)).close()
    index = await in_thread(index_place, vault, parameters)
    copy = index.parent / f"{index.name}-questions-{os.getpid()}"
    try:
        await in_thread(_remove_abandoned, index)
        await in_thread(_copy, index, copy)
        altered = alterations(questions)
        writing = await open_vault(vault, copy, parameters, workers(), write=True)
        writing.index.read_through(lambda source: AlteredVault(source, altered))
        try:
            await writing.index.sync(lambda progress: on_progress(of_sync(progress)))
            await writing.warm_up()
            questions_asked = [question.text for question in questions]
            return [await rank(make_leg(leg, writing), questions_asked, 0, on_progress) for leg in legs]
        finally:
            await writing.close()
    finally:
        await in_thread(_remove, copy)


def _copy(index: Path, copy: Path) -> None:
    """Copy an index, so that only the altered notes must be indexed again.

    A copy torn by another process that writes meanwhile is damaged; the sync builds it anew.
    """
    _remove(copy)
    try:
        shutil.copytree(index, copy, ignore=shutil.ignore_patterns("writer.*"))
    except shutil.Error:  # the writer removed old files meanwhile
        _remove(copy)


def _remove_abandoned(index: Path) -> None:
    """Remove the copies left by evaluations that were killed."""
    for copy in index.parent.glob(glob.escape(index.name) + "-questions-*"):
        if writer_of(copy) is None:
            _remove(copy)


def _remove(copy: Path) -> None:
    shutil.rmtree(copy, ignore_errors=True)
