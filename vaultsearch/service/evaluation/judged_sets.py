"""Evaluation on a test set: updates its index, runs the legs, and computes the figures."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexInUseError
from vaultsearch.core.evaluation.figures import measure
from vaultsearch.core.evaluation.runs import VAULT, load_test_set, rank, write_run
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.evaluation import EvaluationProgress
from vaultsearch.core.vault.file_content import Containment, decode
from vaultsearch.core.worker import in_thread
from vaultsearch.service.evaluation.legs import COMPOSED, make_leg
from vaultsearch.service.vault import Vault
from vaultsearch.service.workers import Workers
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.evaluation.figures import Measured
    from vaultsearch.core.values.evaluation import LegRun, QuestionSet
    from vaultsearch.core.values.sync import Progress
    from vaultsearch.service.evaluation.legs import Variant

    OnProgress = Callable[[EvaluationProgress], None]

_INDEX_STEPS = ("source", "chunking", "embedding")
_ALSO_IN_INDEX = ("language.notes",)


@dataclass(frozen=True, slots=True)
class Task:
    """A test set to measure: its folder, the vault if it is not its own, the most questions asked."""

    test_set: Path
    vault: Path | None = None
    limit: int | None = None
    runs: Path | None = None
    """The folder that run files are written to, None for none."""


async def measure_test_set(
    task: Task,
    legs: Sequence[str],
    parameters: Parameters,
    variants: Sequence[Variant] = (),
    on_progress: OnProgress = lambda _: None,
) -> Measured:
    """Measure the legs on a test set, and the composed ones again for each variant.

    Cancelling ends it. Raises VaultSearchError.
    """
    test_set = await in_thread(_limited, task)
    vault = task.vault or task.test_set / VAULT
    questions_asked = [question.text for question in test_set.questions]
    runs = await _run_legs(vault, parameters, legs, questions_asked, on_progress)
    if task.runs:
        for run in runs:
            await in_thread(write_run, task.runs, test_set, run)
    for variant in variants:
        again = await _run_legs(vault, variant.parameters, varied(legs), questions_asked, on_progress)
        runs += [replace(run, leg=f"{run.leg} {variant.label}") for run in again]
    return await in_thread(measure, test_set, runs, lru_cache(maxsize=64)(lambda path: _text(vault, path)))


def varied(legs: Sequence[str]) -> list[str]:
    """Return the legs that are measured for each variant: the composed ones, or all if none is."""
    return [leg for leg in legs if leg in COMPOSED] or list(legs)


async def _run_legs(
    vault: Path,
    parameters: Parameters,
    legs: Sequence[str],
    questions: Sequence[str],
    on_progress: OnProgress,
) -> list[LegRun]:
    session = await up_to_date(vault, parameters, on_progress, questions=questions)
    try:
        await session.warm_up()
        there = (await session.status()).notes
        return [await rank(make_leg(leg, session), questions, there, on_progress) for leg in legs]
    finally:
        await session.close()


def _limited(task: Task) -> QuestionSet:
    test_set = load_test_set(task.test_set, task.vault)
    return replace(test_set, questions=test_set.questions[: task.limit])


def _text(vault: Path, path: str) -> str:
    with Containment(vault).open(path) as opened:
        return decode(opened.file.read()).text


async def up_to_date(
    vault: Path,
    parameters: Parameters,
    on_progress: OnProgress,
    workers: Callable[[], Workers] = Workers.one_process,
    questions: Sequence[str] = (),
) -> Vault:
    """Update a vault's index, then open it for reading, so that others may write.

    ``questions`` are the questions: passages are embedded for all of their languages. An index that another
    process is writing is used as it is. Raises VaultSearchError.
    """
    place = await in_thread(index_place, vault, parameters)
    writing = await open_vault(vault, place, parameters, workers(), write=True)
    try:
        await writing.index.sync(lambda progress: on_progress(of_sync(progress)))
        # The notes' languages are known now: without them, English questions were taken for others.
        languages = await writing.search_service.languages.of_questions(questions)
        if await writing.index.expect_languages(languages):
            await writing.index.sync(lambda progress: on_progress(of_sync(progress)))
    except IndexInUseError:
        manifest = await in_thread(read_manifest, place)
        if manifest is None or manifest.last_sync is None:
            raise
    finally:
        await writing.close()
    return await open_vault(vault, place, parameters, workers(), write=False)


async def open_vault(
    vault: Path, place: Path, parameters: Parameters, workers: Workers, *, write: bool
) -> Vault:
    """Open a vault with its index at ``place``."""
    return await Vault.open(
        vault,
        place,
        parameters,
        workers,
        write=write,
        models=settings.models_folder(),
        user_rules=settings.user_rules,
    )


def index_place(vault: Path, parameters: Parameters) -> Path:
    """Return the folder of a vault's index made with these parameters.

    That is the vault's own if it exists and these parameters would make the same; else one kept for
    evaluations, in the same data folder.
    """
    own = settings.index_folder(vault)
    made_by = _index_parameters(parameters)
    if own.exists() and made_by == _index_parameters(Parameters(parameters.file)):
        return own
    digest = hashlib.blake2b(repr(made_by).encode(), digest_size=6).hexdigest()
    return own.parent / "evaluation" / f"{own.name}-{digest}"


def _index_parameters(parameters: Parameters) -> Mapping[str, object]:
    """Return the parameters that change the content of an index."""
    return {
        setting.parameter.name: setting.value
        for setting in parameters.settings()
        if setting.parameter.name in _ALSO_IN_INDEX or setting.parameter.step in _INDEX_STEPS
    }


def of_sync(progress: Progress) -> EvaluationProgress:
    """Convert the progress of a sync to that of an evaluation."""
    if progress.phase == "embedding":
        return EvaluationProgress("indexing", progress.chunks_done, progress.chunks_total)
    return EvaluationProgress(progress.phase, progress.notes_done, progress.notes_total)
