"""What a language model writes costs neither minutes nor gigabytes, whatever it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PROCESS_S

REPOSITORY = Path(__file__).parents[2]
MOST_CPU_S, MOST_BYTES = 240, 2_000_000_000
"""A pattern or reader that is not linear takes minutes for one of the texts, or gigabytes."""


def limit() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limits")
def test_the_worst_texts_of_100_kb_are_read_within_limits() -> None:
    """A bracket of 28 digits took hours, one of two numbers four gigabytes."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.worst_texts"],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        preexec_fn=limit,
        check=False,
        timeout=10 * PROCESS_S,
    )
    assert done.stdout.splitlines()[-1:] == ["done"], (
        done.returncode,
        done.stdout[-300:],
        done.stderr[-2000:],
    )
