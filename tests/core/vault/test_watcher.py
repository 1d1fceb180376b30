"""The watcher signals every change to a note and nothing else; a burst is one change."""

import asyncio
import logging
import queue
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from watchdog.events import (
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
)

from tests.builders import write_notes
from tests.patience import SIGNAL_S
from vaultsearch.core.values.sync import ANYTHING, Touched
from vaultsearch.core.vault.watcher import ChangeSignal, VaultWatcher, is_on_network

Signals: TypeAlias = "queue.SimpleQueue[Touched]"


@contextmanager
def watching(vault: Path, rules: Path | None = None) -> Iterator[tuple[VaultWatcher, Signals]]:
    changes: Signals = queue.SimpleQueue()
    watcher = VaultWatcher(vault, changes.put, rules)
    watcher.start()
    try:
        yield watcher, changes
    finally:
        watcher.stop()


@pytest.mark.parametrize(
    "change",
    [
        lambda v: (v / "a.md").write_text("new"), lambda v: (v / "new.md").write_text("new"),
        lambda v: (v / "a.md").unlink(), lambda v: (v / "a.md").rename(v / "c.md"),
        lambda v: (v / "sub").rename(v / "other"), lambda v: shutil.rmtree(v / "sub"),
        lambda v: (v / "draft.tmp").write_text("new") and (v / "draft.tmp").replace(v / "a.md"),
        lambda v: (v / ".obsidian" / "app.json").write_text("{}"),
        lambda v: (v.parent / "config" / ".vaultsearchignore").write_text("Archive/"),
    ],
    ids=[
        "edit", "create", "delete", "rename", "move a folder", "delete a folder", "safe-save", "rules",
        "the user's own rules",
    ],
)  # fmt: skip
def test_changes_are_told(vault: Path, change: Callable[[Path], object]) -> None:
    write_notes(vault, {"a.md": "one", "sub/b.md": "two"})
    (vault.parent / "config").mkdir()
    with watching(vault, vault.parent / "config" / ".vaultsearchignore") as (_, changes):
        change(vault)
        changes.get(timeout=SIGNAL_S)


def test_what_is_no_change_to_a_note_is_not_told(vault: Path) -> None:
    calls: list[Touched] = []
    watcher = VaultWatcher(vault, calls.append)
    root = str(vault)
    quiet: list[FileSystemEvent] = [
        FileModifiedEvent(f"{root}/picture.png"), FileModifiedEvent(f"{root}/a.md.tmp"),
        FileCreatedEvent(f"{root}/.obsidian/workspace.json"), FileCreatedEvent(f"{root}/.trash/a.md"),
        FileMovedEvent(f"{root}/x.tmp", f"{root}/y.tmp"),
    ]  # fmt: skip
    for event in quiet:
        watcher._on_event(event)
    assert calls == []
    for event in (
        FileModifiedEvent(f"{root}/Boat/Mast.md"),
        FileMovedEvent(f"{root}/x.tmp", f"{root}/a.md"),
        DirMovedEvent(f"{root}/sub.v1", f"{root}/sub"),
        DirDeletedEvent(f"{root}/sub"),
    ):
        watcher._on_event(event)
    files = [Touched(frozenset({path})) for path in ("Boat/Mast.md", "a.md")]
    assert calls == [*files, ANYTHING, ANYTHING], "a file is told by name, a folder is not"


@pytest.mark.parametrize(
    ("mounts", "on_network"),
    [
        ("/dev/sda1 / ext4 rw 0 0\n", False),
        ("/dev/sda1 / ext4 rw 0 0\nnas:/notes {root} nfs4 rw 0 0\n", True),
        ("//nas/notes / cifs rw 0 0\n/dev/sda1 {root} ext4 rw 0 0\n", False),
        ("me@host: / fuse.sshfs rw 0 0\n", True), ("", False),
    ],
)  # fmt: skip
def test_a_share_on_the_network_is_told_from_a_disk(tmp_path: Path, mounts: str, on_network: bool) -> None:
    vault = tmp_path / "with a space"
    vault.mkdir()
    table = tmp_path / "mounts"
    table.write_text(mounts.format(root=str(vault).replace(" ", "\\040")))
    assert is_on_network(vault, table) == on_network
    assert not is_on_network(vault, tmp_path / "no table")


def test_without_events_the_folder_is_looked_through(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.vault.watcher.is_on_network", lambda _: True)
    monkeypatch.setattr("vaultsearch.core.vault.watcher._POLL_EVERY_S", 0.05)
    with watching(vault) as (watcher, changes):
        assert watcher.polling
        (vault / "new.md").write_text("new")
        changes.get(timeout=SIGNAL_S)


async def test_a_storm_of_changes_settles_into_one() -> None:
    signal = ChangeSignal()
    waiting = asyncio.ensure_future(signal.settled(quiet=0.05, longest=10))
    for _ in range(200):
        signal.notify()
        await asyncio.sleep(0)
    await waiting
    again = asyncio.ensure_future(signal.settled(quiet=0.01))
    await asyncio.sleep(0)
    assert not again.done(), "what has settled is not told twice"
    signal.notify()
    await again


async def test_the_files_of_a_burst_are_told_by_name_unless_they_are_many() -> None:
    signal = ChangeSignal()
    for name in ("a.md", "b.md", "a.md"):
        signal.notify(Touched(frozenset({name})))
    assert await signal.settled(quiet=0.01) == Touched(frozenset({"a.md", "b.md"}))
    for number in range(101):
        signal.notify(Touched(frozenset({f"{number}.md"})))
    assert await signal.settled(quiet=0.01) == ANYTHING
    signal.notify(Touched(frozenset({"a.md"})))
    assert await signal.settled(quiet=0.01) == Touched(frozenset({"a.md"})), "what was told is not told again"


async def test_a_storm_that_does_not_end_is_not_waited_for() -> None:
    signal = ChangeSignal()

    async def storm() -> None:
        while True:
            signal.notify()
            await asyncio.sleep(0)

    storming = asyncio.ensure_future(storm())
    async with asyncio.timeout(SIGNAL_S):
        await signal.settled(quiet=0.05, longest=0.2)
    storming.cancel()


def test_the_system_is_asked_for_changes_alone(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing thousands of folders overflowed the queue of events, again and again."""
    write_notes(vault, {"Boat/Mast.md": "one"})
    events: queue.SimpleQueue[FileSystemEvent] = queue.SimpleQueue()
    monkeypatch.setattr(VaultWatcher, "_on_event", lambda _, event: events.put(event))
    with watching(vault):
        assert [note.read_text() for note in (vault / "Boat").iterdir()] == ["one"]
        (vault / "Boat" / "Keel.md").write_text("two")
        assert isinstance(events.get(timeout=SIGNAL_S), FileCreatedEvent)


def test_folders_that_may_not_be_entered_are_no_warning(vault: Path) -> None:
    """Of watchdog, with its objects in many lines, also when folders are moved."""
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        with watching(vault):
            for text in (
                "Callback with id '14' already exists for watch. It will be Overwritten.",
                "another",
            ):
                warnings.warn(text, RuntimeWarning, stacklevel=1)
    assert [str(one.message) for one in shown] == ["another"]


def test_an_event_while_the_watch_ends_is_no_error_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """Of watchdog, while the window opened another vault and files changed."""
    logger = logging.getLogger("watchdog.observers.inotify")
    logger.error("InotifyEmitter.queue_events() called when the thread is inactive")
    assert caplog.records == []
    logger.error("another error")
    assert [record.getMessage() for record in caplog.records] == ["another error"]
    caplog.clear()
