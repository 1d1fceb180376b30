"""Topics: their segments, their labels, and the order of their notes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.long_queries import search as ranking
from vaultsearch.core.long_queries.topics import (
    TopicCounts,
    group_by_topic,
    label_topic,
    split_at_other_groups,
)
from vaultsearch.core.query.vocabulary import WordVocabulary
from vaultsearch.core.values.search import Chunk

VOCABULARY = WordVocabulary({"boat": 50, "anchor": 2, "water": 90, "lentil": 1})


def found(*paths: str) -> list[Chunk]:
    return [chunk(f"{path}.md:0", score=1.0 - at / 10) for at, path in enumerate(paths)]


@pytest.mark.parametrize(
    ("segments", "topics"),
    [
        (["ab", "ba", "c", "ab"], [(0, 1, 3), (2,)]),
        (["a", "", "a", ""], [(0, 2)]),
        (["", ""], []),
    ],
)
def test_segments_that_find_the_same_notes_are_one_topic(
    segments: list[str], topics: list[tuple[int, ...]]
) -> None:
    assert group_by_topic([found(*paths) for paths in segments]) == topics


def test_a_topic_that_returns_joins_the_earlier_one() -> None:
    """Five themes that came back six times each made 25 topics."""
    themes = [found(f"{theme}1", f"{theme}2", f"{theme}3") for theme in "abcde"]
    groups = group_by_topic(themes * 6)
    assert len(groups) == 5
    assert split_at_other_groups(groups[0], groups) == [[0], [5], [10], [15], [20], [25]]


def test_a_segment_that_finds_nothing_cuts_no_run() -> None:
    assert split_at_other_groups((0, 2, 5), [(0, 2, 5), (4,)]) == [[0, 2], [5]]


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=4, unique=True), max_size=12))
def test_every_segment_that_found_something_is_in_one_topic(paths: list[list[str]]) -> None:
    grouped = [at for group in group_by_topic([found(*some) for some in paths]) for at in group]
    assert sorted(grouped) == [at for at, some in enumerate(paths) if some]


@pytest.mark.parametrize(
    ("text", "found", "label"),
    [
        (
            "The boat lies at anchor, and the water is calm. The anchor holds the boat.",
            chunk(text="the anchor of the boat"),
            "anchor, boat",
        ),
        ("the anchor", chunk("Notes/Anna.md:0"), "anchor, Anna"),
        ("what is it", chunk("Notes/Anna.md:0"), "Anna"),
        ("普洱茶要存放在干燥的地方。普洱茶怕潮。", chunk(text="普洱茶的存放"), "普洱"),
    ],
)
def test_rare_words_of_the_vault_name_a_topic_else_its_best_note(text: str, found: Chunk, label: str) -> None:
    assert label_topic(text, [found], VOCABULARY, 100).startswith(label)


def test_a_word_of_every_topic_names_none() -> None:
    texts = ["money buys bread, money, money", "money and lentils, money", "money for the anchor, money"]
    named = [label_topic(text, [], WordVocabulary(), 100, among=TopicCounts.of(texts)) for text in texts]
    assert [name.split(", ")[0] for name in named] == ["bread", "lentils", "anchor"]


def test_the_best_of_each_topic_comes_before_the_second_of_any() -> None:
    loud = [chunk(f"loud{i}.md:0", score=0.9 - i / 100) for i in range(5)]
    quiet = [chunk("quiet.md:0", score=0.4)]
    assert [c.path for c in ranking.interleave_topics([loud, quiet])][:3] == [
        "loud0.md",
        "quiet.md",
        "loud1.md",
    ]


def test_a_passage_keeps_the_best_score_that_any_segment_gave_it() -> None:
    (one,) = ranking.combine_by_max([chunk(score=0.4), chunk(score=0.7), chunk(score=0.5)])
    assert one.score == 0.7


def test_being_near_to_the_whole_counts() -> None:
    chunks = [chunk("a.md:0", score=0.50), chunk("b.md:0", score=0.49)]
    whole = [chunk("b.md:0", score=0.6), chunk("c.md:0", score=0.1)]
    assert [c.path for c in ranking.blend_with_whole(chunks, whole, 0.0)] == ["a.md", "b.md"]
    assert [c.path for c in ranking.blend_with_whole(chunks, whole, 0.2)] == ["b.md", "a.md"]
