"""What is offered where a query finds nothing, or nothing that answers, over a real index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import HashEncoder
from tests.core.search.indexed_notes import indexed
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.engine import SearchEngine
from vaultsearch.core.search.relaxations import MAX_RELAXATIONS, NoteCounter, Relaxer
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.search.retrieval import FullTextRetriever, GrepRetriever
from vaultsearch.core.values.search import Mode, Relaxation, RelaxationKind

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.protocols import Retriever

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
        counter = NoteCounter(corpus.notes, self.scope, expander)
        self.relaxer = Relaxer(counter, expander.vocabulary)
        retrievers: dict[Mode, Retriever] = {
            Mode.FULLTEXT: FullTextRetriever(corpus, expander),
            Mode.GREP: GrepRetriever(corpus),
        }
        self.engine = SearchEngine(
            lambda mode: retrievers.get(mode, retrievers[Mode.FULLTEXT]),
            scope=self.scope,
            vault=ObsidianVaultName("v"),
            expand=expander,
        )

    async def notes(self, query: str, mode: Mode) -> set[str]:
        """Give the notes that a query finds."""
        stages = [stage async for stage in self.engine.search(query, mode, 100)]
        return {result.chunk.path for result in stages[-1].results}

    async def offered(
        self, query: str, mode: Mode = Mode.HYBRID, *, listed: bool = False
    ) -> list[tuple[RelaxationKind, str, int | None]]:
        """Give what is offered: its kind, the query that it makes, and the number of notes."""
        found = await self.relaxer(query, mode, listed=listed)
        return [(one.kind, one.edit.applied(query), one.notes) for one in found]


@pytest.fixture
async def corpus(tmp_path: Path) -> AsyncIterator[LanceCorpus]:
    async with indexed(tmp_path / "index", NOTES) as opened:
        yield opened


@pytest.fixture
async def vault(corpus: LanceCorpus) -> AsyncIterator[Vault]:
    expander = WordExpander(corpus.notes)
    await expander.prepare()
    yield Vault(corpus, expander)
    await expander.close()


async def embed(corpus: LanceCorpus) -> None:
    pending = await corpus.vectors.pending(await corpus.vectors.pending_ids())
    await corpus.vectors.fill(pending, HashEncoder().encode_passages([one.embedded.text for one in pending]))


async def test_a_condition_is_left_out_where_that_finds_something(vault: Vault) -> None:
    assert await vault.offered("tag:bird path:Boat") == [
        (KIND.CONDITION, "path:Boat", 2),
        (KIND.CONDITION, "tag:bird ", 2),
    ]


async def test_a_condition_that_the_others_make_useless_is_not_offered(vault: Vault) -> None:
    assert await vault.offered("tag:bird tag:train") == [(KIND.CONDITION, "tag:bird ", 2)]


async def test_where_no_single_condition_is_to_blame_all_are_left_out(vault: Vault) -> None:
    assert await vault.offered("hull tag:train -path:Boat tag:bus") == [(KIND.CONDITIONS, "hull", 1)]


async def test_with_words_the_notes_that_mention_them_are_counted(vault: Vault) -> None:
    (one,) = await vault.relaxer("hull tag:bird", Mode.HYBRID)
    assert (one.kind, one.subject, one.notes, one.mention) == (KIND.CONDITION, "tag:bird", 1, True)


async def test_where_only_meaning_would_find_something_no_number_is_given(
    vault: Vault, corpus: LanceCorpus
) -> None:
    assert await vault.offered("zeppelin tag:train") == []
    await embed(corpus)
    assert await vault.offered("zeppelin tag:train") == [(KIND.CONDITION, "zeppelin ", None)]
    assert await vault.offered("zeppelin tag:train", Mode.FULLTEXT) == []


@pytest.mark.parametrize(
    ("query", "mode"),
    [
        ("tag:bird path:Boat", Mode.HYBRID),
        ("hull pond tag:train", Mode.FULLTEXT),
        ("pottary tag:train", Mode.FULLTEXT),
        ('"hull heron"', Mode.FULLTEXT),
        ('"kingfisher pottery" tag:bird', Mode.FULLTEXT),
        ("herron", Mode.GREP),
    ],
)
async def test_what_is_offered_finds_as_many_notes_as_it_says(vault: Vault, query: str, mode: Mode) -> None:
    assert await vault.notes(query, mode) == set()
    offered = await vault.relaxer(query, mode)
    assert offered
    for one in offered:
        if one.notes is not None:
            assert len(await vault.notes(one.edit.applied(query), one.mode)) == one.notes


async def test_of_several_words_each_that_stands_in_a_note_is_offered_the_rarest_first(vault: Vault) -> None:
    assert await vault.offered("who saw a heron and kingfishers on a zeppelin", listed=True) == [
        (KIND.WORD, '"heron"', 1),
        (KIND.WORD, '"kingfishers"', 1),
    ]


async def test_a_word_is_looked_for_as_the_notes_write_it(vault: Vault) -> None:
    assert await vault.offered("cafe with hulls", listed=True) == [
        (KIND.WORD, '"café"', 1),
        (KIND.WORD, '"hull"', 1),
    ]
    (one, _) = await vault.relaxer("Pond Zeppelin Hull", Mode.HYBRID, listed=True)
    assert one.subject == "Hull"


async def test_the_letters_of_a_word_in_another_are_no_mention(vault: Vault) -> None:
    assert await vault.offered("art zeppelin", listed=True) == []


async def test_a_word_by_itself_is_not_offered_again(vault: Vault) -> None:
    assert await vault.offered("heron", listed=True) == []


async def test_a_phrase_that_stands_nowhere_is_asked_for_by_its_words(vault: Vault) -> None:
    assert await vault.offered('"hull heron"', Mode.FULLTEXT) == [
        (KIND.PHRASE, "hull heron", 2),
        (KIND.WORD, '"hull"', 1),
        (KIND.WORD, '"heron"', 1),
    ]


async def test_a_misspelt_phrase_is_mended(vault: Vault) -> None:
    one, *_ = await vault.relaxer('"a herron at the"', Mode.HYBRID)
    assert (one.kind, one.edit.applied('"a herron at the"')) == (KIND.SPELLING, '"a heron at the"')
    assert (one.subject, one.proposed, one.notes) == ("herron", "heron", 1)


async def test_literally_a_misspelt_word_is_mended_and_meaning_offered(
    vault: Vault, corpus: LanceCorpus
) -> None:
    await embed(corpus)
    one, other = await vault.relaxer("herron", Mode.GREP)
    assert (one.kind, one.proposed, one.notes) == (KIND.SPELLING, "heron", 1)
    assert (other.kind, other.mode, other.notes) == (KIND.MODE, Mode.SEMANTIC, None)
    assert other.edit.applied("herron") == "herron"


async def test_a_regular_expression_is_left_alone(vault: Vault, corpus: LanceCorpus) -> None:
    await embed(corpus)
    assert await vault.relaxer("/herron+/", Mode.GREP) == ()


async def test_operators_that_were_asked_for_literally_are_offered_as_operators(vault: Vault) -> None:
    (one,) = await vault.relaxer("tag:bird", Mode.GREP)
    assert (one.kind, one.mode, one.notes) == (KIND.MODE, Mode.HYBRID, 2)


async def test_words_that_find_nothing_are_asked_for_by_meaning_and_by_their_characters(
    vault: Vault, corpus: LanceCorpus
) -> None:
    await embed(corpus)
    found = await vault.relaxer("ingfisher", Mode.FULLTEXT)
    assert [(one.kind, one.mode, one.notes) for one in found] == [
        (KIND.MODE, Mode.SEMANTIC, None),
        (KIND.MODE, Mode.GREP, 2),
    ]


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
