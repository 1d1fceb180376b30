"""The folder of an index is deleted while it is written: there is one writer of what is made anew."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from vaultsearch.core.errors import IndexInUseError
from vaultsearch.core.index.writer_lock import WriterLock, writer_of
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from pathlib import Path

ON = Parameters(file={"embedding.multilingual_model": "none"})


async def opened(vault: Path, index: Path) -> Vault:
    return await Vault.open(vault, index, ON)


async def test_the_writer_makes_a_deleted_index_anew_and_holds_its_lock(vault: Path, tmp_path: Path) -> None:
    """The lock stayed on the file of the deleted folder: a second writer was let in."""
    write_notes(vault, {"a.md": "a harbour", "b.md": "a mast"})
    writer = await opened(vault, tmp_path / "index")
    await writer.index.sync()
    shutil.rmtree(tmp_path / "index")
    write_notes(vault, {"a.md": "a quay"})
    assert (await writer.index.sync(changes=True)).added == 2
    assert writer_of(tmp_path / "index") == os.getpid()
    with pytest.raises(IndexInUseError, match=str(os.getpid())):
        WriterLock(tmp_path / "index").acquire()
    await writer.close()
    assert writer_of(tmp_path / "index") is None


async def test_a_writer_whose_index_another_one_made_anew_waits_for_that_and_reads_it(
    vault: Path, tmp_path: Path
) -> None:
    write_notes(vault, {"a.md": "a harbour", "b.md": "a mast"})
    writer = await opened(vault, tmp_path / "index")
    await writer.index.sync()
    shutil.rmtree(tmp_path / "index")
    second = await opened(vault, tmp_path / "index")
    await second.index.sync()
    write_notes(vault, {"a.md": "a quay", "c.md": "a rope"})
    with pytest.raises(IndexInUseError):
        await writer.index.sync(changes=True)
    await second.close()
    report = await writer.index.sync(changes=True)
    assert (report.added, report.changed, report.unchanged) == (1, 1, 1)
    found = await writer.search("quay", mode=Mode.FULLTEXT)
    assert [one.chunk.path for one in found] == ["a.md"]
    await writer.close()
