"""``vaultsearch evaluate``: how well the search ranks, on test sets or on one's own vault."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from vaultsearch.commands.options import (
    AsJson,
    Set,
    Vault,
    assignment,
    command_parameters,
    last_vault,
    print_json,
    run,
)
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.evaluation.figures import evaluation
from vaultsearch.core.evaluation.own_questions import MOST_PER_KIND
from vaultsearch.core.evaluation.values import Evaluation, OwnReport
from vaultsearch.core.parameters import Parameters
from vaultsearch.evaluation.legs import COMPARISONS, LEGS, USUAL_LEGS
from vaultsearch.evaluation.own_vault import measure_own_vault
from vaultsearch.evaluation.reports import (
    evaluation_json,
    evaluation_progress,
    own_report_json,
    print_evaluations,
    print_own_report,
)
from vaultsearch.evaluation.test_sets import Task, measure_test_set
from vaultsearch.evaluation.variants import Variant, ablations, sweep

_TEST_SET = "A folder with queries.jsonl, qrels.tsv and vault/, in BEIR's layout; one or more."
_OWN = "Make questions of the vault's own notes, instead of a test set."
_LIMIT = "Ask so many questions of a test set, or of each kind of one's own, at most."
_COMPARE = "Measure with each of these values, too; more than one: with every choice of them."


def evaluate(  # noqa: PLR0913, PLR0917 - typer makes an option of each
    testset: Annotated[list[Path] | None, typer.Option("--testset", metavar="DIR", help=_TEST_SET)] = None,
    own: Annotated[bool, typer.Option("--self", help=_OWN)] = False,
    vault: Vault = None,
    legs: Annotated[str, typer.Option(help="What to measure, parted by commas.")] = ",".join(USUAL_LEGS),
    compare: Annotated[
        list[str] | None, typer.Option("--compare", metavar="STEP.KEY=A,B,C", help=_COMPARE)
    ] = None,
    ablate: Annotated[bool, typer.Option("--ablate", help="Measure with each part off in turn.")] = False,
    run_dir: Annotated[Path | None, typer.Option("--run-dir", help="Write TREC run files here.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help=_LIMIT)] = None,
    as_json: AsJson = False,
    set_: Set = None,
) -> None:
    """Measure how well the search ranks, on test sets or on your own notes.

    A test set is a folder with queries.jsonl (a line for each question: {"_id": "1", "text": "..."}, and
    optionally "excerpts", a list of {"path", "start", "end"} in characters), qrels.tsv (below a line of
    headings the question's id, the note's path and a grade, parted by tabs) and the notes in vault/.
    """
    parameters = command_parameters(set_)
    variants = sweep(parameters, [assignment("--compare", one) for one in compare or []])
    variants += ablations(parameters) if ablate else []
    if own:
        _evaluate_own(vault, _legs(legs), parameters, variants, limit, as_json)
        return
    if not testset:
        raise SettingsError(
            "There is nothing to evaluate.",
            "Name a test set (--testset DIR), or ask your own notes (--self).",
        )
    tasks = [
        Task(one, vault, limit, run_dir / one.name if run_dir and len(testset) > 1 else run_dir)
        for one in testset
    ]
    evaluations = run(_evaluate(tasks, _legs(legs), parameters, variants, quiet=as_json))
    if as_json:
        print_json([evaluation_json(one) for one in evaluations])
    else:
        print_evaluations(evaluations)


def _evaluate_own(
    vault: Path | None,
    legs: Sequence[str],
    parameters: Parameters,
    variants: Sequence[Variant],
    most: int | None,
    as_json: bool,
) -> None:
    folder, questions = vault or last_vault(), most or MOST_PER_KIND

    async def measured() -> OwnReport:
        with evaluation_progress(quiet=as_json) as show:
            return await measure_own_vault(
                folder, legs, parameters, variants, most=questions, on_progress=show
            )

    report = run(measured())
    if as_json:
        print_json(own_report_json(report))
    else:
        print_own_report(report)


def _legs(written: str) -> list[str]:
    names = [name.strip() for name in written.split(",") if name.strip()]
    for name in names:
        if name not in LEGS:
            raise SettingsError(f"There is no leg {name!r}.", f"There are: {', '.join(LEGS)}.")
    if not names:
        raise SettingsError("No leg is named.", f"There are: {', '.join(LEGS)}.")
    return list(dict.fromkeys(names))


async def _evaluate(
    tasks: Sequence[Task],
    legs: Sequence[str],
    parameters: Parameters,
    variants: Sequence[Variant],
    *,
    quiet: bool,
) -> list[Evaluation]:
    with evaluation_progress(quiet=quiet) as show:
        measured = [await measure_test_set(task, legs, parameters, variants, show) for task in tasks]
    evaluations = [evaluation([one], COMPARISONS) for one in measured]
    return [*evaluations, evaluation(measured, COMPARISONS)] if len(measured) > 1 else evaluations
