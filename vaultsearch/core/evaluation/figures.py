"""Runs -> figures: each leg's metrics, their means over test sets, and the differences between legs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.evaluation.bootstrap import estimate, paired_difference
from vaultsearch.core.evaluation.generated_questions import KINDS
from vaultsearch.core.evaluation.metrics import excerpt_figures, note_figures, topic_figures
from vaultsearch.core.evaluation.spans import passage_span
from vaultsearch.core.values.evaluation import Difference, Evaluation, LegFigures, Question

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.evaluation.generated_questions import GeneratedQuestion
    from vaultsearch.core.values.evaluation import LegRun, QuestionSet
    from vaultsearch.core.values.note import Span
    from vaultsearch.core.values.search import Chunk

COMPARED = ("nDCG@10", "MRR@10", "Hit@1", "Chars@5", "Topics@5", "Topics@10")
"""The metrics by which legs are compared."""
_KNOWN_ITEM_METRICS = ("nDCG@10", "MRR@10", "Hit@1", "R@5", "R@10", "R@50")
"""The metrics that are meaningful if a question has one right answer."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The metrics of one test set, float64 (questions,) by leg and metric, and the seconds by leg."""

    name: str
    figures: Mapping[str, Mapping[str, NDArray[np.float64]]]
    seconds: Mapping[str, Sequence[float]]
    notices: tuple[str, ...] = ()

    @property
    def questions(self) -> int:
        """The number of questions."""
        return len(next(iter(self.seconds.values()), ()))


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The pairs of legs to compare.

    Each leg that is not in ``singles`` is compared with each of the ``baselines`` listed before it, and with
    the best of the ``singles``: the one with the highest mean of the same metric on the same test set.
    """

    singles: Collection[str] = ()
    baselines: Sequence[str] = ()


def measure(test_set: QuestionSet, runs: Sequence[LegRun], text_of: Callable[[str], str]) -> Measured:
    """Score the runs of legs; ``text_of`` returns a note's text by path, called if there are excerpts."""
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
        figures_of_leg = [
            [(chunk.path, _span(chunk, text_of, known)) for chunk in answer.passages[:10]]
            for answer in run.answers
        ]
        figures |= excerpt_figures(test_set.questions, figures_of_leg)
    return figures


def _span(
    chunk: Chunk, text_of: Callable[[str], str], known: dict[tuple[str, int, str], Span | None]
) -> Span | None:
    key = chunk.path, chunk.line_start, chunk.content
    if key not in known:
        known[key] = passage_span(chunk, text_of(chunk.path))
    return known[key]


def measure_generated(questions: Sequence[GeneratedQuestion], runs: Sequence[LegRun]) -> list[Measured]:
    """Score runs over generated questions: all questions first, then each kind that occurs."""
    judged_questions = [
        Question(str(index), question.text, {"right": 1}) for index, question in enumerate(questions)
    ]
    figures = {}
    for run in runs:
        answered = zip(questions, run.answers, strict=True)
        found = note_figures(
            judged_questions, [question.ranking(answer.passages) for question, answer in answered]
        )
        figures[run.leg] = {metric: found[metric] for metric in _KNOWN_ITEM_METRICS}
    seconds = {run.leg: [answer.seconds for answer in run.answers] for run in runs}
    notices = tuple(notice for run in runs for notice in run.notices)
    overall = Measured("all questions", figures, seconds, notices)
    rows = {
        kind: [index for index, question in enumerate(questions) if question.kind == kind] for kind in KINDS
    }
    return [overall, *(_part(overall, kind, chosen) for kind, chosen in rows.items() if chosen)]


def _part(whole: Measured, kind: str, rows: Sequence[int]) -> Measured:
    figures = {
        leg: {metric: values[list(rows)] for metric, values in by_metric.items()}
        for leg, by_metric in whole.figures.items()
    }
    return Measured(kind, figures, {leg: [s[row] for row in rows] for leg, s in whole.seconds.items()})


def evaluation(
    measured: Sequence[Measured], comparisons: Comparisons, name: str = "mean over the sets"
) -> Evaluation:
    """Average the figures over test sets of equal weight, and compare the legs.

    A metric that a test set lacks is averaged over the others.
    """
    legs = [leg for leg in measured[0].figures if all(leg in measurement.figures for measurement in measured)]
    return Evaluation(
        measured[0].name if len(measured) == 1 else name,
        sum(measurement.questions for measurement in measured),
        tuple(_leg(leg, measured) for leg in legs),
        tuple(_differences(legs, measured, comparisons)),
        measured[0].notices if len(measured) == 1 else (),
    )


def _leg(leg: str, measured: Sequence[Measured]) -> LegFigures:
    metrics = dict.fromkeys(metric for measurement in measured for metric in measurement.figures[leg])
    estimates = {
        metric: estimate(
            [
                measurement.figures[leg][metric]
                for measurement in measured
                if metric in measurement.figures[leg]
            ]
        )
        for metric in metrics
    }
    p50, p95 = np.percentile(
        [1000 * s for measurement in measured for s in measurement.seconds[leg]], (50, 95)
    )
    return LegFigures(leg, estimates, float(p50), float(p95))


def _differences(
    legs: Sequence[str], measured: Sequence[Measured], comparisons: Comparisons
) -> Iterator[Difference]:
    singles = [leg for leg in legs if leg in comparisons.singles]
    for leg in [leg for leg in legs if leg not in singles]:
        for baseline in [
            compared_leg for compared_leg in legs[: legs.index(leg)] if compared_leg in comparisons.baselines
        ]:
            yield from _by_metric(leg, measured, _always(baseline), baseline)
        if singles:
            yield from _by_metric(leg, measured, _best_of(singles), "best single leg")


def _always(leg: str) -> Callable[[Measured, str], str]:
    return lambda _, __: leg


def _best_of(singles: Sequence[str]) -> Callable[[Measured, str], str]:
    return lambda measurement, metric: max(
        singles, key=lambda leg: float(measurement.figures[leg][metric].mean())
    )


def _by_metric(
    leg: str, measured: Sequence[Measured], other_of: Callable[[Measured, str], str], named: str
) -> Iterator[Difference]:
    for metric in COMPARED:
        sets = [measurement for measurement in measured if metric in measurement.figures[leg]]
        if sets:
            difference, below = paired_difference(
                [measurement.figures[leg][metric] for measurement in sets],
                [measurement.figures[other_of(measurement, metric)][metric] for measurement in sets],
            )
            yield Difference(metric, leg, named, difference, below)
