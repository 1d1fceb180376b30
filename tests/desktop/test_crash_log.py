"""A window that dies of a fault, and the next one; incident: one died, and not a line told of it."""

import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.builders import present
from tests.monkey.program import Program
from vaultsearch.core import crash_log

_PATIENT_S = 60
_NOTE = "Unlikely-Wordington.md"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "trial", "")


def test_the_start_after_a_crash_says_so_and_opens_the_vault_again(tmp_path: Path, program: Program) -> None:
    vault = tmp_path / "Unlikely vault"
    vault.mkdir()
    (vault / _NOTE).write_text("# Unlikely-Wordington\n\nunlikely-wordington sails.\n")
    try:
        program.start(str(vault))
        _wait(program, vault.name)
        settings = program.home / "settings.toml"  # written a little later
        while not settings.exists() or vault.name not in settings.read_text():
            _wait(program, vault.name)
        _wait_for_rest(program, vault.name)
        program.send(signal.SIGSEGV)
        assert program.wait(_PATIENT_S) == -signal.SIGSEGV

        program.start()
        state = _wait(program, vault.name)
        assert state["offers_crash"]
        program.tell("show_crash")
        state = _wait(program, vault.name)
        assert not state["offers_crash"]
        report = state["crash"]
        assert report.startswith("Fatal Python error: Segmentation fault")
        assert 'File "vaultsearch/desktop/app.py", line' in report
        assert "nlikely" not in report
        assert str(tmp_path) not in report
        assert str(Path(crash_log.__file__).parents[2]) not in report
        program.send(signal.SIGTERM)
        assert program.wait(_PATIENT_S) == 0

        program.start()
        assert not _wait(program, vault.name)["offers_crash"]
        program.send(signal.SIGTERM)
        assert program.wait(_PATIENT_S) == 0
    finally:
        program.kill()
    (line,) = [line for line in program.log.read_text().splitlines() if "crashed" in line]
    assert "Fatal Python error: Segmentation fault < File" in line
    assert re.match(r"[\d-]{10} [\d:,]{12} ERROR vaultsearch\.desktop\.app crashed time=", line)


def _wait(program: Program, vault: str) -> dict[str, Any]:
    until = time.monotonic() + _PATIENT_S
    while time.monotonic() < until:
        state = present(program.state(_PATIENT_S))
        if state["vault"] == vault:
            return state
        time.sleep(0.1)
    raise TimeoutError(state)


def _wait_for_rest(program: Program, vault: str) -> None:
    """Wait until no thread computes: its stack changes while it is written, which may end the report."""
    until, taken = time.monotonic() + _PATIENT_S, -1.0
    while _wait(program, vault)["is_indexing"] or program.cpu_seconds - taken > 0.05:
        assert time.monotonic() < until
        taken = program.cpu_seconds
        time.sleep(0.5)


SURVIVED = 'Windows fatal exception: code 0x8001\n\nThread 0x01 (most recent call first):\n  File "a.py"\n'
VIOLATION, FAULT = "Windows fatal exception: access violation", "Fatal Python error: Segmentation fault"
STACK = 'Current thread 0x01 (most recent call first):\n  File "C:\\Users\\Me\\a\\c.py", line 3 in f\n'
CRASHED = 'File "c.py", line 3 in f'


@pytest.mark.parametrize(("stacks", "summary"), [
    pytest.param(SURVIVED, None, id="an exception that Windows survives"),
    pytest.param(
        f'{SURVIVED}{VIOLATION}\n\n{STACK}\nThread 0x02:\n  File "d.py"\n',
        f"{VIOLATION} < {CRASHED}",
        id="one that it does not, after it",
    ),
    pytest.param(
        f"{FAULT}\n\n{STACK}{FAULT}\n\n", f"{FAULT} < {CRASHED}", id="a fault while stacks are written"
    ),
])  # fmt: skip
def test_the_stack_that_ended_a_window_is_told_once(own_home: Path, stacks: str, summary: str | None) -> None:
    (own_home / "logs").mkdir()
    (own_home / "logs" / "crash-window.log").write_text(stacks)
    crash = crash_log.take_last_crash(crash_log.WINDOW)
    assert (crash and crash.summary) == summary
    assert crash_log.take_last_crash(crash_log.WINDOW) is None
