"""Facets: their counts, conditions made of them and back, and their edits of a query."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.builders import present
from tests.core.search.indexed_notes import indexed
from vaultsearch.core.query import narrowing
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.text import index_tags
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import CellKind, CountedNotes, Facet, FacetKind

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
    (condition,) = parse_query(narrowing.condition_of(FacetKind.TAG, name), TODAY).conditions
    assert narrowing.facet_of_condition(condition) == (FacetKind.TAG, narrowing.facet_key_of(name))


@given(NAMES, st.booleans())
def test_a_folder_is_asked_for_by_that_very_folder(name: str, elsewhere: bool) -> None:
    assume(name == name.strip("/") and "//" not in name)
    paths = [f"Elsewhere/{name}/note.md"] if elsewhere else []
    (condition,) = parse_query(narrowing.condition_of(FacetKind.FOLDER, name, paths), TODAY).conditions
    assert narrowing.facet_of_condition(condition) == (FacetKind.FOLDER, narrowing.facet_key_of(name))


@given(st.dates(date(2, 1, 1), date(9998, 12, 31)), st.sampled_from([4, 7, 10]))
def test_a_period_is_asked_for_by_that_very_period(day: date, length: int) -> None:
    period = day.isoformat()[:length]
    (condition,) = parse_query(narrowing.condition_of(FacetKind.PERIOD, period), TODAY).conditions
    assert narrowing.facet_of_condition(condition) == (FacetKind.PERIOD, period)


@pytest.mark.parametrize(
    ("query", "kind", "value", "then"),
    [
        ("x", FacetKind.PERIOD, "<1996", "x before:1996 "), ("before:1996 x", FacetKind.PERIOD, "<1996", "x"),
        ("tag:project", FacetKind.TAG, "projects", "tag:project tag:projects "),
        ("tag:project x", FacetKind.TAG, "project/boat", "tag:project/boat x"),
        ("mast ", FacetKind.FOLDER, "Log book", 'mast path:"Log book/" '),
        ("tag:project/boat x", FacetKind.TAG, "project", "tag:project x"),
        ("mast tag:Project rig", FacetKind.TAG, "project", "mast rig"),
        ("on:2026 x", FacetKind.PERIOD, "2026-05", "on:2026-05 x"),
        ('path:"A/" x', FacetKind.FOLDER, "A/B", 'path:"A/B/" x'),
        ("mast", FacetKind.TAG, "project", "mast tag:project "),
        ('"left open', FacetKind.TAG, "a", 'tag:a "left open'),
        ("on:2026-05 x", FacetKind.PERIOD, "2026-05", "x"), ("tag:#project/ ", FacetKind.TAG, "project", ""),
        ("", FacetKind.TAG, "project", "tag:project "),
        ("(left open", FacetKind.TAG, "a", "tag:a (left open"),
        ("mast OR", FacetKind.TAG, "a", "tag:a mast OR"),
        ("path:", FacetKind.TAG, "a", "tag:a path:"),
    ],
)  # fmt: skip
def test_a_facet_is_put_in_or_taken_out(query: str, kind: FacetKind, value: str, then: str) -> None:
    assert narrowing.toggle_facet(query, facet(kind, value), today=TODAY).applied(query) == then


@given(
    query=st.lists(st.sampled_from(["mast", '"a b"', "-no", "tag:x", "(a OR b)", "[p:1]"]), max_size=4),
    value=st.sampled_from(["project", "a b", "-x", "OR", "水"]),
    kind=st.sampled_from([FacetKind.TAG, FacetKind.FOLDER]),
)
def test_a_facet_toggled_twice_changes_nothing(query: list[str], value: str, kind: FacetKind) -> None:
    text, one = " ".join(query), facet(kind, value)
    narrowed = narrowing.toggle_facet(text, one, today=TODAY).applied(text)
    assert (kind, narrowing.facet_key_of(value)) in narrowing.facets_in_query(narrowed, TODAY)
    widened = narrowing.toggle_facet(narrowed, one, today=TODAY).applied(narrowed)
    assert parse_query(widened, TODAY).words == parse_query(text, TODAY).words
    assert parse_query(widened, TODAY).conditions == parse_query(text, TODAY).conditions


CONDITIONS = (
    "tag:project", 'path:"My notes/"', "-draft", '"a phrase"', "after:2026-05", "on:last week", "[rating:>3]",
    '[status:"not yet"]', "/a[b]c/", "-(one OR two)", "this OR that", "tag:(a OR b)", "match-case:Word",
    'task-todo:""', "path:/^My\\/notes\\//",
)  # fmt: skip
WORDS = ("bread", "C++", "don't", "和", "e.g.", "24/7")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        *(
            (query, [])
            for query in ("", "gift ideas for anna", "words (a b)", "after:nonsense x", "path: tag:")
        ),
        ("gift tag:family -draft", ["tag:family", "-draft"]),
        ('bread "rye  sourdough', ['"rye sourdough']),
        *((query, [query]) for query in ("bread OR cake", "(a b)", "(tag:a OR tag:b")),
        ("on:last week x", ["on:last week"]),
        ("cafe\u0301 tag:cafe\u0301 -no", ["tag:cafe\u0301", "-no"]),  # accents that stand apart
    ],
)
def test_conditions_are_told_as_they_are_written(query: str, found: list[str]) -> None:
    assert [part.written for part in narrowing.query_parts(query, TODAY)] == found


def test_a_condition_is_said_in_words() -> None:
    (part,) = narrowing.query_parts("bread tag:recipe", TODAY)
    assert part.description == "tagged recipe"


@pytest.mark.parametrize(
    ("query", "at", "left"),
    [
        ("bread tag:a cake", 0, "bread cake"), ("tag:a bread", 0, "bread"), ("bread tag:a", 0, "bread "),
        ('bread"rye"cake', 0, "bread cake"), ('"a"tag:x b', 1, '"a" b'), ("tag:a  tag:b", 1, "tag:a  "),
        ('path:path:path:path:x "y"', 0, '"y"'),
    ],
)  # fmt: skip
def test_what_is_left_stays_apart(query: str, at: int, left: str) -> None:
    assert narrowing.query_parts(query, TODAY)[at].removal.applied(query) == left


@given(
    parts=st.lists(st.sampled_from(CONDITIONS) | st.sampled_from(WORDS), min_size=1, max_size=6),
    spaces=st.sampled_from([" ", "  ", "\t"]),
    at=st.integers(0, 5),
)
def test_without_one_condition_the_words_and_all_others_stand(parts: list[str], spaces: str, at: int) -> None:
    query = spaces.join(parts)
    found, before = narrowing.query_parts(query, TODAY), parse_query(query, TODAY)
    assert len(found) == len(before.conditions)
    if at < len(found):
        after = parse_query(found[at].removal.applied(query), TODAY)
        assert after.words == before.words
        assert after.conditions == before.conditions[:at] + before.conditions[at + 1 :]


@given(st.text(alphabet='ab -"()[]/:OR\\tagpathonfer <>=^', max_size=40))
def test_whatever_is_typed_the_places_follow_one_another_within_it(query: str) -> None:
    found = narrowing.query_parts(query, TODAY)
    ends = [0, *(part.end for part in found)]
    assert all(end <= part.start < part.end <= len(query) for end, part in zip(ends, found, strict=False))
    assert all(part.removal.applied(query) != query for part in found)
    assert len(found) == len(parse_query(query, TODAY).conditions)


@pytest.mark.parametrize(
    ("query", "folder", "then"),
    [
        ("mast", "Log book", 'mast -path:"Log book/" '), ("mast ", "Work/Boat", 'mast -path:"Work/Boat/" '),
        ('mast -path:"Work/"', "Log book", 'mast -path:"Work/" -path:"Log book/" '),
        ('"an open phrase', "Work", '-path:"Work/" "an open phrase'),
        ("mast OR", "Work", '-path:"Work/" mast OR'), ("", "Work", '-path:"Work/" '),
        ("mast", "Journal", r"mast -path:/^Journal\// "),  # its name stands in another path
        ("mast", "Old/Journal", 'mast -path:"Old/Journal/" '),
    ],
)  # fmt: skip
def test_a_folder_is_hidden_by_a_condition_of_its_own(query: str, folder: str, then: str) -> None:
    paths = ["Journal/a.md", "Old/Journal/b.md", "An Old/Journal.md"]
    written = narrowing.exclude_folder(query, folder, paths, TODAY).applied(query)
    assert written == then
    assert parse_query(written, TODAY).words == parse_query(query, TODAY).words


def stored(
    path: str, tags: tuple[str, ...] = (), when: datetime | None = None, **properties: object
) -> StoredNote:
    when = when or datetime(2026, 5, 2, 12, tzinfo=UTC)
    return StoredNote(path, path, when, "", tags, properties, (), (), ())


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (4, CellKind.NUMBER, "4"), (4.0, CellKind.NUMBER, "4"), ("12.5", CellKind.NUMBER, "12.5"),
        (True, CellKind.FLAG, "true"), ("2024-02-03", CellKind.DATE, "2024-02-03"),
        ("2024-02-03T10:20:00", CellKind.DATE, "2024-02-03T10:20:00"), ("done", CellKind.TEXT, "done"),
        ("nan", CellKind.TEXT, "nan"), ("[[People/Anna|Anna]] and ![[Tom]]", CellKind.TEXT, "Anna and Tom"),
        (["[[Tom]]", 3, "two\nlines"], CellKind.TEXT, "Tom, 3, two lines"), ([7], CellKind.NUMBER, "7"),
        ("word " * 1000, CellKind.TEXT, "word " * (narrowing.MAX_CELL_LENGTH // 5)),
        *((empty, None, "") for empty in (None, "", [], [None], [[], ""])),
    ],
)  # fmt: skip
def test_a_value_is_shown_on_one_line_as_its_kind(value: object, kind: CellKind | None, text: str) -> None:
    cell = narrowing.cell_of(value)
    assert (cell and cell.kind, cell.text if cell else "") == (kind, text)


def test_numbers_come_before_dates_and_those_before_texts_which_are_sorted_without_case() -> None:
    values = ("beta", 10, "2024-10-01", "Alpha", 9, "gamma", "2024-09-30T23:00", "8.5", "2023-01-01", -1)
    cells = sorted(map(present, map(narrowing.cell_of, values)), key=lambda cell: cell.sort_key)
    expected = "-1 8.5 9 10 2023-01-01 2024-09-30T23:00 2024-10-01 Alpha beta gamma"
    assert " ".join(cell.text for cell in cells) == expected


def test_cells_are_those_of_the_asked_notes_and_names_whatever_the_case() -> None:
    notes = [stored("a.md", Rating=4, status="done"), stored("b.md", rating=None), stored("c.md", rating=1)]
    assert narrowing.cells_of(notes, ["a.md", "b.md"], ["rating"]) == {
        "a.md": {"rating": narrowing.cell_of(4)}
    }


NOTES = {
    "Sea/Dugongs.md": "---\ntags: [sea/mammal, grey]\ndate: 2026-04-30\n---\nDugongs graze.\n",
    "Sea/Deep/Squid.md": "---\ntags: [sea]\ndate: 2026-05-01\n---\nSquids dive.\n",
    "Old Sea/Reefs.md": "---\ntags: [sea/reef]\ndate: 2026-05-02\n---\nReefs bleach.\n",
    "Land/Numbats.md": "---\ntags: [grey]\ndate: 2026-03-02\n---\nNumbats eat termites.\n",
    "Inbox.md": "---\ndate: 2026-05-02\n---\nNothing yet.\n", "2026-04.md": "A month at sea.\n",
}  # fmt: skip


def flat(facets: tuple[Facet, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in facets:
        found |= {one.value: one.count} | flat(one.parts)
    return found


TABLE = narrowing.FacetTable.of(
    [
        stored("A/B/one.md", ("project", "project/boat")), stored("A/two.md", ("project",)),
        stored("three.md", ("home", "no good  one")), *(stored(f"B/{number}.md") for number in range(3)),
    ]
)  # fmt: skip


def test_tags_are_labelled_as_most_notes_write_them() -> None:
    written = ("Project/Boat", "project/boat CamelCase", "Project/Garden", "camelcase CamelCase/x")
    notes = [
        replace(stored(f"{number}.md", index_tags(tags.split())), written_tags=tuple(tags.split()))
        for number, tags in enumerate(written)
    ]
    boat = Facet(FacetKind.TAG, "project/boat", "Boat", 2)
    garden = Facet(FacetKind.TAG, "project/garden", "Garden", 1)
    inner = Facet(FacetKind.TAG, "camelcase/x", "x", 1)
    assert narrowing.FacetTable.of(notes).count(None, CountedNotes.VAULT).tags == (
        Facet(FacetKind.TAG, "project", "Project", 3, parts=(boat, garden)),
        Facet(FacetKind.TAG, "camelcase", "CamelCase", 2, parts=(inner,)),
    )


def test_tags_and_folders_are_trees_that_count_notes() -> None:
    found = TABLE.count(None, CountedNotes.VAULT)
    assert found.notes == 6
    boat = Facet(FacetKind.TAG, "project/boat", "boat", 1)
    assert found.tags == (
        Facet(FacetKind.TAG, "project", "project", 2, parts=(boat,)),
        Facet(FacetKind.TAG, "home", "home", 1),
    )
    assert list(flat(found.folders).items()) == [("A", 2), ("A/B", 1), ("B", 3)], "by name"


def test_topics_are_a_tree_of_two_levels_that_a_filter_names() -> None:
    topics = {
        "A/two.md": ("keel, mast", "keel, mast/rigging"), "three.md": ("keel, mast",), "gone.md": ("tea",),
    }  # fmt: skip
    found = TABLE.count(
        None, CountedNotes.VAULT, narrowing.facets_in_query('topic:"keel, mast/rigging"'), topics
    )
    assert flat(found.topics) == {"keel, mast": 2, "keel, mast/rigging": 1}
    assert found.topics[0].parts[0].label == "rigging"
    assert found.topics[0].parts[0].chosen
    assert narrowing.condition_of(FacetKind.TOPIC, "keel, mast") == 'topic:"keel, mast"'


def test_only_the_notes_that_were_found_are_counted() -> None:
    found = TABLE.count(["A/two.md", "A/two.md", "gone.md"], CountedNotes.LISTED)
    assert (found.notes, flat(found.tags)) == (1, {"project": 1})


def test_what_the_query_asks_for_is_chosen() -> None:
    chosen = [(FacetKind.TAG, "project/boat"), (FacetKind.PERIOD, "2026")]
    found = TABLE.count(None, CountedNotes.VAULT, chosen)
    assert not found.tags[0].chosen
    assert found.tags[0].parts[0].chosen
    assert found.period == Facet(FacetKind.PERIOD, "2026", "2026", 6, chosen=True)


def test_a_note_of_the_last_year_there_is_costs_the_others_nothing() -> None:
    table = narrowing.FacetTable.of(
        [stored("far.md", when=datetime.max.replace(tzinfo=UTC)), stored("near.md")]
    )
    assert flat(table.count(None, CountedNotes.VAULT).periods) == {"2026-05-02": 1}


@pytest.fixture
def weeks_from_monday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.query.narrowing.first_weekday", lambda: 0)


def titled(days: list[date]) -> dict[date, list[str]]:
    return {day: [f"{day} {number}" for number in range(count)] for day, count in Counter(days).items()}


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([], {}), ([date(2026, 5, 2)], {"2026-05-02": 1}),
        ([date(2026, 4, 30), date(2026, 5, 2)], {"2026-04-30": 1, "2026-05-01": 0, "2026-05-02": 1}),
        ([date(2025, 12, 2), date(2026, 5, 2)],
         {"2025-12": 1, **{f"2026-{month:02}": 0 for month in range(1, 5)}, "2026-05": 1}),
        (
            [date(2026, 3, 2), date(2026, 4, 10)],
            {
                "2026-03-02/2026-03-08": 1,
                **{f"2026-03-{day:02}/2026-03-{day + 6:02}": 0 for day in (9, 16, 23)},
                "2026-03-30/2026-04-05": 0, "2026-04-06/2026-04-12": 1,
            },
        ),
        ([date(2022, 3, 2), date(2025, 5, 2)], {"2022": 1, "2023": 0, "2024": 0, "2025": 1}),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("weeks_from_monday")
def test_the_range_decides_on_days_weeks_months_or_years(days: list[date], found: dict[str, int]) -> None:
    assert flat(narrowing.count_periods(titled(days))) == found


def test_a_period_names_its_newest_notes() -> None:
    (day,) = narrowing.count_periods({date(2026, 5, 2): [f"Note {number}" for number in range(9)]})
    assert day.names == ("Note 8", "Note 7", "Note 6", "Note 5", "Note 4", "Note 3")


@pytest.mark.usefixtures("weeks_from_monday")
def test_a_note_of_a_period_counts_in_each_that_it_is_of() -> None:
    week = stored("2026-W18.md", (), datetime(2026, 4, 27).astimezone() + timedelta(microseconds=6))
    days = [stored("a.md", (), datetime(2026, 4, 29, 12, tzinfo=UTC)), stored("b.md")]
    found = flat(narrowing.FacetTable.of([week, *days]).count(None, CountedNotes.VAULT).periods)
    assert found == {
        **{f"2026-04-{day}": 1 for day in (27, 28, 30)},
        **{"2026-04-29": 2, "2026-05-01": 1, "2026-05-02": 2},
    }
    months = [week, stored("c.md", (), datetime(2025, 9, 2, 12, tzinfo=UTC))]
    found = flat(narrowing.FacetTable.of(months).count(None, CountedNotes.VAULT).periods)
    assert {key: count for key, count in found.items() if count} == {"2025-09": 1, "2026-04": 1}


def test_what_is_very_old_is_one_period() -> None:
    found = narrowing.count_periods(titled([date(1970, 1, 1), date(1971, 1, 1), date(2026, 5, 2)]))
    assert (found[0].value, found[0].count) == ("<1997", 2)
    assert (found[-1].value, found[-1].count) == ("2026", 1)


@given(st.lists(st.dates(date(2, 1, 1), date(9998, 12, 31)), max_size=20))
def test_the_periods_hold_every_note_once_and_are_no_more_than_can_be_shown(days: list[date]) -> None:
    found = narrowing.count_periods(titled(days))
    assert sum(one.count for one in found) == len(days)
    assert len(found) <= max(narrowing.MAX_DAY_BARS, narrowing.MAX_MONTH_BARS, narrowing.MAX_YEAR_BARS + 1)


async def test_what_a_facet_counts_is_what_asking_for_it_finds(tmp_path: Path) -> None:
    async with indexed(tmp_path / "index", NOTES) as corpus:
        counter, scope = narrowing.FacetCounter(corpus.notes.all), QueryScope(corpus.notes)
        found = await counter("", None, CountedNotes.VAULT)
        everything = await counter.paths()

        async def asked(one: Facet) -> int:
            query = narrowing.toggle_facet("", one, everything).applied("")
            return len(await corpus.notes.paths(await scope.filter(parse_query(query))))

        counts = {FacetKind.TAG: flat(found.tags), FacetKind.FOLDER: flat(found.folders)}
        counts[FacetKind.PERIOD] = {one.value: one.count for one in found.periods}
        assert counts[FacetKind.FOLDER]["Sea"] == 2
        for kind, counted in counts.items():
            assert {value: await asked(facet(kind, value)) for value in counted} == counted
        counter.close()
