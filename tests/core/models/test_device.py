"""What the machine computes with, read from what the system tells."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vaultsearch.core.models import device
from vaultsearch.core.models.device import multiplies_bfloat16, usable_cores


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16 amx_bf16 amx_tile amx_int8\n", True),
        ("processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16\n", True),
        ("processor\t: 0\nflags\t\t: fpu sse2 amx_bf16 avx512f\n", False),
        ("Features\t: fp asimd\n", False),
        ("", False),
    ],
)
def test_bfloat16_is_read_from_the_processors_flags(tmp_path: Path, info: str, expected: bool) -> None:
    (tmp_path / "cpuinfo").write_text(info)
    assert multiplies_bfloat16(tmp_path / "cpuinfo") is expected


def test_a_system_without_such_a_file_has_none(tmp_path: Path) -> None:
    assert not multiplies_bfloat16(tmp_path / "missing")


def test_there_is_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert usable_cores() >= 1


def test_whoever_limits_the_threads_is_heard_and_nonsense_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "_available_cores", lambda: 4)
    for said, used in (("1", 1), ("3", 3), ("8", 4), ("", 4), ("0", 4), ("2,1", 4), ("many", 4)):
        monkeypatch.setenv("OMP_NUM_THREADS", said)
        assert usable_cores() == used


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it lists a process's threads")
def test_numpy_has_no_threads_that_would_wait_in_a_busy_loop() -> None:
    program = "import os, vaultsearch, numpy; print(len(os.listdir('/proc/self/task')))"
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    environment.pop("OPENBLAS_NUM_THREADS", None)
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert int(done.stdout) == 1
