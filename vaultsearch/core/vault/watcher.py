"""File system events -> a settled signal that the vault may have changed; on a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from vaultsearch.core.files import identity_of
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.sync import ANYTHING, NOTHING, Touched
from vaultsearch.core.vault.ignoring import IGNORE_FILE
from vaultsearch.core.vault.reading import FileRules, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

_log = logging.getLogger(__name__)

# WORKAROUND watchdog 7.1: it logs as an error that an event arrives while its observer is being stopped.
logging.getLogger("watchdog.observers.inotify").addFilter(
    lambda record: "called when the thread is inactive" not in record.getMessage()
)
_POLLED_EVERY_S = 5.0
# Beginnings of Linux's names of file systems: "nfs4" and "smb3" are meant as well.
_NETWORK = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.rclone", "davfs")
# By name alone, for Obsidian's settings lie in a hidden folder that is ignored otherwise.
_RULES = ("app.json", IGNORE_FILE)
SETTLED_S = 0.15
"""Seconds of silence that end a burst: a safe-save is a delete followed by a create."""
LONGEST_S = 2.0
"""Maximum seconds to wait for the end of a burst."""
LOOKED_AFTER_S = 5.0
"""Seconds between checks that the vault's folder is still the watched one."""
_MOST_FILES = 100
"""Files of a burst that are told by name."""


class VaultWatcher:
    """Watcher of a vault, which calls ``on_change`` on its own thread; that should do no more than signal.

    Files are told by name, a folder or a file of exclusions as anything.

    If the system has no watches left, or supports none on this disk, the folder is polled every few seconds
    and ``polling`` is True.

    Args:
        root: The vault's folder.
        on_change: Called for every relevant event.
        user_rules: The user's file of exclusions, outside of the vault.
        files: The kinds of files that are read.
    """

    def __init__(
        self,
        root: Path,
        on_change: Callable[[Touched], object],
        user_rules: Path | None = None,
        files: FileRules = FileRules(),  # noqa: B008 - a frozen value
    ) -> None:
        self._root = root
        self.files = files
        self._user_rules = user_rules
        self._on_change = on_change
        self._observer: BaseObserver | None = None
        self._watched: tuple[int, int] | None = None
        self.polling = False

    def start(self) -> None:
        """Start watching. Raise OSError if the folder is missing."""
        from watchdog.observers import Observer
        from watchdog.observers.polling import PollingObserver

        self._watched, self.polling = identity_of(self._root), is_on_network(self._root)
        if not self.polling:
            try:
                self._observer = self._started(Observer())
            except OSError as error:
                # A missing folder is no lack of watches: `renew` begins to watch it when it is there.
                if not self._root.is_dir():
                    raise
                _log.warning("watching_by_polling root=%s reason=%s", self._root, error)
                self.polling = True
        if self.polling:
            self._observer = self._started(PollingObserver(timeout=_POLLED_EVERY_S))

    def stop(self) -> None:
        """Stop watching and join the thread."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    def renew(self) -> bool:
        """Restart the watch if the folder was replaced, removed or mounted; return whether it was.

        Needed because an unmounted drive, or a moved folder, causes no event. Starts a watch that has not
        begun as soon as the folder exists.
        """
        if identity_of(self._root) == self._watched:
            return False
        self.stop()
        try:
            self.start()
        except OSError:
            self._watched = None
        return True

    def _started(self, observer: BaseObserver) -> BaseObserver:
        from watchdog import events

        handler = events.FileSystemEventHandler()
        handler.on_any_event = self._seen  # type: ignore[method-assign]  # watchdog's way without a subclass
        # The system is asked for no others. Reading a note is one, too: each sync would cause the next. So is
        # listing a folder: some thousands overflowed the queue, and each time all of them were listed anew.
        # A folder is "modified" with every file in it, note or not; notes have events of their own.
        changes: list[type[FileSystemEvent]] = [
            *(events.FileCreatedEvent, events.FileDeletedEvent, events.FileModifiedEvent),
            *(events.FileMovedEvent, events.FileClosedEvent),
            *(events.DirCreatedEvent, events.DirDeletedEvent, events.DirMovedEvent),
        ]
        observer.schedule(handler, str(self._root), recursive=True, event_filter=changes)
        # The folder instead of the file: editors replace a file, and a watch would stay with the former one.
        if self._user_rules is not None and self._user_rules.parent.is_dir():
            observer.schedule(handler, str(self._user_rules.parent), event_filter=changes)
        observer.start()
        return observer

    def _seen(self, event: FileSystemEvent) -> None:
        touched = NOTHING
        for path in (event.src_path, event.dest_path):
            touched |= self._touched(PurePath(os.fsdecode(path)), event.is_directory)
        if touched:
            self._on_change(touched)

    def _touched(self, whole: PurePath, is_folder: bool) -> Touched:
        """Return the effect of an event at a path: a file to read, anything (by a folder), or nothing."""
        if whole.name in _RULES:
            return ANYTHING
        if not whole.is_relative_to(self._root):
            return NOTHING
        path = whole.relative_to(self._root)
        if any(part.startswith(".") for part in path.parts):
            return NOTHING
        if is_folder:
            return ANYTHING
        kind = kind_of(whole.name)
        is_read = kind is not None and self.files.allows(kind)
        return Touched(frozenset({path.as_posix()})) if is_read else NOTHING


def is_on_network(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> bool:
    """Return whether a folder is on a network share, whose other clients cause no events."""
    whole = os.path.realpath(folder)
    if whole.startswith("\\\\"):
        return True
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    places = [(_unescaped(fields[1]), fields[2]) for line in lines if len(fields := line.split(" ")) > 2]
    around = [place for place in places if PurePath(whole).is_relative_to(place[0])]
    # The innermost mount counts: a share may be mounted within a local disk, and the reverse.
    kind = max(around, key=lambda place: len(place[0]), default=("", ""))[1]
    return kind.startswith(_NETWORK)


def _unescaped(place: str) -> str:
    """Decode the octal escapes in a path of the mount table."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), place)


class ChangeSignal:
    """Change signal on the event loop that waits for the end of a burst, so that a burst costs one sync."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self._changed_at = 0.0
        self._touched = NOTHING

    def notify(self, touched: Touched = ANYTHING) -> None:
        """Signal a change; on the loop's thread only."""
        named = self._touched | touched
        # A checkout touches thousands: a scan of the whole folder is then less work than their names.
        self._touched = named if len(named.files) <= _MOST_FILES and not named.anything else ANYTHING
        self._changed_at = asyncio.get_running_loop().time()
        self._changed.set()

    async def settled(self, quiet: float = SETTLED_S, longest: float = LONGEST_S) -> Touched:
        """Wait for a change, and then for ``quiet`` seconds without one, at most ``longest`` seconds.

        Returns:
            What was touched since the last call.
        """
        await self._changed.wait()
        loop = asyncio.get_running_loop()
        end = loop.time() + longest
        # From the last event on: one save is two, milliseconds apart, and the second cost as much again.
        while (left := min(self._changed_at + quiet, end) - loop.time()) > 0:  # noqa: ASYNC110  # no event
            await asyncio.sleep(left)
        self._changed.clear()
        touched, self._touched = self._touched, NOTHING
        return touched


class WatchedVault:
    """Watch of a vault's folder until `stop`, which signals ``changed`` on the event loop."""

    def __init__(self, vault: Path, changed: ChangeSignal, user_rules: Path | None, files: FileRules) -> None:
        loop = asyncio.get_running_loop()
        self._changed = changed
        notify = partial(loop.call_soon_threadsafe, changed.notify)
        self._watcher = VaultWatcher(vault, notify, user_rules, files)
        self._renewing: asyncio.Task[None] | None = None

    @property
    def polls(self) -> bool:
        """Return whether the folder is polled because there are no events."""
        return self._watcher.polling

    def follow(self, files: FileRules) -> None:
        """Signal changes of files of these kinds from now on."""
        self._watcher.files = files

    async def start(self, looked_after: float = LOOKED_AFTER_S) -> None:
        """Start watching."""
        await in_thread(self._watcher.renew)
        self._renewing = asyncio.create_task(self._renew(looked_after))

    async def stop(self) -> None:
        """Stop watching."""
        if self._renewing is not None:
            self._renewing.cancel()
        await in_thread(self._watcher.stop)

    async def _renew(self, looked_after: float) -> None:
        """Restart the watch of a folder that was removed and came back, which causes no event."""
        while True:
            await asyncio.sleep(looked_after)
            if await in_thread(self._watcher.renew):
                self._changed.notify()
