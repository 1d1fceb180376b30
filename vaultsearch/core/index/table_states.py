"""Which state of a table was read: what is kept in memory of it holds for that one alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from lancedb import AsyncTable


@dataclass(frozen=True, slots=True)
class TableState:
    """A version of a table, and when the latest one was written, in nanoseconds, as the disk tells.

    The version alone does not tell a table from one that another process has made in its place since.
    """

    version: int
    written_ns: int


async def state_of(table: AsyncTable, folder: Path) -> TableState:
    """Give the state that a search finds a table of the index in ``folder`` in, or an earlier one."""
    written = _written_ns(folder / f"{table.name}.lance" / "_versions")
    return TableState(await table.version(), written)


def _written_ns(versions: Path) -> int:
    try:
        return versions.stat().st_mtime_ns
    except OSError:
        return 0
