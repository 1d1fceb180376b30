"""``vaultsearch evaluate``: the command and its options; the work is in ``evaluation``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vaultsearch.cli import completing
from vaultsearch.cli.options import JsonOptions

_TEST_SET = "A folder with queries.jsonl, qrels.tsv and vault/ (BEIR's layout); repeatable."
_OWN = "Make questions from your own notes instead of a test set."
_LEGS = "What to measure, separated by commas; by default semantic,fulltext,rrf,hybrid,chain."
_LIMIT = "Limit of questions per test set, or per kind of question from your notes."
_COMPARE = "Also measure with these values; repeat it for all combinations."


def evaluate(
    *,
    testset: Annotated[list[Path] | None, typer.Option("--testset", metavar="DIR", help=_TEST_SET)] = None,
    own: Annotated[bool, typer.Option("--self", help=_OWN)] = False,
    options: JsonOptions,
    legs: Annotated[str | None, typer.Option(help=_LEGS)] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            "--compare", metavar="STEP.KEY=A,B,C", help=_COMPARE, autocompletion=completing.assignments
        ),
    ] = None,
    ablate: Annotated[bool, typer.Option("--ablate", help="Also measure with each part turned off.")] = False,
    run_dir: Annotated[Path | None, typer.Option("--run-dir", help="Write TREC run files here.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help=_LIMIT)] = None,
) -> None:
    """Measure how well search ranks, with test sets or your own notes.

    A test set is a folder with queries.jsonl (a line for each question: {"_id": "1", "text": "..."}, and
    optionally "excerpts", a list of {"path", "start", "end"} in characters), qrels.tsv (below a line of
    headings the question's id, the note's path and a grade, separated by tabs) and the notes in vault/.
    """
    # Measuring imports nearly everything there is: the start of any other command must not wait for that.
    from vaultsearch.cli.evaluation import Measurement, evaluate_own, evaluate_test_sets

    measurement = Measurement.read(
        legs, compare or [], options.parameters(), ablate=ablate, limit=limit, as_json=options.as_json
    )
    if own:
        evaluate_own(options.vault, measurement)
    else:
        evaluate_test_sets(testset or [], options.vault, run_dir, measurement)
