"""Run every check: lint, format, types, import contracts, tests. Exit with 1 if one fails.

With ``--quick``, those of a minute: lint, format, and the tests that load no model and start no process. With
``--thorough``, also the tests of many minutes, and five minutes of the monkey; see `tests.monkey`.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.thoroughness import VARIABLE

_ROOT = Path(__file__).parents[1]
# In this order: the examples are checked with what mypy has found out about the package.
_TYPES = (("mypy",), ("python", "-m", "tests.test_examples"))
_STATIC = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("lint-imports",), *_TYPES)
# Each process would rewrite all assertions, of which few fail: 25 s of CPU in a fresh folder.
_UNEXPLAINED = ("--assert=plain",)
# Three processes for two cores, as they wait for others now and then; each computes with one thread and takes
# some 3 GB. A file's tests run in their order in one of them, as they share what a module's fixtures made;
# the files in the order of `tests/conftest.py`, not in that of their number of tests.
_TESTS = ("pytest", "-q", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", *_UNEXPLAINED)
# Those that failed are run again to be explained; it changes nothing about the outcome.
_EXPLAINED = ("pytest", "-q", "--last-failed", "--last-failed-no-failures", "none")
_MONKEY = ("python", "-m", "tests.monkey", "--minutes", "5")
_QUICK_STATIC = _STATIC[:2]
_QUICK_TESTS = (
    *("pytest", "-q", "-n", "2", *_UNEXPLAINED),
    *(f"tests/core/{room}" for room in ("analyzer", "context", "evaluation", "query", "vault")),
    *("tests/core/test_parameters.py", "tests/settings", "tests/test_names.py", "tests/test_manual.py"),
)


def main() -> int:
    """Run all checks, also after one has failed, and name those that did.

    The static ones run beside the tests, which wait for processes and signals now and then.
    """
    quick, thorough = "--quick" in sys.argv[1:], "--thorough" in sys.argv[1:]
    environment = os.environ | ({VARIABLE: "1"} if thorough else {})
    # Some hundred processes of the program are started, and each would compile all of it.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    checks, testing = (_QUICK_STATIC, _QUICK_TESTS) if quick else (_STATIC, _TESTS)
    with ThreadPoolExecutor(1) as beside:
        static = beside.submit(lambda: [_captured(command) for command in checks])
        tests = subprocess.run(_command(testing), cwd=_ROOT, env=environment, check=False).returncode
        if tests:
            subprocess.run(_command(_EXPLAINED), cwd=_ROOT, env=environment, check=False)
    failed = ["pytest"] if tests else []
    if thorough and subprocess.run(_command(_MONKEY), cwd=_ROOT, check=False).returncode:
        failed.append("tests.monkey")
    for command, done in zip(checks, static.result(), strict=True):
        print(f"--- {' '.join(command)}\n{done.stdout}", end="", flush=True)
        if done.returncode:
            failed.append(" ".join(command))
    print(f"--- failed: {', '.join(failed)}" if failed else "--- all checks passed", flush=True)
    return 1 if failed else 0


def _captured(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _command(command), cwd=_ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


def _command(command: tuple[str, ...]) -> list[str]:
    return [str(Path(sys.executable).parent / command[0]), *command[1:]]


if __name__ == "__main__":
    sys.exit(main())
