"""What ``vaultsearch evaluate`` prints: tables for a person, JSON for a program."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultsearch.core.values.evaluation import (
        Difference,
        Estimate,
        Evaluation,
        EvaluationProgress,
        LegFigures,
        OwnReport,
    )

_METRIC_WIDTH, _LEG_WIDTH = 12, 13


def evaluation_json(evaluation: Evaluation) -> dict[str, object]:
    """Give an evaluation as the contract of ``evaluate --json`` has it."""
    return {
        "test_set": evaluation.name,
        "questions": evaluation.questions,
        "legs": {
            figures.leg: {
                "metrics": {name: asdict(estimate) for name, estimate in figures.estimates.items()},
                "p50_ms": round(figures.p50_ms, 2),
                "p95_ms": round(figures.p95_ms, 2),
            }
            for figures in evaluation.legs
        },
        "differences": [asdict(difference) for difference in evaluation.differences],
        "notices": list(evaluation.notices),
    }


def print_evaluations(evaluations: Sequence[Evaluation]) -> None:
    """Print a table for each evaluation, and below it what was compared and what was left out."""
    out = Console(highlight=False)
    for evaluation in evaluations:
        plural = "" if evaluation.questions == 1 else "s"
        out.print(f"[bold]{escape(evaluation.name)}[/]: {evaluation.questions:,} question{plural}")
        at_once = max(1, (out.width - _METRIC_WIDTH) // _LEG_WIDTH)
        for at in range(0, len(evaluation.legs), at_once):
            out.print(_figures_table(evaluation.legs[at : at + at_once]))
        if evaluation.differences:
            out.print(_differences_table(evaluation.differences))
        for notice in evaluation.notices:
            out.print(f"  {escape(notice)}", style="yellow", soft_wrap=True)
        out.print()


def own_report_json(report: OwnReport) -> dict[str, object]:
    """Give a report on one's own vault as the contract of ``evaluate --self --json`` has it."""
    return {
        "overall": evaluation_json(report.overall),
        "by_kind": [evaluation_json(one) for one in report.by_kind],
        "limits": list(report.limits),
    }


def print_own_report(report: OwnReport) -> None:
    """Print what questions made of one's own notes tell, and what they cannot."""
    print_evaluations([*report.by_kind, report.overall])
    out = Console(highlight=False)
    for line in report.kinds:
        out.print(escape(line), style="dim")
    out.print()
    for sentence in report.limits:
        out.print(escape(sentence))


def _figures_table(legs: Sequence[LegFigures]) -> Table:
    """Give a row for each metric and a column for each leg; under a figure stands its interval."""
    metrics = dict.fromkeys(name for figures in legs for name in figures.estimates)
    table = Table("", box=None, padding=(0, 2, 0, 0))
    for figures in legs:
        table.add_column(escape(figures.leg), justify="right", min_width=_LEG_WIDTH - 2, overflow="fold")
    for metric in metrics:
        table.add_row(metric, *(_cell(figures.estimates.get(metric)) for figures in legs))
    table.add_row("p50 ms", *(f"{figures.p50_ms:.0f}" for figures in legs))
    table.add_row("p95 ms", *(f"{figures.p95_ms:.0f}" for figures in legs))
    return table


def _cell(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return f"{_short(estimate.mean)}\n[dim]{_short(estimate.low)}–{_short(estimate.high)}[/]"


def _short(share: float) -> str:
    return f"{share:.3f}"[1:] if 0 <= share < 0.9995 else f"{share:.2f}"


def _differences_table(differences: Sequence[Difference]) -> Table:
    """Give a row for each pair of legs; under a difference its interval, and how often it is below 0."""
    pairs: dict[tuple[str, str], dict[str, Difference]] = {}
    for difference in differences:
        pairs.setdefault((difference.leg, difference.other), {})[difference.metric] = difference
    metrics = dict.fromkeys(difference.metric for difference in differences)
    table = Table("difference, paired", box=None, padding=(0, 2, 0, 0))
    for metric in metrics:
        table.add_column(metric, justify="right")
    for (leg, other), found in pairs.items():
        table.add_row(escape(f"{leg} − {other}"), *(_difference(found.get(metric)) for metric in metrics))
    return table


def _difference(difference: Difference | None) -> str:
    if difference is None:
        return ""
    found = difference.estimate
    return (
        f"{found.mean:+.3f}\n[dim]{found.low:+.3f} to {found.high:+.3f}\n"
        f"{difference.share_below:.0%} below 0[/]"
    )


@contextmanager
def evaluation_progress(*, quiet: bool) -> Iterator[Callable[[EvaluationProgress], None]]:
    """Show on stderr how far an evaluation is, where that is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    out = Console(stderr=True)
    if quiet or not out.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.description:<12}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=out, transient=True) as bar:
        task = bar.add_task("beginning", total=None)
        yield lambda at: bar.update(task, description=at.step, completed=at.done, total=at.total or None)
