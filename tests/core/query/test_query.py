"""The query language: its readings and hints; no input is an error."""

from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaultsearch.core.query.conditions import moments_of_date
from vaultsearch.core.query.query import literal_query, parse_query
from vaultsearch.core.query.reading import read_query

TODAY = date(2026, 5, 13)  # a Wednesday


READINGS = Path(__file__).with_name("readings.tsv").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", READINGS)
def test_a_query_is_read_as_obsidian_reads_it(line: str) -> None:
    typed, reading = line.split("\t")
    assert parse_query(typed, TODAY).reading == reading


@pytest.mark.parametrize(
    ("typed", "reading", "hint"),
    [
        ('"sea gra', "contains “sea gra”", "Closing \""), ('dugongs "', "words: dugongs", "Closing \""),
        ("dugongs path:", "words: dugongs", "path: needs a value"),
        ("path: OR a", "words: a", "path: needs a value"),
        ("numbat OR", "words: numbat", "OR needs a word on both sides"),
        ("OR OR numbat", "words: numbat", "OR needs a word on both sides"),
        ("this AND that", "words: this AND that", "AND is searched as a word"),
        ("NOT numbat", "words: NOT numbat", "NOT is searched as a word"),
        ("(numbat OR )", "contains numbat", "OR needs a word on both sides"),
        ("-(a OR b", "not (contains a or contains b)", "Closing parenthesis assumed"),
        ("a) b", "words: a b", "Extra closing parenthesis"),
        ("[rating:", "has the property rating", "Closing ]"),
        ("[rating:>", "has the property rating", "Closing ]"),
        ("[rating:>3", "the property rating > 3", "Closing ]"),
        ("boat [rating:(", "words: boat · has the property rating", "Closing parenthesis assumed"),
        ("/ab", "words: /ab", "Closing / missing"),
        ("/(open/", "contains “(open”", "isn't a valid regular expression"),
        ("after:2026-1x dugongs", "words: dugongs", "after: needs a date"),
        ("on:2026-00", "", "on: needs a date"), ("before:", "", "before: needs a date"),
        ("mood:good dugongs", "words: mood:good dugongs", "mood: isn't an operator"),
        ("mood:good", "words: mood:good", "Perhaps [mood:good] is meant."),
        ("tags:sea", "words: tags:sea", "Perhaps tag:sea is meant."),
        ("has:tag", "words: has:tag", 'Perhaps tag:"" is'), ("has:due", "words: has:due", "Perhaps [due] is"),
        ("no:links", "words: no:links", 'Perhaps -link:"" is meant.'),
        ("pth:sea", "words: pth:sea", "Perhaps path:sea is meant."),
        ("since:2026-05", "words: since:2026-05", "Perhaps after:2026-05 is meant."),
        ("[status", "words: [status", "Closing ] missing; searched as plain words."),
        ("[rating:>high]", "the property rating > high", "“high” is neither a number nor a date"),
        ("(" * 40 + "a", "contains a", "Too many nested parentheses"),
        ("file:" * 40 + "a", "file name contains", "Too many operators in a row"),
    ],
)  # fmt: skip
def test_what_is_unfinished_has_its_best_reading_and_a_hint(typed: str, reading: str, hint: str) -> None:
    query = parse_query(typed, TODAY)
    assert query.reading.startswith(reading)
    assert any(one.startswith(hint) or hint in one for one in query.hints)


@pytest.mark.parametrize(
    "typed", ["where do dugongs graze?", "print() is (not) it", "a -b OR c [d:e]", "12:30", "[[Sea", "[a:>3]"]
)
def test_what_is_finished_has_no_hint(typed: str) -> None:
    assert parse_query(typed, TODAY).hints == ()


_pieces = st.one_of(
    st.sampled_from([*"\"()-/[]:\\番\U0001f353#~^*'x\x00 \n"]),
    st.sampled_from(
        [" OR ", "OR", "file:", "tag:#", "line:(", "on:", "[a:>", "[a:", "match-case:", "null", "last week"]
    ),
)


@example("[\n]")
@example("[" + "/a/a" * 40 + '"b"c]')  # would be read for hours
@given(st.one_of(st.text(), st.lists(_pieces, max_size=30).map("".join)))
def test_anything_typed_is_a_query(typed: str) -> None:
    query = parse_query(typed, TODAY)
    assert query.reading is not None
    assert all(hint.endswith(".") for hint in query.hints)
    assert "\n" not in query.words


@given(st.lists(st.from_regex(r"[a-z0-9番茄é',.?!&+=%_-]+", fullmatch=True), max_size=8))
def test_words_alone_stay_as_they_are(words: list[str]) -> None:
    # A hyphen leaves out, a plus requires.
    wanted = [word for word in words if not word.startswith(("-", "+"))]
    query = parse_query(" ".join(wanted), TODAY)
    assert (query.words, query.conditions) == (" ".join(wanted), ())


@pytest.mark.parametrize(
    ("days", "dates"),
    [
        ("2026-05-01 2026-06-01", ["2026-05", "may", "this month"]), ("2026-12-01 2027-01-01", ["2026-12"]),
        ("2024-12-30 2025-01-06", ["2025-W01"]), ("2024-01-15 2024-01-22", ["KW 3/2024", "Semaine 3-2024"]),
        ("2024-01-01 2024-04-01", ["2024-Q1", "Q1/2024"]), ("2024-12-30 2025-01-13", ["2025-W01/2025-W02"]),
        ("2024-01-01 2024-07-01", ["2024-H1", "h1 2024"]), ("2024-07-01 2025-01-01", ["H2/2024", "2024h2"]),
        ("2026-04-27 2026-05-04", ["vorletzte Woche", "上上周"]), ("2026-05-06 2026-05-07", ["a week ago"]),
        ("2024-12-31 2025-01-01", ["31.12.24", "12/31/2024"]), ("2025-03-29 2025-03-30", ["29-Mar-2025"]),
        ("2025-05-13 2025-05-14", ["one year ago", "год назад"]), ("2026-05-13 2026-05-14", ["Today"]),
        ("2026-05-11 2026-05-18", ["this  week"]), ("2026-04-01 2026-05-01", ["last month"]),
        ("2026-05-12 2026-05-13", ["2026/05/12", "20260512", "12.05.2026", "yesterday"]),
        ("2026-05-04 2026-05-11", ["last week", "the last week", "la semaine dernière"]),
        ("2025-01-01 2026-01-01", ["last year", "l'année dernière", "l’année dernière"]),
        ("2024-12-01 2025-01-01", ["12/2024"]), ("2025-12-01 2026-01-01", ["December"]),
        ("2026-04-13 2026-04-14", ["a month ago", "vor einem Monat"]),
        ("2026-01-01 2027-01-01", ["2026", "this year"]), ("2026-02-28 2026-03-01", ["2026-2-28"]),
    ],
)  # fmt: skip
def test_a_date_spans_days(days: str, dates: list[str]) -> None:
    expected = tuple(datetime.fromisoformat(day).astimezone() for day in days.split())
    assert {written: moments_of_date(written, TODAY) for written in dates} == dict.fromkeys(dates, expected)


@pytest.mark.parametrize(
    "written", ["", "soon", "2026-13", "2026-02-30", "0000", "20261312", "1299 €", "last", "２０２６"]
)
def test_what_is_no_date_is_none(written: str) -> None:
    assert moments_of_date(written, TODAY) is None


@given(st.dates(), st.text(max_size=12))
def test_no_date_raises(today: date, written: str) -> None:
    moments_of_date(written, today)
    moments_of_date(today.isoformat(), today)
    for unit in ("week", "month", "year"):
        moments_of_date(f"last {unit}", today)
        moments_of_date(f"this {unit}", today)
    assert moments_of_date("today", today) == moments_of_date(today.isoformat(), today)


@given(st.text('aB -#:/()[]"é\u0301.OR\tNAD', max_size=30))
def test_a_query_of_plain_words_is_read_as_the_parser_reads_it(text: str) -> None:
    words, conditions, hints = read_query(text, TODAY)
    parsed = parse_query(text, TODAY)
    assert (parsed.words, parsed.conditions, parsed.hints) == (words, conditions, hints)


def test_what_cannot_be_encoded_is_not_searched_for() -> None:
    assert [query("boat \ud800").words for query in (parse_query, literal_query)] == ["boat ?", "boat ?"]


@pytest.mark.parametrize(("text", "kind"), [("/to(ke)n/", "regular expression"), ("/", "exact text")])
def test_exact_text_is_read_as_such(text: str, kind: str) -> None:
    assert literal_query(text, within_words=True).reading == f"{kind}: {text}"
