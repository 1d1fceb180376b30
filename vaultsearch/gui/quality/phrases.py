"""The quality report in words: legs, figures, kinds of questions; without any widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from vaultsearch.gui.phrases import number

if TYPE_CHECKING:
    from vaultsearch.core.values.evaluation import Estimate, EvaluationProgress, LegFigures, OwnReport

METRICS = ("Hit@1", "nDCG@10")
"""The metrics that are shown, by their names in the evaluation."""

_METRIC_TITLES = {
    "Hit@1": "Right answer first (Hit@1)",
    "nDCG@10": "Rank within the top ten (nDCG@10)",
}
_LEGS = {
    "semantic": "Meaning",
    "fulltext": "Words",
    "hybrid": "Both",
    "chain": "With reranking",
}
_STEPS = {
    "making questions": "Making questions from your notes",
    "indexing": "Copying the index",
    "scanning": "Scanning the folder",
    "reading": "Copying the index",
    "embedding": "Copying the index",
    "tidying": "Copying the index",
}


def leg_title(leg: str) -> str:
    """Return the title of a leg, "Meaning" for "semantic"; a leg without a title keeps its name."""
    return _tr(_LEGS[leg]) if leg in _LEGS else leg


def metric_title(metric: str) -> str:
    """Return the meaning of a metric, with its name."""
    return _tr(_METRIC_TITLES[metric])


def share(estimate: Estimate | None) -> str:
    """Format an estimate: "0.71 (0.64 to 0.78)"."""
    if estimate is None:
        return _tr("not tested")
    return _tr("{:.2f} ({:.2f} to {:.2f})").format(estimate.mean, estimate.low, estimate.high)


def step(progress: EvaluationProgress) -> str:
    """Format the step of a run and its progress."""
    title = _tr(_STEPS[progress.step]) if progress.step in _STEPS else _asking(progress.step)
    if not progress.total:
        return f"{title}…"
    return _tr("{}: {} of {}").format(title, number(progress.done), number(progress.total))


def summary(report: OwnReport) -> str:
    """Return the number of questions, and the meaning of the intervals."""
    return _tr(
        "%Ln question(s) from your notes. 1 is perfect, 0 means never found; the line on each "
        "bar is the 95 % confidence interval.",
        report.overall.questions,
    )


def kinds(report: OwnReport) -> tuple[str, ...]:
    """Return a line for each kind of question: count, name, explanation."""
    explanations = dict(line.split(": ", 1) for line in report.kinds if ": " in line)
    return tuple(
        _tr("{} {}: {}")
        .format(
            number(evaluation.questions),
            _of_core(evaluation.name),
            _of_core(explanations.get(evaluation.name, "")),
        )
        .rstrip(": ")
        for evaluation in report.by_kind
    )


def limits(report: OwnReport) -> tuple[str, ...]:
    """Return the limits of the figures."""
    return tuple(map(_of_core, report.limits))


def table(report: OwnReport) -> tuple[tuple[str, ...], ...]:
    """Return the figures as rows of cells, the header first."""
    head = (_tr("Search mode"), *(metric_title(metric) for metric in METRICS), _tr("Typical time"))
    return (head, *(_row(figures) for figures in report.overall.legs))


def _row(figures: LegFigures) -> tuple[str, ...]:
    shares = (share(figures.estimates.get(metric)) for metric in METRICS)
    return (leg_title(figures.leg), *shares, _tr("{} ms").format(number(figures.p50_ms)))


def _asking(leg: str) -> str:
    return _tr("Testing “{}”").format(leg_title(leg))


def _of_core(text: str) -> str:
    return QCoreApplication.translate("Questions", text) if text else ""


def _tr(text: str, n: int = -1) -> str:
    return QCoreApplication.translate("Quality", text, None, n)
