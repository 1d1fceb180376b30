"""The library for scripts: it ranks as an open vault does, tells of a closed one, has tables of pandas."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.builders import CHUNKER, WordTokenEncoder, chunk, write_notes
from vaultsearch.core.errors import PandasMissingError, VaultClosedError
from vaultsearch.core.filters import Filter
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import is_marked
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
from vaultsearch.core.values.search import Chunk, LegRank, Mode, unfold_results
from vaultsearch.service.blocking import open_vault
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings


@pytest.fixture
def notes(tmp_path: Path, token_parts: None) -> Path:
    settings.change_settings(parameters={"embedding.multilingual_model": "none", "reranker.chain": "none"})
    write_notes(tmp_path / "notes", {"Bread.md": "# Bread\n\nRye flour.\n", "Tea.md": "Green.\n"})
    return tmp_path / "notes"


@pytest.mark.filterwarnings("error")
def test_a_closed_vault_says_so(notes: Path) -> None:
    # It said "Event loop is closed", and Python warned of a coroutine that was never awaited.
    with open_vault(notes) as vault:
        assert vault.search("rye")
    search, search_stages = partial(vault.search, "rye"), partial(vault.search_stages, "rye")
    for call in (search, search_stages, vault.sync, vault.measure, lambda: vault.writes):
        with pytest.raises(VaultClosedError, match=r"The vault is closed\."):
            call()
    vault.close()


async def test_searching_a_closed_vault_takes_no_index_for_damaged(notes: Path, tmp_path: Path) -> None:
    # The index was called damaged, marked as such, and built anew by the next sync.
    vault = await Vault.open(notes, tmp_path / "index")
    await vault.index.sync(lambda _: None)
    await vault.close()
    for call in (vault.search("rye"), vault.read("Bread.md"), vault.status(), vault.index.sync()):
        with pytest.raises(VaultClosedError):
            await call
    assert not is_marked(tmp_path / "index")


def test_passages_are_a_table_if_pandas_is_installed(notes: Path) -> None:
    with open_vault(notes) as vault:
        if find_spec("pandas") is None:
            with pytest.raises(PandasMissingError, match="pandas is not installed") as missing:
                vault.to_pandas("rye")
            assert missing.value.remedy == "Install it: pip install pandas"
            return
        table = vault.to_pandas("rye flour", n=2)
        assert list(table.columns[:3]) == ["path", "title", "heading_path"]
        assert (table.path[0], table.line_start[0]) == ("Bread.md", 3)
        assert list(vault.to_pandas("path:nowhere").columns)[:2] == ["path", "title"]


def test_lists_longer_than_the_first_candidates_have_each_passage_once(notes: Path) -> None:
    each = {f"{number}.md": f"---\ntags: [tea]\n---\n# {number}\n\nRye.\n" for number in range(70)}
    write_notes(notes, each)
    with open_vault(notes) as vault:
        listed = [result.path for result in vault.search("tag:tea", 65)]
        assert (len(listed), len(set(listed))) == (65, 65), "of conditions alone, a row a note"
        for mode in ("fulltext", "grep", "hybrid"):
            ids = [result.chunk.id for result in unfold_results(vault.search("rye", 65, mode))]
            assert (len(ids), len(set(ids))) == (65, 65)
            assert [result.chunk.id for result in vault.search("rye", 10, mode)] == ids[:10]


@pytest.mark.filterwarnings("error")
def test_a_mode_may_be_named_and_what_is_no_number_of_results_is_refused(notes: Path) -> None:
    # n=0 gave 50 passages and n=-1 49; mode="grep" was an AttributeError and a coroutine never awaited.
    with open_vault(notes) as vault:
        for mode in ("grep", "fulltext", "hybrid", Mode.GREP):
            assert [result.path for result in vault.search("rye", 1, mode)] == ["Bread.md"]
            assert [stage.final for stage in vault.search_stages("rye", 1, mode)][-1]
        modes = "hybrid, semantic, fulltext, grep, explore"
        for call in (vault.search, lambda query, n, mode: list(vault.search_stages(query, n, mode))):
            for n in (0, -1):
                with pytest.raises(ValueError, match=f"n is {n}: give 1 or more"):
                    call("rye", n, Mode.HYBRID)
            with pytest.raises(ValueError, match=f"'greb' is no mode: {modes}"):
                call("rye", 1, "greb")


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
        lambda mode: components.retriever(mode, corpus, expand, languages), scope=QueryScope(corpus.notes),
        vault=ObsidianVaultName.of(vault), rerankers=lambda: build_rerankers(components, corpus, languages),
        expand=expand, languages=languages,
    )  # fmt: skip
    for query, results in zip(QUERIES, expected, strict=True):
        *_, last = [stage async for stage in engine.search(query, Mode.HYBRID, 10)]
        assert [one.chunk.id for one in last.results] == [one.chunk.id for one in results]
        # Not to the last bit: vectors are compared on the disk, or in memory, and those of tokens rounded.
        scores = [one.chunk.score for one in results]
        assert [one.chunk.score for one in last.results] == pytest.approx(scores, 1e-5, 0.02)
    await languages.close()
    await expand.close()
    corpus.close()
