"""The database of used notes: SQLite, private to this user; deleted rows are overwritten."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.messages import Message
from vaultsearch.core.values.query import DAY_S, AskedQuestion, PastQuestion, PastUse, decayed_weight
from vaultsearch.core.values.search import Use

_SCHEMA = """
CREATE TABLE IF NOT EXISTS questions (
    id INTEGER PRIMARY KEY, vault TEXT, words TEXT, model TEXT, vector BLOB, UNIQUE (vault, words));
CREATE TABLE IF NOT EXISTS uses (
    question INTEGER REFERENCES questions ON DELETE CASCADE, path TEXT, heading_path TEXT, use TEXT,
    weight REAL, at REAL, PRIMARY KEY (question, path, heading_path));
CREATE TABLE IF NOT EXISTS notes (vault TEXT, path TEXT, weight REAL, at REAL, PRIMARY KEY (vault, path));
CREATE TABLE IF NOT EXISTS openings (vault TEXT, path TEXT, at REAL, PRIMARY KEY (vault, path));
"""
_FOREIGN_ROWS = {
    "uses": "typeof(weight) <> 'real' OR typeof(at) <> 'real' OR typeof(path) <> 'text'",
    "notes": "typeof(weight) <> 'real' OR typeof(at) <> 'real' OR typeof(path) <> 'text'",
    "openings": "typeof(at) <> 'real' OR typeof(path) <> 'text'",
    "questions": "typeof(words) <> 'text' OR typeof(model) <> 'text'"
    " OR typeof(vector) NOT IN ('blob', 'null')",
}
"""By table, rows not written by this program. SQLite stores whole numbers in a real column as real."""
_KEPT_S = 180 * DAY_S
"""After half a year a use is worth a sixty-fourth, and is deleted."""
_MAX_QUESTIONS = 1000
_BUSY_TIMEOUT_S = 2.0

_log = logging.getLogger(__name__)


class UsageStore:
    """Stores the notes used for questions, for all vaults, in ``file``.

    Every method waits for the disk: call it off the window's thread; a lock serializes calls. An unreadable
    file counts as empty, and a damaged file is deleted: nothing important is lost. ``version`` changes with
    the content. ``clock`` returns seconds since 1970.
    """

    def __init__(self, file: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = file
        self.clock = clock
        self.version = 0
        self._lock = threading.Lock()

    def note(
        self,
        vault: str,
        asked_question: AskedQuestion,
        path: str,
        heading_path: tuple[str, ...],
        use: Use,
        *,
        raises: bool,
    ) -> None:
        """Record the use of a note; ``raises`` is False for the first result, which needs no raising."""
        with self._tolerated(), self._writing() as database:
            self._tidy(database)
            self._weigh(database, "notes", {"vault": vault, "path": path})
            if use is Use.OPENED:
                self._open(database, vault, path)
            if raises and asked_question.words.strip():
                vector = array("f", asked_question.vector).tobytes() if asked_question.vector else None
                database.execute(
                    "INSERT INTO questions (vault, words, model, vector) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO UPDATE SET model = excluded.model, vector = excluded.vector",
                    (vault, asked_question.words, asked_question.model, vector),
                )
                selection = "SELECT id FROM questions WHERE vault = ? AND words = ?"
                row = database.execute(selection, (vault, asked_question.words)).fetchone()
                place = {"question": int(row[0]), "path": path, "heading_path": json.dumps(heading_path)}
                self._weigh(database, "uses", place)
                statement = f"UPDATE uses SET use = ? WHERE {_match_columns(place)}"  # noqa: S608  # names of ours
                database.execute(statement, (use, *place.values()))
            self._tidy(database)

    def note_opened(self, vault: str, path: str) -> None:
        """Record that a note was opened without a question."""
        with self._tolerated(), self._writing() as database:
            self._open(database, vault, path)
            self._tidy(database)

    def move(self, vault: str, moved: Mapping[str, str]) -> None:
        """Record notes under new paths, by former path."""
        if not self.file.exists():
            return
        with self._tolerated(), self._writing() as database:
            of_vault = {"uses": "question IN (SELECT id FROM questions WHERE vault = ?)"}
            for table in ("uses", "notes", "openings"):
                where = of_vault.get(table, "vault = ?")
                database.executemany(
                    f"UPDATE OR REPLACE {table} SET path = ? WHERE path = ? AND {where}",  # noqa: S608  # ours
                    [(new, former, vault) for former, new in moved.items()],
                )

    def move_vault(self, former: str, vault: str) -> None:
        """Record a vault's notes and questions under a new folder."""
        if self.file.exists():
            with self._tolerated(), self._writing() as database:
                for table in ("questions", "notes", "openings"):
                    statement = f"UPDATE OR REPLACE {table} SET vault = ? WHERE vault = ?"  # noqa: S608  # ours
                    database.execute(statement, (vault, former))

    def opened(self, vault: str, n: int) -> tuple[tuple[float, str], ...]:
        """Return times (Unix seconds) and paths of the n notes opened last, latest first."""
        if not self.file.exists():
            return ()
        with self._tolerated(), self._reading() as database:
            of_ours = f"vault = ? AND at > ? AND NOT ({_FOREIGN_ROWS['openings']})"
            query = f"SELECT at, path FROM openings WHERE {of_ours} ORDER BY at DESC LIMIT ?"  # noqa: S608  # ours
            return tuple(database.execute(query, (vault, self.clock() - _KEPT_S, n)).fetchall())
        return ()

    def recall(self, vault: str) -> tuple[PastQuestion, ...]:
        """Return a vault's past questions, with the notes used for them."""
        if not self.file.exists():
            return ()
        with self._tolerated(), self._reading() as database, database:
            self._tidy(database)
            uses: dict[int, list[PastUse]] = defaultdict(list)
            rows = database.execute(
                "SELECT q.id, q.words, u.path, u.heading_path, u.use, u.weight, u.at"
                " FROM uses u JOIN questions q ON q.id = u.question WHERE q.vault = ?",
                (vault,),
            )
            for key, words, path, headings, use, weight, used_at in rows:
                with suppress(ValueError, TypeError, RecursionError):  # a row that another program wrote
                    heading_path = tuple(json.loads(headings))
                    uses[key].append(PastUse(words, path, heading_path, Use(use), weight, used_at))
            question_rows = database.execute(
                "SELECT id, words, model, vector FROM questions WHERE vault = ? ORDER BY id", (vault,)
            )
            return tuple(
                PastQuestion(words, model, vector, tuple(uses[key]))
                for key, words, model, vector in question_rows
                if key in uses
            )
        return ()

    def forget(self, vault: str, questions: Iterable[str], path: str | None = None) -> None:
        """Forget a note's uses for these questions, or all notes'; raise VaultSearchError on failure."""
        with self._tolerated(forgetting=True), self._writing() as database:
            for words in questions:
                key = "SELECT id FROM questions WHERE vault = ? AND words = ?"
                used = database.execute(
                    f"SELECT path FROM uses WHERE question = ({key}) AND path = coalesce(?, path)",  # noqa: S608  # ours
                    (vault, words, path),
                ).fetchall()
                for (question,) in used:
                    database.execute(
                        f"DELETE FROM uses WHERE question = ({key}) AND path = ?",  # noqa: S608  # ours
                        (vault, words, question),
                    )
                    for table in ("notes", "openings"):
                        deletion = f"DELETE FROM {table} WHERE vault = ? AND path = ?"  # noqa: S608  # ours
                        database.execute(deletion, (vault, question))
            self._tidy(database)
        with self._tolerated(forgetting=True):
            self._vacuum()

    def forget_all(self) -> None:
        """Overwrite all vaults' content, and delete the file; raise VaultSearchError on failure."""
        with self._tolerated(forgetting=True):
            if self.file.exists():
                with self._writing() as database:
                    for table in ("uses", "questions", "notes", "openings"):
                        database.execute(f"DELETE FROM {table}")  # noqa: S608  # ours
                self._vacuum()
            with self._lock:
                self._remove()
                self.version += 1

    def _weigh(self, database: sqlite3.Connection, table: str, place: dict[str, object]) -> None:
        """Add a use to a place's decayed weight."""
        now, where = self.clock(), _match_columns(place)
        row = database.execute(
            f"SELECT weight, at FROM {table} WHERE {where}",  # noqa: S608  # ours
            tuple(place.values()),
        ).fetchone()
        weight = 1.0 + (row[0] * decayed_weight(now - row[1]) if row else 0.0)
        columns = ", ".join([*place, "weight", "at"])
        signs = ", ".join("?" * (len(place) + 2))
        database.execute(
            f"INSERT INTO {table} ({columns}) VALUES ({signs})"  # noqa: S608  # ours
            " ON CONFLICT DO UPDATE SET weight = excluded.weight, at = excluded.at",
            (*place.values(), weight, now),
        )

    def _open(self, database: sqlite3.Connection, vault: str, path: str) -> None:
        database.execute(
            "INSERT INTO openings VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
            (vault, path, self.clock()),
        )

    def _tidy(self, database: sqlite3.Connection) -> None:
        """Delete old uses, the oldest questions if too many, and questions without uses.

        Also delete rows by other programs: words in place of numbers ended the program.
        """
        for table, condition in _FOREIGN_ROWS.items():
            database.execute(f"DELETE FROM {table} WHERE {condition}")  # noqa: S608  # ours
        old = self.clock() - _KEPT_S
        for table in ("uses", "notes", "openings"):
            database.execute(f"DELETE FROM {table} WHERE at < ?", (old,))  # noqa: S608  # ours
        database.execute("DELETE FROM questions WHERE id NOT IN (SELECT question FROM uses)")
        database.execute(
            "DELETE FROM questions WHERE id IN (SELECT question FROM uses GROUP BY question"
            " ORDER BY max(at) DESC LIMIT -1 OFFSET ?)",
            (_MAX_QUESTIONS,),
        )

    def _vacuum(self) -> None:
        with self._reading() as database:
            database.execute("VACUUM")

    @contextmanager
    def _tolerated(self, *, forgetting: bool = False) -> Iterator[None]:
        """Log database errors, and delete a damaged file, which forgets everything.

        Raise VaultSearchError if ``forgetting`` fails otherwise.
        """
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            _log.warning("usage file=%s error=%r", self.file, error)
            # An operational error, such as a locked file or a full disk, passes; the file is sound.
            passes = isinstance(error, (OSError, sqlite3.OperationalError))
            if not passes and isinstance(error, sqlite3.DatabaseError):
                with suppress(OSError), self._lock:
                    self._remove()
                    self.version += 1
            if forgetting and (passes or self.file.exists()):
                raise VaultSearchError(
                    Message("The record of opened notes couldn't be cleared ({}).", error),
                    Message("Delete {} yourself.", self.file),
                ) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._reading() as database, database:
            yield database
        self.version += 1

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            # SQLite would create the file with the permissions of the umask, readable by others.
            os.close(os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600))
            # A connection for each call: SQLite's are bound to the thread that opened them.
            with closing(sqlite3.connect(self.file, timeout=_BUSY_TIMEOUT_S)) as database:
                # Overwrites deleted rows: a question that the user forgets must not be readable in the file.
                database.execute("PRAGMA secure_delete = ON")
                database.execute("PRAGMA foreign_keys = ON")
                database.executescript(_SCHEMA)  # a former version's file may lack a table
                yield database

    def _remove(self) -> None:
        # SQLite's own files beside the database may hold pages of it.
        for suffix in ("", "-journal", "-wal", "-shm"):
            self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)


def _match_columns(place: dict[str, object]) -> str:
    return " AND ".join(f"{column} = ?" for column in place)
