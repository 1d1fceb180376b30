"""The facts about a vault: from its folder, and from its index while the folder is away."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.builders import write_notes
from vaultsearch.core.index.index_folder import Manifest, write_manifest
from vaultsearch.desktop.storage import describe_vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from pathlib import Path


def test_notes_last_change_and_size_are_told_before_and_after_indexing(tmp_path: Path) -> None:
    vault = tmp_path / "Vault"
    write_notes(vault, {"One.md": "one\n", "deep/Two.md": "two\n", ".hidden/Three.md": "three\n"})
    for name, day in (("One.md", 3), ("deep/Two.md", 12)):
        moment = datetime(2026, 5, day, tzinfo=UTC).timestamp()
        os.utime(vault / name, (moment, moment))
    facts = describe_vault(vault)
    assert (facts.notes, facts.changed) == (2, datetime(2026, 5, 12, tzinfo=UTC))
    assert (facts.is_there, facts.is_indexed, facts.bytes) == (True, False, 0)
    index = settings.index_folder(vault)
    index.mkdir(parents=True)
    write_manifest(index, Manifest(str(vault), "f", "m", None, n_files=2, waiting=1))
    facts = describe_vault(vault)
    assert (facts.is_indexed, facts.waiting, facts.is_complete) == (True, 1, False)
    assert facts.bytes > 0
    write_manifest(index, Manifest(str(vault), "f", "m", datetime(2026, 5, 13, tzinfo=UTC), n_files=2))
    assert describe_vault(vault).is_complete
    (vault / "Plan.pdf").write_bytes(b"%PDF-1.4")
    (vault / "boat.py").write_text("no kind that is searched")
    assert (describe_vault(vault).notes, describe_vault(vault).files) == (2, 1)
    vault.rename(tmp_path / "Gone")
    facts = describe_vault(vault)
    assert (facts.is_there, facts.notes, facts.changed) == (False, 2, None)
