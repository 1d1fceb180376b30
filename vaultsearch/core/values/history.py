"""Values about the versions of a note."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class NoteVersion:
    """A note as a commit left it.

    Attributes:
        commit: The commit's id.
        date: When it was committed, in local time.
        subject: The first line of its message.
        path: The note's path in the repository then.
        blob: The id of its text, "" if the commit deleted the note.
        added: Number of lines that it added.
        removed: Number of lines that it removed.
    """

    commit: str
    date: datetime
    subject: str
    path: str
    blob: str
    added: int = 0
    removed: int = 0


class ChangeKind(StrEnum):
    """Whether words are in both texts, or in which one."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Change:
    """A run of words that two texts share, or that one of them alone has."""

    kind: ChangeKind
    text: str


@dataclass(frozen=True, slots=True)
class NoteHistory:
    """The versions of the note at ``path``, the latest first."""

    path: str
    versions: tuple[NoteVersion, ...]


@dataclass(frozen=True, slots=True)
class NoteDifference:
    """The changes of the note at ``path`` since a ``version``."""

    path: str
    version: NoteVersion
    changes: tuple[Change, ...]

    @property
    def before(self) -> str:
        """The text of the version."""
        return "".join(change.text for change in self.changes if change.kind is not ChangeKind.ADDED)


class PastKind(StrEnum):
    """The past that a query asks for: the operator's name as typed."""

    AS_OF = "asof"
    """All notes as they were at the end of a day."""
    CHANGED = "changed"
    """Words that came into notes, and that went, within some days."""
    DELETED = "deleted"
    """Notes that are gone, as they were last."""


class NoteState(StrEnum):
    """The state of a note since, or that it was brought to on the day."""

    SAME = "same"
    CHANGED = "changed"
    DELETED = "deleted"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class PastNote:
    """The origin of a passage of the past.

    Attributes:
        kind: The past that was asked for.
        day: The day as of which the note is shown; of a change or a deletion, the day that it was made.
        state: What has become of the note.
        snapshot: The name of the snapshot that has the text.
    """

    kind: PastKind
    day: date
    state: NoteState
    snapshot: str = ""
