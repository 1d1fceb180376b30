"""Run a benchmark in turn with another version: `python -m tests.bench.beside [--times N] FOLDER MODULE ...`.

FOLDER is a worktree of the other version. Lines of the output are matched by their text without the numbers;
of each number, the median of the runs is printed: the other version's, this one's, and their ratio.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median

NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?|(?<![\w.])\.\d+")
Lines = Mapping[str, Sequence[float]]


def read_numbers(output: str) -> Lines:
    """Return the numbers of each line by its text, in which # stands for each of them."""
    return {
        " ".join(NUMBER.sub("#", line).split()): [
            float(number.replace(",", "")) for number in NUMBER.findall(line)
        ]
        for line in output.splitlines()
        if NUMBER.search(line)
    }


def medians(runs: Iterable[Lines]) -> Lines:
    """Return the median of each number over the runs whose lines have it."""
    gathered: defaultdict[str, list[Sequence[float]]] = defaultdict(list)
    for lines in runs:
        for text, numbers in lines.items():
            gathered[text].append(numbers)
    return {text: [median(each) for each in zip(*rows, strict=True)] for text, rows in gathered.items()}


def compare(former: Lines, now: Lines) -> Iterable[str]:
    """Yield a row for each line: its text, the numbers of both, and their ratios; a dash if one has none."""
    for text, numbers in now.items():
        before = former.get(text)
        ratios = [b and a / b for a, b in zip(numbers, before or (), strict=False)]
        cells = (_joined(before or ()), _joined(numbers), _joined(ratios))
        yield f"| {text} | {' | '.join(cells)} |"


def _joined(numbers: Sequence[float]) -> str:
    return "; ".join(f"{number:.4g}" for number in numbers) or "-"


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.bench.beside", description=__doc__)
    parser.add_argument("folder", type=Path, help="a worktree of the other version")
    parser.add_argument("--times", type=int, default=3, help="runs of each (default 3)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the module, and its arguments")
    options = parser.parse_args()
    folders = options.folder.resolve(), Path.cwd()
    runs: dict[Path, list[Lines]] = {folder: [] for folder in folders}
    for run in range(options.times):
        for folder in folders:
            print(f"run {run + 1} of {options.times} in {folder.name}", file=sys.stderr, flush=True)
            done = subprocess.run(
                [sys.executable, "-m", *options.command], cwd=folder,
                env=os.environ | {"PYTHONPATH": str(folder)}, stdout=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
            if not (lines := read_numbers(done.stdout)):
                parser.error(f"{' '.join(options.command)} printed no number in {folder}")
            runs[folder].append(lines)
    print("| | former | now | ratio |\n| --- | --- | --- | --- |")
    for row in compare(*(medians(runs[folder]) for folder in folders)):
        print(row)


if __name__ == "__main__":
    main()
