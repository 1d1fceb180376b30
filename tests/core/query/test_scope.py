"""Conditions of a query over a real index agree with plain Python over the notes."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Sequence
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any
from unicodedata import normalize

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import parsed
from tests.core.search.indexed_notes import engine_of, indexed, last_stage, write_passages
from tests.patience import PROCESS_S
from vaultsearch.core.errors import QueryError
from vaultsearch.core.filters import AllOf, AtPath, AtPaths, Filter
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.query import scope
from vaultsearch.core.query.conditions import Condition
from vaultsearch.core.query.lookup import TextView
from vaultsearch.core.query.query import Query, parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.literal import LiteralFloor
from vaultsearch.core.search.whole_notes import WholeNotes
from vaultsearch.core.text import index_tags, lower_text
from vaultsearch.core.values.note import Note, ParsedLink
from vaultsearch.core.values.search import Chunk, Mode
from vaultsearch.core.vault.links import LinkResolver

pytestmark = pytest.mark.asyncio(loop_scope="module")
TODAY = date(2026, 5, 13)

NOTES = {
    "Sea/Dugongs.md": "---\ntags: [sea/mammal]\nrating: 4\ndate: 2026-04-30\nstatus: Not yet\n---\n"
    "# Habits\nDugongs graze on\nsea   grass meadows, says [[Reefs]].\n# Threats\nNets of the trawlers.\n",
    "Sea/Reefs.md": "---\ntags: sea\nrating: 3\ndate: 2026-05-01\nstatus:\n"
    "seen: [2025-01-02, 2026-05-12 14:00-16:00]\n---\n"
    "Coral reefs bleach.\n\n"
    "1. ```sh\n   - [ ] no task\n   ```\n\n"
    "- [ ] call Mum\n- [x] call Anna\n    - a coral\n\n```\n- [ ] no task\n\nhere\n```\n",
    "Land/Numbats.md": "Numbats eat TERMITES. HTML and html. #land\n\n"
    "Bilbies dig; see [[Sea/Dugongs|them]].\n",
    "Land/100% odd_'name.md": "---\ndone: true\nrating: 13\nauthors: [Ann Lee, Bo Ek]\n---\n"
    "Nothing 'odd' \\ here.\n",
    "水/笔记.md": "我喜欢在海边学习中文。\n",
}
DUGONGS, REEFS, NUMBATS, ODD, CHINESE = NOTES
DATED, EVERY = {DUGONGS, REEFS}, set(NOTES)


async def found(
    corpus: LanceCorpus, query: str, mode: Mode = Mode.FULLTEXT, where: Filter | None = None
) -> list[str]:
    stage = await last_stage(engine_of(corpus), query, mode, where=where)
    return [result.chunk.path for result in stage.results]


async def paths(corpus: LanceCorpus, typed: str) -> set[str]:
    where = await QueryScope(corpus.notes).filter(parse_query(typed, TODAY))
    return {chunk.path for chunk in await corpus.get_chunks(where)}


ANSWERS: list[tuple[set[str], list[str]]] = [
    (set(), [
        '"SEA GRASS" -nets', "match-case:(termites)", "file:sea", "lang:zh path:sea", "lang:klingon",
        "content:笔记", "tag:se", "link:ugongs", "line:(dugongs grass)", "block:(habits grass)",
        "section:(habits nets)", "match-case:line:termites", "block:(call coral)", "task:coral",
        "task-todo:anna", "task:here", "(before:2026-04-30 OR nowhere) path:Sea", '[status:"not"]',
        "[done:tru]", "[authors:-lee]", "[seen:>2026-05]",
    ]),
    ({DUGONGS}, [
        '"sea grass"', "match-case:(termites OR ignore-case:habits)", "path:(sea -reefs)", "heading:threats",
        "tag:#Sea/Mammal", "tag:/mam/", "link:reefs", "line:(dugongs graze)", "block:(dugongs grass)",
        "section:(habits grass)", "[status:yet]", '[status:"not yet"]',
        "(before:2026-05-01 OR nowhere) path:Sea", "(on:2026-04-30 OR nowhere)", "link:(-Dugongs)",
        '[status:"not" OR yet]', "[(rating OR status):yet]", "[status] -[status:null]", "[date:=2026-04]",
        "on:2026-04", "before:2026-05",
    ]),
    ({REEFS}, [
        "tag:sea -tag:sea/mammal", 'line:"call mum" line:/an+a/', 'task:""', "task-todo:mum",
        "task-done:anna", "[rating:3]", "[status:null]", "(after:2026-04 OR nowhere) path:Sea",
        "(on:2026-05-01 OR nowhere)", '["rating":3]', "[seen:>=2026-05]", "[seen:<2025-02]",
        "[seen:=2026-05-12]", "on:2026-05-01",
    ]),
    ({NUMBATS}, [
        "(dugongs numbats)", "match-case:TERMITES", "file:numbats.md", "link:[[Dugongs]]",
        "link:Sea/Dugongs.md", "tag:(-sea)",
    ]),
    ({ODD}, [
        "path:\"100% odd_'name\"", "path:_", r'"\\"', "[done:true]", "[authors:lee]",
        "[authors:\"bo ek\" OR nobody]",
    ]),
    ({CHINESE}, ["lang:zh", "lang:chinese", "lang:/chin/", "lang:(zh OR ja)", "(笔记)", "title:笔记"]),
    (DATED, ["path:sea", "tag:sea", "line:(bleach OR nets)", "[rating:<=4]", "-on:yesterday tag:sea"]),
    ({DUGONGS, NUMBATS}, [
        "dugongs OR numbats", "/d(u|i)g/", "match-case:/D[u]g/", "tag:(land OR sea/mammal)",
    ]),
    ({DUGONGS, ODD}, ["[rating:>3]", "[/^(rat|sta)/:>3]"]), ({REEFS, ODD}, ["-(dugongs OR 学习)"]),
    ({ODD, CHINESE}, ["lang:zh OR path:_"]), ({*DATED, NUMBATS}, ["tag:sea OR tag:land", 'tag:""']),
    ({*DATED, ODD}, ["[RATING]", '[RATING OR "done"]']), (EVERY - DATED, ["on:yesterday"]),
    (EVERY - {DUGONGS}, ["after:2026-04"]), (EVERY, ["dugongs", 'block:""']),
]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "found"), [(typed, found) for found, queries in ANSWERS for typed in queries]
)
async def test_a_condition_finds_the_right_notes(corpus: LanceCorpus, typed: str, found: set[str]) -> None:
    assert await paths(corpus, typed) == found


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("line:nets", ["Nets of the trawlers."]),
        ("section:(habits graze)", ["Dugongs graze on sea grass meadows, says Reefs."]),
        ("line:nets OR line:bilbies",
         ["Nets of the trawlers.", "Numbats eat TERMITES. HTML and html. #land Bilbies dig; see them."]),
        ("line:rating path:Dugongs",
         ["Dugongs graze on sea grass meadows, says Reefs.", "Nets of the trawlers."]),
    ],
)  # fmt: skip
async def test_passages_with_matching_lines(corpus: LanceCorpus, typed: str, texts: list[str]) -> None:
    where = await QueryScope(corpus.notes).filter(parse_query(typed, TODAY))
    found = sorted(chunk.text for chunk in await corpus.get_chunks(where))
    assert [" ".join(text.split()) for text in found] == texts


async def test_conditions_alone_list_the_newest_notes_by_their_passage(corpus: LanceCorpus) -> None:
    scope, query = QueryScope(corpus.notes), parse_query("nets OR bleach OR numbats", TODAY)
    listed = await scope.newest(query, 10)
    places = [(NUMBATS, 1), (REEFS, 2), (DUGONGS, 3)]
    assert [(chunk.path, chunk.ranks["newest"].rank) for chunk in listed] == places
    assert listed[2].text == "Nets of the trawlers."
    assert await scope.newest(query, 2) == listed[:2]


@pytest.mark.parametrize(
    "typed",
    ["path:Sea", "line:e", "-path:Sea", "tag:sea line:e", "tag:land line:nets", "line:e after:2000"],
)
@pytest.mark.parametrize("within", [None, AtPaths(frozenset(DATED))])
async def test_newest_is_the_same_of_any_n(corpus: LanceCorpus, typed: str, within: Filter | None) -> None:
    query = parse_query(typed, TODAY)
    where = await QueryScope(corpus.notes).filter(query)
    everything = await corpus.notes.newest(where if within is None else AllOf((where, within)), 100)
    expected = [chunks[0].path for chunks in everything]
    scope = QueryScope(corpus.notes)
    for n in (1, 2, 3, 100, 1):
        assert [chunk.path for chunk in await scope.newest(query, n, within)] == expected[:n]


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.SEMANTIC, Mode.FULLTEXT])
async def test_conditions_alone_are_answered_in_every_mode(corpus: LanceCorpus, mode: Mode) -> None:
    (stage,) = [one async for one in engine_of(corpus).search("tag:sea", mode, 5)]
    rows = [(result.chunk.path, result.why) for result in stage.results]
    assert rows == [(REEFS, "newest #1"), (DUGONGS, "newest #2")]
    assert (stage.final, stage.reading) == (True, "tagged sea")
    assert await found(corpus, "meadows call (tag:land OR line:call)", mode) == [REEFS]


async def test_a_callers_filter_holds_beside_the_querys_own_conditions(tmp_path: Path) -> None:
    """Over another program's protocol, the filter was silently ignored if the query had conditions."""
    notes = {f"{folder}/note.md": "---\ntags: sea\n---\nA coral reef." for folder in ("in", "out")}
    async with indexed(tmp_path / "index", notes) as corpus:
        for query in ("corals", "coral tag:sea", "coral line:reef", "tag:sea", "#sea", "line:reef"):
            assert await found(corpus, query, where=AtPath("in/note.md")) == ["in/note.md"], query


async def test_or_parts_what_stands_beside_one_another(tmp_path: Path) -> None:
    """One of four notes was found: OR bound only the two words next to it."""
    texts = ["A meeting at work.", "meeting, work", "A personal meetup.", "meetup, personal"]
    texts += ["A meeting, personal.", "A meetup at work."]
    notes = {f"{number}.md": text for number, text in enumerate(texts)}
    async with indexed(tmp_path / "index", notes) as corpus:
        for typed in ('"meeting" "work" OR "meetup" "personal"', "meeting work OR meetup personal"):
            assert await paths(corpus, typed) == {"0.md", "1.md", "2.md", "3.md"}


async def test_a_property_without_a_value_may_hold_an_empty_one(tmp_path: Path) -> None:
    values = {"none": "", "empty": ' ""', "list": " []", "some": " done", "zero": " 0", "one": ' ["", a]'}
    notes = {f"{name}.md": f"---\nstatus:{value}\n---\n{name}\n" for name, value in values.items()}
    async with indexed(tmp_path / "index", notes) as corpus:
        assert await paths(corpus, "[status:null]") == {"none.md", "empty.md", "list.md"}
        assert await paths(corpus, '[status:""]') == {"empty.md", "one.md"}


WRITTEN = {
    "Projekte/Küche/Plan.md": "---\ndatum: 12.05.2026\npreis: 1.200,50 €\nup: '[[Haus MOC|Haus]]'\n"
    "tags: [haus/küche]\n---\nFliesen und Fugen\n",
    "Projekte/Bad.md": "---\ndatum: '[[2026-04-30]]'\npreis: '12,50'\nup: Haus\n---\nFliesen #haus\n",
    "Küche/Rezept.md": "---\nversion: 1.2.26\npreis: etwa 10\nnoten: [1, 5]\n---\nFleisch\n",
}
PLAN, BATH, RECIPE = WRITTEN


async def test_values_and_names_are_read_as_people_write_them(tmp_path: Path) -> None:
    answers = {
        "[datum:>2026-05-01]": {PLAN}, "[datum:<2026-05]": {BATH}, "[version:>2020]": set(),
        "[preis:12..1000]": {BATH}, "[preis: 1 .. 1.200,50]": {PLAN, BATH}, "[preis:13..1]": set(),
        "[noten:2..4]": set(), "[noten:5..7]": {RECIPE}, "[datum:2026-04..2026-05-11]": {BATH},
        "[preis:>1000]": {PLAN}, "[preis:<=12,5]": {BATH}, "[preis>1]": {PLAN, BATH},
        '[up:"Haus MOC"]': {PLAN}, '[up:"Haus"]': {PLAN, BATH}, "[up:[[Haus MOC]]]": {PLAN},
        "path:Projekte\\Küche": {PLAN}, "path:/Küche": {PLAN, RECIPE}, "path:/Projekte/B": {BATH},
        "path:./Küche/R": {RECIPE}, "-path:/Projekte": {RECIPE}, "path:/^Küche/": {RECIPE},
        "tag:haus/k*": {PLAN}, "tag:*": {PLAN, BATH}, "tag:*che": {PLAN}, "tag:ha*k": set(),
        "content:Fl*n": {PLAN, BATH}, "content:l*n": set(), "file:*.md -Fl*n": {RECIPE},
        "[preis:*]": set(WRITTEN), "-#haus": {RECIPE}, "(#haus/küche OR #x)": {PLAN}, "lang:Deutsch": {PLAN},
    }  # fmt: skip
    async with indexed(tmp_path / "index", WRITTEN) as corpus:
        assert {typed: await paths(corpus, typed) for typed in answers} == answers


async def test_a_tag_typed_alone_lists_notes_that_have_it_first(tmp_path: Path) -> None:
    notes = {
        "word.md": "work work work, and more work.",
        "tagged.md": "---\ntags: [work/office]\n---\nA desk by the window.",
        "other.md": "---\ntags: [home]\n---\nworks of art",
    }
    async with indexed(tmp_path / "index", notes) as corpus:
        assert await found(corpus, "#work") == ["tagged.md", "word.md", "other.md"]
        assert (await found(corpus, "#work art"))[0] == "other.md", "beside words it is one of them"
        assert await found(corpus, "#work path:word") == ["word.md"]


MAY = {"digits", "iso", "mai", "named", "korean"}
BRITISH, AMERICAN = "13/5/2023", "5/13/2023 and 12/25/2023"


@pytest.mark.parametrize(
    ("other", "typed", "day"),
    [
        (BRITISH, "3/5/2024", {*MAY, "slashes"}), (AMERICAN, "3/5/2024", {"slashes", "march"}),
        (AMERICAN, "5/3/2024", MAY), (AMERICAN, "3. Mai 2024", MAY), (BRITISH, "5 March 2024", {"march"}),
        ("", "September 12", {"born", "feast", "2018-09-12"}), ("", "12.09.2019", {"born"}),
        # Beside other words, in a note or folder with these.
        ("", "storms September 12", {"2018-09-12"}), ("", "log September 12", {"2018-09-12"}),
        ("", "mud September 12", {"2023-05-03", "slashes"}), (BRITISH, "mud 3 May 2024", {"slashes"}),
    ],
)  # fmt: skip
async def test_a_day_is_found_however_written(tmp_path: Path, other: str, typed: str, day: set[str]) -> None:
    notes = {
        "digits": "3.5.2024", "iso": "On 2024-05-03", "mai": "Le 3 mai 2024", "named": "May 3rd, 2024",
        "slashes": "3/5/2024: mud" + " and rain" * 99, "march": "On 5 March 2024", "other": other,
        "2023-05-03": "Mud", "Logs/2018-09-12": "A storm" + " and rain" * 99, "feast": "Am 12.09. ist sie.",
        "version": "Release 3.5.20 of 2024", "korean": "2024년 5월 3일", "born": "September 12, 2019",
    } | {f"Storm {n}": "September: 12 of a storm" for n in range(60)}  # fmt: skip
    async with indexed(tmp_path / "index", {f"{name}.md": text for name, text in notes.items()}) as corpus:
        engine = engine_of(corpus, literal=LiteralFloor(corpus), whole_notes=WholeNotes(corpus))
        results = (await last_stage(engine, typed, n=20)).results
        assert {result.chunk.title for result in results[: len(day)]} == day


async def test_the_first_answer_to_a_day_waits_for_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 50,000 notes, nothing was shown for nine seconds."""
    notes = {"a.md": "On 13/5/2024", "b.md": "Log of 20240513"}
    async with indexed(tmp_path / "index", notes) as corpus:
        engine, is_shown, stages = engine_of(corpus, literal=LiteralFloor(corpus)), asyncio.Event(), []
        read_texts = engine.scope.newest

        async def read_once_shown(query: Query, n: int, where: Filter | None = None) -> list[Chunk]:
            await is_shown.wait()
            return await read_texts(query, n, where)

        monkeypatch.setattr(engine.scope, "newest", read_once_shown)
        async for stage in engine.search("13/5/2024", Mode.FULLTEXT, 5):
            is_shown.set()
            stages.append((stage.final, [result.chunk.path for result in stage.results]))
        assert stages[0] == (False, ["a.md"])
        assert stages[-1] == (True, ["a.md", "b.md"])


async def test_texts_are_read_no_further_once_nobody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with indexed(tmp_path / "index", {f"{name}.md": "On 13/5/2024" for name in "abc"}) as corpus:
        is_begun, is_given_up, is_ended = (threading.Event() for _ in range(3))
        asked_scope, read = QueryScope(corpus.notes), list[str]()
        find_lines = asked_scope._matching_lines

        def find_and_tell(*args: Any) -> Any:
            try:
                return find_lines(*args)
            finally:
                is_ended.set()

        def wait_for_the_end(_condition: Condition, view: TextView) -> None:
            read.append(view.note.path)
            is_begun.set()
            is_given_up.wait(PROCESS_S)

        monkeypatch.setattr(asked_scope, "_matching_lines", find_and_tell)
        monkeypatch.setattr(scope, "matched_lines", wait_for_the_end)
        asked = asyncio.ensure_future(asked_scope.filter(parse_query("line:(on)")))
        await asyncio.to_thread(is_begun.wait, PROCESS_S)
        asked.cancel()
        await asyncio.wait((asked,))
        is_given_up.set()
        await asyncio.to_thread(is_ended.wait, PROCESS_S)
        assert len(read) == 1


LINKED = {
    "People/Anna.md": "---\naliases: [Annie, Ann Lee]\n---\nSee [[#Work]].\n# Work\n",
    "Old/Anna.md": "Another one.",
    "by name.md": "[[People/Anna]] and [[Nobody/Yet]]",
    "by alias.md": "Met [[annie|her]], and ![[drawing.png]].",
    "by path.md": "A [letter](People/Anna.md#Work) to her.",
    "to the other.md": "[[Old/Anna]]",
}


async def test_a_link_is_found_by_where_it_leads(tmp_path: Path) -> None:
    to_anna = {"by name.md", "by alias.md", "by path.md"}
    answers = dict.fromkeys(("link:People/Anna", 'link:"ann lee"', "link:/^peop/"), to_anna) | {
        "link:anna": {*to_anna, "to the other.md"}, "link:Annie -link:yet": {"by alias.md", "by path.md"},
        "link:Old/Anna.md": {"to the other.md"}, "link:[[Nobody/Yet]]": {"by name.md"},
        "link:drawing.png": {"by alias.md"}, "link:her": set(),
    }  # fmt: skip
    async with indexed(tmp_path / "index", LINKED) as corpus:
        assert {typed: await paths(corpus, typed) for typed in answers} == answers


async def test_a_pattern_that_never_ends_is_given_up(tmp_path: Path) -> None:
    async with indexed(tmp_path / "slow", {"z.md": "a" * 5000 + "b"}) as corpus:
        with pytest.raises(QueryError, match="takes too long"):
            await QueryScope(corpus.notes, patience_s=0.05).filter(parse_query("/(a|aa)+$/"))


# --- the same query, asked of plain Python -----------------------------------------------------------

WORDS = (
    "it's", "100%", "a_b", "back\\slash", "semi;--", "par(en)", 'quo"te', "Straße", "É", "é", "学习", "*",
    "🍓",
)  # fmt: skip
TAGS = ("sea", "sea/mammal", "Land", "水", "o_b-c")
Test = tuple[str, "Callable[[Note], bool]"]


def fold(text: str) -> str:
    return normalize("NFC", text).casefold()


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def sections(note: Note) -> list[str]:
    lines = note.text.split("\n")
    bounds = [0, *(h.line - 1 for h in note.headings if h.line > 1), len(lines)]
    return ["\n".join(lines[a:b]) for a, b in pairwise(bounds)]


def moment(note: Note) -> datetime:
    return note.created or note.modified


TEXTS: dict[str, Callable[[Note], list[str]]] = {
    "": lambda n: [n.text, PurePosixPath(n.path).stem], "path:": lambda n: [n.path],
    "file:": lambda n: [PurePosixPath(n.path).name], "content:": lambda n: [n.text],
    "title:": lambda n: [n.title], "heading:": lambda n: [h.text for h in n.headings],
    "line:": lambda n: n.text.split("\n"), "section:": sections,
}  # fmt: skip


def words_test(place: str, words: Sequence[str]) -> Test:
    def plain(n: Note) -> bool:
        return any(all(fold(word) in fold(text) for word in words) for text in TEXTS[place](n))

    asked = " ".join(map(quoted, words))
    return f"{place}{asked}" if len(words) == 1 else f"{place}({asked})", plain


def pattern_test(place: str, pattern: str) -> Test:
    def plain(n: Note) -> bool:
        compiled = regex.compile(pattern, regex.MULTILINE | regex.IGNORECASE)
        return any(compiled.search(normalize("NFC", text)) for text in TEXTS[place](n))

    return f"{place}/{pattern}/", plain


def tag_test(tag: str) -> Test:
    return f"tag:{tag}", lambda n: lower_text(tag).strip("/") in index_tags(n.tags)


def property_test(word: str) -> Test:
    safe = word.replace('"', "")
    return (
        f'[p:"{safe}"]',
        lambda n: "p" in n.properties and fold(safe).split() == (fold(str(n.properties["p"])).split()),
    )


def rating_test(number: int) -> Test:
    def plain(n: Note) -> bool:
        value = n.properties.get("rating")
        return isinstance(value, int) and value > number

    return f"[rating:>{number}]", plain


def date_test(operator: str, month: int) -> Test:
    first, end = datetime(2026, month, 1).astimezone(), datetime(2026, month + 1, 1).astimezone()
    holds = {
        "on": lambda n: first <= moment(n) < end, "before": lambda n: moment(n) < first,
        "after": lambda n: moment(n) >= end,
    }  # fmt: skip
    return f"{operator}:2026-{month:02}", holds[operator]


# Some match in a single line only, not in it together with the lines around it.
PATTERNS = (
    r"\W$", r"^#+ É", r"par.en", r"s\b", r"\A[^#]", r"l\Z", r"学(?!\s)", r"(?<!\n)É", r"[^x]++$", r"(\w)\1",
)  # fmt: skip

_word = st.sampled_from(WORDS)
_leaf = st.one_of(
    st.builds(words_test, st.sampled_from([*TEXTS]), st.tuples(_word)),
    st.builds(words_test, st.sampled_from(["line:", "section:"]), st.tuples(_word, _word)),
    st.builds(pattern_test, st.sampled_from(["line:", "section:"]), st.sampled_from(PATTERNS)),
    st.sampled_from(TAGS).map(tag_test),
    _word.map(property_test),
    st.integers(0, 3).map(rating_test),
    st.builds(date_test, st.sampled_from(["on", "before", "after"]), st.integers(3, 6)),
)


def negated(test: Test) -> Test:
    return f"-({test[0]})", lambda n: not test[1](n)


def both(a: Test, b: Test) -> Test:
    return f"({a[0]} {b[0]})", lambda n: a[1](n) and b[1](n)


def either(a: Test, b: Test) -> Test:
    return f"({a[0]} OR {b[0]})", lambda n: a[1](n) or b[1](n)


_test = st.recursive(
    _leaf,
    lambda inner: st.one_of(
        inner.map(negated), st.builds(both, inner, inner), st.builds(either, inner, inner)
    ),
    max_leaves=5,
)


@st.composite
def _notes(draw: st.DrawFn) -> dict[str, str]:
    names = draw(st.lists(_word, min_size=2, max_size=5, unique_by=fold))
    notes = {}
    for name in names:
        lines = draw(
            st.lists(st.sampled_from([*WORDS, "", "# É", "## par(en)", "#水", "#Sea/Mammal x"]), max_size=6)
        )
        front = draw(
            st.lists(st.sampled_from(_FRONT), max_size=3, unique_by=lambda line: line.partition(":")[0])
        )
        head = "---\n" + "\n".join(front) + "\n---\n" if front else ""
        folder = draw(st.sampled_from(["", "It's/", "100%/", "学习/"]))
        notes[f"{folder}{name}.md"] = head + "\n".join(lines)
    return notes


_FRONT = (
    "rating: 1", "rating: 3", "rating: high", "date: 2026-04-01", "date: 2026-05-31", "tags: [sea, o_b-c]",
    "tags: land", "p: it's 100%", "p: 学习", "p: STRASSE", "p: a_b; par(en)",
)  # fmt: skip


@given(notes=_notes(), tests=st.lists(_test, min_size=4, max_size=8))
async def test_filters_find_what_plain_python_finds(
    tmp_path_factory: pytest.TempPathFactory, notes: dict[str, str], tests: list[Test]
) -> None:
    read = [parsed(path, text) for path, text in notes.items()]
    async with indexed(tmp_path_factory.mktemp("generated") / "index", notes) as corpus:
        for typed, plain in tests:
            query = parse_query(typed, TODAY)
            assert (query.words, query.hints) == ("", ())
            assert await paths(corpus, typed) == {n.path for n in read if plain(n)}, typed


_called = st.sampled_from(["Anna", "Bo", "x/Anna", "Ann", "É", "学习", "it's", "nobody"])


@st.composite
def _linked_notes(draw: st.DrawFn) -> dict[str, str]:
    names = draw(st.lists(_called, min_size=1, max_size=4, unique_by=fold))
    notes = {}
    for name in names:
        aliases = draw(st.lists(_called, max_size=2))
        links = draw(
            st.lists(st.tuples(_called, st.sampled_from(["[[{}]]", "![[{}|y]]", "[y](<{}.md>)"])), max_size=3)
        )
        body = "\n\n".join(form.format(target) for target, form in links)
        notes[f"{draw(st.sampled_from(['', 'x/', 'z/']))}{name}.md"] = (
            f"---\naliases: {json.dumps(aliases)}\n---\n{body}"
        )
    return notes


@given(notes=_linked_notes(), asked=_called)
async def test_links_lead_where_plain_python_follows_them(
    tmp_path_factory: pytest.TempPathFactory, notes: dict[str, str], asked: str
) -> None:
    read = {path: parsed(path, text) for path, text in notes.items()}
    resolver = LinkResolver({path: note.aliases for path, note in read.items()})

    def leads_there(source: str, link: ParsedLink) -> bool:
        path = resolver.path_of(link, source)
        aliases = read[path].aliases if path else ()
        ending = "/" + (path or link.target).removesuffix(".md").lower()
        return ending.endswith("/" + asked.lower()) or asked.lower() in {a.lower() for a in aliases}

    async with indexed(tmp_path_factory.mktemp("linked") / "index", notes) as corpus:
        expected = {path for path, note in read.items() if any(leads_there(path, x) for x in note.links)}
        assert await paths(corpus, f"link:{quoted(asked)}") == expected


async def test_a_required_word_is_in_each_passage_also_of_those_cut_from_one_line(tmp_path: Path) -> None:
    filler = "Boats need paint and patience in equal parts every single spring. " * 40
    line = f"The canvas is white. {filler}The mast is of spruce. {filler}Oars of ash."
    notes = {"Long.md": f"# Sails\n{line}\n", "Short.md": "A canvas bag.\n\nNo more.\n"}
    async with indexed(tmp_path / "index", notes) as corpus:
        where = await QueryScope(corpus.notes).filter(parse_query("+canvas paint", TODAY))
        texts = [chunk.text for chunk in await corpus.get_chunks(where)]
        assert len(await corpus.get_chunks(AtPath("Long.md"))) > 2
    assert [" ".join(text.split()[:3]) for text in texts] == ["The canvas is", "A canvas bag."]


async def test_after_any_edits_filters_and_places_are_those_of_a_new_scope(tmp_path: Path) -> None:
    alias, chooser = "---\naliases: [Rope]\n---", random.Random(5)
    parts = ("[[Keel]]", "[[Oar]]", "[[Rope]]", "#oak", "planed larch", "- [ ] plane it", alias)
    queries = ("link:Rope", "link:Boat/Keel", "line:(planed larch)", "task-todo:plane", "path:Boat -link:Oar")
    async with indexed(tmp_path, {"Keel.md": "[[Oar]]\n"}) as corpus:
        scope = QueryScope(corpus.notes)
        for _ in range(25):
            path = chooser.choice(["Keel.md", "Boat/Keel.md", "Oar.md", "Oar.md:1.md", "Log.md"])
            await corpus.writer.delete_notes([path])
            if lines := sorted(chooser.sample(parts, chooser.choice([0, 3, 3])), key=alias.__ne__):
                await write_passages(corpus, {path: "\n\n".join(lines)})
            for query in map(parse_query, queries):
                filters = [await each.filter(query) for each in (scope, QueryScope(corpus.notes))]
                assert await corpus.get_chunks(filters[0]) == await corpus.get_chunks(filters[1]), query.text
            places = {place.id for of_note in (await corpus.notes.places()).values() for place in of_note}
            assert places == {chunk.id async for chunk in corpus.get_all_text()}
