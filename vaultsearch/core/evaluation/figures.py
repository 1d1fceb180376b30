"""Answers -> figures: each leg's, the differences between them, and the mean over several test sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.evaluation.bootstrap import estimate, paired_difference
from vaultsearch.core.evaluation.metrics import excerpt_figures, note_figures, topic_figures
from vaultsearch.core.evaluation.spans import passage_span
from vaultsearch.core.values.evaluation import Difference, Evaluation, LegFigures

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.values.evaluation import LegRun, QuestionSet
    from vaultsearch.core.values.note import Span
    from vaultsearch.core.values.search import Chunk

COMPARED = ("nDCG@10", "MRR@10", "Hit@1", "Chars@5", "Topics@5", "Topics@10")
"""The metrics by which legs are compared."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What the legs reached on one test set, float64 (questions,) by leg and metric; seconds by leg."""

    name: str
    figures: Mapping[str, Mapping[str, NDArray[np.float64]]]
    seconds: Mapping[str, Sequence[float]]
    notices: tuple[str, ...] = ()

    @property
    def questions(self) -> int:
        """How many questions there are."""
        return len(next(iter(self.seconds.values()), ()))


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Which legs are to be set against which.

    Each that is none of ``singles`` is compared with each of ``baselines`` that stands before it, and
    with the best of the ``singles``: that which has the highest mean of the same metric on the same
    test set.
    """

    singles: Collection[str] = ()
    baselines: Sequence[str] = ()


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
    if test_set.has_topics:
        figures |= topic_figures(test_set.questions, [answer.notes for answer in run.answers])
    if test_set.has_excerpts:
        known: dict[tuple[str, int, str], Span | None] = {}
        placed = [
            [(chunk.path, _span(chunk, text_of, known)) for chunk in answer.passages[:10]]
            for answer in run.answers
        ]
        figures |= excerpt_figures(test_set.questions, placed)
    return figures


def _span(
    chunk: Chunk, text_of: Callable[[str], str], known: dict[tuple[str, int, str], Span | None]
) -> Span | None:
    key = chunk.path, chunk.line_start, chunk.content
    if key not in known:
        known[key] = passage_span(chunk, text_of(chunk.path))
    return known[key]


def evaluation(
    measured: Sequence[Measured], comparisons: Comparisons, name: str = "mean over the sets"
) -> Evaluation:
    """Give the figures over test sets, each of which counts as much as any other, and the differences.

    A metric that a test set lacks is taken over the others.
    """
    legs = [leg for leg in measured[0].figures if all(leg in one.figures for one in measured)]
    return Evaluation(
        measured[0].name if len(measured) == 1 else name,
        sum(one.questions for one in measured),
        tuple(_leg(leg, measured) for leg in legs),
        tuple(_differences(legs, measured, comparisons)),
        measured[0].notices if len(measured) == 1 else (),
    )


def _leg(leg: str, measured: Sequence[Measured]) -> LegFigures:
    metrics = dict.fromkeys(metric for one in measured for metric in one.figures[leg])
    estimates = {
        metric: estimate([one.figures[leg][metric] for one in measured if metric in one.figures[leg]])
        for metric in metrics
    }
    p50, p95 = np.percentile([1000 * s for one in measured for s in one.seconds[leg]], (50, 95))
    return LegFigures(leg, estimates, float(p50), float(p95))


def _differences(
    legs: Sequence[str], measured: Sequence[Measured], comparisons: Comparisons
) -> Iterator[Difference]:
    singles = [leg for leg in legs if leg in comparisons.singles]
    for leg in [leg for leg in legs if leg not in singles]:
        for baseline in [one for one in legs[: legs.index(leg)] if one in comparisons.baselines]:
            yield from _by_metric(leg, measured, _always(baseline), baseline)
        if singles:
            yield from _by_metric(leg, measured, _best_of(singles), "best single leg")


def _always(leg: str) -> Callable[[Measured, str], str]:
    return lambda _, __: leg


def _best_of(singles: Sequence[str]) -> Callable[[Measured, str], str]:
    return lambda one, metric: max(singles, key=lambda leg: float(one.figures[leg][metric].mean()))


def _by_metric(
    leg: str, measured: Sequence[Measured], other_of: Callable[[Measured, str], str], named: str
) -> Iterator[Difference]:
    for metric in COMPARED:
        sets = [one for one in measured if metric in one.figures[leg]]
        if sets:
            found, below = paired_difference(
                [one.figures[leg][metric] for one in sets],
                [one.figures[other_of(one, metric)][metric] for one in sets],
            )
            yield Difference(metric, leg, named, found, below)
