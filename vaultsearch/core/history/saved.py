"""The history of notes outside any git repository: the texts of versions, saved beside the index."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.history.file_changes import FileChange, HistoryError, end_of
from vaultsearch.core.messages import Message
from vaultsearch.core.values.times import NoteVersion
from vaultsearch.core.vault.file_content import decode_text

VERSIONS_FILE = "versions.sqlite"
"""Name of the file in the index folder."""
_TABLES = """
CREATE TABLE IF NOT EXISTS texts (blob TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS versions
    (path TEXT, seconds INTEGER, blob TEXT NOT NULL, PRIMARY KEY (path, seconds)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS begun (seconds INTEGER);
"""
_BEGUN = "SELECT seconds FROM begun"
_LATEST = """
SELECT path, blob, MAX(seconds) FROM versions WHERE seconds <= ? GROUP BY path
"""
_COALESCED_S = 300
"""A version saved within so many seconds replaces the previous version: notes are saved every two seconds."""
_MAX_BYTES = 200 * 2**20
"""Size above which the oldest versions are dropped at any age: about 100,000 versions."""
_MAX_VERSIONS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class SavedHistory:
    """The versions of notes in a ``file``, readable only by the owner."""

    file: Path

    @property
    def is_begun(self) -> bool:
        """Whether versions were ever saved."""
        return self.file.exists()

    def record(self, notes: Iterable[tuple[str, str, float]], days: int) -> None:
        """Save new, changed and deleted notes, and drop versions older than so many days.

        A note's latest version stays at any age.

        Args:
            notes: All notes in the vault: path, text, and seconds since the epoch when saved. The first
                versions, and those saved since the last ones, are dated by these, all others by now.

        Raises:
            HistoryError: The file cannot be written.
        """
        try:
            if not self.is_begun:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                # SQLite would create a file readable by others.
                os.close(os.open(self.file, os.O_CREAT | os.O_WRONLY, 0o600))
            self._write_versions(notes, days)
        except (sqlite3.Error, OSError) as error:
            # All else, such as a full disk, is one of its subclasses.
            is_damaged = type(error) is sqlite3.DatabaseError
            remedy = Message("Delete {}.", self.file) if is_damaged else "Free some space on the disk."
            raise HistoryError(Message("The versions can't be saved: {}.", error), remedy) from error

    def _write_versions(self, notes: Iterable[tuple[str, str, float]], days: int) -> None:
        now = int(datetime.now().timestamp())
        # A single transaction: a crash leaves the former state of all notes.
        with closing(sqlite3.connect(self.file)) as database, database:
            database.executescript(_TABLES)
            row = database.execute(_BEGUN).fetchone()
            after_beginning = 0 if row is None else row[0] + 1
            if row is None:
                database.execute("INSERT INTO begun VALUES (?)", (now,))
            # Notes saved several times within a second have versions ahead of the clock.
            latest = database.execute(_LATEST, (sys.maxsize,))
            known = {path: (blob, seconds) for path, blob, seconds in latest}
            last = max([after_beginning - 1, *(seconds for _, seconds in known.values())])
            seen = set()
            for path, text, saved in notes:
                seen.add(path)
                content = text.encode()
                blob = hashlib.sha256(content).hexdigest()
                former, seconds = known.get(path, ("", 0))
                if blob != former:
                    # A renamed or copied file has the date of another time, on which it was not here.
                    moment = int(saved) if last < saved <= now else now
                    self._add(database, path, blob, max(moment, seconds + 1, after_beginning), seconds)
                    packed = zlib.compress(content)
                    database.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (blob, packed))
            for path, (blob, seconds) in known.items():
                # A deletion is a version without text.
                if blob and path not in seen:
                    self._add(database, path, "", max(now, seconds + 1, after_beginning), 0)
            self._prune(database, now - days * 86_400)

    @staticmethod
    def _add(database: sqlite3.Connection, path: str, blob: str, seconds: int, former: int) -> None:
        if former and seconds - former < _COALESCED_S:
            many = database.execute("SELECT COUNT(*) FROM versions WHERE path = ?", (path,)).fetchone()[0]
            if many > 1:  # keep the first text for comparison
                database.execute("DELETE FROM versions WHERE path = ? AND seconds = ?", (path, former))
        database.execute("INSERT OR REPLACE INTO versions VALUES (?, ?, ?)", (path, seconds, blob))

    @staticmethod
    def _prune(database: sqlite3.Connection, oldest: int) -> None:
        """Drop old versions except each note's latest, then more while the texts are too large."""
        old = """DELETE FROM versions WHERE seconds < ? AND seconds <
            (SELECT MAX(seconds) FROM versions AS later WHERE later.path = versions.path)"""
        unused = "DELETE FROM texts WHERE blob NOT IN (SELECT blob FROM versions)"
        database.execute(old, (oldest,))
        database.execute(unused)
        size = "SELECT COALESCE(SUM(LENGTH(content)), 0) FROM texts"
        # Of those that may go: where the earliest of all were those of unchanged notes, none ever went.
        earliest = """DELETE FROM versions WHERE (path, seconds) IN (SELECT path, seconds FROM versions WHERE
            seconds < (SELECT MAX(seconds) FROM versions AS later WHERE later.path = versions.path)
            ORDER BY seconds LIMIT ?)"""
        while database.execute(size).fetchone()[0] > _MAX_BYTES:
            if not database.execute(earliest, (_MAX_VERSIONS_AT_ONCE,)).rowcount:
                break  # only each note's latest is left
            database.execute(unused)

    def versions(self, path: str) -> tuple[NoteVersion, ...]:
        """Return a note's versions, the latest first."""
        rows = self._rows("SELECT seconds, blob FROM versions WHERE path = ? ORDER BY seconds", (path,))
        contents = self.contents_of([blob for _, blob in rows])
        texts = {blob: content.decode(errors="replace") for blob, content in contents}
        versions: list[NoteVersion] = []
        former: list[str] = []
        for seconds, blob in rows:
            lines = texts.get(blob, "").splitlines()
            # Moved lines are neither.
            before, after = set(former), set(lines)
            added = sum(line not in before for line in lines)
            removed = sum(line not in after for line in former)
            date = datetime.fromtimestamp(seconds).astimezone()
            versions.append(NoteVersion(f"{seconds}", date, "", path, blob, added, removed))
            former = lines
        return tuple(reversed(versions))

    def text_of(self, path: str, version: NoteVersion) -> str:
        """Return a version's text, "" if the version deleted the note."""
        if not version.blob:
            return ""
        for _, content in self.contents_of([version.blob]):
            return content.decode(errors="replace")
        raise HistoryError(
            Message("The text of {} on {} isn't saved any more.", path, f"{version.date:%Y-%m-%d}"),
            "Choose a later version.",
        )

    def commit_on(self, day: date) -> tuple[str, int]:
        """Return the state at a day's end, and seconds since the epoch; raise HistoryError without one."""
        end = int(end_of(day).timestamp()) - 1
        begun = int(self.beginning)
        if end < begun:
            first = datetime.fromtimestamp(begun).date()
            raise HistoryError(Message("Versions are saved here since {}.", first), "Ask for a later day.")
        ((seconds,),) = self._rows("SELECT MAX(seconds) FROM versions WHERE seconds <= ?", (end,))
        return f"{max(begun, seconds or 0)}", max(begun, seconds or 0)

    @property
    def beginning(self) -> str:
        """The state of all notes when the first versions were saved."""
        rows = self._rows(_BEGUN, ())
        if not rows:
            raise _none_saved()
        return f"{rows[0][0]}"

    def blobs_of(self, commit: str) -> dict[str, str]:
        """Map the paths of the notes in a state to their blobs."""
        return {path: blob for path, blob, _ in self._rows(_LATEST, (int(commit or 0),)) if blob}

    def contents_of(self, blobs: Collection[str], path: str = "") -> Iterator[tuple[str, bytes]]:  # noqa: ARG002 - as its protocol says
        """Yield blobs with contents, except deleted blobs."""
        with self._opened() as database:
            for blob in dict.fromkeys(blobs):
                for (content,) in database.execute("SELECT content FROM texts WHERE blob = ?", (blob,)):
                    yield blob, zlib.decompress(content)

    def changes_between(self, before: str, after: str) -> tuple[FileChange, ...]:
        """List the notes that differ between two states; a renamed note counts as new and deleted."""
        former, later = self.blobs_of(before), self.blobs_of(after)
        return tuple(
            FileChange(path if path in former else "", path if path in later else "", *blobs)
            for path in sorted(former.keys() | later.keys())
            if len(set(blobs := (former.get(path, ""), later.get(path, "")))) > 1
        )

    def times_of_changes(self, before: str, after: str) -> dict[str, int]:
        """Map the paths changed after a state up to another to the latest time, in seconds."""
        latest = "SELECT path, MAX(seconds) FROM versions WHERE seconds > ? AND seconds <= ? GROUP BY path"
        return dict(self._rows(latest, (int(before or 0), int(after))))

    def deleted_notes(self) -> dict[str, tuple[str, int]]:
        """Map the paths of deleted notes to their last blobs and deletion times, in seconds."""
        rows = self._rows("SELECT path, seconds, blob FROM versions ORDER BY seconds", ())
        last: dict[str, str] = {}
        deleted: dict[str, tuple[str, int]] = {}
        for path, seconds, blob in rows:
            if blob:
                last[path] = blob
                deleted.pop(path, None)
            elif path in last:
                deleted[path] = last[path], seconds
        return deleted

    @staticmethod
    def blob_of(content: bytes, like: str) -> str:  # noqa: ARG004 - as its protocol says
        """Return the id of a file's content, of which only the text is saved."""
        with suppress(VaultSearchError):
            content = decode_text(content).text.encode()
        return hashlib.sha256(content).hexdigest()

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file. Raise HistoryError if there is none, or what is read there is damaged."""
        if not self.file.exists():
            raise _none_saved()
        try:
            # Read only, so that viewing a history never creates a file.
            with closing(sqlite3.connect(f"{self.file.as_uri()}?mode=ro", uri=True)) as database:
                yield database
        except (sqlite3.DatabaseError, zlib.error) as error:
            raise HistoryError(
                Message("The saved versions can't be read: {}.", error), Message("Delete {}.", self.file)
            ) from error

    def _rows(self, query: str, values: tuple[object, ...]) -> list[Any]:
        with self._opened() as database:
            return database.execute(query, values).fetchall()


def _none_saved() -> HistoryError:
    return HistoryError("No versions are saved here.", "Have them saved in Settings > Privacy.")
