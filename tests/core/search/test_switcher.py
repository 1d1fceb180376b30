"""The quick switcher: which names match typed letters, in which order, with which letters marked."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaultsearch.core.search import switcher
from vaultsearch.core.values.note import Heading, StoredNote
from vaultsearch.core.values.query import NameKind, NameMatch

SAVED = datetime(2026, 5, 1, tzinfo=UTC)


def note(
    title: str, *headings: str, aliases: tuple[str, ...] = (), path: str = "", days: int = 0
) -> StoredNote:
    """Return a note, saved so many days ago."""
    lines = tuple(Heading(2, text, 3 * at + 1) for at, text in enumerate(headings))
    saved = SAVED - timedelta(days=days)
    return StoredNote(path or f"{title}.md", title, saved, "", (), {}, aliases, (), lines, saved)


NOTES = (
    note("Gift ideas", "Anna", "Father", aliases=("Presents",)),
    note("Meeting notes", "Budget review", days=1), note("Notes on gardening", "Gift of the garden", days=2),
    note("Crème brûlée", path="Recipes/Dessert.md", days=3), note("项目会议记录", days=4),
    note("Strategy", days=5), note("Großmutters Rezepte", days=6),
)  # fmt: skip


def found(typed: str, notes: tuple[StoredNote, ...] = NOTES, n: int = 20) -> list[str]:
    table = switcher.NameTable.of(notes)
    return [table.texts[at] for at in switcher.best_names(table, typed, n)]


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        *((query, ["Gift ideas"]) for query in ("gift", "ideas gift", "gfit ideas")),  # and no heading
        ("presents", ["Presents"]),
        ("项目会议", ["项目会议记录"]),
        *((query, []) for query in ("gift ideas for Anna", "gi", "")),
    ],
)
def test_a_query_names_titles_that_hold_all_its_words(query: str, titles: list[str]) -> None:
    table = switcher.NameTable.of(NOTES)
    assert [table.texts[at] for at in switcher.best_titles(table, query, 9)] == titles


MORE = (note("Gift ideas", "Anna", "Mother", days=7), note("", "项目", "Review budget", days=8))
VAULTS = st.lists(st.sampled_from([*NOTES, *MORE]), unique_by=lambda note: note.path)
TYPED = ("gift", "ideas gift", "rev", "bdgt", "gid", "anna", "项", "gfit", "gr", "desert", "budget rev")


@given(VAULTS, VAULTS, VAULTS)
@example([NOTES[0], NOTES[1]], [NOTES[1], NOTES[2]], [NOTES[2], NOTES[0], NOTES[1]])
def test_names_after_any_changes_are_found_like_those_of_a_new_table(
    first: list[StoredNote], second: list[StoredNote], notes: list[StoredNote]
) -> None:
    new = switcher.NameTable.of(notes)
    renewed = switcher.NameTable.of(first).renewed(first, second).renewed(second, notes)
    for typed in TYPED:
        names, titles = (
            [
                [(each.texts[row], each.notes[each.note_of[row]].path, each.lines[row]) for row in rows]
                for each, rows in ((new, best(new, typed, 99)), (renewed, best(renewed, typed, 99)))
            ]
            for best in (switcher.best_names, switcher.best_titles)
        )
        assert (names[0], titles[0]) == (names[1], titles[1]), typed


def marked(name: str, typed: str) -> str:
    """Return a name with its marked letters in brackets."""
    parts, end = [], 0
    for span in switcher.name_marks(name, typed):
        parts += [name[end : span.start], "[", name[span.start : span.end], "]"]
        end = span.end
    return "".join([*parts, name[end:]])


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("gift", "Gift ideas"), ("ideas gift", "Gift ideas"), ("GIFT ID", "Gift ideas"),
        ("presents", "Presents"), ("meetign", "Meeting notes"), ("stratgey", "Strategy"),
        ("mtgnotes", "Meeting notes"), ("mn", "Meeting notes"), ("gfid", "Gift ideas"),
        ("creme bru", "Crème brûlée"), ("dessert", "Dessert"), ("会议", "项目会议记录"),
        ("grossmutter", "Großmutters Rezepte"), ("budget", "Budget review"),
    ],
)  # fmt: skip
def test_a_name_is_found_as_people_type_it(typed: str, first: str) -> None:
    assert found(typed)[0] == first


ANNAS = (note("B", "Anna"), note("C", aliases=("Anna",), days=1), note("Anna", days=2))
FORMS = (note("Unforming"), note("Formal letters", days=1), note("Form letters", days=2))
BIRTHDAY = (note("Anna", "Anna's birthday", "Anna at work", aliases=("Anna Smith",)),)
STILL, MACOS = (note("Still to come"),), (note("macos系统"),)


@pytest.mark.parametrize(
    ("notes", "typed", "names"),
    [
        # Whole words come before beginnings, and those before parts.
        (FORMS, "form", ["Form letters", "Formal letters", "Unforming"]),
        # A note is listed once for its own names, and once for each heading.
        (BIRTHDAY, "anna", ["Anna", "Anna at work", "Anna's birthday"]), (NOTES, "gift zymurgy", []),
        (NOTES, "garden notes", ["Notes on gardening"]),
        # Scattered letters are no match.
        (NOTES, "ets", []), (STILL, "tom", []), (STILL, "stc", ["Still to come"]), (MACOS, "mc", []),
        (MACOS, "m系", ["macos系统"]), *((NOTES, typed, []) for typed in ("", "  ", "?!", "[[")),
        ((), "gift", []),
    ],
)  # fmt: skip
def test_names_with_all_words_are_listed(notes: tuple[StoredNote, ...], typed: str, names: list[str]) -> None:
    assert found(typed, notes) == names


async def test_of_equal_names_titles_come_first_and_of_titles_the_one_opened_lately() -> None:
    table = switcher.NameTable.of(ANNAS)
    best = [ANNAS[table.note_of[at]].title for at in switcher.best_names(table, "anna", 9)]
    assert best == ["Anna", "C", "B"], "a title, an alias, a heading"
    logs = tuple(note("Log", path=f"{day}/Log.md", days=day) for day in range(4))
    assert switcher.best_names(switcher.NameTable.of(logs), "log", 4) == [0, 1, 2, 3], "the one saved last"
    lately = await matches("log", ("3/Log.md", "1/Log.md"), notes=logs)
    assert [one.note.uri for one in lately] == ["3/Log.md", "1/Log.md", "0/Log.md", "2/Log.md"]


@pytest.mark.parametrize(
    ("name", "typed", "shown"),
    [
        ("Gift ideas", "gift", "[Gift] ideas"), ("Gift ideas", "id gi", "[Gi]ft [id]eas"),
        ("Gift ideas", "gfid", "[G]i[f]t [id]eas"), ("Meeting notes", "mn", "[M]eeting [n]otes"),
        ("Meeting notes", "meetign", "[Meeting] notes"), ("Crème brûlée", "brulee", "Crème [brûlée]"),
        ("Großmutters Rezepte", "grossm", "[Großm]utters Rezepte"),
        ("项目会议记录", "会议", "项目[会议]记录"), ("Rhubarb", "barb", "Rhu[barb]"),
    ],
)  # fmt: skip
def test_the_matched_letters_are_marked(name: str, typed: str, shown: str) -> None:
    assert marked(name, typed) == shown


def test_letters_are_placed_at_beginnings_of_words_if_they_can_be() -> None:
    assert switcher.align_letters(["banana", "bread"], "bb") == (2, (0, 6))
    assert switcher.align_letters(["banana"], "bna") == (2, (0, 2, 3))
    assert switcher.align_letters(["banana"], "x")[0] < 0


@given(st.text(max_size=30), st.text(max_size=30))
def test_marks_lie_within_any_name(name: str, typed: str) -> None:
    spans = switcher.name_marks(name, typed)
    assert all(0 <= span.start < span.end <= len(name) for span in spans)
    assert all(a.end < b.start for a, b in pairwise(spans))


@example(titles=["0:0", "0"])
@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=8))
def test_every_name_is_found_by_itself(titles: list[str]) -> None:
    notes = tuple(note(title, path=f"{at}.md") for at, title in enumerate(titles))
    for title in titles:
        if switcher.words_of(title):
            assert switcher.words_of(found(title, notes)[0]) == switcher.words_of(title)


async def matches(
    typed: str, opened: tuple[str, ...] = (), n: int = 20, notes: tuple[StoredNote, ...] = NOTES
) -> tuple[NameMatch, ...]:
    async def get_notes() -> tuple[StoredNote, ...]:
        return notes

    return await switcher.NameFinder(get_notes, lambda path, headings: "#".join((path, *headings)))(
        typed, n, opened
    )


async def test_without_letters_the_notes_opened_lately_come_first_then_those_saved_last() -> None:
    listed = await matches("", ("Strategy.md", "Gone.md", "Meeting notes.md"), 4)
    assert [(one.name, one.kind, one.marks) for one in listed] == [
        (name, NameKind.TITLE, ())
        for name in ("Strategy", "Meeting notes", "Gift ideas", "Notes on gardening")
    ]


async def test_a_heading_leads_to_its_line_and_a_title_to_the_top() -> None:
    (heading,), (alias, *_) = await matches("father"), await matches("presents")
    assert (heading.kind, heading.line, heading.uri) == (NameKind.HEADING, 4, "Gift ideas.md#Father")
    assert (heading.note.title, heading.note.uri) == ("Gift ideas", "Gift ideas.md")
    assert (alias.kind, alias.line, alias.uri) == (NameKind.ALIAS, 0, "Gift ideas.md")
