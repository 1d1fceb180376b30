"""Completions of a query: the right ones, in order, and written so that the query matches."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.builders import CHUNKER, HashEncoder, parsed
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.query import completion
from vaultsearch.core.query.conditions import RELATIVE_DATES
from vaultsearch.core.query.lookup import Deadline, LinkNames, NoteText, TextView
from vaultsearch.core.query.matching import condition_holds
from vaultsearch.core.query.names import NameCounts, QueryNames
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.values.note import Heading, LinkKind, ParsedLink, StoredNote
from vaultsearch.core.values.query import Completions, Example, Teaching

TODAY = date(2026, 5, 13)


def note(
    path: str,
    *,
    tags: tuple[str, ...] = (),
    properties: Mapping[str, Any] | None = None,
    aliases: tuple[str, ...] = (),
    links: tuple[str, ...] = (),
    headings: tuple[str, ...] = (),
) -> StoredNote:
    title = path.rpartition("/")[2].removesuffix(".md")
    lines = tuple(Heading(1, text, line) for line, text in enumerate(headings, start=1))
    written = tuple(ParsedLink(LinkKind.WIKILINK, target, 1) for target in links)
    day = datetime(2026, 5, 1, tzinfo=UTC)
    return StoredNote(path, title, day, "", tags, properties or {}, aliases, written, lines)


NOTES = (
    note("Sea/Deep/Dugongs.md", tags=("sea/mammal", "sea"), properties={"status": "Not yet", "rating": 4}),
    note("Sea/Reefs.md", tags=("sea",), properties={"Status": "done", "rating": None}, links=("Dugongs.md",)),
    note("Land/Numbats.md", tags=("land", "überall"), properties={"my status": True, "status": ["done", "x"]},
         aliases=("Walpurti",)),
    note("Land/Odd (one).md", links=("Sea/Deep/Dugongs.md", "Nowhere", "Numbats"),
         headings=("What they eat", "Threats")),
)  # fmt: skip


def dated(*days: date) -> QueryNames:
    """Return the names of notes dated at noon of these days."""
    return QueryNames(dates=tuple(datetime.combine(day, time(12)).astimezone() for day in sorted(days)))


SPRING = (date(2024, 2, 29), date(2026, 4, 30), date(2026, 5, 6), date(2026, 5, 12), date(2026, 5, 13))
KNOWN = replace(NameCounts.of(NOTES).names, dates=dated(*SPRING).dates)


def complete(head: str, rest: str = "", known: QueryNames = KNOWN) -> Completions:
    found = completion.typed_token(head + rest, len(head))
    if found is None:
        return Completions(0, 0)
    return completion.propose_completions(found, known, TODAY, at_end=not (head + rest)[found.end :])


def completed(typed: str) -> Completions:
    """Complete a query at the sign ``|``, or at its end."""
    head, _, rest = typed.partition("|")
    return complete(head, rest)


def shown(typed: str) -> list[tuple[str, int | None]]:
    return [(proposal.label, proposal.count) for proposal in completed(typed).proposals]


def accepted(typed: str) -> str:
    """Return the query after accepting its first proposal."""
    query, completions = typed.replace("|", ""), completed(typed)
    return query[: completions.start] + completions.proposals[0].text + query[completions.end :]


PROPOSALS = {
    "tag:": "sea 2, land 1, sea/mammal 1, überall 1", "tag:UB": "überall 1", "tag:mam": "sea/mammal 1",
    "tag:a": "sea 2, land 1, sea/mammal 1, überall 1", "-tag:#lan": "land 1", "#lan": "land 1",
    "tag:(land OR se": "sea 2, sea/mammal 1", "tag:(land) ta": "tag:, task:, task-todo:, task-done:",
    "path:": "Land 2, Sea 2, Sea/Deep 1", 'path:"sea/': "Sea/Deep 1", "file:dug": "Dugongs 1",
    "title:s": "Dugongs 1, Numbats 1, Reefs 1", "link:": "Dugongs 2, Nowhere 1, Numbats 1, Walpurti 1",
    "link:[[no": "Nowhere 1", "heading:e": "Threats 1, What they eat 1",
    "[": "status 3, rating 2, my status 1", "-[st": "status 3, my status 1", '["my': "my status 1",
    "[status:": "done 2, Not yet 1, x 1", "[STATUS:not y": "Not yet 1", "[status:x OR do": "done 2",
    '[status:"not': "Not yet 1", '["my status":': "true 1", "[rating: ": "4 1, null 1",
    "words ig": "ignore-case:", "tag:sea pa": "path:",
}  # fmt: skip


@pytest.mark.parametrize(("typed", "proposals"), PROPOSALS.items())
def test_names_in_the_notes_complete_a_query(typed: str, proposals: str) -> None:
    named = (label if count is None else f"{label} {count}" for label, count in shown(typed))
    assert ", ".join(named) == proposals


@pytest.mark.parametrize(
    "typed",
    [
        "dugongs", '"tag:se', "tag:|se", "tag:sea/mammal", "tag:nosuch", "[rating:>", "[status]", "on:today",
        "[status:done]", "[nosuch:", "[[Dug", "after:nosuch", "before:last boat", "line:(se", "task:ca",
        "https://x.org", 'path:"Sea" "', 'path:"Se|a and" "x"',
    ],
)  # fmt: skip
def test_nothing_is_proposed_where_nothing_can_be(typed: str) -> None:
    assert shown(typed) == []


ACCEPTED = {
    "tag:lan": "tag:land ", "reefs #lan": "reefs tag:land ", "tag:l|a after:2026": "tag:land after:2026",
    "tag:(land OR mam|)": "tag:(land OR sea/mammal)", "file:odd": 'file:"Odd (one)" ',
    'path:"se|" x': "path:Sea x", "he": "heading:", "[my": '["my status":', "[ra|ting:4]": "[rating:4]",
    "[ra|]": "[rating]", "[status:not": '[status:"Not yet"] ', '[status:"n|"] x': '[status:"Not yet"] x',
    "[status:x OR d|]": "[status:x OR done] ", "[status:d| OR x]": "[status:done OR x]",
    "after:last w": "after:last week ", 'after:"last w': "after:last week ",
    "after:las|t week boat": "after:last week boat", "before:yes|ter boat": "before:yesterday boat",
    "on:": "on:today ",
}  # fmt: skip


@pytest.mark.parametrize(("typed", "query"), ACCEPTED.items())
def test_an_accepted_proposal_takes_the_place_of_what_was_typed(typed: str, query: str) -> None:
    assert accepted(typed) == query


def test_operators_say_what_they_ask_for_and_lead_on() -> None:
    everything = complete("").proposals
    assert [proposal.text for proposal in everything] == list(completion.OPERATORS)
    assert all(proposal.description and proposal.leads_on for proposal in everything)


@pytest.mark.parametrize(
    ("typed", "is_complete"), [("tag:sea", True), ("tag:se", False), ("on:2024", True), ("on:20", False)]
)
def test_what_is_already_one_of_the_proposals_is_said_to_be_complete(typed: str, is_complete: bool) -> None:
    assert complete(typed).complete is is_complete


def test_no_more_are_proposed_than_can_be_taken_in() -> None:
    many = NameCounts.of([note(f"F{number}/n.md") for number in range(30)]).names
    assert len(complete("path:", known=many).proposals) == completion.MAX_PROPOSALS


# --- whatever the notes hold, what is accepted finds it ---------------------------------------------

NAMES = st.text(
    st.sampled_from("aB-_ \"'\\/()[]:<>=#,.OR1é水🍓\u00a0\u0301") | st.characters(codec="utf-8"),
    min_size=1,
    max_size=8,
)
PARTS = NAMES.map(lambda name: name.replace("/", "").strip(". ")).filter(bool)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | NAMES,
    lambda inner: st.lists(inner, max_size=3),
)
VAULTS = st.lists(
    st.builds(
        lambda parts, tags, properties, links, headings: note(
            "/".join(parts) + ".md", tags=tuple(tags), properties=properties, links=tuple(links),
            headings=tuple(headings),
        ),
        st.lists(PARTS, min_size=1, max_size=3),
        st.lists(NAMES.map(str.lower), max_size=2),
        st.dictionaries(NAMES, VALUES, max_size=2),
        st.lists(NAMES, max_size=2),
        st.lists(NAMES, max_size=2),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda one: one.path,
)  # fmt: skip


def found(query: str, notes: list[StoredNote]) -> int:
    """Count the notes that satisfy a query, which must be one condition."""
    read = parse_query(query, TODAY)
    assert (read.words, len(read.conditions)) == ("", 1), query
    shared = Deadline(2.0), LinkNames(notes)
    return sum(condition_holds(read.conditions[0], TextView(one, NoteText(one), *shared)) for one in notes)


@example([note("0\\/0.md")], "path:")
@given(VAULTS, st.sampled_from(["tag:", "#", "path:", "file:", "title:", "link:", "heading:"]))
def test_an_accepted_name_finds_as_many_notes_as_it_said(notes: list[StoredNote], typed: str) -> None:
    completions = complete(typed, known=NameCounts.of(notes).names)
    for proposal in completions.proposals:
        query = typed[: completions.start] + proposal.text
        assert found(query, notes) >= (proposal.count or 1), (query, proposal)


@given(VAULTS)
def test_an_accepted_property_and_value_are_read_back_and_found(notes: list[StoredNote]) -> None:
    known = NameCounts.of(notes).names
    for name in complete("[", known=known).proposals:
        assert found("[" + name.text, notes) == name.count, name
        completions = complete("[" + name.text, known=known)
        for value in completions.proposals:
            query = ("[" + name.text)[: completions.start] + value.text
            assert found(query, notes) >= (value.count or 1), (query, value)


@given(VAULTS, st.text("tag:#[]\"() ORpathaB'|", max_size=20), st.integers(0, 20))
def test_the_span_lies_in_the_query_around_the_cursor(notes: list[StoredNote], query: str, at: int) -> None:
    cursor = min(at, len(query))
    typed = completion.typed_token(query, cursor)
    if typed is not None:
        assert 0 <= typed.start <= cursor <= typed.end <= len(query)
        completion.propose_completions(typed, NameCounts.of(notes).names, TODAY, at_end=True)


# --- dates ------------------------------------------------------------------------------------------


def test_after_an_operator_for_dates_words_are_proposed_and_the_ends_of_the_vault() -> None:
    assert dict(shown("on:")) == {
        "today": 1, "yesterday": 1, "this week": 2, "last week": 1, "this month": 3, "last month": 1,
        "this year": 4, "last year": 0, "2024-02-29": 1, "2026-05-13": 1,
    }  # fmt: skip
    assert dict(shown("after:last ")) == {"last week": 2, "last month": 3, "last year": 4}
    assert dict(shown("before:t")) == {"today": 4, "this week": 3, "this month": 2, "this year": 1}
    assert dict(shown("boat -on:20")) == {"2024-02-29": 1, "2026-05-13": 1}


def test_a_date_says_which_days_it_stands_for() -> None:
    assert {one.label: one.description for one in complete("after:").proposals} == {
        "today": "2026-05-13", "yesterday": "2026-05-12", "this week": "2026-05-11 – 2026-05-17",
        "last week": "2026-05-04 – 2026-05-10", "this month": "2026-05", "last month": "2026-04",
        "this year": "2026", "last year": "2025", "2024-02-29": "the earliest note",
        "2026-05-13": "the latest note",
    }  # fmt: skip


def test_without_notes_there_are_words_alone() -> None:
    assert [one.label for one in complete("after:", known=QueryNames()).proposals] == [*RELATIVE_DATES]


@given(
    st.lists(st.dates(date(2020, 1, 1), date(2026, 12, 31)), max_size=6),
    st.sampled_from(["after", "before", "on"]),
)
def test_an_accepted_date_finds_as_many_notes_as_it_says(days: list[date], operator: str) -> None:
    known = dated(*days)
    notes = [replace(note(f"{at}.md"), date=day) for at, day in enumerate(known.dates)]
    for proposal in complete(f"{operator}:", known=known).proposals:
        assert found(f"{operator}:{proposal.text}", notes) == proposal.count, proposal


# --- over a real index ------------------------------------------------------------------------------


@asynccontextmanager
async def completing(folder: Path) -> AsyncIterator[tuple[LanceCorpus, completion.QueryCompleter]]:
    """Open an empty index, whose names complete a query."""
    corpus = await LanceCorpus.open(folder)
    completer = completion.QueryCompleter(corpus.notes.all, corpus.notes.by_language)
    for typed in ("tag:", "lang:"):
        assert (await completer(typed, len(typed))).proposals == ()
    await corpus.writer.prepare(HashEncoder().dimension)
    yield corpus, completer
    completer.close()
    corpus.close()


async def found_paths(corpus: LanceCorpus, query: str) -> set[str]:
    where = await QueryScope(corpus.notes).filter(parse_query(query, TODAY))
    return {chunk.path for chunk in await corpus.get_chunks(where)}


async def test_proposals_come_from_the_index_and_follow_its_changes(tmp_path: Path) -> None:
    first, second = parsed("A b/x.md", "#sea/mammal text"), parsed("y.md", "---\nrating: 3\n---\n#Sea")
    async with completing(tmp_path / "index") as (corpus, completer):
        for number, read in enumerate((first, second), start=1):
            await corpus.writer.replace_notes([NoteRows.of(read, CHUNKER.chunks(read))])
            proposals = (await completer("tag:", 4)).proposals
            assert [(p.label, p.count) for p in proposals] == [("sea", number), ("sea/mammal", 1)]
        for typed, paths in (("#sea/", {"A b/x.md"}), ("path:", {"A b/x.md"}), ("[rating:", {"y.md"})):
            completions = await completer(typed, len(typed))
            query = typed[: completions.start] + completions.proposals[0].text
            assert await found_paths(corpus, query) == paths


async def test_languages_of_the_notes_are_proposed_by_name_or_code(tmp_path: Path) -> None:
    proposals = {
        "lang:": [("German", 2), ("English", 1)], "-lang:de": [("German", 2)], "lang:eng": [("English", 1)],
        "lang:fr": [],
    }  # fmt: skip
    async with completing(tmp_path / "index") as (corpus, completer):
        for number, languages in enumerate((("de", "de", "en"), ("de", "")), start=1):
            sections = (
                f"# {place}\n\nsome words about number {place}\n\n" for place in range(len(languages))
            )
            read = parsed(f"{number}.md", "".join(sections))
            chunks = zip(CHUNKER.chunks(read), languages, strict=True)
            told = [replace(chunk, language=language) for chunk, language in chunks]
            await corpus.writer.replace_notes([NoteRows.of(read, told)])
        answers = {typed: (await completer(typed, len(typed))).proposals for typed in proposals}
        named = {typed: [(one.label, one.count) for one in answer] for typed, answer in answers.items()}
        assert named == proposals
        assert await found_paths(corpus, f"lang:{answers['lang:'][0].text}") == {"1.md", "2.md"}


async def test_notes_are_counted_once_while_they_stay_the_same() -> None:
    notes = [NOTES]

    async def get_notes() -> tuple[StoredNote, ...]:
        return notes[-1]

    completer = completion.QueryCompleter(get_notes, AsyncMock(return_value={}))
    assert (await completer("words", 5)).proposals == ()
    assert completer._table._making is None
    known = await completer.names()
    assert await completer.names() is known
    notes.append((*NOTES[1:], replace(NOTES[0], tags=("reef",))))
    proposals = (await completer("#", 1)).proposals[:2]
    assert [(one.label, one.count) for one in proposals] == [("land", 1), ("reef", 1)]


@pytest.mark.parametrize(
    "changes",
    [
        {"text": "more"}, {"tags": ("SEA", "new")}, {"headings": (Heading(1, "Threats", 1),)},
        {"properties": {"status": "Done", "Rating": None}}, {"aliases": ("Nowhere",)},
        {"path": "Sea/Nowhere.md", "date": datetime(2026, 5, 9, tzinfo=UTC)},
    ],
)  # fmt: skip
@pytest.mark.parametrize("at", range(len(NOTES)))
def test_a_changed_note_alone_is_counted_anew(at: int, changes: dict[str, Any]) -> None:
    table, changed = NameCounts.of(NOTES), [*NOTES]
    changed[at] = replace(NOTES[at], **changes)
    for former, present in ((NOTES, changed), (changed, NOTES), (NOTES, NOTES[:at]), (NOTES[:at], NOTES)):
        table = NameCounts.renewed(former, table, present)
        assert _without_case(table.names) == _without_case(NameCounts.of(present).names)


def _without_case(known: QueryNames) -> tuple[object, ...]:
    """Return what is known, with names by folded spelling: after a change, the order of notes is another."""
    named = (*known.names.items(), *known.values.items(), ("", known.properties))
    return {key: {(name.folded, name.count) for name in names} for key, names in named}, known.dates


def test_examples_are_made_of_what_is_most_frequent_in_the_vault() -> None:
    when = datetime(2026, 5, 2, tzinfo=UTC)
    rows = [("Log book/a.md", ("boat",)), ("Log book/b.md", ("boat", "rig")), ("c.md", ())]
    notes = [StoredNote(path, path, when, "", tags, {"due date": 1}, (), (), ()) for path, tags in rows]
    found, everywhere = (
        completion.example_queries(NameCounts.of(notes).names),
        completion.example_queries(QueryNames()),
    )
    assert {*found} - {*everywhere} == {
        Example(Teaching.TAG, "tag:boat"), Example(Teaching.FOLDER, 'path:"Log book"'),
        Example(Teaching.PROPERTY, "[due date]"),
    }  # fmt: skip
    assert {one.teaching for one in found} == set(Teaching)


def test_each_example_is_read_as_a_condition_without_a_hint() -> None:
    for one in completion.example_queries(QueryNames()):
        read = parse_query(one.query)
        assert len(read.conditions) == 1
        assert (read.words, read.hints) == ("", ())


@pytest.mark.parametrize("operator", ["asof", "changed", "deleted"])
def test_dates_of_the_past_show_no_count_of_the_notes_of_today(operator: str) -> None:
    # Of the notes that were changed in a month, some count stood beside `deleted:`.
    assert shown(f"{operator}:this")
    assert {count for _, count in shown(f"{operator}:this")} == {None}
    assert None not in {count for _, count in shown("on:this")}
