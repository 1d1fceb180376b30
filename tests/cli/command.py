"""Run commands of the program: in this process as the program's `main` does, or each in one of its own."""

import io
import logging
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.cli.contract import validate
from tests.patience import PROCESS_S
from vaultsearch.cli.program import app, exit_code_of
from vaultsearch.core.worker import WorkerProcess, run_here
from vaultsearch.service.parts import workers

Done: TypeAlias = subprocess.CompletedProcess[str]


class WorkHere(WorkerProcess):
    """Reads and encodes notes in this process: one of its own would load the models for a few of them."""

    __call__: Any = staticmethod(run_here)


@dataclass(frozen=True, slots=True)
class Command:
    """Runs commands with a home of their own; those in this process import and load models once."""

    home: Path

    def __call__(self, *words: str, code: int = 0, width: int = 200) -> Done:
        """Run a command in this process, with all but its interpreter's start and end."""
        out, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        level = (logger := logging.getLogger("vaultsearch")).level
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(errors):
            patch.setenv("VAULTSEARCH_HOME", str(self.home))
            patch.setenv("COLUMNS", str(width))
            patch.setattr(workers, "WorkerProcess", WorkHere)
            exit_code = exit_code_of(partial(app, list(words)))
        logger.setLevel(level)
        return _checked(words, Done(words, exit_code, _written(out), _written(errors)), code)

    def in_a_process(
        self, *words: str, code: int = 0, display: bool = True, tell_imports: bool = False
    ) -> Done:
        """Run a command as a shell does; ``tell_imports`` has all its processes print them on stderr."""
        environment = os.environ | {"VAULTSEARCH_HOME": str(self.home), "COLUMNS": "200"}
        if tell_imports:
            environment["PYTHONPROFILEIMPORTTIME"] = "1"
        if not display:
            for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
                environment.pop(name, None)
        options: dict[str, Any] = {"env": environment, "timeout": PROCESS_S}
        program = [sys.executable, "-m", "vaultsearch", *words]
        done = subprocess.run(program, check=False, capture_output=True, text=True, **options)
        return _checked(words, done, code)


def with_models(home: Path, models: Path) -> Command:
    """Return the commands of a home that has the models, which take a second to lay out."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "models").symlink_to(models)
    return Command(home)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def imported(done: Done) -> set[str]:
    """Return the modules that a command and its processes have imported, which were told."""
    return set(re.findall(r"\|\s+([\w.]+)$", done.stderr, re.MULTILINE))


def _checked(words: tuple[str, ...], done: Done, code: int) -> Done:
    assert done.returncode == code, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    validate(words, done.stdout)
    return done
