"""The storage behind the settings: Obsidian's vaults, facts about a vault, the manual, fetched models."""

import json
import os
import re
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.builders import write_notes
from tests.fake_hub import fake_hub
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.index.index_folder import Manifest, write_manifest
from vaultsearch.desktop import storage
from vaultsearch.desktop import storage as disk_storage
from vaultsearch.desktop.storage import DiskStorage, describe_vault, list_obsidian_vaults
from vaultsearch.settings import settings
from vaultsearch.settings.protocol import Download


def test_those_that_are_there_the_latest_first(tmp_path: Path) -> None:
    old, new, snap = (tmp_path / name for name in ("old", "new", "snap"))
    for folder in (old, new, snap):
        folder.mkdir()
    vaults = {
        "a": {"path": str(old), "ts": 1_600_000_000_000},
        "b": {"path": str(new), "ts": 1_700_000_000_000, "open": True},
        "c": {"path": str(tmp_path / "gone"), "ts": 1_800_000_000_000},
    }
    first, second = tmp_path / "obsidian.json", tmp_path / "second.json"
    first.write_text(json.dumps({"vaults": vaults, "updateDisabled": True}))
    second.write_text(json.dumps({"vaults": {"d": {"path": str(snap)}, "e": vaults["a"]}}))
    assert list_obsidian_vaults((first, second, tmp_path / "none.json")) == (new, old, snap)


@pytest.mark.parametrize("content", [
    *(b"", b"[]", b"\xff", b'{"vaults": []}'),
    b'{"vaults": {"a": 1, "b": {}, "c": {"path": 3}, "d": {"path": "relative"}, "e": {"path": ""}}}',
    b'{"vaults": {"a": {"path": "/\\u0000", "ts": 1e999}}}', b"[" * 100_000,
])  # fmt: skip
def test_what_cannot_be_read_names_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "obsidian.json"
    file.write_bytes(content)
    assert list_obsidian_vaults((file,)) == ()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the places are those of Linux")
def test_flatpak_and_snap_are_looked_into_on_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", "/home/me")
    assert [place.parents[1] for place in disk_storage.obsidian_files()] == [
        tmp_path, Path("/home/me/.var/app/md.obsidian.Obsidian/config"),
        Path("/home/me/snap/obsidian/current/.config"),
    ]  # fmt: skip


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="asks xdg-mime")
@pytest.mark.parametrize(
    ("answer", "opens"), [("echo obsidian.desktop", True), ("true", False), ("exit 4", False), (None, True)]
)
def test_links_are_opened_if_an_app_is_registered(
    answer: str | None, opens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where none was, Enter did nothing. Without xdg-mime, nobody knows."""
    if answer is not None:
        (tmp_path / "xdg-mime").write_text(f"#!/bin/sh\n{answer}\n")
        (tmp_path / "xdg-mime").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert disk_storage.opens_obsidian_links() is opens


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


def test_the_manual_is_rendered_whole_without_an_index() -> None:
    # It records nothing.
    disk = DiskStorage(None)  # type: ignore[arg-type]  # no store is asked
    pages = {page.title: page for page in disk.read_manual()}
    assert list(pages)[:3] == ["Start", "Asking", "Changes"]
    assert len(pages) > 15
    asking = pages["Asking"]
    assert asking.html.count("src='data:image/png;base64,") == 2
    assert "embed:" not in asking.html
    # The last heading's section is there, not the first part alone; the properties are not.
    assert asking.outline[-1].text in asking.html
    assert all("fold:0" not in page.html for page in pages.values())
    for page in pages.values():
        for address in re.findall(r"href='note:([^']*)'", page.html):
            title, _, heading = unquote(address).partition("#")
            target = pages[title] if title else page
            assert not heading or heading in [part.text for part in target.outline], (page.title, address)


@pytest.mark.parametrize(
    ("platform", "missing"),
    [("linux", ("models", "shortcut", "ocr")), ("win32", ("models", "ocr")), ("darwin", ("models", "ocr"))],
)
def test_the_extras_that_are_missing_are_those_that_the_system_can_use(
    monkeypatch: pytest.MonkeyPatch, platform: str, missing: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(storage, "has_extra", ("chinese", "ask", "store").__contains__)
    program = storage.describe_program()
    assert program.missing == missing
    assert f"[{','.join(missing)}]" in program.remedy


MODEL = "someone/tiny-reranker"
OFFER = Download(MODEL, "hub", "main", 0)


def test_a_fetched_model_arrives_unless_it_is_given_up_or_fails(
    tiny_cross_encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")  # a model loading elsewhere would set it to 1
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    disk, cancelled = DiskStorage(None), threading.Event()  # type: ignore[arg-type]  # no store is asked
    with pytest.raises(ModelUnavailableError, match="can't be downloaded"):
        disk.download(OFFER, lambda _: None, cancelled)
    cancelled.set()
    assert not disk.download(OFFER, lambda _: None, cancelled)
    assert not list(tmp_path.rglob("model.safetensors"))
    with fake_hub(MODEL, tiny_cross_encoder) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub)
        assert disk.download(OFFER, lambda _: None, threading.Event())
    assert list(tmp_path.rglob("model.safetensors"))
