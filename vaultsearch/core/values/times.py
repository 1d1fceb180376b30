"""Notes in time: the date of a note, by one rule for display, sorting and queries, and its versions.

A date property takes precedence, then a date in the name, as in daily notes, then the modification date. The
file system's creation date is not used: after a clone it is the day of the clone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_WRITTEN = re.compile(r"(?<!\d)(\d{4})([-_.])(\d{2})\2(\d{2})(?!\d)")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6})?(?!\d)")
_STAMP = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})[ _-]?\d{6}(?!\d)")
"""A moment anywhere in a name, as pictures have it: ``Pasted image 20250101123456``."""
_DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)? {_MONTH},? (\d{{4}})(?!\d)", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})(?!\d)", re.IGNORECASE)
_FOLDERS = re.compile(r"(?:\A|/)(\d{4})/(?:\d{4}-)?(\d{2})(?![\d])[^/]*/(\d{2})(?!\d)[^/]*\Z")
DUE = re.compile(r"[\[(]?(?:📅|📆|🗓️?|\bdue::)\s*(\d{4}-\d\d-\d\d)[\])]?")
"""The day of a task, as the Tasks plugin and Dataview write it."""
_EARLIEST, _LATEST = 1900, 2199
"""Years beyond which digits in a name are not taken for a date."""


class DateOrigin(StrEnum):
    """Origin of a note's date."""

    PROPERTY = "property"
    NAME = "name"
    SAVED = "saved"


@dataclass(frozen=True, slots=True)
class NoteDate:
    """A note's date as a local day, and its origin."""

    day: date
    origin: DateOrigin


def note_date(path: str, own: datetime | None, saved: datetime | None) -> NoteDate | None:
    """Return the date displayed for a note.

    Args:
        path: The note's path.
        own: Its date from properties or name.
        saved: Its modification date.
    """
    moment = own or saved
    if moment is None:
        return None
    # By the local day: a note of the evening belongs to that day, wherever UTC is by then.
    day = local_day(moment)
    if own is None:
        return NoteDate(day, DateOrigin.SAVED)
    return NoteDate(day, DateOrigin.NAME if day == date_in_name(path) else DateOrigin.PROPERTY)


def date_in_name(path: str) -> date | None:
    """Return the first date in a note's name, or in its folders if they are year, month and day."""
    stem = path.rpartition(".")[0]
    return next(_possible(path.rpartition("/")[2].rpartition(".")[0], stem), None)


def _possible(name: str, stem: str) -> Iterator[date]:
    if match := _WRITTEN.search(name):
        yield from _day(match[1], match[3], match[4])
    if match := _COMPACT.match(name):
        yield from _day(match[1], match[2], match[3])
    if match := _STAMP.search(name):
        yield from _day(match[1], match[2], match[3])
    if match := _DAY_FIRST.search(name):
        yield from _day(match[3], _number(match[2]), match[1])
    if match := _MONTH_FIRST.search(name):
        yield from _day(match[3], _number(match[1]), match[2])
    if match := _FOLDERS.search(stem):
        yield from _day(match[1], match[2], match[3])


def _number(month: str) -> int:
    return _MONTHS.index(month.lower()) + 1


def _day(year: str, month: str | int, day: str) -> Iterator[date]:
    if _EARLIEST <= int(year) <= _LATEST:
        try:
            # Digits such as 2025-13-40 look like a date, and are none.
            yield date(int(year), int(month), int(day))
        except ValueError:
            return


def local_day(moment: datetime) -> date:
    """Return the day of a moment where the user is."""
    try:
        return moment.astimezone().date()
    except (OverflowError, ValueError, OSError):
        # The years 1 and 9999, and dates that the platform rejects.
        return moment.date()


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
