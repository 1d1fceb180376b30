"""The folder of an index that commands alone keep up to date, each in a process that ends at once."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tests.builders import use_small_parts, write_notes
from vaultsearch.core.index import upkeep
from vaultsearch.service import commands
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from vaultsearch.core.values.sync import SyncReport


async def _index(vault: Path, index: Path) -> SyncReport:
    async with await Vault.open(vault, index) as opened:
        return await commands.sync_and_wait(opened, lambda _: None, read_for=(), anew=False)


def _bytes(index: Path) -> int:
    return sum(file.stat().st_size for file in index.rglob("*") if file.is_file())


async def test_edits_indexed_by_commands_let_the_folder_grow_little_and_are_tidied_once_it_pays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each command after an edit merged all tables: six edits made 18.5 MB of 5.7.
    use_small_parts(monkeypatch)
    vault, index = tmp_path / "vault", tmp_path / "index"
    write_notes(vault, {f"{n}.md": f"Note {n}. " + f"word{n} and others. " * 60 for n in range(100)})
    await _index(vault, index)
    fresh = _bytes(index)
    for edit in range(6):
        write_notes(vault, {"0.md": f"Edited {edit} times."})
        assert (await _index(vault, index)).changed == 1
    assert _bytes(index) < 2 * fresh
    edited = _bytes(index)
    monkeypatch.setattr(upkeep, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1))
    monkeypatch.setattr(upkeep, "_DUE_VERSIONS", 5)
    await _index(vault, index)
    assert _bytes(index) < edited
