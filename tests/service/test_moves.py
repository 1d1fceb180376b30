"""A vault that is renamed or moved keeps index, basket, searches and uses; a copy is another vault."""

import asyncio
import errno
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.builders import index_vault, present, use_small_parts, write_notes
from vaultsearch.core.errors import IndexInUseError, IndexReadOnlyError, QueryError, VaultNotFoundError
from vaultsearch.core.files import file_identity
from vaultsearch.core.index.index_folder import read_manifest, write_manifest
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.usage_store import UsageStore
from vaultsearch.core.values.query import AskedQuestion, SavedSearch
from vaultsearch.core.values.search import Use
from vaultsearch.service.parts import moves
from vaultsearch.service.parts.moves import VaultMove, find_near, follow_vault
from vaultsearch.settings import history, settings
from vaultsearch.settings.vault_records import latest_results, session_file

NOTES = {f"{name}.md": f"About {name}.\n" for name in ("Boat/Hull", "Boat/Mast", "Home", "Bread")}
FOLLOW = "from vaultsearch.service.parts import moves\n{}\nmoves.follow_vault(moves.Path({!r}))"


def add_vault(vault: Path) -> None:
    write_notes(vault, NOTES)
    for path in NOTES:  # the state of a note saved at this moment is not recorded
        os.utime(vault / path, (1_700_000_000, 1_700_000_000))
    asyncio.run(index_vault(vault, settings.index_folder(vault)))


def name_vault(indexed: Path, index: Path, vault: Path) -> None:
    """Write that an index, like that of an indexed vault, is of another vault."""
    write_manifest(index, replace(present(read_manifest(settings.index_folder(indexed))), vault=str(vault)))


def records(vault: Path) -> list[str]:
    """Return all that the files say, with V for this vault."""
    assert (settings.index_folder(vault) / "basket.json").exists()
    usage = UsageStore(settings.settings_file().with_name("opened-notes.sqlite"))
    used = [path for _, path in usage.opened(str(vault), 9)], usage.recall(str(vault))
    texts = [
        file.read_text() for end in ("json", "toml") for file in settings.data_folder().rglob(f"*.{end}")
    ]
    assert session_file(latest_results(vault)).exists()
    texts = [re.sub(r'"moved_from": \[[^]]*\]', "", text) for text in texts]
    return sorted(text.replace(str(vault), "V") for text in (*texts, repr(used)))


@pytest.fixture
def notes(tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An indexed vault with records of every kind."""
    use_small_parts(monkeypatch)
    add_vault(vault := tmp_path / "Notes")
    key, usage = str(vault), UsageStore(own_home / "opened-notes.sqlite")
    settings.remember_vault(vault, vault_ignore={key: ("Private/",)})
    history.save_recent({key: ("oak",)})
    history.save_searches({key: (SavedSearch("Rye", "rye"),)})
    usage.note(key, AskedQuestion("oak"), "Boat/Hull.md", (), Use.OPENED, raises=True)
    (settings.index_folder(vault) / "basket.json").write_text("[]")
    write_notes(
        own_home, {"window.json": json.dumps({"zoom": 120, "last_read": {key: ["A.md", 1]}}, indent=0)}
    )
    settings.sessions_folder().mkdir()
    for session in ("shell", latest_results(vault)):
        session_file(session).write_text(json.dumps([[key, "A.md", 1], ["/other", "A.md", None]]))
    return vault


def test_a_moved_vault_keeps_its_index_and_all_records(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = settings.index_folder(tmp_path / "Lost")
    shutil.rmtree(next(shutil.copytree(settings.index_folder(notes), damaged).rglob("chunks.lance")))
    name_vault(notes, damaged, tmp_path / "Lost")
    before = records(notes)

    def is_followed(former: Path, vault: Path, opened: Path | None = None) -> bool:
        assert follow_vault(opened or vault) == VaultMove(former, vault)
        return records(vault) == before and follow_vault(vault) is None

    write_notes(tmp_path, {"home/Other.md": "", "disk/Other.md": ""})
    renamed = notes.rename(tmp_path / "Renamed")
    with monkeypatch.context() as patch:
        patch.setattr(moves, "_SAMPLED_FILES", 4)
        assert is_followed(notes, renamed), "by some of its files"
    beside = renamed.rename(tmp_path / "Beside")
    assert is_followed(renamed, beside, renamed)
    inner = beside.rename(tmp_path / "home/Notes")
    beside.symlink_to(inner)
    assert is_followed(beside, inner), "a link is left in its place"
    outer = inner.parent.rename(tmp_path / "house") / "Notes"
    assert find_near(inner) == outer, "a folder above is renamed"
    assert is_followed(inner, outer, inner)
    # Another disk, without dates, and edited since.
    moved = shutil.copytree(outer, tmp_path / "disk/Notes", copy_function=shutil.copyfile)
    assert follow_vault(moved) is None, "a copy is another vault"
    shutil.rmtree(outer)
    (moved / "Home.md").write_text("Edited.\n")
    assert is_followed(outer, moved)
    assert [follow_vault(each) for each in (notes, outer)] == [(notes, moved), (outer, moved)]


def test_a_vault_that_nothing_recognizes_is_moved_by_name(notes: Path, tmp_path: Path) -> None:
    away, other = tmp_path / "Away", tmp_path / "Other"
    add_vault(other)
    shutil.move(notes, tmp_path / "Lost")
    pairs = {"still there": (other, away), "not a known": (away, other), "index of its own": (notes, other)}
    for why, pair in pairs.items():
        with pytest.raises((QueryError, VaultNotFoundError), match=why):
            moves.move_vault(*pair)
    write_notes(away, {"Anew.md": "Written anew."})
    before = [text.replace(str(notes), "V") for text in records(notes)]
    moves.move_vault(notes, away)
    assert (sorted(records(away)), follow_vault(notes)) == (sorted(before), VaultMove(notes, away))


def test_what_is_uncertain_or_alike_in_name_and_a_note_alone_takes_nothing(
    notes: Path, tmp_path: Path
) -> None:
    before = records(notes)
    backup = shutil.copytree(notes, notes.with_name("Backup"))
    shutil.rmtree(notes)
    assert find_near(notes) is None, "a backup is no renamed vault"
    if sys.platform == "linux":  # elsewhere, no folder can be named so
        strange = backup.rename(notes.with_name(os.fsdecode(b"\xff")))
        assert (follow_vault(strange), strange.rename(backup)) == (None, backup)
    write_notes(tmp_path / "other/Notes", {"Home.md": NOTES["Home.md"], "A.md": "1", "B.md": "2"})
    assert (follow_vault(tmp_path / "other/Notes"), records(notes)) == (None, before)
    add_vault(twin := tmp_path / "Twin")
    shutil.rmtree(twin)
    assert follow_vault(backup) is None, "two vanished vaults have this content"
    shutil.rmtree(settings.index_folder(twin))
    for other in (settings.data_folder() / "replicas/ab/Notes", Path("Notes")):
        name_vault(notes, settings.index_folder(notes), other)
        assert follow_vault(backup) is None, "a replica is no vault, and the other no place"


@pytest.mark.parametrize(
    ("unmounted", "left"),
    [("Drive", "Drive"), ("Drive/Notes", "Drive/Notes"), ("Drive", "Drive/new"), ("Drive", "Other drive")],
)
def test_an_unmounted_drive_keeps_its_index(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unmounted: str, left: str
) -> None:
    monkeypatch.setattr(moves, "_DRIVES", (drives := tmp_path / "media",))
    (drives / "Drive").mkdir(parents=True)
    follow_vault(vault := notes.rename(drives / "Drive/Notes"))
    before, copy = records(vault), shutil.copytree(vault, tmp_path / "Copy")
    (tmp_path / "elsewhere").mkdir()
    mounted = (drives / unmounted).rename(tmp_path / "elsewhere/Drive")
    (drives / left).mkdir(parents=True)
    assert (follow_vault(vault), follow_vault(copy), records(vault)) == (None, None, before)
    again = mounted / "Notes" if unmounted == "Drive" else mounted
    write_notes(again, {"Home.md": "Edited.\n", "Bread.md": "Half of the files are the same.\n"})
    assert follow_vault(again) == VaultMove(vault, again), "the same drive at another path"
    assert records(again) == before


def test_an_index_in_use_or_read_only_stays(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, lock, file = records(notes), WriterLock(settings.index_folder(notes)), settings.settings_file()
    lock.acquire()
    moved, content = notes.rename(notes.with_name("Renamed")), file.read_text()
    with pytest.raises(IndexInUseError):
        follow_vault(moved)
    lock.release()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", Mock(side_effect=OSError(errno.EROFS, "Read-only file system")))
        with pytest.raises(IndexReadOnlyError, match=r"\(Read-only file system\)"):
            follow_vault(moved)
    assert records(notes) == before
    file.write_text("[")
    assert follow_vault(moved) == VaultMove(notes, moved)
    file.write_text(content)
    assert follow_vault(moved) == VaultMove(notes, moved), "what unreadable settings left is finished"
    assert records(moved) == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("step", ["follow_move", "write_manifest"])
def test_a_move_cut_off_by_the_death_of_the_process_is_finished_by_the_next(notes: Path, step: str) -> None:
    before, moved = records(notes), notes.rename(notes.with_name("Renamed"))
    dying = FOLLOW.format(f"import os; moves.{step} = lambda *_: os.kill(os.getpid(), 9)", str(moved))
    assert subprocess.run([sys.executable, "-c", dying], check=False).returncode == -9
    running = [subprocess.Popen([sys.executable, "-c", FOLLOW.format("", str(moved))]) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0], "two processes do it once"
    assert records(moved) == before


def test_another_case_may_be_the_same_folder(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same = file_identity(moved := notes.rename(notes.with_name("NOTES")))
    monkeypatch.setattr(moves, "_is_there", lambda _: True)
    monkeypatch.setattr(moves, "file_identity", lambda _: same)
    assert follow_vault(moved) == VaultMove(notes, moved)
