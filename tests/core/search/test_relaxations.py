"""What is offered where a query finds nothing, or nothing that answers, over a real index."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.core.search.indexed_notes import encode_pending, engine_of, expanding, indexed, last_stage
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.relaxations import MAX_RELAXATIONS, NoteCounter, Relaxer
from vaultsearch.core.search.retrieval import FullTextRetriever, GrepRetriever
from vaultsearch.core.values.search import Mode, Relaxation, RelaxationKind

pytestmark = pytest.mark.asyncio(loop_scope="module")
KIND = RelaxationKind

NOTES = {
    "Birds/Kingfisher.md": "---\ntags: [bird]\n---\nA kingfisher sat at the pond, blue as ever.",
    "Birds/Pond.md": "---\ntags: [bird, water]\n---\nTwo kingfishers and a heron at the pond.",
    "Boat/Hull.md": "---\ntags: [boat]\n---\nThe hull wants paint before the summer.",
    "Boat/Café.md": "---\ntags: [boat, trip]\n---\nBehind the harbour there is a café with rye bread.",
    "Start.md": "Start the chart early.",
} | {f"Filler {i}.md": f"Pottery, a course, evening {i}." for i in range(12)}


class Vault:
    """A small index, and what asks it: for words, literally, and for what else could be asked."""

    def __init__(self, corpus: LanceCorpus, expander: WordExpander) -> None:
        self.scope = QueryScope(corpus.notes)
        languages = QueryLanguages(corpus.notes, multilingual=False)
        counter = NoteCounter(corpus.notes, self.scope, expander, languages)
        self.relaxer = Relaxer(counter, expander.vocabulary, languages)
        words, literally = FullTextRetriever(corpus, expander), GrepRetriever(corpus)
        self.engine = engine_of(corpus, expander, lambda mode: literally if mode is Mode.GREP else words)

    async def notes(self, query: str, mode: Mode) -> set[str]:
        return {result.chunk.path for result in (await last_stage(self.engine, query, mode, 100)).results}

    async def offered(
        self, query: str, mode: Mode = Mode.HYBRID, *, listed: bool = False
    ) -> list[tuple[RelaxationKind, str, int | None]]:
        """Give what is offered: its kind, the query that it makes, and the number of notes."""
        found = await self.relaxer(query, mode, listed=listed)
        return [(one.kind, one.edit.applied(query), one.notes) for one in found]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def vault(corpus: LanceCorpus) -> AsyncIterator[Vault]:
    async with expanding(corpus) as expander:
        yield Vault(corpus, expander)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def encoded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Vault]:
    """The same, its passages encoded, so that meaning is asked, too."""
    folder = tmp_path_factory.mktemp("encoded") / "index"
    async with indexed(folder, NOTES) as corpus, expanding(corpus) as expander:
        await encode_pending(corpus)
        yield Vault(corpus, expander)


@pytest.mark.parametrize(
    ("query", "kind", "offered"),
    [
        ("tag:bird path:Boat", KIND.CONDITION, [("path:Boat", 2), ("tag:bird ", 2)]),
        ("tag:bird tag:train", KIND.CONDITION, [("tag:bird ", 2)]),  # the other makes it useless
        ("hull tag:train -path:Boat tag:bus", KIND.CONDITIONS, [("hull", 1)]),  # no single one is to blame
        ("zeppelin tag:train", KIND.CONDITION, []),
    ],
)
async def test_conditions_are_left_out_where_that_finds_something(
    vault: Vault, query: str, kind: RelaxationKind, offered: list[tuple[str, int]]
) -> None:
    assert await vault.offered(query) == [(kind, *one) for one in offered]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("who saw a heron and kingfishers on a zeppelin", ["heron", "kingfishers"]),
        ("a cafe's hulls", ["café", "hull"]),  # as the notes write them
        ("Pond Zeppelin Hull", ["Hull", "Pond"]),  # the rarest first
        ("behind a zeppelin's hull", ["hull"]),  # a frequent word is in no note what was meant
        ("art zeppelin", []),  # the letters of a word in another are no mention
        ("heron", []),  # a word by itself is not offered again
        ("trip", ["trip"]),  # unless it stands in no passage, but among properties
        ("tri", []),
    ],
)
async def test_each_word_that_stands_in_a_note_is_offered(vault: Vault, query: str, words: list[str]) -> None:
    assert [one for _, one, _ in await vault.offered(query, listed=True)] == [f'"{word}"' for word in words]


async def test_where_only_meaning_finds_there_is_no_number(encoded: Vault) -> None:
    assert await encoded.offered("zeppelin tag:train") == [(KIND.CONDITION, "zeppelin ", None)]
    assert await encoded.offered("zeppelin tag:train", Mode.FULLTEXT) == []


async def test_a_phrase_that_stands_nowhere_is_asked_for_by_its_words(vault: Vault) -> None:
    assert await vault.offered('"hull heron"', Mode.FULLTEXT) == [
        (KIND.PHRASE, "hull heron", 2), (KIND.WORD, '"hull"', 1), (KIND.WORD, '"heron"', 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "mode", "offered"),
    [
        ("herron", Mode.GREP, [(KIND.SPELLING, Mode.GREP, 1), (KIND.MODE, Mode.SEMANTIC, None)]),
        ("/herron+/", Mode.GREP, []),
        ("tag:bird", Mode.GREP, [(KIND.MODE, Mode.HYBRID, 2)]),  # an operator that was asked for literally
        ("ingfisher", Mode.FULLTEXT, [(KIND.MODE, Mode.SEMANTIC, None), (KIND.MODE, Mode.GREP, 2)]),
        ("ille", Mode.FULLTEXT, [(KIND.MODE, Mode.SEMANTIC, None)]),  # in names of files alone
    ],
)
async def test_what_finds_nothing_is_asked_for_otherwise(
    encoded: Vault, query: str, mode: Mode, offered: list[tuple[RelaxationKind, Mode, int | None]]
) -> None:
    assert [(one.kind, one.mode, one.notes) for one in await encoded.relaxer(query, mode)] == offered


async def test_with_words_the_notes_that_mention_them_are_counted(vault: Vault) -> None:
    (one,) = await vault.relaxer("hull tag:bird", Mode.HYBRID)
    assert (one.kind, one.subject, one.notes, one.mention) == (KIND.CONDITION, "tag:bird", 1, True)


@pytest.mark.parametrize(
    ("query", "mode"),
    [
        ("tag:bird path:Boat", Mode.HYBRID), ("hull pond tag:train", Mode.FULLTEXT),
        ("pottary tag:train", Mode.FULLTEXT), ('"hull heron"', Mode.FULLTEXT),
        ('"kingfisher pottery" tag:bird', Mode.FULLTEXT), ("herron", Mode.GREP),
    ],
)  # fmt: skip
async def test_what_is_offered_finds_as_many_notes_as_it_says(vault: Vault, query: str, mode: Mode) -> None:
    assert await vault.notes(query, mode) == set()
    offered = await vault.relaxer(query, mode)
    counts = {(one.edit.applied(query), one.mode): one.notes for one in offered if one.notes is not None}
    assert counts
    assert {asked: len(await vault.notes(*asked)) for asked in counts} == counts


async def test_a_misspelt_phrase_is_mended(vault: Vault) -> None:
    one, *_ = await vault.relaxer('"a herron at the"', Mode.HYBRID)
    assert (one.kind, one.edit.applied('"a herron at the"')) == (KIND.SPELLING, '"a heron at the"')
    assert (one.subject, one.proposed, one.notes) == ("herron", "heron", 1)


async def test_a_name_that_no_note_has_is_mended_to_one_that_notes_have(vault: Vault) -> None:
    offered = {
        "tag:brid": ("tag:bird", 2), "tag:bir": ("tag:bird", 2), "path:Brids": ("path:Birds", 2),
        "file:Cafe": ("file:Café", 1), "[tgas:bird]": ("[tags:bird]", 2), "type:notes": ("type:note", 17),
        "((tag:brid))": ("((tag:bird))", 2), "[tags:brid]": ("[tags:bird]", 2),
        '["tgas":"bird"]': ('["tags":"bird"]', 2),
        "tag:wtaer path:Brids": ("tag:water path:Birds", 1), '"cafe"': ('"café"', 1),
    }  # fmt: skip
    for query, spelling in offered.items():
        assert (KIND.SPELLING, *spelling) == (await vault.offered(query))[0]
    assert (KIND.SPELLING, "tag:water", 1) in await vault.offered("tags:water", listed=True)
    assert (KIND.SPELLING, "[tags:water] ", 1) not in await vault.offered("mood:water ", listed=True)
    assert await vault.offered("-tag:brid") == await vault.offered("tag:zeppelin") == []


async def test_there_are_never_more_than_can_be_seen_at_a_glance(vault: Vault) -> None:
    query = '"hull heron" "paint pond" "café bread" tag:bird'
    assert len(await vault.relaxer(query, Mode.HYBRID)) == MAX_RELAXATIONS


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("query", ["", " ", '"', "()", "-", "/(/", "tag:", "🚂", "学习", "of the", "[a:"])
async def test_whatever_was_typed_has_an_answer(vault: Vault, query: str, mode: Mode) -> None:
    for one in await vault.relaxer(query, mode):
        assert isinstance(one, Relaxation)
        assert one.edit.applied(query).strip()


async def test_a_vault_of_nothing_has_nothing_to_offer(tmp_path: Path) -> None:
    async with indexed(tmp_path / "index", {}) as corpus:
        empty = Vault(corpus, WordExpander(corpus.notes))
        for mode in Mode:
            assert await empty.offered('a "phrase here" tag:bird', mode) == []
