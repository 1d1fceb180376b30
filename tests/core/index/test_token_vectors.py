"""Token vectors in the index, pooled or whole: real LanceDB and model, notes that come, change and go."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import lancedb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import WordTokenEncoder, write_notes
from tests.core.index.indexing import small_pipeline
from vaultsearch.core.chunking.chunker import embedding_text
from vaultsearch.core.errors import NotIndexedError
from vaultsearch.core.filters import AtPath, AtPaths, HasTag
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import VectorPipeline
from vaultsearch.core.index.sync.token_filling import _TEXTS_PER_COMMIT, TokenPipeline
from vaultsearch.core.index.token_table import encode_pooled, pool_tokens
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.protocols import TokenEncoder
from vaultsearch.core.search.retrieval import TokenRetriever
from vaultsearch.core.values.sync import Progress, SyncReport

QUESTION = "how do I repair the keel of a boat?"


@dataclass
class Bench:
    vault: Path
    corpus: LanceCorpus
    encoder: TokenEncoder = field(default_factory=WordTokenEncoder)

    async def sync(
        self, factor: int | None = 1, watch: Callable[[VectorPipeline, Progress], None] = lambda *_: None
    ) -> SyncReport:
        pipeline: VectorPipeline = small_pipeline(
            self.vault, self.corpus, encoder=self.encoder,
            tokens=None if factor is None else TokenPipeline(self.encoder, factor),
            on_progress=lambda progress: watch(pipeline, progress),
        )  # fmt: skip
        return await pipeline.sync()

    def keys(self, table: str = "tokens") -> list[str]:
        """The texts that a table holds, each as often as it does."""
        rows = lancedb.connect(self.corpus.path).open_table(table).to_arrow()
        return sorted(str(key) for key in rows["text_key"].to_pylist())

    def assert_right(self) -> None:
        assert self.keys() == sorted(set(self.keys("chunks")))

    async def found(self, query: str, n: int = 10, **where: object) -> list[str]:
        retriever = TokenRetriever(self.corpus, encoder=self.encoder)
        return [chunk.id for chunk in await retriever(query, n, **where)]  # type: ignore[arg-type]  # keywords of one kind


@pytest.fixture
async def bench(vault: Path, tmp_path: Path) -> AsyncIterator[Bench]:
    opened = Bench(vault, await LanceCorpus.open(tmp_path / "index"))
    yield opened
    opened.corpus.close()


async def test_the_databases_maxsim_is_numpys(bench: Bench, sample_vault: Path, models_folder: Path) -> None:
    bench.vault = sample_vault / "Projects"
    await bench.sync(factor=1)
    found = await TokenRetriever(bench.corpus, encoder=bench.encoder)(QUESTION, 1000)
    _, count, _ = await bench.corpus.notes.counts()
    assert len(found) == count
    question = bench.encoder.encode_query_tokens(QUESTION)
    texts = [embedding_text(c.title, c.heading_path, c.text) for c in found]
    passages = bench.encoder.encode_passage_tokens(texts)
    wanted = [float((question @ tokens.T).max(axis=1).mean()) for tokens in passages]
    np.testing.assert_allclose([chunk.score or 0.0 for chunk in found], wanted, atol=1e-2)
    assert [chunk.ranks["tokens"].rank for chunk in found] == [*range(1, count + 1)]
    assert [chunk.score for chunk in found] == sorted((chunk.score or 0 for chunk in found), reverse=True)


async def test_pooled_vectors_find_as_well(bench: Bench, sample_vault: Path, models_folder: Path) -> None:
    bench.vault, bench.encoder = sample_vault / "Projects", OnnxEncoder.installed(models_folder)
    counts, answers = [], []
    for factor in (1, 2):
        await bench.sync(factor)
        rows = lancedb.connect(bench.corpus.path).open_table("tokens").to_arrow()
        counts.append([len(matrix) for matrix in rows.sort_by("text_key")["vectors"]])
        answers.append((await bench.found("repairing a keel", 1))[0])
    assert counts[1] == [-(-count // 2) for count in counts[0]]
    assert answers[0] == answers[1]


async def test_notes_that_change_move_or_go_leave_nothing_behind(bench: Bench) -> None:
    text = "apples and oranges\n# Part\npears and cherries"
    write_notes(bench.vault, {"a.md": text, "b.md": "bears", "c.md": "cedars"})
    await bench.sync()
    bench.assert_right()
    before = bench.keys()
    (bench.vault / "sub").mkdir()
    (bench.vault / "a.md").rename(bench.vault / "sub" / "a.md")
    report = await bench.sync()
    assert bench.keys() == before, "a note that moved is what it was"
    assert [step.count_out for step in report.steps if step.name == "tokens"] == [0]
    assert await bench.found("pears", 1) == ["sub/a.md:1"]
    (bench.vault / "b.md").write_text("bees")
    (bench.vault / "c.md").unlink()
    report = await bench.sync()
    bench.assert_right()
    assert [step.count_out for step in report.steps if step.name == "tokens"] == [1]
    assert await bench.found("bees", 1) == ["b.md:0"]
    (bench.vault / "b.md").rename(bench.vault / "d.md")
    await bench.sync()
    bench.assert_right()
    assert await bench.found("cedars", where=AtPath("c.md")) == []
    assert len(await bench.found("cedars")) == 3


async def test_a_filter_holds_before_the_best_are_taken(bench: Bench) -> None:
    write_notes(bench.vault, {f"near/{n}.md": f"the keel of a boat {n}" for n in range(20)})
    write_notes(bench.vault, {f"far/{n}.md": f"#sea something else {n}" for n in range(3)})
    await bench.sync()
    assert set(await bench.found("keel of a boat", 3)) < {f"near/{n}.md:0" for n in range(20)}
    for where in (AtPaths(frozenset(f"far/{n}.md" for n in range(3))), HasTag("sea")):
        assert set(await bench.found("keel of a boat", 3, where=where)) == {f"far/{n}.md:0" for n in range(3)}
    assert await bench.found("keel of a boat", 3, where=HasTag("none")) == []


async def test_a_text_that_stands_twice_is_kept_once_and_found_twice(bench: Bench) -> None:
    write_notes(bench.vault, {"a/n.md": "the very same", "b/n.md": "the very same", "c.md": "other"})
    await bench.sync()
    assert len(bench.keys()) == 2
    assert await bench.found("very same", 2) == ["a/n.md:0", "b/n.md:0"]


async def test_rows_that_a_crash_left_take_no_place_among_the_best(bench: Bench) -> None:
    write_notes(bench.vault, {f"{n}.md": f"the keel of a boat {n}" for n in range(9)})
    write_notes(bench.vault, {"last.md": "a keel in words of its own"})
    await bench.sync()
    # As if the process had ended after the notes were removed, before their token vectors were.
    await bench.corpus.writer.delete_notes([f"{n}.md" for n in range(9)])
    assert await bench.found("keel of a boat", 1) == ["last.md:0"]
    assert len(bench.keys()) == 10


async def test_a_sync_that_is_cancelled_goes_on_where_it_stopped(bench: Bench) -> None:
    write_notes(bench.vault, {f"{n}.md": f"number {n}" for n in range(600)})
    seen: list[int] = []

    def cancel_in_the_middle(pipeline: VectorPipeline, progress: Progress) -> None:
        seen.extend([progress.chunks_done] if progress.phase == "embedding" else [])
        if 600 in seen and seen[-1] == 2 * _TEXTS_PER_COMMIT:
            pipeline.cancel()

    assert (await bench.sync(watch=cancel_in_the_middle)).cancelled
    done = len(bench.keys())
    assert 0 < done < 600
    report = await bench.sync()
    assert [step.count_out for step in report.steps if step.name == "tokens"] == [600 - done]
    bench.assert_right()


async def test_another_pooling_or_mode_is_told_and_costs_the_token_vectors_alone(bench: Bench) -> None:
    write_notes(bench.vault, {"a.md": "one two three four"})
    assert (await bench.sync(factor=None)).rebuilt is None
    with pytest.raises(NotIndexedError, match="no token vectors"):
        await bench.found("one")
    for factor in (1, 2):
        report = await bench.sync(factor)
        assert report.rebuilt == "Token vectors rebuilt because of the new chunking mode or pooling."
        assert (report.embedded, report.unchanged) == (0, 1)
        bench.assert_right()
    assert (await bench.sync(factor=2)).rebuilt is None
    removed = "Token vectors removed because of the new chunking mode."
    assert (await bench.sync(factor=None)).rebuilt == removed
    assert not list(bench.corpus.path.glob("tokens.lance"))


async def test_an_index_that_was_never_made_has_no_answers(bench: Bench) -> None:
    assert await bench.found("anything") == []
    assert await TokenRetriever(bench.corpus, encoder=bench.encoder)("  ", 5) == []


@given(count=st.integers(1, 40), seed=st.integers(0, 99), factor=st.integers(1, 8))
def test_there_are_as_many_as_the_factor_says_by_wards_method(count: int, seed: int, factor: int) -> None:
    from scipy.cluster.hierarchy import fcluster, linkage

    vectors, wanted = np.random.default_rng(seed).normal(size=(count, 8)), -(-count // factor)
    tokens = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    few = pool_tokens(tokens, factor)
    assert few.dtype == np.float32
    assert len(few) <= wanted
    np.testing.assert_allclose(np.linalg.norm(few, axis=1), 1, atol=1e-5)
    if factor == 1:
        np.testing.assert_array_equal(few, tokens)
    elif count >= 4:
        clusters = fcluster(linkage(tokens, method="ward"), t=wanted, criterion="maxclust")
        means = np.stack([tokens[clusters == one].mean(axis=0) for one in dict.fromkeys(clusters.tolist())])
        np.testing.assert_allclose(few, means / np.linalg.norm(means, axis=1, keepdims=True), atol=1e-5)


@pytest.mark.parametrize("factor", [1, 2, 4])
def test_a_passage_of_the_real_model_takes_a_fraction_of_the_room(factor: int, models_folder: Path) -> None:
    encoder = OnnxEncoder.installed(models_folder)
    text = "The keel bolt was corroded, so we hauled the boat out and replaced it before the winter storms."
    (tokens,) = encoder.encode_passage_tokens([text])
    (few,) = encode_pooled(encoder, [text], factor)
    assert few.nbytes == -(-len(tokens) // factor) * encoder.dimension * 2
    # Each token still has a vector near to it.
    assert (tokens @ few.astype(np.float32).T).max(axis=1).min() > 0.5
