"""Limits of processes, where the system has them and where it has none."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from vaultsearch.core import process_limits


@pytest.mark.parametrize(("system", "module"), [("darwin", True), ("win32", False)])
def test_no_system_is_asked_for_limits_that_it_lacks(
    system: str, module: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    if not module:
        monkeypatch.setitem(sys.modules, "resource", None)
    with process_limits.addresses_limited(0):
        assert len(bytes(1 << 24)) == 1 << 24
    process_limits.limit_addresses()
    process_limits.limit_program(-1, memory=1, cpu_s=1)
    assert not process_limits.can_limit_addresses()
    assert (process_limits.max_descriptors() is not None) is module


@pytest.mark.skipif(sys.platform != "linux", reason="the system has no such limits")
@pytest.mark.parametrize(
    ("limits", "end"), [({"cpu_s": 1}, -signal.SIGKILL), ({"memory": 1 << 26}, 1), ({}, 0)]
)
def test_a_program_that_exceeds_a_limit_ends(limits: dict[str, int], end: int) -> None:
    code = f"import sys; sys.stdin.read(); bytes(1 << 28)\nwhile {'cpu_s' in limits}: pass"
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        process_limits.limit_program(program.pid, **limits)
        program.communicate()
    process_limits.limit_program(program.pid, memory=1)  # it has ended
    assert program.returncode == end
