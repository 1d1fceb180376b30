"""Whether a condition holds for a note: what the index cannot decide by itself."""

from __future__ import annotations

import time
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.errors import QueryError
from vaultsearch.core.search.query_conditions import (
    PARTS_OF_A_NOTE,
    Cased,
    Compared,
    Condition,
    Dated,
    Each,
    Either,
    Empty,
    HasProperty,
    Holds,
    Matches,
    Place,
    Within,
    Without,
)
from vaultsearch.core.search.query_properties import compares, is_empty, texts, values_of
from vaultsearch.core.search.query_units import Unit, units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vaultsearch.core.index.stored import StoredNote


class Deadline:
    """The time that a query's regular expressions may take, all notes together."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.begin()

    def begin(self) -> None:
        """Give a new query its time."""
        self._end = time.monotonic() + self._seconds

    def left(self) -> float:
        """Give the seconds left, more than none."""
        return max(self._end - time.monotonic(), 0.001)


class NoteText:
    """A note's text as conditions compare it: composed, and folded when that is first wanted."""

    __slots__ = ("_folded", "text")

    def __init__(self, text: str) -> None:
        self.text = composed(text)
        self._folded: str | None = None

    @property
    def folded(self) -> str:
        """The text without case."""
        if self._folded is None:
            folded = self.text.casefold()
            self._folded = self.text if folded == self.text else folded
        return self._folded


@dataclass(slots=True)
class Looking:
    """What words are looked for in: ``texts`` that may hold them, and ``names`` that must be them.

    Texts are folded once, when that is first wanted; ``whole`` is kept from query to query.
    """

    note: StoredNote
    whole: NoteText
    deadline: Deadline
    texts: Sequence[str] = ()
    names: Sequence[str] = ()
    cased: bool = False
    _folded: list[str] | None = None

    def holds(self, text: str) -> bool:
        """Tell whether one of the texts holds this, or one of the names is it."""
        if text == "":
            return bool(self.texts or self.names)
        if self.cased:
            return any(_held(text, one) for one in self.texts) or text in self.names
        if self._folded is None:
            whole = self.whole
            self._folded = [whole.folded if one is whole.text else one.casefold() for one in self.texts]
        wanted = text.casefold()
        return any(_held(wanted, one) for one in self._folded) or self._named(text.lower())

    def _named(self, wanted: str) -> bool:
        return any(name.lower() == wanted for name in self.names)

    def matches(self, pattern: str) -> bool:
        """Tell whether a regular expression matches in one of them; raises QueryError if it never ends."""
        compiled = _compiled(pattern, self.cased)
        try:
            return any(
                compiled.search(text, timeout=self.deadline.left(), concurrent=True)
                for text in (*self.texts, *self.names)
            )
        except TimeoutError:
            raise QueryError(
                f"/{pattern}/ takes too long on {self.note.path}.",
                "Make it simpler: nested repeats are costly.",
            ) from None

    def at(self, texts: Sequence[str], names: Sequence[str] = ()) -> Looking:
        """Look into other texts and names of the same note."""
        found = [text if text is self.whole.text else composed(text) for text in texts]
        return Looking(self.note, self.whole, self.deadline, found, [*map(composed, names)], self.cased)

    def minding(self, minded: bool) -> Looking:
        """Look into the same texts with case minded, or not."""
        return Looking(self.note, self.whole, self.deadline, self.texts, self.names, minded)


def looking(note: StoredNote, deadline: Deadline) -> Looking:
    """Look at a note as a whole: its name and its text."""
    whole = NoteText(note.text)
    return Looking(note, whole, deadline, (composed(PurePosixPath(note.path).stem), whole.text))


def holds(condition: Condition, where: Looking) -> bool:
    """Tell whether a condition holds for what is looked at."""
    match condition:
        case Holds(text):
            answer = where.holds(text)
        case Matches(pattern):
            answer = where.matches(pattern)
        case Each(parts):
            answer = all(holds(part, where) for part in parts)
        case Either(parts):
            answer = any(holds(part, where) for part in parts)
        case Without(part):
            answer = not holds(part, where)
        case Cased(minded, part):
            answer = holds(part, where.minding(minded))
        case Within(place, part):
            answer = _within(place, part, where)
        case Dated(_, start, end):
            date = where.note.date
            answer = (start is None or date >= start) and (end is None or date < end)
        case HasProperty(name, value):
            answer = _has_property(name, value, where)
    return answer


def matching_lines(condition: Condition, where: Looking) -> Iterator[tuple[int, int]]:
    """Give the lines of the stretches that ``line:``, ``block:``, ``section:`` and ``task:`` match."""
    match condition:
        case Each(parts) | Either(parts):
            for part in parts:
                yield from matching_lines(part, where)
        case Cased(minded, part):
            yield from matching_lines(part, where.minding(minded))
        case Within(place, part) if place in PARTS_OF_A_NOTE:
            yield from ((unit.line_start, unit.line_end) for unit in _matching_units(place, part, where))
        case _:
            return


def composed(text: str) -> str:
    """Give a text with its accents composed, as file names may not have them."""
    return unicodedata.normalize("NFC", text)


def _held(wanted: str, text: str) -> bool:
    words = wanted.split()
    if not all(word in text for word in words):
        return False
    return len(words) < 2 or _spaced(tuple(words)).search(text) is not None


@lru_cache(64)
def _spaced(words: tuple[str, ...]) -> regex.Pattern[str]:
    return regex.compile(r"\s+".join(regex.escape(word) for word in words))


@lru_cache(64)
def _compiled(pattern: str, cased: bool) -> regex.Pattern[str]:
    return regex.compile(pattern, regex.MULTILINE | (0 if cased else regex.IGNORECASE))


def _within(place: Place, part: Condition, where: Looking) -> bool:
    note = where.note
    match place:
        case Place.TAG:
            return bool(note.tags) and holds(_named(part, _as_tag), where.minding(False).at((), note.tags))
        case Place.LINK:
            return bool(note.links) and holds(_named(part, _as_target), where.at((), _targets(note)))
        case Place.HEADING:
            return any(holds(part, where.at((text,))) for _, text in note.headings)
        case _ if place in PARTS_OF_A_NOTE:
            return next(_matching_units(place, part, where), None) is not None
        case Place.CONTENT:
            return holds(part, where.at((where.whole.text,)))
        case _:
            return holds(part, where.at((_text(place, note),)))


def _text(place: Place, note: StoredNote) -> str:
    texts = {Place.PATH: note.path, Place.TITLE: note.title}
    return texts.get(place, PurePosixPath(note.path).name)


def _matching_units(place: Place, part: Condition, where: Looking) -> Iterator[Unit]:
    whole, headings = where.whole, [line for line, _ in where.note.headings]
    needed = _needed(part)
    if not all(word.casefold() in whole.folded for word in needed):
        return
    if _is_plain(part) and not where.cased:
        wanted = [word.casefold() for word in needed]
        for unit in units(place, whole.folded, headings, wanted[0] if wanted else ""):
            if all(word in unit.text for word in wanted):
                yield unit
        return
    for unit in units(place, whole.text, headings):
        if holds(part, where.at((unit.text,))):
            yield unit


def _is_plain(condition: Condition) -> bool:
    """Tell whether a condition is single words, all of which must stand there."""
    match condition:
        case Holds(text):
            return len(text.split()) < 2
        case Each(parts):
            return all(map(_is_plain, parts))
        case _:
            return False


def _needed(condition: Condition) -> Iterable[str]:
    """Give words that a text must hold for the condition to hold in a part of it: a quick first look."""
    match condition:
        case Holds(text):
            return text.split()
        case Each(parts):
            return [word for part in parts for word in _needed(part)]
        case _:
            return ()


def _as_tag(text: str) -> str:
    return text.lstrip("#").rstrip("/")


def _as_target(text: str) -> str:
    return text.strip("[]").removesuffix(".md")


def _named(condition: Condition, rename: Callable[[str], str]) -> Condition:
    """Write the names in a condition as notes carry them."""
    match condition:
        case Holds(text):
            return Holds(rename(text))
        case Each(parts):
            return Each(tuple(_named(part, rename) for part in parts))
        case Either(parts):
            return Either(tuple(_named(part, rename) for part in parts))
        case Without(part):
            return Without(_named(part, rename))
        case _:
            return condition


def _targets(note: StoredNote) -> list[str]:
    """Give each link's target and every end of its path: ``a/b/c``, ``b/c``, ``c``."""
    found: list[str] = []
    for target in dict.fromkeys(note.links):
        parts = target.removesuffix(".md").split("/")
        found += ("/".join(parts[start:]) for start in range(len(parts)))
    return found


def _has_property(name: str, value: Condition | Compared | Empty | None, where: Looking) -> bool:
    found = values_of(where.note.properties, name)
    match value:
        case None:
            return bool(found)
        case Empty():
            return any(map(is_empty, found))
        case Compared():
            return any(compares(one, value) for one in found)
        case _:
            return any(holds(value, where.at(*texts(one))) for one in found)
