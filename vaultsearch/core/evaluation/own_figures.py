"""Answers to questions made of one's own notes -> figures, of all together and of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.evaluation.figures import Measured
from vaultsearch.core.evaluation.metrics import note_figures
from vaultsearch.core.evaluation.own_questions import KINDS
from vaultsearch.core.values.evaluation import Question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.evaluation.own_questions import OwnQuestion
    from vaultsearch.core.values.evaluation import LegRun

_METRICS = ("nDCG@10", "MRR@10", "Hit@1", "R@5", "R@10", "R@50")
"""Those that say something where one answer is right."""


def measure_own(questions: Sequence[OwnQuestion], runs: Sequence[LegRun]) -> list[Measured]:
    """Score the legs' answers: all questions together first, then each kind that there are any of."""
    asked = [Question(str(at), question.text, {"right": 1}) for at, question in enumerate(questions)]
    figures = {}
    for run in runs:
        answered = zip(questions, run.answers, strict=True)
        found = note_figures(asked, [question.ranking(answer.passages) for question, answer in answered])
        figures[run.leg] = {metric: found[metric] for metric in _METRICS}
    seconds = {run.leg: [answer.seconds for answer in run.answers] for run in runs}
    notices = tuple(notice for run in runs for notice in run.notices)
    overall = Measured("all questions", figures, seconds, notices)
    rows = {kind: [at for at, one in enumerate(questions) if one.kind == kind] for kind in KINDS}
    return [overall, *(_part(overall, kind, chosen) for kind, chosen in rows.items() if chosen)]


def _part(whole: Measured, kind: str, rows: Sequence[int]) -> Measured:
    figures = {
        leg: {metric: values[list(rows)] for metric, values in by_metric.items()}
        for leg, by_metric in whole.figures.items()
    }
    return Measured(kind, figures, {leg: [s[row] for row in rows] for leg, s in whole.seconds.items()})
