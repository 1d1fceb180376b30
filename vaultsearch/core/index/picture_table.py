"""The vectors of pictures, made from what they show, in a table of their own: there is none without a model.

A row belongs to a picture by its path, and keeps the key of its content: a picture that is moved, or stands
in the vault twice, is encoded once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.filters import AllOf, AtPaths, OfKind
from vaultsearch.core.index.predicates import is_in, literal, sql
from vaultsearch.core.index.tables import CHUNKS, NOTES, PICTURES, IndexTables
from vaultsearch.core.values.note import FileKind, Revision
from vaultsearch.core.vault.recognised_texts import RASTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.backlog import Backlog
    from vaultsearch.core.index.stored_notes import StoredNotes
    from vaultsearch.core.protocols import Vectors


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A picture, the key of its content, and its vector, float32 (dimension,); if none, the reason."""

    revision: Revision
    key: str
    vector: Vectors | None = None
    reason: str = ""


class PictureTable:
    """Reads and writes the vectors of pictures; of a model, by its fingerprint."""

    def __init__(self, tables: IndexTables, notes: StoredNotes, backlog: Backlog) -> None:
        self._tables = tables
        self._notes = notes
        self._backlog = backlog

    # --- encoding ----------------------------------------------------------------------------

    async def all(self) -> list[Revision]:
        """List the pictures of the vault, the newest first; drawings that are no rasters are left out."""
        if NOTES not in self._tables:
            return []
        where = sql(OfKind(FileKind.IMAGE))
        rows = await self._tables.rows(NOTES, ["path", "size", "mtime_ns"], where=where)
        found = [Revision(row["path"], row["size"], row["mtime_ns"]) for row in rows]
        rasters = (one for one in found if PurePosixPath(one.path).suffix.lower() in RASTERS)
        return sorted(rasters, key=lambda one: (-one.mtime_ns, one.path))

    async def done(self, model: str) -> dict[Revision, str]:
        """Map the pictures that a model has read to the reason why one has no vector, "" if it has."""
        columns = ["path", "size", "mtime_ns", "reason"]
        rows = await self._tables.rows(PICTURES, columns, where=_of(model))
        return {Revision(row["path"], row["size"], row["mtime_ns"]): row["reason"] for row in rows}

    async def known(self, revision: Revision, key: str, model: str) -> EncodedPicture | None:
        """Return a picture as a model has encoded the same content before, None if it has not."""
        where = f"{_of(model)} AND key = {literal(key)}"
        for row in await self._tables.rows(PICTURES, ["vector", "reason"], where=where):
            vector = None if row["reason"] else np.asarray(row["vector"], dtype=np.float32)
            return EncodedPicture(revision, key, vector, row["reason"])
        return None

    async def write(self, pictures: Sequence[EncodedPicture], model: str, dimension: int) -> None:
        """Write pictures in place of their former rows; those of another model go."""
        from vaultsearch.core.index.schema import pictures_schema

        if PICTURES not in self._tables:
            await self._tables.create(PICTURES, pictures_schema(dimension))
        elif await self._tables[PICTURES].count_rows(f"NOT {_of(model)}"):
            await self._tables.replace(PICTURES, pictures_schema(dimension))
        rows = [
            {
                "path": one.revision.path,
                "size": one.revision.size,
                "mtime_ns": one.revision.mtime_ns,
                "key": one.key,
                "model": model,
                "reason": one.reason,
                # LanceDB refuses rows without a vector.
                "vector": (np.zeros(dimension) if one.vector is None else one.vector).astype(np.float16),
            }
            for one in pictures
        ]
        batch = await self._tables.batch(PICTURES, rows)
        insert = self._tables[PICTURES].merge_insert("path")
        async with self._tables.whole_write(PICTURES):
            await insert.when_matched_update_all().when_not_matched_insert_all().execute(batch)
        self._backlog.note_written()

    async def drop_gone(self, pictures: Sequence[Revision]) -> None:
        """Remove the rows of pictures that are not among these, which are those of the vault."""
        held = {row["path"] for row in await self._tables.rows(PICTURES, ["path"])}
        if gone := held.difference(one.path for one in pictures):
            await self._tables[PICTURES].delete(is_in("path", sorted(gone)))

    async def drop(self) -> None:
        """Remove the table: no model is named any more."""
        await self._tables.drop(PICTURES)

    # --- searching ---------------------------------------------------------------------------

    async def has_any(self, model: str) -> bool:
        """Return whether a model has encoded a picture."""
        return PICTURES in self._tables and bool(await self._tables[PICTURES].count_rows(_found(model)))

    async def nearest(self, vector: Vectors, model: str, n: int, where: Filter | None) -> dict[str, float]:
        """Map passages of the n pictures nearest to ``vector``, by id, to their cosine, the nearest first."""
        if CHUNKS not in self._tables or not await self.has_any(model):
            return {}
        found = _found(model)
        where = await self._notes.shown(where)
        if where is not None:
            found += f" AND {is_in('path', sorted(await self._first_passages(where)))}"
        query: Any = self._tables[PICTURES].query().nearest_to(vector).distance_type("cosine").where(found)
        rows = await query.bypass_vector_index().select(["path", "_distance"]).limit(n).to_list()
        at = AtPaths(frozenset(row["path"] for row in rows))
        first = await self._first_passages(at if where is None else AllOf((at, where)))
        return {first[row["path"]]: 1.0 - row["_distance"] for row in rows if row["path"] in first}

    async def _first_passages(self, where: Filter) -> dict[str, str]:
        """Map the pictures with a passage that a condition holds for to the id of the first such."""
        these = sql(AllOf((OfKind(FileKind.IMAGE), where)))
        rows = await self._tables.rows(CHUNKS, ["id", "path"], where=these)
        rows.sort(key=lambda row: -int(row["id"].rpartition(":")[2]))
        return {row["path"]: row["id"] for row in rows}


def _of(model: str) -> str:
    return f"(model = {literal(model)})"


def _found(model: str) -> str:
    return f"{_of(model)} AND reason = ''"
