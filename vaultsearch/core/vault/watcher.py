"""Watch a vault's folder on a separate thread, and signal changes once a burst of events settles."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from vaultsearch.core.files import file_identity, is_folder
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.sync import ANYTHING, NOTHING, Touched
from vaultsearch.core.vault.ignoring import IGNORE_FILE
from vaultsearch.core.vault.reading import FileRules, kind_of

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

_log = logging.getLogger(__name__)

# WORKAROUND watchdog 7.1: it logs an error for an event arriving while the observer stops.
logging.getLogger("watchdog.observers.inotify").addFilter(
    lambda record: "called when the thread is inactive" not in record.getMessage()
)
_POLL_EVERY_S = 5.0
# Prefixes of Linux file system names, such as "nfs4" and "smb3".
_NETWORK = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.rclone", "davfs")
# By name, since Obsidian's settings lie in an otherwise ignored hidden folder.
_RULE_FILES = ("app.json", IGNORE_FILE)
QUIET_S = 0.15
"""Silent seconds to end a burst: a safe-save is a delete followed by a create."""
MAX_BURST_S = 2.0
"""Maximum seconds to wait for a burst to end."""
CHECK_EVERY_S = 5.0
"""Seconds between checks whether the vault's folder was replaced."""
_OCTAL_ESCAPE = re.compile(r"\\([0-7]{3})")
_MAX_NAMED_FILES = 100
"""Maximum files reported by name in a burst."""


@dataclass(slots=True)
class VaultWatcher:
    """Watches a vault and calls ``on_change`` on the watcher's thread; the callback should only signal.

    Reports files by name, and a folder or exclusion file as anything.

    Without watches left, or on a disk without support, polls the folder every few seconds and sets
    ``polling``.

    Args:
        user_rules: The user's exclusion file, outside the vault.
        links: The real folders behind links that are followed, by the links' paths in the vault; watched from
            the next `renew` on, since the system's watches follow no links.
    """

    root: Path
    on_change: Callable[[Touched], object]
    user_rules: Path | None = None
    files: FileRules = field(default_factory=FileRules)
    links: Mapping[str, str] = field(default_factory=dict)
    _observer: BaseObserver | None = None
    _watched: list[tuple[int, int] | None] = field(default_factory=lambda: [None])
    polling: bool = False

    def start(self) -> None:
        """Start watching. Raise OSError if the folder is missing."""
        from watchdog.observers import Observer
        from watchdog.observers.polling import PollingObserver

        # WORKAROUND watchdog 7.1: a move to the trash, and all behind it, waits .5 s for its other half.
        if sys.platform == "linux":
            from watchdog.observers.inotify_move_event_grouper import InotifyMoveEventGrouper

            InotifyMoveEventGrouper.delay = 0.05
        self._watched, self.polling = self._identities(), is_on_network(self.root)
        if not self.polling:
            try:
                self._observer = self._start_observer(Observer())
            except OSError as error:
                # A missing folder is no lack of watches: `renew` starts once it exists.
                if not self.root.is_dir():
                    raise
                _log.warning("watching_by_polling root=%s reason=%s", self.root, error)
                self.polling = True
        if self.polling:
            self._observer = self._start_observer(PollingObserver(timeout=_POLL_EVERY_S))

    def stop(self) -> None:
        """Stop watching and join the thread."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    def renew(self) -> bool:
        """Restart the watch if a folder was replaced, removed, linked or mounted; return whether one was.

        Needed because an unmounted drive, or a moved folder, causes no event. Also starts a missing watch
        once the folder exists.
        """
        if self._identities() == self._watched:
            return False
        self.stop()
        try:
            self.start()
        except OSError:
            self._watched[0] = None
        return True

    def _identities(self) -> list[tuple[int, int] | None]:
        return [file_identity(Path(folder)) for folder in (str(self.root), *self.links.values())]

    def _start_observer(self, observer: BaseObserver) -> BaseObserver:
        from watchdog import events

        # WORKAROUND watchdog 7.1: it warns of folders that are moved or may not be entered.
        warnings.filterwarnings("ignore", "Callback with id .* already exists", RuntimeWarning)
        handler = events.FileSystemEventHandler()
        handler.on_any_event = self._on_event  # type: ignore[method-assign]  # watchdog's way without a subclass
        # Ask for no other events. Reading a note is an event, too: each sync would cause the next. So is
        # listing a folder: thousands overflowed the queue, and each overflow listed all again. A folder is
        # "modified" with every file inside, note or not; notes have separate events.
        changes: list[type[FileSystemEvent]] = [
            *(events.FileCreatedEvent, events.FileDeletedEvent, events.FileModifiedEvent),
            *(events.FileMovedEvent, events.FileClosedEvent),
            *(events.DirCreatedEvent, events.DirDeletedEvent, events.DirMovedEvent),
        ]
        observer.schedule(handler, str(self.root), recursive=True, event_filter=changes)
        # The folder instead of the file: editors replace files, and a watch would stay with the old file.
        if self.user_rules is not None and self.user_rules.parent.is_dir():
            observer.schedule(handler, str(self.user_rules.parent), event_filter=changes)
        observer.start()
        watched = [PurePath(os.path.realpath(self.root))]
        for folder in map(PurePath, sorted(self.links.values())):  # those around others first
            if not any(map(folder.is_relative_to, watched)):
                watched.append(folder)
                try:
                    observer.schedule(handler, str(folder), recursive=True, event_filter=changes)
                except OSError as error:
                    _log.warning("not watched folder=%s reason=%s", folder, error)
        return observer

    def _on_event(self, event: FileSystemEvent) -> None:
        touched = NOTHING
        for path in (event.src_path, event.dest_path):
            touched |= self._effect_of(PurePath(os.fsdecode(path)), event.is_directory)
        if touched:
            self.on_change(touched)

    def _effect_of(self, whole: PurePath, of_folder: bool) -> Touched:
        """Return the effect of an event at a path: a file to read, anything (for a folder), or nothing."""
        if whole.name in _RULE_FILES:
            return ANYTHING
        folders = {"": str(self.root), **self.links}
        around = {link: folder for link, folder in folders.items() if whole.is_relative_to(folder)}
        paths = [PurePath(link, whole.relative_to(folder)) for link, folder in around.items()]
        shown = [path for path in paths if not any(part.startswith(".") for part in path.parts)]
        if not shown:
            return NOTHING
        name = shown[0].as_posix()
        if of_folder or name in self.links:
            return ANYTHING
        if (kind := kind_of(whole.name)) is not None and self.files.allows(kind):
            return Touched(frozenset({name}))
        # The system tells of a link to a folder as of a file.
        return ANYTHING if is_folder(Path(whole)) and Path(whole).is_symlink() else NOTHING


def is_on_network(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> bool:
    """Return whether a folder is on a network share, whose other clients cause no events."""
    whole = os.path.realpath(folder)
    if whole.startswith("\\\\"):
        return True
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    entries = [fields for line in lines if len(fields := line.split(" ")) > 2]
    # The mount table has octal escapes in paths.
    unescape = partial(_OCTAL_ESCAPE.sub, lambda match: chr(int(match[1], 8)))
    places = [(unescape(path), kind) for _, path, kind, *_ in entries]
    around = [place for place in places if PurePath(whole).is_relative_to(place[0])]
    # The innermost mount counts: a share may be mounted within a local disk, and vice versa.
    kind = max(around, key=lambda place: len(place[0]), default=("", ""))[1]
    return kind.startswith(_NETWORK)


class ChangeSignal:
    """Signals changes on the event loop after a burst ends, so a burst costs a single sync."""

    def __init__(self) -> None:
        self.pending = asyncio.Event()
        self._changed_at = 0.0
        self._touched = NOTHING

    def notify(self, touched: Touched = ANYTHING) -> None:
        """Signal a change; only on the loop's thread."""
        named = self._touched | touched
        # A checkout touches thousands: then scanning the whole folder is less work.
        self._touched = named if len(named.files) <= _MAX_NAMED_FILES and not named.anything else ANYTHING
        self._changed_at = asyncio.get_running_loop().time()
        self.pending.set()

    async def settled(self, quiet: float = QUIET_S, longest: float = MAX_BURST_S) -> Touched:
        """Wait for a change, then for ``quiet`` seconds without changes, at most ``longest`` seconds.

        Returns:
            Everything touched since the last call.
        """
        await self.pending.wait()
        loop = asyncio.get_running_loop()
        end = loop.time() + longest
        # Counting from the last event: a save is two, milliseconds apart, and the second cost as much again.
        while (left := min(self._changed_at + quiet, end) - loop.time()) > 0:  # noqa: ASYNC110  # no event
            await asyncio.sleep(left)
        self.pending.clear()
        touched, self._touched = self._touched, NOTHING
        return touched


class WatchedVault:
    """Watches a vault's folder until `stop`, signaling ``changed`` on the event loop.

    Other ``files`` and ``links`` of the ``watcher`` may be set at any time.
    """

    def __init__(self, vault: Path, changed: ChangeSignal, user_rules: Path | None, files: FileRules) -> None:
        loop = asyncio.get_running_loop()
        self._changed = changed
        notify = partial(loop.call_soon_threadsafe, changed.notify)
        self.watcher = VaultWatcher(vault, notify, user_rules, files)
        self._renewing: asyncio.Task[None] | None = None

    async def start(self, looked_after: float = CHECK_EVERY_S) -> None:
        """Start watching."""
        await in_thread(self.watcher.renew)
        self._renewing = asyncio.create_task(self._renew(looked_after))

    async def stop(self) -> None:
        """Stop watching."""
        if self._renewing is not None:
            self._renewing.cancel()
        await in_thread(self.watcher.stop)

    async def _renew(self, looked_after: float) -> None:
        """Restart the watch when a removed folder comes back, which causes no event."""
        while True:
            await asyncio.sleep(looked_after)
            if await in_thread(self.watcher.renew):
                self._changed.notify()
