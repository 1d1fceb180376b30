"""``vaultsearch evaluate``: how well the search ranks, on test sets or on one's own vault."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vaultsearch.command_line import AsJson, Set, Vault, command_parameters, print_json, run
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.evaluation.figures import Measured, evaluation
from vaultsearch.core.evaluation.values import Evaluation
from vaultsearch.core.parameters import Parameters
from vaultsearch.evaluating import Task, measure_test_set
from vaultsearch.evaluation_legs import LEGS, SINGLE_LEGS
from vaultsearch.evaluation_reports import evaluation_json, evaluation_progress, print_evaluations

_TEST_SET = (
    "A folder with queries.jsonl, qrels.tsv and vault/, in BEIR's layout; may be given more than once."
)


def evaluate(  # noqa: PLR0913 - an option each
    testset: Annotated[list[Path] | None, typer.Option("--testset", metavar="DIR", help=_TEST_SET)] = None,
    vault: Vault = None,
    legs: Annotated[str, typer.Option(help="What to measure, parted by commas.")] = ",".join(LEGS),
    run_dir: Annotated[Path | None, typer.Option("--run-dir", help="Write TREC run files here.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask so many questions at most.")] = None,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Measure how well the search ranks."""
    parameters = command_parameters(set_)
    if not testset:
        raise SettingsError("There is nothing to evaluate.", "Name a test set: --testset DIR.")
    tasks = [
        Task(one, vault, limit, run_dir / one.name if run_dir and len(testset) > 1 else run_dir)
        for one in testset
    ]
    evaluations = run(_evaluate(tasks, _legs(legs), parameters, quiet=as_json))
    if as_json:
        print_json([evaluation_json(one) for one in evaluations])
    else:
        print_evaluations(evaluations)


def _legs(written: str) -> list[str]:
    names = [name.strip() for name in written.split(",") if name.strip()]
    for name in names:
        if name not in LEGS:
            raise SettingsError(f"There is no leg {name!r}.", f"There are: {', '.join(LEGS)}.")
    return names


async def _evaluate(
    tasks: list[Task], legs: list[str], parameters: Parameters, *, quiet: bool
) -> list[Evaluation]:
    measured: list[Measured] = []
    with evaluation_progress(quiet=quiet) as show:
        for task in tasks:
            measured.append(await measure_test_set(task, legs, parameters, show))
    evaluations = [evaluation(one.name, [one], singles=SINGLE_LEGS) for one in measured]
    if len(measured) > 1:
        evaluations.append(evaluation("mean over the sets", measured, singles=SINGLE_LEGS))
    return evaluations
