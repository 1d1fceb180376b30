"""Answers -> figures: each leg's, the differences between them, and the mean over several test sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.evaluation.bootstrap import estimate, paired_difference
from vaultsearch.core.evaluation.metrics import excerpt_figures, note_figures
from vaultsearch.core.evaluation.spans import passage_span
from vaultsearch.core.evaluation.values import Difference, Evaluation, LegFigures

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from vaultsearch.core.evaluation.values import LegRun, QuestionSet

COMPARED = ("nDCG@10", "MRR@10", "Hit@1", "Chars@5")
"""The metrics by which legs are compared."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What the legs reached on one test set: figures per question, float64 (questions,), by leg and metric."""

    name: str
    figures: Mapping[str, Mapping[str, NDArray[np.float64]]]
    seconds: Mapping[str, Sequence[float]]
    notices: tuple[str, ...] = ()

    @property
    def questions(self) -> int:
        """How many questions there are."""
        return len(next(iter(self.seconds.values()), ()))


def measure(test_set: QuestionSet, runs: Sequence[LegRun], text_of: Callable[[str], str]) -> Measured:
    """Score the legs' answers; ``text_of`` gives a note's text by its path, asked for excerpts only."""
    figures = {run.leg: _leg_figures(test_set, run, text_of) for run in runs}
    seconds = {run.leg: [answer.seconds for answer in run.answers] for run in runs}
    notices = tuple(notice for run in runs for notice in run.notices)
    return Measured(test_set.name, figures, seconds, (*test_set.notices, *notices))


def _leg_figures(
    test_set: QuestionSet, run: LegRun, text_of: Callable[[str], str]
) -> dict[str, NDArray[np.float64]]:
    figures = note_figures(test_set.questions, [answer.notes for answer in run.answers])
    if test_set.has_excerpts:
        placed = [
            [(chunk.path, passage_span(chunk, text_of(chunk.path))) for chunk in answer.passages[:10]]
            for answer in run.answers
        ]
        figures |= excerpt_figures(test_set.questions, placed)
    return figures


def evaluation(
    name: str,
    measured: Sequence[Measured],
    *,
    of: str = "chain",
    singles: Collection[str] = (),
    baselines: Collection[str] = ("rrf",),
    variant: str = "",
) -> Evaluation:
    """Give the figures over test sets (each counts as much as any other), and what ``of`` is ahead by.

    It is compared with each of ``baselines`` and with the best of the ``singles``: that which has the
    highest mean of the same metric on the same test set. A metric that a test set lacks is taken over
    the others.
    """
    legs = [leg for leg in measured[0].figures if all(leg in one.figures for one in measured)]
    figures = tuple(_leg(leg, measured) for leg in legs)
    differences: list[Difference] = []
    for metric in COMPARED:
        sets = [one for one in measured if of in one.figures and metric in one.figures[of]]
        for baseline in baselines:
            if sets and baseline in legs and of in legs and baseline != of:
                differences.append(_difference(metric, of, baseline, sets, [baseline] * len(sets)))
        present = [leg for leg in legs if leg in singles and leg != of]
        if sets and present and of in legs:
            best = [max(present, key=lambda leg: _mean(one, leg, metric)) for one in sets]
            named = "best single leg" if len(set(best)) > 1 else best[0]
            differences.append(_difference(metric, of, named, sets, best))
    notices = measured[0].notices if len(measured) == 1 else ()
    questions = sum(one.questions for one in measured)
    return Evaluation(name, variant, questions, figures, tuple(differences), notices)


def _mean(measured: Measured, leg: str, metric: str) -> float:
    return float(measured.figures[leg][metric].mean())


def _difference(
    metric: str, leg: str, named: str, sets: Sequence[Measured], others: Sequence[str]
) -> Difference:
    found, below = paired_difference(
        [one.figures[leg][metric] for one in sets],
        [one.figures[other][metric] for one, other in zip(sets, others, strict=True)],
    )
    return Difference(metric, leg, named, found, below)


def _leg(leg: str, measured: Sequence[Measured]) -> LegFigures:
    metrics = dict.fromkeys(metric for one in measured for metric in one.figures[leg])
    estimates = {
        metric: estimate([one.figures[leg][metric] for one in measured if metric in one.figures[leg]])
        for metric in metrics
    }
    p50, p95 = np.percentile([1000 * s for one in measured for s in one.seconds[leg]], (50, 95))
    return LegFigures(leg, estimates, float(p50), float(p95))
