"""Replicas of published indexes while another process pulls the same one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.index.test_published import published, write
from vaultsearch.core.errors import IndexInUseError
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.service.parts.replicas import pull_index
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from pathlib import Path


def test_what_another_process_pulls_for_the_first_time_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(tmp_path / "home"))
    write(tmp_path / "index" / "notes.lance" / "data" / "a.lance", "a")
    write(tmp_path / "index" / "manifest.json", "{}")
    published(tmp_path / "index", tmp_path / "place")
    folder = pull_index(str(tmp_path / "place")).folder
    assert not folder.exists()
    lock = WriterLock(settings.index_folder(folder))
    lock.acquire()
    try:
        with pytest.raises(IndexInUseError):
            pull_index(str(tmp_path / "place"))
    finally:
        lock.release()
    assert pull_index(str(tmp_path / "place")).trouble == ""
