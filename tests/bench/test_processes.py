"""The memory and time of a process tree: the process and its descendants."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.bench.processes import cpu_seconds, memory_of, most_memory, pss_bytes, tree

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")

_GRANDCHILD = "import sys; print('there', flush=True); sys.stdin.read()"
_CHILD = f"import subprocess, sys; sum(range(10**7)); subprocess.run([sys.executable, '-c', {_GRANDCHILD!r}])"


@pytest.fixture
def child() -> Iterator[int]:
    command = [sys.executable, "-c", _CHILD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"there\n"
        yield process.pid
        process.communicate()


def test_a_process_is_counted_with_what_it_started(child: int) -> None:
    pids = tree(child)
    assert pids[0] == child
    assert len(pids) == 2
    assert pss_bytes(pids) > pss_bytes([child]) > 1_000_000
    assert cpu_seconds(pids) >= cpu_seconds([child]) > 0


def test_the_memory_of_a_process_that_has_ended_is_none_and_the_most_of_it_is_kept() -> None:
    command = [sys.executable, "-c", "input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process, most_memory(process.pid) as most:
        process.communicate(b"\n")
        assert not memory_of(process.pid).total
        assert most().total > 0
