"""The prior of links, by its arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk, stored
from vaultsearch.core.search.model_free_rerankers import (
    LinkPriorReranker,
    linked_notes,
    personalised_page_rank,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.values.note import StoredNote


NOTES = (
    stored("hub.md", "See [[one]] and [[folder/two|the second]], and [[nowhere]]."),
    stored("one.md", "Back to [[hub]], and to [[#Itself]]."),
    stored("folder/two.md", "---\naliases: [deux]\n---\nNothing."),
    stored("lonely.md", "[[deux]]"),
    stored("far.md", "No link leads here."),
)


class Linked:
    async def lately(self) -> tuple[StoredNote, ...]:
        return NOTES


def test_links_count_in_both_directions_once_and_as_they_resolve() -> None:
    graph = linked_notes(NOTES)
    assert {path: sorted(others) for path, others in graph.items()} == {
        "hub.md": ["folder/two.md", "one.md"],
        "one.md": ["hub.md"],
        "folder/two.md": ["hub.md", "lonely.md"],
        "lonely.md": ["folder/two.md"],
        "far.md": [],
    }


_graphs = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), unique=True), max_size=6
)


@given(_graphs, st.lists(st.sampled_from("abcdef"), unique=True, min_size=1))
def test_the_walk_is_always_somewhere(graph: Mapping[str, list[str]], seeds: list[str]) -> None:
    shares = personalised_page_rank(graph, seeds)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert all(shares.get(seed, 0) > 0 for seed in seeds)


async def test_what_the_best_answer_links_to_comes_before_what_nothing_links_to() -> None:
    found = [chunk("hub.md:0", score=3.0), chunk("far.md:0", score=1.0), chunk("one.md:0", score=0.999)]
    ordered = await LinkPriorReranker(Linked(), weight=0.2)("", found, 3)
    assert [c.path for c in ordered] == ["hub.md", "one.md", "far.md"]
    assert ordered[1].ranks["links"].score > ordered[2].ranks["links"].score
    unweighted = await LinkPriorReranker(Linked(), weight=0.0)("", found, 3)
    assert [c.path for c in unweighted] == ["hub.md", "far.md", "one.md"]
