"""Facet counts, and queries for a facet that find as many notes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.query.narrowing import (
    MAX_DAY_BARS,
    MAX_MONTH_BARS,
    MAX_YEAR_BARS,
    FacetCounter,
    FacetTable,
    condition_of,
    count_periods,
    facets_in_query,
    toggle_facet,
)
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.text import index_tags
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import CountedNotes, Facet, FacetKind

NOTES = {
    "Sea/Dugongs.md": "---\ntags: [sea/mammal, grey]\ndate: 2026-04-30\n---\nDugongs graze.\n",
    "Sea/Deep/Squid.md": "---\ntags: [sea]\ndate: 2026-05-01\n---\nSquids dive.\n",
    "Old Sea/Reefs.md": "---\ntags: [sea/reef]\ndate: 2026-05-02\n---\nReefs bleach.\n",
    "Land/Numbats.md": "---\ntags: [grey]\ndate: 2026-03-02\n---\nNumbats eat termites.\n",
    "Inbox.md": "---\ndate: 2026-05-02\n---\nNothing yet.\n",
    "2026-04.md": "A month at sea.\n",
}


def stored(path: str, tags: tuple[str, ...] = (), when: datetime | None = None) -> StoredNote:
    return StoredNote(path, path, when or datetime(2026, 5, 2, 12, tzinfo=UTC), "", tags, {}, (), (), ())


def flat(facets: tuple[Facet, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in facets:
        found |= {one.value: one.count} | flat(one.parts)
    return found


TABLE = FacetTable.of(
    [
        stored("A/B/one.md", ("project", "project/boat")),
        stored("A/two.md", ("project",)),
        stored("three.md", ("home", "no good  one")),
    ]
)


def test_tags_are_labelled_as_most_notes_write_them() -> None:
    written = (
        ("Project/Boat",),
        ("project/boat", "CamelCase"),
        ("Project/Garden",),
        ("camelcase", "CamelCase/x"),
    )
    notes = [
        replace(stored(f"{number}.md", index_tags(tags)), written_tags=tags)
        for number, tags in enumerate(written)
    ]
    project, camel = FacetTable.of(notes).count(None, CountedNotes.VAULT).tags
    assert [(one.value, one.label, one.count) for one in (project, camel)] == [
        ("project", "Project", 3),
        ("camelcase", "CamelCase", 2),
    ]
    labels = [[(one.value, one.label) for one in tag.parts] for tag in (project, camel)]
    assert labels == [[("project/boat", "Boat"), ("project/garden", "Garden")], [("camelcase/x", "x")]]


def test_tags_and_folders_are_trees_that_count_notes() -> None:
    found = TABLE.count(None, CountedNotes.VAULT)
    assert found.notes == 3
    assert [(one.label, one.count) for one in found.tags] == [("project", 2), ("home", 1)]
    assert [(one.value, one.label, one.count) for one in found.tags[0].parts] == [("project/boat", "boat", 1)]
    assert flat(found.folders) == {"A": 2, "A/B": 1}


def test_topics_are_a_tree_of_two_levels_that_a_filter_names() -> None:
    topics = {
        "A/two.md": ("keel, mast", "keel, mast/rigging"),
        "three.md": ("keel, mast",),
        "gone.md": ("tea",),
    }
    found = TABLE.count(None, CountedNotes.VAULT, facets_in_query('topic:"keel, mast/rigging"'), topics)
    assert flat(found.topics) == {"keel, mast": 2, "keel, mast/rigging": 1}
    assert found.topics[0].parts[0].label == "rigging"
    assert found.topics[0].parts[0].chosen
    assert condition_of(FacetKind.TOPIC, "keel, mast") == 'topic:"keel, mast"'


def test_only_the_notes_that_were_found_are_counted() -> None:
    found = TABLE.count(["A/two.md", "A/two.md", "gone.md"], CountedNotes.LISTED)
    assert found.notes == 1
    assert flat(found.tags) == {"project": 1}


def test_what_the_query_asks_for_is_chosen() -> None:
    found = TABLE.count(
        None, CountedNotes.VAULT, [(FacetKind.TAG, "project/boat"), (FacetKind.PERIOD, "2026")]
    )
    assert not found.tags[0].chosen
    assert found.tags[0].parts[0].chosen
    assert found.period == Facet(FacetKind.PERIOD, "2026", "2026", 3, chosen=True)


def test_a_note_of_the_last_year_there_is_costs_the_others_nothing() -> None:
    table = FacetTable.of([stored("far.md", when=datetime.max.replace(tzinfo=UTC)), stored("near.md")])
    assert flat(table.count(None, CountedNotes.VAULT).periods) == {"2026-05-02": 1}


@pytest.fixture
def weeks_from_monday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.query.narrowing.first_weekday", lambda: 0)


def titled(days: list[date]) -> dict[date, list[str]]:
    return {day: [f"{day} {number}" for number in range(count)] for day, count in Counter(days).items()}


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([], {}),
        ([date(2026, 5, 2)], {"2026-05-02": 1}),
        (
            [date(2026, 4, 30), date(2026, 5, 2)],
            {"2026-04-30": 1, "2026-05-01": 0, "2026-05-02": 1},
        ),
        (
            [date(2025, 12, 2), date(2026, 5, 2)],
            {"2025-12": 1, **{f"2026-{month:02}": 0 for month in range(1, 5)}, "2026-05": 1},
        ),
        (
            [date(2026, 3, 2), date(2026, 4, 10)],
            {
                "2026-03-02/2026-03-08": 1,
                **{f"2026-03-{day:02}/2026-03-{day + 6:02}": 0 for day in (9, 16, 23)},
                "2026-03-30/2026-04-05": 0,
                "2026-04-06/2026-04-12": 1,
            },
        ),
        ([date(2022, 3, 2), date(2025, 5, 2)], {"2022": 1, "2023": 0, "2024": 0, "2025": 1}),
    ],
)
@pytest.mark.usefixtures("weeks_from_monday")
def test_the_range_decides_on_days_weeks_months_or_years(days: list[date], found: dict[str, int]) -> None:
    assert flat(count_periods(titled(days))) == found


def test_a_period_names_its_newest_notes() -> None:
    (day,) = count_periods({date(2026, 5, 2): [f"Note {number}" for number in range(9)]})
    assert day.names == ("Note 8", "Note 7", "Note 6", "Note 5", "Note 4", "Note 3")


@pytest.mark.usefixtures("weeks_from_monday")
def test_a_note_of_a_period_counts_in_each_that_it_is_of() -> None:
    week = stored("2026-W18.md", (), datetime(2026, 4, 27).astimezone() + timedelta(microseconds=6))
    days = [stored("a.md", (), datetime(2026, 4, 29, 12, tzinfo=UTC)), stored("b.md")]
    found = flat(FacetTable.of([week, *days]).count(None, CountedNotes.VAULT).periods)
    assert found == {
        **{f"2026-04-{day}": 1 for day in (27, 28, 30)},
        **{"2026-04-29": 2, "2026-05-01": 1, "2026-05-02": 2},
    }
    months = [week, stored("c.md", (), datetime(2025, 9, 2, 12, tzinfo=UTC))]
    found = flat(FacetTable.of(months).count(None, CountedNotes.VAULT).periods)
    assert {key: count for key, count in found.items() if count} == {"2025-09": 1, "2026-04": 1}


def test_what_is_very_old_is_one_period() -> None:
    found = count_periods(titled([date(1970, 1, 1), date(1971, 1, 1), date(2026, 5, 2)]))
    assert (found[0].value, found[0].count) == ("<1997", 2)
    assert (found[-1].value, found[-1].count) == ("2026", 1)


@given(st.lists(st.dates(date(2, 1, 1), date(9998, 12, 31)), max_size=20))
def test_the_periods_hold_every_note_once_and_are_no_more_than_can_be_shown(days: list[date]) -> None:
    found = count_periods(titled(days))
    assert sum(one.count for one in found) == len(days)
    assert len(found) <= max(MAX_DAY_BARS, MAX_MONTH_BARS, MAX_YEAR_BARS + 1)


async def test_what_a_facet_counts_is_what_asking_for_it_finds(tmp_path: Path) -> None:
    async with indexed(tmp_path / "index", NOTES) as corpus:
        counter, scope = FacetCounter(corpus.notes.all), QueryScope(corpus.notes)
        found = await counter("", None, CountedNotes.VAULT)
        everything = await counter.paths()

        async def asked(one: Facet) -> int:
            query = toggle_facet("", one, everything).applied("")
            return len(await corpus.notes.paths(await scope.filter(parse_query(query))))

        wanted = flat(found.tags) | flat(found.folders) | {one.value: one.count for one in found.periods}
        assert wanted["Sea"] == 2
        facets = [Facet(FacetKind.TAG, value, value, 0) for value in flat(found.tags)]
        facets += [Facet(FacetKind.FOLDER, value, value, 0) for value in flat(found.folders)]
        facets += found.periods
        assert {one.value: await asked(one) for one in facets} == wanted
        counter.close()


async def test_the_notes_are_read_once_until_they_change() -> None:
    notes: tuple[StoredNote, ...] = (stored("a.md", ("x",)),)
    times = []

    async def get_notes() -> tuple[StoredNote, ...]:
        times.append(1)
        return notes

    counter = FacetCounter(get_notes)
    assert flat((await counter("", None, CountedNotes.VAULT)).tags) == {"x": 1}
    first = await counter.paths()
    assert await counter.paths() == first
    notes = (stored("b.md"), stored("c.md", when=datetime(2026, 5, 2, tzinfo=UTC) + timedelta(days=400)))
    assert set(await counter.paths()) == {"b.md", "c.md"}
    counter.close()
