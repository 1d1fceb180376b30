"""Answers of several vaults as one list."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.builders import MOMENT, chunk
from vaultsearch.core.search.fusion import fit_falling, merge_vault_rankings
from vaultsearch.core.values.search import LegRank, Mode, Result, Snippet

VALUES = st.lists(st.floats(-10, 10), max_size=12)


def result(name: str, likely: float | None = None, **changes: object) -> Result:
    return Result(chunk(name, **changes), Snippet(""), "", "", likely)


def ids(results: list[Result]) -> list[str]:
    return [one.chunk.id for one in results]


@given(VALUES)
def test_the_nearest_falling_sequence_never_rises_and_keeps_the_mean(values: list[float]) -> None:
    found = fit_falling(values)
    assert len(found) == len(values)
    assert all(one >= other - 1e-9 for one, other in pairwise(found))
    assert abs(sum(found) - sum(values)) < 1e-6


@given(VALUES.map(lambda values: sorted(values, reverse=True)))
def test_a_sequence_that_falls_already_stays_as_it_is(values: list[float]) -> None:
    assert fit_falling(values) == values


def test_the_likelier_passage_goes_first_whichever_vault_it_is_in() -> None:
    one = [result("A/x.md:0", 0.9), result("A/y.md:0", 0.2)]
    other = [result("B/x.md:0", 0.7), result("B/y.md:0", 0.6)]
    found = merge_vault_rankings([one, other], "planks", Mode.HYBRID)
    assert ids(found) == ["A/x.md:0", "B/x.md:0", "B/y.md:0", "A/y.md:0"]
    assert [round(one.chunk.score or 0, 2) for one in found] == [0.9, 0.7, 0.6, 0.2]


@given(
    st.lists(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=6), max_size=4), st.sampled_from(Mode)
)
def test_each_vault_keeps_its_order_and_all(likely: list[list[float | None]], mode: Mode) -> None:
    rankings = [
        [result(f"{at}/{rank}.md:0", one) for rank, one in enumerate(several)]
        for at, several in enumerate(likely)
    ]
    found = ids(merge_vault_rankings(rankings, "planks", mode))
    for ranking in rankings:
        own = {one.chunk.id for one in ranking}
        assert [name for name in found if name in own] == [one.chunk.id for one in ranking]
    assert len(found) == sum(map(len, rankings))


def test_a_passage_without_a_probability_stays_beside_its_neighbours() -> None:
    one = [result("A/x.md:0", 0.9), result("A/words.md:0"), result("A/y.md:0", 0.5)]
    other = [result("B/x.md:0", 0.6)]
    assert ids(merge_vault_rankings([one, other], "planks", Mode.HYBRID)) == [
        "A/x.md:0",
        "A/words.md:0",
        "B/x.md:0",
        "A/y.md:0",
    ]


def test_by_words_alone_the_passage_goes_first_that_holds_more_of_the_question() -> None:
    one = [result("A/x.md:0", text="planks"), result("A/y.md:0", text="planks")]
    other = [result("B/x.md:0", text="planks and rivets"), result("B/y.md:0", text="rivets")]
    expected = ["B/x.md:0", "A/x.md:0", "A/y.md:0", "B/y.md:0"]
    assert ids(merge_vault_rankings([one, other], "planks rivets", Mode.FULLTEXT)) == expected
    likely = [replace(found, probability=0.9) for found in one]
    assert ids(merge_vault_rankings([likely, other], "planks rivets", Mode.HYBRID, by_words=True)) == expected


def test_a_vault_that_no_model_has_read_yet_is_compared_by_words() -> None:
    read = [result("A/x.md:0", 0.9, text="something else")]
    unread = [result("B/x.md:0", text="planks")]
    assert ids(merge_vault_rankings([read, unread], "planks", Mode.HYBRID)) == ["B/x.md:0", "A/x.md:0"]


def test_the_note_that_the_query_names_stands_first() -> None:
    one = [result("A/x.md:0", 0.9)]
    other = [replace(result("B/Planks.md:0", 0.1, title="Planks"), is_exact_title=True)]
    for query in ("planks", "plnaks"):
        assert ids(merge_vault_rankings([one, other], query, Mode.HYBRID))[0] == "B/Planks.md:0"


def test_what_is_listed_by_conditions_is_listed_by_date() -> None:
    newest = {"newest": LegRank(1, 0.0)}
    one = [result("A/x.md:0", ranks=newest, modified=MOMENT.replace(year=2025))]
    other = [result("B/x.md:0", ranks=newest, modified=MOMENT)]
    assert ids(merge_vault_rankings([one, other], "tag:boat", Mode.HYBRID)) == ["B/x.md:0", "A/x.md:0"]


def test_a_note_that_was_edited_since_is_listed_by_when_it_was_made() -> None:
    newest = {"newest": LegRank(1, 0.0)}
    made, edited = MOMENT.replace(year=2019), MOMENT.replace(year=2026)
    one = [result("A/x.md:0", ranks=newest, created=made, modified=edited)]
    other = [result("B/x.md:0", ranks=newest, created=MOMENT.replace(year=2020), modified=made)]
    assert ids(merge_vault_rankings([one, other], "tag:boat", Mode.HYBRID)) == ["B/x.md:0", "A/x.md:0"]


def test_a_note_without_a_date_stays_beside_its_neighbours() -> None:
    newest = {"newest": LegRank(1, 0.0)}
    one = [
        result("A/x.md:0", ranks=newest, modified=MOMENT.replace(year=2026)),
        result("A/undated.md:0", ranks=newest, created=None, modified=None),
    ]
    other = [result("B/x.md:0", ranks=newest, modified=MOMENT.replace(year=2025))]
    assert ids(merge_vault_rankings([one, other], "tag:boat", Mode.HYBRID)) == [
        "A/x.md:0",
        "A/undated.md:0",
        "B/x.md:0",
    ]
