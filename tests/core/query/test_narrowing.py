"""Facets as conditions and back, and their edits of a query."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vaultsearch.core.query.narrowing import condition_of, key_of, named_by, named_in, toggled
from vaultsearch.core.query.query import parse
from vaultsearch.core.values.query import Facet, FacetKind

TODAY = date(2026, 5, 13)
NAMES = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")) | st.sampled_from('"\\/-()[]:ORtag #'),
    min_size=1,
    max_size=12,
)


def facet(kind: FacetKind, value: str) -> Facet:
    return Facet(kind, value, value, 1)


@given(NAMES)
def test_a_tag_is_asked_for_by_that_very_tag(name: str) -> None:
    assume(name == name.strip("#/") == " ".join(name.split()))
    (condition,) = parse(condition_of(FacetKind.TAG, name), TODAY).conditions
    assert named_by(condition) == (FacetKind.TAG, key_of(name))


@given(NAMES, st.booleans())
def test_a_folder_is_asked_for_by_that_very_folder(name: str, elsewhere: bool) -> None:
    assume(name == name.strip("/") and "//" not in name)
    paths = [f"Elsewhere/{name}/note.md"] if elsewhere else []
    (condition,) = parse(condition_of(FacetKind.FOLDER, name, paths), TODAY).conditions
    assert named_by(condition) == (FacetKind.FOLDER, key_of(name))


@given(st.dates(date(2, 1, 1), date(9998, 12, 31)), st.sampled_from([4, 7, 10]))
def test_a_period_is_asked_for_by_that_very_period(day: date, length: int) -> None:
    period = day.isoformat()[:length]
    (condition,) = parse(condition_of(FacetKind.PERIOD, period), TODAY).conditions
    assert named_by(condition) == (FacetKind.PERIOD, period)


def test_a_folder_whose_name_stands_in_other_paths_is_asked_for_from_the_beginning() -> None:
    paths = ["Journal/a.md", "Work/Journal/b.md", "Old Journal/c.md"]
    assert condition_of(FacetKind.FOLDER, "Journal", paths) == r"path:/^Journal\//"
    assert condition_of(FacetKind.FOLDER, "Work/Journal", paths) == 'path:"Work/Journal/"'


@pytest.mark.parametrize(
    ("query", "kind", "value", "then"),
    [
        ("", FacetKind.TAG, "project", "tag:project "),
        ("mast", FacetKind.TAG, "project", "mast tag:project "),
        ("mast ", FacetKind.FOLDER, "Log book", 'mast path:"Log book/" '),
        ("mast tag:Project rig", FacetKind.TAG, "project", "mast rig"),
        ("tag:#project/ ", FacetKind.TAG, "project", ""),
        ("tag:project x", FacetKind.TAG, "project/boat", "tag:project/boat x"),
        ("tag:project/boat x", FacetKind.TAG, "project", "tag:project x"),
        ("tag:project", FacetKind.TAG, "projects", "tag:project tag:projects "),
        ('path:"A/" x', FacetKind.FOLDER, "A/B", 'path:"A/B/" x'),
        ("on:2026 x", FacetKind.PERIOD, "2026-05", "on:2026-05 x"),
        ("on:2026-05 x", FacetKind.PERIOD, "2026-05", "x"),
        ("x", FacetKind.PERIOD, "<1996", "x before:1996 "),
        ("before:1996 x", FacetKind.PERIOD, "<1996", "x"),
        ('"left open', FacetKind.TAG, "a", 'tag:a "left open'),
        ("(left open", FacetKind.TAG, "a", "tag:a (left open"),
        ("mast OR", FacetKind.TAG, "a", "tag:a mast OR"),
        ("path:", FacetKind.TAG, "a", "tag:a path:"),
    ],
)
def test_a_facet_is_put_into_the_query_or_taken_out(
    query: str, kind: FacetKind, value: str, then: str
) -> None:
    assert toggled(query, facet(kind, value), today=TODAY).applied(query) == then


@given(
    query=st.lists(st.sampled_from(["mast", '"a b"', "-no", "tag:x", "(a OR b)", "[p:1]"]), max_size=4),
    value=st.sampled_from(["project", "a b", "-x", "OR", "水"]),
    kind=st.sampled_from([FacetKind.TAG, FacetKind.FOLDER]),
)
def test_asked_for_and_no_longer_leaves_what_was_asked_before(
    query: list[str], value: str, kind: FacetKind
) -> None:
    text, one = " ".join(query), facet(kind, value)
    narrowed = toggled(text, one, today=TODAY).applied(text)
    assert (kind, key_of(value)) in named_in(narrowed, TODAY)
    widened = toggled(narrowed, one, today=TODAY).applied(narrowed)
    assert parse(widened, TODAY).words == parse(text, TODAY).words
    assert parse(widened, TODAY).conditions == parse(text, TODAY).conditions
