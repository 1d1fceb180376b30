"""``vaultsearch evaluate``: measure ranking, and print tables or JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from vaultsearch.cli import candidates
from vaultsearch.cli.options import JsonOptions, run_to_end, split_assignment
from vaultsearch.cli.output import make_console, print_json
from vaultsearch.cli.reports import progress_bar
from vaultsearch.cli.vault_choice import indexed_vault
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.evaluation.generated_questions import MAX_PER_KIND
from vaultsearch.core.values.evaluation import Difference, EvaluationProgress, LegFigures, OwnReport
from vaultsearch.service import evaluation
from vaultsearch.service.parts.replicas import require_own
from vaultsearch.service.serialization import own_report_json

_METRIC_WIDTH, _LEG_WIDTH = 12, 13


def _print_own_report(report: OwnReport) -> None:
    """Print figures by kind of generated question and overall, then the limits of such questions."""
    out = make_console()
    for evaluated in (*report.by_kind, report.overall):
        plural = "" if evaluated.questions == 1 else "s"
        out.print(f"[bold]{escape(evaluated.name)}[/]: {evaluated.questions:,} question{plural}")
        at_once = max(1, (out.width - _METRIC_WIDTH) // _LEG_WIDTH)
        for start in range(0, len(evaluated.legs), at_once):
            out.print(_figures_table(evaluated.legs[start : start + at_once]))
        if evaluated.differences:
            out.print(_differences_table(evaluated.differences))
        for notice in evaluated.notices:
            out.print(f"  {escape(notice)}", style="yellow")
        out.print()
    for line in report.kinds:
        out.print(escape(line), style="dim")
    out.print()
    for sentence in report.limits:
        out.print(escape(sentence))


def _figures_table(legs: Sequence[LegFigures]) -> Table:
    """Tabulate metrics by leg, each figure above the interval."""
    metrics = dict.fromkeys(name for figures in legs for name in figures.estimates)
    table = Table("", box=None, padding=(0, 2, 0, 0))
    for figures in legs:
        table.add_column(escape(figures.leg), justify="right", min_width=_LEG_WIDTH - 2, overflow="fold")
    for metric in metrics:
        estimates = (figures.estimates.get(metric) for figures in legs)
        cells = (
            f"{_short_share(each.mean)}\n[dim]{_short_share(each.low)}–{_short_share(each.high)}[/]"
            if each
            else ""
            for each in estimates
        )
        table.add_row(metric, *cells)
    table.add_row("p50 ms", *(f"{figures.p50_ms:.0f}" for figures in legs))
    table.add_row("p95 ms", *(f"{figures.p95_ms:.0f}" for figures in legs))
    return table


def _short_share(share: float) -> str:
    return f"{share:.3f}"[1:] if 0 <= share < 0.9995 else f"{share:.2f}"


def _differences_table(differences: Sequence[Difference]) -> Table:
    """Tabulate metrics by pair of legs: difference, interval, share of resamples below 0."""
    pairs: dict[tuple[str, str], dict[str, str]] = {}
    for difference in differences:
        estimate = difference.estimate
        interval = f"{estimate.low:+.3f} to {estimate.high:+.3f}"
        cell = f"{estimate.mean:+.3f}\n[dim]{interval}\n{difference.share_below:.0%} below 0[/]"
        pairs.setdefault((difference.leg, difference.other), {})[difference.metric] = cell
    metrics = dict.fromkeys(difference.metric for difference in differences)
    table = Table("difference, paired", box=None, padding=(0, 2, 0, 0))
    for metric in metrics:
        table.add_column(metric, justify="right")
    for (leg, other), found in pairs.items():
        table.add_row(escape(f"{leg} − {other}"), *(found.get(metric, "") for metric in metrics))
    return table


@contextmanager
def _show_progress(*, quiet: bool) -> Iterator[Callable[[EvaluationProgress], None]]:
    """Show an evaluation's progress, as lines if no terminal can show a bar; yield the update function."""
    steps: set[str] = set()
    with progress_bar("beginning", quiet=quiet) as update:

        def show(progress: EvaluationProgress) -> None:
            update(progress.step, progress.done, progress.total, "")
            # For minutes, nothing told a script's log or an agent that anything was going on.
            if progress.done and progress.step not in steps and not sys.stderr.isatty():
                steps.add(progress.step)
                typer.echo(f"vaultsearch: {progress.step}", err=True)

        yield show


_OWN_HELP = "Make questions from your own notes; the default."
_LEGS_HELP = "What to measure, separated by commas; by default semantic,fulltext,rrf,hybrid,chain."


def evaluate_search(
    *,
    own: Annotated[bool, typer.Option("--self", help=_OWN_HELP)] = False,  # noqa: ARG001 - there is no other way
    options: JsonOptions,
    legs: Annotated[str | None, typer.Option(help=_LEGS_HELP)] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            "--compare",
            metavar="STEP.KEY=A,B,C",
            help="Also measure with these values; repeat it for all combinations.",
            autocompletion=candidates.complete_assignments,
        ),
    ] = None,
    ablate: Annotated[bool, typer.Option("--ablate", help="Also measure with each part turned off.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Limit of questions of each kind.")] = None,
) -> None:
    """Measure how well search ranks, with questions made of your own notes."""
    parameters = options.parameters()
    variants = evaluation.sweep_variants(
        parameters, [split_assignment("--compare", option) for option in compare or ()]
    )
    variants += evaluation.ablation_variants(parameters) if ablate else []
    measured_legs = evaluation.USUAL_LEGS
    if legs is not None:
        available = f"Available: {', '.join(evaluation.LEGS)}."
        measured_legs = tuple(dict.fromkeys(name.strip() for name in legs.split(",") if name.strip()))
        if unknown := [name for name in measured_legs if name not in evaluation.LEGS]:
            raise SettingsError(f"Unknown leg {unknown[0]!r}.", available)
        if not measured_legs:
            raise SettingsError("No leg given.", available)
    folder = options.vault or indexed_vault()
    require_own(folder)

    async def measured() -> OwnReport:
        with _show_progress(quiet=options.as_json) as show:
            return await evaluation.measure_own_vault(
                folder,
                measured_legs,
                parameters,
                tuple(variants),
                most=limit or MAX_PER_KIND,
                on_progress=show,
            )

    report = run_to_end(measured())
    if options.as_json:
        print_json(own_report_json(report))
    else:
        _print_own_report(report)
