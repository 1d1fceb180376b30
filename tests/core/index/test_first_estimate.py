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


def test_pictures_and_documents_are_not_taken_for_text_by_their_bytes() -> None:
    """A vault with a thousand pictures was to take 8 hours, and took 5 minutes."""
    pictures = [Revision(f"{at}.png", 2_000_000, 0) for at in range(1000)]
    notes = [Revision(f"{at}.md", 600, 0) for at in range(1000)]
    assert estimated_seconds(pictures) <= estimated_seconds(notes)
    assert estimated_seconds([Revision("a.pdf", 5_000_000, 0)]) < estimated_seconds(
        [Revision("a.md", 5_000_000, 0)]
    )
