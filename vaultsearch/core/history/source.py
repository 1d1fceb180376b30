"""The source of the history of notes: a git repository, or the versions that were saved here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.errors import VaultSearchError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from vaultsearch.core.values.times import NoteVersion


class HistoryError(VaultSearchError):
    """A note has no history that can be read."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file before and after: its paths and blobs, "" where it did not exist."""

    path_before: str
    path_after: str
    blob_before: str
    blob_after: str


class HistorySource(Protocol):
    """The history of the notes of one vault. A commit is a state of all notes, a blob a text, by their ids.

    All methods raise HistoryError if the history cannot be read.
    """

    @property
    def beginning(self) -> str:
        """The commit before which nothing is known; "" if all is known from the first note on."""
        ...

    def versions(self, path: str) -> tuple[NoteVersion, ...]:
        """Return the versions of a note, the latest first; () if it has none."""
        ...

    def text_of(self, path: str, version: NoteVersion) -> str:
        """Return the text of a version, "" if the note was deleted in it."""
        ...

    def texts_of(self, path: str, blobs: Collection[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the contents of blobs of a note's versions."""
        ...

    def commit_on(self, day: date) -> tuple[str, int]:
        """Return the commit in force at the end of a day, in local time, and its seconds since the epoch.

        Raises HistoryError if there is none.
        """
        ...

    def blobs_of(self, commit: str) -> dict[str, str]:
        """Map the paths of the notes of a commit to their blobs."""
        ...

    def contents_of(self, blobs: Collection[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the contents of blobs; left out is one that is not there."""
        ...

    def changes_between(self, before: str, after: str) -> tuple[FileChange, ...]:
        """List the notes that differ between two commits; "" is before the first."""
        ...

    def times_of_changes(self, before: str, after: str) -> dict[str, int]:
        """Map the paths that were changed after a commit up to another to the latest time, in seconds."""
        ...

    def deleted_notes(self) -> dict[str, tuple[str, int]]:
        """Map the paths of deleted notes to their last blobs, and the seconds when they were deleted."""
        ...

    def blob_of(self, content: bytes, like: str) -> str:
        """Return the id of a content, as the id ``like`` is one."""
        ...


def end_of(day: date) -> datetime:
    """Return the end of a day in local time."""
    return datetime.combine(day + timedelta(days=1), time()).astimezone()


def version_on(known: Sequence[NoteVersion], day: date) -> NoteVersion | None:
    """Return the version that was in force at the end of a day, in local time; None before the first."""
    # The latest version comes first.
    return next((version for version in known if version.date < end_of(day)), None)
