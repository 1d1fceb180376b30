"""Tells that a vault may have changed, from a thread of its own. Hints only: the disk is the truth."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from vaultsearch.core.vault.ignoring import IGNORE_FILE
from vaultsearch.core.vault.source import NOTE_ENDINGS
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver


_log = logging.getLogger(__name__)
_POLLED_EVERY_S = 5.0
# Reading a note is an event, too: taken for a change, each sync would set off the next.
_CHANGES = ("created", "deleted", "modified", "moved", "closed")
_NETWORK = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.rclone", "davfs")
_RULES = ("app.json", IGNORE_FILE)


class VaultWatcher:
    """Watches a vault and calls ``on_change``, which should do no more than note it.

    ``user_rules`` is the file, outside of the vault, that says what is left out of it.

    Where the system has no watches left, or gives none for this disk, the folder is looked through
    every few seconds instead, and ``polling`` is true.
    """

    def __init__(self, root: Path, on_change: Callable[[], object], user_rules: Path | None = None) -> None:
        self._root = root
        self._user_rules = user_rules
        self._on_change = on_change
        self._observer: BaseObserver | None = None
        self._watched: tuple[int, int] | None = None
        self.polling = False

    def start(self) -> None:
        """Begin to watch; raises OSError where the folder is not there."""
        from watchdog.observers import Observer
        from watchdog.observers.polling import PollingObserver

        self._watched, self.polling = _identity(self._root), is_on_network(self._root)
        if not self.polling:
            try:
                self._observer = self._started(Observer())
            except OSError as error:
                if not self._root.is_dir():
                    raise
                _log.warning("watching_by_polling root=%s reason=%s", self._root, error)
                self.polling = True
        if self.polling:
            self._observer = self._started(PollingObserver(timeout=_POLLED_EVERY_S))

    def stop(self) -> None:
        """Stop watching and wait for the thread."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    def renew(self) -> bool:
        """Watch anew where another folder, or none, is in the place of the one that was watched.

        Gives whether that was so: an unmounted drive, or a folder moved away, tells of nothing. A watch
        that has not begun begins with this, as soon as there is a folder.
        """
        if _identity(self._root) == self._watched:
            return False
        self.stop()
        try:
            self.start()
        except OSError:
            self._watched = None
        return True

    def _started(self, observer: BaseObserver) -> BaseObserver:
        from watchdog.events import FileSystemEventHandler

        handler = FileSystemEventHandler()
        handler.on_any_event = self._seen  # type: ignore[method-assign]  # watchdog's way without a subclass
        observer.schedule(handler, str(self._root), recursive=True)
        if self._user_rules is not None and self._user_rules.parent.is_dir():
            observer.schedule(handler, str(self._user_rules.parent), recursive=False)
        observer.start()
        return observer

    def _seen(self, event: FileSystemEvent) -> None:
        # A folder is "modified" with every file in it, notes or not, and those are told of by themselves.
        if event.event_type not in _CHANGES or (event.is_directory and event.event_type == "modified"):
            return
        if any(self._matters(path, event.is_directory) for path in (event.src_path, event.dest_path)):
            self._on_change()

    def _matters(self, path: bytes | str, is_folder: bool) -> bool:
        """Tell whether a path is of a note, of a folder of notes, or of a rule that hides some."""
        whole = PurePath(os.fsdecode(path))
        if whole.name in _RULES:
            return True
        if not whole.is_relative_to(self._root):
            return False
        hidden = any(part.startswith(".") for part in whole.relative_to(self._root).parts)
        return not hidden and (is_folder or whole.name.lower().endswith(NOTE_ENDINGS))


def is_on_network(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> bool:
    """Tell whether a folder is on a share, where no event tells of what other machines do."""
    whole = os.path.realpath(folder)
    if whole.startswith("\\\\"):
        return True
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    places = [(_unescaped(fields[1]), fields[2]) for line in lines if len(fields := line.split(" ")) > 2]
    around = [place for place in places if PurePath(whole).is_relative_to(place[0])]
    kind = max(around, key=lambda place: len(place[0]), default=("", ""))[1]
    return kind.startswith(_NETWORK)


def _unescaped(place: str) -> str:
    """Read a path of the mount table, in which a space is written by its octal code."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), place)


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


SETTLED_S = 0.25
"""Quiet for as long as this, a burst is over: a safe-save is a delete and a create."""
LONGEST_S = 2.0
"""A burst that goes on is not waited for any longer."""


class ChangeSignal:
    """Notes changes on the event loop; `settled` waits for one and for the end of its burst."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def note(self) -> None:
        """Note a change; for the loop's thread."""
        self._changed.set()

    async def settled(self, quiet: float = SETTLED_S, longest: float = LONGEST_S) -> None:
        """Return when something has changed and nothing more for ``quiet`` seconds, or after ``longest``."""
        await self._changed.wait()
        loop = asyncio.get_running_loop()
        end = loop.time() + longest
        while self._changed.is_set() and loop.time() < end:
            self._changed.clear()
            await asyncio.sleep(min(quiet, max(0.0, end - loop.time())))
        self._changed.clear()


LOOKED_AFTER_S = 5.0
"""How often it is looked whether the vault's folder is still the one that is watched."""


class WatchedVault:
    """Notes that a vault's folder has changed, in ``changed``; until `stop`."""

    def __init__(self, vault: Path, changed: ChangeSignal, user_rules: Path | None) -> None:
        loop = asyncio.get_running_loop()
        self._changed = changed
        self._watcher = VaultWatcher(vault, lambda: loop.call_soon_threadsafe(changed.note), user_rules)
        self._renewing: asyncio.Task[None] | None = None

    @property
    def polls(self) -> bool:
        """Tell whether the folder is looked through because no event tells of changes."""
        return self._watcher.polling

    async def start(self, looked_after: float = LOOKED_AFTER_S) -> None:
        """Begin to watch."""
        await in_thread(self._watcher.renew)
        self._renewing = asyncio.create_task(self._renew(looked_after))

    async def stop(self) -> None:
        """Stop watching."""
        if self._renewing is not None:
            self._renewing.cancel()
        await in_thread(self._watcher.stop)

    async def _renew(self, looked_after: float) -> None:
        """Watch anew a folder that was taken away and came back; no event tells of that."""
        while True:
            await asyncio.sleep(looked_after)
            if await in_thread(self._watcher.renew):
                self._changed.note()
