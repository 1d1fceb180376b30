"""The legs, who is asked for what, and their fusion; an index and models where they are what is tested."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.builders import CHUNKER, HashEncoder, LanguageCounts, chunk
from tests.core.search.indexed_notes import encode_pending, engine_of, indexed
from vaultsearch.core.errors import ModelUnavailableError, QueryError
from vaultsearch.core.filters import AllOf, AtPath, Filter, HasTag, InLanguages, Not, OfKind
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.protocols import Retriever
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search import retrieval
from vaultsearch.core.search.routed_retrieval import CosineScale, RoutedRetriever
from vaultsearch.core.values.note import FileKind, Revision
from vaultsearch.core.values.search import Chunk, LegRank
from vaultsearch.core.vault.pictures import add_paragraphs
from vaultsearch.core.vault.reading import read_file

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOTES = {
    "a.md": "# Setup\nRun `git rebase -i HEAD~3` (careful!)\n",
    "b.md": "The rebase went wrong, a rebase often does.\n",
    "sub/c.md": "Nothing of the kind. E-mail: anna@example.org\n",
    "empty title.md": "",
}


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("HEAD~3", ["a.md"]), ("rebase", ["b.md", "a.md"]), ("git rebase", ["a.md"]),
        ("(careful!)", ["a.md"]), ("/head~\\d/", ["a.md"]), ("/\\w+@\\w+\\.org/", ["sub/c.md"]),
        ("empty title", ["empty title.md"]), ("nowhere-at-all", []), ("   ", []), ("/", []),
    ],
)  # fmt: skip
async def test_grep_finds_exactly_what_is_typed(corpus: LanceCorpus, query: str, paths: list[str]) -> None:
    found = await retrieval.GrepRetriever(corpus)(query, 10)
    assert [c.path for c in found] == paths
    scores = [1 + math.log1p(1 + (query == "rebase" and path == "b.md")) for path in paths]
    assert [c.ranks["grep"] for c in found] == [LegRank(*each) for each in enumerate(scores, start=1)]


async def test_a_pattern_sees_where_each_line_of_a_passage_begins_and_ends(tmp_path: Path) -> None:
    found = {"/^rye flour$/": 1, "/^rye/": 1, "/flour$/": 1, "/^flour/": 0}
    async with indexed(tmp_path / "index", {"list.md": "milk\nrye flour\nsalt\n"}) as corpus:
        grep = retrieval.GrepRetriever(corpus)
        assert {pattern: len(await grep(pattern, 5)) for pattern in found} == found


async def test_a_tag_is_asked_for_as_people_write_it(tmp_path: Path) -> None:
    notes = {"a.md": "Sand the hull. #Boat/Hull\n", "b.md": "Sand the table. #boating\n"}
    async with indexed(tmp_path / "index", notes) as corpus:
        for tag in ("boat", "#Boat", "BOAT/", "#boat/hull/"):
            assert await corpus.notes.paths(HasTag(tag)) == {"a.md"}


async def test_a_pattern_that_is_none_is_told_so(corpus: LanceCorpus) -> None:
    with pytest.raises(QueryError, match="valid regular expression"):
        await retrieval.GrepRetriever(corpus)("/(open/", 5)


async def test_a_pattern_that_never_ends_is_given_up(tmp_path: Path) -> None:
    async with indexed(tmp_path / "slow", {"z.md": "a" * 5000 + "b"}) as corpus:
        with pytest.raises(QueryError, match="takes too long"):
            await retrieval.GrepRetriever(corpus)("/(a|aa)+$/", 5)
        assert not await retrieval.GrepRetriever(corpus)("/(a|aa)+$/", 5, AtPath("other.md"))


async def test_a_text_outside_passages_or_as_it_is_shown_finds_its_passage(tmp_path: Path) -> None:
    """Headings, properties and texts copied from a page were not found."""
    body = "Long prose about kayaks, rivers, and all that floats.\n" * 30
    notes = {
        "n.md": f"---\nauthor: E. M. Forster\n---\n# Intro\n\n{body}## Quagga chapter\n\n{body}",
        "fox.md": f"{body}\n# Fox\n\nThe **quick** brown [fox](f.md) jumps over the [[Lazy dog|lazy]] hound.",
        "owl.md": f"# Owl\n\nThe *snowy* owl.\n{body}# More\n\nThe *snowy* one, the snowy owl.\n",
    }
    log = read_file(Revision("log.txt", 9, 0), b"Paid $5 for *all* items [draft], C++ `make` key:: value")
    places = {
        "n.md Quagga chapter": ("quagga chapter", "/^## quag/", "/quagga ch/"),
        "n.md Intro": ("forster", "author: E. M."),
        "fox.md Fox": ("over the lazy hound", "The quick brown fox jumps", "The **quick** brown"),
        "log.txt ": ("Paid $5 for *all* items [draft]", "*all*", "`make` key::"),
        "": ("over hound", "quagga intro", "brown jumps"),
    }
    async with indexed(tmp_path / "index", notes) as corpus:
        await corpus.writer.replace_notes([NoteRows.of(log, CHUNKER.chunks(log))])
        exact, scope = retrieval.GrepRetriever(corpus), QueryScope(corpus.notes)
        for place, query in ((place, query) for place, queries in places.items() for query in queries):
            phrase = query if query.startswith("/") else f'"{query}"'
            for chunks in (await exact(query, 5), await scope.newest(parse_query(phrase), 5)):
                assert "".join(f"{c.path} {''.join(c.heading_path[-1:])}" for c in chunks) == place, query
        for query in ("heading:quagga", 'match-case:"Quagga ch"', "line:quagga"):
            (chunk,) = await scope.newest(parse_query(query), 5)
            assert chunk.heading_path == ("Intro", "Quagga chapter"), query
        assert not await exact("quagga chapter", 5, AtPath("fox.md"))
        for query in ("*snowy*", "snowy owl", "/snowy. o/"):
            assert [c.heading_path[-1] for c in await exact(query, 5)] == ["Owl", "More"], query


async def test_a_picture_is_found_exactly_by_the_paragraph_that_shows_it(tmp_path: Path) -> None:
    picture = add_paragraphs(read_file(Revision("pier.png", 4, 0), b"\x89PNG"), "# Trip\n\nBay of Chania.")
    async with indexed(tmp_path / "index", {"Trip.md": "Bay of Chania.\n![[pier.png]]"}) as corpus:
        await corpus.writer.replace_notes([NoteRows.of(picture, CHUNKER.chunks(picture))])
        for query, where, paths in (
            ("bay of chania", None, ["Trip.md", "pier.png"]), ("pier.png", None, ["Trip.md", "pier.png"]),
            ("/chan.a/", OfKind(FileKind.IMAGE), ["pier.png"]), ("bay", AtPath("Trip.md"), ["Trip.md"]),
            ("bay of crete", None, []),
        ):  # fmt: skip
            found = await retrieval.GrepRetriever(corpus)(query, 5, where)
            assert [one.path for one in found] == paths, query


class Leg:
    """A retriever that answers when it is let."""

    def __init__(self, *ids: str, is_ready: bool = False, error: Exception | None = None) -> None:
        self.ready = asyncio.Event()
        self.cancelled = False
        self._ids, self._error = ids, error
        if is_ready:
            self.ready.set()

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        try:
            await self.ready.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if self._error:
            raise self._error
        return [chunk(name) for name in self._ids]


def hybrid(words: Retriever, meaning: Retriever) -> retrieval.HybridRetriever:
    return retrieval.HybridRetriever({"fulltext": (words, 10), "semantic": (meaning, 10)})


async def test_words_are_shown_while_meaning_keeps_one_waiting() -> None:
    words, meaning = Leg("a.md:0", is_ready=True), Leg("b.md:0")
    answers = []
    async for answer in hybrid(words, meaning).answers("q", 10):
        answers.append(([c.path for c in answer.chunks], answer.complete, answer.notice is not None))
        meaning.ready.set()
    assert answers == [(["a.md"], False, True), (["a.md", "b.md"], True, False)]


async def test_words_are_shown_while_what_tells_the_language_is_busy(corpus: LanceCorpus) -> None:
    free = asyncio.Event()

    async def busy(function: Callable[..., object], *args: object) -> object:
        await free.wait()
        return function(*args)

    meaning = Leg("b.md:0")
    languages = QueryLanguages(LanguageCounts({"en": 50, "de": 50}), run=busy)  # type: ignore[arg-type]  # a Runner
    words = retrieval.FullTextRetriever(corpus, WordExpander(corpus.notes, languages=languages))
    engine = engine_of(corpus, None, lambda _: hybrid(words, meaning), languages=languages)
    names = []
    async for stage in engine.search("mast and sails"):
        names.append(stage.name)
        meaning.ready.set()
        free.set()
    assert names == ["words", "fused"]
    await languages.close()


@pytest.mark.parametrize(
    ("n", "asked"), [(200, {"fulltext": 200, "semantic": 200}), (5, {"fulltext": 80, "semantic": 30})]
)
async def test_each_leg_is_asked_for_as_many_as_are_wanted(n: int, asked: dict[str, int]) -> None:
    """With 200 wanted, legs that give 30 else gave 30: what stood behind in one was never fused."""
    got: dict[str, int] = {}

    def leg(name: str) -> Retriever:
        async def find(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
            got[name] = n
            return [chunk(f"{name}.md:{at}") for at in range(n)]

        return find

    hybrid = retrieval.HybridRetriever({"fulltext": (leg("fulltext"), 80), "semantic": (leg("semantic"), 30)})
    assert len(await hybrid("boat", n)) == n
    assert got == asked


async def test_legs_that_are_quick_give_one_answer() -> None:
    words, meaning = Leg("a.md:0", is_ready=True), Leg("a.md:0", is_ready=True)
    assert [a.complete async for a in hybrid(words, meaning).answers("q", 10)] == [True]


async def test_without_a_model_words_answer_and_the_reason_is_told() -> None:
    missing = ModelUnavailableError("It is not installed.", "Install it.")
    words, meaning = Leg("a.md:0", is_ready=True), Leg(is_ready=True, error=missing)
    (answer,) = [a async for a in hybrid(words, meaning).answers("q", 10)]
    assert ([c.path for c in answer.chunks], answer.notice) == (["a.md"], "It is not installed. Install it.")


async def test_giving_up_on_an_answer_cancels_its_legs() -> None:
    words, meaning = Leg("a.md:0", is_ready=True), Leg("b.md:0")
    answers = hybrid(words, meaning).answers("q", 10)
    await anext(answers)
    await answers.aclose()
    await asyncio.sleep(0)
    assert meaning.cancelled


async def test_meaning_finds_what_is_said_in_other_words(tmp_path: Path) -> None:
    async with indexed(tmp_path / "index", {"x.md": "alpha beta", "y.md": "gamma delta"}) as corpus:
        await encode_pending(corpus)
        by_meaning = retrieval.SemanticRetriever(corpus, encoder=HashEncoder())
        assert [c.path for c in await by_meaning("delta gamma", 2)] == ["y.md", "x.md"]
        assert await by_meaning("  ", 2) == []


ENGLISH, GERMAN = "what did we say about the mast", "Was haben wir über den Mast gesagt?"


@dataclass
class FakeLeg:
    """Finds what it is given, and notes what it is asked."""

    scores: Mapping[str, float]
    asked: list[Filter | None] = field(default_factory=list)

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        self.asked.append(where)
        found = sorted(self.scores.items(), key=lambda one: -one[1])[:n]
        return [
            replace(chunk(one), score=score, ranks={"semantic": LegRank(rank, score)})
            for rank, (one, score) in enumerate(found, start=1)
        ]


SAME = CosineScale()


def routed(main: FakeLeg, multilingual: FakeLeg, scale: CosineScale = SAME, **counts: int) -> RoutedRetriever:
    return RoutedRetriever(main, multilingual, QueryLanguages(LanguageCounts(counts)), scale)


async def test_english_in_a_vault_of_english_is_asked_as_if_there_were_no_other_model() -> None:
    main, multilingual = FakeLeg({"a.md:0": 0.8}), FakeLeg({})
    found = await routed(main, multilingual, en=10)(ENGLISH, 5, HasTag("boat"))
    assert (main.asked, multilingual.asked) == ([HasTag("boat")], [])
    assert [(c.id, c.ranks) for c in found] == [("a.md:0", {"semantic": LegRank(1, 0.8)})]


async def test_a_question_in_another_language_is_asked_by_the_multilingual_model_of_everything() -> None:
    main, multilingual = FakeLeg({}), FakeLeg({"a.md:0": 0.5, "b.md:0": 0.4})
    found = await routed(main, multilingual, CosineScale(2.0, -0.1), en=10)(GERMAN, 5)
    assert (main.asked, multilingual.asked) == ([], [None])
    assert [(c.id, c.score) for c in found] == [("a.md:0", 0.9), ("b.md:0", 0.7000000000000001)]
    assert found[0].ranks == {"meaning": LegRank(1, 0.9), "multilingual": LegRank(1, 0.5)}


async def test_in_a_mixed_vault_each_passage_is_asked_by_one_model_and_the_best_of_all_are_given() -> None:
    main, multilingual = FakeLeg({"a.md:0": 0.7, "c.md:0": 0.3}), FakeLeg({"b.md:0": 0.5})
    found = await routed(main, multilingual, CosineScale(1.0, 0.1), en=6, de=4)(ENGLISH, 5, HasTag("boat"))
    read = InLanguages(frozenset({"en", ""}))
    assert main.asked == [AllOf((HasTag("boat"), read))]
    assert multilingual.asked == [AllOf((HasTag("boat"), Not(read)))]
    assert [(c.id, c.ranks["meaning"].rank) for c in found] == [("a.md:0", 1), ("b.md:0", 2), ("c.md:0", 3)]
    assert [c.score for c in found] == [0.7, 0.6, 0.3]
    assert len(await routed(main, multilingual, en=6, de=4)(ENGLISH, 2)) == 2


async def test_the_multilingual_model_is_asked_for_its_fewest_where_less_is_wanted() -> None:
    scores = {f"{letter}.md:0": 0.5 for letter in "abcde"}
    asked = RoutedRetriever(
        FakeLeg({}), FakeLeg(scores), QueryLanguages(LanguageCounts({"en": 10})), SAME, fewest=4
    )
    assert len(await asked(GERMAN, 1)) == 4
    assert len(await asked(GERMAN, 5)) == 5
