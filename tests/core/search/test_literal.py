"""What is typed is found: passages that hold it as it is typed stand above all others, in every mode."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TypeAlias

import pytest
import pytest_asyncio

from tests.core.search.indexed_notes import engine_of, expanding, indexed, last_stage
from vaultsearch.core.filters import Filter
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.search.engine import SearchEngine
from vaultsearch.core.search.literal import (
    LITERAL_LEG,
    LiteralFloor,
    LiteralMatch,
    LiteralQuery,
    literal_first,
)
from vaultsearch.core.search.retrieval import FullTextRetriever, GrepRetriever
from vaultsearch.core.values.search import Chunk, LegRank, Mode, SearchStage

pytestmark = pytest.mark.asyncio(loop_scope="module")
Search: TypeAlias = "Callable[..., Awaitable[SearchStage]]"
NOTES = {
    "Sites.md": "# Manage sites\n\nTell crawlers what to leave out in robots.txt, beside the index.",
    "Credits.md": "# Credits\n\nRobots drew these pictures in 1987; the text is ours.",
    "Bases.md": "# Bases syntax\n\nA boolean is true or false. Another boolean is neither.",
    "Versions.md": "Since 1.4.16 the graph remembers its zoom; 1.4.17 forgot it again, v3.2.1 not.",
    "Tabs.md": "You can split tab groups in the editor by dragging them.",
    "Groups.md": "Groups in the editor: split a tab, or the groups of a tab, in the menu.",
    "Shop.md": "We bought it in the [shop](https://laden.example/kasse) around the corner.",
    "Link.md": "There is [another](https://bolean.example/index) that is neither.",
    "Fire.md": "A night with 🔥 and § 242 of the code.",
    "Paragraphs.md": "The number 242 alone.",
    "Clock.md": "Sul muro c'è l'orologio della nonna, che va sempre avanti.",
    "Paths.md": "It is unpacked into `./parts/foo/parts/...`, never by fs.promises.cp.",
    "Parts.md": "Foo parts, parts of parts, and promises of a cp. Since 2.1.4.16, all parts of foo.",
    "Sections.md": "# A\n\n## B\n\na\n\n# A2\n\nbinturong\n",
} | {f"Filler {at}.md": f"The editor and the text of the {at}th note, with a tab." for at in range(8)}


class Backwards:
    """A retriever that ranks as models may: what was typed comes last."""

    def __init__(self, corpus: LanceCorpus) -> None:
        self._inner = FullTextRetriever(corpus)

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        return list(reversed(await self._inner(query, n, where)))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def search(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Search]:
    """Search notes; each set of them is indexed once."""
    engines: dict[str, SearchEngine] = {}
    async with AsyncExitStack() as stack:

        async def engine_over(notes: dict[str, str]) -> SearchEngine:
            folder = tmp_path_factory.mktemp("literal") / "index"
            corpus = await stack.enter_async_context(indexed(folder, notes))
            await corpus.upkeep.tidy()
            expand = await stack.enter_async_context(expanding(corpus, rested_s=0))
            literally, others = GrepRetriever(corpus), Backwards(corpus)
            return engine_of(
                corpus, expand, lambda mode: literally if mode is Mode.GREP else others,
                literal=LiteralFloor(corpus),
            )  # fmt: skip

        async def answer(
            query: str, mode: Mode = Mode.FULLTEXT, notes: dict[str, str] = NOTES
        ) -> SearchStage:
            if str(notes) not in engines:
                engines[str(notes)] = await engine_over(notes)
            return await last_stage(engines[str(notes)], query, mode, 10)

        yield answer


def paths(stage: SearchStage) -> list[str]:
    return [result.chunk.path for result in stage.results]


ADDRESSES = {
    f"{at}.md": "Of disks, [more](https://disks.example/File_Allocation_Table). Allocated." for at in range(9)
} | {"Memory.md": "Les fuites de l’allocation de mémoire."}
PARTS = {f"{at}.md": "Dupes and dupes, starts. To start, start." for at in range(9)} | {
    "Start.md": "npm-start runs it.", "Peers.md": "With --peer-deps, deps of peers.",
    "Strategy.md": "Its strategy is install-strategy.", "Stage.md": "A strata-stage, one of the strata.",
}  # fmt: skip
LOGINS = {f"{at}.md": f"A login with a {'word' if at % 2 else 'pass'}; ties, hemi." for at in range(9)} | {
    "Music.md": "A hemidemisemiquaver is brief.", "Login.md": "Keep the password of each login.",
    "Shell.md": "Start it with --login, so that it is a login.", "Tie.md": "A tie.",
}  # fmt: skip
JOINED = {
    "phone.md": "The battery of my iPhone15 is weak.",
    "memory.md": "This machine has 16GB of memory, and a disk of 2 TB.",
    "code.md": "Call getUserById(y) first.", "hash.md": "It broke with 3f2a9c1b7d00aa55ee on main.",
    "label.md": "On its label stands 00:1A:2B:3C:4D:5E in small letters.",
    "numbers.md": "The 15 users, by their id: 16 of them, and 2 phones of 3 GB.",
} | {f"Filler {at}.md": f"The user of the {at}th phone, by his id." for at in range(8)}  # fmt: skip
NUMBERS = {
    "Arthur.md": "Call 01632 960288 before ten.", "Deeks.md": "The [boiler man](tel:01632960417).",
    "Lucía.md": "At work: +34 612 34 56 78.", "Rent.md": "Pay to ES91 2100 0418 4502 0005 1332.",
    "Car.md": "The alternator was 420 euros.", "Book.md": "ISBN 978-0201483406, in paper.",
    "Sums.md": "All in € and £, with 960 and 417, 612 and 34.",
} | {f"{at}.md": f"The {at}th note costs nothing: 0 €, 0 £, page 201." for at in range(8)}  # fmt: skip
PROPERTIES = {
    "Riddle.md": """---
author: "[[Erskine Childers]]"
phone: 01632 960288
tags: [spy/novel, coarse]
rating: 4
seen: 2024-05-01
---
Read for the fourth time, in bed, with a cold.

place:: Flensburg, of course""",
    "Sea.md": "Four children promise their author not to go out.",
    "Lamp.md": "A lamp, seen by the novels, of course.",
} | {f"{at}.md": f"The children of the {at}th author." for at in range(8)}  # fmt: skip


@pytest.mark.parametrize(
    ("notes", "first"),
    [
        # `robots.txt` showed *Credits*, `boloean` too, and a word behind an elision was not found at all.
        (NOTES, {
            "robots.txt": "Sites.md", "1.4.16": "Versions.md", "split tab groups in the": "Tabs.md",
            "laden.example": "Shop.md", "kasse": "Shop.md", "🔥": "Fire.md", "orologio": "Clock.md",
            "binturong": "Sections.md", "boloean": "Bases.md", "parts/foo/parts": "Paths.md",
            "foo/parts": "Paths.md", "promises.cp": "Paths.md", "robtos.txt": "Sites.md",
            "bolean.example": "Link.md", "3.2.1": "Versions.md",
        }),
        (ADDRESSES, {"allocation": "Memory.md"}),  # a word that is seen before one in an address
        # `peer-dpes` was read as dupes, which is a frequent word, and is peer-deps.
        (PARTS, {"npm-strat": "Start.md", "--peer-dpes": "Peers.md", "install-strat": "Strategy.md"}),
        # The first is unfinished: no passage holds it as it stands.
        (LOGINS, {"hemidem": "Music.md", "pass word": "Login.md", "--login": "Shell.md", "tie": "Tie.md"}),
        (JOINED, {
            "iphone 15": "phone.md", "iphone": "phone.md", "16 GB": "memory.md", "2TB": "memory.md",
            "user by id": "code.md", "userbyid": "code.md", "3f2a9c1": "hash.md", "3f2a9c1b7d": "hash.md",
            "2b:3c:4d": "label.md", "001A2B3C4D5E": "label.md",
        }),
        # `Childers` was read as children, though exact text found it.
        (PROPERTIES, {
            "Childers": "Riddle.md", "erskine childers": "Riddle.md", "01632960288": "Riddle.md",
            "novel": "Riddle.md", "spy/novel": "Riddle.md",
        }),
        # Another number of the town was first, and the account "not in your notes".
        (NUMBERS, {
            "01632 960 417": "Deeks.md", "612345678": "Lucía.md", "0612 345 678": "Lucía.md",
            "+34612345678": "Lucía.md", "ES9121000418450200051332": "Rent.md", "420€": "Car.md",
            "£ 420": "Car.md", "978-0-201-48340-6": "Book.md", "9780201483406": "Book.md",
        }),
    ],
    ids=["marks and paths", "addresses", "parts", "unfinished", "joined", "properties", "numbers"],
)  # fmt: skip
async def test_the_note_typed_is_first(search: Search, notes: dict[str, str], first: dict[str, str]) -> None:
    assert {query: paths(await search(query, notes=notes))[0] for query in first} == first


@pytest.mark.parametrize("typed", ["hemidem", "pass word"])
async def test_what_is_typed_with_a_plus_stands_for_no_other_word(search: Search, typed: str) -> None:
    notes = {"Music.md": "A hemidemisemiquaver is brief.", "Login.md": "Keep the password."}
    for query, is_literal in ((typed, True), (f"+{typed}", False)):
        results = (await search(query, notes=notes)).results
        assert any(LITERAL_LEG in result.chunk.ranks for result in results) == is_literal


async def test_a_word_left_out_is_said_to_stand_somewhere_as_an_option(search: Search) -> None:
    notes = {"Tar.md": "Unpack it by tar -xaf.", "Drafts.md": "A draft."}
    assert (await search("-draft", notes=notes)).hints == ()
    (hint,) = (await search("-xaf", notes=notes)).hints
    assert hint == "Notes without “xaf”; for “-xaf” itself, put it in quotation marks."
    assert paths(await search('"-xaf"', notes=notes)) == ["Tar.md"]


async def test_a_row_says_why_it_is_there(search: Search) -> None:
    """`binturong` of *A2* was shown under *A > B*, whose few words it had been joined to."""
    stage = await search("robots.txt")
    assert "literal: robots.txt" in stage.results[0].why
    assert LITERAL_LEG not in stage.results[-1].chunk.ranks
    # A part of a number says nothing, nor does a year beside another word.
    for query in ("4.16", "quagga in 1987"):
        assert all(LITERAL_LEG not in result.chunk.ranks for result in (await search(query)).results)
    links = [(await search(query)).results[0].link for query in ("laden.example", "shop")]
    assert links == ["laden.example/kasse", ""], "named where it alone matches"
    first = (await search("binturong")).results[0].chunk
    assert (first.heading_path, first.line_start) == (("A2",), 9)


async def test_a_property_that_alone_matches_stands_in_the_row_and_is_no_slip(search: Search) -> None:
    for query, lead, marked in (
        ("childers", "author: Erskine Childers · Read for", ["Childers"]),
        ("cold erskine", "Read for the fourth", ["cold"]),
        ("coarse", "Read for the fourth", []),
    ):
        stage = await search(query, notes=PROPERTIES)
        (snippet, *_), row = [result.snippet for result in stage.results], stage.results[0]
        assert (snippet.text[: len(lead)], stage.hints, stage.spelling, row.link) == (lead, (), None, "")
        assert [snippet.text[span.start : span.end] for span in snippet.matches] == marked
    assert row.matching_tags == ("coarse",)


async def test_the_digits_of_a_town_are_no_literal_match_of_a_number(search: Search) -> None:
    stage = await search("01632 960 999", notes=NUMBERS)
    assert all(LITERAL_LEG not in result.chunk.ranks for result in stage.results)


@pytest.mark.parametrize(("query", "found"), [("§ 242", "Fire.md"), ("laden.example/kasse", "Shop.md")])
async def test_exact_text_is_exact(search: Search, query: str, found: str) -> None:
    """`§ 242` listed a note with 242 alone."""
    assert paths(await search(query, Mode.GREP)) == [found]


@pytest.mark.parametrize(
    ("query", "corrected", "verbatim"),
    [
        ("boloean", "boolean", "+boloean"),
        *((query, None, None) for query in ('"boloean"', "-boloean editor", "+boloean.txt", "+boloean")),
    ],
)
async def test_a_misspelt_word_is_corrected_unless_it_is_quoted_excluded_or_behind_a_plus(
    search: Search, query: str, corrected: str | None, verbatim: str | None
) -> None:
    spelling = (await search(query)).spelling
    assert (spelling and spelling.corrected, spelling and spelling.query) == (corrected, verbatim)


async def test_a_forgotten_space_is_put_in(search: Search) -> None:
    notes = {f"{at}.md": "Evergreen notes grow." for at in range(3)} | {"x.md": "Nothing of it."}
    stage = await search("evergreennotes", notes=notes)
    assert stage.spelling is not None
    assert stage.spelling.corrected.lower() == "evergreen notes"
    assert paths(stage)[0] != "x.md"


@pytest.mark.parametrize(
    ("query", "text", "match"),
    [
        ("split tab groups", "You can Split  tab groups.", LiteralMatch.EXACT),
        ("split tab groups", "split-tab, groups", LiteralMatch.PHRASE),
        ("split tab groups", "split the tab into groups", LiteralMatch.NEAR),
        ("split tab groups", "groups of a split tab", LiteralMatch.ALL),
        ("hall concert", "in the concert hall", LiteralMatch.NEAR),
        ("hall concert", "a concert in the hall", LiteralMatch.ALL),
        ("la la die 16 GB", "la, di la l'altra die 16GB", LiteralMatch.NEAR),
        ("la la die 16 GB", "la, di la l'altra x die 16GB", LiteralMatch.ALL),
        ("la " * 30 + "rock", "Rock: " + "la " * 60, LiteralMatch.ALL),  # took hours
        ("every night", "Every night, we slept.", LiteralMatch.EXACT),
        ("casa orologio", "la casa dell'orologio", LiteralMatch.PHRASE),
        ("don't panic", "Don’t panic!", LiteralMatch.EXACT),
        ("机器学习", "关于机器学习的笔记", LiteralMatch.EXACT),
    ],
)
async def test_how_literally_a_passage_holds_a_query(query: str, text: str, match: LiteralMatch) -> None:
    assert LiteralQuery(query).match(Chunk("a", "a.md", "T", 0, (), 1, 1, text, text)) is match


async def test_a_passage_under_the_very_heading_holds_it_most_literally() -> None:
    headed = Chunk("a", "a.md", "T", 0, ("Boat", "Every night"), 1, 1, "", "We slept. Every night.")
    assert LiteralQuery("every night").match(headed) is LiteralMatch.HEADING
    assert LiteralQuery("night").match(headed) is LiteralMatch.EXACT  # one word is the heading of many
    assert LiteralQuery("boat night").match(headed) is LiteralMatch.NEAR
    least = [LiteralQuery("every night").least_match(n) for n in (4, 5)]
    assert least == [LiteralMatch.NEAR, LiteralMatch.HEADING]
    assert LiteralQuery("every night long").least_match(50) is LiteralMatch.PHRASE


async def test_the_most_literal_is_first_and_the_others_keep_their_order() -> None:
    def made(key: str, match: LiteralMatch | None = None) -> Chunk:
        chunk = Chunk(key, f"{key}.md", "T", 0, (), 1, 1, "", "", score=1.0)
        return chunk.scored(1.0, {LITERAL_LEG: LegRank(1, float(match))}) if match else chunk

    ordered = literal_first(
        [made(key) for key in "abcd"],
        [made("d", LiteralMatch.PHRASE), made("c", LiteralMatch.EXACT), made("e", LiteralMatch.PHRASE)],
    )
    assert [chunk.id for chunk in ordered] == ["c", "d", "e", "a", "b"]


ACCENTED = {f"plain {at}.md": f"Das war schon lange so, zum {at}. Mal." for at in range(6)}
ACCENTED |= {f"accented {at}.md": f"Ein schönes Bild, {at}-mal schön." for at in range(6)}
ACCENTED["turkish.md"] = "SINIR taşı köyün yanında, çocuklar burada oynuyor ve köylüler çalışıyor."
ACCENTED["nerves.md"] = "SİNİR harbi köyün yanında, çocuklar burada oynuyor ve köylüler çalışıyor."


@pytest.mark.parametrize(
    ("query", "beginning"),
    [
        ("schön", "accented"), ("SCHÖN", "accented"), ("schon", "plain"), ("sınır", "turkish"),
        ("sinir", "nerves"),
    ],
)  # fmt: skip
async def test_of_accents_those_typed_go_first(search: Search, query: str, beginning: str) -> None:
    """Of `schön`, the notes with `schon` came first as often as not."""
    found = paths(await search(query, notes=ACCENTED))
    of_the_word = [path for path in ACCENTED if path.startswith(beginning)]
    assert sorted(found[: len(of_the_word)]) == of_the_word
    assert len(found) > len(of_the_word)
