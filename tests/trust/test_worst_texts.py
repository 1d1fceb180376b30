"""What strangers and language models write costs neither minutes nor gigabytes, whatever it is."""

from __future__ import annotations

import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")

FEED = "import runpy, sys; runpy.run_module('tests.trust.worst_texts', run_name='__main__')"


def test_every_pattern_is_linear() -> None:
    """Of a line of 100 KB with one bracket, link or space after another, many took minutes."""
    from tests.trust.limits import run_limited

    assert run_limited(FEED, "patterns", seconds=120, megabytes=1500).splitlines() == ["done"]


def test_the_worst_texts_of_100_kb_are_read_within_limits() -> None:
    """A bracket of 28 digits took hours, one of two numbers four gigabytes."""
    from tests.trust.limits import run_limited

    assert run_limited(FEED, "readers", seconds=240, megabytes=1500).splitlines() == ["done"]


def test_an_answer_of_many_events_is_read_once() -> None:
    """Each event read the whole answer again: marks of an end, which are no text, took a core for minutes."""
    from tests.trust.limits import run_limited

    assert run_limited(FEED, "events", seconds=30, megabytes=1500).splitlines() == ["done"]
