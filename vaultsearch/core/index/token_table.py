"""Store pooled token vectors for passages, in a table of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.chunking.embedded_text import standalone_text
from vaultsearch.core.errors import NotIndexedError
from vaultsearch.core.filters import Filter
from vaultsearch.core.index.tables.index_tables import CHUNKS, TOKENS, IndexTables
from vaultsearch.core.index.tables.passage_cache import PASSAGE, passages_of, rank_passages
from vaultsearch.core.index.tables.predicates import is_in, write_sql
from vaultsearch.core.index.tables.stored_notes import PendingText
from vaultsearch.core.models.tokens import unit_length
from vaultsearch.core.protocols import TokenEncoder, Vectors
from vaultsearch.core.values.search import Chunk

HalfVectors: TypeAlias = NDArray[np.float16]


def pool_tokens(tokens: Vectors, factor: int) -> Vectors:
    """Pool token vectors, float32 (tokens, dimension), unit length, to a vector for every ``factor``.

    Clustered hierarchically by Ward's method, whose squared distances on the unit sphere are twice the cosine
    distances; each cluster yields the mean, at unit length again, ordered by first token. A factor of 1
    changes nothing.
    """
    # Rounded up, so that a text of one token keeps it.
    n_pooled = -(-len(tokens) // factor)
    if n_pooled == len(tokens):
        return tokens
    clusters = _ward_clusters(tokens, n_pooled)
    numbers = dict.fromkeys(clusters.tolist())
    means = np.stack([tokens[clusters == number].mean(axis=0) for number in numbers])
    return unit_length(means)


def _ward_clusters(tokens: Vectors, n_pooled: int) -> NDArray[np.int64]:
    """Merge the two nearest clusters by Ward's method until ``n_pooled`` are left: int64 (tokens,).

    Distances to a merged cluster follow from both parts' (Lance and Williams 1967).
    """
    count = len(tokens)
    clusters, sizes = np.arange(count), np.ones(count)
    # In float32, differences of near distances get lost, and the clusters depend on the machine.
    exact = tokens.astype(np.float64)
    squares = (exact**2).sum(axis=1)
    distances = squares[:, None] + squares - 2 * exact @ exact.T
    np.fill_diagonal(distances, np.inf)
    for _ in range(count - n_pooled):
        first, other = divmod(int(distances.argmin()), count)
        to_both = (sizes + sizes[first]) * distances[first] + (sizes + sizes[other]) * distances[other]
        merged = (to_both - sizes * distances[first, other]) / (sizes + sizes[first] + sizes[other])
        # Nothing is merged with itself, nor with what has gone into another cluster.
        merged[[first, other]] = np.inf
        distances[first] = distances[:, first] = merged
        distances[other] = distances[:, other] = np.inf
        sizes[first] += sizes[other]
        clusters[clusters == other] = first
    return clusters


def encode_pooled(encoder: TokenEncoder, texts: Sequence[str], factor: int) -> list[HalfVectors]:
    """Encode and pool each text's tokens, in the process that holds the model."""
    encoded = encoder.encode_passage_tokens(texts)
    return [pool_tokens(tokens, factor).astype(np.float16) for tokens in encoded]


TOKENS_FOLDER = f"{TOKENS}.lance"
"""The table's folder within the index folder."""


class TokenTable:
    """Keeps token vectors, float16 (tokens, dimension), for each passage text; searches are exact."""

    def __init__(self, tables: IndexTables) -> None:
        self._tables = tables
        self._superfluous: tuple[tuple[int, int], int] = ((0, 0), 0)

    async def prepare(self, dimension: int) -> None:
        """Create the table if missing."""
        if TOKENS not in self._tables:
            import pyarrow as pa

            # A matrix of token vectors for each of the passages' texts.
            matrix = pa.list_(pa.list_(pa.float16(), dimension))
            schema = pa.schema([("text_key", pa.string()), ("vectors", matrix)])
            await self._tables.create(TOKENS, schema)

    async def pending_keys(self) -> list[str]:
        """List passage texts without token vectors, from the newest notes first."""
        rows = await self._tables.arrow(CHUNKS, ["text_key", "modified"])
        rows = rows.sort_by([("modified", "descending")])
        known = set(await self._keys(TOKENS))
        newest = dict.fromkeys(map(str, rows["text_key"].to_pylist()))
        return [key for key in newest if key not in known]

    async def pending(self, keys: Sequence[str]) -> list[PendingText]:
        """Read these texts, each once."""
        rows = await self._tables.arrow(CHUNKS, [*PASSAGE, "text_key"], is_in("text_key", keys))
        passages = zip(rows["text_key"].to_pylist(), passages_of(rows), strict=True)
        return list({key: PendingText(key, of.path, standalone_text(of)) for key, of in passages}.values())

    async def add(self, keys: Sequence[str], vectors: Sequence[HalfVectors]) -> None:
        """Store token vectors for texts."""
        import pyarrow as pa

        table = self._tables[TOKENS]
        insert = table.merge_insert("text_key").when_not_matched_insert_all()
        async with self._tables.whole_write(TOKENS):
            schema = await table.schema()
            kind: Any = schema.field("vectors").type
            flat = pa.array(np.concatenate(vectors).reshape(-1), pa.float16())
            offsets = pa.array(np.cumsum([0, *map(len, vectors)]).tolist(), pa.int32())
            rows = pa.FixedSizeListArray.from_arrays(flat, type=kind.value_type)
            matrices: Any = pa.ListArray.from_arrays(offsets, rows, type=kind)
            await insert.execute(pa.table({"text_key": list(keys), "vectors": matrices}, schema=schema))

    async def delete_superfluous(self) -> None:
        """Remove rows belonging to no passage."""
        if superfluous := await self._superfluous_keys():
            await self._tables[TOKENS].delete(is_in("text_key", sorted(superfluous)))

    async def query(self, vectors: Vectors, n: int, where: Filter | None) -> list[Chunk]:
        """Find passages by MaxSim: the mean, over the question's vectors, of the best cosine in each."""
        if CHUNKS not in self._tables:
            return []
        if TOKENS not in self._tables:
            raise NotIndexedError(
                "This index has no token vectors.",
                "Set embedding.chunking_mode to colbert, and index the vault again.",
            )
        query: Any = self._tables[TOKENS].query().nearest_to(vectors).distance_type("cosine")
        condition = write_sql(where) if where is not None else None
        if condition is None:
            # Rows without a passage, which the next sync removes, may be among the nearest; skipped below.
            versions = (await self._tables.version(CHUNKS), await self._tables.version(TOKENS))
            if self._superfluous[0] != versions:
                self._superfluous = (versions, len(await self._superfluous_keys()))
            limit = n + self._superfluous[1]
        else:
            limit = n
            query = query.where(is_in("text_key", sorted(set(await self._keys(CHUNKS, condition)))))
        rows = await query.bypass_vector_index().select(["text_key", "_distance"]).limit(limit).to_list()
        # LanceDB adds up one cosine distance, the smallest, for each vector of the question.
        scores = {row["text_key"]: 1.0 - row["_distance"] / len(vectors) for row in rows}
        # A text may stand in several passages, so that more than n come back.
        of_texts = is_in("text_key", scores) + (f" AND {condition}" if condition else "")
        passages = await self._tables.arrow(CHUNKS, [*PASSAGE, "text_key"], of_texts)
        keys = passages["text_key"].to_pylist()
        scored_chunks = [(chunk, scores[key]) for key, chunk in zip(keys, passages_of(passages), strict=True)]
        scored_chunks.sort(key=lambda pair: (-pair[1], pair[0].path, pair[0].position))
        return rank_passages(scored_chunks, "tokens")[:n]

    async def _superfluous_keys(self) -> set[str]:
        return set(await self._keys(TOKENS)) - set(await self._keys(CHUNKS))

    async def _keys(self, table: str, where: str | None = None) -> list[str]:
        return [key for (key,) in await self._tables.tuples(table, ["text_key"], where)]
