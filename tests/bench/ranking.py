"""How well the defaults rank: `python -m tests.bench.ranking [--limit N] [--golden] [TESTSET ...]`.

Measures words, meaning, their bare reciprocal rank fusion, the fused answer and the whole chain on each test
set, and with ``--golden`` on the questions over the sample vault, by the note that answers. Prints tables in
Markdown, with 95 % intervals (bootstrap over the questions): the figures, and how the chain compares.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.evaluation.figures import Measured
    from vaultsearch.core.evaluation.values import Estimate, Evaluation

_ROOT = Path(__file__).resolve().parents[2]
SAMPLE_VAULT = _ROOT / "resources" / "sample_vault"
_GOLDEN = _ROOT / "tests" / "golden" / "questions.json"
_LEGS = {
    "fulltext": "words",
    "semantic": "meaning",
    "rrf": "bare RRF",
    "hybrid": "fused",
    "chain": "chain",
}
_METRICS = ("nDCG@10", "Hit@1", "Chars@5")


def write_golden(folder: Path) -> Path:
    """Write the golden questions as a test set; gives its folder."""
    asked = json.loads(_GOLDEN.read_text(encoding="utf-8"))
    made = folder / "golden"
    made.mkdir(parents=True)
    questions = [json.dumps({"_id": f"q{at}", "text": one["question"]}) for at, one in enumerate(asked)]
    judged = [f"q{at}\t{one['path']}\t1" for at, one in enumerate(asked)]
    (made / "queries.jsonl").write_text("\n".join(questions) + "\n", encoding="utf-8")
    (made / "qrels.tsv").write_text(
        "\n".join(["query-id\tcorpus-id\tscore", *judged]) + "\n", encoding="utf-8"
    )
    return made


def rows(found: Evaluation) -> list[str]:
    """Write a line for each metric: the test set, and each leg's figure."""
    by_leg = {one.leg: one.estimates for one in found.legs}
    return [
        f"| {found.name} ({found.questions}) | {metric} | "
        + " | ".join(shown(by_leg[leg][metric]) for leg in _LEGS)
        + " |"
        for metric in _METRICS
        if metric in by_leg["chain"]
    ]


def differences(found: Evaluation) -> list[str]:
    """Write how the fused answer and the chain compare, question by question."""
    return [
        f"| {found.name} | {one.metric} | {_LEGS[one.leg]} − {_LEGS.get(one.other, one.other)} "
        f"| {shown(one.estimate, signed=True)} | {one.share_below:.2f} |"
        for one in found.differences
        if one.metric in _METRICS and one.leg in ("hybrid", "chain")
    ]


def shown(one: Estimate, *, signed: bool = False) -> str:
    """Write a figure with its interval."""
    sign = "+" if signed else ""
    return f"{one.mean:{sign}.3f} [{one.low:{sign}.3f}, {one.high:{sign}.3f}]"


async def measured(test_set: Path, limit: int | None) -> Measured:
    """Index a test set's notes with the default settings, and ask its questions."""
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.evaluation.test_sets import Task, measure_test_set

    vault = None if (test_set / "vault").is_dir() else SAMPLE_VAULT
    return await measure_test_set(Task(test_set, vault, limit), tuple(_LEGS), Parameters())


def main() -> int:
    """Measure every test set, print each as it is done and the mean over all at the end."""
    from vaultsearch.core.evaluation.figures import evaluation
    from vaultsearch.evaluation.legs import COMPARISONS

    parser = argparse.ArgumentParser("python -m tests.bench.ranking", description=__doc__)
    parser.add_argument("test_sets", nargs="*", type=Path, metavar="TESTSET")
    parser.add_argument("--golden", action="store_true", help="ask the sample vault's questions, too")
    parser.add_argument("--limit", type=int, help="ask so many questions of each at most")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vaultsearch-ranking-") as folder:
        os.environ.setdefault("VAULTSEARCH_HOME", str(Path(folder) / "home"))
        golden = [write_golden(Path(folder))] if options.golden else []
        done: list[Measured] = []
        print(f"| set | figure | {' | '.join(_LEGS.values())} |\n|{' --- |' * 7}", flush=True)
        for test_set in (*options.test_sets, *golden):
            done.append(asyncio.run(measured(test_set, options.limit)))
            print("\n".join(rows(evaluation(done[-1:], COMPARISONS))), flush=True)
    told = [evaluation([one], COMPARISONS) for one in done]
    told += [evaluation(done, COMPARISONS)] if len(done) > 1 else []
    print("\n".join(rows(told[-1])) if len(done) > 1 else "")
    print(f"\n| set | figure | difference | mean | share below 0 |\n|{' --- |' * 5}")
    print("\n".join(line for one in told for line in differences(one)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
