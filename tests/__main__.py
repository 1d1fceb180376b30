"""Runs every check: lint, format, types, import contracts, tests. Exits with 1 where one fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
    # Two processes that each compute with one thread; a file run by hand needs none but its own.
    ("pytest", "-q", "-n", "2", "--dist", "worksteal"),
)


def main() -> int:
    """Run all checks, also after one has failed, and name those that did."""
    root = Path(__file__).parents[1]
    tools = Path(sys.executable).parent
    failed = []
    for command in CHECKS:
        print(f"--- {' '.join(command)}", flush=True)
        done = subprocess.run([str(tools / command[0]), *command[1:]], cwd=root, check=False)
        if done.returncode:
            failed.append(command[0])
    print(f"--- failed: {', '.join(failed)}" if failed else "--- all checks passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
