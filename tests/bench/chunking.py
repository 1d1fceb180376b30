"""Compare chunk sizes, overlaps and prefixes: `python -m tests.bench.chunking TESTSET ...`.

Measures legs on each test set with passages of several sizes and overlaps, and without title and headings
before the embedded text. Prints a table in Markdown: nDCG@10, and for a test set with excerpts the share of
their characters in the first five passages.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from unittest.mock import patch

from vaultsearch.core.evaluation.figures import MeasuredSet

_LEGS = ("semantic", "hybrid")
_EXCERPTS, _NOTES = "Chars@5", "nDCG@10"


@dataclass(frozen=True, slots=True)
class Cut:
    """A way of chunking: parameters, and whether title and headings precede the embedded text."""

    name: str
    parameters: Mapping[str, str]
    headed: bool = True


CUTS = (
    Cut("200 tokens (default)", {}),
    *(Cut(f"{size} tokens", {"chunking.chunk_size": str(size)}) for size in (64, 128, 256)),
    *(Cut(f"200 tokens, overlap {tokens}", {"chunking.overlap": str(tokens)}) for tokens in (16, 50)),
    Cut("200 tokens, no title and headings", {}, headed=False),
)


async def measured(cut: Cut, test_set: Path, limit: int | None) -> MeasuredSet:
    """Index a test set's notes as ``cut`` has it, and ask its questions."""
    from tests.bench.judged_figures import measure_test_set
    from vaultsearch.core.parameters import Parameters

    parameters = Parameters(command=dict(cut.parameters))
    if cut.headed:
        return await measure_test_set(test_set, _LEGS, parameters, limit)
    with patch("vaultsearch.core.chunking.chunker.passage_header", lambda *_: ""):
        return await measure_test_set(test_set, _LEGS, parameters, limit)


def row(cut: Cut, found: Sequence[MeasuredSet]) -> str:
    """Write the figures of a cut, the mean over the test sets last."""
    cells, means = [], []
    for leg in _LEGS:
        figures = [float(one.figures[leg].get(_EXCERPTS, one.figures[leg][_NOTES]).mean()) for one in found]
        cells += [f"{figure:.3f}" for figure in figures]
        means.append(f"{fmean(figures):.3f}")
    return f"| {cut.name} | {' | '.join([*cells, *means])} |"


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.bench.chunking", description=__doc__)
    parser.add_argument("test_sets", nargs="+", type=Path, metavar="TESTSET")
    parser.add_argument("--limit", type=int, help="ask so many questions of each at most")
    options = parser.parse_args()
    columns = [f"{leg}, {one.name}" for leg in _LEGS for one in options.test_sets]
    columns += [f"{leg}, mean" for leg in _LEGS]
    print(f"| passages | {' | '.join(columns)} |\n|{' --- |' * (len(columns) + 1)}", flush=True)
    with tempfile.TemporaryDirectory(prefix="vaultsearch-chunking-") as folder:
        for cut in CUTS:
            os.environ["VAULTSEARCH_HOME"] = str(Path(folder) / ("headed" if cut.headed else "bare"))
            found = [asyncio.run(measured(cut, one, options.limit)) for one in options.test_sets]
            print(row(cut, found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
