"""Export passages with metadata and vectors, for notebooks and other programs, batch by batch."""

from __future__ import annotations

import csv
import json
from contextlib import contextmanager
from datetime import datetime
from io import TextIOWrapper
from operator import attrgetter
from typing import IO, TYPE_CHECKING, Any

from vaultsearch.core.index.stored_vectors import PassageVectors
from vaultsearch.core.index.tables.index_tables import CHUNKS, IndexTables
from vaultsearch.core.index.tables.passage_cache import PASSAGE, passages_of
from vaultsearch.core.index.tables.predicates import is_in, write_sql
from vaultsearch.core.text import index_tags
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import ExportFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from vaultsearch.core.filters import Filter

    Write = Callable[[pa.RecordBatch], None]

_TEXTS = ("heading_path", "tags", "aliases", "links")
_NUMBERS = ("position", "line_start", "line_end", "page")
_MOMENTS = ("modified", "created")
_COLUMNS = (
    *("id", "path", "title", "position", "heading_path", "line_start", "line_end", "content", "text"),
    *("tags", "aliases", "links", "modified", "created", "language", "kind", "page"),
)
_values = attrgetter(*_COLUMNS)
_BATCH = 2000
_DIGITS = 7
"""Decimal digits per vector component: float32 has no more, but would be written with twenty."""


async def export_passages(
    tables: IndexTables, where: Filter | None, stream: IO[bytes], style: ExportFormat, *, vectors: bool
) -> int:
    """Write the passages matching a condition to a stream; return their number."""
    import pyarrow as pa

    if CHUNKS not in tables:
        return 0
    spaces = tables.spaces if vectors else []
    query = tables[CHUNKS].query().select(PASSAGE)
    if where is not None:
        query = query.where(write_sql(where))
    types: dict[str, Any] = dict.fromkeys(_COLUMNS, pa.string())
    types |= dict.fromkeys(_TEXTS, pa.list_(pa.string())) | dict.fromkeys(_NUMBERS, pa.int32())
    types |= dict.fromkeys(_MOMENTS, pa.timestamp("us", tz="UTC"))
    passage: list[pa.Field[Any]] = [pa.field(name, type_) for name, type_ in types.items()]
    fields = list(passage)
    for space in spaces:
        dimension = await PassageVectors(tables, space).dimension() or 0
        fields.append(pa.field(space.value, pa.list_(pa.float32(), dimension)))
    written = 0
    with _WRITERS[style](stream, fields) as write:
        async for rows in await query.to_batches(max_batch_length=_BATCH):
            passages = passages_of(rows)
            values = [
                dict(zip(_COLUMNS, _values(passage), strict=True)) | {"tags": index_tags(passage.tags)}
                for passage in passages
            ]
            batch = pa.RecordBatch.from_pylist(values, schema=pa.schema(passage))
            for space, field in zip(spaces, fields[len(_COLUMNS) :], strict=True):
                vectors_by_id = await PassageVectors(tables, space).matching(
                    is_in("id", [passage.id for passage in passages])
                )
                # Passages that are not encoded yet have an empty field.
                vectors_of = [vectors_by_id.get(passage.id) for passage in passages]
                batch = batch.append_column(field, pa.array(vectors_of, field.type))
            # Compressing and writing a batch would hold up the loop, on which searches run.
            await in_thread(write, batch)
            written += batch.num_rows
    return written


@contextmanager
def _open_parquet(stream: IO[bytes], fields: list[pa.Field[Any]]) -> Iterator[Write]:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    with ParquetWriter(stream, pa.schema(fields)) as writer:
        yield writer.write_batch


@contextmanager
def _open_jsonl(stream: IO[bytes], _fields: list[pa.Field[Any]]) -> Iterator[Write]:
    def write(batch: pa.RecordBatch) -> None:
        for row in batch.to_pylist():
            line = json.dumps({name: _plain_value(value) for name, value in row.items()}, ensure_ascii=False)
            stream.write(line.encode() + b"\n")

    yield write


@contextmanager
def _open_csv(stream: IO[bytes], fields: list[pa.Field[Any]]) -> Iterator[Write]:
    """Write lists and vectors as JSON: CSV fields have no structure."""
    text = TextIOWrapper(stream, encoding="utf-8", newline="")
    writer = csv.writer(text)
    writer.writerow(field.name for field in fields)

    def write(batch: pa.RecordBatch) -> None:
        for row in batch.to_pylist():
            values = map(_plain_value, row.values())
            writer.writerow(json.dumps(v, ensure_ascii=False) if isinstance(v, list) else v for v in values)

    try:
        yield write
        text.flush()
    finally:
        # The stream is the caller's; without this, the wrapper would close it.
        text.detach()


def _plain_value(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return [round(number, _DIGITS) if isinstance(number, float) else number for number in value]
    return value


_WRITERS = {ExportFormat.PARQUET: _open_parquet, ExportFormat.JSONL: _open_jsonl, ExportFormat.CSV: _open_csv}
