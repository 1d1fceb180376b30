"""Values of notes in time: a note's date, by one rule for display, sorting and queries, and versions.

A date property takes precedence, then a date in the name, as in daily notes, then the modification date. The
file system's creation date is not used: after a clone it is the day of the clone. A weekly note's date is the
week: see `first_moment`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache

from vaultsearch.core.dates.days import Interval, first_dated, interval_of_numbers

_COMPACT = re.compile(r"\A(\d{8})(?:\d{4}|\d{6})?(?!\d)")
_STAMP = re.compile(r"(?<!\d)(\d{8})[ _-]?(?:\d{4}|\d{6}|\d{9})(?!\d)")
"""A moment anywhere in a name, as in pictures: ``Pasted image 20250101123456``."""
_UNPADDED = re.compile(r"\A(\d{4}(?P<sign>[-.])\d{1,2}(?P=sign)\d{1,2})(?![\w.-])")
_FOLDERS = re.compile(r"(?:\A|/)(\d{4})/(?:\d{4}-)?(\d{2})(?![\d])[^/]*/(\d{2})(?!\d)[^/]*\Z")
_CONFLICT = re.compile(
    r"\.sync-conflict-[\d-]+\w*|_conflict-\d[\d-]+"
    r"| ?[(（][^()（）]*(?:[ck]onfli[ck]t|conflit|冲突|衝突)[^()（）]*[)）]",
    re.IGNORECASE,
)
"""The mark of a copy by Syncthing, Dropbox or Nextcloud: a note was found by the day of the conflict."""
DUE = re.compile(r"[\[(]?(?:📅|📆|🗓️?|\bdue::)\s*(\d{4}-\d\d-\d\d)[\])]?")
"""A task's day, as written by the Tasks plugin and Dataview."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_YEARS, _BARE_YEARS = range(1900, 2050), range(1990, 2050)
"""Years beyond which digits in a name are no date: 20630805 was the number of a paper, and 1984 a novel."""


class DateOrigin(StrEnum):
    """The origin of a note's date."""

    PROPERTY = "property"
    NAME = "name"
    SAVED = "saved"


@dataclass(frozen=True, slots=True)
class NoteDate:
    """A note's date as a local day, with origin, and the last day of a week, month, quarter or year."""

    day: date
    origin: DateOrigin
    last: date | None = None

    @property
    def interval(self) -> Interval:
        """All days."""
        return Interval(self.day, self.last or self.day)


def note_date(path: str, own: datetime | None, saved: datetime | None) -> NoteDate | None:
    """Return the date displayed: ``own``, from properties or name, else ``saved``, the last change."""
    moment = own or saved
    if moment is None:
        return None
    # By the local day: a note of the evening belongs to that day, wherever UTC is by then.
    day = local_day(moment)
    if own is None:
        return NoteDate(day, DateOrigin.SAVED)
    named = [interval_in_name(path, month_first) for month_first in (True, False)]
    is_named = any(interval and day == interval.first for interval in named)
    last = local_day(last_moment(own)) if last_moment(own) != own else None
    return NoteDate(day, DateOrigin.NAME if is_named else DateOrigin.PROPERTY, last)


LONGEST_PERIOD = 365
"""Days after the first in a leap year."""


def first_moment(interval: Interval) -> datetime | None:
    """Return the local midnight when a note's interval begins; its microseconds count further days.

    So tables need no column for the end, and keep their vectors.
    """
    if interval.first is None or interval.last is None:
        return None
    days = min((interval.last - interval.first).days, LONGEST_PERIOD)
    return datetime.combine(interval.first, time()) + timedelta(microseconds=days)


def last_moment(moment: datetime) -> datetime:
    """Return noon on the last day of a period beginning at a moment, else the moment itself."""
    days = moment.microsecond
    # Midnights are at a quarter of an hour in any zone; of the times of files, one in two million is such.
    if not 0 < days <= LONGEST_PERIOD or moment.second or moment.minute % 15:
        return moment
    # Not the midnight, which is an hour off if the clocks are changed within the period.
    return moment + timedelta(days=days, hours=12)


def dated_stem(path: str) -> str:
    """Return a path without ending, composed (NFC), and without the mark of a conflict copy."""
    return _CONFLICT.sub("", unicodedata.normalize("NFC", path.rpartition(".")[0]))


@lru_cache(maxsize=10_000)
def interval_in_name(path: str, month_first: bool | None = None) -> Interval | None:
    """Return the day or period in a note's name, or the day in folders named by year, month and day.

    ``month_first`` tells whether 3-4-2025 is in March; None follows this computer's region.
    """
    stem = dated_stem(path)
    named = _named_intervals(stem.rpartition("/")[2], stem, month_first)
    return next((each for each in named if each and each.first and each.first.year in _YEARS), None)


def _named_intervals(name: str, stem: str, month_first: bool | None) -> Iterator[Interval | None]:
    bare = name.rstrip("年년")
    if not bare.isdecimal() or len(bare) > 4 or int(bare) in _BARE_YEARS:
        yield interval_of_numbers(bare, month_first)
    yield first_dated(name, month_first)
    for pattern in (_COMPACT, _UNPADDED, _STAMP):
        if match := pattern.search(name):
            yield interval_of_numbers(match[1])
    # Most names have no year, and need no grammar.
    if _YEAR.search(name):
        from vaultsearch.core.dates.intervals import dated_phrase

        yield dated_phrase(name)
    if folders := _FOLDERS.search(stem):
        yield interval_of_numbers("-".join(folders.groups()))


def is_offset(offset: timedelta | None) -> bool:
    """Return whether clocks somewhere differ so from UTC: 14:00-16:00 is a range of times."""
    return offset is None or timedelta(hours=-12) < offset <= timedelta(hours=14)


def iso_moment(text: str) -> datetime:
    """Return the moment, or the beginning of a range, named in ISO form. Raise ValueError."""
    moment = datetime.fromisoformat(text)
    return moment if is_offset(moment.utcoffset()) else moment.replace(tzinfo=None)


def local_day(moment: datetime) -> date:
    """Return a moment's day in the user's time zone."""
    try:
        return moment.astimezone().date()
    except (OverflowError, ValueError, OSError):
        # The years 1 and 9999, and dates that the platform rejects.
        return moment.date()


@dataclass(frozen=True, slots=True)
class NoteVersion:
    """A note as left by a commit.

    Attributes:
        date: When it was committed, in local time.
        subject: The message's first line.
        path: The note's path in the repository then.
        blob: The text's id, "" if the commit deleted the note.
    """

    commit: str
    date: datetime
    subject: str
    path: str
    blob: str
    added: int = 0
    removed: int = 0

    @property
    def deleted(self) -> bool:
        """Whether the commit deleted the note; the JSON of a version is filled from it."""
        return not self.blob


class ChangeKind(StrEnum):
    """Whether words are in both texts, or only in either."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class WordChange:
    """A run of words shared by two texts, or only in either."""

    kind: ChangeKind
    text: str


@dataclass(frozen=True, slots=True)
class NoteHistory:
    """The versions of the note at ``path``, latest first."""

    path: str
    versions: tuple[NoteVersion, ...]


@dataclass(frozen=True, slots=True)
class NoteDifference:
    """The changes to the note at ``path`` since a ``version``."""

    path: str
    version: NoteVersion
    changes: tuple[WordChange, ...]

    @property
    def before(self) -> str:
        """The version's text."""
        return "".join(change.text for change in self.changes if change.kind is not ChangeKind.ADDED)


class PastKind(StrEnum):
    """The past a query asks for: the operator's name as typed."""

    AS_OF = "asof"
    """All notes as they were at the end of a day."""
    CHANGED = "changed"
    """Words that came into notes, and that went, within some days."""
    DELETED = "deleted"
    """Notes that are gone, as they were last."""


class NoteState(StrEnum):
    """The note's state since, or the change made on the day."""

    SAME = "same"
    CHANGED = "changed"
    DELETED = "deleted"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class PastNote:
    """The origin of a passage from the past.

    Attributes:
        kind: The past asked for.
        day: The day as of which the note is shown; for a change or deletion, when it was made.
        state: What has become of the note.
        snapshot: The name of the snapshot holding the text.
    """

    kind: PastKind
    day: date
    state: NoteState
    snapshot: str = ""
