"""The parts of a query: their positions, and the query without one of them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.query.narrowing import query_parts
from vaultsearch.core.query.query import parse

TODAY = date(2026, 5, 13)

CONDITIONS = (
    "tag:project",
    'path:"My notes/"',
    "-draft",
    '"a phrase"',
    "after:2026-05",
    "on:last week",
    "[rating:>3]",
    '[status:"not yet"]',
    "/a[b]c/",
    "-(one OR two)",
    "this OR that",
    "tag:(a OR b)",
    "match-case:Word",
    'task-todo:""',
    "path:/^My\\/notes\\//",
)
WORDS = ("bread", "C++", "don't", "和", "e.g.", "24/7")


def written(query: str) -> list[str]:
    return [part.written for part in query_parts(query, TODAY)]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", []),
        ("gift ideas for anna", []),
        ("gift tag:family -draft", ["tag:family", "-draft"]),
        ('bread "rye  sourdough', ['"rye sourdough']),
        ("bread OR cake", ["bread OR cake"]),
        ("(a b)", ["(a b)"]),
        ("words (a b)", []),
        ("(tag:a OR tag:b", ["(tag:a OR tag:b"]),
        ("on:last week x", ["on:last week"]),
        ("after:nonsense x", []),
        ("path: tag:", []),
    ],
)
def test_conditions_are_told_as_they_are_written(query: str, found: list[str]) -> None:
    assert written(query) == found


def test_a_condition_is_said_in_words() -> None:
    (part,) = query_parts("bread tag:recipe", TODAY)
    assert part.description == "tagged recipe"


def test_accents_that_stand_apart_do_not_shift_the_places() -> None:
    query = "cafe\u0301 tag:cafe\u0301 -no"
    found = query_parts(query, TODAY)
    assert [query[part.start : part.end] for part in found] == ["tag:cafe\u0301", "-no"]


@pytest.mark.parametrize(
    ("query", "at", "left"),
    [
        ("bread tag:a cake", 0, "bread cake"),
        ("tag:a bread", 0, "bread"),
        ("bread tag:a", 0, "bread "),
        ('bread"rye"cake', 0, "bread cake"),
        ('"a"tag:x b', 1, '"a" b'),
        ("tag:a  tag:b", 1, "tag:a  "),
        ('path:path:path:path:x "y"', 0, '"y"'),
    ],
)
def test_what_is_left_stays_apart(query: str, at: int, left: str) -> None:
    assert query_parts(query, TODAY)[at].removal.applied(query) == left


@given(
    parts=st.lists(st.sampled_from(CONDITIONS) | st.sampled_from(WORDS), min_size=1, max_size=6),
    spaces=st.sampled_from([" ", "  ", "\t"]),
    at=st.integers(0, 5),
)
def test_without_one_condition_the_words_and_all_others_stand(parts: list[str], spaces: str, at: int) -> None:
    query = spaces.join(parts)
    found, before = query_parts(query, TODAY), parse(query, TODAY)
    assert len(found) == len(before.conditions)
    if at < len(found):
        after = parse(found[at].removal.applied(query), TODAY)
        assert after.words == before.words
        assert after.conditions == before.conditions[:at] + before.conditions[at + 1 :]


@given(st.text(alphabet='ab -"()[]/:OR\\tagpathonfer <>=^', max_size=40))
def test_whatever_is_typed_the_places_follow_one_another_within_it(query: str) -> None:
    found = query_parts(query, TODAY)
    ends = [0, *(part.end for part in found)]
    assert all(end <= part.start < part.end <= len(query) for end, part in zip(ends, found, strict=False))
    assert all(part.removal.applied(query) != query for part in found)
    assert len(found) == len(parse(query, TODAY).conditions)
