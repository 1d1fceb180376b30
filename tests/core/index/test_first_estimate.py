"""The first estimate of a sync: by the size of its notes."""

from __future__ import annotations

from vaultsearch.core.index.first_estimate import estimated_seconds
from vaultsearch.core.values.note import Revision


def test_more_and_longer_notes_take_longer() -> None:
    few = [Revision(f"{n}.md", 500, 1) for n in range(100)]
    many = [Revision(f"{n}.md", 500, 1) for n in range(800)]
    long = [Revision(f"{n}.md", 50_000, 1) for n in range(100)]
    assert 0 < estimated_seconds([]) < estimated_seconds(few)
    assert estimated_seconds(few) < estimated_seconds(many) < estimated_seconds(long)
