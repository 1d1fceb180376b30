"""Runs -> figures: each leg's metrics, means over test sets, and differences between legs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.evaluation.generated_questions import QUESTION_KINDS, RIGHT_UNIT, GeneratedQuestion
from vaultsearch.core.values.evaluation import Difference, Estimate, Evaluation, LegFigures, LegRun

N_RESAMPLES = 2000
_SEED = 20090719
_INTERVAL_PERCENTILES = (2.5, 97.5)


def estimate_mean(values: Sequence[NDArray[np.float64]]) -> Estimate:
    """Return the mean over sets of the mean over questions, with a 95 % interval, resampling within sets."""
    mean = float(np.mean([value.mean() for value in values]))
    low, high = np.percentile(_resampled_means(values), _INTERVAL_PERCENTILES)
    # By rounding, the mean of a few equal values may lie outside of its own resampled interval.
    return Estimate(mean, min(float(low), mean), max(float(high), mean))


def paired_difference(
    values: Sequence[NDArray[np.float64]], others: Sequence[NDArray[np.float64]]
) -> tuple[Estimate, float]:
    """Return the difference of two means over the same questions, and the share of resamples below 0.

    Both have an array (questions,) per set, in the same order: a question is resampled for both at once.
    """
    differences = [value - other for value, other in zip(values, others, strict=True)]
    below = float(np.mean(_resampled_means(differences) < 0))
    return estimate_mean(differences), below


def _resampled_means(values: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the resampled means, float64 (RESAMPLES,); deterministic."""
    random = np.random.default_rng(_SEED)
    total = np.zeros(N_RESAMPLES)
    for value in values:
        # Within each set, so that a set of many questions does not outweigh the others.
        drawn = random.integers(0, len(value), (N_RESAMPLES, len(value)))
        total += value[drawn].mean(axis=1)
    return total / len(values)


_DEEPEST = 50
_DISCOUNTS = 1 / np.log2(np.arange(2, _DEEPEST + 2))


def note_figures(
    grades: Sequence[Mapping[str, int]], rankings: Sequence[Sequence[str]]
) -> dict[str, NDArray[np.float64]]:
    """Return each metric of a ranking of notes as trec_eval defines it, float64 (questions,).

    ``grades`` map paths to relevance for each question, ``rankings`` list paths without duplicates, best
    first. A question without results counts as 0.
    """
    measured = [_ranking_figures(*each) for each in zip(grades, rankings, strict=True)]
    return {name: np.array([figures[name] for figures in measured]) for name in _ranking_figures({}, ())}


def _ranking_figures(grades: Mapping[str, int], ranking: Sequence[str]) -> dict[str, float]:
    gains = np.zeros(_DEEPEST)
    gains[: len(ranking)] = [max(0, grades.get(path, 0)) for path in ranking[:_DEEPEST]]
    ideal = np.zeros(_DEEPEST)
    best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    ideal[: len(best)] = best[:_DEEPEST]
    hits = gains > 0

    def ndcg(k: int) -> float:
        return float(gains[:k] @ _DISCOUNTS[:k]) / max(float(ideal[:k] @ _DISCOUNTS[:k]), 1e-9)

    return {
        "nDCG@5": ndcg(5),
        "nDCG@10": ndcg(10),
        "MRR@10": float(hits[:10].any() / (hits.argmax() + 1)),
        "Hit@1": float(hits[0]),
        **{f"R@{k}": float(hits[:k].sum() / max(len(best), 1)) for k in (5, 10, 50)},
        "P@5": float(hits[:5].mean()),
    }


COMPARED_METRICS = ("nDCG@10", "MRR@10", "Hit@1", "Chars@5", "Topics@5", "Topics@10")
_KNOWN_ITEM_METRICS = ("nDCG@10", "MRR@10", "Hit@1", "R@5", "R@10", "R@50")
"""The metrics meaningful for questions with a single right answer."""


@dataclass(frozen=True, slots=True)
class MeasuredSet:
    """A test set's metrics, float64 (questions,) by leg and metric, and seconds by leg."""

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

    Each leg not in ``singles`` is compared with all ``baselines`` listed before it, and with the best of the
    ``singles``: the highest mean of the same metric on the same test set.
    """

    singles: Collection[str] = ()
    baselines: Sequence[str] = ()


def measure_generated(questions: Sequence[GeneratedQuestion], runs: Sequence[LegRun]) -> list[MeasuredSet]:
    """Score runs over generated questions: all questions first, then each kind present."""
    figures = {}
    for run in runs:
        answered = zip(questions, run.answers, strict=True)
        rankings = [question.ranking(answer.passages) for question, answer in answered]
        all_figures = note_figures([{RIGHT_UNIT: 1}] * len(questions), rankings)
        figures[run.leg] = {metric: all_figures[metric] for metric in _KNOWN_ITEM_METRICS}
    seconds = {run.leg: [answer.seconds for answer in run.answers] for run in runs}
    notices = tuple(notice for run in runs for notice in run.notices)
    overall = MeasuredSet("all questions", figures, seconds, notices)
    measured = [overall]
    for kind in QUESTION_KINDS:
        if rows := [index for index, question in enumerate(questions) if question.kind == kind]:
            of_kind = {
                leg: {metric: values[rows] for metric, values in by_metric.items()}
                for leg, by_metric in figures.items()
            }
            seconds_of_kind = {leg: [values[row] for row in rows] for leg, values in seconds.items()}
            measured.append(MeasuredSet(kind, of_kind, seconds_of_kind))
    return measured


def evaluate_legs(measured: Sequence[MeasuredSet], comparisons: Comparisons) -> Evaluation:
    """Average the figures over test sets of equal weight, where a metric exists, and compare the legs."""
    legs = [leg for leg in measured[0].figures if all(leg in measurement.figures for measurement in measured)]
    leg_figures = []
    for leg in legs:
        figures = [measurement.figures[leg] for measurement in measured]
        estimates = {
            metric: estimate_mean([of_set[metric] for of_set in figures if metric in of_set])
            for metric in dict.fromkeys(chain.from_iterable(figures))
        }
        milliseconds = [1000 * s for measurement in measured for s in measurement.seconds[leg]]
        p50, p95 = np.percentile(milliseconds, (50, 95))
        leg_figures.append(LegFigures(leg, estimates, float(p50), float(p95)))
    singles = [leg for leg in legs if leg in comparisons.singles]
    differences: list[Difference] = []
    for leg in [leg for leg in legs if leg not in singles]:
        for baseline in legs[: legs.index(leg)]:
            if baseline in comparisons.baselines:
                differences += _metric_differences(leg, measured, [baseline], baseline)
        if singles:
            differences += _metric_differences(leg, measured, singles, "best single leg")
    return Evaluation(
        measured[0].name if len(measured) == 1 else "mean over the sets",
        sum(measurement.questions for measurement in measured),
        tuple(leg_figures),
        tuple(differences),
        measured[0].notices if len(measured) == 1 else (),
    )


def _metric_differences(
    leg: str, measured: Sequence[MeasuredSet], others: Sequence[str], named: str
) -> Iterator[Difference]:
    """Yield a leg's differences from the best of the others on each test set."""
    for metric in COMPARED_METRICS:
        sets = [measurement.figures for measurement in measured if metric in measurement.figures[leg]]
        if sets:
            best = [max((of_set[other][metric] for other in others), key=np.mean) for of_set in sets]
            difference, below = paired_difference([of_set[leg][metric] for of_set in sets], best)
            yield Difference(metric, leg, named, difference, below)
