"""Notes of the days that a question speaks of stand higher, and nothing is left out."""

from datetime import date, datetime

import pytest

from tests.builders import chunk
from vaultsearch.core.query.query import literal_query, parse_query
from vaultsearch.core.search.engine import boost_interval
from vaultsearch.core.values.search import LegRank

TODAY = date(2026, 11, 25)
LISTED = [
    chunk(f"2026-{month:02}-03.md:0", score=float(score), created=datetime(2026, month, 3).astimezone())
    for score, month in enumerate((1, 10, 6, 11), start=1)
][::-1]


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("what about the boat", "2026-11 2026-06 2026-10 2026-01"),
        ("the boat last month", "2026-10 2026-11 2026-06 2026-01"),
        # A date that a note may hold itself raises by one place at most; before a day is nearly everything.
        ("boat in January 2026", "2026-11 2026-06 2026-01 2026-10"),
        ("boat in January", "2026-11 2026-06 2026-01 2026-10"),
        ("boat January 3", "2026-11 2026-06 2026-01 2026-10"),
        ("boat before March 2026", "2026-11 2026-06 2026-10 2026-01"),
        # Nothing else is asked for.
        ("2026年1月的日记", "2026-01 2026-11 2026-06 2026-10"),
        ("daily note January 3 2026", "2026-01 2026-11 2026-06 2026-10"),
        ("was war im letzten Monat", "2026-10 2026-11 2026-06 2026-01"),
        ("war in January 2026", "2026-11 2026-06 2026-01 2026-10"),
    ],
)
def test_notes_of_the_days_come_first_and_each_place_keeps_its_score(query: str, order: str) -> None:
    boosted = boost_interval(parse_query(query, TODAY), LISTED)
    assert [each.path.removesuffix("-03.md") for each in boosted] == order.split()
    assert [each.score for each in boosted] == [4.0, 3.0, 2.0, 1.0]


def test_a_note_that_hardly_answers_is_not_raised() -> None:
    likely, diary = LISTED[0].scored(4.0, {"cross": LegRank(1, -0.2)}), LISTED[2]
    query = parse_query("rigging last month", TODAY)
    hardly, rather = (diary.scored(2.0, {"cross": LegRank(2, score)}) for score in (-10.6, -1.0))
    assert [each.path for each in boost_interval(query, (likely, hardly))] == [likely.path, diary.path]
    assert [each.path for each in boost_interval(query, (likely, rather))] == [diary.path, likely.path]
    only_time = parse_query("last month", TODAY)
    assert [each.path for each in boost_interval(only_time, (likely, hardly))] == [diary.path, likely.path]


@pytest.mark.parametrize(
    ("typed", "searched"),
    [
        ("what did I write last month about the boat", "the boat"), ("Boot vorgestern", "Boot"),
        ("上个月写的船", "写的船"), ("3年前的船", "的船"), ("今年3月写的船", "今年3月写的船"),
        ("keel bolts in March 2024", "keel bolts in March 2024"), ("+last +month boat", "+last +month boat"),
        ("yesterday", "yesterday"), ("notes from last week", "notes from last week"),
        ("what did I do yesterday", "what did I do yesterday"),
        ("la semaine dernière", "la semaine dernière"),
    ],
)  # fmt: skip
def test_words_that_only_place_it_from_today_are_not_searched_for(typed: str, searched: str) -> None:
    query = parse_query(typed, TODAY)
    assert (query.words, query.names[0]) == (searched, typed)


def test_a_literal_search_speaks_of_no_time() -> None:
    assert literal_query("last month", within_words=True).interval is None
