"""Run code in a process that has so many seconds of CPU time and so much memory, and no more."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from tests.patience import PROCESS_S

_REPOSITORY = Path(__file__).parents[2]


def run_limited(code: str, *arguments: object, seconds: int, megabytes: int) -> str:
    """Return what the code prints; fail if it ends by a traceback, or for want of time or memory.

    Args:
        code: Python; ``sys.argv`` holds the arguments.
        arguments: Those.
        seconds: Of CPU time, for each of its processes.
        megabytes: Of written memory, for each of its processes.
    """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))

    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        cwd=_REPOSITORY,
        preexec_fn=limit,  # the only way to limits, and no thread of ours holds a lock
        check=False,
        timeout=PROCESS_S,
    )
    assert done.returncode == 0, (done.returncode, done.stdout[-1000:], done.stderr[-3000:])
    return done.stdout
