"""Cache passages found by searches: recently read rows are not read again."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.chunking.embedded_text import SearchedText, bare_headings
from vaultsearch.core.filters import Filter
from vaultsearch.core.index.tables import index_tables
from vaultsearch.core.index.tables.predicates import is_in, write_sql
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Chunk, ChunkSection, LegRank, own_headings

if TYPE_CHECKING:
    from lancedb import AsyncTable


PASSAGE = ["packed", "modified"]
"""The columns a passage is read from; a file's date may change without the text."""
_LEVEL = 1
"""zlib's level: higher ones take longer to save a fiftieth."""
# In the order of the dataclass: a field that is added goes last, or older indexes would be misread.
_NAMES = [each.name for each in fields(Chunk) if each.name not in ("modified", "is_past", "score", "ranks")]
_values = attrgetter(*_NAMES)
_searched = itemgetter(
    *map(_NAMES.index, ("title", "aliases", "heading_path", "page", "text", "language", "sections"))
)
_TUPLES = [_NAMES.index(name) for name in ("heading_path", "tags", "aliases", "links", "addresses")]
_SECTIONS, _CREATED, _KIND = map(_NAMES.index, ("sections", "created", "kind"))
_MODIFIED = [field.name for field in fields(Chunk)].index("modified")
_KINDS = {kind.value: kind for kind in FileKind}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Written: TypeAlias = tuple[bytes, int | None]
"""A packed passage and the file's date, in microseconds since 1970."""


def pack_passage(passage: Chunk) -> bytes:
    """Pack a passage, without the file's date and without search results."""
    return zlib.compress(write_json(_values(passage)).encode(), _LEVEL)


def written_in(rows: Any) -> list[Written]:
    """List the packed rows of an Arrow table or batch with the columns `PASSAGE`.

    Converting dates by Arrow takes as long as all the rest, and casting them an import.
    """
    modified = rows["modified"]
    parts = getattr(modified, "chunks", [modified])  # of a table, or the one of a batch
    moments = chain.from_iterable(part.view("int64").to_pylist() for part in parts)
    return list(zip(rows["packed"].to_pylist(), moments, strict=True))


def passages_of(rows: Any) -> list[Chunk]:
    """Read passages from an Arrow table or batch with the columns `PASSAGE`."""
    return [passage_of(*written) for written in written_in(rows)]


def passage_of(written: bytes, modified: int | None) -> Chunk:
    """Read a passage from the packed value and the file's date, in microseconds since 1970."""
    values = _unpack_values(written)
    # JSON has lists alone, and passages must be hashable.
    for place in _TUPLES:
        values[place] = tuple(values[place])
    values[_SECTIONS] = tuple(
        ChunkSection(start, end, first, last, tuple(path))
        for start, end, first, last, path in values[_SECTIONS]
    )
    values[_CREATED] = values[_CREATED] and datetime.fromisoformat(values[_CREATED])
    values[_KIND] = _KINDS[values[_KIND]]
    values.insert(_MODIFIED, None if modified is None else _EPOCH + timedelta(microseconds=modified))
    return Chunk(*values)


def searched_in(rows: Any) -> Iterator[SearchedText]:
    """Yield the texts for full text search from an Arrow batch with the column ``packed``.

    For all passages in a vault, this takes a third less than making passages.
    """
    for written in rows["packed"].to_pylist():
        title, aliases, heading_path, page, text, language, sections = _searched(_unpack_values(written))
        headings = (*own_headings(heading_path, page), *bare_headings(sections))
        yield SearchedText.joined(title, aliases, headings, text, language)


def repack_moved(written: bytes, passage: str, path: str) -> bytes:
    """Repack a passage under another id and note path, the first values: the others are not read."""
    text, read = zlib.decompress(written).decode(), json.JSONDecoder().raw_decode
    _, id_end = read(text, len("["))
    _, end = read(text, id_end + len(", "))
    return zlib.compress(f"{write_json((passage, path))[:-1]}{text[end:]}".encode(), _LEVEL)


def _unpack_values(written: bytes) -> list[Any]:
    # As str: json looks for the encoding of bytes, which takes it a quarter longer.
    values: list[Any] = json.loads(zlib.decompress(written).decode())
    # A former version wrote no addresses and sections; the next sync does.
    return values + [()] * (len(_NAMES) - len(values))


write_json = json.JSONEncoder(
    ensure_ascii=False, default=lambda value: value.isoformat() if isinstance(value, date) else str(value)
).encode
"""Made once: `json.dumps` would make an encoder for each value."""

_MAX_CACHED = 2000
"""Passages kept in memory, some kilobytes each: enough for a few questions typed on."""

_MAX_NUMBERED = 200_000
"""Maximum passages with row numbers in memory: more take a fifth of a second to read after each save."""


class RowNumbers:
    """Maps id hashes to row numbers: reading fifty among 60,000 passages takes 1 ms CPU, by id 5."""

    def __init__(self, hashes: NDArray[np.int64], numbers: NDArray[np.uint64]) -> None:
        order = np.argsort(hashes)
        self._hashes, self._numbers = hashes[order], numbers[order]

    @classmethod
    async def read(cls, table: AsyncTable) -> RowNumbers | None:
        """Read the row numbers of all passages in a table, or None if they are too many."""
        if await table.count_rows() > _MAX_NUMBERED:
            return None
        hashes, numbers = array("q"), array("Q")
        query = table.query().with_row_id().select(["id"])
        async for batch in await query.to_batches(max_batch_length=index_tables.PAGE_ROWS):
            hashes.extend(map(hash, batch["id"].to_pylist()))
            numbers.frombytes(np.asarray(batch["_rowid"]).tobytes())
        return cls(np.array(hashes, dtype=np.int64), np.array(numbers, dtype=np.uint64))

    def of(self, ids: Sequence[str]) -> list[int]:
        """Return these passages' row numbers, and rarely another with the same hash."""
        if not len(self._hashes):
            return []
        wanted_hashes = np.array(list(map(hash, ids)), dtype=np.int64)
        places = np.minimum(np.searchsorted(self._hashes, wanted_hashes), len(self._hashes) - 1)
        rows: list[int] = self._numbers[places[self._hashes[places] == wanted_hashes]].tolist()
        return rows


class PassageCache:
    """Reads passages found by searches.

    Recently read ones are not unpacked again, whatever was written since; passages searched by id are not
    read again until the table changes. A question's legs, and a question typed on, mostly find the same ones.
    """

    def __init__(self, tables: index_tables.IndexTables) -> None:
        self._tables = tables
        self._unpacked: dict[Written, Chunk] = {}
        self._state: index_tables.TableState | None = None
        self._named: dict[str, Chunk] = {}
        self._row_numbers = index_tables.ReadBehind(tables, index_tables.CHUNKS, RowNumbers.read)
        tables.register_cache(self.forget)

    def forget(self) -> None:
        """Drop the passages kept in memory."""
        self._row_numbers.forget()
        self._unpacked.clear()
        self._state, self._named = None, {}

    async def of(self, query: Any, n: int) -> list[tuple[Chunk, float]]:
        """Return up to n passages found by LanceDB's full text, in order, with their BM25."""
        state = await self._tables.state(index_tables.CHUNKS)
        # WORKAROUND lancedb 0.40: without the score among the selected columns, it warns at every search.
        rows: Any = await query.select([*PASSAGE, "_score"]).limit(n).to_arrow()
        chunks = self._chunks_of(rows)
        self._keep(state, chunks)
        return list(zip(chunks, rows["_score"].to_pylist(), strict=True))

    async def of_vectors(self, query: Any, n: int, *scores: str) -> list[tuple[Chunk, tuple[Any, ...]]]:
        """Return up to n passages whose vectors a query finds, skipping deleted ones."""
        rows: Any = await query.select(["id", *scores]).limit(n).to_arrow()
        ids, values = rows["id"].to_pylist(), zip(*(rows[name].to_pylist() for name in scores), strict=True)
        chunks = await self.named(ids)
        return [(chunks[key], value) for key, value in zip(ids, values, strict=True) if key in chunks]

    async def named(self, ids: Sequence[str], where: Filter | None = None) -> dict[str, Chunk]:
        """Map ids to passages, skipping deleted ones and those failing a condition."""
        if where is not None and ids:
            these = f"{is_in('id', ids)} AND ({write_sql(where)})"
            ids = [key for (key,) in await self._tables.tuples(index_tables.CHUNKS, ["id"], these)]
        state = await self._tables.state(index_tables.CHUNKS)
        if self._state != state:
            self._state, self._named = state, {}
        named_chunks = {key: self._named[key] for key in ids if key in self._named}
        if missing := {*ids} - named_chunks.keys():
            named_chunks |= await self._by_row(missing)
        if missing := {*ids} - named_chunks.keys():
            read = await self._tables.arrow(index_tables.CHUNKS, PASSAGE, is_in("id", sorted(missing)))
            named_chunks |= {chunk.id: chunk for chunk in self._chunks_of(read)}
        self._keep(state, named_chunks.values())
        return named_chunks

    async def _by_row(self, ids: set[str]) -> dict[str, Chunk]:
        """Map ids to passages, for ids with a known row in the table's state."""
        table, numbers = self._tables[index_tables.CHUNKS], await self._row_numbers.get()
        rows = numbers.of(sorted(ids)) if numbers is not None else []
        if not rows:
            return {}
        try:
            read: Any = await table.take_row_ids(rows).select(PASSAGE).to_arrow()
        except (OSError, RuntimeError, ValueError):  # such as a row that is gone since: looked up by its id
            return {}
        # A row that was written since may have the number of another one.
        return {chunk.id: chunk for chunk in self._chunks_of(read) if chunk.id in ids}

    def _chunks_of(self, rows: Any) -> list[Chunk]:
        """Return the passages in a table with the columns `PASSAGE`, unpacking only new ones."""
        chunks = []
        for key in written_in(rows):
            # Taken out and put back, so that the dict is ordered by last use and its first ones can go.
            chunk = self._unpacked.pop(key, None)
            chunks.append(passage_of(*key) if chunk is None else chunk)
            self._unpacked[key] = chunks[-1]
        for key in list(self._unpacked)[:-_MAX_CACHED]:
            del self._unpacked[key]
        return chunks

    def _keep(self, state: index_tables.TableState, chunks: Iterable[Chunk]) -> None:
        """Cache passages by id, dropping the least recently found.

        Nothing is kept if the table was written to since ``state``: the passages may be newer.
        """
        if self._state != state or not self._tables.is_unchanged(index_tables.CHUNKS, state):
            return
        for chunk in chunks:
            self._named.pop(chunk.id, None)
            self._named[chunk.id] = chunk
        for passage_id in list(self._named)[:-_MAX_CACHED]:
            del self._named[passage_id]


def rank_passages(scored_chunks: Iterable[tuple[Chunk, float]], leg: str) -> list[Chunk]:
    """Return a leg's passages, best first, each with score and rank in that leg."""
    ranked = enumerate(scored_chunks, start=1)
    return [chunk.scored(score, {leg: LegRank(rank, score)}) for rank, (chunk, score) in ranked]
