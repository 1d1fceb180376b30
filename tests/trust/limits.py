"""Run code and the program in processes with an environment, rights and limits given by a test."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PROCESS_S

_REPOSITORY = Path(__file__).parents[2]
_SECURE_BITS, _NO_ROOT = 28, 1


def run_limited(code: str, *arguments: object, seconds: int, megabytes: int) -> str:
    """Return what the code prints; fail if it ends by a traceback, or for want of time or memory.

    Args:
        code: Python; ``sys.argv`` holds the arguments.
        arguments: Those.
        seconds: Of CPU time, for each of its processes.
        megabytes: Of written memory, for each of its processes.
    """
    if sys.platform != "linux":
        pytest.skip("only Linux limits the memory of a process")
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))

    done = run_python("-c", code, *map(str, arguments), before=limit, capture_output=True, cwd=_REPOSITORY)
    assert done.returncode == 0, (done.returncode, done.stdout[-1000:], done.stderr[-3000:])
    return done.stdout


def run(
    *words: str | bytes,
    env: Mapping[str, str] | None = None,
    before: Callable[[], object] | None = None,
    output: int = subprocess.PIPE,
) -> subprocess.CompletedProcess[str]:
    """Run the program; its process calls ``before`` first."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.PIPE}
    own = environment | {"PYTHONPATH": str(_REPOSITORY)} | dict(env or {})
    return run_python("-m", "vaultsearch", *words, before=before, env=own, **streams)


def run_python(
    *words: str | bytes, before: Callable[[], object] | None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run Python; its process calls ``before`` first."""
    # ``before`` is the only way to limits, and no thread of ours holds a lock.
    options |= {"encoding": "utf-8", "errors": "replace", "preexec_fn": before, "timeout": PROCESS_S}
    done: subprocess.CompletedProcess[str] = subprocess.run([sys.executable, *words], check=False, **options)
    return done


def without_roots_rights() -> None:
    """Make file permissions hold for root, too, from the next program on."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(_SECURE_BITS, _NO_ROOT, 0, 0, 0)


def with_small_files(most: int) -> Callable[[], None]:
    """Limit files to ``most`` bytes: to the program, that is a full disk."""
    import resource

    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
