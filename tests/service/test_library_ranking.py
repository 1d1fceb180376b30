"""A script over the library ranks as an open vault does: the product's weights stand in no other place."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.builders import CHUNKER, WordTokenEncoder, chunk, write_notes
from vaultsearch.core.filters import Filter
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Retriever
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.components import SearchComponents
from vaultsearch.core.search.engine import SearchEngine
from vaultsearch.core.search.fusion import FusionPolicy
from vaultsearch.core.search.reranker_chain import build_rerankers
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.search.retrieval import HybridRetriever
from vaultsearch.core.values.search import Chunk, LegRank, Mode
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.vault import Vault

QUERIES = ("keel planks", "a gift for my sister", "Boats", "rivets copper rivets")
NOTES = {
    "Boats.md": "# Boats\n\nThe keel is laid first, then the planks are fastened with copper rivets.\n",
    "Gifts.md": "# Gifts\n\n## Sister\n\nA pottery course would be a gift that my sister keeps in mind.\n",
    "Tools.md": "# Tools\n\nRivets of copper, a hammer, and planks that are left over from the boat.\n",
}


def leg(name: str, *found: tuple[str, float]) -> Retriever:
    chunks = [
        replace(chunk(path), score=score, ranks={name: LegRank(rank, score)})
        for rank, (path, score) in enumerate(found, start=1)
    ]

    async def find(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        return chunks

    return find


async def test_legs_are_fused_with_the_products_weights_unless_told_otherwise() -> None:
    words = leg("fulltext", ("a.md:0", 9.0), ("b.md:0", 4.0), ("c.md:0", 1.0))
    meaning = leg("semantic", ("c.md:0", 0.8), ("a.md:0", 0.7), ("d.md:0", 0.2))
    found = await HybridRetriever({"fulltext": (words, 10), "semantic": (meaning, 10)})("boat", 10)
    rankings = {"fulltext": await words("", 10), "semantic": await meaning("", 10)}
    expected, others = (
        [(one.id, one.score) for one in FusionPolicy(Parameters(given))("boat", rankings)]
        for given in ({}, {"fusion.words_weight": 0.9})
    )
    assert [(one.id, one.score) for one in found] == expected != others


@pytest.mark.parametrize("chain", ["none", "late_interaction+mmr"])
async def test_components_of_the_library_rank_as_an_open_vault_does(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chain: str
) -> None:
    monkeypatch.setattr(SearchComponents, "encoder", WordTokenEncoder())
    monkeypatch.setattr(ComponentFactory, "chunker", CHUNKER)
    write_notes(vault, NOTES)
    parameters = Parameters({"reranker.chain": chain, "embedding.multilingual_model": "none"})
    index = tmp_path / "index"
    async with await Vault.open(vault, index, parameters) as opened:
        await opened.index.sync()
        expected = [await opened.search(query, 10) for query in QUERIES]
    assert all(expected)

    components, corpus = SearchComponents(parameters), await LanceCorpus.open(str(index))
    languages = components.languages(corpus)
    expand = WordExpander(corpus.notes, languages=languages)
    engine = SearchEngine(
        lambda mode: components.retriever(mode, corpus, expand, languages),
        scope=QueryScope(corpus.notes),
        vault=ObsidianVaultName.of(vault),
        rerankers=lambda: build_rerankers(components, corpus, languages),
        expand=expand,
        languages=languages,
    )
    for query, results in zip(QUERIES, expected, strict=True):
        *_, last = [stage async for stage in engine.search(query, Mode.HYBRID, 10)]
        assert [one.chunk.id for one in last.results] == [one.chunk.id for one in results]
        # Not to the last bit: vectors are compared on the disk, or in memory, and those of tokens rounded.
        scores = [one.chunk.score for one in results]
        assert [one.chunk.score for one in last.results] == pytest.approx(scores, 1e-5, 0.02)
    await languages.close()
    await expand.close()
    corpus.close()
