"""What strangers and language models write costs neither minutes nor gigabytes, whatever it is."""

import pytest

from tests.trust.limits import run_limited

FEED = "import runpy, sys; runpy.run_module('tests.trust.worst_texts', run_name='__main__')"


@pytest.mark.parametrize(("texts", "seconds"), [
    ("patterns", 120),  # many took minutes for a line of 100 KB of one bracket or link after another
    ("readers", 240),  # a bracket of 28 digits took hours, one of two numbers four gigabytes
    ("events", 30),  # each event read the whole answer again: marks of an end took a core for minutes
])  # fmt: skip
def test_the_worst_texts_are_read_within_limits(texts: str, seconds: int) -> None:
    assert run_limited(FEED, texts, seconds=seconds, megabytes=1500).splitlines() == ["done"]
