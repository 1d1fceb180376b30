"""Snapshots of a vault's past, from history: a notes folder beside the index, kept for later."""

from __future__ import annotations

import hashlib
import heapq
import json
import logging
import math
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from functools import cached_property
from pathlib import Path, PurePosixPath
from time import time, time_ns

from vaultsearch.core.errors import QueryError, VaultSearchError
from vaultsearch.core.history.file_changes import HistoryError, no_notes
from vaultsearch.core.history.versions import HistorySource, changed_text, is_in
from vaultsearch.core.index.index_folder import MANIFEST, NO_SPACE
from vaultsearch.core.index.published import link_or_copy
from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import Past
from vaultsearch.core.today import today
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.times import NoteState, PastKind, PastNote
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.file_content import decode_text

_log = logging.getLogger(__name__)

FOLDER = "past"
"""The folder of the snapshots, in that of the index."""
NOTES = "vault"
"""The folder of the notes, in that of a snapshot."""
_MAX_BYTES = 1 << 31
"""Bytes of a snapshot: a blob of 10 MB may be the content of every note."""
_MAX_COMPARED_BYTES = 1 << 28
"""Bytes of changed notes, which are compared in memory."""
_MAX_SNAPSHOTS = 5
"""Snapshots that are kept; the one used longest ago goes first."""
_PART = "early-"
_MAX_PART_AGE_S = 600
"""After so many seconds, another process no longer answers from some of a day's notes alone."""


@dataclass(frozen=True)
class Snapshot:
    """Past notes, to be written to a separate folder.

    Attributes:
        key: A unique key; the folder's name.
        day: The notes' day, or the last day in which they changed.
        first: The first day in which they changed, or None.
        blobs: Ids for the notes' contents in git, by path.
        texts: Texts for notes not committed as they are here, by path.
        notes: When each was changed or deleted, in seconds, and the state since.
        commit: A commit holding all notes, or "".
        seconds: When it was made.
        is_part: Whether the past holds more notes.
    """

    kind: PastKind
    source: HistorySource
    folder: Path
    key: str
    day: date
    first: date | None = None
    blobs: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, tuple[int, NoteState]] = field(default_factory=dict)
    commit: str = ""
    seconds: int = 0
    is_part: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no note is in it."""
        return not (self.blobs or self.texts)

    @cached_property
    def _paths_by_blob(self) -> dict[str, list[str]]:
        paths: dict[str, list[str]] = {}
        for path, blob in self.blobs.items():
            paths.setdefault(blob, []).append(path)
        return paths

    def with_most(self, terms: Sequence[str], most: int) -> Snapshot:
        """Return a snapshot with only the ``most`` notes holding most terms."""
        paths = self._paths_by_blob
        scores: dict[str, float] = {}
        for blob, content in self.source.contents_of(paths):
            text = content.decode(errors="replace").casefold()
            counts = [text.count(term) for term in terms]
            score = sum(count / (count + 1) for count in counts)
            for path in paths[blob] if score else ():
                in_name = sum(term in path.casefold() for term in terms)
                scores[path] = score + in_name
        best = {path: self.blobs[path] for path in heapq.nlargest(most, scores, key=scores.__getitem__)}
        # A name of its own: this part is written and removed, and must not be taken for the whole.
        return replace(self, key=f"{_PART}{os.getpid()}-{time_ns()}", blobs=best, is_part=True)

    def write(self, place: Path, index: Path) -> None:
        """Write the notes to ``place``; the index there begins with today's if most notes are the same."""
        shutil.rmtree(place, ignore_errors=True)
        (place / NOTES).mkdir(parents=True)
        paths = self._paths_by_blob
        left = _MAX_BYTES
        for blob, content in self.source.contents_of(paths) if paths else ():
            left -= len(content) * len(paths[blob])
            if left < 0:
                raise _too_large(self.folder)
            for path in paths[blob]:
                self._write(place, path, content)
        for path, text in self.texts.items():
            self._write(place, path, text.encode())
        if self.is_part or not self.commit:
            return
        try:
            _borrow_index(index, place)
        except (OSError, ValueError):
            # The index of today is being written: all notes are read instead.
            shutil.rmtree(place / "index", ignore_errors=True)

    def _write(self, place: Path, path: str, content: bytes) -> None:
        file = place / NOTES / path
        if not Path(os.path.normpath(file)).is_relative_to(place / NOTES):
            # A tree in git may name any path, and the repository may be a stranger's.
            return
        # As the file and with the times of today, a note that has not changed since is not read again: its
        # entry was copied with the index.
        times = None
        with suppress(OSError, VaultSearchError):
            if self.commit:
                with self._inside.open(path) as now:
                    status, content_now = os.fstat(now.file.fileno()), now.file.read()
                if _is_same_text(content_now, content):
                    content, times = content_now, (status.st_atime_ns, status.st_mtime_ns)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        except OSError as error:
            if error.errno in NO_SPACE:
                raise
            # Such as a name of 300 bytes, which no disk here holds: all others are still found.
            _log.warning("not kept path=%s because=%s", path, error)
            return
        seconds, _ = self.notes.get(path, (self.seconds, None))
        os.utime(file, ns=times or (seconds * 10**9, seconds * 10**9))

    @cached_property
    def _inside(self) -> Containment:
        return Containment(self.folder)

    def note(self, place: Path, path: str) -> PastNote:
        """Return a passage's origin in the snapshot, with the note's state since."""
        if self.kind is not PastKind.AS_OF:
            seconds, state = self.notes[path]
            day = datetime.fromtimestamp(seconds, UTC).astimezone().date()
            return PastNote(self.kind, day, state, self.key)
        try:
            # Compared by content: a clone or a checkout sets all times anew.
            then = (place / NOTES / path).read_bytes()
            path_now = path if is_in(self.folder, path) else self._renamed.get(path, path)
            with self._inside.open(path_now) as now:
                state = NoteState.SAME if _is_same_text(now.file.read(), then) else NoteState.CHANGED
        except (OSError, VaultSearchError):
            state = NoteState.DELETED
        return PastNote(self.kind, self.day, state, self.key)

    @cached_property
    def _renamed(self) -> Mapping[str, str]:
        # Git tells renames between two commits, so that a note that was moved is not taken for deleted.
        head, _ = self.source.commit_on(today())
        changes = self.source.changes_between(self.commit, head)
        return {change.path_before: change.path_after for change in changes if change.path_after}


def remove_unused(folder: Path, get_used: Callable[[], Collection[str]]) -> None:
    """Remove the snapshots in a folder that were used longest ago, and parts left behind.

    Those whose keys ``get_used`` returns are kept. Another process's parts are, too, until they are old.
    """

    def age(place: Path) -> float:
        try:
            return time() - place.stat().st_mtime
        except OSError:  # just removed by another process
            return math.inf

    by_age = sorted(folder.glob("*"), key=age)
    parts = [place for place in by_age if place.name.startswith(_PART)]
    removed = [place for place in by_age if place not in parts][_MAX_SNAPSHOTS:]
    own = f"{_PART}{os.getpid()}-"
    removed += [place for place in parts if place.name.startswith(own) or age(place) > _MAX_PART_AGE_S]
    # Asked last: a key is in use before its folder is there.
    used = get_used()
    for place in removed:
        if place.name not in used:
            shutil.rmtree(place, ignore_errors=True)


def text_in(index: Path, past: PastNote, path: str) -> str | None:
    """Return a note's text in a snapshot stored beside an index; None if it is gone."""
    try:
        with Containment(index / FOLDER / PurePosixPath(past.snapshot).name / NOTES).open(path) as opened:
            return decode_text(opened.file.read()).text
    except (OSError, VaultSearchError):
        return None


def snapshot_of(source: HistorySource, folder: Path, past: Past, notes: Iterable[StoredNote]) -> Snapshot:
    """Return the snapshot a condition asks for; ``notes`` are today's.

    Raises:
        QueryError: It names no date.
        HistoryError: The vault has no such past, or is not on this computer.
    """
    if not folder.is_dir():
        raise no_notes(folder)
    if past.invalid:
        raise QueryError(
            Message("“{}” isn't a date.", past.invalid), Message("Write it like {}:2025-06-01.", past.kind)
        )
    first, last = past.days
    match past.kind:
        case PastKind.AS_OF:
            day = min(last or today(), today())
            commit, seconds = source.commit_on(day)
            blobs = source.blobs_of(commit)
            key = _snapshot_key(f"asof-{commit[:16]}", blobs)
            return Snapshot(past.kind, source, folder, key, day, blobs=blobs, commit=commit, seconds=seconds)
        case PastKind.DELETED:
            return _deleted_snapshot(source, folder, first, last)
        case PastKind.CHANGED:
            return _changed_snapshot(source, folder, first, last, notes)


def _deleted_snapshot(source: HistorySource, folder: Path, first: date | None, last: date | None) -> Snapshot:
    head, _ = source.commit_on(today())
    gone = {
        path: deleted
        for path, deleted in source.deleted_notes().items()
        if _is_within(deleted[1], first, last) and not is_in(folder, path)
    }
    now = int(datetime.now(UTC).timestamp())
    # Also the notes that git does not know to be gone yet.
    if _is_within(now, first, last):
        gone |= {
            path: (blob, now)
            for path, blob in source.blobs_of(head).items()
            if path.endswith(".md") and not is_in(folder, path)
        }
    blobs = {path: blob for path, (blob, _) in gone.items()}
    notes = {path: (seconds, NoteState.DELETED) for path, (_, seconds) in gone.items()}
    key = _snapshot_key("deleted", blobs)
    return Snapshot(PastKind.DELETED, source, folder, key, today(), blobs=blobs, notes=notes)


def _changed_snapshot(
    source: HistorySource, folder: Path, first: date | None, last: date | None, now: Iterable[StoredNote]
) -> Snapshot:
    day = min(last or today(), today())
    before = ""
    if first is not None:
        try:
            before = source.commit_on(first - timedelta(days=1))[0]
        except HistoryError:
            # Raises if there is no commit at all; otherwise the day lies before the first one.
            source.commit_on(today())
            before = source.beginning
    after, _ = source.commit_on(day)
    changes = {
        change.path_after or change.path_before: (change.path_before, change.blob_before, change.blob_after)
        for change in source.changes_between(before, after)
        if change.blob_before != change.blob_after
    }
    times = source.times_of_changes(before, after)
    uncommitted = _uncommitted_paths(source, folder, after, first, now) if day == today() else {}
    for path, (blob, _, seconds) in uncommitted.items():
        former_path, former_blob, _ = changes.get(path, (path if blob else "", blob, ""))
        changes[path] = (former_path, former_blob, "")
        times[path] = seconds
    changed_blobs = {blob for _, *blobs in changes.values() for blob in blobs if blob}
    contents, left = {}, _MAX_COMPARED_BYTES
    for blob, content in source.contents_of(changed_blobs):
        contents[blob] = content
        left -= len(content)
        if left < 0:
            raise _too_large(folder)
    texts: dict[str, str] = {}
    notes: dict[str, tuple[int, NoteState]] = {}
    for path, (_, blob_before, blob_after) in changes.items():
        then = _decoded_text(contents.get(blob_before))
        later = uncommitted[path][1] if path in uncommitted else _decoded_text(contents.get(blob_after))
        if then == later:
            continue  # neither is text, or only what is no text differs, such as line ends
        texts[path] = changed_text(then or "", later or "")
        state = NoteState.ADDED if then is None else NoteState.DELETED if later is None else NoteState.CHANGED
        notes[path] = times.get(path, 0), state
    key = _snapshot_key("changed", texts)
    return Snapshot(PastKind.CHANGED, source, folder, key, day, first, texts=texts, notes=notes)


def _too_large(folder: Path) -> HistoryError:
    return HistoryError(
        Message("The notes of {} on that day are too large to be kept.", folder.name),
        "Look at them with git itself.",
    )


def _uncommitted_paths(
    source: HistorySource, folder: Path, head: str, first: date | None, notes: Iterable[StoredNote]
) -> dict[str, tuple[str, str | None, int]]:
    """Map paths differing from the last commit to their blob there, text now, and time."""
    blobs = {path: blob for path, blob in source.blobs_of(head).items() if path.endswith(".md")}
    inside = Containment(folder)
    begin = None if first is None else datetime.combine(first, time_of_day()).astimezone()
    differing: dict[str, tuple[str, str | None, int]] = {}
    like = next(iter(blobs.values()), "")
    for note in notes:
        saved = note.modified or note.date
        if not note.path.endswith(".md") or (begin is not None and saved < begin):
            continue
        try:
            with inside.open(note.path) as opened:
                content = opened.file.read()
        except (OSError, VaultSearchError):
            continue
        if source.blob_of(content, like) != blobs.get(note.path):
            differing[note.path] = blobs.get(note.path, ""), _decoded_text(content), int(saved.timestamp())
    now = int(datetime.now(UTC).timestamp())
    gone = {path: (blob, None, now) for path, blob in blobs.items() if not is_in(folder, path)}
    return differing | gone


def _decoded_text(content: bytes | None) -> str | None:
    try:
        return None if content is None else decode_text(content).text
    except VaultSearchError:
        return None


def _is_same_text(content: bytes, other: bytes) -> bool:
    """Return whether two files hold the same text; a version may have other line ends, and no data."""
    return content == other or _decoded_text(content) == _decoded_text(other) is not None


def _is_within(seconds: int, first: date | None, last: date | None) -> bool:
    day = datetime.fromtimestamp(seconds, UTC).astimezone().date()
    return (first is None or day >= first) and (last is None or day <= last)


def _snapshot_key(name: str, contents: Mapping[str, str]) -> str:
    """Return a name unique to these notes."""
    contents_key = json.dumps(sorted(contents.items()))
    return f"{name}-{hashlib.sha256(contents_key.encode(errors='surrogatepass')).hexdigest()[:16]}"


def _borrow_index(index: Path, place: Path) -> None:
    """Begin with today's index, whose files never change and are linked; read notes differing."""
    manifest = json.loads((index / MANIFEST).read_text(encoding="utf-8"))
    manifest["vault"] = str(place / NOTES)
    for table in index.glob("*.lance"):
        shutil.copytree(table, place / "index" / table.name, copy_function=link_or_copy)
    (place / "index" / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
