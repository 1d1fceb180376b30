"""Writes of a table are whole, or undone: a full disk may cut the file that a commit names."""

from __future__ import annotations

import errno
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Collection
    from pathlib import Path

    from lancedb.table import AsyncTable


_ENDING = b"LANC"
"""The last bytes of each file of Lance's format."""


@asynccontextmanager
async def whole_write(table: AsyncTable, index: Path) -> AsyncGenerator[None, None]:
    """Restore a table's version of before if a file that is written within was cut.

    WORKAROUND lancedb 0.40: it does not notice that the last bytes of a file found no room and commits it;
    no search reads the table after this.

    Raises:
        OSError: ENOSPC, a file was cut.
    """
    version, data = await table.version(), index / f"{table.name}.lance" / "data"
    former = await in_thread(_names, data)
    yield
    # Not in a `finally`: after an error, LanceDB has committed nothing.
    if await in_thread(_is_any_cut, data, former):
        await table.checkout(version)
        await table.restore()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(data))


def _names(data: Path) -> frozenset[str]:
    try:
        return frozenset(os.listdir(data))  # noqa: PTH208  # a thousand names, without paths
    except FileNotFoundError:
        return frozenset()


def _is_any_cut(data: Path, former: Collection[str]) -> bool:
    return any(_is_cut(data / name) for name in _names(data).difference(former) if name.endswith(".lance"))


def _is_cut(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            opened.seek(-len(_ENDING), os.SEEK_END)
            return opened.read() != _ENDING
    except FileNotFoundError:
        return False
    except OSError:  # shorter than its ending
        return True
