"""Run the benchmark: `python -m tests.bench --notes 1000,10000`. Exit with 1 if a figure misses its limit."""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from tests.bench.figures import Figure

_WIDTH = 140
"""The columns if the output is a file."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    with tempfile.TemporaryDirectory(prefix="vaultsearch-bench-") as temporary:
        return _run(options, (options.folder or Path(temporary)).resolve())


def exit_code(runs: Sequence[Sequence[Figure]]) -> int:
    """Return 0 if every figure reaches its limit, else 1."""
    return 0 if all(figure.holds for figures in runs for figure in figures) else 1


def _run(options: argparse.Namespace, folder: Path) -> int:
    from tests.bench.ground import Effort, Ground
    from tests.bench.measurements import measure
    from tests.bench.report import ProgressLine, describe_machine, print_figures

    os.environ["VAULTSEARCH_HOME"] = str(folder / "home")
    out, line, runs = console(), ProgressLine(), {}
    effort = Effort(options.edits, options.questions, options.starts, options.stall_seconds)
    for name, value in describe_machine().items():
        out.print(f"{name:<10} {value}", highlight=False, soft_wrap=True)
    for notes in options.notes:
        name = f"vault-{notes}{'-stand-in' if options.stand_in else ''}"
        ground = Ground(folder / name, notes, effort, line, options.stand_in)
        ground.prepare()
        runs[notes] = measure(ground, options.rows)
        print_figures(out, notes, runs[notes])
    code = exit_code(list(runs.values()))
    short = sum(not figure.holds for figures in runs.values() for figure in figures)
    out.print("every row holds" if code == 0 else f"{short} rows fall short")
    return code


def console() -> Console:
    """Return the terminal, or a wide one for a file."""
    from rich.console import Console

    out = Console()
    return out if out.is_terminal else Console(width=_WIDTH)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    from tests.bench.figures import ROWS

    names = [row.name for row in ROWS]
    parser = argparse.ArgumentParser("python -m tests.bench", description=__doc__)
    add = parser.add_argument
    add("--notes", type=_numbers, default=[1000], metavar="N,...", help="sizes of the vaults (default 1000)")
    add("--rows", type=_row_names, default=names, metavar="ROW,...", help=f"of {', '.join(names)}")
    add("--stand-in", action="store_true", help="index with a stand-in encoder: 50,000 notes within minutes")
    add("--folder", type=Path, help="make vaults and indexes there, and keep them (default: temporary)")
    add("--edits", type=_number, default=100, help="saves until found (default 100)")
    add("--questions", type=_number, default=200, help="questions asked (default 200)")
    add("--starts", type=_number, default=5, help="starts of the window (default 5)")
    add("--stall-seconds", type=float, default=120.0, help="how long to look for stalls (default 120)")
    return parser.parse_args(arguments)


def _number(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _numbers(text: str) -> list[int]:
    return [_number(part) for part in text.split(",")]


def _row_names(text: str) -> list[str]:
    from tests.bench.figures import ROWS

    wanted, names = text.split(","), {row.name for row in ROWS}
    if unknown := [name for name in wanted if name not in names]:
        raise argparse.ArgumentTypeError(f"no such row: {', '.join(unknown)}")
    return wanted


if __name__ == "__main__":
    sys.exit(main())
