"""The note that is open in Obsidian, as its workspace says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.source import active_file

if TYPE_CHECKING:
    from pathlib import Path


def leaf(name: str, file: str | None) -> dict[str, Any]:
    state = {} if file is None else {"file": file, "mode": "source"}
    return {"id": name, "type": "leaf", "state": {"type": "markdown", "state": state}}


def workspace(active: str) -> dict[str, Any]:
    tabs = {"id": "t", "type": "tabs", "children": [leaf("a", "Notes/A.md"), leaf("b", "B.canvas")]}
    return {
        "main": {"id": "m", "type": "split", "children": [tabs, leaf("empty", None)]},
        "active": active,
        "lastOpenFiles": ["Last.md", "A.md"],
    }


@pytest.mark.parametrize(
    ("active", "path"), [("a", "Notes/A.md"), ("b", "B.canvas"), ("empty", "Last.md"), ("sidebar", "Last.md")]
)
def test_the_active_pane_else_the_last_file_counts(tmp_path: Path, active: str, path: str) -> None:
    (tmp_path / ".obsidian").mkdir()
    file = tmp_path / ".obsidian" / "workspace.json"
    file.write_text(json.dumps(workspace(active)))
    assert active_file(Containment(tmp_path)) == (path, file.stat().st_mtime)


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"main": 1, "active": {}, "lastOpenFiles": 3}', "[" * 99_999]
)
def test_a_damaged_workspace_names_none(tmp_path: Path, content: str) -> None:
    assert active_file(Containment(tmp_path)) is None
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "workspace.json").write_text(content)
    assert active_file(Containment(tmp_path)) is None


def test_a_workspace_that_leads_out_of_the_vault_is_not_read(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (tmp_path / "outside.json").write_text(json.dumps(workspace("a")))
    (vault / ".obsidian" / "workspace.json").symlink_to(tmp_path / "outside.json")
    assert active_file(Containment(vault)) is None
