"""Let the monkey loose: `python -m tests.monkey --minutes N --seed S [--vault DIR ...] [--output DIR]`.

Exits with 1 on any finding: a crash, a stall, a line in the log or the output, a bug's report, or a note
beside the selected row that is another one's. What was found stays in the output folder.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.monkey.trial import Trial

_SAMPLE = Path(__file__).parents[2] / "resources" / "Sample vault"


def main() -> int:
    """Run one trial, and print its summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.monkey")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vault", type=Path, action="append", metavar="DIR")
    parser.add_argument("--output", type=Path, metavar="DIR")
    asked = parser.parse_args()
    if asked.output is not None:
        asked.output.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f"monkey-{asked.seed}-", dir=asked.output))
    outcome = Trial(asked.seed, asked.vault or [_SAMPLE], folder).run(60 * asked.minutes)
    print(f"{outcome}\nscreen: {outcome.screen}")
    for number, same in enumerate(outcome.findings.values(), 1):
        print(f"--- finding {number}, {len(same)} times\n{same[0]}")
    if outcome.findings:
        print(f"--- kept in {folder}")
    return 1 if outcome.findings else 0


if __name__ == "__main__":
    sys.exit(main())
