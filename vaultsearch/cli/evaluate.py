"""``vaultsearch evaluate``: how well the search ranks, on test sets or on one's own vault."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli.evaluation_reports import (
    evaluation_json,
    evaluation_progress,
    own_report_json,
    print_evaluations,
    print_own_report,
)
from vaultsearch.cli.options import AsJson, Set, VaultOption, assignment, command_parameters, print_json, run
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.evaluation.figures import evaluation
from vaultsearch.core.evaluation.generated_questions import MOST_PER_KIND
from vaultsearch.service.evaluation.judged_sets import Task, measure_test_set
from vaultsearch.service.evaluation.legs import COMPARISONS, LEGS, USUAL_LEGS
from vaultsearch.service.evaluation.own_vault import measure_own_vault
from vaultsearch.service.evaluation.variants import ablations, sweep
from vaultsearch.service.opening import last_vault

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.evaluation import Evaluation, OwnReport
    from vaultsearch.service.evaluation.variants import Variant


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be measured, by which parameters and which others besides, and how it is shown."""

    legs: tuple[str, ...]
    parameters: Parameters
    variants: tuple[Variant, ...]
    limit: int | None
    as_json: bool

    @classmethod
    def read(
        cls,
        legs: str | None,
        compare: Sequence[str],
        parameters: Parameters,
        *,
        ablate: bool,
        limit: int | None,
        as_json: bool,
    ) -> Asked:
        """Read the options as they were written; raises SettingsError."""
        variants = sweep(parameters, [assignment("--compare", one) for one in compare])
        variants += ablations(parameters) if ablate else []
        named = USUAL_LEGS if legs is None else _named(legs)
        return cls(named, parameters, tuple(variants), limit, as_json)


def _named(written: str) -> tuple[str, ...]:
    names = [name.strip() for name in written.split(",") if name.strip()]
    for name in names:
        if name not in LEGS:
            raise SettingsError(f"There is no leg {name!r}.", f"There are: {', '.join(LEGS)}.")
    if not names:
        raise SettingsError("No leg is named.", f"There are: {', '.join(LEGS)}.")
    return tuple(dict.fromkeys(names))


def evaluate_own(vault: Path | None, asked: Asked) -> None:
    """Measure on questions made of a vault's own notes, by default the one used last."""
    folder, questions = vault or last_vault(), asked.limit or MOST_PER_KIND

    async def measured() -> OwnReport:
        with evaluation_progress(quiet=asked.as_json) as show:
            return await measure_own_vault(
                folder, asked.legs, asked.parameters, asked.variants, most=questions, on_progress=show
            )

    report = run(measured())
    if asked.as_json:
        print_json(own_report_json(report))
    else:
        print_own_report(report)


def evaluate_test_sets(
    test_sets: Sequence[Path], vault: Path | None, run_dir: Path | None, asked: Asked
) -> None:
    """Measure on test sets, each of ``vault`` or of its own notes; raises SettingsError without any."""
    if not test_sets:
        raise SettingsError(
            "There is nothing to evaluate.",
            "Name a test set (--testset DIR), or ask your own notes (--self).",
        )
    many = len(test_sets) > 1
    tasks = [
        Task(one, vault, asked.limit, run_dir / one.name if run_dir and many else run_dir)
        for one in test_sets
    ]
    evaluations = run(_evaluated(tasks, asked))
    if asked.as_json:
        print_json([evaluation_json(one) for one in evaluations])
    else:
        print_evaluations(evaluations)


async def _evaluated(tasks: Sequence[Task], asked: Asked) -> list[Evaluation]:
    with evaluation_progress(quiet=asked.as_json) as show:
        measured = [
            await measure_test_set(task, asked.legs, asked.parameters, asked.variants, show) for task in tasks
        ]
    evaluations = [evaluation([one], COMPARISONS) for one in measured]
    return [*evaluations, evaluation(measured, COMPARISONS)] if len(measured) > 1 else evaluations


_TEST_SET = "A folder with queries.jsonl, qrels.tsv and vault/, in BEIR's layout; one or more."
_OWN = "Make questions of the vault's own notes, instead of a test set."
_LEGS = "What to measure, parted by commas; by default semantic,fulltext,rrf,hybrid,chain."
_LIMIT = "Ask so many questions of a test set, or of each kind of one's own, at most."
_COMPARE = "Measure with each of these values, too; more than one: with every choice of them."


def evaluate(  # noqa: PLR0913, PLR0917 - typer makes an option of each
    testset: Annotated[list[Path] | None, typer.Option("--testset", metavar="DIR", help=_TEST_SET)] = None,
    own: Annotated[bool, typer.Option("--self", help=_OWN)] = False,
    vault: VaultOption = None,
    legs: Annotated[str | None, typer.Option(help=_LEGS)] = None,
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
    # What measures imports nearly all there is: a start of anything else must not wait for that.

    asked = Asked.read(
        legs, compare or [], command_parameters(set_), ablate=ablate, limit=limit, as_json=as_json
    )
    if own:
        evaluate_own(vault, asked)
    else:
        evaluate_test_sets(testset or [], vault, run_dir, asked)
