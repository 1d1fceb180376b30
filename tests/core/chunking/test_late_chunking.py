"""Passages that are read together: what each one's vector depends on, and that it is made anew with it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import HashEncoder, WordCounter, chunk, parsed, write_notes
from tests.core.index.indexing import synced
from tests.core.index.test_freshness import assert_same, tables
from vaultsearch.core.chunking.chunker import Chunker, embedding_text
from vaultsearch.core.chunking.embedded_text import EmbeddedText, LateChunker, embedded_texts, encode_embedded
from vaultsearch.core.index.tables.passage_cache import passage_of
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.values.sync import SyncReport

LATE = LateChunker(WordCounter(window=40), chunk_size=16)
NOTE = """\
Berlin is the capital of Germany.

# People
The city has 3.7 million inhabitants.

# Area
It covers 891 square kilometres.
"""


@pytest.fixture(scope="module")
def encoder(models_folder: Path) -> OnnxEncoder:
    return OnnxEncoder.installed(models_folder)


def test_short_passages_of_a_note_are_read_together_under_one_title() -> None:
    chunks = LATE.chunks(parsed("Berlin.md", NOTE))
    assert [c.window_start for c in chunks] == [0, 0, 0]
    first, people, area = embedded_texts(chunks)
    assert first.text == people.text == area.text
    assert first.text.count("Berlin\n") == 1
    assert first.own == "Berlin\nBerlin is the capital of Germany."
    assert people.own == "Berlin\nPeople\nThe city has 3.7 million inhabitants."
    assert area.own == "Berlin\nArea\nIt covers 891 square kilometres."
    assert len({first.key, people.key, area.key}) == 3


@pytest.mark.parametrize(("window", "firsts"), [(24, [None, None, None]), (25, [0, 0, None])])
def test_a_window_has_as_many_passages_as_fit(window: int, firsts: list[int | None]) -> None:
    cut = LateChunker(WordCounter(window), chunk_size=16).chunks(parsed("Berlin.md", NOTE))
    assert [passage.window_start for passage in cut] == firsts


@given(st.lists(st.integers(1, 60), min_size=1, max_size=8), st.integers(24, 80), st.integers(16, 64))
def test_groups_fit_the_window_and_passages_stay(sections: list[int], window: int, size: int) -> None:
    texts = (" ".join(f"w{i}" for i in range(words)) for words in sections)
    note = parsed("n.md", "\n".join(f"# h{n}\n{text}" for n, text in enumerate(texts)))
    counter = WordCounter(window)
    plain, joined = Chunker(counter, size).chunks(note), LateChunker(counter, size).chunks(note)
    assert [replace(c, window_start=None) for c in joined] == plain
    for c, embedded in zip(joined, embedded_texts(joined), strict=True):
        assert embedded.own == embedding_text(c.title, c.heading_path, c.text)
        if c.window_start is not None:
            assert counter.count([embedded.text])[0] + 2 <= window
            assert [other.window_start for other in joined].count(c.window_start) > 1
            assert joined[c.window_start].window_start == c.window_start


def test_a_passage_that_stands_alone_is_embedded_as_it_is_without_late_chunking() -> None:
    (alone,) = LATE.chunks(parsed("a.md", "some words"))
    assert alone.window_start is None
    assert embedded_texts([alone]) == [EmbeddedText("a\nsome words")]


def test_one_passage_of_a_window_pools_to_its_plain_vector(encoder: OnnxEncoder) -> None:
    lone = chunk(text="The city has 3.7 million inhabitants.", title="Berlin", heading_path=("People",))
    (plain,) = embedded_texts([lone])
    (pooled,) = embedded_texts([replace(lone, window_start=0)])
    assert plain.ranges == ()
    assert pooled.ranges
    assert pooled.text == plain.text
    one, other = encode_embedded(encoder, [plain]), encode_embedded(encoder, [pooled])
    np.testing.assert_allclose(one, other, atol=1e-3)


def test_a_passage_knows_what_its_neighbours_speak_of(encoder: OnnxEncoder) -> None:
    """The paper's own example: "the city" is Berlin, and only the window tells so."""
    chunks = LateChunker(encoder.counter).chunks(parsed("notes.md", NOTE))
    joined = encode_embedded(encoder, embedded_texts(chunks))
    plain = encode_embedded(encoder, [EmbeddedText(text.own) for text in embedded_texts(chunks)])
    np.testing.assert_allclose(np.linalg.norm(joined, axis=1), 1, atol=1e-5)
    berlin = encoder.encode_queries(["Berlin"])[0]
    assert float(joined[1] @ berlin) > float(plain[1] @ berlin) + 0.1
    assert float(joined[2] @ berlin) > float(plain[2] @ berlin) + 0.1


def test_vectors_come_in_the_order_asked_alone_or_grouped(encoder: OnnxEncoder) -> None:
    chunks = LateChunker(encoder.counter).chunks(parsed("n.md", NOTE))
    texts = [EmbeddedText("alone"), *embedded_texts(chunks)]
    forth = encode_embedded(encoder, texts)
    np.testing.assert_allclose(forth, encode_embedded(encoder, texts[::-1])[::-1], atol=1e-4)


def test_an_encoder_that_cannot_reads_each_passage_alone() -> None:
    class Plain:
        name, dimension, fingerprint = "plain", 384, "plain-1"

        def encode_queries(self, texts: list[str]) -> Vectors:
            return HashEncoder().encode_queries(texts)

        encode_passages = encode_queries

    texts = embedded_texts(LATE.chunks(parsed("n.md", NOTE)))
    wanted = HashEncoder().encode_passages([text.own for text in texts])
    np.testing.assert_array_equal(encode_embedded(Plain(), texts), wanted)  # type: ignore[arg-type]  # it has less than an encoder has


# --- in the index ---


async def sync(vault: Path, index: Path) -> SyncReport:
    return await synced(vault, index, chunker=LATE)


async def assert_fresh(vault: Path, tmp_path: Path) -> None:
    await sync(vault, tmp_path / "fresh")
    assert_same(tables(tmp_path / "index"), tables(tmp_path / "fresh"))


async def test_an_edit_encodes_what_its_window_shares_and_nothing_else(vault: Path, tmp_path: Path) -> None:
    filler = " ".join(f"w{n}" for n in range(14))
    parts = [f"# h{n}\n{filler} {n}" for n in range(6)]
    write_notes(vault, {"a.md": "\n".join(parts), "b.md": NOTE})
    assert (await sync(vault, tmp_path / "index")).embedded == 9
    windows = [passage_of(row["packed"], None).window_start for row in tables(tmp_path / "index")["chunks"]]
    assert windows == [0, 0, 2, 2, 4, 4, 0, 0, 0]
    parts[3] += " changed"
    write_notes(vault, {"a.md": "\n".join(parts)})
    assert (await sync(vault, tmp_path / "index")).embedded == 2, "it and its neighbour in the window"
    await assert_fresh(vault, tmp_path)


async def test_a_title_alone_makes_the_whole_note_stale(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": NOTE})
    await sync(vault, tmp_path / "index")
    (vault / "a.md").rename(vault / "b.md")
    await sync(vault, tmp_path / "index")
    assert (await sync(vault, tmp_path / "index")).embedded == 3
    await assert_fresh(vault, tmp_path)


async def test_the_other_mode_builds_anew_and_says_so(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"a.md": NOTE})
    await sync(vault, tmp_path / "index")
    report = await synced(vault, tmp_path / "index", chunker=Chunker(LATE.counter, LATE.chunk_size))
    assert report.rebuilt is not None
    assert "other passages" in report.rebuilt
    assert report.embedded == 3
    rows = tables(tmp_path / "index")["chunks"]
    assert {passage_of(row["packed"], None).window_start for row in rows} == {None}
