"""A note as seen by conditions: texts and dates to evaluate, and the time limit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import PurePosixPath
from time import monotonic
from typing import NamedTuple, TypeAlias

import regex

from vaultsearch.core.dates.days import DAY_DIGITS, interval_of_numbers
from vaultsearch.core.dates.interval_words import LANGUAGES, MONTH, time_vocabulary
from vaultsearch.core.errors import QueryError
from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import ConditionPlace, Dated, DateOf, local_midnight
from vaultsearch.core.text import fold_case, track_fences
from vaultsearch.core.values.note import (
    ESCAPED_KINDS,
    StoredNote,
    StoredPlace,
    are_named_alike,
    differing_notes,
)
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.values.times import DUE
from vaultsearch.core.vault.links import LinkResolver

LineDate: TypeAlias = tuple[int, datetime]
"""A 1-based line, and the local midnight at which the date begins."""

_TASK = re.compile(r"^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[[^\]xX-]\][ \t]+(.+)$", re.MULTILINE)


def due_dates(text: str) -> Iterator[LineDate]:
    """Yield the due dates of open tasks, as written by the Tasks plugin and Dataview."""
    # Most notes have no task with a date, and searching for the marks is much cheaper than for tasks.
    if "[" in text and DUE.search(text) is not None:
        for task in _TASK.finditer(text):
            if (due := DUE.search(task[1])) is not None:
                yield from _line_date(text, task.start(), [*map(int, due[1].split("-"))])


def mentioned_dates(text: str, year: int, month_first: bool | None = None) -> Iterator[LineDate]:
    """Yield the dates in a casefolded text, in digits or with a month's name.

    ``year`` is for dates without a year; ``month_first`` tells whether 3/4/2025 is in March.
    """
    months = _month_numbers()
    for match in _date_pattern().finditer(text):
        numbers = [match["y"] or year, match["m"] or months.get(match["name"], 0), match["d"] or 0]
        if match["dated"]:
            interval = interval_of_numbers(match[0], month_first)
            numbers = [*f"{interval.first}".split("-")] if interval else []
        yield from _line_date(text, match.start(), [*map(int, numbers)])


def names_day(chunk: Chunk, day: Dated, month_first: bool | None = None) -> bool:
    """Return whether a passage names a day, in any form."""
    text = "\n".join((chunk.title, *chunk.heading_path, chunk.text, *chunk.addresses))
    moment = day.start or datetime.max
    year = (chunk.created or chunk.modified or moment).year
    named = _dates_beside_number(text, moment.day, year, month_first)
    return any(day.holds(moment) for _, moment in named)


def _dates_beside_number(text: str, day: int, year: int, month_first: bool | None) -> Iterator[LineDate]:
    """Yield the dates in the lines with a day's number: reading all takes far longer."""
    has_day = _number_pattern(day).search
    for n, line in enumerate(text.split("\n") if has_day(text) else (), start=1):
        for _, moment in mentioned_dates(fold_case(line), year, month_first) if has_day(line) else ():
            yield n, moment


def _line_date(text: str, start: int, numbers: Sequence[int]) -> Iterator[LineDate]:
    try:
        yield text.count("\n", 0, start) + 1, local_midnight(date(*numbers))
    except (TypeError, ValueError, OverflowError, OSError):  # such as the 32nd
        return


@cache
def _month_numbers() -> dict[str, int]:
    return {
        name: word.value
        for language in LANGUAGES
        for name, words in time_vocabulary(language).words.items()
        for word in words
        if word.kind == MONTH and isinstance(word.value, int)
    }


@cache
def _date_pattern() -> regex.Pattern[str]:
    # Only of English and German, a name beside a number is a day without a year: "3 set", "dia 7 mar".
    spoken = {name for language in ("en", "de") for name in time_vocabulary(language).words}
    every = sorted(_month_numbers(), key=len, reverse=True)
    names, others = "|".join(filter(spoken.__contains__, every)), "|".join(every)
    # Twice as quick as `re` for this pattern, which also knows no group of several alternatives.
    return regex.compile(
        rf"""
        (?P<dated>{DAY_DIGITS})
        | (?<!\w)(?P<y>(?:19|20)\d\d)(?P<m>\d\d)(?P<d>\d\d)(?!\w)
        | (?<![\d.])(?P<d>\d\d)\.(?P<m>\d\d)\.(?![ ]?\d)
        | (?<!\d)(?P<d>\d\d?)(?:er|º|\.)?[ ](?:de[ ])?(?P<name>{others})\.?[ ](?:de[ ])?(?P<y>\d{{4}})(?!\d)
        | (?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?[ ](?:of[ ])?(?P<name>{names})\b\.?
          (?:,?[ ](?P<y>\d{{4}})(?!\d))?
        | \b(?P<name>{names})\.?[ ](?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[.:]\d)(?:,?[ ](?P<y>\d{{4}})(?!\d))?
        | (?:(?P<y>\d{{4}})[ ]?[年년][ ]?)?(?<!\d)(?P<m>\d{{1,2}})[ ]?[月월][ ]?(?P<d>\d{{1,2}})[ ]?[日号號일]
        """,
        regex.VERBOSE,
    )


@cache
def _number_pattern(day: int) -> re.Pattern[str]:
    """Return the pattern for a day's number by itself, or at the end of 20240503."""
    # It begins with the digits, which `re` looks for quickly.
    return re.compile(rf"{day}(?!\d)(?:(?<!\d{day})|(?<=(?<!\d)0{day})|(?<=\d{{6}}{day:02}))")


_ITEM = re.compile(r"[>\s]*(?:[-*+]|\d{1,9}[.)])\s+(?:\[(.)\]\s+)?(?=\S)(.*)", re.DOTALL)
_MARKUP = r"(?:[*_~=`]|!?\[\[(?:[^\[\]|\n]*\|)?|\]\]|\[(?=[^\[\]\n]*\]\()|\]\([^()\s]*\))*"
_BOX = re.compile(r"\[.\]\s")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
MatchedLines: TypeAlias = tuple[int, int]
"""First and last line of a range, 1-based and inclusive."""
TextTest: TypeAlias = "Callable[[str, str], bool]"
"""Predicate on a text, passed as written and case-folded."""


class TextUnit(NamedTuple):
    """A line range in a note: the text, also case-folded, and the lines, 1-based and inclusive."""

    text: str
    folded: str
    line_start: int
    line_end: int


def units_of(place: ConditionPlace, text: str, heading_lines: Sequence[int]) -> Iterator[TextUnit]:
    """Split a note's text into the units of a place.

    A block is a paragraph, a list item without children, a heading, or a fence; a section reaches from a
    heading to the next; a task is the line of a list item with a checkbox.
    """
    lines = text.split("\n")
    match place:
        case ConditionPlace.LINE:
            yield from (_make_unit(line, number, number) for number, line in enumerate(lines, start=1))
        case ConditionPlace.SECTION:
            yield from _cut_at(lines, [number for number in heading_lines if number > 1])
        case ConditionPlace.BLOCK:
            yield from (unit for unit in _cut_at(lines, _block_starts(lines)) if unit.text.strip())
        # Few notes have a checkbox; the others need not be read line by line.
        case _ if _BOX.search(text):
            for number, (line, fenced) in enumerate(track_fences(lines), start=1):
                match = None if fenced else _ITEM.match(line)
                if match is None or match[1] is None:
                    continue
                if place is ConditionPlace.TASK or (match[1] == " ") == (place is ConditionPlace.TASK_TODO):
                    yield _make_unit(match[2], number, number)


def _make_unit(text: str, start: int, end: int) -> TextUnit:
    folded = fold_case(text)
    return TextUnit(text, text if folded == text else folded, start, end)


def _cut_at(lines: Sequence[str], starts: Sequence[int]) -> Iterator[TextUnit]:
    bounds = [1, *starts, len(lines) + 1]
    for start, end in pairwise(bounds):
        if start < end:
            yield _make_unit("\n".join(lines[start - 1 : end - 1]), start, end - 1)


def _block_starts(lines: Sequence[str]) -> list[int]:
    starts: list[int] = []
    for number, (line, fenced) in enumerate(track_fences(lines), start=1):
        begins = not line.strip() or _ITEM.match(line) or _HEADING.match(line)
        # A heading is a block by itself, so the next line begins another block even without an empty line.
        after = number > 1 and (not lines[number - 2].strip() or _HEADING.match(lines[number - 2]))
        if number > 1 and not fenced and (begins or after):
            starts.append(number)
    return starts


class LinkNames:
    """The names for ``link:`` to match in all ``notes``, or those ``linking``; links are resolved lazily."""

    def __init__(self, notes: Sequence[StoredNote], linking: Sequence[StoredNote] | None = None) -> None:
        self._notes, self._linking = notes, linking
        self._aliases: dict[str, tuple[str, ...]] = {}
        self._resolver: LinkResolver | None = None
        self._names: dict[str, tuple[str, ...]] = {}

    def renewed(self, former: Sequence[StoredNote], notes: Sequence[StoredNote]) -> LinkNames:
        """Return the same names, without those of changed notes, unless links may lead elsewhere now."""
        gone, new = differing_notes(former, notes)
        if not are_named_alike(gone, new):
            return LinkNames(notes)
        for note in gone:
            self._names.pop(note.path, None)
        if self._resolver is None:
            self._notes = notes
        return self

    def of(self, note: StoredNote) -> tuple[str, ...]:
        """Return the names of a note's link targets, cached."""
        if note.path not in self._names:
            self._names[note.path] = self.named(note)
        return self._names[note.path]

    def named(self, note: StoredNote) -> tuple[str, ...]:
        """Return the names of a note's link targets.

        A target is named by the path, each suffix of the path, and the aliases, however the link is written;
        an unresolved target by the link's text.
        """
        if self._resolver is None:
            self._aliases = {note.path: note.aliases for note in self._notes}
            # Made only when a condition on links needs it: it reads the names of all notes.
            self._resolver, self._notes = LinkResolver.of(self._notes, self._linking), ()
        resolver, names = self._resolver, dict[str, None]()
        for link in note.links:
            # A link to a heading in the same note is no link to the note.
            path = resolver.path_of(link, note.path) if link.target else None
            # The path and its suffixes: a/b/c, b/c, c.
            parts = target.removesuffix(".md").split("/") if (target := path or link.target) else []
            names |= dict.fromkeys("/".join(parts[start:]) for start in range(len(parts)))
            names |= dict.fromkeys(self._aliases.get(path or "", ()))
        return tuple(names)


class Deadline:
    """Time limit for a query's regular expressions, shared by all notes."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.begin()

    def begin(self) -> None:
        """Restart the time limit for a new query."""
        self._end = monotonic() + self._seconds

    def left(self) -> float:
        """Return the seconds left, always positive."""
        # A negative timeout would mean no timeout.
        return max(self._end - monotonic(), 0.001)


@dataclass(slots=True)
class NoteText:
    """A note's text for comparison, all lazily: NFC-normalized, case-folded, split and read for dates."""

    note: StoredNote
    composed: str | None = None
    _folded: str | None = None
    _units: dict[ConditionPlace, tuple[TextUnit, ...]] = field(default_factory=dict)
    _dates: dict[DateOf, tuple[LineDate, ...]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the text."""
        if self.composed is None:
            self.composed = normalize_composed(read_text(self.note))
        return self.composed

    def units(self, place: ConditionPlace, headings: Sequence[int]) -> tuple[TextUnit, ...]:
        """Return the units of a place; ``headings`` are the 1-based lines of the note's headings."""
        if place not in self._units:
            self._units[place] = tuple(units_of(place, self.text, headings))
        return self._units[place]

    def lines(self, *, folded: bool = True) -> tuple[list[str], list[str]]:
        """Return the lines as written and case-folded; both as written unless ``folded``."""
        lines = self.text.split("\n")
        return lines, self.folded.split("\n") if folded and self.folded is not self.text else lines

    def dates(self, of: DateOf, year: int, month_first: bool | None, day: int = 0) -> Sequence[LineDate]:
        """Return the tasks' due dates, or the dates in the text; with a ``day``, those in lines with it."""
        if day and of is DateOf.ABOUT and of not in self._dates:
            return [*_dates_beside_number(self.text, day, year, month_first)]
        if of not in self._dates:
            is_due = of is DateOf.DUE
            dates = due_dates(self.text) if is_due else mentioned_dates(self.folded, year, month_first)
            self._dates[of] = tuple(dates)
        return self._dates[of]

    @property
    def folded(self) -> str:
        """Return the case-folded text."""
        if self._folded is None:
            folded = fold_case(self.text)
            self._folded = self.text if folded == self.text else folded
        return self._folded


VaultNames: TypeAlias = "Mapping[ConditionPlace, Mapping[str, Sequence[str]]]"


@dataclass(slots=True)
class TextView:
    """The part of a note to evaluate a condition on: ``names`` must equal a word.

    ``whole`` is the note's text, cached between queries, ``own`` has other texts that may contain a word,
    ``above`` is the vault's folder among several, with a slash; ``vault_names`` has topics and the like, by
    place, then note. ``month_first`` tells whether 3/4/2025 is in March in this vault, None if unknown.
    """

    note: StoredNote
    whole: NoteText
    deadline: Deadline
    links: LinkNames
    passages: Sequence[StoredPlace] = ()
    above: str = ""
    vault_names: VaultNames = field(default_factory=dict)
    month_first: bool | None = None
    own: Sequence[str] | None = None
    names: Sequence[str] = ()
    cased: bool = False
    _folded: list[str] | None = None

    @property
    def texts(self) -> Sequence[str]:
        """The texts that may contain a word."""
        # A word without an operator may be in the file name as well, as in Obsidian.
        if self.own is not None:
            return self.own
        return normalize_composed(PurePosixPath(self.note.path).stem), self.whole.text

    def holds(self, text: str) -> bool:
        """Return whether a text contains ``text`` or a name equals it."""
        if text == "":
            return bool(self.texts or self.names)
        text = normalize_composed(text)
        if self.cased:
            return any(contains_words(text, own_text) for own_text in self.texts) or text in self.names
        if self._folded is None:
            own, whole = self.texts, self.whole
            self._folded = [whole.folded if text is whole.composed else fold_case(text) for text in own]
        folded_text = fold_case(text)
        held = any(contains_words(folded_text, text) for text in self._folded)
        return held or folded_text in map(fold_case, self.names)

    def line_of(self, text: str) -> int | None:
        """Return the 1-based line where words in sequence begin in the note's text, or None."""
        sought, whole = normalize_composed(text), self.whole.text
        if not self.cased:
            sought, whole = fold_case(sought), self.whole.folded
        match = spaced_pattern(tuple(sought.split())).search(whole)
        return None if match is None else whole.count("\n", 0, match.start()) + 1

    def equals(self, text: str) -> bool:
        """Return whether a text or name equals ``text``, ignoring white space and, unless ``cased``, case."""
        written = [" ".join(name.split()) for name in (normalize_composed(text), *self.texts, *self.names)]
        sought, *composed_texts = written if self.cased else map(fold_case, written)
        return sought in composed_texts

    def matches(self, pattern: str) -> bool:
        """Return whether the pattern matches any text or name; raise QueryError if it times out."""
        matches = self.pattern_test(pattern)
        return any(matches(text, text) for text in (*self.texts, *self.names))

    def pattern_test(self, pattern: str) -> TextTest:
        """Return a regular expression as a predicate, which raises QueryError on timeout."""
        search, left = _compile_pattern(normalize_composed(pattern), self.cased).search, self.deadline.left

        def matches(text: str, _: str) -> bool:
            try:
                # `concurrent` releases the GIL, so that a slow expression does not block the event loop.
                return search(text, timeout=left(), concurrent=True) is not None
            except TimeoutError:
                raise QueryError(
                    Message("/{}/ takes too long on {}.", pattern, self.note.path),
                    "Make it simpler: nested repeats are slow.",
                ) from None

        return matches

    def with_texts(self, texts: Sequence[str], names: Sequence[str] = ()) -> TextView:
        """Return a view of other texts and names in the same note."""
        composed_texts = [text if text is self.whole.composed else normalize_composed(text) for text in texts]
        called, shared = [*map(normalize_composed, names)], (self.note, self.whole, self.deadline, self.links)
        return TextView(*shared, (), self.above, own=composed_texts, names=called, cased=self.cased)

    def with_case(self, minded: bool) -> TextView:
        """Return a view of the same texts with another case sensitivity."""
        return replace(self, cased=minded, _folded=None)


def read_text(note: StoredNote) -> str:
    """Return a note's text; of a file whose text is escaped as Markdown, the text in the file."""
    if note.kind not in ESCAPED_KINDS or "\\" not in note.text:
        return note.text
    from vaultsearch.core.vault.documents.document import unescape

    return unescape(note.text)


def normalize_composed(text: str) -> str:
    """Normalize a text to NFC, as file names may be decomposed, with a typed apostrophe."""
    return unicodedata.normalize("NFC", text).replace("’", "'")


def contains_words(phrase: str, text: str) -> bool:
    """Return whether a text contains the words in sequence, separated by any white space."""
    words = phrase.split()
    # Plain searches reject nearly all texts before an expression is compiled.
    if not all(word in text for word in words):
        return False
    return len(words) < 2 or spaced_pattern(tuple(words)).search(text) is not None


def passage_at(passages: Iterable[Chunk], line: int) -> Chunk:
    """Return the passage with a line, else the first one below it, else the last."""
    # Headings, properties and comments lie in no passage.
    return min(passages, key=lambda passage: (passage.line_end < line, abs(passage.line_end - line)))


@lru_cache(64)
def spaced_pattern(words: tuple[str, ...]) -> regex.Pattern[str]:
    """Return a pattern for words in sequence, separated by any white space."""
    # Emphasis, code and links around words are not read: **The** quick [[Fox|fox]].
    return regex.compile(rf"{_MARKUP}\s+{_MARKUP}".join(regex.escape(word) for word in words))


@lru_cache(64)
def _compile_pattern(pattern: str, cased: bool) -> regex.Pattern[str]:
    return regex.compile(pattern, regex.MULTILINE | (0 if cased else regex.IGNORECASE))
