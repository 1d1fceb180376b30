"""Whole-note relevance, by its arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.search.retrieval import blend_whole_notes


def test_a_note_about_it_lifts_its_passages_and_says_so() -> None:
    near = [chunk("far.md:0", score=0.52), chunk("about.md:3", score=0.5), chunk("other.md:0", score=0.1)]
    lifted = blend_whole_notes(near, {"about.md": 0.8, "far.md": 0.35, "other.md": 0.2}, 0.15)
    assert [c.id for c in lifted] == ["about.md:3", "far.md:0", "other.md:0"]
    assert [c.score for c in lifted] == pytest.approx([0.545, 0.4945, 0.1])
    assert lifted[0].ranks["note"].rank == 1
    assert "note" not in lifted[2].ranks, "a note further away than 0.3 is not about it"


@given(st.lists(st.floats(-1, 1), max_size=8))
def test_without_weight_the_scores_stay(scores: list[float]) -> None:
    near = [chunk(f"n{i}.md:0", score=score) for i, score in enumerate(sorted(scores, reverse=True))]
    lifted = blend_whole_notes(near, {c.path: 0.9 for c in near}, 0.0)
    assert [(c.id, c.score) for c in lifted] == [(c.id, c.score) for c in near]
