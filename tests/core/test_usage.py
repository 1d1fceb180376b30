"""The library as a script or a notebook uses it, word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.pipeline import VectorPipeline
from vaultsearch.core.search.reranking.cross_encoder import CrossEncoderReranker
from vaultsearch.core.search.reranking.late_interaction import LateInteractionReranker
from vaultsearch.core.search.retrieval import SemanticRetriever
from vaultsearch.core.vault.source import ObsidianVault

if TYPE_CHECKING:
    from pathlib import Path


async def test_the_example_of_the_documentation_runs_as_it_stands(
    sample_vault: Path,
    tmp_path: Path,
    tiny_cross_encoder: Path,
) -> None:
    path, index_path = sample_vault, tmp_path / "index"

    vault = ObsidianVault(path)
    corpus = await LanceCorpus.open(index_path)
    await VectorPipeline(source=vault, target=corpus).sync()
    candidates = await SemanticRetriever(corpus=corpus)(query="gift ideas for family members", n=20)
    # The tiny model stands for the one that has to be downloaded; the loading code is the same.
    reranker = CrossEncoderReranker(str(tiny_cross_encoder))
    results = await reranker(query="gift ideas for family members", chunks=candidates, n=3)

    assert len(candidates) == 20
    assert candidates[0].title == "Gift ideas"
    assert candidates[0].heading_path[0] == "Family"
    assert len(results) == 3
    assert {r.id for r in results} <= {c.id for c in candidates}
    late = await LateInteractionReranker()(query="gift ideas for family members", chunks=candidates, n=3)
    assert late[0].title == "Gift ideas"
    corpus.close()
