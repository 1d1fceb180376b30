"""Conditions of a query over a real index agree with plain Python over the notes."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path, PurePosixPath
from unicodedata import normalize

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import parsed
from tests.core.search.indexed_notes import engine_of, indexed, last_stage
from vaultsearch.core.errors import QueryError
from vaultsearch.core.filters import AllOf, AtPath, AtPaths, Filter
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.text import index_tags, lower_text
from vaultsearch.core.values.note import Note, ParsedLink
from vaultsearch.core.values.search import Mode
from vaultsearch.core.vault.links import LinkResolver

pytestmark = pytest.mark.asyncio(loop_scope="module")
TODAY = date(2026, 5, 13)

NOTES = {
    "Sea/Dugongs.md": "---\ntags: [sea/mammal]\nrating: 4\ndate: 2026-04-30\nstatus: Not yet\n---\n"
    "# Habits\nDugongs graze on\nsea   grass meadows, says [[Reefs]].\n# Threats\nNets of the trawlers.\n",
    "Sea/Reefs.md": "---\ntags: sea\nrating: 3\ndate: 2026-05-01\nstatus:\n"
    "seen: [2025-01-02, 2026-05-12]\n---\n"
    "Coral reefs bleach.\n\n"
    "- [ ] call Mum\n- [x] call Anna\n    - a coral\n\n```\n- [ ] no task\n\nhere\n```\n",
    "Land/Numbats.md": "Numbats eat TERMITES. HTML and html. #land\n\n"
    "Bilbies dig; see [[Sea/Dugongs|them]].\n",
    "Land/100% odd_'name.md": "---\ndone: true\nrating: 13\nauthors: [Ann Lee, Bo Ek]\n---\n"
    "Nothing 'odd' \\ here.\n",
    "水/笔记.md": "我喜欢在海边学习中文。\n",
}
DATED = {"Sea/Dugongs.md", "Sea/Reefs.md"}
EVERY = set(NOTES)


async def found(
    corpus: LanceCorpus, query: str, mode: Mode = Mode.FULLTEXT, where: Filter | None = None
) -> list[str]:
    stage = await last_stage(engine_of(corpus), query, mode, where=where)
    return [result.chunk.path for result in stage.results]


async def paths(corpus: LanceCorpus, typed: str) -> set[str]:
    where = await QueryScope(corpus.notes).filter(parse_query(typed, TODAY))
    return {chunk.path for chunk in await corpus.get_chunks(where)}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("dugongs", EVERY),
        ('"sea grass"', {"Sea/Dugongs.md"}),
        ('"SEA GRASS" -nets', set()),
        ("dugongs OR numbats", {"Sea/Dugongs.md", "Land/Numbats.md"}),
        ("(dugongs numbats)", {"Land/Numbats.md"}),
        ("-(dugongs OR 学习)", {"Sea/Reefs.md", "Land/100% odd_'name.md"}),
        ("/d(u|i)g/", {"Sea/Dugongs.md", "Land/Numbats.md"}),
        ("match-case:/D[u]g/", {"Sea/Dugongs.md", "Land/Numbats.md"}),
        ("match-case:(termites)", set()),
        ("match-case:TERMITES", {"Land/Numbats.md"}),
        ("match-case:(termites OR ignore-case:habits)", {"Sea/Dugongs.md"}),
        ("file:numbats.md", {"Land/Numbats.md"}),
        ("file:sea", set()),
        ("path:sea", DATED),
        ("path:(sea -reefs)", {"Sea/Dugongs.md"}),
        ("path:\"100% odd_'name\"", {"Land/100% odd_'name.md"}),
        ("path:_", {"Land/100% odd_'name.md"}),
        (r'"\\"', {"Land/100% odd_'name.md"}),
        ("lang:zh", {"水/笔记.md"}),
        ("lang:chinese", {"水/笔记.md"}),
        ("lang:/chin/", {"水/笔记.md"}),
        ("lang:(zh OR ja)", {"水/笔记.md"}),
        ("lang:zh OR path:_", {"水/笔记.md", "Land/100% odd_'name.md"}),
        ("lang:zh path:sea", set()),
        ("lang:klingon", set()),
        ("content:笔记", set()),
        ("(笔记)", {"水/笔记.md"}),
        ("title:笔记", {"水/笔记.md"}),
        ("heading:threats", {"Sea/Dugongs.md"}),
        ("tag:sea", DATED),
        ("tag:#Sea/Mammal", {"Sea/Dugongs.md"}),
        ("tag:se", set()),
        ("tag:(land OR sea/mammal)", {"Sea/Dugongs.md", "Land/Numbats.md"}),
        ("tag:/mam/", {"Sea/Dugongs.md"}),
        ("tag:sea OR tag:land", {*DATED, "Land/Numbats.md"}),
        ("tag:sea -tag:sea/mammal", {"Sea/Reefs.md"}),
        ("link:reefs", {"Sea/Dugongs.md"}),
        ("link:[[Dugongs]]", {"Land/Numbats.md"}),
        ("link:Sea/Dugongs.md", {"Land/Numbats.md"}),
        ("link:ugongs", set()),
        ("line:(dugongs graze)", {"Sea/Dugongs.md"}),
        ("line:(dugongs grass)", set()),
        ("block:(dugongs grass)", {"Sea/Dugongs.md"}),
        ("block:(habits grass)", set()),
        ("section:(habits grass)", {"Sea/Dugongs.md"}),
        ("section:(habits nets)", set()),
        ('line:"call mum" line:/an+a/', {"Sea/Reefs.md"}),
        ("line:(bleach OR nets)", DATED),
        ("match-case:line:termites", set()),
        ('block:""', EVERY),
        ("block:(call coral)", set()),
        ('task:""', {"Sea/Reefs.md"}),
        ("task:coral", set()),
        ("task-todo:mum", {"Sea/Reefs.md"}),
        ("task-todo:anna", set()),
        ("task-done:anna", {"Sea/Reefs.md"}),
        ("task:here", set()),
        ("[RATING]", {*DATED, "Land/100% odd_'name.md"}),
        ("[rating:3]", {"Sea/Reefs.md"}),
        ("[rating:>3]", {"Sea/Dugongs.md", "Land/100% odd_'name.md"}),
        ("[rating:<=4]", DATED),
        ("[status:null]", {"Sea/Reefs.md"}),
        ("[status:yet]", {"Sea/Dugongs.md"}),
        ('[status:"not yet"]', {"Sea/Dugongs.md"}),
        ("(after:2026-04 OR nowhere) path:Sea", {"Sea/Reefs.md"}),
        ("(before:2026-05-01 OR nowhere) path:Sea", {"Sea/Dugongs.md"}),
        ("(before:2026-04-30 OR nowhere) path:Sea", set()),
        ("(on:2026-04-30 OR nowhere)", {"Sea/Dugongs.md"}),
        ("(on:2026-05-01 OR nowhere)", {"Sea/Reefs.md"}),
        ("link:(-Dugongs)", {"Sea/Dugongs.md"}),
        ("tag:(-sea)", {"Land/Numbats.md"}),
        ('[status:"not"]', set()),
        ('[status:"not" OR yet]', {"Sea/Dugongs.md"}),
        ("[(rating OR status):yet]", {"Sea/Dugongs.md"}),
        ("[/^(rat|sta)/:>3]", {"Sea/Dugongs.md", "Land/100% odd_'name.md"}),
        ('[RATING OR "done"]', {*DATED, "Land/100% odd_'name.md"}),
        ('["rating":3]', {"Sea/Reefs.md"}),
        ("[status] -[status:null]", {"Sea/Dugongs.md"}),
        ("[done:true]", {"Land/100% odd_'name.md"}),
        ("[done:tru]", set()),
        ("[authors:lee]", {"Land/100% odd_'name.md"}),
        ("[authors:\"bo ek\" OR nobody]", {"Land/100% odd_'name.md"}),
        ("[authors:-lee]", set()),
        ("[seen:>2026-05]", set()),
        ("[seen:>=2026-05]", {"Sea/Reefs.md"}),
        ("[seen:<2025-02]", {"Sea/Reefs.md"}),
        ("[date:=2026-04]", {"Sea/Dugongs.md"}),
        ("on:2026-04", {"Sea/Dugongs.md"}),
        ("on:2026-05-01", {"Sea/Reefs.md"}),
        ("before:2026-05", {"Sea/Dugongs.md"}),
        ("after:2026-04", EVERY - {"Sea/Dugongs.md"}),
        ("on:yesterday", EVERY - DATED),
        ("-on:yesterday tag:sea", DATED),
    ],
)  # fmt: skip
async def test_a_condition_finds_the_right_notes(corpus: LanceCorpus, typed: str, found: set[str]) -> None:
    assert await paths(corpus, typed) == found


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("line:nets", ["Nets of the trawlers."]),
        ("section:(habits graze)", ["Dugongs graze on sea grass meadows, says Reefs."]),
        (
            "line:nets OR line:bilbies",
            ["Nets of the trawlers.", "Numbats eat TERMITES. HTML and html. #land Bilbies dig; see them."],
        ),
        (
            "line:rating path:Dugongs",
            ["Dugongs graze on sea grass meadows, says Reefs.", "Nets of the trawlers."],
        ),
    ],
)
async def test_passages_with_matching_lines(corpus: LanceCorpus, typed: str, texts: list[str]) -> None:
    where = await QueryScope(corpus.notes).filter(parse_query(typed, TODAY))
    found = sorted(chunk.text for chunk in await corpus.get_chunks(where))
    assert [" ".join(text.split()) for text in found] == texts


async def test_conditions_alone_list_the_newest_notes_by_their_passage(corpus: LanceCorpus) -> None:
    scope, query = QueryScope(corpus.notes), parse_query("nets OR bleach OR numbats", TODAY)
    listed = await scope.newest(query, 10)
    assert [chunk.path for chunk in listed] == ["Land/Numbats.md", "Sea/Reefs.md", "Sea/Dugongs.md"]
    assert [chunk.ranks["newest"].rank for chunk in listed] == [1, 2, 3]
    assert listed[2].text == "Nets of the trawlers."
    assert len(await scope.newest(query, 2)) == 2


@pytest.mark.parametrize(
    "typed",
    [
        "path:Sea", "line:e", "-path:Sea", "tag:sea line:e", "tag:land line:nets", "line:e after:2000",
        "line:zebra",
    ],
)  # fmt: skip
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
    assert [result.chunk.path for result in stage.results] == ["Sea/Reefs.md", "Sea/Dugongs.md"]
    assert [result.why for result in stage.results] == ["newest #1", "newest #2"]
    assert (stage.final, stage.reading) == (True, "tagged sea")
    assert await found(corpus, "meadows call (tag:land OR line:call)", mode) == ["Sea/Reefs.md"]


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


async def test_a_property_without_a_value_is_not_one_with_an_empty_one(tmp_path: Path) -> None:
    values = {"none": "", "empty": ' ""', "list": " []", "some": " done"}
    notes = {f"{name}.md": f"---\nstatus:{value}\n---\n{name}\n" for name, value in values.items()}
    async with indexed(tmp_path / "index", notes) as corpus:
        assert await paths(corpus, "[status:null]") == {"none.md"}
        assert await paths(corpus, '[status:""]') == {"empty.md"}


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
    async with indexed(tmp_path / "index", LINKED) as corpus:
        for typed, expected in (
            ("link:People/Anna", to_anna),
            ("link:anna", {*to_anna, "to the other.md"}),
            ('link:"ann lee"', to_anna),
            ("link:Annie -link:yet", {"by alias.md", "by path.md"}),
            ("link:Old/Anna.md", {"to the other.md"}),
            ("link:[[Nobody/Yet]]", {"by name.md"}),
            ("link:drawing.png", {"by alias.md"}),
            ("link:her", set()),
            ("link:/^peop/", to_anna),
        ):
            assert await paths(corpus, typed) == expected, typed


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


def word_test(word: str) -> Test:
    return quoted(
        word
    ), lambda n: fold(word) in fold(n.text) or fold(word) in fold(PurePosixPath(n.path).stem)


def place_test(place: str, word: str) -> Test:
    def plain(n: Note) -> bool:
        texts = {
            "path": [n.path],
            "file": [PurePosixPath(n.path).name],
            "content": [n.text],
            "title": [n.title],
            "heading": [h.text for h in n.headings],
            "line": n.text.split("\n"),
            "section": sections(n),
        }
        return any(fold(word) in fold(text) for text in texts[place])

    return f"{place}:{quoted(word)}", plain


def together_test(place: str, first: str, second: str) -> Test:
    def plain(n: Note) -> bool:
        stretches = sections(n) if place == "section" else n.text.split("\n")
        return any(fold(first) in fold(text) and fold(second) in fold(text) for text in stretches)

    return f"{place}:({quoted(first)} {quoted(second)})", plain


def pattern_test(place: str, pattern: str) -> Test:
    def plain(n: Note) -> bool:
        compiled = regex.compile(pattern, regex.MULTILINE | regex.IGNORECASE)
        stretches = sections(n) if place == "section" else n.text.split("\n")
        return any(compiled.search(normalize("NFC", text)) for text in stretches)

    return f"{place}:/{pattern}/", plain


def tag_test(tag: str) -> Test:
    return f"tag:{tag}", lambda n: lower_text(tag).strip("/") in index_tags(n.tags)


def property_test(word: str) -> Test:
    safe = word.replace('"', "")
    return (
        f'[p:"{safe}"]',
        lambda n: "p" in n.properties and _spaced(fold(safe)) == _spaced(fold(str(n.properties["p"]))),
    )


def _spaced(text: str) -> str:
    return " ".join(text.split())


def rating_test(number: int) -> Test:
    def plain(n: Note) -> bool:
        value = n.properties.get("rating")
        return isinstance(value, int) and value > number

    return f"[rating:>{number}]", plain


def date_test(operator: str, month: int) -> Test:
    first, end = datetime(2026, month, 1).astimezone(), datetime(2026, month + 1, 1).astimezone()
    holds = {
        "on": lambda n: first <= moment(n) < end,
        "before": lambda n: moment(n) < first,
        "after": lambda n: moment(n) >= end,
    }
    return f"{operator}:2026-{month:02}", holds[operator]


# Some match in a single line only, not in it together with the lines around it.
PATTERNS = (
    r"\W$", r"^#+ É", r"par.en", r"s\b", r"\A[^#]", r"l\Z", r"学(?!\s)", r"(?<!\n)É", r"[^x]++$", r"(\w)\1",
)  # fmt: skip

_word = st.sampled_from(WORDS)
_leaf = st.one_of(
    _word.map(word_test),
    st.builds(
        place_test, st.sampled_from(["path", "file", "content", "title", "heading", "line", "section"]), _word
    ),
    st.builds(together_test, st.sampled_from(["line", "section"]), _word, _word),
    st.builds(pattern_test, st.sampled_from(["line", "section"]), st.sampled_from(PATTERNS)),
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
        path = resolver.resolve(link, source).path
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
