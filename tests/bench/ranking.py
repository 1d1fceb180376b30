"""Measure the ranking: `python -m tests.bench.ranking [--golden] [--vaults DIR] [TESTSET ...]`.

Measures words, meaning, their bare reciprocal rank fusion, and the stages of the search: fused, before the
last reranker, and the whole chain. With ``--golden`` also on the questions over our own vaults, with
``--vaults`` on those over the vaults of that folder; if xquad is given in several languages, across them as
well. Prints tables in Markdown with 95 % intervals (bootstrap over the questions), the CPU seconds of a
question, and all typed questions of each language together. ``--half a`` keeps half of the questions, by
their hash, so that settings tuned on one half can be judged on the other.

The effort of each stage stands beside its quality; ``--curve 0,4,24`` asks the whole chain again with so
many passages for the cross-encoder (0: without it).

``--beside FOLDER`` asks each set once more with the files of a folder, such as PDFs, beside its notes.

``--recorded FILE`` asks the whole chain again with a language model that finds other wordings, and with one
that orders the first passages, by the answers in that recording; ``--record ADDRESS`` has the model
``--model`` of a server answer what is not in it yet.

``--against`` compares question by question: with other settings (``step.key=value``, joined by commas), or
with the run files that ``--runs DIR`` left behind.
"""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.bench.judged_sets import QuestionSet, write_run
from tests.bench.ranking_changes import Comparison, compared, compared_with_file, summary
from tests.bench.ranking_runs import asked, measured
from tests.bench.ranking_sets import HALVES, RankedSet, add_set_options, named_sets
from tests.bench.ranking_tables import curve, head, rows, table
from tests.bench.recorded_model import recorded
from vaultsearch.cli.options import split_assignment
from vaultsearch.core.evaluation.figures import Comparisons, MeasuredSet, evaluate_legs
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.evaluation import LegRun

_COMPARISONS = Comparisons(("semantic", "fulltext"), ("rrf", "fused", "chain"))
_CHANGED = "chain"
_WITHOUT = "best_sentence+late_interaction"


async def measure_all(sets: Sequence[RankedSet], options: argparse.Namespace) -> None:
    """Measure every set, print each as it is done, and the mean over all at the end."""
    done: list[MeasuredSet] = []
    changes: list[Comparison] = []
    typed: list[tuple[MeasuredSet, list[str]]] = []
    print(head(), flush=True)
    for one in sets:
        questions = one.questions(options.half, options.limit, timed=options.timed)
        runs = await asked(one, questions, Parameters())
        for pairs in options.curve:
            settings = {"cross_encoder.n_candidates": str(pairs)} if pairs else {"reranker.chain": _WITHOUT}
            (again,) = await asked(one, questions, Parameters(command=settings), (_CHANGED,))
            runs.append(replace(again, leg=f"{_CHANGED}, {pairs} pairs"))
        if options.runs:
            for run in runs:
                write_run(options.runs / one.name, questions, run)
        done.append(measured(one, questions, runs))
        languages = one.languages()
        if languages:
            typed.append((done[-1], [languages[question.text] for question in questions.questions]))
        print("\n".join(rows(evaluate_legs(done[-1:], _COMPARISONS))), flush=True)
        if options.beside:
            vault = Path(tempfile.mkdtemp(dir=options.folder)) / "vault"
            shutil.copytree(one.vault, vault)
            shutil.copytree(options.beside, vault / options.beside.name)
            (other,) = await asked(replace(one, vault=vault), questions, Parameters(), (_CHANGED,))
            now = next(run for run in runs if run.leg == _CHANGED)
            changes.append(compared(one.name, questions, now, other))
        if options.recorded:
            changes += await _with_model(one, questions, runs, options)
        if options.against and (changed := await _changes(one, questions, runs, options.against)):
            changes += [changed] if changed.questions else []
    print("\n".join(table(done, typed, _COMPARISONS)))
    print("\n".join(curve(done)))
    if changes:
        print("\n".join(line for one in changes for line in one.lines()))
        print("\n| set | figure | change | share below 0 |\n|" + " --- |" * 4)
        print("\n".join(summary(changes)))


_BY_MODEL = {
    "other wordings": {"ask.variants": "true"},
    "reranked by model": {"reranker.chain": "auto+language_model"},
}


async def _with_model(
    one: RankedSet, questions: QuestionSet, runs: Sequence[LegRun], options: argparse.Namespace
) -> list[Comparison]:
    """Compare each use of a language model with the chain without one, by its recorded answers."""
    now = next(run for run in runs if run.leg == _CHANGED)
    changes = []
    with recorded(options.recorded, options.record, options.model) as model:
        for name, settings in _BY_MODEL.items():
            endpoint = {"ask.base_url": model.address, "ask.model": options.model}
            (other,) = await asked(one, questions, Parameters(command={**settings, **endpoint}), (_CHANGED,))
            changes.append(compared(f"{one.name}, {name}", questions, now, other))
    if model.missing:
        # A question without an answer is ranked as without a model: the mean would pass for the model's.
        missing = f"{model.missing} requests are not in {options.recorded}"
        print(f"{one.name}: left out, {missing}: record them first", file=sys.stderr)
        return []
    return changes


async def _changes(
    one: RankedSet, questions: QuestionSet, runs: Sequence[LegRun], against: str
) -> Comparison | None:
    now = next(run for run in runs if run.leg == _CHANGED)
    if "=" not in against:
        file = Path(against) / one.name / f"{_CHANGED}.run"
        return compared_with_file(one.name, questions, file, now) if file.is_file() else None
    parameters = Parameters(command=dict(split_assignment("--against", part) for part in against.split(",")))
    parameters.check()
    (other,) = await asked(one, questions, parameters, (_CHANGED,))
    return compared(one.name, questions, now, other)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(one) for one in text.split(","))


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.bench.ranking", description=__doc__)
    add_set_options(parser)
    parser.add_argument("--only", help="measure the sets alone whose names hold this")
    parser.add_argument("--half", choices=HALVES, help="ask this half of the questions")
    parser.add_argument("--timed", action="store_true", help="ask those alone that speak of a time")
    parser.add_argument("--runs", type=Path, help="write run files into this folder")
    parser.add_argument("--curve", type=_numbers, default=(), help="numbers of passages for a cross-encoder")
    parser.add_argument("--against", help="other settings, or the folder of run files to compare with")
    parser.add_argument("--recorded", type=Path, help="a recording of a language model's answers")
    parser.add_argument("--record", default="", help="the address of a server that answers what is missing")
    parser.add_argument("--model", default="recorded", help="the model's name on that server")
    parser.add_argument("--beside", type=Path, help="a folder of other files to lie beside the notes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vaultsearch-ranking-") as folder:
        options.folder = folder
        os.environ.setdefault("VAULTSEARCH_HOME", str(Path(folder) / "home"))
        sets = named_sets(options, Path(folder))
        asyncio.run(measure_all([one for one in sets if (options.only or "") in one.name], options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
