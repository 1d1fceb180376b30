"""Compare ways to search vectors: `python -m tests.bench.vectors --chunks 10000,50000,200000`.

Over tables like the real one, of clustered unit vectors: a note is near one of some hundred topics, its
passages are near the note. Each way answers in a process of its own, whose memory is measured.
"""

import argparse
import asyncio
import multiprocessing
import os
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from tests.bench.processes import pss_bytes
from vaultsearch.core.index.tables.schema import vectors_schema

Array: TypeAlias = "np.ndarray[Any, Any]"

_DIMENSION, _TOPICS, _PER_NOTE, _BATCH = 384, 300, 3, 10_000
_CANDIDATES = 50
_FILTERS = {"all": None, "50 %": "starts_with(path, '0/')", "1 %": "starts_with(path, '0/07/')"}
_REFINED, _BREADTH = 3, 300


@dataclass(frozen=True, slots=True)
class Answers:
    """The result of one way: seconds and the ids of each question, by filter, and its cost."""

    seconds: dict[str, list[float]]
    ids: dict[str, list[list[str]]]
    ready: float
    """Seconds from opening the table to being able to answer."""
    memory: float
    """Megabytes resident after all questions."""


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.bench.vectors", description=__doc__)
    parser.add_argument("--chunks", default="10000,50000,200000", help="table sizes, with commas")
    parser.add_argument("--questions", type=int, default=40)
    options = parser.parse_args()
    print(f"{'chunks':>7}  {'way':<16} {'built s':>7} {'disk MB':>7} {'ready s':>7} {'MB':>5}", end="")
    print("".join(f"{f'{name}: p50/p95 ms, recall@50':>32}" for name in _FILTERS))
    for count in map(int, options.chunks.split(",")):
        with tempfile.TemporaryDirectory(prefix="vaultsearch-vectors-") as folder:
            _compare(Path(folder), count, options.questions)


def _compare(folder: Path, count: int, questions: int) -> None:
    asyncio.run(_fill(folder, count))
    asked = _vectors(questions, seed=1)
    exact: Answers | None = None
    for name in _WAYS:
        built = asyncio.run(_build(folder, name))
        indices = folder.glob("vectors.lance/_indices/*")
        newest = max(indices, key=lambda index: index.stat().st_mtime_ns, default=None)
        size = sum(file.stat().st_size for file in newest.iterdir()) / 1e6 if newest else 0.0
        with multiprocessing.get_context("spawn").Pool(1) as process:
            answers = process.apply(answer, (folder, name, asked))
        exact = exact or answers
        row = f"{count:>7}  {name:<16} {built:7.1f} {size:7.0f} {answers.ready:7.2f} {answers.memory:5.0f}"
        for kept in _FILTERS:
            p50, p95 = np.percentile(answers.seconds[kept], [50, 95]) * 1000
            row += f"{p50:14.1f} /{p95:6.1f}   {_recall(answers.ids[kept], exact.ids[kept]):5.3f}  "
        print(row, flush=True)


def _vectors(count: int, seed: int) -> Array:
    """Return unit vectors, float32 (count, 384); those of one note are close together.

    The jitter makes a passage's cosine to its topic about 0.6 and to its note 0.75.
    """
    topics = np.random.default_rng(0).standard_normal((_TOPICS, _DIMENSION))
    random = np.random.default_rng(seed)
    weights = random.permutation(1 / np.arange(1, _TOPICS + 1) ** 0.5)
    of_note = random.choice(_TOPICS, count // _PER_NOTE + 1, p=weights / weights.sum())
    notes = topics[of_note] + 0.8 * random.standard_normal((len(of_note), _DIMENSION))
    found = np.repeat(notes, _PER_NOTE, axis=0)[:count]
    found = found + 1.0 * random.standard_normal(found.shape)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), dtype=np.float32)


async def _open(folder: Path) -> Any:
    import lancedb

    return await (await lancedb.connect_async(str(folder))).open_table("vectors")


async def _fill(folder: Path, count: int) -> None:
    import lancedb

    connection = await lancedb.connect_async(str(folder))
    table = await connection.create_table("vectors", schema=vectors_schema(_DIMENSION))
    vectors = _vectors(count, seed=2)
    for start in range(0, count, _BATCH):
        await table.add(_rows(start, vectors[start : start + _BATCH]))
    await table.optimize()


def _rows(start: int, vectors: Array) -> pa.Table:
    count, schema = len(vectors), vectors_schema(_DIMENSION)
    notes = [number // _PER_NOTE for number in range(start, start + count)]
    flat = pa.array(vectors.astype(np.float16).reshape(-1))
    columns = {
        **{"id": [f"{number:x}" for number in range(start, start + count)], "tags": [["a"]] * count},
        **{"path": [f"{note % 2}/{note // 2 % 50:02}/{note}.md" for note in notes], "modified": [0] * count},
        "vector": pa.FixedSizeListArray.from_arrays(flat, type=schema.field("vector").type),
    }
    empty = {name: pa.nulls(count, schema.field(name).type) for name in schema.names if name not in columns}
    return pa.table(columns | empty, schema=schema)


async def _build(folder: Path, way: str) -> float:
    from lancedb.index import HnswSq, IvfPq, IvfRq

    table = await _open(folder)
    configs = {
        "HNSW_SQ": HnswSq(distance_type="cosine", target_partition_size=65_536),
        "IVF_PQ": IvfPq(distance_type="cosine", num_sub_vectors=_DIMENSION // 8),
        "IVF_RQ": IvfRq(distance_type="cosine"),
    }
    start = perf_counter()
    for name, config in configs.items():
        if way == name:
            await table.create_index("vector", config=config, replace=True)
    return perf_counter() - start


def answer(folder: Path, way: str, asked: Array) -> Answers:
    """Ask one way everything, in this process; the first question of each filter is not measured."""
    return asyncio.run(_answer(folder, way, asked))


async def _answer(folder: Path, way: str, asked: Array) -> Answers:
    table = await _open(folder)
    start = perf_counter()
    ask = await _WAYS[way](table)
    ready = perf_counter() - start
    seconds: dict[str, list[float]] = {}
    ids: dict[str, list[list[str]]] = {}
    for kept, where in _FILTERS.items():
        await ask(asked[0], where)
        seconds[kept], ids[kept] = [], []
        for vector in asked:
            start = perf_counter()
            rows = await ask(vector, where)
            seconds[kept].append(perf_counter() - start)
            ids[kept].append([row["id"] for row in rows])
    return Answers(seconds, ids, ready, pss_bytes([os.getpid()]) / 2**20)


Ask: TypeAlias = "Callable[[Array, str | None], Awaitable[list[dict[str, Any]]]]"


def _by_lancedb(shape: Callable[[Any], Any]) -> Callable[[Any], Awaitable[Ask]]:
    async def way(table: Any) -> Ask:
        async def ask(vector: Array, where: str | None) -> list[dict[str, Any]]:
            query = shape(table.query().nearest_to(vector).distance_type("cosine"))
            query = query.where(where) if where else query
            rows = query.select(["id", "_distance"]).limit(_CANDIDATES)
            return await rows.to_list()  # type: ignore[no-any-return]  # lancedb says no type

        return ask

    return way


async def _in_memory(table: Any) -> Ask:
    """Hold every vector in one matrix; a filter is answered by LanceDB, as the ids that it keeps."""
    found = await table.query().select(["id", "vector"]).to_arrow()
    ids = np.array(found["id"].to_pylist())
    place = {one: number for number, one in enumerate(ids)}
    matrix = found["vector"].combine_chunks().flatten().to_numpy().reshape(len(ids), -1).astype(np.float32)

    async def ask(vector: Array, where: str | None) -> list[dict[str, Any]]:
        scores = matrix @ vector
        if where:
            kept = await table.query().where(where).select(["id"]).to_arrow()
            mask = np.ones(len(ids), bool)
            mask[[place[one] for one in kept["id"].to_pylist()]] = False
            scores[mask] = -np.inf
        best = np.argpartition(-scores, _CANDIDATES)[:_CANDIDATES]
        best = best[np.argsort(-scores[best])]
        return [{"id": one} for one in ids[best]]

    return ask


_WAYS: dict[str, Callable[[Any], Awaitable[Ask]]] = {
    "exact scan": _by_lancedb(lambda query: query.bypass_vector_index()), "in memory": _in_memory,
    "HNSW_SQ": _by_lancedb(lambda query: query.nprobes(20).ef(_BREADTH).refine_factor(_REFINED)),
    "IVF_PQ": _by_lancedb(lambda query: query.nprobes(40).refine_factor(10)),
    "IVF_RQ": _by_lancedb(lambda query: query.nprobes(40).refine_factor(10)),
}  # fmt: skip


def _recall(found: list[list[str]], exact: list[list[str]]) -> float:
    return float(np.mean([len({*f} & {*e}) / len(e) for f, e in zip(found, exact, strict=True)]))


if __name__ == "__main__":
    main()
