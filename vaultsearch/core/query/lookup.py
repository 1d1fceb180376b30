"""A note as conditions look at it: which of its texts they are held against, and for how long."""

from __future__ import annotations

import time
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import regex

from vaultsearch.core.errors import QueryError
from vaultsearch.core.query.units import Unit, units

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.core.index.stored import StoredNote
    from vaultsearch.core.query.conditions import Place
    from vaultsearch.core.query.links import LinkNames


Lines: TypeAlias = tuple[int, int]
"""The first and the last of some lines, 1-based."""
TextTest: TypeAlias = "Callable[[str, str], bool]"
"""Tests a text, given as it is written and without case."""


class Passage(NamedTuple):
    """The lines of a passage, and its language."""

    lines: Lines
    language: str


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
    """A note's text as conditions compare it: composed; folded and cut when that is first wanted."""

    __slots__ = ("_folded", "_units", "text")

    def __init__(self, text: str) -> None:
        self.text = composed(text)
        self._folded: str | None = None
        self._units: dict[Place, tuple[Unit, ...]] = {}

    def units(self, place: Place, headings: Sequence[int]) -> tuple[Unit, ...]:
        """Cut the text into what a place looks into, given the lines of its headings."""
        if place not in self._units:
            self._units[place] = tuple(units(place, self.text, headings))
        return self._units[place]

    def lines(self, *, folded: bool = True) -> tuple[list[str], list[str]]:
        """Give the lines as they are written, and the same without case unless that is not wanted."""
        lines = self.text.split("\n")
        return lines, self.folded.split("\n") if folded and self.folded is not self.text else lines

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
    ``passages`` are the note's. ``above`` is the folder that the vault lies in among others, with its slash.
    """

    note: StoredNote
    whole: NoteText
    deadline: Deadline
    links: LinkNames
    texts: Sequence[str] = ()
    names: Sequence[str] = ()
    cased: bool = False
    passages: Sequence[Passage] = ()
    above: str = ""
    _folded: list[str] | None = None

    def holds(self, text: str) -> bool:
        """Tell whether one of the texts holds this, or one of the names is it."""
        if text == "":
            return bool(self.texts or self.names)
        if self.cased:
            return any(is_held(text, one) for one in self.texts) or text in self.names
        if self._folded is None:
            whole = self.whole
            self._folded = [whole.folded if one is whole.text else one.casefold() for one in self.texts]
        wanted = text.casefold()
        return any(is_held(wanted, one) for one in self._folded) or self._named(text.lower())

    def equals(self, text: str) -> bool:
        """Tell whether one of the texts or names is this, with any space, and in any case if not minded."""
        written = [" ".join(one.split()) for one in (text, *self.texts, *self.names)]
        wanted, *found = written if self.cased else [one.casefold() for one in written]
        return wanted in found

    def _named(self, wanted: str) -> bool:
        return any(name.lower() == wanted for name in self.names)

    def matches(self, pattern: str) -> bool:
        """Tell whether a regular expression matches in one of them; raises QueryError if it never ends."""
        matches = self.pattern_test(pattern)
        return any(matches(text, text) for text in (*self.texts, *self.names))

    def pattern_test(self, pattern: str) -> TextTest:
        """Give a regular expression as a test of texts; it raises QueryError where it never ends."""
        search, left = _compiled(pattern, self.cased).search, self.deadline.left

        def matches(text: str, _: str) -> bool:
            try:
                return search(text, timeout=left(), concurrent=True) is not None
            except TimeoutError:
                raise QueryError(
                    f"/{pattern}/ takes too long on {self.note.path}.",
                    "Make it simpler: nested repeats are costly.",
                ) from None

        return matches

    def at(self, texts: Sequence[str], names: Sequence[str] = ()) -> Looking:
        """Look into other texts and names of the same note."""
        found = [text if text is self.whole.text else composed(text) for text in texts]
        called = [*map(composed, names)]
        return Looking(
            self.note, self.whole, self.deadline, self.links, found, called, self.cased, above=self.above
        )

    def minding(self, minded: bool) -> Looking:
        """Look into the same texts with case minded, or not."""
        return replace(self, cased=minded, _folded=None)


def looking(
    note: StoredNote, deadline: Deadline, links: LinkNames, passages: Sequence[Passage], above: str = ""
) -> Looking:
    """Look at a note as a whole: its name and its text."""
    whole = NoteText(note.text)
    texts = (composed(PurePosixPath(note.path).stem), whole.text)
    return Looking(note, whole, deadline, links, texts, passages=passages, above=above)


def composed(text: str) -> str:
    """Give a text with its accents composed, as file names may not have them."""
    return unicodedata.normalize("NFC", text)


def is_held(wanted: str, text: str) -> bool:
    """Tell whether a text holds some words, one after the other, with any space between them."""
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
